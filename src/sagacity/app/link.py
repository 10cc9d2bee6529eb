"""Typed edges between notes that are there already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.note import Relation
from ..core.notefile import edit_note, parse_note
from ..core.relations import check_op
from ..core.trust import lower
from .compose import merged, of_your_own, properties_of_input
from .fitting import misfits
from .neighbours import hints_for
from .read import locate
from .resolve import find
from .results import WriteResult
from .scope import here
from .stamp import current, stamped
from .write import Change, start, write

if TYPE_CHECKING:
    from .context import App
    from .records import Row
    from .requests import LinkRequest
    from .scope import Scope


def link(app: App, request: LinkRequest) -> WriteResult:
    """Adds one edge to the source note, or takes it off. Adding one that is there updates its reason. The answer says
    what else the note may be linked with.

    Raises `invalid` for a self link or a circle where none makes sense, `not_found` and `ambiguous` for either end; an
    edge whose far end is gone can still be taken off.
    """
    operation = start(app)
    scope = here(app)
    layer, row = locate(app, request.source, scope)
    relation_type = check_op(request.op)
    op = relation_type.op
    names, title = _target(app, request, scope, row)
    relation = Relation(op, names[0], request.note.strip(), properties_of_input(request.properties))

    def planned() -> list[Change]:
        before = current(app, layer, row)
        old = parse_note(before)
        others = tuple(one for one in old.relations if one.op != op or one.target not in names)
        if request.remove and len(others) == len(old.relations):
            raise SagacityError(
                "not_found", f"{row.title!r} has no {op} to {title!r}", hint="read it for its relations"
            )
        new = others if request.remove else merged(_by_id(old.relations, names), (relation,))
        if new == old.relations:
            return [Change(row.path, before, before, "update", "unchanged", row.id)]
        data = edit_note(before, stamped(app, old, {"relations": new}))
        origin = lower(app.caller.origin, row.origin)  # whoever relates a note vouches for no text
        warnings = (*of_your_own(relation_type), *misfits(app, scope, old.replace(id=row.id), (relation,)))
        if request.remove:
            return [Change(row.path, data, before, "update", "unlinked", row.id, origin=origin)]
        return [Change(row.path, data, before, "update", "linked", row.id, origin=origin, warnings=warnings)]

    (done,) = write(app, layer, planned, operation)
    if done.action != "linked":
        return WriteResult((done,))
    body = parse_note(app.store.read(layer, row.path).data).body
    return WriteResult((done.replace(suggested_links=hints_for(app, scope, done, body)),))


def _target(app: App, request: LinkRequest, scope: Scope, source: Row) -> tuple[tuple[str, ...], str]:
    """(the texts that name the target, its id first; what to call it)."""
    if request.remove and not find(app, request.target, scope.layers):
        return (request.target.strip(),), request.target
    _, target = locate(app, request.target, scope)
    if target.id == source.id:
        said = f"{request.op} {request.target!r}: a note cannot be related to itself"
        raise SagacityError("invalid", said, hint="name another note")
    return (target.id, target.slug, target.title, *target.synonyms, request.target.strip()), target.title


def _by_id(relations: tuple[Relation, ...], names: tuple[str, ...]) -> tuple[Relation, ...]:
    """An edge that names the target in another way is the same edge."""
    return tuple(one.replace(target=names[0]) if one.target in names else one for one in relations)
