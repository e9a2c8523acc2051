"""Running this package's Node scripts."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .errors import NodeFailed

SCRIPTS = Path(__file__).parent / "node"
INSIDE = Path(__file__).parent / "inside"


def run_script(node: Path, name: str, job: Mapping[str, Any]) -> None:
    """Run ``node/NAME`` with ``job`` as its argument, written to a JSON file.

    Raises NodeFailed with what it printed when it exits with an error.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "job.json")
        path.write_text(json.dumps(job), "utf-8")
        run_node(node, [str(SCRIPTS / name), str(path)])


def run_node(node: Path, arguments: list[str]) -> str:
    """Run Node and return what it printed; NodeFailed when it exits with an error."""
    done = subprocess.run(
        [str(node), *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NodeFailed(f"node {arguments[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout
