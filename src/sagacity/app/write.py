"""The one write path of notes, whoever writes.

Lock the layer, plan against what the files say now, check, journal, put the files in place durably, unlock, index. The
journal comes before the files, so that a kill in between never makes a door's write look like an edit by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.hashing import content_hash
from ..core.notefile import parse_note
from ..core.secrets import find_secrets
from ..core.trust import label, layer_trust, lower, stays_here, trust_of
from ..core.types import known_type
from ..core.value import Value
from .context import fresh_id
from .cycles import check_relations
from .entry import parse
from .indexing import batch, put
from .records import DirList, FileChange, RawNote, VersionEntry
from .results import Written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from .context import App
    from .entry import Parsed
    from .records import FileStat, Layer

    Texts = tuple[Parsed | None, Parsed | None]
    """A note as it was, and as it will be."""
    Origins = Mapping[tuple[str, str], str]
    """Of (id, text hash)."""

STEPS = ("write.locked", "write.checked", "write.journalled", "write.applied", "write.unlocked", "write.indexed")
STATES = {"approved": "in force", "stated": "in force", "unconfirmed": "unconfirmed", "untrusted": "waiting"}


class Change(Value):
    """One note's planned change. data None deletes; before None creates; equal to before: nothing is done.

    before: the bytes on disk now. moved_from: its path there, when it is renamed. action: the word the answer uses.
    op: the journal's word. origin: "" for the caller's. note_id: for a tombstone.
    """

    path: str
    data: bytes | None
    before: bytes | None
    op: str
    action: str
    note_id: str = ""
    moved_from: str = ""
    origin: str = ""
    reason: str = ""
    warnings: tuple[str, ...] = ()


class Operation(Value):
    """One call's write: its id for undo, and whether a person let a secret pass."""

    id: str
    allow_secret: bool = False


def start(app: App, *, allow_secret: bool = False) -> Operation:
    """A new operation. Only a person at a terminal may let a secret pass. Raises `refused`."""
    if allow_secret and not app.caller.interactive:
        raise SagacityError("refused", "allow_secret needs a person at a terminal", hint="take the secret out")
    return Operation(fresh_id(app), allow_secret)


def write(app: App, layer: Layer, planned: Callable[[], Sequence[Change]], operation: Operation) -> list[Written]:
    """Carries out what `planned` returns when it is called under the layer's lock, as one durable group.

    Raises whatever the plan raises, `refused` for a secret, `conflict` when a file changed under the lock; then nothing
    was written. An index that cannot be written is a warning: the notes are safe and the next call indexes them.
    """
    with app.store.lock(layer):
        app.step("write.locked")
        changes = [change for change in planned() if change is not None]
        moves = [change for change in changes if _moves(change)]
        texts = _checked(app, layer, moves, operation)
        news = {change.path: new for change, (_, new) in zip(moves, texts, strict=True)}
        app.step("write.checked")
        folders = _folders(app, layer, moves)
        if moves:
            known = _known(app, texts)
            moves = [_worth(app, change, old, known) for change, (old, _) in zip(moves, texts, strict=True)]
            app.journal.record_versions(_versions(app, layer, moves, texts, known, operation))
            app.step("write.journalled")
            stats = app.store.apply(layer, [_file_change(change) for change in moves])
            app.step("write.applied")
        else:
            stats = []
        listings = _settled(app, layer, folders)
    app.step("write.unlocked")
    warning = _index(app, layer, [(change, news[change.path]) for change in moves], stats, listings)
    app.step("write.indexed")
    settled = iter(moves)
    done = [next(settled) if _moves(change) else change for change in changes]
    return [_written(app, layer, change, news.get(change.path), operation, warning) for change in done]


def write_each(
    app: App,
    groups: Iterable[tuple[Layer, Callable[[], Sequence[Change]]]],
    operation: Operation,
    done: Sequence[Written] = (),
) -> list[Written]:
    """Writes one layer after the other. Raises as `write`; what was written by then, also what is given as done, stays,
    and the error says how to take it back.
    """
    written: list[Written] = []
    for layer, planned in groups:
        try:
            written += write(app, layer, planned, operation)
        except SagacityError as error:
            if layers := ", ".join(dict.fromkeys(one.layer for one in (*done, *written) if one.operation)):
                hint = (
                    f"notes in {layers} were changed by then: `sagacity undo --operation {operation.id}` takes it back"
                )
                raise SagacityError(error.code, error.message, hint=hint, candidates=error.candidates) from error
            raise
    return written


