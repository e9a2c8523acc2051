"""Runs inside Pyodide, at build: let the engine answer, and see what that took.

It imports nothing that Pyodide has not imported by itself, since whatever it imported
would count as needed.
"""

from __future__ import annotations

import sys

LIBRARY = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip/"


def rehearse(app: str, requests: list[str]) -> list[str]:
    """Answer the requests and a bad one, then return the library's members in use.

    The bad one fails inside the engine on purpose: describing an exception takes modules
    that a smooth run never imports.
    """
    sys.path.insert(0, app)
    from engine.service import answer

    for request in requests:
        answer(request)
    try:
        answer(None)  # type: ignore[arg-type]
    except Exception:
        import traceback

        traceback.format_exc()
    return library_members()


def library_members() -> list[str]:
    """The members of the library's zip that were imported, sorted."""
    origins = [
        getattr(getattr(module, "__spec__", None), "origin", None) or ""
        for module in sys.modules.values()
    ]
    return sorted(o.removeprefix(LIBRARY) for o in origins if o.startswith(LIBRARY))
