"""The note files of a test set: as a person or an agent would have written them, under names that say nothing."""

from __future__ import annotations

from hashlib import sha256

from .dates import from_ms, to_ms
from .ids import new_id
from .note import Relation
from .notefile import render_note
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .notefile import FieldValue
    from .testset import Draft, Space

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
FILES_PER_FOLDER = 100
TITLE_MAX_WORDS = 12
EDGES = ".,;:!?()[]{}\"'“”‘’*_`"


class Filed(Value):
    """One note file. id: the note's. path: below the notes folder."""

    id: str
    path: str
    data: bytes


def filed(space: Space) -> list[Filed]:
    """The files of a space's notes, in their order; the same for the same space."""
    ids = {draft.name: note_id(space.id, draft) for draft in space.notes}
    links = mentions(space.notes)
    return [_filed(at, draft, ids, links.get(draft.name, ())) for at, draft in enumerate(space.notes)]


def note_id(space: str, draft: Draft) -> str:
    """A ULID of the note's date and nothing that could be read."""
    return new_id(max(moment_ms(draft.date) or 0, 0), sha256(f"{space}\0{draft.name}".encode()).digest()[:10])


def _filed(at: int, draft: Draft, ids: dict[str, str], mentioned: Sequence[str]) -> Filed:
    date_ms = moment_ms(draft.date)
    date = from_ms(date_ms) if date_ms is not None else ""
    relations = [Relation(op.removeprefix("@"), ids.get(target, target)) for op, target in draft.relations]
    relations += [Relation("mentions", ids[name]) for name in mentioned]
    fields: dict[str, FieldValue] = {
        "id": ids[draft.name],
        "type": draft.type,
        "kind": draft.kind,
        "title": draft.title,
        "tags": draft.tags,
        "synonyms": draft.synonyms,
        "project": draft.project,
        "created_at": date,
        "updated_at": date,
        "lifecycle": "archived" if draft.archived else "",
        "relations": tuple(relations),
    }
    name = draft.slug or f"note-{ids[draft.name][-12:].lower()}"
    return Filed(ids[draft.name], f"{at // FILES_PER_FOLDER:04}/{name}.md", render_note(fields, draft.body))


def mentions(notes: Sequence[Draft]) -> dict[str, tuple[str, ...]]:
    """Name of a note → names of the other notes whose title stands in its body, word for word; a title that several
    notes bear names none of them. Notes of conversations mention nothing.
    """
    named: dict[tuple[str, ...], list[str]] = {}
    for draft in notes:
        if draft.title and not draft.relations and draft.type == "reference":
            for words in _title_words(draft.title):
                named.setdefault(words, []).append(draft.name)
    bearers = {words: names[0] for words, names in named.items() if len(names) == 1}
    longest = min(TITLE_MAX_WORDS, max(map(len, bearers), default=0))
    found: dict[str, tuple[str, ...]] = {}
    for draft in notes if bearers else ():
        said = tuple(_words(draft.body))
        hits = {
            bearers[said[at : at + size]]: None
            for at in range(len(said))
            for size in range(1, longest + 1)
            if said[at : at + size] in bearers
        }
        found[draft.name] = tuple(name for name in hits if name != draft.name)
    return found


def _title_words(title: str) -> Iterator[tuple[str, ...]]:
    """The title, and without what stands in brackets at its end to tell it from others."""
    whole = tuple(_words(title))
    if whole:
        yield whole
    short = tuple(_words(title.partition(" (")[0]))
    if short and short != whole:
        yield short


def _words(text: str) -> list[str]:
    return [bare for word in text.split() if (bare := word.strip(EDGES))]


def moment_ms(text: str) -> int | None:
    """ms since the epoch of a time as test sets write them: RFC 3339, `2023/02/06 (Mon) 22:36`, `1:47 pm on 18 May,
    2023`, `March-15-2024`; None for what names no day.
    """
    exact = to_ms(text)
    if exact is not None:
        return exact
    clock = ""
    numbers: list[int] = []
    month = 0
    for word in text.replace("/", " ").replace("-", " ").replace(",", " ").lower().split():
        if ":" in word:
            clock = word
        elif word.isdecimal() and len(word) <= 4:
            numbers.append(int(word))
        elif word[:3] in MONTHS and word.isalpha():
            month = MONTHS.index(word[:3]) + 1
    years = [number for number in numbers if number > 31]
    rest = [number for number in numbers if number <= 31]
    if len(years) != 1 or len(rest) != (1 if month else 2):
        return None
    day = f"{years[0]:04}-{month or rest[0]:02}-{rest[-1]:02}"
    return to_ms(f"{day}T{_clock(clock, text)}Z") or to_ms(day)


def _clock(clock: str, text: str) -> str:
    hour, _, minute = clock.partition(":")
    if not (hour.isdecimal() and minute[:2].isdecimal()):
        return "00:00:00"
    afternoon, morning = " pm" in text.lower(), " am" in text.lower()
    hours = int(hour) % 12 + (12 if afternoon else 0) if afternoon or morning else int(hour)
    return f"{hours:02}:{minute[:2]}:00"
