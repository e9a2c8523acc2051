"""A small server for ``dist/``, for looking at the page as a host would send it."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from builder.errors import BuildError

HOST = "127.0.0.1"


def serve(folder: Path, port: int) -> None:
    """Serve a folder on this machine only, until interrupted; port 0 takes a free one.

    Raises BuildError when there is nothing to serve or the port is taken.
    """
    if not folder.is_dir():
        raise BuildError(f"there is no {folder}.", remedy="Build first: python3 build.py")
    with open_server(folder, port) as server:
        print(f"Serving {folder} at http://{HOST}:{server.server_port}/ (Ctrl-C ends it)", flush=True)
        server.serve_forever()


def open_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server for a folder, bound and not yet running; BuildError when the port is taken."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    try:
        return ThreadingHTTPServer((HOST, port), handler)
    except OSError as error:
        raise BuildError(f"cannot listen on port {port}: {error}", remedy="Choose another: serve --port 0") from error
