"""What cannot be searched: what came out of it is searched, the rest fails the gate, and no bundle carries it on."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import itertools
import json
import random
import uuid
import zipfile
import zlib
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.check.codes import CODES
from engine.check.detect import search_text, search_value
from engine.check.detect.archive import members
from engine.check.detect.inflate import inflate
from engine.check.detect.opened import LARGEST
from engine.check.formats import read_trails
from engine.check.mending.bundle import bundle_text, replayable
from engine.check.mending.tokens import redactor
from engine.check.reading.source import read_source
from engine.check.telling.document import Question, check
from engine.cli import main
from engine.replay.settings import read_settings
from tests.engine.check.files import chat, says, system, user
from tests.unzstd import zstd

ADDRESS = "anna.muster@example.com"
MESSAGE = json.dumps({"to": ADDRESS}).encode() * 20
UNOPENED = "people.unopened"
EMAIL = "people.email"


def text_of(data: bytes) -> str:
    """In base64."""
    return base64.b64encode(data).decode()


def changed(data: bytes, at: int) -> bytes:
    """The bytes with one of them another one."""
    other = bytearray(data)
    other[at] ^= 0x55
    return bytes(other)


def packed_by(stream: Any, data: bytes = b"") -> bytes:
    """The message, or other bytes, as an object of zlib compresses them."""
    return bytes(stream.compress(data or MESSAGE) + stream.flush())


def bare(data: bytes) -> bytes:
    """In deflate without a header."""
    return packed_by(zlib.compressobj(wbits=-15), data)


def zipped(*contents: bytes, method: int = zipfile.ZIP_DEFLATED, streamed: bool = False) -> bytes:
    """A ZIP archive; streamed, its headers do not say how long its members are."""

    class Stream(io.BytesIO):
        def seekable(self) -> bool:
            return not streamed

        def seek(self, *place: int) -> int:
            if streamed:
                raise io.UnsupportedOperation
            return super().seek(*place)

        def tell(self) -> int:
            if streamed:
                raise io.UnsupportedOperation
            return super().tell()

    file = Stream()
    with zipfile.ZipFile(file, "w", method) as archive:
        for number, content in enumerate(contents):
            archive.writestr(f"{number}.json", content)
    return file.getvalue()


def encrypted(archive: bytes) -> bytes:
    """An archive whose first member says that it is encrypted."""
    return archive[:6] + bytes([archive[6] | 1]) + archive[7:]


GZIP, ZLIB, BARE = gzip.compress(MESSAGE, mtime=0), zlib.compress(MESSAGE), bare(MESSAGE)
NAMED = io.BytesIO()
with gzip.GzipFile("a name.json", "wb", fileobj=NAMED, mtime=0) as _file:
    _file.write(MESSAGE)

DAMAGED: dict[str, bytes] = {
    "gzip with another checksum": changed(GZIP, -6),
    "gzip with another length": changed(GZIP, -2),
    "gzip with a byte changed within": changed(GZIP, len(GZIP) // 2),
    "gzip with a byte changed in its tables": changed(GZIP, 14),
    "gzip with reserved flags": changed(GZIP, 3),
    "gzip that is cut off": GZIP[:-20],
    "gzip without its trailer": GZIP[:-8],
    "gzip with half a trailer": GZIP[:-3],
    "gzip that is cut off at once": GZIP[:16],
    "gzip with a name that does not end": NAMED.getvalue()[:14],
    "gzip, its second member damaged": GZIP + changed(GZIP, -6),
    "gzip, its second member cut off": GZIP + GZIP[:-30],
    "gzip with something behind it": GZIP + b"something else",
    "damaged gzip in gzip": gzip.compress(changed(GZIP, -6), mtime=0),
    "damaged gzip in a ZIP archive": zipped(changed(GZIP, -6)),
    "zlib with another checksum": changed(ZLIB, -2),
    "zlib with a byte changed within": changed(ZLIB, len(ZLIB) - 10),
    "zlib with a byte changed in its tables": changed(ZLIB, 22),
    "zlib without its checksum": ZLIB[:-4],
    "zlib that is cut off": ZLIB[:-12],
    "zlib with something behind it": ZLIB + b"something else",
    "deflate that is cut off": BARE[:-3],
    "deflate with something behind it": BARE + b"something else",
    "zstd that is no zstd": b"\x28\xb5\x2f\xfd" + bytes(range(60)),
    "zstd that is cut off": zstd(MESSAGE)[:-5],
    "zstd with something behind it": zstd(MESSAGE) + b"something else",
    "xz": b"\xfd7zXZ\x00" + bytes(range(60)),
    "bzip2": b"BZh91AY&SY" + bytes(range(60)),
    "7z": b"7z\xbc\xaf\x27\x1c" + bytes(range(60)),
    "RAR": b"Rar!\x1a\x07\x01\x00" + bytes(range(60)),
    "lz4": b"\x04\x22\x4d\x18" + bytes(range(60)),
    "a ZIP archive that is encrypted": encrypted(zipped(MESSAGE)),
    "a ZIP archive in bzip2": zipped(MESSAGE, method=zipfile.ZIP_BZIP2),
    "a ZIP archive in LZMA": zipped(MESSAGE, method=zipfile.ZIP_LZMA),
    "a ZIP archive that is cut off in a member": zipped(MESSAGE)[:60],
    "a ZIP archive that is cut off in a header": zipped(MESSAGE)[:20],
    "a ZIP archive that is cut off before its list": zipped(MESSAGE).partition(b"PK\x01\x02")[0],
    "a ZIP archive with a damaged member": changed(zipped(MESSAGE, b"all is well"), 50),
    "a ZIP archive with something between": zipped(MESSAGE).replace(b"PK\x01\x02", GZIP * 2 + b"PK\x01\x02"),
    "a ZIP archive, a stored member damaged": changed(zipped(b"a" * 50, method=zipfile.ZIP_STORED), 45),
    "a gzip body that opens to too much": gzip.compress(bytes(LARGEST + 1)),
    "a ZIP archive that opens to too much": zipped(bytes(LARGEST + 1)),
}

WHOLE: dict[str, bytes] = {
    "gzip": GZIP,
    "gzip with a name": NAMED.getvalue(),
    "gzip of two members": GZIP + GZIP,
    "gzip with zeros behind it": GZIP + bytes(20),
    "gzip with a line end behind it": GZIP + b"\n",
    "gzip of nothing, then of something": gzip.compress(b"") + GZIP,
    "zlib": ZLIB,
    "zlib at its fastest": zlib.compress(MESSAGE, 1),
    "zlib at its best": zlib.compress(MESSAGE, 9),
    "zlib with a small window": packed_by(zlib.compressobj(wbits=9)),
    "deflate": BARE,
    "zstd": zstd(MESSAGE),
    "zstd in gzip": gzip.compress(zstd(MESSAGE)),
    "gzip in gzip": gzip.compress(GZIP),
    "zlib in gzip": gzip.compress(ZLIB),
    "a ZIP archive": zipped(MESSAGE),
    "a ZIP archive of three": zipped(b"first", MESSAGE, b"third"),
    "a ZIP archive, stored": zipped(MESSAGE, method=zipfile.ZIP_STORED),
    "a ZIP archive, streamed": zipped(MESSAGE, MESSAGE, streamed=True),
    "gzip in a ZIP archive": zipped(GZIP),
    "a ZIP archive in a ZIP archive": zipped(zipped(MESSAGE)),
    "a ZIP archive in gzip": gzip.compress(zipped(MESSAGE)),
    "UTF-16 with a mark": MESSAGE.decode().encode("utf-16"),
    "UTF-16, the high byte first": MESSAGE.decode().encode("utf-16-be"),
}

GIVES_THE_ADDRESS = {
    *("gzip with another checksum", "gzip with another length", "gzip without its trailer", "gzip with half a trailer"),
    "zlib with a byte changed within",
    *("gzip, its second member damaged", "gzip, its second member cut off", "gzip with something behind it"),
    *("damaged gzip in gzip", "damaged gzip in a ZIP archive", "zlib with another checksum"),
    *("zlib without its checksum", "zlib with something behind it", "deflate that is cut off", "zlib that is cut off"),
    *("deflate with something behind it", "a ZIP archive with something between"),
    *("a ZIP archive that is cut off before its list", "zstd with something behind it"),
}
"""Damaged bodies of which enough comes out for the address to be found."""


def lines(text: str, width: int, gap: str) -> str:
    """The text in lines."""
    return gap.join(text[at : at + width] for at in range(0, len(text), width))


WRITTEN: dict[str, Callable[[bytes], str]] = {
    "base64": text_of,
    "in a sentence": lambda data: f"the body was {text_of(data)}, as sent",
    "url-safe": lambda data: base64.urlsafe_b64encode(data).decode(),
    "url-safe without padding": lambda data: base64.urlsafe_b64encode(data).decode().rstrip("="),
    "without padding": lambda data: text_of(data).rstrip("="),
    "in lines of 76": lambda data: base64.encodebytes(data).decode(),
    "in lines of 64, as mail ends them": lambda data: lines(text_of(data), 64, "\r\n"),
    "in lines of 40": lambda data: lines(text_of(data), 40, "\n"),
    "in lines of 20, indented": lambda data: lines(text_of(data), 20, "\n      "),
    "as a data URL": lambda data: f"data:application/octet-stream;base64,{text_of(data)}",
    "behind a path": lambda data: f"/download/a-file/{text_of(data)}",
    "in JSON": lambda data: json.dumps({"body": {"data": text_of(data)}}),
    "in base64 in base64": lambda data: text_of(text_of(data).encode()),
    "as signs of a text": lambda data: data.decode("latin-1"),
}
TELLS_NO_BARE_DEFLATE = {"as signs of a text"}
"""Where only what begins like a packed body is taken for one."""


def kinds(text: str) -> set[str]:
    """The kinds of the hits in a text."""
    return {hit.kind for hit in search_text(text)}


# --- damaged bodies ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DAMAGED)
def test_a_body_that_is_not_whole_fails_the_gate(name: str) -> None:
    """Whatever is wrong with it; what came out before the error is searched."""
    document = check(chat(system(), user(f"look: {text_of(DAMAGED[name])}"), says(), model="gpt-4o-2024-08-06"), "x")
    found = {item["code"]: item["severity"] for item in document["sessions"][0]["findings"]}
    assert found[UNOPENED] == "error"
    assert document["gate"] == "fail"
    assert any(CODES[UNOPENED].title in reason for reason in document["gate_reasons"])
    assert (EMAIL in found) == (name in GIVES_THE_ADDRESS)


@pytest.mark.parametrize("name", DAMAGED)
def test_no_bundle_carries_it_on(name: str) -> None:
    """A placeholder stands in its place, the manifest names it, and the bundle's check passes."""
    text = text_of(DAMAGED[name])
    [trail] = read_trails(read_source(chat(system(), user(f"look: {text} so"), says(), model="gpt-4o-2024-08-06")))
    bundle = replayable(trail)
    message = bundle["steps"][0]["output"]["message"]
    assert message.startswith("look: [unopened-")
    assert message.endswith("] so")
    [named] = [gap for gap in bundle["manifest"]["missing"] if gap["code"] == UNOPENED]
    assert (named["step"], named["path"]) == ("S1", "messages[1].content")
    document = check(bundle_text(bundle).encode(), "bundle", Question(format="replay_bundle"))
    found = {item["code"]: item["severity"] for item in document["sessions"][0]["findings"]}
    assert found.get(UNOPENED) == "note"
    assert EMAIL not in found


