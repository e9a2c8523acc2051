"""The files that a new subject is made from: templates in `files/`.

They are filled in with `<< >>` and `<% %>`, so that what the prose itself fills in stays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2

FILES = Path(__file__).with_name("files")

_ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(FILES),
    undefined=jinja2.StrictUndefined,
    autoescape=False,
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
    variable_start_string="<<",
    variable_end_string=">>",
    block_start_string="<%",
    block_end_string="%>",
    comment_start_string="<!--#",
    comment_end_string="#-->",
)


def quoted(value: Any) -> str:
    """A value as JSON, which YAML takes too, and a text as Python takes it; escaped where UTF-8 cannot hold it."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isascii() or _is_utf8(text) else json.dumps(value)


def _is_utf8(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:  # half of a pair of surrogates
        return False
    return True


def fill(name: str, values: Mapping[str, Any]) -> str:
    """A template with these values filled in; its name is that of the file it makes, without `.j2`."""
    return _ENVIRONMENT.get_template(f"{name}.j2").render(values)
