"""Calls that a request forced: they are the answer itself, such as a structured output, and nobody carries them out."""

from __future__ import annotations

from ...base.json_text import Json
from .building import TrailBuilder, first, objects, text_or_none


def mark_forced(build: TrailBuilder, request: dict[str, Json], start: int) -> None:
    """Mark the calls of an answer that the request forced.

    Args:
        build: the session.
        request: the request, of any API.
        start: how many entries there were before the answer.
    """
    forced = forced_tool(request)
    for entry in build.entries[start:]:
        if entry.kind == "call" and forced is not None and entry.tool == forced:
            build.amend(entry.id, is_answer=True)


def forced_tool(request: dict[str, Json]) -> str | None:
    """The one tool that a request makes the model call, in the spelling of any API; None where it may choose."""
    choice = first(request, "tool_choice", "toolChoice") or first(request.get("toolConfig"), "toolChoice")
    named = first(first(choice, "function", "tool"), "name") or first(choice, "name")
    if named is not None:
        return text_or_none(named)
    if isinstance(request.get("function_call"), dict):
        return text_or_none(request["function_call"].get("name"))
    calling = first(first(request, "toolConfig", "tool_config"), "functionCallingConfig", "function_calling_config")
    allowed = first(calling, "allowedFunctionNames", "allowed_function_names")
    if isinstance(allowed, list) and len(allowed) == 1 and first(calling, "mode") == "ANY":
        return text_or_none(allowed[0])
    must = choice in ("required", "any") or first(choice, "type") == "any"
    return _only_tool(request) if must else None


def _only_tool(request: dict[str, Json]) -> str | None:
    """The name of the tool that a request declares, where it declares just one."""
    tools = [tool for tool, _ in objects(request.get("tools"), ())]
    name = first(first(tools[0], "function") or tools[0], "name") if len(tools) == 1 else None
    return text_or_none(name)
