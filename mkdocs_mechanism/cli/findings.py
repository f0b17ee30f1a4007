"""Print findings and turn them into an exit code: the same for every command that has some."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from ..diagnostics import Diagnostic, Severity
from ..report import Extent, arrange, report, summary
from ..report_markdown import Row
from .output import out, say


def show(
    found: Iterable[Diagnostic],
    checked: Extent,
    arguments: argparse.Namespace,
    rows: Sequence[Row] = (),
    *,
    is_stdout_taken: bool = False,
) -> int:
    """Print the findings as asked for.

    Args:
        found: Findings of all sites.
        checked: What was looked at.
        arguments: With `format`, `strict` and `quiet`.
        is_stdout_taken: Whether a product has stdout for itself: then the findings go to stderr, and only if there are
            some.
        rows: The sources of each figure, for a table.

    Returns:
        1 when an error is among them, or with `strict` a warning; else 0.
    """
    arranged = arrange(found)
    shown = [each for each in arranged if not (arguments.quiet and _is_mere_note(each))]
    if is_stdout_taken:
        if shown:
            say(report(shown, arguments.format, checked, rows).rstrip("\n"))
    else:
        out(report(shown, arguments.format, checked, rows))
        if not shown and not arguments.quiet and arguments.format == "text":
            say(summary((), checked))
    fails = {Severity.ERROR, Severity.WARNING} if arguments.strict else {Severity.ERROR}
    return int(any(each.severity in fails for each in arranged))


def _is_mere_note(found: Diagnostic) -> bool:
    # What an option relaxed is said even under --quiet: the gate is lower than its publisher may think.
    return found.severity is Severity.NOTE and not found.relaxed
