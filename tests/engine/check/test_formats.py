"""The readers, on files as the frameworks write them: each sample beside what must be read from it.

The samples under `samples/<format>` are written by the scripts under `recorders`, with the framework's own objects, or,
where a framework does not install, by hand after its documents or types: Claude Code 2.0, Codex CLI 0.60, ATIF 1.6,
SWE-agent 1.0, goose 1.20, opencode 1.1. Beside a sample `name.ext` stands `name.ext.trail`, one line per step; to write
it anew after a change that is meant, delete it and run the tests twice.
"""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest

from engine.base.errors import InputError
from engine.check.formats import READERS, detect, read_trails
from engine.check.reading.packed import ZIP, Archive
from engine.check.reading.pathparts import parts_of
from engine.check.reading.source import Source, read_source
from engine.check.trail import ABSENT, Entry, Place, Trail

SAMPLES = Path(__file__).parent / "samples"
FILES = sorted(path for path in SAMPLES.rglob("*.*") if path.suffix != ".trail")


def source_of(value: object) -> Source:
    """A source that holds a value as JSON."""
    return read_source(json.dumps(value).encode())


def trail_of(value: object) -> Trail:
    """The one trail of a value."""
    (trail,) = read_trails(source_of(value))
    return trail


def _where(place: Place | None) -> str:
    return "" if place is None else f"{place.line}:{place.column} {place.path}"


def _facts(entry: Entry) -> dict[str, object]:
    told = {each.name: getattr(entry, each.name) for each in fields(entry)}
    kept = {key: value for key, value in told.items() if value is not None and value is not ABSENT}
    return {key: value for key, value in kept.items() if value is not False or key == "is_error"}


def told(trails: list[Trail]) -> str:
    """What trails say, as text: a head and a line per step each."""
    lines: list[str] = []
    for trail in trails:
        lines.append(f"# {trail.format} {trail.name}")
        lines.append(f"instruction: {json.dumps(trail.instruction)} {_where(trail.instruction_place)}".rstrip())
        lines.append(f"state: {json.dumps(trail.initial_state) if trail.initial_state is not ABSENT else 'absent'}")
        lines.append(f"sampling: {json.dumps(trail.sampling)}")
        tools = trail.tools if trail.tools is not None else ()
        lines.append("tools: absent" if trail.tools is None else f"tools: {len(tools)}")
        lines += [f"  {tool.name} {tool.read_only} {tool.destructive} {_where(tool.place)}" for tool in tools]
        lines += [f"outside: {item.what} {_where(item.place)}" for item in trail.outside]
        lines += [f"truncated: {_where(place)}" for place in trail.truncated]
        lines += [f"unread: {item.kind} {_where(item.place)}" for item in trail.unread]
        lines += [f"branch: {_where(place)}" for place in trail.branches]
        lines += [f"paused: {item.what} {_where(item.place)}" for item in trail.paused]
        for entry in trail.entries:
            facts = {**_facts(entry), "place": _where(entry.place)}
            lines.append(json.dumps(facts))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_sample_is_read_as_it_stands(path: Path) -> None:
    """It is told for its folder's format, without a defect, and every step is what the file says."""
    source = read_source(path.read_bytes(), path.name)
    assert source.defects == ()
    assert path.parent.name == detect(source).NAME
    seen = told(read_trails(source))
    expected = path.with_name(path.name + ".trail")
    if not expected.exists():
        expected.write_text(seen, encoding="utf-8")
        pytest.fail(f"{expected.name} was missing and is written; look it through.")
    assert seen == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_step_of_a_sample_has_its_place(path: Path) -> None:
    """Line and column are known, and on that line: of the file, or of the archive's member that the path names."""
    source = read_source(path.read_bytes())
    for trail in read_trails(source):
        for entry in trail.entries:
            assert entry.place.line is not None
            assert entry.place.column is not None
            text = lines_of(path, str(parts_of(entry.place.path)[0]))
            assert entry.place.column <= len(text[entry.place.line - 1])


def lines_of(path: Path, member: str) -> list[str]:
    """The lines of a file; of an archive, those of a member."""
    data = path.read_bytes()
    if data.startswith(ZIP):
        archive = Archive(data)
        [data] = [archive.open(item).data for item in archive.members or [] if item.name == member]
    return data.decode().splitlines()


def test_every_format_has_a_sample() -> None:
    """No reader without a file of its framework."""
    assert {path.parent.name for path in FILES} == set(READERS)


@pytest.mark.parametrize("name", READERS)
def test_no_reader_raises_on_a_foreign_export(name: str) -> None:
    """A format that is forced on a file of another reads what it can, or says that there is nothing."""
    for path in FILES:
        try:
            read_trails(read_source(path.read_bytes(), path.name), name)
        except InputError as error:
            assert "no step" in str(error)


# Choosing the reader


def test_an_unknown_format_is_one_line_with_the_nearest_guess() -> None:
    """The format that it is nearest to, and what it lacks of that; the list of formats has a command of its own."""
    with pytest.raises(InputError) as caught:
        detect(source_of({"steps": [], "some": "thing"}))
    assert "It looks most like Replay bundle, but lacks format." in str(caught.value)
    assert "check --formats" in str(caught.value)
    assert len(str(caught.value)) < 250
    with pytest.raises(InputError, match="Nothing in it looks like a session"):
        detect(source_of({"some": "thing"}))


def test_a_forced_format_must_exist() -> None:
    """The message lists the known ones."""
    with pytest.raises(InputError, match="Known are replay_bundle, vcrpy"):
        detect(source_of([]), "nothing")


def test_a_file_without_steps_says_so() -> None:
    """An empty list of messages is no session."""
    with pytest.raises(InputError, match="no step"):
        read_trails(source_of({"messages": []}), "openai_chat")


