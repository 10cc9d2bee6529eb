"""One Obsidian vault over all layers: made, and kept in step with the notes."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.relations import relation_of
from ..core.slug import slug
from ..core.trust import UNTRUSTED
from ..core.value import Value
from ..core.vault import INDEX, page, settings, wiki_link, with_links
from .export_all import WARNING
from .export_port import FILE, FOLDER
from .exporting import VaultResult
from .mirror import CREATED, KEPT, REMOVED, UNCHANGED, UPDATED, Mirror, Wanted, recorded_in
from .output import folder_of, outputs_of
from .selecting import Choice, Gate, choose
from .steps import Terrain, Ways

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from .context import App
    from .entry import Parsed
    from .export_port import Outputs
    from .exporting import VaultRequest
    from .mirror import Mirrored
    from .records import Row
    from .selecting import Chosen

MANIFEST = ".sagacity-vault.json"
OBSIDIAN = ".obsidian"


class Held(Value):
    """A note of the vault. place: its file below the folder. target: its own file, absolute."""

    row: Row
    parsed: Parsed
    place: str
    target: str

    @property
    def link(self) -> str:
        return wiki_link(self.place, self.parsed.note.title)


def vault(app: App, request: VaultRequest) -> VaultResult:
    """Files that a person changed, or made, are never touched. Raises `refused` for a folder that is neither empty nor
    a vault, and as `folder_of`, `choose` and `Gate` do.
    """
    folder = folder_of(app, request.path)
    outputs = outputs_of(app)
    _check_folder(outputs, folder)
    choice = Choice(
        layer=request.layer,
        project=request.project,
        confidential=request.include_confidential,
        secret=request.allow_secret,
    )
    chosen = choose(app, choice)
    gate = Gate(app, chosen.scope, choice)
    held = list(_held(chosen, gate))
    mirror = Mirror(outputs, folder, recorded_in(outputs, folder, MANIFEST), over=False, apply=not request.dry_run)
    done = mirror.carry_out(_wanted(app, chosen, held, linked=request.link))
    if not request.dry_run:
        _finish(outputs, folder, done)
    return VaultResult(
        path=folder,
        notes=len(held),
        **{action: sum(one.action == action for one in done.touched) for action in (CREATED, UPDATED, UNCHANGED)},
        removed=sum(one.action == REMOVED for one in done.touched),
        kept=tuple(f"{one.path} {one.why}" for one in done.touched if one.action == KEPT),
        left_out=(*gate.lines(), *chosen.problems),
        warnings=(WARNING,) if request.include_confidential else (),
        applied=not request.dry_run,
    )


def _check_folder(outputs: Outputs, folder: str) -> None:
    if outputs.kind(folder) == "" or outputs.is_empty(folder):
        return
    if outputs.found(folder, MANIFEST)[0] != FILE and outputs.found(folder, OBSIDIAN)[0] != FOLDER:
        raise SagacityError("refused", f"{folder} is neither empty nor a vault", hint="name another folder")


def _held(chosen: Chosen, gate: Gate) -> Iterator[Held]:
    for row in chosen.rows:
        parsed = gate.let_out(row)
        if parsed is not None:
            layer = chosen.scope.layer_of(row.layer)
            yield Held(row, parsed, f"{chosen.folders[row.layer]}/{row.path}", f"{layer.notes_dir}/{row.path}")


def _wanted(app: App, chosen: Chosen, held: Sequence[Held], *, linked: bool) -> Iterator[Wanted]:
    relations = _relations(app, chosen, held) if not linked else {}
    for one in held:
        if linked:
            yield Wanted(one.place, os.fsencode(one.target), link=True)
        else:
            yield Wanted(one.place, _copy(one, relations.get(one.row.key, {})))
    yield from _pages(held)


def _copy(one: Held, relations: Mapping[str, Sequence[str]]) -> bytes:
    data = one.parsed.raw.data
    try:
        return with_links(data, one.parsed.note, relations)
    except SagacityError:  # a file that only a person may edit is copied as it is
        return data


def _relations(app: App, chosen: Chosen, held: Sequence[Held]) -> dict[int, dict[str, list[str]]]:
    """Key of a note → relation → the notes it leads to, each in its registered direction."""
    links = {one.row.key: one.link for one in held}
    filters = chosen.scope.filters.replace(archived=True, confidential=True)
    terrain = Terrain(app, chosen.scope, filters, Ways(direction="out"), [one.row for one in held])
    found: dict[int, dict[str, list[str]]] = {}
    steps = [step for step in terrain.onward(sorted(links)) if links.get(step[1])]
    for near, far, op, *_ in sorted(steps, key=lambda step: (step[0], step[2], links[step[1]])):
        said = found.setdefault(near, {}).setdefault(relation_of(op).op, [])
        if links[far] not in said:
            said.append(links[far])
    return found


def _pages(held: Sequence[Held]) -> Iterator[Wanted]:
    """A page for each type and project, and one that lists these."""
    groups: dict[str, tuple[str, list[Held]]] = {}
    for one in held:
        groups.setdefault(f"{INDEX}/types/{slug(one.row.type)}.md", (one.row.type, []))[1].append(one)
        if one.row.project:
            groups.setdefault(f"{INDEX}/projects/{slug(one.row.project)}.md", (one.row.project, []))[1].append(one)
    for path, (title, notes) in sorted(groups.items()):
        yield Wanted(path, page(title, len(notes), [_listed(one) for one in notes]))
    home = [f"{wiki_link(path, title)} ({len(notes)})" for path, (title, notes) in sorted(groups.items())]
    yield Wanted(f"{INDEX}/home.md", page("Sagacity", len(held), home))


def _listed(one: Held) -> str:
    row = one.row
    archived = row.lifecycle if row.lifecycle == "archived" else ""
    facts = (row.status, "untrusted" if row.trust == UNTRUSTED else "", archived)
    said = ", ".join(fact for fact in facts if fact)
    link = one.link or f"`{one.place}`"
    return f"{link} ({said})" if said else link


def _finish(outputs: Outputs, folder: str, done: Mirrored) -> None:
    """Settings where there are none, and what is ours."""
    for name, data in settings().items():
        if not outputs.found(folder, f"{OBSIDIAN}/{name}")[0]:
            outputs.put(folder, f"{OBSIDIAN}/{name}", data, link=False)
    files = {path: {"sha256": found} for path, found in sorted(done.made.items())}
    text = json.dumps({"format": "sagacity-vault", "version": 1, "files": files}, ensure_ascii=False, indent=1)
    outputs.put(folder, MANIFEST, f"{text}\n".encode("utf-8", "replace"), link=False)
