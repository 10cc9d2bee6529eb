"""Test sets: notes, and questions about them whose answers are known.

A reader is given the decoded lines of a file with their place ("FILE:LINE"), and raises SagacityError `invalid` with
that place for the first thing that cannot be used. Names of notes and passages are those of the file; no file or id of
a note is made of them, since some of them tell the answer.
"""

from __future__ import annotations

from hashlib import sha256

from .errors import SagacityError
from .fences import body_text
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    Line = tuple[str, Any]
    """Place and decoded JSON."""

ABSTENTION = "_abs"
"""Ends the id of a question of LongMemEval that its sessions do not answer."""


class Piece(Value):
    """A passage that may be gold by itself: its name, and where it stands in the note's body, in characters."""

    name: str
    start: int
    end: int


class Draft(Value):
    """A note of a test set before it is a file. name: unique in its space. pieces: in the order of the body.

    date: as the set writes it. relations: (operator, name of another draft). slug: of notes that have one of their own.
    """

    name: str
    body: str
    pieces: tuple[Piece, ...] = ()
    title: str = ""
    date: str = ""
    type: str = "reference"
    kind: str = ""
    tags: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    project: str = ""
    relations: tuple[tuple[str, str], ...] = ()
    slug: str = ""
    archived: bool = False


class Asked(Value):
    """A question. gold: names of the notes that answer it, none where nothing does; pieces: those of the passages.

    below: notes that must not stand above the gold. date: when it is asked, "" for now.
    """

    id: str
    text: str
    gold: tuple[str, ...]
    pieces: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    date: str = ""
    category: str = ""


class Space(Value):
    """One store to search, with the questions asked of it."""

    id: str
    notes: tuple[Draft, ...]
    questions: tuple[Asked, ...]


def pooled(spaces: Iterable[Space]) -> Space:
    """All notes in one store and all questions asked of it. Notes of one name are one note."""
    notes: dict[str, Draft] = {}
    questions: list[Asked] = []
    for space in spaces:
        for note in space.notes:
            notes.setdefault(note.name, note)
        questions += space.questions
    return Space("pooled", tuple(notes.values()), tuple(questions))


def half_of(question_id: str) -> str:
    """dev or test: half each, the same for ever. Choose on dev; look at test only to report."""
    return ("dev", "test")[sha256(question_id.encode()).digest()[0] % 2]


def read_spaces(lines: Iterable[Line]) -> Iterator[Space]:
    """Lines {id, docs: [{id, text, group?, date?, role?, title?}], queries: [{id, text, gold, gold_groups?, …}]}.

    A group of docs is a note and a doc its passage; a doc without a group is a note of its own.
    """
    for where, line in lines:
        yield _space(where, line)


def _space(where: str, line: Any) -> Space:
    own = Fields(where, line)
    space = own.text("id")
    groups: dict[str, list[Fields]] = {}
    group_of: dict[str, str] = {}
    for doc in own.records("docs"):
        name = f"{space}/{doc.text('id')}"
        if name in group_of:
            raise doc.wrong(f"the doc id {doc.text('id')!r} stands twice")
        group_of[name] = f"{space}/{doc.text('group', doc.text('id'))}"
        groups.setdefault(group_of[name], []).append(doc)
    notes = tuple(_of_docs(space, name, docs) for name, docs in groups.items())
    questions = tuple(_query(space, query, group_of) for query in own.records("queries"))
    return Space(space, notes, questions)


def _of_docs(space: str, name: str, docs: list[Fields]) -> Draft:
    turns = [(f"{space}/{doc.text('id')}", doc.text("role", ""), doc.text("text")) for doc in docs]
    body, pieces = composed(turns)
    date, title = docs[0].text("date", ""), docs[0].text("title", "")
    return (
        transcript(Draft(name, body, pieces, title, date))
        if any(role for _, role, _ in turns)
        else Draft(name, body, pieces, title, date)
    )


