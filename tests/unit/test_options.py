"""The table of options, and who may set what."""

from __future__ import annotations

import pytest

from mkdocs_mechanism.codes import CODES
from mkdocs_mechanism.diagnostics import Location, Severity
from mkdocs_mechanism.options import (
    OPTIONS,
    SOURCE_CODES,
    FigureOptions,
    Given,
    SiteOptions,
    figure_options,
    merged,
    site_options,
)

AT = Location("docs/index.md", 3, 14)


DEFAULTS = SiteOptions()


def figure(site: SiteOptions = DEFAULTS, **given: str):
    return figure_options(site, {name.rstrip("_"): Given(text, AT) for name, text in given.items()})


def test_defaults_of_table_and_data_agree():
    assert figure() == (FigureOptions(), ())
    defaults, wrong = site_options(
        {name: row.default for name, row in OPTIONS.items() if row.site and row.landed and row.default}
    )
    assert (defaults, wrong) == (SiteOptions(), {})


def test_fence_over_site():
    site, _ = site_options({"autoplay": False, "unpinned": "error", "accept": ["short-step"]})
    assert figure(site)[0].autoplay is False
    options, findings = figure(site, autoplay="visible", unpinned="ignore", accept="alt-repeats json-bom")
    assert findings == ()
    assert (options.autoplay, options.unpinned) == (True, "ignore")
    assert options.accept == {"short-step", "alt-repeats", "json-bom"}


def test_values_are_typed():
    options, findings = figure(id="loop", class_="wide, tall", scenario="miss", step="3", autoplay="false")
    assert findings == ()
    assert options == FigureOptions(id="loop", classes=("wide", "tall"), scenario="miss", step=3, autoplay=False)
    options, findings = figure(loop="true", pace="reader")
    assert findings == ()
    assert options == FigureOptions(loop=True, pace="reader")


def test_how_figures_play_is_decided_by_the_site_and_by_each_fence():
    site, wrong = site_options({"loop": True, "pace": "reader", "autoplay": "false"})
    assert (site, wrong) == (SiteOptions(autoplay=False, loop=True, pace="reader"), {})
    assert figure(site)[0] == FigureOptions(autoplay=False, loop=True, pace="reader")
    assert figure(site, loop="false", pace="auto", autoplay="visible")[0] == FigureOptions()


def test_words_belong_to_the_site():
    site, wrong = site_options({"words": {"play": "Go"}})
    assert wrong == {}
    assert figure(site)[0].words == {"play": "Go"}
    _, (found,) = figure(words="play")
    assert found.code == "option-not-allowed"


def test_fence_may_not_open_the_gate():
    options, (verify,) = figure(verify="ignore")
    assert (verify.code, options.verify) == ("option-not-allowed", "error")
    options, (accept,) = figure(accept="source-changed")
    assert (accept.code, options.accept) == ("option-not-allowed", frozenset())
    assert str(accept.location) == "docs/index.md:3:14"


def test_fence_may_where_the_site_allows_it():
    site = SiteOptions(allow_fence_verify=True)
    options, findings = figure(site, verify="warn", accept="source-missing")
    assert (options.verify, options.accept, findings) == ("warn", {"source-missing"}, ())


def test_site_may_accept_codes_of_sources():
    site, wrong = site_options({"accept": "source-changed, source-unpinned"})
    assert (site.accept, wrong) == ({"source-changed", "source-unpinned"}, {})


@pytest.mark.parametrize("code", CODES)
def test_accept_takes_warnings_and_codes_of_sources_only(code):
    _, findings = figure(SiteOptions(allow_fence_verify=True), accept=code)
    assert (findings == ()) == (CODES[code].severity is Severity.WARNING or code in SOURCE_CODES)


def test_accept_suggests_the_nearest_code():
    _, (found,) = figure(accept="shortstep")
    assert (found.code, found.hint) == ("option-value", 'did you mean "short-step"?')


def test_no_list_of_names_is_longer_than_twelve():
    _, (option,) = figure(zzz="1")
    assert option.hint.startswith('the options are "src", "id", "class", "scenario", "step", ')
    _, (code,) = figure(accept="zzz")
    assert code.hint.startswith("the first 12 codes that can be accepted are ")
    assert code.hint.count('"') == 24


def test_a_wrong_code_does_not_take_the_right_one_with_it():
    options, (found,) = figure(accept="short-step zzz yyy json-bom")
    assert options.accept == {"short-step", "json-bom"}
    assert found.message == 'option "accept" names "zzz", which is no code (1 more of its words are wrong, too)'
    site, wrong = site_options({"accept": "source-changed zzz"})
    assert site.accept == {"source-changed"}
    assert wrong["accept"].code == "option-value"


@pytest.mark.parametrize("written", ["short-step source-changed", "short-step source-changed zzz"])
def test_what_a_fence_may_not_accept_does_not_take_the_rest_with_it(written: str) -> None:
    options, (found,) = figure(accept=written)
    assert options.accept == {"short-step"}
    assert found.code in ("option-not-allowed", "option-value")


def test_codes_of_plugin_and_extension_add_up():
    both = merged({"accept": "json-bom", "verify": "warn"}, {"accept": ["short-step"], "unpinned": "error"})
    assert both == {"accept": ["json-bom", "short-step"], "verify": "warn", "unpinned": "error"}
    assert merged({"accept": "json-bom"}, {"accept": None}) == {"accept": "json-bom"}
    for values in (3, "json-bom"), ("json-bom", 3):
        both = merged(*({"accept": value} for value in values))
        assert "accept" in site_options(both)[1]


@pytest.mark.parametrize(
    ("name", "value", "part"),
    [
        ("autoplay", "true", "visible, false"),
        ("autoplay", "visable", "visible, false"),
        ("unpinned", "warning", "error, warn, ignore"),
        ("step", "-1", "a whole number"),
        ("step", "two", "a whole number"),
        ("id", "1a", "a letter"),
        ("id", "a b", "a letter"),
        ("id", "__search", "a letter"),
        ("class_", 'a"b', "no name for a class"),
        ("scenario", " ", "is empty"),
        ("loop", "yes", "true, false"),
        ("pace", "slow", "auto, reader"),
    ],
)
def test_refused_values_say_what_is_expected(name, value, part):
    _, (found,) = figure(**{name: value})
    assert found.code == "option-value"
    assert part in found.message


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("verify", "none", "option-value"),
        ("autoplay", True, "option-value"),
        ("root", 3, "option-value"),
        ("allow_fence_verify", "yes", "option-value"),
        ("accept", 3, "option-value"),
        ("accept", ["nope"], "option-value"),
        ("src", "a.json", "option-not-allowed"),
        ("cache", True, "not-supported-yet"),
        ("drawing", "a.svg", "not-supported-yet"),
        ("asets", "auto", "unknown-option"),
    ],
)
def test_site_configuration_is_checked(name, value, code):
    options, wrong = site_options({name: value})
    assert options == SiteOptions()
    assert wrong[name].code == code


@pytest.mark.parametrize("name", [name for name, row in OPTIONS.items() if not row.landed])
def test_later_options_are_refused_not_ignored(name):
    _, wrong = site_options({name: "x"})
    assert wrong[name].code == "not-supported-yet"
    _, (found,) = figure(**{name: "x"})
    assert found.code == "not-supported-yet"
