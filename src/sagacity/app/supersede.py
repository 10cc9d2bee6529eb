"""A note that replaces others: they are put away in the same operation."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.notefile import edit_note, parse_note
from ..core.trust import UNCONFIRMED, lower, trust_of
from ..core.value import Value
from .read import locate
from .relate import is_archived
from .requests import RelationInput
from .resolve import find
from .stamp import current, stamped
from .write import Change, write_each

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .context import App
    from .records import Layer, Row
    from .requests import RememberRequest
    from .results import Written
    from .scope import Scope
    from .write import Operation

SUPERSEDES = "supersedes"


class Replaced(Value):
    """A note that goes, where it stands, and the id of the one that replaces it."""

    layer: Layer
    row: Row
    successor: str


def with_supersedes(app: App, scope: Scope, request: RememberRequest) -> RememberRequest:
    """The notes named to be replaced as relations to write. Raises `invalid`, `not_found` and `ambiguous`."""
    if request.supersedes and request.notes:
        raise SagacityError(
            "invalid", "supersedes names what one note replaces", hint="in notes give it as a relation of each"
        )
    named = [RelationInput(SUPERSEDES, locate(app, handle, scope)[1].id) for handle in request.supersedes]
    return request.replace(relations=(*request.relations, *named))


class Succession:
    """What a group of writes to one layer replaces. asked: targets of the relations that are asked for, by which a
    second call completes a first one that was cut off.
    """

    def __init__(self, app: App, scope: Scope, layer: Layer, asked: Iterable[RelationInput]) -> None:
        self._app, self._scope, self._layer = app, scope, layer
        self._asked = {one.target for one in asked}
        self._replaced: dict[str, Replaced] = {}

    def with_archived(self, changes: Sequence[Change]) -> list[Change]:
        """The changes, then those that put away what they replace in this layer; called under its lock."""
        told = []
        for change in changes:
            found = {one.row.id: one for one in self._of(change)}
            staying = [one for one in found.values() if not self._goes(one)]
            self._replaced.update({key: one for key, one in found.items() if self._goes(one)})
            told.append(change.replace(warnings=(*change.warnings, *(_stays(one) for one in staying))))
        written = {change.path for change in changes}
        own = [one for one in self._replaced.values() if one.layer.root == self._layer.root]
        return told + [put_away(self._app, one) for one in own if one.row.path not in written]

    def answers(self, done: Sequence[Written], operation: Operation) -> list[Written]:
        """The answers of a write, each with what it replaced; what stands in other layers is put away now."""
        elsewhere = [one for one in self._replaced.values() if one.layer.root != self._layer.root]
        layers = {one.layer.root: one.layer for one in elsewhere}.values()
        groups = [(layer, partial(self._gone, layer)) for layer in layers]
        write_each(self._app, groups, operation, done)
        return [note.replace(replaced=tuple(self._ids_of(note.id))) for note in done]

    def _gone(self, layer: Layer) -> list[Change]:
        return [put_away(self._app, one) for one in self._replaced.values() if one.layer.root == layer.root]

    def _ids_of(self, successor: str) -> list[str]:
        return [key for key, one in self._replaced.items() if one.successor == successor]

    def _of(self, change: Change) -> Iterator[Replaced]:
        """What the note replaces by relations that it did not have before, or that are asked for again."""
        if change.data is None or SUPERSEDES.encode() not in change.data:
            return
        note = parse_note(change.data)
        before = parse_note(change.before).relations if change.before else ()
        for relation in note.relations:
            if relation.op == SUPERSEDES and (relation not in before or relation.target in self._asked):
                for row in find(self._app, relation.target, self._scope.layers):
                    yield Replaced(self._scope.layer_of(row.layer), row, note.id)

    def _goes(self, one: Replaced) -> bool:
        """A note stays where those who read its layer would not see what replaces it, and where what the caller says
        is worth less than the note.
        """
        is_seen = one.layer.root == self._layer.root or one.layer.kind == "personal"
        return is_seen and trust_of(self._app.caller.origin) >= min(one.row.trust, UNCONFIRMED)


def put_away(app: App, one: Replaced) -> Change:
    """The change that archives a note, made under its layer's lock."""
    row = one.row
    before = current(app, one.layer, row)
    old = parse_note(before)
    if is_archived(row) or old.error:
        return Change(row.path, before, before, "archive", "unchanged", row.id)
    data = edit_note(before, stamped(app, old, {"lifecycle": "archived"}))
    origin = lower(app.caller.origin, row.origin)
    reason = f"superseded by {one.successor}"
    return Change(row.path, data, before, "archive", "archived", row.id, origin=origin, reason=reason)


def _stays(one: Replaced) -> str:
    return f"what it supersedes ({one.row.id}) stays as it is in {one.layer.name}: only the relation tells"
