"""Prose cannot lie: its figures are the engine's, and a mistake in it stops the build by name."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.replay.settings import OPTIONS, read_settings
from tests.builder.authoring import Author

LEAD = "prose/lead.md"


def plain(markup: str) -> str:
    """The words of some markup."""
    return html.unescape(re.sub(r"<[^>]+>", "", markup))


def all_words(author: Author) -> str:
    """The words of all prose, as a reader sees them."""
    prose = author.prose()
    return "\n".join(map(plain, [*prose.parts.values(), *(each.html for each in prose.sections)]))


@dataclass(frozen=True)
class Mistake:
    """What an author writes at the end of a text, and what the error says."""

    text: str
    says: str
    remedy: str


HANDED = "what it takes"

MISTAKES = [
    Mistake("It ends after 9 steps.", "'9' is typed", r"\{\{"),
    Mistake("Version two-2.", "'2' is typed", r"\{\{"),
    Mistake("- 10 of them", "'1' is typed", r"\{\{"),
    Mistake("Ten (٣) steps", "'٣' is typed", r"\{\{"),
    Mistake("See [step 5](try:opening@S5).", "'5' is typed", r"\{\{"),
    Mistake("{{ matched(openning) }}", "'openning' is no set-up", "^Write opening"),
    Mistake("{{ machted(opening) }}", "'machted' is no set-up and no function", "^Write matched"),
    Mistake("{{ qqqq }}", "'qqqq' is no set-up", "one of opening, .*matched_before.*labels"),
    Mistake("{{ opening.matched_step }}", "a run has no field 'matched_step'", "^Write matched_steps"),
    Mistake("{{ opening.qqqq }}", "a run has no field 'qqqq'", "one of format, .*gate_reasons"),
    Mistake("{{ opening.bundle.usr }}", "has no field 'usr'", "^Write user"),
    Mistake("{{ opening.gate.more }}", "has no field 'more'", "no fields"),
    Mistake("{{ labels.inputs.tool.label }}", "labels have no 'tool'", "^Write tools"),
    Mistake('{{ recorded(opening, "S11", "result") }}', "no step 'S11'", "S9, S10"),
    Mistake('{{ replayed(opening, "S5", "result.rat") }}', "S5 has no 'result.rat'", r"of S5: result\.rate\."),
    Mistake('{{ replayed(alias, "S8", "message") }}', "S8 has no 'message'", "does not reach S8"),
    Mistake('{{ recorded(opening, "S5", "result") }}', "no figure or word", "one field of it: rate"),
    Mistake("{{ tokens.left_script_at }}", "no figure or word.*None", "in which it has a value"),
    Mistake("{{ opening.steps }}", "no figure or word", "one field of it"),
    Mistake("{{ matched }}", "no figure or word", r"matched\(opening\)"),
    Mistake("{{ true }}", "no figure or word", "a word or a whole number"),
    Mistake('{{ figure(stateless, "quoted_amount") }}', "comes to no quoted_amount", "whose run comes to it"),
    Mistake('{{ figure(opening, "quoted") }}', "no figure is called", "quoted_amount"),
    Mistake('{{ matched_before(opening, "S7") }}', "not every step before S7", "no later than S5"),
    Mistake("{{ matched() }}", "matched.*missing", HANDED),
    Mistake("{{ matched(opening, opening) }}", "matched.*takes", HANDED),
    Mistake('{{ matched("opening") }}', ".", HANDED),
    Mistake('{{ measure("much", "INR") }}', "no number", "a decimal"),
    Mistake("{{ opening.matched_steps / opening.side_effects_rerun | int - 1 }}", ".", "whole number"),
    Mistake("{{ opening | shout }}", "No filter named 'shout'", "filter of Jinja"),
    Mistake("{{ matched(opening }}", "unexpected|expected", "Close what is opened"),
    Mistake("{{ matched(opening) }", "unexpected '}'", "Close the expression with }}"),
    Mistake("{{ matched(opening)", "end of (template|print)|expected token", "Close what is opened"),
    Mistake("{% if opening %}never ended", "if", "endif"),
    Mistake("<!-- never ended", "comment", "-->"),
    Mistake('{% include "other.md" %}', ".", HANDED),
    Mistake("[Try it](try:openning)", "set-up 'openning'", "of setups.yaml: opening, .*tokens"),
    Mistake("[Try it](try:)", "set-up ''", "of setups.yaml: opening, .*tokens"),
    Mistake("[Try it](try:opening@S11)", "step 'S11'", "S10, privacy, outcome"),
    Mistake("[Try it](try:opening@s5)", "step 's5'", "S4, S5"),
    Mistake("[Try it](tyr:opening)", "tyr:opening", "try:"),
    Mistake("[there](page.html)", "page.html", "#an-anchor"),
    Mistake("![a chart](chart.png)", "chart.png", "drawn by a panel"),
    Mistake("[there](#nowhere)", "#nowhere", "what-a-replay-needs"),
]


@pytest.mark.parametrize("file", [LEAD, "prose/4-failure-boundary.md"])
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda each: each.text)
def test_a_mistake_is_named_with_its_file_its_line_and_a_remedy(mistake: Mistake, file: str, tmp_path: Path) -> None:
    """What the prose asks for and does not exist is reported where it stands."""
    author = Author.in_folder(tmp_path)
    author.append(file, f"\n\nBefore.\n{mistake.text}\nAfter.\n")
    error = author.mistake()
    assert error.file == author.folder / file
    assert re.search(mistake.says, error.message, re.DOTALL), error.message
    assert re.search(mistake.remedy, error.remedy or ""), error.remedy
    assert error.line in lines_meant(author, file, mistake)


def lines_meant(author: Author, file: str, mistake: Mistake) -> set[int]:
    """The mistake's line; where something does not end, the last line is as good."""
    line = author.line_of(file, mistake.text)
    return {line, line + 1} if "never ended" in mistake.text or "}}" not in mistake.text else {line}


