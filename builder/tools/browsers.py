"""Finding the browsers for the page's tests, and installing them if need be.

Chromium and Firefox must be there: the machine's own comes first, then Playwright's download, then the system's
packages. WebKitGTK, which only Linux has, is an extra: its tests are skipped where the system's packages do not
bring it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.errors import BuildError
from builder.progress import Progress
from builder.tools.commands import Job, run
from builder.tools.environment import log_file


@dataclass(frozen=True)
class Browser:
    """A browser the tests need: what it is called where, and where it usually stands."""

    name: str
    override: str
    commands: tuple[str, ...]
    places: tuple[str, ...]
    debian_package: str


CHROMIUM = Browser(
    name="chromium",
    override="REPLAY_CHROMIUM",
    commands=("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    places=(
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "${PROGRAMFILES}/Google/Chrome/Application/chrome.exe",
        "${LOCALAPPDATA}/Google/Chrome/Application/chrome.exe",
    ),
    debian_package="chromium",
)
FIREFOX = Browser(
    name="firefox",
    override="REPLAY_FIREFOX",
    commands=("firefox-esr", "firefox"),
    places=(
        "/Applications/Firefox.app/Contents/MacOS/firefox",
        "${PROGRAMFILES}/Mozilla Firefox/firefox.exe",
    ),
    debian_package="firefox-esr",
)
ALL = (CHROMIUM, FIREFOX)


@dataclass(frozen=True)
class Found:
    """A browser that is there: its path, and whether it is the build Playwright downloads."""

    name: str
    executable: Path
    is_playwrights: bool = False


def find_chromium() -> Found:
    """The Chromium to test with; BuildError when there is none."""
    return _found_or_error(CHROMIUM)


def find_firefox() -> Found:
    """The Firefox to test with; BuildError when there is none."""
    return _found_or_error(FIREFOX)


WEBKIT_PACKAGES = ("webkit2gtk-driver", "xvfb")


def find_webkit() -> Path | None:
    """WebKitGTK's driver, where it stands and a screen can be simulated for it; else None."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    return Path(driver) if driver and screen else None


def try_webkit(root: Path, progress: Progress) -> None:
    """Install WebKitGTK from the system's packages where it is missing; a failure is not an error."""
    if find_webkit() is None and sys.platform == "linux":
        with progress.stage("Installing webkit with apt"):
            install_packages(root, WEBKIT_PACKAGES)


def ensure_browsers(root: Path, progress: Progress) -> None:
    """See that both browsers are there, installing what is missing.

    Raises BuildError naming what to install when nothing that is tried brings them.
    """
    for title, install in (("Playwright", install_by_playwright), ("apt", install_by_apt)):
        missing = [browser for browser in ALL if find(browser) is None]
        if not missing:
            return
        names = " and ".join(browser.name for browser in missing)
        with progress.stage(f"Installing {names} with {title}"):
            install(root, missing)
    for browser in ALL:
        _found_or_error(browser)


def find(browser: Browser) -> Found | None:
    """The browser on this machine, or Playwright's own, or None. Installs nothing.

    Raises BuildError when the environment variable for it names no file.
    """
    system = _overriding(browser) or _on_path(browser) or _at_usual_place(browser)
    if system is not None:
        return Found(browser.name, system)
    own = playwrights_path(browser.name)
    return Found(browser.name, own, is_playwrights=True) if own else None


def _found_or_error(browser: Browser) -> Found:
    found = find(browser)
    if found is None:
        raise BuildError(
            f"no {browser.name} was found for the page's tests, and none could be installed.",
            remedy=f"Install it (Debian, Ubuntu: sudo apt-get install {browser.debian_package}),\n"
            f"or set {browser.override} to the path of one. The logs are in .build/log/.",
        )
    return found


def _overriding(browser: Browser) -> Path | None:
    """The path that the environment variable gives; BuildError when nothing is there."""
    value = os.environ.get(browser.override)
    if not value:
        return None
    if not Path(value).is_file():
        raise BuildError(
            f"{browser.override} is set to {value}, which is no file.",
            remedy=f"Set it to the path of a {browser.name}, or unset it.",
        )
    return Path(value)


def _on_path(browser: Browser) -> Path | None:
    hits = (shutil.which(command) for command in browser.commands)
    return next((Path(hit) for hit in hits if hit), None)


def _at_usual_place(browser: Browser) -> Path | None:
    places = (Path(os.path.expandvars(place)) for place in browser.places)
    return next((place for place in places if place.is_file()), None)


ASK_PLAYWRIGHT = """
import sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(getattr(playwright, sys.argv[1]).executable_path)
"""


def playwrights_path(name: str) -> Path | None:
    """Where the build that Playwright downloaded stands, or None when it cannot be started."""
    # Asked in a process of its own: the tests may have a Playwright running here already.
    argv = [sys.executable, "-c", ASK_PLAYWRIGHT, name]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    path = Path(done.stdout.strip() or os.devnull)
    return path if path.is_file() and _starts(path) else None


def _starts(executable: Path) -> bool:
    """Whether a downloaded browser finds the libraries it needs; only Linux can lack them."""
    if sys.platform != "linux":
        return True
    argv = [str(executable), "--version"]
    return subprocess.run(argv, capture_output=True, check=False).returncode == 0


def install_by_playwright(root: Path, browsers: list[Browser]) -> None:
    """Try Playwright's own download; if it fails, the next way is tried."""
    names = [browser.name for browser in browsers]
    argv = [sys.executable, "-m", "playwright", "install", *names]
    _attempt(Job("Playwright's download", argv, log_file(root, "playwright-install")))


def install_by_apt(root: Path, browsers: list[Browser]) -> None:
    """Try Debian's packages; if that fails, the next way is tried."""
    # Without a font a bare machine draws no letters.
    install_packages(root, [*(browser.debian_package for browser in browsers), "fonts-liberation"])


def install_packages(root: Path, packages: Sequence[str]) -> None:
    """Try to install packages of Debian's, where that needs no password."""
    prefix = privilege()
    if prefix is None or shutil.which("apt-get") is None:
        return
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    _attempt(Job("apt-get update", [*apt, "update"], log_file(root, "apt-update")))
    for package in packages:
        argv = [*apt, "install", "-y", "--no-install-recommends", package]
        _attempt(Job("apt-get install", argv, log_file(root, f"apt-{package}")))


def _attempt(job: Job) -> None:
    """Run a job whose failure leaves the next way to be tried; its log keeps the reason."""
    try:
        run(job)
    except BuildError:
        return


def privilege() -> list[str] | None:
    """What to put before a command that needs root; None when becoming root would ask for a password."""
    if is_root():
        return []
    sudo = shutil.which("sudo")
    if sudo is None:
        return None
    quiet = subprocess.run([sudo, "-n", "true"], capture_output=True, check=False)
    return [sudo, "-n"] if quiet.returncode == 0 else None


def is_root() -> bool:
    """Whether this process runs as root; Windows has no such user."""
    return sys.platform != "win32" and os.geteuid() == 0
