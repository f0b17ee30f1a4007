"""Transforms of SVG as six numbers: what `transform` says, combined, inverted and applied."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from ..drawing.geometry import Point

_CALL = re.compile(r"([A-Za-z]+)\s*\(([^()]*)\)")
NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_NUMBER = re.compile(NUMBER)


class Matrix(NamedTuple):
    """The six numbers of `matrix(a b c d e f)` (SVG 2, 8.4 "Coordinate system transformations")."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def after(self, first: Matrix) -> Matrix:
        """Return the transform that does `first`, then this one."""
        a, b, c, d, e, f = self
        return Matrix(
            a * first.a + c * first.b,
            b * first.a + d * first.b,
            a * first.c + c * first.d,
            b * first.c + d * first.d,
            a * first.e + c * first.f + e,
            b * first.e + d * first.f + f,
        )

    def at(self, point: Point) -> Point:
        """Return where a point comes to stand."""
        return Point(self.a * point.x + self.c * point.y + self.e, self.b * point.x + self.d * point.y + self.f)

    @property
    def scale(self) -> float:
        """Return by how much lengths grow, on average over the directions."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    def inverse(self) -> Matrix | None:
        """Return the transform that undoes this one; None where it flattens everything."""
        a, b, c, d, e, f = self
        size = a * d - b * c
        if not math.isfinite(size) or abs(size) < 1e-12:
            return None
        return Matrix(d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)

    def text(self) -> str:
        """Return the value of a `transform` attribute; six decimals, so that what is undone comes out where it was."""
        return f"matrix({' '.join(f'{value:.6f}'.rstrip('0').rstrip('.') or '0' for value in self)})"


def numbers(text: str) -> list[float]:
    """Return the numbers of a list such as that of `points` or `viewBox`."""
    return [float(each) for each in _NUMBER.findall(text)]


def read_transform(text: str) -> Matrix:
    """Return the transform that an attribute says; what is no transform counts as none."""
    matrix = Matrix()
    for name, inside in _CALL.findall(text):
        one = _one(name, numbers(inside))
        if one is None:
            return Matrix()
        matrix = matrix.after(one)
    return matrix


def _one(name: str, values: list[float]) -> Matrix | None:
    count = len(values)
    if name == "matrix" and count == 6:
        return Matrix(*values)
    if name == "translate" and count in (1, 2):
        return Matrix(e=values[0], f=values[1] if count == 2 else 0.0)
    if name == "scale" and count in (1, 2):
        return Matrix(a=values[0], d=values[-1])
    if name == "rotate" and count in (1, 3):
        turn = math.radians(values[0])
        turned = Matrix(math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn))
        if count == 1:
            return turned
        x, y = values[1:]
        return Matrix(e=x, f=y).after(turned).after(Matrix(e=-x, f=-y))
    if name == "skewX" and count == 1:
        return Matrix(c=math.tan(math.radians(values[0])))
    if name == "skewY" and count == 1:
        return Matrix(b=math.tan(math.radians(values[0])))
    return None
