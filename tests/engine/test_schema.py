"""The two published schemas: every document is of them, a broken one is not."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.replay.declared import RUN_KEYS
from engine.replay.fixtures import standard
from engine.replay.run import bundle_text, run
from engine.replay.settings import Settings, all_settings
from tests.engine.paths import inside

Json = Any


@pytest.mark.parametrize("settings", all_settings())
def test_every_setup_gives_documents_of_the_schemas(
    run_schema: Draft202012Validator, bundle_schema: Draft202012Validator, settings: Settings
) -> None:
    """Run and bundle of each of the 36 validate."""
    run_schema.validate(run(settings, standard()))
    bundle_schema.validate(json.loads(bundle_text(settings, standard())))


RUN = run(Settings(), standard())
BUNDLE = standard().session.to_json()


@pytest.mark.parametrize("key", sorted(RUN_KEYS))
def test_a_run_without_one_of_its_keys_is_broken(run_schema: Draft202012Validator, key: str) -> None:
    """Every key at the top is required, but for the figures of a subject's own."""
    assert not run_schema.is_valid({name: value for name, value in RUN.items() if name != key})


@pytest.mark.parametrize("key", sorted(RUN["steps"][0]))
def test_a_step_without_one_of_its_keys_is_broken(run_schema: Draft202012Validator, key: str) -> None:
    """Every key of a step is required."""
    document = copy.deepcopy(RUN)
    del document["steps"][4][key]
    assert not run_schema.is_valid(document)


@pytest.mark.parametrize("key", sorted(BUNDLE.keys() - {"initial_state"}))
def test_a_bundle_without_one_of_its_keys_is_broken(bundle_schema: Draft202012Validator, key: str) -> None:
    """Every key but the initial state is required."""
    assert not bundle_schema.is_valid({name: value for name, value in BUNDLE.items() if name != key})


BROKEN_RUNS: list[tuple[tuple[str | int, ...], Json]] = [
    (("format",), "replay-run/2"),
    (("matched_steps",), "5"),
    (("matched_steps",), -1),
    (("quoted_amount",), 1108.8),
    (("gate",), "passes"),
    (("digest",), "db8c"),
    (("settings", "tools"), "Called live"),
    (("settings", "live_rate"), "9.24e1"),
    (("settings", "speed"), 1),
    (("steps", 0, "input"), "not reached"),
    (("steps", 0, "source"), "world"),
    (("steps", 0, "note"), "x"),
    (("steps", 4, "differences", 0, "side"), "both"),
    (("steps", 4, "cause", "reasons"), ["because"]),
    (("events", 0, "t"), 7.5),
    (("events", 0, "kind"), "start"),
    (("side_effects", 0, "by"), "nobody"),
    (("note",), 1),
]


@pytest.mark.parametrize(("path", "value"), BROKEN_RUNS)
def test_a_run_with_a_wrong_value_is_broken(
    run_schema: Draft202012Validator, path: tuple[str | int, ...], value: Json
) -> None:
    """Kinds, closed lists of words and decimals as text are all checked."""
    document = copy.deepcopy(RUN)
    inside(document, path[:-1])[path[-1]] = value
    assert not run_schema.is_valid(document)
