"""Attacks on the engine: damaged files, damaged packed bodies, noise, bombs, very long texts."""

from __future__ import annotations

import base64
import gzip
import io
import json
import random
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial

from builder.stress.attack import Attack, Ground, Outcome
from engine.base.errors import InputError
from engine.check.detect import search_text
from engine.check.telling.document import check, guarded

SAMPLES = ("tests", "engine", "check", "samples")
SLOW = 5.0
"""Seconds that the check of a small file must not take."""

ADDRESS = "anna.muster@example.com"
WORDS = [
    "order",
    "late",
    "harbour",
    "rain",
    "refund",
    "please",
    "thanks",
    "yesterday",
    "parcel",
    "street",
    "number",
    "colour",
]

_BOMB_SECONDS = 120.0
_LINE = 30
_HEAD = 14
"""The first bytes say what a body is, and are left alone; a shorter one holds nothing yet."""


def change_bytes(ground: Ground) -> Outcome:
    """Check sample files in which bytes were changed, taken out or doubled."""
    lot = random.Random(ground.seed)
    paths = sorted(ground.root.joinpath(*SAMPLES).rglob("*.*"))
    files = [path.read_bytes() for path in paths if path.suffix != ".trail"]
    number, slowest, broken = ground.times(2_000), 0.0, []
    for turn in range(number):
        data, start = _changed(lot.choice(files), lot), time.process_time()
        try:
            guarded(partial(check, data, "changed"), "changed")
        except InputError as error:
            if "stumbled" in error.problem:
                broken.append(f"Changed file {turn} of seed {ground.seed}: {error}")
        slowest = max(slowest, time.process_time() - start)
    if slowest > SLOW:
        broken.append(f"A changed file took {slowest:.1f} s.")
    return Outcome(f"{number:,} files, slowest {slowest:.2f} s", tuple(broken))


def _changed(data: bytes, lot: random.Random) -> bytes:
    """The bytes after some changes, each at a place drawn by lot."""
    changed = bytearray(data)
    for _ in range(lot.randint(1, 8)):
        at, length = lot.randrange(len(changed) + 1), lot.randint(1, 20)
        how = lot.choice(("over", "out", "twice"))
        if how == "over":
            changed[at : at + length] = lot.randbytes(length)
        elif how == "out":
            del changed[at : at + length]
        else:
            changed[at:at] = changed[at : at + length]
    return bytes(changed)


# --- packed bodies ----------------------------------------------------------------------------------------------------


def _zipped(data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("message.json", data)
    return file.getvalue()


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": partial(gzip.compress, mtime=0),
    "zlib": zlib.compress,
    "ZIP": _zipped,
}


def damage_bodies(ground: Ground) -> Outcome:
    """Change a byte of a packed body that holds an address, or cut it off; ask whether the address vanished.

    Where zlib's tables of codes are gone, no program reads the body any more. How many these are is told.
    """
    lot, number = random.Random(ground.seed), ground.times(20_000)
    broken, unreadable = [], 0
    for turn in range(number):
        name = lot.choice(tuple(PACKERS))
        packed = PACKERS[name](_message(lot))
        at = lot.randrange(_HEAD, len(packed))
        damaged = packed[:at] if lot.random() < 1 / 3 else packed[:at] + lot.randbytes(1) + packed[at + 1 :]
        found = {hit.kind for hit in search_text(base64.b64encode(damaged).decode())}
        if found.isdisjoint({"email", "unopened"}):
            unreadable += 1
            if name != "zlib" or ADDRESS.encode() in _comes_out(damaged):
                broken.append(f"Body {turn} of seed {ground.seed}, {name}: the address is in it and nothing is said.")
    return Outcome(f"{number:,} bodies; {unreadable:,} that no program reads passed", tuple(broken))


def _message(lot: random.Random) -> bytes:
    before, after = (lot.choices(WORDS, k=lot.randint(0, 80)) for _ in range(2))
    return json.dumps({"text": " ".join([*before, ADDRESS, *after])}).encode()


