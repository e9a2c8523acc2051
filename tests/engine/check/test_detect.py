"""What is found in a text as it stands, and what is not taken for anybody's data."""

from __future__ import annotations

import base64
import hashlib

import pytest

from engine.check.detect import mask, search_text, search_value, veil
from tests.engine.check import planted
from tests.engine.check.planted import CARDS, IBANS, PHONES, PRIVATE_KEY, PUBLIC_IPS, TOKENS, fake

AROUND = [("", ""), ("It is ", "."), ("<", ">"), ('"', '"'), ("a=", "&b=2"), ("(", ")"), ("x: ", ", y"), ("\n", "\n")]


def kinds(text: str, key: str = "") -> list[str]:
    """The kinds of the hits in a text."""
    return [hit.kind for hit in search_text(text, key)]


def values(text: str) -> list[str]:
    """What the hits in a text cover."""
    return [text[hit.start : hit.end] for hit in search_text(text)]


# --- found ------------------------------------------------------------------------------------------------------------

VALUES = [
    *((value, "card") for value in CARDS),
    *((value, "iban") for value in IBANS),
    *((value, "phone") for value in PHONES),
    *((value, "ip") for value in PUBLIC_IPS),
    *((value, "secret") for value in TOKENS.values()),
    (PRIVATE_KEY, "private-key"),
    (PRIVATE_KEY.replace("\n", "\\n"), "private-key"),
    (PRIVATE_KEY[:120], "private-key"),
]


@pytest.mark.parametrize(("value", "kind"), VALUES)
@pytest.mark.parametrize(("before", "after"), [("", ""), ("It is ", "."), ('"', '"'), ("(", ")"), ("\n", "\n")])
def test_each_value_is_found_whatever_stands_around_it(value: str, kind: str, before: str, after: str) -> None:
    """One hit of its kind."""
    assert kinds(before + value + after) == [kind]


@pytest.mark.parametrize("value", [*CARDS[:3], *IBANS[:2], *PHONES[:6], *PUBLIC_IPS])
def test_a_hit_covers_the_value_and_no_more(value: str) -> None:
    """From its first sign to its last."""
    for before, after in AROUND[:3]:
        assert values(f"{before}{value}{after}") == [value]


@pytest.mark.parametrize("issuer", TOKENS)
def test_a_token_after_an_escape_is_found(issuer: str) -> None:
    """In JSON inside a sentence a token may follow an escaped line end."""
    assert "secret" in kinds(f'He said {{\\"key\\": \\"x\\n{TOKENS[issuer]}\\"}}')


SECRET_TEXTS = [
    ("password: hunter2", "hunter2"),
    ("Password = 'correct horse'", "correct horse"),
    ("DB_PASSWORD=correcthorse", "correcthorse"),
    ("the password is hunter2!", "hunter2!"),
    ('{\\"password\\": \\"hunter2\\"}', "hunter2"),
    ("api_key=Zx81Kq02Lm55Pq9", "Zx81Kq02Lm55Pq9"),
    ("api-key: Zx81Kq02Lm55Pq9", "Zx81Kq02Lm55Pq9"),
    ('"client_secret": "Zx81Kq02Lm55Pq9"', "Zx81Kq02Lm55Pq9"),
    ("AWS_SECRET_ACCESS_KEY=" + fake("", 40), fake("", 40)),
    ("https://bob:hunter2@example.com/x", "hunter2"),
    ("postgres://admin:s3cr3t%21@db.internal:5432/x", "s3cr3t%21"),
    ("export TOKEN=" + fake("", 24), fake("", 24)),
]


@pytest.mark.parametrize(("text", "value"), SECRET_TEXTS)
def test_a_secret_is_told_by_its_name(text: str, value: str) -> None:
    """And only its value is the hit."""
    assert values(text) == [value]


HEADERS = [
    ("Authorization: Bearer " + fake("", 24), "header"),
    ("authorization: Basic dXNlcjpwYXNz", "header"),
    ("curl -H 'Authorization: token " + TOKENS["GitHub"] + "' https://x.org", "header"),
    ('{\\"Authorization\\": \\"Bearer ' + fake("", 24) + '\\"}', "header"),
    ("Proxy-Authorization: Basic dXNlcjpwYXNz", "header"),
    ("use Bearer " + fake("", 24), "header"),
    ("Cookie: session=" + fake("", 24), "cookie"),
    ("Set-Cookie: sid=abc123; Path=/; HttpOnly", "cookie"),
]


@pytest.mark.parametrize(("text", "kind"), HEADERS)
def test_headers_and_cookies_are_found_in_text(text: str, kind: str) -> None:
    """One credential each; a cookie's attributes are none."""
    assert kinds(text) == [kind]


