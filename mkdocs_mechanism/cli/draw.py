"""`draw`: write one scenario as a standalone SVG."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ..diagnostics import Diagnostic, Location, quote
from ..document.limits import BYTES
from ..document.reader import read
from ..report import Extent
from ..request import Request
from ..workspace import CONFIGURATIONS, PAGE_SUFFIXES, WorkspaceError, find_root, quote_path
from .findings import show
from .output import UsageError, out_bytes, write_file
from .scope import Figure, figures, is_page, relative, site_of
from .site import Site

STDOUT = (None, "-", "/dev/stdout")
"""What `--output` is for the standard output; the last would be replaced where that is a file."""


def run(arguments: argparse.Namespace) -> int:
    """Draw the document or the figure of a page, write the picture and return the exit code."""
    from ..pipeline import draw

    site, request, diagnostics = _request(arguments.target, arguments.root)
    if diagnostics:
        return show((*site.diagnostics, *diagnostics), Extent(1), arguments)
    scenario = arguments.scenario or request.options.scenario
    # The picture shows every step in turn. A fault of the command line does not stand in the page.
    options = replace(request.options, scenario="", step=0)
    places = {} if arguments.scenario else request.places
    result = draw(
        replace(request, options=options, places=places), site.workspace, scenario=scenario, layout=arguments.layout
    )
    found = (*site.diagnostics, *result.diagnostics)
    output = None if arguments.output in STDOUT else Path(arguments.output)
    if result.svg is None or output is not None:
        if result.svg is not None and output is not None:
            _refuse_input(output, site, request)
            write_file(output, result.svg)
        return show(found, Extent(1), arguments)
    out_bytes(result.svg)
    return show(found, Extent(1), arguments, is_stdout_taken=True)


def _refuse_input(output: Path, site: Site, request: Request) -> None:
    """Raise a usage error where the picture would take the place of what it is made from."""
    if not output.exists():
        return
    for what, file in _inputs(site, request):
        try:
            is_input = output.samefile(file)
        except OSError:  # one of them is not there
            continue
        if is_input:
            raise UsageError(f"{quote_path(str(output))} is {what}; nothing was written, name another file")


def _inputs(site: Site, request: Request) -> Iterator[tuple[str, Path]]:
    """Yield what a figure is made from, each file with what it is."""
    root = site.workspace.root
    yield "the document itself", root / request.document
    yield "the page itself", root / request.location.file
    home = find_root((root / request.location.file).parent)
    if home is not None:
        yield from (("the site's configuration", home / name) for name in CONFIGURATIONS)
    mechanism = read(site.workspace.read(request.document, BYTES), file=request.document).mechanism
    if mechanism is not None:
        yield from (("a source of the document", root / source.path) for source in mechanism.sources if source.path)


def _request(target: str, root: str | None) -> tuple[Site, Request, tuple[Diagnostic, ...]]:
    """Return what to draw; findings of the fence where there are some."""
    name, mark, wanted = target.rpartition("#")
    if not (mark and name.lower().endswith(PAGE_SUFFIXES)):
        name, wanted = target, ""
    path = Path(name)
    site = site_of(path, root)
    place = relative(site, path)
    if not is_page(path):
        return site, Request(place, Location(place), site.figure_options), ()
    try:
        shown = figures(site, place)
    except WorkspaceError as error:
        raise UsageError(f"page {error.message}") from None
    chosen = _chosen(shown, wanted) if wanted else list(shown)
    if len(chosen) != 1:
        ids = ", ".join(figure.id for figure in shown if figure.id) or "none"
        what = f"no figure {quote(wanted)}" if wanted else f"{len(shown)} figures"
        raise UsageError(f"page {quote_path(place)} has {what}; write PAGE.md#ID with one of its ids: {ids}")
    figure = chosen[0]
    request = figure.request or Request(place, Location(place))
    return site, request, figure.diagnostics


def _chosen(shown: Sequence[Figure], wanted: str) -> list[Figure]:
    """Return the figure of an id.

    A heading that has the id already makes it `ID-2` in the built page; headings are not looked at here, so that is
    taken for the same figure where the page has no other one of this name.
    """
    stem, _, number = wanted.rpartition("-")
    exact = [figure for figure in shown if figure.id == wanted]
    if exact or not number.isdecimal():
        return exact
    return [figure for figure in shown if re.fullmatch(rf"{re.escape(stem)}(-\d+)?", figure.id)]
