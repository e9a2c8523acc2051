"""Driving each browser without disturbing what is measured.

Every visit is made in a fresh profile, so that nothing is cached.
"""

from __future__ import annotations

import json
import shutil
import time
from abc import ABC, abstractmethod
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Browser as PlaywrightBrowser
from playwright.sync_api import Playwright, sync_playwright

from builder.bench.probe import TIMES, Visit
from builder.bench.webdriver import WebKitSession, webkit_driver
from builder.browsers import find_chromium, find_firefox
from builder.errors import BuildError
from builder.launch import Variant, launch

ONLINE = Variant(network=True)


class Browser(ABC):
    """A running browser that can visit an address and ask the page there something."""

    @classmethod
    @abstractmethod
    def is_there(cls) -> bool:
        """Whether this machine has the browser."""

    @abstractmethod
    def ask(self, address: str, *questions: str) -> list[Any]:
        """Visit an address in a fresh profile and evaluate promises there, one by one."""

    def visit(self, address: str) -> Visit:
        """Visit an address and return what was measured there."""
        [times] = self.ask(address, TIMES)
        return Visit(**times)

    @abstractmethod
    def __enter__(self) -> Self:
        """Start the browser."""

    @abstractmethod
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End it."""


class _ByPlaywright(Browser):
    """A browser that Playwright starts."""

    name: str

    def __enter__(self) -> Self:
        """Start Playwright and the browser."""
        self._manager = sync_playwright()
        self._playwright: Playwright = self._manager.__enter__()
        self.browser: PlaywrightBrowser = launch(self._playwright, self.name, ONLINE)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End both."""
        self.browser.close()
        self._manager.__exit__(kind, error, trace)


class Firefox(_ByPlaywright):
    """Firefox, driven by Playwright through WebDriver BiDi."""

    name = "firefox"

    @classmethod
    def is_there(cls) -> bool:
        """Whether this machine has a Firefox."""
        return _found(find_firefox)

    def ask(self, address: str, *questions: str) -> list[Any]:
        """Visit an address in a fresh context and evaluate promises there."""
        context = self.browser.new_context()
        page = context.new_page()
        page.goto(address, wait_until="commit")
        answers = [page.evaluate(question) for question in questions]
        context.close()
        return answers


class Chromium(_ByPlaywright):
    """Chromium, over its own protocol and not through Playwright's pages.

    For each page Playwright switches on the recording of network traffic, for which
    Chromium decodes the whole document once more, on the main thread and in one task: 75 ms
    that no reader has. Targets in a context of which Playwright knows nothing stay plain.
    """

    name = "chromium"

    @classmethod
    def is_there(cls) -> bool:
        """Whether this machine has a Chromium."""
        return _found(find_chromium)

    def ask(self, address: str, *questions: str) -> list[Any]:
        """Visit an address in a fresh context and evaluate promises there."""
        self._session = self.browser.new_browser_cdp_session()
        self._replies: dict[int, Any] = {}
        self._session.on("Target.receivedMessageFromTarget", self._hear)
        context = self._session.send("Target.createBrowserContext")["browserContextId"]
        wish = {"url": address, "browserContextId": context}
        target = self._session.send("Target.createTarget", wish)["targetId"]
        attach = {"targetId": target, "flatten": False}
        session = self._session.send("Target.attachToTarget", attach)["sessionId"]
        self._wait_for_address(session, address)
        answers = [self._evaluate(session, text) for text in questions]
        self._session.send("Target.disposeBrowserContext", {"browserContextId": context})
        self._session.detach()
        return answers

    def _hear(self, event: dict[str, Any]) -> None:
        reply = json.loads(event["message"])
        if "id" in reply:
            self._replies[reply["id"]] = reply

    def _wait_for_address(self, session: str, address: str) -> None:
        """A new target shows an empty document until its own has begun to arrive."""
        for _ in range(1000):
            reply = self._call(session, "location.href")
            if reply.get("result", {}).get("result", {}).get("value") == address:
                return
        raise RuntimeError(f"{address} does not open")

    def _evaluate(self, session: str, expression: str) -> Any:
        reply = self._call(session, expression)
        if "error" in reply or "exceptionDetails" in reply["result"]:
            raise RuntimeError(f"the page did not answer: {reply}")
        return reply["result"]["result"].get("value")

    def _call(self, session: str, expression: str) -> Any:
        number = len(self._replies)
        wish = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        message = {"id": number, "method": "Runtime.evaluate", "params": wish}
        self._session.send("Target.sendMessageToTarget", {"sessionId": session, "message": json.dumps(message)})
        while number not in self._replies:
            time.sleep(0.02)
            # Lets Playwright hand over what has arrived.
            self._session.send("Browser.getVersion")
        return self._replies[number]


class WebKit(Browser):
    """WebKitGTK's MiniBrowser, over plain WebDriver, on a screen of its own."""

    @classmethod
    def is_there(cls) -> bool:
        """Whether this machine has WebKitGTK's driver and a virtual screen."""
        return webkit_driver() is not None and shutil.which("Xvfb") is not None

    def ask(self, address: str, *questions: str) -> list[Any]:
        """Visit an address in a fresh browser and evaluate promises there."""
        with WebKitSession() as session:
            session.open(address)
            return [session.evaluate(question) for question in questions]

    def __enter__(self) -> Self:
        """Start nothing: each visit has a browser of its own."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End nothing."""


BROWSERS: dict[str, type[Browser]] = {
    "chromium": Chromium,
    "firefox": Firefox,
    "webkit": WebKit,
}


def _found(find: Any) -> bool:
    try:
        find()
    except BuildError:
        return False
    return True
