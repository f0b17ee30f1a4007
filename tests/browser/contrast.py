"""Contrast of two colors by WCAG 2.2 (relative luminance and contrast ratio)."""

from __future__ import annotations

import re


def channels(color: str) -> tuple[float, float, float]:
    """Return red, green and blue, 0 to 1, of `#rgb`, `#rrggbb`, `rgb(...)` or `color(srgb ...)`."""
    if color.startswith("#"):
        digits = color[1:] if len(color) == 7 else "".join(2 * each for each in color[1:])
        red, green, blue = (int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4))
    else:
        scale = 1.0 if color.startswith("color(srgb ") else 255.0
        red, green, blue = (float(each) / scale for each in re.findall(r"[\d.]+", color.replace("srgb", ""))[:3])
    return red, green, blue


def luminance(color: str) -> float:
    """Return the relative luminance, 0 to 1."""
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels(color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio, 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)
