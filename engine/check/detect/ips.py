"""IP addresses, as distinct from versions, times and names, and named by the range they lie in.

Which ranges are private or reserved is the standard library's knowledge (the IANA special-purpose registries, RFC
6890); documentation is RFC 5737 and RFC 3849. Loopback, unspecified, multicast addresses and netmasks say nothing of
anybody and are left out. So are four numbers below ten, which are a version far more often, unless a URL or a label
says that they are an address.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from ..finding import Severity
from .hit import Hit

_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_V4 = re.compile(
    rf"(?<![\w.\-+~^])(?<!\w/)(?<![=<>!]=)(?:{_OCTET}\.){{3}}{_OCTET}(?![\w+])(?!\.\w)(?!-[A-Za-z])(?!/\d*\.)"
)
_HEXTET = "[0-9A-Fa-f]{1,4}"
_V6 = re.compile(
    rf"(?<![\w:.])(?:[23][0-9A-Fa-f]{{3}}|[fF][cCdD][0-9A-Fa-f]{{2}}|[fF][eE][89abAB][0-9A-Fa-f]|::[fF]{{4}}|64:[fF]{{2}}9[bB])"
    rf"(?::{_HEXTET}|::(?:{_HEXTET})?){{1,7}}(?:(?<=:){_OCTET}(?:\.{_OCTET}){{3}}|(?:\.{_OCTET}){{3}})?(?![\w:])"
)
_MAY_BE = {_V4: re.compile(r"\d\.\d{1,3}\.\d"), _V6: re.compile(r":[0-9A-Fa-f:]")}
"""What stands in every address of a kind: a far quicker search."""

_VERSION_BEFORE = re.compile(
    r"(?:\bv|versions?|release|build|rev|firmware|driver|section|chapter|chrom\w*|edge|safari|oid)['\"]?[\s:=#v]*\Z",
    re.IGNORECASE,
)
_LABEL_BEFORE = re.compile(
    r"(?://|@|\b(?:ip|ipv4|addr|address|host|server|dns|peer|client|remote)\b\W{0,4})\Z", re.IGNORECASE
)
_BEFORE = 24
_DOCUMENTATION = tuple(
    map(ipaddress.ip_network, ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"))
)
_NO_HOSTS = tuple(map(ipaddress.ip_network, ("0.0.0.0/8", "240.0.0.0/4")))
_LABELLED = re.compile(r"(?:\A|_|-|\.)(?:ip|ipaddress|addr|address|host|peer|client)", re.IGNORECASE)
_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def find_ips(text: str, key: str = "") -> Iterator[Hit]:
    """Each address; its identity is its shortest form. A private or documentation address is a note.

    Args:
        text: the text.
        key: the name under which the text stands, which may say that it is a version or an address.
    """
    if "version" in key.lower():
        return
    for pattern, quick in _MAY_BE.items():
        for found in pattern.finditer(text) if quick.search(text) else ():
            before = text[max(0, found.start() - _BEFORE) : found.start()]
            if (hit := _hit(found, before, key)) is not None:
                yield hit


def _hit(found: re.Match[str], before: str, key: str) -> Hit | None:
    try:
        address = ipaddress.ip_address(found[0])
    except ValueError:
        return None
    if _says_nothing(address) or not (isinstance(address, ipaddress.IPv6Address) or _is_meant(found[0], before, key)):
        return None
    return Hit("ip", *found.span(), str(address), *_weighed(address))


def _is_meant(text: str, before: str, key: str) -> bool:
    """Whether four numbers are an address and no version."""
    if _LABEL_BEFORE.search(before) or _LABELLED.search(key):
        return True
    return not _VERSION_BEFORE.search(before) and any(len(part) > 1 for part in text.split("."))


def _says_nothing(address: _Address) -> bool:
    unusual = address.is_loopback or address.is_unspecified or address.is_multicast
    return unusual or any(address in network for network in _NO_HOSTS if network.version == address.version)


def _weighed(address: _Address) -> tuple[str, Severity]:
    if any(address in network for network in _DOCUMENTATION if network.version == address.version):
        return "an IP address that is reserved for documentation", "note"
    if address.is_private or address.is_link_local:
        return "a private IP address", "note"
    return "a public IP address", "warning"
