"""Print findings and turn them into an exit code: the same for every command that has some."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from ..diagnostics import Diagnostic, Severity
from ..report import Checked, arrange, report, summary
from ..report_markdown import Row
from .output import out, say


def show(found: Iterable[Diagnostic], checked: Checked, arguments: argparse.Namespace, rows: Sequence[Row] = ()) -> int:
    """Print the findings as asked for.

    Args:
        found: Findings of all sites.
        checked: What was looked at.
        arguments: With `format`, `strict` and `quiet`.
        rows: The sources of each figure, for a table.

    Returns:
        1 when an error is among them, or with `strict` a warning; else 0.
    """
    arranged = arrange(found)
    shown = [each for each in arranged if not (arguments.quiet and _is_mere_note(each))]
    out(report(shown, arguments.format, checked, rows))
    if not shown and not arguments.quiet and arguments.format == "text":
        say(summary((), checked))
    fails = {Severity.ERROR, Severity.WARNING} if arguments.strict else {Severity.ERROR}
    return int(any(each.severity in fails for each in arranged))


def _is_mere_note(found: Diagnostic) -> bool:
    # What an option relaxed is said even under --quiet: the gate is lower than its publisher may think.
    return found.severity is Severity.NOTE and not found.relaxed
