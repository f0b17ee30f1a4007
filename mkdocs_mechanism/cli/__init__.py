"""The command line: one module a command, and here what they share: arguments, exit codes, and no traceback ever."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence
from datetime import date
from importlib import import_module
from typing import Any, NoReturn, TypeAlias

from ..diagnostics import quote
from ..document.limits import LABEL
from ..report import FORMATS
from .output import UsageError, finish, prepare, say

PROGRAM = "mkdocs-mechanism"
LATER = ("endpoints", "assets")
"""Commands that have not landed: refused, whatever follows them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: What follows the program's name; None for those of the process.

    Returns:
        0: nothing found, 1: findings, 2: wrong usage, or what was asked for can't be done.
    """
    prepare()
    try:
        code = _run(sys.argv[1:] if arguments is None else list(arguments))
    except SystemExit as stop:  # argparse, after its message
        code = stop.code if isinstance(stop.code, int) else 2
    except UsageError as error:
        say(f"{PROGRAM}: {error}")
        code = 2
    except BrokenPipeError:
        code = 1
    except KeyboardInterrupt:
        code = 130
    except Exception as error:  # noqa: BLE001  # a fault of ours: one line that can be reported, not a traceback
        say(f"{PROGRAM}: internal error: {type(error).__name__}: {error}")
        code = 2
    return finish(code)


def _run(arguments: list[str]) -> int:
    if arguments and arguments[0] in LATER:
        raise UsageError(f"command {quote(arguments[0])} is not supported yet")
    parsed = parser().parse_args(arguments)
    # Loading modules makes thousands of objects that stay and no garbage: looking for some is a twentieth of the start.
    gc.disable()
    command = import_module(f".{parsed.command}", __package__)
    gc.freeze()
    gc.enable()
    return int(command.run(parsed))


class _NotYet(argparse.Action):
    """An option of a later release."""

    def __init__(self, option_strings: Sequence[str], dest: str, **_others: Any) -> None:
        super().__init__(option_strings, dest, nargs="?", help=argparse.SUPPRESS)

    def __call__(self, parser: argparse.ArgumentParser, *_others: Any) -> NoReturn:
        parser.error(f"{self.option_strings[0]} is not supported yet")


class _Version(argparse.Action):
    """Print the version; asked for only then."""

    def __init__(self, option_strings: Sequence[str], dest: str, **_others: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version")

    def __call__(self, parser: argparse.ArgumentParser, *_others: Any) -> NoReturn:
        package = import_module(__name__.partition(".")[0])
        print(f"{PROGRAM} {package.__version__}")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """A parser without abbreviations: an option that is added later must not change what an old command means."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    top = _Parser(prog=PROGRAM, description="Figures of mechanisms, checked against the sources they rest on.")
    top.add_argument("--version", action=_Version)
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    # In the order of the help.
    for add in (_add_check, _add_pin, _add_diff, _add_verify, _add_draw, _add_new):
        add(commands)
    schema = commands.add_parser("schema", help="print the JSON Schema of documents", description=_SCHEMA)
    _add_common(schema)
    return top


Commands: TypeAlias = "argparse._SubParsersAction[_Parser]"


def _add_check(commands: Commands) -> None:
    check = commands.add_parser("check", help="check documents, fences and sources", description=_CHECK)
    check.add_argument("paths", nargs="*", metavar="PATH", help=_PATHS)
    _add_sources(check)
    _add_common(check)


def _add_pin(commands: Commands) -> None:
    pin = commands.add_parser("pin", help="record the present digests of sources, and reviews", description=_PIN)
    pin.add_argument("paths", nargs="*", metavar="PATH", help=_PATHS)
    pin.add_argument("--yes", action="store_true", help="write without asking; needed where there is no terminal")
    pin.add_argument("--only", action="append", metavar="SOURCE", help="no other source than this; may be repeated")
    pin.add_argument(
        "--reviewed-by", type=_name, metavar="NAME", help="record that NAME looked at documents and sources"
    )
    pin.add_argument("--date", type=_date, metavar="YYYY-MM-DD", help="the day of the review; default: today in UTC")
    pin.add_argument("--sums", metavar="DIR", help="record the pinned sources below DIR in DIR/SHA256SUMS, too")
    _add_sources(pin)
    _add_common(pin)


