"""A root folder and the files below it: the only module that opens files.

A path goes in as text relative to the root, with `/` (the textual rules for sources are in `sources.paths`); bytes or a
digest come out, or a `WorkspaceError`. Nothing outside the root is read: every part of the path must be listed under
exactly that name, links are resolved first, and what lies at the end must be a regular file below the root, in no
folder of version control and not in the build output.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from .diagnostics import LIMIT, quote

TEXT_LIMIT = 4 * 2**20
"""Longest page or configuration, in bytes; `document.limits` has a document's."""
SOURCE_LIMIT = 256 * 2**20
"""Longest source, in bytes."""
BLOCK = 2**18
"""Bytes read at a time, so that memory stays the same for every size; so many stay in a processor's own cache."""
SEARCHED = 20_000
"""Entries of folders that are looked at to suggest a path."""
HEAD = 1024
"""A file that is shorter, in bytes, is kept with its digest: it may be a pointer."""
CONFIGURATIONS = ("mkdocs.yml", "properdocs.yml", "zensical.toml")
"""Files whose folder is the root of a site."""
LONGEST_SHOWN = 1024
"""Code points of a path that a message shows."""
NEAR_NAMES = 1000
"""Names of a folder that are compared with a missing one; more would take seconds."""
_NO_NAMES = frozenset({"", ".", ".."})
VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".jj"})
PAGE_SUFFIXES = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
"""What MkDocs takes for a page."""


