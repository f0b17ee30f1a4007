"""Every number of document format version 1, once: models, checks, messages and schema read it here."""

from __future__ import annotations

VERSIONS = (1,)
"""Format versions that this release reads."""

BYTES = 4 * 1024 * 1024
"""Largest document, in bytes."""
DEPTH = 32
"""Deepest nesting of objects and lists; far above what the format needs, far below what a parser's stack holds."""
NUMBER = 18
"""Longest number, in characters: every whole number so long fits 64 bits."""
TARGETS = 500
STEPS = 500
"""Most steps, over all scenarios."""
ENTRIES = 1000
"""Most entries of any other list or map."""
LABEL = 200
"""Longest name, id, label, detail or title, in code points."""
TEXT = 4000
"""Longest other text, in code points."""

DURATION_LEAST = 334
"""Shortest step in milliseconds: at most three changes a second (WCAG 2.2, 2.3.1)."""
DURATION_MOST = 60_000
DURATION_USUAL = 2500
"""A step's default when its description is short."""
DURATION_SHORT = 800
"""Steps below this many milliseconds get a warning."""
MS_PER_WORD = 250
"""Reading time of a word (240 words a minute)."""

FINDINGS = 1000
"""Most findings about one document; a file of errors only must not fill the memory."""
SUGGESTIONS = 100
"""Most look-ups of a similar name for one document; each costs milliseconds among 500 names."""
