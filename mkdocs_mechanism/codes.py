"""The code of every finding: its severity, what it belongs to, and one sentence about it.

Codes are a contract: `accept` takes them, the docs have an entry for each, and a test holds both to this table.
"""

from __future__ import annotations

from dataclasses import dataclass

from .diagnostics import Diagnostic, Location, Severity

E, W, N = Severity.ERROR, Severity.WARNING, Severity.NOTE


@dataclass(frozen=True, slots=True)
class Code:
    """What is fixed about a finding."""

    severity: Severity
    group: str
    """`document`, `source`, `fence`, `drawing` or `site`."""
    summary: str


CODES: dict[str, Code] = {
    # the document's bytes
    "document-too-large": Code(E, "document", "The document is larger than 4 MiB."),
    "json-encoding": Code(E, "document", "The document is not UTF-8."),
    "json-bom": Code(W, "document", "The document starts with a byte order mark."),
    "json-syntax": Code(E, "document", "The document is not JSON (RFC 8259)."),
    "json-depth": Code(E, "document", "Values are nested deeper than 32 levels."),
    "json-number": Code(E, "document", "A number is too long or out of range."),
    "duplicate-key": Code(E, "document", "An object holds the same key twice."),
    # its shape
    "not-an-object": Code(E, "document", "The document is not a JSON object."),
    "unsupported-version": Code(E, "document", "The format version is not one this release reads."),
    "unknown-key": Code(E, "document", "A key that the format does not know."),
    "not-supported-yet": Code(E, "document", "A field, option or command of a later release."),
    "missing-key": Code(E, "document", "A required key is absent."),
    "wrong-type": Code(E, "document", "A value has another JSON type than the format asks for."),
    "wrong-value": Code(E, "document", "A value is outside the allowed set, range or pattern."),
    "empty-text": Code(E, "document", "A text that must say something is empty."),
    "too-long": Code(E, "document", "A text is longer than its limit."),
    "too-many": Code(E, "document", "More targets, steps or entries than the limit."),
    "control-character": Code(E, "document", "A text or name holds a control character (class Cc), U+FFFE or U+FFFF."),
    "lone-surrogate": Code(E, "document", "A text or name holds half of a surrogate pair."),
    # its meaning
    "invalid-id": Code(E, "document", "A target's id is not an XML name."),
    "duplicate-id": Code(E, "document", "Two targets or two scenarios have the same id."),
    "unknown-target": Code(E, "document", "A name that is no target of the document."),
    "unknown-node": Code(E, "document", "An edge's end that is no node of the document."),
    "unknown-group": Code(E, "document", "A node's group that is not in `groups`."),
    "unknown-state": Code(E, "document", "A state key that is not in `stateLabels`."),
    "wrong-kind": Code(E, "document", "A node where an edge is needed, or the other way round."),
    "no-steps": Code(E, "document", "A scenario without steps."),
    "unselected-used": Code(E, "document", "A step uses a target that its scenario lists as unselected."),
    "listed-twice": Code(E, "document", "The same entry stands twice in a list."),
    "similar-names": Code(W, "document", "Two names differ only in Unicode normalization."),
    "looks-like-edge": Code(
        W, "document", "A node's label holds an arrow without blanks, as an edge's short form has it."
    ),
    "alt-repeats": Code(W, "document", "The text alternative only repeats title or caption."),
    "short-step": Code(W, "document", "A step is shorter than 800 ms."),
    "fast-reading": Code(N, "document", "A step is shorter than 250 ms a word of its description."),
    "no-limitations": Code(N, "document", "The document does not say what the picture leaves out."),
    # what it rests on
    "source-path": Code(E, "source", "A source's path is not a relative POSIX path in normal form below the root."),
    "source-refused": Code(
        E, "source", "A source that may not be read: not a regular file, outside the root, build output."
    ),
    "source-missing": Code(E, "source", "A source that is not there."),
    "source-changed": Code(E, "source", "A source whose bytes are not the recorded ones."),
    "source-unpinned": Code(W, "source", "A source without a recorded digest."),
    "source-part": Code(E, "source", "A file that does not have the lines or the region that a source names."),
    "source-recorded": Code(W, "source", "A source that is not here; a committed `SHA256SUMS` stands in for it."),
    "dirty-build": Code(W, "source", "A build that leaves out pages that have not changed, and so their sources."),
    "source-not-portable": Code(W, "source", "A source's path that Windows can't hold."),
    "review-stale": Code(W, "source", "A review from before the document or its sources changed."),
    "review-missing": Code(E, "source", "A document without a review, where the site requires one."),
    # the fence and its options
    "fence-syntax": Code(E, "fence", "A line or header of the fence that can't be read."),
    "fence-near": Code(W, "fence", "What was probably meant as a mechanism fence, but is none."),
    "missing-src": Code(E, "fence", "The fence names no document."),
    "unknown-option": Code(E, "fence", "An option that does not exist."),
    "option-value": Code(E, "fence", "An option's value that is not allowed."),
    "option-not-allowed": Code(E, "fence", "An option that may not stand here."),
    "document-not-found": Code(E, "fence", "The document that the fence names is not there."),
    "document-refused": Code(E, "fence", "The document that the fence names may not be read."),
    "unknown-edge": Code(E, "fence", "An endpoint line for a name that is no edge of the document."),
    "endpoint-repeated": Code(E, "fence", "Two endpoint lines for one edge."),
    "endpoint-conflict": Code(E, "fence", "An edge has endpoints both in the document and in the fence."),
    "unknown-scenario": Code(E, "fence", "A scenario or step that the document does not have."),
    "figure-id": Code(E, "fence", "The figure's id is already used on the page."),
    # the picture
    "missing-endpoints": Code(E, "drawing", "An edge has no endpoints, so it can't be drawn."),
    "layout-failed": Code(E, "drawing", "The layout engine could not place the mechanism."),
    # what was published
    "site-not-recorded": Code(E, "site", "The site holds no record of what was published."),
    "site-record": Code(E, "site", "The record of what was published is damaged, or contradicts itself."),
    "site-file-changed": Code(E, "site", "A published file has other bytes than recorded."),
    "site-file-missing": Code(E, "site", "A published file is not there."),
    "site-file-added": Code(E, "site", "A page, stylesheet, script or file of ours that the record does not know."),
    "site-figure-changed": Code(E, "site", "A figure disagrees with its published record."),
    "site-figure-missing": Code(E, "site", "A published figure is not in its page."),
    "site-figure-added": Code(E, "site", "A figure that the record does not know."),
    "site-source-absent": Code(N, "site", "A source that is not here, nor was it when the site was built."),
    "site-file-refused": Code(E, "site", "A symbolic link, or a file that no record can name."),
    "internal-error": Code(E, "drawing", "A defect of mkdocs-mechanism itself."),
}


def finding(code: str, message: str, location: Location, *, hint: str = "", detail: tuple[str, ...] = ()) -> Diagnostic:
    """Return a diagnostic with the severity that the code has."""
    return Diagnostic(code, CODES[code].severity, message, location, hint, detail)
