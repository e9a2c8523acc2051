"""Changing values in a YAML text, so that its comments and its order stay."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import yaml


def with_values(source: str, values: Mapping[tuple[str, ...], Any]) -> str:
    """A YAML text with other values at these paths of keys.

    Raises:
        KeyError: where a path leads nowhere.
    """
    root = yaml.compose(source, Loader=yaml.SafeLoader)
    spans = [(_node(root, path), value) for path, value in values.items()]
    for node, value in sorted(spans, key=lambda span: span[0].start_mark.index, reverse=True):
        # JSON is YAML, and a block of lines ends with the blank before the next key.
        end = len(source[: node.end_mark.index].rstrip())
        source = source[: node.start_mark.index] + json.dumps(value, ensure_ascii=False) + source[end:]
    return source


def _node(node: yaml.Node | None, path: tuple[str, ...]) -> yaml.Node:
    for key in path:
        pairs = node.value if isinstance(node, yaml.MappingNode) else []
        node = next((value for name, value in pairs if name.value == key), None)
        if node is None:
            raise KeyError(".".join(path))
    assert node is not None
    return node
