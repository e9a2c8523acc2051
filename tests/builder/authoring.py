"""An author's own copy of ``content/``, to write in and to make mistakes in."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from builder.errors import BuildError
from builder.runtime import Licence, Payload, Runtime
from builder.site.content import Content, read_content
from builder.site.facts import Facts, compute_facts
from builder.site.page import Parts, declared, render_single
from builder.site.prose import Prose, render_prose
from builder.site.scripts import render_panels
from builder.tools.environment import ROOT, build_folder

CONTENT = ROOT / "content"
FACTS_OF = ("session.json", "world.py", "models.py", "sentences.json", "setups.yaml")

SMALL_RUNTIME = Runtime(
    payloads=(Payload("worker", "QUJD", b"ABC", 3, ""),),
    worker_source="",
    licences=(Licence("Small", "1", "None", "a </pre></script> <b>licence</b>"),),
    manifest={},
)
"""Stands in for Python where a test is about the page around it."""


@dataclass(frozen=True)
class Author:
    """A content folder of one's own, and the stages of the build over it."""

    folder: Path

    @classmethod
    def in_folder(cls, root: Path) -> Author:
        """Copy the project's content to ``root/content``."""
        shutil.copytree(CONTENT, root / "content", ignore=shutil.ignore_patterns("__pycache__"))
        return cls(root / "content")

    def replace(self, file: str, old: str, new: str) -> None:
        """Put ``new`` where ``old`` stands first; the old text must be there."""
        path = self.folder / file
        text = path.read_text("utf-8")
        assert old in text, f"{file} no longer holds {old!r}: mend this test"
        path.write_text(text.replace(old, new, 1), "utf-8")

    def append(self, file: str, text: str) -> None:
        """Write something after what stands in a file."""
        path = self.folder / file
        path.write_text(path.read_text("utf-8") + text, "utf-8")

    def line_of(self, file: str, text: str) -> int:
        """The number of the first line that is a text, or else that holds it."""
        lines = (self.folder / file).read_text("utf-8").splitlines()
        whole = [number for number, line in enumerate(lines, 1) if line == text]
        return whole[0] if whole else next(n for n, line in enumerate(lines, 1) if text in line)

    def content(self) -> Content:
        """The first stage."""
        return read_content(self.folder)

    def facts(self) -> Facts:
        """The first two stages."""
        return _facts(self.content(), self.folder)

    def prose(self) -> Prose:
        """The first three stages, where every mistake in the content must have been found."""
        content = self.content()
        return render_prose(content, _facts(content, self.folder))

    def mistake(self) -> BuildError:
        """The error that these stages end in; the test fails where there is none."""
        with pytest.raises(BuildError) as caught:
            self.prose()
        return caught.value

    def page(self, script: str = "", runtime: Runtime = SMALL_RUNTIME) -> str:
        """The whole page, around a script of one's own and no real Python."""
        content = self.content()
        facts = _facts(content, self.folder)
        labels = content.labels.model_dump(by_alias=True)
        context = {"map": facts.map, "proof": "build", "pinned": None}
        shown = {"run": facts.opening, "labels": labels, "context": context, "declared": declared(ROOT, content)}
        panels = render_panels(_tools(self.folder.parent), shown)
        prose = render_prose(content, facts)
        return render_single(Parts(ROOT, content, facts, prose, script, "", panels, "", runtime))


_known: dict[tuple[bytes, ...], Facts] = {}


def _facts(content: Content, folder: Path) -> Facts:
    """The second stage, computed once where the same session, world, models and set-ups come again."""
    key = tuple((folder / name).read_bytes() for name in FACTS_OF)
    if key not in _known:
        _known[key] = compute_facts(content, folder)
    return _known[key]


def project_in(root: Path) -> Path:
    """A project in a folder: its own content, everything else the real one's; returns the folder."""
    Author.in_folder(root)
    _tools(root)
    (root / "engine").symlink_to(ROOT / "engine", target_is_directory=True)
    return root


def _tools(root: Path) -> Path:
    """Make the installed tools usable from ``root``, with a cache folder that no one else writes."""
    ours = build_folder(root)
    if not ours.exists():
        (ours / "cache").mkdir(parents=True)
        (ours / "node").symlink_to(build_folder(ROOT) / "node", target_is_directory=True)
        runtime = build_folder(ROOT) / "cache" / "runtime"
        runtime.mkdir(parents=True, exist_ok=True)
        (ours / "cache" / "runtime").symlink_to(runtime, target_is_directory=True)
        shutil.copytree(ROOT / "site_templates", root / "site_templates")
    return root


def step_of(run: Any, step: str) -> Any:
    """A step of a run document."""
    return next(each for each in run["steps"] if each["id"] == step)
