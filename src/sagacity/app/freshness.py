"""Keeps the index in step with the files, as far as a call may spend time on it.

Creates, deletes, renames, pulls and branch switches change a folder's mtime, so looking at folders finds them at any
size. An edit in place changes only the file's own: a call outside the hooks looks at a rotating slice of files, or at
all when the last full pass is old; and whatever is about to be shown is looked at in any case (`verify`).
"""

from __future__ import annotations

import os

from ..core.errors import SagacityError
from ..core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .context import App
    from .records import DirList, FileStat, Layer, RawNote, Recorded, Row

READ_BATCH = 400
LOOK_BATCH = 500
EVERYTHING = 1_000_000_000
RACY_NS = 2_000_000_000


class Effort(Value):
    """How much a call may spend. look_s: on looking at folders and files. index_s: on indexing what changed.

    files: how many files to look at beyond the folders: 0 none, -1 all of them when the last full pass is older than
    the configured interval, else a slice; EVERYTHING for all. strict: list a folder again when it was listed so soon
    after its mtime that a later change could bear the same one; otherwise only where timestamps are coarse.
    """

    look_s: float
    index_s: float
    files: int
    strict: bool


class Freshness(Value):
    """changed: notes put or dropped. pending: files that differ but had to wait. problems: one line each."""

    changed: int = 0
    pending: int = 0
    problems: tuple[str, ...] = ()


class Found(Value):
    """What one layer's look found. read: files to index. complete: the folders in `dirs` were all looked at."""

    read: tuple[str, ...]
    drops: tuple[str, ...]
    dirs: tuple[DirList, ...]
    dirs_gone: tuple[str, ...]
    listed_ns: int


def hook_effort(app: App) -> Effort:
    """On every prompt: folders only."""
    return Effort(look_s=0.1, index_s=app.settings.hook_index_ms / 1000, files=0, strict=False)


def call_effort(app: App) -> Effort:
    """In a process that stays: a slice, now and then everything."""
    return Effort(look_s=app.settings.freshness_full_ms / 1000, index_s=EVERYTHING, files=-1, strict=False)


def command_effort(app: App) -> Effort:
    """For a command, and at session start: every file, as far as the time box reaches."""
    return Effort(look_s=app.settings.freshness_full_ms / 1000, index_s=EVERYTHING, files=EVERYTHING, strict=True)


def start_effort(app: App) -> Effort:
    """At session start: every file within a tighter box, and more indexing than on a prompt."""
    return Effort(look_s=0.03, index_s=4 * app.settings.hook_index_ms / 1000, files=EVERYTHING, strict=True)


def effort(app: App) -> Effort:
    """A command looks at every file it has time for; a process that stays has looked before."""
    return command_effort(app) if app.caller.door == "cli" else call_effort(app)


UNBOUNDED = Effort(look_s=EVERYTHING, index_s=EVERYTHING, files=EVERYTHING, strict=True)


def refresh(app: App, layers: Iterable[Layer], effort: Effort) -> Freshness:
    """Brings the layers' part of the index up to date within the effort. A layer that fails is named in problems."""
    total = Freshness()
    if effort.strict:
        _drop_gone(app)
    for layer in layers:
        try:
            one = _refresh_layer(app, layer, effort)
        except SagacityError as error:
            one = Freshness(0, 1, (f"{layer.name}: {error.message}",))
        total = Freshness(total.changed + one.changed, total.pending + one.pending, total.problems + one.problems)
    return total


def verify(app: App, layers: Sequence[Layer], rows: Sequence[Row]) -> bool:
    """Whether all of the rows still are what their files say; those that are not are indexed anew at once."""
    by_root = {layer.root: layer for layer in layers}
    racy = {root: set(app.index.racy(root)) for root in {row.layer for row in rows}}
    is_fresh = True
    for root, dubious in racy.items():
        layer = by_root[root]
        mine = sorted([row for row in rows if row.layer == root], key=_path)  # a folder at a time
        changed, gone = app.store.differing(layer, [(row.path, row.size, row.mtime_ns) for row in mine])
        known = {*changed, *gone}
        doubted = [row for row in mine if row.path in dubious and row.path not in known] if dubious else []
        changed += [row.path for row in doubted if not _says(app, layer, row.path, row.hash)]
        if changed or gone:
            is_fresh = False
            _carry_out(app, layer, Found(tuple(changed), tuple(gone), (), (), 0), app.clock.monotonic_s() + EVERYTHING)
    return is_fresh


