"""Results as a person reads them."""

from __future__ import annotations

from ...app import results as give
from ...app.ability import CapabilitiesResult
from ...app.browsing import StaleResult
from ...app.counting import StatsResult
from ...app.evaluation import EvalResult
from ...app.evidence_text import label_of, line_of
from ...app.exporting import ExportResult, VaultResult
from ...app.graphing import GraphResult
from ...app.grouping import DuplicatesResult
from ...app.guarding import GuardResult, RulesResult
from ...app.inferring import InferResult
from ...app.installation import ImportResult, SetupResult
from ...app.linting import LintResult
from ...app.planned import PlanResult
from ...app.relation_view import relation_line, said_of
from ...app.settling import ConflictsResult, ReviewResult
from ...app.shelving import SkillVerifyResult
from ...app.skilling import SkillAddResult, SkillResult
from ...app.tagging import TagsChangeResult, TagsResult
from ...app.versions import DiffResult, HistoryResult
from ...app.walking import WalkResult
from ...app.working import WorkResult
from .screen import line, safe
from .shown import mute_line, show_context, show_log, show_mutes, show_stale

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from .screen import Screen

TAIL = 7
"""Characters of an id that are shown; every command takes them as a handle."""


def tail(note_id: str) -> str:
    """The end of an id."""
    return note_id[-TAIL:]


def told_gone(deleted_at: str) -> str:
    """What is said of the end of a relation that is not there."""
    return f"deleted {deleted_at}" if deleted_at else "not found"


def age(days: int) -> str:
    """How long ago, "" when unknown."""
    return "" if days < 0 else "today" if days == 0 else f"{days}d"


def dotted(parts: Iterable[str]) -> str:
    """What is not empty, with dots between."""
    return " · ".join(line(part) for part in parts if part)


def show(screen: Screen, result: Any) -> None:
    """Prints a result."""
    SHOW[type(result)](screen, result)


def _written(screen: Screen, result: give.WriteResult) -> None:
    for note in result.notes:
        meta = dotted((note.type, note.layer, note.project, note.state, tail(note.id)))
        screen.say(f"{note.action} {screen.paint(line(note.title or note.slug), 'bold')}  {screen.paint(meta, 'dim')}")
        for other in note.similar:
            screen.say(f"  similar {other.score:.2f}: {line(other.title)}  {dotted((other.layer, tail(other.id)))}")
        for tie in note.entities:
            made = "made and linked" if tie.is_new else "linked"
            screen.say(f"  {made}: {tie.op} {line(tie.title)}  {dotted((tie.type, tail(tie.id)))}")
        for hint in note.suggested_links:
            screen.say(
                f"  may be linked, {hint.why}: {hint.op} {line(hint.title)}  {dotted((hint.layer, tail(hint.id)))}"
            )
        if note.suggested_tags:
            screen.say(f"  tags that may fit: {', '.join(map(line, note.suggested_tags))}")
        if note.replaced:
            screen.say(f"  archived what it replaces: {', '.join(map(tail, note.replaced))}")
        for warning in note.warnings:
            screen.say(screen.paint(f"  {line(warning)}", "yellow"))
    if result.notes and result.notes[0].operation and len(result.notes) == 1:
        screen.say(screen.paint(f"  {safe(result.notes[0].path)}", "dim"))


def _worked(screen: Screen, result: WorkResult) -> None:
    if not result.action:
        _shown_by("agenda", "show_agenda")(screen, result)
    _written(screen, give.WriteResult(result.notes))
    for text in result.told:
        screen.say(f"  {line(text)}")


def _judged(screen: Screen, result: give.FeedbackResult) -> None:
    screen.say(
        f"{screen.paint(line(result.title), 'bold')} is {result.verdict}  {screen.paint(tail(result.id), 'dim')}"
    )
    if result.next_step:
        screen.say(f"  {line(result.next_step)}")


def _recalled(screen: Screen, result: give.RecallResult) -> None:
    for hit in result.results:
        _hit(screen, hit)
    where = f"{result.searched} notes in {', '.join(map(line, result.scope)) or 'no layer'}"
    if result.project:
        where += f", project {line(result.project)}"
    if result.abstained:
        nearest = "; these are merely the nearest" if result.results else ""
        screen.say(f"nothing good enough among {where}{nearest}")
    else:
        screen.say(screen.paint(f"{len(result.results)} of {where}" + ("; more: --offset" * result.more), "dim"))
    for text in (*result.withheld, result.hint):
        if text:
            screen.say(screen.paint(line(text), "yellow"))
    if result.explanation:
        from ...app.explained_text import answer_lines

        for text in answer_lines(result.explanation):
            screen.say(screen.paint(line(text), "dim"))


