"""The files of a built site as a mapping from path to content, each read when it is asked for.

A site is what a host has written, so the rules for sources do not hold here; links are left out all the same, since
what they lead to is not published with the site.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path


class SiteFiles(Mapping[str, bytes]):
    """Every regular file below a folder, by its path with `/`."""

    def __init__(self, folder: Path | str) -> None:
        """List the files that are there now."""
        self.folder = Path(os.path.realpath(folder))
        self._names = dict.fromkeys(_names(self.folder))

    def __getitem__(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(name)
        return (self.folder / name).read_bytes()

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _names(folder: Path) -> Iterator[str]:
    for here, _, names in os.walk(folder):
        for name in names:
            path = Path(here, name)
            relative = path.relative_to(folder).as_posix()
            # A name that is not UTF-8 can stand in no artefact, and in no URL.
            if path.is_file() and not path.is_symlink() and relative.encode(errors="ignore").decode() == relative:
                yield relative
