"""`schema`: print the JSON Schema of documents."""

from __future__ import annotations

import argparse
import json

from .output import out


def run(_arguments: argparse.Namespace) -> int:
    """Print the schema and return the exit code."""
    from ..document.schema import schema

    out(json.dumps(schema(), indent=2) + "\n")
    return 0
