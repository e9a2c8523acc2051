"""The page's door and the settings."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.base.json_text import canonical
from engine.replay.fixtures import standard
from engine.replay.run import bundle_text, run, run_text
from engine.replay.settings import OPTIONS, Settings, all_settings, read_settings
from engine.service import answer

Json = Any


@pytest.mark.parametrize("settings", all_settings())
def test_the_page_gets_the_same_text_as_the_command_line(settings: Settings) -> None:
    """A request's answer is the text of the file, to the byte."""
    asked = settings.choices()
    assert answer(json.dumps({"do": "run_file", "settings": asked})) == run_text(run(settings, standard()))
    assert answer(json.dumps({"do": "run", "settings": asked})) == canonical(run(settings, standard()))
    assert answer(json.dumps({"do": "export", "settings": asked})) == bundle_text(settings, standard())


def test_without_settings_the_opening_is_meant() -> None:
    """Absent settings are the opening's; a rate can come as text or as number."""
    assert answer('{"do": "run_file"}') == run_text(run(Settings(), standard()))
    expected = canonical(run(Settings(live=(("live_rate", "91.8"),)), standard()))
    assert answer('{"do": "run", "settings": {"live_rate": "91.80"}}') == expected
    assert answer('{"do": "run", "settings": {"live_rate": 91.80}}') == expected
    assert answer('{"do": "run", "settings": {"live_rate": null}}') == answer('{"do": "run"}')


def test_the_map_is_every_setup_in_short() -> None:
    """36 entries at the rate that was asked for, each with the figures and the digest of its run."""
    found = json.loads(answer('{"do": "map", "settings": {"live_rate": "91.8"}}'))["map"]
    assert len(found) == 36
    for entry in found:
        document = run(at_the_rate({name: entry[name] for name in OPTIONS}), standard())
        assert entry.items() - document["settings"].items() <= document_figures(document)


def at_the_rate(choices: dict[str, str]) -> Settings:
    """A set-up at the recorded rate."""
    return read_settings({**choices, "live_rate": "91.8"}, standard().live_values)


def document_figures(document: Json) -> set[tuple[str, Json]]:
    """The plain values at a document's top level."""
    return {(key, value) for key, value in document.items() if isinstance(value, str | int)}


BAD_REQUESTS = [
    ("", "JSON"),
    ("[]", "object"),
    ("{}", "Ask for run"),
    ('{"do": "dance"}', "dance"),
    ('{"do": ["run"]}', "Ask for run"),
    ('{"do": "run", "settings": []}', "settings"),
    ('{"do": "run", "settings": {"tools": "hammer"}}', "recorded or live"),
    ('{"do": "run", "settings": {"tools": ["live"]}}', "recorded or live"),
    ('{"do": "run", "settings": {"tools": null}}', "recorded or live"),
    ('{"do": "run", "settings": {"speed": 2}}', "'speed'"),
    ('{"do": "run", "settings": {"live_rate": "0"}}', "positive decimal"),
    ('{"do": "run", "settings": {"live_rate": true}}', "positive decimal"),
    ('{"do": "run", "settings": {"live_rate": 1e-9}}', "positive decimal"),
    ('{"do": "\\ud800"}', "ud800"),
]


@pytest.mark.parametrize(("request_text", "words"), BAD_REQUESTS)
def test_a_bad_request_is_answered_with_an_error(request_text: str, words: str) -> None:
    """Problem, place and remedy come as JSON that can be encoded; nothing is raised."""
    text = answer(request_text)
    text.encode("utf-8")
    error = json.loads(text)["error"]
    assert set(error) == {"problem", "place", "remedy"}
    assert words in " ".join(error.values())
    assert error["remedy"]


@given(st.text() | st.dictionaries(st.text(), st.text() | st.none()).map(json.dumps))
def test_whatever_is_asked_is_answered(request_text: str) -> None:
    """Every request gets JSON back."""
    assert isinstance(json.loads(answer(request_text)), dict)


@given(st.dictionaries(st.sampled_from(["tools", "model", "state", "email", "live_rate", "x"]), st.text()))
def test_settings_are_read_or_refused(values: dict[str, str]) -> None:
    """Nonsense gives InputError with a remedy."""
    try:
        read_settings(values, standard().live_values)
    except InputError as error:
        assert error.remedy
