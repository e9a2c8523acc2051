r"""Addresses in clear, as consistent tokens, removed; and the check that finds them.

Deliberate limits, each with a test below: a local part's beginning is judged by its characters, so of `o'brien@x.com`
the `o'` stays and `brien@x.com` is the address; letters of any script belong to an address, so a sentence without
spaces around it is taken as a part of it; so is a word that follows a full stop without a space. Not found are
quoted local parts, numeric domains, domains without a dot, addresses encoded twice or spelt out ("at").
"""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.base.json_text import canonical
from engine.base.json_walk import texts
from engine.replay.export import export, pseudonyms, redact
from engine.replay.fixtures import standard
from engine.replay.identifiers import Identifiers
from engine.replay.privacy import search_bundle
from engine.replay.session import read_session
from engine.replay.settings import Settings
from tests.engine.paths import inside
from tests.engine.recordings import EMAILS

Json = Any

NOT_A_PERSON = re.compile(r"=@|^git@|@\d+\.\d|@\d(\.\d)?x\.", re.IGNORECASE)
"""A file that curl sends, a git remote, a package's version, an image's scale: each has the form, and none is one."""

ADDRESSES = st.emails().filter(lambda address: not NOT_A_PERSON.search(address))

PLAIN_TEXT = st.text(st.characters(exclude_characters="@＠&%\\"), max_size=20)
AROUND = st.sampled_from(["", " ", "<", ">", "(", ")", '"', "'", ",", ";", ":", "\n", "/", "=", "…", "«", "|"])


def tokenised(value: Json) -> Json:
    """The value with consistent tokens."""
    return redact(value, pseudonyms(value))


def removed(value: Json) -> Json:
    """The value with every address removed."""
    return redact(value, lambda _: "[removed]")


def found_in(text: str) -> list[str]:
    """The addresses in a text."""
    return [each.identity for each in Identifiers().find(text)]


# --- where an address stands, and where it ends -----------------------------------------------------------------------

SPELLINGS: list[tuple[str, str]] = [
    ("mira@example.com", "T"),
    ("Write to mira@example.com.", "Write to T."),
    ("<mira@example.com>", "<T>"),
    ("mailto:mira@example.com?subject=x", "mailto:T?subject=x"),
    ("MIRA@Example.COM", "T"),
    ("'mira@example.com'", "'T'"),
    ("(mira@example.com)", "(T)"),
    ("user=mira@example.com&x=1", "user=T&x=1"),
    ("https://mira@example.com/path", "https://T/path"),
    ("-mira@example.com", "-T"),
    ("--mira@example.com", "--T"),
    ("...mira@example.com", "...T"),
    ("_mira@example.com_", "_T_"),
    ("+mira@example.com", "+T"),
    ("%mira@example.com", "%T"),
    ("100%mira@example.com", "100%T"),
    ("**mira@example.com**", "**T**"),
    ("q=%22mira%40example.com%22", "q=%22T%22"),
    ("q=%3Cmira%40example.com%3E", "q=%3CT%3E"),
    ("mira&#64;example.com", "T"),
    ("mira&#x40;example.com", "T"),
    ("mira&commat;example.com", "T"),
    ("&lt;mira@example.com&gt;", "&lt;T&gt;"),
    ("mira＠example.com", "T"),
    (r"mira\u0040example.com", "T"),
    (r"Hello\nmira@example.com\nBye", r"Hello\nT\nBye"),
    (r"\tmira@example.com", r"\tT"),
    (r"\u003cmira@example.com\u003e", r"\u003cT\u003e"),
    (r"\"mira@example.com\"", r"\"T\""),
    ("mira@example.com,mira@example.com", "T,T"),
]


@pytest.mark.parametrize(("text", "expected"), SPELLINGS)
def test_one_address_in_every_spelling(text: str, expected: str) -> None:
    """However it is written, it is the one address, and only it is replaced."""
    assert set(found_in(text)) == {"mira@example.com"}
    assert Identifiers().replace(text, lambda _: "T") == expected


