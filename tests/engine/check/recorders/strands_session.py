# mypy: ignore-errors
# ruff: noqa: ARG001, ARG002, D102, D103, D107
"""Writes the samples of Strands by running an agent with a scripted model (strands-agents 1.62.0).

Run in a virtual environment that has strands-agents: `python strands_session.py FOLDER`. Nothing goes over the network.
"""

from __future__ import annotations

import json
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from strands import Agent, tool
from strands.models.model import Model
from strands.session.file_session_manager import FileSessionManager


def _use(name: str, number: int) -> dict[str, Any]:
    return {"toolUse": {"toolUseId": f"tooluse_s{number}", "name": name, "input": {"hive": "H-3"}}}


class Scripted(Model):
    """Answers with what it is given, block by block."""

    def __init__(self) -> None:
        first = [{"text": "I look."}, _use("count_bees", 1), _use("open_hive", 2)]
        self._answers = iter([first, [{"text": "41,000 bees; it stays shut."}]])

    def update_config(self, **config: Any) -> None:
        """Nothing to set."""

    def get_config(self) -> dict[str, str]:
        return {"model_id": "keeper-2026-02-02"}

    async def structured_output(self, *args: Any, **kwargs: Any) -> Any:
        yield {}

    async def stream(self, *args: Any, **kwargs: Any) -> Any:
        blocks = next(self._answers)
        yield {"messageStart": {"role": "assistant"}}
        for block in blocks:
            use = block.get("toolUse")
            start = {"toolUse": {key: use[key] for key in ("name", "toolUseId")}} if use else {}
            delta = {"toolUse": {"input": json.dumps(use["input"])}} if use else block
            yield {"contentBlockStart": {"start": start}}
            yield {"contentBlockDelta": {"delta": delta}}
            yield {"contentBlockStop": {}}
        calls = any("toolUse" in block for block in blocks)
        yield {"messageStop": {"stopReason": "tool_use" if calls else "end_turn"}}


@tool
def count_bees(hive: str) -> int:
    """Counts the bees of a hive."""
    return 41_000


@tool
def open_hive(hive: str) -> str:
    """Opens a hive."""
    raise RuntimeError("the lid is stuck")


def main(folder: Path) -> None:
    store = Path(tempfile.mkdtemp())
    manager = FileSessionManager(session_id="bees", storage_dir=str(store))
    agent = Agent(
        model=Scripted(),
        tools=[count_bees, open_hive],
        system_prompt="You keep bees.",
        session_manager=manager,
        callback_handler=None,
        agent_id="keeper",
        state={"apiary": "north"},
    )
    agent("How many bees live in H-3?")
    with zipfile.ZipFile(folder / "session.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(store.rglob("*.json")):
            name = zipfile.ZipInfo(path.relative_to(store).as_posix(), (1980, 1, 1, 0, 0, 0))
            archive.writestr(name, path.read_text(encoding="utf-8"), zipfile.ZIP_DEFLATED)
    snapshot = agent.take_snapshot(preset="session", include=["system_prompt"]).to_dict()
    (folder / "snapshot.json").write_text(json.dumps(snapshot, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
