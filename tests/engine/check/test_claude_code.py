"""Claude Code transcripts: branches, subagents, titles and compactions, and rows that nobody knows."""

from __future__ import annotations

import json
from typing import Any

from engine.check.formats import read_trails
from engine.check.telling.document import check
from engine.check.trail import Trail
from tests.engine.check.test_formats import source_of

Row = dict[str, Any]


def row(uuid: str, parent: str | None, kind: str, content: Any, **more: Any) -> Row:
    """A row of a session."""
    message = {"role": kind, "content": content}
    if kind == "assistant":
        message |= {"id": more.pop("answer", f"msg_{uuid}"), "model": "claude-opus-4-7"}
    told = {
        "type": kind,
        "uuid": uuid,
        "parentUuid": parent,
        "sessionId": "s",
        "isSidechain": False,
        "message": message,
    }
    return {**told, **more}


def user(uuid: str, parent: str | None, text: str, **more: Any) -> Row:
    """What a person wrote."""
    return row(uuid, parent, "user", text, **more)


def says(uuid: str, parent: str | None, text: str, **more: Any) -> Row:
    """What the model wrote."""
    return row(uuid, parent, "assistant", [{"type": "text", "text": text}], **more)


def calls(uuid: str, parent: str | None, call_id: str, tool: str = "Read", **more: Any) -> Row:
    """A call of the model."""
    given = more.pop("given", {})
    return row(uuid, parent, "assistant", [{"type": "tool_use", "id": call_id, "name": tool, "input": given}], **more)


def gives(uuid: str, parent: str | None, call_id: str, **more: Any) -> Row:
    """A result."""
    return row(uuid, parent, "user", [{"type": "tool_result", "tool_use_id": call_id, "content": "ok"}], **more)


def trails(*rows: Row) -> list[Trail]:
    """The sessions of these rows."""
    return read_trails(source_of(list(rows)))


def short(trail: Trail) -> list[str | None]:
    """The text or tool of each step."""
    return [entry.text or entry.tool for entry in trail.entries]


def test_the_line_that_ends_the_session_is_read() -> None:
    """A turn that was taken back stands on another branch, with all that came after it."""
    [trail] = trails(
        user("u1", None, "Rename it."),
        says("a1", "u1", "To what?"),
        user("u2", "a1", "To fast."),
        calls("a2", "u2", "t1"),
        gives("u3", "a2", "t1"),
        user("u2b", "a1", "To rapid."),
        says("a2b", "u2b", "Done."),
    )
    assert short(trail) == ["Rename it.", "To what?", "To rapid.", "Done."]
    assert [place.path for place in trail.branches] == ["[2]", "[3]", "[4]"]


def test_an_answer_that_was_tried_again_is_a_branch() -> None:
    """Two answers after one prompt; the rows of one answer are none."""
    [trail] = trails(
        user("u1", None, "Look."),
        says("a1", "u1", "Hm."),
        says("b1", "u1", "I look.", answer="b"),
        calls("b2", "b1", "t1", answer="b"),
        gives("u2", "b2", "t1"),
    )
    assert short(trail) == ["Look.", "I look.", "Read", "Read"]
    assert [entry.turn for entry in trail.entries[1:3]] == [trail.entries[1].turn] * 2
    assert [place.path for place in trail.branches] == ["[1]"]


def test_parallel_calls_are_no_branch() -> None:
    """Each result hangs on its call, and the next call on the one before it."""
    [trail] = trails(
        user("u1", None, "Look."),
        calls("a1", "u1", "t1", answer="a"),
        calls("a2", "a1", "t2", answer="a"),
        gives("r1", "a1", "t1"),
        gives("r2", "a2", "t2"),
        says("a3", "r2", "Done."),
    )
    assert len(trail.entries) == 6
    assert trail.branches == ()


def test_a_row_before_that_is_not_in_the_file_is_a_cut() -> None:
    """Told once, at the first; rows without any row before them are none."""
    [cut] = trails(user("u5", "gone", "Go on."), says("a5", "u5", "Yes."), user("u6", "gone too", "And?"))
    assert [place.path for place in cut.truncated] == ["[0]"]
    [whole] = trails(user("u1", None, "Hello."), says("a1", None, "Yes."))
    assert whole.truncated == ()


