"""The extension and the plugin in MkDocs: links, ids, anchors, levels, and what a failed build leaves."""

from __future__ import annotations

import hashlib
import re

import pytest
from hosts.conftest import Site, document

FENCE = '```mechanism src="{}"\n```\n'
PLUGIN = {"plugins": ["mechanism"]}
EXTENSION = {"plugins": [], "markdown_extensions": ["mechanism"]}
BOTH_WAYS = pytest.mark.parametrize("host", [PLUGIN, EXTENSION], ids=["plugin", "extension"])


def pages() -> dict[str, str]:
    return {
        "docs/index.md": "# Home\n\nSee [the figure](#loop) and [a step](guide/deep/page.md#loop-2-plain-1).\n\n"
        + FENCE.format("figs/loop.json"),
        "docs/guide/deep/page.md": "# Deep\n\n## Loop\n\n"
        + FENCE.format("/figs/loop.json")
        + "\n"
        + FENCE.format("../../figs/loop.json"),
        "docs/plain.md": "# No figure\n\ntext\n",
        "docs/figs/loop.json": document(),
    }


@BOTH_WAYS
@pytest.mark.parametrize("directories", [True, False])
@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", "material"])
def test_pages_build_strictly(site: Site, host, directories, theme):
    site.write(pages())
    site.configure(**host, use_directory_urls=directories, theme=theme, validation={"anchors": "warn"})
    site.build()
    assert site.failure is None, site.log
    assert site.check_pages() == 3
    assert site.said("WARNING") == []


def test_a_wrong_anchor_is_still_found(site: Site):
    site.write({**pages(), "docs/plain.md": "[nowhere](index.md#loop-plain-9)\n"})
    site.configure(**PLUGIN, validation={"anchors": "warn"})
    assert "1 warnings" in (site.build().failure or "")


def test_heading_keeps_its_id_and_one_figure_moves(site: Site):
    site.write(pages())
    site.configure(**PLUGIN)
    site.build()
    assert [each.get("id") for each in site.figures("guide/deep/page/index.html")] == ["loop-2", "loop-3"]
    assert [each.get("data-motion") for each in site.figures("guide/deep/page/index.html")] == ["auto", "none"]
    assert [each.get("data-motion") for each in site.figures("index.html")] == ["auto"]


def test_no_style_stands_in_a_page(site: Site):
    site.write(pages())
    site.configure(**PLUGIN)
    site.build()
    for figure in site.figures("index.html"):
        assert not [each for each in figure.iter() if each.tag == "style" or each.get("style")]


@pytest.mark.parametrize("instant", [True, False])
def test_shared_stylesheet_is_everywhere_with_instant_navigation_only(site: Site, instant):
    site.write(pages())
    site.configure(**EXTENSION, theme={"name": "material", "features": ["navigation.instant"] if instant else []})
    site.build()
    linked = re.findall(r'href="(\.\./assets/mechanism/mechanism-[^"]+\.css)"', site.html("plain/index.html"))
    assert len(linked) == int(instant)
    for link in linked:
        assert (site.folder / "site" / "plain" / link).is_file()


def test_documents_may_be_excluded_from_the_site(site: Site):
    site.write(pages())
    site.configure(**PLUGIN, exclude_docs="/figs/")
    assert site.build().failure is None
    assert not (site.folder / "site" / "figs").exists()
    assert site.check_pages() == 3


def test_docs_folder_is_left_as_it_was(site: Site):
    site.write(pages())
    site.configure(**PLUGIN)
    before = sorted(path for path in site.folder.rglob("*"))
    site.build()
    assert (
        sorted(path for path in site.folder.rglob("*") if "site" not in path.relative_to(site.folder).parts) == before
    )


def test_dirty_build_keeps_assets(site: Site):
    site.write(pages())
    site.configure(**PLUGIN)
    site.build()
    assert site.build(dirty=True, strict=False).failure is None
    assert site.check_pages() == 3


# --- the blog ---------------------------------------------------------------------------------------------------------


