"""Notes that are gone: deleted through a door of ours, or missing where nobody told us."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import from_ms
from ..core.egress import without_secrets
from ..core.errors import SagacityError
from ..core.handles import fold
from ..core.ids import MIN_TAIL, is_derived
from ..core.notefile import parse_note
from ..core.preview import title_of
from ..core.relations import parse_target
from ..core.trust import stays_here
from ..core.value import Value
from .freshness import effort, refresh
from .records import Filters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.note import Relation
    from .context import App
    from .records import Layer, Row, VersionEntry
    from .scope import Scope

ALL = 1_000_000
RECENT = 200


class Gone(Value):
    """last: the newest entry of the note in the layer, a tombstone where a door deleted it."""

    layer: Layer
    last: VersionEntry

    @property
    def stem(self) -> str:
        return self.last.path.rpartition("/")[2][: -len(".md")]

    @property
    def hash(self) -> str:
        """Of its last text."""
        return self.last.hash or self.last.parent


def gone_notes(app: App, scope: Scope) -> list[Gone]:
    """Of the scope's layers, newest first. A note that stands in another of them has moved and is not gone."""
    refresh(app, scope.layers, effort(app))
    layers = {layer.root: layer for layer in scope.layers}
    there = app.index.newest(Filters(tuple(layers), archived=True, confidential=True), limit=ALL)
    ids, hashes = {row.id for row in there}, {row.hash for row in there}
    gone = [Gone(layers[one.layer], one) for one in app.journal.last_of_each(tuple(layers)) if one.note_id not in ids]
    # A file without an id has its place for one: one that was moved is another note, and not gone.
    return [one for one in gone if not (is_derived(one.last.note_id) and one.last.hash in hashes)]


def gone_named(app: App, handle: str, scope: Scope) -> Gone:
    """The one that an id, its tail, a slug or a title names; `layer:handle` in that layer. Of one note in two layers
    the newest. Raises `not_found`, and `ambiguous` with the ids.
    """
    everything = gone_notes(app, scope)
    for target in parse_target(handle):
        among = [one for one in everything if target.layer in ("", one.layer.name, one.layer.kind)]
        found = _by_name(among, target.handle) or [one for one in among if _is_titled(app, one, target.handle)]
        by_id = {one.last.note_id: one for one in reversed(found)}
        if len(by_id) > 1:
            ids = tuple(reversed(by_id))
            raise SagacityError(
                "ambiguous", f"{handle!r} names {len(ids)} deleted notes", hint="use the id", candidates=ids
            )
        if by_id:
            return found[0]
    raise SagacityError(
        "not_found", f"no note is or was called {handle!r}", hint="`sagacity history --deleted` lists what is gone"
    )


def _by_name(gone: Sequence[Gone], handle: str) -> list[Gone]:
    key, said = fold(handle), handle.strip().upper()
    by_id = [one for one in gone if one.last.note_id == said]
    by_tail = [one for one in gone if len(said) >= MIN_TAIL and one.last.note_id.endswith(said)]
    return by_id or by_tail or [one for one in gone if key and fold(one.stem) == key]


def _is_titled(app: App, gone: Gone, handle: str) -> bool:
    return fold(title_of_gone(app, gone)) == fold(handle)


def title_of_gone(app: App, gone: Gone) -> str:
    """As its last text said; the file's name where that was pruned."""
    data = app.journal.content(gone.hash) if gone.hash else None
    if data is None:
        return gone.stem
    note = parse_note(data)
    return note.title or title_of(note.body) or gone.stem


def may_tell(app: App, layer: Layer | None, data: bytes | None) -> bool:
    """Whether this caller may see a text that was in the layer (None: one that is not there any more). To an agent what
    cannot be looked at is confidential.
    """
    if app.caller.interactive:
        return True
    if data is None:
        return False
    said = parse_note(data).sensitivity.strip()
    return not stays_here(said or (layer.sensitivity_default if layer else "confidential"))


class Tombstone(Value):
    """When a note was deleted, and what it was called: "" where the caller may not hear it, or its text was pruned."""

    at: str
    title: str


def tombstone(app: App, target: str) -> Tombstone | None:
    """Of the note that a relation's target named, if one of that id or file name was deleted through a door of ours."""
    try:
        found = [entry for reading in parse_target(target) for entry in app.journal.deleted(reading.handle)]
        data = app.journal.content(found[0].parent) if found and found[0].parent else None
    except SagacityError:  # a journal that cannot be read takes nothing but the tombstone away
        return None
    if not found:
        return None
    layers = {layer.root: layer for layer in app.workspace.all_layers()}
    told = data is not None and may_tell(app, layers.get(found[0].layer), data)
    note = parse_note(data) if told and data is not None else None
    return Tombstone(from_ms(found[0].at_ms), without_secrets(note.title or title_of(note.body)) if note else "")


def lost_relations(app: App, scope: Scope, row: Row) -> list[tuple[Relation, Gone, str]]:
    """Relations to this note that went with the notes that declared them: (relation, the note, its title). Of the
    newest RECENT that are gone, as far as this caller may be told of them.
    """
    keys = {fold(handle) for handle in (row.id, row.slug, row.title, *row.synonyms)}
    found: list[tuple[Relation, Gone, str]] = []
    for gone in gone_notes(app, scope)[:RECENT]:
        data = app.journal.content(gone.hash) if gone.hash else None
        if data is None or not may_tell(app, gone.layer, data):
            continue
        note = parse_note(data)
        title = without_secrets(note.title or title_of(note.body) or gone.stem)
        mine = [one for one in note.relations if any(fold(to.handle) in keys for to in parse_target(one.target))]
        found += [(relation, gone, title) for relation in mine]
    return found