def _hit(screen: Screen, hit: give.Hit) -> None:
    score = f"{hit.score:.2f}" if hit.score else ""
    meta = dotted(
        (
            hit.type,
            hit.family,
            hit.layer,
            hit.status,
            hit.due and f"due {hit.due}",
            age(hit.age_days) if hit.score else f"{hit.why} {age(hit.age_days)}",
            hit.trust,
            score,
            tail(hit.id),
        )
    )
    screen.say(f"{screen.paint(line(hit.title or hit.slug), 'bold')}  {screen.paint(meta, 'dim')}")
    flags = (
        hit.superseded_by and f"superseded by {hit.superseded_by}",
        hit.deprecated_by and f"deprecated by {hit.deprecated_by}",
        hit.lapsed,
        hit.judged,
        label_of(hit.evidence),
        *(f"conflicts with {other}" for other in hit.conflicts),
    )
    if any(flags):
        screen.say(screen.paint(f"  {dotted(flags)}", "yellow"))
    text = hit.body or hit.summary
    if text != hit.title:
        screen.say("\n".join(screen.wrap(text, "  ")))
    if hit.passage:
        lines = dict.fromkeys((hit.passage.first_line, hit.passage.last_line))
        place = dotted((f"line {'-'.join(map(str, lines))}", hit.passage.heading))
        screen.say(f"  {screen.paint(place, 'dim')}  {line(hit.passage.text)}")
    for edge in hit.relations:
        screen.say(f"  {line(relation_line(edge))}")
    if hit.why and hit.score:
        screen.say(screen.paint(f"  {line(hit.why)}", "dim"))
    if hit.explanation:
        from ...app.explained_text import result_lines

        for text in result_lines(hit.explanation):
            screen.say(screen.paint(f"    {line(text)}", "dim"))


def _read(screen: Screen, result: give.ReadResult) -> None:
    for index, note in enumerate(result.notes):
        if index:
            screen.say("")
        _note(screen, note)


def _note(screen: Screen, note: give.FullNote) -> None:
    screen.say(screen.paint(line(note.title or note.slug), "bold"))
    states = (note.status, note.due and f"due {note.due}", note.confidence, note.lifecycle, note.sensitivity)
    kind = f"{note.type}/{note.kind}" if note.kind else note.type
    screen.say(dotted((kind, note.layer, note.project, note.trust, *states)))
    rows = (
        ("id", note.id),
        ("version", note.version),
        ("file", note.path),
        ("updated", note.updated_at),
        ("valid", " ".join(_span(note.valid_from, note.valid_until))),
        ("tags", ", ".join(note.tags)),
        ("synonyms", ", ".join(note.synonyms)),
        *(("pr", url) for url in note.prs),
        *(("trigger", one) for one in note.triggers),
        ("enforcement", note.enforcement),
        ("superseded", note.superseded_by and f"by {note.superseded_by}"),
    )
    for name, value in rows:
        if value:
            screen.say(screen.paint(f"{name:<10} {line(value)}", "dim"))
    for warning in note.warnings:
        screen.say(screen.paint(line(warning), "yellow"))
    for text in (note.body,) if _says(note.body, note.summary) else (note.summary, note.body):
        if text:
            screen.say("\n" + "\n".join(screen.wrap(text)))
    _around(screen, note)


def _span(first: str, last: str) -> list[str]:
    return [f"{word} {day}" for word, day in (("from", first), ("until", last)) if day]


def _says(body: str, summary: str) -> bool:
    """Whether the summary is but a piece of the body."""
    return " ".join(summary.split()).rstrip("…") in " ".join(body.split())


def _around(screen: Screen, note: give.FullNote) -> None:
    """What a note points to, is pointed at by, rests on and was."""
    lists = {
        "relations": [
            f"{edge.word} {edge.title or edge.target} ({tail(edge.id) or told_gone(edge.deleted_at)}){said_of(edge)}"
            for edge in note.relations
        ],
        "evidence": [line_of(view) for view in note.evidence],
        "versions": [dotted((one.at, one.op, one.origin, one.door, one.hash[:12])) for one in note.versions],
    }
    for name, lines in lists.items():
        if lines:
            screen.say(f"\n{name}")
            screen.out.write("".join(f"  {line(text)}\n" for text in lines))


