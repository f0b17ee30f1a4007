"""Whether digests may be written: each change should have been read by somebody, and only a person can say so."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from ..sources.verify import SourceState
from ..sources.versions import Versions
from ..workspace import quote_path
from .changes import Since, pin_line, since, unknown
from .output import say
from .site import Site

AT_ONCE = 20
"""Lines of a difference that are shown unasked."""
AT_MOST = 2000
"""Lines that are shown when asked for."""
_HELP = "y: pin it, n: leave it, d: show the whole difference, q: leave it and all that follow"


class Consent:
    """Asks about one source after the other on a terminal, or takes `--yes` for all of them."""

    def __init__(
        self, pending: Sequence[int], arguments: argparse.Namespace, versions: Versions, *, is_change: bool
    ) -> None:
        """Take the number of sources to pin in each document, and whether each of them had another digest before."""
        self._versions = versions
        self._yes = bool(arguments.yes)
        self._quiet = bool(arguments.quiet)
        self._is_over = False
        self.left = 0
        """Sources that were not agreed to."""
        self.why_not = ""
        """Why nothing may be written; empty when something may."""
        is_automatic = os.environ.get("CI", "").lower() not in ("", "0", "false")
        streams = (sys.stdin, sys.stderr)
        can_ask = all(stream is not None and stream.isatty() for stream in streams) and not is_automatic
        if self._yes or can_ask:
            return
        if pending:
            what = "changed" if is_change else "to pin"
            self.why_not = f"{_count(pending)} {what}; read what changed, then run it on a terminal or with --yes"
        elif is_automatic and (arguments.reviewed_by or arguments.sums is not None):
            self.why_not = "this runs under CI; add --yes"

    @property
    def is_given(self) -> bool:
        """True when something may be written."""
        return not self.why_not

    def ask(self, site: Site, document: str, state: SourceState) -> bool:
        """Show what changed in a source, and return whether it is to be pinned."""
        if self._is_over:
            self.left += 1
            return False
        found = None
        if state.source.sha256 is not None and not (self._yes and self._quiet):
            found = since(site.workspace, state.source, state.source.sha256, self._versions)
        if not self._yes:
            say(pin_line(document, state))
        _show(found, AT_ONCE)
        if self._yes or self._answer(state, found):
            return True
        self.left += 1
        return False

    def _answer(self, state: SourceState, found: Since | None) -> bool:
        while True:
            sys.stderr.write(f"Pin {quote_path(state.source.path)}? The change should have been read. [y/n/d/q] ")
            sys.stderr.flush()
            answer = sys.stdin.readline()
            choice = answer.strip().lower()
            if choice in ("y", "yes"):
                return True
            if choice in ("q", "quit") or not answer:
                self._is_over = True
                return False
            if choice in ("", "n", "no"):
                return False
            if choice not in ("d", "diff"):
                say(_HELP)
            elif found is None:
                say(unknown(self._versions))
            else:
                _show(found, AT_MOST)


def _show(found: Since | None, most: int) -> None:
    for line in found.lines(most) if found is not None else ():
        say(line)


def _count(pending: Sequence[int]) -> str:
    sources, documents = sum(pending), len(pending)
    return f"{sources} source{'s' * (sources != 1)} in {documents} document{'s' * (documents != 1)}"
