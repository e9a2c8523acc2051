"""Running this package's Node scripts."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builder.tools.environment import run_node

SCRIPTS = Path(__file__).parent / "node"
INSIDE = Path(__file__).parent / "inside"


def run_script(name: str, job: Mapping[str, Any]) -> None:
    """Run ``node/NAME`` with ``job`` as its argument, handed over as a JSON file.

    Raises BuildError with the last lines of what it printed when it fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "job.json")
        path.write_text(json.dumps(job), "utf-8")
        run_node([str(SCRIPTS / name), str(path)])
