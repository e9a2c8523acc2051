"""The verdict and the engine agree: what is certain before a replay is what the replay comes to."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.check.telling.document import Question, check
from engine.replay.fixtures import standard
from engine.replay.run import run
from engine.replay.settings import Settings, all_settings
from tests.engine.recordings import recordings_and_today
from tests.engine.shop import fixtures_of

Json = Any


def judged(bundle: Json, settings: Settings) -> Json:
    """The check of a bundle's one session."""
    [session] = check(json.dumps(bundle).encode(), "bundle.json", Question(settings))["sessions"]
    return session


def assert_agreement(session: Json, document: Json) -> None:
    """Step by step, and in the range of the counts; a side effect that is certain runs again."""
    for verdict, step in zip(session["steps"], document["steps"], strict=True):
        if verdict["state"] == "same":
            assert step["matches"], verdict["id"]
        elif verdict["state"] == "differs":
            assert not step["matches"], verdict["id"]
    assert session["counts"]["least"] <= document["matched_steps"] <= session["counts"]["most"]
    again = {effect["step"] for effect in session["side_effects"] if effect["again"]}
    ran = [effect for effect in document["side_effects"] if effect["by"] == "replay"]
    assert len(ran) <= len(again)


@pytest.mark.parametrize("settings", all_settings())
def test_the_explainers_own_session(settings: Settings) -> None:
    """Under each of the 36 set-ups."""
    document = run(settings, standard())
    assert_agreement(judged(standard().session.to_json(), settings), document)


@given(recordings_and_today(), st.sampled_from(all_settings()))
def test_any_recorded_session(recording: tuple[Json, Json], settings: Settings) -> None:
    """In another world, with customers, rates and credits of its own."""
    bundle, today = recording
    assert_agreement(judged(bundle, settings), run(settings, fixtures_of(bundle, today)))
