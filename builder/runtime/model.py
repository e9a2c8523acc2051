"""The values that the runtime hands to the rest of the generator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Payload:
    """One thing the worker needs, as text for a script element of its own.

    The template emits ``<script type="text/plain" id="payload-NAME">TEXT</script>``
    as a direct child of the body. ``size`` and ``sha256`` describe the raw bytes,
    before compression and text encoding; ``data`` is the compressed form that
    the text encodes, which the hosted page serves as a file.
    """

    name: str
    text: str
    data: bytes
    size: int
    sha256: str


@dataclass(frozen=True)
class Licence:
    """The licence of something that the page carries inside."""

    component: str
    version: str
    name: str
    text: str


@dataclass(frozen=True)
class Runtime:
    """Pyodide and the engine, ready to be put into a page.

    ``payloads`` stand in the order in which the page must carry them: each is
    handed to the worker as soon as the parser has passed it, so what is needed
    first comes first. ``manifest`` is JSON-ready: versions, sizes and digests.
    """

    payloads: tuple[Payload, ...]
    worker_source: str
    licences: tuple[Licence, ...]
    manifest: dict[str, Any]

    def payload(self, name: str) -> Payload:
        """Return the payload called ``name``; a KeyError when there is none."""
        for payload in self.payloads:
            if payload.name == name:
                return payload
        raise KeyError(name)