def _query(space: str, query: Fields, group_of: Mapping[str, str]) -> Asked:
    pieces = tuple(f"{space}/{name}" for name in query.texts("gold"))
    for name in pieces:
        if name not in group_of:
            raise query.wrong(f"gold names the doc {name.removeprefix(space + '/')!r}, which the space does not hold")
    groups = tuple(f"{space}/{name}" for name in query.texts("gold_groups"))
    known = set(group_of.values())
    for name in groups:
        if name not in known:
            raise query.wrong(f"gold names the group {name.removeprefix(space + '/')!r}, which the space does not hold")
    gold = groups or tuple(group_of[name] for name in pieces)
    return Asked(
        f"{space}/{query.text('id')}",
        query.text("text"),
        gold,
        pieces,
        date=query.text("date", ""),
        category=query.text("category", ""),
    )


def composed(turns: Iterable[tuple[str, str, str]]) -> tuple[str, tuple[Piece, ...]]:
    """A note's body of (name, speaker, text), each a paragraph behind its speaker, and where each stands in it."""
    parts: list[str] = []
    pieces: list[Piece] = []
    at = 0
    for name, role, text in turns:
        said = body_text(text.encode("utf-8", "replace").decode())
        part = f"**{role}:** {said}" if role else said
        parts.append(part)
        pieces.append(Piece(name, at, at + len(part)))
        at += len(part) + 2
    return "\n\n".join(parts), tuple(pieces)


def transcript(draft: Draft) -> Draft:
    """As the note of a conversation: it bears its day."""
    return draft.replace(type="observation", title=draft.title or f"Conversation {draft.date}".strip())


def read_sessions(sessions: Iterable[Line], questions: Iterable[Line]) -> Iterator[Space]:
    """Lines {id, turns: [[role, text] …]} and lines {question_id, question, haystack: [[session, date] …], gold, …}.

    Every question is a space of its own, its sessions the notes.
    """
    known = {}
    for where, line in sessions:
        session = Fields(where, line)
        known[session.text("id")] = session.pairs("turns")
    for where, line in questions:
        asked = Fields(where, line)
        haystack = dict(asked.pairs("haystack"))
        for name in (*haystack, *asked.texts("gold")):
            if name not in known or name not in haystack:
                raise asked.wrong(f"it names the session {name!r}, which is not there")
        notes = tuple(_session(name, date, known[name]) for name, date in haystack.items())
        gold = () if asked.line.get("abstention") else asked.texts("gold")
        yield _question_space(asked, notes, gold)


def read_longmemeval(entries: Iterable[Line]) -> Iterator[Space]:
    """Entries of LongMemEval as it is published: {question_id, question_type, question, question_date,
    haystack_session_ids, haystack_dates, haystack_sessions: [[{role, content}]], answer_session_ids}.
    """
    for where, entry in entries:
        asked = Fields(where, entry)
        names, dates = asked.texts("haystack_session_ids"), asked.texts("haystack_dates")
        sessions = asked.items("haystack_sessions")
        if not len(names) == len(dates) == len(sessions):
            raise asked.wrong("it has not as many sessions as session ids and dates")
        notes: dict[str, Draft] = {}
        for name, date, turns in zip(names, dates, sessions, strict=True):
            said = [Fields(asked.where, turn) for turn in turns]
            notes[name] = _session(name, date, [(turn.text("role"), turn.text("content")) for turn in said])
        gold = asked.texts("answer_session_ids")
        for name in gold:
            if name not in notes:
                raise asked.wrong(f"gold names the session {name!r}, which its haystack does not hold")
        absent = asked.text("question_id").endswith(ABSTENTION)
        yield _question_space(asked, tuple(notes.values()), () if absent else gold)


def _session(name: str, date: str, turns: list[tuple[str, str]]) -> Draft:
    body, pieces = composed((f"{name}#{at}", role, text) for at, (role, text) in enumerate(turns))
    return transcript(Draft(name, body, pieces, date=date))


