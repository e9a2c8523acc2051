"""`python3 -m engine` in a checkout, `replay-gate` where it is installed: see `engine.cli`.

Whenever it is interrupted, it ends quietly and leaves nothing half done.
"""

from __future__ import annotations

import signal
import sys
from typing import NoReturn

INTERRUPTED = 128 + signal.SIGINT
"""The exit code that a shell gives a command which ended by Ctrl-C."""


def run() -> int:
    """Run the command that the arguments name; return its exit code."""
    try:
        signal.signal(signal.SIGTERM, _stop)
        # Imported here, so that it can be interrupted as well.
        from .cli import main  # noqa: PLC0415

        code = main(sys.argv[1:])
    except KeyboardInterrupt:
        return _give_up()
    # The work is done; what is left is to tidy up, and an interruption would only make noise.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return code


def _stop(number: int, frame: object) -> NoReturn:
    """End by an exception, so that what is half written is taken away."""
    del frame
    sys.exit(128 + number)


def _give_up() -> int:
    from .base.terminal import give_up_stdout  # noqa: PLC0415

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    give_up_stdout()
    return INTERRUPTED


if __name__ == "__main__":
    sys.exit(run())
