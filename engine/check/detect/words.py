"""What several detectors ask of a text: where a word may begin, how random it looks, whether it is a stand-in."""

from __future__ import annotations

import math
import re
from collections import Counter

BEGINS = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrtbf])|(?<=\\u[0-9A-Fa-f]{4}))"
"""Where a token may begin: not within a word, but right after an escape of JSON inside a text."""

OWN_TOKEN = re.compile(
    r"\[(?:email|phone|card|iban|ip|secret|cookie|private-key|unopened|home|host|birth-date|id-number|name|street)"
    r"-[0-9a-f]+\]|\[removed\]",
    re.IGNORECASE,
)
"""The placeholders that redaction writes; nothing is searched in them."""

_STAND_IN = re.compile(
    r"""(?ix)
    [\W_]*+\Z                                               # nothing but punctuation: ***, ..., ---
    | [<{\[(%$][^\n]*\Z                                      # <key>, {key}, ${KEY}, %KEY%, $KEY, [REDACTED]
    | (?:x|\*|•|\.|0|_|-)++\Z                                # xxxx, 0000
    | (?:your|my|the|an?|some|insert|enter|add|replace|change|put|use|set|see|get|read|load)[\W_].*\Z
    | [^\n]*(?:redacted|placeholder|changeme|change_me|example\Z|dummy|masked|\.\.\.|…|\*\*\*|xxxx)
    | (?:pass|passwd|pwd|user)\Z
    | (?:str(?:ing)?|int(?:eger)?|bool(?:ean)?|float|number|object|array|list|dict|bytes|any|none|null|undefined|nil
        |true|false|required|optional|secret|password|token|key|value|text|test|hidden|default|unset|empty|missing|invalid
        |expired|yes|no|na|n/a|is|for|from|and|or|not|in|to|of)\Z
    | (?:os|process|env|self|this|config|settings|secrets|vars|params|args|request|options|data|st)[.\[]
    | \w+(?:\.\w+)*\(                                        # a call: os.getenv(, get_token(
    """
)


def words(text: str) -> frozenset[str]:
    """The words of a text, to look others up in."""
    return frozenset(text.split())


def is_stand_in(value: str) -> bool:
    """Whether a value only stands where a secret would: a mask, a variable, a type's name, an invitation to fill in."""
    return OWN_TOKEN.search(value) is not None or _STAND_IN.match(value) is not None


def entropy(text: str) -> float:
    """Shannon's entropy of the text's characters, in bits for each."""
    counts = Counter(text)
    return -sum(count / len(text) * math.log2(count / len(text)) for count in counts.values())


def looks_random(value: str, bits: float = 3) -> bool:
    """Whether a value looks made by a machine: digits and letters, and of some entropy."""
    head = value[:256]
    has_both = any(sign.isdigit() for sign in head) and any(sign.isalpha() for sign in head)
    return has_both and entropy(head) >= bits
