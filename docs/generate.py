"""Write the generated parts of the documentation, or check with `--check` that they are what the code says.

A page holds `<!-- generated: NAME -->` and `<!-- end -->`; what stands between is replaced by what the function of that
name returns. Everything comes from the package itself: options, codes, format, `--help`, and messages of real runs.
"""

from __future__ import annotations

import atexit
import contextlib
import difflib
import functools
import io
import json
import os
import re
import shutil
import sys
import tempfile
import textwrap
import tomllib
from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from mkdocs_mechanism import cli
from mkdocs_mechanism.codes import CODES
from mkdocs_mechanism.diagnostics import Severity
from mkdocs_mechanism.document.schema import schema
from mkdocs_mechanism.options import OPTIONS, Option
from mkdocs_mechanism.options_words import INTERFACE_WORDS, LANGUAGES

HERE = Path(__file__).resolve().parent
PAGES = HERE / "pages"
PICTURE = HERE / "thermostat.svg"
DRAWN = HERE.parent / "example_site" / "docs" / "mechanisms" / "thermostat.json"
EXAMPLES = HERE / "examples"
BLOCK = re.compile(r"(<!-- generated: (?P<name>[\w-]+) -->\n).*?(\n<!-- end -->)", re.DOTALL)

GROUPS = {
    "document": "In the document",
    "source": "In its sources",
    "fence": "In the fence and its options",
    "drawing": "In the picture",
    "site": "In the published site",
}


def main(arguments: list[str]) -> int:
    """Write every page anew; with `--check` write nothing and report what differs."""
    is_check = arguments == ["--check"]
    differing = 0
    for path in (PICTURE, *sorted(PAGES.rglob("*.md"))):
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        if path == PICTURE:
            after = _run(["draw", str(DRAWN)]) + "\n"
        else:
            after = BLOCK.sub(lambda match: match[1] + GENERATED[match["name"]]() + match[3], before)
        if after == before:
            continue
        name = path.relative_to(HERE).as_posix()
        differing += 1
        if is_check:
            diff = difflib.unified_diff(before.splitlines(), after.splitlines(), name, "generated", lineterm="", n=1)
            print("\n".join(diff))
        else:
            path.write_text(after, encoding="utf-8")
            print(f"wrote {name}")
    if is_check and differing:
        print("run: make docs-update")
    return 1 if is_check and differing else 0


# --- options ---------------------------------------------------------------------------------------------------------


def options_here() -> str:
    """Return the table of the options of this release."""
    rows = [
        (
            f"`{option.name}`",
            "yes" if option.fence else "",
            "yes" if option.site else "",
            _default(option),
            option.summary,
        )
        for option in OPTIONS.values()
        if option.landed
    ]
    return _table(("option", "fence", "site", "default", "meaning"), rows)


def options_later() -> str:
    """Return the names that are reserved."""
    return ", ".join(f"`{option.name}`" for option in OPTIONS.values() if not option.landed)


def _default(option: Option) -> str:
    values = ", ".join(f"`{value}`" for value in option.choices if value != option.default)
    default = f"`{option.default}`" if option.default else "–"
    return f"{default} (or {values})" if values else default


# --- format ----------------------------------------------------------------------------------------------------------


PARTS = ("Source", "Citation", "Review", "Node", "Edge", "Scenario", "Step")
"""The objects in a document, in the order of reading."""


def format_tables() -> str:
    """Return one table for each object of the document, from its JSON Schema."""
    document = schema()
    parts = [("The document", document), *((name, document["$defs"][name]) for name in PARTS)]
    return "\n\n".join(_fields(name, definition) for name, definition in parts)


def _fields(title: str, definition: dict[str, Any]) -> str:
    required = definition.get("required", [])
    rows = [
        (f"`{name}`", _type(field), field.get("description", "") + ("" if name in required else " *Optional.*"))
        for name, field in definition["properties"].items()
        if field is not True  # $schema and $comment: anything
    ]
    table = _table(("field", "value", "meaning"), rows)
    return f"### {title}\n\n{definition['description']}\n\n{table}"


