"""Print one digest of everything made from every case below a folder: `python digest.py FOLDER`, in a process alone."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from golden.cases import NAMES, artefacts

for name in NAMES:
    made = artefacts(Path(sys.argv[1]) / name, name)
    for artefact, text in made.items():
        print(hashlib.sha256(text.encode()).hexdigest(), name, artefact)
