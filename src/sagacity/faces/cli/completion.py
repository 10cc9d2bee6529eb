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


def _by_word() -> dict[str, list[Command]]:
    """The commands by their first word."""
    found: dict[str, list[Command]] = {}
    for command in commands():
        found.setdefault(command.name.partition(" ")[0], []).append(command)
    return found


def _options(group: list[Command]) -> list[str]:
    """Second words and options of the commands that begin alike, each once."""
    words = [second for command in group if (second := command.name.partition(" ")[2])]
    named = [f"--{option.name}" for command in group for option in (*command.options, *GLOBALS)]
    return list(dict.fromkeys((*words, *named)))


def _bash() -> str:
    cases = [
        f'    {word}) COMPREPLY=($(compgen -W "{" ".join(_options(group))}" -- "$word")) ;;'
        for word, group in _by_word().items()
    ]
    return BASH.format(names=" ".join(_by_word()), cases="\n".join(cases))


def _fish() -> str:
    lines = []
    for word, group in _by_word().items():
        summary = group[0].summary.replace("'", "")
        lines.append(f"complete -c sagacity -n __fish_use_subcommand -f -a {word} -d '{summary}'")
        seen = f"complete -c sagacity -n '__fish_seen_subcommand_from {word}'"
        options = _options(group)
        lines.extend(
            f"{seen} -l {option[2:]}" if option[:2] == "--" else f"{seen} -f -a {option}" for option in options
        )
    return "\n".join([*lines, "complete -c sg -w sagacity", ""])
