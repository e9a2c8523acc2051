"""The page's core in WebKitGTK: all set-ups, playback, links, the reader's own rate."""

from __future__ import annotations

import dataclasses

import pytest

from engine.replay.settings import Settings
from tests.page.reading import LABELS, document_of, expected, set_up, walk
from tests.page.webkit.driving import Reader

# The core is tried in both forms; where the page came from makes no difference to these.
FROM_THE_DISK = pytest.mark.parametrize("address", ["file"], indirect=True)


def test_python_repeats_the_opening_run(reader: Reader) -> None:
    """And gives the digest that CPython gave at build."""
    reader.until("document.querySelector('#proof-state').dataset.proof === 'same'")
    assert reader.shown() == expected(Settings())
    assert reader.text("#engine-note") == ""


@pytest.mark.long
@pytest.mark.timeout(180)
def test_all_36_set_ups_show_what_the_engine_computes(reader: Reader) -> None:
    """Metrics, steps, events and digest of each, computed by Python in the page."""
    count = 0
    for settings in walk():
        reader.choose_all(settings)
        # Where Python takes long, the build's run is shown meanwhile, marked; here Python's is wanted.
        reader.until("document.querySelector('#prebuilt-mark').textContent === ''")
        assert reader.shown() == expected(settings), settings
        count += 1
    assert count == 36


def test_playback(reader: Reader) -> None:
    """Play runs, pause holds, the next event is shown, restart rewinds."""
    reader.click("#play")
    reader.until("document.querySelector('#time').value >= 2")
    reader.click("#play")
    held = reader.time()
    assert 2 <= held < 60
    reader.see("new Promise((done) => setTimeout(done, 400))")
    assert reader.time() == held
    for step in range(1, 13):
        if 5 * step <= held:
            continue
        reader.click("#next")
        assert reader.time() == 5 * step
        assert reader.see("document.querySelectorAll('.events > li:not(.is-later)').length") == step
    reader.click("#restart")
    assert reader.time() == 0


def test_a_link_restores_set_up_and_moment(webkit: Reader, address: str) -> None:
    """Each part of the address."""
    webkit.visit(address, "tools=recorded&model=injected&state=omitted&email=removed&t=45")
    webkit.wait_for_engine("python")
    webkit.until("!document.querySelector('#experiment').hasAttribute('aria-busy')")
    assert webkit.shown() == expected(set_up("recorded injected omitted removed"))
    assert webkit.time() == 45


def test_the_address_holds_what_is_shown(reader: Reader) -> None:
    """A choice is remembered, Back takes it back, and nonsense is told."""
    reader.choose(email="token")
    reader.click("#next")
    assert reader.see("location.hash") == "#tools=live&model=pinned&state=included&email=token&t=5"
    reader.see("history.back()")
    reader.until("document.querySelector('[name=email]').value === 'clear'")
    reader.until("!document.querySelector('#experiment').hasAttribute('aria-busy')")
    assert reader.shown() == expected(Settings())
    reader.see("(location.hash = 'tools=hammer')")
    reader.until("!document.querySelector('#ignored').hidden")
    assert LABELS["engine"]["ignored"] in reader.text("#ignored")


@FROM_THE_DISK
def test_a_rate_of_the_readers_own(reader: Reader) -> None:
    """Python computes the run at it; what is no rate is told."""
    reader.type("#input-rate", "100\ue007")
    reader.until("document.querySelector('#proof-state').dataset.proof === 'own_live'")
    wanted = document_of(dataclasses.replace(Settings(), live=(("live_rate", "100"),)))
    assert reader.shown()["digest"] == wanted["digest"]
    reader.type("#input-rate", "dear\ue007")
    reader.until("!document.querySelector('#live-note').hidden")
    assert reader.see("document.querySelector('#input-rate').getAttribute('aria-invalid')") == "true"


@FROM_THE_DISK
@pytest.mark.parametrize("width", [320, 1200])
def test_nothing_is_wider_than_the_window(reader: Reader, width: int) -> None:
    """On a desk and in the narrowest window that this browser makes."""
    reader.resize(width, 800)
    try:
        assert reader.see("document.documentElement.scrollWidth <= innerWidth")
    finally:
        reader.resize(1200, 800)
