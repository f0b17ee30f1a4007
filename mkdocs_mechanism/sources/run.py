"""What the documents of one run share: digests that are known, and how often git may still be asked.

A run is one command, or one figure. Nothing of it is kept longer: a file may change afterwards.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..document.model import Mechanism
from ..workspace import Workspace, WorkspaceError
from .hashing import Hashing

QUESTIONS = 50
"""Sources of one run for which git is asked: a number, so that the same run says the same again."""
SECONDS = 20
"""How long that may take in all, where a history is so large that the number alone is no bound."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a source is looked for."""

    workspace: Workspace
    document: str
    """The document's path in the workspace."""
    page: str = ""
    """The page that shows the figure, where it is known."""
    asks_git: bool = True

    @property
    def pin(self) -> str:
        """Return the command that records digests anew."""
        return f"mkdocs-mechanism pin {shlex.quote(self.document)}"


class Asking:
    """How often and how long git may still be asked why a source is not what was pinned."""

    def __init__(self, questions: int = QUESTIONS, seconds: float = SECONDS) -> None:
        """Begin with so many sources and seconds in all."""
        self._questions = questions
        self._seconds = seconds

    @contextmanager
    def one(self, *, is_wanted: bool = True) -> Iterator[bool]:
        """Give whether git may be asked about one more source; what is done meanwhile is asking it."""
        if not is_wanted or self._questions <= 0 or self._seconds <= 0:
            yield False
            return
        self._questions -= 1
        begun = time.monotonic()
        try:
            yield True
        finally:
            self._seconds -= time.monotonic() - begun


class Run:
    """State of one run."""

    def __init__(self, threads: int = 0, asking: Asking | None = None) -> None:
        """Begin; `threads` as for `Hashing`, `asking` where it is shared with other runs of one command."""
        self.hashing = Hashing(threads)
        self.asking = asking if asking is not None else Asking()

    def home(self, workspace: Workspace, path: str) -> Workspace:
        """Return where a source is: in the archive if it has it, else in the workspace itself.

        Raises:
            WorkspaceError: The archive has something under that path that may not be read.
        """
        if workspace.archive is not None:
            try:
                workspace.archive.resolve(path)
            except WorkspaceError as error:
                if error.kind != "missing":
                    raise
            else:
                return workspace.archive
        return workspace

    def begin(self, mechanism: Mechanism, workspace: Workspace, limit: int) -> None:
        """Let large sources be hashed in the background; whatever is wrong with one is found when it is compared."""
        for source in mechanism.sources:
            if source.path and not source.part and "\0" not in source.path and ".." not in source.path:
                home = workspace
                if workspace.archive is not None and workspace.archive.size(source.path) is not None:
                    home = workspace.archive
                self.hashing.begin(home, source.path, limit)
