"""Taking a note's evidence anew, where it is now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.evidence import CHANGED, HOLDS, MOVED, UNPINNED
from .evidence import Claim, Trees, anchored, check, view_of
from .evidence_text import line_of

if TYPE_CHECKING:
    from ..core.evidence import Finding
    from ..core.note import Note, Reference
    from .context import App
    from .records import Layer

BOX_S = 10.0


def reanchored(app: App, layer: Layer, note: Note) -> tuple[tuple[Reference, ...], tuple[str, ...]]:
    """The note's references, and a line for each that had to stay as it was. What moved is followed, what changed is
    taken as it is now, what was never taken is taken; what holds is not touched. Raises `invalid` without any.
    """
    if not note.references:
        raise SagacityError("invalid", "the note has no references", hint="give some with --add-reference")
    top = Trees(app).top(layer, note.project)
    claims = [Claim(one, top) for one in note.references]
    findings = check(app, claims, app.clock.monotonic_s() + BOX_S)
    new, left = [], []
    for claim, finding in zip(claims, findings, strict=True):
        try:
            taken = _anew(app, claim, finding)
        except SagacityError as error:
            taken = None
            left.append(f"left as it was: {error.message}")
        else:
            left += [] if taken else [f"left as it was: {line_of(view_of(claim, finding))}"]
        new.append(taken or claim.reference)
    return tuple(new), tuple(left)


def _anew(app: App, claim: Claim, finding: Finding) -> Reference | None:
    """None where there is nothing to take."""
    reference = claim.reference
    if finding.state == HOLDS:
        return reference
    if finding.state not in (MOVED, CHANGED, UNPINNED) or app.project_files is None:
        return None
    if finding.state == MOVED:
        reference = reference.replace(path=finding.path or reference.path, lines=finding.lines)
    elif finding.path:
        reference = reference.replace(path=finding.path)
    return anchored(app, reference, app.project_files.read(claim.top, reference.path), claim.top)