def _type(field: dict[str, Any]) -> str:
    """Return a JSON Schema type in a few words; what a pattern asks for is said in the field's description."""
    values = [field["const"]] if "const" in field else field.get("enum")
    if values:
        return ", ".join(f'`"{value}"`' if isinstance(value, str) else f"`{value}`" for value in values)
    if "$ref" in field:
        name = field["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#{name.lower()})"
    kind = field.get("type")
    if kind == "array":
        return f"list of {_type(field['items'])}"
    if kind == "object":
        return f"object, name to {_type(field['additionalProperties'])}"
    if kind == "integer":
        return f"whole number, {field['minimum']:,} to {field['maximum']:,}"
    if kind == "string":
        return "text" if "maxLength" not in field else f"text (at most {field['maxLength']:,})"
    # A union has one string for all short forms: their lengths belong to the section about them.
    return " or ".join(dict.fromkeys(_type(choice).partition(" (at most")[0] for choice in field["anyOf"]))


def whole_document() -> str:
    """Return the example site's smallest document."""
    return f'```json title="thermostat.json"\n{DRAWN.read_text(encoding="utf-8").rstrip()}\n```'


# --- command line ----------------------------------------------------------------------------------------------------

COMMANDS = ("check", "pin", "diff", "verify", "draw", "new", "schema")


def help_main() -> str:
    """Return the help of the command itself."""
    return _fenced(_run(["--help"]), "text")


def help_commands() -> str:
    """Return a section with the help of each command."""
    return "\n\n".join(f"### {name}\n\n{_fenced(_run([name, '--help']), 'text')}" for name in COMMANDS)


def _run(arguments: list[str]) -> str:
    """Run the command line in this process and return what it prints."""
    out = io.StringIO()
    width, os.environ["COLUMNS"] = os.environ.get("COLUMNS"), "100"
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), contextlib.suppress(SystemExit):
            cli.main(arguments)
    finally:
        if width is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = width
    return out.getvalue().rstrip()


def problem_matcher() -> str:
    """Return the problem matcher that the package holds."""
    file = Path(cli.__file__).parent / "problem-matcher.json"
    return _fenced(file.read_text(encoding="utf-8").rstrip(), "json")


# --- diagnostics -----------------------------------------------------------------------------------------------------


def diagnostics() -> str:
    """Return an entry for each code: what it means, an example, and what the tool says about it."""
    examples = tomllib.loads((EXAMPLES / "index.toml").read_text(encoding="utf-8"))
    parts = []
    for group, title in GROUPS.items():
        parts.append(f"## {title}")
        for name, code in CODES.items():
            if code.group != group:
                continue
            entry = [f"### {name}", f"*{code.severity.value.capitalize()}.* {code.summary}"]
            if code.severity is Severity.WARNING:
                entry[-1] += f' Accept it with `accept="{name}"`.'
            example = examples.get(name)
            if example is None:
                raise SystemExit(f"{name} has no example in docs/examples/index.toml")
            entry += [example["why"]] if "why" in example else []
            entry += [_shown(example), _fenced(message(name, example), "text")]
            parts.append("\n\n".join(entry))
    return "\n\n".join(parts)


def message(name: str, example: dict[str, Any]) -> str:
    """Return what the command says about an example: every finding with this code."""
    if "said" in example:
        said: str = example["said"]
        return said
    with example_folder(example) as folder, contextlib.chdir(folder), _engine(here="no_engine" not in example):
        printed = _run(example.get("run", ["check", "docs/page.md"]))
    found = [finding for finding in re.split(r"\n(?=\S)", printed) if finding.split("\n", 1)[0].endswith(f"[{name}]")]
    if not found:
        raise SystemExit(f"the example of {name} does not produce it, but:\n{textwrap.indent(printed, '  ')}")
    return "\n".join(found)


@contextlib.contextmanager
def example_folder(example: dict[str, Any]) -> Iterator[Path]:
    """Yield a folder with the example's files, changed as the example says."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("index.toml"))
        if example.get("site"):
            shutil.copytree(published_site(), folder / "site")
        for file, old, new in example.get("edits", []):
            path = folder / file
            digest = re.search(r"[0-9a-f]{64}", (folder / "docs/heating.json").read_text(encoding="utf-8"))
            before = path.read_bytes()
            old_bytes = old.replace("DIGEST", digest[0] if digest else "").encode()
            if before.count(old_bytes) != 1:
                raise SystemExit(f"{file} holds {before.count(old_bytes)} times: {old}")
            written = "".join(new.replace("{i}", str(i)) for i in range(example.get("repeat", 1)))
            path.write_bytes(before.replace(old_bytes, bytes.fromhex(new) if example.get("hex") else written.encode()))
        for file, text in example.get("files", {}).items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, encoding="utf-8")
        for file in example.get("remove", []):
            (folder / file).unlink()
        yield folder


@functools.cache
def published_site() -> Path:
    """Build the examples' site with everything that it can publish, once, and return its folder."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    site = Path(tempfile.mkdtemp()) / "site"
    atexit.register(shutil.rmtree, site.parent)
    options = {"mechanism": {"provenance": True, "publish_sources": True}}
    config = load_config(str(EXAMPLES / "mkdocs.yml"), plugins=[options], site_dir=str(site))
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return site


