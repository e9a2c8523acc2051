"""“Try your own session”: the same check as the command line, in both browsers, whatever the file is."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.harness import READERS, Guard, Host, Opener, axe
from tests.page.own import NAMES, SAMPLES, WORDS, Own, Save, by_command_line, chat, long_chat
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
REFUND = "refund-again.anthropic.json"
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
    """To the byte; and each shows the finding that its title promises."""
    assert set(PROMISED) == set(NAMES)
    for name in NAMES:
        own.sample(name)
        file = own.document(save)
        assert file.name == f"{name}.check.json"
        assert file.content == by_command_line(tmp_path, "check", name, "--json")
        codes = [code for _, code in own.findings()]
        assert [code for code in PROMISED[name] if code not in codes] == [], name
    expect(own.note).to_have_text(WORDS["checked"])


@pytest.mark.usefixtures("at_samples")
def test_a_bundle_is_the_command_lines_and_passes(own: Own, save: Save, tmp_path: Path) -> None:
    """With the same salt the same tokens; the check of the bundle stands beside that of the file."""
    for name, salt in (("secrets-in-a-body.vcr.yaml", "pepper"), ("reused-call-ids.openai-chat.json", "")):
        own.sample(name)
        assert not own.passes
        own.make(salt)
        file = own.bundle(save)
        assert file.content == by_command_line(tmp_path, "redact", name, "--salt", salt)
        assert file.name == f"{Path(name).stem}.replayable.json"
        gates = own.page.locator("#own-made-result tbody tr").first.locator("td")
        expect(gates).to_have_text([WORDS["gates"]["fail"], WORDS["gates"]["pass"]])
        own.choose(file.name, file.content)
        assert own.passes


def test_the_four_inputs_change_the_verdict(own: Own) -> None:
    """Live tools, another model, a state left out, people left in clear or not."""
    own.sample(REFUND)
    assert own.passes
    own.set("tools", "live")
    assert own.metric("side_effects_rerun") == "1"
    assert not own.passes
    own.set("tools", "recorded")
    own.set("model", "latest")
    assert not own.passes
    own.set("model", "injected")
    assert own.passes
    own.sample("self-contained.bundle.json")
    own.set("state", "omitted")
    assert not own.passes
    own.sample("secrets-in-a-body.vcr.yaml")
    own.set("email", "token")
    assert ("note", "people.email") in own.findings()


def test_a_mark_of_a_tool_is_followed(own: Own) -> None:
    """Harmless: nothing runs again. As told: it does."""
    own.sample(REFUND)
    own.set("tools", "live")
    mark = own.page.get_by_label(f"{WORDS['mark']}: refund_order")
    mark.focus()
    own.page.locator('[data-own="severity"]').nth(0).uncheck()
    mark.focus()
    own.answered(lambda: mark.select_option("safe"))
    assert own.metric("side_effects_rerun") == "0"
    expect(mark).to_have_value("safe")
    expect(mark).to_be_focused()
    expect(own.page.locator('[data-own="severity"]').nth(0)).not_to_be_checked()
    own.answered(lambda: mark.select_option("none"))
    assert own.metric("side_effects_rerun") == "1"
    lookup = own.page.get_by_label(f"{WORDS['mark']}: find_order")
    own.answered(lambda: lookup.select_option("unsafe"))
    assert own.metric("side_effects_rerun") == "2"


def test_findings_are_filtered_by_severity(own: Own) -> None:
    """Each box hides its own; with none left the page says so."""
    own.sample(CUT_OFF)
    shown = own.page.locator("#own-result .finding")
    boxes = own.page.locator('[data-own="severity"]')
    expect(shown.filter(visible=True)).to_have_count(8)
    boxes.nth(2).uncheck()
    expect(shown.filter(visible=True)).to_have_count(6)
    boxes.nth(0).uncheck()
    boxes.nth(1).uncheck()
    expect(shown.filter(visible=True)).to_have_count(0)
    expect(own.page.locator("[data-own-hidden]")).to_be_visible()
    boxes.nth(0).check()
    expect(own.page.locator("[data-own-hidden]")).to_be_hidden()
    expect(shown.filter(visible=True)).to_have_attribute("data-code", "file.cut-off")


def test_a_finding_leads_to_its_step(own: Own) -> None:
    """Also to one that was not listed yet."""
    own.sample(REFUND)
    own.page.locator('.finding[data-code="harm.changes-world"] [data-own-step]').click()
    expect(own.page.locator("#own-step-S5")).to_be_focused()
    own.choose("long.json", long_chat(300, 50)[:-2] + b', {"role": "user", "content": "jo@x.org"}]}')
    expect(own.page.locator("#own-steps tr[id]")).to_have_count(200)
    own.page.locator('.finding [data-own-step="S301"]').click()
    expect(own.page.locator("#own-step-S301")).to_be_focused()
    expect(own.page.locator("#own-steps tr")).to_have_count(301)
    expect(own.page.locator("[data-own-more]")).to_have_count(0)


def test_steps_far_on_are_put_in_where_they_belong(own: Own) -> None:
    """A finding's step comes with its neighbours; what is left out before and behind can be put in, in order."""
    own.choose("long.json", long_chat(3400, 50)[:-2] + b', {"role": "user", "content": "jo@x.org"}]}')
    rows = own.page.locator("#own-steps tr[id]")
    own.page.locator('.finding [data-own-step="S3401"]').click()
    expect(own.page.locator("#own-step-S3401")).to_be_focused()
    expect(rows).to_have_count(200 + 201)
    more = own.page.locator("[data-own-more]")
    expect(more).to_have_count(1)
    more.click()
    expect(own.page.locator("#own-step-S201")).to_be_focused()
    expect(rows).to_have_count(401 + 2000)
    more.click()
    expect(more).to_have_count(0)
    ids = rows.evaluate_all("rows => rows.map((row) => row.id)")
    assert ids == [f"own-step-S{number}" for number in range(1, 3402)]


