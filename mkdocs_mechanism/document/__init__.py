"""A document's bytes to a trusted mechanism."""
