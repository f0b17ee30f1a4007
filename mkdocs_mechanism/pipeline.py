"""Request + Workspace -> Result: the whole journey of one fence, one line a stage."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .codes import finding
from .diagnostics import Diagnostic, Location, Severity, quote
from .document.model import Endpoints, Mechanism
from .document.names import slug
from .document.reader import Reading, read
from .drawing.arrange import arrange
from .drawing.display import Display, compose
from .drawing.dot import LayoutError
from .drawing.stylesheet import Sheet, page_sheet, standalone_sheet
from .drawing.svg import SvgFrame, render
from .figure.assets import drawing_css, shared_css, shared_name
from .figure.markup import FigureParts, render_failure, render_still
from .figure.markup import render as render_figure
from .figure.panel import SourceRow
from .options import FigureOptions
from .sources.levels import apply_levels
from .sources.verify import Verification, verify
from .timeline import Timeline, timelines, widest_numbers
from .workspace import Workspace, WorkspaceError

DOCUMENT_LIMIT = 4 * 1024 * 1024
"""Largest document, in bytes."""
FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif"
"""The typefaces of a standalone file; in a page the figure has the page's own."""


@dataclass(frozen=True, slots=True)
class Request:
    """One figure that a page asks for."""

    document: str
    """Path of the document, relative to the workspace root."""
    location: Location
    """Where the fence (or the command) stands."""
    options: FigureOptions = FigureOptions()
    endpoints: Mapping[str, Endpoints] = field(default_factory=dict)
    """Edge name to the ends given in the fence body."""
    taken: frozenset[str] = frozenset()
    """Every id that the page holds already."""
    prefix: str = ""
    """Put before the figure's id where it is shown in another page's view."""
    moves: bool = True
    """False for every figure of a page but the first: it waits for its reader."""
    assets: str = "inline"
    """`link` (the host publishes `Result.files`) or `inline` (everything stands in the markup)."""
    asset_base: str = ""
    """Relative URL, ending in `/`, from the built page to the folder that holds `Result.files`."""
    still: str | None = None
    """For an excerpt: the URL of the post, relative to the page shown; the figure is then a still picture."""


@dataclass(frozen=True, slots=True)
class Result:
    """What every host gets; it decides only where it goes."""

    markup: str
    """The `figure` element: complete, or the error figure."""
    ids: frozenset[str]
    """Every id in the markup (the page's anchors)."""
    stylesheet: str
    """Name of the figure's own stylesheet in `files`; empty for an error figure."""
    files: Mapping[str, bytes]
    """File name to content, to publish below one folder when assets are linked; the shared stylesheet is among them."""
    diagnostics: tuple[Diagnostic, ...]
    dependencies: tuple[str, ...]
    """Workspace-relative paths of the document and its sources, found or not: what a host watches."""
    record: Mapping[str, object]
    """The verification record: document, its digest, each source's path, status and digests."""


@dataclass(frozen=True, slots=True)
class DrawResult:
    """A standalone picture, or the findings that prevented it."""

    svg: bytes | None
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class _Checked:
    """A document that was read, and everything found about it and its sources, at the levels asked for."""

    mechanism: Mechanism | None
    diagnostics: tuple[Diagnostic, ...]
    verification: Verification | None
    data: bytes
    shown: int = 0
    """Index of the scenario that is shown."""

    @property
    def drawable(self) -> Mechanism | None:
        """Return the mechanism unless a finding says that it can't be drawn."""
        stops = any(
            each.severity is Severity.ERROR and not each.code.startswith("source-") for each in self.diagnostics
        )
        return None if stops else self.mechanism


