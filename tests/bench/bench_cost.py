"""What a figure costs a build, and what `check` costs over hashing: CPU time, all of it interleaved in one run.

usage: make bench, or .venv/bin/python tests/bench/bench_cost.py [--figures 20] [--runs 5] [--files 64] [--mebibytes 16]
Prints milliseconds and ratios, of the least of the runs; asserts nothing. No two figures have the same graph, so that
nothing of one can be used again for another.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

NODES = ("request", "ids", "scheduler", "execute", "sample", "cache")
EDGES = 7
STEPS = 6
PROSE = "The engine takes one request at a time and works in a loop until the last token.\n\n" * 6
LOOP = "import hashlib, sys\nfor name in sys.argv[1:]:\n    print(hashlib.file_digest(open(name, 'rb'), 'sha256').hexdigest())"


def graph(number: int) -> list[tuple[str, str]]:
    """Return the edges of one connected graph; another one for every number."""
    chance = random.Random(number)
    order = chance.sample(NODES, len(NODES))
    edges = [(chance.choice(order[:place]), order[place]) for place in range(1, len(order))]
    while len(edges) < EDGES:
        edge = (chance.choice(NODES), chance.choice(NODES))
        if edge[0] != edge[1] and edge not in edges:
            edges.append(edge)
    return edges


def document(number: int, sources: dict[str, str]) -> dict[str, Any]:
    """Return a document with a graph of its own; `sources` are paths and their digests."""
    edges = {f"{tail}-{head}": {"label": f"{tail} to {head}", "from": tail, "to": head} for tail, head in graph(number)}
    steps = [
        {"title": f"Step {name}", "description": f"What {name} does.", "duration": 3000, "paths": [name]}
        for name in list(edges)[:STEPS]
    ]
    return {
        "version": 1,
        "language": "en",
        "title": f"Loop {number}",
        "description": f"How loop {number} runs.",
        "caption": f"Loop {number}, one token at a time.",
        "alt": f"Six parts of loop {number}, joined by arrows.",
        "sources": [{"path": path, "sha256": pin, "description": "Notes."} for path, pin in sources.items()],
        "limitations": ["An example, not a measurement."],
        "targets": {**{name: f"{name} {number}" for name in NODES}, **edges},
        "scenarios": [{"id": "main", "title": "One token", "steps": steps}],
    }


def write_site(folder: Path, figures: int, *, is_empty: bool) -> None:
    """Write a site with one figure on each page; an empty one has a paragraph in its place."""
    docs = folder / "docs"
    docs.mkdir(parents=True)
    plugins = ["search"] if is_empty else ["search", "mechanism"]
    (folder / "mkdocs.yml").write_text(json.dumps({"site_name": "Bench", "theme": "material", "plugins": plugins}))
    (docs / "index.md").write_text("# Home\n")
    for number in range(figures):
        made = document(number, {})
        shown = f"Figure {number}: {', '.join(NODES)}." if is_empty else f'```mechanism src="m{number}.json"\n```'
        (docs / f"p{number}.md").write_text(f"# Page {number}\n\n{PROSE}{shown}\n\n{PROSE}")
        if not is_empty:
            (docs / f"m{number}.json").write_text(json.dumps(made, indent=1))


def cpu(command: list[str], folder: Path) -> float:
    """Return the CPU milliseconds, user and system, that a command takes; everything it made before is removed."""
    shutil.rmtree(folder / "site", ignore_errors=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True, env=os.environ)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[:4])} failed:\n{done.stdout}{done.stderr}")
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def write_sources(folder: Path, files: int, size: int) -> list[str]:
    """Write sources of so many bytes each and a document that pins them; return their names."""
    folder.mkdir()
    pins = {}
    for number in range(files):
        data = random.Random(number).randbytes(size)
        (folder / f"s{number}.bin").write_bytes(data)
        pins[f"s{number}.bin"] = hashlib.sha256(data).hexdigest()
    (folder / "m.json").write_text(json.dumps(document(0, pins)))
    return list(pins)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    for name, usual in (("figures", 20), ("runs", 5), ("files", 64), ("mebibytes", 16)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        write_site(top / "empty", wanted.figures, is_empty=True)
        write_site(top / "figures", wanted.figures, is_empty=False)
        sources = write_sources(top / "sources", wanted.files, wanted.mebibytes * 2**20)
        build = ["-m", "mkdocs", "build", "--quiet"]
        commands = {
            "build without figures": (build, top / "empty"),
            "build with figures": (build, top / "figures"),
            "hashlib loop": (["-c", LOOP, *sources], top / "sources"),
            "check": (["-m", "mkdocs_mechanism", "check", "--quiet", "m.json"], top / "sources"),
        }
        spent: dict[str, list[float]] = {each: [] for each in commands}
        for _ in range(wanted.runs):
            for each, (command, folder) in commands.items():
                spent[each].append(cpu(command, folder))
    least = {each: min(times) for each, times in spent.items()}
    for each, time in least.items():
        print(f"{each:24}{time:9.1f} ms CPU")
    more = least["build with figures"] - least["build without figures"]
    print(f"{'a figure':24}{more / wanted.figures:9.1f} ms CPU over the page without it, {wanted.figures} of them")
    print(
        f"{'check : hashlib':24}{least['check'] / least['hashlib loop']:9.2f}, {wanted.files} x {wanted.mebibytes} MiB"
    )


if __name__ == "__main__":
    main()
