"""Why each note is in a session's pack, what it costs, and what was left out and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.frame import Block
from ..core.pack import Section, cost
from ..core.trust import label
from .material import (
    CLOSED,
    CONFIDENTIAL,
    FEEDBACK,
    IDENTITY,
    MEMORY_TYPES,
    MOST,
    RULES,
    SKILLS,
    SUPERSEDED,
    UNTRUSTED,
    WORK,
)
from .pack import MEMORIES_HEADING
from .resolve import title_for
from .results import ContextEntry, ContextResult, ContextSection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .context import App
    from .material import Material
    from .pack import Pack
    from .records import Row

SHOWN, LEFT_OUT, HIDDEN = "shown", "left out", "hidden"
DAY_MS = 86_400_000
HIDDEN_MOST = 50
PLACES = {
    SKILLS: "Skills",
    RULES: "Rules in force",
    IDENTITY: "The user",
    WORK: "Open work",
    FEEDBACK: "Feedback of the user on earlier work",
    MEMORY_TYPES: MEMORIES_HEADING,
}


def explained(app: App, result: ContextResult, material: Material, pack: Pack) -> ContextResult:
    """The result with an entry for every note that is there, or was looked at and is not."""
    rows = {row.id: row for group in material.rows.values() for row in group}
    sizes = dict(zip(pack.rendered.shown, pack.rendered.sizes, strict=True))
    entries: list[ContextEntry] = []
    for section in pack.sections:
        for note_id, cut, needs in _notes_of(section):
            row = rows[note_id]
            entry = _entry(app, row, place_of(section), _why(app, material, row))
            if note_id in sizes:
                entries.append(entry.replace(state=SHOWN, tokens=sizes[note_id], cut=cut))
            else:
                entries.append(entry.replace(state=LEFT_OUT, why=_no_room(section, row, needs, pack)))
    order = {note_id: at for at, note_id in enumerate(pack.rendered.shown)}
    entries.sort(key=lambda one: order.get(one.id, len(order)))
    hidden = _hidden(app, material, {entry.id for entry in entries})
    sections = tuple(_section(one, entries) for one in pack.sections)
    return result.replace(
        entries=(*entries, *hidden[:HIDDEN_MOST]),
        sections=sections,
        notices=(*result.notices, *_not_looked_at(app, material), *_more(hidden)),
    )


def place_of(section: Section) -> str:
    """How a section is called: by its heading, the manifest by what it lists."""
    return section.heading or PLACES[SKILLS]


def _notes_of(section: Section) -> Iterator[tuple[str, bool, float]]:
    """(id, whether its text is cut, tokens it would take)."""
    for entry in section.entries:
        if isinstance(entry, Block):
            yield entry.id, entry.cut, cost(entry)
        else:
            for note_id in entry.ids:
                yield note_id, False, cost(entry)


def _entry(app: App, row: Row, place: str, why: str) -> ContextEntry:
    return ContextEntry(
        id=row.id,
        title=title_for(app, row),
        type=f"{row.type}/{row.kind}" if row.kind else row.type,
        section=place,
        state=HIDDEN,
        why=why,
        trust=label(row.trust),
    )


def _why(app: App, material: Material, row: Row) -> str:
    """What brought the note into its section, and to its place there."""
    parts = {
        SKILLS: "a skill: one line in the manifest",
        RULES: "a rule: shown whole" + (", may block" if row.enforcement == "block" else ""),
        IDENTITY: "who the user is",
        WORK: "open work" + (f", {row.status}" if row.status else "") + (f", due {row.due[:10]}" if row.due else ""),
        FEEDBACK: "feedback",
        MEMORY_TYPES: f"rank by age ({_age(app, row)})"
        + (f", confidence {row.confidence}" if row.confidence else "")
        + "".join(f", {near}" for near in [material.walked.why.get(row.key)] if near)
        + "".join(f", asked for {n} times of late" for n in [material.walked.uses.get(row.id)] if n),
    }
    said = next((parts[types] for types in MOST if row.type in types), "")
    own = f", of project {row.project}" if row.project else ""
    own += " (the one at hand)" if row.project and row.project == material.scope.project else ""
    return said + own + ("" if row.trust > 1 else ", nobody confirmed it")


def _age(app: App, row: Row) -> str:
    return f"{max(0, app.clock.now_ms() - row.updated_ms) // DAY_MS} days"


def _no_room(section: Section, row: Row, needs: float, pack: Pack) -> str:
    if row.id in pack.rendered.left_out:
        return "no room: the output is full"
    if row.trust < 2 and needs <= pack.chosen.spare:
        return f"no room: what nobody confirmed has had its share ({needs:.0f} tokens more)"
    return f"no room: {needs:.0f} tokens more than the {section.max_tokens} of its section and what others left"


def _hidden(app: App, material: Material, known: set[str]) -> list[ContextEntry]:
    """Superseded, confidential, untrusted, closed, unconfirmed skills."""
    entries = []
    for row, reason in material.hidden:
        replacement = material.standings[row.key].superseded_by
        because = f"{SUPERSEDED} by {title_for(app, replacement)} ({replacement.id[-7:]})" if replacement else reason
        entries.append(_entry(app, row, _place(row), reason if reason == CONFIDENTIAL else because))
    filters = material.scope.filters.replace(confidential=app.caller.interactive)
    untrusted = [
        row for types, most in MOST.items() for row in app.index.newest(filters.replace(types=types), limit=most)
    ]
    entries += [_entry(app, row, _place(row), UNTRUSTED) for row in untrusted if row.trust < 1]
    for row in (row for group in material.rows.values() for row in group):
        if row.id not in known:
            entries.append(_entry(app, row, _place(row), _not_taken(row)))
    return entries


def _not_taken(row: Row) -> str:
    """Why a note of a group is in no section: closed work, or a skill."""
    if row.status.strip().lower() in CLOSED:
        return f"its status is {row.status}"
    return "no room: more skills than there are lines" if row.trust > 1 else "a skill nobody confirmed"


def _place(row: Row) -> str:
    return next((place for types, place in PLACES.items() if row.type in types), "")


def _section(section: Section, entries: list[ContextEntry]) -> ContextSection:
    mine = [entry for entry in entries if entry.section == place_of(section)]
    return ContextSection(
        name=place_of(section),
        budget_tokens=section.max_tokens,
        used_tokens=sum(entry.tokens for entry in mine),
        shown=sum(entry.state == SHOWN for entry in mine),
        left_out=sum(entry.state == LEFT_OUT for entry in mine),
    )


def _not_looked_at(app: App, material: Material) -> list[str]:
    """Older notes than the newest of their group, and types that no section takes."""
    filters = material.scope.filters.replace(min_trust=1, confidential=True)
    lines = []
    n_known = 0
    for types, most in MOST.items():
        count = app.index.count(filters.replace(types=types))
        n_known += count
        if count > most:
            lines.append(f"{PLACES[types]}: only the newest {most} of {count} were looked at")
    others = app.index.count(filters) - n_known
    return lines + ([f"{others} of types that no section takes"] if others > 0 else [])


def _more(hidden: list[ContextEntry]) -> list[str]:
    return [f"{len(hidden) - HIDDEN_MOST} more are hidden"] if len(hidden) > HIDDEN_MOST else []