def build(request: Request, workspace: Workspace) -> Result:
    """Return the figure of one fence, with everything that was found on the way. Never raises for an author's mistake.

    Args:
        request: which document, where it was asked for, and how the host wants it.
        workspace: where documents and sources are.
    """
    checked = _check(request, workspace)
    mechanism = checked.drawable
    if mechanism is None:
        return _failure(request, checked)
    lines = timelines(mechanism)
    try:
        displays = _displays(mechanism, lines)
    except LayoutError as error:
        found = finding("layout-failed", f"document {quote(request.document)}: {error}", request.location)
        return _failure(request, checked, found)
    sheet = page_sheet(displays, lines)
    figure_id, plain_id, problem = _figure_id(request, lines)
    if problem:
        return _failure(request, checked, problem)
    parts = _parts(request, checked, lines, displays, sheet, figure_id)
    still = request.still is not None
    markup = render_still(parts, f"{request.still}#{plain_id}") if still else render_figure(parts)
    return Result(
        markup,
        frozenset(_ids(figure_id, lines)),
        sheet.file_name,
        {shared_name(): shared_css(), sheet.file_name: sheet.css.encode()},
        checked.diagnostics,
        _dependencies(request, mechanism),
        _record(request, checked),
    )


def check(request: Request, workspace: Workspace, *, needs_endpoints: bool = True) -> tuple[Diagnostic, ...]:
    """Return what `build` would find of document, sources and endpoints, without drawing."""
    return _check(request, workspace, needs_endpoints=needs_endpoints).diagnostics


def draw(request: Request, workspace: Workspace, *, scenario: str = "", layout: str = "wide") -> DrawResult:
    """Return one scenario as an SVG file that carries its own style and moves in `<img>`.

    Args:
        request: which document; `options.scenario` is overruled by `scenario`.
        workspace: where documents and sources are.
        scenario: id of the scenario; empty: the document's first.
        layout: `wide` or `narrow`.
    """
    checked = _check(request, workspace, scenario=scenario)
    mechanism = checked.drawable
    if mechanism is None:
        return DrawResult(None, checked.diagnostics)
    lines = timelines(mechanism)
    try:
        displays = _displays(mechanism, lines)
    except LayoutError as error:
        found = finding("layout-failed", f"document {quote(request.document)}: {error}", request.location)
        return DrawResult(None, (*checked.diagnostics, found))
    display = displays[-1] if layout == "narrow" else displays[0]
    sheet = standalone_sheet(display, lines, checked.shown)
    direction = ' direction="rtl"' if display.is_rtl else ""
    frame = SvgFrame(
        classes=f"mechanism {sheet.css_class}",
        title=mechanism.title,
        desc=mechanism.alt,
        title_id=f"{sheet.css_class}-t",
        desc_id=f"{sheet.css_class}-d",
        attributes=f' xmlns="http://www.w3.org/2000/svg" xml:lang="{mechanism.language}"{direction} font-family="{FONTS}"',
        style=_escape_style(drawing_css() + _dark_when_the_system_is() + sheet.css),
        ground=True,
    )
    svg = render(display, frame, shown=checked.shown, unselected=lines[checked.shown].unselected)
    return DrawResult(svg.encode() + b"\n", checked.diagnostics)


def _check(request: Request, workspace: Workspace, *, scenario: str = "", needs_endpoints: bool = True) -> _Checked:
    """Read the document and verify its sources; levels are applied last, to everything found."""
    try:
        data = workspace.read(request.document, DOCUMENT_LIMIT)
    except WorkspaceError as error:
        return _Checked(None, (_not_read(error, request),), None, b"")
    reading = read(data, file=request.document, endpoints=request.endpoints)
    found = list(reading.diagnostics)
    verification, shown = None, 0
    if reading.mechanism is not None:
        verification = verify(reading.mechanism, workspace, document=request.document, locate=reading.locate)
        found.extend(verification.diagnostics)
        if needs_endpoints:
            found.extend(_missing_endpoints(reading, request))
        shown, problems = _shown(reading.mechanism, request, scenario)
        found.extend(problems)
    return _Checked(reading.mechanism, apply_levels(tuple(found), request.options), verification, data, shown)


