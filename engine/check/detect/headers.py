"""Credentials in HTTP headers (RFC 9110, 11.6.2) and cookies (RFC 6265), in text and under their names.

The scheme, a cookie's name and its attributes are not secret and stay; only the values are found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ..finding import Severity
from .hit import Hit
from .words import is_stand_in, looks_random, words

_SCHEME = r"(?:bearer|basic|digest|negotiate|ntlm|token|apikey|api-key|bot|splunk|hawk|aws4-hmac-sha256)"
_AUTHORIZATION = re.compile(
    rf"(?:proxy-)?authorization(?:\\*[\"'\]])?[ \t]{{0,4}}[:=][ \t]{{0,4}}(?:\\*[\"'\[]){{0,2}}"
    rf"(?:{_SCHEME}[ \t]+)?+(?P<value>[^\s\"'<>\\,;]{{6,8192}})",
    re.IGNORECASE,
)
_SCHEMED = re.compile(
    r"(?<![A-Za-z0-9])(?:Bearer|Basic)(?:\\?[ \t]|%20|\+)+(?P<value>[A-Za-z0-9_\-.~+/=]{12,8192})", re.IGNORECASE
)
_VALUE = re.compile(rf"\s*(?:{_SCHEME}[ \t]+)?(?P<value>\S[^\n]*?)\s*\Z", re.IGNORECASE)
_COOKIE = re.compile(
    r"(?P<set>set-)?cookie[2]?(?:\\*[\"'\]])?[ \t]{0,4}:[ \t]{0,4}(?:\\*[\"'\[]){0,2}(?P<pairs>[^\n\"\\]++)",
    re.IGNORECASE,
)
_PAIR = re.compile(r"(?:\A|;)\s*(?P<name>[^=;,\s\"]{1,256}+)=\"?(?P<value>[^;\"\s]++)")
_SECRET_HEADER = re.compile(
    r"(?:proxy-?)?authorization|(?:x-)?(?:goog-)?api-?key|x-(?:auth|access|amz-security|csrf|xsrf|vault|gitlab|shopify-access)-?"
    r"token|ocp-apim-subscription-key|x-functions-key|private-token|job-token",
    re.IGNORECASE,
)
_COOKIE_HEADER = re.compile(r"(?P<set>set-)?cookie2?", re.IGNORECASE)
_NOBODYS = words(
    "__cf_bm _cfuvid __cflb __cfruid AWSALB AWSALBCORS AWSALBTG AWSALBTGCORS AWSELB ARRAffinity ARRAffinitySameSite"
)
"""Cookies that give no access: those by which Cloudflare recognises bots and counts requests, for half an hour or a
session (its page on cookies), and those by which load balancers find the same machine again (AWS's and Azure's
documents)."""

_LAST_PART = re.compile(r"[^.\s:]*\Z")


def find_authorizations(text: str) -> Iterator[Hit]:
    """Each credential after `Authorization:`, or after `Bearer` and `Basic` where what follows looks like one."""
    lower = text.lower()
    for found in _AUTHORIZATION.finditer(text) if "authorization" in lower else ():
        if not is_stand_in(found["value"]):
            yield _credential(found)
    for found in _SCHEMED.finditer(text) if "bearer" in lower or "basic" in lower else ():
        if not is_stand_in(found["value"]) and looks_random(found["value"]):
            yield _credential(found)


def find_cookies(text: str) -> Iterator[Hit]:
    """The value of each cookie in a `Cookie:` or `Set-Cookie:` line."""
    for found in _COOKIE.finditer(text) if "cookie" in text.lower() else ():
        yield from _cookies(found["pairs"], found.start("pairs"), only_first=found["set"] is not None)


def find_header(text: str, key: str) -> Iterator[Hit]:
    """What a text holds that stands under a header's name, such as `Authorization` or `http.request.header.cookie`."""
    kind = kind_of_header(key)
    if kind in ("cookie", "set-cookie"):
        yield from _cookies(text, 0, only_first=kind == "set-cookie")
    elif kind == "credential":
        found = _VALUE.match(text)
        if found and not is_stand_in(found["value"]):
            yield _credential(found)


@lru_cache(maxsize=4096)
def kind_of_header(key: str) -> str:
    """What stands under a name: `cookie`, `set-cookie`, `credential`, or an empty text for anything else."""
    name = _LAST_PART.search(key)
    header = name[0] if name else ""
    if "header" in key:
        header = header.replace("_", "-")
    if cookie := _COOKIE_HEADER.fullmatch(header):
        return "set-cookie" if cookie["set"] else "cookie"
    return "credential" if _SECRET_HEADER.fullmatch(header) else ""


def _credential(found: re.Match[str]) -> Hit:
    return Hit("header", *found.span("value"), found["value"], "a credential of an authorisation header")


def _cookies(pairs: str, offset: int, *, only_first: bool) -> Iterator[Hit]:
    for found in _PAIR.finditer(pairs):
        if not is_stand_in(found["value"]):
            start, end = found.span("value")
            severity: Severity = "note" if found["name"] in _NOBODYS else "error"
            name = f"the cookie {found['name'][:40]}"
            yield Hit("cookie", offset + start, offset + end, found["value"], name, severity)
        if only_first:
            return
