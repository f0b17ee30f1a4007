"""The artefacts of a built site: other tools take them, and they tell no more than the figures do."""

from __future__ import annotations

import getpass
import hashlib
import json
import os
import shutil
import socket
import subprocess
from pathlib import Path

import html5lib
import pytest
import yaml
from provenance.building import build_site, content, copy_project

import mkdocs_mechanism
from mkdocs_mechanism import Request, Workspace, build
from mkdocs_mechanism.cli import main
from mkdocs_mechanism.diagnostics import Location
from mkdocs_mechanism.document.model import Source
from mkdocs_mechanism.options import FigureOptions
from mkdocs_mechanism.provenance.copies import copies
from mkdocs_mechanism.provenance.record import FigureRecord, SourceRecord
from mkdocs_mechanism.sources.verify import SourceState, Status

START = Path(__file__).parent.parent / "verify" / "start"
CANARY = "canary-7f3a-not-for-publication"
STATEMENT = "provenance/mechanism.intoto.json"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(START, tmp_path_factory.mktemp("built") / "site")


@pytest.fixture(scope="module")
def statement(site: Path) -> dict:
    return json.loads((site / STATEMENT).read_text(encoding="utf-8"))


def blocks(site: Path, page: str) -> list[dict]:
    tree = html5lib.parse((site / page).read_bytes(), namespaceHTMLElements=False)
    return [json.loads(each.text) for each in tree.iter("script") if each.get("type") == "application/ld+json"]


def package(name: str):
    return pytest.importorskip(name, reason=f"needs the dependency group `provenance`: {name} is not installed")


