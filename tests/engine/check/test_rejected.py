"""What a model's service would refuse: each limit of each API, where it is passed and where it is only near."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.check.formats import read_trails
from engine.check.mending.bundle import bundle_text, replayable
from engine.check.reading.source import read_source
from engine.check.rejected.limits import NUMBER, SIGNED, TABLES
from engine.check.telling.document import Question, check
from engine.replay.settings import Settings
from tests.engine.check import conversations as c
from tests.engine.check.conversations import changed, dropped, inserted
from tests.engine.check.files import EMAIL

PINNED = Question(Settings("recorded", "pinned", "included", "clear"))
M = "messages"

FAULTS: dict[str, tuple[Any, str, str, str]] = {
    # Anthropic: name → conversation, code, path, where the first turn stands whose request is refused
    "a user's words between": (
        changed(c.ANTHROPIC, ([M, 2, "content"], "Hurry."), ([M, 4, "content"], c.ANTHROPIC[M][2]["content"])),
        "order",
        "messages[1].content[2]",
        "messages[3]",
    ),
    "text before the results": (
        inserted(c.ANTHROPIC, [M, 2, "content", 0], c.text("Here.")),
        "order",
        "messages[2].content[0]",
        "messages[3]",
    ),
    "a call without result": (
        dropped(c.ANTHROPIC, M, 2, "content", 0),
        "unpaired",
        "messages[1].content[3]",
        "messages[3]",
    ),
    "a result without call": (
        inserted(c.ANTHROPIC, [M, 2, "content", 2], c.answer("toolu_9")),
        "unpaired",
        "messages[2].content[2]",
        "messages[3]",
    ),
    "two results": (
        inserted(c.ANTHROPIC, [M, 2, "content", 2], c.answer("toolu_1")),
        "unpaired",
        "messages[2].content[2]",
        "messages[3]",
    ),
    "an id used again": (
        changed(c.ANTHROPIC, ([M, 3, "content"], [c.use("toolu_1", 9)]), ([M, 4, "content"], [c.answer("toolu_1")])),
        "unpaired",
        "messages[3].content[0]",
        "messages[5]",
    ),
    "thinking without signature": (
        dropped(c.ANTHROPIC, M, 1, "content", 0, "signature"),
        "signature",
        "messages[1].content[0]",
        "messages[3]",
    ),
    "signed thinking without text": (
        changed(c.ANTHROPIC, (["model"], "claude-3-7-sonnet-20250219"), ([M, 1, "content", 0, "thinking"], "")),
        "signature",
        "messages[1].content[0]",
        "messages[3]",
    ),
    "an empty block": (
        changed(c.ANTHROPIC, ([M, 1, "content", 1, "text"], "")),
        "empty",
        "messages[1].content[1]",
        "messages[3]",
    ),
    "a blank block": (
        changed(c.ANTHROPIC, ([M, 1, "content", 1, "text"], " \n")),
        "empty",
        "messages[1].content[1]",
        "messages[3]",
    ),
    "an empty message": (
        changed(c.ANTHROPIC, ([M, 4, "content"], [])),
        "empty",
        "messages[4].content",
        "messages[5]",
    ),
    "arguments that are a text": (
        changed(c.ANTHROPIC, ([M, 1, "content", 2, "input"], "order 7")),
        "arguments",
        "messages[1].content[2]",
        "messages[3]",
    ),
    "five cache marks": (
        changed(
            c.ANTHROPIC,
            (["system", 0, "cache_control"], {"type": "ephemeral"}),
            (["tools", 0, "cache_control"], {"type": "ephemeral"}),
            *(([M, at, "content", 0, "cache_control"], {"type": "ephemeral"}) for at in (1, 2, 3)),
        ),
        "cache-marks",
        "messages[3].content[0]",
        "messages[5]",
    ),
    "a model goes on with its words": (
        inserted(changed(c.ANTHROPIC, (["model"], "claude-opus-4-6")), [M, 4], {"role": "assistant", "content": "Or"}),
        "prefill",
        "messages[3]",
        "messages[4]",
    ),
    "a tool's name with a dot": (
        changed(c.ANTHROPIC, (["tools", 0, "name"], "shop.get_order")),
        "name",
        "tools[0]",
        "messages[1]",
    ),
    "an id with a colon": (
        changed(c.ANTHROPIC, ([M, 1, "content", 2, "id"], "get:1"), ([M, 2, "content", 1, "tool_use_id"], "get:1")),
        "name",
        "messages[1].content[2]",
        "messages[3]",
    ),
    # Chat completions, Mistral, DeepSeek, Kimi
    "chat: a user's words between": (
        inserted(c.CHAT, [M, 3], {"role": "user", "content": "Hurry."}),
        "order",
        "messages[2].tool_calls[0]",
        "messages[6]",
    ),
    "chat: a call without result": (
        dropped(c.CHAT, M, 4),
        "unpaired",
        "messages[2].tool_calls[0]",
        "messages[4]",
    ),
    "chat: a result without call": (
        inserted(c.CHAT, [M, 5], {"role": "tool", "tool_call_id": "call_9", "content": "no"}),
        "unpaired",
        "messages[5]",
        "messages[6]",
    ),
    "chat: nothing said": (
        changed(c.CHAT, ([M, 5, "content"], None)),
        "empty",
        "messages[5]",
        "messages[7]",
    ),
    "chat: arguments cut off": (
        changed(c.CHAT, ([M, 2, "tool_calls", 0], c.called("call_1", '{"order": "A'))),
        "arguments",
        "messages[2].tool_calls[0]",
        "messages[5]",
    ),
    "chat: arguments with NaN": (
        changed(c.CHAT, ([M, 2, "tool_calls", 0], c.called("call_1", '{"order": NaN}'))),
        "arguments",
        "messages[2].tool_calls[0]",
        "messages[5]",
    ),
    "chat: an image cut off": (
        changed(
            c.CHAT,
            (
                [M, 1, "content"],
                [{"type": "image_url", "image_url": {"url": f"data:image/png;base64,{c.PNG[:-3]}"}}],
            ),
        ),
        "image",
        "messages[1].content[0]",
        "messages[2]",
    ),
    "chat: a tool's name with a dot": (
        changed(c.CHAT, (["tools", 0, "function", "name"], "shop.get order")),
        "name",
        "tools[0]",
        "messages[2]",
    ),
    "chat: a long id": (
        changed(c.CHAT, ([M, 2, "tool_calls", 0, "id"], "c" * 41), ([M, 4, "tool_call_id"], "c" * 41)),
        "name",
        "messages[2].tool_calls[0]",
        "messages[5]",
    ),
    "mistral: a user after a tool": (
        dropped(c.MISTRAL, M, 4),
        "order",
        "messages[4]",
        "messages[5]",
    ),
    "mistral: words between": (
        inserted(c.MISTRAL, [M, 3], {"role": "user", "content": "Hurry."}),
        "order",
        "messages[2].tool_calls[0]",
        "messages[5]",
    ),
    "mistral: a call without result": (
        dropped(c.MISTRAL, M, 3),
        "unpaired",
        "messages[2].tool_calls[0]",
        "messages[3]",
    ),
    "mistral: nothing said": (
        changed(c.MISTRAL, ([M, 4, "content"], None)),
        "empty",
        "messages[4]",
        "messages[6]",
    ),
    "mistral: two answers": (
        inserted(c.MISTRAL, [M, 5], {"role": "assistant", "content": "And more."}),
        "prefill",
        "messages[4]",
        "messages[5]",
    ),
    "mistral: a long id": (
        changed(c.MISTRAL, ([M, 2, "tool_calls", 0, "id"], "call_1"), ([M, 3, "tool_call_id"], "call_1")),
        "name",
        "messages[2].tool_calls[0]",
        "messages[4]",
    ),
    "mistral: a tool's name with a dot": (
        changed(c.MISTRAL, (["tools", 0, "function", "name"], "shop.get_order")),
        "name",
        "tools[0]",
        "messages[2]",
    ),
    "mistral: arguments cut off": (
        changed(c.MISTRAL, ([M, 2, "tool_calls", 0, "function", "arguments"], "{")),
        "arguments",
        "messages[2].tool_calls[0]",
        "messages[4]",
    ),
    "mistral: an image cut off": (
        changed(c.MISTRAL, ([M, 1, "content"], [{"type": "image_url", "image_url": "data:image/png;base64,iVBOR"}])),
        "image",
        "messages[1].content[0]",
        "messages[2]",
    ),
    "deepseek: a turn without reasoning": (
        dropped(c.DEEPSEEK, M, 5, "reasoning_content"),
        "reasoning-left-out",
        "messages[5]",
        "messages[7]",
    ),
    "kimi: a turn without reasoning": (
        changed(dropped(c.DEEPSEEK, M, 5, "reasoning_content"), (["model"], "kimi-k2-thinking")),
        "reasoning-left-out",
        "messages[5]",
        "messages[7]",
    ),
    # Responses
    "responses: a call without output": (
        dropped(c.RESPONSES, "input", 3),
        "unpaired",
        "input[2]",
        "output[0]",
    ),
    "responses: an output without call": (
        changed(c.RESPONSES, (["input", 4], {"type": "function_call_output", "call_id": "call_9", "output": "no"})),
        "unpaired",
        "input[4]",
        "output[0]",
    ),
    "responses: reasoning alone": (
        changed(c.RESPONSES, (["input"], [c.RESPONSES["input"][n] for n in (0, 1, 0)])),
        "reasoning-alone",
        "input[1]",
        "output[0]",
    ),
    "responses: no summary": (
        dropped(c.RESPONSES, "input", 1, "summary"),
        "reasoning-alone",
        "input[1]",
        "output[0]",
    ),
    "responses: no reasoning": (
        dropped(c.RESPONSES, "input", 1),
        "reasoning-left-out",
        "input[1]",
        "output[0]",
    ),
    "responses: reasoning not stored": (
        changed(c.RESPONSES, (["store"], False)),
        "reasoning-not-stored",
        "input[1]",
        "output[0]",
    ),
    "responses: arguments cut off": (
        changed(c.RESPONSES, (["input", 2, "arguments"], '{"order')),
        "arguments",
        "input[2]",
        "output[0]",
    ),
    "responses: an image cut off": (
        changed(
            c.RESPONSES,
            (["input", 0, "content", 0], {"type": "input_image", "image_url": "data:image/png;base64,iVBOR"}),
        ),
        "image",
        "input[0].content[0]",
        "input[2]",
    ),
    "responses: a tool's name with a dot": (
        changed(c.RESPONSES, (["tools", 0, "name"], "shop.get_order")),
        "name",
        "tools[0]",
        "input[2]",
    ),
    "responses: a long id": (
        changed(c.RESPONSES, (["input", 2, "call_id"], "c" * 65), (["input", 3, "call_id"], "c" * 65)),
        "name",
        "input[2]",
        "output[0]",
    ),
    "codex: a call without output": (
        changed(c.CODEX, ([5, "payload"], c.CODEX[2]["payload"])),
        "unpaired",
        "[4].payload",
        "[6]",
    ),
    # Gemini and ADK
    "gemini: one response for two calls": (
        dropped(c.GEMINI, "contents", 2, "parts", 1),
        "unpaired",
        "contents[1].parts[1]",
        "contents[3]",
    ),
    "gemini: responses later on": (
        changed(
            c.GEMINI,
            (["contents", 1, "parts", 0, "functionCall", "id"], "f1"),
            (["contents", 1, "parts", 1, "functionCall", "id"], "f2"),
            (["contents", 2, "parts"], [{"functionResponse": {"id": "f1", "name": "get_order", "response": {}}}]),
            (["contents", 4, "parts"], [{"functionResponse": {"id": "f2", "name": "get_order", "response": {}}}]),
        ),
        "order",
        "contents[1].parts[1]",
        "contents[3]",
    ),
    "gemini: no signature": (
        dropped(c.GEMINI, "contents", 1, "parts", 0, "thoughtSignature"),
        "signature",
        "contents[1].parts[0]",
        "contents[3]",
    ),
    "gemini: a content without parts": (
        changed(c.GEMINI, (["contents", 4, "parts"], [])),
        "empty",
        "contents[4]",
        "contents[5]",
    ),
    "gemini: an empty part": (
        changed(c.GEMINI, (["contents", 3, "parts", 0, "text"], "")),
        "empty",
        "contents[3].parts[0]",
        "contents[5]",
    ),
    "gemini: a function's name with a blank": (
        changed(c.GEMINI, (["tools", 0, "functionDeclarations", 0, "name"], "get order")),
        "name",
        "tools[0].functionDeclarations[0]",
        "contents[1]",
    ),
    "adk: no signature": (
        dropped(c.ADK, "events", 1, "content", "parts", 0, "thoughtSignature"),
        "signature",
        "events[1].content.parts[0]",
        "events[3]",
    ),
    # Bedrock
    "converse: a user's words between": (
        changed(
            c.CONVERSE,
            ([M, 2, "content"], [{"text": "Hurry."}]),
            ([M, 4, "content"], c.CONVERSE[M][2]["content"]),
        ),
        "order",
        "messages[1].content[1]",
        "messages[3]",
    ),
    "converse: a call without result": (
        changed(c.CONVERSE, ([M, 2, "content"], [{"text": "Hurry."}])),
        "unpaired",
        "messages[1].content[1]",
        "messages[3]",
    ),
    "converse: a blank block": (
        changed(c.CONVERSE, ([M, 3, "content", 0, "text"], " ")),
        "empty",
        "messages[3].content[0]",
        "messages[5]",
    ),
    "converse: arguments that are a list": (
        changed(c.CONVERSE, ([M, 1, "content", 1, "toolUse", "input"], [7])),
        "arguments",
        "messages[1].content[1].toolUse",
        "messages[3]",
    ),
    "converse: a tool's name with a dot": (
        changed(c.CONVERSE, (["toolConfig", "tools", 0, "toolSpec", "name"], "shop.get_order")),
        "name",
        "toolConfig.tools[0]",
        "messages[1]",
    ),
    "converse: an id with a colon": (
        changed(
            c.CONVERSE,
            ([M, 1, "content", 1, "toolUse", "toolUseId"], "get:1"),
            ([M, 2, "content", 0, "toolResult", "toolUseId"], "get:1"),
        ),
        "name",
        "messages[1].content[1].toolUse",
        "messages[3]",
    ),
    "converse: an image of another type": (
        inserted(c.CONVERSE, [M, 0, "content", 0], {"image": {"format": "jpeg", "source": {"bytes": c.PNG}}}),
        "image",
        "messages[0].content[0].image",
        "messages[1]",
    ),
    "converse: an image of 4 MB": (
        inserted(
            c.CONVERSE,
            [M, 0, "content", 0],
            {"image": {"format": "png", "source": {"bytes": c.PNG[:64] + "A" * 5_400_000}}},
        ),
        "image",
        "messages[0].content[0].image",
        "messages[1]",
    ),
    # Rows
    "claude code: a call without result": (
        changed(c.CLAUDE_CODE, ([5, "message", "content"], "Hurry.")),
        "unpaired",
        "[4].message.content[0]",
        "[6]",
    ),
    "claude code: thinking without signature": (
        dropped(c.CLAUDE_CODE, 1, "message", "content", 0, "signature"),
        "signature",
        "[1].message.content[0]",
        "[6]",
    ),
}


def image(data: str, declared: str = "image/png") -> Any:
    """A conversation in which the user shows an image."""
    shown = {"type": "image", "source": {"type": "base64", "media_type": declared, "data": data}}
    return changed(c.ANTHROPIC, ([M, 0, "content"], [shown]))


IMAGES = {
    "declared as another type": image(c.PNG, "image/jpeg"),
    "of a type that is not taken": image(base64.b64encode(b"II*\0" + bytes(40)).decode(), "image/tiff"),
    "cut off": image(c.PNG[:-3]),
    "of 5.6 MB": image(c.PNG[:64] + "A" * (5_600_000 - 64)),
}
"""What Anthropic does not take of an image."""


def refused(conversation: Any, question: Question = PINNED) -> list[Any]:
    """The findings of the group in a conversation's check."""
    [session] = check(c.data(conversation), "x", question)["sessions"]
    return [item for item in session["findings"] if item["code"].startswith("rejected.")]


