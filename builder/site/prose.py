"""Stage 3: Markdown into HTML, with every figure filled in from the engine's runs.

A text is a Jinja template first and Markdown second. In it stand the named set-ups of `content/setups.yaml` as run
documents, the functions of `builder.site.figures`, and links such as `[it](try:opening@S5,S7)`, which put the run
into a set-up at the last of these rows and outline them (`privacy` and `outcome` are rows too); `[Press Play](play:)`
plays. A digit typed into the prose is an error, since it may be a result; `fixed(0)` says that it is none.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import escape
from mdit_py_plugins.attrs import attrs_block_plugin

from builder.errors import BuildError
from builder.site.content import Content, Text
from builder.site.facts import Facts
from builder.site.figures import FUNCTIONS, MissingFigureError, printable
from builder.site.unknown_names import StrictName, UnknownNameError
from engine.replay.settings import OPTIONS, SET_UPS, Settings
from engine.replay.subject import Subject

_DIGIT = re.compile(r"\d")
_LINK = re.compile(r"#|https?://|mailto:|$")
_FILLED = re.compile(r"\{\{.*?\}\}|^\d+\. |\(try:[^)]*\)", re.MULTILINE)

# Markdown comes out, so nothing is escaped here; it is when Markdown becomes HTML. `{#` begins an anchor, not a
# comment.
_ENVIRONMENT = jinja2.Environment(
    undefined=StrictName,
    autoescape=False,
    finalize=printable,
    comment_start_string="<!--",
    comment_end_string="-->",
)

# What an expression of a template raises where an author gives a function too few values, or a wrong one.
_HANDED = "Give each function of builder/site/figures.py what it takes, such as {{ matched(opening) }}."
_MISTAKES = (TypeError, ValueError, LookupError, ArithmeticError, AttributeError)


@dataclass(frozen=True)
class Section:
    """One section of the prose: its anchor, its title and its HTML."""

    id: str
    title: str
    html: str


@dataclass(frozen=True)
class Prose:
    """All prose as HTML: the short parts by name, and the sections in order."""

    parts: dict[str, str]
    sections: tuple[Section, ...]


def render_prose(content: Content, facts: Facts) -> Prose:
    """Fill in and render every text.

    Raises:
        BuildError: for a digit typed in, an unknown name, field, set-up or anchor; with file and line.
    """
    names = {**facts.setups, **FUNCTIONS, "labels": content.labels, "set_ups": SET_UPS}
    sources = [*content.parts.values(), *content.sections]
    filled = {text: _fill(text, names) for text in sources}
    tokens = {text.path: _parse(text, filled[text], content, facts) for text in sources}
    _check_anchors(filled, tokens)
    link = content.labels.page.section_link
    return Prose(
        parts={name: _html(tokens[text.path]) for name, text in content.parts.items()},
        sections=tuple(_section(text, tokens[text.path], link) for text in content.sections),
    )


def _fill(text: Text, names: dict[str, Any]) -> str:
    _refuse_digits(text)
    try:
        code = _ENVIRONMENT.compile(text.source, filename=str(text.path))
        return jinja2.Template.from_code(_ENVIRONMENT, code, dict(names)).render()
    except jinja2.TemplateSyntaxError as error:
        raise _mistake((text, error.lineno), str(error.message), _unread(error)) from error
    except (jinja2.TemplateError, MissingFigureError, *_MISTAKES) as error:
        lines = [
            frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(text.path)
        ]
        at = text, lines[-1] if lines else None
        if isinstance(error, UnknownNameError):
            raise _mistake(at, error.problem(), error.remedy(names)) from error
        remedy = error.remedy if isinstance(error, MissingFigureError) else _HANDED
        raise _mistake(at, str(error), remedy) from error


def _unread(error: jinja2.TemplateSyntaxError) -> str:
    """What to do about an expression that cannot be read."""
    if isinstance(error, jinja2.TemplateAssertionError):
        return "Use a filter of Jinja, such as capitalize."
    if error.message == "unexpected '}'":
        return "Close the expression with }}."
    return "Close what is opened: {{ … }}, ( … ), {% if … %} … {% endif %}, <!-- … -->."


def _mistake(at: tuple[Text, int | None], problem: str, remedy: str) -> BuildError:
    text, line = at
    return BuildError(problem, file=text.path, line=line, remedy=remedy)


def _refuse_digits(text: Text) -> None:
    """Prose cannot lie: a figure is filled in, never typed."""
    blanked = _FILLED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text.source)
    found = _DIGIT.search(blanked)
    if found:
        line = blanked.count("\n", 0, found.start()) + 1
        raise BuildError(
            f"the figure {found[0]!r} is typed into the prose",
            file=text.path,
            line=line,
            remedy="Take it from a run, such as {{ matched(opening) }}, or write {{ fixed(…) }} if it is no result.",
        )


def _parse(text: Text, source: str, content: Content, facts: Facts) -> list[Token]:
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": False}).use(attrs_block_plugin)
    tokens = markdown.parse(source)
    for token in _all(tokens):
        href = str(token.attrs.get("href", ""))
        if token.type == "link_open" and href.startswith("try:"):
            _try_link(token, href.removeprefix("try:"), (text, _line(text, source, href)), content, facts)
        elif token.type == "link_open" and href == "play:":
            token.attrs.update({"href": "#player", "data-play": ""})
        elif token.type == "image" or not _LINK.match(href):
            raise _unusable(text, source, href or str(token.attrs["src"]))
    return tokens


def _unusable(text: Text, source: str, target: str) -> BuildError:
    return BuildError(
        f"the page cannot go to {target} or show it",
        file=text.path,
        line=_line(text, source, target),
        remedy="Link to #an-anchor, try:a-set-up, play: or https://…; a picture must be drawn by a panel.",
    )


def _try_link(token: Token, target: str, at: tuple[Text, int | None], content: Content, facts: Facts) -> None:
    """Turn `try:NAME@S5,S7` into the address of that set-up at the last of these rows, and name them to be outlined."""
    name, _, named = target.partition("@")
    if name not in facts.setups:
        problem = f"a link goes to the set-up {name!r}, which does not exist"
        raise _mistake(at, problem, f"Name one of setups.yaml: {', '.join(facts.setups)}.")
    run = facts.setups[name]
    times = {event["step"] or event["kind"]: event["t"] for event in run["events"]}
    steps = named.split(",") if named else []
    for step in steps:
        if step not in times:
            problem = f"a link goes to step {step!r} of {name}, which does not exist"
            raise _mistake(at, problem, f"Name one of {', '.join(times)}.")
    token.attrs["href"] = _address(run, content.subject, max((times[step] for step in steps), default=0))
    token.attrs["data-try"] = name
    if steps:
        token.attrs["data-rows"] = " ".join(steps)


def _address(run: Any, subject: Subject, moment: int) -> str:
    """The page's address of a run at a moment, as `site_templates/scripts/core/address.js` writes it."""
    parts = [f"{name}={run['settings'][name]}" for name in OPTIONS]
    today = Settings().live_in_force(subject.live_values)
    moved = [value for value in subject.live_values if run["settings"][value.name] != today[value.name]]
    parts += [f"{value.key}={run['settings'][value.name]}" for value in moved]
    return f"#{'&'.join(parts)}&t={moment}"