# --- other tools ----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="needs sha256sum of GNU coreutils")
def test_sha256sum_checks_the_site(site: Path) -> None:
    command = ["sha256sum", "--check", "--strict", "provenance/SHA256SUMS"]
    done = subprocess.run(command, cwd=site, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.count(": OK\n") == len((site / "provenance" / "SHA256SUMS").read_bytes().splitlines())


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_in_toto_takes_the_statement(site: Path) -> None:
    package("in_toto_attestation")
    from google.protobuf import json_format
    from in_toto_attestation.predicates.provenance.v1 import provenance_pb2
    from in_toto_attestation.v1 import statement_pb2
    from in_toto_attestation.v1.statement import Statement

    parsed = json_format.Parse((site / STATEMENT).read_bytes(), statement_pb2.Statement())
    Statement.copy_from_pb(parsed).validate()
    predicate = json_format.Parse((site / "provenance" / "predicate.json").read_bytes(), provenance_pb2.Provenance())
    assert predicate.build_definition.build_type == "pkg:pypi/mkdocs-mechanism#site-v1"
    assert len(predicate.build_definition.resolved_dependencies) == 5


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_sigstore_takes_statement_and_predicate(site: Path) -> None:
    package("sigstore")
    from sigstore.dsse import Statement
    from sigstore.dsse._predicate import SLSAPredicateV1_0

    statement = Statement((site / STATEMENT).read_bytes())
    assert statement._inner.predicate_type == "https://slsa.dev/provenance/v1"
    SLSAPredicateV1_0.model_validate(statement._inner.predicate)
    SLSAPredicateV1_0.model_validate_json((site / "provenance" / "predicate.json").read_bytes())


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_json_ld_processor_reads_the_pages_without_a_network(site: Path) -> None:
    jsonld = package("pyld").jsonld

    def refuse(url: str, _options: object) -> None:
        raise AssertionError(f"{url} was asked for")

    schema = "https://schema.org/"
    for block in blocks(site, "guide/index.html"):
        base = {"base": "https://example.org/caches/guide/", "documentLoader": refuse}
        (node,) = jsonld.expand(block, base)
        assert node["@id"].startswith("https://example.org/caches/guide/#")
        assert node["@type"] == [f"{schema}ImageObject"]
        assert node[f"{schema}caption"] == [{"@value": "A request to a cache."}]
        based_on = node[f"{schema}isBasedOn"]
        assert len(based_on) == 5
        assert all(each[f"{schema}sha256"] for each in based_on)
        assert jsonld.to_rdf(block, base)


# --- what they say --------------------------------------------------------------------------------------------------


def test_statement_names_pages_assets_and_copies(site: Path, statement: dict) -> None:
    files = content(site)
    subjects = {each["name"]: each["digest"]["sha256"] for each in statement["subject"]}
    shown = {name for name in files if name.endswith((".html", ".css", ".js"))}
    ours = {name for name in files if name.startswith(("assets/mechanism/", "provenance/sources/"))}
    assert subjects.keys() == shown | ours
    assert shown > {"index.html", "guide/index.html", "plain/index.html", "404.html", "css/base.css", "js/base.js"}
    assert {name.rpartition("/")[2] for name in ours} >= {"cache.md", "origin.md", "limits.txt"}
    assert subjects == {name: hashlib.sha256(files[name]).hexdigest() for name in subjects}
    assert statement["predicate"]["runDetails"]["builder"]["version"] == {
        "mkdocs-mechanism": mkdocs_mechanism.__version__
    }
    assert json.loads((site / "provenance" / "predicate.json").read_bytes()) == statement["predicate"]


def test_sums_cover_the_statement_and_every_subject(site: Path, statement: dict) -> None:
    text = (site / "provenance" / "SHA256SUMS").read_bytes()
    assert b"\r" not in text
    assert text.endswith(b"\n")
    names = [line.split(b"  ", 1)[1].decode() for line in text.splitlines()]
    assert names == sorted(names, key=str.encode)
    assert set(names) == {each["name"] for each in statement["subject"]} | {STATEMENT, "provenance/predicate.json"}


def test_dependencies_are_documents_and_sources(statement: dict) -> None:
    found = {each["name"]: each for each in statement["predicate"]["buildDefinition"]["resolvedDependencies"]}
    root = START
    assert found["docs/mechanisms/cache.json"]["annotations"]["role"] == "document"
    for name in ("docs/mechanisms/cache.json", "notes/cache.md", "notes/limits.txt"):
        assert found[name]["digest"]["sha256"] == hashlib.sha256((root / name).read_bytes()).hexdigest()
    first = (root / "notes" / "origin.md").read_bytes().splitlines(keepends=True)[0]
    assert found["notes/origin.md"]["digest"]["sha256"] == hashlib.sha256(first).hexdigest()
    assert found["notes/origin.md"]["annotations"]["lines"] == "1"
    cited = found["https://example.org/cache.html"]
    assert (cited["uri"], cited["annotations"]["status"]) == ("https://example.org/cache.html", "cited")


def test_pages_carry_the_records_of_the_statement(site: Path, statement: dict) -> None:
    figures = statement["predicate"]["buildDefinition"]["externalParameters"]["figures"]
    assert [(each["page"], each["id"]) for each in figures] == [
        ("guide/index.html", "cache"),
        ("guide/index.html", "again"),
        ("index.html", "cache"),
    ]
    for page in ("index.html", "guide/index.html"):
        for block in blocks(site, page):
            (record,) = (each["record"] for each in figures if (each["page"], f"#{each['id']}") == (page, block["@id"]))
            assert [each["sha256"] for each in block["isBasedOn"][1:]] == [each["sha256"] for each in record["sources"]]
            for source in block["isBasedOn"]:
                if "contentUrl" in source:
                    copy = (site / page).parent / source["contentUrl"]
                    assert hashlib.sha256(copy.read_bytes()).hexdigest() == source["sha256"]


# --- what they don't say --------------------------------------------------------------------------------------------


def test_nothing_about_the_machine_is_published(site: Path, tmp_path: Path) -> None:
    telling = {
        str(Path.home()),
        str(START.parent.parent.parent),
        socket.gethostname(),
        os.path.realpath(tmp_path.parent),
    }
    user = getpass.getuser()
    for name, data in content(site).items():
        if name.startswith(("provenance/", "assets/mechanism/")) or name in ("index.html", "guide/index.html"):
            assert not [each for each in telling if each.encode() in data], name
    written = (site / STATEMENT).read_text(encoding="utf-8")
    assert f'"{user}"' not in written
    assert "finishedOn" not in written


@pytest.mark.parametrize("paths", ["full", "name", "hide"])
@pytest.mark.parametrize("publish", [False, True])
def test_paths_are_published_as_far_as_the_site_says(tmp_path: Path, paths: str, publish: bool) -> None:
    project = copy_project(START, tmp_path / "project", source_paths=paths, publish_sources=publish)
    site = build_site(project, tmp_path / "site")
    assert (site / "mechanisms" / "cache.json").exists() is (paths == "full")
    everything = b"\n".join(name.encode() + b"\n" + data for name, data in content(site).items())
    assert (b"notes/" in everything) is (paths == "full")
    assert (b"docs/mechanisms" in everything) is (paths == "full")
    assert (b"origin.md" in everything) is (paths != "hide")
    assert (b"limits.txt" in everything) is (paths != "hide")
    assert (b"example.org/cache.html" in everything) is (paths != "hide")
    assert (b"github.com/example/caches/blob/" in everything) is (paths == "full" and not publish)
    assert (b"Source 1" in everything) is (paths == "hide")
    assert main(["verify", str(site), "--sources", str(project)]) == 0
    with (project / "notes" / "cache.md").open("ab") as file:
        file.write(b"More.\n")
    assert main(["verify", str(site), "--sources", str(project)]) == 1


@pytest.mark.parametrize("paths", ["full", "name", "hide"])
def test_an_error_figure_tells_no_more(tmp_path: Path, paths: str) -> None:
    """What can't be drawn lists its findings; those about sources name paths."""
    project = copy_project(START, tmp_path / "project")
    (project / "notes" / "cache.md").unlink()
    options = FigureOptions(source_paths=paths, scenario="none")
    result = build(Request("docs/mechanisms/cache.json", Location("docs/index.md"), options), Workspace(project))
    assert {"source-missing", "unknown-scenario"} <= {each.code for each in result.diagnostics}
    assert "no scenario" in result.markup
    assert ("cache.md" in result.markup) is (paths == "full")


@pytest.mark.parametrize("paths", ["full", "name", "hide"])
@pytest.mark.parametrize("broken", [False, True])
@pytest.mark.parametrize("dirty", [False, True])
def test_the_extension_alone_tells_no_more(tmp_path: Path, paths: str, broken: bool, dirty: bool) -> None:
    project = copy_project(START, tmp_path / "project")
    options = {"source_paths": paths, "verify": "warn", "on_error": "show"}
    values = {"site_name": "Caches", "theme": "mkdocs", "plugins": ["search"]}
    values |= {"markdown_extensions": [{"mechanism": options}], "use_directory_urls": False}
    (project / "mkdocs.yml").write_text(yaml.safe_dump(values), encoding="utf-8")
    document = project / "docs" / "mechanisms" / "cache.json"
    if broken:
        document.write_bytes(
            document.read_bytes().replace(b'"notes/cache.md"', b'"notes/../notes/cache.md", "extra": 1')
        )
    if dirty:
        (tmp_path / "site" / "mechanisms").mkdir(parents=True)
        shutil.copy(document, tmp_path / "site" / "mechanisms")
    site = build_site(project, tmp_path / "site")
    everything = b"\n".join(name.encode() + b"\n" + data for name, data in content(site).items())
    assert (b"mechanism-error" in (site / "index.html").read_bytes()) is broken
    assert (b"notes/" in everything) is (paths == "full")
    assert (b"docs/mechanisms" in everything) is (paths == "full" and broken)
    assert (b"cache.md" in everything) is (paths == "full" or (paths == "name" and not broken))


@pytest.mark.parametrize("paths", ["full", "name", "hide"])
def test_an_error_figure_of_a_document_that_is_elsewhere_tells_no_path(tmp_path: Path, paths: str) -> None:
    project = copy_project(START, tmp_path / "project")
    request = Request("docs/secret/cache.json", Location("docs/index.md"), FigureOptions(source_paths=paths))
    markup = build(request, Workspace(project)).markup
    assert ("secret" in markup) is (paths == "full")
    assert ("docs/mechanisms" in markup or "mechanisms/cache.json" in markup) is (paths == "full")


@pytest.mark.parametrize("paths", ["full", "name", "hide"])
def test_no_source_is_published_unasked(tmp_path: Path, paths: str) -> None:
    project = copy_project(START, tmp_path / "project", source_paths=paths, publish_sources=False)
    (project / "notes" / "limits.txt").write_text(f"{CANARY}\n", encoding="utf-8")
    (project / "notes" / "origin.md").write_text(f"Misses go to the origin.\n{CANARY}\n", encoding="utf-8")
    site = build_site(project, tmp_path / "site")
    assert not [name for name, data in content(site).items() if CANARY.encode() in data]
    assert not (site / "provenance" / "sources").exists()


def test_of_a_part_only_the_part_is_published(tmp_path: Path) -> None:
    project = copy_project(START, tmp_path / "project")
    (project / "notes" / "origin.md").write_text(f"Misses go to the origin.\n{CANARY}\n", encoding="utf-8")
    site = build_site(project, tmp_path / "site")
    assert not [name for name, data in content(site).items() if CANARY.encode() in data]
    (copy,) = (site / "provenance" / "sources").glob("*/origin.md")
    assert copy.read_bytes() == b"Misses go to the origin.\n"


@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("limits.html", "limits.html.txt"),
        ("limits.xsd", "limits.xsd.txt"),
        ("limits.RNG", "limits.RNG.txt"),
        ("limits.svg.gz", "limits.svg.gz.txt"),
        ("limits", "limits.txt"),
        (".htaccess", ".htaccess.txt"),
        (".x.json", ".x.json.txt"),
        ("web.config", "web.config.txt"),
        ("v1.2.PDF", "v1.2.PDF"),
        ("limits.csv.gz", "limits.csv.gz"),
    ],
)
@pytest.mark.parametrize("paths", ["full", "hide"])
def test_copies_that_are_not_known_to_be_inert_are_text(tmp_path: Path, name: str, published: str, paths: str) -> None:
    source = SourceState(Source(f"notes/{name}", None, ""), Status.UNPINNED, hashlib.sha256(b"x").hexdigest(), 1)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / name).write_bytes(b"x")
    seen = FigureRecord("", "", "", "en", "none", "d.json", "", sources=(SourceRecord(name, "unpinned", "", "d" * 64),))
    request = Request("d.json", Location("index.md"), FigureOptions(source_paths=paths))
    made = copies(seen, [source], Workspace(tmp_path), request)
    (path,) = made.files
    assert path.endswith(".txt") is published.endswith(".txt")
    assert paths == "hide" or path == f"provenance/sources/{'d' * 16}/{published}"


