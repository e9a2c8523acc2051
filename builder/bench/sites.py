"""What is measured: the page in its two forms, each with and without its memory image, and what to measure it by."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from builder.bench.limits import Form
from builder.bench.rivals import make_plain_site, make_pyscript_site
from builder.bench.server import served
from builder.progress import Progress
from builder.tools.environment import BENCH_SET, build_folder, ensure_node_packages

IMAGE = re.compile(r'<script type="text/plain" id="payload-image"[^>]*>[^<]*</script>')


@dataclass(frozen=True)
class Site:
    """Something to visit.

    Attributes:
        name: what the table calls it.
        address: where it is.
        form: which of the page's forms it is, with limits to keep; None for what it is compared with.
        base: whether ratios are to this one.
    """

    name: str
    address: str
    form: Form | None = None
    base: bool = False


@contextmanager
def open_sites(root: Path) -> Iterator[list[Site]]:
    """Lay out all sites under ``.build/bench`` and serve them while the block runs; the page's own file comes first.

    Raises BuildError when PyScript is not installed and npm fails.
    """
    folder = build_folder(root) / "bench"
    dist = root / "dist"
    packages = ensure_node_packages(root, Progress(), BENCH_SET)
    with ExitStack() as stack:

        def address(site: Path) -> str:
            return stack.enter_context(served(site))

        yield [
            Site("dist/index.html, file", (dist / "index.html").as_uri(), "file"),
            Site("… plain path", make_imageless_page(dist / "index.html", folder / "no-image.html").as_uri(), "plain"),
            Site("dist/hosted, loopback", address(dist / "hosted"), "hosted"),
            Site("… plain path", address(make_imageless_folder(dist / "hosted", folder / "hosted")), "plain"),
            Site("plain Pyodide, loopback", address(make_plain_site(root, folder / "plain")), base=True),
            Site("PyScript, loopback", address(make_pyscript_site(root, folder / "pyscript", packages))),
        ]


def make_imageless_page(page: Path, copy: Path) -> Path:
    """Copy the page without its memory image, so that it starts plainly; return the copy."""
    text, count = IMAGE.subn("", page.read_text("utf-8"))
    if count != 1:
        raise ValueError(f"{page} carries {count} images")
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(text, "utf-8")
    return copy


def make_imageless_folder(hosted: Path, copy: Path) -> Path:
    """Copy the hosted form without its memory image; return the copy."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(hosted, copy, ignore=shutil.ignore_patterns("image-*"))
    make_imageless_page(hosted / "index.html", copy / "index.html")
    return copy
