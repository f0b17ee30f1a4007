"""Digests of files for one run: each computed once, and large ones in the background before they are asked for.

Paths go in, digests come out. hashlib and reading let other threads run, so that two large files take the time of one;
for small files a thread costs more than it brings, so they are hashed where they are asked for.
"""

from __future__ import annotations

import threading
from collections import deque

from ..workspace import Digest, Workspace, WorkspaceError

LARGE = 256 * 1024
"""Bytes from which a file is hashed in the background."""
MOST = 8
"""Most threads; each holds one block of a file in memory."""


class _Task:
    """One file, and what came of it."""

    def __init__(self, workspace: Workspace, path: str, limit: int) -> None:
        self._wanted = (workspace, path, limit)
        self._taken = threading.Lock()
        self._done = threading.Event()
        self._digest: Digest | None = None
        self._error: Exception | None = None

    def run(self) -> None:
        """Hash the file, unless another thread does or has done so."""
        if not self._taken.acquire(blocking=False):
            return
        workspace, path, limit = self._wanted
        try:
            self._digest = workspace.digest(path, limit)
        except Exception as error:  # noqa: BLE001  # raised again where the digest is asked for
            self._error = error
        finally:
            self._done.set()

    def result(self) -> Digest:
        """Return the digest; a file that no thread has begun with is hashed here.

        Raises:
            WorkspaceError: As `Workspace.digest`.
        """
        self.run()
        self._done.wait()
        if self._digest is None:
            raise self._error or WorkspaceError("refused", "nothing was read")
        return self._digest


class Hashing:
    """The digests of one run. Nothing of it may outlive the run: a file may change after that."""

    def __init__(self, threads: int = 0) -> None:
        """Use so many threads; 0: one for each processor that this process may use."""
        self._tasks: dict[tuple[Workspace, str, int], _Task] = {}
        self._known: dict[tuple[Workspace, str, int], Digest] = {}
        """Digests of small files, which need no task."""
        self._queue: deque[_Task] = deque()
        self._most = threads
        self._threads: list[threading.Thread] = []
        self._wake = threading.Condition()

    def begin(self, workspace: Workspace, path: str, limit: int) -> None:
        """Hash a file in the background if it is large."""
        size = workspace.size(path)
        if size is None or not LARGE <= size <= limit or (workspace, path, limit) in self._tasks:
            return
        task = self._tasks[(workspace, path, limit)] = _Task(workspace, path, limit)
        with self._wake:
            self._queue.append(task)
            self._wake.notify()
        most = self._most or min(workspace.processors(), MOST)
        if len(self._threads) < min(most, len(self._tasks)):
            # As daemons they hold up nobody who stops early.
            self._threads.append(threading.Thread(target=self._work, daemon=True))
            self._threads[-1].start()

    def digest(self, workspace: Workspace, path: str, limit: int) -> Digest:
        """Return digest and size of a file; raises WorkspaceError as `Workspace.digest`."""
        key = workspace, path, limit
        if (task := self._tasks.get(key)) is not None:
            return task.result()
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = workspace.digest(path, limit)
        return known

    def _work(self) -> None:
        while True:
            with self._wake:
                while not self._queue:
                    self._wake.wait()
                task = self._queue.popleft()
            task.run()