def _moves(change: Change) -> bool:
    """Whether there is anything to do."""
    return change.data != change.before or bool(change.moved_from)


def rehearse(app: App, layer: Layer, changes: Sequence[Change], operation: Operation) -> None:
    """Raises what `write` would for these changes as the files are now, and writes nothing."""
    _checked(app, layer, [change for change in changes if _moves(change)], operation)


def _checked(app: App, layer: Layer, moves: Sequence[Change], operation: Operation) -> list[Texts]:
    """Each note as it was and as it will be. Raises `refused` and `invalid`."""
    for change in moves:
        _check(change, operation)
        _check_sensitivity(app, change)
    olds = [_parsed(layer, change.moved_from or change.path, change.before) for change in moves]
    texts = [(old, _parsed(layer, change.path, change.data)) for old, change in zip(olds, moves, strict=True)]
    check_relations(app, layer, [(old, new) for old, new in texts if new is not None])
    return texts


def _check(change: Change, operation: Operation) -> None:
    if change.data is None:
        return
    text = change.data.decode("utf-8", "replace")
    found = [] if operation.allow_secret else _secrets_of(text)
    # Another secret in place of an old one is a new one.
    old = (
        {one[:2] for one in _secrets_of(change.before.decode("utf-8", "replace"))} if found and change.before else set()
    )
    new = [(kind, number) for kind, line, number in found if (kind, line) not in old]
    if new:
        kinds = ", ".join(f"{kind} in line {number}" for kind, number in dict(reversed(new)).items())
        raise SagacityError(
            "refused",
            f"nothing was written: the note would hold a secret ({kinds})",
            hint="take it out, or say where it is kept instead; a person can pass --allow-secret",
        )


def _secrets_of(text: str) -> list[tuple[str, str, int]]:
    """(kind, the whole line, its number) of each secret."""
    lines = text.split("\n")
    return [(one.kind, "".join(lines[one.line - 1 : one.line]), one.line) for one in find_secrets(text)]


def check_words(what: str, text: str) -> None:
    """Raises `refused` when words that only the journal keeps hold a secret."""
    if findings := find_secrets(text):
        raise SagacityError(
            "refused", f"nothing was done: the {what} would hold a secret ({findings[0].kind})", hint="take it out"
        )


def _check_sensitivity(app: App, change: Change) -> None:
    """Raises `refused` where anyone but a person would make a confidential note an open one."""
    if change.data is None or change.before is None or app.caller.interactive:
        return
    if stays_here(parse_note(change.before).sensitivity) and not stays_here(parse_note(change.data).sensitivity):
        raise SagacityError(
            "refused",
            "the note is confidential, and only a person at a terminal can change that",
            hint="ask the user to run `sagacity update … --sensitivity internal`",
        )


def check_cap(type_name: str, body: str, before: str | None) -> tuple[str, ...]:
    """Whether a body fits its type. Raises `invalid` over the cap; for a note that was over it already, a warning."""
    known = known_type(type_name)
    cap = known.body_cap if known else 8_000
    if len(body) <= cap:
        return ()
    if before is not None and len(before) > cap:
        return (f"the note is {len(body)} characters long; {cap} is the cap for {type_name or 'its type'}",)
    raise SagacityError(
        "invalid",
        f"the body would be {len(body)} characters; {cap} is the cap for a {type_name}",
        hint="split it into several notes that link to one another, or use type reference (65,536)",
    )


def _file_change(change: Change) -> FileChange:
    before = content_hash(change.before) if change.before is not None else None
    return FileChange(change.path, change.data, before, change.moved_from)


def _known(app: App, texts: Sequence[Texts]) -> Origins:
    """Whose texts those on disk are, where the journal knows."""
    keys = [(old.id, old.text_hash) for old, _ in texts if old is not None]
    return app.journal.origins(keys) if keys else {}


def _worth(app: App, change: Change, old: Parsed | None, known: Origins) -> Change:
    """The change with its origin: a note is worth more than before only where a person changed it."""
    origin = change.origin or app.caller.origin
    before = known.get((old.id, old.text_hash)) if old is not None and not app.caller.interactive else None
    return change.replace(origin=lower(origin, before) if before is not None else origin)


