"""Where the words of edges stand: the places tried for each label, and the choice among them.

Costs are those of the label table: a line more, a side less good; what a label would cover counts far more. Labels are
chosen one after the other (level edges, then upright ones, then bent ones) and chosen again while that helps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import inf

from .geometry import Box, Point
from .layout import BASELINE_LABEL, Label
from .lettering import LABEL, least_room, width, wrap
from .routes import DISC, Line, Segment, segments
from .spaces import ABOVE, ASCENT, BELOW, DESCENT, LOWERED, RAISED, Level, is_upper

LINE_COST = 0.35
LEFT_COST = 0.25
BELOW_COST = 0.5
OFF_CENTER = 0.04
RAISED_COST = 0.3
SECOND_RUN = 0.3
ON_BOX = 8.0
ON_WORDS = 6.0
ON_ROUTE = 3.0
BESIDE = 14.0
"""From a vertical line to the words beside it."""
BESIDE_PILL = 5.0
FROM_BOX = 3.0
FROM_ROUTE = 5.7
"""5, and what a round bend runs inside of its corner."""
FROM_DISC = 1.5
FROM_BORDER = 4.0
WORDS_BESIDE = 12.0
WORDS_ABOVE = 4.0
SHORT = 40.0
"""A run of a bent edge that is too short for words."""
ROOMS = (120.0, 96.0, 80.0, 66.0, 52.0)
LANE_ROOMS = (200.0, 170.0, *ROOMS)
UPRIGHT_SHARES = (0.5, 0.0, 1.0, 0.25, 0.75)
LEVEL_SHARES = (0.5, 0.35, 0.65, 0.25, 0.75)

Bounds = tuple[float, float, float, float]
Obstacle = tuple[float, float, float, float, float]
"""Left, top, right, bottom, and the cost of covering it."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One way to set a label."""

    cost: float
    bounds: Bounds
    lines: tuple[str, ...]
    anchor: str

    def label(self) -> Label:
        """Return it as a label."""
        left, top, right, bottom = self.bounds
        x = {"left": left, "middle": (left + right) / 2, "right": right}[self.anchor]
        return Label(self.lines, Point(x, top + ASCENT), self.anchor, Box(left, top, right - left, bottom - top))


@dataclass(frozen=True, slots=True)
class Asked:
    """A label to be set: its words, its line, and for a straight edge its place among parallel ones."""

    text: str
    line: Line
    bundle: tuple[int, int] | None
    level: Level | None = None
    """The space of a level straight edge."""
    sides: tuple[float, float] = (0.0, 0.0)
    """Top and bottom of the boxes beside a level straight edge."""


def choose(
    asked: Sequence[Asked], obstacles: Sequence[Obstacle], size: tuple[float, float]
) -> tuple[list[Spot | None], list[float], float]:
    """Return a spot for each label, the cost of what each covers, and the cost of how they stand."""
    order = sorted((k for k in range(len(asked)) if asked[k].text), key=lambda k: (_rank(asked[k]), k))
    spots = {k: sorted(_spots(asked[k]), key=lambda spot: (spot.cost, spot.bounds)) for k in order}
    covered: dict[tuple[int, int], float] = {}
    chosen: dict[int, tuple[int, float]] = {}
    for _ in range(3):
        changed = False
        for k in order:
            others = [spots[other][pick].bounds for other, (pick, _) in chosen.items() if other != k]
            found = _best(k, spots[k], others, obstacles, size, covered)
            changed |= chosen.get(k) != found
            chosen[k] = found
        if not changed or all(hit == 0 for _, hit in chosen.values()):
            break
    result: list[Spot | None] = [spots[k][chosen[k][0]] if k in chosen else None for k in range(len(asked))]
    hits = [chosen[k][1] if k in chosen else 0.0 for k in range(len(asked))]
    return result, hits, sum(spot.cost for spot in result if spot)


def _rank(asked: Asked) -> int:
    if len(asked.line.points) > 2:
        return 2
    return 0 if asked.level else 1


