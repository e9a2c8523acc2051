"""The errors of building the runtime."""

from __future__ import annotations

from builder.errors import BuildError


class PyodideChanged(BuildError):
    """Pyodide is another version, or no longer looks as this build expects."""

    def __init__(self, message: str) -> None:
        """Say the same remedy each time: read first what leans on Pyodide's internals."""
        super().__init__(
            message,
            remedy="The runtime is made for one version; builder/runtime/UPGRADING.md says how to move on to another.",
        )
