"""Shell completion: the script for the Tab key, made from the command line's own parser.

    eval "$(replay-gate completion bash)"       in ~/.bashrc; zsh likewise, with `completion zsh` in ~/.zshrc
    replay-gate completion fish | source        in ~/.config/fish/config.fish

A script names `replay-gate` and no other program: a shell knows a command by its first word.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

COMMAND = "replay-gate"


@dataclass(frozen=True)
class Option:
    """An option of a command: its flags, the words that may follow it, whether anything follows, what it is for.

    An argument without flags is one too, where only certain words may stand in its place.
    """

    flags: Sequence[str]
    words: Sequence[str]
    takes_value: bool
    help: str


Commands = Mapping[str, Sequence[Option]]
"""Each command's options."""


def script(parser: argparse.ArgumentParser, shell: str, words: Mapping[str, Sequence[str]]) -> str:
    """The script for a shell.

    Args:
        parser: the command line.
        shell: one of `SHELLS`.
        words: of an option that its own parser lets be any text, the words that are worth offering.
    """
    return "".join(f"{line}\n" for line in SHELLS[shell](_commands(parser, words)))


def _commands(parser: argparse.ArgumentParser, words: Mapping[str, Sequence[str]]) -> Commands:
    # argparse has no public way to ask a parser what it takes.
    nested = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return {
        name: [_option(action, words) for action in command._actions if action.option_strings or action.choices]
        for name, command in nested.choices.items()
    }


def _option(action: argparse.Action, words: Mapping[str, Sequence[str]]) -> Option:
    offered = next((words[flag] for flag in action.option_strings if flag in words), action.choices or ())
    help_ = (action.help or "").partition(" (default")[0]
    return Option(action.option_strings, [str(word) for word in offered], action.nargs != 0, help_)


def _bash(commands: Commands) -> Iterator[str]:
    yield "_replay_gate() {"
    yield '  local word="${COMP_WORDS[COMP_CWORD]}" offered=""'
    yield '  case "$COMP_CWORD:${COMP_WORDS[1]}:${COMP_WORDS[COMP_CWORD-1]}" in'
    yield f"    1:*) offered={shlex.quote(' '.join([*commands, '--help', '--version']))} ;;"
    for name, options in commands.items():
        for option in options:
            if option.flags and option.takes_value:
                pattern = "|".join(f"*:{name}:{flag}" for flag in option.flags)
                yield f"    {pattern}) offered={shlex.quote(' '.join(option.words))} ;;"
        flags = " ".join(flag for option in options for flag in option.flags)
        words = " ".join(word for option in options if not option.flags for word in option.words)
        yield f"    *:{name}:*) offered={shlex.quote(words)}; [[ $word == -* ]] && offered={shlex.quote(flags)} ;;"
    yield "  esac"
    yield '  COMPREPLY=($(compgen -W "$offered" -- "$word"))'
    yield "  local IFS=$'\\n'"
    yield '  [[ -n $offered ]] || COMPREPLY=($(compgen -f -- "$word"))'
    yield "}"
    yield f"complete -o filenames -F _replay_gate {COMMAND}"


def _zsh(commands: Commands) -> Iterator[str]:
    """Zsh runs bash's scripts after `bashcompinit`."""
    yield "autoload -Uz compinit bashcompinit && compinit && bashcompinit"
    yield from _bash(commands)


def _fish(commands: Commands) -> Iterator[str]:
    yield f"complete -c {COMMAND} -n __fish_use_subcommand -f -a {shlex.quote(' '.join(commands))}"
    for name, options in commands.items():
        for option in options:
            parts = [f"complete -c {COMMAND} -n '__fish_seen_subcommand_from {name}'"]
            parts += [f"{'-l' if flag[:2] == '--' else '-s'} {flag.lstrip('-')}" for flag in option.flags]
            parts += [f"-x -a {shlex.quote(' '.join(option.words))}"] if option.words else []
            parts += ["-r"] if option.takes_value and not option.words else []
            yield " ".join([*parts, f"-d {shlex.quote(option.help)}"])


SHELLS: Mapping[str, Callable[[Commands], Iterator[str]]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
