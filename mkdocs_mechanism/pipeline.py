"""Request + Workspace -> Result: the whole journey of one fence, one line a stage."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from .checking import Checked, check, id_taken
from .codes import finding
from .diagnostics import Diagnostic
from .document.model import Mechanism
from .drawing.arrange import arrange
from .drawing.display import Display, compose
from .drawing.layout import LayoutError
from .drawing.stylesheet import Sheet, page_sheet, standalone_sheet
from .drawing.svg import SvgFrame, render
from .figure import assets
from .figure.ids import figure_ids, free_id
from .figure.markup import FigureParts, render_failure, render_figure, render_still
from .figure.panel import ReviewRow
from .provenance.publication import Publication, publication, shown_findings
from .request import Request
from .timeline import Timeline, timelines, widest_numbers
from .workspace import Workspace, quote_path

FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif"
"""The typefaces of a standalone file; in a page the figure has the page's own."""


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
    copies: Mapping[str, bytes] = field(default_factory=dict)
    """Published copies of sources: path relative to the site, to content. Empty unless the site asks for them."""


@dataclass(frozen=True, slots=True)
class DrawResult:
    """A standalone picture, or the findings that prevented it."""

    svg: bytes | None
    diagnostics: tuple[Diagnostic, ...]


def build(request: Request, workspace: Workspace) -> Result:
    """Return the figure of one fence, with everything that was found on the way. Never raises for an author's mistake.

    Args:
        request: which document, where it was asked for, and how the host wants it.
        workspace: where documents and sources are.
    """
    checked = check(request, workspace)
    drawable = checked.drawable
    if drawable is None:
        return failure(request, checked)
    mechanism, verification = drawable
    lines = timelines(mechanism)
    try:
        displays = _displays(mechanism, lines)
    except LayoutError as error:
        return failure(request, checked, _layout_failed(request, error))
    sheet = page_sheet(displays, lines)
    plain_id = _free_id(request, lines)
    if plain_id is None:
        return failure(request, checked, id_taken(request))
    published = publication(request, workspace, checked, mechanism, verification)
    parts = _parts(request, checked, mechanism, published, lines, displays, sheet, request.prefix + plain_id)
    markup = render_figure(parts) if request.still is None else render_still(parts, f"{request.still}#{plain_id}")
    return Result(
        markup,
        frozenset(figure_ids(parts.id, lines)),
        sheet.file_name,
        {
            assets.shared_name(): assets.shared_css(),
            assets.player_name(): assets.player_js(),
            sheet.file_name: sheet.css.encode(),
        },
        (*checked.diagnostics, *published.diagnostics),
        _dependencies(request, mechanism),
        _record(request, checked),
        published.files,
    )


def draw(request: Request, workspace: Workspace, *, scenario: str = "", layout: str = "wide") -> DrawResult:
    """Return one scenario as an SVG file that carries its own style and moves in `<img>`.

    Args:
        request: which document; `options.scenario` is overruled by `scenario`.
        workspace: where documents and sources are.
        scenario: id of the scenario; empty: the document's first.
        layout: `wide` or `narrow`.
    """
    checked = check(request, workspace, scenario=scenario)
    if checked.drawable is None:
        return DrawResult(None, checked.diagnostics)
    mechanism, _ = checked.drawable
    lines = timelines(mechanism)
    try:
        displays = _displays(mechanism, lines)
    except LayoutError as error:
        return DrawResult(None, (*checked.diagnostics, _layout_failed(request, error)))
    display = displays[-1] if layout == "narrow" else displays[0]
    sheet = standalone_sheet(display, lines, checked.shown)
    direction = ' direction="rtl"' if display.is_rtl else ""
    namespace = f' xmlns="http://www.w3.org/2000/svg" xml:lang="{mechanism.language}"{direction}'
    frame = SvgFrame(
        classes=f"mechanism {sheet.css_class}",
        title=mechanism.title,
        desc=mechanism.alt,
        title_id=f"{sheet.css_class}-t",
        desc_id=f"{sheet.css_class}-d",
        attributes=f'{namespace} font-family="{FONTS}"',
        style=assets.drawing_css() + assets.dark_css() + sheet.css,
        has_ground=True,
    )
    line = lines[checked.shown]
    svg = render(
        replace(display, numbers=(display.numbers[checked.shown],)), frame, shown=0, unselected=line.unselected
    )
    return DrawResult(svg.encode() + b"\n", checked.diagnostics)


def _displays(mechanism: Mechanism, lines: tuple[Timeline, ...]) -> tuple[Display, ...]:
    """Return the wide and the narrow display, or one for both where the narrow layout would be the wide one."""
    numbers = widest_numbers(lines)
    wide = arrange(mechanism, numbers, is_narrow=False)
    narrow = arrange(mechanism, numbers, is_narrow=True, wide=wide)
    layouts = (wide, narrow) if narrow.is_narrow else (wide,)
    return tuple(compose(mechanism, layout, lines) for layout in layouts)


