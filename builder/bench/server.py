"""Serves a folder over loopback with the headers that it asks its host for; the caller decides what may be cached.

Files are sent as they are: what is large in the hosted form is compressed already, and over loopback the rest costs
nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from builder.site.hosted import headers_for

HEADERS = "_headers"
"""The file in which a folder lists the headers it asks for, as `builder.site.hosted` writes it."""


@contextmanager
def served(folder: Path, *, kept: bool = False) -> Iterator[str]:
    """Serve a folder on a free port of this machine; yield its address.

    With ``kept`` the browser may keep what it is sent, as long as the folder's headers say.
    """
    wished = folder / HEADERS
    rules = wished.read_text("utf-8") if wished.exists() else ""
    handler = partial(_Handler, rules=rules, kept=kept, directory=str(folder))
    with _Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


class _Server(ThreadingHTTPServer):
    """Says nothing when a browser hangs up, as each does when a page is left."""

    def handle_error(self, *_: object) -> None:
        """Say nothing."""


class _Handler(SimpleHTTPRequestHandler):
    """Says nothing, and knows what WebAssembly is."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def __init__(self, *arguments: Any, rules: str, kept: bool, directory: str) -> None:
        """Answer one request; ``rules`` is what ``_headers`` holds."""
        self._rules = rules
        self._kept = kept
        super().__init__(*arguments, directory=directory)

    def end_headers(self) -> None:
        """Send what the rules say, but forbid caching unless it is wanted: each visit is a first one."""
        path = urlsplit(self.path).path.removeprefix("/")
        headers = headers_for(self._rules, path) | ({} if self._kept else {"Cache-Control": "no-store"})
        for name, value in headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Stay silent."""