def _versions(
    app: App,
    layer: Layer,
    changes: Sequence[Change],
    texts: Sequence[Texts],
    recorded: Origins,
    operation: Operation,
) -> list[VersionEntry]:
    """The new versions, each after the one on disk where the journal has never seen that."""
    entries = []
    for change, (old, new) in zip(changes, texts, strict=True):
        if old is not None and (old.id, old.text_hash) not in recorded:
            entries.append(_entry(app, layer, old, change.moved_from or change.path, operation))
        entries.append(_new_version(app, layer, change, (old, new), operation))
    return entries


def _entry(app: App, layer: Layer, old: Parsed, path: str, operation: Operation) -> VersionEntry:
    return VersionEntry(
        note_id=old.id,
        layer=layer.root,
        path=path,
        op="observe",
        hash=old.hash,
        text_hash=old.text_hash,
        parent="",
        at_ms=app.clock.now_ms(),
        origin="human_file",
        operation=operation.id,
        door=app.caller.door,
        data=old.raw.data,
    )


def _new_version(app: App, layer: Layer, change: Change, texts: Texts, operation: Operation) -> VersionEntry:
    old, new = texts
    note_id = (new.id if new else "") or change.note_id or (old.id if old else "")
    return VersionEntry(
        note_id=note_id,
        layer=layer.root,
        path=change.path,
        op=change.op,
        hash=new.hash if new else "",
        text_hash=new.text_hash if new else "",
        parent=old.hash if old else "",
        at_ms=app.clock.now_ms(),
        origin=change.origin or app.caller.origin,
        operation=operation.id,
        session=app.caller.session,
        door=app.caller.door,
        before_path=change.moved_from,
        reason=change.reason,
        data=change.data,
    )


def _parsed(layer: Layer, path: str, data: bytes | None) -> Parsed | None:
    return parse(layer, RawNote(path, data, len(data), 0)) if data is not None else None


def _folders(app: App, layer: Layer, changes: Sequence[Change]) -> dict[str, int | None]:
    """The folders touched, with their mtimes before the write."""
    paths = {path.rpartition("/")[0] for change in changes for path in (change.path, change.moved_from) if path}
    return {path: app.store.dir_mtime(layer, path) for path in sorted(paths)}


def _settled(app: App, layer: Layer, before: dict[str, int | None]) -> tuple[DirList, ...]:
    """The touched folders that the index knew as they were: it may take over their new mtimes without listing them."""
    known = app.index.known_dirs(layer.root, list(before))
    settled = []
    for path, mtime_ns in before.items():
        known_ns, _racy = known.get(path, (None, False))
        after_ns = app.store.dir_mtime(layer, path)
        if known_ns is not None and known_ns == mtime_ns and after_ns is not None:
            settled.append(DirList(path, after_ns, (), ()))
    return tuple(settled)


def _index(
    app: App,
    layer: Layer,
    moves: Sequence[tuple[Change, Parsed | None]],
    stats: Sequence[FileStat | None],
    listings: tuple[DirList, ...],
) -> str:
    """Why the index is behind; empty when it is not."""
    if not moves:
        return ""
    parsed, origins = [], []
    drops = [change.moved_from or change.path for change, new in moves if change.moved_from or new is None]
    for (change, new), stat in zip(moves, stats, strict=True):
        if new is not None and stat is not None:
            parsed.append(new.replace(raw=RawNote(change.path, new.raw.data, stat.size, stat.mtime_ns)))
            origins.append(change.origin or app.caller.origin)
    try:
        listed_ns = app.clock.now_ms() * 1_000_000
        put(app, layer, parsed, origins, batch(layer, drops=tuple(drops), dirs=listings, listed_ns=listed_ns))
    except SagacityError as error:
        return f"the note is safe, the index is behind: {error.message}"
    return ""


def _written(app: App, layer: Layer, change: Change, new: Parsed | None, operation: Operation, warning: str) -> Written:
    data = change.data if change.data is not None else change.before or b""
    parsed = new or parse(layer, RawNote(change.path, data, len(data), 0))
    trust = layer_trust(trust_of(change.origin or app.caller.origin), layer.approval)
    unchanged = not _moves(change)
    kind = parsed.note.kind
    return Written(
        id=parsed.id,
        slug=parsed.slug,
        path=f"{layer.notes_dir}/{change.path}",
        layer=layer.name,
        project=parsed.note.project,
        title=parsed.note.title,
        type=f"{parsed.note.type}/{kind}" if kind else parsed.note.type,
        action="unchanged" if unchanged else change.action,
        version=parsed.hash if change.data is not None else "",
        state=STATES[label(trust)],
        operation="" if unchanged else operation.id,
        warnings=(*change.warnings, *([warning] if warning else [])),
    )
