"""What most APIs ask of a tool call: arguments that can be read, integers that can be told apart, a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ...base.json_text import Json
from ..reading.paths import Path
from .content import big_numbers
from .limits import NUMBER, Table
from .request import Fault


@dataclass(frozen=True)
class Call:
    """A tool call in a message.

    Attributes:
        name: the tool's name, as the file has it.
        arguments: a value, or a text that is JSON.
        path: its place.
        number: the number of the item after which it is first sent.
    """

    name: Json
    arguments: Json
    path: Path
    number: int


def faults(call: Call, table: Table, why: str | None, names: re.Pattern[str]) -> Iterator[Fault]:
    """What an API would refuse in a call, whatever its id.

    Args:
        call: the call.
        table: the API's limits.
        why: why its arguments are not taken, as the end of a sentence; None where they are.
        names: what the name of a tool is like.
    """
    name = call.name
    if why is not None:
        yield Fault(table["arguments"], call.path, f"The arguments of {name or 'a call'} {why}.", call.number)
    if any(True for _ in big_numbers(call.arguments)):
        yield Fault(NUMBER, call.path, f"An argument of {name or 'a call'} is a larger integer.", call.number)
    if isinstance(name, str) and not names.match(name):
        yield Fault(table["tool_name"], call.path, f"The tool’s name “{name}” is another.", call.number)