NAMED = [
    ({"password": "correct horse"}, ["secret"]),
    ({"password": "letmein"}, ["secret"]),
    ({"api_key": "correct-horse-battery"}, ["secret"]),
    ({"accessToken": fake("", 24)}, ["secret"]),
    ({"Authorization": "abcdef"}, ["header"]),
    ({"authorization": ["Bearer abcdef"]}, ["header"]),
    ({"x-api-key": ["abcdef12"]}, ["header"]),
    ({"Cookie": "a=b; c=d"}, ["cookie", "cookie"]),
    ({"Set-Cookie": ["a=b; Path=/"]}, ["cookie"]),
    ([["cookie", "a=b"], ["accept", "text/html"]], ["cookie"]),
    ([{"name": "Authorization", "value": "Bearer abcdef"}], ["header"]),
    ([{"key": "http.request.header.authorization", "value": {"stringValue": "Bearer abcdef"}}], ["header"]),
    ({"http.request.header.cookie": "a=b"}, ["cookie"]),
    ({"phone": "0170 1234567"}, ["phone"]),
    ({"phone_number": 4915112345678}, ["phone"]),
    ({"card": 4111111111111111}, ["card"]),
    ({"client_ip": "9.9.9.9"}, ["ip"]),
    ({"jo@example.org": 1}, ["email"]),
]


@pytest.mark.parametrize(("value", "expected"), NAMED)
def test_the_name_tells_what_a_value_is(value: object, expected: list[str]) -> None:
    """In objects, lists, pairs and named values, as recorders and tracers write headers."""
    assert [hit.kind for _, hit in search_value(value)] == expected


# --- what is not taken for anything -----------------------------------------------------------------------------------

HASH = hashlib.sha256(b"x").hexdigest()
NOTHING = [
    "",
    "550e8400-e29b-41d4-a716-446655440000",
    "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "00000000-0000-0000-0000-000000000000",
    hashlib.sha1(b"x").hexdigest(),
    HASH,
    f"sha256:{HASH}",
    hashlib.md5(b"x").hexdigest(),
    f"commit {HASH[:40]}",
    "index 83db48f..bf269f4 100644",
    "v1.2.3",
    "v1.2.3.4",
    "version 10.0.19045.3693",
    "Version: 120.0.6099.109",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
    "numpy==1.26.4.1",
    "package-1.2.3.4.tar.gz",
    "OID 1.3.6.1.4.1.311.21.20",
    "section 3.2.1.4",
    "see 1.2.3.4 below",
    "2024-05-01T12:34:56.789Z",
    "2024-05-01T12:34:56+02:00",
    "12:34:56",
    "12:34:56:78",
    "20240501123456",
    "1714566896",
    "1714566896789",
    "1714566896789012",
    "1714566896789012345",
    "startTimeUnixNano 1714566896789012345",
    "00:1a:2b:3c:4d:5e",
    "127.0.0.1:8080",
    "0.0.0.0",
    "::1",
    "std::vector<int>::iterator",
    "a::b::c",
    "255.255.255.0",
    "order 100-2345678-1234567",
    "order number 4111111111111112",
    "A-1042",
    "ISBN 978-3-16-148410-0",
    "ISBN 9783161484100",
    "0.4242424242424242",
    "3.141592653589793238",
    "1e+100",
    "4006381333931",
    "4006381333924",
    "4222222222223",
    "4222 2222 2222 3",
    "6799990100000000018",
    "6798031000000000006",
    "5019717010103743",
    "5017031000000005",
    "9792030000000001",
    "9791031000000009",
    "9793031000000007",
    "135410014004956",
    "135303100000005",
    "135503100000000",
    "353879234252633",
    "1111111111111111",
    "0000 0000 0000 0000",
    "#ff0000",
    "#4111111111111111a",
    "color: #a1b2c3; margin: 0 12px 4px 8px",
    ".sk-folding-cube-wrapper-large { animation: sk-fold 2.4s }",
    "sk-cube-grid-animation-delay",
    "task-12345678901234567890",
    "@types/node@20.1.0",
    "npm install @scope/package@1.2.3",
    "pip install 'package @ git+https://github.com/x/y'",
    "lodash@4.17.21",
    "@media (min-width: 100px)",
    "git@github.com:acme/shop.git",
    "icon@2x.png",
    "user@localhost",
    "@app.route('/')",
    "max_tokens: 4096",
    "token_count=1234",
    "total_tokens: 123456789012",
    "next_page_token: abc123def456ghi789",
    "the token is invalid",
    "password: str",
    "password: Optional[str] = None",
    "password: string;",
    "password = os.environ['PASSWORD']",
    "password = getpass.getpass()",
    "password=password",
    "password: ********",
    "password: <your password>",
    "password=${DB_PASSWORD}",
    "api_key=YOUR_API_KEY_HERE_123",
    "api_key = os.getenv('OPENAI_API_KEY')",
    "api_key: str = Field(default=None)",
    "Your password is required.",
    "secret: true",
    "Authorization: Bearer <token>",
    "Authorization: Bearer ${TOKEN}",
    "Authorization: Bearer [REDACTED]",
    "the bearer of good news",
    "['ASAuthorization', 'ASAuthorizationAppleIDButton']",
    "def seek(self, cookie, whence=0):",
    "if key_password is None:",
    'PASSWD = getpass.getpass("IMAP password")',
    "passwd = _raw_input(prompt)",
    "credentials = standard_b64encode(data)",
    "postgres://user:pass@localhost:5432/x",
    "Decimal('+35236450.6')",
    "basic understanding of things",
    "cookie: chocolate chip",
    "Accept cookies: yes",
    "https://example.com:8080/a@b",
    "sk-...abcd",
    "sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "AKIAXXXXXXXXXXXXXXXX",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
    "call_Fa0Ke1Fb2Kd3Fc4Ke5Fd6Kf7",
    "toolu_01A09q90qw90lq917835lq9",
    "chatcmpl-Fa0Ke1Fb2Kd3Fc4Ke5Fd6Kf7",
    "msg_01XFDUDYJgAACzvnptvVoYEL",
    "req_011CPSjMFXWqN4mD6KgHLRbp",
    "gpt-4o-2024-08-06",
    "claude-3-5-sonnet-20241022",
    "arn:aws:iam::123456789012:role/x",
    "+0200",
    "+1",
    "+1 234",
    "+12345",
    "-1234567890",
    "diff +20240101",
    "100.000.000,00 EUR",
    "1,101.6 INR at 91.8",
    "DE89 3704 0044 0532 0130 01",
    "XX89370400440532013000",
    "GB00 and so on",
    "0x4242424242424242",
    "/usr/local/lib/python3.11/site-packages/engine/check/detect",
    "C:\\Users\\x\\AppData\\Local\\Programs\\Python",
    "M 10.5 20.5 L 30.5 40.5 Z 100.25 200.75",
    "[email-0123456789ab] [card-0123456789ab] [secret-411111111111]",
    "[removed]",
    "50% of 20%25 is 10%",
]