def _check_anchors(filled: dict[Text, str], tokens: dict[Path, list[Token]]) -> None:
    anchors = _anchors(filled, tokens)
    for text, source in filled.items():
        for token in _all(tokens[text.path]):
            href = str(token.attrs.get("href", ""))
            if href.startswith("#") and "=" not in href and href != "#player" and href[1:] not in anchors:
                raise BuildError(
                    f"a link goes to {href}, which does not exist",
                    file=text.path,
                    line=_line(text, source, href),
                    remedy=f"Link to one of {', '.join(sorted(anchors))}.",
                )


def _anchors(texts: Iterable[Text], tokens: dict[Path, list[Token]]) -> set[str]:
    anchors: set[str] = set()
    for text in texts:
        for anchor in [str(token.attrs["id"]) for token in _all(tokens[text.path]) if "id" in token.attrs]:
            if anchor in anchors:
                line = text.source.count("\n", 0, text.source.find(f"#{anchor}")) + 1
                raise BuildError(
                    f"the anchor #{anchor} stands twice", file=text.path, line=line, remedy="Give it another name."
                )
            anchors.add(anchor)
    return anchors


def _line(text: Text, filled: str, href: str) -> int | None:
    """The line of a link in the text, or, where an expression makes its target, in the text filled in."""
    link = re.compile(re.escape(f"]({href}") + r"[\s)]")
    for source in (text.source, filled):
        found = link.search(source)
        if found:
            return source.count("\n", 0, found.start()) + 1
    return None


def _section(text: Text, tokens: Sequence[Token], link: str) -> Section:
    if not tokens or tokens[0].type != "heading_open" or "id" not in tokens[0].attrs:
        remedy = "Begin the file with a line {#anchor} and a line ## Title."
        raise BuildError("a section begins with its anchor and its title", file=text.path, line=1, remedy=remedy)
    anchor = str(tokens[0].attrs["id"])
    title = tokens[1].content
    return Section(
        anchor,
        title,
        _beside_title(_html(tokens), f'<a class="anchor" href="#{anchor}" aria-label="{escape(link)}">#</a>'),
    )


def _beside_title(html: str, link: str) -> str:
    """Put a link beside the title, not into it: a title's name is its words and no more."""
    title, end, rest = html.partition("</h2>")
    return f'<div class="titled">{title}{end}{link}</div>{rest}'


def _html(tokens: Sequence[Token]) -> str:
    renderer = MarkdownIt("commonmark").renderer
    return str(renderer.render(tokens, MarkdownIt("commonmark").options, {}))


def _all(tokens: Sequence[Token]) -> list[Token]:
    return [inner for token in tokens for inner in (token, *(token.children or ()))]
