"""Why a source is not what was pinned, or not there: which near miss it is, and the one thing to do about it.

The bytes that are here, or the name of what is not, go in; one sentence and a hint come out. This never decides
anything: a digest is over raw bytes, whatever is found here (provenance research A.4). What git adds is left out where
git is not there.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
import shlex
from dataclasses import dataclass

from ..diagnostics import printable, quote
from ..document.model import Source
from ..workspace import HEAD, PAGE_SUFFIXES, Workspace, WorkspaceError, quote_path
from . import twins
from .parts import line_starts
from .pointers import Pointer, link_pointer
from .run import Place

MOVED_LIMIT = 64 * 2**20
"""Bytes that are hashed to find where pinned lines stand now."""


@dataclass(frozen=True, slots=True)
class Why:
    """Which near miss it is."""

    text: str
    """One sentence without a full stop."""
    hint: str = ""
    """One action in the imperative; empty where the finding's own says it."""


def explain(data: bytes, source: Source, place: Place, whole: bytes | None = None) -> Why | None:
    """Return why bytes are not those that were pinned; None when nothing is known.

    Args:
        data: The bytes that the digest covers: of the file, or of the part that the source names.
        source: The source, with a pin.
        place: Where it was looked for.
        whole: The bytes of the whole file, where the source names a part.
    """
    pinned = source.sha256 or ""
    if changes := twins.twin(data, pinned):
        return _twin(changes, source, place)
    if source.part:
        return _other_part(whole if whole is not None else data, source) or _history(source, place)
    if link := _written_link(data, source, place.workspace):
        text = f"it is a symbolic link to {quote_path(link)} that was checked out as a text file"
        return Why(text, f"set core.symlinks to true and check it out again, or write {quote_path(link)}")
    if _is_own_page(data, source, place):
        text = "it is the page that shows this very figure, so every edit of the page breaks the pin"
        hint = 'put marker lines "region: NAME" and "endregion: NAME" around what the figure rests on, and add '
        return Why(text, f'{hint}"region": "NAME" to the source')
    return _history(source, place)


def explain_pointer(found: Pointer, source: Source) -> Why:
    """Return what a pointer stands for, compared with the pin, and how to get the content."""
    command = f"{found.command} {shlex.quote(source.path)}"
    if found.tool == "Git LFS":
        command = f"git lfs pull --include {shlex.quote(source.path)}"
    if found.oid is None:
        text = f"a {found.tool} pointer that does not name a SHA-256"
    elif source.sha256 is None or source.part:
        text = f"a {found.tool} pointer to a content with SHA-256 {found.oid}"
    elif found.oid == source.sha256:
        text = f"a {found.tool} pointer to exactly the pinned content: its oid equals the pin"
    else:
        text = f"a {found.tool} pointer to another content than the pinned one: its oid is {found.oid}"
    return Why(text, f"run: {command}")


def explain_missing(source: Source, place: Place) -> Why | None:
    """Return why a file is not there; None when nothing is known."""
    if found := link_pointer(place.workspace.link(source.path)):
        why = explain_pointer(found, source)
        return Why(f"it is {why.text}", why.hint)
    if (empty := _empty_folder(source.path, place.workspace)) and empty in _submodules(place.workspace):
        return _submodule(empty)
    if place.asks_git and (told := _untracked(source.path, place)) is not None:
        return told
    twin = f"{source.path}.dvc"
    if place.workspace.size(twin) is not None:
        return Why("DVC keeps its content elsewhere", f"run: dvc pull {shlex.quote(twin)}")
    return None


def beside_the_document(path: str, place: Place) -> str:
    """Return a hint where the path was meant relative to the document: the usual mistake."""
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(place.document), path))
    if beside == path:
        return ""
    try:
        place.workspace.resolve(beside)
    except WorkspaceError:
        return ""
    return f"write {quote_path(beside)}: a source's path is relative to the workspace root, not to the document"


def _twin(changes: tuple[twins.Change, ...], source: Source, place: Place) -> Why:
    text, kinds = twins.only(changes), {change.kind for change in changes}
    line = f"`{printable(attributes_line(source.path))}`"
    if twins.LF in kinds:
        return Why(text, f"add {line} to .gitattributes, delete the file and check it out again; do not pin CRLF")
    if twins.CRLF in kinds:
        return Why(text, f"add {line} to .gitattributes, so that it is the same everywhere, then run: {place.pin}")
    return Why(text, f"take that back, or run: {place.pin}")