def _best(
    label: int,
    spots: Sequence[Spot],
    others: Sequence[Bounds],
    obstacles: Sequence[Obstacle],
    size: tuple[float, float],
    covered: dict[tuple[int, int], float],
) -> tuple[int, float]:
    best, least, hit_of_best = 0, inf, 0.0
    for index, spot in enumerate(spots):
        if spot.cost >= least:
            break
        hit = covered.get((label, index))
        if hit is None:
            hit = covered[label, index] = _covers(spot.bounds, obstacles, size)
        if spot.cost + hit >= least:
            continue
        left, top, right, bottom = spot.bounds
        for x1, y1, x2, y2 in others:
            if (
                x1 - WORDS_BESIDE < right
                and left < x2 + WORDS_BESIDE
                and y1 - WORDS_ABOVE < bottom
                and top < y2 + WORDS_ABOVE
            ):
                hit += ON_WORDS
        if spot.cost + hit < least:
            best, least, hit_of_best = index, spot.cost + hit, hit
    return best, hit_of_best


def _covers(bounds: Bounds, obstacles: Sequence[Obstacle], size: tuple[float, float]) -> float:
    left, top, right, bottom = bounds
    hit = 0.0
    if left < FROM_BORDER or top < FROM_BORDER or right > size[0] - FROM_BORDER or bottom > size[1] - FROM_BORDER:
        hit = ON_BOX
    for x1, y1, x2, y2, cost in obstacles:
        if x1 < right and left < x2 and y1 < bottom and top < y2:
            hit += cost
    return hit


def obstacles(boxes: Sequence[Box], ticks: Sequence[Box], lines: Sequence[Line]) -> list[Obstacle]:
    """Return everything that a label must keep clear of, grown by its clearance."""
    found = [(*_grown(box, FROM_BOX), ON_BOX) for box in boxes]
    found += [(*_grown(box, 0.0), ON_ROUTE) for box in ticks]
    for line in lines:
        for x1, y1, x2, y2 in segments(line.points):
            found.append((x1 - FROM_ROUTE, y1 - FROM_ROUTE, x2 + FROM_ROUTE, y2 + FROM_ROUTE, ON_ROUTE))
        if line.half:
            x, y = line.number
            reach_x, reach_y = line.half + FROM_DISC, DISC + FROM_DISC
            found.append((x - reach_x, y - reach_y, x + reach_x, y + reach_y, ON_WORDS))
    return found


def _grown(box: Box, by: float) -> Bounds:
    return box.x - by, box.y - by, box.right + by, box.bottom + by


def _spots(asked: Asked) -> Iterator[Spot]:
    """Yield the places for a label."""
    pieces = segments(asked.line.points)
    if len(pieces) == 1:
        piece = pieces[0]
        if asked.level:
            yield from _over_level(asked, asked.level, piece)
        else:
            yield from _beside(asked, piece, UPRIGHT_SHARES, 0.0)
        return
    longest = max(pieces, key=_size)
    for piece in pieces:
        extra = 0.0 if piece is longest else SECOND_RUN
        if _size(piece) < SHORT and piece is not longest:
            continue
        if piece[1] == piece[3]:
            yield from _over(asked, piece, LANE_ROOMS, LEVEL_SHARES, extra)
        else:
            yield from _beside(asked, piece, UPRIGHT_SHARES, extra)


def _size(piece: Segment) -> float:
    return piece[2] - piece[0] + piece[3] - piece[1]


def _over_level(asked: Asked, level: Level, piece: Segment) -> Iterator[Spot]:
    """Yield the places for the label of a level straight edge: over its middle, or below it."""
    bundle = asked.bundle or (0, 1)
    lines, is_raised = level.words(asked.text)
    if is_raised and bundle[0] in (0, bundle[1] - 1):
        yield from _raised(asked, level, lines, piece[1])
        return
    for lines, wide in settings(asked.text, (level.room, *(room for room in ROOMS if room < level.room))):
        if is_upper(bundle) or bundle[1] == 1:
            middle = level.middle(wide, is_above=True)
            yield _level_spot(lines, wide, middle, piece[1], LINE_COST * (len(lines) - 1), is_above=True)
        if not is_upper(bundle) or bundle[1] == 1:
            cost = LINE_COST * (len(lines) - 1) + (BELOW_COST if bundle[1] == 1 else 0.0)
            middle = level.middle(wide, is_above=False)
            yield _level_spot(lines, wide, middle, piece[1], cost, is_above=False)


