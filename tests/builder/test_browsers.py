"""Finding and installing browsers, on machines that have what the test says and nothing else."""

from __future__ import annotations

import re
import stat
import sys
from pathlib import Path

import pytest

from builder.errors import BuildError
from builder.progress import Progress
from builder.tools import browsers
from builder.tools.browsers import CHROMIUM, FIREFOX, Browser, Found, find, find_chromium, find_firefox
from builder.tools.commands import Job
from builder.tools.launch import Variant, chromium_flags, firefox_preferences, per_browser


@pytest.fixture(autouse=True)
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose PATH is one empty folder, with no browser from Playwright; the folder."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    for browser in browsers.ALL:
        monkeypatch.delenv(browser.override, raising=False)
    monkeypatch.setattr(browsers, "_at_usual_place", lambda browser: None)
    monkeypatch.setattr(browsers, "playwrights_path", lambda name: None)
    return folder


def executable(path: Path) -> Path:
    """Put an empty program there."""
    path.write_text("#!/bin/sh\n", "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.mark.parametrize(("browser", "command"), [(CHROMIUM, "google-chrome"), (FIREFOX, "firefox")])
def test_a_browser_on_the_path_is_found(bare_machine: Path, browser: Browser, command: str) -> None:
    """Any of a browser's usual commands will do."""
    program = executable(bare_machine / command)
    assert find(browser) == Found(browser.name, program)


def test_the_variable_comes_first(bare_machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """REPLAY_CHROMIUM wins over what the machine has."""
    executable(bare_machine / "chromium")
    own = executable(tmp_path / "mine")
    monkeypatch.setenv("REPLAY_CHROMIUM", str(own))
    assert find_chromium().executable == own


def test_a_variable_that_names_nothing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistaken override is not passed over in silence."""
    monkeypatch.setenv("REPLAY_FIREFOX", "/no/such/firefox")
    with pytest.raises(BuildError, match="REPLAY_FIREFOX is set to /no/such/firefox"):
        find_firefox()


def test_playwrights_own_is_the_second_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is marked as such: it is driven in another way."""
    own = executable(tmp_path / "own")
    monkeypatch.setattr(browsers, "playwrights_path", lambda name: own)
    assert find(FIREFOX) == Found("firefox", own, is_playwrights=True)


def test_what_is_missing_is_installed(bare_machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Playwright's download fails; then apt is asked, for the missing browser only."""
    executable(bare_machine / "chromium")
    executable(bare_machine / "apt-get")
    monkeypatch.setattr(browsers, "privilege", list)
    asked: list[str] = []

    def run(job: Job) -> None:
        asked.append(" ".join(job.argv[1:] if "apt-get" not in job.argv else job.argv[2:]))
        if "playwright" in job.argv:
            raise BuildError("no download here")
        if job.argv[-1] == "firefox-esr":
            executable(bare_machine / "firefox-esr")

    monkeypatch.setattr(browsers, "run", run)
    browsers.ensure_browsers(tmp_path, Progress())
    assert asked == [
        "-m playwright install firefox",
        "apt-get update",
        "apt-get install -y --no-install-recommends firefox-esr",
        "apt-get install -y --no-install-recommends fonts-liberation",
    ]


def test_nothing_is_installed_where_all_is_there(
    bare_machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both browsers stand: no program is run."""
    executable(bare_machine / "chromium")
    executable(bare_machine / "firefox")
    monkeypatch.setattr(browsers, "run", lambda job: pytest.fail(f"ran {job.argv}"))
    browsers.ensure_browsers(tmp_path, Progress())


def test_when_nothing_helps_the_message_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No download, no root: the package and the variable are named."""
    monkeypatch.setattr(browsers, "install_by_playwright", lambda root, missing: None)
    monkeypatch.setattr(browsers, "privilege", lambda: None)
    with pytest.raises(BuildError, match="no chromium was found") as caught:
        browsers.ensure_browsers(tmp_path, Progress())
    assert re.search(r"apt-get install chromium.*REPLAY_CHROMIUM", str(caught.value), re.DOTALL)


def test_the_network_is_off_unless_asked_for() -> None:
    """Both browsers are pointed at a proxy that is not there."""
    assert any(flag.startswith("--proxy-server=") for flag in chromium_flags(Variant()))
    assert not any(flag.startswith("--proxy-server=") for flag in chromium_flags(Variant(network=True)))
    assert firefox_preferences(Variant())["network.proxy.type"] == 1
    assert "network.proxy.type" not in firefox_preferences(Variant(network=True))


def test_browsers_are_shared_where_they_can_be() -> None:
    """Chromium changes its colours while it runs; Firefox is started for them."""
    assert per_browser("chromium", Variant(dark=True)) == Variant()
    assert per_browser("chromium", Variant(wasm=False)) == Variant(wasm=False)
    assert per_browser("firefox", Variant(dark=True)) == Variant(dark=True)


def test_webkit_needs_its_driver_and_a_screen(bare_machine: Path) -> None:
    """One of the two is not enough."""
    driver = executable(bare_machine / "WebKitWebDriver")
    assert browsers.find_webkit() is None
    executable(bare_machine / "Xvfb")
    assert browsers.find_webkit() == driver


@pytest.mark.parametrize(
    ("platform", "is_there", "tried"), [("linux", False, 1), ("linux", True, 0), ("darwin", False, 0)]
)
def test_webkit_is_asked_for_and_may_be_missing(
    bare_machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, is_there: bool, tried: int
) -> None:
    """Only where the system could have it and does not; that nothing comes of it is no error."""
    if is_there:
        executable(bare_machine / "WebKitWebDriver")
        executable(bare_machine / "Xvfb")
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(browsers, "install_packages", lambda root, packages: asked.append(tuple(packages)))
    browsers.try_webkit(tmp_path, Progress())
    assert asked == [("webkit2gtk-driver", "xvfb")] * tried
