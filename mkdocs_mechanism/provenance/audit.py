"""A published site against its own artefacts: every byte that changed, every page and figure that came or went.

The files of the site go in (as in `site`), findings come out; their places are paths relative to the site. A site that
agrees with its artefacts is as it was built; who built it, only a signature over them can tell.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..codes import finding
from ..diagnostics import Diagnostic, Location, quote
from ..sources.sums import read_sums, write_sums
from ..workspace import quote_path
from .page import PublishedFigure
from .record import plain
from .site import PREDICATE, STATEMENT, SUMS, Survey, digest, survey
from .statement import Statement, as_written, read_statement, to_bytes

_REBUILD = "build the site again, or find out who changed it"


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found of a site."""

    diagnostics: tuple[Diagnostic, ...]
    survey: Survey
    statement: Statement | None
    """None where it is missing or can't be read."""


def audit(files: Mapping[str, bytes], refused: Mapping[str, str] | None = None) -> Audit:
    """Compare a site with what its artefacts say of it. Never raises, whatever the files hold.

    Args:
        files: path to content of each file.
        refused: path to what is wrong with it, of all that is no such file.
    """
    found = survey(files)
    missing = [name for name in (SUMS, STATEMENT, PREDICATE) if name not in files]
    if len(missing) == 3:
        message = "the site holds no record of what was published"
        hint = 'set "provenance: true" for the plugin and build it again'
        return Audit((finding("site-not-recorded", message, Location(SUMS), hint=hint),), found, None)
    diagnostics = [_missing(name) for name in missing]
    for name, reason in (refused or {}).items():
        message = f"{quote_path(name)} {reason}"
        diagnostics.append(finding("site-file-refused", message, Location(name), hint="take it out of the site"))
    recorded, said = _sums(files, diagnostics), _statement(files, diagnostics)
    listed = recorded if recorded is not None or said is None else said.subjects
    if listed is not None:
        diagnostics += _compare_files(files, listed, found)
    if recorded is not None and said is not None:
        diagnostics += _compare_subjects(recorded, said)
    if said is not None:
        diagnostics += _compare_figures(found, said)
        if files[STATEMENT] != as_written(said):
            diagnostics.append(_record(STATEMENT, "it says something else than its own records"))
        if PREDICATE in files and files[PREDICATE] != to_bytes(said.predicate):
            diagnostics.append(_record(PREDICATE, f"it is not the predicate of {quote_path(STATEMENT)}"))
    return Audit(tuple(diagnostics), found, said)


def _sums(files: Mapping[str, bytes], diagnostics: list[Diagnostic]) -> dict[str, str] | None:
    if SUMS not in files:
        return None
    sums = read_sums(files[SUMS])
    # What `sha256sum --check` would forgive (a star, blank lines, another order) is a changed byte all the same.
    if sums is None or write_sums(sums) != files[SUMS]:
        diagnostics.append(_record(SUMS, "its lines are not as they were written"))
        return None
    return dict(sums)


def _statement(files: Mapping[str, bytes], diagnostics: list[Diagnostic]) -> Statement | None:
    try:
        return read_statement(files[STATEMENT]) if STATEMENT in files else None
    except ValueError as error:
        diagnostics.append(_record(STATEMENT, str(error)))
        return None


def _compare_files(files: Mapping[str, bytes], recorded: Mapping[str, str], found: Survey) -> Iterator[Diagnostic]:
    for name, expected in recorded.items():
        if name not in files:
            yield _missing(name)
            continue
        present = found.digests.get(name) or digest(files[name])
        if present != expected:
            message = f"file {quote_path(name)} is not as it was published"
            detail = (f"recorded {expected}", f"present  {present}")
            yield finding("site-file-changed", message, Location(name), hint=_REBUILD, detail=detail)
    for name in found.digests:
        if name not in recorded:
            message = f"file {quote_path(name)} was not there when the site was published"
            yield finding("site-file-added", message, Location(name), hint=_REBUILD)


def _compare_subjects(recorded: Mapping[str, str], said: Statement) -> Iterator[Diagnostic]:
    """Both lists name the same files: what only one of them covers, a reader of the other would not miss."""
    listed = {name: value for name, value in recorded.items() if name not in (STATEMENT, PREDICATE)}
    for name in (STATEMENT, PREDICATE):
        if name not in recorded:
            yield _record(SUMS, f"it does not cover {quote_path(name)}")
    for name in sorted(listed.keys() | said.subjects.keys()):
        if listed.get(name) != said.subjects.get(name):
            yield _record(STATEMENT, f"it says something else of {quote_path(name)} than {quote_path(SUMS)}")


def _compare_figures(found: Survey, said: Statement) -> Iterator[Diagnostic]:
    present, recorded = _by_place(found.figures), _by_place(said.figures)
    for place, figure in present.items():
        if figure.fault:
            yield _figure("site-figure-changed", figure, figure.fault)
        elif place not in recorded:
            yield _figure("site-figure-added", figure, "was not there when the site was published")
        elif figure.record != recorded[place].record:
            detail = tuple(_differences(recorded[place], figure))
            yield _figure("site-figure-changed", figure, "has another record than the one published", detail)
    for place, figure in recorded.items():
        if place not in present:
            yield _figure("site-figure-missing", figure, "is not there")


def _by_place(figures: tuple[PublishedFigure, ...]) -> dict[tuple[str, str, int], PublishedFigure]:
    """Return the figures by page, id, and a count for a page that shows one id twice."""
    seen: Counter[tuple[str, str]] = Counter()
    places = {}
    for figure in figures:
        place = (figure.page, figure.id)
        places[(*place, seen[place])] = figure
        seen[place] += 1
    return places


def _differences(recorded: PublishedFigure, present: PublishedFigure) -> Iterator[str]:
    """Yield the fields in which two records differ."""
    before, after = (plain(each.record) if each.record else {} for each in (recorded, present))
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) != after.get(name):
            yield f"{name}: recorded {_short(before.get(name))}, present {_short(after.get(name))}"


def _short(value: object) -> str:
    return quote(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)) if value else "nothing"


def _figure(code: str, figure: PublishedFigure, what: str, detail: tuple[str, ...] = ()) -> Diagnostic:
    return finding(code, f"figure {quote(figure.id)} {what}", Location(figure.page), hint=_REBUILD, detail=detail)


def _missing(name: str) -> Diagnostic:
    return finding("site-file-missing", f"file {quote_path(name)} is not there", Location(name), hint=_REBUILD)


def _record(name: str, what: str) -> Diagnostic:
    return finding("site-record", f"{quote_path(name)} can't be relied on: {what}", Location(name), hint=_REBUILD)
