"""What the plugin adds to the extension: its options, its levels, and errors that come when pages are being written."""

from __future__ import annotations

import pytest
from hosts.conftest import Site, document

FENCE = '```mechanism src="{}"\n```\n'


@pytest.mark.parametrize("name", ["mechanism", "mkdocs_mechanism", "mkdocs_mechanism.hosts.markdown"])
def test_the_extension_may_be_listed_under_each_of_its_names(site: Site, name):
    repeats = document(alt="Request and answer")
    site.write({"docs/index.md": "# Home\n\n" + FENCE.format("loop.json"), "docs/loop.json": repeats})
    site.configure(plugins=["mechanism"], markdown_extensions=[{name: {"accept": "alt-repeats"}}])
    site.build()
    assert site.failure is None, site.log
    assert len(site.figures("index.html")) == 1


def test_codes_of_plugin_and_extension_add_up(site: Site):
    broken = document(alt="Request and answer", sources=[{"path": "docs/index.md", "description": "This page."}])
    site.write({"docs/index.md": "# Home\n\n" + FENCE.format("loop.json"), "docs/loop.json": broken})
    for plugin, extension, count in ((["alt-repeats"], [], 1), (["alt-repeats"], "source-unpinned", 0)):
        site.configure(
            plugins=[{"mechanism": {"accept": plugin}}],
            markdown_extensions=[{"mechanism": {"accept": extension}}],
        )
        site.build(strict=False)
        assert len(site.said("WARNING")) == count, site.log


LATE = """
files = None

def on_files(files, config):
    globals()["files"] = files

def on_page_context(context, page, config, nav):
    page.markdown = '```mechanism src="gone.json"\\n```\\n'
    page.render(config, files)
    return context
"""


def test_an_error_that_comes_late_is_said_at_once_and_fails_the_build(site: Site):
    site.write({"docs/index.md": "# Home\n", "hook.py": LATE})
    site.configure(plugins=["mechanism"], hooks=["hook.py"])
    site.build(strict=False)
    first, last = site.said("ERROR")
    assert first.startswith('mechanism: docs/index.md: document "docs/gone.json" is not there')
    assert "1 error\n" in last
    assert site.failure
    site.write({"docs/gone.json": document()})
    assert site.build(strict=False).failure is None, site.log


@pytest.mark.parametrize("host", [{"plugins": ["mechanism"]}, {"plugins": [], "markdown_extensions": ["mechanism"]}])
@pytest.mark.parametrize("src", ["loop.json", "/figs/loop.json"])
def test_docs_folder_beside_that_of_the_configuration(site: Site, host, src):
    site.write({"docs/index.md": "# Home\n\n" + FENCE.format(src)})
    for name in ("docs/loop.json", "docs/figs/loop.json"):
        site.write({name: document()})
    home = Site(site.folder / "web")
    home.configure(**host, docs_dir="../docs")
    home.build(strict=False)
    (said,) = home.said("ERROR") or home.said("WARNING")
    assert "the docs folder lies outside the workspace root" in said
    assert 'set the option "root" to a folder that holds both, as in root: ..' in said
    cured = {key: [{"mechanism": {"root": ".."}}] if names else names for key, names in host.items()}
    home.configure(**cured, docs_dir="../docs")
    assert home.build().failure is None, home.log


def test_ids_in_excerpts_are_made_from_names_without_endings(site: Site):
    head = "---\ndate: 2026-01-01\n---\n\n# Post\n\n"
    post = head + FENCE.format("/loop.json") + "\n<!-- more -->\n"
    site.write({"docs/index.md": "# Home\n", "docs/blog/index.md": "# Blog\n", "docs/loop.json": document()})
    site.write({"docs/blog/posts/post.md": post})
    for directories in (True, False):
        site.configure(theme="material", plugins=["blog", "mechanism"], use_directory_urls=directories)
        assert site.build().failure is None, site.log
        (still,) = site.figures("blog/index.html")
        assert still.get("id") == "blog-2026-01-01-post-loop"


def test_a_name_of_an_option_that_is_a_number_is_named(site: Site):
    site.write({"docs/index.md": "# Home\n"})
    site.configure(plugins=[{"mechanism": {5: True}}])
    site.build()
    assert 'there is no option "5"' in str(site.log)


@pytest.mark.parametrize("features", [5, None, "navigation.instant"])
def test_features_of_the_theme_that_are_no_list_do_no_harm(site: Site, features):
    site.write({"docs/index.md": "# Home\n\n" + FENCE.format("loop.json"), "docs/loop.json": document()})
    site.configure(plugins=["mechanism"], theme={"name": "mkdocs", "features": features})
    assert site.build().failure is None
    assert len(site.figures("index.html")) == 1


@pytest.mark.parametrize("with_plugin", [True, False])
def test_wrong_options_of_the_extension_are_reported_without_a_traceback(site: Site, with_plugin):
    site.write({"docs/index.md": "# Home\n", "docs/next.md": "# Next\n"})
    extension = {"mechanism": {"verify": 1, "asets": "link"}}
    site.configure(plugins=["mechanism"] if with_plugin else [], markdown_extensions=[extension])
    site.build()
    if with_plugin:
        (said,) = site.said("ERROR")
        said = said.split("\n  ")[1:]
    else:
        said = site.said("WARNING")
    verify, assets = said
    assert 'mkdocs.yml: option "verify" has the value "1"; expected one of error, warn, ignore [option-value]' in verify
    assert 'mkdocs.yml: there is no option "asets" [unknown-option]; did you mean "assets"?' in assets
    assert site.failure


def test_a_dirty_build_says_what_it_does_not_look_at(site: Site):
    site.write({"docs/index.md": "# Home\n"})
    for accept, count in ([], 1), (["dirty-build"], 0):
        site.configure(plugins=[{"mechanism": {"accept": accept}}])
        site.build(strict=False, dirty=True)
        assert len(site.said("WARNING")) == count
        assert "a dirty build does not verify the figures of pages that have not changed [dirty-build]" in str(site.log)
    assert not site.build().said("INFO")
