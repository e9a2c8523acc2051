"""What the page calls: a JSON request in, a text out.

    {"do": "run", "settings": {…}}       the run, as compact JSON, which takes a third of the time of its file's text
    {"do": "run_file", "settings": {…}}  the text of the run's file
    {"do": "export", "settings": {…}}    the text of the bundle's file
    {"do": "map", "settings": {…}}       {"map": every set-up in short, at the live values of the settings}
    {"do": "check", …}                   the text of the check of a file of the reader's own
    {"do": "make_replayable", …}         a bundle made from it, and the check before and after

The last two are described in `engine.check.page_requests`; the file's bytes may come beside the request. For the
others, settings are named as in a run document: `tools`, `model`, `state`, `email`, and each live value of the subject,
such as a price of today; absent ones are the opening's. A request that cannot be answered gives
`{"error": {"problem", "place", "remedy"}}` instead.
"""

from __future__ import annotations

from collections.abc import Callable

from .base.errors import EngineError, InputError
from .base.json_text import Json, canonical, parse, pretty
from .replay.fixtures import standard
from .replay.run import bundle_text, run, run_text, summary
from .replay.settings import all_settings, read_settings

_KNOWN = "run, run_file, export, map, check or make_replayable"


Handed = bytes | bytearray | list[bytes | bytearray] | None
Keep = Callable[[bytearray], object]


def answer(request: str, data: Handed = None, keep: Keep | None = None) -> str:
    """Answer one request; never raises for a bad one.

    Args:
        request: the request as JSON.
        data: the bytes of the reader's own file, where the request is about one and does not hold it; in a list, they
            are taken out of it.
        keep: takes the pieces of the file that the request yields; the answer is short then.
    """
    try:
        return _answer(request, data, keep)
    except EngineError as error:
        return pretty({"error": {"problem": error.problem, "place": error.place, "remedy": error.remedy}})


def _answer(request: str, data: Handed, keep: Keep | None) -> str:
    value = parse(request, "request")
    if not isinstance(value, dict) or not isinstance(value.get("settings", {}), dict):
        raise InputError("A request is an object with settings.", remedy='Send {"do": …, "settings": {…}}.')
    if value.get("do") in ("check", "make_replayable"):
        return _answer_own(value, data, keep)
    return _answer_replay(value)


def _answer_own(value: dict[str, Json], data: Handed, keep: Keep | None) -> str:
    # Imported when asked for: the page is ready sooner without the readers of all formats.
    from .check.page_requests import answer_check, answer_replayable  # noqa: PLC0415

    return (answer_check if value["do"] == "check" else answer_replayable)(value, data, keep)


def _answer_replay(value: dict[str, Json]) -> str:
    subject = standard()
    settings = read_settings(value.get("settings", {}), subject.live_values)
    if value.get("do") == "run":
        return canonical(run(settings, subject))
    if value.get("do") == "run_file":
        return run_text(run(settings, subject))
    if value.get("do") == "export":
        return bundle_text(settings, subject)
    if value.get("do") == "map":
        return pretty({"map": [summary(run(each, subject)) for each in all_settings(settings.live)]})
    raise InputError(f"Nothing is known of {value.get('do')!r}.", place="do", remedy=f"Ask for {_KNOWN}.")