def blog(directories: bool = True, **config) -> tuple[dict[str, str], dict]:
    head = "---\ndate: 2026-0{}-01\ncategories: [Systems]\n---\n\n# Post {}\n\n"
    text = "{}\n\n{}\n<!-- more -->\n\n{}\n"
    files = {
        "docs/index.md": "# Home\n",
        "docs/blog/index.md": "# Blog\n",
        "docs/figs/loop.json": document(),
        "docs/figs/other.json": document(title="Other"),
    }
    for number in (1, 2):
        files[f"docs/blog/posts/post{number}.md"] = head.format(number, number) + text.format(
            "## Loop" if number == 1 else "Intro", FENCE.format("/figs/loop.json"), FENCE.format("/figs/other.json")
        )
    config = {
        "theme": "material",
        "use_directory_urls": directories,
        "markdown_extensions": ["pymdownx.superfences", "mechanism"],
        **config,
    }
    return files, config


@pytest.mark.parametrize("directories", [True, False])
@pytest.mark.parametrize("with_plugin", [True, False])
def test_blog_shows_still_pictures_in_its_views(site: Site, directories, with_plugin):
    files, config = blog(directories)
    site.write(files)
    site.configure(**config, plugins=["blog", "mechanism"] if with_plugin else ["blog"])
    site.build()
    assert site.failure is None, site.log
    views = ["blog/index.html", "blog/archive/2026/index.html", "blog/category/systems/index.html"]
    if not directories:
        views = ["blog/index.html", "blog/archive/2026.html", "blog/category/systems.html"]
    for view in views:
        stills = site.figures(view)
        assert len(stills) == 2, view
        for still in stills:
            assert "mechanism-still" in still.get("class")
            assert still.get("data-motion") == "none"
            (link,) = [each.get("href") for each in still.iter("a")]
            path, fragment = site.target(view, link)
            assert fragment == ("loop-2" if "post-1" in path else "loop")  # the first post's heading has `loop`
            assert path in site.pages()
    assert site.check_pages() == 2 * 3 + 4


def test_findings_of_a_post_are_reported_once_with_its_own_line(site: Site):
    files, config = blog()
    files["docs/figs/loop.json"] = document(alt="Request and answer")
    files["docs/blog/posts/post2.md"] = files["docs/blog/posts/post2.md"].replace("loop.json", "gone.json")
    site.write(files)
    site.configure(**config, plugins=["blog"])
    site.build(strict=False)
    repeats, gone = sorted(site.said("WARNING"), reverse=True)
    assert "docs/figs/loop.json:7" in repeats
    assert "docs/blog/posts/post2.md:10:" in gone


# --- what is wrong ----------------------------------------------------------------------------------------------------

BROKEN = {
    "docs/index.md": "---\ntitle: Home\n---\n\n# Home\n\n" + FENCE.format("broken.json"),
    "docs/next.md": "# Next\n\n```mechanism titel=3\n```\n\n" + FENCE.format("gone.json"),
    "docs/broken.json": '{"version": 1,}',
}


@pytest.mark.parametrize("strict", [True, False])
def test_failed_build_lists_everything_and_leaves_no_page(site: Site, strict):
    site.write(BROKEN)
    site.configure(**PLUGIN)
    site.build(strict=strict)
    assert site.failure
    (said,) = site.said("ERROR")
    assert "4 errors" in said
    for part in ("docs/broken.json:1:15", "docs/next.md:3:14", '"titel"', "docs/next.md:6:14", '"docs/gone.json"'):
        assert part in said
    assert site.pages() == []


def test_extension_alone_warns_and_shows_the_error(site: Site):
    site.write(BROKEN)
    site.configure(**EXTENSION)
    assert "Aborted with 4 warnings" in (site.build().failure or "")
    site.build(strict=False)
    assert site.failure is None
    assert len(site.said("WARNING")) == 4
    assert "mechanism-error" in site.html("index.html")


def test_extension_alone_raises_where_it_is_asked_to(site: Site):
    site.write(BROKEN)
    site.configure(plugins=[], markdown_extensions=[{"mechanism": {"on_error": "raise"}}])
    assert site.build(strict=False).failure
    assert site.pages() == []
    assert any("1 error\n" in text and "broken.json" in text for text in site.said("ERROR"))


def source_document(text: str = "old") -> str:
    digest = hashlib.sha256(text.encode()).hexdigest()
    return document(
        sources=[
            {"path": "docs/notes/a.md", "sha256": digest, "description": "A note."},
            {"path": "docs/notes/gone.md", "sha256": digest, "description": "A lost note."},
            {"path": "docs/notes/free.md", "description": "A note without digest."},
        ]
    )