@pytest.mark.parametrize("text", ["{{ fixed(7) }}", "{{ words(7) }}", "1. first\n2. second", "S-ix"])
def test_what_is_no_result_may_stand(tmp_path: Path, text: str) -> None:
    """A figure that is said to be fixed, and a list's own numbers, are no lies."""
    author = Author.in_folder(tmp_path)
    author.append(LEAD, f"\n\n{text}\n")
    author.prose()


@pytest.mark.parametrize("start", ["", "## Title\n\nText.\n", "Text.\n", "{#anchor}\nText.\n"])
def test_a_section_begins_with_anchor_and_title(tmp_path: Path, start: str) -> None:
    """Without them there is nothing to link to."""
    author = Author.in_folder(tmp_path)
    (author.folder / "prose" / "1-what-a-replay-needs.md").write_text(start, "utf-8")
    error = author.mistake()
    assert (error.file, error.line) == (author.folder / "prose" / "1-what-a-replay-needs.md", 1)
    assert "{#anchor}" in (error.remedy or "")


def test_an_anchor_stands_once(tmp_path: Path) -> None:
    """Two sections of one name would make a link ambiguous."""
    author = Author.in_folder(tmp_path)
    author.replace("prose/2-the-opening-run.md", "{#the-opening-run}", "{#what-a-replay-needs}")
    error = author.mistake()
    assert error.file == author.folder / "prose" / "2-the-opening-run.md"
    assert "what-a-replay-needs" in error.message
    assert error.line == 1


def test_a_comment_of_several_lines_shifts_no_line(tmp_path: Path) -> None:
    """What is left out of the page still counts as lines of the file."""
    author = Author.in_folder(tmp_path)
    author.append(LEAD, "\n<!-- so\n\nlong -->\n\n[a](try:nobody)\n")
    assert author.mistake().line == author.line_of(LEAD, "try:nobody")


def test_a_session_that_lacks_what_the_prose_tells_is_refused(tmp_path: Path) -> None:
    """The prose tells of a credit's number, so the session must record one."""
    author = Author.in_folder(tmp_path)
    author.replace("session.json", '"credit": "cr_9",', "")
    author.replace("labels.yaml", "    - {field: credit}\n", "")
    error = author.mistake()
    assert error.file == author.folder / "prose" / "scene.md"
    assert "S7 has no 'result.credit'" in error.message
    assert error.line == 1


# What the spec says of each set-up, as the prose must tell it.
TOLD = {
    "2-the-opening-run": [
        "The first four steps match",
        "The export says 91.8; today the live service says 92.4",
        "1,108.8 INR",
        "cr_10",
        "1,101.6 INR",
        "5 of 10 steps match",
        "1 side effect ran again",
        "three reasons",
    ],
    "3-self-contained": [
        "10 of 10 steps match and nothing is issued",
        "with 0 model calls instead of 5",
        "differs at S2",
        "at S6",
    ],
    "4-failure-boundary": [
        "calls lookup_order instead of get_order",
        "leaves the script at S2, with 1 of 10 steps matching",
        "asks for the address and leaves the script at S2",
    ],
    "5-reading-the-run": ["twelve events, five inspection seconds apart", "the ten steps"],
}


