"""A golden case: a folder with a document, what a page asks for, and what comes of it at every stage.

`document.json` and the files that it names are the input, with `fence.txt` (endpoint lines) and `request.json` (fields
of `pipeline.Request`) where a case has them. `layout.json` shows where everything stands, `drawing.svg` what is drawn,
`sheet.css` how it moves and `figure.html` the page: a reviewer sees at which stage a change came in.
`changes.json` holds changes of the input, each with the files that it must turn red.
"""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from golden.pretty import pretty_markup, pretty_rules

from mkdocs_mechanism.diagnostics import Location
from mkdocs_mechanism.document.model import Endpoints
from mkdocs_mechanism.document.reader import read
from mkdocs_mechanism.drawing.arrange import arrange
from mkdocs_mechanism.drawing.geometry import Path as Route
from mkdocs_mechanism.drawing.layout import Layout
from mkdocs_mechanism.fence import parse
from mkdocs_mechanism.figure.assets import player_name, shared_name
from mkdocs_mechanism.options import FigureOptions
from mkdocs_mechanism.pipeline import Request, build, draw
from mkdocs_mechanism.timeline import timelines, widest_numbers
from mkdocs_mechanism.workspace import Workspace

FOLDER = Path(__file__).parent / "cases"
NAMES = sorted(each.name for each in FOLDER.iterdir() if (each / "document.json").is_file())
ARTEFACTS = ("layout.json", "drawing.svg", "sheet.css", "figure.html")
PAGE = Location("page.md", 1)
DOCUMENT = "document.json"


def endpoints(folder: Path) -> Mapping[str, Endpoints]:
    """Return the ends that the case's fence gives."""
    file = folder / "fence.txt"
    if not file.is_file():
        return {}
    parsed = parse(f"mechanism src={DOCUMENT}", file.read_text(encoding="utf-8"), PAGE)
    assert not parsed.diagnostics, parsed.diagnostics
    return parsed.endpoints


def request(folder: Path, name: str) -> Request:
    """Return what the case's page asks for."""
    file = folder / "request.json"
    further = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    options = FigureOptions(id=name, verify="warn", **further.pop("options", {}))
    return Request(
        DOCUMENT, PAGE, options, endpoints(folder), assets="link", asset_base="../assets/mechanism/", **further
    )


def artefacts(folder: Path, name: str) -> dict[str, str]:
    """Return every artefact of the case in a folder, ready to be compared."""
    workspace, wish = Workspace(folder), request(folder, name)
    result = build(wish, workspace)
    assert result.stylesheet, result.diagnostics
    picture = draw(wish, workspace)
    assert picture.svg is not None, picture.diagnostics
    sheet = result.files[result.stylesheet].decode()
    return {
        "layout.json": _layouts(folder),
        "drawing.svg": pretty_markup(_without_hashes(picture.svg.decode().removesuffix("\n"))),
        "sheet.css": pretty_rules(_without_hashes(sheet)),
        "figure.html": pretty_markup(_without_hashes(result.markup)),
    }


def _without_hashes(text: str) -> str:
    """Return text with names that depend on all of a file left blank, or every line would change with one of them."""
    text = text.replace(shared_name(), "mechanism-HASH.css").replace(player_name(), "mechanism-player-HASH.js")
    return re.sub(r"\bm-[0-9a-f]{10}\b", "m-HASH", text)


def _layouts(folder: Path) -> str:
    mechanism = read((folder / DOCUMENT).read_bytes(), file=DOCUMENT, endpoints=endpoints(folder)).mechanism
    assert mechanism is not None
    numbers = widest_numbers(timelines(mechanism))
    wide = arrange(mechanism, numbers, is_narrow=False)
    narrow = arrange(mechanism, numbers, is_narrow=True, wide=wide)
    shown: dict[str, Layout | str] = {"wide": wide, "narrow": narrow if narrow.is_narrow else "the wide one, scrolling"}
    return json.dumps({name: _plain(layout) for name, layout in shown.items()}, indent=1, ensure_ascii=False) + "\n"


def _plain(value: object) -> object:
    """Return JSON of frozen data; px to two decimals, points and boxes on one line."""
    if isinstance(value, Route):
        return value.d()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {each.name: _plain(getattr(value, each.name)) for each in dataclasses.fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return ", ".join(f"{name} {round(part, 2):g}" for name, part in zip(value._fields, value, strict=True))
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return round(value, 2) if isinstance(value, float) else value


def changes(name: str) -> list[dict[str, Any]]:
    """Return the changes that the case lists."""
    loaded: list[dict[str, Any]] = json.loads((FOLDER / name / "changes.json").read_text(encoding="utf-8"))
    return loaded


def changed(name: str, change: Mapping[str, Any], folder: Path) -> Path:
    """Copy a case, apply a change to its document (JSON pointers to values), and return the copy's folder."""
    copy = folder / name
    shutil.copytree(FOLDER / name, copy)
    document = json.loads((copy / DOCUMENT).read_text(encoding="utf-8"))
    for pointer, value in change["set"].items():
        *way, last = pointer.split("/")[1:]
        place = document
        for key in way:
            place = place[int(key)] if isinstance(place, list) else place[key]
        key = int(last) if isinstance(place, list) else last
        before = place[key] if isinstance(place, list) else place.get(key)
        assert before != value, f"{pointer} is that already"
        place[key] = value
    (copy / DOCUMENT).write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return copy
