"""“Try your own session”: the same check as the command line, in both browsers, whatever the file is."""

from __future__ import annotations

import base64
import gzip
import json
import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from builder.tools.environment import ROOT
from tests.page.harness import READERS, Guard, Host, Opener, axe
from tests.page.own import NAMES, SAMPLES, WORDS, Own, Save, answer_in, by_command_line, chat, long_chat
from tests.page.reading import LABELS

PROMISED = {
    "dropped-state.adk.json": ["missing.initial-state"],
    "missing-result.adk.json": ["missing.result"],
    "reused-call-ids.openai-chat.json": ["ambiguous.call-id-reused"],
    "alias-moves.openai-responses.json": ["underneath.model-alias"],
    "refund-again.anthropic.json": ["harm.changes-world"],
    "clock-and-chance.langchain.json": ["underneath.clock", "underneath.chance"],
    "secrets-in-a-body.vcr.yaml": ["people.email", "people.secret"],
    "mask-reaches-the-tool.otel.json": ["people.mask"],
    "cut-off.claude-code.jsonl": ["missing.truncated", "file.cut-off"],
    "self-contained.bundle.json": [],
}
SET_UPS = {
    "refund-again.anthropic.json": ("--tools", "live"),
    "mask-reaches-the-tool.otel.json": ("--tools", "live"),
    "alias-moves.openai-responses.json": ("--model", "pinned"),
    "dropped-state.adk.json": ("--model", "pinned"),
    "clock-and-chance.langchain.json": ("--model", "pinned"),
}
"""The samples that do not show their fault in the careful set-up."""
REFUND = "refund-again.anthropic.json"
KEY = "AKIA" + "Q3EGRIVBXZ4LMN7T"  # joined here, so that no scanner takes this file for a leak
CUT_OFF = "cut-off.claude-code.jsonl"

FAKE_DROP = """(make) => {
  const event = new Event("drop", { bubbles: true, cancelable: true });
  const file = make === "large" ? { name: "x", size: 150_000_001 }
    : { name: "x", size: 9, slice: () => { throw new Error("gone"); } };
  Object.defineProperty(event, "dataTransfer", { value: { types: ["Files"], files: [file] } });
  document.body.dispatchEvent(event);
}"""


# The samples' file arrives once a test says so.
LATE_SAMPLES = """
const known = window.fetch;
const arrived = new Promise((resolve) => (window.arrive = resolve));
window.fetch = async (address, ...more) => {
  if (String(address).includes("samples-")) await arrived;
  return known(address, ...more);
};
"""


@pytest.fixture
def own(ready: Page) -> Own:
    """A reader with a file of their own."""
    return Own(ready)


@pytest.fixture
def at_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line is used in the samples' folder."""
    monkeypatch.chdir(SAMPLES)


@pytest.mark.usefixtures("at_samples")
def test_every_sample_is_checked_as_by_the_command_line(own: Own, save: Save, tmp_path: Path) -> None:
    """To the byte, under the set-up in which it opens; the sentence is the one in the file."""
    assert set(PROMISED) == set(NAMES)
    for name in NAMES:
        own.sample(name)
        file = own.document(save)
        assert file.name == f"{name}.check.json"
        assert file.content == by_command_line(tmp_path, "check", name, "--json", *SET_UPS.get(name, ()))
        assert own.answer.inner_text().replace("\n", " ") == answer_in(file.content)


@pytest.mark.usefixtures("at_samples")
def test_a_bundle_is_the_command_lines_and_passes(own: Own, save: Save, tmp_path: Path) -> None:
    """With the same salt the same tokens; the check of the bundle stands beside that of the file."""
    for name, salt in (("secrets-in-a-body.vcr.yaml", "pepper"), ("reused-call-ids.openai-chat.json", "")):
        own.sample(name)
        own.make(salt)
        file = own.bundle(save)
        assert file.content == by_command_line(tmp_path, "redact", name, "--salt", salt)
        assert file.name == f"{Path(name).stem}.replayable.json"
        gates = own.page.locator("#own-made-result tbody tr").first.locator("td span")
        expect(gates).to_have_text([f"{WORDS['gate']} {WORDS['gates'][gate]}" for gate in ("fail", "pass")])
        own.choose(file.name, file.content)
        assert own.gates()[0]


