"""The shop's documents keep every byte: runs, their files and bundles, at today's rate and at the recorded one.

The sums were taken before the shop became one subject among others. Where a document's meaning is to change, the number
of its format is raised, and these are taken anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import pytest

from engine.replay.fixtures import standard
from engine.replay.run import bundle_text, run, run_text
from engine.replay.settings import Settings, all_settings

RUNS = {
    "92.4": "c5bb05c31d410fe41b7c7874c06dfdce8ef22f03e456233f4861be9fd99e9f65",
    "91.8": "9ce1129b6ddb5a7ac503a7503a88a97f710dc5533596d029e397e9435591ac3d",
}
FILES = {
    "92.4": "9fda5d24f2498d5a589174cf9dc2ac46285ebc7393c6bcb363ecdc548610553f",
    "91.8": "1e16de3cc943c5d8b07bdff9ec8f4eb7076570ea0c0f6cfed8e8480fef70d414",
}
BUNDLES = "37026a1c229085e9999d23364342431866ddb7cd4104011e65a8b44dbc23d4a7"


def at(rate: str) -> list[Settings]:
    """Every set-up at a rate; today's is the world's own."""
    return all_settings(() if rate == "92.4" else (("live_rate", rate),))


def sha(text: str) -> str:
    """The SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def total(sums: Iterable[str]) -> str:
    """One sum of many."""
    return sha(" ".join(sums))


@pytest.mark.parametrize("rate", RUNS)
def test_every_run_keeps_its_digest(rate: str) -> None:
    """And its file every byte."""
    documents = [run(settings, standard()) for settings in at(rate)]
    assert total(document["digest"] for document in documents) == RUNS[rate]
    assert total(sha(run_text(document)) for document in documents) == FILES[rate]


def test_every_bundle_keeps_its_bytes() -> None:
    """Whatever the rate is."""
    for rate in RUNS:
        assert total(sha(bundle_text(settings, standard())) for settings in at(rate)) == BUNDLES
