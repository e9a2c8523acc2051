# mypy: ignore-errors
"""Writes the samples of google-adk with google-adk's own objects (recorded with google-adk 2.13.0).

Run in a virtual environment that has google-adk: `python adk.py FOLDER`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from google.adk.evaluation.eval_case import EvalCase, IntermediateData, Invocation, SessionInput
from google.adk.evaluation.eval_set import EvalSet
from google.adk.events import Event, EventActions
from google.adk.sessions import InMemorySessionService
from google.genai import types


def _events() -> list[Event]:
    call = types.FunctionCall(id="adk-1", name="find_parcel", args={"number": "P-77"})
    answer = types.FunctionResponse(id="adk-1", name="find_parcel", response={"place": "depot", "late": True})
    common = {"invocation_id": "inv-1"}
    said = types.Content(role="user", parts=[types.Part(text="Where is parcel P-77?")])
    called = types.Content(role="model", parts=[types.Part(function_call=call)])
    answered = types.Content(role="user", parts=[types.Part(function_response=answer)])
    final = types.Content(role="model", parts=[types.Part(text="It waits in the depot.")])
    return [
        Event(**common, id="e1", author="user", content=said, timestamp=1760000000.5),
        Event(
            **common, id="e2", author="courier", content=called, timestamp=1760000001.0, model_version="gemini-9-test"
        ),
        Event(
            **common,
            id="e3",
            author="courier",
            content=answered,
            timestamp=1760000002.0,
            actions=EventActions(state_delta={"last_parcel": "P-77"}),
        ),
        Event(
            **common, id="e4", author="courier", content=final, timestamp=1760000003.0, model_version="gemini-9-test"
        ),
    ]


async def _session(folder: Path) -> None:
    service = InMemorySessionService()
    session = await service.create_session(
        app_name="parcels", user_id="u1", session_id="adk-sample", state={"user:plan": "basic"}
    )
    for event in _events():
        await service.append_event(session, event)
    stored = await service.get_session(app_name="parcels", user_id="u1", session_id="adk-sample")
    assert stored is not None
    text = stored.model_dump_json(by_alias=True, exclude_none=True, indent=2)
    (folder / "session_camel.json").write_text(text + "\n", encoding="utf-8")
    plain = stored.model_dump(mode="json", by_alias=False, exclude_none=True)
    (folder / "session_snake.json").write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")
    events = [event.model_dump(mode="json", by_alias=True, exclude_none=True) for event in stored.events[1:]]
    (folder / "events.json").write_text(json.dumps(events, indent=1) + "\n", encoding="utf-8")


def _eval_set(folder: Path) -> None:
    events = _events()
    data = IntermediateData(
        tool_uses=[events[1].content.parts[0].function_call],
        tool_responses=[events[2].content.parts[0].function_response],
    )
    turn = Invocation(
        invocation_id="inv-1",
        user_content=events[0].content,
        final_response=events[3].content,
        intermediate_data=data,
        creation_timestamp=1760000000.5,
    )
    first = EvalCase(
        eval_id="late parcel",
        conversation=[turn],
        session_input=SessionInput(app_name="parcels", user_id="u1", state={"user:plan": "basic"}),
        creation_timestamp=1760000000.5,
    )
    second = EvalCase(eval_id="no state", conversation=[turn], creation_timestamp=1760000000.5)
    cases = EvalSet(eval_set_id="parcels", name="parcels", eval_cases=[first, second], creation_timestamp=1760000000.5)
    (folder / "eval_set.json").write_text(cases.model_dump_json(indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    asyncio.run(_session(target))
    _eval_set(target)
