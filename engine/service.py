"""The door for the page: a JSON request in, a text out.

    {"do": "run", "settings": {…}}       the text of the run's file
    {"do": "export", "settings": {…}}    the text of the bundle's file
    {"do": "map", "settings": {…}}       {"map": every set-up in short, at the live rate of the settings}

Settings are named as on the command line: `tools`, `model`, `state`, `email`, `live_rate`; absent ones are the
opening's. A request that cannot be answered gives `{"error": {"problem", "place", "remedy"}}` instead.
"""

from __future__ import annotations

from engine.errors import EngineError, InputError
from engine.fixtures import standard
from engine.jsontext import parse, pretty
from engine.run import bundle_text, run, run_text, summary
from engine.settings import all_settings, read_settings


def answer(request: str) -> str:
    """Answer one request; never raises for a bad one."""
    try:
        return _answer(request)
    except EngineError as error:
        return pretty({"error": {"problem": error.problem, "place": error.place, "remedy": error.remedy}})


def _answer(request: str) -> str:
    value = parse(request, "request")
    if not isinstance(value, dict) or not isinstance(value.get("settings", {}), dict):
        raise InputError("A request is an object with settings.", remedy='Send {"do": …, "settings": {…}}.')
    settings = read_settings(value.get("settings", {}))
    if value.get("do") == "run":
        return run_text(run(settings, standard()))
    if value.get("do") == "export":
        return bundle_text(settings, standard())
    if value.get("do") == "map":
        return pretty({"map": [summary(run(each, standard())) for each in all_settings(settings.live_rate)]})
    raise InputError(f"Nothing is known of {value.get('do')!r}.", place="do", remedy="Ask for run, export or map.")
