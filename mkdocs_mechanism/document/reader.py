"""Bytes to a trusted mechanism, or to everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from ..diagnostics import Diagnostic, Location, Severity
from .characters import check_characters
from .checks import check_document
from .findings import Findings
from .limits import TARGETS, VERSIONS
from .loader import Json, Loaded, load
from .model import Endpoints, Mechanism
from .outline import outline, with_endpoints
from .positions import Positions, json_path
from .resolve import resolve
from .shape import check_shape
from .sizes import within_limits
from .wording import shown

_NO_ENDPOINTS: Mapping[str, Endpoints] = {}


@dataclass(frozen=True, slots=True)
class Reading:
    """The outcome of reading a document."""

    mechanism: Mechanism | None
    """None if, and only if, one of the diagnostics is an error."""
    diagnostics: tuple[Diagnostic, ...]
    """All findings, by line and column; those in the fence's lines last."""
    locate: Callable[[Sequence[str | int]], Location]
    """Takes keys and indexes such as `("sources", 0, "path")` and returns the place of that value, or of the nearest
    value around it that exists."""


def read(data: bytes, *, file: str, endpoints: Mapping[str, Endpoints] = _NO_ENDPOINTS) -> Reading:
    """Return the mechanism that a document describes, and every finding about it.

    Nothing is raised for any bytes.

    Args:
        data: The whole document.
        file: Its path relative to the workspace root, with `/`: for locations and for default ids.
        endpoints: Edge name to the ends that the fence's lines give.
    """
    loaded = load(data, file)
    place = _Place(file, loaded)
    if not loaded.is_json:
        return Reading(None, loaded.diagnostics, place.locate)
    findings = Findings()
    mechanism = _mechanism(loaded, file, endpoints, findings)
    found = (*loaded.diagnostics, *findings.diagnostics(file, place.positions))
    diagnostics = tuple(sorted(found, key=lambda d: _order(d, file)))
    has_error = any(d.severity is Severity.ERROR for d in diagnostics)
    return Reading(None if has_error else mechanism, diagnostics, place.locate)


def _mechanism(loaded: Loaded, file: str, endpoints: Mapping[str, Endpoints], findings: Findings) -> Mechanism | None:
    """Run every check; return the mechanism when the document has the shape to build one."""
    document = loaded.value
    if not isinstance(document, dict):
        message = f"the document is {shown(document)}, expected an object"
        findings.add("not-an-object", message, (), "start from: mkdocs-mechanism new NAME")
        return None
    if not _has_known_version(document, findings):
        return None
    document = check_characters(loaded.text, document, findings)
    has_few_targets = _count(document.get("targets")) <= TARGETS
    document = within_limits(document, findings)
    written = check_shape(document, findings)
    # With names cut off, nothing can be said about those that are used.
    targets = outline(document, findings) if has_few_targets else None
    if targets is not None and endpoints:
        targets = with_endpoints(targets, endpoints, findings)
    check_document(document, targets, findings)
    if written is None or targets is None or not findings.has_no_error:
        return None
    return resolve(written, targets, PurePosixPath(file).stem)


def _count(value: Json) -> int:
    return len(value) if isinstance(value, dict) else 0


def _has_known_version(document: Mapping[str, Json], findings: Findings) -> bool:
    """Return whether the document may be judged by the rules of the versions read here."""
    version = document.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version in VERSIONS:
        return True
    supported = " and ".join(str(number) for number in VERSIONS)
    message = f"the document has format version {version}; this release reads version {supported}"
    hint = f'write "version": {VERSIONS[-1]}' if version < VERSIONS[0] else "install a release that reads it"
    findings.add("unsupported-version", message, ("version",), hint)
    return False


def _order(diagnostic: Diagnostic, file: str) -> tuple[bool, int, int]:
    location = diagnostic.location
    return location.file != file, location.line or 0, location.column or 0


class _Place:
    """Where values stand; the text is scanned when the first place is asked for."""

    def __init__(self, file: str, loaded: Loaded) -> None:
        self._file = file
        self._loaded = loaded
        self._positions: Positions | None = None

    def positions(self) -> Positions:
        if self._positions is None:
            self._positions = Positions(self._loaded.text)
        return self._positions

    def locate(self, path: Sequence[str | int]) -> Location:
        if not self._loaded.is_json:
            return Location(self._file)
        found, offset = self.positions().nearest(path)
        return Location(self._file, *self.positions().line_column(offset), json_path(found))
