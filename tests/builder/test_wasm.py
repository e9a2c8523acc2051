"""The rewriting of WebAssembly: done to small modules, which Node then runs, and to Pyodide's."""

from __future__ import annotations

import base64
import functools
import json
from collections.abc import Mapping
from typing import Any

import pytest

from builder.runtime.errors import PyodideChanged
from builder.runtime.pyodide import find_pyodide
from builder.runtime.wasm import binary, count_calls, keep_exports, split
from builder.runtime.wasm.binary import Export, Import, Module, signed, text, unsigned, vector
from builder.tools.environment import ROOT, npm_folder, run_node

I32 = b"\x7f"
ONE_TO_ONE = b"\x60" + vector([I32]) + vector([I32])
RUN = """
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const imports = { env: { twice: (n) => 2 * n, base: new WebAssembly.Global({ value: "i32", mutable: true }, 100) } };
const start = (text, more = {}) =>
  new WebAssembly.Instance(new WebAssembly.Module(bytes(text)), { ...imports, ...more }).exports;
const caught = (act) => { try { return act(); } catch (error) { return error.constructor.name; } };
"""


def module(bodies: Mapping[str, bytes], imports: tuple[Import, ...] = (), variable_first: bool = True) -> bytes:
    """A module of functions from one number to one, with a memory, a table of them all and a global variable.

    It imports the function ``twice`` and the variable ``base``; the functions are exported under their names and have
    the numbers 1, 2, and so on, after the imported one. ``variable`` is number 1, after the imported one.
    """
    own = [Import("env", "twice", binary.FUNC, b"\0"), Import("env", "base", binary.GLOBAL_KIND, I32 + b"\1"), *imports]
    exports = [Export(name, binary.FUNC, number) for number, name in enumerate(bodies, 1)]
    exports.append(Export("variable", binary.GLOBAL_KIND, 1))
    sections = {
        binary.TYPE: vector([ONE_TO_ONE]),
        binary.IMPORT: vector(item.encode() for item in own),
        binary.FUNCTION: vector(b"\0" for _ in bodies),
        binary.TABLE: vector([b"\x70\0" + unsigned(len(bodies))]),
        binary.MEMORY: vector([b"\0\1"]),
        binary.GLOBAL: vector(
            I32 + change + b"\x41\0\x0b" for change in (b"\1", b"\0")[:: 1 if variable_first else -1]
        ),
        binary.EXPORT: vector(item.encode() for item in exports),
        binary.ELEMENT: vector([b"\0\x41\0\x0b" + vector(unsigned(n) for n in range(1, len(bodies) + 1))]),
        binary.CODE: binary.code(bodies.values()),
    }
    return binary.MAGIC + b"".join(bytes([kind]) + unsigned(len(data)) + data for kind, data in sections.items())


# Each with no locals. Called through the table, a function has the number of its place there.
FUNCTIONS = {
    "add_base": b"\0\x20\0\x23\0\x6a\x0b",  # local.get 0, global.get base, i32.add
    "twice_via_js": b"\0\x20\0\x10\0\x0b",  # local.get 0, call twice
    "keep": b"\0\x20\0\x24\1\x41\0\x20\0\x36\2\0\x20\0\x0b",  # global.set variable, i32.store at 0, local.get 0
    "both": b"\0\x20\0\x10\1\x10\2\x0b",  # call add_base, then twice_via_js
    "by_table": b"\0\x20\0\x41\1\x11\0\0\x0b",  # call_indirect the table's entry 1: twice_via_js
    "kept": b"\1\1\x7f\x41\0\x28\2\0\x23\1\x6a\x0b",  # one local; i32.load at 0, plus the variable
}


@functools.cache
def pyodide_wasm() -> bytes:
    """Pyodide's own."""
    return find_pyodide(npm_folder(ROOT)).wasm.read_bytes()


def run(script: str, **modules: bytes) -> Any:
    """What an expression gives in Node, where each module's name is its text in base64."""
    texts = "".join(f'const {name} = "{base64.b64encode(data).decode()}";\n' for name, data in modules.items())
    return json.loads(run_node(["-"], input=f"{RUN}{texts}console.log(JSON.stringify({script}))").stdout)


@pytest.mark.parametrize("number", [0, 1, 63, 64, 127, 128, 8191, 8192, 2**31 - 1])
def test_numbers_are_written_as_they_are_read(number: int) -> None:
    """A signed one differs where its highest bit would be taken for a minus."""
    assert binary.Reader(unsigned(number)).number() == number
    assert run("start(module).f(0)", module=module({"f": b"\0\x41" + signed(number) + b"\x0b"})) == number


