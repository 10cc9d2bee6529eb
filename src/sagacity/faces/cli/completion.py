"""Completion scripts, made from the table of commands."""

from __future__ import annotations

from ...core.errors import SagacityError
from .arguments import GLOBALS, Command, commands

BASH = """\
_sagacity() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" command="${{COMP_WORDS[1]}}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{names}" -- "$word")); return
  fi
  case "$command" in
{cases}
  esac
}}
complete -o default -F _sagacity sagacity sg
"""

ZSH = "autoload -U +X bashcompinit && bashcompinit\n"


def script(shell: str) -> str:
    """Raises SagacityError `invalid` for another shell."""
    if shell == "fish":
        return _fish()
    if shell in ("bash", "zsh"):
        return (ZSH if shell == "zsh" else "") + _bash()
    raise SagacityError("invalid", f"no completion for {shell!r}", hint="give bash, zsh or fish")


def _options(command: Command) -> list[str]:
    return [f"--{option.name}" for option in (*command.options, *GLOBALS)]


def _bash() -> str:
    cases = [
        f'    {command.name}) COMPREPLY=($(compgen -W "{" ".join(_options(command))}" -- "$word")) ;;'
        for command in commands()
    ]
    return BASH.format(names=" ".join(command.name for command in commands()), cases="\n".join(cases))


def _fish() -> str:
    lines = []
    for command in commands():
        summary = command.summary.replace("'", "")
        lines.append(f"complete -c sagacity -n __fish_use_subcommand -f -a {command.name} -d '{summary}'")
        lines.extend(
            f"complete -c sagacity -n '__fish_seen_subcommand_from {command.name}' -l {option[2:]}"
            for option in _options(command)
        )
    return "\n".join([*lines, "complete -c sg -w sagacity", ""])
