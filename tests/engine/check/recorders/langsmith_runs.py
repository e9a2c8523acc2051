# mypy: ignore-errors
# ruff: noqa: ANN001, ANN003, ANN201, ANN202, D102, D103
"""Writes the sample of LangSmith from what its own client would send (langsmith 0.15.1, langchain-core 1.8).

Run in a virtual environment that has both: `python langsmith_runs.py FOLDER`. Nothing goes over the network.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.runnables import RunnableLambda
from langchain_core.tools import tool
from langchain_core.tracers.langchain import LangChainTracer
from langsmith import Client
from langsmith.client import _dumps_json

ASKED = [{"id": "call_f1", "name": "find_ferry", "args": {"port": "Kiel"}, "type": "tool_call"}]
NAMED = {"model_name": "harbour-2026-01-15"}
OFFERED = [{"type": "function", "function": {"name": "find_ferry", "parameters": {"type": "object"}}}]


@tool
def find_ferry(port: str) -> dict[str, str]:
    """Find the next ferry."""
    return {"leaves": "09:40", "port": port}


class Kept(Client):
    """Keeps the runs instead of sending them."""

    runs: dict = {}  # noqa: RUF012

    def create_run(self, name=None, inputs=None, run_type=None, **rest):
        self.runs[str(rest["id"])] = {"name": name, "run_type": run_type, "inputs": inputs, **rest}

    def update_run(self, run_id, **rest):
        self.runs[str(run_id)].update({key: value for key, value in rest.items() if value is not None})


def main(folder: Path) -> None:
    first = AIMessage("", tool_calls=ASKED, response_metadata=NAMED)
    model = GenericFakeChatModel(messages=iter([first, AIMessage("At 09:40.", response_metadata=NAMED)]))

    def agent(question):
        history = [SystemMessage("You know the ferries."), HumanMessage(question)]
        history.append(model.bind(tools=OFFERED, temperature=0.5).invoke(history))
        history.append(find_ferry.invoke(ASKED[0]))
        return model.invoke(history)

    client = Kept(api_key="none", api_url="http://127.0.0.1:9", auto_batch_tracing=False)
    tracer = LangChainTracer(client=client, project_name="ferries")
    config = {"callbacks": [tracer], "metadata": {"thread_id": "ferry-thread"}}
    RunnableLambda(agent).invoke("When does the next one leave Kiel?", config)
    tracer.wait_for_futures()
    runs = json.loads(_dumps_json(list(client.runs.values())))
    for run in runs:  # what tells of the machine
        run.get("extra", {}).pop("runtime", None)
        run.pop("serialized", None)
    (folder / "runs.json").write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
