"""Imported by no request that a build makes: so it is not in the memory image."""

from __future__ import annotations

LATE = "better than never"