def ways(names: Iterable[str], *headless: str) -> list[tuple[str, str]]:
    """Each body in each writing; bytes without a header that stands out are looked for in base64 only."""
    pairs = itertools.product(names, WRITTEN)
    return [(name, how) for name, how in pairs if how not in TELLS_NO_BARE_DEFLATE or not name.startswith(headless)]


@pytest.mark.parametrize(("name", "written"), ways([name for name in DAMAGED if "too much" not in name], "deflate"))
def test_it_is_told_however_it_is_written(name: str, written: str) -> None:
    """In every form of base64; and redaction leaves nothing of it."""
    text = WRITTEN[written](DAMAGED[name])
    assert "unopened" in kinds(text)
    redacted = redactor(text, "")(text)
    assert kinds(redacted) == set()
    assert text_of(DAMAGED[name])[8:40] not in redacted


@pytest.mark.parametrize(("name", "written"), ways(WHOLE, "deflate", "UTF-16", "zlib with a small"))
def test_a_whole_body_is_searched_however_it_is_written(name: str, written: str) -> None:
    """The address is found, nothing is said to be unsearched, and redaction takes the address out."""
    text = WRITTEN[written](WHOLE[name])
    assert kinds(text) == {"email"}
    redacted = redactor(text, "")(text)
    assert kinds(redacted) == set()
    assert redacted != text


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_body_without_people_is_no_finding(name: str) -> None:
    """And stays as it is, to the sign, in lines too."""
    data = {
        "gzip": lambda content: gzip.compress(content, mtime=0),
        "zlib": zlib.compress,
        "deflate": bare,
        "a ZIP archive": zipped,
    }.get(name)
    if data is None:
        return
    for written in WRITTEN.values():
        text = written(data(b"the order was sent on a later day than was said, since it rained at the harbour"))
        assert kinds(text) == set()
        assert redactor(text, "")(text) == text


