"""What is published about a figure: its record, and the artefacts that let an outsider check a built site."""