def _not_read(error: WorkspaceError, request: Request) -> Diagnostic:
    codes = {"missing": "document-not-found", "too-large": "document-too-large"}
    code = codes.get(error.kind, "document-refused")
    return finding(code, f"document {error.message}", request.location, hint=error.hint)


def _missing_endpoints(reading: Reading, request: Request) -> list[Diagnostic]:
    """Return the finding for edges without ends, with both cures; endpoints are never guessed."""
    mechanism = reading.mechanism
    names = [edge.name for edge in mechanism.edges.values() if edge.tail is None] if mechanism else []
    if not names:
        return []
    shown = ", ".join(quote(name) for name in names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
    edges = f"{len(names)} edges have" if len(names) > 1 else "1 edge has"
    return [
        finding(
            "missing-endpoints",
            f"{edges} no endpoints in document {quote(request.document)}, so there is nothing to draw: {shown}",
            request.location,
            hint=f'add "from" and "to" to each edge in the document, or a line such as'
            f" `{names[0]}: NODE -> NODE` for each to the fence",
        )
    ]


def _shown(mechanism: Mechanism, request: Request, scenario: str) -> tuple[int, list[Diagnostic]]:
    """Return the index of the scenario asked for, and what is wrong with that wish."""
    wanted = scenario or request.options.scenario
    ids = [each.id for each in mechanism.scenarios]
    index = ids.index(wanted) if wanted in ids else 0
    if wanted and wanted not in ids:
        message = f"the document has no scenario {quote(wanted)}; it has: {', '.join(ids)}"
        return 0, [finding("unknown-scenario", message, request.location)]
    count = len(mechanism.scenarios[index].steps)
    if request.options.step > count:
        message = f"scenario {quote(ids[index])} has no step {request.options.step}; its last is {count}"
        return index, [finding("unknown-scenario", message, request.location)]
    return index, []


def _displays(mechanism: Mechanism, lines: tuple[Timeline, ...]) -> tuple[Display, ...]:
    """Return the wide and the narrow display, or one for both where the narrow layout would be the wide one."""
    numbers = widest_numbers(lines)
    wide = arrange(mechanism, numbers, is_narrow=False)
    narrow = arrange(mechanism, numbers, is_narrow=True)
    layouts = (wide, narrow) if narrow.is_narrow else (wide,)
    return tuple(compose(mechanism, layout, lines) for layout in layouts)


def _parts(
    request: Request,
    checked: _Checked,
    lines: tuple[Timeline, ...],
    displays: tuple[Display, ...],
    sheet: Sheet,
    figure_id: str,
) -> FigureParts:
    mechanism, verification = checked.mechanism, checked.verification
    assert mechanism is not None and verification is not None
    options = request.options
    is_still = options.autoplay is False
    return FigureParts(
        mechanism=mechanism,
        lines=lines,
        svgs=tuple(_svgs(mechanism, displays, lines[checked.shown], checked.shown, figure_id)),
        rows=tuple(
            SourceRow(s.source.path, s.source.description, s.status.value, s.source.sha256) for s in verification.states
        ),
        verdict=verification.verdict,
        css_class=sheet.css_class,
        classes=options.classes,
        id=figure_id,
        stem=_stem(request),
        shown=checked.shown,
        step=options.step if is_still else 0,
        moves=request.moves and not is_still,
        assets=_assets(request, sheet),
        scrolls=len(displays) == 1,
    )


def _svgs(mechanism: Mechanism, displays: Sequence[Display], line: Timeline, shown: int, figure_id: str) -> list[str]:
    markup = []
    for display in displays:
        layout = "narrow" if display.is_narrow else "wide"
        both = " mechanism-narrow" if len(displays) == 1 else ""
        short = "n" if display.is_narrow else ""
        frame = SvgFrame(
            classes=f"mechanism-{layout}{both}",
            title=mechanism.title,
            desc=mechanism.alt,
            title_id=f"{figure_id}-{short}t",
            desc_id=f"{figure_id}-{short}d",
            is_hidden=display.is_narrow,
        )
        markup.append(render(display, frame, shown=shown, unselected=line.unselected))
    return markup


def _assets(request: Request, sheet: Sheet | None) -> str:
    """Return what brings the stylesheets: links, or the rules themselves (the shared ones once a page)."""
    own = () if sheet is None or request.still is not None else (sheet,)
    if request.assets == "link":
        names = (shared_name(), *(each.file_name for each in own))
        return "".join(f'<link rel="stylesheet" href="{request.asset_base}{name}">' for name in names)
    shared = shared_css().decode() if request.moves or request.still is not None or sheet is None else ""
    return f"<style>{_escape_style(shared + ''.join(each.css for each in own))}</style>"


def _escape_style(css: str) -> str:
    """Return rules that can stand in a `style` element of HTML and of XML alike: no `<` and no `&`."""
    return css.replace("<", "").replace("&", "")


def _dark_when_the_system_is() -> str:
    return (
        "@media (prefers-color-scheme:dark){.mechanism{--mechanism-paper:#262a35;--mechanism-stage:#1a1d25;"
        "--mechanism-ink:#eef0f6;--mechanism-ink2:#b7bdcc;--mechanism-line:#8f98ab;--mechanism-accent:#a9b3ff;"
        "--mechanism-on:#171a24;--mechanism-tint:#343b66;--mechanism-token:#ffb45e;--mechanism-rule:#3a4050}}"
    )


def _stem(request: Request) -> str:
    return slug(posixpath.splitext(posixpath.basename(request.document))[0])


def _figure_id(request: Request, lines: Sequence[Timeline]) -> tuple[str, str, Diagnostic | None]:
    """Return the figure's id, the same without the view's prefix, and what is wrong with the id asked for."""
    wanted = request.options.id
    base = wanted or _stem(request)
    count = 1
    while True:
        plain = base if count == 1 else f"{base}-{count}"
        figure_id = request.prefix + plain
        if not request.taken.intersection(_ids(figure_id, lines)):
            return figure_id, plain, None
        if wanted:
            message = f"id {quote(wanted)}, or an id made from it, is already used on this page"
            return figure_id, plain, finding("figure-id", message, request.location, hint="choose another id")
        count += 1


def _ids(figure_id: str, lines: Sequence[Timeline]) -> list[str]:
    """Return every id that a figure's markup holds."""
    ids = [figure_id, *(f"{figure_id}-{short}" for short in ("t", "d", "nt", "nd"))]
    ids.extend(f"{figure_id}-{line.scenario}-{frame.number}" for line in lines for frame in line.frames)
    return ids


def _failure(request: Request, checked: _Checked, *more: Diagnostic) -> Result:
    diagnostics = (*checked.diagnostics, *more)
    figure_id, _, _ = _figure_id(
        Request(request.document, request.location, taken=request.taken, prefix=request.prefix), ()
    )
    assets = _assets(request, None)
    return Result(
        render_failure(figure_id, diagnostics, assets),
        frozenset((figure_id,)),
        "",
        {shared_name(): shared_css()},
        diagnostics,
        _dependencies(request, checked.mechanism),
        _record(request, checked),
    )


def _dependencies(request: Request, mechanism: Mechanism | None) -> tuple[str, ...]:
    sources = (source.path for source in mechanism.sources) if mechanism else ()
    return tuple(dict.fromkeys((request.document, *sources)))


def _record(request: Request, checked: _Checked) -> dict[str, object]:
    """Return the verification record of a figure."""
    states = checked.verification.states if checked.verification else ()
    return {
        "document": request.document,
        "sha256": hashlib.sha256(checked.data).hexdigest(),
        "verdict": checked.verification.verdict if checked.verification else "failed",
        "sources": [
            {"path": s.source.path, "status": s.status.value, "pinned": s.source.sha256, "sha256": s.actual}
            for s in states
        ],
    }
