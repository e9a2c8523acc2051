"""Judges a tool by its name: an HTTP method, a verb that reads, a verb that acts, or what it gives back.

A name whose first verb acts, or one after `and`, is unsafe; one that only may act is unknown. `get_order` reads and
`issue_refund` acts; `order_status` gives something back; `post_status`, `validate_and_charge` and `check_out` act;
`resolve_ticket` may, and so may a name of which no word is known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .judgement import Judgement
from .known_tools import known


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SAFE_VERBS = _words(
    "get list read search find fetch lookup look query view show describe count check calculate compute convert "
    "estimate validate verify translate summarize summarise grep ls cat load browse retrieve inspect analyze "
    "analyse compare think preview has is parse extract detect classify rank recommend suggest "
    "monitor track echo ping stat tail head diff download scan filter sort peek explain geocode "
    "multiply subtract divide"
)
GIVES = _words(
    "status history weather rate rates price prices forecast info details balance statistics stats glob summary"
)
"""What a name without a verb says it gives back: `order_status`, `exchange_rate`, `get_weather`, `weather`."""

UNSAFE_VERBS = _words(
    "create add insert update upsert set write delete remove send put patch refund pay transfer cancel submit publish "
    "deploy approve reject grant revoke buy purchase sell notify upload save edit apply merge push commit move rename "
    "restart start stop kill terminate enable disable close assign subscribe unsubscribe schedule reschedule reserve "
    "invite ban reset drop truncate import replace increment debit deposit withdraw escalate modify change clear purge "
    "destroy install uninstall register unregister archive lock unlock mark sync trigger dispatch rollback reply "
    "forward dial tweet confirm append overwrite mkdir rm mv cp chmod touch checkout"
)
NOUNS_TOO = _words("order book email text post credit charge block issue release message return exchange log store")
"""Words that act at the head of a name (`issue_refund`) and are things elsewhere (`order_status`)."""

_MOSTLY_THINGS = _words("order credit message return exchange log store")
"""Of these, the ones that are things where the name goes on with what it gives back."""

_OBJECT_OF_A_REFUND = _words("refund transfer deposit purchase")
"""Verbs that are things too: `refund_status` may ask and may act."""

_ACTS_WITH = {
    "check": _words("in out into"),
    "track": _words("event events usage conversion"),
    "look": _words("after"),
    "log": _words("in out"),
    "sign": _words("in out up"),
    "clock": _words("in out"),
}
"""Verbs that act where one of these follows."""

_RECKONED = _words("two three all number numbers integers ints floats vectors matrices")
_TURNED_INTO = _words("speech image audio video sql text json markdown html")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_JOINERS = _words("and or then")
_METHOD = re.compile(r"(GET|HEAD|OPTIONS|TRACE|POST|PUT|PATCH|DELETE|CONNECT)\s+\S+")
_READING_METHODS = _words("GET HEAD OPTIONS TRACE")
_HANDOVER = re.compile(r"transfer_to_(?:\w+_)?agent$|handoff_to_\w+$")
_ASKING_PATH = re.compile(
    r"/[\w.:-]*?(?:search|query|lookup|find|graphql|calculate|validate)\w*/?(?:\?.*)?\Z", re.IGNORECASE
)


def by_name(name: str) -> Judgement:
    """What a tool's name says of it, or what is known of the tool of that name."""
    method = _METHOD.match(name)
    if method:
        return by_method(method[1], name)
    own = re.split(r"__|[./:]", name)[-1]
    told = known(name) or known(own)
    if told is not None:
        return Judgement(*told)
    if is_handover(own):
        return Judgement("safe", "it hands over to another agent")
    return _by_words([word.lower() for word in _WORD.findall(own)])


def is_handover(name: str) -> bool:
    """Whether a tool of that name hands over to another agent, as frameworks add them by themselves."""
    return _HANDOVER.match(name) is not None


def by_method(method: str, address: str = "") -> Judgement:
    """What an HTTP method says (RFC 9110, 9.2.1): four read; of a POST the address may say that it only asks."""
    why = f"it is called with the method {method}"
    if method in _READING_METHODS:
        return Judgement("safe", why)
    if method == "POST" and _ASKING_PATH.search(address):
        return Judgement("unknown", f"{why}, to an address that may only ask")
    return Judgement("unsafe", why)


def _by_words(words: Sequence[str]) -> Judgement:
    if words[:1] == ["add"] and _RECKONED.issuperset(words[1:]) and words[1:]:
        return Judgement("safe", "its name says that it reckons")
    acting = _acting(words)
    if acting:
        return Judgement("unsafe", f"its name says “{acting}”")
    doubtful = _doubtful(words)
    if doubtful:
        return Judgement("unknown", f"its name says “{doubtful}”, which may act")
    telling = next((word for word in words if word in SAFE_VERBS or word in GIVES), None)
    if telling:
        return Judgement("safe", f"its name says “{telling}”")
    return Judgement("unknown", "neither its name nor the file tells what it does")


def _acting(words: Sequence[str]) -> str | None:
    """The word of a name that says it acts: its first verb, or one that follows `and`, `or`, `then`."""
    return _with_particle(words) or _acting_head(words) or _acting_verb(words) or _joined(words)


def _with_particle(words: Sequence[str]) -> str | None:
    """Two words that act together: `check_out`, `track_event`."""
    return next((f"{verb} {after}" for verb, after in pairwise(words) if after in _ACTS_WITH.get(verb, ())), None)


def _acting_head(words: Sequence[str]) -> str | None:
    """A first word that may be a thing, where nothing says that it is one."""
    if not words or words[0] not in NOUNS_TOO or _is_conversion(words):
        return None
    if SAFE_VERBS.intersection(words) and not _JOINERS.intersection(words[1:2]):
        return None
    is_thing = words[0] in _MOSTLY_THINGS and GIVES.intersection(words)
    return None if is_thing else words[0]


def _acting_verb(words: Sequence[str]) -> str | None:
    """The first verb, where it acts and the name does not go on with what makes it ask."""
    first = next((word for word in words if word in SAFE_VERBS or word in UNSAFE_VERBS), None)
    return first if first in UNSAFE_VERBS and not _is_asked_of(words) else None


def _joined(words: Sequence[str]) -> str | None:
    """A word after `and`, `or`, `then` that acts."""
    acting = UNSAFE_VERBS | NOUNS_TOO
    return next((word for before, word in pairwise(words) if before in _JOINERS and word in acting), None)


def _doubtful(words: Sequence[str]) -> str | None:
    """A word that may act: a verb's unknown companion (`fetch_and_frobnicate`), a thing that is a verb too."""
    if words and (_is_asked_of(words) or _is_conversion(words)):
        return words[0]
    triples = zip(words, words[1:], words[2:], strict=False)
    known_words = SAFE_VERBS | GIVES
    return next((c for a, b, c in triples if a in SAFE_VERBS and b in _JOINERS and c not in known_words), None)


def _is_asked_of(words: Sequence[str]) -> bool:
    """Whether a name is a verb that is a thing too, and what it gives back: `refund_status`."""
    return words[0] in _OBJECT_OF_A_REFUND and bool(GIVES.intersection(words[1:]))


def _is_conversion(words: Sequence[str]) -> bool:
    """Whether a name says that a text is turned into something else: `text_to_speech`."""
    return words[:2] == ["text", "to"] and bool(_TURNED_INTO.intersection(words[2:]))
