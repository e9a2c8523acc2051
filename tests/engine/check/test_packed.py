"""Packed files: gzip, Zstandard, ZIP archives; what is in them is read, what cannot be opened says why."""

from __future__ import annotations

import gzip
import io
import json
import re
import struct
import zipfile
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.check.formats import read_trails
from engine.check.reading import packed
from engine.check.reading.packed import LARGEST_ZSTANDARD, Archive, gunzip, unzstd
from engine.check.reading.source import Source, read_source
from engine.check.telling.document import check
from tests.engine.check.files import CLEAN, EMAIL, chat, says, system, user
from tests.unzstd import zstd

Json = Any


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these members."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


PATH = '["run/a.json"].messages[1]'


def codes(source: Source) -> list[tuple[str, str]]:
    """The defects in short."""
    return [(item.code, item.severity) for item in source.defects]


@pytest.mark.parametrize("pack", [gzip.compress, zstd], ids=["gzip", "zstd"])
def test_a_packed_file_is_read_as_what_it_holds(pack: Any) -> None:
    """Values, lines and findings are those of the file within."""
    inner, outer = check(CLEAN, "x"), check(pack(CLEAN), "x")
    assert outer == inner


def test_gzip_in_several_parts_is_read_whole() -> None:
    """As `cat` joins such files."""
    assert gunzip(gzip.compress(b"a" * 10) + gzip.compress(b"b")).data == b"a" * 10 + b"b"


@pytest.mark.parametrize("data", [gzip.compress(CLEAN)[:-30], zstd(CLEAN)[:-30], b"\x1f\x8b\x08" + b"\xff" * 40])
def test_a_damaged_file_says_so(data: bytes) -> None:
    """As an error, so that nothing passes; what was opened is read all the same."""
    assert ("file.cut-off", "error") in codes(read_source(data))


def test_what_unfolds_too_far_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """And said to be, whichever way it is packed; the members of an archive share one limit."""
    assert LARGEST_ZSTANDARD <= packed.LARGEST == 256 * 2**20
    monkeypatch.setattr(packed, "LARGEST", 3 * 2**20)
    monkeypatch.setattr(packed, "LARGEST_ZSTANDARD", 2**20)
    assert gunzip(gzip.compress(b" " * (3 * 2**20 + 1))).fault == "it unfolds to more than 3 MB"
    assert unzstd(zstd(b" " * (2**20 + 1))).fault == "it unfolds to more than 1 MB"
    monkeypatch.setattr(packed, "LARGEST", 100)
    source = read_source(zipped({"a.json": b"[" + b" " * 80 + b"]", "b.json": b"[" + b" " * 80 + b"]"}))
    assert {item.place.path.partition("]")[0] for item in source.defects} == {'["b.json"'}
    assert "unfolds to more than" in source.defects[0].reason


# ZIP


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_the_members_of_an_archive_are_read(method: int) -> None:
    """Each is a session of its own; paths begin with the member, lines are those in it."""
    data = zipped({"run/a.json": CLEAN, "run/": b"", "b.jsonl": b'{"role": "user", "content": "Hi"}\n' * 2}, method)
    source = read_source(data, "runs.zip")
    first, second = read_trails(source)
    assert (first.name, second.name) == ("run/a.json", "b.jsonl")
    assert first.entries[0].place == replace(read_trails(read_source(CLEAN))[0].entries[0].place, path=PATH)
    assert second.entries[1].place.path == '["b.jsonl"][1]'
    assert second.entries[1].place.line == 2
    assert source.defects == ()


def test_people_are_found_in_the_member_and_step_in_which_they_stand() -> None:
    """Also in a member that is no session."""
    data = zipped(
        {
            "a.json": chat(system(), user(f"I am {EMAIL}."), says()),
            "b.json": chat(system(), user(), says()),
            "note.json": json.dumps({"to": EMAIL}).encode(),
        }
    )
    document = check(data, "x.zip")
    found = [item for session in document["sessions"] for item in session["findings"] if "email" in item["code"]]
    assert [(item["path"], item["step"]) for item in found] == [('["a.json"].messages[1].content', "S1")]
    assert [item["path"] for item in document["findings"] if "email" in item["code"]] == ['["note.json"].to']


def test_members_that_hold_no_text_are_named() -> None:
    """As a note; so nobody takes them for searched."""
    source = read_source(zipped({"a.json": CLEAN, "picture.png": b"\x89PNG", "b": b"\x00", "empty": b""}))
    [note] = source.defects
    assert (note.code, note.severity) == ("file.member-unread", "note")
    assert "picture.png, b, empty" in note.reason


def test_an_archive_within_an_archive_is_not_opened() -> None:
    """Whatever it is called: nesting has no end."""
    source = read_source(zipped({"a.json": CLEAN, "inner.yaml": zipped({"b.json": CLEAN})}))
    assert [item.place.path.partition("]")[0] for item in source.defects if item.severity == "error"] == [
        '["inner.yaml"'
    ]
    assert len(read_trails(source)) == 1


