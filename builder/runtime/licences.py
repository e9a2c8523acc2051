"""The licences of what the page carries inside: Pyodide, CPython, and a Zstandard decoder.

The first two are not in the npm package as files, so their texts stand in ``licences/``
here. The Mozilla licence also wants readers told where the source is.
"""

from __future__ import annotations

from pathlib import Path

from . import zstd
from .model import Licence
from .pyodide import VERSION

_TEXTS = Path(__file__).parent / "licences"
_PYODIDE_SOURCE = f"The source of Pyodide {VERSION}: https://github.com/pyodide/pyodide\n\n"


def licences(python_version: str, npm_folder: Path) -> tuple[Licence, ...]:
    """Return the licence of each component, with its whole text.

    ``python_version`` is the version of the CPython inside Pyodide, ``npm_folder`` where
    the npm packages stand.
    """
    mozilla = _PYODIDE_SOURCE + (_TEXTS / "MPL-2.0.txt").read_text("utf-8")
    psf = (_TEXTS / "PSF-2.0.txt").read_text("utf-8")
    return (
        Licence("Pyodide", VERSION, "MPL-2.0", mozilla),
        Licence("CPython", python_version, "PSF-2.0", psf),
        Licence("zstddec and Zstandard", *zstd.licence(npm_folder)),
    )
