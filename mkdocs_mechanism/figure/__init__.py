"""The HTML around the drawing."""
