"""Launching the browsers, in the variants that the tests, screenshots and measurements need.

A Firefox of the system's is driven through WebDriver BiDi (Playwright's ``moz-firefox``), where
Playwright's own emulation does not work; preferences, which are set per browser, stand in:

====================  ===========================  ==============================================
what                  Chromium                     system Firefox
====================  ===========================  ==============================================
dark scheme           context option               preference; ``emulate_media`` does nothing
reduced motion        context option               preference; ``emulate_media`` does nothing
print media           ``emulate_media``            not supported; ``page.pdf()`` works
script off            context option               preference; the context option does nothing
WebAssembly off       ``--js-flags=--jitless``     preference
network off           offline, and a dead proxy    the same
requests seen         all, files included          http and https only; a file's are not reported
private window        every context is one         preference
web sockets seen      as a console error only      as a request, and a page error
errors, rejections    page's and workers'          the same
downloads             download event               a file in ``downloads_path``; no event
clipboard             after ``grant_permissions``  the same
viewport, init        context options              the same
fake clock            works                        works
====================  ===========================  ==============================================

In both, ``wait_for_function`` needs a function, not an expression, where the page's policy
forbids ``eval``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Playwright, ViewportSize

from builder.tools.browsers import Found, find_chromium, find_firefox, is_root

# Nothing listens here: what is sent to this proxy gets nowhere.
DEAD_PROXY = ("127.0.0.1", 1)
VIEWPORT = (1280, 800)


@dataclass(frozen=True)
class Variant:
    """What kind of reader opens the page; the opening one has nothing special."""

    dark: bool = False
    javascript: bool = True
    wasm: bool = True
    reduced_motion: bool = False
    network: bool = False
    private: bool = False


def launch(playwright: Playwright, name: str, variant: Variant = Variant(), downloads: Path | None = None) -> Browser:
    """Start the browser called ``name`` (``chromium`` or ``firefox``) for a variant.

    ``downloads`` is the folder for what the page saves. Raises BuildError when the browser
    is not on this machine.
    """
    if name == "chromium":
        return _launch_chromium(playwright, find_chromium(), variant, downloads)
    return _launch_firefox(playwright, find_firefox(), variant, downloads)


def per_browser(name: str, variant: Variant) -> Variant:
    """The part of a variant that a running browser cannot change: the key for sharing one."""
    if name == "firefox":
        return variant
    return Variant(wasm=variant.wasm, network=variant.network)


def new_context(browser: Browser, variant: Variant, viewport: tuple[int, int] = VIEWPORT) -> BrowserContext:
    """A fresh profile in a browser that was launched for the same variant."""
    width, height = viewport
    return browser.new_context(
        viewport=ViewportSize(width=width, height=height),
        offline=not variant.network,
        color_scheme="dark" if variant.dark else "light",
        reduced_motion="reduce" if variant.reduced_motion else "no-preference",
        java_script_enabled=variant.javascript,
    )


def _launch_chromium(playwright: Playwright, found: Found, variant: Variant, downloads: Path | None) -> Browser:
    return playwright.chromium.launch(
        executable_path=found.executable, args=chromium_flags(variant), downloads_path=downloads
    )


def chromium_flags(variant: Variant) -> list[str]:
    """Chromium's switches: no network traffic of its own, and the variant's."""
    flags = [
        *("--disable-background-networking", "--disable-component-update"),
        *("--disable-sync", "--no-first-run"),
    ]
    if is_root():
        flags.append("--no-sandbox")  # Chromium's sandbox refuses to start as root.
    if not variant.wasm:
        flags.append("--js-flags=--jitless")
    if not variant.network:
        host, port = DEAD_PROXY
        flags += [f"--proxy-server={host}:{port}", "--proxy-bypass-list=<-loopback>"]
    return flags


def _launch_firefox(playwright: Playwright, found: Found, variant: Variant, downloads: Path | None) -> Browser:
    prefs = firefox_preferences(variant)
    if found.is_playwrights:
        return playwright.firefox.launch(firefox_user_prefs=prefs, downloads_path=downloads)
    return playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=found.executable,
        firefox_user_prefs=prefs,
        downloads_path=downloads,
    )


def firefox_preferences(variant: Variant) -> dict[str, Any]:
    """Firefox's preferences for a variant."""
    prefs: dict[str, Any] = {
        "layout.css.prefers-color-scheme.content-override": 0 if variant.dark else 1,
        "ui.prefersReducedMotion": int(variant.reduced_motion),
        "javascript.enabled": variant.javascript,
        "javascript.options.wasm": variant.wasm,
        "browser.privatebrowsing.autostart": variant.private,
        # The list of downloads would open and take the keyboard focus from the page.
        "browser.download.alwaysOpenPanel": False,
    }
    if not variant.network:
        prefs |= _dead_proxy_preferences()
    return prefs


def _dead_proxy_preferences() -> dict[str, Any]:
    host, port = DEAD_PROXY
    return {
        "network.proxy.type": 1,
        "network.proxy.http": host,
        "network.proxy.http_port": port,
        "network.proxy.ssl": host,
        "network.proxy.ssl_port": port,
        "network.proxy.allow_hijacking_localhost": True,
        "network.proxy.failover_direct": False,
    }
