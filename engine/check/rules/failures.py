"""A call that failed in words, so that nobody knows whether it took effect: the reply never came.

What is looked for is a lost answer (a timeout, a connection that broke, a gateway that gave up, a call that was broken
off), in a short text or where an object describes its error. An answer that says why nothing was done ("insufficient
funds"), and a connection that was never made, leave no doubt and are not looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.json_text import Json
from ..trail import Entry

_LOST = re.compile(
    r"""(?ix)
    \btimed[ -]?out\b | \b(?:gateway|request|response|read|operation|connection|execution|deadline)[ ]time-?out\b
    | \btime-?out[ ](?:after|exceeded|error|expired|while|waiting|reached|of[ ]\d) | \bdeadline[ ]exceeded\b
    | \b(?:ECONNRESET|ETIMEDOUT|EPIPE|ECONNABORTED|ESOCKETTIMEDOUT|ReadTimeout|TimeoutError|TimeoutExpired
        |RemoteProtocolError|ConnectionResetError|IncompleteRead)\b
    | \b(?:socket|connection|stream|server)[ ](?:was[ ])?
        (?:closed|reset|dropped|lost|aborted|hung[ ]up|disconnected|broken|terminated)\b
    | \bsocket[ ]hang[ ]up\b | \bbroken[ ]pipe\b | \bunexpected[ ]EOF\b | \bno[ ]response[ ](?:from|within|received)\b
    | \b(?:502|503|504)[ ](?:bad[ ]gateway|service[ ]unavailable|gateway) | \bbad[ ]gateway\b | \bgateway[ ]time
    | \b(?:aborted|interrupted|cancell?ed)[ ]by[ ](?:the[ ])?user\b | \Aaborted\b
    """
)
_TELLING = ("error", "message", "detail", "details", "reason", "stderr", "exception", "error_message", "errorMessage")
_LONGEST = 400
"""A longer text is something that was read, such as a log, in which such words say nothing about the call."""

_DEEPEST = 3


def is_lost(result: Entry) -> bool:
    """Whether a result says that the call's own answer was lost."""
    return any(len(text) <= _LONGEST and _LOST.search(text) for text in _error_texts(result.result, _DEEPEST))


def _error_texts(value: Json, levels: int) -> Iterator[str]:
    """A result's text, or the texts under the keys that describe an error."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and value and levels:
        yield from _error_texts(value[0].get("text") if isinstance(value[0], dict) else value[0], levels - 1)
    elif isinstance(value, dict) and levels:
        for key in _TELLING:
            yield from _error_texts(value.get(key), levels - 1)
