"""Runs inside Pyodide, at build: let the engine answer, and see what that took.

It imports nothing that Pyodide has not imported by itself, since whatever it imported
would count as needed.
"""

from __future__ import annotations

import codecs
import sys

LIBRARY = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip/"


def rehearse(app: str, requests: list[str]) -> list[str]:
    """Answer the requests, then return the library's members in use.

    An exception is described, too: if the engine ever fails in the page, Python needs modules that a successful run
    never imports.
    """
    sys.path.insert(0, app)
    from engine.service import answer  # noqa: PLC0415 - found only now

    for request in requests:
        answer(request)
    find_each_encoding()
    describe_an_exception()
    return library_members()


def find_each_encoding() -> None:
    """Import the codecs of all encodings that a reader's file may have; the requests are texts and need none."""
    for encoding in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"):
        codecs.lookup(encoding)


def describe_an_exception() -> None:
    """Import what describing an exception takes."""
    import traceback  # noqa: PLC0415 - on purpose: to be counted

    try:
        int("no number")
    except ValueError:
        traceback.format_exc()


def library_members() -> list[str]:
    """The members of the library's zip that were imported, sorted."""
    origins = [getattr(getattr(module, "__spec__", None), "origin", None) or "" for module in sys.modules.values()]
    return sorted(o.removeprefix(LIBRARY) for o in origins if o.startswith(LIBRARY))