def test_each_sample_opens_where_its_fault_is_seen(own: Own) -> None:
    """The gate fails in the outcome whose steps are shown, and the gravest findings hold what its title promises."""
    for name in NAMES:
        own.sample(name)
        gate = "fail" if PROMISED[name] else "pass"
        expect(own.page.locator(".outcome.is-chosen")).to_have_class(re.compile(f"outcome-{gate}"))
        codes = [code for _, code in own.findings(gravest=True)]
        assert [code for code in PROMISED[name] if code not in codes] == [], name
        assert len(codes) <= 3


def test_the_four_inputs_change_the_verdict(own: Own) -> None:
    """Live tools, another model, a state left out, people left in clear or not."""
    own.choose("refund.json", (SAMPLES / REFUND).read_bytes())
    assert own.gates() == (True, False)
    expect(own.step("S4")).to_contain_text(WORDS["states"]["same"])
    own.set("tools", "live")
    assert own.gates() == (True, False)
    expect(own.step("S4")).to_contain_text(WORDS["states"]["unknown"])
    expect(own.page.locator('[name="own-tools"][value="live"]')).to_be_focused()
    own.set("model", "latest")
    assert own.gates() == (False, False)
    own.set("model", "injected")
    assert own.gates() == (True, False)
    own.sample("self-contained.bundle.json")
    own.set("state", "omitted")
    assert own.gates() == (False, False)
    own.sample("secrets-in-a-body.vcr.yaml")
    own.set("email", "token")
    assert ("note", "people.email") in own.findings()