@pytest.mark.parametrize("text", NOTHING)
def test_what_only_looks_like_it_is_left_alone(text: str) -> None:
    """Ids, hashes, versions, times, numbers, code and stand-ins are nobody's data."""
    assert kinds(text) == []
    assert kinds(f"See: {text} (there)") == []


def test_images_in_base64_hold_nothing() -> None:
    """Digits and signs that chance puts into 60 KB of noise are no phone number and no card."""
    noise = b"".join(hashlib.sha512(number.to_bytes(4, "big")).digest() for number in range(1000))
    for data in (b"\x89PNG\r\n\x1a\n" + noise, b"\xff\xd8\xff\xe0" + noise):
        text = base64.b64encode(data).decode()
        assert kinds(text) == []
        assert kinds(f"data:image/png;base64,{text}") == []


NOTES = [
    ("10.0.0.7", "note"),
    ("192.168.1.20", "note"),
    ("203.0.113.9", "note"),
    ("2001:db8::1", "note"),
    ("fd12:3456:789a::1", "note"),
    ("84.17.45.201", "warning"),
    ("openhands@all-hands.dev", "warning"),
    ("12+mira@users.noreply.github.com", "warning"),
    ("noreply@example.com", "warning"),
    ("run@main.py", "note"),
    ("https://user:${PASSWORD}@example.com/x", "note"),
    ("m***@example.com", "note"),
    ("jo@example.com", "error"),
    ("Set-Cookie: __cf_bm=abcDEF123456; path=/", "note"),
    ("Set-Cookie: sid=abcDEF123456; path=/", "error"),
]


@pytest.mark.parametrize(("text", "severity"), NOTES)
def test_how_grave_it_is(text: str, severity: str) -> None:
    """Private and documentation addresses are notes, a program's mail address a warning."""
    assert [hit.severity for hit in search_text(text)] == [severity]


# --- never shown whole ------------------------------------------------------------------------------------------------

MASKS = [
    ("jo.doe@example.org", "j…@e….org"),
    ("a@b.org", "…@….org"),
    ("4111 1111 1111 1111", "…1111"),
    ("DE89 3704 0044 0532 0130 00", "DE…3000"),
    ("+49 170 1234567", "…67"),
    ("84.17.45.201", "84.…"),
    (TOKENS["GitHub"], "ghp_…(40 characters)"),
    ("password: hunter2", "…(7 characters)"),
]


@pytest.mark.parametrize(("text", "shown"), MASKS)
def test_how_a_hit_is_shown(text: str, shown: str) -> None:
    """Enough to tell which, never the whole."""
    assert [mask(hit) for hit in search_text(text)] == [shown]


@pytest.mark.parametrize("encode", [None, *planted.ENCODINGS])
def test_a_veiled_text_shows_nothing(encode: object) -> None:
    """Whatever lies in it, and however deep."""
    text = "jo.doe@example.org, 4111 1111 1111 1111"
    assert kinds(veil(encode(text) if callable(encode) else text)) == []


def test_a_hit_says_nothing_of_its_value_when_it_is_printed() -> None:
    """A log of hits leaks nothing."""
    assert all("jo.doe" not in repr(hit) for hit in search_text("jo.doe@example.org"))
