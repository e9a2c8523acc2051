"""Pyodide and the engine, made ready for one HTML page."""

from .build import build_runtime
from .model import Licence, Payload, Runtime

__all__ = ["Licence", "Payload", "Runtime", "build_runtime"]
