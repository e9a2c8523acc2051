"""YAML's flow collections: `{a: 1, b: [2, 3]}`, over as many lines as they take."""

from __future__ import annotations

import re
from typing import Any, cast

from ...base.json_text import DEEPEST, Json
from .yaml_cursor import ALIAS, TEXT_TAGS, Cursor, resolved

_FLOW_BLANK = re.compile(r"(?:\s++|(?<=\s)#[^\n]*+)*+")
_FLOW_PLAIN = re.compile(r"(?:[^\s,\[\]{}:#]|:(?=[^\s,\[\]{}])|(?<=\S)#|\s++(?=[^\s,\[\]{}:#]))++")


class FlowReader(Cursor):
    """Reads a flow collection at the cursor."""

    def _flow_blank(self) -> None:
        self.at = cast("re.Match[str]", _FLOW_BLANK.match(self.text, self.at)).end()

    def _flow(self, depth: int) -> Json:
        if depth > DEEPEST:
            return self._stop("too-deep", f"More than {DEEPEST} levels are nested; nothing from here on was read.")
        opening = self.text[self.at]
        value: Json = {} if opening == "{" else []
        offsets: Any = {} if opening == "{" else []
        self._marks[id(value)] = offsets
        self.at += 1
        while True:
            self._flow_blank()
            if self.text[self.at : self.at + 1] == ("}" if opening == "{" else "]"):
                self.at += 1
                return value
            if not self._flow_member(value, offsets, depth):
                return value

    def _flow_member(self, value: Json, offsets: Any, depth: int) -> bool:
        """Read one member and the comma behind it; whether the reading goes on."""
        if isinstance(value, dict):
            if self._merges():
                return False
            key = self._flow_scalar(True, depth)
            self._flow_blank()
            has_value = self.text.startswith(":", self.at)
            self.at += has_value
            self._flow_blank()
            offsets[str(key)] = self.at
            value[str(key)] = self._flow_scalar(False, depth) if has_value else None
        else:
            offsets.append(self.at)
            value.append(self._flow_scalar(False, depth))
        self._flow_blank()
        if self.text.startswith(",", self.at):
            self.at += 1
            return True
        if self.at < len(self.text) and self.text[self.at] in "}]":
            return True if (self.text[self.at] == "}") == isinstance(value, dict) else self._wrong()
        return self._wrong()

    def _wrong(self) -> bool:
        self._stop(
            "broken", "A flow collection is not closed or not written as expected; nothing from here on was read."
        )
        return False

    def _flow_scalar(self, as_text: bool, depth: int) -> Json:
        tag, anchor = self._properties(flow=True)
        return self._anchored(anchor, lambda: self._flow_value(tag, as_text, depth))

    def _flow_value(self, tag: str, as_text: bool, depth: int) -> Json:
        if alias := ALIAS.match(self.text, self.at):
            return self._alias(alias, depth + 1)
        char = self.text[self.at : self.at + 1]
        if char and char in "{[":
            return self._flow(depth + 1)
        if char and char in "\"'":
            return self._tagged(tag, self._quoted())
        found = _FLOW_PLAIN.match(self.text, self.at)
        if found is None:
            return "" if as_text else None
        self.at = found.end()
        text = re.sub(r"\s+", " ", found[0])
        return self._tagged(tag, text if as_text or tag in TEXT_TAGS else resolved(text))
