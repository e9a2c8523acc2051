"""People by the names of keys, of home folders and of computers: found, left alone, and replaced by tokens."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from engine.check.codes import CODES
from engine.check.detect import Kind, mask, search_text, search_value
from engine.check.detect.words import OWN_TOKEN
from engine.check.mending.tokens import redact_value

HOMES = [
    ("/Users/mira.rao/src/shop", "mira.rao"),
    ("cd /home/jdoe && ls", "jdoe"),
    ("in '/home/jdoe'.", "jdoe"),
    ("C:\\Users\\Mira Rao\\notes.txt", "mira rao"),
    ("C:\\\\Users\\\\mira\\\\notes.txt", "mira"),
    ("file:///Users/mira/x", "mira"),
    ("/home/anna2/x", "anna2"),
]
HOSTS = [
    ("on host mira-macbook.local", "mira-macbook.local"),
    ("Miras-MacBook-Pro.local", "miras-macbook-pro.local"),
    ("DESKTOP-8F3K2L1", "desktop-8f3k2l1"),
    ("jo-thinkpad.lan is up", "jo-thinkpad.lan"),
]
NOBODY = [
    "/home/runner/work/x",
    "/home/user/app",
    "/Users/Shared/x",
    "/home/ubuntu2/x",
    "/home/node/app",
    "/Users/<name>/src",
    "/users/42/orders",
    "https://api.example.com/home/orders",
    "api/Users/list",
    "C:\\Users\\Public\\x",
    "/home/",
    "settings.local.json",
    "threading.local()",
    "api.local",
    "a laptop.local shop sells",
    "desktop-friendly",
    "DESKTOP-ENVIRON",
]


@pytest.mark.parametrize(("text", "owner"), HOMES)
def test_the_owner_of_a_home_folder_is_found(text: str, owner: str) -> None:
    """Only the owner's name, as a note."""
    (hit,) = search_text(text)
    assert (hit.kind, hit.identity, hit.severity) == ("home", owner, "note")
    assert text[hit.start : hit.end].lower() == owner


@pytest.mark.parametrize(("text", "host"), HOSTS)
def test_a_computer_of_somebodys_own_is_found(text: str, host: str) -> None:
    """By the name that its system gives it."""
    (hit,) = search_text(text)
    assert (hit.kind, hit.identity, hit.severity) == ("host", host, "note")


@pytest.mark.parametrize("text", NOBODY)
def test_what_is_nobodys_is_left_alone(text: str) -> None:
    """Accounts that nobody bears, paths of services, files, words."""
    assert list(search_text(text)) == []


def test_a_computers_name_is_found_by_its_key() -> None:
    """Where it looks like somebody's own."""
    assert [hit.kind for _, hit in search_value({"host.name": "jo.fritz.box", "hostname": "a1b2c3d4e5f6"})] == ["host"]


KEYED: list[tuple[str, Any, str, str]] = [
    ("dob", "1990-01-01", "birth-date", "error"),
    ("dateOfBirth", "01/02/1990", "birth-date", "error"),
    ("birthday", "May 3, 1990", "birth-date", "error"),
    ("passport", "X1234567", "id-number", "error"),
    ("ssn", "078-05-1120", "id-number", "error"),
    ("driversLicenseNumber", "D123-4567", "id-number", "error"),
    ("first_name", "Jane", "name", "warning"),
    ("customer.lastName", "von Arnim", "name", "warning"),
    ("surname", "O’Brien-Smith", "name", "warning"),
    ("full_name", "王小明", "name", "warning"),
    ("street", "12 Example Street", "street", "warning"),
    ("address1", "Musterweg 7, Hof", "street", "warning"),
    ("address", "12 Example Street, Springfield", "street", "warning"),
]
NOT_KEYED: list[tuple[str, Any]] = [
    ("dob", "string"),
    ("dob", "the date of birth"),
    ("ssn", "***-**-1234"),
    ("passport", "required"),
    ("first_name", "string"),
    ("first_name", "{first_name}"),
    ("first_name", ""),
    ("last_name", "the customer's last name"),
    ("full_name", "octocat/hello-world"),
    ("street", "street"),
    ("address", "0x4242424242424242"),
    ("ip_address", "12 Example Street"),
    ("email_address", "12 Example Street"),
    ("name", "Jane Doe"),
    ("file_name", "Report 12"),
    ("first_name", {"type": "string", "description": "Jane"}),
    ("required", ["first_name", "dob"]),
]


@pytest.mark.parametrize(("key", "value", "kind", "severity"), KEYED)
def test_a_key_tells_what_is_a_persons(key: str, value: Any, kind: str, severity: str) -> None:
    """In any spelling, and inside JSON text."""
    for holder in ({key: value}, {"content": json.dumps({"user": {key: value}})}):
        (hit,) = (hit for _, hit in search_value(holder))
        assert (hit.kind, hit.severity) == (kind, severity)


@pytest.mark.parametrize(("key", "value"), NOT_KEYED)
def test_a_value_that_cannot_be_a_persons_is_left_alone(key: str, value: Any) -> None:
    """Types, descriptions, templates, other keys."""
    assert list(search_value({key: value})) == []


def test_a_name_beside_a_birth_date_is_a_persons() -> None:
    """`name` alone is anything's."""
    beside = [(hit.kind, hit.identity) for _, hit in search_value({"name": "Jane Doe", "dob": "1990-01-01"})]
    assert beside == [("name", "jane doe"), ("birth-date", "1990-01-01")]
    assert list(search_value({"name": "Jane Doe", "price": 3})) == []


def test_tokens_take_their_place() -> None:
    """The same value the same token, wherever a key tells it; paths stay paths; nothing is left to be found."""
    value = {
        "a": {"first_name": "Jane", "dob": "1990-01-01", "name": "Jane Doe"},
        "b": json.dumps({"first_name": "Jane"}),
        "cwd": "/Users/mira.rao/src on mira-macbook.local",
    }
    redacted = redact_value(value, "salt")
    text = json.dumps(redacted, ensure_ascii=False)
    assert not any(part in text for part in ("Jane", "1990", "mira"))
    assert redacted["a"]["first_name"] == json.loads(redacted["b"])["first_name"]
    assert redacted["cwd"].startswith("/Users/[home-")
    assert "/src on [host-" in redacted["cwd"]
    assert list(search_value(redacted)) == []
    assert redact_value(redacted, "salt") == redacted


@pytest.mark.parametrize("text", ["/Users/mira.rao/src", "DESKTOP-8F3K2L1"])
def test_no_more_than_a_letter_is_shown(text: str) -> None:
    """Of whoever it is."""
    (hit,) = search_text(text)
    assert mask(hit) in ("M…", "D…")


def test_every_kind_has_a_code_and_a_token() -> None:
    """A token that the search did not know would be taken for a value."""
    kinds = {kind for kind in get_args(Kind) if kind != "header"}
    assert {f"people.{kind}" for kind in kinds} <= CODES.keys()
    assert all(OWN_TOKEN.fullmatch(f"[{kind}-0123456789ab]") for kind in kinds)
