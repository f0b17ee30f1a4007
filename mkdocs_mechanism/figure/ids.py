"""The ids of a figure: unique on its page, all made from one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..timeline import Timeline


def figure_ids(figure_id: str, lines: Sequence[Timeline]) -> list[str]:
    """Return every id that the markup of a figure holds: its own, its drawings' texts, its steps."""
    ids = [figure_id, *(f"{figure_id}-{short}" for short in ("t", "d", "nt", "nd"))]
    ids.extend(f"{figure_id}-{line.scenario}-{frame.number}" for line in lines for frame in line.frames)
    return ids


def free_id(base: str, *, prefix: str, taken: Collection[str], lines: Sequence[Timeline], fixed: bool) -> str | None:
    """Return `base`, or the first free of `base-2`, `base-3` and so on, without the view's prefix.

    Args:
        base: the id asked for, or the document's slugged stem.
        prefix: what the page's view puts before it.
        taken: ids that the page holds already.
        lines: the scenarios, whose steps have ids too.
        fixed: the id was asked for: no other will do, and None says that it is taken.
    """
    ids, count = base, 1
    while not set(taken).isdisjoint(figure_ids(prefix + ids, lines)):
        if fixed:
            return None
        count += 1
        ids = f"{base}-{count}"
    return ids
