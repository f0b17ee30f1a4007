"""One line on a terminal that says how far a long run is, and that is gone afterwards."""

from __future__ import annotations

import os
import sys
import threading
from types import TracebackType
from typing import Self

PATIENCE = 1.0
"""Seconds before anything is shown: most runs are over by then."""
PAUSE = 0.1
"""Seconds between two looks."""


class Progress:
    """Counts items; on a terminal a thread shows the present one, also while a single one takes long."""

    def __init__(self, verb: str, total: int, *, is_shown: bool = True) -> None:
        """Take what is done (`checking`), to how many; nothing is shown unless stderr is a terminal."""
        self._verb = verb
        self._total = total
        self._count = 0
        self._name = ""
        self._width = 0
        self._is_over = threading.Event()
        is_terminal = is_shown and sys.stderr is not None and sys.stderr.isatty()
        self._thread = threading.Thread(target=self._run, daemon=True) if is_terminal else None

    def __enter__(self) -> Self:
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        self._is_over.set()
        if self._thread is not None:
            self._thread.join()
            if self._width:
                self._write("")
                self._write("")

    def next(self, name: str) -> None:
        """Say that the next item is begun."""
        self._count += 1
        self._name = name

    def _run(self) -> None:
        is_over = self._is_over.wait(PATIENCE)
        while not is_over:
            if self._count:
                self._write(f"{self._verb} {self._count} of {self._total}: {self._name}")
            is_over = self._is_over.wait(PAUSE)

    def _write(self, text: str) -> None:
        """Put text in place of what the line holds; blanks do it on every terminal, escape codes do not."""
        shown = "".join(c if c.isascii() and c.isprintable() else "?" for c in text)[: self._columns() - 1]
        try:
            sys.stderr.write(f"\r{shown:<{self._width}}\r")
            sys.stderr.flush()
        except (OSError, ValueError):
            self._is_over.set()
        self._width = max(len(shown), 1 if self._width else 0)

    @staticmethod
    def _columns() -> int:
        try:
            return os.get_terminal_size(sys.stderr.fileno()).columns or 80
        except (OSError, ValueError):
            return 80
