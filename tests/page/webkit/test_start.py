"""Python's start in WebKitGTK, on a page that holds little else."""

from __future__ import annotations

import json
from pathlib import Path

from builder.runtime.build import experiment_requests
from engine.service import answer
from tests.page.start.pages import real_runtime, write_page
from tests.page.webkit.driving import Reader


def test_what_was_rehearsed_needs_no_more_than_was_called_in_the_rehearsal(webkit: Reader, tmp_path: Path) -> None:
    """All set-ups from the memory image, with neither the rest of the WebAssembly nor any file ever there."""
    payloads = [p for p in real_runtime().payloads if p.name not in {"engine", "rest", "library"}]
    requests = [json.loads(request) for request in experiment_requests()]
    webkit.visit(write_page(tmp_path / "page.html", payloads).as_uri())
    answers = webkit.see(f"Promise.all({json.dumps(requests)}.map((request) => engine.ask(request)))")
    assert answers == [answer(json.dumps(request)) for request in requests]
    assert webkit.see("states") == [
        {"state": "starting", "detail": None},
        {"state": "python", "detail": {"way": "image", "reason": ""}},
    ]
