"""Finding people's data and secrets in text, with the standard library alone.

    search_text(text)     the hits in a text, also inside JSON, base64, gzip, deflate and percent-encoding
    search_value(value)   the hits in a JSON value, where keys tell what a value is (`password`, `authorization`)
    mask(hit)             how a hit may be shown
    veil(text)            a text that may be shown, its hits masked

The parts: a module for each kind of datum (`emails`, `cards`, …) gives the hits of a text as it stands; `plain` runs
them all; `codings`, `inflate` and `jsons` say where something lies encoded, and how it is decoded and encoded again;
`tree` puts both together, and search and redaction read that tree, so that what is found is what is replaced.

What it does not find: names, postal addresses, dates of birth, national identity numbers, secrets of words without a
name beside them, phone numbers without a plus, a label or a national punctuation, brotli and zstd bodies (said to be
unopened where they can be told), and what `engine.replay.addresses` leaves out of email addresses.
"""

from engine.check.detect.hit import Hit, Kind
from engine.check.detect.mask import mask
from engine.check.detect.search import search_text, search_value, veil

__all__ = ["Hit", "Kind", "mask", "search_text", "search_value", "veil"]
