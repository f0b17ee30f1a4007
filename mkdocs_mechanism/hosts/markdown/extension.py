"""The extension: reads its options and puts its parts where they belong."""

from __future__ import annotations

from markdown import Markdown
from markdown.extensions import Extension

from ...options import OPTIONS, OptionError, SiteOptions, site_options
from .attach import AttachPreprocessor
from .marks import Marks
from .render import RenderPostprocessor, WholeTreeprocessor
from .scanner import NestedBlockProcessor, SampleTreeprocessor, TopLevelPreprocessor


class MechanismExtension(Extension):
    """Python-Markdown extension `mechanism`: figures of mechanisms from fenced blocks."""

    def __init__(self, **options: object) -> None:
        """Read the options. What is wrong with them is said at the first page: MkDocs would add a traceback here."""
        super().__init__()
        self.config = {row.name: [row.default, row.summary] for row in OPTIONS.values() if row.site and row.landed}
        self.site, self.wrong = site_options(options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  # Python-Markdown's name
        """Register the parts; each says at its priority what it must come before and after."""
        register(md, self.site, tuple(self.wrong.values()))


def register(md: Markdown, site: SiteOptions, wrong: tuple[OptionError, ...] = ()) -> None:
    """Put the parts of the extension into a Markdown instance; its state is kept there, not in the extension."""
    marks = Marks()
    preprocessors, blocks = md.preprocessors, md.parser.blockprocessors
    preprocessors.register(AttachPreprocessor(md, marks), "mechanism_attach", AttachPreprocessor.PRIORITY)
    top = TopLevelPreprocessor(md, marks, is_leftover=False)
    leftover = TopLevelPreprocessor(md, marks, is_leftover=True)
    preprocessors.register(top, "mechanism_top_level", TopLevelPreprocessor.BEFORE_FENCED_CODE)
    preprocessors.register(leftover, "mechanism_leftover", TopLevelPreprocessor.AFTER_SUPERFENCES)
    whole, within = NestedBlockProcessor(md.parser, is_within=False), NestedBlockProcessor(md.parser, is_within=True)
    blocks.register(whole, "mechanism_whole", NestedBlockProcessor.WHOLE)
    blocks.register(within, "mechanism_within", NestedBlockProcessor.WITHIN)
    md.treeprocessors.register(SampleTreeprocessor(md, marks), "mechanism_sample", SampleTreeprocessor.PRIORITY)
    md.treeprocessors.register(WholeTreeprocessor(md, marks), "mechanism_whole", WholeTreeprocessor.PRIORITY)
    render = RenderPostprocessor(md, marks, site, wrong)
    md.postprocessors.register(render, "mechanism_render", RenderPostprocessor.PRIORITY)