def attributes_line(path: str) -> str:
    """Return the line of `.gitattributes` that keeps a file's line endings as they were committed."""
    pattern = re.sub(r"([\\*?\[])", r"\\\1", path)
    if "/" not in pattern:
        pattern = f"/{pattern}"  # without any slash it would mean every file of that name
    if re.search(r'[\s"]|^[!#]', pattern) or not pattern.isascii():
        pattern = json.dumps(pattern, ensure_ascii=False)
    return f"{pattern} -text"


def _written_link(data: bytes, source: Source, workspace: Workspace) -> str:
    """Return the path that the file holds where a link should be, if that is the pinned file; or empty."""
    if len(data) > HEAD or b"\n" in data or b"\0" in data:
        return ""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(source.path), data.decode(errors="replace")))
    try:
        return target if workspace.digest(target).sha256 == source.sha256 else ""
    except WorkspaceError:
        return ""


def _is_own_page(data: bytes, source: Source, place: Place) -> bool:
    if source.path == place.page:
        return True
    if not source.path.lower().endswith(PAGE_SUFFIXES):
        return False
    name = re.escape(posixpath.basename(place.document).encode())
    # The header of a fence, or the first line of its body, names the document.
    return (
        re.search(rb"^[ \t>]*(?:`{3,}|~{3,})[ \t]*\{?[ \t]*\.?mechanism\b[^\n]*(?:\n[ \t>]*[^\n]*)?" + name, data, re.M)
        is not None
    )


def _other_part(whole: bytes, source: Source) -> Why | None:
    """Return where the pinned lines stand now: text was added or taken away above them."""
    if not source.lines:
        return None
    first, _, last = source.lines.partition("-")
    height = int(last or first) - int(first) + 1
    starts = line_starts(whole)
    room = MOVED_LIMIT
    for top in range(len(starts) - height):
        lines = whole[starts[top] : starts[top + height]]
        room -= len(lines)
        if room < 0:
            return None
        if hashlib.sha256(lines).hexdigest() == source.sha256:
            now = str(top + 1) if height == 1 else f"{top + 1}-{top + height}"
            noun = "line now stands" if height == 1 else "lines now stand"
            return Why(
                f"the pinned {noun} at {now}, unchanged", f'write "lines": "{now}"; a region would move with the text'
            )
    return None


def _history(source: Source, place: Place) -> Why | None:
    """Return the commit that changed the source after the document was last touched, where git knows it."""
    if not place.asks_git:
        return None
    from .history import commit_since, committed

    root = place.workspace.root
    there = committed(root, source.path, twins.TWIN_LIMIT)
    if there is None:
        return None
    if not source.part and hashlib.sha256(there).hexdigest() == source.sha256:
        return Why("the change is not committed: the last commit still has the pinned bytes")
    commit = commit_since(root, place.document, source.sha256 or "", source.path)
    if commit is None:
        return None
    subject = quote(commit.subject)
    return Why(f"it was last changed by commit {commit.id} of {commit.date}, {subject}, after it was pinned")


def _empty_folder(path: str, workspace: Workspace) -> str:
    """Return the nearest folder above a path that is there and holds nothing; or empty."""
    folder = posixpath.dirname(path)
    while folder:
        if workspace.is_empty(folder):
            return folder
        folder = posixpath.dirname(folder)
    return ""


def _submodules(workspace: Workspace) -> frozenset[str]:
    """Return the paths that `.gitmodules` at the root names."""
    try:
        text = workspace.read(".gitmodules", 2**20).decode(errors="replace")
    except WorkspaceError:
        return frozenset()
    return frozenset(match[1].strip('"') for match in re.finditer(r"^\s*path\s*=\s*(\S.*?)\s*$", text, re.M))


def _submodule(folder: str) -> Why:
    text = f"it lies in the submodule {quote_path(folder)}, which is not checked out"
    return Why(text, f"run: git submodule update --init {shlex.quote(folder)}")


def _untracked(path: str, place: Place) -> Why | None:
    """Return how git's index holds a path that is not there."""
    from .history import tracked

    found = tracked(place.workspace.root, path)
    if found is None:
        return None
    if found.is_submodule:
        is_there = place.workspace.size(f"{found.path}/.git") is not None
        return None if is_there else _submodule(found.path)
    folder = posixpath.dirname(path) or "."
    if found.is_sparse:
        text = "git has it, but it is outside of what this sparse checkout writes"
        return Why(text, f"run: git sparse-checkout add {shlex.quote(folder)}")
    return Why("git has it, but it was deleted here", f"run: git checkout -- {shlex.quote(path)}")