MAKERS: list[Callable[[bytes], bytes]] = [lambda data: gzip.compress(data, mtime=0), zlib.compress, zipped]
WORDS = st.text("orderlat harbuinfdpskE12{}:,", max_size=300).map(str.split)


@settings(deadline=None, max_examples=300)
@given(WORDS, st.sampled_from(MAKERS), st.data())
def test_no_change_of_a_byte_makes_an_address_vanish(
    words: list[str], make: Callable[[bytes], bytes], data: Any
) -> None:
    """With one bit changed, the address is found, or it is said that not all was searched, or none can read it.

    None can read it where the first bytes are gone, or where the address does not come out of zlib's stream.
    """
    content = " ".join([*words, ADDRESS, *words]).encode()
    packed = make(content)
    at = data.draw(st.integers(0, len(packed) - 1))
    bit = data.draw(st.integers(0, 7))
    other = packed[:at] + bytes([packed[at] ^ 1 << bit]) + packed[at + 1 :]
    found = kinds(text_of(other))
    if "unopened" not in found and "email" not in found:
        assert at < 4 or (make is zlib.compress and ADDRESS.encode() not in _readable(other))


def _readable(packed: bytes) -> bytes:
    """What comes out of a zlib body, one byte fed at a time."""
    stream, made = zlib.decompressobj(-15), b""
    try:
        for at in range(2, len(packed)):
            made += stream.decompress(packed[at : at + 1])
    except zlib.error:
        return made
    return made


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=400), st.sampled_from(MAKERS), st.integers(0, 400))
def test_what_comes_out_is_a_beginning_of_what_was_put_in(
    content: bytes, make: Callable[[bytes], bytes], cut: int
) -> None:
    """However a body is cut off; only the whole of it counts as whole."""
    packed = make(content)
    end = min(cut, len(packed))
    if make is zipped:
        found = list(members(packed[:end], LARGEST))
        assert all(content.startswith(member.data) for member in found)
        assert all(member.data == content for member in found if not member.why)
        return
    opened = inflate(packed[:end], LARGEST)
    if opened is not None and (opened.why or end == len(packed)) and packed[:2] == packed[:end][:2]:
        assert content.startswith(opened.data)
        assert (opened.data == content) or opened.why


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=300), st.sampled_from([b"", b"\x1f\x8b\x08", b"PK\x03\x04", b"x\x9c", b"PK\x03\x04" * 9]))
def test_no_bytes_make_a_decoder_stumble(data: bytes, start: bytes) -> None:
    """Any bytes behind any beginning; what is redacted holds nothing more."""
    for text in (text_of(start + data), (start + data).decode("latin-1"), (start + data).decode("utf-8", "replace")):
        redacted = redactor(text, "")(text)
        assert kinds(redacted) == set()


