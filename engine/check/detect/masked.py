"""Values that were masked before the file was written: `[REDACTED]`, `***`, `<redacted>`, `xxxx` and the like.

Looked at were the marks of Sentry (`[Filtered]`), Rails (`[FILTERED]`), Presidio (`<EMAIL_ADDRESS>`), Langfuse and
LangSmith examples (`[REDACTED]`, `***`), vcrpy's documentation (`REDACTED`) and this project's `[removed]`. A
consistent token (`[email-7f3a…]`) is not a mask: it still tells two values apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORDS = (
    "redacted|removed|masked|filtered|scrubbed|hidden|obfuscated|anonymi[sz]ed|censored|suppressed|sanitized|omitted"
)
_CAPITALS = "REDACTED|FILTERED|MASKED|REMOVED|HIDDEN|SCRUBBED|ANONYMIZED"
_KEYS = r"(?:sk|pk|rk)[-_]|gh[pousr]_|xox[a-z]-|AKIA|AIza|eyJ|hf_|glpat-|whsec_"
_STARS = r"(?:\*{3,}|•{3,}|x{4,}|X{4,})"
_ENDS = r"""(?=["'\s,;)}\]&@]|\Z)"""
_HELD = rf"""
    (?<=[=:])[ ]?["']?{_STARS}{_ENDS}                         # API_KEY=***, "api_key": ***, app:****@host
    | \b(?:Bearer|Basic|Token)[ ]+["']?{_STARS}(?!\w)
    | (?<=\s)-{{1,2}}[A-Za-z][\w-]{{0,30}}[ =]["']?{_STARS}{_ENDS}  # -p ***, --token=***
    | (?<=[=:])(?:{_CAPITALS}){_ENDS}                         # ?email=REDACTED&token=FILTERED
    | (?<![\w-])(?:{_KEYS})[\w-]{{0,12}}(?:…|\.{{3}}|\*{{3,}})\w{{2,8}}(?!\w)  # sk-pro…7890
    | [\[<{{](?:{_CAPITALS})_[A-Z_]{{2,30}}[\]>}}]            # <REDACTED_EMAIL>
"""
"""A mask within a longer text, recognised by what stands around it."""

_MARKED = re.compile(
    rf"""(?x)
    {_HELD}
    | (?i:[\[<{{]{{1,2}} (?:[\w ]{{0,20}}[ _\-:])?? (?:{_WORDS}) (?:[ \-:][\w .,:\-]{{0,40}})? [\]>}}]{{1,2}})
    | (?i:<(?:person|email_address|phone_number|credit_card|iban_code|ip_address|location|us_ssn|date_time|nrp|url)>)
    | (?<![\w*])\w{{0,64}}+\*{{3,}}+@
    | (?i:(?<![\w*•])(?:[*x•]{{4}}[ \-]?){{2,6}}\d{{2,4}}(?!\w))
    | •{{3,}}
    """
)
_WHOLE = re.compile(
    rf"""(?ix)\s*(?:
    [*•]{{3,}}\S{{0,4}} | \S{{1,6}}[*•]{{3,}}\S{{0,6}} | \*{{2,}}\d{{2,4}} | x{{3,}}(?:[ \-]x{{2,}})*
    | _*(?:{_WORDS})_* | dummy
    )\s*\Z"""
)
_ENTITIES = "PERSON|EMAIL_ADDRESS|PHONE_NUMBER|CREDIT_CARD|IBAN_CODE|IP_ADDRESS|LOCATION|US_SSN|DATE_TIME|NRP"
_READ = re.compile(
    rf"""(?x)
    {_HELD}
    | [\[<]{{1,2}} (?:[A-Z][A-Z_ ]{{0,20}}[ _\-:])? (?:{_CAPITALS}|Filtered|[Rr]edacted)
      (?:[ \-:][\w .,:\-]{{0,40}})? [\]>]{{1,2}}
    | \[removed\]
    | <(?:{_ENTITIES})>
    """
)
"""A mask in what somebody said or read: only what neither prose nor code has, which have stars and brackets too."""

_ROWS = ("***", "•••", "…", "...", "xxxx", "XXXX")
_SAID = ("edacted", "iltered", "[removed]", *_CAPITALS.split("|"), *(f"<{entity}" for entity in _ENTITIES.split("|")))
_BEFORE_SAID = ("[", "<", "{", "=", ":")
"""A row, or a word behind one of these signs, stands in whatever `_READ` finds: most texts have none."""

_MARKS = ("*", "•", "…", "...", "[", "<", "{", "xx", *_CAPITALS.lower().split("|"))
"""One of these stands, in lower case, in whatever `_MARKED` finds."""

_LONGEST_WHOLE = 80
_LONGEST = 20_000


def mask_in(text: str) -> str | None:
    """The first mask that stands in a text, or the whole text where it is one; None where there is none."""
    if len(text) <= _LONGEST_WHOLE and _WHOLE.match(text):
        return text.strip()
    if not any(map(text.lower().__contains__, _MARKS)):
        return None
    found = _MARKED.search(text[:_LONGEST])
    return found[0].strip() if found else None


def masks_read_in(text: str) -> Iterator[str]:
    """The masks in what a user or a tool said, each once."""
    holds = text.__contains__
    if any(map(holds, _ROWS)) or (any(map(holds, _BEFORE_SAID)) and any(map(holds, _SAID))):
        yield from dict.fromkeys(found[0].strip() for found in _READ.finditer(text[:_LONGEST]))
