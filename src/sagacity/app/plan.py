"""A change of several notes as a plan, and the plan carried out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..core.egress import without_secrets
from ..core.errors import SagacityError
from ..core.hashing import content_hash
from ..core.notefile import parse_note
from ..core.textdiff import unified
from ..core.value import Value
from .planned import PlannedChange, PlanResult
from .write import start, write_each

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .context import App
    from .records import Layer
    from .write import Change


class Plan(Value):
    """changes: by layer, in the order of writing. notices: what to think of before."""

    changes: tuple[tuple[Layer, tuple[Change, ...]], ...]
    notices: tuple[str, ...] = ()

    def fingerprint(self) -> str:
        """Of what is changed and what it was: the same notes make the same plan."""
        parts = [
            repr((layer.root, change.path, change.action, content_hash(change.before or b"")))
            for layer, changes in self.changes
            for change in changes
        ]
        return content_hash("\n".join(parts).encode("utf-8", "surrogatepass"))


def carried_out(app: App, make: Callable[[], Plan], *, yes: bool, expect: str) -> PlanResult:
    """The plan, and with `yes` what was done, as one operation. Raises what planning and writing raise, and `conflict`
    when another plan than the one agreed to is due by now, or a file changed in between.
    """
    plan = make()
    result = PlanResult(
        changes=tuple(_shown(layer, change) for layer, changes in plan.changes for change in changes),
        applied=False,
        expect=plan.fingerprint(),
        notices=plan.notices,
    )
    if not yes:
        return result
    if expect not in ("", result.expect):
        raise SagacityError("conflict", "notes changed after the plan was made", hint="look at the plan again")
    operation = start(app)
    write_each(app, [(layer, partial(_still, app, layer, changes)) for layer, changes in plan.changes], operation)
    return result.replace(applied=True, operation=operation.id)


def _still(app: App, layer: Layer, changes: Sequence[Change]) -> Sequence[Change]:
    """The changes, under the layer's lock. Raises `conflict` before anything is recorded when a file is another now."""
    for change in changes:
        at = change.moved_from or change.path
        there = app.store.read(layer, at).data if app.store.stat(layer, at) is not None else None
        if there != change.before:
            message = f"{layer.notes_dir}/{at} was changed after the plan was made"
            raise SagacityError("conflict", message, hint="look at the plan again")
    return changes


def _shown(layer: Layer, change: Change) -> PlannedChange:
    texts = [_text(data) for data in (change.before, change.data)]
    note = parse_note(change.data or change.before or b"")
    path = f"{layer.notes_dir}/{change.path}"
    return PlannedChange(change.action, change.note_id, note.title, layer.name, path, unified(*texts))


def _text(data: bytes | None) -> str:
    return without_secrets(data.decode("utf-8", "replace")) if data is not None else ""


def in_layers(changes: Sequence[tuple[Layer, Change]]) -> tuple[tuple[Layer, tuple[Change, ...]], ...]:
    """By layer, the first one first."""
    layers = {layer.root: layer for layer, _ in changes}
    return tuple(
        (layer, tuple(change for one, change in changes if one.root == root)) for root, layer in layers.items()
    )
