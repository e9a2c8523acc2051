"""The runtime's parts: what goes into the page is what it should be, and the same each time."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import zipfile
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.progress import Progress
from builder.runtime import Payload, Runtime, build_runtime, zstd
from builder.runtime.build import experiment_requests, opening_sequences
from builder.runtime.cache import key_of, remembered
from builder.runtime.encode import gzip_payload, zstd_payload
from builder.runtime.errors import PyodideChanged
from builder.runtime.glue import classic_script
from builder.runtime.image import BLOCK, Memory, digest, find_runs, store_sparsely
from builder.runtime.library import library_zip
from builder.runtime.licences import PARTS, Part
from builder.runtime.linking import without_linking
from builder.runtime.pack import pack, unpack
from builder.runtime.pyodide import FILES, VERSION, find_pyodide
from builder.runtime.trim import trim_exports
from builder.runtime.wasm.binary import CODE, DATA, Module
from builder.tools.environment import ROOT, npm_folder
from engine.replay.settings import OPTIONS, all_settings
from tests.unzstd import unzstd

LOADER = "x=`https://elsewhere/full/`;export{dt as loadPyodide,U as version};\n//# sourceMappingURL=m"
GLUE = "async function _createPyodideModule(){import.meta.url}export default _createPyodideModule;"


@pytest.fixture(scope="module")
def runtime() -> Runtime:
    """The project's runtime, out of the build's cache where it has been built."""
    return build_runtime(ROOT, ROOT / "content", Progress(io.StringIO()))


def test_a_pack_gives_back_what_went_in() -> None:
    """In the same order, empty files and odd names too."""
    files = {"b/ü.pyc": b"\0\1\2", "a": b"", "c": bytes(1000)}
    assert list(unpack(pack(files)).items()) == list(files.items())


def test_the_first_file_of_a_pack_is_aligned_to_words() -> None:
    """So that the browser can read it as words in place."""
    for name in ("a", "ab", "abc", "abcd"):
        packed = pack({name: b"data"})
        assert packed.index(b"data") % 4 == 0


def test_a_pack_that_is_cut_short_is_refused() -> None:
    """It must not pass for one with a shorter last file."""
    with pytest.raises(ValueError, match="announces"):
        unpack(pack({"a": b"1234"})[:-1])


def memory(heap: bytes, static: bytes, fresh: bytes) -> Memory:
    """A memory of a few blocks, each filled with one byte."""

    def fill(values: bytes) -> bytes:
        return b"".join(bytes([value]) * BLOCK for value in values)

    return Memory(fill(heap), fill(static), fill(fresh), {"buildId": "x"})


def test_blocks_are_left_out_only_where_nothing_has_touched_them() -> None:
    """A block that the runtime has changed and Python changed back must be stored."""
    tested = memory(heap=b"\1\1\0\0\1", static=b"\1\1\0\1\0", fresh=b"\1\2\0\1\0")
    assert [kind for kind, *_ in find_runs(tested)] == ["same", "data", "zero", "data"]
    assert [start // BLOCK for _, start, _ in find_runs(tested)] == [0, 1, 2, 4]


def test_a_sparse_image_restores_to_the_whole_memory() -> None:
    """From any memory that has the blocks which are left out."""
    tested = memory(heap=b"\1\5\0\0\7\1", static=b"\1\1\0\1\0\1", fresh=b"\1\2\0\1\3\1")
    files = unpack(store_sparsely(tested))
    restored = bytearray(tested.fresh)
    data = io.BytesIO(files["data"])
    for start, end in _pairs(files["zeroRuns"]):
        restored[start:end] = bytes(end - start)
    for start, end in _pairs(files["dataRuns"]):
        restored[start:end] = data.read(end - start)
    assert bytes(restored) == tested.heap
    facts = json.loads(files["facts"])
    assert facts["heapLength"] == len(tested.heap)
    assert facts["dataDigest"] == digest(files["data"])


def _pairs(table: bytes) -> list[tuple[int, int]]:
    numbers = array("I", table)
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_the_digest_is_fnv_1a_over_words() -> None:
    """The worker computes the same; known values keep both honest."""
    assert digest(b"") == 0x811C9DC5
    assert digest(b"\1\0\0\0") == ((0x811C9DC5 ^ 1) * 0x01000193) % 2**32
    assert digest(b"\1\0\0\0\2\0\0\0") != digest(b"\2\0\0\0\1\0\0\0")


def test_the_glue_becomes_one_script_without_modules_or_addresses() -> None:
    """Nothing is left that only a module may say."""
    script = classic_script(LOADER, GLUE, {"python": "3"})
    for word in ("export", "import.meta", "https:", "sourceMappingURL"):
        assert word not in script
    assert "createPyodideModule:_createPyodideModule" in script
    assert 'lock:{"info": {"python": "3"}, "packages": {}}' in script


@pytest.mark.parametrize(
    ("loader", "glue"),
    [
        (LOADER.replace("loadPyodide", "load"), GLUE),
        (LOADER, GLUE.replace("default", "")),
        (LOADER.replace("https", "http"), GLUE),
    ],
)
def test_a_pyodide_that_looks_otherwise_is_refused(loader: str, glue: str) -> None:
    """Rather than turned into a script that fails in the reader's browser."""
    with pytest.raises(PyodideChanged):
        classic_script(loader, glue, {})


