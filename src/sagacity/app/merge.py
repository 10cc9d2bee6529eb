"""Several notes that become one: what the others say goes into it, what names them names it, and they are archived."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.evidence import merged_references
from ..core.handles import fold
from ..core.joining import joined
from ..core.note import Relation
from ..core.notefile import edit_note, parse_note
from ..core.relations import find_cycle, oriented, relation_of
from ..core.trust import derived, lower, stays_here, taken_along
from ..core.value import Value
from .compose import clean_list, merged
from .cycles import edges_around
from .plan import Plan, carried_out, in_layers
from .read import locate
from .relate import is_archived, means
from .remember import check_direct
from .resolve import may_name, title_for
from .scope import here
from .stamp import current, stamped
from .supersede import SUPERSEDES, Replaced, put_away
from .write import Change, check_cap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..core.note import Note
    from .context import App
    from .planned import MergeRequest, PlanResult
    from .records import Layer, Row
    from .scope import Scope
    from .stamp import Changes

MAX_OTHERS = 20


class Member(Value):
    """A note of the group, as its file says it now."""

    layer: Layer
    row: Row
    before: bytes
    note: Note

    @property
    def names(self) -> frozenset[str]:
        """The texts that a relation may name it by."""
        return frozenset(map(fold, (self.row.id, self.row.slug, self.note.title, *self.note.synonyms)))


class Group(Value):
    """The notes of a merge."""

    app: App
    scope: Scope
    keep: Member
    others: tuple[Member, ...]


def merge(app: App, request: MergeRequest) -> PlanResult:
    """Without `yes` nothing is changed. Raises `not_found` and `ambiguous` for a handle, `invalid` for a note given
    twice and for what would close a circle, `refused` for confidential notes and layers that take changes by review.
    """
    return carried_out(
        app, lambda: _plan(_group(app, request)), yes=request.yes and not request.dry_run, expect=request.expect
    )


def _group(app: App, request: MergeRequest) -> Group:
    if not 0 < len(request.others) <= MAX_OTHERS:
        raise SagacityError("invalid", f"{len(request.others)} notes to merge; 1 to {MAX_OTHERS} are allowed")
    scope = here(app)
    members = [_member(app, scope, handle) for handle in (request.keep, *request.others)]
    if len({one.row.id for one in members}) < len(members):
        raise SagacityError("invalid", "a note cannot be merged with itself", hint="each handle names another note")
    keep, *others = members
    for one in others:
        if find_cycle(edges_around(app, keep.row, SUPERSEDES), (keep.row.id, one.row.id)):
            raise SagacityError("invalid", f"{one.note.title!r} supersedes what is to stay", hint="merge the other way")
    if not stays_here(keep.row.sensitivity) and any(stays_here(one.row.sensitivity) for one in others):
        raise SagacityError("refused", "a confidential note cannot go into an open one", hint="merge the other way")
    return Group(app, scope, keep, tuple(others))


def _member(app: App, scope: Scope, handle: str) -> Member:
    layer, row = locate(app, handle, scope)
    check_direct(layer)
    if not may_name(app, row):
        raise SagacityError("refused", f"{handle!r} is confidential and is not given to an agent", hint="ask the user")
    before = current(app, layer, row)
    note = parse_note(before)
    if note.error:
        raise SagacityError("refused", f"{row.path} cannot be read: {note.error}", hint="repair it first")
    return Member(layer, row, before, note)


def _plan(group: Group) -> Plan:
    kept, notices = _kept(group)
    _check_circles(group)
    changes = [(group.keep.layer, kept), *_put_away(group), *_pointing_anew(group)]
    return Plan(in_layers(changes), tuple(notices))


def _kept(group: Group) -> tuple[Change, list[str]]:
    """The note that stays, with what the others have."""
    keep, others = group.keep, group.others
    old = keep.note
    names = [name for one in others for name in (one.note.title, one.row.slug, *one.note.synonyms)]
    own = {fold(name) for name in (old.title, keep.row.slug, *old.synonyms)}
    synonyms = {fold(name): name for name in reversed(names) if name and fold(name) not in own}
    references = old.references
    for one in others:
        references = merged_references(references, one.note.references)
    body = joined(old.body, [(one.note.title, one.note.body) for one in others])
    notices = list(check_cap(keep.row.type, body, old.body))
    fields: Changes = {
        "tags": clean_list("tag", (*old.tags, *(tag for one in others for tag in one.note.tags))),
        "synonyms": clean_list("synonym", (*old.synonyms, *reversed(synonyms.values()))),
        "references": references,
        "relations": _relations(group),
    }
    origin = _origin(group)
    if old.origin:
        fields["origin"] = origin
    changes = {field: value for field, value in fields.items() if value != getattr(old, field)}
    data = edit_note(keep.before, stamped(group.app, old, changes), body=body.strip("\n") if body != old.body else None)
    reason = f"merged {', '.join(one.row.id for one in others)}"
    return Change(
        keep.row.path, data, keep.before, "update", "merged", keep.row.id, origin=origin, reason=reason
    ), notices


def _origin(group: Group) -> str:
    """That of the least trusted; what comes from another layer counts as far as that layer does."""
    home = group.keep.layer.root
    rows = [one.row for one in (group.keep, *group.others)]
    origins = [row.origin if row.layer == home else taken_along(row.origin, row.trust) for row in rows]
    return derived((group.app.caller.origin, *origins))


def _relations(group: Group) -> tuple[Relation, ...]:
    """Its own, then those of the others that lead out of the group, then what says that it replaces them."""
    inherited = [relation for one in (group.keep, *group.others) for relation in one.note.relations]
    outward = [relation for relation in inherited if not _is_inside(group, relation)]
    own = [Relation(SUPERSEDES, one.row.id) for one in group.others]
    return merged(outward, own)


def _is_inside(group: Group, relation: Relation) -> bool:
    target = fold(relation.target)
    return any(target in one.names for one in (group.keep, *group.others))


def _put_away(group: Group) -> Iterator[tuple[Layer, Change]]:
    for one in group.others:
        change = put_away(group.app, Replaced(one.layer, one.row, group.keep.row.id))
        yield one.layer, change.replace(reason=f"merged into {group.keep.row.id}")


def _pointing_anew(group: Group) -> Iterator[tuple[Layer, Change]]:
    """The notes of the scope whose relations name the others, with relations that name what stays."""
    app, scope = group.app, group.scope
    others = {one.row.key: one.row for one in group.others}
    inside = {group.keep.row.key, *others}
    edges = [edge for edge in app.index.edges_to(list(others), ()) if edge.source not in inside]
    rows = {row.key: row for row in app.index.rows(sorted({edge.source for edge in edges}))}
    layers = {layer.root: layer for layer in scope.layers if layer.write_policy == "direct"}
    named: dict[int, set[str]] = {}
    for edge in edges:
        row = rows.get(edge.source)
        if row is None or row.layer not in layers or is_archived(row):
            continue
        if edge.target_text == others[edge.target].id or means(app, edge, row, others[edge.target], scope):
            named.setdefault(row.key, set()).add(edge.target_text)
    for key, texts in named.items():
        layer = layers[rows[key].layer]
        yield layer, _pointed(group, layer, rows[key], texts)


def _pointed(group: Group, layer: Layer, row: Row, texts: set[str]) -> Change:
    before = current(group.app, layer, row)
    old = parse_note(before)
    keep = group.keep.row.id
    anew = merged((), [one.replace(target=keep) if one.target in texts else one for one in old.relations])
    data = before if old.error else edit_note(before, stamped(group.app, old, {"relations": anew}))
    origin = lower(row.origin, group.app.caller.origin)
    reason = f"its relations follow a merge into {keep}"
    return Change(row.path, data, before, "update", "relinked", row.id, origin=origin, reason=reason)


def _check_circles(group: Group) -> None:
    """Raises `invalid` with the path where the notes as one would stand on a circle."""
    rows = [group.keep.row, *(one.row for one in group.others)]
    ids = {row.id: group.keep.row.id for row in rows}
    for primary in sorted(_acyclic(rows, group)):
        found = {edge for row in rows for edge in edges_around(group.app, row, primary)}
        as_one = {(ids.get(source, source), ids.get(target, target)) for source, target in found}
        edges = sorted((source, target) for source, target in as_one if source != target)
        for edge in edges:
            if edge[0] == group.keep.row.id and (path := find_cycle(edges, edge)):
                names = " → ".join(_title(group, note_id) for note_id in path)
                raise SagacityError("invalid", f"as one note they would close a circle of {primary}: {names}")


def _acyclic(rows: Sequence[Row], group: Group) -> set[str]:
    keys = [row.key for row in rows]
    edges = [*group.app.index.edges_from(keys), *group.app.index.edges_to(keys, ())]
    found = {oriented(edge.op, "", "")[0] for edge in edges}
    return {op for op in found if relation_of(op).acyclic and op != SUPERSEDES}


def _title(group: Group, note_id: str) -> str:
    found = group.app.index.find(note_id, [layer.root for layer in group.scope.layers])
    return title_for(group.app, found[0][0]) if found else note_id
