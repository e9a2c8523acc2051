"""``python3 build.py wheel``: the engine as a distribution that anybody installs, made by hatchling.

What goes into it stands in pyproject.toml. The same sources give the same bytes: hatchling dates every file in the
archive alike and sorts them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from builder.errors import BuildError
from builder.progress import Progress
from builder.tools.commands import Job, run
from builder.tools.environment import log_file, remove_folder

WHEEL_FOLDER = "dist-wheel"
REPORT = Path("dist", "report.html")
"""The page that `check --html` fills; hatchling would leave it out without a word where it is missing."""

DATE = "1580601600"
"""The date of every file in the archive, which hatchling takes where the environment names none: 2020-02-02."""


def make_wheel(root: Path, folder: Path, progress: Progress) -> Path:
    """Make the wheel of the project in ``root``, alone in ``folder``; return its path.

    Needs no network. Raises BuildError when the project is not built, or hatchling fails.
    """
    if not (root / REPORT).is_file():
        raise BuildError(
            f"there is no {root / REPORT}, which goes into the wheel.", remedy="Build first: python3 build.py"
        )
    remove_folder(folder)
    argv = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    with progress.stage("Making the wheel"):
        run(Job("Making the wheel", argv, log_file(root, "wheel"), cwd=root, env={"SOURCE_DATE_EPOCH": DATE}))
    made = list(folder.glob("*.whl"))
    if len(made) != 1:
        raise BuildError(f"hatchling left {len(made)} wheels in {folder}.", remedy="See .build/log/wheel.log.")
    return made[0]