def sources_site(site: Site, **options) -> Site:
    site.write(
        {
            "docs/index.md": "# Home\n\n" + FENCE.format("a.json"),
            "docs/a.json": source_document(),
            "docs/notes/a.md": "new",
            "docs/notes/free.md": "free",
        }
    )
    site.configure(plugins=[{"mechanism": options}])
    return site


def test_changed_and_missing_sources_fail_the_build(site: Site):
    sources_site(site).build(strict=False)
    (said,) = site.said("ERROR")
    assert "2 errors" in said
    assert hashlib.sha256(b"old").hexdigest() in said
    assert hashlib.sha256(b"new").hexdigest() in said
    assert site.pages() == []


def test_verify_warn_builds_and_says_so(site: Site):
    sources_site(site, verify="warn").build(strict=False)
    assert site.failure is None
    assert len(site.said("WARNING")) == 3
    (figure,) = site.figures("index.html")
    assert figure.get("data-verified") == "failed"
    statuses = [each.get("data-status") for each in figure.iter("li") if each.get("data-status")]
    assert statuses == ["changed", "missing", "unpinned"]
    assert "Aborted" in (site.build().failure or "")  # warnings still fail --strict


def test_every_level_can_be_lowered_by_the_site(site: Site):
    sources_site(site, verify="ignore", unpinned="ignore").build()
    assert site.failure is None
    assert len(site.said("INFO")) == 3
    sources_site(site, accept=["source-changed", "source-missing", "source-unpinned"]).build()
    assert site.failure is None


def test_fence_over_extension_over_plugin(site: Site):
    site.write(
        {
            "docs/index.md": "# Home\n\n" + FENCE.format("loop.json"),
            "docs/next.md": '# Next\n\n```mechanism src="loop.json" autoplay="visible"\n```\n',
            "docs/loop.json": document(),
        }
    )
    for plugin, extension, expected in (
        ("visible", None, "auto"),
        ("false", None, "none"),
        ("visible", "false", "none"),
    ):
        settings = {"mechanism": {"autoplay": extension}} if extension else "mechanism"
        site.configure(plugins=[{"mechanism": {"autoplay": plugin}}], markdown_extensions=[settings])
        assert site.build().failure is None
        assert site.figures("index.html")[0].get("data-motion") == expected
        assert site.figures("next/index.html")[0].get("data-motion") == "auto"


@pytest.mark.parametrize("name", ["mechanism", "mkdocs_mechanism"])
def test_plugin_does_not_add_the_extension_twice(site: Site, name):
    site.write(pages())
    site.configure(plugins=[{"mechanism": {"autoplay": False}}], markdown_extensions=[name])
    site.build()
    assert site.check_pages() == 3
    assert site.figures("index.html")[0].get("data-motion") == "none"


def test_fence_may_not_open_the_gate(site: Site):
    sources_site(site)
    site.write({"docs/index.md": '# Home\n\n```mechanism src="a.json" verify="ignore"\n```\n'})
    site.build(strict=False)
    (said,) = site.said("ERROR")
    assert "docs/index.md:3:27" in said
    assert "allow_fence_verify" in said
    sources_site(site, allow_fence_verify=True, unpinned="ignore")
    site.write({"docs/index.md": '# Home\n\n```mechanism src="a.json" verify="ignore"\n```\n'})
    assert site.build().failure is None


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"asets": "link"}, ["'asets'", "there is no option", 'did you mean "assets"']),
        ({"cache": True}, ["'cache'", "not supported yet"]),
        ({"verify": "none", "unpinned": 3}, ["'verify'", "'unpinned'", "error, warn, ignore"]),
        ({"accept": "json-syntax"}, ["'accept'", "can't be accepted"]),
        ({"src": "a.json"}, ["'src'", "belongs in a fence"]),
    ],
)
def test_plugin_options_are_checked_by_name(site: Site, options, parts):
    site.write(pages())
    site.configure(plugins=[{"mechanism": options}])
    site.build()
    assert site.failure
    said = "\n".join(text for level, text in site.log if level == "ERROR")
    for part in parts:
        assert part in said


def test_extension_options_are_checked_by_name(site: Site):
    site.write(pages())
    site.configure(plugins=[], markdown_extensions=[{"mechanism": {"asets": "link"}}])
    site.build()
    assert site.failure
    assert "asets" in "\n".join(text for level, text in site.log if level == "WARNING")


