"""What was shown to a model, why, and where nothing is shown, as a person reads it."""

from __future__ import annotations

from ...app.evidence_text import line_of
from .screen import line, safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app import results as give
    from ...app.browsing import StaleResult
    from .screen import Screen

TAIL = 7


def show_context(screen: Screen, result: give.ContextResult) -> None:
    """The text as a model sees it; or, explained, a line for every note; or the acts of a session."""
    if result.off:
        screen.say(screen.paint(line(result.off), "yellow"))
    for act in result.acts:
        show_act(screen, act)
    if result.session:
        acts = "1 act" if len(result.acts) == 1 else f"{len(result.acts)} acts"
        screen.say(screen.paint(f"{acts} in session {line(result.session)}, {_size(result)}", "dim"))
        return
    if result.entries or result.notices:
        _explained(screen, result)
    elif result.text:
        screen.out.write("\n".join(map(safe, result.text.split("\n"))) + "\n")
    else:
        screen.say("nothing")


def _size(result: give.ContextResult) -> str:
    return f"{result.tokens} tokens, {result.took_ms:.1f} ms"


def _explained(screen: Screen, result: give.ContextResult) -> None:
    place = None
    for entry in result.entries:
        heading = entry.state if entry.state != "shown" else entry.section or "shown"
        if heading != place:
            place = heading
            screen.say(screen.paint(line(place), "bold"))
        _entry(screen, entry)
    for section in result.sections:
        if section.shown or section.left_out:
            used = f"{section.used_tokens} of {section.budget_tokens} tokens"
            rest = f", {section.left_out} left out" if section.left_out else ""
            screen.say(screen.paint(f"{line(section.name)}: {section.shown} shown, {used}{rest}", "dim"))
    for notice in result.notices:
        screen.say(screen.paint(line(notice), "yellow"))
    where = f", project {line(result.project)}" if result.project else ""
    terms = f"; terms: {line(' '.join(result.terms))}" if result.terms else ""
    screen.say(screen.paint(f"{_size(result)}{where}{terms}", "dim"))


def _entry(screen: Screen, entry: give.ContextEntry) -> None:
    facts = [entry.type, entry.trust, f"{entry.score:.2f}" if entry.score else ""]
    facts += [f"{entry.tokens} tokens" if entry.tokens else "", "cut" if entry.cut else "", entry.id[-TAIL:]]
    meta = " \u00b7 ".join(line(fact) for fact in facts if fact)
    screen.say(f"  {line(entry.title)}  {screen.paint(meta, 'dim')}")
    screen.say(screen.paint(f"    {line(entry.why)}", "dim"))


def show_log(screen: Screen, result: give.LogResult) -> None:
    """Newest first."""
    for entry in result.entries:
        show_act(screen, entry)
    if not result.entries:
        screen.say("nothing")


def show_act(screen: Screen, act: give.LogLine) -> None:
    """One act of showing or writing, and its notes."""
    facts = [act.door, act.project, act.session, f"{act.tokens} tokens" if act.tokens else ""]
    facts += [f"{act.took_ms:.1f} ms" if act.took_ms else "", f"{act.left_out} left out" if act.left_out else ""]
    meta = " \u00b7 ".join(line(fact) for fact in (*facts, act.operation) if fact)
    screen.say(f"{line(act.at)}  {line(act.kind):<8}  {screen.paint(meta, 'dim')}")
    for text in (act.detail, act.terms and f"terms: {' '.join(act.terms)}"):
        if text:
            screen.say(f"  {line(text)}")
    for note in act.notes:
        score = f"{note.score:.2f} " if note.score else ""
        screen.say(f"  {line(note.title)}  {screen.paint(f'{score}{note.id[-TAIL:]}', 'dim')}")


def show_mutes(screen: Screen, result: give.MuteResult) -> None:
    """What changed, what is muted, and whether hooks speak here."""
    for view in result.changed:
        state = "off" if view in result.muted else "on again"
        screen.say(f"{state}: {mute_line(view)}")
    if not result.changed:
        screen.say("nothing was off here")
    for view in result.muted:
        if view not in result.changed:
            screen.say(screen.paint(f"still off: {mute_line(view)}", "yellow"))
    screen.say("hooks say nothing here; `sagacity on` turns them on" if result.off_here else "hooks speak here")


def mute_line(view: give.MuteView) -> str:
    """Scope and what it is about."""
    return f"{line(view.scope)} {safe(view.what)}".rstrip()


def show_stale(screen: Screen, result: StaleResult) -> None:
    """A line a note, below it its evidence that does not stand; then what was checked."""
    for note in result.notes:
        meta = " \u00b7 ".join(line(part) for part in (note.layer, note.project, note.id[-TAIL:]) if part)
        screen.say(f"{screen.paint(line(note.title), 'bold')}  {screen.paint(meta, 'dim')}")
        for view in note.evidence:
            screen.say(screen.paint(f"  {line(line_of(view))}", "yellow"))
    states = ", ".join(f"{count.references} {count.state}" for count in result.states)
    more = f"; {result.more} more: --limit" if result.more else ""
    notes = "1 note" if result.checked == 1 else f"{result.checked} notes"
    screen.say(screen.paint(f"{notes} with evidence{states and f': {states}'}{more}", "dim"))
    for text in (*(f"not checked: {why}" for why in result.unchecked), *result.problems):
        screen.say(screen.paint(line(text), "yellow"))
    if result.notes:
        screen.say("take a note's evidence anew: sagacity update ID --reanchor")