def _add_diff(commands: Commands) -> None:
    diff = commands.add_parser("diff", help="show what changed in a document and its sources", description=_DIFF)
    diff.add_argument("path", metavar="PATH", help="a document, or a page or folder: the documents that it names")
    diff.add_argument(
        "--from", dest="revision", metavar="REV", default="HEAD", help="the commit to compare with; default: HEAD"
    )
    _add_sources(diff)
    diff.add_argument("--root", metavar="DIR", help=_ROOT)
    diff.add_argument("--format", choices=("text", "markdown"), default="text", help="default: text")
    diff.add_argument("--quiet", action="store_true", help="nothing about documents in which nothing changed")


def _add_verify(commands: Commands) -> None:
    verify = commands.add_parser("verify", help="check a built site against what it published", description=_VERIFY)
    verify.add_argument("site", metavar="SITE", help="the folder of the built site")
    verify.add_argument(
        "--sources", metavar="DIR", help="the workspace root: its documents and sources are compared too"
    )
    _add_output(verify)


def _add_draw(commands: Commands) -> None:
    draw = commands.add_parser("draw", help="write a figure as an SVG file that moves by itself", description=_DRAW)
    draw.add_argument("target", metavar="FILE|PAGE.md#ID", help="a document with endpoints, or a figure of a page")
    draw.add_argument("--scenario", metavar="ID", default="", help="the scenario to draw; default: the first")
    draw.add_argument("--layout", choices=("wide", "narrow"), default="wide", help="default: wide")
    draw.add_argument("-o", "--output", metavar="OUT", help="the file to write; default, and -: stdout")
    for option in ("--step", "--sheet", "--editable"):
        draw.add_argument(option, action=_NotYet)
    _add_common(draw)


def _add_new(commands: Commands) -> None:
    new = commands.add_parser("new", help="write a small document to start from", description=_NEW)
    new.add_argument("name", metavar="NAME", help="the document's name; NAME.json must not exist yet")
    _add_common(new)


_PATHS = "documents, Markdown pages or folders (their pages and the documents these name); default: the site here"
_ROOT = "the workspace root; default: the folder of the site's configuration"
_CHECK = "Check documents, the fences that show them, and the sources they rest on. Writes nothing."
_PIN = (
    "Record the present digest of every source that changed since it was pinned, and of every source without one: read "
    "the change first. Only the 64 digits differ afterwards (a digest that is written with escapes becomes plain "
    "digits), or a member is added in the document's own style."
)
_DIFF = (
    "Show what changed since a commit: in a document (nodes, edges, steps, texts, pins) and in the sources that it was "
    "pinned to then. Needs git; writes nothing. Differences are no findings: the exit code is 0."
)
_VERIFY = (
    "Compare a built site with the artefacts that it publishes (option provenance): every page with a figure, every "
    "file of ours, every figure's record. Writes nothing."
)
_DRAW = "Write one scenario as a standalone SVG: it carries its own style and moves in <img>."
_NEW = (
    "Write a small valid document, one target a line, and print the fence to paste into a page. Nothing is checked, so "
    "--format and --strict change nothing."
)
_SCHEMA = (
    "Print the JSON Schema of documents, for editors and other tools. It is the same everywhere and nothing is "
    "checked, so the common options are accepted and change nothing."
)


def _add_common(command: argparse.ArgumentParser) -> None:
    command.add_argument("--root", metavar="DIR", help=_ROOT)
    _add_output(command)


def _add_sources(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--sources", metavar="DIR", help="a folder with the root's paths, where sources are looked for first"
    )


def _add_output(command: argparse.ArgumentParser) -> None:
    command.add_argument("--format", type=_format, default="text", metavar="FORMAT", help=f"{', '.join(FORMATS)}")
    command.add_argument("--strict", action="store_true", help="warnings count, too")
    command.add_argument("--quiet", action="store_true", help="no notes; nothing at all when all is well")


def _name(text: str) -> str:
    """Return a reviewer's name, which a document can hold."""
    if not text.strip() or len(text) > LABEL or not text.isprintable():
        raise argparse.ArgumentTypeError(f"{quote(text)}; expected a name of 1 to {LABEL} printable characters")
    return text.strip()


def _date(text: str) -> str:
    try:
        is_day = date.fromisoformat(text).isoformat() == text
    except ValueError:
        is_day = False
    if not is_day:
        raise argparse.ArgumentTypeError(f'{quote(text)}; expected a day such as "2026-05-31"')
    return text


def _format(text: str) -> str:
    if text not in FORMATS:
        raise argparse.ArgumentTypeError(f"{quote(text)}; expected one of {', '.join(FORMATS)}")
    return text