def test_lines_survive_other_plugins_that_change_the_text(site: Site):
    site.write(
        {
            "docs/index.md": "---\na: 1\n---\n# Home\n\n" + FENCE.format("gone.json"),
            "hook.py": "def on_page_markdown(markdown, **_):\n"
            "    return 'one\\n\\ntwo\\n\\n' + markdown + '\\n```mechanism made.json\\n```\\n'\n",
        }
    )
    site.configure(**EXTENSION, hooks=["hook.py"])
    site.build(strict=False)
    assert [text.split(": document")[0] for text in site.said("WARNING")] == [
        "mechanism: docs/index.md:6:14",
        "mechanism: docs/index.md",
    ]


def test_a_document_of_the_file_collection_is_found(site: Site):
    site.write(
        {
            "docs/index.md": "# Home\n\n" + FENCE.format("virtual/loop.json"),
            "elsewhere/loop.json": document(),
            "hook.py": "import os\nfrom mkdocs.structure.files import File\n\n"
            "def on_files(files, config):\n"
            "    real = os.path.join(os.path.dirname(config.config_file_path), 'elsewhere', 'loop.json')\n"
            "    files.append(File.generated(config, 'virtual/loop.json', abs_src_path=real))\n",
        }
    )
    site.configure(**PLUGIN, hooks=["hook.py"])
    assert site.build().failure is None
    assert site.check_pages() == 1


# --- the shared documents ---------------------------------------------------------------------------------------------


def endpoints(shared, name: str) -> dict[str, tuple[str, str]]:
    rows = [line.split("\t") for line in (shared / "cases" / "endpoints.tsv").read_text().splitlines()]
    return {edge: (tail, head) for case, edge, tail, head in rows if case == name}


def fence(src: str, ends: dict[str, tuple[str, str]]) -> str:
    lines = [f"{edge}: {tail} -> {head}" for edge, (tail, head) in ends.items()]
    return "\n".join([f'```mechanism src="{src}"', *lines, "```", ""])


def test_reference_document_fails_without_its_sources_and_builds_where_allowed(site: Site, shared):
    ends = endpoints(shared, "seed")
    site.write(
        {
            "docs/index.md": "# Loop\n\n" + fence("decode-loop.json", ends),
            "docs/decode-loop.json": (shared / "seed" / "decode-loop.json").read_text(encoding="utf-8"),
        }
    )
    site.configure(**PLUGIN)
    site.build(strict=False)
    (said,) = site.said("ERROR")
    assert "3 errors" in said
    for line in (10, 15, 20):
        assert f"docs/decode-loop.json:{line}:" in said
    assert site.pages() == []

    site.configure(plugins=[{"mechanism": {"verify": "warn"}}])
    assert site.build(strict=False).failure is None
    (figure,) = site.figures("index.html")
    assert figure.get("data-verified") == "failed"
    assert [each.get("data-status") for each in figure.iter("li") if each.get("data-status")] == ["missing"] * 3
    drawn = {
        each.get("data-edge"): (each.get("data-from"), each.get("data-to"))
        for each in figure.iter()
        if each.get("data-edge")
    }
    assert {name: drawn.get(name) for name in ends} == ends


@pytest.mark.parametrize("name", ["tls13", "dns", "arabic", "parallel"])
def test_cases_build_verified_and_fail_with_one_byte_changed(site: Site, shared, name):
    source = f"sources/{name}.md"
    site.write(
        {
            "docs/index.md": "# Case\n\n" + fence(f"{name}.json", endpoints(shared, name)),
            f"docs/{name}.json": (shared / "cases" / f"{name}.json").read_text(encoding="utf-8"),
        }
    )
    data = (shared / "cases" / source).read_bytes()
    (site.folder / "sources").mkdir()
    (site.folder / source).write_bytes(data)
    site.configure(**PLUGIN)
    site.build()
    assert site.failure is None, site.log
    assert [each.get("data-verified") for each in site.figures("index.html")] == ["all"]
    (site.folder / source).write_bytes(data[:-1] + b"!")
    site.build(strict=False)
    (said,) = site.said("ERROR")
    assert source in said
    assert hashlib.sha256(data).hexdigest() in said
    assert hashlib.sha256(data[:-1] + b"!").hexdigest() in said
