"""Pinning: what is asked and shown, what is written, and that nothing else ever is."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Outcome, on_a_terminal
from tests.provenance.conftest import Repository

Run = Callable[..., Outcome]
DOCUMENT = "docs/mechanisms/cache.json"
NOTES = "notes/cache.md"


def read(site: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((site / DOCUMENT).read_bytes())
    return value


def pins(site: Path) -> list[str | None]:
    return [source.get("sha256") for source in read(site)["sources"]]


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def changed(site: Path) -> Path:
    (site / NOTES).write_text("other\n")
    return site


class TestAsking:
    def test_each_source_is_asked_about(self, changed: Path) -> None:
        (changed / "notes/origin.md").write_text("other\n")
        old = pins(changed)
        code, shown = on_a_terminal(changed, "n\ny\n", "pin")
        assert (code, shown.count("[y/n/d/q]")) == (1, 2)
        assert pins(changed) == [old[0], sha256(changed / "notes/origin.md")]
        assert '"notes/cache.md" in "docs/mechanisms/cache.json": 938cf694... -> ' in shown

    @pytest.mark.parametrize(
        ("typed", "code", "times"),
        [("n", 1, 1), ("", 1, 1), ("q", 1, 1), ("x\nd\nn", 1, 3), ("\x04", 1, 1), ("y", 0, 1)],
    )
    def test_answers(self, changed: Path, typed: str, code: int, times: int) -> None:
        before = (changed / DOCUMENT).read_bytes()
        found, shown = on_a_terminal(changed, f"{typed}\n", "pin")
        assert (found, shown.count("[y/n/d/q]")) == (code, times)
        assert ((changed / DOCUMENT).read_bytes() == before) == (code == 1)
        assert ("y: pin it" in shown) == (times == 3)
        assert ("git has no version with" in shown) == (times == 3)

    def test_quitting_leaves_all_that_follow(self, changed: Path) -> None:
        (changed / "notes/origin.md").write_text("other\n")
        before = (changed / DOCUMENT).read_bytes()
        code, shown = on_a_terminal(changed, "q\n", "pin")
        assert (code, shown.count("[y/n/d/q]")) == (1, 1)
        assert (changed / DOCUMENT).read_bytes() == before

    def test_never_under_ci_without_yes(self, changed: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        before = (changed / DOCUMENT).read_bytes()
        code, shown = on_a_terminal(changed, "y\n", "pin", CI="true")
        assert (code, "[y/n/d/q]" in shown) == (2, False)
        monkeypatch.setenv("CI", "true")
        assert run("pin", "--reviewed-by", "A")[0] == 2
        assert (changed / DOCUMENT).read_bytes() == before
        assert run("pin", "--yes")[0] == 0

    def test_a_review_alone_needs_no_question_but_not_under_ci(
        self, site: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("CI", "true")
        code, _, err = run("pin", "--reviewed-by", "A")
        assert (code, err) == (2, "1 document checked\nnothing was written: this runs under CI; add --yes\n")
        monkeypatch.setenv("CI", "false")
        assert run("pin", "--reviewed-by", "A")[0] == 0


class TestWriting:
    def test_nothing_to_do_needs_no_consent(self, site: Path, run: Run) -> None:
        before = (site / DOCUMENT).stat()
        assert run("pin", DOCUMENT) == (0, "", "1 document checked\n")
        after = (site / DOCUMENT).stat()
        assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)

    def test_mode_and_link_are_kept(self, changed: Path, run: Run) -> None:
        (changed / DOCUMENT).chmod(0o640)
        (changed / "alias.json").symlink_to(DOCUMENT)
        assert run("pin", "--yes", "alias.json")[0] == 0
        assert (changed / "alias.json").is_symlink()
        assert (changed / DOCUMENT).stat().st_mode & 0o777 == 0o640
        assert not [path for path in (changed / "docs/mechanisms").iterdir() if path.name != "cache.json"]

    def test_nothing_half_written(self, changed: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        before = (changed / DOCUMENT).read_bytes()

        def fail(_descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", fail)
        code, out, err = run("pin", "--yes")
        assert (code, out, err) == (2, "", "mkdocs-mechanism: cache.json can't be written: no space left on device\n")
        assert (changed / DOCUMENT).read_bytes() == before
        assert os.listdir(changed / "docs/mechanisms") == ["cache.json"]

    def test_crlf_and_byte_order_mark_stay(self, changed: Path, run: Run) -> None:
        before = b"\xef\xbb\xbf" + (changed / DOCUMENT).read_bytes().replace(b"\n", b"\r\n")
        (changed / DOCUMENT).write_bytes(before)
        assert run("pin", "--yes")[0] == 0
        after = (changed / DOCUMENT).read_bytes()
        assert len(after) == len(before)
        assert 0 < sum(a != b for a, b in zip(after, before, strict=True)) <= 64

    def test_a_part_is_pinned_by_its_own_bytes(self, site: Path, run: Run) -> None:
        (site / NOTES).write_bytes(b"one\ntwo\nthree\n")
        text = (site / DOCUMENT).read_text()
        digest = pins(site)[0]
        part = text.replace(f'"notes/cache.md", "sha256": "{digest}"', '"notes/cache.md", "lines": "2-3"')
        (site / DOCUMENT).write_text(part)
        assert run("pin", "--yes")[0] == 0
        assert pins(site)[0] == hashlib.sha256(b"two\nthree\n").hexdigest()

    def test_only(self, changed: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        (changed / "notes/origin.md").write_text("other\n")
        old = pins(changed)
        code, out, _ = run("pin", "--yes", "--only", NOTES)
        assert (code, "notes/origin.md" in out) == (1, True)  # what is left is said
        assert pins(changed) == [sha256(changed / NOTES), old[1]]
        monkeypatch.chdir(changed / "notes")
        assert run("pin", "--yes", "--only", "origin.md", "..//docs")[0] == 0
        assert pins(changed)[1] == sha256(changed / "notes/origin.md")

    def test_only_what_no_document_names(self, changed: Path, run: Run) -> None:
        before = (changed / DOCUMENT).read_bytes()
        code, out, err = run("pin", "--yes", "--only", NOTES, "--only", "notes/orign.md")
        assert (code, out) == (2, "")
        assert err == 'mkdocs-mechanism: --only: no document here names source "notes/orign.md"\n'
        assert (changed / DOCUMENT).read_bytes() == before

    def test_sources_from_elsewhere(self, site: Path, run: Run, tmp_path: Path) -> None:
        papers = tmp_path / "papers"
        (papers / "notes").mkdir(parents=True)
        (papers / NOTES).write_text("The whole paper.\n")
        (site / NOTES).unlink()
        assert run("check")[0] == 1
        assert run("check", "--sources", str(papers))[0] == 1  # changed
        assert run("pin", "--yes", "--sources", str(papers))[0] == 0
        assert pins(site)[0] == sha256(papers / NOTES)
        assert run("check", "--strict", "--sources", str(papers))[0] == 0
        assert run("check", "--sources", "nowhere").err.endswith('--sources: there is no folder "nowhere"\n')


KILLS = 12
MOST_KILLS = 60
"""On a busy machine many kills may hit the same turn."""
LOOP = """
import sys
from pathlib import Path
from mkdocs_mechanism.cli import main
for turn in range(10**6):
    Path("notes/cache.md").write_text(f"{turn % 2}\\n")
    assert main(["pin", "--yes", "--quiet", "docs/mechanisms/cache.json"]) == 0
    print("ready", flush=True)