ONE_ADDRESS: list[tuple[str, str]] = [
    ("a+b@x.com", "a+b@x.com"),
    ("a%2Bb%40x.com", "a+b@x.com"),
    (r"a\u002Bb@x.com", "a+b@x.com"),
    ("a+b%40x.com", "a+b@x.com"),
    ("andr%C3%A9%40x.com", "andré@x.com"),
    ("andré@x.com", "andré@x.com"),
    (r"andr\u00e9@x.com", "andré@x.com"),
    ("a!%40x.com", "a!@x.com"),
    ("a%21%40x.com", "a!@x.com"),
    ("{a}@x.com", "{a}@x.com"),
    (r"\n!@x.com", "!@x.com"),
    ("a@sub.x.co.uk", "a@sub.x.co.uk"),
    ("a@xn--bcher-kva.example", "a@xn--bcher-kva.example"),
    ("a@bücher.example", "a@bücher.example"),
    ("a@b%C3%BCcher.example", "a@bücher.example"),
    ("a@x.xn--p1ai", "a@x.xn--p1ai"),
    ("+@x.com", "+@x.com"),
    ("straße@x.de", "straße@x.de"),
    ("strasse@x.de", "strasse@x.de"),
]


@pytest.mark.parametrize(("text", "identity"), ONE_ADDRESS)
def test_an_address_has_one_identity(text: str, identity: str) -> None:
    """Two spellings of one address are one, two addresses are two."""
    assert found_in(text) == [identity]


LIMITS: list[tuple[str, list[str]]] = [
    ("o'brien@x.com", ["brien@x.com"]),
    ("我的邮箱是mira@x.com", ["我的邮箱是mira@x.com"]),
    ("Ask mira@x.com.Thanks", ["mira@x.com"]),
    ("Ask mira@x.com.Bye", ["mira@x.com.bye"]),
    ('"mira rao"@x.com', []),
    ("mira@[10.0.0.1]", []),
    ("mira@10.0.0.1", []),
    ("mira@localhost", []),
    ("mira%2540x.com", []),
    ("mira at x dot com", []),
    ("mira @ x.com", []),
]


@pytest.mark.parametrize(("text", "found"), LIMITS)
def test_limits_are_where_they_are_said_to_be(text: str, found: list[str]) -> None:
    """What the check does not see, or sees otherwise, is known."""
    assert found_in(text) == found


NO_ADDRESS = ["", "@", "a@", "@b.com", "a@b", "@@", "12@5.50", "x @y.com", "[email-1]", "[removed]", "a@b.c"]
NO_ADDRESS += [
    "git@github.com:acme/shop.git",
    "ssh://git@host.example/x",
    "ssh://mira@host.example:22/x",
    'curl -F "file=@printenv.pl" http://localhost/',
    "icons/128x128@2x.png",
    "icon@1.5x.webp",
    "react@18.0.0-rc.next",
    "Use the@agent.instructions decorator",
    "pool@registry.getInstance",
    "user@1000.service",
    "web@server.js",
]


@pytest.mark.parametrize("text", NO_ADDRESS)
def test_what_is_no_address_stays(text: str) -> None:
    """Nothing is found, nothing is changed."""
    assert found_in(text) == []
    assert Identifiers().replace(text, lambda _: "T") == text


# --- the privacy check ------------------------------------------------------------------------------------------------


@given(ADDRESSES, AROUND, AROUND)
def test_every_address_is_found_wherever_it_stands(address: str, before: str, after: str) -> None:
    """Any address of RFC 5322's plain form is found, whatever stands around it."""
    assert len(found_in(f"{before}{address}{after}")) == 1


@given(ADDRESSES)
def test_every_address_is_found_percent_encoded(address: str) -> None:
    """As a link's part it is found too."""
    assert len(found_in(quote(address, safe=""))) == 1


@given(ADDRESSES, st.sampled_from(["\n", "\t", '"', "<", "é", "\\", " "]))
def test_every_address_is_found_in_json_inside_a_text(address: str, before: str) -> None:
    """A text that is itself JSON, escapes and all, hides nothing."""
    inner = json.dumps({"note": f"{before}{address}", address: 1})
    assert search_bundle({"result": inner}).addresses >= 1
    assert found_in(tokenised(inner)) == []


BUNDLE_PLACES: list[tuple[str | int, ...]] = [
    ("session",),
    ("user",),
    ("model", "version"),
    ("tools", 0, "name"),
    ("instruction", "template", 0),
    ("instruction", "as_recorded", 0),
    ("initial_state", "user:tier"),
    ("steps", 0, "id"),
    ("steps", 0, "label"),
    ("steps", 0, "output", "message"),
    ("steps", 1, "output", "arguments", "email"),
    ("steps", 2, "output", "result"),
    ("steps", 2, "output", "result", "order"),
]


def bundle_without_addresses() -> Json:
    """The standard session with every address removed."""
    return removed(standard().session.to_json())


def with_text_at(path: tuple[str | int, ...], text: str) -> Json:
    """A clean bundle with that text at that place."""
    bundle = bundle_without_addresses()
    inside(bundle, path[:-1])[path[-1]] = text
    return bundle


