"""Where findings go: to the log, to the plugin that raises them all at once, or into one exception a page."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

from ...diagnostics import Diagnostic, Severity
from .context import PageContext

# MkDocs and ProperDocs count warnings of loggers below `mkdocs` for --strict; elsewhere the name does no harm.
log = logging.getLogger("mkdocs.plugins.mechanism")

_reported: WeakKeyDictionary[Any, set[Diagnostic]] = WeakKeyDictionary()
"""What was said already, by the collection of files of one build: a document shown on five pages is reported once."""


class MechanismError(Exception):
    """Errors of a page, where the option `on_error` asks for an exception and the host has none of its own."""


def line(diagnostic: Diagnostic) -> str:
    """Return a finding as one entry of a log; its details follow indented."""
    text = f"{diagnostic.location}: {diagnostic.message} [{diagnostic.code}]"
    if diagnostic.hint:
        text += f"; {diagnostic.hint}"
    if diagnostic.relaxed:
        text += f" ({diagnostic.relaxed})"
    return "".join((text, *(f"\n    {detail}" for detail in diagnostic.detail)))


def listing(diagnostics: Iterable[Diagnostic]) -> str:
    """Return errors as the text of one exception."""
    lines = [line(each) for each in diagnostics]
    count = f"{len(lines)} error" + ("" if len(lines) == 1 else "s")
    return f"mechanism: {count}\n" + "\n".join(f"  {each}" for each in lines)


def report(diagnostics: Iterable[Diagnostic], page: PageContext, *, raises: bool) -> None:
    """Log what is new; errors go to the plugin where there is one.

    Raises:
        MechanismError: There are errors, `raises` is set, and no plugin collects them; MkDocs gets its `PluginError`.
    """
    found = list(dict.fromkeys(diagnostics))
    known = _reported.setdefault(page.files, set()) if page.files is not None else set()
    plugin = plugin_of(page)
    for each in found:
        if each in known:
            continue
        known.add(each)
        if each.severity is Severity.ERROR and plugin is not None:
            plugin.collect(each)
        elif each.severity is Severity.NOTE:
            log.info("mechanism: %s", line(each))
        else:
            log.warning("mechanism: %s", line(each))
    errors = [each for each in found if each.severity is Severity.ERROR]
    if errors and raises and plugin is None:
        raise _host_error(page, listing(errors))


def plugin_of(page: PageContext) -> Any:
    """Return our plugin of the site that the page belongs to, or None."""
    plugins = getattr(page.config, "plugins", None) or {}
    return next((each for each in plugins.values() if hasattr(each, "collect") and hasattr(each, "depends_on")), None)


def _host_error(page: PageContext, text: str) -> Exception:
    if page.config is None:
        return MechanismError(text)
    from mkdocs.exceptions import PluginError

    return PluginError(text)
