"""The recipes of the page about attestations: each YAML is read, each command has the options that its tool has.

Signing needs a network, so no recipe is run to its end. What a machine without one can tell: `sigstore` is asked for
its own options; those of GitHub's action, `gh` and `cosign` are listed here as their reference pages have them, and the
programs are asked as well where they are installed.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
import yaml
from provenance.building import build_site

from mkdocs_mechanism.cli import main
from mkdocs_mechanism.provenance.record import HOME, FigureRecord, SourceRecord
from mkdocs_mechanism.provenance.statement import BUILD_TYPE, PREDICATE_TYPE
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "pages" / "how-to" / "attestations.md"
TEXT = PAGE.read_text(encoding="utf-8")
START = ROOT / "tests" / "verify" / "start"
OPTIONS = {
    "gh attestation verify": {"--repo", "--owner", "--predicate-type", "--bundle", "--format"},
    "cosign attest-blob": {"--key", "--predicate", "--type", "--bundle", "--yes"},
    "cosign verify-blob-attestation": {"--key", "--bundle", "--type", "--check-claims"},
}
"""Of https://cli.github.com/manual/gh_attestation_verify and the folder `doc` of github.com/sigstore/cosign."""
COSIGN_TYPES = {"slsaprovenance", "slsaprovenance02", "slsaprovenance1", "link", "spdx", "cyclonedx", "vuln", "custom"}
ATTEST_INPUTS = {
    *("subject-path", "subject-digest", "subject-name", "subject-checksums"),
    *("predicate-type", "predicate", "predicate-path"),
    *("push-to-registry", "create-storage-record", "show-summary", "github-token"),
}
"""Of `action.yml` in github.com/actions/attest."""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}[^\n]*\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def commands(program: str) -> list[list[str]]:
    lines = [line for block in blocks("bash") for line in block.splitlines()]
    lines += [step["run"] for step in workflow()["jobs"]["publish"]["steps"] if "run" in step]
    found = [shlex.split(part) for line in lines for part in line.split("&&")]
    return [words for words in found if words[0] == program]


def workflow() -> dict:
    (text,) = (block for block in blocks("yaml") if "jobs:" in block)
    return yaml.safe_load(text)


def options(words: list[str]) -> set[str]:
    return {word for word in words if word.startswith("--")}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(START, tmp_path_factory.mktemp("recipes") / "site")


def test_every_yaml_is_read() -> None:
    assert len([yaml.safe_load(block) for block in blocks("yaml")]) >= 2


def test_workflow_builds_verifies_attests_and_only_then_uploads() -> None:
    steps = workflow()["jobs"]["publish"]["steps"]
    order = [step.get("run", step.get("uses", "")).split("@")[0] for step in steps]
    built, verified, attested, uploaded = (
        next(index for index, step in enumerate(order) if step.startswith(start))
        for start in ("mkdocs build", "mkdocs-mechanism verify", "actions/attest", "actions/upload-pages-artifact")
    )
    assert [verified - built, attested - verified, uploaded - attested] == [1, 1, 1]


def test_workflow_may_do_what_it_does() -> None:
    granted = workflow()["permissions"]
    assert {name for name, level in granted.items() if level == "write"} == {"pages", "id-token", "attestations"}


def test_action_gets_inputs_that_it_has_and_files_that_are_there(site: Path) -> None:
    (step,) = (
        each for each in workflow()["jobs"]["publish"]["steps"] if each.get("uses", "").startswith("actions/attest@")
    )
    inputs = step["with"]
    assert inputs.keys() <= ATTEST_INPUTS
    assert len(inputs.keys() & {"subject-path", "subject-digest", "subject-checksums"}) == 1
    assert inputs["predicate-type"] == PREDICATE_TYPE
    for name in ("subject-checksums", "predicate-path"):
        assert (site.parent / inputs[name]).is_file()
    # The action splits a line of the sums at its first blanks, and takes the name as it stands.
    for line in (site / "provenance" / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        digest, name = re.split(r"\s+[*]?", line, maxsplit=1)
        assert re.fullmatch(r"[0-9a-f]{64}", digest)
        assert (site / name).is_file()


def test_our_own_commands_work(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(site.parent)
    found = commands("mkdocs-mechanism")
    assert {words[1] for words in found} == {"verify", "check"}
    for words in found:
        if words[1] == "verify":
            assert words[2] == "site"
            arguments = [str(START) if word == "." else word for word in words[1:]]
            assert main(arguments) == 0


def test_sums_command_works(site: Path) -> None:
    if not shutil.which("sha256sum"):
        pytest.skip("needs sha256sum of GNU coreutils")
    found = commands("sha256sum")
    assert len(found) == 2
    for words in found:
        assert subprocess.run(words, cwd=site, capture_output=True, check=False).returncode == 0


def test_sigstore_has_these_options_and_takes_these_files(site: Path) -> None:
    pytest.importorskip("sigstore", reason="needs the dependency group `provenance`: sigstore is not installed")
    found = commands("sigstore")
    assert [words[1] for words in found] == ["attest", "verify"]
    for words in found:
        command = words[1 : 3 if words[1] == "verify" else 2]
        done = subprocess.run(
            [sys.executable, "-m", "sigstore", *command, "--help"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert options(words) <= set(re.findall(r"--[a-z-]+", done.stdout))
    attest = found[0]
    assert PREDICATE_TYPE in attest
    for name in (attest[attest.index("--predicate") + 1], attest[-1]):
        assert (site.parent / name).is_file()


@pytest.mark.parametrize("command", OPTIONS)
def test_other_tools_have_these_options(command: str) -> None:
    program, *rest = command.split()
    found = [words for words in commands(program) if words[1 : 1 + len(rest)] == rest]
    assert len(found) == 1
    assert options(found[0]) <= OPTIONS[command]
    if "--type" in found[0]:
        assert found[0][found[0].index("--type") + 1] in COSIGN_TYPES
    if shutil.which(program):
        done = subprocess.run([*command.split(), "--help"], capture_output=True, text=True, check=False)
        assert options(found[0]) <= set(re.findall(r"--[a-z-]+", done.stdout))


def test_a_signature_beside_the_sums_does_no_harm(site: Path) -> None:
    """The recipes put bundles into the site after it was verified."""
    bundle = site / "provenance" / "SHA256SUMS.sigstore.json"
    bundle.write_text("{}", encoding="utf-8")
    assert main(["verify", str(site)]) == 0
    bundle.unlink()


def test_the_type_of_build_is_documented_field_by_field() -> None:
    assert f"`{BUILD_TYPE}`" in TEXT
    assert f"`{HOME}#`" in TEXT
    section = TEXT.partition("## What the statement says")[2].partition("\n## ")[0]
    for field in (*fields(FigureRecord), *fields(SourceRecord)):
        assert f"`{field.name}`" in section, field.name
