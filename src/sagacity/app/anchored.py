"""Notes whose evidence lies in a file that is about to be changed."""

from __future__ import annotations

import os

from ..core.errors import SagacityError
from ..core.frame import Caps, make_nonce, render
from ..core.summary_text import cut
from .block import block_of, body_of
from .evidence import shown_evidence
from .evidence_text import label_of
from .freshness import verify
from .guard import injected
from .relate import is_past, standing
from .scope import here
from .session import GUARD, Injection, Shown, is_confidential, session_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..core.frame import Block
    from ..core.trigger import Action
    from .context import App
    from .records import Row
    from .relate import Standing
    from .scope import Scope

MOST = 3
NOTE_MAX_CHARS = 700
PATH_MAX_CHARS = 1024
PATHS = 8


def anchored(app: App, action: Action, *, max_chars: int, astral: bool) -> Injection:
    """The newest of them with the state of their evidence, each once in a session; nothing where the index fails."""
    try:
        return _anchored(app, action, max_chars=max_chars, astral=astral)
    except SagacityError:
        return Injection()


def _anchored(app: App, action: Action, *, max_chars: int, astral: bool) -> Injection:
    started_s = app.clock.monotonic_s()
    scope = here(app)
    rows = _rows(app, scope, action)
    seen = session_of(app).whole if rows else frozenset[str]()
    rows = [row for row in rows if row.id not in seen and not is_confidential(row, scope.layer_of(row.layer))]
    stands = standing(app, rows, scope) if rows else {}
    rows = [row for row in rows if not is_past(stands[row.key])][:MOST]
    if not rows or max_chars < NOTE_MAX_CHARS:
        return Injection()
    blocks = _blocks(app, scope, rows, stands)
    caps = Caps(max_chars, app.settings.guard_max_tokens, astral=astral)
    rendered = render("edit", blocks, make_nonce(app.caller.session), caps=caps)
    shown = Shown(
        kind=GUARD,
        notes=tuple((note_id, 0.0) for note_id in rendered.shown),
        project=scope.project,
        started_s=started_s,
        terms=action.names[:1],
        detail="file",
    )
    return injected(app, blocks, rendered, shown)


def _blocks(app: App, scope: Scope, rows: Sequence[Row], stands: Mapping[int, Standing]) -> list[Block]:
    """With what became of the evidence in a last line; a note that is gone by now is left out."""
    evidence = shown_evidence(app, rows, {layer.root: layer for layer in scope.layers})
    blocks = []
    for row in rows:
        try:
            body = body_of(app, row, scope)
        except SagacityError:
            continue
        text = cut(body, NOTE_MAX_CHARS)
        block = block_of(app, row, scope, stands[row.key], text, cut=text != body)
        label = label_of(evidence.get(row.key, ()))
        blocks.append(block.replace(text=f"{text}\n({label})") if label else block)
    return blocks


def _rows(app: App, scope: Scope, action: Action) -> list[Row]:
    """Of the project at hand, as their files are now."""
    place = app.workspace.place(app.caller.cwd)
    if place.project is None:
        return []
    found: dict[int, Row] = {}
    filters = scope.filters.replace(min_trust=1)
    for path in _paths(action, app.caller.cwd, place.project.top):
        rows = app.index.governing(filters, path)
        if rows and not verify(app, scope.layers, rows):
            rows = app.index.governing(filters, path)
        for row in rows:
            if row.project == scope.project or scope.layer_of(row.layer).kind == "project":
                found.setdefault(row.key, row)
    return list(found.values())


def _paths(action: Action, cwd: str, top: str) -> Iterator[str]:
    """Texts of the action that may be files of the project, as seen from its top."""
    named = [text for text in action.texts if text and len(text) < PATH_MAX_CHARS and "\n" not in text]
    absolute = dict.fromkeys(os.path.normpath(os.path.join(cwd, text)) for text in named[:PATHS])
    return (path[len(top) + 1 :] for path in absolute if path.startswith(f"{top}/"))