def test_what_could_not_be_searched_passes_when_the_reader_says_so(own: Own) -> None:
    """The tick is there for such a file alone, and is not kept for the next one."""
    tick = own.page.get_by_label(WORDS["unsearched"])
    own.choose("plain.json", chat({"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}))
    expect(tick).to_be_hidden()
    whole = gzip.compress(b"no one is named in here, " * 9, mtime=0)
    packed = base64.b64encode(whole[:20] + b"\xff" + whole[21:]).decode()
    damaged = chat({"role": "user", "content": packed}, {"role": "assistant", "content": "Hi"})
    own.choose("packed.json", damaged)
    assert own.gates() == (False, False)
    own.answered(tick.check)
    assert own.gates() == (True, True)
    own.choose("again.json", damaged)
    expect(tick).not_to_be_checked()
    assert own.gates() == (False, False)


def test_a_sample_brings_its_set_up_and_takes_it_along(own: Own) -> None:
    """A file of the reader's after it begins with the careful one; what the reader sets is kept for the next file."""
    data = (SAMPLES / REFUND).read_bytes()
    model = own.page.locator("#own-model")
    own.sample("alias-moves.openai-responses.json")
    expect(model).to_have_value("pinned")
    own.choose("mine.json", data)
    expect(model).to_have_value("injected")
    own.set("model", "latest")
    own.choose("other.json", data)
    expect(model).to_have_value("latest")
    own.sample("mask-reaches-the-tool.otel.json")
    expect(model).to_have_value("injected")
    expect(own.page.locator('[name="own-tools"][value="live"]')).to_be_checked()


def test_the_file_answers_what_the_text_asks(own: Own) -> None:
    """Every tool result, the model version, the initial state, stable placeholders: in words, with a count."""
    own.sample("self-contained.bundle.json")
    assert set(own.recorded().values()) == {"yes"}
    own.sample("missing-result.adk.json")
    assert own.recorded() == {
        "tool_results": "no",
        "model_version": "yes",
        "initial_state": "yes",
        "placeholders": "yes",
    }
    own.sample("mask-reaches-the-tool.otel.json")
    assert own.recorded()["placeholders"] == "no"
    calls = [{"id": c, "type": "function", "function": {"name": "get_a", "arguments": "{}"}} for c in "ab"]
    result = {"role": "tool", "tool_call_id": "a", "content": "x"}
    own.choose("half.json", chat({"role": "assistant", "content": None, "tool_calls": calls}, result))
    assert own.recorded()["tool_results"] == "partly, 1 of 2"


def test_a_mark_of_a_tool_is_followed(own: Own) -> None:
    """Harmless: nothing runs again. Without a mark: it does."""
    own.sample(REFUND)
    live = own.outcome("live")
    mark = own.page.get_by_label(f"{WORDS['mark']}: refund_order")
    expect(live).to_contain_text("refund_order at S5")
    mark.focus()
    own.answered(lambda: mark.select_option("safe"))
    expect(live).not_to_contain_text("refund_order")
    expect(own.answer).not_to_contain_text("refund_order")
    expect(mark).to_have_value("safe")
    expect(mark).to_be_focused()
    own.answered(lambda: mark.select_option("none"))
    expect(live).to_contain_text("refund_order at S5")
    lookup = own.page.get_by_label(f"{WORDS['mark']}: find_order")
    own.answered(lambda: lookup.select_option("unsafe"))
    expect(own.answer).to_contain_text("find_order")


def test_beyond_the_gravest_findings_are_folded_by_severity(own: Own) -> None:
    """Under their count; what is unfolded stays so when another question is asked."""
    emails = [{"role": "user", "content": f"I am jo{number}@x.org."} for number in range(4)]
    calls = [{"id": c, "type": "function", "function": {"name": f"send_{c}", "arguments": "{}"}} for c in "ab"]
    own.choose("x.json", chat(*emails, {"role": "assistant", "content": None, "tool_calls": calls}))
    everything, gravest = own.findings(), own.findings(gravest=True)
    assert len(gravest) == 3
    folded = Counter(severity for severity, _ in everything) - Counter(severity for severity, _ in gravest)
    assert len(folded) == 3
    folds, findings = own.page.locator("#own-result details"), own.page.locator("#own-result .finding")
    words = [WORDS["severity" if folded[each] == 1 else "severities"][each] for each in ("error", "warning", "note")]
    expected = [f"{number} more {word}" for number, word in zip(folded.values(), words, strict=True)]
    expect(folds.locator("summary")).to_have_text(expected)
    expect(findings.filter(visible=True)).to_have_count(3)
    folds.nth(0).locator("summary").click()
    expect(findings.filter(visible=True)).to_have_count(3 + folded["error"])
    own.set("model", "pinned")
    expect(folds.nth(0)).to_have_attribute("open", "")
    expect(folds.nth(1)).not_to_have_attribute("open", "")
    own.choose("y.json", chat({"role": "user", "content": "Hello."}))
    expect(folds).to_have_count(0)


def test_many_of_a_kind_do_not_hide_another_kind(own: Own) -> None:
    """Of two hundred addresses and one key, the key is among the three; what is not listed is counted."""
    rows = [{"role": "user", "content": f"jo{number}@x.org"} for number in range(250)]
    own.choose("many.json", chat(*rows, {"role": "user", "content": KEY}))
    codes = [code for _, code in own.findings(gravest=True)]
    assert sorted(codes) == ["people.email", "people.email", "people.secret"]
    expect(own.page.locator("[data-own-not-listed]")).to_contain_text("50")


def test_a_finding_leads_to_its_step(own: Own) -> None:
    """Also to one that was not listed yet."""
    own.sample(REFUND)
    own.page.locator('.finding[data-code="harm.changes-world"] [data-own-step]').click()
    expect(own.step("S5").locator("button")).to_be_focused()
    own.choose("long.json", long_chat(300, 50)[:-2] + b', {"role": "user", "content": "jo@x.org"}]}')
    expect(own.steps).to_have_count(200)
    own.page.locator('.finding [data-own-step="S301"]').click()
    expect(own.step("S301").locator("button")).to_be_focused()
    expect(own.steps).to_have_count(301)
    expect(own.page.locator("[data-own-more]")).to_have_count(0)


def test_a_step_opens_and_tells_why(own: Own) -> None:
    """The first that is not certain is open; the experiment’s tape, with steps of the same names, stays as it is."""
    own.sample(REFUND)
    reason = own.step("S4").locator(".opened")
    expect(reason).to_contain_text("called live")
    expect(own.page.locator("#own-steps .opened")).to_have_count(1)
    own.step("S4").locator("button").click()
    expect(reason).to_have_count(0)
    expect(own.step("S4").locator("button")).to_be_focused()
    own.page.keyboard.press("Enter")
    expect(reason).to_be_visible()
    own.step("S7").locator("button").click()
    expect(own.step("S7").locator(".opened")).to_contain_text("Follows from S4 and S6.")
    expect(own.page.locator(".row.is-open")).to_have_count(2)
    expect(own.step("S5")).to_contain_text(WORDS["runs_again"])
    expect(own.step("S5")).to_contain_text("order: B-310 · amount: 18.50")


def test_steps_far_on_are_put_in_where_they_belong(own: Own) -> None:
    """A finding's step comes with its neighbours; what is left out before and behind can be put in, in order."""
    own.choose("long.json", long_chat(3400, 50)[:-2] + b', {"role": "user", "content": "jo@x.org"}]}')
    rows = own.steps
    own.page.locator('.finding [data-own-step="S3401"]').click()
    expect(own.step("S3401").locator("button")).to_be_focused()
    expect(rows).to_have_count(200 + 201)
    more = own.page.locator("[data-own-more]")
    expect(more).to_have_count(1)
    more.click()
    expect(own.step("S201").locator("button")).to_be_focused()
    expect(rows).to_have_count(401 + 2000)
    more.click()
    expect(more).to_have_count(0)
    ids = rows.evaluate_all("rows => rows.map((row) => row.dataset.row)")
    assert ids == [f"S{number}" for number in range(1, 3402)]


def test_a_file_that_was_changed_meanwhile_is_told(own: Own, tmp_path: Path) -> None:
    """Or removed: the next question finds it unreadable; what was shown of it stays."""
    file = tmp_path / "mine.json"
    file.write_bytes((SAMPLES / REFUND).read_bytes())
    own.answered(lambda: own.page.locator("#own-file").set_input_files(file))
    shown = own.page.locator("#own-result").inner_html()
    file.unlink()
    own.set("email", "token")
    expect(own.note).to_have_text(WORDS["unreadable"])
    assert own.page.locator("#own-result").inner_html() == shown
    own.sample(REFUND)
    expect(own.note).to_be_hidden()


def test_a_file_of_several_sessions_shows_each(own: Own, save: Save) -> None:
    """The bundle is that of the chosen one; another choice takes a made bundle away."""
    value: Any = json.loads((SAMPLES / "dropped-state.adk.json").read_text("utf-8"))
    (case,) = value["eval_cases"]
    other = {**case, "eval_id": "other", "conversation": [{"user_content": {"parts": [{"text": "Hello."}]}}]}
    own.choose("two.json", json.dumps({**value, "eval_cases": [case, other]}).encode())
    chooser = own.page.locator("#own-session")
    expect(chooser.locator("option")).to_have_text([f"1 · {case['eval_id']}", "2 · other"])
    expect(own.steps).to_have_count(6)
    chooser.focus()
    chooser.select_option("1")
    expect(own.steps).to_have_count(1)
    expect(own.page.locator("#own-session")).to_be_focused()
    own.make()
    assert json.loads(own.bundle(save).content)["session"] == "other"
    own.page.locator("#own-session").select_option("0")
    expect(own.page.locator("#own-made")).to_have_count(0)


def test_a_file_is_chosen_or_dropped_anywhere(own: Own) -> None:
    """Both are read alike; the veil is there while it hovers. What is dragged and is no file is left alone."""
    data = (SAMPLES / REFUND).read_bytes()
    assert own.drop("dropped.json", data) == {"over": False, "veiled": True, "drop": False, "veiledAfter": False}
    dropped = own.page.locator("#own-result").inner_html()
    assert own.page.evaluate("() => document.querySelector('#own-file').files[0].name") == "dropped.json"
    own.sample("self-contained.bundle.json")
    assert own.page.evaluate("() => document.querySelector('#own-file').files.length") == 0
    own.choose("dropped.json", data)
    expect(own.button("self-contained.bundle.json")).to_have_attribute("aria-pressed", "false")
    assert own.page.locator("#own-result").inner_html() == dropped
    text = own.page.evaluate(
        """() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.setData("text/plain", "words");
          const facts = { dataTransfer, bubbles: true, cancelable: true };
          return document.body.dispatchEvent(new DragEvent("dragover", facts));
        }"""
    )
    assert text is True
    expect(own.page.locator("#drop-veil")).to_be_hidden()


def test_the_same_file_can_be_chosen_again(own: Own) -> None:
    """After an edit it is read anew; a sample, too."""
    own.choose("x.json", chat({"role": "user", "content": "one"}))
    own.choose("x.json", chat({"role": "user", "content": "one"}, {"role": "user", "content": "two"}))
    expect(own.steps).to_have_count(2)


@pytest.mark.parametrize(("kind", "label"), [("large", "too_large"), ("gone", "unreadable")])
def test_a_file_that_cannot_be_taken_is_told(own: Own, kind: str, label: str) -> None:
    """Nothing is asked of Python, and what was shown stays."""
    own.sample(REFUND)
    own.page.evaluate(FAKE_DROP, kind)
    expect(own.note).to_have_text(WORDS[label])
    expect(own.page.locator("[data-own-outcome]")).to_have_count(2)


@pytest.mark.alike(firefox=2)
@pytest.mark.parametrize(
    "data",
    [b"", b" \n", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), b"\x1f\x8b\x08" + bytes(99), b"{}", b"no session", b"[[["],
    ids=["empty", "blank", "png", "gzip", "object", "words", "cut"],
)
def test_a_file_that_is_no_session_is_told_with_a_remedy(own: Own, data: bytes) -> None:
    """A plain sentence, no traceback; nothing to make replayable, and a format to choose."""
    own.choose("what.bin", data)
    heading = own.page.locator("#own-verdict")
    expect(heading).to_have_text(f"what.bin {WORDS['not_understood']}")
    expect(heading).to_be_focused()
    assert "Traceback" not in own.answer.inner_text()
    expect(own.page.locator("#own-format")).to_be_visible()
    expect(own.page.locator("#own-make")).to_be_hidden()
    expect(own.note).to_be_hidden()


def test_the_format_is_asked_for_where_it_is_not_known(own: Own) -> None:
    """The message names the closest; a format that is named is kept until another file is chosen."""
    own.choose("odd.json", b'{"format": "replay-bundle/1"}')
    expect(own.answer).to_contain_text("It looks most like Replay bundle")
    expect(own.page.locator("#own-format")).to_be_visible()
    own.page.locator("#own-format").focus()
    own.set("format", "anthropic")
    expect(own.page.locator("#own-verdict")).to_contain_text(WORDS["not_understood"])
    expect(own.page.locator("#own-format")).to_be_focused()
    own.sample(REFUND)
    expect(own.page.locator("#own-read-as")).to_have_text(f"{WORDS['read_as']} Anthropic messages")
    expect(own.page.locator("#own-format")).to_be_hidden()
    expect(own.page.locator("#own-format")).to_have_value("")


@pytest.mark.parametrize("width", [360, 1280])
def test_what_is_chosen_brings_the_reader_to_the_verdict(own: Own, width: int) -> None:
    """The view and the focus; an input that is changed leaves both where they are."""
    heading = own.page.locator("#own-verdict")
    for choose in (
        lambda: own.sample(REFUND),
        lambda: own.choose("mine.json", (SAMPLES / REFUND).read_bytes()),
        lambda: own.drop("mine.json", (SAMPLES / REFUND).read_bytes()),
    ):
        own.page.evaluate("() => scrollTo(0, 0)")
        choose()
        expect(heading).to_be_focused()
        expect(heading).to_be_in_viewport()
        expect(own.answer).to_be_in_viewport()
    model = own.page.locator("#own-model")
    model.scroll_into_view_if_needed()
    model.focus()
    before = model.bounding_box()
    own.set("model", "latest")
    expect(model).to_be_focused()
    after = model.bounding_box()
    assert before and after and abs(before["y"] - after["y"]) <= 4
    assert own.page.evaluate("() => document.querySelector('#own').clientWidth") <= width


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_every_encoding_is_read(own: Own, encoding: str) -> None:
    """The first is as PowerShell writes it; those that name an order come without a byte order mark."""
    own.choose("x.json", (SAMPLES / REFUND).read_text("utf-8").encode(encoding))
    expect(own.steps).to_have_count(7)


def test_a_packed_file_is_opened(own: Own) -> None:
    """Inspect's log, a ZIP archive whose members are Zstandard data; its steps tell their member."""
    log = ROOT / "tests" / "engine" / "check" / "samples" / "inspect_ai" / "log.eval"
    own.choose("log.eval", log.read_bytes())
    expect(own.steps).to_have_count(8)
    expect(own.page.locator("#own-read-as")).to_contain_text("Inspect")


def test_what_powershell_encodes_is_opened(own: Own) -> None:
    """An address in UTF-16 in Base64, as its -EncodedCommand takes it, is found."""
    encoded = base64.b64encode("Send-Mail -To mira.holt@shop.net".encode("utf-16-le")).decode()
    own.choose("x.json", chat({"role": "user", "content": f"powershell -EncodedCommand {encoded}"}))
    assert ("error", "people.email") in own.findings()


def test_what_is_made_waits_for_the_check(own: Own) -> None:
    """An input changed and the button pressed at once: what stands beside the bundle is the check of that input."""
    own.sample(REFUND)
    assert own.gates() == (True, False)
    own.page.evaluate("""() => {
      const model = document.querySelector("#own-model");
      model.value = "latest";
      model.dispatchEvent(new Event("change", { bubbles: true }));
      document.querySelector("#own-make").click();
    }""")
    expect(own.page.locator("#own-made")).to_be_focused()
    assert own.gates() == (False, False)


def test_a_file_that_does_not_get_checked_leaves_nothing_of_the_one_before(own: Own) -> None:
    """Neither its verdict nor its download, which would bear the new one's name."""
    own.sample(REFUND)
    own.choose("deep.json", b"[" * 50_000)
    expect(own.page.locator("[data-own-outcome]")).to_have_count(0)
    expect(own.page.locator("#own-download-check")).to_be_hidden()
    expect(own.page.locator("#own-verdict")).to_contain_text("deep.json")


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize("open_", ["[", '{"a":', '{"a":[', '[{"b":1,"a":'])
def test_what_is_nested_too_deeply_does_not_end_python(own: Own, open_: str) -> None:
    """A browser's stack bears some thousands of levels; the rest is kept as text, and said."""
    close = "".join({"[": "]", "{": "}"}.get(sign, "") for sign in reversed(open_))
    deep = f"{open_ * 20_000}1{close * 20_000}"
    own.choose("deep.json", b'{"messages":[{"role":"user","content":"hi","extra":' + deep.encode() + b"}]}")
    expect(own.note).to_be_hidden()
    expect(own.page.locator("#own-result")).to_contain_text("levels are nested")


def test_a_sample_that_comes_late_does_not_take_the_place_of_a_file(
    open_page: Opener, browser_name: str, host: Callable[..., Host]
) -> None:
    """The reader chose the file after it."""
    page = open_page(browser_name, served=host().address, init_script=LATE_SAMPLES)
    own = Own(page)
    own.button(REFUND).click()
    expect(own.note).to_have_text(WORDS["reading"])
    own.choose("mine.json", chat({"role": "user", "content": "mine"}))
    page.evaluate("window.arrive()")
    page.wait_for_timeout(100)
    expect(own.steps).to_have_count(1)
    own.sample(REFUND)
    expect(own.steps).to_have_count(7)


def test_a_sample_that_does_not_come_is_told(
    open_page: Opener, browser_name: str, host: Callable[..., Host], guard: Guard
) -> None:
    """And can be chosen again."""
    guard.allow("404")
    own = Own(open_page(browser_name, served=host(missing=("assets/samples-*",)).address))
    own.button(REFUND).click()
    expect(own.note).to_have_text(WORDS["no_sample"])
    expect(own.button(REFUND)).to_have_attribute("aria-pressed", "false")


@pytest.mark.alike(firefox=2)
@pytest.mark.parametrize("name", ["engine", "library", "rest"])
def test_without_a_file_that_a_check_needs_it_says_so(
    name: str, open_page: Opener, browser_name: str, host: Callable[..., Host], guard: Guard
) -> None:
    """In plain words; the experiment goes on."""
    guard.allow("404")
    own = Own(open_page(browser_name, served=host(missing=(f"assets/{name}-*",)).address))
    own.sample(REFUND)
    expect(own.note).to_have_text(WORDS["incomplete"])
    expect(own.page.locator("html")).to_have_attribute("data-engine", "python")


@pytest.mark.parametrize("how", ["missing", "cut"])
def test_a_damaged_worker_is_not_blamed_on_the_file(
    how: str, open_page: Opener, browser_name: str, host: Callable[..., Host], guard: Guard
) -> None:
    """It is a file of the page that could not be loaded, and the sample is small."""
    guard.allow("404")
    own = Own(open_page(browser_name, served=host(**{how: ("assets/worker-*",)}).address))
    own.sample(REFUND)
    expect(own.note).to_have_text(WORDS["incomplete"])


def test_a_worker_that_never_answers_is_told_within_ten_seconds(open_page: Opener, browser_name: str) -> None:
    """And not blamed on the file: Python has never started."""
    own = Own(open_page(browser_name, init_script="window.Worker = class { postMessage() {} terminate() {} };"))
    start = time.monotonic()
    own.sample(REFUND)
    expect(own.note).to_have_text(WORDS["no_python"], timeout=20_000)
    assert time.monotonic() - start < 15
    expect(own.page.locator("#engine-note")).to_have_text(LABELS["engine"]["prebuilt"])


def test_a_long_check_can_be_cancelled(own: Own, tmp_path: Path) -> None:
    """The page answers meanwhile; nothing is kept; the next file is checked as ever."""
    file = tmp_path / "long.json"
    file.write_bytes(long_chat(20_000, 1000))
    own.page.locator("#own-file").set_input_files(file)
    expect(own.page.locator("#own-cancel")).to_be_visible()
    expect(own.page.locator("#own-elapsed")).to_have_text("2 s", timeout=20_000)
    longest = own.page.evaluate(
        """() => new Promise((resolve) => {
          let last = performance.now(), longest = 0, frames = 0;
          const look = (now) => {
            longest = Math.max(longest, now - last);
            last = now;
            if (++frames < 30) requestAnimationFrame(look); else resolve(longest);
          };
          requestAnimationFrame(look);
        })"""
    )
    assert longest < 2000
    own.page.locator("#own-cancel").click()
    expect(own.note).to_have_text(WORDS["cancelled"])
    expect(own.page.locator("#own-cancel")).to_be_hidden()
    expect(own.page.locator("#own-elapsed")).to_be_empty()
    expect(own.page.locator("#own-shown")).to_be_hidden()
    expect(own.page.locator("#own-title")).to_be_focused()
    assert own.page.evaluate("() => document.querySelector('#own-file').files.length") == 0
    own.sample(REFUND)
    expect(own.steps).to_have_count(7)


def test_a_file_chosen_while_python_starts_is_checked_then(page: Page) -> None:
    """What is asked of it at once is answered when it is there."""
    own = Own(page)
    own.sample(REFUND)
    assert own.gates() == (True, False)
    expect(own.note).to_be_hidden()


def test_without_webassembly_it_says_what_is_lacking(open_page: Opener, browser_name: str) -> None:
    """And names the command line that does the same."""
    own = Own(open_page(browser_name, wasm=False))
    own.sample(REFUND)
    expect(own.note).to_have_text(WORDS["no_python"])
    expect(own.page.locator("#own-shown")).to_be_hidden()


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize(("browser_name", "dark", "width"), READERS)
def test_a_result_is_accessible(own: Own) -> None:
    """No rule of axe is broken by findings, tools, steps and a made bundle."""
    own.sample(CUT_OFF)
    own.make()
    assert axe(own.page) == []


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize("width", [320, 360])
def test_no_result_is_wider_than_the_page(own: Own, width: int) -> None:
    """Long paths, names and messages break."""
    long = "x" * 300
    call = {"id": "c", "type": "function", "function": {"name": long, "arguments": json.dumps({long: "[REDACTED]"})}}
    messages: list[Any] = [{"role": "user", "content": long}, {"role": "assistant", "tool_calls": [call]}]
    own.choose(f"{long}.json", chat(*messages))
    own.make()
    assert own.page.evaluate("() => document.documentElement.scrollWidth") <= width
    for name in NAMES:
        own.sample(name)
        assert own.page.evaluate("() => document.documentElement.scrollWidth") <= width, name
    own.choose(f"{long}.json", b"{}")
    assert own.page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_all_of_it_by_keyboard(own: Own) -> None:
    """File, samples, outcomes, format, inputs, a finding's step, a mark, the buttons and the salt come in order."""
    own.sample(REFUND)
    own.page.locator("#own-file").focus()
    reached: list[str] = []
    for _ in range(60):
        own.page.keyboard.press("Tab")
        reached.append(
            own.page.evaluate(
                """() => {
                  const { activeElement: at } = document;
                  if (!at.closest("#own")) return "";
                  return at.id || at.name || at.className || at.dataset.own || at.tagName;
                }"""
            )
        )
        if not reached[-1]:
            break
    order = ["own-sample", "own-tools", "own-read-as", "own-model", "own-email", "own-state", "link-button", "mark"]
    order += ["own-download-check", "own-save-report", "own-salt", "own-make"]
    assert list(dict.fromkeys(each for each in reached if each in order)) == order
