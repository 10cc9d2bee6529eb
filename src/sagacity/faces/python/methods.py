"""The operations as typed methods. Made by `python -m scripts.generate_docs`: change the table, not this file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from ...app import (
    ability,
    browsing,
    counting,
    evaluation,
    exporting,
    graphing,
    grouping,
    guarding,
    inferring,
    linting,
    planned,
    results,
    settling,
    shelving,
    skilling,
    tagging,
    versions,
    walking,
    working,
)
from .calls import Calls

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Unpack

    from ...app.requests import EntityInput, NoteInput, RelationInput
    from ...app.working import LessonInput


class RememberFields(TypedDict, total=False):
    """What `remember` may be told by name."""

    title: str
    type: str
    tags: str | Sequence[str]
    project: str
    layer: str
    summary: str
    synonyms: str | Sequence[str]
    relations: Sequence[RelationInput | Mapping[str, Any] | str]
    entities: Sequence[EntityInput | Mapping[str, Any] | str]
    references: str | Sequence[str]
    status: str
    due: str
    confidence: str
    sensitivity: str
    valid_from: str
    valid_until: str
    triggers: str | Sequence[str]
    enforcement: str
    to: str
    mode: str
    expect: str
    notes: Sequence[NoteInput | Mapping[str, Any] | str]
    supersedes: str | Sequence[str]


class UpdateFields(TypedDict, total=False):
    """What `update` may be told by name."""

    expect: str
    title: str
    type: str
    content: str
    summary: str
    add_tags: str | Sequence[str]
    remove_tags: str | Sequence[str]
    add_synonyms: str | Sequence[str]
    status: str
    due: str
    project: str
    confidence: str
    sensitivity: str
    valid_from: str
    valid_until: str
    clear: str | Sequence[str]
    add_references: str | Sequence[str]
    reanchor: bool


class EditFields(TypedDict, total=False):
    """What `edit` may be told by name."""

    text: str
    expect: str


class ForgetFields(TypedDict, total=False):
    """What `forget` may be told by name."""

    how: str
    reason: str
    expect: str


class UndoFields(TypedDict, total=False):
    """What `undo` may be told by name."""

    operation: str


class RestoreFields(TypedDict, total=False):
    """What `restore` may be told by name."""

    expect: str


class LinkFields(TypedDict, total=False):
    """What `link` may be told by name."""

    note: str
    properties: str | Sequence[str]
    remove: bool


class FeedbackFields(TypedDict, total=False):
    """What `feedback` may be told by name."""

    reason: str


class WorkFields(TypedDict, total=False):
    """What `work` may be told by name."""

    prs: str | Sequence[str]
    lessons: Sequence[LessonInput | Mapping[str, Any] | str]
    reason: str
    force: bool
    archive: bool
    title: str
    expect: str
    due: str
    status: str | Sequence[str]
    plan: str
    project: str
    everywhere: bool
    limit: int


class RecallFields(TypedDict, total=False):
    """What `recall` may be told by name."""

    like: str
    types: str | Sequence[str]
    tags: str | Sequence[str]
    prefer_tags: str | Sequence[str]
    project: str
    layer: str
    everywhere: bool
    since: str
    until: str
    as_of: str
    status: str | Sequence[str]
    limit: int
    offset: int
    expand: int
    with_: str | Sequence[str]
    no_untrusted: bool
    budget_tokens: int
    detail: str
    explain: bool


class ReadFields(TypedDict, total=False):
    """What `read` may be told by name."""

    project: str
    versions: bool
    as_of: str
    explain: bool


class ListFields(TypedDict, total=False):
    """What `list` may be told by name."""

    types: str | Sequence[str]
    tags: str | Sequence[str]
    status: str | Sequence[str]
    project: str
    layer: str
    everywhere: bool
    since: str
    as_of: str
    with_: str | Sequence[str]
    limit: int
    offset: int


class RecentFields(TypedDict, total=False):
    """What `recent` may be told by name."""

    since: str
    change: str
    types: str | Sequence[str]
    tags: str | Sequence[str]
    project: str
    layer: str
    everywhere: bool
    limit: int
    offset: int


class SimilarFields(TypedDict, total=False):
    """What `similar` may be told by name."""

    types: str | Sequence[str]
    tags: str | Sequence[str]
    project: str
    layer: str
    everywhere: bool
    limit: int
    explain: bool


class StaleFields(TypedDict, total=False):
    """What `stale` may be told by name."""

    project: str
    layer: str
    everywhere: bool
    limit: int


class HistoryFields(TypedDict, total=False):
    """What `history` may be told by name."""

    deleted: bool
    limit: int


class DiffFields(TypedDict, total=False):
    """What `diff` may be told by name."""

    words: bool


class WalkFields(TypedDict, total=False):
    """What `walk` may be told by name."""

    mode: str
    to: str
    depth: int
    relations: str | Sequence[str]
    direction: str
    types: str | Sequence[str]
    project: str
    layer: str
    everywhere: bool
    no_untrusted: bool
    limit: int


class InferFields(TypedDict, total=False):
    """What `infer` may be told by name."""

    project: str
    layer: str
    min_score: int
    limit: int


class ConflictsFields(TypedDict, total=False):
    """What `conflicts` may be told by name."""

    project: str
    layer: str
    everywhere: bool
    limit: int


class DuplicatesFields(TypedDict, total=False):
    """What `duplicates` may be told by name."""

    kinds: str | Sequence[str]
    types: str | Sequence[str]
    project: str
    layer: str
    everywhere: bool
    limit: int


class MergeFields(TypedDict, total=False):
    """What `merge` may be told by name."""

    yes: bool
    expect: str


class PromoteFields(TypedDict, total=False):
    """What `promote` may be told by name."""

    to: str
    yes: bool
    expect: str


class ReviewFields(TypedDict, total=False):
    """What `review` may be told by name."""

    reason: str
    project: str
    layer: str
    everywhere: bool
    limit: int


class ExportFields(TypedDict, total=False):
    """What `export` may be told by name."""

    all: bool
    output: str
    format: str
    depth: int
    layer: str
    project: str
    types: str | Sequence[str]
    since: str
    force: bool


class VaultFields(TypedDict, total=False):
    """What `vault` may be told by name."""

    layer: str
    project: str
    link: bool
    dry_run: bool


class GraphFields(TypedDict, total=False):
    """What `graph` may be told by name."""

    all: bool
    output: str
    format: str
    depth: int
    layer: str
    project: str
    types: str | Sequence[str]
    limit: int
    force: bool


class ContextFields(TypedDict, total=False):
    """What `context` may be told by name."""

    project: str
    budget_tokens: int
    explain: bool
    prompt: str
    session: str


class LogFields(TypedDict, total=False):
    """What `log` may be told by name."""

    since: str
    kind: str
    note: str
    project: str
    session: str
    limit: int


class StatsFields(TypedDict, total=False):
    """What `stats` may be told by name."""

    since: str
    project: str


class OffFields(TypedDict, total=False):
    """What `off` may be told by name."""

    session: str
    here: bool
    for_good: bool


class OnFields(TypedDict, total=False):
    """What `on` may be told by name."""

    session: str
    here: bool
    for_good: bool


class SkillFields(TypedDict, total=False):
    """What `skill` may be told by name."""

    project: str
    layer: str
    everywhere: bool


class SkillAddFields(TypedDict, total=False):
    """What `skill add` may be told by name."""

    content: str
    name: str
    tags: str | Sequence[str]
    project: str
    layer: str


class SkillInstallFields(TypedDict, total=False):
    """What `skill install` may be told by name."""

    project: bool
    global_: bool
    skills: str | Sequence[str]
    edited: str
    yes: bool
    expect: str


class SkillUninstallFields(TypedDict, total=False):
    """What `skill uninstall` may be told by name."""

    project: bool
    global_: bool
    skills: str | Sequence[str]
    yes: bool
    expect: str


class TagsFields(TypedDict, total=False):
    """What `tags` may be told by name."""

    note: str
    tags: str | Sequence[str]
    prefix: str
    variants: bool
    project: str
    layer: str
    everywhere: bool
    limit: int


class TagsRenameFields(TypedDict, total=False):
    """What `tags rename` may be told by name."""

    dry_run: bool
    project: str
    layer: str
    everywhere: bool


class TagsMergeFields(TypedDict, total=False):
    """What `tags merge` may be told by name."""

    into: str
    dry_run: bool
    project: str
    layer: str
    everywhere: bool


class LintFields(TypedDict, total=False):
    """What `lint` may be told by name."""

    everywhere: bool
    strict: bool
    ignore: str | Sequence[str]
    fix: bool
    dry_run: bool


class InitFields(TypedDict, total=False):
    """What `init` may be told by name."""

    name: str
    display_name: str


class ReindexFields(TypedDict, total=False):
    """What `reindex` may be told by name."""

    check: bool
    embedder: str


class EvalFields(TypedDict, total=False):
    """What `eval` may be told by name."""

    sets: str | Sequence[str]
    pooled: bool
    half: str
    questions: int
    cache: str


class Methods(Calls):
    """One method an operation."""

    def remember(self, content: str = "", **fields: Unpack[RememberFields]) -> results.WriteResult:
        """Write a note, append to one, or replace its text.

        content: what to remember, markdown; the first line or heading is the title unless one is given
        title: title, the handle people and agents will use
        type: note type: fact, decision, convention, policy, preference, learning/gotcha, task …
        tags: tags
        project: project the note is about, none for all; default: the current one where the type is about projects
        layer: where it is kept: personal (default) or project (committed with the code)
        summary: one to five lines that let a reader decide whether to open the note
        synonyms: other names it should be found under
        relations: typed edges to other notes
        entities: people, projects and things it speaks of: found by name, or made
        references: evidence in the working tree, path or path:10-20
        status: plans and tasks: not_started, pending, complete, blocked, cancelled
        due: due date: 2026-12-24, tomorrow, friday, in 2 weeks, end of month, 24 Dec
        confidence: how sure: canonical, tentative (default), proposed
        sensitivity: public, internal (default), confidential (never leaves this machine)
        valid_from: holds from this date on
        valid_until: holds until this date
        triggers: rules: actions governed, NAME or NAME(GLOB)
        enforcement: rules: advise (default) or block
        to: an existing note (id, slug, title) to append to, or to replace with mode=replace
        mode: create, append or replace; default create, append with `to`
        expect: version the change was made against; refused if the note has another by now
        notes: several notes at once, one durable group
        supersedes: notes that this one replaces: they are archived with it
        """
        return self._call(results.WriteResult, "remember", {"content": content, **fields})

    def update(self, handle: str, **fields: Unpack[UpdateFields]) -> results.WriteResult:
        """Change parts of a note.

        handle: the note
        expect: version the change was made against; refused if the note has another by now
        title: new title; the file is renamed and the old name stays as a synonym
        type: new type
        content: new body, replacing the old
        summary: new summary
        add_tags: tags to add
        remove_tags: tags to take off
        add_synonyms: other names to add
        status: new status
        due: new due date, as in remember; none clears it
        project: project it is about; none clears it
        confidence: canonical, tentative or proposed
        sensitivity: public, internal or confidential
        valid_from: holds from
        valid_until: holds until; none clears it
        clear: fields to empty
        add_references: evidence to add, path or path:10-20
        reanchor: take its evidence anew: follow what moved, accept what changed
        """
        return self._call(results.WriteResult, "update", {"handle": handle, **fields})

    def edit(self, handle: str, **fields: Unpack[EditFields]) -> results.WriteResult:
        """Edit a note's file in your editor.

        handle: the note
        text: the new file, frontmatter and body
        expect: version that was edited
        """
        return self._call(results.WriteResult, "edit", {"handle": handle, **fields})

    def forget(self, handles: str | Sequence[str], **fields: Unpack[ForgetFields]) -> results.WriteResult:
        """Archive, invalidate or delete notes; undoable.

        handles: the notes
        how: archive hides it, invalidate says it no longer holds, delete removes the file and keeps a tombstone
        reason: why, kept in the journal
        expect: version this was decided on
        """
        return self._call(results.WriteResult, "forget", {"handles": handles, **fields})

    def undo(self, handle: str = "", **fields: Unpack[UndoFields]) -> results.WriteResult:
        """Take back the newest change, as a new version.

        handle: the note; default: the newest change of all
        operation: the change to take back, as printed by log and remember
        """
        return self._call(results.WriteResult, "undo", {"handle": handle, **fields})

    def restore(self, handle: str, version: str, **fields: Unpack[RestoreFields]) -> results.WriteResult:
        """Write an earlier version of a note again, also of one that is gone.

        handle: the note, also one that was deleted
        version: the version, or how it begins, as history shows it
        expect: version this was decided on
        """
        return self._call(results.WriteResult, "restore", {"handle": handle, "version": version, **fields})

    def link(self, source: str, op: str, target: str, **fields: Unpack[LinkFields]) -> results.WriteResult:
        """Relate one note to another, or take the relation off.

        source: the note that declares the edge
        op: relation, for example refines, supersedes, depends_on
        target: the other note
        note: why, in a few words
        properties: name=value
        remove: take the edge off instead
        """
        return self._call(results.WriteResult, "link", {"source": source, "op": op, "target": target, **fields})

    def feedback(self, handle: str, verdict: str, **fields: Unpack[FeedbackFields]) -> results.FeedbackResult:
        """Say whether a note that was shown was useful, irrelevant or wrong.

        handle: the note
        verdict: what it was worth: useful, irrelevant or wrong
        reason: why; needed for wrong
        """
        return self._call(results.FeedbackResult, "feedback", {"handle": handle, "verdict": verdict, **fields})

    def work(self, action: str = "", handle: str = "", **fields: Unpack[WorkFields]) -> working.WorkResult:
        """Plans and tasks: what is due; start, complete, block one.

        action: what to do with it; without: the agenda
        handle: the plan or task
        prs: complete: addresses of pull requests
        lessons: complete: what was learnt, kept as a note linked to it
        reason: block, cancel: why
        force: complete: a plan although sub-tasks of it are open
        archive: graduate: put the plan away
        title: graduate: title of the feature note
        expect: version the action was decided on; refused if the note has another by now
        due: start, block, reopen: new due date; agenda: only what is due by then, or overdue, or none
        status: agenda: only these; default: what is open
        plan: agenda: only this plan and what belongs to it
        project: agenda: as if in this project
        everywhere: agenda: of all projects
        limit: agenda: most entries
        """
        return self._call(working.WorkResult, "work", {"action": action, "handle": handle, **fields})

    def recall(self, query: str = "", **fields: Unpack[RecallFields]) -> results.RecallResult:
        """Find notes by meaning of the words; without a query the newest.

        query: what you want to know, in any words; empty lists the newest
        like: instead of a query: a note, to find what is like it
        types: only these note types
        tags: only notes with all of these tags
        prefer_tags: rank notes with these tags a little higher
        project: search as if in this project; default: the current one
        layer: only this layer: personal, project or a name
        everywhere: search the notes of all projects you opened
        since: changed since: 7d, 24h, a date or `last week`
        until: changed before: a date, a duration, or the end of `last week`
        as_of: what held then: a date or a period, as `2026-05-31` or `last month`
        status: plans and tasks with this status
        limit: most results; default: the setting recall_limit
        offset: results to skip
        expand: give the first N results in full
        with_: superseded, archived; edges
        no_untrusted: hide notes nobody has approved
        budget_tokens: stop before this many tokens of text; 0 is no limit
        detail: previews: a line each; passages: with what each says about it; default: a passage where the preview
            lacks the words and there is room
        explain: say how each score came about
        """
        return self._call(results.RecallResult, "recall", {"query": query, **fields})

    def read(self, handles: str | Sequence[str], **fields: Unpack[ReadFields]) -> results.ReadResult:
        """Read notes whole.

        handles: id, last 7 characters of it, slug, title or synonym
        project: resolve as if in this project
        versions: list the versions kept
        as_of: as it was then: a date or a period
        explain: say who made each relation, when, and who confirmed it
        """
        return self._call(results.ReadResult, "read", {"handles": handles, **fields})

    def list(self, **fields: Unpack[ListFields]) -> results.RecallResult:
        """List notes, newest first.

        types: only these note types
        tags: only notes with all of these tags
        status: plans and tasks with this status
        project: as if in this project
        layer: only this layer
        everywhere: all projects
        since: changed since: 7d, 24h, a date or `last week`
        as_of: what held then: a date or a period
        with_: archived, superseded
        limit: most results
        offset: results to skip
        """
        return self._call(results.RecallResult, "list", {**fields})

    def recent(self, **fields: Unpack[RecentFields]) -> results.RecallResult:
        """List what was created or updated lately.

        since: 7d, 24h or a date
        change: created: only notes made since then; updated: only older ones that changed
        types: only these note types
        tags: only notes with all of these tags
        project: as if in this project
        layer: only this layer
        everywhere: all projects
        limit: most results
        offset: results to skip
        """
        return self._call(results.RecallResult, "recent", {**fields})

    def similar(self, handle: str, **fields: Unpack[SimilarFields]) -> results.RecallResult:
        """Find notes like one, by words and meaning.

        handle: the note
        types: only these note types
        tags: only notes with all of these tags
        project: as if in this project
        layer: only this layer
        everywhere: all projects
        limit: most results; default: the setting recall_limit
        explain: say how each score came about
        """
        return self._call(results.RecallResult, "similar", {"handle": handle, **fields})

    def stale(self, **fields: Unpack[StaleFields]) -> browsing.StaleResult:
        """List notes whose evidence changed, moved or is gone.

        project: as if in this project
        layer: only this layer
        everywhere: all projects
        limit: most notes listed; all are checked
        """
        return self._call(browsing.StaleResult, "stale", {**fields})

    def history(self, handle: str = "", **fields: Unpack[HistoryFields]) -> versions.HistoryResult:
        """Every version of a note, whoever made it; also of one that is gone.

        handle: the note, also one that was deleted
        deleted: list the notes that are gone instead
        limit: most lines
        """
        return self._call(versions.HistoryResult, "history", {"handle": handle, **fields})

    def diff(self, handle: str, version: str = "", to: str = "", **fields: Unpack[DiffFields]) -> versions.DiffResult:
        """What changed between two versions of a note, by default last.

        handle: the note, also one that was deleted
        version: a version or how it begins; default: the one before the last change
        to: the version to compare it with; default: what the note is now
        words: mark the words that changed: [-old-] {+new+}
        """
        return self._call(versions.DiffResult, "diff", {"handle": handle, "version": version, "to": to, **fields})

    def walk(self, handle: str, **fields: Unpack[WalkFields]) -> walking.WalkResult:
        """Follow relations from a note: what is around it, between two, or behind one.

        handle: the note to begin with
        mode: neighbourhood: what is around it; path: how it hangs together with `to`; provenance: what it comes
            from; default: path with `to`, else neighbourhood
        to: the note where a path ends
        depth: most steps; default: 2, for a path 6, for provenance 8
        relations: only over these; an inverse word (governed_by) is the same relation, seen from the other end
        direction: out: along the relations, in: against them; default: both, and out for provenance
        types: only these note types, and what lies on the way to them
        project: as if in this project
        layer: only this layer
        everywhere: all projects
        no_untrusted: hide notes nobody has approved
        limit: most notes
        """
        return self._call(walking.WalkResult, "walk", {"handle": handle, **fields})

    def infer(self, handle: str = "", **fields: Unpack[InferFields]) -> inferring.InferResult:
        """Propose relations that notes suggest: by their text, their evidence, and what is read together.

        handle: only those from or to this note; default: of the newest notes
        project: as if in this project
        layer: only this layer
        min_score: leave out what scores lower, in hundredths
        limit: most proposals
        """
        return self._call(inferring.InferResult, "infer", {"handle": handle, **fields})

    def conflicts(self, **fields: Unpack[ConflictsFields]) -> settling.ConflictsResult:
        """List pairs of notes that cannot both hold, and what settles each.

        project: as if in this project
        layer: only this layer
        everywhere: all projects
        limit: most pairs listed; all are counted
        """
        return self._call(settling.ConflictsResult, "conflicts", {**fields})

    def duplicates(self, **fields: Unpack[DuplicatesFields]) -> grouping.DuplicatesResult:
        """List groups of notes that say the same, and what merges each.

        kinds: only these: exact, near (by words), semantic (by meaning)
        types: only these note types
        project: as if in this project
        layer: only this layer
        everywhere: all projects
        limit: most groups listed; all are counted
        """
        return self._call(grouping.DuplicatesResult, "duplicates", {**fields})

    def merge(self, keep: str, others: str | Sequence[str], **fields: Unpack[MergeFields]) -> planned.PlanResult:
        """Make one note of several: plan, question, apply.

        keep: the note that stays
        others: the notes that go into it and are archived
        yes: apply without asking
        expect: the plan that was agreed to; refused if another is due by now
        """
        return self._call(planned.PlanResult, "merge", {"keep": keep, "others": others, **fields})

    def promote(self, handle: str, **fields: Unpack[PromoteFields]) -> planned.PlanResult:
        """Move a note to a layer with more readers: plan, question, apply.

        handle: the note
        to: project, or the name of another layer
        yes: apply without asking
        expect: the plan that was agreed to; refused if another is due by now
        """
        return self._call(planned.PlanResult, "promote", {"handle": handle, **fields})

    def review(self, action: str = "", handle: str = "", **fields: Unpack[ReviewFields]) -> settling.ReviewResult:
        """List what waits for a person, or dismiss it.

        action: list, or dismiss: the note stays as it is
        handle: the note that a dismissal is about
        reason: why it is dismissed; needed
        project: as if in this project
        layer: only this layer
        everywhere: all projects
        limit: most notes of each kind listed; all are counted
        """
        return self._call(settling.ReviewResult, "review", {"action": action, "handle": handle, **fields})

    def export(self, handle: str = "", **fields: Unpack[ExportFields]) -> exporting.ExportResult:
        """Write the history of a design: idea, plan, decisions, mistakes, lessons.

        handle: the note that a notebook begins with: a plan, a feature, a decision …
        all: export all notes instead, of every layer you have
        output: the file, or a folder that gets one; of all notes as markdown a folder; default of a notebook: print
            it
        format: of all notes: markdown (default), their files as they are, or jsonl, a line each
        depth: of a notebook: most steps over relations
        layer: of all notes: only this layer
        project: of all notes: only those about this project, or in its layer; else as if in this one
        types: of all notes: only these types
        since: of all notes: changed since then, 2026-11-01 or 30d
        force: replace what is there
        """
        return self._call(exporting.ExportResult, "export", {"handle": handle, **fields})

    def vault(self, path: str, **fields: Unpack[VaultFields]) -> exporting.VaultResult:
        """Make or update an Obsidian vault over all layers.

        path: the folder: new, empty, or a vault
        layer: only this layer
        project: only notes about this project, or in its layer
        link: links to the files of the notes instead of copies with their relations
        dry_run: only say what would change
        """
        return self._call(exporting.VaultResult, "vault", {"path": path, **fields})

    def graph(self, handle: str = "", **fields: Unpack[GraphFields]) -> graphing.GraphResult:
        """Draw notes and their relations: around one, or all.

        handle: the note in the middle
        all: all notes instead, those with most relations first
        output: write it to this file, or into this folder; default: print it
        format: svg: a picture; dot, mermaid, json: for programs that draw
        depth: around a note: most steps
        layer: only this layer
        project: around a note: as if in this project; of all notes: only those about it, or in its layer
        types: of all notes: only these types
        limit: most notes
        force: replace the file that is there
        """
        return self._call(graphing.GraphResult, "graph", {"handle": handle, **fields})

    def context(self, **fields: Unpack[ContextFields]) -> results.ContextResult:
        """What a session starts with: rules, open work, memories of the project.

        project: as if in this project; default: the current one
        budget_tokens: most tokens; default: what a session start gives
        explain: say of every note why it is there, what it costs, and what was left out
        prompt: what this prompt would bring
        session: what this session was shown, in order; last is the newest
        """
        return self._call(results.ContextResult, "context", {**fields})

    def log(self, **fields: Unpack[LogFields]) -> results.LogResult:
        """What was shown or changed, when and why.

        since: 7d, 24h, a date or `last week`
        kind: only these: start, prompt, guard, context, recall, read, feedback or write
        note: only this note
        project: only in this project
        session: only this session; last is the newest, this the one the command runs in
        limit: most entries
        """
        return self._call(results.LogResult, "log", {**fields})

    def stats(self, **fields: Unpack[StatsFields]) -> counting.StatsResult:
        """What the memory put before agents a day, what it cost, how much was used.

        since: 7d, 24h, a date or `last week`
        project: only in this project
        """
        return self._call(counting.StatsResult, "stats", {**fields})

    def off(self, **fields: Unpack[OffFields]) -> results.MuteResult:
        """Hooks say nothing: in this session, this project, or anywhere.

        session: this session: an id, or this for the one the command runs in
        here: this project, in all of its working trees
        for_good: everywhere, until it is turned on again
        """
        return self._call(results.MuteResult, "off", {**fields})

    def on(self, **fields: Unpack[OnFields]) -> results.MuteResult:
        """Hooks speak again.

        session: this session: an id, or this for the one the command runs in
        here: this project, in all of its working trees
        for_good: everywhere, until it is turned on again
        """
        return self._call(results.MuteResult, "on", {**fields})

    def skill(self, name: str = "", **fields: Unpack[SkillFields]) -> skilling.SkillResult:
        """Give a skill by its name; without one, list them and when to use each.

        name: the skill; case, dashes, blanks and slashes do not count; without one, all are listed
        project: as if in this project; default: the current one
        layer: only this layer
        everywhere: all projects
        """
        return self._call(skilling.SkillResult, "skill", {"name": name, **fields})

    def skill_add(self, path: str = "", **fields: Unpack[SkillAddFields]) -> skilling.SkillAddResult:
        """Keep a SKILL.md, to the byte, as a note.

        path: a SKILL.md, or the folder that holds one; - is standard input
        content: the text of a SKILL.md, instead of a path
        name: what it is called; default: the name that it gives itself, or its folder's
        tags: tags
        project: project it is for; default: the current one; none: for all
        layer: where it is kept: personal (default) or project (committed with the code)
        """
        return self._call(skilling.SkillAddResult, "skill add", {"path": path, **fields})

    def skill_install(self, agents: str | Sequence[str], **fields: Unpack[SkillInstallFields]) -> planned.PlanResult:
        """Put the skills that come with Sagacity where agents look for skills.

        agents: the agents, or all
        project: into the project at hand, for all who work on it
        global_: for all of your projects
        skills: only these
        edited: what to do with a file that you have changed: keep or overwrite
        yes: apply without asking
        expect: the plan that was agreed to; refused if another is due by now
        """
        return self._call(planned.PlanResult, "skill install", {"agents": agents, **fields})

    def skill_uninstall(
        self, agents: str | Sequence[str], **fields: Unpack[SkillUninstallFields]
    ) -> planned.PlanResult:
        """Take away the skills that were installed and nobody changed.

        agents: the agents, or all
        project: from the project at hand
        global_: from where all of your projects find them
        skills: only these
        yes: apply without asking
        expect: the plan that was agreed to; refused if another is due by now
        """
        return self._call(planned.PlanResult, "skill uninstall", {"agents": agents, **fields})

    def skill_verify(self) -> shelving.SkillVerifyResult:
        """Say which of the shipped skills are installed, and in what state.

        No fields.
        """
        return self._call(shelving.SkillVerifyResult, "skill verify", {})

    def tags(self, text: str = "", **fields: Unpack[TagsFields]) -> tagging.TagsResult:
        """List the tags in use, or suggest those that fit a text.

        text: suggest tags that fit this text
        note: suggest tags that fit this note
        tags: tags it has already, for those that go with them
        prefix: list only tags that begin so
        variants: list only tags that differ in case, dashes, blanks or a plural
        project: as if in this project; default: the current one
        layer: only this layer
        everywhere: all projects
        limit: most tags; default: 100, suggested: 8
        """
        return self._call(tagging.TagsResult, "tags", {"text": text, **fields})

    def tags_rename(self, old: str, new: str, **fields: Unpack[TagsRenameFields]) -> tagging.TagsChangeResult:
        """Give a tag another name in all notes in scope, as one undoable change.

        old: the tag, in any spelling
        new: what it is to be
        dry_run: only say which notes would change, and how
        project: as if in this project; default: the current one
        layer: only this layer
        everywhere: all projects
        """
        return self._call(tagging.TagsChangeResult, "tags rename", {"old": old, "new": new, **fields})

    def tags_merge(self, tags: str | Sequence[str], **fields: Unpack[TagsMergeFields]) -> tagging.TagsChangeResult:
        """Make one tag of several in all notes in scope, as one undoable change.

        tags: the tags, in any spelling
        into: what they are to be, one of them or another
        dry_run: only say which notes would change, and how
        project: as if in this project; default: the current one
        layer: only this layer
        everywhere: all projects
        """
        return self._call(tagging.TagsChangeResult, "tags merge", {"tags": tags, **fields})

    def lint(self, what: str | Sequence[str] = (), **fields: Unpack[LintFields]) -> linting.LintResult:
        """Check notes against the published format, and repair what can only mean one thing.

        what: files, folders, layers or notes; default: all layers read here
        everywhere: the layers of all projects you opened
        strict: warnings count as errors do
        ignore: leave out a rule, by code or name
        fix: repair what can only be meant in one way; undoable as one change
        dry_run: with fix: show the differences and change nothing
        """
        return self._call(linting.LintResult, "lint", {"what": what, **fields})

    def capabilities(self) -> ability.CapabilitiesResult:
        """Say what can be done here: format, types, relations, rules, operations, limits.

        No fields.
        """
        return self._call(ability.CapabilitiesResult, "capabilities", {})

    def guard(self, tool: str, argument: str = "") -> guarding.GuardResult:
        """Say which rules an action would meet, and whether one forbids it.

        tool: the tool's name, as Bash, Edit or mcp__SERVER__TOOL
        argument: what it is given: a command, a path, a text
        """
        return self._call(guarding.GuardResult, "guard", {"tool": tool, "argument": argument})

    def rules(self) -> guarding.RulesResult:
        """List the rules that are bound to actions, and what keeps one from working.

        No fields.
        """
        return self._call(guarding.RulesResult, "rules", {})

    def init(self, **fields: Unpack[InitFields]) -> results.InitResult:
        """Make a project layer that is committed with the code.

        name: project name; default: the repository's folder name
        display_name: title for people
        """
        return self._call(results.InitResult, "init", {**fields})

    def reindex(self, **fields: Unpack[ReindexFields]) -> results.ReindexResult:
        """Rebuild the index from the files.

        check: only compare the index with the files and say what differs
        embedder: make its vectors beside the others, then choose it
        """
        return self._call(results.ReindexResult, "reindex", {**fields})

    def doctor(self) -> results.DoctorResult:
        """Check by doing: write, find and delete a canary.

        No fields.
        """
        return self._call(results.DoctorResult, "doctor", {})

    def eval(self, path: str = "", **fields: Unpack[EvalFields]) -> evaluation.EvalResult:
        """Measure how well recall finds, in test sets or your own notes.

        path: a test set or a folder of them: NAME.spaces.jsonl, NAME.sessions.jsonl beside NAME.questions.jsonl,
            LongMemEval's own .json, NAME.notes.jsonl beside NAME.questions.jsonl; all also as .xz; default:
            questions made from your own notes
        sets: only sets whose name begins so
        pooled: ask all questions of one store that holds all notes of the set
        half: only the questions of one half, which a hash of their ids decides: choose on dev, report on test
        questions: of your own notes: how many are asked for
        cache: folder to keep the built stores in, for the next run over the same notes; one run at a time
        """
        return self._call(evaluation.EvalResult, "eval", {"path": path, **fields})

    def config(self, key: str = "") -> results.ConfigResult:
        """Show the settings in force and where each comes from.

        key: one setting; default: all
        """
        return self._call(results.ConfigResult, "config", {"key": key})
