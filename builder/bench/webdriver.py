"""Drives WebKitGTK over WebDriver with the few calls needed, without a client library."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from builder.tools.browsers import find_webkit

START_SECONDS = 20
SCRIPT_MS = 90_000


class WebKitSession:
    """A MiniBrowser with an empty profile, on a virtual screen, for as long as it is open."""

    def __init__(self, *, eager: bool = False) -> None:
        """An eager one does not wait for a page to load once it has begun to arrive."""
        self._eager = eager

    def __enter__(self) -> Self:
        """Start the screen, the driver and the browser."""
        self._screen, display = _start_screen()
        self._port = _free_port()
        environment = {**os.environ, "DISPLAY": f":{display}"}
        self._driver = subprocess.Popen(
            [str(find_webkit()), f"--port={self._port}"],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        options = {"binary": str(_mini_browser()), "args": ["--automation"]}
        wanted = {
            "browserName": "MiniBrowser",
            "webkitgtk:browserOptions": options,
            "pageLoadStrategy": "none" if self._eager else "normal",
        }
        self._path = ""
        session = self._call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._path = f"/session/{session['sessionId']}"
        self._call("POST", "/timeouts", {"script": SCRIPT_MS})
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End all three."""
        try:
            self._call("DELETE", "", None)
        finally:
            for process in (self._driver, self._screen):
                process.terminate()
                process.wait()

    def open(self, address: str) -> None:
        """Go to an address; returns when the page has loaded, or has begun to if the session is an eager one."""
        self._call("POST", "/url", {"url": address})
        if self._eager:
            self._wait_for_address(address)

    def _wait_for_address(self, address: str) -> None:
        """The former document is there until the new one has begun to arrive."""
        where = {"script": "return location.href", "args": []}
        deadline = time.monotonic() + START_SECONDS
        while self._call("POST", "/execute/sync", where) != address:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{address} does not open")
            time.sleep(0.02)

    def evaluate(self, promise: str) -> Any:
        """Evaluate an expression that is a promise, and return what it resolves with."""
        script = f"({promise}).then(arguments[0], (error) => arguments[0]({{error: String(error)}}))"
        value = self._call("POST", "/execute/async", {"script": script, "args": []})
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(f"the page did not answer: {value['error']}")
        return value

    def _call(self, method: str, path: str, body: Any) -> Any:
        address = f"http://127.0.0.1:{self._port}{self._path}{path}"
        data = None if body is None else json.dumps(body).encode("utf-8")
        request = urllib.request.Request(address, data, method=method)
        return json.load(_open_patiently(request))["value"]


def _open_patiently(request: urllib.request.Request) -> Any:
    """Send a request, again and again while the driver is not listening yet."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            return urllib.request.urlopen(request, timeout=SCRIPT_MS / 1000)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"WebKitWebDriver: {error.read().decode('utf-8')}") from error
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def _start_screen() -> tuple[subprocess.Popen[bytes], int]:
    """Start a virtual screen, which chooses a free number and writes it down."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as file:
        return screen, int(file.readline())


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _mini_browser() -> Path:
    """The newest MiniBrowser; the driver's package brings it along."""
    found = sorted(Path("/usr").glob("lib*/**/webkit2gtk-4*/MiniBrowser"))
    if not found:
        raise FileNotFoundError("WebKitGTK's MiniBrowser is not installed")
    return found[-1]
