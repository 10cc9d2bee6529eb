"""Results as a model is to see them.

Whatever shows text of notes is text in the frame of `core.frame` and nothing else: clients that prefer structured
content would show it without the frame. What was written is structured, without any text of notes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import mcp_types as types

from ...app.evidence_text import label_of, line_of
from ...app.explained_text import answer_lines, result_lines
from ...app.exporting import ExportResult
from ...app.relation_view import relation_line, said_at
from ...app.results import (
    PREVIEW_CHARS,
    ContextResult,
    FeedbackResult,
    FullNote,
    Hit,
    ReadResult,
    RecallResult,
    WriteResult,
)
from ...app.skilling import SkillResult
from ...app.tagging import TagsResult
from ...app.versions import DiffResult
from ...app.walking import WalkResult
from ...app.working import WorkResult
from ...core.clean import clean_line
from ...core.frame import Block, Listing, render, tail
from .agenda import agenda_text
from .caps import BODY_MAX_CHARS, CAPS
from .outline import outline_text
from .skills import skills_text
from .tags import tags_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...app.explanation import Explanation
    from ...app.results import Written
    from ...app.walking import WalkNode
    from ...core.errors import SagacityError


def answer(result: Any, nonce: str) -> types.CallToolResult:
    """The result of a tool."""
    if isinstance(result, WriteResult):
        return types.CallToolResult(content=_text(_written_text(result)), structured_content=_written_facts(result))
    if isinstance(result, WorkResult) and result.action:
        return _worked(result)
    if isinstance(result, FeedbackResult):
        facts = {"id": result.id, "verdict": result.verdict, "next_step": clean_line(result.next_step, max_chars=300)}
        text = ", ".join(filter(None, (f"{tail(result.id)} is {result.verdict}", facts["next_step"])))
        return types.CallToolResult(content=_text(text), structured_content=facts)
    return types.CallToolResult(content=_text(text_of(result, nonce)))


def refusal(error: SagacityError) -> types.CallToolResult:
    """The error, all of it in text: several clients drop everything else."""
    return types.CallToolResult(content=_text(f"{error.code}: {_sound(str(error))}"), is_error=True)


def text_of(result: Any, nonce: str) -> str:
    """The framed text of what was recalled, read or listed."""
    if isinstance(result, ContextResult):
        return result.text  # in its frame already
    return TEXTS.get(type(result), outline_text)(result, nonce)


def _text(text: str) -> list[types.ContentBlock]:
    return [types.TextContent(type="text", text=text)]


def _recalled(result: RecallResult, nonce: str) -> str:
    items: list[Block | Listing] = [part for hit in result.results if hit.body for part in _expanded(hit)]
    previews = [hit for hit in result.results if not hit.body]
    if previews:
        heading = "ID type family layer trust age score: title: summary"
        lines = tuple(line for hit in previews for line in _preview_lines(hit))
        items.append(Listing(heading, lines, tuple(hit.id for hit in previews)))
    items += [_how(hit.id, hit.explanation) for hit in result.results if hit.explanation]
    notices = [Listing(_searched(result), (result.hint,) if result.hint else ())]
    if result.explanation:
        notices.append(Listing("how it was searched", tuple(answer_lines(result.explanation))))
    return render("recall", items, nonce, caps=CAPS, notices=notices).text


def _how(note_id: str, explanation: Explanation) -> Listing:
    return Listing(f"{tail(note_id)}: how its score came about", tuple(result_lines(explanation)))


def _searched(result: RecallResult) -> str:
    where = f"{result.searched} notes searched in {', '.join(result.scope) or 'no layer'}"
    project = f" (project {result.project})" if result.project else " (no project)"
    found = f"{len(result.results)} found"
    if result.abstained:
        found = "abstained: nothing good enough" + ", these are merely the nearest" * bool(result.results)
    more = ["more with offset"] if result.more else []
    return "; ".join([f"{found}; {where}{project}", *result.withheld, *more])


def _preview_lines(hit: Hit) -> tuple[str, ...]:
    edges = tuple(f"  {relation_line(edge)}" for edge in hit.relations)
    if hit.passage is None:
        return (_preview(hit), *edges)
    heading = f"{hit.passage.heading}: " if hit.passage.heading else ""
    return _preview(hit), f"  line {hit.passage.first_line}: {heading}{hit.passage.text}", *edges


def _preview(hit: Hit) -> str:
    """One line: what it is, its title, and what it says. Our words first: no title can stand before them."""
    age = f"{hit.age_days}d" if hit.age_days >= 0 else "-"
    score = f"{hit.score:.2f}" if hit.score else hit.why
    flags = [f"status={hit.status}"] if hit.status else []
    flags += [f"superseded by {hit.superseded_by}"] if hit.superseded_by else []
    flags += [flag for flag in (hit.lapsed, hit.judged) if flag]
    flags += [f"conflicts with {other}" for other in hit.conflicts[:2]]
    flags += [label_of(hit.evidence)] if hit.evidence else []
    facts = " ".join((tail(hit.id), hit.type or "-", hit.family or "-", hit.layer, hit.trust, age, score, *flags))
    title, summary = hit.title or hit.slug, hit.summary[:PREVIEW_CHARS]
    return f"{facts}: {summary}" if summary.startswith(title) else f"{facts}: {title}" + (summary and f": {summary}")


def _expanded(hit: Hit) -> list[Block | Listing]:
    block = Block(
        id=hit.id,
        title=hit.title or hit.slug,
        type=hit.type,
        text=hit.body[:BODY_MAX_CHARS],
        trust=hit.trust,
        layer=hit.layer,
        project=hit.project,
        age_days=hit.age_days,
        cut=len(hit.body) > BODY_MAX_CHARS,
        status=hit.status,
        due=hit.due,
    )
    beside = (*map(line_of, hit.evidence), *map(relation_line, hit.relations))
    return [block, Listing(tail(hit.id), beside)] if beside else [block]


def _whole(note: FullNote) -> list[Block | Listing]:
    block = Block(
        id=note.id,
        title=note.title or note.slug,
        type=note.type,
        text=note.body[:BODY_MAX_CHARS],
        trust=note.trust,
        layer=note.layer,
        project=note.project,
        cut=len(note.body) > BODY_MAX_CHARS,
        status=note.status,
        due=note.due,
    )
    facts = f"{tail(note.id)} version {note.version}, updated {note.updated_at}, origin {note.origin}"
    return [block, Listing(facts, tuple(_around(note)))]


def _around(note: FullNote) -> list[str]:
    """What stands beside the text of a note, a line each."""
    lines = [f"tags: {', '.join(note.tags)}"] if note.tags else []
    lines += [f"also called: {', '.join(note.synonyms)}"] if note.synonyms else []
    lines += [f"pull request: {url}" for url in note.prs]
    lines += [f"governs {one}" for one in note.triggers]
    lines += [f"superseded by {note.superseded_by}"] if note.superseded_by else []
    lines += [relation_line(edge) for edge in note.relations]
    lines += [f"evidence: {line_of(view)}" for view in note.evidence]
    lines += [f"version {one.hash[:12] or 'deleted'}: {one.at} {one.op} {one.origin}" for one in note.versions]
    return lines + [f"warning: {warning}" for warning in note.warnings]


def _gone(deleted_at: str) -> str:
    return f"deleted {deleted_at}" if deleted_at else "not found"


def _walked(result: WalkResult, nonce: str) -> str:
    heading = "steps relation ID type layer trust [from ID]: title"
    items: list[Block | Listing] = []
    if result.nodes:
        lines = tuple(map(_node, result.nodes))
        items.append(Listing(heading, lines, tuple(node.id for node in result.nodes)))
    gone = tuple(
        f"{tail(one.source)} {one.word} {one.title or one.target} ({_gone(one.deleted_at)})" for one in result.dangling
    )
    items += [Listing("relations that lead to no note", gone)] if gone else []
    reached = f"{max(0, len(result.nodes) - 1)} reached"
    notices = [Listing("; ".join(filter(None, (reached, result.cut, *result.withheld))))]
    notices += [Listing("no path", (result.hint,))] if result.hint else []
    return render("recall", items, nonce, caps=CAPS, notices=notices).text


def _read(result: ReadResult, nonce: str) -> str:
    items = [item for note in result.notes for item in _whole(note)]
    return render("recall", items, nonce, caps=CAPS).text


def _differing(result: DiffResult, nonce: str) -> str:
    lines = "\n".join(result.lines) or "no difference"
    block = _document(result.id, result.title, lines)
    return render("recall", [block], nonce, caps=CAPS, notices=[*map(Listing, result.notices)]).text


def _exported(result: ExportResult, nonce: str) -> str:
    block = _document(result.id, result.title, result.text)
    notices = [Listing(text) for text in (*result.left_out, *result.warnings)]
    return render("recall", [block], nonce, caps=CAPS, notices=notices).text


def _document(note_id: str, title: str, text: str) -> Block:
    """A text that was made of notes, for as much as one answer may hold."""
    return Block(note_id, title, "", text[:BODY_MAX_CHARS], cut=len(text) > BODY_MAX_CHARS)


def _node(node: WalkNode) -> str:
    came = [f"from {tail(node.parent)}"] if node.depth > 1 else []
    flags = [f"status={node.status}"] if node.status else []
    flags += [node.mark] if node.mark else []
    facts = (str(node.depth), node.word, tail(node.id), node.type or "-", node.layer, node.trust, *flags, *came)
    return f"{' '.join(filter(None, facts))}: {node.title or node.slug}" + said_at(node.note, node.properties)


def _worked(result: WorkResult) -> types.CallToolResult:
    """What an action wrote, and what came of it, notes named by their slugs and ids."""
    told = [clean_line(text, max_chars=300) for text in result.told]
    written = WriteResult(result.notes)
    facts = {**_written_facts(written), "told": told}
    return types.CallToolResult(content=_text("; ".join((_written_text(written), *told))), structured_content=facts)


def _written_text(result: WriteResult) -> str:
    return "; ".join(_written_line(note) for note in result.notes) or "nothing to do"


def _written_line(note: Written) -> str:
    similar = ", ".join(tail(other.id) for other in note.similar)
    replaced = [f"archived {tail(other)}" for other in note.replaced]
    parts = [f"{note.action} {note.slug} ({tail(note.id)})", note.state, *replaced, *note.warnings]
    parts += [f"{tie.op} {tail(tie.id)}{' (new)' if tie.is_new else ''}" for tie in note.entities]
    parts += [f"similar: {similar}"] if similar else []
    links = ", ".join(f"{hint.op} {tail(hint.id)}" for hint in note.suggested_links)
    parts += [f"links that may fit: {links}"] if links else []
    parts += [f"tags that may fit: {' '.join(note.suggested_tags)}"] if note.suggested_tags else []
    return clean_line(", ".join(filter(None, parts)))


def _written_facts(result: WriteResult) -> dict[str, Any]:
    return {"notes": [_facts(note) for note in result.notes]}


def _facts(note: Written) -> dict[str, Any]:
    """No title, and none of the similar notes': a title is text of a note. A suggested tag is one bare word."""
    named = {
        "id": note.id,
        "slug": note.slug,
        "path": _sound(note.path),
        "layer": note.layer,
        "project": note.project,
        "type": note.type,
        "action": note.action,
        "version": note.version,
        "state": note.state,
        "operation": note.operation,
        "replaced": note.replaced,
        "entities": [{"op": tie.op, "id": tie.id, "type": tie.type, "is_new": tie.is_new} for tie in note.entities],
        "suggested_tags": note.suggested_tags,
        "suggested_links": [{"op": hint.op, "id": hint.id, "why": hint.why} for hint in note.suggested_links],
    }
    similar = [{"id": other.id, "layer": other.layer, "score": other.score} for other in note.similar]
    return {**named, "similar": similar, "warnings": [clean_line(one, max_chars=300) for one in note.warnings]}


def _sound(text: str) -> str:
    """The text as UTF-8 can carry it: names of files may hold anything."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


TEXTS: dict[type, Callable[[Any, str], str]] = {
    RecallResult: _recalled,
    ReadResult: _read,
    WalkResult: _walked,
    SkillResult: skills_text,
    TagsResult: tags_text,
    WorkResult: agenda_text,
    DiffResult: _differing,
    ExportResult: _exported,
}
"""How results are put into the frame; the others by their fields."""
