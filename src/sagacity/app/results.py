"""What the operations give back. Frozen records; faces turn them into text, JSON or tool results."""

from __future__ import annotations

from ..core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .explanation import AnswerExplanation, Explanation
    from .relation_view import EntityTie, LinkHint, RelationView


class Similar(Value):
    """A note that may say the same. score in 0..1."""

    id: str
    title: str
    layer: str
    score: float


class Written(Value):
    """One note after a write.

    action: created, appended, replaced, updated, renamed, archived, invalidated, deleted, restored, unchanged.
    version: content hash to pass as `expect`; "" after a deletion. state: in force, unconfirmed or waiting
    (core.trust).
    operation: pass to undo. replaced: ids of the notes that were archived since this one supersedes them.
    suggested_tags: of notes like a new one that has none; words without blanks. suggested_links: what it, or the source
    of a link, may be linked with and is not. entities: those that it was given.
    """

    id: str
    slug: str
    path: str
    layer: str
    project: str
    title: str
    type: str
    action: str
    version: str
    state: str
    operation: str
    similar: tuple[Similar, ...] = ()
    warnings: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    suggested_tags: tuple[str, ...] = ()
    suggested_links: tuple[LinkHint, ...] = ()
    entities: tuple[EntityTie, ...] = ()


class WriteResult(Value):
    """One entry a note, in the order asked."""

    notes: tuple[Written, ...]


PREVIEW_CHARS = 160
"""So much of a summary stands in a line of a preview."""


class EvidenceView(Value):
    """A reference of a note, checked. state: holds, moved, changed, gone, elsewhere (only another branch has it),
    unpinned (there, but what it said was never taken) or unchecked. now: where the text is. why: of the state; of
    elsewhere the branch.
    """

    reference: str
    state: str
    now: str = ""
    why: str = ""


class Passage(Value):
    """What a note says about the question: on one line, at most 200 characters. heading: above it, "" for none or the
    title; first_line, last_line: of the file, from 1.
    """

    text: str
    heading: str
    first_line: int
    last_line: int


class Hit(Value):
    """One result. score in 0..1 on one scale for all layers; age_days since the last change, -1 unknown.

    family: of its type (core.types), "" for an unknown one.
    trust: approved, stated, unconfirmed or untrusted. why: one line, of the newest whether it was
    created or updated last. body: only when expanded. passage: where the preview alone would not show what answers.
    superseded_by, conflicts: titles with id tails. lapsed: why it does not hold now, "" when it does. judged: that
    somebody said it is wrong, and why.
    """

    id: str
    slug: str
    title: str
    type: str
    layer: str
    project: str
    score: float
    trust: str
    summary: str
    why: str
    age_days: int
    updated_at: str
    status: str = ""
    due: str = ""
    tags: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    superseded_by: str = ""
    deprecated_by: str = ""
    lapsed: str = ""
    path: str = ""
    body: str = ""
    family: str = ""
    passage: Passage | None = None
    created_at: str = ""
    relations: tuple[RelationView, ...] = ()
    explanation: Explanation | None = None
    evidence: tuple[EvidenceView, ...] = ()
    judged: str = ""


class RecallResult(Value):
    """searched: notes that passed the filters. scope: names of the layers searched. abstained: none is good enough.

    withheld: what was left out and why, one line each. hint: what to do where nothing was found.
    """

    results: tuple[Hit, ...]
    searched: int
    abstained: bool
    scope: tuple[str, ...]
    project: str
    terms: tuple[str, ...] = ()
    took_ms: float = 0.0
    withheld: tuple[str, ...] = ()
    more: bool = False
    hint: str = ""
    explanation: AnswerExplanation | None = None


class VersionView(Value):
    """One kept version. hash "" for a tombstone."""

    at: str
    op: str
    origin: str
    hash: str
    operation: str
    door: str = ""


