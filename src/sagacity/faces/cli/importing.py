"""`sagacity import`: shows what would become notes, asks whose they are, applies exactly what was shown."""

from __future__ import annotations

from ...app.operations import operation
from ...core.errors import SagacityError
from .screen import line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.context import App
    from ...app.installation import ImportedNote, ImportRequest, ImportResult
    from .screen import Screen

KINDS = {
    "instructions": "CLAUDE.md and rules",
    "memory": "what the agent noted by itself",
    "project": "CLAUDE.md and rules of this folder",
}
ANSWERS = {b"m": "mine", b"a": "agent", b"r": "review"}
QUIET = ("unchanged",)
SHOWN = 60


def run_import(app: App, request: ImportRequest, screen: Screen, *, wants_json: bool) -> ImportResult:
    """The result to show. Raises `invalid` when there is something to do, nobody to ask and no `--yes`."""
    work = operation("import").handler
    plan: ImportResult = work(app, request)
    if request.yes or wants_json:
        return plan
    if not any(map(_is_due, plan.notes)):
        return plan
    show_import(screen, plan)
    if not (screen.stdin_terminal and screen.width):
        hint = "add --yes, with --as review or --as agent"
        raise SagacityError("invalid", "nothing was imported: there is no terminal to ask on", hint=hint)
    decided = _decided(request, plan, screen)
    if decided is None:
        raise SagacityError("invalid", "nothing was imported", hint="--as says it without being asked")
    done: ImportResult = work(app, decided.replace(yes=True, expect=work(app, decided).expect))
    return done


def _is_due(note: ImportedNote) -> bool:
    return note.action in ("create", "update")


def _decided(request: ImportRequest, plan: ImportResult, screen: Screen) -> ImportRequest | None:
    """The request with the person's answers; None when nothing is wanted."""
    if request.as_:
        return request if agreed(screen, "Import?") else None
    whose = {}
    for kind, name in KINDS.items():
        count = sum(_is_due(note) for note in plan.notes if note.kind == kind)
        question = f"Whose is {name} ({count})? [m]ine, my [a]gent's, to [r]eview, nothing to import [N]"
        answer = _answer(screen, question)[:1] if count else b""
        whose[kind] = ANSWERS.get(answer, "none")
    if set(whose.values()) == {"none"}:
        return None
    return request.replace(as_=whose["instructions"], memory_as=whose["memory"], project_as=whose["project"])


def agreed(screen: Screen, question: str) -> bool:
    """Asks; anything but a yes is a no."""
    return _answer(screen, f"{question} [y/N]") in (b"y", b"yes")


def _answer(screen: Screen, question: str) -> bytes:
    screen.out.write(f"{question} ")
    screen.out.flush()
    return screen.stdin.readline().strip().lower()


def show_import(screen: Screen, result: ImportResult) -> None:
    """Plan or outcome: counts, the notes but those that stay as they are, what is not imported and why."""
    counts: dict[str, int] = {}
    for note in result.notes:
        counts[note.action] = counts.get(note.action, 0) + 1
    what = ", ".join(f"{count} {action}" for action, count in counts.items()) or "nothing to import"
    screen.say(f"{screen.paint(line(result.title), 'bold')}: {what}  {screen.paint(line(result.layer), 'dim')}")
    told = [note for note in result.notes if note.action not in QUIET]
    for note in told[:SHOWN]:
        _show_note(screen, note if result.applied else note.replace(state=""))
    if len(told) > SHOWN:
        screen.say(f"  … and {len(told) - SHOWN} more; --json lists all")
    for warning in result.warnings:
        screen.say(screen.paint(f"  {line(warning)}", "yellow"))
    if result.operation:
        screen.say(f"to take it back: sagacity undo --operation {result.operation}")


def _show_note(screen: Screen, note: ImportedNote) -> None:
    meta = " · ".join(line(part) for part in (note.type, note.project, note.state) if part)
    place = screen.paint(f"{meta}  {line(note.source)}:{note.line}", "dim")
    screen.say(f"  {note.action} {screen.paint(line(note.title), 'bold')}  {place}")
    for other in note.similar:
        screen.say(f"    similar {other.score:.2f}: {line(other.title)}  {other.id[-7:]}")
    if note.reason:
        screen.say(screen.paint(f"    {line(note.reason)}", "yellow"))
