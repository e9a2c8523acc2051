"""The scripted models of the clinic's appointment line: what each version does next with what it reads.

Both versions find the appointment, look for a sooner day, ask, move it, and order a ride where the patient needs one.
The newer one asks whether a ride can be had before it offers a day.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from typing import Any

Json = Any
Messages = Sequence[Mapping[str, Any]]

PINNED = "frontdesk-2026-03-02"
NEWER = "frontdesk-2026-11-09"

ALIASES = {"latest": NEWER}
VERSIONS = (PINNED, NEWER)
FIGURES = ("scan_told", "ride_ordered")

_PATIENT = re.compile(r"PT-[0-9]{5}|\[patient-[0-9]+\]")
_PHONE = re.compile(r"\+[0-9]{1,3}(?: [0-9]{2,6}){2,4}|\[phone-[0-9]+\]")
_TRANSPORT = re.compile(r"patient:transport = (.+)")
_NOTICE = re.compile(r"at least ([0-9]+) days ahead")
_TOLD = re.compile(r"is (?:now )?in ([0-9]+) days?")


def respond(version: str, instruction: Sequence[str], messages: Messages) -> Mapping[str, Json]:
    """The model's next action: it reacts to the message that came last."""
    last = messages[-1]["output"] if messages else {"message": ""}
    if "result" not in last:
        return _after_user(last["message"], messages)
    tool, result = _answers(messages)[-1]
    if tool == "find_appointment":
        return _after_appointment(result)
    if tool == "next_free":
        return _after_free(version, messages)
    if tool == "check_ride":
        return _after_check(result, messages)
    if tool == "move_appointment":
        return _after_move(instruction, result, messages)
    return _done(result, messages)


def figures(messages: Messages) -> Mapping[str, Mapping[str, str] | None]:
    """What the patient was told last of the day of the scan, and the day a ride was ordered for."""
    told = [found for message in messages if message["actor"] == "model" for found in _told(message["output"])]
    rides = [result["in_days"] for tool, result in _answers(messages) if tool == "order_ride" and "in_days" in result]
    return {
        "scan_told": _days_ahead(told[-1][1]) if told else None,
        "ride_ordered": _days_ahead(rides[-1]) if rides else None,
    }


def _after_user(text: str, messages: Messages) -> Mapping[str, Json]:
    patient = _PATIENT.search(text)
    if patient:
        return {"call": "find_appointment", "arguments": {"patient": patient[0]}}
    if "thank" in text.casefold():
        return {"message": "You are welcome. See you soon."}
    if text.casefold().startswith("yes"):
        return _agreed(messages)
    return {"message": "What is your patient number? It stands on your letter and begins with PT."}


def _after_appointment(result: Mapping[str, Json]) -> Mapping[str, Json]:
    if "appointment" not in result:
        return {"message": "I find no appointment under that number. Could you read it to me once more?"}
    return {"call": "next_free", "arguments": {"for": result["for"]}}


def _after_free(version: str, messages: Messages) -> Mapping[str, Json]:
    if version == NEWER and _is_sooner(messages):
        return {"call": "check_ride", "arguments": {"in_days": _last(messages, "next_free")["in_days"]}}
    return _offer(messages)


def _after_check(result: Mapping[str, Json], messages: Messages) -> Mapping[str, Json]:
    if not result.get("ride"):
        return {"message": "Nothing sooner is free for which a ride can be had."}
    return _offer(messages)


def _offer(messages: Messages) -> Mapping[str, Json]:
    booked, free = _last(messages, "find_appointment"), _last(messages, "next_free")
    stands = f"Your {booked['for']} is in {_days(booked['in_days'])}"
    if not _is_sooner(messages):
        return {"message": f"{stands}, and nothing sooner is free."}
    return {"message": f"{stands}. The first free place is in {_days(free['in_days'])}. Shall I move it there?"}


def _agreed(messages: Messages) -> Mapping[str, Json]:
    if not _is_sooner(messages):
        return {"message": "There is nothing to move it to, so I leave your appointment as it is."}
    booked, free = _last(messages, "find_appointment"), _last(messages, "next_free")
    arguments = {"appointment": booked["appointment"], "in_days": free["in_days"]}
    return {"call": "move_appointment", "arguments": arguments}


def _after_move(instruction: Sequence[str], result: Mapping[str, Json], messages: Messages) -> Mapping[str, Json]:
    transport, notice = _said(_TRANSPORT, instruction), _said(_NOTICE, instruction)
    if "in_days" not in result:
        return {"message": "I could not move your appointment. It stays as it is."}
    moved = f"Your {result['for']} is now in {_days(result['in_days'])}."
    if transport is None or notice is None:
        return {"message": moved}
    if int(result["in_days"]) < int(notice):
        return {"message": f"{moved} That is too soon for me to order a ride. Please find a way to come."}
    phone = _phone(messages)
    if phone is None:
        return {"message": f"{moved} Under which number can the driver reach you?"}
    return {
        "call": "order_ride",
        "arguments": {"ride": transport, "in_days": result["in_days"], "phone": phone},
    }


def _done(ride: Mapping[str, Json], messages: Messages) -> Mapping[str, Json]:
    moved = _last(messages, "move_appointment")
    return {
        "message": f"Your {moved['for']} is now in {_days(moved['in_days'])}, and a {ride['for']} is ordered for you."
    }


def _is_sooner(messages: Messages) -> bool:
    """Whether an appointment and a sooner free place were read."""
    booked, free = _last(messages, "find_appointment"), _last(messages, "next_free")
    return "in_days" in booked and "in_days" in free and int(free["in_days"]) < int(booked["in_days"])


def _answers(messages: Messages) -> list[tuple[str, Mapping[str, Json]]]:
    """Each tool's answer so far, with the tool that gave it: a result follows its call."""
    pairs = itertools.pairwise(messages)
    return [(call["output"]["call"], answer["output"]["result"]) for call, answer in pairs if answer["actor"] == "tool"]


def _last(messages: Messages, tool: str) -> Mapping[str, Json]:
    """A tool's last answer; empty where it gave none."""
    return next((result for name, result in reversed(_answers(messages)) if name == tool), {})


def _phone(messages: Messages) -> str | None:
    """The number that the patient gave last."""
    said = [message["output"]["message"] for message in messages if message["actor"] == "user"]
    found = [match[0] for text in said for match in _PHONE.finditer(text)]
    return found[-1] if found else None


def _said(pattern: re.Pattern[str], lines: Sequence[str]) -> str | None:
    return next((found[1] for found in map(pattern.search, lines) if found), None)


def _told(output: Mapping[str, Json]) -> list[re.Match[str]]:
    return list(_TOLD.finditer(output.get("message", "")))


def _days(number: str) -> str:
    return f"{number} day{'' if number == '1' else 's'}"


def _days_ahead(number: str) -> Mapping[str, str]:
    return {"value": number, "unit": f"{_days(number).partition(' ')[2]} ahead"}
