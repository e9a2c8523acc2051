r"""Email addresses in text: where one stands.

The shape is that of RFC 5321 as people use it: a local part, an at sign, a domain with at least one dot. It is found
as it is written in links (`%40`), in HTML (`&#64;`) and in JSON inside JSON (`\u0040`) too.

Where an address begins is a matter of judgement, for a quote, a slash or an equals sign may be a part of it or stand
before it. Here the local part is the letters, digits and `. + - _` just before the at sign, and only where there are
none of these, whatever else a local part may hold. What stands before it stays where it is.

What has the shape and is none is left out: a remote of git (`git@github.com:org/repo.git`, `ssh://mira@host.example`),
curl's `file=@name.pl`, a package's version, a file's name (`icon@2x.png`), a word of prose or code behind the at sign.

A text is cut into runs, each looked at once, so that time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .domain_endings import ends_a_domain, is_file

_HEX = "[0-9A-Fa-f]"
_BEYOND_ASCII = rf"%[89A-Fa-f]{_HEX}|\\u(?!00[0-7]){_HEX}{{4}}"
_ESCAPED = rf"%[0-7]{_HEX}|\\u00[0-7]{_HEX}|\\[bfnrt]"
_AT = r"(?:@|%40|&\#64;|&\#[xX]40;|&commat;|\\u0040|＠)"
_COMMON = r"\w.+\-"
_EXOTIC = r"!#$&'*/=?^`{|}~%"
_PLAIN = rf"(?:[{_COMMON}]|%2[BbDdEe]|\\u002[BbDdEe]|{_BEYOND_ASCII})++"
_ODD = rf"(?<![{_COMMON}{_EXOTIC}])(?:(?!{_AT})[{_COMMON}{_EXOTIC}])++(?:(?<=[{_EXOTIC}])|(?<=%{_HEX}{{2}}))"
_ODD_REST = rf"(?:(?!{_AT}|{_ESCAPED})[{_EXOTIC}])++"
_DOMAIN = rf"(?:(?:[\w\-]|{_BEYOND_ASCII})++\.)+(?:xn--[\w\-]+|[^\W\d_]{{2,}})"
_RUN = re.compile(
    rf"(?:{_ESCAPED})(?!{_AT})|{_AT}|(?P<local>{_ODD}(?={_AT})|{_PLAIN}|{_ODD_REST})(?:{_AT}(?P<domain>{_DOMAIN}))?"
)
_ANY_AT = re.compile(_AT)
_VERSION = re.compile(r"\d+\.\d")
"""How a package's version begins: `package@1.2.3-rc.next`."""

_SCALED = re.compile(r"\d(?:\.\d)?x\.")
"""How an image for sharper screens goes on: `icon@2x.png`."""

_LOGIN = re.compile(r"(?:ssh|sftp|git)://\Z", re.IGNORECASE)
_LONGEST_SCHEME = len("sftp://")
_PERCENT = re.compile(rf"(?:%{_HEX}{{2}})+")
_BACKSLASH = re.compile(rf"\\u({_HEX}{{4}})")


@dataclass(frozen=True)
class Address:
    """An address in a text: where it stands, and the one form that tells two addresses apart."""

    start: int
    end: int
    identity: str


def addresses_in(text: str) -> Iterator[Address]:
    """Each address in the text, in order, with its place."""
    runs = _RUN.finditer(text) if _ANY_AT.search(text) else ()
    found = (_address(run) for run in runs if run["domain"])
    return (address for address in found if address is not None)


def _address(run: re.Match[str]) -> Address | None:
    """The address in a run, without the bullet, dash or underscore that may stand before it; None where it is none."""
    local = run["local"].lstrip("._+-") or run["local"]
    start = run.end("local") - len(local)
    domain = _domain(run["domain"])
    if not domain or local.endswith("=") or local.lower() == "git" or _is_login(run, start):
        return None
    end = run.start("domain") + len(domain)
    return Address(start, end, f"{_decoded(local)}@{_decoded(domain)}".lower())


def _domain(written: str) -> str:
    """A domain as written, without a sentence's beginning behind it; empty where it is a file's name or a version."""
    parts = written.split(".")
    if is_file(parts[-1]) or _VERSION.match(written) or _SCALED.match(written):
        return ""
    while len(parts) > 1 and not ends_a_domain(_decoded(parts[-1])):
        parts.pop()
    return ".".join(parts) if len(parts) > 1 else ""


def _is_login(run: re.Match[str], start: int) -> bool:
    """Whether it is a login name on a machine: `ssh://mira@host.example`."""
    return _LOGIN.search(run.string[max(0, start - _LONGEST_SCHEME) : start]) is not None


def _decoded(text: str) -> str:
    text = _PERCENT.sub(lambda found: bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace"), text)
    return _BACKSLASH.sub(lambda found: chr(int(found[1], 16)), text)
