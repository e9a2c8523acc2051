"""Watching a page for what must never happen: errors, warnings, requests."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError

# The page may read itself and what it carries; all else is a request that leaves it.
HARMLESS_SCHEMES = ("data:", "blob:", "about:")


@dataclass(frozen=True)
class Problem:
    """Something a page did that a reader should not meet: its kind and what was said."""

    kind: str
    text: str

    def __str__(self) -> str:
        """One line, as it stands in a failed test's report."""
        return f"{self.kind}: {self.text}"


@dataclass
class Guard:
    """The problems of one test's pages, and those that the test said would come."""

    problems: list[Problem] = field(default_factory=list)
    expected: list[re.Pattern[str]] = field(default_factory=list)
    allowed: list[re.Pattern[str]] = field(default_factory=list)

    def expect(self, pattern: str) -> None:
        """Declare a problem that must happen: a regular expression for its text or kind."""
        self.expected.append(re.compile(pattern))

    def allow(self, pattern: str) -> None:
        """Declare a problem that may happen or not, as where browsers tell the same in different ways."""
        self.allowed.append(re.compile(pattern))

    def forget(self) -> None:
        """Begin anew, for the next test."""
        for known in (self.problems, self.expected, self.allowed):
            known.clear()

    def watch(self, context: BrowserContext, address: str, assets: str | None = None) -> None:
        """Record what goes wrong in a context whose pages may load ``address`` only.

        Where ``assets`` is given, what stands beneath that address too.
        """
        harmless = (*HARMLESS_SCHEMES, assets) if assets else HARMLESS_SCHEMES

        def on_request(request: Request) -> None:
            url = request.url.partition("#")[0].removesuffix("?embed")
            if url != address and not url.startswith(harmless):
                self._record("request", request.url)

        def on_console(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning", "assert"):
                self._record(f"console {message.type}", message.text)

        def on_error(error: WebError) -> None:
            self._record("uncaught", str(error.error))

        context.on("request", on_request)
        context.on("console", on_console)
        context.on("weberror", on_error)

    def _record(self, kind: str, text: str) -> None:
        self.problems.append(Problem(kind, text))

    def verdict(self) -> list[str]:
        """What to fail the test for: problems not declared, declared ones that never came."""
        lines = [str(problem) for problem in self.problems]
        known = [*self.expected, *self.allowed]
        unexpected = [line for line in lines if not any(p.search(line) for p in known)]
        absent = [p.pattern for p in self.expected if not any(p.search(line) for line in lines)]
        return [*unexpected, *(f"declared, but did not happen: {pattern}" for pattern in absent)]
