"""Driving each browser without disturbing what is measured.

Every visit is made in a fresh profile, so that nothing is cached.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, ClassVar, Self

from playwright.sync_api import Browser as PlaywrightBrowser
from playwright.sync_api import CDPSession, sync_playwright

from builder.bench.probe import TIMES, Visit
from builder.bench.webdriver import WebKitSession
from builder.tools.browsers import CHROMIUM, FIREFOX, find, find_webkit
from builder.tools.browsers import Browser as Kind
from builder.tools.launch import Variant, launch

ONLINE = Variant(network=True)

Evaluate = Callable[[str], Any]
"""Evaluates an expression in the page that is open, and returns what its promise resolves with."""

ALONE_SECONDS = 3
"""How long Chromium is left alone with a page."""


class Browser(ABC):
    """A running browser that can visit an address and ask the page there something."""

    @classmethod
    @abstractmethod
    def is_there(cls) -> bool:
        """Whether this machine has the browser."""

    @classmethod
    @contextmanager
    def started(cls) -> Iterator[Self]:
        """Start what lasts for all visits, and end it after the block."""
        yield cls()

    @abstractmethod
    def opened(self, address: str) -> AbstractContextManager[Evaluate]:
        """Open an address in a fresh profile while the block runs, which begins before the page has loaded."""

    def ask(self, address: str, *questions: str) -> list[Any]:
        """Visit an address in a fresh profile and evaluate promises there, one by one."""
        with self.opened(address) as evaluate:
            return [evaluate(question) for question in questions]

    def visit(self, address: str) -> Visit:
        """Visit an address and return what was measured there."""
        [times] = self.ask(address, TIMES)
        return Visit(**times)


class _ByPlaywright(Browser):
    """A browser that Playwright starts."""

    kind: ClassVar[Kind]

    def __init__(self, browser: PlaywrightBrowser) -> None:
        """Take over a browser that is running."""
        self.browser = browser

    @classmethod
    def is_there(cls) -> bool:
        """Whether this machine has the browser."""
        return find(cls.kind) is not None

    @classmethod
    @contextmanager
    def started(cls) -> Iterator[Self]:
        """Start Playwright and the browser, for as long as the block runs."""
        with sync_playwright() as playwright, launch(playwright, cls.kind.name, ONLINE) as browser:
            yield cls(browser)


class Firefox(_ByPlaywright):
    """Firefox, driven by Playwright through WebDriver BiDi."""

    kind = FIREFOX

    @contextmanager
    def opened(self, address: str) -> Iterator[Evaluate]:
        """Open an address in a fresh context."""
        context = self.browser.new_context()
        page = context.new_page()
        page.goto(address, wait_until="commit")
        try:
            yield page.evaluate
        finally:
            context.close()


class Chromium(_ByPlaywright):
    """Chromium, over its own protocol and not through Playwright's pages.

    For each page Playwright switches on the recording of network traffic, for which
    Chromium decodes the whole document once more, on the main thread and in one task: 75 ms
    that no reader has. Targets in a context that Playwright does not know have no such recording. They are usually left
    alone until a start is over: the browser itself notes the moments, and every earlier question would take time from
    the page's threads.
    """

    kind = CHROMIUM

    @contextmanager
    def opened(self, address: str) -> Iterator[Evaluate]:
        """Open an address in a fresh context."""
        session = self.browser.new_browser_cdp_session()
        context = session.send("Target.createBrowserContext")["browserContextId"]
        wish = {"url": address, "browserContextId": context}
        created = session.send("Target.createTarget", wish)["targetId"]
        time.sleep(ALONE_SECONDS)
        target = _Target(session, created)
        try:
            target.wait_for_address(address)
            yield target.evaluate
        finally:
            session.send("Target.disposeBrowserContext", {"browserContextId": context})
            session.detach()


class _Target:
    """A page of Chromium's, asked through the browser's own session."""

    def __init__(self, browser: CDPSession, target: str) -> None:
        """Attach to the page with this id."""
        self._browser = browser
        self._replies: dict[int, Any] = {}
        browser.on("Target.receivedMessageFromTarget", self._hear)
        wish = {"targetId": target, "flatten": False}
        self._session = browser.send("Target.attachToTarget", wish)["sessionId"]

    def wait_for_address(self, address: str) -> None:
        """A new target shows an empty document until its own has begun to arrive."""
        for _ in range(1000):
            reply = self._call("location.href")
            if reply.get("result", {}).get("result", {}).get("value") == address:
                return
        raise RuntimeError(f"{address} does not open")

    def evaluate(self, expression: str) -> Any:
        """What the expression's promise resolves with; RuntimeError when it rejects."""
        reply = self._call(expression)
        if "error" in reply or "exceptionDetails" in reply["result"]:
            raise RuntimeError(f"the page did not answer: {reply}")
        return reply["result"]["result"].get("value")

    def _hear(self, event: dict[str, Any]) -> None:
        reply = json.loads(event["message"])
        if "id" in reply:
            self._replies[reply["id"]] = reply

    def _call(self, expression: str) -> Any:
        number = len(self._replies)
        wish = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        message = {"id": number, "method": "Runtime.evaluate", "params": wish}
        self._browser.send("Target.sendMessageToTarget", {"sessionId": self._session, "message": json.dumps(message)})
        while number not in self._replies:
            time.sleep(0.02)
            # Lets Playwright hand over what has arrived.
            self._browser.send("Browser.getVersion")
        return self._replies[number]


class WebKit(Browser):
    """WebKitGTK's MiniBrowser, over plain WebDriver: each visit has a browser and a screen of its own."""

    @classmethod
    def is_there(cls) -> bool:
        """Whether this machine has WebKitGTK's driver and a virtual screen."""
        return find_webkit() is not None

    @contextmanager
    def opened(self, address: str) -> Iterator[Evaluate]:
        """Open an address in a fresh browser."""
        with WebKitSession(eager=True) as session:
            session.open(address)
            yield session.evaluate


BROWSERS: dict[str, type[Browser]] = {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}
