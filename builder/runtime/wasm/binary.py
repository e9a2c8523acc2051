"""Reads and writes a WebAssembly module by sections.

Written against the binary format of the WebAssembly core specification 3.0, chapter 5
(https://webassembly.github.io/spec/core/binary/modules.html), as far as Pyodide's module
goes: anything else is refused with PyodideChanged rather than guessed at.

Why not a library: those for Python are no longer maintained, and Binaryen's tools, besides being large, rewrite the
whole module, in another order of functions, on which the memory image's function pointers depend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from builder.runtime.errors import PyodideChanged

_MORE = 0x80
"""The bit of a byte that says that a number goes on."""

_SIGN = 0x40
"""The bit of a number's last byte that would make it negative."""

MAGIC = b"\0asm\1\0\0\0"

CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT = range(8)
ELEMENT, CODE, DATA, DATA_COUNT, TAG = 9, 10, 11, 12, 13

FUNC, TABLE_KIND, MEMORY_KIND, GLOBAL_KIND, TAG_KIND = range(5)
"""What an import or export is of."""

I32, FUNCREF = 0x7F, 0x70
LOCAL_GET, GLOBAL_SET, I32_CONST, CALL_INDIRECT, END = 0x20, 0x24, 0x41, 0x11, 0x0B

_GLOBAL_GET, _I64_CONST = 0x23, 0x42
_FUNCTION_TYPE = 0x60
_TYPED_REFERENCES = (0x63, 0x64)


@dataclass(frozen=True)
class Import:
    """One import: from where, under which name, of what kind, and the bytes of its type."""

    module: str
    name: str
    kind: int
    type: bytes

    def encode(self) -> bytes:
        """The import as bytes."""
        return text(self.module) + text(self.name) + bytes([self.kind]) + self.type


@dataclass(frozen=True)
class Export:
    """One export: its name, kind, and index among those of its kind."""

    name: str
    kind: int
    index: int

    def encode(self) -> bytes:
        """The export as bytes."""
        return text(self.name) + bytes([self.kind]) + unsigned(self.index)


class Reader:
    """A place in bytes that moves on as they are read."""

    def __init__(self, data: bytes) -> None:
        """Begin at the first byte."""
        self.data = data
        self.at = 0

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        return self.data[self.at - 1]

    def take(self, length: int) -> bytes:
        """So many bytes."""
        self.at += length
        return self.data[self.at - length : self.at]

    def number(self) -> int:
        """An unsigned number (LEB128)."""
        result = shift = 0
        while True:
            byte = self.byte()
            result |= (byte % _MORE) << shift
            shift += 7
            if byte < _MORE:
                return result

    def text(self) -> str:
        """A name."""
        return self.take(self.number()).decode("utf-8")

    def ended(self) -> bool:
        """Whether everything was read."""
        return self.at >= len(self.data)

    def value_type(self) -> None:
        """Pass over a value's type."""
        if self.byte() in _TYPED_REFERENCES:
            self.number()

    def limits(self) -> None:
        """Pass over the limits of a table or memory."""
        has_most = self.byte() & 1
        self.number()
        if has_most:
            self.number()

    def type_of(self, kind: int) -> bytes:
        """The bytes of the type of something imported, or defined, of a kind."""
        if kind not in _TYPES:
            raise PyodideChanged(f"pyodide.asm.wasm holds something of kind {kind}")
        start = self.at
        for part in _TYPES[kind]:
            part(self)
        return self.data[start : self.at]

    def constant(self) -> bytes:
        """The bytes of an expression that gives a global variable its first value, as far as Pyodide uses them."""
        start = self.at
        while (instruction := self.byte()) != END:
            if instruction not in {I32_CONST, _I64_CONST, _GLOBAL_GET}:
                raise PyodideChanged(f"a global variable of pyodide.asm.wasm begins with instruction {instruction:#x}")
            self.number()
        return self.data[start : self.at]


_TYPES: dict[int, tuple[Callable[[Reader], object], ...]] = {
    FUNC: (Reader.number,),
    TABLE_KIND: (Reader.value_type, Reader.limits),
    MEMORY_KIND: (Reader.limits,),
    GLOBAL_KIND: (Reader.value_type, Reader.byte),
    TAG_KIND: (Reader.byte, Reader.number),
}
"""What the type of each kind is made of."""


def unsigned(number: int) -> bytes:
    """A number as unsigned LEB128."""
    encoded = bytearray()
    while number >= _MORE:
        encoded.append(number % _MORE | _MORE)
        number >>= 7
    return bytes([*encoded, number])


