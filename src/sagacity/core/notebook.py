"""The history of a design as a document: what was thought, planned, decided, broken and learned, each with its note.

A pure function of what it is given: the same notes make the same bytes.
"""

from __future__ import annotations

from .dates import date_of
from .handles import fold
from .ids import MIN_TAIL
from .markdown import anchored, embedded, plain_line, quoted
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

LEVEL = 3
WORKED_ON = ("plan", "task")


class Tie(Value):
    """A relation of a statement. word: as it says it. id: of the other one, "" where that is gone: then `gone` names
    it. note: the reason that was written down.
    """

    word: str
    id: str
    note: str = ""
    gone: str = ""


class Proof(Value):
    """A piece of evidence. said: what became of it, in a few words."""

    reference: str
    said: str


class Statement(Value):
    """A note of the notebook. type, kind: as registered. body: without secrets. done_ms: when it was completed, 0 for
    never or unknown. marks: what a reader has to know, such as that another one replaced it.
    """

    id: str
    title: str
    type: str
    kind: str
    body: str
    created_ms: int
    status: str = ""
    due: str = ""
    confidence: str = ""
    project: str = ""
    done_ms: int = 0
    is_trusted: bool = True
    marks: tuple[str, ...] = ()
    ties: tuple[Tie, ...] = ()
    proofs: tuple[Proof, ...] = ()
    prs: tuple[str, ...] = ()
    handles: tuple[str, ...] = ()


class Section(Value):
    """types: the note types it holds, none for all that no other one does. lead: its first line."""

    title: str
    name: str
    types: tuple[str, ...]
    lead: str = ""


SECTIONS = (
    Section("The idea", "idea", ("idea", "hypothesis")),
    Section("Plan and tasks", "plan", WORKED_ON),
    Section(
        "Decisions", "decisions", ("decision",), "In the order in which they were taken, with those that were given up."
    ),
    Section("What went wrong", "trouble", ("incident", "investigation")),
    Section("Lessons", "lessons", ("learning", "feedback")),
    Section("What was built", "built", ("feature",)),
    Section("Background", "background", ()),
)
_HOME = {name: section for section in SECTIONS for name in section.types}
COUNTED = (
    ("plan", "plan"), ("task", "task"), ("decision", "decision"), ("incident", "incident"), ("learning", "lesson"),
)  # fmt: skip


def notebook(root: str, statements: Sequence[Statement], left_out: Sequence[str]) -> str:
    """The document. root: id of the statement that it is about. left_out: what is not in it, a line each."""
    return _Book(root, statements).text(left_out)


class _Book:
    """One document on its way."""

    def __init__(self, root: str, statements: Sequence[Statement]) -> None:
        self._all = sorted(statements, key=lambda one: (one.created_ms, one.id))
        self._by_id = {one.id: one for one in self._all}
        self._root = self._by_id[root]
        self._tails = _tails(self._by_id)
        self._places = _places(self._all, self._tails)

    def text(self, left_out: Sequence[str]) -> str:
        sections = [(one, self._of(one)) for one in SECTIONS]
        parts = [*self._head(left_out)]
        body: list[tuple[str, str, list[str]]] = [
            (one.name, one.title, [*([one.lead] if one.lead else []), *self._entries(held)])
            for one, held in sections
            if held
        ]
        body += [(name, title, lines) for name, title, lines in self._lists() if lines]
        parts.append("\n".join(f"- [{title}](#{name})" for name, title, _ in body))
        for name, title, entries in body:
            parts += [f"{anchored(name)}\n\n## {title}", *entries]
        return "\n\n".join(parts) + "\n"

    def _head(self, left_out: Sequence[str]) -> Iterator[str]:
        root = self._root
        yield f"# {plain_line(root.title)}"
        yield f"A history of {_article(root.type)} {root.type}{_of_project(root)}, from {len(self._all)} notes."
        yield " ".join(_summary(root, self._all))
        yield "Every part names the note that says it, with the end of its id, by which `sagacity read` opens it."
        if left_out:
            yield "\n".join(f"- {plain_line(line)}" for line in left_out)

    def _of(self, section: Section) -> list[Statement]:
        held = [one for one in self._all if _HOME.get(one.type, SECTIONS[-1]) is section]
        return sorted(held, key=lambda one: (one.id != self._root.id, one.type != "plan"))

    def _entries(self, held: Sequence[Statement]) -> Iterator[str]:
        tasks = [one for one in held if one.type == "task"]
        for one in held:
            if tasks and one.id == tasks[0].id:
                yield "\n".join(self._table(tasks))
            yield from self._entry(one)

    def _table(self, tasks: Sequence[Statement]) -> Iterator[str]:
        yield "| task | status | due | completed | pull requests |"
        yield "|---|---|---|---|---|"
        for one in tasks:
            done = date_of(one.done_ms) if one.done_ms else ""
            prs = " ".join(_address(pr) for pr in one.prs)
            yield f"| {self._link(one.id)} | {plain_line(one.status)} | {plain_line(one.due)} | {done} | {prs} |"

    def _entry(self, one: Statement) -> Iterator[str]:
        yield f"{anchored(self._anchor(one.id))}\n\n{'#' * LEVEL} {plain_line(one.title)}"
        kind = f"{one.type}/{one.kind}" if one.kind else one.type
        done = f"completed {date_of(one.done_ms)}" if one.done_ms else ""
        due = f"due {one.due}" if one.due else ""
        status = "" if done else one.status.replace("_", " ")
        facts = (kind, date_of(one.created_ms), status, due, done, one.confidence, *one.marks)
        yield f"*{' · '.join(plain_line(fact) for fact in facts if fact)}* · `{self._tails[one.id]}`"
        body = embedded(one.body, below=LEVEL, title=one.title, places=self._places)
        if not one.is_trusted:
            yield "**Nobody has approved this text:**"
            body = quoted(body)
        if body:
            yield body
        ties = "\n".join(self._ties(one))
        if ties:
            yield ties

    def _ties(self, one: Statement) -> Iterator[str]:
        for tie in one.ties:
            if self._is_told(one, tie):
                continue
            word = tie.word.replace("_", " ")
            reason = f": {plain_line(tie.note)}" if tie.note else ""
            other = self._link(tie.id) if tie.id else plain_line(tie.gone)
            yield f"- {plain_line(word)} {other}{reason}"

    def _is_told(self, one: Statement, tie: Tie) -> bool:
        """Whether the section says it: its tasks are those of the plan that it is about."""
        plan, task = (one, self._by_id.get(tie.id)) if tie.word == "contains" else (self._by_id.get(tie.id), one)
        if tie.word not in ("contains", "part_of") or tie.note or not plan or not task:
            return False
        return plan is self._root and (plan.type, task.type) == WORKED_ON

    def _lists(self) -> Iterator[tuple[str, str, list[str]]]:
        for name, title, lines in (
            ("prs", "Pull requests", self._prs()),
            ("evidence", "Evidence", self._proofs()),
            ("timeline", "Timeline", self._timeline()),
        ):
            text = "\n".join(lines)
            yield name, title, [text] if text else []

    def _prs(self) -> Iterator[str]:
        said: dict[str, list[str]] = {}
        for one in self._all:
            for pr in dict.fromkeys(one.prs):
                said.setdefault(pr, []).append(self._link(one.id))
        for pr, notes in said.items():
            yield f"- {_address(pr)}: {', '.join(notes)}"

    def _proofs(self) -> Iterator[str]:
        for one in self._all:
            for proof in one.proofs:
                yield f"- {_code(proof.reference)}, {plain_line(proof.said)}: {self._link(one.id)}"

    def _timeline(self) -> Iterator[str]:
        events: list[tuple[int, str, str]] = []
        for one in self._all:
            replaced = [tie.id for tie in one.ties if tie.word == "supersedes" and tie.id]
            instead = f", instead of {', '.join(self._link(id) for id in replaced)}" if replaced else ""
            events.append((one.created_ms, one.id, f"{one.type} {self._link(one.id)}{instead}"))
            if one.done_ms:
                events.append((one.done_ms, one.id, f"completed {self._link(one.id)}"))
        for at_ms, _, said in sorted(events):
            yield f"- {date_of(at_ms)} · {said}"

    def _anchor(self, note_id: str) -> str:
        return f"n-{self._tails[note_id].lower().replace('~', 'x')}"

    def _link(self, note_id: str) -> str:
        return f"[{plain_line(self._by_id[note_id].title)}](#{self._anchor(note_id)})"


