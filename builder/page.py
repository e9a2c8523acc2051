"""Stage 5: one HTML file from everything before it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import traceback
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from builder.content import Content
from builder.errors import BuildError
from builder.facts import Facts
from builder.prose import Prose
from builder.runtime import Runtime
from engine.check.formats import READERS
from engine.check.verdict import CAREFUL
from engine.jsontext import canonical
from engine.settings import OPTIONS, Settings

TEMPLATES = Path("site_templates")

_INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)


def render_page(
    root: Path,
    content: Content,
    facts: Facts,
    prose: Prose,
    assets: dict[str, str],
    panels: dict[str, str],
    runtime: Runtime,
) -> str:
    """The page's HTML.

    Args:
        root: the project's folder.
        content: labels and options.
        facts: the runs; the opening one and all 36 go into the page.
        prose: the rendered texts.
        assets: the bundled `script` and `styles`.
        panels: the opening run's panels, rendered.
        runtime: Pyodide and the engine, as payloads.
    """
    labels = content.labels.model_dump(by_alias=True)
    html = _render(
        root,
        labels=labels,
        options=OPTIONS,
        opening=Settings().choices(),
        prose=prose,
        panels={name: Markup(markup) for name, markup in panels.items()},
        styles=Markup(assets["styles"]),
        script=Markup(_in_element(assets["script"])),
        page_data=_json(_page_data(labels, facts)),
        prebuilt=_json(_prebuilt(facts)),
        payloads=runtime.payloads,
        licences=runtime.licences,
        rate=facts.opening["settings"]["live_rate"],
        source=_json(_source(root)),
        samples=_json({name: text.source for name, text in content.samples.items()}),
        careful=CAREFUL.choices(),
        formats=[(reader.NAME, reader.TITLE) for reader in READERS.values()],
        last=facts.opening["events"][-1]["t"],
        policy="{POLICY}",
    )
    # Once: it stands in the head, before anything that an author wrote.
    return html.replace("{POLICY}", _policy(html), 1)


def _render(root: Path, **values: Any) -> str:
    try:
        return _environment(root).get_template("page.html.j2").render(values)
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


def _environment(root: Path) -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(root / TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _page_data(labels: dict[str, Any], facts: Facts) -> dict[str, Any]:
    return {
        "labels": labels,
        "options": OPTIONS,
        "opening": Settings().choices(),
        "run": facts.opening,
        "map": facts.map,
        "rate": facts.opening["settings"]["live_rate"],
    }


def _prebuilt(facts: Facts) -> dict[str, Any]:
    """The runs with their keys sorted, as in a run's file: the page writes files from them in the order it finds."""
    return {"runs": [json.loads(canonical(run)) for run in facts.runs], "bundles": facts.bundles}


def _source(root: Path) -> dict[str, str]:
    """The engine's source, file by file, for the reader who wants to see what computes the runs."""
    return {
        path.relative_to(root).as_posix(): path.read_text("utf-8") for path in sorted((root / "engine").glob("*.py"))
    }


def _json(value: Any) -> Markup:
    """JSON inside a script element: `<` is written as its escape, so that nothing in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=False)
    return Markup(text.replace("<", "\\u003c"))


def _in_element(script: str) -> str:
    """A script that cannot end its own element."""
    return script.replace("</script", "<\\/script")


def _policy(html: str) -> str:
    """The page's content security policy: nothing from anywhere but what the file itself holds, by its hash.

    `wasm-unsafe-eval` lets WebAssembly compile and nothing else; the worker is a blob that the page makes.
    """
    hashes: dict[str, list[str]] = {"script": [], "style": []}
    for kind, text in _INLINE.findall(html):
        digest = base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
        hashes[kind].append(f"'sha256-{digest}'")
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {' '.join(hashes['script'])} 'wasm-unsafe-eval'",
            f"style-src {' '.join(hashes['style'])}",
            "worker-src blob:",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
