"""What can go wrong while the runtime is built, and what to do about it."""

from __future__ import annotations


class RuntimeBuildError(Exception):
    """The runtime could not be made; the message says what to do."""


class PyodideChanged(RuntimeBuildError):
    """Pyodide is another version, or no longer looks as this build expects."""


class NodeFailed(RuntimeBuildError):
    """A script run under Node exited with an error; the message holds its output."""
