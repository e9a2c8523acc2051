"""Stage 6: the page's HTML from everything before it, in two forms.

The single file holds all it needs. The hosted form is the same page, small, with its script, its data and Python in
files beside it, which `builder.site.hosted` names by their content.
"""

from __future__ import annotations

import json
import shlex
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from builder.errors import BuildError
from builder.runtime import Runtime
from builder.runtime.encode import packed_text
from builder.site.content import Content
from builder.site.facts import Facts
from builder.site.policy import hosted_policy, single_policy
from builder.site.prose import Prose
from engine.base.json_text import canonical
from engine.check.formats import READERS
from engine.check.verdict import CAREFUL
from engine.replay.decimals import plain
from engine.replay.declared import unit_key
from engine.replay.fixtures import files_of
from engine.replay.settings import INPUTS
from engine.replay.subject import LiveValue

TEMPLATES = Path("site_templates")


@dataclass(frozen=True)
class Parts:
    """What a page is made of.

    Attributes:
        root: the project's folder.
        content: labels and options.
        facts: the runs; the opening one and all others go into the page.
        prose: the rendered texts.
        script, styles: the bundled script and sheet.
        panels: the opening run's panels, rendered.
        report: the page of a report, which a reader can save.
        runtime: Pyodide and the engine, as payloads.
    """

    root: Path
    content: Content
    facts: Facts
    prose: Prose
    script: str
    styles: str
    panels: Mapping[str, str]
    report: str
    runtime: Runtime


@dataclass(frozen=True)
class Piece:
    """What the page's script reads from an element: the text in it, or the address of a file that holds it.

    A packed text is gzip in base64; where it has an address too, the file is for browsers that cannot unpack.
    """

    name: str
    text: Markup | str = ""
    src: str = ""
    packed: bool = False


def data_texts(parts: Parts) -> dict[str, str]:
    """The JSON that the page's script reads only when it is asked for, by name."""
    return {
        "samples": script_json({name: text.source for name, text in parts.content.samples.items()}),
        "source": script_json(_source(parts)),
        "prebuilt": script_json(_prebuilt(parts.facts)),
        "report": script_json({"template": parts.report}),
    }


def render_single(parts: Parts) -> str:
    """The one file with everything inside."""
    script = Markup(parts.script.replace("</script", "<\\/script"))
    data = [_inside(name, text) for name, text in data_texts(parts).items()]
    payloads = [Piece(payload.name, payload.text) for payload in parts.runtime.payloads]
    html = _render(parts, script=Piece("script", script), data=data, payloads=payloads, licences_src="")
    # Once: it stands in the head, before anything that an author wrote.
    return html.replace("{POLICY}", single_policy(html), 1)


def _inside(name: str, text: str) -> Piece:
    """Data for the single file: packed, but for what a browser that cannot unpack falls back on."""
    if name == "prebuilt":
        return Piece(name, Markup(text))
    return Piece(name, packed_text(text.encode("utf-8")), packed=True)


def _beside(name: str, text: str, address: str) -> Piece:
    """Data for the hosted form: files, but for the runs, which answer at once and where no file can be loaded."""
    if name == "prebuilt":
        return Piece(name, packed_text(text.encode("utf-8")), src=address, packed=True)
    return Piece(name, src=address)


def render_hosted(parts: Parts, addresses: Mapping[str, str]) -> str:
    """The page of the hosted form; `addresses` are those of the files beside it, by name."""
    data = [_beside(name, text, addresses[name]) for name, text in data_texts(parts).items()]
    payloads = [Piece(payload.name, src=addresses[payload.name]) for payload in parts.runtime.payloads]
    script = Piece("script", src=addresses["script"])
    html = _render(parts, script=script, data=data, payloads=payloads, licences_src=addresses["licences"])
    return html.replace("{POLICY}", hosted_policy(html), 1)


def licences_text(parts: Parts) -> str:
    """The licences with their texts, which in the hosted form are a file beside the page."""
    return "\n\n\n".join(
        f"{each.component} {each.version} · {each.name}\n\n{each.text.strip()}" for each in parts.runtime.licences
    )