def _path(row: Row) -> str:
    return row.path


def _drop_gone(app: App) -> None:
    """Forgets layers that moved or are gone; one that comes back is indexed again. The journal keeps their history."""
    there = {layer.root for layer in app.workspace.all_layers()}
    for root in app.index.layers():
        if root not in there and not os.path.isdir(root):
            app.index.drop_layer(root)


def _says(app: App, layer: Layer, path: str, hash: str) -> bool:
    """Whether the bytes are still these, when size and mtime are."""
    from ..core.hashing import content_hash  # rarely needed, and hashlib is dear in a hook

    try:
        return content_hash(app.store.read(layer, path).data) == hash
    except SagacityError:
        return False


def _refresh_layer(app: App, layer: Layer, effort: Effort) -> Freshness:
    started = app.clock.monotonic_s()
    found = _look(app, layer, effort, started + effort.look_s)
    if not (found.read or found.drops or found.dirs or found.dirs_gone):
        return Freshness()
    return _carry_out(app, layer, found, app.clock.monotonic_s() + effort.index_s)


def _look(app: App, layer: Layer, effort: Effort, deadline: float) -> Found:
    listed_ns = app.clock.now_ms() * 1_000_000
    known = app.index.known_dirs(layer.root)
    gone: list[str] = []
    queue = [] if "" in known else [""]
    for (path, (before_ns, racy)), mtime_ns in zip(
        known.items(), app.store.dir_mtimes(layer, list(known)), strict=True
    ):
        if mtime_ns is None:
            gone.append(path)
        elif mtime_ns != before_ns or (racy and (effort.strict or _is_coarse(mtime_ns))):
            queue.append(path)
    # A folder that was gone may be there again by the time the one above it is listed.
    read, drops, dirs = _list_dirs(app, layer, queue, known.keys() - set(gone), deadline)
    for path in gone:
        drops.extend(app.index.stats_in(layer.root, path))
    if effort.files:
        read.extend(_settled(app, layer, deadline))
        changed, missing = _look_at_files(app, layer, effort, deadline)
        read.extend(changed)
        drops.extend(missing)
    keep = dict.fromkeys(path for path in read if path not in set(drops)) if drops else dict.fromkeys(read)
    return Found(tuple(keep), tuple(dict.fromkeys(drops)), tuple(dirs), tuple(gone), listed_ns)


def _is_coarse(mtime_ns: int) -> bool:
    """Whether the file system counts in whole seconds; one that does not ticks every few milliseconds."""
    return mtime_ns % 1_000_000_000 == 0


def _settled(app: App, layer: Layer, deadline: float) -> list[str]:
    """Looks once more, for good, at files that were read right after their mtime and whose clock has gone on: those
    that say the same are believed from now on, the others given.
    """
    past_ns = app.clock.now_ms() * 1_000_000 - RACY_NS
    believed: list[FileStat] = []
    changed: list[str] = []
    for recorded, hash in app.index.unsettled(layer.root):
        if app.clock.monotonic_s() > deadline:
            break
        stat = app.store.stat(layer, recorded.path)
        if stat == recorded and stat.mtime_ns < past_ns and _says(app, layer, stat.path, hash):
            believed.append(recorded)
        elif stat is None or stat.mtime_ns < past_ns:
            changed.append(recorded.path)
    if believed:
        app.index.believe(layer.root, believed)
    return changed


def _list_dirs(
    app: App, layer: Layer, queue: list[str], known: set[str], deadline: float
) -> tuple[list[str], list[str], list[DirList]]:
    """Lists the queued folders and the new ones below; (files to read, files gone, listings)."""
    read: list[str] = []
    drops: list[str] = []
    listings: list[DirList] = []
    while queue and app.clock.monotonic_s() < deadline:
        path = queue.pop()
        listing = app.store.list_dir(layer, path)
        if listing is None:
            continue
        before = app.index.stats_in(layer.root, path)
        read.extend(stat.path for stat in listing.notes if before.pop(stat.path, None) != stat)
        drops.extend(before)
        queue.extend(sub for sub in listing.dirs if sub not in known)
        listings.append(listing)
    return read, drops, listings


