"""From the tokens of a page to its figures: each fence is read, asked for, and its result handed to the host."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import escape, unescape
from urllib.parse import unquote

from markdown import Markdown

from ...checking import Checked, check
from ...codes import finding
from ...diagnostics import Diagnostic, Location, quote
from ...document.names import slug
from ...fence import Fence, find
from ...fence_request import ask
from ...options import SiteOptions
from ...pipeline import Result, build, failure
from ...request import Request
from .context import PageContext, relative_url
from .html import INSIDE, PLACES, holder
from .marks import TOKEN, Marks, token
from .pages import PageState, id_in_post, is_whole_page, state_of
from .places import places
from .publish import FOLDER, publish, withhold
from .report import log, plugin_of

_ID = re.compile(r"<[A-Za-z][^<>]*?\sid\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_PARAGRAPH = re.compile(r"<p(?P<attributes>\s[^>]*)?>(?P<inside>(?:(?!</?p[\s>]).)*)</p>", re.DOTALL)
_FIGURE_ID = re.compile(r'<figure [^>]*?\bid="([^"]*)"')


@dataclass(slots=True)
class Figures:
    """The figures of one text."""

    md: Markdown
    page: PageContext
    site: SiteOptions
    marks: Marks
    findings: list[Diagnostic] = field(default_factory=list)
    """Everything found, in the order of the page."""
    places: list[Location] | None = None
    seen: set[int] = field(default_factory=set)
    """Numbers of the fences that reached the page, as figure or as words."""
    state: PageState = field(default_factory=PageState)

    def render(self, text: str) -> str:
        """Return the page's HTML with its figures."""
        self.state = state_of(self.page)
        self.state.taken.update(unescape(next(filter(None, found), "")) for found in _ID.findall(text))
        html = PLACES.sub(self.replace, _PARAGRAPH.sub(_freed, text))
        for number, fence in enumerate(self.marks.fences):
            # Without the extension for footnotes, Python-Markdown takes one for the address of a link.
            if fence.item and number not in self.seen:
                reason = f"nothing takes the text behind {quote(fence.item.strip())}"
                self._complain(number, reason, "load the extension that does, or move the fence out of there")
        return html

    def replace(self, match: re.Match[str]) -> str:
        """Return what stands in the place of a token, a leftover mark, or what may hold one."""
        if not match["number"] and not match["left"]:
            return INSIDE.sub(lambda inner: self._own_words(inner, match), match[0])
        number = self.marks.index(match["number"] or match["left"])
        if number is None:
            return match[0]
        self.seen.add(number)
        fence = self.marks.fences[number]
        if match["left"]:
            self._complain(
                number, "a block before it takes its lines as text", "close the fence or the HTML block before it"
            )
            return escape(fence.mark + fence.header, quote=False)
        result = self._result(number, fence)
        self._take(number, result)
        return result.markup

    def _own_words(self, inner: re.Match[str], outer: re.Match[str]) -> str:
        """Return the author's words for a token where no element is shown; in a comment that is what is wanted."""
        number = self.marks.index(inner["number"] or inner["left"])
        if number is None:
            return inner[0]
        self.seen.add(number)
        if not outer["comment"]:
            self._complain(number, f"it stands in {holder(outer)}", "move it out of there")
        fence = self.marks.fences[number]
        return fence.mark + fence.header

    def _complain(self, number: int, reason: str, hint: str) -> None:
        message = f"the fence is not rendered: {reason}"
        self.findings.append(finding("fence-syntax", message, self._place(number), hint=hint))

    def _result(self, number: int, fence: Fence) -> Result:
        place = self._place(number)
        asked = ask(fence, place, self.site, self.page.docs_dir)
        request = replace(
            asked.request or Request("mechanism", place),
            taken=frozenset(self.state.taken),
            moves=not self.state.has_motion,
            assets="link" if self._is_linked else "inline",
            asset_base=relative_url(FOLDER, self.page.url),
            site_base=self.page.site_base,
            repository=self.page.repository,
        )
        if self.page.is_excerpt:
            request = self._still(request, number)
        try:
            if asked.diagnostics:
                return self._refuse(request, asked.diagnostics, is_readable=asked.request is not None)
            return self._build(request)
        except Exception as error:  # noqa: BLE001  # whatever we did wrong, the author gets a place and not a traceback
            return _defect(request, error)

    @property
    def _is_linked(self) -> bool:
        return self.site.assets == "link" or (self.site.assets == "auto" and self.page.files is not None)

    def _still(self, request: Request, number: int) -> Request:
        """Return the request of an excerpt: a still picture that leads to the figure in its post."""
        own = request.options.id or id_in_post(self.page, number)
        return replace(
            request,
            options=replace(request.options, id=own),
            prefix=slug(unquote(self.page.own_url).strip("/").removesuffix(".html").replace("/", "-")) + "-",
            still=relative_url(self.page.own_url, self.page.url),
        )

    def _build(self, request: Request) -> Result:
        result = build(request, self.page.workspace)
        if any(each.code == "document-not-found" for each in result.diagnostics):
            moved = self._in_collection(request.document)
            if moved is not None:
                return build(replace(request, document=moved), self.page.workspace)
        return result

    def _in_collection(self, document: str) -> str | None:
        """Return where MkDocs has a document that is not in its place: generated, or of another language's folder."""
        prefix = "" if self.page.docs_dir in ("", ".") else f"{self.page.docs_dir}/"
        if self.page.files is None or not document.startswith(prefix):
            return None
        file = self.page.files.get_file_from_path(document[len(prefix) :])
        real = getattr(file, "abs_src_path", None)
        return self.page.relative(real) if real else None

    def _refuse(self, request: Request, findings: Sequence[Diagnostic], *, is_readable: bool) -> Result:
        """Return the error figure of a fence with mistakes; the document's own come in the same run."""
        if not is_readable:
            return replace(failure(request, Checked(None, tuple(findings), None, b"", is_read=False)), dependencies=())
        checked = check(request, self.page.workspace, needs_endpoints=False)
        return failure(request, replace(checked, diagnostics=(*findings, *checked.diagnostics)))

    def _take(self, number: int, result: Result) -> None:
        """Note what a figure brings to its page, and hand its files and dependencies on."""
        self.findings.extend(result.diagnostics)
        self.state.taken.update(result.ids)
        if result.stylesheet:
            self.state.has_motion = True
        shown = _FIGURE_ID.search(result.markup)
        if shown and is_whole_page(self.md):
            self.state.figure_ids[number] = unescape(shown[1])
        publish(self.md, self.page, result, is_linked=self._is_linked)
        if self.site.source_paths != "full" and result.dependencies:
            withhold(self.page, result.dependencies[0])
        plugin = plugin_of(self.page)
        if plugin is not None:
            plugin.depends_on(self.page.workspace.root, result.dependencies)

    def _place(self, number: int) -> Location:
        if self.places is None:
            self.places = places(self.marks.fences, self.page, find)
        return self.places[number]


def _defect(request: Request, error: Exception) -> Result:
    """Return the error figure for a mistake of ours; the traceback is in the log at its lowest level."""
    log.debug("mechanism: %s", request.document, exc_info=error)
    message = f"a defect of mkdocs-mechanism: {type(error).__name__}"
    found = finding("internal-error", message, request.location, hint="report it with the document")
    return failure(request, Checked(None, (found,), None, b"", is_read=False))


def _freed(match: re.Match[str]) -> str:
    """Return a paragraph without the tokens in it: a `figure` may not stand in a `p`, its end would be lost."""
    pieces = TOKEN.split(match["inside"])
    if len(pieces) == 1:
        return match[0]
    # `split` returns text and fence numbers in turn.
    texts = [f"<p>{text.strip()}</p>" if text.strip() else "" for text in pieces[::2]]
    texts[0] = texts[0].replace("<p>", f"<p{match['attributes'] or ''}>", 1)
    tokens = [token(number) for number in pieces[1::2]]
    return "\n".join(filter(None, itertools.chain(*itertools.zip_longest(texts, tokens, fillvalue=""))))