def _raised(asked: Asked, level: Level, lines: tuple[str, ...], y: float) -> Iterator[Spot]:
    """Yield the places above and below the boxes for words that are too wide to stand between them."""
    index, count = asked.bundle or (0, 1)
    wide = max(width(line, LABEL) for line in lines)
    tall = BASELINE_LABEL * len(lines)
    left = min(max((level.left + level.right - wide) / 2, level.least), level.most - wide)
    top, bottom = asked.sides
    if index == 0:
        end = min(top - RAISED, y - ABOVE + DESCENT)
        yield Spot(RAISED_COST, (left, end - tall, left + wide, end), lines, "middle")
    if index == count - 1:
        start = max(bottom + LOWERED, y + BELOW - ASCENT)
        yield Spot(RAISED_COST + BELOW_COST * (count == 1), (left, start, left + wide, start + tall), lines, "middle")


def _over(
    asked: Asked, piece: Segment, rooms: Sequence[float], shares: Sequence[float], extra: float
) -> Iterator[Spot]:
    """Yield the places above and below a level run of a bent edge."""
    for lines, wide in settings(asked.text, tuple(rooms)):
        for rank, share in enumerate(shares):
            x = piece[0] + share * (piece[2] - piece[0])
            cost = LINE_COST * (len(lines) - 1) + extra + OFF_CENTER * rank
            yield _level_spot(lines, wide, x, piece[1], cost, is_above=True)
            yield _level_spot(lines, wide, x, piece[1], cost + BELOW_COST, is_above=False)


@lru_cache(maxsize=1024)
def settings(text: str, rooms: tuple[float, ...]) -> tuple[tuple[tuple[str, ...], float], ...]:
    """Return the ways to wrap a text in rooms from large to small, each with its width; no word is torn if possible."""
    least = least_room(text, LABEL)
    found: list[tuple[tuple[str, ...], float]] = []
    for room in [room for room in rooms if room >= least] or rooms[:1]:
        if found and found[-1][1] <= room:
            continue  # what fits already is wrapped as well as it can be
        lines = wrap(text, room, LABEL)
        found.append((lines, max(width(line, LABEL) for line in lines)))
    return tuple(found)


def _level_spot(lines: tuple[str, ...], wide: float, x: float, y: float, cost: float, *, is_above: bool) -> Spot:
    tall = BASELINE_LABEL * len(lines)
    top = y - ABOVE - ASCENT - tall + BASELINE_LABEL if is_above else y + BELOW - ASCENT
    return Spot(cost, (x - wide / 2, top, x + wide / 2, top + tall), lines, "middle")


def _beside(asked: Asked, piece: Segment, shares: Sequence[float], extra: float) -> Iterator[Spot]:
    """Yield the places right and left of a vertical run."""
    bundle = asked.bundle or (0, 1)
    aways = [BESIDE, asked.line.half + BESIDE_PILL] if asked.line.half > DISC + 1 else [BESIDE]
    for lines, wide in settings(asked.text, ROOMS):
        tall = BASELINE_LABEL * len(lines)
        first, last = piece[1] + 6, piece[3] - 6 - tall
        for rank, (share, away) in enumerate(product(shares, aways)):
            if rank >= len(aways) and last <= first:
                break
            top = first + share * (last - first)
            cost = LINE_COST * (len(lines) - 1) + extra + OFF_CENTER * rank
            if bundle[1] == 1 or not is_upper(bundle):
                left = piece[0] + away
                yield Spot(cost, (left, top, left + wide, top + tall), lines, "left")
            if bundle[1] == 1 or is_upper(bundle):
                right = piece[0] - away
                less = LEFT_COST if bundle[1] == 1 else 0.0
                yield Spot(cost + less, (right - wide, top, right, top + tall), lines, "right")