def test_a_clean_bundle_is_clean() -> None:
    """Before anything is put into it, nothing is found."""
    assert search_bundle(bundle_without_addresses()).addresses == 0


@pytest.mark.parametrize("path", BUNDLE_PLACES)
def test_every_field_of_the_bundle_is_searched(path: tuple[str | int, ...]) -> None:
    """The check names the one place where an address stands."""
    finding = search_bundle(with_text_at(path, "see jo.doe@example.org!"))
    named = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)[1:]
    assert (finding.addresses, finding.places) == (1, (named,))


@given(st.sampled_from(BUNDLE_PLACES), ADDRESSES, AROUND)
def test_an_address_anywhere_is_found_and_can_be_redacted(path: Any, address: str, before: str) -> None:
    """Wherever it is put, the check finds it, and after redaction finds none."""
    bundle = with_text_at(path, f"{before}{address}")
    assert search_bundle(bundle).addresses == 1
    assert search_bundle(tokenised(bundle)).addresses == 0
    assert search_bundle(removed(bundle)).addresses == 0


def test_addresses_are_counted_once_and_places_each() -> None:
    """Two addresses in three texts are two addresses in three places, keys included."""
    finding = search_bundle({"a@x.com": ["A@X.com", {"k": "b@y.org a%40x.com"}]})
    assert finding.addresses == 2
    assert finding.places == ("a@x.com", "a@x.com[0]", "a@x.com[1].k")


# --- tokens -----------------------------------------------------------------------------------------------------------


def json_with(words: st.SearchStrategy[str]) -> st.SearchStrategy[Json]:
    """JSON values whose texts hold those words, nested, as keys too."""
    leaf = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    text = st.lists(words | PLAIN_TEXT, max_size=3).map(" ".join)
    return st.recursive(
        leaf | text,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
        max_leaves=10,
    )


@given(json_with(EMAILS))
def test_no_address_is_left_and_nothing_changes_a_second_time(value: Json) -> None:
    """Redaction leaves no address, and redacting what is redacted changes nothing."""
    for redacted in (tokenised(value), removed(value)):
        assert search_bundle(redacted).addresses == 0
        assert canonical(tokenised(redacted)) == canonical(redacted)
        assert canonical(removed(redacted)) == canonical(redacted)


@given(json_with(st.sampled_from(["no address", "x @ y", "[email-3]", "[removed]"])))
def test_a_value_without_addresses_stays_as_it_is(value: Json) -> None:
    """Where there is nothing to redact, nothing is changed."""
    assert canonical(tokenised(value)) == canonical(value)
    assert canonical(removed(value)) == canonical(value)


@given(st.lists(EMAILS, min_size=1, max_size=5, unique=True), st.data())
def test_the_same_address_has_the_same_token_everywhere(addresses: list[str], data: st.DataObject) -> None:
    """In a sentence, nested, as a key, in JSON inside a text and percent-encoded: one token for one address."""
    chosen = data.draw(st.sampled_from(addresses))
    value = {
        "all": addresses,
        "sentence": f"I am {chosen}, write soon.",
        "nested": [{"deep": [chosen.upper()]}],
        chosen: None,
        "json": json.dumps({"note": f"from:\n{chosen}"}),
        "link": f"/find?email={quote(chosen, safe='')}",
    }
    result = tokenised(value)
    own = result["all"][addresses.index(chosen)]
    assert result["sentence"] == f"I am {own}, write soon."
    assert result["nested"] == [{"deep": [own]}]
    assert own in result
    assert json.loads(result["json"]) == {"note": f"from:\n{own}"}
    assert result["link"] == f"/find?email={own}"


@given(st.lists(EMAILS, min_size=2, max_size=6, unique=True))
def test_two_addresses_have_two_tokens(addresses: list[str]) -> None:
    """Tokens are numbered by first appearance."""
    assert tokenised(addresses) == [f"[email-{number}]" for number in range(1, len(addresses) + 1)]


@given(st.lists(ADDRESSES, min_size=1, max_size=6, unique_by=str.lower))
def test_no_two_texts_become_one(addresses: list[str]) -> None:
    """Of any addresses, also of those cut within their local part, two never become the same text."""
    assert len(set(tokenised(addresses))) == len(addresses)


@given(st.lists(EMAILS, min_size=1, max_size=4, unique=True), st.data())
def test_only_addresses_are_replaced(addresses: list[str], data: st.DataObject) -> None:
    """Put the addresses back where their tokens stand and the text is what it was."""
    words = data.draw(st.lists(st.sampled_from(addresses) | PLAIN_TEXT, max_size=8))
    text = " ".join(words)
    value = [addresses, text]
    tokens = dict(zip(tokenised(value)[0], addresses, strict=True))
    redacted: str = tokenised(value)[1]
    assume("[email-" not in text)
    for own, address in tokens.items():
        redacted = redacted.replace(own, address)
    assert redacted == text


