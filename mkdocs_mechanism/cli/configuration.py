"""What a site's configuration says that concerns us: its folders, and the options of our plugin and extension.

`mkdocs.yml` and `properdocs.yml` are YAML with tags that name Python objects; nothing of it is run. A value under an
unknown tag is left out, `!ENV` is read as MkDocs does, `INHERIT` is followed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..options import EXTENSION_NAMES, merged
from ..workspace import TEXT_LIMIT, Workspace, WorkspaceError

NAMES = frozenset(EXTENSION_NAMES)
"""Names under which plugin and extension are configured; the plugin's is one of the extension's."""
LONGEST_CHAIN = 8
"""Files that may inherit from each other."""


class ConfigurationError(Exception):
    """The configuration can't be read; the message begins with the file's name."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The part of a configuration that commands need."""

    docs_dir: str = "docs"
    """Relative to the configuration's folder, or absolute."""
    site_dir: str = "site"
    """As `docs_dir`."""
    options: Mapping[str, object] | None = None
    """Option name to value, extension over plugin, as the file gives it; None when the file could not be read here."""


def read_configuration(file: Path) -> Configuration:
    """Return what the file says.

    Raises:
        ConfigurationError: It can't be read or understood.
    """
    if file.suffix == ".toml":
        values = _section(_toml(file).get("project"))
    else:
        try:
            import yaml  # noqa: F401
        except ImportError:
            return Configuration()
        values = _yaml(file, LONGEST_CHAIN)
    options: dict[str, object] = {}
    for key in ("plugins", "markdown_extensions", "mdx_configs"):
        for name, section in _entries(values.get(key)):
            if name.partition(":")[0] not in NAMES:
                continue
            # MkDocs's own option of every plugin; it reads `false` only, and leaves a plugin that is off unread.
            if key == "plugins" and section.pop("enabled", True) is False:
                continue
            options = merged(options, section)
    docs_dir, site_dir = (values.get(key) for key in ("docs_dir", "site_dir"))
    return Configuration(
        docs_dir if isinstance(docs_dir, str) and docs_dir else "docs",
        site_dir if isinstance(site_dir, str) and site_dir else "site",
        options,
    )


def _entries(listed: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield name and options of each plugin or extension, from a list of names and maps or from one map."""
    for entry in listed if isinstance(listed, list) else [listed]:
        if isinstance(entry, str):
            yield entry, {}
        elif isinstance(entry, dict):
            for name, section in entry.items():
                yield str(name), _section(section)


def _section(value: object) -> dict[str, Any]:
    return {str(key): each for key, each in value.items()} if isinstance(value, dict) else {}


def _read(file: Path) -> bytes:
    try:
        return Workspace(file.parent, output=()).read(file.name, TEXT_LIMIT)
    except WorkspaceError as error:
        raise ConfigurationError(error.message) from None


def _toml(file: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(_read(file).decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(f"{file.name} is not TOML: {error}") from None


def _yaml(file: Path, chain: int) -> dict[str, Any]:
    import yaml

    try:
        values = _section(yaml.load(_read(file), _loader()))  # noqa: S506  # a subclass of SafeLoader
    except yaml.MarkedYAMLError as error:
        mark = f":{error.problem_mark.line + 1}" if error.problem_mark else ""
        raise ConfigurationError(f"{file.name}{mark} is not YAML: {error.problem}") from None
    except (yaml.YAMLError, ValueError, RecursionError):
        raise ConfigurationError(f"{file.name} is not YAML") from None
    parent = values.pop("INHERIT", None)
    if not isinstance(parent, str):
        return values
    if chain == 0:
        raise ConfigurationError(f"{file.name} inherits from too many files")
    return _merged(_yaml(file.parent / parent, chain - 1), values)


def _merged(parent: dict[str, Any], child: dict[str, Any]) -> dict[str, Any]:
    """Return both maps in one, the child's values first; maps are merged at every depth, lists are not (MkDocs)."""
    merged = dict(parent)
    for key, value in child.items():
        old = merged.get(key)
        merged[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _loader() -> Any:
    import yaml

    class Loader(yaml.SafeLoader):
        """Reads every YAML; what a tag would run stays unread."""

    def environment(loader: yaml.SafeLoader, node: yaml.Node) -> object:
        if isinstance(node, yaml.ScalarNode):
            names, default = [str(loader.construct_scalar(node))], None
        elif isinstance(node, yaml.SequenceNode):
            *listed, default = loader.construct_sequence(node) or [None]
            names = [str(name) for name in listed]
        else:
            return None
        found = next((os.environ[name] for name in names if name in os.environ), None)
        return default if found is None else yaml.safe_load(found)

    Loader.add_constructor(None, lambda _loader, _node: None)
    Loader.add_constructor("!ENV", environment)
    return Loader
