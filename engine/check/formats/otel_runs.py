"""Finds the spans around a span, and those inside a tool's run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from .otel_spans import Span

_DEEPEST = 100
"""How many spans around a span are looked at."""

_MOST_RUNS = 20
"""How many runs stand inside each other; what is nested deeper stands in the last of them."""


class Runs:
    """The tree of a file's spans.

    Args:
        found: all spans, in the order in which they began.
        is_tool: whether a span is the run of a tool.
    """

    def __init__(self, found: Sequence[Span], is_tool: Callable[[Span], bool]) -> None:
        """Index the spans by id, and by the run that they are inside."""
        self._by_id = {(span.trace, span.id): span for span in found if span.id}
        self._is_tool = {id(span): is_tool(span) for span in found}
        self._inside: dict[int, list[Span]] = {}
        for span in found:
            host = self.host(span)
            if host is not None:
                self._inside.setdefault(id(host), []).append(span)

    def around(self, span: Span) -> Iterator[Span]:
        """The spans around a span, the nearest first; none where they go round in a circle."""
        seen = {id(span)}
        found: list[Span] = []
        outer = self._by_id.get((span.trace, span.parent))
        while outer is not None and len(found) < _DEEPEST:
            if id(outer) in seen:
                return iter(())
            seen.add(id(outer))
            found.append(outer)
            outer = self._by_id.get((outer.trace, outer.parent))
        return iter(found)

    def host(self, span: Span) -> Span | None:
        """The nearest run of a tool that a span is inside, if any."""
        runs = [outer for outer in self.around(span) if self._is_tool[id(outer)]]
        return runs[-_MOST_RUNS:][0] if runs else None

    def inside(self, span: Span) -> Sequence[Span]:
        """What happened inside a tool's run and inside no other run there, in the order in which it began."""
        return self._inside.get(id(span), ())