def test_copies_of_equal_bytes_have_a_file_each(tmp_path: Path) -> None:
    project = copy_project(START, tmp_path / "project")
    document = project / "docs" / "mechanisms" / "cache.json"
    document.write_bytes(document.read_bytes().replace(b"notes/limits.txt", b"notes/cache.md.txt"))
    shutil.copy(project / "notes" / "cache.md", project / "notes" / "cache.md.txt")
    site = build_site(project, tmp_path / "site")
    assert len(list((site / "provenance" / "sources").glob("*/cache.md*"))) == 2
    assert all(((site / link).is_file()) for link in panel_links(site, "index.html") if not link.startswith("https:"))


def test_a_comment_of_the_author_takes_no_record(tmp_path: Path) -> None:
    project = copy_project(START, tmp_path / "project")
    page = project / "docs" / "index.md"
    page.write_bytes(b"<!--mechanism-record-->\n\n" + page.read_bytes())
    site = build_site(project, tmp_path / "site")
    assert b"<!--mechanism-record-->" in (site / "index.html").read_bytes()
    assert main(["verify", str(site)]) == 0


def test_without_the_option_nothing_is_written(tmp_path: Path) -> None:
    project = copy_project(START, tmp_path / "project", provenance=False, publish_sources=False)
    site = build_site(project, tmp_path / "site")
    assert not (site / "provenance").exists()
    assert not blocks(site, "index.html")


