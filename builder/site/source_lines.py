"""The line on which a value stands, in a YAML or a JSON file (JSON is YAML enough for its marks)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import yaml


def line_of(path: Path, place: Sequence[str | int]) -> int | None:
    """The line of the value at a path of keys and indexes, or of the nearest value around it that exists."""
    try:
        # YAML has no tabs between values; JSON does.
        source = path.read_text(encoding="utf-8-sig").replace("\t", " ")
        node = yaml.compose(source, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return None
    line = None
    for part in place:
        found = _child(node, part)
        if found is None:
            break
        line, node = found
    return line or (node.start_mark.line + 1 if node is not None else None)


def repeated_key(source: str) -> tuple[str, int] | None:
    """The first key of a YAML text that its table has already, and the line on which it stands again."""
    root = yaml.compose(source, Loader=yaml.SafeLoader)
    return next(_repeated(root), None) if root is not None else None


def _repeated(node: yaml.Node) -> Iterator[tuple[str, int]]:
    if isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from _repeated(child)
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            if str(key.value) in seen:
                yield str(key.value), key.start_mark.line + 1
            seen.add(str(key.value))
            yield from _repeated(value)


def _child(node: yaml.Node | None, part: str | int) -> tuple[int, yaml.Node] | None:
    """The line on which a child begins (its key's, if it has one), and the child."""
    if isinstance(node, yaml.MappingNode):
        pairs = ((key, value) for key, value in node.value if key.value == str(part))
        return next(((key.start_mark.line + 1, value) for key, value in pairs), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
        return node.value[part].start_mark.line + 1, node.value[part]
    return None
