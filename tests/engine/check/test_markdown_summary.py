"""The summary in Markdown: read by a Markdown reader, as the page of a CI job would."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.base.json_text import Json
from engine.check.telling import markdown_summary
from engine.check.telling.document import check
from engine.check.telling.markdown_summary import MOST_FILES, MOST_FINDINGS, summary
from engine.cli import main

SAMPLES = Path(__file__).resolve().parents[3] / "content" / "samples"


def parsed(text: str) -> list[Token]:
    """The tokens that a reader of GitHub's flavour makes of it, links in running text included."""
    return MarkdownIt("gfm-like", {"linkify": False}).parse(text)


def rows(text: str) -> list[list[str]]:
    """The table's rows as they read, its head first."""
    cells: list[list[str]] = []
    for token in parsed(text):
        if token.type == "tr_open":
            cells.append([])
        if token.type == "inline" and cells and token.level == 4:
            cells[-1].append("".join(child.content or "\n" for child in token.children or []))
    return cells


def items(text: str) -> list[str]:
    """The list's items as they read."""
    tokens = parsed(text)
    start = next((index for index, token in enumerate(tokens) if token.type == "bullet_list_open"), len(tokens))
    inline = (token for token in tokens[start:] if token.type == "inline")
    return ["".join(child.content for child in token.children or []) for token in inline]


def checked(*names: str) -> list[Json]:
    """The check documents of samples."""
    return [check((SAMPLES / name).read_bytes(), name) for name in names]


def test_each_file_has_its_verdict_and_those_that_fail_stand_first() -> None:
    """With its counts and the three sentences of the report."""
    good, bad = checked("refund-again.anthropic.json", "secrets-in-a-body.vcr.yaml")
    text = summary([good, bad])
    assert text.startswith("## Replay check: 1 of 2 files fails\n")
    head, first, second = rows(text)
    assert head == ["file", "gate", "errors", "warnings", "a replay"]
    assert first[:4] == ["secrets-in-a-body.vcr.yaml", "❌ fails", "2", "0"]
    assert second[:4] == ["refund-again.anthropic.json", "✅ passes", "0", "0"]
    assert second[4].split("<br>") == good["verdict"]


def test_the_gravest_findings_are_told_errors_first() -> None:
    """Each with its file, line, reason and remedy; notes are left to the report."""
    documents = checked("clock-and-chance.langchain.json", "missing-result.adk.json")
    first, *others = items(summary(documents))
    assert first.startswith("error missing.result in missing-result.adk.json, line 33: The call of track_parcel has no")
    assert [item.partition(" ")[0] for item in others] == ["warning", "warning"]


def test_a_file_that_cannot_be_read_says_why() -> None:
    """Beside the files that can."""
    text = summary([check(b"\x00\x01 nothing", "odd.json"), *checked("refund-again.anthropic.json")])
    assert rows(text)[1][:2] == ["odd.json", "⚠️ cannot be read"]
    assert rows(text)[1][4]


HOSTILE = "x|y `z` *b* <img src=1> [l](http://e.org) http://e.org &lt; #1 @me ~~s~~ \\\n| new | row |\n# head"


def test_nothing_of_a_file_is_markup() -> None:
    """A tool's name, or the file's, stands there as it is, on one line, and makes no link, tag, row or heading."""
    call = {"id": "c1", "type": "function", "function": {"name": HOSTILE, "arguments": "{}"}}
    session = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": None, "tool_calls": [call]}]
    text = summary([check(json.dumps(session).encode(), HOSTILE)])
    as_read = " ".join(HOSTILE.split())
    assert rows(text)[1][0] == as_read
    assert any(as_read in item for item in items(text))
    kinds = {token.type for top in parsed(text) for token in [top, *(top.children or [])]}
    assert not kinds & {"link_open", "code_inline", "em_open", "s_open", "image", "html_block"}
    # The only tags are the summary's own breaks between sentences.
    tags = {child.content for top in parsed(text) for child in top.children or [] if child.type == "html_inline"}
    assert tags <= {"<br>"}
    assert [token.tag for token in parsed(text) if token.type == "heading_open"] == ["h2", "h3"]
    assert "://" not in text


def test_very_many_files_are_cut_short() -> None:
    """And it says how many are not shown."""
    (document,) = checked("missing-result.adk.json")
    text = summary([document] * (MOST_FILES + 7))
    assert len(rows(text)) == MOST_FILES + 1
    assert "\n7 more files are not shown.\n" in text
    assert len(items(text)) == MOST_FINDINGS + 1
    assert items(text)[-1] == f"{MOST_FILES + 7 - MOST_FINDINGS} more errors and warnings are not shown."
    assert len(text.encode()) < 2**20


def test_where_all_passes_nothing_is_grave(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """By the command line, beside its report."""
    target = tmp_path / "summary.md"
    assert main(["check", str(SAMPLES / "refund-again.anthropic.json"), "--summary", str(target)]) == 0
    assert capsys.readouterr().out.startswith("Check of ")
    text = target.read_text("utf-8")
    assert text.startswith("## Replay check: 1 file passes\n")
    assert "gravest" not in text
    assert markdown_summary.MOST_FILES > 1


@pytest.mark.parametrize("where", ["original", "output", "-"])
def test_it_is_not_written_over_anything(capsys: pytest.CaptureFixture[str], tmp_path: Path, where: str) -> None:
    """Neither over a file that is checked nor over the report, and not between the report's lines."""
    file = tmp_path / "session.json"
    file.write_bytes((SAMPLES / "refund-again.anthropic.json").read_bytes())
    target = {"original": str(file), "output": str(tmp_path / "o.txt"), "-": "-"}[where]
    arguments = ["check", str(file), "-o", str(tmp_path / "o.txt"), "--summary", target]
    try:
        code = main(arguments)
    except SystemExit as ended:
        code = int(ended.code or 0)
    assert code == 2
    assert "Name another file." in (complaint := capsys.readouterr().err) or "name a file" in complaint
    assert not (tmp_path / "o.txt").exists()
