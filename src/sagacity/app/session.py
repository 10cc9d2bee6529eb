"""What a session has been shown, and how a note is put in front of it. Hooks' side of the application."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.frame import Block
from ..core.trust import label
from ..core.value import Value
from .records import RecallEntry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .records import Layer, Row
    from .relate import Standing
    from .scope import Scope

DAY_MS = 86_400_000
LOOK_BACK = 100
WHOLE_TEXT_KINDS = ("prompt", "start", "context", "read")
FORGETTING = ("startup", "clear", "compact")
DEGRADED = "degraded"
OPEN_SENSITIVITIES = ("", "public", "internal")


class Session(Value):
    """seen: ids of notes that still stand in the context. told: this session heard that memory is degraded.

    sound: the journal could be asked.
    """

    seen: frozenset[str] = frozenset()
    told: bool = False
    sound: bool = True


class Injection(Value):
    """What goes into the context and the journal's entry of it. text "": nothing; entry None: nothing to record.

    sizes: tokens of each note that the entry says was shown.
    """

    text: str = ""
    entry: RecallEntry | None = None
    sizes: tuple[int, ...] = ()


def session_of(app: App) -> Session:
    """What the journal knows of the caller's session; a compaction or a fresh start forgets what was shown before."""
    if not app.caller.session:
        return Session()
    try:
        entries = app.journal.recalls(session=app.caller.session, limit=LOOK_BACK)
    except SagacityError:
        return Session(sound=False)
    return Session(_seen(entries), any(DEGRADED in entry.detail for entry in entries))


def _seen(entries: Sequence[RecallEntry]) -> frozenset[str]:
    """entries: newest first."""
    seen: set[str] = set()
    for entry in entries:
        if entry.kind in WHOLE_TEXT_KINDS:
            seen.update(note_id for note_id, _ in entry.shown)
        if entry.kind == "start" and entry.detail.partition(" ")[0] in FORGETTING:
            break
    return frozenset(seen)


def is_confidential(row: Row, layer: Layer) -> bool:
    """Whether the note must stay on this machine. An unknown word counts as confidential."""
    said = row.sensitivity.strip().lower()
    return said not in OPEN_SENSITIVITIES or (not said and layer.sensitivity_default not in OPEN_SENSITIVITIES)


def block_of(app: App, row: Row, scope: Scope, stand: Standing | None, text: str, *, cut: bool) -> Block:
    """A note as it is shown. What belongs to the project at hand does not say so."""
    layer = scope.layer_of(row.layer)
    conflicts = tuple(other.id for other in stand.conflicts if other.trust > 0) if stand else ()
    replacement = stand.superseded_by or stand.deprecated_by if stand else None
    return Block(
        id=row.id,
        title=row.title,
        type=f"{row.type}/{row.kind}" if row.kind else row.type,
        text=text,
        trust=label(row.trust),
        layer="" if layer.kind == "personal" else layer.name,
        project="" if row.project == scope.project else row.project,
        age_days=max(0, (app.clock.now_ms() - row.updated_ms) // DAY_MS),
        cut=cut,
        conflicts=conflicts,
        superseded_by=replacement.id if replacement else "",
    )


def body_of(app: App, row: Row, scope: Scope) -> str:
    """The body as its file has it now. Raises SagacityError when the file is gone."""
    from ..core.notefile import parse_note

    return parse_note(app.store.read(scope.layer_of(row.layer), row.path).data).body


class Shown(Value):
    """What the journal is told of one act of showing. notes: (id, score). left_out: how many found no room."""

    kind: str
    notes: tuple[tuple[str, float], ...]
    project: str
    started_s: float
    terms: tuple[str, ...] = ()
    tokens: int = 0
    detail: str = ""
    left_out: int = 0


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
    )
