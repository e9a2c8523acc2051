"""The bench: what it lays out to measure, and how it says what it found. No time is asserted here."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import get_args

import pytest

from builder.bench.limits import ANSWER, Form, judged
from builder.bench.probe import Visit
from builder.bench.report import Samples, table
from builder.bench.rivals import make_plain_site, make_pyscript_site
from builder.bench.server import served
from builder.bench.sites import Site, make_imageless_folder, make_imageless_page
from builder.tools.environment import BENCH_SET, BUILD_SET, ROOT, NpmSet, node_stamp, npm_folder

PAYLOAD = '<script type="text/plain" id="payload-{}"{}>{}</script>\n'


def samples(*visits: tuple[float, float | None, float | None], pause: float = 20) -> Samples:
    """Visits from their times to answer and paint, and their longest tasks."""
    return Samples([Visit(*visit, pause) for visit in visits])


BASE = Site("plain Pyodide, loopback", "b", base=True)
FILE = Site("dist/index.html, file", "f", "file")


def cells(browser: str, site: Site, found: Samples, base: Samples) -> list[list[str]]:
    """The head's cells, the site's and the base's."""
    _, *lines, _ = table(browser, {site: found, BASE: base}).splitlines()
    return [[cell.strip() for cell in line.split("   ") if cell.strip()] for line in lines]


def last_line(browser: str, found: dict[Site, Samples]) -> str:
    """What the table says of the limits."""
    return table(browser, found).splitlines()[-1]


def test_every_form_has_a_limit_in_every_browser() -> None:
    """The plain path may take longest, a hosted page least."""
    assert set(ANSWER) == {"chromium", "firefox", "webkit"}
    for limits in ANSWER.values():
        assert set(limits) == set(get_args(Form))
        assert limits["hosted"] < limits["file"] < limits["plain"]


def test_a_verdict_says_value_limit_and_mark() -> None:
    """Kept, missed, or not to be told."""
    assert judged("0.270", "0.30", True) == "0.270 (≤ 0.30 ✓)"
    assert judged("51", "50", False) == "51 (≤ 50 ✗)"
    assert judged("51", "50", None) == "51 (≤ 50 ?)"


def test_a_row_judges_the_median_and_the_longest_task_of_all() -> None:
    """Answer and paint count by their medians, the longest task by its worst; the limit itself keeps to it."""
    found = samples((290, 100, 0), (300, 150, 50), (900, 160, 51))
    head, ours, base = cells("chromium", FILE, found, samples((1000, 400, 900)))
    assert head[0] == "chromium, ms"
    assert head[5] == "longest task"
    assert ours == [
        "dist/index.html, file",
        *("300", "0.300 (≤ 0.30 ✓)", "150", "0.150 (≤ 0.15 ✓)", "51 (≤ 50 ✗)", "290 300 900"),
    ]
    assert base == [BASE.name, "1000", "1.000", "400", "0.400", "900", "1000"]


@pytest.mark.parametrize(
    ("browser", "form", "answer", "missed"),
    [
        ("chromium", "file", 301, 1),
        ("firefox", "file", 320, 0),
        ("webkit", "file", 400, 0),
        ("webkit", "hosted", 301, 1),
        ("firefox", "hosted", 270, 0),
        ("firefox", "plain", 551, 1),
        ("webkit", "plain", 750, 0),
    ],
)
def test_each_browser_has_limits_of_its_own(browser: str, form: Form, answer: float, missed: int) -> None:
    """One millisecond of a second too much is a miss."""
    found = {Site("a site", "s", form): samples((answer, 150, 50)), BASE: samples((1000, None, None))}
    assert last_line(browser, found) == f"limits: {3 - missed} kept, {missed} missed"


@pytest.mark.parametrize(("pause", "shown"), [(50, "50 (≤ 50 ✓)"), (51, "51 (≤ 50 ?)")])
def test_where_no_tasks_are_told_of_a_pause_can_prove_the_limit_kept_but_not_missed(pause: float, shown: str) -> None:
    """Several tasks may have filled it. What else the browser does not tell is a dash."""
    head, ours, base = cells("webkit", FILE, samples((100, None, None), pause=pause), samples((1000, 1, None)))
    assert head[5] == "longest pause"
    assert ours[3:6] == ["–", "–", shown]
    assert base[5] == "20"
    found = {FILE: samples((100, 1, None), pause=51), BASE: samples((1000, 1, None))}
    assert last_line("webkit", found) == "limits: 2 kept, 0 missed, 1 not to be told (?)"


def test_what_the_page_is_compared_with_is_not_judged() -> None:
    """However slow it is."""
    found = {Site("PyScript, loopback", "p"): samples((9000, 9000, 9000)), BASE: samples((1, 1, 1))}
    assert last_line("firefox", found) == "limits: 0 kept, 0 missed"


def test_two_sites_of_one_name_have_a_row_each() -> None:
    """Each form's plain path is called the same, below its form."""
    first, second = Site("… plain path", "1", "plain"), Site("… plain path", "2", "plain")
    text = table("firefox", {first: samples((100, 1, 1)), second: samples((200, 1, 1)), BASE: samples((400, 1, 1))})
    assert "0.250 (≤ 0.55" in text
    assert "0.500 (≤ 0.55" in text


@pytest.fixture
def hosted(tmp_path: Path) -> Path:
    """A small folder in the hosted form's shape."""
    folder = tmp_path / "hosted"
    (folder / "assets").mkdir(parents=True)
    names = ("wasm", "image", "library")
    page = "".join(PAYLOAD.format(name, f' data-src="assets/{name}-0f.bin"', "") for name in names)
    (folder / "index.html").write_text(page, "utf-8")
    for name in names:
        (folder / "assets" / f"{name}-0f.bin").write_bytes(b"x")
    asset = "  Cache-Control: immutable\n  Access-Control-Allow-Origin: *\n"
    (folder / "_headers").write_text(f"/*\n  X-Content-Type-Options: nosniff\n/assets/*\n{asset}", "utf-8")
    return folder


