#!/usr/bin/env python3
"""The one entry point: ``python3 build.py`` builds, tests and serves the explainer.

Needs Python 3.11 or newer and nothing else; ``python3 build.py --help`` lists the verbs.
This file must parse on old Pythons too, so that they can be told what is missing.
"""

import sys

OLDEST = (3, 11)


def main():
    # type: () -> int
    """Hand over to the project's own environment; return the exit code."""
    if sys.version_info < OLDEST:
        found = "%d.%d" % sys.version_info[:2]
        sys.stderr.write(
            "error: this build needs Python 3.11 or newer, but %s is Python %s.\n"
            "  Install a newer one (https://www.python.org/downloads/) and run\n"
            "  build.py with it, for example: python3.11 build.py\n" % (sys.executable, found)
        )
        return 1
    from builder.bootstrap import hand_over

    return hand_over(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
