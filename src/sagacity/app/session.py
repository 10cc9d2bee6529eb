"""What a session has been shown, and what of it the journal is told."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.trust import stays_here
from ..core.value import Value
from .freshness import refresh
from .records import RecallEntry
from .scope import without_personal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .context import App
    from .freshness import Effort
    from .ports import Journal
    from .records import Layer, Row
    from .scope import Scope


LOOK_BACK = 100
GUARD = "guard"
WHOLE_TEXT_KINDS = ("prompt", "start", "context", "read", GUARD)
FORGETTING = ("startup", "clear", "compact")
FORK = "fork of "
"""How the detail of a session's first entry begins where it carries another one on; the other's id follows."""
FORKS_MAX = 8
DEGRADED = "degraded"
CANARY_SESSION = "sagacity-doctor"  # of the hooks that doctor starts; nobody's


class Session(Value):
    """seen: ids of notes that still stand in the context; whole: of those that are there with all that was to be said.

    guarded: of those that came before a tool. told: this session heard that memory is degraded.
    sound: the journal could be asked.
    """

    seen: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()
    guarded: frozenset[str] = frozenset()
    told: bool = False
    sound: bool = True


class Injection(Value):
    """What goes into the context and the journal's entry of it. text "": nothing; entry None: nothing to record.

    sizes: tokens of each note that the entry says was shown.
    """

    text: str = ""
    entry: RecallEntry | None = None
    sizes: tuple[int, ...] = ()


def session_of(app: App, parent: str = "") -> Session:
    """What the journal knows of the caller's session; a compaction or a fresh start forgets what was shown before.

    parent: the session that it is about to carry on; one that it carried on from the start is found by itself.
    """
    if not app.caller.session:
        return Session()
    try:
        entries = _entries(app.journal, app.caller.session)
        if parent:
            entries += _entries(app.journal, parent)
    except SagacityError:
        return Session(sound=False)
    standing = [entry for entry in _standing(entries) if entry.kind in WHOLE_TEXT_KINDS]
    seen = frozenset(note_id for entry in standing for note_id, _ in entry.shown)
    whole = frozenset(note_id for entry in standing for note_id, _ in entry.shown if note_id not in entry.previewed)
    guarded = frozenset(note_id for entry in standing if entry.kind == GUARD for note_id, _ in entry.shown)
    return Session(seen, whole, guarded, any(DEGRADED in entry.detail for entry in entries))


def _entries(journal: Journal, session: str) -> list[RecallEntry]:
    """Of the session, and of those that it carries on up to where it left them; newest first."""
    entries = journal.recalls(session=session, limit=LOOK_BACK)
    for _ in range(FORKS_MAX):
        oldest = entries[-1] if entries else None
        if oldest is None or not oldest.detail.startswith(FORK):
            break
        parent = oldest.detail.removeprefix(FORK).partition(" ")[0]
        before = [one for one in journal.recalls(session=parent, limit=LOOK_BACK) if one.at_ms <= oldest.at_ms]
        entries += before
    return entries


def _standing(entries: Sequence[RecallEntry]) -> Iterator[RecallEntry]:
    """entries: newest first."""
    for entry in entries:
        yield entry
        if entry.kind == "start" and entry.detail.partition(" ")[0] in FORGETTING:
            return


def what_went_wrong(app: App, scope: Scope, effort: Effort) -> str:
    """Brings the index up to date; "" where nothing went wrong. That others write is no fault: they index, too."""
    try:
        problems = (*without_personal(app, scope), *refresh(app, scope.layers, effort).problems)
        return "; ".join(problems[:1])
    except SagacityError as error:
        return "" if error.code == "busy" else error.message


def is_confidential(row: Row, layer: Layer) -> bool:
    """Whether the note must stay on this machine. An unknown word counts as confidential."""
    return stays_here(row.sensitivity.strip() or layer.sensitivity_default)


class Shown(Value):
    """What the journal is told of one act of showing. notes: (id, score). left_out: how many found no room.

    previewed: ids of notes of which there is more.
    """

    kind: str
    notes: tuple[tuple[str, float], ...]
    project: str
    started_s: float
    terms: tuple[str, ...] = ()
    tokens: int = 0
    detail: str = ""
    left_out: int = 0
    previewed: tuple[str, ...] = ()


def recall_entry(app: App, shown: Shown) -> RecallEntry:
    """The journal's entry, of now."""
    return RecallEntry(
        at_ms=app.clock.now_ms(),
        kind=shown.kind,
        session=app.caller.session,
        door=app.caller.door,
        cwd=app.caller.cwd,
        project=shown.project,
        terms=shown.terms,
        shown=shown.notes,
        tokens=shown.tokens,
        took_ms=round((app.clock.monotonic_s() - shown.started_s) * 1000, 2),
        detail=shown.detail,
        left_out=shown.left_out,
        previewed=shown.previewed,
    )
