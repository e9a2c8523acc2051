"""Mistakes in labels, set-ups, session and fixtures: each is named by file, line and remedy."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from builder.errors import BuildError
from builder.site.content import PARTS, WORDS, read_content
from engine.replay.settings import OPTIONS, Settings, all_settings
from tests.builder.authoring import CONTENT, Author


@dataclass(frozen=True)
class Mistake:
    """An edit, what the error says, and a text on the line that it names.

    That text is the new one if none is given, and None where no line can be named.
    """

    file: str
    old: str
    new: str
    says: str
    remedy: str
    at: str | None = ""


LABELS = [
    Mistake("labels.yaml", 'kicker: "STATE', 'kicker: ["STATE', "not YAML", "Correct the line", "title:"),
    Mistake("labels.yaml", "  title:", " title:", "not YAML", "quote texts", 'title: "State'),
    Mistake("labels.yaml", "kicker:", "kikcer:", "page.kikcer: Extra", "spelling; kicker is missing"),
    Mistake(
        "labels.yaml",
        '  kicker: "STATE EXPORT',
        '  # kicker: "',
        "page.kicker: Field required",
        "Add page.kicker",
        "page:",
    ),
    Mistake("labels.yaml", "gate_passes:", "gate_pases:", "metrics.gate_pases: Extra", "gate_passes is missing"),
    Mistake("labels.yaml", "metrics:", "metrics:\n  gatte: Gate", "metrics.gatte: Extra", "Take metrics", "gatte"),
    Mistake("labels.yaml", "page:", 'player:\n  play: ""\npage:', "player.play", "Correct player.play", "  play:"),
    Mistake("labels.yaml", "page:", "player: {play: 7}\npage:", "player.play.*string", "Correct", "player:"),
    Mistake("labels.yaml", "page:", "player:\n  play:\npage:", "player.play.*string", "Correct", "  play:"),
    Mistake(
        "labels.yaml",
        "page:",
        'player:\n  plai: "Oops"\npage:',
        "player.plai: Extra",
        "Take player.plai away",
        "plai",
    ),
    Mistake("labels.yaml", "      live: ", "      liev: ", "inputs.tools.*liev", "inputs.tools.*live is missing"),
    Mistake(
        "labels.yaml",
        '      live: "Called live"',
        '      live: "Called live"\n      later: "Later"',
        "inputs.tools.*later",
        "inputs.tools",
        '      later: "Later"',
    ),
    Mistake(
        "labels.yaml",
        '      live: "Called live"\n',
        "",
        "inputs.tools.*live",
        "inputs.tools",
        "    options:",
    ),
    Mistake("labels.yaml", "page:", "player: none\npage:", "player", "player", "player: none"),
    Mistake("labels.yaml", "page:", "player: {opening_speed: fast}\npage:", "opening_speed", "Correct", "player:"),
    Mistake("labels.yaml", "page:", "player: {opening_speed: '3'}\npage:", "must be one", "player", "player:"),
    Mistake("labels.yaml", "page:", "player: {speeds: ['0', '1']}\npage:", "speeds", "Correct", "player:"),
    Mistake("labels.yaml", "  kicker:", "  title:", "title stands twice", "Take one", '  title: "State export'),
    Mistake("labels.yaml", "REPRODUCIBLE", "REPRO\bDUCIBLE", "not YAML", "Correct"),
    Mistake("labels.yaml", "  live_rate:", "  rate:", "live: live_rate has no words", "live_rate", "live:"),
    Mistake("labels.yaml", "  quoted_amount:", "  paid:", "figures: paid is nothing", "quoted_amount"),
    Mistake("labels.yaml", "{field: credit}", "{field: debit}", "no result.*'debit'", "credit, amount, currency"),
    Mistake("labels.yaml", "kind: number", "kind: sum", "ledger.columns.1.kind", "Correct ledger"),
    Mistake("labels.yaml", "tools: live}", "tools: alive}", "own.samples.*tools.*live", "Correct own.samples"),
    Mistake("labels.yaml", "tools: live}", "tool: live}", "own.samples.*tool: Extra", "Take own.samples"),
]

SETUPS = [
    Mistake("setups.yaml", "alias:", "tokens:", "tokens stands twice", "Take one", "tokens: {model: latest}"),
    Mistake("setups.yaml", "model: latest", "model: newest", "alias.model.*latest", "alias.model"),
    Mistake("setups.yaml", "model: latest", "modell: latest", "alias.modell", "Take alias.modell away"),
    Mistake("setups.yaml", "opening: {}", "start: {}", "opening is missing", "opening: {}", None),
    Mistake("setups.yaml", "{model: latest}", "latest", "alias", "Correct alias"),
    Mistake("setups.yaml", "{model: latest}", "{model: latest", "not YAML", "Correct the line", "removed:"),
    Mistake("setups.yaml", "state: omitted}", "state: no}", "stateless.state", "stateless.state"),
]

ANSWERS = '      "You answer the customers of a mail-order shop.",'
CALL = '"call": "get_fx"'

FIXTURES = [
    Mistake("session.json", '"actor": "user",', '"actor": "user"', "not JSON", "Correct", '"label": "asks'),
    Mistake("session.json", '"answers": "S2"', '"answers": "S9"', r"steps\[2\]", "."),
    Mistake("session.json", '"actor": "user"', '"actor": "robot"', r"steps\[0\].*robot", ".", "robot"),
    Mistake(
        "session.json",
        "user:tier = gold",
        "user:tier = silver",
        r"as_recorded\[1\].*gives 'user:tier = gold', but 'user:tier = silver' is recorded",
        "Correct the template",
    ),
    Mistake("session.json", '"You answer the', '"You help the', r"as_recorded\[0\].*help.*answer", "Correct", ANSWERS),
    Mistake(
        "session.json",
        '"user:tier = {user:tier}",',
        '"user:tier = {user:rank}",',
        r"as_recorded\[1\].*goodwill.*'user:tier = gold' is recorded",
        "initial_state",
        '"user:tier = gold"',
    ),
    Mistake("session.json", '"name": "get_fx"', '"name": "get_rate"', "S4 calls 'get_fx'.*get_rate", "tools", CALL),
    Mistake("session.json", '"rate": "91.8"', '"rate": "91.8", "rate": "1"', "twice", ".", None),
]

LIVE = "LIVE_VALUES = ["

MODULES = [
    Mistake("world.py", '"value": "92.4"', '"value": "much"', "'much' is no live rate", "within its bounds", LIVE),
    Mistake("world.py", '"value": "92.4"', '"value": "0"', "'0' is no live rate", "within its bounds", LIVE),
    Mistake("world.py", '"decimals": 9', '"decimals": 10', "decimals is 10", "0 to 9", LIVE),
    Mistake("world.py", '"decimals": 9', '"decimal": 9', "Not these keys", "decimals", LIVE),
    Mistake("world.py", '"tool": "get_fx"', '"tool": "get_fax"', "no such tool", "get_order, get_fx", LIVE),
    Mistake("world.py", '"field": "rate"', '"field": "rates"', "answer of get_fx has.*'rates'", "one of rate", LIVE),
    Mistake("world.py", '"field": "rate"', '"field": ["rate"]', "answer of get_fx has", "one of rate", LIVE),
    Mistake("world.py", '"value": "92.4"', '"value": 92.4', "value is 92.4, which is no text", '"92.4"', LIVE),
    Mistake("world.py", '"most": "1000000"', '"most": 1000', "most is 1000, which is no text", '"1000"', LIVE),
    Mistake("world.py", '"decimals": 9', '"decimals": 0', "'92.4' is no live rate", "within its bounds", LIVE),
    Mistake("world.py", '"key": "rate"', '"key": "email"', "key: 'email' cannot be used", "another", LIVE),
    Mistake("world.py", '"flag": "--live-rate"', '"flag": "--json"', "flag: '--json'", "another", LIVE),
    Mistake("world.py", '"name": "live_rate"', '"name": "Rate"', "name: 'Rate'", "of the form", LIVE),
    Mistake("world.py", '"least": "0"', '"least": "2000000"', "bounds do not fit", "as text", LIVE),
    Mistake("world.py", LIVE, "LIVE_VALUES = 7; _OLD = [", "It is no list", "Write", "LIVE_VALUES = 7"),
    Mistake("world.py", LIVE, "_LIVE = [", "LIVE_VALUES is missing", "WorldModule", None),
    Mistake("world.py", "IDENTIFIERS: dict[str, str] = {}", 'IDENTIFIERS = {"x": "("}', "no regular expression", "."),
    Mistake("world.py", "IDENTIFIERS: dict[str, str] = {}", 'IDENTIFIERS = {"x": "[0-9]*"}', "no identifier", "empty"),
    Mistake("world.py", "IDENTIFIERS: dict[str, str] = {}", 'IDENTIFIERS = {"x": "x-1"}', "no identifier", "x-1"),
    Mistake("world.py", "IDENTIFIERS: dict[str, str] = {}", 'IDENTIFIERS = {"email": "a"}', "cannot be a kind", "name"),
    Mistake("world.py", "def answer(", "def answers(", "answer is missing", "WorldModule", None),
    Mistake("world.py", "def opening(", "def opening(:", "no Python", "Correct", "def opening(:"),
    Mistake("world.py", "Json = Any", "Json = Amy", "NameError", "Correct", "Json = Amy"),
    Mistake("world.py", 'live["live_rate"]', 'live["rate"]', "opening fails with KeyError", "Correct", 'live["rate"]'),
    Mistake("world.py", '"next": 10,', '"next": (10,),', "no JSON value", "lists", None),
    Mistake(
        "world.py", '"issue_credit": _credit', '"credit": _credit', "no tool 'issue_credit'", "Answer", "def answer"
    ),
    Mistake("models.py", '{"latest": "helpdesk-2026-10-28"}', "{}", "latest is missing", "latest", "ALIASES = {}"),
    Mistake("models.py", 'ALIASES = {"latest": "helpdesk-2026', 'ALIASES = {"latest": "helpdesk-2027', "none of", "of"),
    Mistake("models.py", 'FIGURES = ("quoted_amount",)', 'FIGURES = ("gate",)', "'gate' cannot be", "such as"),
    Mistake("models.py", 'FIGURES = ("quoted_amount",)', 'FIGURES = ("a", "a")', "'a' stands twice", "own"),
    Mistake("models.py", 'return {"quoted_amount"', 'return {"paid"', "figures tells", "names", "def figures"),
    Mistake("world.py", "from typing import Any", "import random", "random may read", "Import", "import random"),
    Mistake("world.py", "from typing import Any", "import requests", "not of the standard", "Import no", "import req"),
    Mistake("world.py", "from typing import Any", "from .models import x", "beside it", "itself", "from .models"),
    Mistake("models.py", "import re", "import re, time", "time may read", "Import no more", "import re, time"),
    Mistake("world.py", '"next": 10', '"next": len(open("n").read())', "open reads", "arguments", '"next": len'),
    Mistake("world.py", '"next": 10', '"next": hash("n")', "hash is another", "arguments", '"next": hash'),
    Mistake("world.py", '"next": 10', '"next": D.today().day', "today reads the clock", "Write the day", '"next": D'),
    Mistake("models.py", 'return {"message": text}', 'return {"says": text}', "says", "Return", "def respond"),
]


@pytest.mark.parametrize(
    "mistake", [*LABELS, *SETUPS, *FIXTURES, *MODULES], ids=lambda each: f"{each.file}: {each.new[:20]!r}"
)
def test_a_mistake_is_named_with_its_file_its_line_and_a_remedy(mistake: Mistake, tmp_path: Path) -> None:
    """What an author reads says where to look and what to do."""
    author = Author.in_folder(tmp_path)
    author.replace(mistake.file, mistake.old, mistake.new)
    error = author.mistake()
    assert error.file == author.folder / mistake.file
    assert re.search(mistake.says, error.message, re.DOTALL), error.message
    assert re.search(mistake.remedy, error.remedy or ""), error.remedy
    assert error.line == expected_line(author, mistake)


def expected_line(author: Author, mistake: Mistake) -> int | None:
    """The line that the error must name."""
    if mistake.at is None:
        return None
    return author.line_of(mistake.file, mistake.at or mistake.new.splitlines()[0])


def each(files: Sequence[str], cases: Sequence[tuple[bytes | None, str]]) -> list[tuple[str, bytes | None, str]]:
    """Every case with every file."""
    return [(file, *case) for file in files for case in cases]


NO_DATA = (
    (None, "missing|No such file"),
    (b"\xff\xfe\x00", "not UTF-8"),
    (b"", "needed here|not JSON"),
    (b"[]", "needed here|valid dictionary|object"),
    (b"7", "needed here|valid dictionary|object"),
)
NO_MODULE = (
    (None, "No such file"),
    (b"\xff\xfe\x00", "not UTF-8"),
    (b"", "is missing"),
    (b"(", "no Python"),
    (b"\0", "no Python"),
)


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        *each(["labels.yaml", "setups.yaml", "session.json"], NO_DATA),
        *each(["world.py", "models.py"], NO_MODULE),
    ],
)
def test_a_file_that_is_no_such_file_is_named(tmp_path: Path, file: str, content: bytes | None, says: str) -> None:
    """Missing, not UTF-8, empty, no Python, or something else altogether: the file and a remedy are named."""
    error = spoilt(Author.in_folder(tmp_path), file, content).mistake()
    assert error.file == tmp_path / "content" / file
    assert re.search(says, error.message), error.message
    assert error.remedy


SECTIONS = sorted(path.stem for path in (CONTENT / "prose").glob("[0-9]*.md"))


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [*((name, None, "missing") for name in PARTS), *((name, b"\xe4", "not UTF-8") for name in [*PARTS, *SECTIONS])],
)
def test_a_text_that_cannot_be_read_is_named(tmp_path: Path, name: str, content: bytes | None, says: str) -> None:
    """Every short text must be there, and every piece of prose in UTF-8."""
    error = spoilt(Author.in_folder(tmp_path), f"prose/{name}.md", content).mistake()
    assert error.file == tmp_path / "content" / "prose" / f"{name}.md"
    assert says in error.message
    assert error.remedy


def test_sections_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    """As many as there are, whatever they are called."""
    author = Author.in_folder(tmp_path)
    (author.folder / "prose" / "10-last.md").write_text("{#last}\n## Last\n", "utf-8")
    (author.folder / "prose" / "0-first.md").write_text("{#first}\n## First\n", "utf-8")
    ids = [section.id for section in author.prose().sections]
    assert (ids[0], ids[-1], len(ids)) == ("first", "last", len(SECTIONS) + 2)


@pytest.mark.parametrize(
    ("name", "says"),
    [("afterword", "has no place for this text"), ("2-again", "this is section 2, and so is 2-again")],
)
def test_a_text_that_the_page_would_not_show_is_named(tmp_path: Path, name: str, says: str) -> None:
    """A file that is no section, and a second one under a number that is taken."""
    author = Author.in_folder(tmp_path)
    (author.folder / "prose" / f"{name}.md").write_text("{#more}\n## More\n", "utf-8")
    error = author.mistake()
    assert says in error.message
    assert error.file is not None
    assert error.file.parent == author.folder / "prose"
    assert error.remedy


def test_prose_has_a_section(tmp_path: Path) -> None:
    """Else there is nothing beside the experiment."""
    author = Author.in_folder(tmp_path)
    for name in SECTIONS:
        (author.folder / "prose" / f"{name}.md").unlink()
    assert "no section" in author.mistake().message


def spoilt(author: Author, file: str, content: bytes | None) -> Author:
    """The author, with a file replaced by bytes, or taken away."""
    path = author.folder / file
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    return author


def test_a_content_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    """The folder, and not a file in it that could not be found either."""
    with pytest.raises(BuildError, match=f"there is no folder {tmp_path / 'none'}"):
        read_content(tmp_path / "none")


def test_a_folder_in_place_of_a_file_is_named(tmp_path: Path) -> None:
    """What cannot be read for another reason is reported as plainly."""
    author = spoilt(Author.in_folder(tmp_path), "labels.yaml", None)
    (author.folder / "labels.yaml").mkdir()
    error = author.mistake()
    assert error.file == author.folder / "labels.yaml"
    assert error.remedy


def test_an_error_says_each_thing_once(tmp_path: Path) -> None:
    """An author reads place, problem and remedy, none of them twice."""
    author = Author.in_folder(tmp_path)
    author.replace("world.py", '"next": 10', '"next": 10]')
    said = str(author.mistake())
    assert said.count("world.py") == 1
    assert said.count("Correct the module") == 1


def test_a_template_without_a_state_is_not_compared(tmp_path: Path) -> None:
    """An export that leaves the state out cannot build its instruction, and a template of null builds none."""
    author = Author.in_folder(tmp_path)
    author.replace("session.json", '"user:tier = gold"', '"user:tier = silver"')
    path = author.folder / "session.json"
    session = json.loads(path.read_text("utf-8"))
    no_state = {key: value for key, value in session.items() if key != "initial_state"}
    no_template = {**session, "instruction": {**session["instruction"], "template": None}}
    for other in (no_state, no_template):
        path.write_text(json.dumps(other), "utf-8")
        assert author.content().subject.session.instruction.as_recorded[1] == "user:tier = silver"


def test_a_tool_that_no_step_calls_may_be_declared(tmp_path: Path) -> None:
    """The model could have called it."""
    author = Author.in_folder(tmp_path)
    author.replace("session.json", '"tools": [', '"tools": [{"name": "get_weather", "changes_world": false},')
    assert "get_weather" in author.content().subject.session.changes_world


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    """Some editors write one; it changes nothing."""
    author = Author.in_folder(tmp_path)
    plain = author.content()
    for path in author.folder.rglob("*.*"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    marked = author.content()
    assert (marked.labels, marked.setups, marked.subject.session) == (
        plain.labels,
        plain.setups,
        plain.subject.session,
    )
    assert author.prose() == Author(author.folder).prose()


def test_the_opening_set_up_is_the_engines(tmp_path: Path) -> None:
    """What the page opens with is what the command line runs without arguments."""
    assert Author.in_folder(tmp_path).content().setups["opening"] == Settings()


def test_what_a_set_up_does_not_say_is_the_openings(tmp_path: Path) -> None:
    """An entry names only what it changes."""
    author = Author.in_folder(tmp_path)
    author.append("setups.yaml", "\nmine: {email: token}\nsame:\n")
    setups = author.content().setups
    assert setups["mine"] == Settings(email="token")
    assert setups["same"] == Settings()


def test_the_content_cannot_be_changed_after_it_is_read(tmp_path: Path) -> None:
    """Stages downstream are functions of values that stay as they are."""
    content = Author.in_folder(tmp_path).content()
    with pytest.raises(Exception, match="frozen"):
        content.labels.page.title = "Other"
    with pytest.raises(AttributeError):
        content.labels = None  # type: ignore[assignment, misc]


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_of_the_engine_has_its_label(tmp_path: Path, name: str) -> None:
    """The options that a reader chooses among are those the engine knows, in its order."""
    labels = Author.in_folder(tmp_path).content().labels
    assert tuple(getattr(labels.inputs, name).options.model_dump()) == OPTIONS[name]


def test_a_sample_without_a_title_is_told(tmp_path: Path) -> None:
    """By its own name, for no label has a line for it."""
    author = Author.in_folder(tmp_path)
    (author.folder / "samples" / "new.json").write_text("{}", "utf-8")
    error = author.mistake()
    assert error.file == author.folder / "samples" / "new.json"
    assert "no title" in error.message
    assert "labels.yaml" in (error.remedy or "")


def test_a_title_without_a_sample_is_told(tmp_path: Path) -> None:
    """At the title's line."""
    author = Author.in_folder(tmp_path)
    name = "missing-result.adk.json"
    (author.folder / "samples" / name).unlink()
    error = author.mistake()
    assert error.file == author.folder / "labels.yaml"
    assert name in error.message
    assert error.line == author.line_of("labels.yaml", f"    {name}:")
    assert error.remedy


