"""`check --html`: the page of a report, filled with the check as inert JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.check.telling import html_report
from engine.cli import main
from tests.engine.check.files import CLEAN, EVERYTHING, chat, says, user

PAGE = '<script type="application/json" id="report-data">{REPORT_DATA}</script><p>…</p>'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two files, and a page of a report that is nothing else."""
    (tmp_path / "everything.json").write_bytes(EVERYTHING)
    (tmp_path / "clean.json").write_bytes(CLEAN)
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(html_report, "_PAGES", (tmp_path / "missing.html", tmp_path / "page.html"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def data_of(report: Path) -> str:
    """The text of the JSON in a report."""
    text = report.read_text(encoding="utf-8")
    before, after = PAGE.split("{REPORT_DATA}")
    assert text.startswith(before)
    assert text.endswith(after)
    return text[len(before) : -len(after)]


@pytest.mark.parametrize("files", [["everything.json"], ["everything.json", "clean.json", "nowhere.json"]])
@pytest.mark.usefixtures("folder")
def test_it_holds_what_json_says(capsys: pytest.CaptureFixture[str], files: list[str]) -> None:
    """Of one file the document, of several the list; with the same exit code."""
    codes = [main(["check", *files, "--json", *more]) for more in ([], ["--html", "report.html"])]
    assert codes[0] == codes[1]
    said = capsys.readouterr().out
    assert json.loads(data_of(Path("report.html"))) == json.loads(said[: len(said) // 2])


HOSTILE = "</script><script>alert(1)</script><!--"


@pytest.mark.usefixtures("folder")
def test_nothing_of_a_file_ends_the_element() -> None:
    """There is no `<` in what a file says, wherever it stands."""
    value: dict[str, Any] = json.loads(chat(user(HOSTILE), says(f"{HOSTILE}\ud800"), model=HOSTILE))
    value[HOSTILE] = HOSTILE
    Path("x.json").write_text(json.dumps(value), encoding="utf-8")
    main(["check", "x.json", "--html", "report.html"])
    data = data_of(Path("report.html"))
    assert "<" not in data
    assert HOSTILE in json.dumps(json.loads(data))


@pytest.mark.usefixtures("folder")
def test_beside_a_baseline_it_tells_what_is_known() -> None:
    """At each finding."""
    main(["check", "everything.json", "--write-baseline", "known.json", "-o", "report.txt"])
    main(["check", "everything.json", "--baseline", "known.json", "--html", "report.html"])
    [session] = json.loads(data_of(Path("report.html")))["sessions"]
    assert {item["known"] for item in session["findings"]} == {True}


def test_where_the_page_is_not_built_it_says_how(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With exit code 2, and no half a report."""
    monkeypatch.setattr(html_report, "_PAGES", (folder / "missing.html",))
    assert main(["check", "clean.json", "--html", "report.html"]) == 2
    assert "python3 build.py" in capsys.readouterr().err
    assert not Path("report.html").exists()


@pytest.mark.parametrize("name", ["clean.json", "./clean.json", "nowhere/report.html"])
@pytest.mark.usefixtures("folder")
def test_it_is_never_written_over_what_is_read(name: str) -> None:
    """Nor where it cannot be written."""
    assert main(["check", "clean.json", "--html", name]) == 2
    assert Path("clean.json").read_bytes() == CLEAN


@pytest.mark.usefixtures("folder")
def test_two_results_do_not_go_to_one_file() -> None:
    """The report and the text."""
    assert main(["check", "clean.json", "--html", "one.html", "-o", "one.html"]) == 2


def test_the_place_for_the_data_is_the_builds() -> None:
    """Builder and engine name it alike."""
    text = (Path(__file__).parents[3] / "builder/site/report.py").read_text(encoding="utf-8")
    assert re.search(r'^DATA = "(.*)"$', text, re.MULTILINE)[1] in PAGE  # type: ignore[index]