def test_an_encrypted_member_and_a_strange_method_say_why() -> None:
    """The flag in the directory tells the one, the method's number the other."""
    data = bytearray(zipped({"a.json": CLEAN, "b.json": CLEAN}))
    at = data.index(b"PK\x01\x02")
    struct.pack_into("<H", data, at + 8, 1)
    struct.pack_into("<H", data, data.index(b"PK\x01\x02", at + 4) + 10, 14)
    reasons = [item.reason for item in read_source(bytes(data)).defects]
    assert reasons == [
        "The member a.json cannot be opened whole: it is encrypted.",
        "The member b.json cannot be opened whole: it is packed in a way that is not known here (method 14).",
    ]


def test_a_wrong_checksum_is_an_error() -> None:
    """The content is read, and not trusted."""
    data = zipped({"a.json": CLEAN}, zipfile.ZIP_STORED)
    source = read_source(data.replace(b"Where is my order?", b"Where is my horse?"))
    assert codes(source) == [("file.broken", "error")]
    assert len(read_trails(source)) == 1


def test_a_name_that_is_no_utf_8_is_told_with_escapes() -> None:
    """As old packers write them."""
    data = zipped({"a?.json": CLEAN}).replace(b"a?.json", b"a\x81.json")
    assert [member.name for member in Archive(data).members or []] == ["a\\x81.json"]
    assert len(read_trails(read_source(data))) == 1


def test_an_archive_of_nothing_is_refused() -> None:
    """With a message that says what is wrong."""
    with pytest.raises(InputError, match="directory cannot be read"):
        read_trails(read_source(zipped({"a.json": CLEAN})[:-30]))
    with pytest.raises(InputError, match=re.escape("Nothing could be read")):
        read_trails(read_source(zipped({})))
    with pytest.raises(InputError, match="format is not known"):
        read_trails(read_source(zipped({"a.json": b'{"a": 1}', "b.json": b"[]"})))


def test_sizes_that_need_eight_bytes_stand_behind_the_name() -> None:
    """As writers that do not know the size beforehand put them (ZIP64)."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive, archive.open("a.json", "w", force_zip64=True) as member:
        member.write(CLEAN)
    data = bytearray(buffer.getvalue())
    at = data.index(b"PK\x01\x02")
    extra = struct.pack("<2H2Q", 1, 16, len(CLEAN), len(CLEAN))
    struct.pack_into("<2L", data, at + 20, 0xFFFFFFFF, 0xFFFFFFFF)
    struct.pack_into("<H", data, at + 30, len(extra))
    named = at + 46 + len("a.json")
    data[named:named] = extra
    [told] = Archive(bytes(data)).members or []
    assert Archive(bytes(data)).open(told).data == CLEAN


@given(st.data())
@settings(max_examples=100)
def test_changed_archives_raise_nothing_but_input_errors(data: st.DataObject) -> None:
    """Bytes of an archive overwritten, cut, doubled."""
    method = data.draw(st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]))
    raw = bytearray(zipped({"a.json": CLEAN, "b.yaml": b"a: 1"}, method))
    for _ in range(data.draw(st.integers(1, 6))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    raw = raw[: data.draw(st.integers(0, len(raw)))] if data.draw(st.booleans()) else raw
    try:
        read_trails(read_source(bytes(raw)))
    except InputError as error:
        assert str(error)


# Zstandard


TEXTS = [
    b"",
    b"a",
    b"ab" * 40_000,
    bytes(range(256)) * 600,
    json.dumps([{"n": n, "square": n * n, "text": f"row {n % 97}"} for n in range(9_000)]).encode(),
]


@pytest.mark.parametrize("text", TEXTS, ids=len)
def test_zstandard_gives_back_what_was_packed(text: bytes) -> None:
    """Of Node's own packer: raw blocks, repeated bytes, both codes, many blocks."""
    assert unzstd(zstd(text)) == packed.Unpacked(text)


def test_zstandard_frames_follow_one_another() -> None:
    """Frames to be skipped are skipped."""
    skipped = b"\x50\x2a\x4d\x18" + (3).to_bytes(4, "little") + b"xyz"
    assert unzstd(zstd(b"one ") + skipped + zstd(b"two")).data == b"one two"


PACKED = zstd(TEXTS[-1][:3_000])


@given(st.integers(4, len(PACKED) - 1), st.integers(0, 255), st.booleans())
@settings(max_examples=200)
def test_damaged_zstandard_is_data_or_a_fault(at: int, byte: int, cut: bool) -> None:
    """Whatever is changed: nothing else is raised, and nothing grows beyond the limit."""
    changed = PACKED[:at] if cut else PACKED[:at] + bytes([byte]) + PACKED[at + 1 :]
    found = unzstd(changed, 10_000)
    assert len(found.data) <= 10_000
