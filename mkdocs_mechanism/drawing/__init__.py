"""Mechanism -> layout -> display -> SVG and stylesheet."""