# --- declared codings -------------------------------------------------------------------------------------------------

HEADERS: list[Callable[[str], Any]] = [
    lambda coding: {"Content-Encoding": coding},
    lambda coding: {"content-type": ["application/json"], "content-encoding": ["gzip", coding]},
    lambda coding: [{"name": "Content-Encoding", "value": coding}],
    lambda coding: [["content-encoding", coding]],
    lambda coding: {"content-encoding": f"gzip, {coding.upper()}"},
]
BODIES: list[Callable[[str], dict[str, Any]]] = [
    lambda text: {"body": text},
    lambda text: {"body": {"encoding": "base64", "string": text}},
    lambda text: {"body": {"base64_string": text}},
    lambda text: {"content": {"size": 12, "mimeType": "application/json", "text": text, "encoding": "base64"}},
]
NOISE = random.Random(9).randbytes(90)


@pytest.mark.parametrize("coding", ["br", "zstd", "compress", "gzip", "deflate"])
@pytest.mark.parametrize("headers", HEADERS)
@pytest.mark.parametrize("body", BODIES)
def test_a_body_in_a_declared_coding_that_cannot_be_opened_is_told(
    coding: str, headers: Callable[[str], Any], body: Callable[[str], dict[str, Any]]
) -> None:
    """In cassettes and HAR files, and where one of these stands as text in a result; a placeholder takes its place."""
    exchange = {"response": {"headers": headers(coding), **body(text_of(NOISE))}}
    for value in (exchange, {"result": json.dumps(exchange)}):
        assert [hit.kind for _, hit in search_value(value)] == ["unopened"]
        redacted = redactor(value, "").value(value)
        assert text_of(NOISE) not in json.dumps(redacted)
        assert "[unopened-" in json.dumps(redacted)
        assert not list(search_value(redacted))