def _tails(ids: Iterable[str]) -> dict[str, str]:
    """The end of each id by which it is told from all the others."""
    ids = list(ids)
    length = MIN_TAIL
    while len({one[-length:] for one in ids}) < len(ids):
        length += 1
    return {one: one[-length:] for one in ids}


def _places(statements: Sequence[Statement], tails: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Where wiki links lead: folded handle → (anchor, title); a handle that two of them bear leads nowhere."""
    bearers: dict[str, set[str]] = {}
    for one in statements:
        for handle in (one.id, one.title, *one.handles):
            bearers.setdefault(fold(handle), set()).add(one.id)
    named = {one.id: (f"#n-{tails[one.id].lower().replace('~', 'x')}", one.title) for one in statements}
    return {handle: named[next(iter(ids))] for handle, ids in bearers.items() if handle and len(ids) == 1}


def _summary(root: Statement, statements: Sequence[Statement]) -> Iterator[str]:
    """What became of it, in a few sentences."""
    span = sorted({one.created_ms for one in statements} | {one.done_ms for one in statements if one.done_ms})
    yield f"It runs from {date_of(span[0])} to {date_of(span[-1])}."
    if root.done_ms:
        yield f"The {root.type} was completed on {date_of(root.done_ms)}."
    elif root.status:
        yield f"The {root.type} is {root.status.replace('_', ' ')}."
    counts = [_counted(statements, name, word) for name, word in COUNTED if name != root.type]
    said = [one for one in counts if one]
    if said:
        yield f"It holds {_listed(said)}."


def _counted(statements: Sequence[Statement], name: str, word: str) -> str:
    mine = [one for one in statements if one.type == name]
    if not mine:
        return ""
    text = f"{len(mine)} {word}{'s' if len(mine) != 1 else ''}"
    n_done = sum(one.status == "complete" for one in mine)
    n_given_up = sum(any(tie.word == "superseded_by" for tie in one.ties) for one in mine)
    if name in WORKED_ON:
        return f"{text} ({n_done} complete)"
    return f"{text} ({n_given_up} given up later)" if n_given_up else text


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _article(word: str) -> str:
    return "an" if word[:1] in "aeiou" else "a"


def _of_project(root: Statement) -> str:
    return f" of the project {plain_line(root.project)}" if root.project else ""


def _address(url: str) -> str:
    """An address as a link where it can be nothing else."""
    is_plain = url.startswith(("https://", "http://")) and url.isascii() and url.isprintable()
    return f"<{url}>" if is_plain and not any(sign in url for sign in " <>|`") else _code(url)


def _code(text: str) -> str:
    words = " ".join(text.split()).replace("`", "'").replace("|", "/")
    return f"`{words}`"