def test_new_tokens_are_numbered_above_those_that_stand_there() -> None:
    """A token that is in the session already keeps its meaning."""
    assert tokenised(["[email-7]", "a@x.com", "b@x.com"]) == ["[email-7]", "[email-8]", "[email-9]"]


def test_keys_that_become_equal_are_all_kept() -> None:
    """Two removed addresses that are keys of one object give two keys, beside one that stands there already."""
    value = {"a@x.com": 1, "[removed]": 2, "b@x.com": 3}
    assert removed(value) == {"[removed] (2)": 1, "[removed]": 2, "[removed] (3)": 3}


@pytest.mark.timeout(20)
def test_many_keys_that_become_equal_are_numbered_soon() -> None:
    """An object with 50,000 addresses for keys is redacted once over, not once for each key."""
    value = {f"a{number}@x.com": number for number in range(50_000)}
    assert len(removed(value)) == len(tokenised(value)) == 50_000


@given(json_with(EMAILS))
def test_redaction_keeps_the_shape(value: Json) -> None:
    """As many texts as before, in the same order; numbers, booleans and nulls untouched."""
    assert len(list(texts(removed(value)))) == len(list(texts(value)))
    assert others(tokenised(value)) == others(value)


def others(value: Json) -> list[str]:
    """Everything in a value that is not text, in order."""
    if isinstance(value, dict):
        return [other for item in value.values() for other in others(item)]
    if isinstance(value, list):
        return [other for item in value for other in others(item)]
    return [] if isinstance(value, str) else [repr(value)]


# --- the export -------------------------------------------------------------------------------------------------------


def test_in_clear_the_export_is_the_session() -> None:
    """With the state, in clear, nothing is changed."""
    assert export(standard().session, Settings()) == standard().session


def test_the_state_can_be_left_out() -> None:
    """Left out, the key is absent, not null."""
    assert "initial_state" not in export(standard().session, Settings(state="omitted")).to_json()


def test_the_reader_accepts_a_redacted_session_with_addresses_as_names() -> None:
    """Addresses as step ids, in links between steps and as tools' names are redacted alike."""
    text = canonical(standard().session.to_json()).replace("S2", "s2@x.com").replace("get_fx", "fx@y.com")
    session = read_session(json.loads(text))
    bundle = export(session, Settings(email="token"))
    assert bundle.steps[2].answers == bundle.steps[1].id
    assert bundle.call_answered_by(bundle.steps[4]).tool in bundle.changes_world


# --- what a model takes for an address --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "holds"),
    [("[removed]", True), ("x [email-12] y", True), ("[email-]", False), ("email-1", False), ("", False)],
)
def test_a_placeholder_is_recognised(text: str, holds: bool) -> None:
    """A token or `[removed]`, and nothing like them."""
    assert Identifiers().holds_placeholder(text) is holds


# --- linear in the text -----------------------------------------------------------------------------------------------

LENGTH = 200_000
SEEDS = [
    *["a", ".", "-", "+", "'", "%", "@", "{", "é", "\\", "&", "[", "1"],
    *["a.", "a'", "-a", "a%", "%4", "%40", "%41", "%2B", "%2Ba", "%22a", "a@", "a@a.", "a@-"],
    *["&#64;", r"\u0040", r"\u00e9", r"\n", r"\u00", "[email-", "a@a.1", "xn--", "a!", "!a@", "a%21"],
]


@pytest.mark.timeout(30)
@pytest.mark.parametrize("end", ["", "@x.com"])
def test_adversarial_texts_end_soon(end: str) -> None:
    """Texts of 200,000 characters made to be looked at again and again are redacted in time."""
    for seed in SEEDS:
        text = seed * (LENGTH // len(seed)) + end
        assert found_in(Identifiers().replace(text, lambda _: "[removed]")) == []


@pytest.mark.timeout(30)
@pytest.mark.parametrize("start", ["a@", "a@xn--", "a@b."])
def test_adversarial_domains_end_soon(start: str) -> None:
    """So are texts that look like an endless domain."""
    for seed in ["a", "a.", "1", "1.", "-", "xn--", "xn--.", "%C3%A9", "_."]:
        text = start + seed * (LENGTH // len(seed))
        assert found_in(Identifiers().replace(text, lambda _: "[removed]")) == []