def _parts(
    request: Request,
    checked: Checked,
    mechanism: Mechanism,
    published: Publication,
    lines: tuple[Timeline, ...],
    displays: tuple[Display, ...],
    sheet: Sheet,
    figure_id: str,
) -> FigureParts:
    review = mechanism.review
    stands = not request.options.autoplay
    return FigureParts(
        mechanism=mechanism,
        lines=lines,
        svgs=tuple(_svgs(mechanism, displays, lines[checked.shown], checked.shown, figure_id)),
        rows=published.rows(request),
        verdict=published.record.verified,
        css_class=sheet.css_class,
        classes=request.options.classes,
        id=figure_id,
        stem=request.stem,
        shown=checked.shown,
        step=request.options.step,
        moves=request.moves and not stands,
        autoplay=not stands,
        loop=request.options.loop,
        pace=request.options.pace,
        words=request.options.words,
        assets=_assets(request, sheet),
        scrolls=len(displays) == 1,
        record=published.data_block(request, figure_id),
        review=ReviewRow(review.by, review.on, checked.has_stale_review) if review is not None else None,
    )


def _svgs(mechanism: Mechanism, displays: Sequence[Display], line: Timeline, shown: int, figure_id: str) -> list[str]:
    markup = []
    for display in displays:
        short = "n" if display.is_narrow else ""
        layout = "mechanism-narrow" if display.is_narrow else "mechanism-wide"
        frame = SvgFrame(
            classes=layout if len(displays) > 1 else "mechanism-wide mechanism-narrow",
            title=mechanism.title,
            desc=mechanism.alt,
            title_id=f"{figure_id}-{short}t",
            desc_id=f"{figure_id}-{short}d",
            is_hidden=display.is_narrow,
        )
        markup.append(render(display, frame, shown=shown, unselected=line.unselected))
    return markup


def _assets(request: Request, sheet: Sheet | None) -> str:
    """Return what brings the player and the stylesheets (the shared one once a page): links, or the rules."""
    is_still = request.still is not None
    own = sheet if not is_still else None
    # Once a page: twenty links to it cost a browser a third of a second.
    brings_shared = request.moves or is_still or sheet is None
    if request.assets == "link":
        names = [assets.shared_name()] if brings_shared else []
        names += [own.file_name] if own else []
        script = assets.script_element(request.asset_base) if own and request.moves else ""
        return assets.link_elements(request.asset_base, names) + script
    shared = assets.shared_css().decode() if brings_shared else ""
    return assets.style_element(shared + (own.css if own else ""))


def _free_id(request: Request, lines: Sequence[Timeline]) -> str | None:
    wanted = request.options.id
    base = wanted or request.stem
    return free_id(base, prefix=request.prefix, taken=request.taken, lines=lines, fixed=bool(wanted))


def _layout_failed(request: Request, error: LayoutError) -> Diagnostic:
    message = f"document {quote_path(request.document)}: {error}"
    return finding("layout-failed", message, request.location, hint=error.hint)


def failure(request: Request, checked: Checked, *more: Diagnostic) -> Result:
    """Return the error figure for what can't be drawn: the findings of `checked`, and what was found after it."""
    diagnostics = (*checked.diagnostics, *more)
    plain = free_id(request.stem, prefix=request.prefix, taken=request.taken, lines=(), fixed=False)
    figure_id = f"{request.prefix}{plain}"
    return Result(
        render_failure(figure_id, shown_findings(diagnostics, request), _assets(request, None)),
        frozenset((figure_id,)),
        "",
        {assets.shared_name(): assets.shared_css()},
        diagnostics,
        _dependencies(request, checked.mechanism),
        _record(request, checked),
    )


def _dependencies(request: Request, mechanism: Mechanism | None) -> tuple[str, ...]:
    sources = (source.path for source in mechanism.sources if source.path) if mechanism else ()
    return tuple(dict.fromkeys((request.document, *sources)))


def _record(request: Request, checked: Checked) -> dict[str, object]:
    """Return the verification record of a figure."""
    verification = checked.verification
    states = verification.states if verification else ()
    return {
        "document": request.document,
        "sha256": hashlib.sha256(checked.data).hexdigest(),
        "verdict": verification.verdict if verification else "failed",
        "title": checked.mechanism.title if checked.mechanism else "",
        "sources": [
            {
                "path": each.source.path,
                "url": each.source.url,
                "part": each.source.part,
                "status": each.status.value,
                "pinned": each.source.sha256,
                "sha256": each.actual,
                "size": each.size,
            }
            for each in states
        ],
    }
