"""Judges a call by its arguments: an HTTP method, an SQL statement, a shell's or an editor's command, numbers."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence

from ...base.json_text import Json
from ..trail import Absent
from .judgement import Judgement
from .tool_names import by_method

_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE", "POST", "PUT", "PATCH", "DELETE"})
_WRITING_SQL = re.compile(
    r"(?:^|;)\s*(?:INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|MERGE\s+INTO|REPLACE\s+INTO|TRUNCATE\s"
    r"|(?:DROP|ALTER|CREATE)\s+(?:\w+\s+){0,3}(?:TABLE|VIEW|INDEX|DATABASE|SCHEMA|USER|ROLE|FUNCTION)|GRANT\s|REVOKE\s)",
    re.IGNORECASE,
)
_READING_SQL = re.compile(r"(?:SELECT|WITH|SHOW|DESCRIBE|EXPLAIN)\s", re.IGNORECASE)
_WRITING_WORD = re.compile(r";|\b(?:INSERT|UPDATE|DELETE|MERGE|INTO)\b", re.IGNORECASE)
_READING_COMMAND = re.compile(
    r"(?P<name>(?:ls|cat|grep|rg|head|tail|wc|pwd|which|stat|file|du|df|date|whoami|uname|tree|nl|find|cd|true|echo)\b"
    r"|git\s+(?:-C\s+\S+\s+)?(?:status|log|diff|show|blame|rev-parse)\b|sed\s+-n\s+'?\d+(?:,\d+)?p'?\s)"
)
_WRITING_OPTION = {
    "find": re.compile(r"\s-(?:delete|exec|ok|fprint|fls)"),
    "git": re.compile(r"\s--output"),
    "date": re.compile(r"\s(?:-s|--set|\d{6})"),
    "file": re.compile(r"\s-C"),
    "tree": re.compile(r"\s-o"),
    "rg": re.compile(r"\s--pre"),
}
"""The options with which a command that reads writes or runs something, after the commands' manuals."""

_LITERAL = re.compile(r"'[^']*[|;&<>][^']*'|\"[^\"$`\\]*[|;&<>][^\"$`\\]*\"")
"""A quoted text with signs in it that a shell would obey outside."""

_HARMLESS_REDIRECTION = re.compile(r"\s*(?:2>&1|[12&]?>\s?/dev/null)")
_NEVER = re.compile(r"[<>`\n]|\$\(|&(?!&)")
_BETWEEN = re.compile(r"&&|\|\||[;|]")
_SCRIPT = (r"(?:.*/)?(?:ba|z|da)?sh", r"-l?c", r"(?s).*")
"""What a list of words is that hands a script to a shell, as Codex calls it."""

_EDITORS_READ = frozenset({"view", "undo_view"})
_EDITORS_WRITE = frozenset({"create", "str_replace", "insert", "undo_edit", "write", "rename", "delete"})
_METHOD_KEYS = ("method", "http_method", "httpMethod", "verb")
_SQL_KEYS = ("sql", "query", "statement")
_COMMAND_KEYS = ("command", "cmd", "script")


def by_arguments(arguments: Json | Absent) -> Judgement | None:
    """What a call's arguments say of it; None where nothing. Of several that say something, the gravest counts."""
    if not isinstance(arguments, Mapping):
        return None
    found = [*_methods(arguments), *_statements(arguments), *_commands(arguments)]
    unsafe = [judgement for judgement in found if judgement.safety == "unsafe"]
    return next(iter(unsafe or found), None)


def are_numbers(arguments: Json | Absent) -> bool:
    """Whether a call's arguments are numbers and nothing else, as for a tool that calculates."""
    values = list(arguments.values()) if isinstance(arguments, Mapping) else []
    return bool(values) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _methods(arguments: Mapping[str, Json]) -> Iterator[Judgement]:
    for method in _texts(arguments, _METHOD_KEYS):
        if method.upper() in _METHODS:
            yield by_method(method.upper())


def _statements(arguments: Mapping[str, Json]) -> Iterator[Judgement]:
    for statement in _texts(arguments, _SQL_KEYS):
        if _WRITING_SQL.search(statement):
            yield Judgement("unsafe", "its SQL statement changes something")
        elif _only_reads(statement.strip().rstrip(";")):
            yield Judgement("safe", "its SQL statement only reads")


def _only_reads(statement: str) -> bool:
    return bool(_READING_SQL.match(statement)) and not _WRITING_WORD.search(statement)


def _commands(arguments: Mapping[str, Json]) -> Iterator[Judgement]:
    for command in filter(None, map(_command, (arguments.get(key) for key in _COMMAND_KEYS))):
        if command in _EDITORS_READ | _EDITORS_WRITE and "path" in arguments:
            yield _edits(command)
        elif _is_reading_line(command):
            yield Judgement("safe", "its command only reads")
        else:
            yield Judgement("unsafe", "its command is not one that only reads")


def _edits(command: str) -> Judgement:
    """An editor's command, as the file editors of Anthropic and OpenHands take them."""
    if command in _EDITORS_READ:
        return Judgement("safe", f"its command “{command}” only reads")
    return Judgement("unsafe", f"its command “{command}” changes a file")


def _is_reading_line(line: str) -> bool:
    """Whether a shell's line reads: every command of it does, and nothing is written or substituted."""
    bare = _HARMLESS_REDIRECTION.sub("", _LITERAL.sub("''", line))
    return all(map(_is_reading, _BETWEEN.split(bare)))


def _is_reading(command: str) -> bool:
    command = command.strip()
    found = _READING_COMMAND.match(command)
    if _NEVER.search(command) or not found:
        return False
    writing = _WRITING_OPTION.get(found["name"].split()[0])
    return writing is None or not writing.search(command)


def _command(value: Json) -> str:
    """A command as one line: of a list its words, of a shell's script the script; empty where there is none."""
    if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
        is_script = len(value) == len(_SCRIPT) and all(map(re.fullmatch, _SCRIPT, value))
        return value[-1].strip() if is_script else shlex.join(value)
    return value.strip() if isinstance(value, str) else ""


def _texts(arguments: Mapping[str, Json], keys: Sequence[str]) -> Iterator[str]:
    return (arguments[key] for key in keys if isinstance(arguments.get(key), str))