def test_a_site_without_a_figure_has_no_artefacts(tmp_path: Path) -> None:
    """`SHA256SUMS` is never empty, and a statement needs a subject."""
    project = copy_project(START, tmp_path / "project")
    for name in ("index.md", "guide.md"):
        (project / "docs" / name).write_text("# Nothing\n", encoding="utf-8")
    assert not (build_site(project, tmp_path / "site") / "provenance").exists()


HOOK = """
from pathlib import Path

from mkdocs.plugins import event_priority


@event_priority(-50)
def on_post_build(config):
    for path in Path(config.site_dir).rglob("*.html"):
        path.write_bytes(path.read_bytes() + b"<!-- late -->")
"""


def test_pages_are_hashed_after_every_other_plugin(tmp_path: Path) -> None:
    project = copy_project(START, tmp_path / "project")
    (project / "hook.py").write_text(HOOK, encoding="utf-8")
    site = build_site(project, tmp_path / "site", hooks=[str(project / "hook.py")])
    assert (site / "index.html").read_bytes().endswith(b"<!-- late -->")
    assert main(["verify", str(site)]) == 0


THIEF = """
import re


def on_post_page(output, **_):
    return re.sub("<script type=.application/ld.*?</script>", "", output)
"""


def test_a_plugin_that_takes_the_record_away_is_noticed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    project = copy_project(START, tmp_path / "project")
    (project / "hook.py").write_text(THIEF, encoding="utf-8")
    build_site(project, tmp_path / "site", hooks=[str(project / "hook.py")])
    said = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
    assert 'mechanism: index.html: figure "cache" has no record' in said
    assert main(["verify", str(tmp_path / "site")]) == 1


