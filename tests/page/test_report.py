"""A report as a file of its own: opened from the disk with the network off, it says what the check's JSON says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.cli import main
from tests.page.harness import Opener
from tests.page.harness.look import axe
from tests.page.own import NAMES, SAMPLES, WORDS, Own, Save, long_chat
from tests.page.test_own_hostile import CORPUS, NOTHING, STRANGE, variants

Written = Callable[..., tuple[Path, Any]]

STRANGE_IN_REPORT = STRANGE.replace('"#own"', '"#report"')


@pytest.fixture
def written(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Written:
    """``written(file, …, option, …)`` writes a report and gives it with the check's JSON."""

    def write(*arguments: str | Path) -> tuple[Path, Any]:
        report = tmp_path / "report.html"
        capfdbinary.readouterr()
        main(["check", *map(str, arguments), "--json", "--html", str(report)])
        return report, json.loads(capfdbinary.readouterr().out)

    return write


def shown(page: Page) -> dict[str, Any]:
    """What a report shows of the session that is chosen."""
    return {
        "findings": page.locator(".finding").evaluate_all(
            "items => items.map(({ dataset }) => [dataset.severity, dataset.code])"
        ),
        "reasons": page.locator(".finding-reason").all_text_contents(),
        "steps": page.locator("#own-steps [data-row]").evaluate_all("rows => rows.map((row) => row.dataset.row)"),
        "gates": page.locator("[data-own-outcome]").evaluate_all(
            "items => items.map((item) => item.classList.contains('outcome-pass') ? 'pass' : 'fail')"
        ),
        "answer": page.locator(".own-answer").inner_text(),
        "verdict": page.locator(".report-verdict li").all_inner_texts(),
        "tools": page.locator(".tool p:first-child code").all_inner_texts(),
        "records": page.locator("[data-own-record]").evaluate_all(
            "items => items.map((item) => item.dataset.ownRecord)"
        ),
    }


def compare(page: Page, document: Any, number: int = 0) -> None:
    """The report says of a session what its JSON says."""
    session = document["sessions"][number]
    findings = [*document["findings"], *session["findings"]]
    found = shown(page)
    assert sorted(found["findings"]) == sorted([item["severity"], item["code"]] for item in findings)
    assert all(any(item["reason"] in reason for reason in found["reasons"]) for item in findings)
    assert found["steps"] == [step["id"] for step in session["steps"]]
    assert found["gates"] == [session["outcomes"][tools]["gate"] for tools in ("recorded", "live")]
    assert found["answer"] == session["answer"].replace("`", "")
    assert found["verdict"] == [sentence.replace("`", "") for sentence in document["verdict"]]
    assert found["tools"] == [tool["name"] for tool in session["tools"]]
    assert found["records"] == [record["what"] for record in session["records"]]


def test_each_sample_is_drawn_as_its_json_says(open_page: Opener, browser_name: str, written: Written) -> None:
    """Of several files there is an index, which begins with the first that fails."""
    report, documents = written(*(SAMPLES / name for name in NAMES), "--model", "pinned", "--tools", "live")
    page = open_page(browser_name, path=report)
    files = page.locator("[data-report-file]")
    assert files.all_inner_texts() == [document["file"] for document in documents]
    first = next(number for number, document in enumerate(documents) if document["gate"] == "fail")
    assert files.nth(first).get_attribute("aria-pressed") == "true"
    for number, document in enumerate(documents):
        files.nth(number).click()
        expect(page.locator("#own-verdict")).to_be_focused()
        assert document["file"] in page.locator("#own-verdict").inner_text()
        compare(page, document)


