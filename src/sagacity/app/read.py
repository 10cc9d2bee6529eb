"""Reading notes whole, with their relations both ways."""

from __future__ import annotations

from ..core.dates import from_ms
from ..core.errors import SagacityError
from ..core.frontmatter import read_document
from ..core.needs import unmet_needs
from ..core.preview import summary_of
from ..core.trust import label
from .cycles import circle_of
from .entry import parse
from .evidence import views_of, written
from .freshness import effort, refresh, verify
from .hits import named
from .judging import labels
from .relate import standing
from .relating import whole_relations
from .resolve import may_name, resolve
from .results import FullNote, ReadResult, VersionView
from .scope import here
from .showing import record_shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import App
    from .entry import Parsed
    from .records import Layer, Row
    from .requests import ReadRequest
    from .scope import Scope

MAX_HANDLES = 20
BOX_S = 2.0
"""Time for checking the evidence of one note."""


def read(app: App, request: ReadRequest) -> ReadResult:
    """The notes named as they are, in the order asked, each once. Raises `not_found` or `ambiguous` for the first
    handle that names no one note.
    """
    check_handles(request)
    scope = here(app, project=request.project)
    found = (_read_one(app, scope, handle, request) for handle in request.handles)
    notes = tuple({note.id: note for note in found}.values())
    record_shown(app, "read", [(note.id, 1.0) for note in notes], project=scope.project)
    return ReadResult(notes)


def check_handles(request: ReadRequest) -> None:
    """Raises `invalid` where there is none, or there are too many."""
    if not request.handles:
        raise SagacityError("invalid", "read what? no handle was given", hint="give an id, slug or title")
    if len(request.handles) > MAX_HANDLES:
        raise SagacityError("invalid", f"{len(request.handles)} handles at once; at most {MAX_HANDLES} can be read")


def locate(app: App, handle: str, scope: Scope) -> tuple[Layer, Row]:
    """The note and its layer, indexed anew if its file changed. In a crowd it may change again at once: whoever writes
    reads it once more under the lock. The layer may be one outside the scope, found by id.
    """
    row = _resolved(app, handle, scope)
    layer = layer_of(app, row, scope)
    if not verify(app, (layer,), [row]):
        row = _resolved(app, handle, scope)
        layer = layer_of(app, row, scope)
    return layer, row


def _resolved(app: App, handle: str, scope: Scope) -> Row:
    """What the index knows is not looked for; only an unknown name is worth a look at the folders."""
    try:
        return resolve(app, handle, scope)
    except SagacityError as error:
        if error.code != "not_found":
            raise
    refresh(app, scope.layers, effort(app))
    return resolve(app, handle, scope)


def layer_of(app: App, row: Row, scope: Scope) -> Layer:
    """The layer of a row, in the scope or anywhere the user opened."""
    near = {layer.root: layer for layer in scope.layers}
    return near.get(row.layer) or next(layer for layer in app.workspace.all_layers() if layer.root == row.layer)


def _read_one(app: App, scope: Scope, handle: str, request: ReadRequest) -> FullNote:
    layer, row = locate(app, handle, scope)
    raw = app.store.read(layer, row.path)
    parsed = parse(layer, raw)
    note = parsed.note
    stand = standing(app, [row], scope)[row.key]
    if not may_name(app, row):
        raise SagacityError(
            "refused",
            f"{handle!r} is confidential and is not given to an agent",
            hint="read it with `sagacity read` in a terminal",
        )
    return file_as_note(layer, parsed).replace(
        id=row.id,
        slug=row.slug,
        type=row.type,
        trust=label(row.trust),
        origin=row.origin,
        created_at=from_ms(row.created_ms),
        updated_at=from_ms(row.updated_ms),
        summary=row.summary,
        sensitivity=row.sensitivity,
        relations=whole_relations(app, scope, (layer, row), explain=request.explain, lost=request.versions),
        evidence=views_of(app, [(layer, row, note.references)], app.clock.monotonic_s() + BOX_S)[0],
        versions=versions_of(app, row.id) if request.versions else (),
        superseded_by=named(app, stand.superseded_by) if stand.superseded_by else "",
        warnings=(*_of_file(raw.data, note.error, stand.lapsed), *_warnings(app, scope, handle, row)),
    )


def file_as_note(layer: Layer, parsed: Parsed) -> FullNote:
    """What a file says for itself, whenever it did; it says nothing of its trust."""
    note = parsed.note
    return FullNote(
        id=parsed.id,
        slug=parsed.slug,
        title=note.title,
        type=note.type,
        kind=note.kind,
        layer=layer.name,
        project=note.project,
        path=f"{layer.notes_dir}/{parsed.raw.path}",
        version=parsed.hash,
        trust="",
        origin="",
        created_at=note.created_at,
        updated_at=note.updated_at,
        tags=note.tags,
        synonyms=note.synonyms,
        summary=summary_of(note.summary, note.body),
        body=note.body,
        confidence=note.confidence,
        lifecycle=note.lifecycle,
        sensitivity=note.sensitivity or layer.sensitivity_default,
        status=note.status,
        due=note.due,
        prs=note.prs,
        triggers=note.triggers,
        enforcement=note.enforcement,
        valid_from=note.valid_from,
        valid_until=note.valid_until,
        references=tuple(written(ref.path, ref.lines) for ref in note.references),
        raw=parsed.raw.data.decode("utf-8", "replace"),
    )


def versions_of(app: App, note_id: str) -> tuple[VersionView, ...]:
    """Those that the journal has, newest first."""
    return tuple(
        VersionView(from_ms(one.at_ms), one.op, one.origin, one.hash, one.operation, one.door)
        for one in app.journal.versions(note_id)
    )


def _of_file(data: bytes, error: str, lapsed: str) -> tuple[str, ...]:
    """What a reader must know of the file itself."""
    needs = unmet_needs(read_document(data)) if b"requires" in data else ()
    return (
        *([f"frontmatter: {error}"] if error else []),
        *([lapsed] if lapsed else []),
        *(f"only partly supported here: it requires {lacking}" for lacking in needs),
    )


def _warnings(app: App, scope: Scope, handle: str, row: Row) -> tuple[str, ...]:
    lines = list(labels(app, [row.id]).values())
    op, circle = circle_of(app, layer_of(app, row, scope), row)
    if circle:
        lines.append(f"{op} runs in a circle here: {' → '.join(circle)}; take one of these links off")
    elsewhere = [
        layer.name
        for layer in scope.layers
        if layer.root != row.layer and any(kind == "slug" for _, kind in app.index.find(handle, [layer.root]))
    ]
    if elsewhere:
        lines.append(f"the same name stands in {', '.join(elsewhere)} too; write layer:name to read that one")
    return tuple(lines)
