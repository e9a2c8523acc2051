"""One WebAssembly module as two: the functions that a start calls, and the rest.

Why: of 17,000 functions some 700 are called until the opening run is answered. The others
are nine tenths of the code, which the browser would have to decode, check and, in Firefox
and WebKit, compile first. So they come in a module of their own, which is added once the
first answer has been given.

How the two find each other
    Both have the same functions under the same numbers, so that no instruction has to be
    changed: where a body belongs to the other module, a call through a table stands in
    its place. The first module defines the memory, the tables, the global variables that
    change, and the tags of exceptions, and exports them; the rest imports them. Two more
    tables hold functions: ``first`` those of the first module for the rest, ``rest``
    those of the rest for the first module, which fills itself when the rest is added.

A call to the rest before it is there ends in a trap, as any call through an empty place
of a table. It does no harm beyond that: the worker takes any trap for the end of this
Python and says so, and the page starts it again in the plain way.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from builder.runtime.errors import PyodideChanged

from . import binary
from .binary import (
    CODE,
    DATA,
    DATA_COUNT,
    ELEMENT,
    EXPORT,
    FUNC,
    FUNCREF,
    GLOBAL,
    GLOBAL_KIND,
    IMPORT,
    MEMORY,
    MEMORY_KIND,
    TABLE,
    TABLE_KIND,
    TAG,
    TAG_KIND,
    Export,
    Import,
    Module,
    Reader,
    unsigned,
    vector,
)

FIRST = "first"
"""The name under which the rest imports what the first module exports."""

CALLED = "called:"
"""The prefix of the exports that show which functions were called; their number follows."""


def count_calls(wasm: bytes) -> bytes:
    """Return the module with a global variable per function, exported, which is 1 once it was called."""
    module = Module(wasm)
    bodies = module.bodies()
    imported = sum(item.kind == GLOBAL_KIND for item in module.imports())
    defined, globals_ = module.items(GLOBAL)
    first = imported + defined
    noting = [_noting_call(body, first + number) for number, body in enumerate(bodies)]
    flag = bytes([binary.I32, 1, binary.I32_CONST, 0, binary.END])
    exports = [*module.exports(), *(Export(f"{CALLED}{n}", GLOBAL_KIND, first + n) for n in range(len(bodies)))]
    return module.with_sections(
        {
            GLOBAL: unsigned(defined + len(bodies)) + globals_ + flag * len(bodies),
            EXPORT: vector(item.encode() for item in exports),
            CODE: binary.code(noting),
        }
    )


def split(wasm: bytes, called: Collection[int]) -> tuple[bytes, bytes]:
    """Return the module of the functions ``called`` (numbers among those defined), and that of the rest."""
    parts = _Parts(Module(wasm), sorted(called))
    return parts.first_module(), parts.rest_module()


class _Parts:
    """What both modules are made of."""

    def __init__(self, module: Module, called: Sequence[int]) -> None:
        self.module = module
        self.imports = module.imports()
        self.bodies = module.bodies()
        self.parameters = module.parameters()
        self.function_types = module.function_types()
        self.called = called
        self.others = sorted(set(range(len(self.bodies))) - set(called))
        own_tables, tables = module.items(TABLE)
        self.rest_table, self.first_table = own_tables, own_tables + 1
        self.tables = unsigned(own_tables + 2) + tables + _table(len(self.others)) + _table(len(called))
        self.variables, self.constants = _variables_and_constants(module)
        if any(item.kind not in {FUNC, GLOBAL_KIND} for item in self.imports):
            raise PyodideChanged("pyodide.asm.wasm imports something else than functions and global variables")

    def first_module(self) -> bytes:
        """Everything, but with calls to the rest where the rest's functions would stand."""
        exports = [*self.module.exports(), *(export for export, _ in self._shared())]
        elements, items = self.module.items(ELEMENT)
        return self.module.with_sections(
            {
                TABLE: self.tables,
                EXPORT: vector(export.encode() for export in exports),
                ELEMENT: unsigned(elements + 1) + items + self._filling(self.first_table, self.called),
                CODE: self._code(self.others, self.rest_table),
            }
        )

    def rest_module(self) -> bytes:
        """The other functions, around the first module's memory."""
        shared = [Import(FIRST, export.name, export.kind, type_) for export, type_ in self._shared()]
        return self.module.with_sections(
            {
                IMPORT: vector(item.encode() for item in [*self.imports, *shared]),
                GLOBAL: vector(self.constants),
                ELEMENT: vector([self._filling(self.rest_table, self.others)]),
                CODE: self._code(self.called, self.first_table),
                **dict.fromkeys((TABLE, MEMORY, TAG, EXPORT, DATA, DATA_COUNT)),
            },
            custom=False,
        )

    def _code(self, elsewhere: Sequence[int], table: int) -> bytes:
        """All functions, those elsewhere as calls through a table."""
        bodies = list(self.bodies)
        for place, number in enumerate(elsewhere):
            bodies[number] = self._call(number, table, place)
        return binary.code(bodies)

    def _call(self, number: int, table: int, place: int) -> bytes:
        """A body that hands its arguments to a function in a table, and back what that returns."""
        kind = self.function_types[number]
        arguments = b"".join(bytes([binary.LOCAL_GET]) + unsigned(n) for n in range(self.parameters[kind]))
        function = bytes([binary.I32_CONST]) + binary.signed(place)
        call = bytes([binary.CALL_INDIRECT]) + unsigned(kind) + unsigned(table)
        return _NO_LOCALS + arguments + function + call + bytes([binary.END])

    def _filling(self, table: int, numbers: Sequence[int]) -> bytes:
        """An element segment that puts functions into a table, from its first place on."""
        imported = sum(item.kind == FUNC for item in self.imports)
        start = bytes([binary.I32_CONST, 0, binary.END])
        indices = vector(unsigned(imported + number) for number in numbers)
        return _INTO_TABLE + unsigned(table) + start + _OF_FUNCTIONS + indices

    def _shared(self) -> list[tuple[Export, bytes]]:
        """What the first module exports for the rest, each with its type."""
        imported = sum(item.kind == GLOBAL_KIND for item in self.imports)
        kinds = {
            TABLE_KIND: _item_types(TABLE_KIND, self.tables),
            MEMORY_KIND: _item_types(MEMORY_KIND, self.module.section(MEMORY)),
            TAG_KIND: _item_types(TAG_KIND, self.module.section(TAG)),
        }
        shared = [(kind, index, type_) for kind, types in kinds.items() for index, type_ in enumerate(types)]
        shared += [(GLOBAL_KIND, imported + number, type_) for number, type_ in enumerate(self.variables)]
        return [(Export(f"{FIRST}:{kind}:{index}", kind, index), type_) for kind, index, type_ in shared]


