"""All notes, for another machine, another program or a drawer: as the files they are, or a line each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..core.dates import from_ms
from ..core.errors import SagacityError
from ..core.trust import label
from .export_port import FOLDER
from .exporting import ExportResult
from .mirror import Mirror, Wanted, recorded_in
from .output import file_of, folder_of, outputs_of
from .selecting import ALL, Choice, Gate, choose

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .context import App
    from .entry import Parsed
    from .exporting import ExportRequest
    from .records import Row
    from .selecting import Chosen

MANIFEST = "manifest.json"
WARNING = "confidential notes lie there as they are: nothing of ours guards them any more"


class Leaving:
    """The notes on their way out, one after the other. record: what is said of each beside its file."""

    def __init__(self, app: App, chosen: Chosen, gate: Gate) -> None:
        self._app = app
        self._chosen = chosen
        self._gate = gate
        self.count = 0

    def notes(self) -> Iterator[tuple[Row, Parsed]]:
        total = len(self._chosen.rows)
        for at, row in enumerate(self._chosen.rows):
            self._app.progress("exporting", at, total)
            parsed = self._gate.let_out(row)
            if parsed is not None:
                self.count += 1
                yield row, parsed

    def lines(self) -> Iterator[bytes]:
        """A JSON record each."""
        for row, parsed in self.notes():
            yield json.dumps(self._record(row, parsed), ensure_ascii=False).encode("utf-8", "replace") + b"\n"

    def file(self, row: Row) -> str:
        """Where a note lies in the export."""
        return f"{self._chosen.folders[row.layer]}/{row.path}"

    def about(self, row: Row, parsed: Parsed) -> dict[str, Any]:
        """What stands in no file: whose word it is, what it may do, and how many versions the journal has."""
        return {
            "id": row.id,
            "layer": self._chosen.scope.layer_of(row.layer).name,
            "version": parsed.hash,
            "versions": len(self._app.journal.lineage(row.id, limit=ALL)),
            "door_origin": row.origin,
            "trust": label(row.trust),
        }

    def _record(self, row: Row, parsed: Parsed) -> dict[str, Any]:
        note = parsed.note
        fields = {field: getattr(note, field) for field in TEXTS}
        lists = {field: list(getattr(note, field)) for field in LISTS}
        return {
            **self.about(row, parsed),
            "path": row.path,
            "slug": row.slug,
            "title": note.title,
            "type": row.type,
            **fields,
            **lists,
            "created_at": from_ms(row.created_ms),
            "updated_at": from_ms(row.updated_ms),
            "sensitivity": row.sensitivity,
            "relations": [
                {"op": one.op, "target": one.target, "note": one.note, "properties": dict(one.properties)}
                for one in note.relations
            ],
            "references": [
                {"path": one.path, "lines": one.lines, "commit": one.commit, "hash": one.hash}
                for one in note.references
            ],
            "body": note.body,
            "error": note.error,
            "file": parsed.raw.data.decode("utf-8", "replace"),
        }


TEXTS = (
    "kind", "summary", "scope", "project", "valid_from", "valid_until", "confidence", "lifecycle", "memory_family",
    "provenance", "origin", "enforcement", "status", "due",
)  # fmt: skip
LISTS = ("tags", "synonyms", "triggers", "prs")


def export_all(app: App, request: ExportRequest) -> ExportResult:
    """Raises `invalid` without a place to write to, `refused` for one that is taken, and as `choose` and `Gate` do."""
    if not request.output:
        raise SagacityError("invalid", "all notes need a place to go to", hint="--output names a file or folder")
    choice = Choice(
        request.layer,
        request.project,
        request.types,
        request.since,
        request.include_confidential,
        request.allow_secret,
    )
    what = request.format or "markdown"
    path = _free_file(app, request) if what == "jsonl" else _free_folder(app, request)
    chosen = choose(app, choice)
    gate = Gate(app, chosen.scope, choice)
    leaving = Leaving(app, chosen, gate)
    if what == "jsonl":
        outputs_of(app).write(path, leaving.lines(), replace=request.force)
    else:
        _write_files(app, leaving, path)
    return ExportResult(
        what,
        leaving.count,
        (*gate.lines(), *chosen.problems),
        path=path,
        warnings=(WARNING,) if request.include_confidential else (),
    )


def _free_file(app: App, request: ExportRequest) -> str:
    path = file_of(app, request.output, "")
    if outputs_of(app).kind(path) and not request.force:
        raise SagacityError("refused", f"{path} is there already", hint="--force replaces it")
    return path


def _free_folder(app: App, request: ExportRequest) -> str:
    path = folder_of(app, request.output)
    outputs = outputs_of(app)
    if outputs.kind(path) == FOLDER and not outputs.is_empty(path) and not request.force:
        raise SagacityError("refused", f"{path} is not empty", hint="name another folder, or --force replaces files")
    return path


def _write_files(app: App, leaving: Leaving, folder: str) -> None:
    """The files, then the manifest. What an earlier export left, and nobody changed, goes away."""
    said: dict[str, dict[str, Any]] = {}

    def wanted() -> Iterator[Wanted]:
        for row, parsed in leaving.notes():
            said[leaving.file(row)] = leaving.about(row, parsed)
            yield Wanted(leaving.file(row), parsed.raw.data)

    outputs = outputs_of(app)
    mirror = Mirror(outputs, folder, recorded_in(outputs, folder, MANIFEST), over=True, apply=True)
    done = mirror.carry_out(wanted())
    blocked = [one for one in done.touched if one.action == "kept" and one.path in said]
    if blocked:
        message = f"{folder}/{blocked[0].path}: {blocked[0].why}"
        raise SagacityError("refused", message, hint="name another folder")
    files = {path: {"sha256": done.made[path], **about} for path, about in said.items()}
    text = json.dumps({"format": "sagacity-export", "version": 1, "files": files}, ensure_ascii=False, indent=1)
    outputs.put(folder, MANIFEST, f"{text}\n".encode("utf-8", "replace"), link=False)
