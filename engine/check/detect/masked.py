"""Values that were masked before the file was written: `[REDACTED]`, `***`, `<redacted>`, `xxxx` and the like.

Looked at were the marks of Sentry (`[Filtered]`), Rails (`[FILTERED]`), Presidio (`<EMAIL_ADDRESS>`), Langfuse and
LangSmith examples (`[REDACTED]`, `***`), vcrpy's documentation (`REDACTED`) and this project's `[removed]`. A
consistent token (`[email-7f3a…]`) is no mask: it still tells two values apart.
"""

from __future__ import annotations

import re

_WORDS = (
    "redacted|removed|masked|filtered|scrubbed|hidden|obfuscated|anonymi[sz]ed|censored|suppressed|sanitized|omitted"
)
_MARKED = re.compile(
    rf"""(?ix)
    [\[<{{]{{1,2}} (?:[\w ]{{0,20}}[ _\-:])?? (?:{_WORDS}) (?:[ \-:][\w .,:\-]{{0,40}})? [\]>}}]{{1,2}}
    | <(?:person|email_address|phone_number|credit_card|iban_code|ip_address|location|us_ssn|date_time|nrp|url)>
    | (?<![\w*])\w{{0,64}}+\*{{3,}}+@
    | (?<![\w*•])(?:[*x•]{{4}}[ \-]?){{2,6}}\d{{2,4}}(?!\w)
    | •{{3,}}
    """
)
_WHOLE = re.compile(
    rf"""(?ix)\s*(?:
    [*•]{{3,}}\S{{0,4}} | \S{{1,6}}[*•]{{3,}}\S{{0,6}} | \*{{2,}}\d{{2,4}} | x{{3,}}(?:[ \-]x{{2,}})*
    | _*(?:{_WORDS})_* | dummy
    )\s*\Z"""
)
_LONGEST_WHOLE = 80
_LONGEST = 20_000


def mask_in(text: str) -> str | None:
    """The first mask that stands in a text, or the whole text where it is one; None where there is none."""
    if len(text) <= _LONGEST_WHOLE and _WHOLE.match(text):
        return text.strip()
    found = _MARKED.search(text[:_LONGEST])
    return found[0] if found else None
