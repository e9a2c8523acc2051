"""What was built, as files: not larger than a reader can be asked to load, and with the licences of what is inside."""

from __future__ import annotations

import gzip
import html
import json
import re
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from builder.site.hosted import FOREVER
from builder.tools.environment import ROOT

MEGABYTE = 1_000_000
KILOBYTE = 1_000


@pytest.fixture(scope="module")
def dist() -> Path:
    """The built site."""
    folder = ROOT / "dist"
    assert (folder / "manifest.json").exists(), "build first: python3 build.py"
    return folder


def compressed(path: Path) -> int:
    """The bytes on the way, from a host that compresses where it pays."""
    return squeezed(path.read_bytes())


def squeezed(data: bytes) -> int:
    """The size of some bytes, compressed where it pays."""
    return min(len(data), len(gzip.compress(data, 9)))


def test_the_single_file_can_be_sent_by_mail(dist: Path) -> None:
    """Most mail systems take 20 MB or less, and count base64 once more."""
    assert (dist / "index.html").stat().st_size <= 10.5 * MEGABYTE


def test_the_hosted_form_is_small_on_the_way(dist: Path) -> None:
    """All of it, with what is loaded only on demand."""
    files = [path for path in (dist / "hosted").rglob("*") if path.is_file()]
    assert sum(map(compressed, files)) <= 8 * MEGABYTE


def test_little_stands_before_the_first_paint(dist: Path) -> None:
    """The page down to the runs of the build, which nothing is drawn from, and its script, which starts everything."""
    (script,) = (dist / "hosted" / "assets").glob("script-*.js")
    drawn, runs, after = (
        (dist / "hosted" / "index.html").read_bytes().partition(b'<script type="text/plain" id="prebuilt"')
    )
    assert runs
    assert b"<main" not in after and b"<style" not in after
    assert squeezed(drawn) + compressed(script) <= 60 * KILOBYTE


LICENCES = {
    "Pyodide": ("MPL-2.0", "Mozilla Public License Version 2.0", "https://github.com/pyodide/pyodide"),
    "CPython": ("PSF-2.0", "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2", "Python Software Foundation"),
    "error-stack-parser and stackframe": ("MIT", "Copyright (c) 2017 Eric Wendelin", "Permission is hereby granted"),
    "Code of others inside CPython": (
        "BSD, MIT and similar",
        "Makoto Matsumoto",
        "Lucent",
        "Marek Majkowski",
        "Don Owens",
    ),
    "HACL*": ("MIT", "Copyright (c) 2022-2023 HACL* Contributors", "Permission is hereby granted"),
    "libmpdec": ("BSD-2-Clause", "Copyright (c) 2008-2020 Stefan Krah", "Redistribution and use"),
    "Expat": ("MIT", "Thai Open Source Software Center Ltd", "Permission is hereby granted"),
    "mimalloc": ("MIT", "Microsoft Corporation, Daan Leijen", "Permission is hereby granted"),
    "Unicode Character Database": ("Unicode-3.0", "Copyright (c) 1991-2024 Unicode", "provided that either"),
    "libffi": ("MIT", "Anthony Green, Red Hat, Inc", "Permission is hereby granted"),
    "zlib": ("Zlib", "Jean-loup Gailly and Mark Adler", "This notice may not be removed"),
    "bzip2": ("bzip2-1.0.6", "Julian R Seward", "Redistribution and use"),
    "liblzma of XZ Utils": ("public domain", "Lasse Collin"),
    "Zstandard": ("BSD-3-Clause AND MIT", "Meta Platforms", "Yuta Mori", "Redistribution and use"),
    "SQLite": ("public domain", "The author disclaims copyright"),
    "Emscripten": ("MIT", "Emscripten authors", "Permission is hereby granted"),
    "musl": ("MIT and others", "Rich Felker", "Ville Laurikari", "David Burren", "Sun Microsystems"),
    "dlmalloc": ("public domain", "Doug Lea"),
    "libc++, libc++abi, libunwind and compiler-rt of LLVM": (
        "Apache-2.0 WITH LLVM-exception",
        "Apache License Version 2.0",
        "LLVM Exceptions to the Apache 2.0 License",
        "contributors listed in CREDITS.TXT",
    ),
    "zstddec and Zstandard": ("MIT AND BSD-3-Clause", "Permission is hereby granted", "Redistribution and use"),
}


def licences(page: Path) -> str:
    """The licences as the page shows them, or a file that it links to."""
    footer = page.read_text("utf-8").partition("<footer")[2].partition("</footer>")[0]
    elsewhere = re.search(r'<a href="(assets/licences-[0-9a-f]+\.txt)"', footer)
    return (page.parent / elsewhere[1]).read_text("utf-8-sig") if elsewhere else html.unescape(footer)


@pytest.mark.parametrize("page", ["index.html", "hosted/index.html"])
@pytest.mark.parametrize("component", LICENCES)
def test_the_licences_of_what_is_inside_are_in_the_page(dist: Path, page: str, component: str) -> None:
    """Component, version, name, and the whole text: in the footer, or in the hosted form a file that it links to."""
    name, *phrases = LICENCES[component]
    heading = rf"{re.escape(component)} ([^<·\n]+) · {re.escape(name)}"
    footer = html.unescape((dist / page).read_text("utf-8").partition("<footer")[2])
    assert re.search(rf"<h2>{heading}</h2>", footer)
    found = re.search(rf"^(?:<h2>)?{heading}(?:</h2>)?\n(.*?)(?=^[^\n]+ · |\Z)", licences(dist / page), re.S | re.M)
    assert found
    words = " ".join(found[2].split())
    assert [phrase for phrase in phrases if phrase not in words] == []
    assert len(words) > (100 if name == "public domain" else 1000)
    assert {"component": component, "version": found[1], "licence": name} in manifest(dist)["runtime"]["inside"]


def test_the_manifest_names_no_more_than_is_tested_here(dist: Path) -> None:
    """Something that is put inside later needs its licence tested too."""
    assert {each["component"] for each in manifest(dist)["runtime"]["inside"]} == set(LICENCES)


def manifest(dist: Path) -> Any:
    """What the build says of itself."""
    return json.loads((dist / "manifest.json").read_text("utf-8"))


def test_each_header_is_set_once_for_each_file(dist: Path) -> None:
    """Where two rules of ``_headers`` fit, a host may join their values: two ages would be none."""
    rules = re.split(r"^(?=/)", (dist / "hosted" / "_headers").read_text("utf-8"), flags=re.M)[1:]
    for path in ("/", "/index.html", "/assets/some.bin"):
        fitting = [rule for rule in rules if fnmatch(path, rule.partition("\n")[0])]
        names = re.findall(r"^  ([\w-]+):", "".join(fitting), re.M)
        assert len(fitting) == 2
        assert len(names) == len(set(names))
    assert f"Cache-Control: {FOREVER}" in rules[-1]