@pytest.mark.parametrize(("conversation", "code", "path", "turn"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found_at_its_place(conversation: Any, code: str, path: str, turn: str) -> None:
    """One finding for its cause; the turn that would send it is the first that is unknown, and says why."""
    document = check(c.data(conversation), "x", PINNED)
    [session] = document["sessions"]
    found = [item for item in session["findings"] if item["code"].startswith("rejected.")]
    assert {item["code"] for item in found} == {f"rejected.{code}"}
    assert path in [found[0]["path"], *(place["path"] for place in found[0]["places"])]
    assert found[0]["line"]
    assert found[0]["severity"] in ("error", "warning")
    refusing = (step for step in session["steps"] if {"refused", "perhaps_refused"} & set(step["reasons"]))
    assert next(refusing)["path"].startswith(turn)
    assert document["gate"] == "fail"


@pytest.mark.parametrize("conversation", IMAGES.values(), ids=IMAGES)
def test_an_image_that_is_not_taken_is_found(conversation: Any) -> None:
    """By its first bytes, by its base64, by its size."""
    [found] = refused(conversation)
    assert (found["code"], found["path"]) == ("rejected.image", "messages[0].content[0]")


NEIGHBOURS = {
    **c.WELL_FORMED,
    "the last turn is sent by nobody": changed(c.ANTHROPIC, ([M, 5, "content"], [c.text("")])),
    "no text in thinking of a newer model": changed(
        c.ANTHROPIC, (["model"], "claude-opus-4-6"), ([M, 1, "content", 0, "thinking"], "")
    ),
    "four cache marks": changed(
        c.ANTHROPIC,
        *(([M, at, "content", 0, "cache_control"], {"type": "ephemeral"}) for at in (1, 2, 3, 5)),
    ),
    "two messages of a user in a row": inserted(c.ANTHROPIC, [M, 1], {"role": "user", "content": "Hurry."}),
    "two contents of a user in a row": inserted(c.GEMINI, ["contents", 1], c.GEMINI["contents"][4]),
    "an image as declared": image(c.PNG),
    "a call that the session ends with": changed(c.CHAT, ([M, 7, "tool_calls"], [c.called("call_9")])),
    "an empty text in chat": changed(c.CHAT, ([M, 5, "content"], "")),
    "no call has reasoning": changed(
        c.DEEPSEEK, ([M, 2, "reasoning_content"], None), ([M, 5, "reasoning_content"], None)
    ),
    "reasoning is encrypted": changed(c.RESPONSES, (["store"], False), (["input", 1, "encrypted_content"], "gAAAAAB")),
    "a model that does not reason": changed(dropped(c.RESPONSES, "input", 1), (["model"], c.GPT)),
    "an output of an earlier response": changed(
        dropped(dropped(c.RESPONSES, "input", 1), "input", 1), (["previous_response_id"], "resp_0")
    ),
    "a call before the user spoke again": changed(
        dropped(c.GEMINI, "contents", 1, "parts", 0, "thoughtSignature"),
        (["contents", 3], {"role": "user", "parts": [{"text": "Now?"}]}),
    ),
    "an older Gemini": changed(
        dropped(c.GEMINI, "contents", 1, "parts", 0, "thoughtSignature"), (["model"], "gemini-2.5-flash")
    ),
    "a signature of its own part": changed(
        c.GEMINI, (["contents", 3, "parts", 1], {"text": "", "thoughtSignature": "AdHS"})
    ),
    "what a subagent says": [*c.CLAUDE_CODE, {**c.row(9, "assistant", []), "isSidechain": True}],
    "an error that the program wrote": inserted(
        c.CLAUDE_CODE, [6], {**c.row(9, "assistant", [c.text("")], model="<synthetic>"), "parentUuid": "u5"}
    ),
}


@pytest.mark.parametrize("conversation", NEIGHBOURS.values(), ids=NEIGHBOURS)
def test_a_well_formed_neighbour_is_silent(conversation: Any) -> None:
    """Nothing is refused of it, so far as is known."""
    assert refused(conversation) == []


@pytest.mark.parametrize("data", [json.dumps([c.ANTHROPIC, c.ANTHROPIC]), json.dumps({"request": c.ANTHROPIC})])
def test_the_conversation_is_found_wherever_it_stands(data: str) -> None:
    """In a list of requests, in an object around one."""
    broken = data.replace('"tool_use_id": "toolu_2"', '"tool_use_id": "toolu_9"')
    assert broken != data
    sessions = check(broken.encode(), "x", PINNED)["sessions"]
    assert all(any(item["code"] == "rejected.unpaired" for item in session["findings"]) for session in sessions)
    paths = [
        item["path"] for session in sessions for item in session["findings"] if item["code"] == "rejected.unpaired"
    ]
    assert len(set(paths)) == len(paths) >= len(sessions)


def test_a_large_integer_is_rounded_by_others_and_refused_by_nobody() -> None:
    """A warning, and the turns are as certain as without it."""
    big = 2512292042121000001
    for conversation in (
        changed(c.ANTHROPIC, ([M, 1, "content", 2, "input", "order"], big)),
        changed(c.CHAT, ([M, 2, "tool_calls", 0], c.called("call_1", f'{{"order": {big}}}'))),
        changed(c.RESPONSES, (["input", 2, "arguments"], f'{{"order": {big}}}')),
        changed(c.GEMINI, (["contents", 1, "parts", 0, "functionCall", "args", "order"], big)),
        changed(c.CONVERSE, ([M, 1, "content", 1, "toolUse", "input", "order"], big)),
    ):
        document = check(c.data(conversation), "x", PINNED)
        [session] = document["sessions"]
        [found] = [item for item in session["findings"] if item["code"].startswith("rejected.")]
        assert (found["code"], found["severity"]) == ("rejected.number", "warning")
        assert not any("refused" in reason for step in session["steps"] for reason in step["reasons"])


def test_every_limit_is_passed_by_some_conversation() -> None:
    """And each names the page or the report that tells it; nothing in the tables stands there for nothing."""
    said = " ".join(
        item["reason"]
        for conversation in [*(each[0] for each in FAULTS.values()), *IMAGES.values()]
        for item in refused(conversation)
    )
    limits = [limit for table in TABLES for limit in table.values() if limit is not NUMBER]
    limits = [limit for limit in limits if limit not in SIGNED.values()]
    assert [limit for limit in limits if f"{limit.api} asks for {limit.rule} ({limit.source})" not in said] == []
    assert all(limit.source.startswith("https://") for table in TABLES for limit in table.values())


@pytest.mark.parametrize(
    ("model", "documented", "reported"), [("injected", "note", "note"), ("pinned", "error", "warning")]
)
def test_a_turn_that_is_injected_asks_nobody(model: Any, documented: str, reported: str) -> None:
    """Then it is a note; where turns are regenerated, what is documented is an error, what is reported a warning."""
    question = Question(Settings("recorded", model, "included", "clear"))
    for name, severity in (("an empty block", documented), ("a blank block", reported)):
        [found] = refused(FAULTS[name][0], question)
        assert found["severity"] == severity


def test_another_vendor_may_take_what_one_refuses() -> None:
    """A model of another vendor behind the API: a warning, and perhaps refused."""
    conversation = changed(FAULTS["an empty block"][0], (["model"], "glm-4-0520"))
    [found] = refused(conversation)
    assert found["severity"] == "warning"
    [session] = check(c.data(conversation), "x", PINNED)["sessions"]
    assert [step["reasons"] for step in session["steps"] if step["id"] == "S8"] == [["perhaps_refused"]]


def test_one_cause_in_many_places_is_told_once() -> None:
    """With how often and where."""
    names = changed(
        c.CHAT,
        (["tools", 0, "function", "name"], "shop.get_order"),
        ([M, 2, "tool_calls", 0, "function", "name"], "shop.get_order"),
        ([M, 2, "tool_calls", 1, "function", "name"], "shop.get_order"),
    )
    [found] = refused(names)
    assert found["times"] == 3
    assert [place["path"] for place in found["places"]] == [f"messages[2].tool_calls[{at}]" for at in (0, 1)]


# Signed thinking that holds people's data


PERSON = changed(c.ANTHROPIC, ([M, 1, "content", 0, "thinking"], f"The mail is from {EMAIL}."))
PERSON_AT_BEDROCK = changed(
    c.CONVERSE,
    ([M, 1, "content", 0, "reasoningContent", "reasoningText", "text"], f"The mail is from {EMAIL}."),
)
SIGNED_CASES = {
    "anthropic": (PERSON, "messages[1].content[0]", "S8"),
    "converse": (PERSON_AT_BEDROCK, "messages[1].content[0]", "S4"),
}


@pytest.mark.parametrize(("conversation", "path", "reader"), SIGNED_CASES.values(), ids=SIGNED_CASES)
def test_redaction_that_breaks_a_signature_is_told_before(conversation: Any, path: str, reader: str) -> None:
    """A note where nothing is sent, an error where it would be; the turn that reads it is unknown then."""
    for email, model, severity in (
        ("clear", "injected", "note"),
        ("clear", "pinned", "warning"),
        ("token", "pinned", "error"),
    ):
        question = Question(Settings("recorded", model, "included", email))  # type: ignore[arg-type]
        [session] = check(c.data(conversation), "x", question)["sessions"]
        [found] = [item for item in session["findings"] if item["code"] == "rejected.signed-data"]
        assert (found["path"], found["severity"]) == (path, severity)
        unknown = [step["id"] for step in session["steps"] if "signed_left_out" in step["reasons"]]
        assert unknown == ([reader] if severity == "error" else [])


def test_thinking_without_signature_can_be_redacted() -> None:
    """Nobody checks it."""
    unsigned = dropped(PERSON, M, 1, "content", 0, "signature")
    assert "rejected.signed-data" not in {item["code"] for item in refused(unsigned)}


# A bundle


def bundle_of(conversation: Any) -> Any:
    """The bundle that is made of a conversation."""
    source = read_source(c.data(conversation), "x")
    return replayable(read_trails(source)[0], defects=source.defects)


def certain(data: bytes) -> int:
    """How many steps of a file are certain where turns are regenerated."""
    [session] = check(data, "x", PINNED)["sessions"]
    return int(session["counts"]["same"])


@pytest.mark.parametrize("conversation", [each[0] for each in FAULTS.values()], ids=FAULTS)
def test_a_bundle_names_what_its_source_would_be_refused_for(
    bundle_schema: Draft202012Validator, conversation: Any
) -> None:
    """The turns that are unknown in the source are so in the bundle."""
    bundle = bundle_of(conversation)
    bundle_schema.validate(bundle)
    named = {item["code"] for item in bundle["manifest"]["missing"] if item["code"].startswith("rejected.")}
    assert named == {item["code"] for item in refused(conversation)}
    assert certain(bundle_text(bundle).encode()) <= certain(c.data(conversation))


@pytest.mark.parametrize("conversation", c.WELL_FORMED.values(), ids=c.WELL_FORMED)
def test_a_bundle_of_what_is_taken_names_no_refusal(conversation: Any) -> None:
    """Nor does a check of it."""
    bundle = bundle_of(conversation)
    assert not [item for item in bundle["manifest"]["missing"] if item["code"].startswith("rejected.")]
    assert refused(json.loads(bundle_text(bundle))) == []


@pytest.mark.parametrize(("conversation", "reader"), [(PERSON, "S8"), (PERSON_AT_BEDROCK, "S4")])
def test_a_bundle_leaves_signed_thinking_out_whole(conversation: Any, reader: str) -> None:
    """It names the block once, holds neither the thinking nor a token in it, and its next turn is unknown."""
    bundle = bundle_of(conversation)
    gaps = [item["code"] for item in bundle["manifest"]["missing"] if item["step"] == "S2"]
    assert gaps == ["rejected.signed-data"]
    text = bundle_text(bundle)
    assert "The mail is from" not in text
    [session] = check(text.encode(), "x", PINNED)["sessions"]
    unknown = {step["id"]: step["reasons"] for step in session["steps"] if step["state"] == "unknown"}
    assert unknown[reader] == ["signed_left_out"]