def test_a_title_is_no_compaction_and_a_compaction_is_told_once() -> None:
    """The mark and the summary that follows it are one cut."""
    title = {"type": "summary", "summary": "Renaming", "leafUuid": "elsewhere"}
    mark = {"type": "system", "subtype": "compact_boundary", "uuid": "c", "parentUuid": None, "sessionId": "s"}
    [trail] = trails(
        title,
        user("u1", None, "Hello."),
        mark,
        user("u2", "c", "We had said hello.", isCompactSummary=True),
        says("a2", "u2", "Yes."),
    )
    assert [place.path for place in trail.truncated] == ["[2]"]


def test_a_row_that_stands_twice_counts_once() -> None:
    """As after a session was resumed."""
    [trail] = trails(user("u1", None, "Hello."), says("a1", "u1", "Yes."), user("u1", None, "Hello."))
    assert short(trail) == ["Hello.", "Yes."]


def test_a_subagent_stands_under_its_call() -> None:
    """Told by what it was asked, or by the result that names it; one within another under that one's call."""
    side = {"isSidechain": True}
    rows = [
        user("u1", None, "Count."),
        calls("a1", "u1", "t1", "Task", given={"prompt": "Count the birds."}, answer="a"),
        user("v1", None, "Count the birds.", **side),
        calls("v2", "v1", "t2", "Task", given={"prompt": "Count the owls."}, **side),
        user("w1", None, "Count the owls.", agentId="owl", **side),
        says("w2", "w1", "None.", agentId="owl", **side),
        gives("v3", "v2", "t2", toolUseResult={"agentId": "owl"}, **side),
        says("v4", "v3", "Two.", **side),
        calls("a2", "a1", "t3", answer="a"),
        gives("r1", "a1", "t1"),
        gives("r3", "a2", "t3"),
        says("a3", "r3", "Two birds."),
    ]
    [trail] = trails(*rows)
    assert [(entry.text or entry.tool, entry.under) for entry in trail.entries] == [
        ("Count.", None),
        ("Task", None),
        ("Count the birds.", "S2"),
        ("Task", "S2"),
        ("Count the owls.", "S4"),
        ("None.", "S4"),
        ("Task", "S2"),
        ("Two.", "S2"),
        ("Read", None),
        ("Task", None),
        ("Read", None),
        ("Two birds.", None),
    ]
    assert trail.entries[1].turn == trail.entries[8].turn
    assert [entry.answers for entry in trail.entries if entry.kind == "result"] == ["S4", "S2", "S9"]


def test_a_subagent_whose_call_is_elsewhere_is_a_session_of_its_own() -> None:
    """As in the files that newer versions write for each."""
    first, second = trails(
        user("u1", None, "Hello."), user("v1", None, "Count.", isSidechain=True, agentId="a7"), says("a1", "u1", "Yes.")
    )
    assert (first.name, second.name) == ("s", "s/a7")
    assert short(second) == ["Count."]


def test_what_the_format_never_holds_is_one_note() -> None:
    """With what can be done in Claude Code; what came in place of an answer is no model's, an unknown row is told."""
    rows = [user("u1", None, "Hello."), says("a1", "u1", "API Error", isApiErrorMessage=True), {"type": "hologram"}]
    rows[1]["message"]["model"] = "<synthetic>"
    [session] = check(source_of_bytes(rows), "a.jsonl")["sessions"]
    found = {finding["code"]: finding for finding in session["findings"]}
    assert set(found) == {"missing.by-format", "missing.unread"}
    assert "ANTHROPIC_BASE_URL" in found["missing.by-format"]["remedy"]
    assert "hologram" in found["missing.unread"]["reason"]


def source_of_bytes(rows: list[Row]) -> bytes:
    """The rows as JSON Lines."""
    return "\n".join(json.dumps(each) for each in rows).encode()


def test_rows_that_go_round_in_a_circle_are_read() -> None:
    """Whatever names itself or its own follower."""
    [trail] = trails(user("u1", "a1", "Hello."), says("a1", "u1", "Yes."), user("u9", "u9", "Hm.", isSidechain=False))
    assert len(trail.entries) == 3
