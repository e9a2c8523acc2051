"""How the tests run the engine as a command."""

from __future__ import annotations

import os

from builder.tools.environment import ROOT

_OURS = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON") and name != "NO_COLOR"}

ENVIRONMENT = {**_OURS, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
"""A user's: what changes how Python writes (`PYTHONUNBUFFERED`) or encodes is not taken over from the tests' own."""
