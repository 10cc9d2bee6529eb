"""Evidence of notes: taken when a note is written, checked when it is shown."""

from __future__ import annotations

from os.path import dirname

from ..core.errors import SagacityError
from ..core.evidence import (
    CHANGED,
    GONE,
    UNCHECKED,
    WEIGHT,
    Finding,
    fingerprint,
    is_binary,
    judge,
    reference_of_text,
    span_of,
    text_lines,
)
from ..core.notefile import parse_note
from ..core.value import Value
from .evidence_trace import trace
from .results import EvidenceView

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..core.note import Reference
    from .context import App
    from .records import Layer, Row

    Views = tuple[EvidenceView, ...]

COMMIT_CHARS = 12
LATE = "there was no time"
NO_TREE = "it names no project whose working tree is here"


class Claim(Value):
    """A reference, and the top of the working tree it speaks of; "" where none is known."""

    reference: Reference
    top: str


class Trees:
    """Which working tree the evidence of a note lies in, for one call."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._tops: dict[tuple[str, str], str] = {}

    def top(self, layer: Layer, project: str) -> str:
        """Of a note of that layer about that project; "" where there is none on this machine."""
        key = (layer.root if layer.kind == "project" else "", project)
        if key not in self._tops:
            self._tops[key] = self._around(dirname(layer.root)) if key[0] else self._named(project)
        return self._tops[key]

    def _around(self, folder: str) -> str:
        project = self._app.workspace.place(folder).project
        return project.top if project else ""

    def _named(self, name: str) -> str:
        if not name:
            return ""
        workspace = self._app.workspace
        here = workspace.place(self._app.caller.cwd).project
        if here is not None and here.name == name:
            return here.top
        for known in workspace.projects():
            there = workspace.place(known.top).project if known.name == name else None
            if there is not None and there.name == name:
                return there.top
        return ""


class Lines:
    """Files of working trees as lines, each read once in a call."""

    def __init__(self, app: App) -> None:
        self._files = app.project_files
        self._read: dict[tuple[str, str], list[bytes] | SagacityError] = {}

    def of(self, top: str, path: str) -> list[bytes]:
        """Raises `not_found` and `refused` as `ProjectFiles.read`."""
        if self._files is None:
            raise SagacityError("refused", "this door looks at no files of projects")
        known = self._read.get((top, path))
        if known is None:
            try:
                known = text_lines(self._files.read(top, path))
            except SagacityError as error:
                known = error
            self._read[top, path] = known
        if isinstance(known, SagacityError):
            raise known
        return known


def take(app: App, references: Sequence[str], top: str) -> tuple[Reference, ...]:
    """The references with what their lines say now and the commit that is checked out; as written without a tree.

    Raises `invalid` for what is outside of the tree, not there, no readable file, or beyond its end.
    """
    return tuple(_taken(app, text, top) for text in references)


def _taken(app: App, text: str, top: str) -> Reference:
    reference = reference_of_text(text)
    if not top or app.project_files is None:
        return reference
    try:
        data = _read(app, reference, top)
    except SagacityError as error:
        if error.code not in ("not_found", "refused"):
            raise
        message = f"the reference {text!r} cannot be taken: {error.message}"
        raise SagacityError("invalid", message, hint=f"name a file of {top}, relative to it") from error
    reference, content = data
    return anchored(app, reference, content, top)


def _read(app: App, reference: Reference, top: str) -> tuple[Reference, bytes]:
    """As seen from the top; from the folder of the call, which shells complete, where that is no file."""
    assert app.project_files is not None
    try:
        return reference, app.project_files.read(top, reference.path)
    except SagacityError as error:
        if error.code != "not_found" or not app.caller.cwd.startswith(top + "/"):
            raise
        path = f"{app.caller.cwd[len(top) + 1 :]}/{reference.path}"
        try:
            return reference.replace(path=path), app.project_files.read(top, path)
        except SagacityError:
            raise error from None


def anchored(app: App, reference: Reference, data: bytes, top: str) -> Reference:
    """The reference with commit and fingerprint of what the file says. Raises `invalid` for lines it does not have."""
    lines = text_lines(data)
    span = span_of(reference.lines)
    if span is not None and is_binary(data):
        raise SagacityError(
            "invalid", f"{reference.path} is binary and has no lines {reference.lines}", hint="leave the lines out"
        )
    if span is not None and span[1] > len(lines):
        raise SagacityError(
            "invalid",
            f"{reference.path} has {len(lines)} lines, and no {reference.lines}",
            hint="give lines that are there",
        )
    first, last = span or (1, len(lines))
    commit = app.project_files.head(top)[:COMMIT_CHARS] if app.project_files else ""
    return reference.replace(commit=commit, hash=fingerprint(lines[first - 1 : last]))


def check(app: App, claims: Sequence[Claim], until_s: float) -> list[Finding]:
    """What became of each. Files alone decide of what holds or moved within its file; git is asked about the rest.
    until_s: of the clock's monotonic_s; what was not reached by then is unchecked.
    """
    lines = Lines(app)
    findings = []
    for claim in claims:
        late = app.clock.monotonic_s() >= until_s
        findings.append(Finding(UNCHECKED, why=LATE) if late else _look(lines, claim))
    lost: dict[str, list[int]] = {}
    for at, (claim, found) in enumerate(zip(claims, findings, strict=True)):
        if found.state in (CHANGED, GONE):
            lost.setdefault(claim.top, []).append(at)
    for top, places in lost.items():
        before = [findings[at] for at in places]
        after = trace(app, lines, top, [claims[at].reference for at in places], before, until_s)
        for at, found in zip(places, after, strict=True):
            findings[at] = found
    return findings


def _look(lines: Lines, claim: Claim) -> Finding:
    if not claim.top:
        return Finding(UNCHECKED, why=NO_TREE)
    try:
        return judge(claim.reference, lines.of(claim.top, claim.reference.path))
    except SagacityError as error:
        return Finding(GONE) if error.code == "not_found" else Finding(UNCHECKED, why=error.message)


def views_of(app: App, noted: Sequence[tuple[Layer, Row, Sequence[Reference]]], until_s: float) -> list[Views]:
    """What became of the evidence of each note, in the order of its references."""
    trees = Trees(app)
    claims = [Claim(one, trees.top(layer, row.project)) for layer, row, references in noted for one in references]
    found = iter(zip(claims, check(app, claims, until_s), strict=True))
    return [tuple(view_of(*next(found)) for _ in references) for _, _, references in noted]


def view_of(claim: Claim, finding: Finding) -> EvidenceView:
    """As it is shown."""
    path, lines = claim.reference.path, claim.reference.lines
    now = ""
    if finding.path or finding.lines:
        now = written(finding.path or path, finding.lines)
    return EvidenceView(written(path, lines), finding.state, now, finding.why)


def written(path: str, lines: str) -> str:
    """A reference as a user types it."""
    return f"{path}:{lines}" if lines else path


def references_of(app: App, layer: Layer, row: Row) -> tuple[Reference, ...]:
    """From the note's file, which is parsed only where it can hold any; empty when it is gone by now."""
    try:
        data = app.store.read(layer, row.path).data
    except SagacityError:
        return ()
    return parse_note(data).references if b"references" in data else ()


def shown_evidence(app: App, rows: Sequence[Row], layers: Mapping[str, Layer]) -> dict[int, Views]:
    """Of notes about to be shown, by key, within the time that the settings leave for it; those without are left out.

    layers: by root.
    """
    until_s = app.clock.monotonic_s() + app.settings.evidence_max_ms / 1000
    noted = [(layers[row.layer], row, found) for row in rows if (found := references_of(app, layers[row.layer], row))]
    return {row.key: views for (_, row, _), views in zip(noted, views_of(app, noted, until_s), strict=True)}


def weight_of(views: Views) -> float:
    """What a note's strength is multiplied by for its evidence: 1 unless some of it changed or is gone."""
    return min((WEIGHT.get(view.state, 1.0) for view in views), default=1.0)
