"""A run for people, in a terminal: the steps as a table, the metrics, the gate."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.json_text import Json
from ..base.json_walk import change_texts
from ..base.terminal import Painter, leave, paint, visible
from .decimals import grouped, read_decimal
from .declared import unit_key
from .figures import figure_names
from .wording import show_json

_STATES = {"same": "same", "differs": "DIFFERS", "not_reached": "not reached"}
_WIDTHS = (5, 31, 12, 12, 11)


def report(run: Json, *, colour: bool) -> str:
    """The run document as text; with ANSI colours where asked. What a terminal would obey is shown, not sent."""
    look = paint if colour else leave
    run = change_texts(run, visible)
    return "\n".join([*_head(run, look), "", *_table(run, look), "", *_metrics(run), "", *_gate(run, look)]) + "\n"


def _head(run: Json, paint: Painter) -> Iterator[str]:
    settings = "  ".join(f"{name}={value}" for name, value in run["settings"].items())
    yield paint("strong", f"Replay of {run['session']}")
    yield settings


def _table(run: Json, paint: Painter) -> Iterator[str]:
    yield paint("soft", _row("step", "what happens", "from", "input", "output"))
    for step in run["steps"]:
        states = [_STATES[step["input"]], _STATES[step["output"]]]
        source = "-" if step["input"] == "not_reached" else step["source"]
        what = step["label"] or step["tool"] or step["actor"]
        look = "good" if step["matches"] else "soft" if step["input"] == "not_reached" else "bad"
        yield paint(look, _row(step["id"], what, source, *states))
        yield from _details(step, paint)


def _details(step: Json, paint: Painter) -> Iterator[str]:
    if step["cause"] and step["input"] != "not_reached":
        yield paint("soft", f"      {step['cause']['text']}")
    for difference in step["differences"]:
        if difference["step"] == step["id"]:  # what a turn reads of earlier steps stands at those
            recorded, replayed = (show_json(difference, side) for side in ("recorded", "replayed"))
            field = f"{difference['side']} {difference['field']}"
            yield paint("soft", f"      {field}: recorded {recorded}; replayed {replayed}")


def _metrics(run: Json) -> Iterator[str]:
    lines = {
        "Steps that match": f"{run['matched_steps']} of {run['total_steps']}",
        "Side effects run again": run["side_effects_rerun"],
        "Model calls": run["model_calls"],
        "Live tool calls": run["live_tool_calls"],
        "Emails in clear": run["emails_in_clear"],
        "First difference": run["first_difference"] or "none",
        "Left the script at": run["left_script_at"] or "nowhere",
        **{name.replace("_", " ").capitalize(): _figure(run, name) for name in figure_names(run)},
        "Digest": run["digest"],
    }
    return (f"{name + ':':<24}{value}" for name, value in lines.items())


def _figure(run: Json, name: str) -> str:
    if run[name] is None:
        return "none"
    number = read_decimal(run[name])
    return f"{run[name] if number is None else grouped(number)} {run[unit_key(name)]}".rstrip()


def _gate(run: Json, paint: Painter) -> Iterator[str]:
    passes = run["gate"] == "pass"
    yield paint("good" if passes else "bad", f"Gate: {'passes' if passes else 'fails'}")
    yield from (f"  - {reason}" for reason in run["gate_reasons"])


def _row(*cells: str) -> str:
    return " ".join(f"{cell:<{width}}" for cell, width in zip(cells, _WIDTHS, strict=True)).rstrip()
