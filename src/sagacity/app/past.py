"""Everything that is known of a note's past, in one line of time: the journal's versions, and what git has besides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.hashing import content_hash, text_hash
from ..core.ids import is_derived
from ..core.notefile import parse_note
from ..core.value import Value
from .gone import gone_named, may_tell, title_of_gone
from .read import locate
from .records import VersionEntry
from .resolve import may_name
from .scope import here

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .context import App
    from .records import CommittedVersion, Layer, Row
    from .scope import Scope

ALL = 1_000_000
GIT_MAX = 200
SHOWN_CHARS = 12
LEAST_CHARS = 4


class State(Value):
    """One version. entry: as the journal has it; of one that only git has it is made up, with its bytes.

    commit, by: of the commit that brought it, "" where git does not have it. layer: None where it is gone.
    """

    entry: VersionEntry
    layer: Layer | None
    commit: str = ""
    by: str = ""
    journalled: bool = True


class Past(Value):
    """row: the note as it is now, None when it is gone. layer, path: where it is or was. states: newest first."""

    note_id: str
    title: str
    layer: Layer
    path: str
    row: Row | None
    states: tuple[State, ...]
    notices: tuple[str, ...] = ()


def past_of(app: App, handle: str) -> Past:
    """Of a note, also of one that is gone. Raises `not_found`, `ambiguous`, and `refused` where the note is, or was at
    last, confidential and the caller no person.
    """
    scope = here(app)
    past = _present(app, handle, scope) or _gone(app, handle, scope)
    states, notices = _states(app, scope, past)
    past = past.replace(states=states, notices=notices)
    last = next((state for state in states if state.entry.hash), None)
    tells = may_name(app, past.row) if past.row else last is None or may_tell(app, last.layer, text_of(app, last))
    if not tells:
        raise SagacityError(
            "refused",
            f"{handle!r} is confidential, or was when it was last seen, and so is its past",
            hint="`sagacity history` in a terminal shows it",
        )
    return past


def text_of(app: App, state: State) -> bytes | None:
    """The bytes of a version; None where it was pruned, or is a deletion."""
    if state.entry.data is not None or not state.entry.hash:
        return state.entry.data
    return app.journal.content(state.entry.hash)


def before(past: Past, place: int) -> State | None:
    """The version that the one at this place was made from: the one it names, else the next older of its layer."""
    entry = past.states[place].entry
    older = past.states[place + 1 :]
    if entry.parent:
        named = (state for state in older if state.entry.hash == entry.parent)
    else:
        named = (state for state in older if state.entry.layer == entry.layer)
    return next(named, None) or next(iter(older), None)


def chosen(app: App, past: Past, version: str) -> State:
    """The version whose hash begins so. Raises `invalid`, `not_found` (pruned, too), `ambiguous`, and `refused` where
    it was confidential.
    """
    said = version.strip().lower()
    if len(said) < LEAST_CHARS:
        message = f"{version!r} is too short for a version"
        raise SagacityError("invalid", message, hint=f"give at least {LEAST_CHARS} characters of its hash")
    found = {state.entry.hash: state for state in reversed(past.states) if state.entry.hash.startswith(said)}
    hint = f"`sagacity history {past.note_id}` lists them"
    if not found:
        raise SagacityError("not_found", f"the note has no version {version!r:.80}", hint=hint)
    if len(found) > 1:
        raise SagacityError(
            "ambiguous", f"{version!r} begins {len(found)} versions", hint=hint, candidates=tuple(found)
        )
    state = next(iter(found.values()))
    data = text_of(app, state)
    if data is None:
        message = f"the text of version {state.entry.hash[:SHOWN_CHARS]} was pruned from the journal"
        raise SagacityError(
            "not_found", message, hint="`sagacity config journal_content_days` says how long they are kept"
        )
    if not may_tell(app, state.layer, data):
        message = f"version {state.entry.hash[:SHOWN_CHARS]} was confidential and is not given to an agent"
        raise SagacityError("refused", message, hint="ask the user")
    return state


def _present(app: App, handle: str, scope: Scope) -> Past | None:
    try:
        layer, row = locate(app, handle, scope)
    except SagacityError as error:
        if error.code != "not_found":
            raise
        return None
    return Past(row.id, row.title, layer, row.path, row, ())


def _gone(app: App, handle: str, scope: Scope) -> Past:
    found = gone_named(app, handle, scope)
    return Past(found.last.note_id, title_of_gone(app, found), found.layer, found.last.path, None, ())


def _states(app: App, scope: Scope, past: Past) -> tuple[tuple[State, ...], tuple[str, ...]]:
    """The states, and what could not be looked at."""
    in_scope = {layer.root: layer for layer in scope.layers}
    everywhere = {layer.root: layer for layer in app.workspace.all_layers()} | in_scope
    entries = [
        State(entry, everywhere.get(entry.layer))
        for entry in app.journal.lineage(past.note_id, limit=ALL)
        if entry.layer in in_scope or _is_open(app, everywhere.get(entry.layer))
    ]
    try:
        commits = _commits(app, past)
    except SagacityError as error:
        return tuple(entries), (f"what git has is missing here: {error.message}",)
    return tuple(_merged(entries, [_of_commit(past, commit) for commit in commits])), ()


def _is_open(app: App, layer: Layer | None) -> bool:
    """Whether what happened in a layer out of scope is told; one that is gone may have been private."""
    return app.caller.interactive if layer is None else layer.isolation != "private"


def _commits(app: App, past: Past) -> list[CommittedVersion]:
    """Those of this very note: git follows a file by its name and its likeness, and may have come to another one."""
    if app.past is None:
        return []
    folder = past.layer.notes_dir.removeprefix(past.layer.root).strip("/")
    path = f"{folder}/{past.path}".lstrip("/")
    kept: list[CommittedVersion] = []
    deletion: CommittedVersion | None = None
    for commit in app.past().of(past.layer.root, path, limit=GIT_MAX):
        if commit.data is None:
            deletion = commit
            continue
        if _is_of(past, commit, path):
            kept += [deletion, commit] if deletion else [commit]
        deletion = None
    return [commit.replace(path=commit.path.removeprefix(folder).lstrip("/")) for commit in kept]


def _is_of(past: Past, commit: CommittedVersion, path: str) -> bool:
    assert commit.data is not None
    note_id = parse_note(commit.data).id
    return note_id == past.note_id if note_id else commit.path == path or is_derived(past.note_id)


def _of_commit(past: Past, commit: CommittedVersion) -> State:
    data = commit.data
    entry = VersionEntry(
        note_id=past.note_id,
        layer=past.layer.root,
        path=commit.path,
        op="commit" if data is not None else "delete",
        hash=content_hash(data) if data is not None else "",
        text_hash=text_hash(data) if data is not None else "",
        parent="",
        at_ms=commit.at_ms,
        origin="",
        operation="",
        data=data,
    )
    return State(entry, past.layer, commit.commit, commit.by, journalled=False)


def _merged(entries: Sequence[State], commits: Sequence[State]) -> Iterator[State]:
    """Both newest first, each in its own order whatever the clocks said. What both have is one version: the journal's,
    with the commit, and with the bytes where they are the same (the journal may have pruned them).
    """
    rest = list(entries)
    for commit in commits:
        same = next((n for n, one in enumerate(rest) if one.entry.text_hash == commit.entry.text_hash), -1)
        if same >= 0:
            yield from rest[:same]
            mine = rest[same]
            data = commit.entry.data if mine.entry.hash == commit.entry.hash else None
            yield mine.replace(entry=mine.entry.replace(data=data), commit=commit.commit, by=commit.by)
            rest = rest[same + 1 :]
            continue
        newer = next((n for n, one in enumerate(rest) if one.entry.at_ms <= commit.entry.at_ms), len(rest))
        yield from rest[:newer]
        yield commit
        rest = rest[newer:]
    yield from rest