def test_a_file_that_was_changed_meanwhile_is_told(own: Own, tmp_path: Path) -> None:
    """Or removed: the next question finds it unreadable; what was shown of it stays."""
    file = tmp_path / "mine.json"
    file.write_bytes((SAMPLES / REFUND).read_bytes())
    own.answered(lambda: own.page.locator("#own-file").set_input_files(file))
    shown = own.page.locator("#own-result").inner_html()
    file.unlink()
    own.set("tools", "live")
    expect(own.note).to_have_text(WORDS["unreadable"])
    assert own.page.locator("#own-result").inner_html() == shown
    own.sample(REFUND)
    expect(own.note).to_have_text(WORDS["checked"])


def test_a_file_of_several_sessions_shows_each(own: Own, save: Save) -> None:
    """The bundle is that of the chosen one; another choice takes a made bundle away."""
    value: Any = json.loads((SAMPLES / "dropped-state.adk.json").read_text("utf-8"))
    (case,) = value["eval_cases"]
    other = {**case, "eval_id": "other", "conversation": [{"user_content": {"parts": [{"text": "Hello."}]}}]}
    own.choose("two.json", json.dumps({**value, "eval_cases": [case, other]}).encode())
    chooser = own.page.locator("#own-session")
    expect(chooser.locator("option")).to_have_text([f"1 · {case['eval_id']}", "2 · other"])
    expect(own.page.locator("#own-steps tr")).to_have_count(6)
    chooser.focus()
    chooser.select_option("1")
    expect(own.page.locator("#own-steps tr")).to_have_count(1)
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
    own.sample("self-contained.bundle.json")
    own.choose("dropped.json", data)
    expect(own.page.locator("#own-sample")).to_have_value("")
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
    expect(own.page.locator("#own-steps tr")).to_have_count(2)


@pytest.mark.parametrize(("kind", "label"), [("large", "too_large"), ("gone", "unreadable")])
def test_a_file_that_cannot_be_taken_is_told(own: Own, kind: str, label: str) -> None:
    """Nothing is asked of Python, and what was shown stays."""
    own.sample(REFUND)
    own.page.evaluate(FAKE_DROP, kind)
    expect(own.note).to_have_text(WORDS[label])
    expect(own.page.locator("#own-result .verdict")).to_have_count(1)


@pytest.mark.alike(firefox=2)
@pytest.mark.parametrize(
    "data",
    [b"", b" \n", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), b"\x1f\x8b\x08" + bytes(99), b"{}", b"no session", b"[[["],
    ids=["empty", "blank", "png", "gzip", "object", "words", "cut"],
)
def test_a_file_that_is_no_session_is_told_with_a_remedy(own: Own, data: bytes) -> None:
    """A plain sentence, no traceback; there is nothing to make replayable."""
    own.choose("what.bin", data)
    shown = own.page.locator("#own-result")
    expect(shown).to_contain_text("what.bin")
    expect(shown.locator("p")).to_have_count(2)
    assert "Traceback" not in shown.inner_text()
    expect(own.page.locator("#own-make")).to_be_hidden()


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_every_encoding_is_read(own: Own, encoding: str) -> None:
    """The first is as PowerShell writes it; those that name an order come without a byte order mark."""
    own.choose("x.json", (SAMPLES / REFUND).read_text("utf-8").encode(encoding))
    expect(own.page.locator("#own-steps tr")).to_have_count(7)


def test_what_powershell_encodes_is_opened(own: Own) -> None:
    """An address in UTF-16 in Base64, as its -EncodedCommand takes it, is found."""
    encoded = base64.b64encode("Send-Mail -To mira.holt@shop.net".encode("utf-16-le")).decode()
    own.choose("x.json", chat({"role": "user", "content": f"powershell -EncodedCommand {encoded}"}))
    assert ("error", "people.email") in own.findings()


