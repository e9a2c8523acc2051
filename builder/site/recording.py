"""Whether what a recorded session says in two places is the same in both."""

from __future__ import annotations

from pathlib import Path

from builder.errors import BuildError
from builder.site.source_lines import line_of
from engine.replay.instruction import build_instruction
from engine.replay.session import Session, ToolCall


def check_recording(session: Session, path: Path) -> None:
    """Whether the template gives the instruction as recorded, and every tool that is called is declared.

    Args:
        session: the recorded session.
        path: its file.

    Raises:
        BuildError: naming the line of what does not fit, and the remedy.
    """
    _check_instruction(session, path)
    _check_tools(session, path)


def _check_instruction(session: Session, path: Path) -> None:
    """Nothing is compared where the template or the state is not known."""
    if session.instruction.template is None or session.initial_state is None:
        return
    built = build_instruction(session.instruction.template, session.initial_state)
    recorded = session.instruction.as_recorded
    if built == recorded:
        return
    index = _first_difference(built, recorded)
    raise BuildError(
        f"instruction.as_recorded[{index}]: the template, filled with initial_state, gives {_line(built, index)}, "
        f"but {_line(recorded, index)} is recorded",
        file=path,
        line=line_of(path, ("instruction", "as_recorded", index)),
        remedy="Correct the template, initial_state or this line; write null for a template that is not known.",
    )


def _first_difference(built: tuple[str, ...], recorded: tuple[str, ...]) -> int:
    same = (one == other for one, other in zip(built, recorded, strict=False))
    return next((index for index, equal in enumerate(same) if not equal), min(len(built), len(recorded)))


def _line(lines: tuple[str, ...], index: int) -> str:
    return repr(lines[index]) if index < len(lines) else "no such line"


def _check_tools(session: Session, path: Path) -> None:
    """A tool that is declared and never called is no mistake: the model could have called it."""
    for index, step in enumerate(session.steps):
        if isinstance(step.output, ToolCall) and step.output.tool not in session.changes_world:
            declared = ", ".join(session.changes_world) or "none"
            raise BuildError(
                f"step {step.id} calls {step.output.tool!r}, which tools does not declare (it declares {declared})",
                file=path,
                line=line_of(path, ("steps", index, "output", "call")),
                remedy="Add it to tools and say whether it changes the world, or correct its name.",
            )