@pytest.mark.parametrize("name", TOLD)
def test_the_prose_tells_what_the_spec_says(tmp_path: Path, name: str) -> None:
    """The figures that come out are those of the mission, word for word."""
    section = Author.in_folder(tmp_path).prose().sections[int(name[0]) - 1]
    for words in TOLD[name]:
        assert words in plain(section.html)


def test_the_prose_follows_the_world(tmp_path: Path) -> None:
    """Another rate and another credit: every sentence that speaks of them changes with them."""
    author = Author.in_folder(tmp_path)
    author.replace("world.py", '"92.4"', '"100"')
    author.replace("world.py", '"next": 10', '"next": 77')
    words = all_words(author)
    assert "the live service says 100" in words
    assert words.count("1,200 INR") == 2
    assert "cr_77" in words
    assert not re.search(r"92\.4|1,108\.8|cr_10", words)


def test_the_prose_follows_the_labels(tmp_path: Path) -> None:
    """A control's name stands in labels.yaml only."""
    author = Author.in_folder(tmp_path)
    author.replace("labels.yaml", '"Tools during replay"', '"Who answers"')
    assert "Who answers." in all_words(author)
    assert "Tools during replay" not in all_words(author)


def test_try_links_lead_into_a_set_up_at_a_moment(tmp_path: Path) -> None:
    """Each is an address that the page understands, of a set-up that setups.yaml names."""
    author = Author.in_folder(tmp_path)
    setups, prose = author.content().setups, author.prose()
    links = re.findall(r'<a href="#([^"]+)" data-try="(\w+)"', "".join(each.html for each in prose.sections))
    assert len(links) >= 10
    for address, name in links:
        values = dict(part.split("=") for part in html.unescape(address).split("&"))
        assert [key for key in values if key != "rate"] == [*OPTIONS, "t"]
        assert 0 <= float(values.pop("t")) <= 60
        if "rate" in values:
            values["live_rate"] = values.pop("rate")
        assert read_settings(values, author.content().subject.live_values) == setups[name]


def test_a_try_link_to_a_step_goes_to_its_time(tmp_path: Path) -> None:
    """S5 happens at 25 seconds."""
    author = Author.in_folder(tmp_path)
    author.append(LEAD, "\n\n[there](try:tokens@S{{ fixed(5) }})\n")
    lead = html.unescape(author.prose().parts["lead"])
    assert '<a href="#tools=recorded&model=pinned&state=included&email=token&t=25"' in lead


@pytest.mark.parametrize("text", ["<script>alert()</script>", "<img src=x onerror=alert()>", "</section>", "&lt;b>"])
def test_markup_in_the_prose_stays_text(tmp_path: Path, text: str) -> None:
    """Markdown makes the elements, nothing else does."""
    author = Author.in_folder(tmp_path)
    author.append(LEAD, f"\n\n{text}\n")
    lead = author.prose().parts["lead"]
    assert text.replace("&lt;", "<") in plain(lead)
    assert not re.search(r"<(script|img|/section|b)\b", lead)


def test_a_link_can_press_play(tmp_path: Path) -> None:
    """Without a script it leads to the player."""
    author = Author.in_folder(tmp_path)
    author.append(LEAD, "\n\n[go](play:)\n")
    assert '<a href="#player" data-play="">go</a>' in author.prose().parts["lead"]


@pytest.mark.parametrize("link", ["javascript:alert()", "vbscript:x", "data:text/html,x"])
def test_a_link_cannot_run_a_script(tmp_path: Path, link: str) -> None:
    """Such an address makes no link at all."""
    author = Author.in_folder(tmp_path)
    author.append(LEAD, f"\n\n[a]({link})\n")
    assert "href" not in author.prose().parts["lead"]


def test_a_value_of_the_session_cannot_become_an_element(tmp_path: Path) -> None:
    """What a run yields goes through Markdown, which lets no element through."""
    author = Author.in_folder(tmp_path)
    author.replace("world.py", 'f"cr_{', 'f"<b>cr_{')
    assert "<b>" not in "".join(each.html for each in author.prose().sections)
