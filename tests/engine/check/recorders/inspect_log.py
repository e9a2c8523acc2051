# mypy: ignore-errors
# ruff: noqa: ARG001, D103
"""Writes the samples of Inspect, in both its forms, by evals of its mock model (recorded with inspect-ai 0.3.285).

Run in a virtual environment that has inspect-ai: `python inspect_log.py FOLDER`. Nothing goes over the network.
"""

from __future__ import annotations

import json
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from inspect_ai import Task
from inspect_ai import eval as evaluate
from inspect_ai._util.zipfile import zipfile_compress_kwargs
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelAPI, ModelOutput, get_model
from inspect_ai.solver import generate, system_message, use_tools
from inspect_ai.tool import ToolError, tool


@tool
def ring_bell() -> Any:
    async def execute(times: int) -> str:
        """Rings the bell.

        Args:
            times: how often
        """
        if times > 3:
            raise ToolError("too often")
        return "ding " * times

    return execute


async def _count(self: Any, *args: Any) -> int:
    return 1


def main(folder: Path) -> None:
    ModelAPI.count_text_tokens = _count  # the real one fetches a vocabulary
    kept = _kept(json.loads(_logged("json").read_text(encoding="utf-8")))
    (folder / "log.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    _repack(_logged("eval"), folder / "log.eval")


def _logged(form: str) -> Path:
    """The log of an eval, in one of Inspect's forms."""
    outputs = [
        ModelOutput.for_tool_call("mockllm/model", "ring_bell", {"times": 2}, tool_call_id="bell_1"),
        ModelOutput.for_tool_call("mockllm/model", "ring_bell", {"times": 9}, tool_call_id="bell_2"),
        ModelOutput.from_content("mockllm/model", "It rang."),
    ]
    task = Task(
        dataset=[Sample(input="Ring the bell.", target="rang", id="bell")],
        solver=[system_message("You ring bells."), use_tools(ring_bell()), generate()],
        name="bells",
    )
    logs = tempfile.mkdtemp()
    model = get_model("mockllm/model", custom_outputs=outputs)
    evaluate(task, model=model, log_dir=logs, log_format=form, display="none", temperature=0.5)
    return next(Path(logs).glob(f"*.{form}"))


def _repack(log: Path, target: Path) -> None:
    """The archive, packed as Inspect packs it, without what `_kept` leaves out."""
    kinds = zipfile_compress_kwargs
    with zipfile.ZipFile(log) as source, zipfile.ZipFile(target, "w", **kinds) as kept:
        for name in source.namelist():
            value = json.loads(source.read(name))
            if name.startswith("samples/"):
                [value] = _kept({"eval": {}, "samples": [value]})["samples"]
            elif isinstance(value, dict) and "eval" in value:
                value = _kept({"samples": [], **value})
                del value["samples"]
            kept.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), json.dumps(value), kinds["compression"])


def _kept(log: dict[str, Any]) -> dict[str, Any]:
    """The log without what tells of the machine that wrote it, and without all events but those of the model."""
    for key in ("task_file", "revision", "packages", "task_registry_name"):
        log["eval"].pop(key, None)
    for sample in log["samples"]:
        sample["events"] = [event for event in sample["events"] if event["event"] == "model"][:1]
        for event in sample["events"]:
            for key in ("call", "traceback", "traceback_ansi"):
                event.pop(key, None)
    return log


if __name__ == "__main__":
    main(Path(sys.argv[1]))
