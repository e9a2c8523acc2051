"""Does a call change the world: names, hints, arguments and marks."""

from __future__ import annotations

from typing import Any

import pytest

from engine.check.rules.call_arguments import by_arguments
from engine.check.rules.side_effects import Judge, Marks, tools_used
from engine.check.rules.tool_names import by_name
from tests.engine.check.trails import REFUND, call, declared, gives, trail

NAMES = {
    "safe": [
        *(
            "get_order",
            "getOrder",
            "GetOrder",
            "list_files",
            "search",
            "web_search",
            "WebSearch",
            "Read",
            "Grep",
            "Glob",
        ),
        *("order_status", "order_lookup", "email_search", "lookup_order", "mcp__github__get_issue", "fs.read_file"),
        *("check_refund", "credit_check", "WebFetch", "query_database", "transfer_to_agent", "get_call_history"),
        *("GET api.example.com/v1/orders", "HEAD x/y", "add_numbers", "exchange_rate", "get_exchange_rates", "weather"),
        *("TodoWrite", "update_plan", "write_todos", "finish", "mark_task_complete", "AskUserQuestion", "multiply"),
        *("transfer_to_refund_agent", "calculate_total", "is_open", "has_stock", "call_history"),
    ],
    "unsafe": [
        *("issue_refund", "issueRefund", "send_email", "delete_file", "createIssue", "mcp__github__create_issue"),
        *("Write", "Edit", "customer_refund", "file_write", "get_or_create_user", "search_and_delete", "order_food"),
        *(
            "book_flight",
            "post_message",
            "charge",
            "cancel_order",
            "transfer_funds",
            "update_get_settings",
            "credit_account",
        ),
        *("REFUND", "db.delete", "apply_patch", "replace", "write_stdin"),
        *("post_status", "validate_and_charge", "check_and_book", "fetch_and_store", "weather_alert_subscribe"),
        *(
            "charge_and_check",
            "check_out",
            "track_event",
            "DELETE api.example.com/v1/users/status",
            "POST api.example.com/v1/pay/check",
        ),
        *("update_status", "set_price", "sign_up", "log_in", "clear_history"),
    ],
    "unknown": [
        *(
            "frobnicate",
            "resolve_ticket",
            "Task",
            "Agent",
            "Skill",
            "code_interpreter",
            "file_editor",
            "text_to_speech",
        ),
        "text_to_speech",
        *("refund_status", "transfer_history", "fetch_and_frobnicate", "evaluate", "POST api.example.com/v1/search"),
        "bash",
        "run_sql",
        "python",
        "execute",
        "http_request",
        "computer",
        "",
        "工具",
        "a1",
        "___",
    ],
}


@pytest.mark.parametrize(("safety", "name"), [(safety, name) for safety, names in NAMES.items() for name in names])
def test_a_name_says(safety: str, name: str) -> None:
    """By its verb, wherever that stands."""
    assert by_name(name).safety == safety


ARGUMENTS: list[tuple[Any, str | None]] = [
    ({"method": "POST", "url": "x"}, "unsafe"),
    ({"method": "get", "url": "x"}, "safe"),
    ({"sql": "SELECT * FROM orders;"}, "safe"),
    ({"sql": "select 1; drop table orders"}, "unsafe"),
    ({"query": "DELETE FROM orders WHERE id = 1"}, "unsafe"),
    ({"query": "WITH x AS (SELECT 1) DELETE FROM y"}, None),
    ({"query": "how do I delete from my inbox"}, None),
    ({"query": "SELECT a INTO b FROM c"}, None),
    ({"statement": "CREATE OR REPLACE VIEW v AS SELECT 1"}, "unsafe"),
    ({"command": "ls -la"}, "safe"),
    ({"command": "git status"}, "safe"),
    ({"command": "ls; rm -rf /"}, "unsafe"),
    ({"command": "cat a > b"}, "unsafe"),
    ({"cmd": "curl -X POST x"}, "unsafe"),
    ({"command": "find . -delete"}, "unsafe"),
    ({"command": ["rm"]}, "unsafe"),
    ({"command": ["bash", "-lc", "ls -la | head -5"]}, "safe"),
    ({"command": ["bash", "-lc", "rm x"]}, "unsafe"),
    ({"command": ["ls", 1]}, None),
    ({"command": "cd src && git log --oneline 2>/dev/null | head"}, "safe"),
    ({"command": "grep -rE 'a|b;c' . 2>&1"}, "safe"),
    ({"command": 'grep "a|b" x'}, "safe"),
    ({"command": 'grep "$(rm x)" y'}, "unsafe"),
    ({"command": "sed -n '1,20p' a.py"}, "safe"),
    ({"command": "sed -i s/a/b/ a.py"}, "unsafe"),
    ({"command": "find . -name '*.py'"}, "safe"),
    ({"command": "find . -exec rm {} +"}, "unsafe"),
    ({"command": "git diff --output=x"}, "unsafe"),
    ({"command": "date -s tomorrow"}, "unsafe"),
    ({"command": "ls\nrm x"}, "unsafe"),
    ({"command": "ls & rm x"}, "unsafe"),
    ({"command": "view", "path": "a.py"}, "safe"),
    ({"command": "str_replace", "path": "a.py"}, "unsafe"),
    ({"command": "create", "path": "a.py"}, "unsafe"),
    ({"method": "DELETE"}, "unsafe"),
    ({"command": ""}, None),
    ({"order": 1}, None),
    ("rm -rf", None),
    (None, None),
    ([], None),
]


