"""The hosted form on a host: a small server on this machine, beneath a sub-path, that can also serve badly."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatch
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from builder.site.hosted import headers_for

PREFIX = "/docs/replay/"
"""Where the folder is served: not at the root, as with most hosts."""

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".json": "application/json"}


@dataclass
class Host:
    """A host of one folder.

    Attributes:
        folder: what is served.
        headers: whether the headers of its ``_headers`` are sent.
        missing: patterns of paths that are answered with 404.
        cut: patterns of paths of which only the first half is sent, as if it were all.
        stalled: patterns of paths whose requests are accepted and get no answer.
        more: headers that are sent with the page besides.
        asked: the paths that were asked for.
    """

    folder: Path
    headers: bool = False
    missing: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    stalled: tuple[str, ...] = ()
    more: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    origin: str = ""

    @property
    def address(self) -> str:
        """The page's address."""
        return f"{self.origin}{PREFIX}index.html"

    def answer(self, address: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body for an address."""
        path = urlsplit(address).path.removeprefix(PREFIX)
        self.asked.append(path)
        file = self.folder / path
        if _fits(path, self.missing) or not file.is_file():
            return 404, {}, b"not found"
        data = file.read_bytes()
        kind = {"Content-Type": TYPES.get(file.suffix, "application/octet-stream")}
        body = data[: len(data) // 2] if _fits(path, self.cut) else data
        more = self.more if path.endswith(".html") else {}
        return 200, {**kind, **more, **(self._headers(path) if self.headers else {})}, body

    def stalls(self, address: str) -> bool:
        """Whether a request is left without an answer."""
        return _fits(urlsplit(address).path.removeprefix(PREFIX), self.stalled)

    def _headers(self, path: str) -> dict[str, str]:
        return headers_for((self.folder / "_headers").read_text("utf-8"), path)


def _fits(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(path, pattern) for pattern in patterns)


class QuietServer(ThreadingHTTPServer):
    """A server that says nothing when a browser hangs up, as each does when a page is left."""

    def handle_error(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving(host: Host) -> Iterator[Host]:
    """Serve for as long as the context lasts."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            """Answer with what the host says."""
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if host.stalls(self.path):
                # Until the browser hangs up.
                self.rfile.read(1)
                self.close_connection = True
                return
            status, headers, body = host.answer(self.path)
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_HEAD = do_POST = do_GET

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with QuietServer(("127.0.0.1", 0), Handler) as server:
        host.origin = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield host
        server.shutdown()
        thread.join()