def _question_space(asked: Fields, notes: tuple[Draft, ...], gold: tuple[str, ...]) -> Space:
    question = Asked(
        asked.text("question_id"),
        asked.text("question"),
        gold,
        date=asked.text("question_date", ""),
        category=asked.text("question_type", ""),
    )
    return Space(question.id, notes, (question,))


def read_notes(lines: Iterable[Line], name: str) -> Space:
    """Lines of notes {slug, title, type, tags, synonyms, created, relations, archived, project, body} and of questions
    {id, text, category, gold, below}, in any order: one store. gold and below are slugs.
    """
    notes: dict[str, Draft] = {}
    asked: list[Fields] = []
    for where, line in lines:
        own = Fields(where, line)
        if "slug" not in own.line:
            asked.append(own)
            continue
        note = _note(own)
        if note.name in notes:
            raise own.wrong(f"the slug {note.name!r} stands twice")
        notes[note.name] = note
    return Space(name, tuple(notes.values()), tuple(_asked(one, notes) for one in asked))


def _note(own: Fields) -> Draft:
    type, _, kind = own.text("type").partition("/")
    body, _ = composed([("", "", own.text("body"))])
    slug = own.text("slug")
    return Draft(
        slug,
        body,
        title=own.text("title"),
        date=own.text("created", ""),
        type=type,
        kind=kind,
        tags=own.texts("tags"),
        synonyms=own.texts("synonyms"),
        project=own.text("project", ""),
        relations=tuple((edge.text("op"), edge.text("target")) for edge in own.records("relations")),
        slug=slug,
        archived=own.line.get("archived") is True,
    )


def _asked(own: Fields, notes: Mapping[str, Draft]) -> Asked:
    gold, below = own.texts("gold"), own.texts("below")
    for slug in (*gold, *below):
        if slug not in notes:
            raise own.wrong(f"it names the note {slug!r}, which is not there")
    return Asked(own.text("id"), own.text("text"), gold, below=below, category=own.text("category", ""))


class Fields:
    """A decoded object whose parts are checked when they are taken. where: how an error names it."""

    def __init__(self, where: str, line: Any) -> None:
        if not isinstance(line, dict):
            raise SagacityError("invalid", f"{where}: this is no object but {type(line).__name__}")
        self.where = where
        self.line: dict[str, Any] = line

    def wrong(self, what: str) -> SagacityError:
        """The error to raise."""
        name = self.line.get("question_id") or self.line.get("id") or ""
        return SagacityError("invalid", f"{self.where}{f' ({name})' if name else ''}: {what}")

    def text(self, key: str, default: str | None = None) -> str:
        """Raises where it is missing and there is no default."""
        value = self.line.get(key, default)
        if value is None and default is not None:
            return default
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str):
            raise self.wrong(f"{key} is missing" if value is None else f"{key} is no text")
        return value

    def items(self, key: str) -> list[Any]:
        """A list; empty where it is missing."""
        value = self.line.get(key)
        if value is not None and not isinstance(value, list):
            raise self.wrong(f"{key} is no list")
        return value or []

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, or one."""
        value = self.line.get(key)
        found = [value] if isinstance(value, str) else self.items(key)
        return tuple(one if isinstance(one, str) else str(one) for one in found)

    def records(self, key: str) -> list[Fields]:
        """A list of objects."""
        return [Fields(f"{self.where}, {key}[{at}]", one) for at, one in enumerate(self.items(key))]

    def pairs(self, key: str) -> list[tuple[str, str]]:
        """A list of pairs of texts."""
        found = []
        for one in self.items(key):
            if not isinstance(one, list) or len(one) != 2 or not all(isinstance(part, str) for part in one):
                raise self.wrong(f"{key} holds something that is no pair of texts")
            found.append((one[0], one[1]))
        return found
