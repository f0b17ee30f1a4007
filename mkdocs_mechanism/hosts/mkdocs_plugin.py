"""The MkDocs plugin: comfort around the extension, for MkDocs and ProperDocs.

It adds the extension where it is not listed, hands it the site's options, watches documents and sources while serving,
and fails a build once, with everything that is wrong, before a page is written. The figures are the extension's.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from mkdocs.config.base import BaseConfigOption, Config, ValidationError
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority

from ..codes import finding
from ..diagnostics import Diagnostic, Severity, quote
from ..options import EXTENSION_NAMES, OPTIONS, figure_options, merged, site_options
from ..sources.levels import apply_levels
from .markdown.context import configuration
from .markdown.report import line, listing, log

_BLOCK = re.compile(r'<script type="application/ld\+json">\{"@context":\{[^{}]*"mechanism":[^<]*</script>')


class MechanismConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs's __init_subclass__ has no types
    """The plugin's configuration: every option that a site may set, and those of later releases, to refuse them."""


# Made from the table, so that plugin, extension and docs can't disagree. An option that is not set is None.
MechanismConfig._schema = tuple((row.name, BaseConfigOption()) for row in OPTIONS.values() if row.site)


class MechanismPlugin(BasePlugin[MechanismConfig]):  # type: ignore[no-untyped-call]
    """Plugin `mechanism`."""

    def __init__(self) -> None:
        self.is_serving = False
        self.is_dirty = False
        self.is_past_env = False
        self.errors: list[Diagnostic] = []
        self.paths: set[Path] = set()
        self.has_provenance = False
        self.blocks: dict[str, str] = {}
        self.server: LiveReloadServer | None = None
        self.watched: dict[Path, Path] = {}

    def load_config(self, options: Any, config_file_path: str | None = None) -> Any:
        """Check the options by the table: all at once, and a name that does not exist is an error, not a warning."""
        errors, _ = super().load_config(options, config_file_path)
        _, wrong = site_options(options)
        return [*errors, *((name, ValidationError(str(error))) for name, error in wrong.items())], []

    # A plugin with this event is kept when the site is built again; without it the server at hand would be lost.
    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Remember whether the site is served, and whether pages that have not changed are left out."""
        self.is_serving = command == "serve"
        self.is_dirty = dirty and not self.is_serving

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Add the extension and hand it the options that it does not set itself.

        Raises:
            PluginError: The extension has wrong options.
        """
        self.is_past_env = False
        self.errors.clear()
        self.paths.clear()
        # Python-Markdown takes `MODULE:CLASS`, too.
        listed = [name for name in config.markdown_extensions if name.partition(":")[0] in EXTENSION_NAMES]
        if not listed:
            listed = [EXTENSION_NAMES[0]]
            config.markdown_extensions.append(EXTENSION_NAMES[0])
        given = {name: value for name, value in self.config.items() if value is not None}
        if self.is_serving:
            given.setdefault("verify", "warn")
        for name in listed:
            config.mdx_configs[name] = merged(given, config.mdx_configs.get(name) or {})
            _, wrong = site_options(config.mdx_configs[name])
            for option, error in wrong.items():
                del config.mdx_configs[name][option]  # so that the extension does not say it again
                self.collect(error.at(configuration(config)))
        self._raise()
        self.has_provenance = any(site_options(config.mdx_configs[name])[0].provenance for name in listed)
        if self.is_dirty:
            self._say_dirty(config, config.mdx_configs[listed[0]])
        return config

    def collect(self, error: Diagnostic) -> None:
        """Take an error from the extension: it fails the build, or is a warning while serving.

        What is rendered after `on_env`, by a theme or another plugin, is logged at once: pages are being written.
        """
        if self.is_serving:
            log.warning("mechanism: %s", line(error))
            return
        self.errors.append(error)
        if self.is_past_env:
            log.error("mechanism: %s", line(error))

    def depends_on(self, root: Path, paths: Iterable[str]) -> None:
        """Take the files that a figure rests on, found or not."""
        self.paths.update(root / path for path in paths)

    def on_env(self, env: Any, **_: Any) -> Any:
        """Fail the build with everything that is wrong, after all pages were read and before one is written.

        Raises:
            PluginError: There are errors.
        """
        self._raise()
        self.is_past_env = True
        return env

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, **_: Any) -> LiveReloadServer:
        """Watch what the figures rest on; from here on nothing is raised, or every request would hang."""
        self.is_serving = True
        self.server = server
        self._watch(config)
        return server

    @event_priority(100)
    def _hide_records(self, /, context: Any, *, page: Any, **_: Any) -> Any:
        """Put a comment in the place of each record: the search plugin takes scripts for text."""
        if self.has_provenance and page.content:
            self.blocks = {_comment(block): block for block in _BLOCK.findall(page.content)}
            for comment, block in self.blocks.items():
                page.content = page.content.replace(block, comment)
        return context

    @event_priority(-100)
    def _show_records(self, /, context: Any, *, page: Any, **_: Any) -> Any:
        """Put the records back, before the page is written."""
        for comment, block in self.blocks.items():
            page.content = page.content.replace(comment, block)
        self.blocks = {}
        return context

    on_page_context = CombinedEvent(_hide_records, _show_records)

    @event_priority(-100)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Fail with what was found too late for `on_env`; else write the artefacts, and watch what a rebuild has found.

        Every other plugin is done with the pages by now.

        Raises:
            PluginError: There are errors.
        """
        self._raise()
        if self.server is not None:
            self._watch(config)
        if self.has_provenance and not self.is_serving:
            write_artefacts(Path(config.site_dir))

    def _say_dirty(self, config: MkDocsConfig, given: Mapping[str, object]) -> None:
        """Say what such a build does not look at."""
        message = "a dirty build does not verify the figures of pages that have not changed"
        found = finding("dirty-build", message, configuration(config), hint="build without --dirty")
        for each in apply_levels([found], figure_options(site_options(given)[0], {})[0]):
            log.log(logging.INFO if each.severity is Severity.NOTE else logging.WARNING, "mechanism: %s", line(each))

    def _raise(self) -> None:
        if self.errors and not self.is_serving:
            raise PluginError(listing(self.errors))

    def _watch(self, config: MkDocsConfig) -> None:
        docs, home = Path(config.docs_dir), Path(config.config_file_path).parent
        wanted = {path: _watchable(path, home) for path in sorted(self.paths) if not path.is_relative_to(docs)}
        for path, target in list(self.watched.items()):
            if wanted.get(path) != target and self.server is not None:
                self.server.unwatch(str(target))
                del self.watched[path]
        for path, target in wanted.items():
            if path not in self.watched and self.server is not None:
                self.server.watch(str(target), recursive=False)
                self.watched[path] = target


def _comment(block: str) -> str:
    """Return what stands in for a record; no comment of an author's has its digest."""
    return f"<!--mechanism-record-{hashlib.sha256(block.encode()).hexdigest()}-->"


def write_artefacts(site: Path) -> None:
    """Write what an outsider needs to check the site. A figure that lost its record on the way is a warning."""
    from .. import __version__
    from ..provenance.site import artefacts, survey
    from ..workspace_site import SiteFiles

    found = survey(SiteFiles(site))
    for figure in found.figures:
        if figure.fault:
            log.warning("mechanism: %s: figure %s %s", figure.page, quote(figure.id), figure.fault)
    for name, content in artefacts(found, __version__).items():
        target = site / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _watchable(path: Path, home: Path) -> Path:
    """Return the nearest folder that is there: a watch on a file ends when the file is replaced or deleted.

    In the site's own folder it is the file all the same: logs and the like are written there while serving.
    """
    if path.parent == home and path.is_file():
        return path
    folder = path.parent
    while not folder.is_dir():
        folder = folder.parent
    return folder