@pytest.mark.parametrize("theme", ["mkdocs", "material"])
def test_records_are_not_searched(tmp_path: Path, theme: str) -> None:
    project = copy_project(START, tmp_path / "project")
    site = build_site(project, tmp_path / "site", theme=theme)
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    assert "isBasedOn" not in index
    assert "The client asks the cache." in index
    assert len(blocks(site, "guide/index.html")) == 2


@pytest.mark.parametrize("directories", [True, False])
def test_panel_leads_to_copies_or_the_repository(tmp_path: Path, directories: bool) -> None:
    project = copy_project(START, tmp_path / "project")
    site = build_site(project, tmp_path / "site", use_directory_urls=directories)
    page = "guide/index.html" if directories else "guide.html"
    links = panel_links(site, page)
    assert len(links) == 2 * 4
    copies = [link for link in links if not link.startswith("https:")]
    assert len(copies) == 2 * 3
    assert all(((site / page).parent / link).is_file() for link in copies)
    plain = copy_project(START, tmp_path / "plain", publish_sources=False)
    links = panel_links(build_site(plain, tmp_path / "other"), "index.html")
    base = "https://github.com/example/caches/blob/main/notes/"
    assert links == [f"{base}cache.md", f"{base}origin.md", f"{base}limits.txt", "https://example.org/cache.html"]


def panel_links(site: Path, page: str) -> list[str]:
    tree = html5lib.parse((site / page).read_bytes(), namespaceHTMLElements=False)
    return [link.get("href") for panel in tree.iter("details") for link in panel.iter("a")]
