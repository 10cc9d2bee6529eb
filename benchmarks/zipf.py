"""Notes with the vocabulary of real ones: words as often as our manual and our own notes use them, and names of things.

    notes(n, seed=1)       n Drafts; number k is the same whatever n is
    note(k, seed=1)        that one alone

Notes are about subjects, some twenty-five notes each, and share the words and names of their subject: what is looked
for has neighbours that resemble it. Every note has one name of its own.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path

from benchmarks.draft import Draft
from benchmarks.own_knowledge.corpus import load_notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

TOP = Path(__file__).resolve().parents[1]
NOTES_PER_SUBJECT = 25
SUBJECT_WORDS = 40
SUBJECT_SHARE = 0.3
"""Of the words of a note, those of its subject."""
COMMON = 300
"""The most frequent words, which no subject is about."""
TYPES = ("fact", "convention", "decision", "topic", "incident", "runbook", "learning")
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


@cache
def vocabulary() -> tuple[tuple[str, ...], tuple[int, ...]]:
    """(words, the most frequent first; running totals of how often each is used)."""
    texts = [path.read_text("utf-8") for path in sorted((TOP / "docs").glob("*.md")) if path.name != "benchmarks.md"]
    texts += [f"{note.title} {note.body}" for note in load_notes()]
    counts = Counter(word.lower() for text in texts for word in re.findall(r"[A-Za-z][A-Za-z']+", text))
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(word for word, _ in ranked), tuple(accumulate(count for _, count in ranked))


def notes(n: int, *, seed: int = 1) -> Iterator[Draft]:
    """In order of their numbers."""
    return (note(number, seed=seed) for number in range(n))


def note(number: int, *, seed: int = 1) -> Draft:
    """60 to 250 words in sentences of 6 to 20."""
    chance = random.Random(f"{seed}-{number}")
    subject, names = _subject(number // NOTES_PER_SUBJECT, seed)
    own = f"{chance.choice(names)}_{number:x}"
    sentences = [_sentence(chance, subject, names) for _ in range(chance.randint(6, 14))]
    sentences[chance.randrange(len(sentences))] += f" See `{own}`."
    middle = len(sentences) // 2
    return Draft(
        id=_ulid(number, chance),
        title=" ".join(chance.sample(subject, 3) + _drawn(chance, 2)).capitalize(),
        type=chance.choice(TYPES),
        kind="",
        tags=tuple(sorted(set(chance.sample(subject[:8], 2)))),
        project="",
        body=" ".join(sentences[:middle]) + "\n\n" + " ".join(sentences[middle:]),
        created_at=f"2025-{1 + number % 12:02}-{1 + number % 28:02}T{number % 24:02}:{number % 60:02}:00Z",
    )


def _drawn(chance: random.Random, k: int) -> list[str]:
    """k words, each as often as it is used."""
    words, totals = vocabulary()
    return chance.choices(words, cum_weights=totals, k=k)


@lru_cache(maxsize=4)
def _subject(number: int, seed: int) -> tuple[list[str], list[str]]:
    """(words, names of things) that the notes of a subject share."""
    chance = random.Random(f"subject-{seed}-{number}")
    words, _ = vocabulary()
    about = chance.sample(words[COMMON:], SUBJECT_WORDS)
    return about, [f"{one}_{other}" for one, other in zip(about[:10], about[10:20], strict=True)]


def _sentence(chance: random.Random, subject: list[str], names: list[str]) -> str:
    words = _drawn(chance, chance.randint(6, 20))
    for at in range(len(words)):
        if chance.random() < SUBJECT_SHARE:
            words[at] = chance.choice(subject)
    if chance.random() < 0.25:
        words[chance.randrange(len(words))] = f"`{chance.choice(names)}`"
    return " ".join(words).capitalize() + "."


def _ulid(number: int, chance: random.Random) -> str:
    value = (1_735_689_600_000 + number * 20_000) << 80 | chance.getrandbits(80)
    return "".join(DIGITS[value >> shift & 31] for shift in range(125, -1, -5))
