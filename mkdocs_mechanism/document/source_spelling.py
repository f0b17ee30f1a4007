"""What is wrong with the lines, region or URL of a source, or the day of a review: each near miss has its own words."""

from __future__ import annotations

import re

from ..diagnostics import quote
from .names import DATE, HTTPS, LINES, REGION, fits


def explain_source(pattern: str, text: str) -> tuple[str, str]:
    """Return what is wrong with a text that does not fit one of the patterns (a predicate), and the cure."""
    if pattern == HTTPS:
        return _url(text)
    shown = f"is {quote(text)}" if text.strip() else "is empty"
    if pattern == LINES:
        numbers = re.findall(r"[0-9]+", text)
        meant = "-".join(number.lstrip("0") for number in numbers)
        hint = f'write "{meant}"' if len(numbers) <= 2 and fits(LINES, meant) and "," not in text else ""
        return f'{shown}, expected one range of lines such as "12-40", counted from 1', hint
    if pattern == REGION:
        return f'{shown}, expected a name of ASCII letters, digits, "_", "-" and "."', ""
    parts = re.fullmatch(r"([0-9]{4})[-/.]?([0-9]{1,2})[-/.]?([0-9]{1,2})(?:T.*)?", text.strip())
    meant = f"{parts[1]}-{parts[2]:0>2}-{parts[3]:0>2}" if parts else ""
    return f'{shown}, expected a day such as "2026-05-31"', f'write "{meant}"' if fits(DATE, meant) else ""


def _url(text: str) -> tuple[str, str]:
    if not text.strip():
        return "is empty, expected an https URL", 'write the address, or name a file with "path"'
    if re.match(r"https?://[^/?#\\]*@", text, re.IGNORECASE):
        return "holds a user name; expected an https URL that everybody may see", "remove what stands before the @"
    problem = f"is {quote(text)}, expected an https URL"
    secure = re.sub(r"^(?i:https?:)?//", "https://", text.strip())
    meant = secure if "://" in secure else f"https://{secure}"
    meant = re.sub(r"\s", "%20", meant)
    host = re.match(r"https://([^/?#]*)", meant)
    if host and not host[1].isascii():
        return f"{problem}; its host holds characters beyond ASCII", "write the host in its ASCII form (xn--...)"
    looks_like_one = fits(HTTPS, meant) and host is not None and "." in host[1]
    return problem, f"write {quote(meant)}" if looks_like_one and len(meant) <= 60 else ""