class WorkspaceError(Exception):
    """A file that can't be had.

    Attributes:
        kind: `missing`, `refused` or `too-large`.
        message: What is, beginning with the quoted path, so that "source " or "document " may stand before it.
        hint: One action, or empty.
        near: For a missing file the path that was probably meant, relative to the root; or empty.
    """

    def __init__(self, kind: str, message: str, hint: str = "", near: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.hint = hint
        self.near = near


@dataclass(frozen=True, slots=True)
class Digest:
    """What is recorded of a file's bytes."""

    sha256: str
    """64 lower-case hex digits over the raw bytes."""
    size: int
    """Bytes."""
    real: str = ""
    """Path, relative to the root, of the regular file that was read: links are resolved."""
    head: bytes = b""
    """All bytes of a file that is shorter than `HEAD`; empty for a longer one."""


def quote_path(path: str) -> str:
    """Return a path in double quotes, escaped as all user text but whole: a path that is cut names no file."""
    if len(path) > LONGEST_SHOWN:
        return quote(path)
    pieces = (quote(path[start : start + LIMIT])[1:-1] for start in range(0, len(path), LIMIT))
    return f'"{"".join(pieces)}"'


def find_root(start: Path) -> Path | None:
    """Return the nearest folder, `start` or above it, that holds a site's configuration; None without one."""
    folder = Path(os.path.realpath(start))
    for candidate in (folder, *folder.parents):
        if any((candidate / name).is_file() for name in CONFIGURATIONS):
            return candidate
    return None


class Workspace:
    """The folder below which documents, pages and sources are found."""

    def __init__(
        self,
        root: Path | str,
        output: Sequence[str] = ("site",),
        *,
        archive: Path | str | None = None,
        remembers: bool = False,
    ) -> None:
        """Take the root and what else is known of it; nothing of it must exist.

        Args:
            root: The folder below which everything is found.
            output: Folders of build output, relative to the root or absolute.
            archive: A folder with the same paths as the root, where sources are looked for first.
            remembers: Whether a name once listed is believed from then on; for the one run of a command.
        """
        self.root = Path(os.path.realpath(root))
        # With a root that is the top of a file system there is no separator between it and a name.
        self._base = str(self.root).rstrip(os.sep)
        self.archive = Workspace(archive, (), remembers=remembers) if archive is not None else None
        self._names: dict[str, frozenset[str]] | None = {} if remembers else None
        folders = [self.root / folder for folder in output if folder]
        # By name and by place: the one where nothing is built yet, the other behind links.
        places = [form(folder) for folder in folders for form in (os.path.abspath, os.path.realpath)]
        self._output = tuple(place for place in places if Path(place) not in (self.root, *self.root.parents))

    def read(self, path: str, limit: int = TEXT_LIMIT) -> bytes:
        """Return the file's bytes.

        Raises:
            WorkspaceError: It is missing, refused, longer than `limit` bytes, or changed while it was read.
        """
        blocks: list[bytes] = []
        self._stream(path, limit, blocks.append)
        return b"".join(blocks)

    def digest(self, path: str, limit: int = SOURCE_LIMIT) -> Digest:
        """Return digest and size of the file's raw bytes, read in blocks; errors as `read`."""
        sha256 = hashlib.sha256()
        head = b""

        def take(block: bytes) -> None:
            nonlocal head
            if len(head) < HEAD:
                head += block[: HEAD - len(head)]
            sha256.update(block)

        size, real = self._stream(path, limit, take)
        return Digest(sha256.hexdigest(), size, real, head if size < HEAD else b"")

    def size(self, path: str) -> int | None:
        """Return the bytes that a file seems to have, unchecked: enough to plan with. None when it is no file."""
        try:
            status = os.lstat(f"{self._base}{os.sep}{path}")
        except (OSError, ValueError):
            return None
        return status.st_size if stat.S_ISREG(status.st_mode) else None

    @staticmethod
    def processors() -> int:
        """Return how many processors this process may use."""
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity is not None else os.cpu_count() or 1

    def link(self, path: str) -> str:
        """Return the text of a symbolic link's target, with `/`; empty when the path is no link."""
        try:
            return os.readlink(self.root / path).replace("\\", "/")
        except (OSError, ValueError):
            return ""

    def is_empty(self, path: str) -> bool:
        """Return whether the path names a folder in which nothing is."""
        folder = self.root / path
        return folder.is_dir() and not folder.is_symlink() and not _listing(folder)

    def resolve(self, path: str) -> str:
        """Return the path, relative to the root, of the regular file that `path` finally names; errors as `read`."""
        return self._inside(self._find(path))

    def relative(self, file: Path) -> str:
        """Return a path of the operating system as a path of the workspace; links in it are kept below the root.

        Raises:
            WorkspaceError: It is not below the root; the message shows its last part only.
        """
        absolute = Path(os.path.abspath(file))
        for candidate in (
            absolute,
            Path(os.path.realpath(absolute.parent)) / absolute.name,
            Path(os.path.realpath(absolute)),
        ):
            if candidate.is_relative_to(self.root):
                return candidate.relative_to(self.root).as_posix()
        raise WorkspaceError("refused", f"{quote_path(file.name)} lies outside the workspace root", "use --root FOLDER")

    def named(self, name: str) -> str:
        """Return the only file of this name below the root, or nothing: what a path with a wrong folder meant.

        Hidden folders and output are left out, and the search ends after `SEARCHED` entries.
        """
        found: list[str] = []
        waiting, seen = [self.root], 0
        while waiting:
            here = waiting.pop()
            for entry in _listing(here):
                seen += 1
                if entry.startswith(".") or entry == "node_modules" or seen > SEARCHED:
                    continue
                if entry == name:
                    found.append((here / entry).relative_to(self.root).as_posix())
                elif (
                    not (here / entry).is_symlink()
                    and (here / entry).is_dir()
                    and not self._output_of(str(here / entry))
                ):
                    waiting.append(here / entry)
        return found[0] if len(found) == 1 and seen <= SEARCHED else ""

    def pages(self, folder: str) -> tuple[str, ...]:
        """Return the Markdown pages below a folder (`.` is the root), sorted; hidden folders and output left out."""
        seen: set[str] = set()
        found: list[str] = []
        waiting = [self.root if folder == "." else self.root / folder]
        while waiting:
            here = waiting.pop()
            real = os.path.realpath(here)
            if real in seen or not Path(real).is_relative_to(self.root) or self._output_of(real):
                continue
            seen.add(real)
            for name in _listing(here):
                entry = here / name
                if name.startswith(".") or name == "node_modules":
                    continue
                if entry.is_dir():
                    waiting.append(entry)
                elif name.lower().endswith(PAGE_SUFFIXES):
                    found.append(entry.relative_to(self.root).as_posix())
        return tuple(sorted(found))

    def _stream(self, path: str, limit: int, take: Callable[[bytes], object]) -> tuple[int, str]:
        """Hand the file's bytes over, block by block; return their number and the file's path."""
        real = self._find(path)
        with _opened(real, path) as descriptor:
            before = os.fstat(descriptor)
            if not stat.S_ISREG(before.st_mode):
                raise _not_regular(path, before.st_mode)
            if before.st_size > limit:
                raise _too_large(path, limit)
            size = 0
            # One byte past the limit is enough to know that a growing file is too long.
            while block := os.read(descriptor, min(BLOCK, limit + 1 - size)):
                size += len(block)
                if size > limit:
                    raise _too_large(path, limit)
                take(block)
            after = os.fstat(descriptor)
        if _mark(before) != _mark(after) or size != after.st_size or not self._is_still(path, real, after):
            raise WorkspaceError("refused", f"{quote_path(path)} changed while it was read", "run it again")
        return size, self._inside(real)

    def _find(self, path: str) -> str:
        """Return the real path of the regular file that `path` names.

        Plain strings, and no question to the system that is not needed: this runs for every source of a site.
        """
        parts = _parts(path)
        # Before the look-up: the verdict must not depend on whether something was built or checked out here.
        self._refuse_managed(path, f"{self._base}{os.sep}{path}")
        here = self._base
        # Junctions of Windows are no links to lstat, so there the whole path is always resolved.
        has_link = os.name == "nt"
        try:
            for index, part in enumerate(parts):
                self._expect(here, parts, index)
                here = f"{here}{os.sep}{part}"
                mode = os.lstat(here).st_mode
                has_link = has_link or stat.S_ISLNK(mode)
            if has_link:
                here = os.path.realpath(here, strict=True)
                mode = os.stat(here).st_mode
        except OSError as error:
            raise _unreadable(path, error) from None
        if has_link and not Path(here).is_relative_to(self.root):
            hint = "copy the file below the root and name the copy"
            raise WorkspaceError("refused", f"{quote_path(path)} is a link that leaves the workspace root", hint)
        if has_link:
            self._refuse_managed(path, here)
        if not stat.S_ISREG(mode):
            raise _not_regular(path, mode)
        return here

    def _inside(self, real: str) -> str:
        """Return a real path below the root as one of the workspace."""
        return real[len(self._base) + 1 :].replace(os.sep, "/")

    def _expect(self, folder: str, parts: Sequence[str], index: int) -> None:
        """Raise unless the folder lists the part under exactly this name, on every file system."""
        part = parts[index]
        # A name that was listed before is opened next, so a wrong memory does no harm; one that was not may be new.
        if self._names is not None and part in self._names.get(folder, ()):
            return
        path = "/".join(parts)
        try:
            names = os.listdir(folder or os.sep)
        except (FileNotFoundError, NotADirectoryError):
            names = []
        except OSError as error:
            raise _unreadable(path, error) from None
        if self._names is not None:
            self._names[folder] = frozenset(names)
        if part in names:
            return
        twin = _twin(part, names)
        kind, what = "missing", "is not there"
        if twin is not None and unicodedata.normalize("NFC", twin) == unicodedata.normalize("NFC", part):
            form = "NFC" if unicodedata.is_normalized("NFC", twin) else "NFD"
            hint = f"rename the file, or write the path as on disk, in Unicode form {form}"
            raise WorkspaceError(
                "missing", f"{quote_path(path)} is not there; the name on disk has other code points", hint
            )
        if twin is not None and twin.casefold() == part.casefold():
            # Where case does not matter the file could be read; the verdict must not depend on that.
            kind, what = "refused", f"is not there under that letter case: the name on disk is {quote_path(twin)}"
        near = "/".join((*parts[:index], twin, *parts[index + 1 :])) if twin else ""
        raise WorkspaceError(kind, f"{quote_path(path)} {what}", f"write {quote_path(near)}" if near else "", near)

    def _refuse_managed(self, path: str, real: str) -> None:
        inside = self._inside(real)
        folders = path.split("/") if inside == path else [*path.split("/"), *inside.split("/")]
        if not VERSION_CONTROL.isdisjoint(map(str.lower, folders)):
            managed = next(part for part in folders if part.lower() in VERSION_CONTROL)
            raise WorkspaceError(
                "refused", f"{quote_path(path)} lies in a folder of version control, {quote_path(managed)}"
            )
        if output := self._output_of(real):
            message = f"{quote_path(path)} lies in the build output, {quote_path(output)}"
            raise WorkspaceError("refused", message, "name the file that it is built from")

    def _output_of(self, real: str) -> str:
        below = (folder for folder in self._output if real == folder or real.startswith(folder + os.sep))
        return next((os.path.basename(folder) for folder in below), "")

    def _is_still(self, path: str, real: str, read: os.stat_result) -> bool:
        """Return whether the path still leads to the file that was read."""
        try:
            if self._inside(real) != path and os.path.realpath(self.root / path) != real:
                return False
            return os.path.samestat(os.lstat(real), read)
        except OSError:
            return False


def _parts(path: str) -> tuple[str, ...]:
    """Split a workspace path; whatever could leave the root by its text alone is refused (the system is not asked)."""
    parts = tuple(path.split("/"))
    odd = not _NO_NAMES.isdisjoint(parts) or "\0" in path or os.path.isabs(path)
    if odd or (os.sep == "\\" and ("\\" in path or ":" in path)):
        raise WorkspaceError("refused", f"{quote_path(path)} is not a path below the workspace root")
    return parts


def _twin(part: str, names: Sequence[str]) -> str | None:
    """Return the listed name most likely meant: other normalization, other letter case, then nearest."""
    form = unicodedata.normalize("NFC", part)
    for name in sorted(names):
        if unicodedata.normalize("NFC", name) == form:
            return name
    for name in sorted(names):
        if unicodedata.normalize("NFC", name).casefold() == form.casefold():
            return name
    near = get_close_matches(part, sorted(names)[:NEAR_NAMES], n=1, cutoff=0.75)
    return near[0] if near else None


def _listing(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


@contextmanager
def _opened(real: str, path: str) -> Iterator[int]:
    # Non-blocking: a pipe put there since the check must not hang the build. No link is followed: `real` has none.
    flags = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"))
    try:
        descriptor = os.open(real, flags)
    except OSError as error:
        raise _unreadable(path, error) from None
    try:
        yield descriptor
    except OSError as error:
        raise _unreadable(path, error) from None
    finally:
        os.close(descriptor)


def _mark(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _not_regular(path: str, mode: int) -> WorkspaceError:
    kinds = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a named pipe", stat.S_IFSOCK: "a socket"}
    kind = kinds.get(stat.S_IFMT(mode), "a device")
    return WorkspaceError("refused", f"{quote_path(path)} is {kind}; expected a regular file")


def _too_large(path: str, limit: int) -> WorkspaceError:
    return WorkspaceError("too-large", f"{quote_path(path)} is larger than {size_text(limit)}")


def size_text(size: int) -> str:
    """Return a number of bytes in the largest unit that gives a whole number: `256 MiB`, `1000 bytes`."""
    for unit, name in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
        if size and size % unit == 0:
            return f"{size // unit} {name}"
    return f"{size} bytes"


def _unreadable(path: str, error: OSError) -> WorkspaceError:
    code = error.errno
    if code in (errno.ENOENT, errno.ENOTDIR):
        return WorkspaceError("missing", f"{quote_path(path)} is not there, or is a link to nothing")
    reasons = {
        errno.EACCES: "permission denied",
        errno.EPERM: "permission denied",
        errno.ELOOP: "its links lead in a circle",
        errno.ENAMETOOLONG: "the path is too long",
    }
    reason = reasons.get(code or 0, "the system reports an error")
    return WorkspaceError("refused", f"{quote_path(path)} can't be read: {reason}")
