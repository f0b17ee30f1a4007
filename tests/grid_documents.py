"""Mechanisms to hold the grid to: the shared cases, and shapes that are hard to set."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

from graphs import graph

from mkdocs_mechanism.document.model import Mechanism

Drawn = tuple[Mechanism, Mapping[str, str]]
"""A mechanism and the numbers on its edges."""

CASES = ("seed", "tls13", "dns", "arabic", "parallel")


def case(name: str, shared: Path) -> Drawn:
    """Return a shared document with the endpoints that belong to it, numbered as its scenarios do."""
    file = shared / ("seed/decode-loop.json" if name == "seed" else f"cases/{name}.json")
    document = json.loads(file.read_bytes())
    with (shared / "cases/endpoints.tsv").open(encoding="utf-8") as lines:
        ends = {row[1]: (row[2], row[3]) for row in csv.reader(lines, delimiter="\t") if row and row[0] == name}
    targets = document["targets"]
    mechanism = graph(
        {key: target["label"] for key, target in targets.items() if target["kind"] == "node"},
        [(*ends[key], target["label"]) for key, target in targets.items() if target["kind"] == "edge"],
        language=document["language"],
        direction="left" if document["language"] == "ar" else "right",
    )
    names = [key for key, target in targets.items() if target["kind"] == "edge"]
    numbers: dict[str, str] = {}
    for scenario in document["scenarios"]:
        used: dict[str, list[str]] = {}
        for index, step in enumerate(scenario["steps"], 1):
            for edge in step["paths"]:
                used.setdefault(f"e{names.index(edge)}", []).append(str(index))
        for edge, steps in used.items():
            numbers[edge] = max(numbers.get(edge, ""), ", ".join(steps), key=len)
    return mechanism, numbers


def _numbered(mechanism: Mechanism) -> Drawn:
    return mechanism, {edge: str(index) for index, edge in enumerate(mechanism.edges, 1)}


SERVICES = ["Orders", "Payments", "Inventory", "Shipping", "Email", "Search", "Analytics", "Audit log"]
TASKS = [
    "Order placed", "Payment settled", "Reserve stock", "Print label",
    "Send receipt", "Update index", "Track event", "Append entry",
]  # fmt: skip
STAGES = [f"Stage {letter}" for letter in "ABCDEFGHIJKL"]

COMPILER = [
    ("Source", "Parser", "text"), ("Parser", "Checker", "tree"),
    ("Checker", "Emitter", "typed tree"), ("Checker", "Parser", "retry"),
]  # fmt: skip

MADE: dict[str, Mechanism] = {
    "hub of eight": graph(
        ["Broker", *SERVICES],
        [
            (name, "Broker", task) if index < 2 else ("Broker", name, task)
            for index, (name, task) in enumerate(zip(SERVICES, TASKS, strict=True))
        ],
    ),
    "hub of eight pairs": graph(
        ["Broker", *SERVICES],
        [edge for name in SERVICES for edge in (("Broker", name, "Ask"), (name, "Broker", "Reply"))],
    ),
    "three parallel": graph(
        ["Producer", "Consumer"],
        [("Producer", "Consumer", word) for word in ("Data", "Heartbeat", "Close stream")],
    ),
    "wide detail": graph(
        {
            "c": "Client | a browser",
            "g": "Gateway | terminates TLS and routes by the name of the host",
            "d": "Database",
        },
        [("c", "g", "Request"), ("g", "d", "Query"), ("d", "g", "Rows"), ("g", "c", "Response")],
    ),
    "raft": graph(
        ["Client", "Leader", "Log", "Follower A", "Follower B", "State machine"],
        [
            ("Client", "Leader", "Command"), ("Leader", "Log", "Append entry"),
            ("Leader", "Follower A", "AppendEntries"), ("Leader", "Follower B", "AppendEntries"),
            ("Follower A", "Leader", "Acknowledge"), ("Follower B", "Leader", "Acknowledge"),
            ("Log", "State machine", "Apply committed entry"), ("Leader", "Client", "Result"),
        ],
    ),
    "chain of twelve": graph(STAGES, [(a, b, "pass on the batch") for a, b in pairwise(STAGES)]),
    "ring of nine": graph(STAGES[:9], [(a, b, "pass on") for a, b in pairwise([*STAGES[:9], STAGES[0]])]),
    "tree": graph(
        ["Root", "Left", "Right", "Leaf 1", "Leaf 2", "Leaf 3", "Leaf 4"],
        [
            ("Root", "Left", "less"), ("Root", "Right", "greater"), ("Left", "Leaf 1", "less"),
            ("Left", "Leaf 2", "greater"), ("Right", "Leaf 3", "less"), ("Right", "Leaf 4", "greater"),
        ],
    ),
    "git": graph(
        {
            "c": "Commit | author, message, parent", "t": "Tree | names and modes",
            "b": "Blob | bytes of one file", "r": "Branch | refs/heads/main",
        },
        [("r", "c", "points to"), ("c", "t", "records"), ("t", "b", "names the file"), ("c", "t", "root directory")],
    ),
    "cjk": graph(
        {"u": "利用者", "s": "アプリケーションサーバー", "d": "データベース", "c": "キャッシュ"},
        [
            ("u", "s", "リクエストを送信する"), ("s", "c", "キャッシュを確認"), ("s", "d", "問い合わせ"),
            ("d", "s", "結果を返す"), ("s", "u", "応答"),
        ],
        language="ja",
    ),
    "long words": graph(
        {
            "c": "Continuous integration controller", "r": "Artifact repository service",
            "p": "Production deployment agent", "o": "Observability and alerting pipeline",
        },
        [
            ("c", "r", "Publishes the signed build artifact together with its provenance statement"),
            ("r", "p", "Notifies about the newly available version"),
            ("p", "o", "Streams rollout metrics and health checks"),
            ("o", "c", "Blocks further releases while an incident is open"),
        ],
    ),
    "one node": graph(["Alone"], []),
    "two nodes": graph(["First", "Second"], []),
    "lone node": graph(
        ["A", "B", "C", "D", "Standing apart"],
        [("A", "B", "go"), ("B", "C", "went"), ("C", "A", "gone"), ("C", "D", "on")],
    ),
    "downwards": graph(
        ["Source", "Parser", "Checker", "Emitter"],
        COMPILER,
        direction="down",
    ),
    "leftwards": graph(
        ["Source", "Parser", "Checker", "Emitter"],
        COMPILER,
        direction="left",
    ),
    "oauth": graph(
        ["Browser", "Client app", "Authorization server", "Resource server"],
        [
            ("Browser", "Client app", "Sign in"), ("Client app", "Browser", "Redirect"),
            ("Browser", "Authorization server", "Consent"), ("Authorization server", "Client app", "Code"),
            ("Client app", "Authorization server", "Exchange code"),
            ("Client app", "Resource server", "Call with token"),
        ],
    ),
}  # fmt: skip


def made(name: str) -> Drawn:
    """Return one of `MADE`, its edges numbered in document order."""
    return _numbered(MADE[name])


NAMES = [
    "Broker",
    "Request text",
    "Authorization server",
    "Cache",
    "Recursive resolver",
    "DB",
    "Observability pipeline",
]
LABELS = [
    "Add to queue",
    "Reschedule unfinished request",
    "go",
    "ClientHello with key share",
    "",
    "Store with TTL",
    "ok",
]
NUMBERS = ["1", "2", "13", "2, 6", "1, 3, 12", ""]


def random_graph(seed: int) -> Drawn:
    """Return a graph of up to 10 nodes, mostly chained, with words of all lengths; the same for the same seed."""
    chance = random.Random(seed)
    count = chance.randint(1, 10)
    edges: list[tuple[str, str, str]] = []
    for node in range(1, count):
        if chance.random() < 0.9:
            ends = [f"n{chance.randrange(max(0, node - 3), node)}", f"n{node}"]
            tail, head = ends if chance.random() < 0.8 else ends[::-1]
            edges.append((tail, head, chance.choice(LABELS)))
    for _ in range(chance.randint(0, count) if count > 1 else 0):
        tail, head = chance.sample([f"n{node}" for node in range(count)], 2)
        edges.append((tail, head, chance.choice(LABELS)))
    labels = {
        f"n{node}": chance.choice(NAMES) + (" | a second line of words" if chance.random() < 0.2 else "")
        for node in range(count)
    }
    mechanism = graph(labels, edges, direction=chance.choice(["right", "right", "left", "down"]))
    return mechanism, {edge: chance.choice(NUMBERS) for edge in mechanism.edges}
