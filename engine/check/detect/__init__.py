"""Finding people's data and secrets in text, with the standard library alone.

    search_text(text)     the hits in a text, also inside JSON, base64, gzip, deflate and percent-encoding
    search_value(value)   the hits in a JSON value, where keys tell what a value is (`password`, `authorization`)
    mask(hit)             how a hit may be shown
    veil(text)            a text that may be shown, its hits masked

The parts: a module for each kind of datum (`emails`, `cards`, …) gives the hits of a text as it stands; `plain` runs
them all; `codings`, `inflate`, `archive` and `jsons` say where something lies encoded, and how it is decoded and
encoded again; `packed` and `tree` put both together. Search and redaction read the same tree, so redaction replaces
exactly what search finds.

It does not find: names, postal addresses, birth dates and identity numbers in running text; secrets made of words,
without a name beside them; phone numbers without a plus, a label or national punctuation; email forms that
`engine.replay.addresses` leaves out. Hexadecimal, base32 and base85 are not decoded.

What is packed and cannot be searched to its end is a hit of its own, `unopened`: a damaged or cut gzip, zlib, deflate
or Zstandard body (what came out before the error is searched), xz, bzip2, 7z, RAR and lz4 by their first bytes, Brotli
where a header declares it, a member of a ZIP archive that is encrypted or packed in another way than by deflate, what
opens to more than 16 MiB (Zstandard: 4 MiB) or lies within more than twelve others. A damaged body without a header of
its own is recognised by text that comes out of it. A picture, sound or PDF is no finding in itself; only the readable
text in its bytes is searched.
"""

from .hit import Hit, Kind
from .mask import mask
from .search import search_text, search_value, veil

__all__ = ["Hit", "Kind", "mask", "search_text", "search_value", "veil"]