def _render(parts: Parts, *, script: Piece, data: Sequence[Piece], payloads: Sequence[Piece], licences_src: str) -> str:
    labels = parts.content.labels.model_dump(by_alias=True)
    return _fill(
        parts.root,
        labels=labels,
        declared=declared(parts.root, parts.content),
        careful=CAREFUL.choices(),
        formats=[(reader.NAME, reader.TITLE) for reader in READERS.values()],
        last=parts.facts.opening["events"][-1]["t"],
        prose=parts.prose,
        panels={name: Markup(markup) for name, markup in parts.panels.items()},
        styles=Markup(parts.styles),
        page_data=Markup(script_json(_page_data(labels, parts))),
        licences=parts.runtime.licences,
        script=script,
        data=data,
        payloads=payloads,
        licences_src=licences_src,
        policy="{POLICY}",
    )


def _fill(root: Path, **values: Any) -> str:
    try:
        return environment(root).get_template("page.html.j2").render(values)
    except jinja2.TemplateError as error:
        # Jinja puts the places in templates into the traceback.
        frames = traceback.extract_tb(error.__traceback__)
        place = [frame for frame in frames if frame.filename.endswith(".j2")][-1:] or frames
        file, line = place[-1].filename, place[-1].lineno
        if isinstance(error, jinja2.TemplateSyntaxError):
            file, line = error.filename or file, error.lineno
        raise BuildError(
            error.message or type(error).__name__,
            file=Path(file),
            line=line,
            remedy="Correct the template there.",
        ) from error


def environment(root: Path) -> jinja2.Environment:
    """Jinja over the templates: values are escaped, and a name that is not given is an error."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(root / TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def declared(root: Path, content: Content) -> dict[str, Any]:
    """What the scripts and the templates are told of the inputs and of the subject."""
    subject = content.subject
    return {
        "inputs": [
            {"name": each.name, "options": each.options, "opening": each.opening, "tick": each.tick} for each in INPUTS
        ],
        "live": [_live(value) for value in subject.live_values],
        "figures": [{"name": name, "unit": unit_key(name)} for name in subject.models.FIGURES],
        "command": " ".join(["replay-gate run", *_content_option(root, content.folder)]),
    }


def _live(value: LiveValue) -> dict[str, Any]:
    bounds = {"least": plain(value.least), "above": value.above, "most": plain(value.most), "decimals": value.decimals}
    names = {"name": value.name, "key": value.key, "flag": value.flag, "tool": value.tool}
    return {**names, "value": value.read(value.value), **bounds}


def _content_option(root: Path, folder: Path) -> list[str]:
    """How a terminal is told of the subject: not at all where it is the project's own, else by its folder's path."""
    if folder.resolve() == (root / "content").resolve():
        return []
    inside = folder.resolve().is_relative_to(root.resolve())
    path = folder.resolve().relative_to(root.resolve()).as_posix() if inside else folder.name
    return ["--content", shlex.quote(path)]


def _page_data(labels: dict[str, Any], parts: Parts) -> dict[str, Any]:
    return {
        "labels": labels,
        "declared": declared(parts.root, parts.content),
        "run": parts.facts.opening,
        "map": parts.facts.map,
    }


def _prebuilt(facts: Facts) -> dict[str, Any]:
    """The runs with their keys sorted, as in a run's file: the page writes files from them in the order it finds."""
    runs = [json.loads(canonical(run)) for run in facts.runs]
    return {"runs": runs, "at_any_live": facts.at_any_live, "bundles": facts.bundles}


def _source(parts: Parts) -> dict[str, str]:
    """The source of the engine and of the subject, file by file, for the reader who wants to see what computes."""
    engine = sorted((parts.root / "engine").rglob("*.py"))
    _, world, models, _ = files_of(parts.content.folder)
    return {
        **{path.relative_to(parts.root).as_posix(): path.read_text("utf-8") for path in engine},
        **{f"content/{path.name}": path.read_text("utf-8-sig") for path in (world, models)},
    }


def script_json(value: Any) -> str:
    """JSON inside a script element: `<` is written as its escape, so that nothing in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=False)
    return text.replace("<", "\\u003c")
