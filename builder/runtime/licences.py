"""The licences of what the page carries: Pyodide, CPython, all that is linked into them, and a Zstandard decoder.

Pyodide's npm package brings neither licences nor a list of the libraries in its WebAssembly. What is in there was found
in the binary itself: by its strings, by the names of its exports, and where neither was left by the constants of an
algorithm. Each part has the marks it was found by, and its version where a mark gives it; a test looks for them, so the
list cannot outlive the Pyodide it was made for. A part without a version of its own has that of what it came with.

Texts stand in ``licences/``, as the projects and Debian's packages of them have them; where only older ones are
available, the years are those of the version inside. The public domain needs no text; a short note says so. Not listed
are the compiler, which leaves its name and no code, and ``hiwire`` (in the exports), which Pyodide's authors made for
it and which has no licence but Pyodide's.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from . import zstd
from .model import Licence
from .pyodide import VERSION

_TEXTS = Path(__file__).parent / "licences"
_PYODIDE_SOURCE = f"The source of Pyodide {VERSION}: https://github.com/pyodide/pyodide\n\n"


@dataclass(frozen=True)
class Part:
    """A library inside Pyodide, with the marks of it in its `file`; `text` names the licence's file."""

    component: str
    version: str
    name: str
    text: str
    marks: tuple[bytes, ...]
    file: str = "pyodide.asm.wasm"


_CPYTHON = "as in CPython 3.14.2"
_EMSCRIPTEN = "as in Emscripten 5.0.3"

PARTS = (
    # In the loader: its source map names both files of it, its message is left in the code.
    Part(
        "error-stack-parser and stackframe",
        f"as in Pyodide {VERSION}",
        "MIT",
        "error-stack-parser.txt",
        (b"Cannot parse given Error object",),
        "pyodide.mjs",
    ),
    # Assertions name headers by their path. The modules' initialisers and the hash table's constructor are exported.
    # SipHash shows by its first constant, "somepseu", as an `i64.const`; dtoa by its table of small powers of ten.
    Part(
        "Code of others inside CPython",
        "3.14.2",
        "BSD, MIT and similar",
        "cpython-parts.txt",
        (
            b"/python-3.14.2/",
            b"PyInit__random",
            b"PyInit__zstd",
            b"_Py_hashtable_new",
            b"\x42\xf5\xca\xcd\x83\xd7\xac\xdb\xb7\xf3\x00",
            struct.pack("<4d", 1e-16, 1e-32, 1e-64, 1e-128),
        ),
    ),
    # An assertion names the source file.
    Part("HACL*", _CPYTHON, "MIT", "hacl.txt", (b"/Modules/_hacl/Hacl_Hash_SHA3.c", b"HACL* internal routine")),
    # Assertions name source files; the version is a string of its own, as in the next ones.
    Part("libmpdec", "2.5.1", "BSD-2-Clause", "libmpdec.txt", (b"/_decimal/libmpdec/context.c", b"\x002.5.1\x00")),
    Part("Expat", "2.7.3", "MIT", "expat.txt", (b"expat_2.7.3\x00",)),
    # The prefix of its messages.
    Part("mimalloc", _CPYTHON, "MIT", "mimalloc.txt", (b"mimalloc: warning: ",)),
    # The documentation of the module `unicodedata`.
    Part("Unicode Character Database", "16.0.0", "Unicode-3.0", "unicode.txt", (b"UnicodeData File Format 16.0.0",)),
    # Exports only: no string gives a version.
    Part("libffi", f"as in Pyodide {VERSION}", "MIT", "libffi.txt", (b"ffi_prep_closure_loc", b"ffi_prep_cif_var")),
    Part("zlib", "1.3.1", "Zlib", "zlib.txt", (b" deflate 1.3.1 Copyright", b" inflate 1.3.1 Copyright")),
    Part("bzip2", "1.0.6", "bzip2-1.0.6", "bzip2.txt", (b"BZ2_bzCompressInit", b"\x001.0.6, 6-Sept-2010")),
    Part("liblzma of XZ Utils", "5.2.2", "public domain", "liblzma.txt", (b"lzma_version_string", b"\x005.2.2\x00")),
    # With xxHash and divsufsort, which it exports.
    Part(
        "Zstandard",
        "1.5.7",
        "BSD-3-Clause AND MIT",
        "zstd.txt",
        (b"ZSTD_versionString", b"ZSTD_XXH64_digest", b"divsufsort", b"\x001.5.7\x00"),
    ),
    Part("SQLite", "3.39.0", "public domain", "sqlite.txt", (b"SQLite format 3\x00", b"3.39.0")),
    # Python gives the version in `sys._emscripten_info`, out of this string.
    Part("Emscripten", "5.0.3", "MIT", "emscripten.txt", (b"emscripten_GetProcAddress", b"\x005.0.3\x00")),
    # All of it is linked in and exported. `crypt` keeps a test's hash in clear.
    Part("musl", _EMSCRIPTEN, "MIT and others", "musl.txt", (b"__crypt_blowfish", b"$2a$00$abcdefghijklmnopqrstuu")),
    # Of Emscripten's allocators only this one has these exports.
    Part("dlmalloc", _EMSCRIPTEN, "public domain", "dlmalloc.txt", (b"malloc_max_footprint", b"independent_comalloc")),
    # The first two are named by assertions; libc++'s symbols carry its version, 21.1.8, in their ABI tag.
    Part(
        "libc++, libc++abi, libunwind and compiler-rt of LLVM",
        "21.1.8",
        "Apache-2.0 WITH LLVM-exception",
        "llvm.txt",
        (
            b"/system/lib/compiler-rt/lib/builtins/addvti3.c",
            b"/system/lib/libcxxabi/src/cxa_demangle.cpp",
            b"_Unwind_RaiseException",
            b"B8ne210108",
        ),
    ),
)


def licences(python_version: str, npm_folder: Path) -> tuple[Licence, ...]:
    """Return the licence of each component, with its whole text.

    ``python_version`` is the version of the CPython inside Pyodide, ``npm_folder`` where
    the npm packages stand. The Mozilla licence also asks that readers learn where the source is.
    """
    return (
        Licence("Pyodide", VERSION, "MPL-2.0", _PYODIDE_SOURCE + _text("MPL-2.0.txt")),
        Licence("CPython", python_version, "PSF-2.0", _text("PSF-2.0.txt")),
        *(Licence(part.component, part.version, part.name, _text(part.text)) for part in PARTS),
        Licence("zstddec and Zstandard", *zstd.licence(npm_folder)),
    )


def _text(name: str) -> str:
    return (_TEXTS / name).read_text("utf-8")