class FullNote(Value):
    """A whole note. path is absolute. version: content hash. raw: the file's text."""

    id: str
    slug: str
    title: str
    type: str
    kind: str
    layer: str
    project: str
    path: str
    version: str
    trust: str
    origin: str
    created_at: str
    updated_at: str
    tags: tuple[str, ...]
    synonyms: tuple[str, ...]
    summary: str
    body: str
    confidence: str = ""
    lifecycle: str = ""
    sensitivity: str = ""
    status: str = ""
    due: str = ""
    valid_from: str = ""
    valid_until: str = ""
    relations: tuple[RelationView, ...] = ()
    references: tuple[str, ...] = ()
    versions: tuple[VersionView, ...] = ()
    prs: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    enforcement: str = ""
    superseded_by: str = ""
    warnings: tuple[str, ...] = ()
    raw: str = ""
    evidence: tuple[EvidenceView, ...] = ()


class ReadResult(Value):
    """In the order asked."""

    notes: tuple[FullNote, ...]


class FeedbackResult(Value):
    """next_step: what to do about a wrong note, else empty."""

    id: str
    title: str
    verdict: str
    next_step: str = ""


class InitResult(Value):
    """The layer made."""

    layer: str
    root: str
    project: str
    project_id: str
    next_steps: tuple[str, ...] = ()


class Check(Value):
    """One thing doctor looked at. state: ok, warn or fail; fix: what to paste."""

    name: str
    state: str
    found: str
    fix: str = ""


class LayerCount(Value):
    """One layer in the index."""

    layer: str
    root: str
    notes: int


class ReindexResult(Value):
    """took_s in seconds. problems: one line each, the files named. chosen: the file that names the embedder now."""

    layers: tuple[LayerCount, ...]
    notes: int
    took_s: float
    problems: tuple[str, ...] = ()
    chosen: str = ""


class DoctorResult(Value):
    """healthy: no check failed."""

    checks: tuple[Check, ...]
    healthy: bool


class LogNote(Value):
    """A note that was shown, with the score it had then; of a verdict what it was worth, -1 to 1."""

    id: str
    title: str
    score: float = 0.0


class LogLine(Value):
    """One act of showing or writing. notes: in the order shown. terms: what was searched for. left_out: notes that
    found no room.
    """

    at: str
    kind: str
    door: str
    session: str
    project: str
    notes: tuple[LogNote, ...]
    detail: str = ""
    terms: tuple[str, ...] = ()
    tokens: int = 0
    took_ms: float = 0.0
    left_out: int = 0
    operation: str = ""


class LogResult(Value):
    """Newest first."""

    entries: tuple[LogLine, ...]


class ContextEntry(Value):
    """A note in a pack, or one that might have been. state: shown, left out (no room) or hidden. why: in words.

    section: where it stands or would stand. tokens: of the frame with it, 0 when not shown; score: of a prompt, 0..1.
    """

    id: str
    title: str
    type: str
    section: str
    state: str
    why: str
    tokens: int = 0
    score: float = 0.0
    trust: str = ""
    cut: bool = False


class ContextSection(Value):
    """budget_tokens: what it may take before others leave it more. used_tokens: what its notes take."""

    name: str
    budget_tokens: int
    used_tokens: int
    shown: int
    left_out: int


class ContextResult(Value):
    """text: as a model sees it, in its frame; "" for nothing.

    entries, sections: only when explained. acts: only of a session, oldest first. notices: one line each. off: by what
    the hooks are muted here, "" when they are not.
    """

    text: str
    project: str
    scope: tuple[str, ...]
    tokens: int = 0
    took_ms: float = 0.0
    terms: tuple[str, ...] = ()
    sections: tuple[ContextSection, ...] = ()
    entries: tuple[ContextEntry, ...] = ()
    notices: tuple[str, ...] = ()
    acts: tuple[LogLine, ...] = ()
    session: str = ""
    off: str = ""


class MuteView(Value):
    """scope: for good, here or session. what: the folder or the session. applies: to the caller's session or place."""

    scope: str
    what: str
    applies: bool


class MuteResult(Value):
    """muted: all that is muted now. changed: what this call muted or unmuted. off_here: hooks say nothing here."""

    muted: tuple[MuteView, ...]
    changed: tuple[MuteView, ...]
    off_here: bool


class SettingView(Value):
    """One setting in force. source: default, user file, project file, environment, call."""

    key: str
    value: str
    default: str
    source: str
    env: str
    help: str


class ConfigResult(Value):
    """path: the user file. muted: where the hooks are off."""

    settings: tuple[SettingView, ...]
    path: str
    muted: tuple[MuteView, ...] = ()