def test_what_is_made_waits_for_the_check(own: Own) -> None:
    """An input changed and the button pressed at once: what stands beside the bundle is the check of that input."""
    own.sample(REFUND)
    assert own.passes
    own.page.evaluate("""() => {
      const tools = document.querySelector('[name="own-tools"]');
      tools.value = "live";
      tools.dispatchEvent(new Event("change", { bubbles: true }));
      document.querySelector("#own-make").click();
    }""")
    expect(own.page.locator("#own-made")).to_be_focused()
    assert own.metric("side_effects_rerun") == "1"
    assert not own.passes


def test_a_file_that_does_not_get_checked_leaves_nothing_of_the_one_before(own: Own) -> None:
    """Neither its verdict nor its download, which would bear the new one's name."""
    own.sample(REFUND)
    own.choose("deep.json", b"[" * 50_000)
    expect(own.page.locator("#own-result .verdict")).to_have_count(0)
    expect(own.page.locator("#own-download-check")).to_be_hidden()
    expect(own.page.locator("#own-result")).to_contain_text("deep.json")


@pytest.mark.alike(firefox=1)
@pytest.mark.parametrize("open_", ["[", '{"a":', '{"a":[', '[{"b":1,"a":'])
def test_what_is_nested_too_deeply_does_not_end_python(own: Own, open_: str) -> None:
    """A browser's stack bears some thousands of levels; the rest is kept as text, and said."""
    close = "".join({"[": "]", "{": "}"}.get(sign, "") for sign in reversed(open_))
    deep = f"{open_ * 20_000}1{close * 20_000}"
    own.choose("deep.json", b'{"messages":[{"role":"user","content":"hi","extra":' + deep.encode() + b"}]}")
    expect(own.note).to_have_text(WORDS["checked"])
    expect(own.page.locator("#own-result")).to_contain_text("levels are nested")


def test_a_sample_that_comes_late_does_not_take_the_place_of_a_file(
    open_page: Opener, browser_name: str, host: Callable[..., Host]
) -> None:
    """The reader chose the file after it."""
    page = open_page(browser_name, served=host().address, init_script=LATE_SAMPLES)
    own = Own(page)
    page.locator("#own-sample").select_option(label=WORDS["samples"][REFUND])
    expect(own.note).to_have_text(WORDS["reading"])
    own.choose("mine.json", chat({"role": "user", "content": "mine"}))
    page.evaluate("window.arrive()")
    page.wait_for_timeout(100)
    expect(own.page.locator("#own-steps tr")).to_have_count(1)
    own.sample(REFUND)
    expect(own.page.locator("#own-steps tr")).to_have_count(7)


def test_a_sample_that_does_not_come_is_told(
    open_page: Opener, browser_name: str, host: Callable[..., Host], guard: Guard
) -> None:
    """And can be chosen again."""
    guard.allow("404")
    own = Own(open_page(browser_name, served=host(missing=("assets/samples-*",)).address))
    own.page.locator("#own-sample").select_option(label=WORDS["samples"][REFUND])
    expect(own.note).to_have_text(WORDS["no_sample"])
    expect(own.page.locator("#own-sample")).to_have_value("")


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
    expect(own.page.locator("#own-result")).to_be_empty()
    expect(own.page.locator("#own-title")).to_be_focused()
    own.page.locator('[name="own-tools"]').select_option("live")
    expect(own.page.locator("#own")).not_to_have_attribute("aria-busy", "true")
    own.sample(REFUND)
    expect(own.page.locator("#own-steps tr")).to_have_count(7)


def test_a_file_chosen_while_python_starts_is_checked_then(page: Page) -> None:
    """What is asked of it at once is answered when it is there."""
    own = Own(page)
    own.sample(REFUND)
    assert own.passes
    expect(own.note).to_have_text(WORDS["checked"])


def test_without_webassembly_it_says_what_is_lacking(open_page: Opener, browser_name: str) -> None:
    """And names the command line that does the same."""
    own = Own(open_page(browser_name, wasm=False))
    own.sample(REFUND)
    expect(own.note).to_have_text(WORDS["no_python"])
    expect(own.page.locator("#own-result")).to_be_empty()


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
    """File, sample, the inputs, filters, a finding's step, a mark, the salt and the buttons follow one another."""
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
                  return at.id || at.name || at.dataset.own || (at.dataset.ownStep ? "step" : at.tagName);
                }"""
            )
        )
        if not reached[-1]:
            break
    order = ["own-sample", "own-tools", "own-model", "own-email", "own-state", "own-format", "severity", "step", "mark"]
    order += ["own-salt", "own-make", "own-download-check"]
    assert list(dict.fromkeys(each for each in reached if each in order)) == order
