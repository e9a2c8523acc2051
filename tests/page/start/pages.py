"""Pages that hold the driver, the payloads and the page's own policy, and nothing else."""

from __future__ import annotations

import base64
import functools
import hashlib
import io
import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from builder.progress import Progress
from builder.runtime import Payload, Runtime, build_runtime
from builder.tools.environment import ROOT, build_folder, npm_folder
from builder.tools.esbuild import CLASSIC, bundle

STUB = Path(__file__).parent / "stub"
POLICY = "default-src 'none'; script-src 'sha256-{digest}' 'wasm-unsafe-eval'; worker-src {workers}; img-src data:"

# Keeps what happened where a test can read it.
DRIVER = """
import {{ startEngine }} from {engine};
window.states = [];
window.engine = startEngine({{
  onState: (state, detail) => states.push({{ state, detail: detail ?? null }}),
  ...window.engineOptions,
}});
"""


def real_runtime() -> Runtime:
    """The project's runtime, out of the build's cache where it has been built."""
    return build_runtime(ROOT, ROOT / "content", _quiet())


def stub_runtime(folder: Path) -> Runtime:
    """A runtime around the stub engine, built in ``folder``, with the project's cache of what was built before."""
    shutil.copytree(STUB, folder, dirs_exist_ok=True)
    shutil.copytree(ROOT / "site_templates", folder / "site_templates", dirs_exist_ok=True)
    (folder / ".build" / "node").mkdir(parents=True, exist_ok=True)
    packages = folder / ".build" / "node" / "node_modules"
    if not packages.exists():
        packages.symlink_to(npm_folder(ROOT), target_is_directory=True)
    cache = build_folder(folder) / "cache"
    if not cache.exists():
        (build_folder(ROOT) / "cache").mkdir(parents=True, exist_ok=True)
        cache.symlink_to(build_folder(ROOT) / "cache", target_is_directory=True)
    return build_runtime(folder, folder / "content", _quiet())


def write_page(path: Path, payloads: Iterable[Payload], workers: str = "blob:") -> Path:
    """Write a page with these payloads; ``workers`` is what its policy allows as workers."""
    script = driver_script()
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    policy = POLICY.format(digest=digest, workers=workers)
    elements = "\n".join(f'<script type="text/plain" id="payload-{p.name}">{p.text}</script>' for p in payloads)
    path.write_text(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Start</title>'
        '<link rel="icon" href="data:,">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"></head>'
        f"<body><p>Start</p><script>{script}</script>\n{elements}\n</body></html>",
        "utf-8",
    )
    return path


@functools.cache
def driver_script() -> str:
    """The driver and a few lines that start it, as one classic script."""
    engine = (ROOT / "site_templates/scripts/driver/engine.js").as_posix()
    with tempfile.TemporaryDirectory() as folder:
        entry = Path(folder, "start.js")
        entry.write_text(DRIVER.format(engine=f'"{engine}"'), "utf-8")
        script = bundle(entry, npm_folder(ROOT), *CLASSIC)
    return re.sub(r"</(?=script)", r"<\\/", script)


def _quiet() -> Progress:
    return Progress(io.StringIO())
