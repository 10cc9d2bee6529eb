"""Which notes hold a name as a phrase: rare names only, so that the cost does not grow with the store."""

from __future__ import annotations

import apsw

from ...app.records import Holders
from .common import known_terms
from .connection import Snapshot, fetch
from .gate import NOTHING, gate_of
from .search import clean, tokenizer_of
from .sqltext import listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...app.records import Filters
    from .common import Kept
    from .sqltext import Statements

# A name whose rarest word more passages hold is not looked for: the engine would walk through all of them.
RARE_WORD_MAX_PASSAGES = 500
# Names looked for, those with the rarest words.
MOST_NAMES = 16
PASSAGES_PER_NOTE = 3


class _Name:
    """A name as the engine sees it. rarity: passages that hold its rarest word, 0 where no passage holds all words."""

    __slots__ = ("name", "rarity", "words")

    def __init__(self, name: str, words: tuple[str, ...]) -> None:
        self.name = name
        self.words = words
        self.rarity = 0


def holders(
    db: apsw.Connection,
    statements: Statements,
    kept: Kept,
    names: Sequence[str],
    filters: Filters,
    held: tuple[int, int],
) -> list[Holders]:
    """See `app.index_port.Index.holders`. held: least and most."""
    _, most = held
    with Snapshot(db):
        gate = gate_of(db, statements, filters)
        chosen = _rarest(db, statements, kept, names, held) if gate.sql != NOTHING else []
        passages = {one.name: _passages(db, statements, one, most) for one in chosen}
        keys = sorted({key for found in passages.values() for key in found})
        notes = dict(fetch(db, statements["notes_of_passages"], (listing(keys),)))
        sql = statements["passing"].replace("{gate}", gate.sql)
        passing = {row[0] for row in fetch(db, sql, (listing(sorted(set(notes.values()))), *gate.values))}
    found = []
    for name, holders_of in passages.items():
        holding = sorted({notes[key] for key in holders_of})
        if 0 < len(holding) <= most and len(holders_of) <= most * PASSAGES_PER_NOTE:
            found.append(Holders(name, len(holding), tuple(note for note in holding if note in passing)))
    return found


def _rarest(
    db: apsw.Connection, statements: Statements, kept: Kept, names: Sequence[str], held: tuple[int, int]
) -> list[_Name]:
    least, most = held
    tokenize = tokenizer_of(db)
    cut = [_Name(name, _words(tokenize, name)) for name in names]
    words = sorted({word for one in cut for word in one.words})
    counts = {word: known.n_passages for word, known in known_terms(db, statements, words).items()}
    counts.update(kept.frequencies([word for word in words if word not in counts]))
    for one in cut:
        one.rarity = min((counts.get(word, 0) for word in one.words), default=0)
    single = most * PASSAGES_PER_NOTE
    rare = [one for one in cut if least <= one.rarity <= (RARE_WORD_MAX_PASSAGES if len(one.words) > 1 else single)]
    return sorted(rare, key=lambda one: one.rarity)[:MOST_NAMES]


def _words(tokenize: apsw.FTS5Tokenizer, name: str) -> tuple[str, ...]:
    words: Any = tokenize(
        clean(name).encode(), apsw.FTS5_TOKENIZE_QUERY, None, include_offsets=False, include_colocated=False
    )
    return tuple(words)


def _passages(db: apsw.Connection, statements: Statements, one: _Name, most: int) -> list[int]:
    phrase = '"' + clean(one.name).replace('"', '""') + '"'
    return [key for (key,) in fetch(db, statements["holding"], (phrase, most * PASSAGES_PER_NOTE + 1))]
