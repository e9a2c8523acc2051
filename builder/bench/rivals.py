"""Python in a page as others start it, over loopback: plain Pyodide and PyScript.

Both run the same Pyodide and the same engine on the page's own thread. The engine comes in one request and is written
to the file system without Python's help, which is the fastest way there.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from builder.runtime.build import engine_files
from builder.runtime.pyodide import FILES
from builder.tools.environment import npm_folder

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>TITLE</title>
<meta http-equiv="Content-Security-Policy" content="POLICY">
<link rel="icon" href="data:,"></head><body><p>TITLE</p><script type="module">
const files = fetch("engine.json").then((response) => response.json());
const write = async ({ FS }) => {
  for (const [path, text] of Object.entries(await files)) {
    FS.mkdirTree(`/app/${path}`.replace(/[/][^/]*$/, ""));
    FS.writeFile(`/app/${path}`, text);
  }
};
START</body></html>
"""

# Nothing is fetched from elsewhere, whatever a later version may ask for.
_POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:"

# As the manual shows it.
_PLAIN = """import { loadPyodide } from "./pyodide.mjs";
const pyodide = await loadPyodide();
await write(pyodide);
pyodide.runPython("import sys; sys.path.insert(0, '/app')");
const { answer } = pyodide.pyimport("engine.service");
answer('{"do": "run", "settings": {}}');
performance.mark("python-answer");
</script>"""

# As the manual shows it, with a hook of its plugins' for the files: its configuration would fetch each by itself.
_PYSCRIPT = """import { hooks } from "./pyscript/core.js";
hooks.main.onReady.add(({ interpreter }) => write(interpreter));
</script>
<script type="py" config='{"interpreter": "./pyodide.mjs"}'>
import sys
sys.path.insert(0, "/app")
from engine.service import answer
from js import performance
answer('{"do": "run", "settings": {}}')
performance.mark("python-answer")
</script>"""


def make_plain_site(root: Path, folder: Path) -> Path:
    """Pyodide's files, the engine's sources, and a page that starts both; returns the folder."""
    return _make_site(root, folder, _page("Plain Pyodide", _PLAIN))


def make_pyscript_site(root: Path, folder: Path, packages: Path) -> Path:
    """The same with PyScript from a folder of npm packages between page and Pyodide."""
    scripts = folder / "pyscript"
    shutil.rmtree(scripts, ignore_errors=True)
    shutil.copytree(packages / "@pyscript" / "core" / "dist", scripts, ignore=shutil.ignore_patterns("*.map"))
    return _make_site(root, folder, _page("PyScript", _PYSCRIPT))


def _page(title: str, start: str) -> str:
    return _PAGE.replace("TITLE", title).replace("POLICY", _POLICY).replace("START", start)


def _make_site(root: Path, folder: Path, page: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copyfile(npm_folder(root) / "pyodide" / name, folder / name)
    files = {path: data.decode("utf-8") for path, data in engine_files(root, root / "content").items()}
    (folder / "engine.json").write_text(json.dumps(files), "utf-8")
    (folder / "index.html").write_text(page, "utf-8")
    return folder