@pytest.mark.parametrize("data", [b"", b" \n", b"\x89PNG\r\n\x00\x00", b"\x1f\x8b\x08\x00", b"hello", b'"text"', b"17"])
def test_what_holds_no_session_is_refused(data: bytes) -> None:
    """With a message, whatever it is."""
    with pytest.raises(InputError):
        read_trails(read_source(data))


# What the samples do not show


def test_results_without_ids_pair_by_position_and_tool() -> None:
    """The first unanswered call of the tool that is named."""
    trail = trail_of(
        [
            {"author": "a", "content": {"parts": [{"functionCall": {"name": "f"}}, {"functionCall": {"name": "g"}}]}},
            {"author": "a", "content": {"parts": [{"functionResponse": {"name": "g", "response": {}}}]}},
            {"author": "a", "content": {"parts": [{"functionResponse": {"name": "f", "response": {}}}]}},
        ]
    )
    assert [(entry.answers, entry.paired_by) for entry in trail.entries[2:]] == [("S2", "position"), ("S1", "position")]


def test_the_state_that_events_changed_is_not_the_initial_one() -> None:
    """A final state tells nothing of how a changed key began."""
    event = {"author": "user", "content": {"parts": [{"text": "x"}]}, "actions": {"stateDelta": {"n": 2}}}
    base = {"appName": "a", "userId": "u", "events": [event]}
    assert trail_of({**base, "state": {"n": 2, "kept": 1}}).initial_state == {"kept": 1}
    assert trail_of({**base, "state": {"n": 2}}).initial_state is ABSENT
    assert trail_of(base).initial_state is ABSENT


def test_hints_come_from_annotations() -> None:
    """As MCP spells them."""
    trail = trail_of(
        {
            "messages": [{"role": "user", "content": "x"}],
            "tools": [
                {"type": "function", "function": {"name": "f", "annotations": {"readOnlyHint": True}}},
                {"type": "function", "function": {"name": "g"}, "annotations": {"destructiveHint": True}},
            ],
        }
    )
    assert trail.tools is not None
    assert [(tool.read_only, tool.destructive) for tool in trail.tools] == [(True, None), (None, True)]


def test_a_request_that_goes_on_adds_only_what_is_new() -> None:
    """Twice the same words are two steps; a conversation that begins anew is another one."""

    def exchange(messages: list[object]) -> dict[str, object]:
        answer = {"choices": [{"message": {"role": "assistant", "content": "ok"}}], "model": "m"}
        return {
            "request": {
                "uri": "https://x/v1/chat/completions",
                "body": json.dumps({"model": "m", "messages": messages}),
            },
            "response": {"status": {"code": 200}, "body": {"string": json.dumps(answer)}},
        }

    yes = {"role": "user", "content": "yes"}
    ok = {"role": "assistant", "content": "ok"}
    trail = trail_of({"version": 1, "interactions": [exchange([yes]), exchange([yes, ok, yes]), exchange([yes])]})
    assert [entry.text for entry in trail.entries] == ["yes", "ok", "yes", "ok", "yes", "ok"]


def test_streams_are_put_together() -> None:
    """Anthropic's and Responses' events amount to the answer they stream; one cut short is partial."""
    start = {"type": "message_start", "message": {"id": "m", "type": "message", "role": "assistant", "model": "c"}}
    block = {"type": "tool_use", "id": "t", "name": "f", "input": {}}
    events = [
        start,
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": '{"a":'}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": " 1}"}},
        {"type": "message_stop"},
    ]
    (call,) = trail_of(events).entries
    assert (call.tool, call.arguments, call.partial) == ("f", {"a": 1}, False)
    assert trail_of(events[:-1]).entries[0].partial
    response = {"object": "response", "model": "g", "output": [{"type": "function_call", "call_id": "c", "name": "f"}]}
    whole = [{"type": "response.created"}, {"type": "response.completed", "response": response}]
    assert trail_of(whole).entries[0].call_id == "c"


def test_a_span_without_captured_content_is_a_turn_without_text() -> None:
    """The model answered; what it said is not in the file."""
    held = {"gen_ai.operation.name": "chat", "gen_ai.response.model": "m-1"}
    (turn,) = trail_of([{"trace_id": "t", "span_id": "s", "attributes": held}]).entries
    assert (turn.actor, turn.text, turn.model) == ("model", None, "m-1")


def test_numbered_attributes_and_events_are_messages() -> None:
    """OpenLLMetry's attributes, and the events of the earlier conventions."""
    numbered = {
        "gen_ai.prompt.0.role": "user",
        "gen_ai.prompt.0.content": "hi",
        "gen_ai.completion.0.role": "assistant",
        "gen_ai.completion.0.tool_calls.0.id": "c",
        "gen_ai.completion.0.tool_calls.0.name": "f",
        "gen_ai.completion.0.tool_calls.0.arguments": "{}",
    }
    trail = trail_of([{"trace_id": "t", "attributes": numbered}])
    assert [(entry.kind, entry.text or entry.tool) for entry in trail.entries] == [("message", "hi"), ("call", "f")]
    events = [
        {"name": "gen_ai.user.message", "attributes": {"content": "hi"}},
        {"name": "gen_ai.choice", "attributes": {"message": '{"content": "ho"}', "index": 0}},
    ]
    trail = trail_of([{"trace_id": "t", "attributes": {"gen_ai.operation.name": "chat"}, "events": events}])
    assert [entry.text for entry in trail.entries] == ["hi", "ho"]


def test_a_graph_at_its_end_is_not_paused() -> None:
    """Nothing comes next."""
    assert trail_of({"values": {"messages": [{"type": "human", "content": "Ship it."}]}, "next": []}).paused == ()
