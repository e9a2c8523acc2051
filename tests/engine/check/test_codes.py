"""Every code of files and people is produced by some file; for those of the other groups see `test_rules`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.check.codes import CODES
from engine.check.telling.document import check
from tests.engine.check.files import EMAIL, KEY, calls, chat, gives, says, system, user

PRIVATE_KEY = "\n".join(
    ["-----BEGIN PRIVATE KEY-----", *["MIIEvQIBADANBgkqhkiG9w0BAQEFAASC" * 2] * 6, "-----END PRIVATE KEY-----"]
)
GZIP_WITHOUT_END = "H4sIAAAAAAACA" + "x" * 60

TEXTS: dict[str, str] = {
    "people.email": f"I am {EMAIL}.",
    "people.phone": "Call me at +49 30 901820 or +1 (415) 555-2671.",
    "people.card": "My card is 4111 1111 1111 1111.",
    "people.iban": "Pay to DE89 3704 0044 0532 0130 00.",
    "people.ip": "From 81.2.69.142 today.",
    "people.secret": f"The key is {KEY}.",
    "people.header": "Authorization: Bearer abcDEF123456ghiJKL789mnoPQR",
    "people.cookie": "Set-Cookie: session_id=3f9aQ81kLmZx72Wq; HttpOnly",
    "people.private-key": PRIVATE_KEY,
    "people.home": "It lies in /Users/mira.rao/src.",
    "people.host": "It runs on mira-macbook.local.",
}


@pytest.mark.parametrize(("code", "text"), TEXTS.items())
def test_what_is_personal_is_found(code: str, text: str) -> None:
    """In a user's message; the gate fails for it where it is an error, as all but an IP address are."""
    document = check(chat(system(), user(text), says(), model="m-2026-01-01"), "x")
    [session] = document["sessions"]
    [severity] = {item["severity"] for item in session["findings"] if item["code"] == code}
    assert severity == CODES[code].severity
    assert any("in clear" in reason for reason in document["gate_reasons"]) == (severity == "error")


def test_a_mask_is_found_in_an_argument() -> None:
    """It is not in clear, so the gate does not fail for it."""
    data = chat(user(), calls(("1", "get_order", {"email": "[REDACTED]"})), gives("1", "x"))
    codes = {item["code"]: item["severity"] for item in check(data, "x")["sessions"][0]["findings"]}
    assert "people.mask" in codes


FILES: dict[str, bytes] = {
    "file.empty": b"",
    "file.binary": b"\x00\x01\x02\x03" * 20,
    "file.encoding": b'{"messages": [{"role": "user", "content": "\xff\xff"}]}',
    "file.lone-surrogate": json.dumps({"messages": [user("\ud800")]}).encode(),
    "file.broken": b'{"messages": [{"role": "user", "content": "a"} {"role": "user", "content": "b"}]}',
    "file.cut-off": b'{"messages": [{"role": "user", "content": "a"}, {"role": "us',
    "file.trailing": b'{"messages": [{"role": "user", "content": "a"}]} more',
    "file.trailing-comma": b'{"messages": [{"role": "user", "content": "a"},]}',
    "file.bad-escape": rb'{"messages": [{"role": "user", "content": "\q"}]}',
    "file.control-character": b'{"messages": [{"role": "user", "content": "a\x01b"}]}',
    "file.duplicate-key": b'{"messages": [{"role": "user", "content": "a", "content": "b"}]}',
    "file.not-a-number": b'{"messages": [{"role": "user", "content": "a"}], "temperature": NaN}',
    "file.number-range": b'{"messages": [{"role": "user", "content": "a"}], "temperature": 1e999}',
    "file.too-deep": b'{"messages": [{"role": "user", "content": "a"}], "x": ' + b"[" * 150 + b"]" * 150 + b"}",
    "file.row-not-object": b'{"role": "user", "content": "a"}\n[1]\n{"role": "assistant", "content": "b"}\n',
}


@pytest.mark.parametrize(("code", "data"), FILES.items())
def test_what_is_wrong_with_a_file_is_found(code: str, data: bytes) -> None:
    """Read or not, the defect is told."""
    assert code in {item["code"] for item in check(data, "x")["findings"]}


@pytest.mark.parametrize("data", [*FILES.values(), *(chat(user(text)) for text in TEXTS.values())])
def test_every_code_that_is_found_is_listed(data: bytes) -> None:
    """So that it has a rule and help."""
    document = check(data, "x")
    found: list[Any] = [
        *document["findings"],
        *(item for session in document["sessions"] for item in session["findings"]),
    ]
    assert {item["code"] for item in found} <= CODES.keys()


ELSEWHERE = {
    "file.more",
    "file.yaml-tag",
    "file.yaml-anchor",
    "file.member-unread",
    "people.unopened",
    "people.mask",
    "people.mask-read",
    *("people.name", "people.street", "people.birth-date", "people.id-number"),  # by keys: see test_persons
}
"""Codes whose files are with the tests of their readers, and the one with a test of its own above."""


def test_every_code_has_a_file() -> None:
    """Of the two groups."""
    listed = {code for code in CODES if code.partition(".")[0] in ("file", "people")}
    assert listed == TEXTS.keys() | FILES.keys() | ELSEWHERE