_NO_LOCALS = b"\0"
_INTO_TABLE = b"\2"
_OF_FUNCTIONS = b"\0"


def _noting_call(body: bytes, variable: int) -> bytes:
    start = binary.after_locals(body)
    note = bytes([binary.I32_CONST, 1, binary.GLOBAL_SET]) + unsigned(variable)
    return body[:start] + note + body[start:]


def _table(size: int) -> bytes:
    """A table for so many functions."""
    return bytes([FUNCREF, 0]) + unsigned(size)


def _item_types(kind: int, section: bytes) -> list[bytes]:
    """The types of what a section defines, where it says nothing else about it."""
    reader = Reader(section)
    return [reader.type_of(kind) for _ in range(reader.number())]


def _variables_and_constants(module: Module) -> tuple[list[bytes], list[bytes]]:
    """Of the global variables that change their types, of those that do not all that is said.

    The changing ones must come first: imported ones always do, and the numbers have to stay.
    """
    count, items = module.items(GLOBAL)
    reader = Reader(items)
    globals_ = [(reader.type_of(GLOBAL_KIND), reader.constant()) for _ in range(count)]
    changing = [type_[-1] == 1 for type_, _ in globals_]
    shared = sum(changing)
    if not all(changing[:shared]):
        raise PyodideChanged("the changing global variables of pyodide.asm.wasm do not come first")
    return [type_ for type_, _ in globals_[:shared]], [type_ + value for type_, value in globals_[shared:]]
