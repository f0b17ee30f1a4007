"""The files of a built site as a mapping from path to content, each read when it is asked for.

A site is what a host has written, so the rules for sources do not hold here; links are left out all the same, since
what they lead to is not published with the site. What is left out is listed, with the reason.
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
        self._names: dict[str, None] = {}
        self.refused: dict[str, str] = {}
        """Path, as far as it can be written, to what is wrong with it."""
        for name, reason in sorted(_names(self.folder)):
            if reason:
                self.refused[os.fsencode(name).decode(errors="replace")] = reason
            else:
                self._names[name] = None

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


def _names(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield each file and each link, with what speaks against it."""
    for here, folders, names in os.walk(folder):
        links = [name for name in folders if Path(here, name).is_symlink()]
        for name in (*names, *links):
            path = Path(here, name)
            relative = path.relative_to(folder).as_posix()
            if path.is_symlink():
                yield relative, "is a symbolic link"
            elif not path.is_file():
                yield relative, "is no regular file"
            elif relative.encode(errors="ignore").decode() != relative:
                yield relative, "has a name that is not UTF-8"
            else:
                yield relative, ""
