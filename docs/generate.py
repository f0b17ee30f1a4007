"""Write the generated parts of the documentation, or check with `--check` that they are what the code says.

A page holds `<!-- generated: NAME -->` and `<!-- end -->`; what stands between is replaced by what the function of that
name returns. Everything comes from the package itself: options, codes, format, `--help`, and messages of real runs.
"""

from __future__ import annotations

import contextlib
import difflib
import io
import os
import re
import shutil
import sys
import tempfile
import textwrap
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from mkdocs_mechanism import cli
from mkdocs_mechanism.codes import CODES
from mkdocs_mechanism.diagnostics import Severity
from mkdocs_mechanism.document.schema import schema
from mkdocs_mechanism.options import OPTIONS, Option

HERE = Path(__file__).resolve().parent
PAGES = HERE / "pages"
EXAMPLES = HERE / "examples"
BLOCK = re.compile(r"(<!-- generated: (?P<name>[\w-]+) -->\n).*?(\n<!-- end -->)", re.DOTALL)

GROUPS = {
    "document": "In the document",
    "source": "In its sources",
    "fence": "In the fence and its options",
    "drawing": "In the picture",
}
NOT_SHOWN = {
    "layout-failed": "It needs a layout engine that is broken or missing; there is no document that causes it."
}
"""Codes without an example, and why."""


def main(arguments: list[str]) -> int:
    """Write every page anew; with `--check` write nothing and report what differs."""
    is_check = arguments == ["--check"]
    differing = 0
    for path in sorted(PAGES.rglob("*.md")):
        before = path.read_text(encoding="utf-8")
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


def format_tables() -> str:
    """Return one table for each object of the document, from its JSON Schema."""
    document = schema()
    definitions = document.get("$defs", {})
    parts = [_fields("The document", document)]
    parts += [_fields(definition.get("title", name), definition) for name, definition in definitions.items()]
    return "\n\n".join(part for part in parts if part)


def _fields(title: str, definition: dict[str, Any]) -> str:
    properties = definition.get("properties")
    if not properties:
        return ""
    required = definition.get("required", [])
    rows = [
        (f"`{name}`", "yes" if name in required else "", _type(field), field.get("description", ""))
        for name, field in properties.items()
    ]
    lead = definition.get("description", "")
    return "\n\n".join(
        part for part in (f"### {title}", lead, _table(("field", "required", "value", "meaning"), rows)) if part
    )


def _type(field: dict[str, Any]) -> str:
    """Return a JSON Schema type in a few words."""
    if "const" in field:
        return f"`{_json(field['const'])}`"
    if "enum" in field:
        return ", ".join(f"`{_json(value)}`" for value in field["enum"])
    if "$ref" in field:
        return _link(field["$ref"].rsplit("/", 1)[-1])
    for union in ("anyOf", "oneOf", "allOf"):
        if union in field:
            return " or ".join(dict.fromkeys(_type(part) for part in field[union] if part.get("type") != "null"))
    kind = field.get("type", "any")
    if kind == "array":
        return f"list of {_type(field.get('items', {}))}"
    if kind == "object":
        values = field.get("additionalProperties")
        return f"object: name to {_type(values)}" if isinstance(values, dict) else "object"
    limits = [f"{word} {field[key]:,}" for key, word in _LIMITS.items() if key in field]
    if field.get("minLength") == 1:
        limits.insert(0, "not empty")
    if "pattern" in field:
        limits.append(f"`{field['pattern']}`")
    return ", ".join([_KINDS.get(kind, str(kind)), *limits])


_LIMITS = {"minimum": "from", "maximum": "to", "maxLength": "at most"}
_KINDS = {"string": "text", "integer": "whole number", "boolean": "true or false"}


def _link(name: str) -> str:
    title = schema()["$defs"][name].get("title", name)
    has_table = "properties" in schema()["$defs"][name]
    return f"[{title}](#{title.lower().replace(' ', '-')})" if has_table else _type(schema()["$defs"][name])


def _json(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


# --- command line ----------------------------------------------------------------------------------------------------

COMMANDS = ("check", "pin", "draw", "new", "schema")


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
                entry.append(NOT_SHOWN[name])
            else:
                entry += [example["why"]] if "why" in example else []
                entry += [_shown(example), _fenced(message(name, example), "text")]
            parts.append("\n\n".join(entry))
    return "\n\n".join(parts)


def message(name: str, example: dict[str, Any]) -> str:
    """Return what `check` says about an example: every finding with this code."""
    with example_folder(example) as folder, contextlib.chdir(folder):
        printed = _run(["check", "docs/page.md"])
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
            (folder / file).write_text(text, encoding="utf-8")
        for file in example.get("remove", []):
            (folder / file).unlink()
        yield folder


def _shown(example: dict[str, Any]) -> str:
    text = example.get("text")
    if text is None:
        text = "\n".join(new for _, _, new in example["edits"] if new)
    elif text.startswith("("):
        return text[1:-1].capitalize() + "."
    kind = "markdown" if "docs/page.md" in str(example.get("edits")) else "json"
    return _fenced(textwrap.dedent(text).rstrip("\n"), kind)


# --- Markdown --------------------------------------------------------------------------------------------------------


def _fenced(text: str, language: str) -> str:
    marks = "`" * max(3, max((len(run) for run in re.findall(r"`+", text)), default=0) + 1)
    return f"{marks}{language}\n{text}\n{marks}"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    def line(cells: tuple[str, ...]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"

    return "\n".join([line(head), "| " + " | ".join("---" for _ in head) + " |", *(line(row) for row in rows)])


GENERATED: dict[str, Callable[[], str]] = {
    "options": options_here,
    "options-later": options_later,
    "format": format_tables,
    "help": help_main,
    "help-commands": help_commands,
    "diagnostics": diagnostics,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