@pytest.mark.parametrize(("arguments", "safety"), ARGUMENTS)
def test_arguments_say(arguments: Any, safety: str | None) -> None:
    """An HTTP method, an SQL statement, a command."""
    said = by_arguments(arguments)
    assert (said.safety if said else None) == safety


ORDER: list[tuple[str, Any, dict[str, bool], Marks, str]] = [
    ("get_order", {}, {}, Marks(), "safe"),
    ("get_order", {"sql": "DELETE FROM x"}, {}, Marks(), "unsafe"),
    ("send_email", {"method": "GET"}, {}, Marks(), "unsafe"),
    ("run_sql", {"sql": "SELECT 1"}, {}, Marks(), "safe"),
    ("http_request", {"method": "DELETE"}, {}, Marks(), "unsafe"),
    ("get_order", {}, {"destructive": True}, Marks(), "unsafe"),
    ("get_order", {}, {"read_only": False}, Marks(), "unsafe"),
    ("send_email", {}, {"read_only": True}, Marks(), "safe"),
    ("send_email", {}, {"destructive": False}, Marks(), "unsafe"),
    ("send_email", {}, {"destructive": True}, Marks(safe=frozenset({"send_email"})), "safe"),
    ("get_order", {}, {"read_only": True}, Marks(unsafe=frozenset({"get_order"})), "unsafe"),
    ("str_replace_editor", {"command": "view", "path": "a"}, {}, Marks(), "safe"),
    ("str_replace_editor", {"command": "create", "path": "a"}, {}, Marks(), "unsafe"),
    ("add", {"a": 1, "b": 2.5}, {}, Marks(), "safe"),
    ("add", {"item": "lamp", "count": 2}, {}, Marks(), "unsafe"),
    ("add", {}, {}, Marks(), "unsafe"),
    ("GET x/y", {"body": {}}, {}, Marks(), "safe"),
    ("x", {}, {}, Marks(frozenset({"x"}), frozenset({"x"})), "unsafe"),
]


@pytest.mark.parametrize(("name", "arguments", "hints", "marks", "safety"), ORDER)
def test_marks_come_before_hints_and_hints_before_the_call(
    name: str, arguments: Any, hints: dict[str, bool], marks: Marks, safety: str
) -> None:
    """Arguments that act outweigh a harmless name; a name that acts outweighs harmless arguments."""
    judge = Judge([declared(name, **hints)], marks)
    judged = judge.call(call(name, arguments))
    assert judged.safety == safety
    assert judged.counts_as_safe == (safety == "safe")
    assert judged.why


def test_a_tool_is_as_grave_as_its_gravest_call() -> None:
    """One statement that writes makes the tool unsafe; every call is counted."""
    session = trail(
        call("run_sql", {"sql": "SELECT 1"}),
        gives("S1"),
        call("run_sql", {"sql": "DROP TABLE x"}),
        gives("S3"),
        tools=None,
    )
    [tool] = tools_used(session, Judge(None, Marks()), Marks())
    assert tool.to_json() == {
        "name": "run_sql",
        "calls": 2,
        "safety": "unsafe",
        "why": "its SQL statement changes something",
        "marked": False,
    }


def test_tools_come_in_order_of_their_first_call() -> None:
    """With whether the reader marked them."""
    marks = Marks(safe=frozenset({"issue_refund", "another"}))
    used = tools_used(REFUND, Judge(REFUND.tools, marks), marks)
    assert [(tool.name, tool.calls, tool.judgement.safety, tool.marked) for tool in used] == [
        ("get_order", 1, "safe", False),
        ("issue_refund", 1, "safe", True),
    ]
