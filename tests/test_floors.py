"""Which folder may import from which: the floors of the engine and of the builder, and no circle anywhere."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = ("engine", "builder", "tests")

BUILDER = ("builder", "tests")
ABOVE_READING = ("formats", "detect", "rules", "verdict", "examine", "telling", "mending", "cli", "page_requests")

# Each floor, and what lies above it or beside it.
NEVER_IMPORTS = {
    "engine": BUILDER,
    "engine.base": ("engine.replay", "engine.check", "engine.service", "engine.cli"),
    "engine.replay": ("engine.check", "engine.service", "engine.cli"),
    "engine.check": ("engine.service", "engine.cli"),
    "engine.check.reading": tuple(f"engine.check.{name}" for name in ABOVE_READING),
    "engine.check.formats": (
        "engine.check.rules",
        "engine.check.detect",
        "engine.check.verdict",
        "engine.check.telling",
    ),
    "engine.check.detect": (
        "engine.check.formats",
        "engine.check.rules",
        "engine.check.telling",
        "engine.check.mending",
    ),
    "engine.check.rules": (
        "engine.check.formats",
        "engine.check.verdict",
        "engine.check.telling",
        "engine.check.mending",
    ),
    "engine.check.mending": ("engine.check.telling", "engine.check.cli", "engine.check.page_requests"),
    "engine.check.telling": ("engine.check.cli", "engine.check.page_requests"),
    "builder": ("tests",),
    "builder.tools": ("builder.site", "builder.runtime", "builder.bench"),
    "builder.runtime": ("builder.site", "builder.bench"),
    "builder.site": ("builder.bench",),
}

Graph = Mapping[str, set[str]]


def sources(root: Path) -> dict[str, Path]:
    """The modules of the engine and the builder, by their dotted name."""
    paths = [path for top in ("engine", "builder") for path in (root / top).rglob("*.py")]
    return {".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


def imports(module: str, path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The project's modules that a module imports, inside its functions too."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute(node, package)
            for alias in node.names:
                yield f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base


def absolute(node: ast.ImportFrom, package: str) -> str:
    """The module that a `from` names, written out where it is relative."""
    parts = package.split(".")
    above = parts[: len(parts) + 1 - node.level] if node.level else []
    return ".".join([*above, *([node.module] if node.module else [])])


@cache
def graph(root: Path = ROOT) -> Graph:
    """Each module of the project, and those of the project that it imports."""
    known = sources(root)
    found = {module: set(imports(module, path, known)) for module, path in known.items()}
    return {module: {name for name in names if is_in(name, *PROJECT)} for module, names in found.items()}


def is_in(module: str, *rooms: str) -> bool:
    """Whether a module is one of these, or stands below one."""
    return any(module == room or module.startswith(room + ".") for room in rooms)


def trespasses(found: Graph, room: str, forbidden: tuple[str, ...]) -> list[str]:
    """The imports out of a room into one that it must not know."""
    inside = ((module, name) for module, names in found.items() if is_in(module, room) for name in names)
    return sorted(f"{module} imports {name}" for module, name in inside if is_in(name, *forbidden))


def circle(found: Graph) -> list[str]:
    """A circle of imports, from one module back to it; empty where there is none."""
    try:
        TopologicalSorter(found).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def room_of(module: str) -> str:
    """The folder that a module stands in, or the module itself where it stands on a landing."""
    parts = module.split(".")
    return ".".join(parts[: 3 if parts[:2] == ["engine", "check"] else 2])


@pytest.mark.parametrize("room", NEVER_IMPORTS)
def test_no_floor_imports_from_above(room: str) -> None:
    """What a floor stands on knows nothing of it, so that a change above reaches nobody below."""
    assert any(is_in(module, room) for module in graph())
    assert trespasses(graph(), room, NEVER_IMPORTS[room]) == []


@pytest.mark.parametrize("room", sorted({name for names in NEVER_IMPORTS.values() for name in names} - {"tests"}))
def test_each_room_that_is_named_is_there(room: str) -> None:
    """A folder that moves takes its rule along, or the rule would hold of nothing."""
    assert any(is_in(module, room) for module in graph())


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Nor does one that imports only while a function runs."""
    assert circle(graph()) == []


def test_no_folder_imports_itself_by_way_of_others() -> None:
    """The folders have an order, too."""
    rooms: dict[str, set[str]] = {}
    for module, names in graph().items():
        rooms.setdefault(room_of(module), set()).update({room_of(name) for name in names} - {room_of(module)})
    assert circle(rooms) == []


def test_a_start_loads_the_replay_and_what_it_stands_on() -> None:
    """The page's first answer does not wait for the check, nor for anything of the command line."""
    script = 'import sys; from engine.service import answer; answer(\'{"do":"run"}\'); print(*sys.modules)'
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = [name for name in done.stdout.split() if is_in(name, "engine")]
    assert "engine.replay.walk" in loaded
    assert [name for name in loaded if not is_in(name, "engine.base", "engine.replay", "engine.service")] == ["engine"]
    assert not {"engine.base.terminal", "engine.replay.terminal_report"} & set(loaded)


def test_trespasses_and_circles_are_seen(tmp_path: Path) -> None:
    """Absolute and relative, at the top and in a function."""
    written = {
        "engine/replay/walk.py": "from engine.check import verdict\n",
        "engine/check/verdict.py": "def late():\n    from ..replay.walk import replay\n",
        "builder/bench.py": "import tests.recorder\n",
    }
    for name, text in written.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    found = graph(tmp_path)
    assert trespasses(found, "engine.replay", ("engine.check",)) == ["engine.replay.walk imports engine.check.verdict"]
    assert trespasses(found, "builder", ("tests",)) == ["builder.bench imports tests.recorder"]
    assert set(circle(found)) == {"engine.replay.walk", "engine.check.verdict"}