def _made(screen: Screen, result: give.InitResult) -> None:
    screen.say(f"project {screen.paint(line(result.project), 'bold')} has a layer: {safe(result.root)}")
    for step in result.next_steps:
        screen.say(f"  {line(step)}")


def _rebuilt(screen: Screen, result: give.ReindexResult) -> None:
    for layer in result.layers:
        screen.say(f"{layer.notes:>8}  {line(layer.layer)}  {screen.paint(safe(layer.root), 'dim')}")
    screen.say(f"{result.notes} notes in {result.took_s:.1f} s")
    if result.chosen:
        screen.say(f"the embedder is chosen in {safe(result.chosen)}")
    for problem in result.problems:
        screen.say(screen.paint(line(problem), "yellow"))


def _diagnosed(screen: Screen, result: give.DoctorResult) -> None:
    styles = {"ok": "green", "warn": "yellow", "fail": "red"}
    width = max((len(check.name) for check in result.checks), default=0)
    for check in result.checks:
        state = screen.paint(f"{check.state:<4}", styles.get(check.state, "bold"))
        screen.say(f"{state}  {check.name:<{width}}  {line(check.found)}")
        if check.fix:
            screen.say(f"      {safe(check.fix)}")
    screen.say("healthy" if result.healthy else screen.paint("not healthy", "red"))


def _configured(screen: Screen, result: give.ConfigResult) -> None:
    width = max((len(view.key) for view in result.settings), default=0)
    for view in result.settings:
        screen.say(f"{view.key:<{width}}  {line(view.value) or '-'}  {screen.paint(f'({view.source})', 'dim')}")
        if len(result.settings) == 1:
            screen.say(f"{view.help}\ndefault {view.default or '-'}, variable {view.env}")
    for mute in result.muted:
        screen.say(screen.paint(f"hooks are off: {mute_line(mute)}", "yellow"))
    screen.say(screen.paint(f"your file: {safe(result.path)}", "dim"))


def _shown_by(module: str, name: str) -> Callable[[Screen, Any], None]:
    """A rendering that is loaded with its first result: a command pays for its own and not for all of them."""

    def call(screen: Screen, result: Any) -> None:
        from importlib import import_module

        getattr(import_module(f".{module}", __package__), name)(screen, result)

    return call


SHOW: dict[type, Callable[[Screen, Any], None]] = {
    give.WriteResult: _written,
    give.FeedbackResult: _judged,
    give.RecallResult: _recalled,
    give.ReadResult: _read,
    give.InitResult: _made,
    give.ReindexResult: _rebuilt,
    give.DoctorResult: _diagnosed,
    give.LogResult: show_log,
    give.ContextResult: show_context,
    give.MuteResult: show_mutes,
    StaleResult: show_stale,
    give.ConfigResult: _configured,
    WalkResult: _shown_by("tree", "show_walk"),
    InferResult: _shown_by("inferred", "show_inferred"),
    WorkResult: _worked,
    SetupResult: _shown_by("setup", "show_setup"),
    ImportResult: _shown_by("importing", "show_import"),
    EvalResult: _shown_by("evaluating", "show_eval"),
    ExportResult: _shown_by("exported", "show_export"),
    VaultResult: _shown_by("exported", "show_vault"),
    GraphResult: _shown_by("exported", "show_graph"),
    ConflictsResult: _shown_by("settling", "show_conflicts"),
    ReviewResult: _shown_by("settling", "show_review"),
    PlanResult: _shown_by("planned", "show_plan"),
    DuplicatesResult: _shown_by("settling", "show_duplicates"),
    HistoryResult: _shown_by("past", "show_history"),
    DiffResult: _shown_by("past", "show_diff"),
    TagsResult: _shown_by("tags", "show_tags"),
    TagsChangeResult: _shown_by("tags", "show_change"),
    SkillResult: _shown_by("skills", "show_skills"),
    SkillAddResult: _shown_by("skills", "show_added"),
    SkillVerifyResult: _shown_by("skills", "show_installed"),
    LintResult: _shown_by("linting", "show_lint"),
    CapabilitiesResult: _shown_by("linting", "show_capabilities"),
    StatsResult: _shown_by("counting", "show_stats"),
    GuardResult: _shown_by("guarding", "show_guard"),
    RulesResult: _shown_by("guarding", "show_rules"),
}
