"""Thin layers between the figure and what renders pages."""
