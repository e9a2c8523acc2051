"""Finding people's data and secrets in text, with the standard library alone.

    search_text(text)     the hits in a text, also inside JSON, base64, gzip, deflate and percent-encoding
    search_value(value)   the hits in a JSON value, where keys tell what a value is (`password`, `authorization`)
    mask(hit)             how a hit may be shown
    veil(text)            a text that may be shown, its hits masked

The parts: a module for each kind of datum (`emails`, `cards`, …) gives the hits of a text as it stands; `plain` runs
them all; `codings`, `inflate`, `archive` and `jsons` say where something lies encoded, and how it is decoded and
encoded again; `packed` and `tree` put both together, and search and redaction read that tree, so that what is found is
what is replaced.

What it does not find: names, postal addresses, dates of birth and identity numbers that no key names (in running text,
that is), secrets of words without a name beside them, phone numbers without a plus, a label or a national punctuation,
and what `engine.replay.addresses` leaves out of email addresses. Hexadecimal, base32 and base85 are not decoded.

What is packed and cannot be searched to its end is a hit of its own, `unopened`: a damaged or cut gzip, zlib, deflate
or Zstandard body (what came out before the error is searched), xz, bzip2, 7z, RAR and lz4 by their first bytes, Brotli
where a header declares it, a member of a ZIP archive that is encrypted or packed in another way than by deflate, what
opens to more than 16 MiB (Zstandard: 4 MiB) or lies within more than twelve others. A damaged body without a header of
its own is recognised by text that comes out of it. Pictures, sounds and PDF documents are not findings: what is
readable in their bytes is searched, nothing else.
"""

from .hit import Hit, Kind
from .mask import mask
from .search import search_text, search_value, veil

__all__ = ["Hit", "Kind", "mask", "search_text", "search_value", "veil"]