def _look_at_files(app: App, layer: Layer, effort: Effort, deadline: float) -> tuple[list[str], list[str]]:
    """Stats recorded files from where the last look stopped; (changed, missing)."""
    everything = effort.files == EVERYTHING or _full_pass_is_due(app, layer)
    after = app.index.get_meta(f"cursor:{layer.root}") if not everything or effort.look_s < EVERYTHING else ""
    changed: list[str] = []
    missing: list[str] = []
    started_at = after
    wrapped = not after
    n_at_once = LOOK_BATCH if everything else app.settings.freshness_slice
    while True:
        part = app.index.slice_stats(layer.root, after=after, limit=n_at_once)
        differ, gone = app.store.differing(layer, part)
        changed += differ
        missing += gone
        after, wrapped, done = _advance(part, n_at_once, started_at, wrapped=wrapped)
        if done or not everything or app.clock.monotonic_s() > deadline:
            break
    _remember_cursor(app, layer, "" if done else after, full=everything)
    return changed, missing


def _advance(part: Sequence[Recorded], n_asked: int, started_at: str, *, wrapped: bool) -> tuple[str, bool, bool]:
    """(where to go on, whether the end was passed, whether every file has been looked at)."""
    if len(part) < n_asked:
        return "", True, wrapped
    last = part[-1][0]
    return last, wrapped, wrapped and bool(started_at) and last >= started_at


def _full_pass_is_due(app: App, layer: Layer) -> bool:
    last = app.index.get_meta(f"full:{layer.root}")
    age_ms = app.clock.now_ms() - int(last or 0)
    return not 0 <= age_ms < app.settings.freshness_interval_s * 1000


def _remember_cursor(app: App, layer: Layer, cursor: str, *, full: bool) -> None:
    """A full pass that ran out of time counts as one: slices go on where it stopped, and nobody waits twice."""
    if cursor != app.index.get_meta(f"cursor:{layer.root}"):
        app.index.set_meta(f"cursor:{layer.root}", cursor)
    if full and _full_pass_is_due(app, layer):
        app.index.set_meta(f"full:{layer.root}", str(app.clock.now_ms()))


def _carry_out(app: App, layer: Layer, found: Found, deadline: float) -> Freshness:
    """Indexes in batches. The folders are recorded with the last one, so that what had to wait is found again."""
    # Parsing is not needed on an ordinary prompt, so its modules are loaded only when something changed.
    from .indexing import absorb, batch

    problems: list[str] = []
    changed = 0
    for start in range(0, len(found.read), READ_BATCH) or [0]:
        chunk = found.read[start : start + READ_BATCH]
        raws, gone = _read(app, layer, chunk, problems, deadline)
        done = start + len(chunk) >= len(found.read) and len(raws) + len(gone) == len(chunk)
        first = start == 0
        also = batch(
            layer,
            drops=(*(found.drops if first else ()), *gone),
            dirs=found.dirs if done else (),
            dirs_gone=found.dirs_gone if first else (),
            listed_ns=found.listed_ns,
        )
        changed += absorb(app, layer, raws, also) + len(also.drops)
        app.progress(f"indexing {layer.name}", min(start + READ_BATCH, len(found.read)), len(found.read))
        if app.clock.monotonic_s() > deadline:
            break
    return Freshness(changed, max(0, len(found.read) + len(found.drops) - changed - len(problems)), tuple(problems))


def _read(
    app: App, layer: Layer, paths: Sequence[str], problems: list[str], deadline: float
) -> tuple[list[RawNote], list[str]]:
    """(the files read, the paths that are gone); what cannot be read becomes a problem and counts as gone."""
    raws: list[RawNote] = []
    gone: list[str] = []
    for path in paths:
        if app.clock.monotonic_s() > deadline and raws:
            break
        try:
            raws.append(app.store.read(layer, path))
        except SagacityError as error:
            gone.append(path)
            if error.code != "not_found":
                problems.append(f"{layer.name}/{path}: {error.message}")
    return raws, gone