@pytest.mark.parametrize("dark", [False, True])
def test_a_report_is_accessible(open_page: Opener, browser_name: str, written: Written, dark: bool) -> None:
    """In both themes, of one file and of several; nothing sticks out of a narrow window."""
    for names in (NAMES[:1], NAMES[:3]):
        report, _ = written(*(SAMPLES / name for name in names), "--tools", "live", "--model", "latest")
        page = open_page(browser_name, path=report, dark=dark, viewport=(390, 800))
        assert page.title().startswith(f"{WORDS['report']}: ")
        page.locator("details").evaluate_all("folds => folds.forEach((fold) => (fold.open = true))")
        assert axe(page) == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_steps_open_and_further_ones_are_put_in(
    open_page: Opener, browser_name: str, written: Written, tmp_path: Path
) -> None:
    """By click and by key, also those that are not there at first."""
    (tmp_path / "long.json").write_bytes(long_chat(1500, 48))
    report, document = written(tmp_path / "long.json")
    page = open_page(browser_name, path=report)
    [session] = document["sessions"]
    assert page.locator("#own-steps [data-row]").count() == 200
    page.locator('[data-open="S2"]').click()
    expect(page.locator('[data-open="S2"]')).to_have_attribute("aria-expanded", "true")
    expect(page.locator('[data-row="S2"] .opened')).to_contain_text(f"{WORDS['line']} {session['steps'][1]['line']}")
    page.keyboard.press("Enter")
    expect(page.locator('[data-open="S2"]')).to_have_attribute("aria-expanded", "false")
    page.locator("[data-own-more]").first.click()
    expect(page.locator('[data-row="S1500"]')).to_be_attached()
    assert page.locator("#own-steps [data-row]").count() == len(session["steps"])


def test_several_sessions_are_chosen_among(
    open_page: Opener, browser_name: str, written: Written, tmp_path: Path
) -> None:
    """Each is drawn by itself."""
    session = json.loads((SAMPLES / "refund-again.anthropic.json").read_text("utf-8"))
    file = tmp_path / "two.json"
    file.write_text(json.dumps([session, session]))
    report, document = written(file)
    page = open_page(browser_name, path=report)
    compare(page, document)
    page.locator("#own-session").select_option("1")
    expect(page.locator("#own-verdict")).to_be_focused()
    compare(page, document, 1)


def test_a_file_that_cannot_be_read_says_why(
    open_page: Opener, browser_name: str, written: Written, tmp_path: Path
) -> None:
    """Beside others that can."""
    (tmp_path / "broken.json").write_bytes(b'{"messages": [')
    report, documents = written(tmp_path / "broken.json", SAMPLES / NAMES[0])
    page = open_page(browser_name, path=report)
    page.locator("[data-report-file]").first.click()
    expect(page.locator(".own-answer")).to_contain_text(documents[0]["error"]["problem"])
    assert axe(page) == []


@pytest.mark.parametrize("browser_name", ["chromium"])
def test_nothing_in_a_file_is_more_than_text(
    open_page: Opener, browser_name: str, written: Written, tmp_path: Path
) -> None:
    """Whatever a file says, and however it is called: no element, no script, no request; the test fails for any."""
    names = [name for name in NAMES if not name.endswith(".yaml")]
    files = []
    for number, name in enumerate(names):
        for at, data in enumerate(variants(name)):
            said = CORPUS[(number + at) % len(CORPUS)].replace("/", "").replace("\x00", "").encode("utf-8", "replace")
            file = tmp_path / f"{number} {at} {said.decode()}.json"
            file.write_bytes(data)
            files.append(file)
    report, documents = written(*files)
    page = open_page(browser_name, path=report)
    for number in range(0, len(documents), 3):
        page.locator("[data-report-file]").nth(number).click()
        assert page.evaluate(STRANGE_IN_REPORT) == NOTHING
    assert len(documents) == len(files)


@pytest.mark.parametrize("browser_name", ["chromium"])
def test_the_page_saves_the_same_report(
    ready: Page, save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the byte, as the command line writes it."""
    monkeypatch.chdir(SAMPLES)
    own = Own(ready)
    name = "secrets-in-a-body.vcr.yaml"
    own.sample(name)
    saved = save(ready, ready.locator("#own-save-report").click)
    report = tmp_path / "report.html"
    main(["check", name, "--html", str(report), "-o", str(tmp_path / "report.txt")])
    assert saved.name == f"{name}.report.html"
    assert saved.content == report.read_bytes()


def test_without_scripts_a_report_says_what_it_is(open_page: Opener, browser_name: str, written: Written) -> None:
    """And where the same can be read."""
    report, _ = written(SAMPLES / NAMES[0])
    page = open_page(browser_name, path=report, javascript=False)
    assert page.locator("main").inner_text() == WORDS["report_no_script"]