def signed(number: int) -> bytes:
    """A number that is not negative as signed LEB128, as constants are written."""
    encoded = unsigned(number)
    if encoded[-1] & _SIGN:
        return encoded[:-1] + bytes([encoded[-1] | _MORE, 0])
    return encoded


def text(name: str) -> bytes:
    """A name, led by its length."""
    data = name.encode("utf-8")
    return unsigned(len(data)) + data


def vector(items: Iterable[bytes]) -> bytes:
    """Items, led by their number."""
    encoded = list(items)
    return unsigned(len(encoded)) + b"".join(encoded)


class Module:
    """A WebAssembly module: its sections in order, and what they hold."""

    def __init__(self, data: bytes) -> None:
        """Take the module apart into sections; PyodideChanged where it is none."""
        if not data.startswith(MAGIC):
            raise PyodideChanged("pyodide.asm.wasm is not WebAssembly, version 1")
        self.sections = list(_sections(data))
        known = {kind: content for kind, content in self.sections if kind != CUSTOM}
        if len(known) != sum(kind != CUSTOM for kind, _ in self.sections):
            raise PyodideChanged("pyodide.asm.wasm has a section twice")
        self._known = known

    def section(self, kind: int) -> bytes:
        """The content of a section; that of no items where the module has none."""
        return self._known.get(kind, b"\0")

    def imports(self) -> list[Import]:
        """All imports."""
        return list(_imports(Reader(self.section(IMPORT))))

    def exports(self) -> list[Export]:
        """All exports."""
        reader = Reader(self.section(EXPORT))
        return [Export(reader.text(), reader.byte(), reader.number()) for _ in range(reader.number())]

    def parameters(self) -> list[int]:
        """For each type, all of which must be of functions, how many values such a function takes."""
        return list(_parameters(Reader(self.section(TYPE))))

    def function_types(self) -> list[int]:
        """For each function that the module defines, the index of its type."""
        reader = Reader(self.section(FUNCTION))
        return [reader.number() for _ in range(reader.number())]

    def bodies(self) -> list[bytes]:
        """For each function that the module defines, its locals and instructions."""
        reader = Reader(self.section(CODE))
        return [reader.take(reader.number()) for _ in range(reader.number())]

    def items(self, kind: int) -> tuple[int, bytes]:
        """How many items a section has, and their bytes."""
        reader = Reader(self.section(kind))
        return reader.number(), reader.data[reader.at :]

    def with_sections(self, changed: Mapping[int, bytes | None], custom: bool = True) -> bytes:
        """The module with some sections' contents changed (None: left out), perhaps without the custom ones."""
        sections: list[tuple[int, bytes | None]] = [
            (kind, changed.get(kind, content)) if kind != CUSTOM else (kind, content if custom else None)
            for kind, content in self.sections
        ]
        missing = {kind for kind, content in changed.items() if content is not None} - self._known.keys()
        if missing:
            raise PyodideChanged(f"pyodide.asm.wasm has no section {sorted(missing)}")
        parts = [bytes([kind]) + unsigned(len(content)) + content for kind, content in sections if content is not None]
        return MAGIC + b"".join(parts)


def code(bodies: Iterable[bytes]) -> bytes:
    """The content of a code section."""
    return vector(unsigned(len(body)) + body for body in bodies)


def after_locals(body: bytes) -> int:
    """Where in a function's body its instructions begin."""
    reader = Reader(body)
    for _ in range(reader.number()):
        reader.number()
        reader.value_type()
    return reader.at


def _sections(data: bytes) -> Iterator[tuple[int, bytes]]:
    reader = Reader(data)
    reader.take(len(MAGIC))
    while not reader.ended():
        kind = reader.byte()
        yield kind, reader.take(reader.number())


def _imports(reader: Reader) -> Iterator[Import]:
    for _ in range(reader.number()):
        module, name, kind = reader.text(), reader.text(), reader.byte()
        yield Import(module, name, kind, reader.type_of(kind))


def _parameters(reader: Reader) -> Iterator[int]:
    for _ in range(reader.number()):
        if reader.byte() != _FUNCTION_TYPE:
            raise PyodideChanged("pyodide.asm.wasm has types other than those of functions")
        parameters = reader.number()
        for _ in range(parameters):
            reader.value_type()
        for _ in range(reader.number()):
            reader.value_type()
        yield parameters