@pytest.mark.parametrize("name", ["more.md", "notes.txt", "leed.md", "1-again.md"])
def test_a_text_that_the_page_would_not_show_is_told(tmp_path: Path, name: str) -> None:
    """A file among the prose is a section by its number, or one of the short texts; it is never passed over."""
    author = Author.in_folder(tmp_path)
    (author.folder / "prose" / name).write_text("{#more}\n## More\n\nMore.\n", "utf-8")
    error = author.mistake()
    assert error.file is not None
    assert error.file.parent == author.folder / "prose"
    assert error.remedy


def test_a_further_section_stands_in_the_order_of_its_number(tmp_path: Path) -> None:
    """Ten comes after two, and nothing but the file is needed."""
    author = Author.in_folder(tmp_path)
    (author.folder / "prose" / "10-more.md").write_text("{#more}\n## More\n\nMore.\n", "utf-8")
    stems = [text.path.stem for text in author.content().sections]
    assert stems == sorted(stems, key=lambda stem: int(stem.partition("-")[0]))
    assert stems[-1] == "10-more"
    assert author.prose().sections[-1].title == "More"


def test_how_many_set_ups_there_are_is_told_by_a_figure(tmp_path: Path) -> None:
    """The labels name no number of them."""
    author = Author.in_folder(tmp_path)
    source = (author.folder / "labels.yaml").read_text("utf-8") + WORDS.read_text("utf-8")
    assert not re.search(r"\b36\b|thirty-six", source)
    assert author.content().labels.map.title == f"All {len(all_settings())} set-ups"
