"""What atheris calls with each input; started by ``python3 build.py fuzz``, never by pytest.

The readers are called directly, not through the command line, which would turn a fault into a message.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["engine"]):
    from engine.base.errors import InputError
    from engine.check.formats import READERS, read_trails
    from engine.check.reading.source import read_source
    from engine.check.telling.document import CAREFULLY, check_text, check_trails

NAMES = [None, *sorted(READERS)]


def try_input(data: bytes) -> None:
    """Read the input as what its last byte says, or as what it looks like, and judge it; only InputError may come."""
    source = read_source(data, "fuzz")
    forced = NAMES[data[-1] % len(NAMES)] if data else None
    try:
        trails = read_trails(source, forced)
        check_text(check_trails(source, trails, CAREFULLY))
    except InputError:
        return


if __name__ == "__main__":
    atheris.Setup(sys.argv, try_input)
    atheris.Fuzz()