@contextlib.contextmanager
def _engine(*, here: bool) -> Iterator[None]:
    """Hide the layout engine, which is looked for beside the interpreter and on PATH, unless it is to be here."""
    before = sys.executable, os.environ["PATH"]
    if not here:
        sys.executable, os.environ["PATH"] = "python", ""
    try:
        yield
    finally:
        sys.executable, os.environ["PATH"] = before


def _shown(example: dict[str, Any]) -> str:
    """Return the lines that an example changes, each file under its name; or the text that says what it changes."""
    if "text" in example:
        text: str = example["text"]
        if text.startswith("("):
            return text[1].upper() + text[2:-1] + "."
        return _fenced(text, "markdown" if "```" in text else "json")
    parts = []
    with example_folder(example) as folder:
        for file in dict.fromkeys(file for file, _, _ in example["edits"]):
            before = (EXAMPLES / file).read_text(encoding="utf-8").split("\n")
            after = (folder / file).read_text(encoding="utf-8").split("\n")
            changes = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
            lines = [line for kind, _, _, start, end in changes if kind != "equal" for line in after[start:end]]
            language = "json" if file.endswith(".json") else "markdown"
            parts.append(_fenced(textwrap.dedent("\n".join(lines)).strip("\n"), f'{language} title="{file}"'))
    return "\n\n".join(parts)


# --- player ----------------------------------------------------------------------------------------------------------

COLORS = {
    "paper": "ground of the figure and of boxes",
    "stage": "ground of the drawing",
    "ink": "words",
    "ink2": "words of less weight",
    "line": "boxes and arrows at rest",
    "accent": "what is active or was; buttons",
    "on": "words on the accent",
    "tint": "ground of active boxes",
    "token": "tokens",
    "rule": "lines between parts",
}
"""The custom properties that a theme may set, without `--mechanism-`, and what they color."""
NAMES = {
    "ar": "Arabic",
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "he": "Hebrew",
    "hi": "Hindi",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
    "tr": "Turkish",
    "zh": "Chinese (simplified)",
}


def colors() -> str:
    """Return the custom properties with their values, light and dark."""
    light, dark = (_properties(f"figure/assets/{name}.css") for name in ("drawing", "dark"))
    if not set(light) == set(dark) == set(COLORS):
        raise SystemExit("the colors of light, dark and documentation differ")
    rows = [(f"`--mechanism-{name}`", f"`{light[name]}`", f"`{dark[name]}`", COLORS[name]) for name in COLORS]
    return _table(("property", "light", "dark", "colors"), rows)


def _properties(file: str) -> dict[str, str]:
    """Return what a stylesheet sets first for each of our custom properties."""
    found = re.findall(r"--mechanism-(\w+): ([^;]+);", _packaged(file))
    return dict(reversed(found))


def languages() -> str:
    """Return the languages of the interface words, and whether each was read by a native reader."""
    rows = [(NAMES[tag], f"`{tag}`", _words(tag)["$status"]) for tag in sorted(LANGUAGES, key=NAMES.__getitem__)]
    return _table(("language", "tag", "status"), rows)


def words() -> str:
    """Return every key of the interface words with its English text."""
    english = _words("en")
    return _table(("key", "English"), [(f"`{key}`", english[key]) for key in INTERFACE_WORDS])


def _words(tag: str) -> dict[str, str]:
    loaded: dict[str, str] = json.loads(_packaged(f"figure/words/{tag}.json"))
    return loaded


def _packaged(file: str) -> str:
    return resources.files("mkdocs_mechanism").joinpath(file).read_text(encoding="utf-8")


# --- Markdown --------------------------------------------------------------------------------------------------------


def _fenced(text: str, language: str) -> str:
    marks = "`" * max(3, max((len(run) for run in re.findall(r"`+", text)), default=0) + 1)
    return f"{marks}{language}\n{text}\n{marks}"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    def line(cells: tuple[str, ...]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"

    return "\n".join([line(head), "| " + " | ".join("---" for _ in head) + " |", *(line(row) for row in rows)])


GENERATED: dict[str, Callable[[], str]] = {
    "options": options_here,
    "options-later": options_later,
    "colors": colors,
    "languages": languages,
    "words": words,
    "document": whole_document,
    "format": format_tables,
    "help": help_main,
    "help-commands": help_commands,
    "diagnostics": diagnostics,
    "problem-matcher": problem_matcher,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