@pytest.mark.parametrize("text", ["plain text that the recorder opened", '{"an": "object"}', "", "ok", text_of(GZIP)])
def test_a_body_that_the_recorder_opened_is_no_alarm(text: str) -> None:
    """Its headers still name the coding."""
    bodies = (text, {"string": text}, {"data": text_of(NOISE)}, json.dumps({"content": text_of(NOISE)}))
    for body in bodies:
        value = {"headers": {"Content-Encoding": "br"}, "body": body}
        assert "unopened" not in {hit.kind for _, hit in search_value(value)}


def test_another_body_than_that_of_the_headers_is_no_alarm() -> None:
    """What declares no coding, or none that packs."""
    for headers in ({}, {"Content-Encoding": "identity"}, {"Content-Type": "image/png"}):
        value = {"headers": headers, "body": text_of(NOISE), "id": text_of(NOISE[:20])}
        assert not list(search_value(value))


# --- no false alarms --------------------------------------------------------------------------------------------------


def _random_texts(lot: random.Random) -> list[str]:
    noise = lot.randbytes
    return [
        text_of(noise(lot.choice([12, 16, 20, 32, 48, 64, 96, 256]))),
        base64.urlsafe_b64encode(noise(24)).decode().rstrip("="),
        hashlib.sha256(noise(8)).hexdigest(),
        f"sha512-{text_of(noise(64))}",
        str(uuid.UUID(bytes=noise(16))),
        f"call_{text_of(noise(18))}",
        f"msg_{noise(16).hex().upper()}",
    ]


def test_ids_hashes_and_noise_are_no_alarm() -> None:
    """Forty thousand texts of the sorts that sessions are full of."""
    lot = random.Random(4)
    texts = [text for _ in range(6_000) for text in _random_texts(lot)]
    assert [text for text in texts if "unopened" in kinds(text)] == []


