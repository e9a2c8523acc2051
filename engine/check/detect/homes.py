r"""People in the names of home folders and of their computers: `/Users/mira.rao/src`, `C:\Users\Mira\`, `jo-mbp.lan`.

Only the owner's part of a path is a hit, so that the path still reads as one. Accounts that belong to no person
(`runner`, `ubuntu`, `node`) are left out, and so are computers whose names do not look like somebody's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from .hit import Hit
from .words import is_stand_in, words

_UNIX = re.compile(r"(?<![\w.~-])/(?:Users|home)/(?P<owner>[^\W_][\w.-]{0,40})(?=[/\s\"'`,;:)\]}>]|\\[nrt\"]|\Z)")
_WINDOWS = re.compile(
    r"(?<![A-Za-z])[A-Za-z]:\\{1,4}Users\\{1,4}(?P<owner>[^\W_][\w.\- ]{0,40}?)(?=\\|[\"'`,;)\]}>\n]|\Z)", re.IGNORECASE
)
_NOBODY = words(
    "user users username user1 me you your yourname youruser name myuser someone somebody admin administrator root "
    "ubuntu debian ec2-user centos fedora alpine azureuser opc pi vagrant docker nonroot runner vsts jenkins "
    "circleci travis buildkite gitlab-runner builder build ci cd node app application appuser python py ruby web "
    "www www-data nginx git svn deploy deployer service svc worker agent agents assistant bot claude codex gemini "
    "openhands swe-agent sandbox workspace workdir vscode codespace coder gitpod jovyan jupyter kernel dev develop "
    "developer devuser test tester testuser guest demo example default public shared all linuxbrew homebrew data "
    "project projects src code repo tmp temp nobody daemon oai openai model lambda sbx computeruse computer lib"
)
_HOST = re.compile(
    r"(?<![\w.@/-])(?P<host>(?=[\w-]*(?:macbook|imac|mbp\b|mac-?mini|laptop|thinkpad|notebook|workstation|-pc\b|-air\b))"
    r"[A-Za-z0-9][\w-]{2,62}(?:\.(?:local|lan|home|fritz\.box))?|(?:DESKTOP|LAPTOP)-[A-Z0-9]{7})(?![\w/-]|\.\w)",
    re.IGNORECASE,
)
_ENDS_AT_HOME = re.compile(r"\.(?:local|lan|home|fritz\.box)\Z", re.IGNORECASE)
_GIVEN = re.compile(r"(?:DESKTOP|LAPTOP)-(?=[A-Z0-9]*\d)[A-Z0-9]{7}\Z")
"""The names that Windows gives a computer."""

_KEY = re.compile(
    r"(?:\A|[._])(?:hostname|host[._]name|computer_?name|device_?name|machine_?name|nodename)\Z", re.IGNORECASE
)
_SIGNS = ("/Users/", "/home/", ":\\")
_HOST_SIGNS = (".local", ".lan", ".home", ".fritz.box", "desktop-", "laptop-")


def find_homes(text: str, odd: str, lower: str) -> Iterator[Hit]:
    """The owner's name in each path into a home folder, and each computer named after its owner.

    Args:
        text: the text.
        odd: its odd words, or the text itself.
        lower: the same in lower case, which the caller has already.
    """
    if any(map(odd.__contains__, _SIGNS)):
        for pattern in (_UNIX, _WINDOWS):
            yield from (_owner(found) for found in pattern.finditer(text) if _is_somebody(found["owner"]))
    if any(map(lower.__contains__, _HOST_SIGNS)):
        yield from (_host(found) for found in _HOST.finditer(text) if _is_own(found["host"]))


def find_keyed_host(text: str, key: str) -> Iterator[Hit]:
    """The text itself where its name says that it is a computer's and it looks like somebody's own."""
    if not names_a_host(key):
        return
    value = text.strip()
    if _HOST.fullmatch(value) or _ENDS_AT_HOME.search(value):
        start = text.find(value)
        yield Hit("host", start, start + len(value), value.lower(), "a computer’s name", "note")


@lru_cache(maxsize=4096)
def names_a_host(key: str) -> bool:
    """Whether what stands under a name is the name of a computer."""
    return _KEY.search(key) is not None


def _owner(found: re.Match[str]) -> Hit:
    return Hit("home", *found.span("owner"), found["owner"].lower(), "the owner of a home folder", "note")


def _host(found: re.Match[str]) -> Hit:
    return Hit("host", *found.span("host"), found["host"].lower(), "a computer’s name", "note")


def _is_somebody(owner: str) -> bool:
    return owner.lower().rstrip("0123456789") not in _NOBODY and owner.lower() not in _NOBODY and not is_stand_in(owner)


def _is_own(host: str) -> bool:
    return bool(("-" in host and _ENDS_AT_HOME.search(host)) or _GIVEN.match(host))