def test_a_module_is_written_as_it_was_read() -> None:
    """Byte for byte, Pyodide's too."""
    assert Module(pyodide_wasm()).with_sections({}) == pyodide_wasm()


def test_exports_are_left_out_by_name() -> None:
    """And what stays works."""
    kept = keep_exports(module(FUNCTIONS), {"both", "variable", "elsewhere"})
    assert run("Object.keys(start(module))", module=kept) == ["both", "variable"]
    assert run("start(module).both(1)", module=kept) == 202


def test_exports_that_the_module_links_to_itself_are_refused() -> None:
    """The glue would no longer resolve them."""
    linking = Import("GOT.func", "both", binary.GLOBAL_KIND, I32 + b"\1")
    with pytest.raises(PyodideChanged, match="both"):
        keep_exports(module(FUNCTIONS, (linking,)), {"both"})


def test_calls_are_counted() -> None:
    """Direct ones and those through a table, and only those."""
    counted = count_calls(module(FUNCTIONS))
    called = "Object.keys(e).filter((name) => name.startsWith('called:') && e[name].value)"
    assert run(f"(e => {{ e.both(1); return {called} }})(start(counted))", counted=counted) == [
        "called:0",
        "called:1",
        "called:3",
    ]
    assert run(f"(e => {{ e.by_table(1); e.kept(0); return {called} }})(start(counted))", counted=counted) == [
        "called:1",
        "called:4",
        "called:5",
    ]


@pytest.mark.parametrize("called", [[], [3], [0, 3], [1, 2, 4], [0, 1, 2, 3, 4, 5]])
def test_the_two_parts_do_what_the_whole_does(called: list[int]) -> None:
    """Whichever part a function is in: calls, memory, table and variables are shared."""
    whole = module(FUNCTIONS)
    first, rest = split(whole, called)
    use = "[e.both(1), e.by_table(4), e.keep(5), e.kept(0), e.variable.value, e.twice_via_js(6)]"
    added = "(e => (start(rest, { first: e }), e))(start(first))"
    assert run(f"(e => {use})({added})", first=first, rest=rest) == run(f"(e => {use})(start(whole))", whole=whole)


def test_a_call_to_the_rest_before_it_is_there_is_a_trap() -> None:
    """And nothing else: what was called in the rehearsal works."""
    first, _ = split(module(FUNCTIONS), [0])
    assert run("(e => [e.add_base(1), caught(() => e.both(1))])(start(first))", first=first) == [101, "RuntimeError"]


def test_the_parts_have_each_function_once() -> None:
    """The first is the smaller by the bodies of the rest."""
    long = b"\0" + b"\x20\0\x1a" * 1000 + b"\x20\0\x0b"
    first, rest = split(module({**FUNCTIONS, "long": long}), range(len(FUNCTIONS)))
    assert len(first) < 1000 < len(long) < len(rest)


def test_pyodides_parts_are_valid() -> None:
    """Of the module as it is; which functions are called does not matter here."""
    functions = range(0, len(Module(pyodide_wasm()).bodies()), 7)
    first, rest = split(pyodide_wasm(), functions)
    assert run("[first, rest].map((text) => WebAssembly.validate(bytes(text)))", first=first, rest=rest) == [True, True]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\0asm\2\0\0\0", "version 1"),
        (module(FUNCTIONS).replace(b"\x60\1\x7f\1\x7f", b"\x5e\1\x7f\1\x7f"), "types other"),
        (module(FUNCTIONS, (Import("env", "memory", binary.MEMORY_KIND, b"\0\1"),)), "something else"),
        (module(FUNCTIONS, (Import("env", "odd", 9, b"\0"),)), "kind 9"),
        (module(FUNCTIONS, variable_first=False), "do not come first"),
    ],
)
def test_a_module_that_looks_otherwise_is_refused(data: bytes, reason: str) -> None:
    """Rather than rewritten wrongly."""
    with pytest.raises(PyodideChanged, match=reason):
        split(data, [0])


def test_a_section_that_is_not_there_cannot_be_changed() -> None:
    """It would have no place among the others."""
    with pytest.raises(PyodideChanged, match=str(binary.DATA)):
        Module(module(FUNCTIONS)).with_sections({binary.DATA: text("")})
