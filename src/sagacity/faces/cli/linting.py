"""Problems of notes, and what can be done here, as a person reads them."""

from __future__ import annotations

import os

from .screen import line, safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.ability import CapabilitiesResult
    from ...app.linting import LintProblem, LintResult
    from .screen import Screen

STYLES = {"error": "red", "warning": "yellow", "info": "dim"}


def show_lint(screen: Screen, result: LintResult) -> None:
    """`path:line: severity CODE message`, as editors and other programs read it; the repairs; a line that sums up."""
    for fix in result.fixes:
        word = "would repair" if fix.diff else "repaired"
        screen.say(f"{word} {_place(fix.path)}  {screen.paint(' '.join(fix.codes), 'dim')}")
        for text in fix.diff:
            screen.say(f"  {safe(text)}")
    for problem in result.problems:
        _problem(screen, problem)
    counts = ", ".join(
        _count(number, word)
        for number, word in ((result.errors, "error"), (result.warnings, "warning"), (result.infos, "hint"))
    )
    screen.say(f"{_count(result.notes, 'note')} in {', '.join(map(line, result.scope)) or 'no layer'}: {counts}")
    if result.operation:
        screen.say(screen.paint(f"`sagacity undo --operation {result.operation}` takes the repairs back", "dim"))
    elif not result.fixes and any(problem.fixable for problem in result.problems):
        screen.say(screen.paint("`sagacity lint --fix --dry-run` shows what can be repaired", "dim"))


def _problem(screen: Screen, problem: LintProblem) -> None:
    place = f"{_place(problem.path)}:{problem.line}" if problem.line else _place(problem.path)
    severity = screen.paint(problem.severity, STYLES[problem.severity])
    screen.say(f"{place}: {severity} {problem.code} {line(problem.message)}")


def _place(path: str) -> str:
    """From the working directory on where it lies in there."""
    here = os.getcwd()
    return safe(path[len(here) + 1 :] if path.startswith(here + "/") else path)


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def show_capabilities(screen: Screen, result: CapabilitiesResult) -> None:
    """One line a kind of thing; `--json` has all of it."""
    rows = (
        ("version", result.version),
        ("format", result.format),
        ("spec", f"{result.spec.name} {result.spec.version}, levels {', '.join(result.spec.levels)}"),
        ("types", ", ".join(one.name for one in result.types)),
        ("relations", ", ".join(one.op for one in result.relations)),
        ("lint", ", ".join(one.code for one in result.rules)),
        ("operations", ", ".join(one.name for one in result.operations)),
        ("faces", ", ".join(result.faces)),
        ("embedder", f"{line(result.embedder)} of {', '.join(result.embedders)}"),
    )
    for name, value in rows:
        screen.say("\n".join(screen.wrap(f"{name:<10}  {value}")))
    for limit in result.limits:
        screen.say(f"{limit.value:>10}  {limit.name.replace('_', ' ')}")