def test_the_hosted_form_loses_its_image_and_nothing_else(hosted: Path) -> None:
    """Neither page nor folder has it any more; the original stays; a former copy is not in the way."""
    copy = hosted.parent / "copy"
    (copy / "assets").mkdir(parents=True)
    (copy / "assets" / "former.bin").touch()
    make_imageless_folder(hosted, copy)
    assert sorted(path.name for path in (copy / "assets").iterdir()) == ["library-0f.bin", "wasm-0f.bin"]
    html = (copy / "index.html").read_text("utf-8")
    assert "image" not in html
    assert html.count("payload-") == 2
    assert (copy / "_headers").exists()
    assert (hosted / "assets" / "image-0f.bin").exists()
    assert "payload-image" in (hosted / "index.html").read_text("utf-8")


def test_the_one_file_form_loses_its_image(tmp_path: Path) -> None:
    """The text of the others stays; a page that has no image is refused, for it would measure the wrong thing."""
    page = tmp_path / "index.html"
    page.write_text("".join(PAYLOAD.format(name, "", "b64/+=") for name in ("wasm", "image")), "utf-8")
    copy = make_imageless_page(page, tmp_path / "copy.html")
    assert copy.read_text("utf-8").strip() == PAYLOAD.format("wasm", "", "b64/+=").strip()
    with pytest.raises(ValueError, match="carries 0 images"):
        make_imageless_page(copy, tmp_path / "again.html")


def test_the_built_page_has_an_image_to_lose(tmp_path: Path) -> None:
    """In both forms, so that the bench finds what it takes out."""
    dist = ROOT / "dist"
    assert (dist / "hosted" / "index.html").exists(), "build first: python3 build.py"
    make_imageless_page(dist / "index.html", tmp_path / "index.html")
    make_imageless_folder(dist / "hosted", tmp_path / "hosted")
    assert len(list((dist / "hosted" / "assets").iterdir())) == len(list((tmp_path / "hosted/assets").iterdir())) + 1


def test_a_folder_is_served_with_its_own_headers_but_not_kept(hosted: Path) -> None:
    """As its host would, except that each visit is a first one."""
    with served(hosted) as address, urllib.request.urlopen(f"{address}assets/wasm-0f.bin?x=1") as answer:
        assert answer.read() == b"x"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.headers.get_all("Cache-Control") == ["no-store"]
    with served(hosted) as address, urllib.request.urlopen(address) as answer:
        assert "payload-wasm" in answer.read().decode("utf-8")
        assert answer.headers["Access-Control-Allow-Origin"] is None


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """The npm packages as the bench installs them, with next to nothing inside."""
    dist = tmp_path / "node_modules" / "@pyscript" / "core" / "dist"
    dist.mkdir(parents=True)
    for name in ("core.js", "core-abc.js", "core-abc.js.map"):
        (dist / name).write_text("// nothing", "utf-8")
    return tmp_path / "node_modules"


def test_pyscript_stands_beside_the_pyodide_and_engine_that_plain_pyodide_has(tmp_path: Path, packages: Path) -> None:
    """The same bytes in both, so that it is PyScript alone that is compared; its page names its own files only."""
    plain = make_plain_site(ROOT, tmp_path / "plain")
    script = make_pyscript_site(ROOT, tmp_path / "pyscript-site", packages)
    names = {path.name for path in plain.iterdir()} - {"index.html"}
    assert "pyodide.asm.wasm" in names
    assert all((plain / name).read_bytes() == (script / name).read_bytes() for name in names)
    assert sorted(path.name for path in (script / "pyscript").iterdir()) == ["core-abc.js", "core.js"]
    assert "engine/service.py" in json.loads((script / "engine.json").read_text("utf-8"))


def test_neither_rival_may_fetch_from_elsewhere(tmp_path: Path, packages: Path) -> None:
    """The page's policy allows its own host only; the interpreter is not the one that PyScript would fetch."""
    for folder in (
        make_plain_site(ROOT, tmp_path / "plain"),
        make_pyscript_site(ROOT, tmp_path / "pyscript-site", packages),
    ):
        html = (folder / "index.html").read_text("utf-8")
        assert "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:\"" in html
        assert "://" not in html
        assert '{"do": "run", "settings": {}}' in html
    assert """config='{"interpreter": "./pyodide.mjs"}'""" in html


def test_only_the_bench_installs_pyscript() -> None:
    """It is pinned in a lock of its own, and a build knows nothing of it."""
    manifest = json.loads((ROOT / BENCH_SET.source / "package.json").read_text("utf-8"))
    lock = json.loads((ROOT / BENCH_SET.source / "package-lock.json").read_text("utf-8"))
    pinned = lock["packages"]["node_modules/@pyscript/core"]
    assert manifest["dependencies"] == {"@pyscript/core": pinned["version"]}
    assert all("integrity" in package for name, package in lock["packages"].items() if name)
    assert "pyscript" not in (ROOT / "package-lock.json").read_text("utf-8")


def test_each_set_of_packages_has_a_folder_and_a_stamp_of_its_own() -> None:
    """So that installing one never touches the other."""
    assert npm_folder(ROOT, BENCH_SET) == ROOT / ".build/bench/node/node_modules"
    stamps = [node_stamp(ROOT, wanted) for wanted in (BUILD_SET, BENCH_SET, NpmSet(BENCH_SET.source, "elsewhere"))]
    assert len({stamp.path for stamp in stamps}) == 3
    assert stamps[0].digest != stamps[1].digest == stamps[2].digest
