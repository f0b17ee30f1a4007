"""The place that a path on the command line belongs to: workspace, docs folder and options."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from ..diagnostics import Diagnostic, Location
from ..options import FigureOptions, SiteOptions, figure_options, site_options
from ..workspace import CONFIGURATIONS, Workspace, WorkspaceError, find_root, quote_path
from .configuration import Configuration, ConfigurationError, read_configuration
from .output import UsageError, say


@dataclass(frozen=True, slots=True)
class Site:
    """One workspace with what its configuration says."""

    workspace: Workspace
    docs_dir: str
    """Path of the docs folder, relative to the workspace root."""
    options: SiteOptions
    diagnostics: tuple[Diagnostic, ...]
    """What is wrong with the options in the configuration."""
    is_configured: bool
    """False where there is no configuration above."""

    @property
    def figure_options(self) -> FigureOptions:
        """Options of a figure whose fence says nothing."""
        return figure_options(self.options, {})[0]


def find_site(folder: Path, *, root: str | None, fallback: Path, sources: str | None = None) -> Site:
    """Return the site that a folder belongs to.

    Args:
        folder: Where to begin to look for a configuration, upwards.
        root: The workspace root as asked for on the command line; None to let the configuration decide.
        fallback: The root where there is no configuration.
        sources: A folder with the root's paths where sources are looked for first.

    Raises:
        UsageError: The configuration can't be read, or a folder that was asked for is not there.
    """
    for option, name in (("--root", root), ("--sources", sources)):
        if name is not None and not Path(name).is_dir():
            raise UsageError(f"{option}: there is no folder {quote_path(name)}")
    home = find_root(folder)
    if home is None:
        base = Path(root) if root is not None else fallback
        return Site(Workspace(base, archive=sources, remembers=True), ".", SiteOptions(), (), False)
    file = next(home / name for name in CONFIGURATIONS if (home / name).is_file())
    configuration = _read(file)
    options, wrong = site_options(configuration.options or {})
    workspace = Workspace(
        Path(root) if root is not None else home / options.root,
        (str(home / configuration.site_dir),),
        archive=sources,
        remembers=True,
    )
    try:
        docs_dir = workspace.relative(home / configuration.docs_dir)
    except WorkspaceError:
        from ..fence_request import ROOT_HINT  # only this mistake needs it

        cure = ROOT_HINT if root is None else "name a folder that holds both in --root"
        raise UsageError(f"the docs folder of {file.name} lies outside the workspace root; {cure}") from None
    place = Location(_name(workspace, file))
    return Site(workspace, docs_dir, options, tuple(error.at(place) for error in wrong.values()), True)


def base_of(site: Site, form: str) -> str:
    """Return the folder to put before a site's files: annotations start at the repository, not at the root."""
    start = os.environ.get("GITHUB_WORKSPACE") if form == "github" else None
    path = os.path.relpath(site.workspace.root, os.path.realpath(start or os.curdir))
    return "" if path == "." or path.startswith("..") else Path(path).as_posix()


def _read(file: Path) -> Configuration:
    try:
        configuration = read_configuration(file)
    except ConfigurationError as error:
        raise UsageError(str(error)) from None
    if configuration.options is None:
        say(f"{file.name} was not read, so its options do not count here: PyYAML is not installed")
    return configuration


def _name(workspace: Workspace, file: Path) -> str:
    try:
        return workspace.relative(file)
    except WorkspaceError:
        return file.name