"""
AT = """
import os, signal, sys
name, when = sys.argv[1:]
real = getattr(os, name)
def killed(*arguments, **named):
    if when == "after":
        real(*arguments, **named)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(os, name, killed)
from mkdocs_mechanism.cli import main
main(["pin", "--yes", "docs/mechanisms/cache.json"])
"""


@pytest.mark.parametrize(("name", "when"), [(n, w) for n in ("fsync", "chmod", "replace") for w in ("before", "after")])
def test_killed_at_each_step_the_old_or_the_new_file_is_there(changed: Path, run: Run, name: str, when: str) -> None:
    old = (changed / DOCUMENT).read_bytes()
    done = subprocess.run([sys.executable, "-c", AT, name, when], cwd=changed, capture_output=True)
    assert done.returncode == -signal.SIGKILL
    killed = (changed / DOCUMENT).read_bytes()
    assert run("pin", "--yes")[0] == 0
    assert killed == (old if (name, when) != ("replace", "after") else (changed / DOCUMENT).read_bytes())


def test_killed_at_any_moment_the_old_or_the_new_file_is_there(site: Path, run: Run) -> None:
    value = read(site)
    value["limitations"] = ["x" * 4000] * 400  # so that writing takes a while
    (site / DOCUMENT).write_text(json.dumps(value, indent=1))
    whole = set()
    for turn in range(2):
        (site / NOTES).write_text(f"{turn}\n")
        assert run("pin", "--yes", DOCUMENT)[0] == 0
        whole.add((site / DOCUMENT).read_bytes())
    chance = random.Random(3)
    seen = set()
    for turn in range(MOST_KILLS):
        if turn >= KILLS and len(seen) == 2:
            break
        with subprocess.Popen([sys.executable, "-c", LOOP], cwd=site, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(chance.uniform(0, 0.3))
            process.send_signal(signal.SIGKILL)
        content = (site / DOCUMENT).read_bytes()
        assert content in whole
        seen.add(content)
    assert len(seen) == 2
    # What a killed run may leave is no page, no document, and in nobody's way.
    assert all(
        path.name.startswith(".cache.json.") for path in (site / DOCUMENT).parent.iterdir() if path.suffix != ".json"
    )
    assert run("pin", "--yes")[0] == 0


class TestReview:
    def test_who_and_when(self, site: Path, run: Run) -> None:
        before = (site / DOCUMENT).read_text()
        code, out, err = run("pin", "--reviewed-by", " J\u00f3zef R. ", "--date", "2026-05-31")
        assert (code, out) == (0, "")
        assert err.startswith('reviewed "docs/mechanisms/cache.json": "J\u00f3zef R." on 2026-05-31\n')
        review = read(site)["review"]
        assert (review["by"], review["on"], len(review["content"])) == ("J\u00f3zef R.", "2026-05-31", 64)
        # One line more, no other changed.
        lines = (site / DOCUMENT).read_text().splitlines()
        (added,) = [line for line in lines if line not in before.splitlines()]
        assert added.startswith('  "review": {"by": "J\u00f3zef R.", "on": "2026-05-31", "content": "')
        assert [line for line in lines if line != added] == before.splitlines()
        assert run("check", "--strict")[0] == 0

    def test_today_in_utc(self, site: Path, run: Run) -> None:
        days = [datetime.now(UTC).date().isoformat()]
        assert run("pin", "--reviewed-by", "A")[0] == 0
        days.append(datetime.now(UTC).date().isoformat())
        assert read(site)["review"]["on"] in days

    def test_the_same_review_writes_nothing(self, site: Path, run: Run) -> None:
        run("pin", "--reviewed-by", "A", "--date", "2026-05-31")
        before = (site / DOCUMENT).stat().st_mtime_ns
        assert run("pin", "--reviewed-by", "A", "--date", "2026-05-31").err == "1 document checked\n"
        assert (site / DOCUMENT).stat().st_mtime_ns == before
        assert run("pin", "--reviewed-by", "B", "--date", "2026-05-31")[0] == 0
        assert read(site)["review"]["by"] == "B"

    def test_together_with_pins_in_one_write(self, changed: Path, run: Run) -> None:
        code, _, err = run("pin", "--yes", "--reviewed-by", "A", "--date", "2026-05-31")
        assert (code, err.count("\n")) == (0, 3)
        assert pins(changed)[0] == sha256(changed / NOTES)
        assert run("check", "--strict")[0] == 0

    def test_pins_without_a_review_end_the_old_one(self, site: Path, run: Run) -> None:
        run("pin", "--reviewed-by", "A", "--date", "2026-05-31")
        before = (site / DOCUMENT).read_bytes()
        (site / NOTES).write_text("other\n")
        assert "[review-stale]" in run("check").out
        code, out, err = run("pin", "--yes")
        assert (code, "[review-stale]" in out) == (0, True)
        assert 'the review of "docs/mechanisms/cache.json" by "A" is older than these pins: it no longer holds\n' in err
        after = (site / DOCUMENT).read_bytes()
        assert len(after) == len(before)
        assert read(site)["review"] == json.loads(before)["review"]
        assert run("check", "--strict")[0] == 1

    def test_nobody_reviews_what_is_not_there_or_was_left(self, changed: Path, run: Run) -> None:
        code, _, err = run("pin", "--yes", "--only", "notes/origin.md", "--reviewed-by", "A")
        assert (code, 'no review was recorded in "docs/mechanisms/cache.json"' in err) == (1, True)
        (changed / NOTES).unlink()
        assert 'source "notes/cache.md" is missing\n' in run("pin", "--yes", "--reviewed-by", "A").err
        assert "review" not in read(changed)

    def test_nobody_reviews_what_could_change_unnoticed(self, site: Path, run: Run) -> None:
        value = read(site)
        del value["sources"][0]["sha256"]
        (site / DOCUMENT).write_text(json.dumps(value))
        code, _, err = run("pin", "--yes", "--only", "notes/origin.md", "--reviewed-by", "A")
        said = 'no review was recorded in "docs/mechanisms/cache.json": source "notes/cache.md" is unpinned\n'
        assert (code, said in err, "review" in read(site)) == (1, True, False)
        assert run("pin", "--yes", "--reviewed-by", "A")[0] == 0
        assert run("check", "--strict")[0] == 0

    def test_required_by_the_site(self, site: Path, run: Run) -> None:
        (site / "mkdocs.yml").write_text("plugins:\n  - mechanism:\n      require_review: true\n")
        code, out, _ = run("check")
        assert (code, "[review-missing]" in out) == (1, True)
        assert run("pin", "--reviewed-by", "A")[0] == 0
        assert run("check", "--strict")[0] == 0
        text = (site / DOCUMENT).read_text()
        (site / DOCUMENT).write_text(text.replace("A request to", "A question to"))
        code, out, _ = run("check")
        assert (code, "error: the review by" in out) == (1, True)

    @pytest.mark.parametrize("arguments", [
        ("--reviewed-by", ""), ("--reviewed-by", "a\nb"), ("--reviewed-by", "x" * 201), ("--reviewed-by",),
        ("--reviewed-by", "A", "--date", "31.5.2026"), ("--reviewed-by", "A", "--date", "2026-02-30"),
        ("--reviewed-by", "A", "--date", "20260531"), ("--date", "2026-05-31"),
    ])  # fmt: skip
    def test_wrong_usage(self, site: Path, run: Run, arguments: tuple[str, ...]) -> None:
        before = (site / DOCUMENT).read_bytes()
        assert run("pin", *arguments)[:2] == (2, "")
        assert (site / DOCUMENT).read_bytes() == before


class TestSums:
    def test_a_folder_is_signed_off(self, site: Path, run: Run) -> None:
        code, _, err = run("pin", "--sums", "notes")
        assert (code, err) == (0, 'wrote "notes/SHA256SUMS": 2 sources\n1 document checked\n')
        done = subprocess.run(["sha256sum", "-c", "--strict", "SHA256SUMS"], cwd=site / "notes", capture_output=True)
        assert done.returncode == 0
        (site / NOTES).unlink()
        code, out, _ = run("check")
        assert (code, "[source-recorded]" in out) == (0, True)
        assert run("check", "--strict")[0] == 1

    def test_what_is_not_here_or_not_pinned_is_left(self, site: Path, run: Run) -> None:
        run("pin", "--sums", "notes")
        before = (site / "notes/SHA256SUMS").read_text().splitlines()
        (site / NOTES).unlink()
        (site / "notes/origin.md").write_text("other\n")
        err = run("pin", "--yes", "--sums", "notes").err
        assert 'wrote "notes/SHA256SUMS": 1 source, 1 kept as they were\n' in err
        after = (site / "notes/SHA256SUMS").read_text().splitlines()
        assert after == [before[0], f"{sha256(site / 'notes/origin.md')}  origin.md"]

    def test_nothing_there(self, site: Path, run: Run) -> None:
        assert run("pin", "--sums", "docs").err.endswith('--sums: no pinned source that is here lies in "docs"\n')
        assert run("pin", "--sums", "nowhere")[0] == 2
        (site / "notes/SHA256SUMS").write_text("my notes\n")
        code, _, err = run("pin", "--sums", "notes")
        assert (code, "is no list of SHA-256 digests; nothing was written to it" in err) == (2, True)


class TestSinceThePin:
    def test_it_is_shown(self, repository: Repository, run: Run) -> None:
        repository.write(NOTES, b"Hits are served from memory.\nMore.\n")
        code, _, err = run("pin", "--yes")
        assert code == 0
        lines = err.splitlines()
        assert lines[0].startswith("--- notes/cache.md\tas pinned, in ")
        assert lines[0].endswith(" of 2026-01-31: Write it")
        assert lines[1:4] == [
            "+++ notes/cache.md\tnow: +1 -0 lines",
            "@@ -1,1 +1,2 @@",
            " Hits are served from memory.",
        ]
        assert lines[4] == "+More."
        repository.write(NOTES, b"Other.\n")
        assert "+Other." not in run("pin", "--yes", "--quiet").err

    def test_the_version_may_be_commits_ago(self, repository: Repository, run: Run) -> None:
        for turn in range(3):
            repository.write(NOTES, f"{turn}\n".encode())
            repository.commit(f"Turn {turn}", f"2026-02-0{turn + 1}T12:00:00Z")
        err = run("pin", "--yes").err
        assert ": Write it" in err.splitlines()[0]
        assert err.splitlines()[3:5] == ["-Hits are served from memory.", "+2"]

    def test_long_differences_are_cut_and_can_be_seen_whole(self, repository: Repository) -> None:
        repository.write(NOTES, b"".join(b"line %d\n" % number for number in range(100)))
        code, shown = on_a_terminal(repository.root, "d\nn\n", "pin")
        assert code == 1
        assert "... 82 more lines" in shown
        assert (shown.count("+line 10\r\n"), shown.count("+line 99\r\n")) == (2, 1)

    def test_what_can_not_be_shown_as_text(self, repository: Repository, run: Run) -> None:
        repository.write(NOTES, b"\x89PNG\0")
        assert "+++ notes/cache.md\tnow: not text; 29 bytes then, 5 bytes now\n" in run("pin", "--yes").err
        repository.write(NOTES, b"\x1b[2J\r\nnew\r\n")
        assert "\x1b" not in run("pin", "--yes").err

    def test_only_the_part_counts(self, repository: Repository, run: Run) -> None:
        repository.write(NOTES, b"one\ntwo\nthree\n")
        text = (repository.root / DOCUMENT).read_text()
        part = text.replace('"notes/cache.md",', '"notes/cache.md", "lines": "2",')
        repository.write(DOCUMENT, part.encode())
        run("pin", "--yes")
        repository.commit("Take a part", "2026-02-01T12:00:00Z")
        repository.write(NOTES, b"1\n2\nthree\n")
        err = run("pin", "--yes").err
        assert err.splitlines()[2:5] == ["@@ -1,1 +1,1 @@", "-two", "+2"]
        assert err.startswith("--- notes/cache.md, line 2\tas pinned, in ")
