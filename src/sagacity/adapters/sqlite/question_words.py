"""What only a question read closely asks of the full text: which notes hold a word, and which word was meant."""

from __future__ import annotations

from ...core.typos import START, distance, may_be_mistyped, misheard, most_mistakes, nearest, slips_of
from .common import known_terms
from .connection import fetch
from .sqltext import listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import apsw

    from .common import Kept
    from .search import Searcher
    from .sqltext import Statements

MAX_MENDED = 2
MAX_ROWS = 2000
"""Words looked at for one that is not known."""
SURFACES = ("", "e", "y", "s", "es", "ed", "ing")


def holding(db: apsw.Connection, statements: Statements, keys: Sequence[int], text: str) -> set[int]:
    """Those of the notes with a passage that the expression matches."""
    notes = {row[0]: row[1] for row in fetch(db, statements["passages"], (listing(keys),))}
    if not notes or not text:
        return set()
    bounds = text, min(notes), max(notes), listing(notes)
    return {notes[row[0]] for row in fetch(db, statements["matching"], bounds)}


def nearest_words(
    db: apsw.Connection, statements: Statements, searcher: Searcher, terms: Sequence[str]
) -> dict[str, str]:
    """Of the terms those that nothing holds though something similar is held, each with that. None where most are held:
    they find the note, and a word that is no mistake would be read as another.
    """
    stem_of, kept = searcher.stem_of, searcher.kept
    stems = {term: stem for term in terms if (stem := stem_of(term))}
    common = known_terms(db, statements, list(stems.values()))
    held = kept.frequencies([stem for stem in stems.values() if stem not in common])
    unknown = [term for term, stem in stems.items() if stem not in common and stem not in held]
    if 2 * len(unknown) < len(stems):
        return {}
    mistyped = [term for term in unknown if may_be_mistyped(term)][:MAX_MENDED]
    meant = {term: _meant(db, statements, kept, stem_of, term) for term in mistyped}
    return {term: word for term, word in meant.items() if word}


def _meant(db: apsw.Connection, statements: Statements, kept: Kept, stem_of: Callable[[str], str], term: str) -> str:
    """Empty where nothing is near."""
    return (
        _most_frequent(kept, stem_of, slips_of(term))
        or _alike(db, statements, kept, stem_of, term)
        or _most_frequent(kept, stem_of, misheard(term))
    )


def _most_frequent(kept: Kept, stem_of: Callable[[str], str], words: Sequence[str]) -> str:
    stems = {stem_of(word): word for word in reversed(words)}
    held = kept.frequencies(list(stems))
    return stems[min(held, key=lambda stem: (-held[stem], stem))] if held else ""


def _alike(db: apsw.Connection, statements: Statements, kept: Kept, stem_of: Callable[[str], str], term: str) -> str:
    """Of those that begin alike; a word with that stem."""
    stem, most = stem_of(term), most_mistakes(term)
    start, size = stem[:START], len(stem)
    if size <= START:
        return ""
    bounds = (start, start[:-1] + chr(ord(start[-1]) + 1), size - most, size + most, MAX_ROWS)
    near = [word for (word,) in fetch(db, statements["words_like"], bounds) if distance(stem, word, most) <= most]
    found = nearest(stem, kept.frequencies(near).items())
    return next((found + end for end in SURFACES if stem_of(found + end) == found), "") if found else ""