def _comes_out(packed: bytes) -> bytes:
    """What comes out of a zlib body, one byte fed at a time."""
    stream, made = zlib.decompressobj(-15), b""
    for at in range(2, len(packed)):
        try:
            made += stream.decompress(packed[at : at + 1])
        except zlib.error:
            break
    return made


def search_noise(ground: Ground) -> Outcome:
    """Search ids, hashes and noise in base64 for what cannot be searched."""
    lot, number = random.Random(ground.seed), ground.times(200_000)
    alarms = []
    for _ in range(number):
        text = base64.b64encode(lot.randbytes(lot.choice((12, 16, 20, 32, 48, 64, 128, 512)))).decode()
        alarms += [text for hit in search_text(text) if hit.kind == "unopened"]
    # Two bytes that seem to be zlib's, and behind them what no chance makes in one of a thousand: some in a million.
    broken = (f"{len(alarms)} of {number:,}, such as {alarms[0]}",) if len(alarms) > 2 + number / 50_000 else ()
    return Outcome(f"{number:,} texts, {len(alarms)} false alarms", broken)


def open_bombs(ground: Ground) -> Outcome:
    """Check a session of bodies that open to a thousand times their size, in each other and beside each other."""
    flat = gzip.compress(bytes(64 * 2**20))
    bombs = [flat, gzip.compress(flat * 20), _zipped(bytes(64 * 2**20)), zlib.compress(b"a@b.example " * 2**22)]
    texts = [base64.b64encode(bomb).decode() for bomb in bombs]
    messages = [{"role": "user", "content": texts[turn % len(texts)]} for turn in range(ground.times(200))]
    data, start = json.dumps({"model": "gpt-4o-2024-08-06", "messages": messages}).encode(), time.process_time()
    document = check(data, "bombs")
    seconds = time.process_time() - start
    broken = [] if document["gate"] == "fail" else ["The gate passes though the bombs were not searched."]
    if seconds > _BOMB_SECONDS:
        broken.append(f"It took {seconds:.0f} s.")
    opened = len(messages) / len(texts) * (64 + 20 * 64 + 64 + 48) / 1024
    return Outcome(f"{len(messages)} bombs of {opened:,.0f} GiB in {seconds:.0f} s", tuple(broken))


def _seeds() -> Iterator[str]:
    """Texts that some pattern could be led to look at again and again."""
    yield from ("a", "A1", "1 ", "a.", "a@", "%25", "\\n", '{"a":', "[[", "sk-a", "://a:b@", "H4sI", "A" * 39 + "\n")
    yield from (
        "cookie: a=",
        "Bearer a1",
        "+49 ",
        "1.1.1.1 ",
        "2001:",
        "DE89",
        "eJ",
        "PK\x03\x04",
        "x\x9c",
        "=?",
        "QUFB/",
    )


def lengthen_texts(ground: Ground) -> Outcome:
    """Search texts of one pattern, a hundred thousand characters and ten times as many: time must grow alike."""
    broken, worst = [], 0.0
    for seed in _seeds():
        short, long = (_seconds(seed * (length // len(seed))) for length in (100_000, ground.times(1_000_000)))
        worst = max(worst, long)
        if long > _LINE * max(short, 0.05):
            broken.append(f"{seed!r}: {short:.2f} s and {long:.2f} s.")
    return Outcome(f"{len(list(_seeds()))} patterns, a million characters in {worst:.1f} s at most", tuple(broken))


def _seconds(text: str) -> float:
    start = time.process_time()
    for _ in search_text(text):
        pass
    return time.process_time() - start


ATTACKS = (
    Attack("changed-bytes", "A damaged file ends in a verdict or one clear error, and soon.", change_bytes),
    Attack("damaged-bodies", "No address vanishes in a packed body that is damaged.", damage_bodies),
    Attack("noise", "Ids, hashes and noise are not taken for something that cannot be searched.", search_noise),
    Attack("bombs", "Bodies that open to very much end soon, and the gate fails.", open_bombs),
    Attack("long-texts", "The search of a text takes time in proportion to its length.", lengthen_texts),
)
