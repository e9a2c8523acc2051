"""The hosted form: names by content, relative addresses, headers, and a manifest of everything."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from builder.site.hosted import headers_for
from builder.tools.environment import ROOT

FOREVER = "max-age=31536000, immutable"


@pytest.fixture(scope="module")
def dist() -> Path:
    """The built site."""
    folder = ROOT / "dist"
    assert (folder / "hosted" / "index.html").exists(), "build first: python3 build.py"
    return folder


def addresses(html: str) -> list[str]:
    """Every file that the hosted page names."""
    return re.findall(r'(?:data-src|<script defer src)="([^"]+)"', html)


def test_each_file_is_named_by_its_content_and_stands_there(dist: Path) -> None:
    """Relative addresses, so that any sub-path works; sixteen hex digits of the SHA-256."""
    html = (dist / "hosted" / "index.html").read_text("utf-8")
    found = addresses(html)
    assert len(found) >= 8
    for address in found:
        assert not address.startswith(("/", "http"))
        data = (dist / "hosted" / address).read_bytes()
        assert f"-{hashlib.sha256(data).hexdigest()[:16]}." in address


def test_the_page_is_kept_for_a_day(dist: Path) -> None:
    """Else a second visit would need the network, though every file beside the page is there."""
    rules = (dist / "hosted" / "_headers").read_text("utf-8")
    assert headers_for(rules, "index.html")["Cache-Control"] == "public, max-age=86400"
    for name in (".htaccess", "nginx.conf", "vercel.json"):
        assert "max-age=86400" in (dist / "hosted" / name).read_text("utf-8")


def test_what_stands_before_the_first_paint_is_small(dist: Path) -> None:
    """No payload is inside; nothing blocks the parser but the page itself."""
    html = (dist / "hosted" / "index.html").read_text("utf-8")
    assert len(html) < 200_000
    assert not re.search(r"<script(?![^>]*(defer|application/json|text/plain))", html)
    assert '<link rel="stylesheet"' not in html


def test_the_headers_keep_assets_for_ever_and_say_the_pages_policy(dist: Path) -> None:
    """In the form of each host; the policy is the one in the page."""
    folder = dist / "hosted"
    html = (folder / "index.html").read_text("utf-8")
    found = re.search(r'Content-Security-Policy" content="([^"]+)"', html)
    assert found
    policy = found[1].replace("&#39;", "'")
    for name in ("_headers", ".htaccess", "nginx.conf", "vercel.json"):
        text = (folder / name).read_text("utf-8")
        assert policy in text
        assert FOREVER in text
    json.loads((folder / "vercel.json").read_text("utf-8"))


def test_the_manifest_tells_every_file_truly(dist: Path) -> None:
    """Size and SHA-256 of each, the manifest itself apart."""
    listed = json.loads((dist / "manifest.json").read_text("utf-8"))["files"]
    there = {path.relative_to(dist).as_posix() for path in dist.rglob("*") if path.is_file()} - {"manifest.json"}
    assert {each["path"] for each in listed} == there
    for each in listed:
        data = (dist / each["path"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (each["size"], each["sha256"])