def test_another_version_of_pyodide_is_refused(tmp_path: Path) -> None:
    """The image leans on internals: moving on is a decision, and starts here."""
    manifest = tmp_path / "pyodide" / "package.json"
    manifest.parent.mkdir()
    manifest.write_text('{"version": "999.0.0"}', "utf-8")
    with pytest.raises(PyodideChanged, match=VERSION):
        find_pyodide(tmp_path)
    with pytest.raises(PyodideChanged, match="no Pyodide"):
        find_pyodide(tmp_path / "nowhere")


def test_a_pyodide_without_one_of_its_files_is_refused(tmp_path: Path) -> None:
    """Older ones have a glue of another name, for one; the file is named."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in FILES:
        (folder / name).write_text("", "utf-8")
    (folder / "package.json").write_text(json.dumps({"version": VERSION}), "utf-8")
    (folder / "pyodide.asm.mjs").unlink()
    with pytest.raises(PyodideChanged, match=r"has no pyodide\.asm\.mjs"):
        find_pyodide(tmp_path)


def test_the_library_zip_has_no_dates() -> None:
    """And its members are stored as they are."""
    archive = library_zip({"b.pyc": b"2", "a.pyc": b"1"})
    members = zipfile.ZipFile(io.BytesIO(archive)).infolist()
    assert [m.filename for m in members] == ["a.pyc", "b.pyc"]
    assert {(m.date_time, m.compress_type) for m in members} == {((1980, 1, 1, 0, 0, 0), 0)}


@pytest.mark.parametrize(("make", "decompress"), [(gzip_payload, gzip.decompress), (zstd_payload, unzstd)])
def test_a_payload_decodes_to_what_it_says(
    make: Callable[[str, bytes, Path], Payload], decompress: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    """Its text may stand between script tags as it is."""
    data = bytes(range(256)) * 40
    payload = make("some", data, tmp_path)
    assert decompress(base64.b64decode(payload.text)) == data
    assert (payload.size, payload.sha256) == (len(data), hashlib.sha256(data).hexdigest())
    assert payload.text.isascii()
    assert "<" not in payload.text


def test_the_decoder_is_webassembly() -> None:
    """Taken out of the npm package whole."""
    assert base64.b64decode(zstd.decoder_base64(npm_folder(ROOT))).startswith(b"\0asm")


def test_exports_that_nobody_mentions_are_trimmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """And those that anybody mentions stay, with their declaration."""
    monkeypatch.setattr("builder.runtime.trim.EXPECTED", 2)
    monkeypatch.setattr("builder.runtime.trim._DECLARATION", re.compile(r"var ((?:[\w$]+,)+[\w$]+);"))
    glue = (
        "var _a,_b,_c,_d;"
        'function assign(wasmExports){_a=Module["_a"]=wasmExports["a"];_b=wasmExports["b"];'
        '_c=Module["_c"]=wasmExports["c"].value>>>0;_d=wasmExports["d"];}use(_a)'
    )
    trimmed = trim_exports(glue, "module._c")
    assert trimmed == (
        "var _a,_c;"
        'function assign(wasmExports){_a=Module["_a"]=wasmExports["a"];'
        '_c=Module["_c"]=wasmExports["c"].value>>>0;}use(_a)'
    )


def test_glue_with_other_exports_is_refused() -> None:
    """Rather than left as large as it is, unnoticed."""
    with pytest.raises(PyodideChanged):
        trim_exports("var _a;")


def test_glue_that_links_in_another_way_is_refused() -> None:
    """Each of the places to be rewritten must be there, once."""
    glue = find_pyodide(npm_folder(ROOT)).glue.read_text("utf-8")
    assert "updateGOT(origExports)" not in without_linking(glue)
    with pytest.raises(PyodideChanged, match="updateGOT"):
        without_linking(glue.replace("updateGOT(origExports);", ""))
    with pytest.raises(PyodideChanged, match="0 times"):
        without_linking(without_linking(glue))


def test_a_start_needs_a_small_part_of_the_webassembly(runtime: Runtime) -> None:
    """A fifth of the code, calls to the other functions included, and every data segment."""
    first, rest = (Module(unzstd(runtime.payload(name).data)) for name in ("wasm", "rest"))
    assert len(first.section(CODE)) * 4 < len(rest.section(CODE))
    assert len(first.section(DATA)) > 10**6
    assert len(first.exports()) < 400


def test_the_image_names_what_was_rehearsed(runtime: Runtime) -> None:
    """As the page writes it: the opening run, all set-ups, and the map."""
    facts = json.loads(unpack(unzstd(runtime.payload("image").data))["facts"])
    assert facts["rehearsed"] == experiment_requests()
    setup = '{"tools":"live","model":"latest","state":"omitted","email":"removed"}'
    assert f'{{"do":"run","settings":{setup}}}' in facts["rehearsed"]


def test_the_cache_makes_each_thing_once(tmp_path: Path) -> None:
    """And tells parts apart that only run together differently."""
    made: list[int] = []

    def make() -> bytes:
        made.append(1)
        return b"it"

    assert [remembered(tmp_path, "key", make) for _ in range(3)] == [b"it"] * 3
    assert len(made) == 1
    assert key_of("ab", "c") != key_of("a", "bc")


def test_the_payloads_stand_in_the_order_of_their_need(runtime: Runtime) -> None:
    """What a start waits for first comes first."""
    names = [payload.name for payload in runtime.payloads]
    assert names == ["worker", "wasm", "image", "engine", "rest", "library"]


def test_the_library_is_a_part_and_all_of_it_is_bytecode(runtime: Runtime) -> None:
    """With what the engine imports, and without what it does not."""
    data = unzstd(runtime.payload("library").data)
    members = zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert {"dataclasses.pyc", "json/decoder.pyc", "re/__init__.pyc"} <= set(members)
    assert all(member.endswith(".pyc") for member in members)
    assert not any(member.startswith(("unittest", "sqlite3", "zipimport")) for member in members)


def test_the_build_leaves_no_trace_of_this_machine(runtime: Runtime) -> None:
    """Neither where the project lies nor where packages come from."""
    for payload in runtime.payloads:
        data = (gzip.decompress if payload.name == "worker" else unzstd)(payload.data)
        for trace in (str(ROOT), "jsdelivr", "npmjs"):
            assert trace.encode() not in data, (payload.name, trace)


def test_the_licences_of_what_is_inside_are_there(runtime: Runtime) -> None:
    """Whole, and with the place of the source that the Mozilla licence asks for."""
    texts = {licence.component: licence.text for licence in runtime.licences}
    assert "github.com/pyodide/pyodide" in texts["Pyodide"]
    assert "Mozilla Public License Version 2.0" in texts["Pyodide"]
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in texts["CPython"]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.text.removesuffix(".txt"))
def test_what_has_a_licence_is_inside(part: Part, runtime: Runtime) -> None:
    """Each mark is in the file as it came, so a list that fits another Pyodide fails; and its licence is among all."""
    data = (npm_folder(ROOT) / "pyodide" / part.file).read_bytes()
    assert [mark for mark in part.marks if mark not in data] == []
    (found,) = [licence for licence in runtime.licences if licence.component == part.component]
    assert (found.version, found.name) == (part.version, part.name)


def test_each_text_is_the_licence_of_something(runtime: Runtime) -> None:
    """None is left over, none empty, and none names a package registry."""
    texts = {path.read_text("utf-8") for path in (ROOT / "builder/runtime/licences").iterdir()}
    shown = [licence.text for licence in runtime.licences]
    assert [text[:40] for text in texts if not any(text in each for each in shown)] == []
    for text in shown:
        assert text.strip()
        assert not re.search(r"npmjs|jsdelivr|pypi|crates\.io", text)


def test_every_set_up_is_rehearsed_as_the_first_one() -> None:
    """A link may lead to any of them, and Python looks ahead to those that one change of an input leads to."""
    everything, *openings = opening_sequences()
    first = [json.loads(requests[0])["settings"] for requests in openings]
    assert everything == experiment_requests()
    assert first == [settings.choices() for settings in all_settings()]
    for requests in openings:
        setup, *near = [json.loads(request)["settings"] for request in requests]
        assert all(len(setup.items() - other.items()) == 1 for other in near)
        assert len(near) == sum(len(values) - 1 for values in OPTIONS.values())
        assert set(requests) <= set(everything)