PICTURES: dict[str, bytes] = {
    "PNG": b"\x89PNG\r\n\x1a\n" + NOISE * 40,
    "JPEG": b"\xff\xd8\xff\xe0\x00\x10JFIF" + NOISE * 40,
    "GIF": b"GIF89a" + NOISE * 40,
    "WebP": b"RIFF\x24\x10\x00\x00WEBPVP8 " + NOISE * 40,
    "PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + NOISE * 40,
    "MP3": b"ID3\x04\x00" + NOISE * 40,
    "WAV": b"RIFF\x24\x10\x00\x00WAVEfmt " + NOISE * 40,
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_and_sounds_are_no_texts(name: str) -> None:
    """They stay as they are; what is readable in them is searched."""
    text = f"data:image/x;base64,{text_of(PICTURES[name])}"
    assert kinds(text) == set()
    assert redactor(text, "")(text) == text
    described = text_of(PICTURES[name] + b"\x00 photographed by " + ADDRESS.encode() + b"\x00")
    assert kinds(described) == {"email"}


# --- the reader's own word --------------------------------------------------------------------------------------------


@pytest.fixture
def damaged_file(tmp_path: Any) -> str:
    """A session that is clean but for a damaged body, of which nothing comes out."""
    path = tmp_path / "own.json"
    text = text_of(DAMAGED["zstd that is no zstd"])
    path.write_bytes(chat(system(), user(f"look: {text}"), says(), model="gpt-4o-2024-08-06"))
    return str(path)


def test_the_reader_may_allow_it(damaged_file: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """`--allow-unsearched`: a warning then; the document says that it was allowed."""
    assert main(["check", damaged_file]) == 1
    assert b"Gate: fails" in capfdbinary.readouterr().out
    assert main(["check", damaged_file, "--allow-unsearched"]) == 0
    assert main(["check", damaged_file, "--allow-unsearched", "--fail-on", "warning"]) == 1
    capfdbinary.readouterr()
    for arguments, allowed in (([], False), (["--allow-unsearched"], True)):
        main(["check", damaged_file, "--json", *arguments])
        document = json.loads(capfdbinary.readouterr().out)
        assert document["allow_unsearched"] is allowed
        assert (document["gate"] == "pass") is allowed


def test_a_bundle_never_carries_it_whatever_is_allowed(
    damaged_file: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """`redact` has no such word."""
    assert main(["redact", damaged_file]) == 0
    bundle = capfdbinary.readouterr().out.decode()
    assert text_of(DAMAGED["zstd that is no zstd"]) not in bundle
    assert "[unopened-" in bundle


def test_under_tokens_it_is_a_note() -> None:
    """A set-up whose export replaces people's data replaces it too."""
    data = chat(system(), user(text_of(DAMAGED["zstd that is no zstd"])), says(), model="gpt-4o-2024-08-06")
    document = check(data, "x", Question(read_settings({"tools": "recorded", "model": "injected", "email": "token"})))
    [found] = [item for item in document["sessions"][0]["findings"] if item["code"] == UNOPENED]
    assert found["severity"] == "note"


# --- no body takes long -----------------------------------------------------------------------------------------------


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(b"", mtime=0) * 40_000,
        changed(GZIP, -6) * 4_000,
        zipped(*[b""] * 4_000),
        b"PK\x03\x04" * 100_000,
        b"PK\x03\x04" + bytes(26) + b"PK\x07\x08" * 100_000,
        (b"PK\x03\x04" + bytes(26)) * 20_000,
    ],
    ids=["gzip of many members", "many damaged ones", "ZIP of many members", "signatures", "descriptors", "headers"],
)
def test_many_members_end_soon(data: bytes) -> None:
    """Time grows with the bytes and no faster."""
    text = text_of(data)
    assert len(kinds(text)) <= 2


@pytest.mark.timeout(30)
def test_many_bombs_share_one_allowance() -> None:
    """What was made of a bomb counts, though it was not opened to its end."""
    bomb = text_of(gzip.compress(bytes(40 * 2**20)))
    text = " ".join([bomb] * 100)
    assert kinds(text) == {"unopened"}
