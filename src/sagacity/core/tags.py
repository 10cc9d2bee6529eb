"""Tags: which say nothing once a week has gone by, and which of those in use fit a text.

Source of the score: neighbours, co-occurrence (normalised pointwise mutual information, Bouma 2009), likeness of words.
"""

from __future__ import annotations

from math import log

from .handles import fold
from .stopwords import STOP_WORDS, is_everyday
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

TEMPORARY = frozenset(
    ("temp", "tmp", "temporary", "wip", "work in progress", "today", "yesterday", "tomorrow", "this week", "last week",
     "next week")
)  # fmt: skip
NUMBERED = frozenset(("issue", "pr", "mr", "gh", "ticket", "bug", "commit"))
HEX = frozenset("0123456789abcdef")
ULID_CHARS = frozenset("0123456789abcdefghjkmnpqrstvwxyz")
DIGITS_MIN = 6
HASH_MIN = 7

BY_NEIGHBOURS = 0.55
BY_COMPANY = 0.2
BY_WORDS = 0.2
BY_USE = 0.05
YOUNG = 100
"""Up to so many tagged notes a tag that one of them has is a tag; beyond, two have to."""
TOGETHER_MIN = 2
STEM_MIN = 4
TEXT_MAX_CHARS = 4000
COINED = 2
SHARED = 3
WORD_MAX_CHARS = 40
COINED_MIN = 3


def ephemeral(tag: str) -> str:
    """What makes a tag one for the day, "" for one that lasts: a date, a state of work, the number or name of a change
    or a session.
    """
    words = fold(tag.lstrip("#")).split()
    said = " ".join(words)
    if said in TEMPORARY:
        return "it says something of today only"
    if _is_date(words):
        return "it is a date"
    if tag.startswith("#") and said.isdigit():
        return "it is the number of a ticket or change"
    if len(words) > 1 and words[-1].isdigit() and words[-2] in NUMBERED:
        return "it is the number of a ticket or change"
    if words[:1] == ["commit"] and len(words) == 2 and _is_hash(words[1], least=4):
        return "it is a commit"
    if _is_id("".join(words)):
        return "it is an id or a hash"
    return ""


def _is_date(words: Sequence[str]) -> bool:
    """A day, month or week of a year, in figures."""
    parts = [part for word in words for part in word.replace("/", " ").replace(".", " ").split()]
    if len(parts) == 1 and len(parts[0]) == 8 and parts[0].isdigit():
        return "19" <= parts[0][:2] <= "20" and "01" <= parts[0][4:6] <= "12"
    if len(parts) not in (2, 3) or not _is_year(parts[0]):
        return len(parts) == 3 and _is_year(parts[2]) and all(map(_is_small, parts[:2]))
    return all(_is_small(part.removeprefix("w")) for part in parts[1:])


def _is_year(text: str) -> bool:
    return len(text) == 4 and text.isdigit() and text[:2] in ("19", "20")


def _is_small(text: str) -> bool:
    return text.isdigit() and 0 < int(text) < 54 and len(text) < 3


def _is_id(text: str) -> bool:
    """A long number, a hash, a UUID or a ULID."""
    if text.isdigit():
        return len(text) >= DIGITS_MIN
    return _is_hash(text, least=HASH_MIN) or _is_ulid(text)


def _is_hash(text: str, *, least: int) -> bool:
    n_digits = sum(map(str.isdigit, text))
    return len(text) >= least and HEX.issuperset(text) and n_digits >= 2


def _is_ulid(text: str) -> bool:
    return len(text) == 26 and text[0] in "01234567" and ULID_CHARS.issuperset(text)


class Usage(Value):
    """A tag in use. notes: how many have it. spellings: (as written, how many notes), the most common first."""

    key: str
    notes: int
    spellings: tuple[tuple[str, int], ...]

    @property
    def tag(self) -> str:
        """As most notes write it."""
        return self.spellings[0][0]


def usages(tag_lists: Sequence[Sequence[str]]) -> dict[str, Usage]:
    """The tags of notes by folded key, in the order of their keys."""
    counts: dict[str, int] = {}
    for tags in tag_lists:
        for tag in tags:
            counts[tag] = counts.get(tag, 0) + 1
    keys = {tag: fold(tag) for tag in counts}
    spellings: dict[str, list[tuple[str, int]]] = {}
    notes: dict[str, int] = {}
    for tag, count in counts.items():
        spellings.setdefault(keys[tag], []).append((tag, count))
        notes[keys[tag]] = notes.get(keys[tag], 0) + count
    several = {key for key, spelled in spellings.items() if len(spelled) > 1}
    for tags in tag_lists if several else ():
        # A note with two spellings of one tag has it once.
        twice = [key for tag in tags if (key := keys[tag]) in several]
        for key in set(twice):
            notes[key] -= twice.count(key) - 1
    return {
        key: Usage(key, notes[key], tuple(sorted(spellings[key], key=lambda pair: (-pair[1], pair[0]))))
        for key in sorted(spellings)
        if key
    }


def variants(used: Mapping[str, Usage]) -> list[tuple[Usage, ...]]:
    """Tags that differ in case, dashes, blanks or a plural alone, those that most notes have first."""
    groups: dict[str, list[Usage]] = {}
    for usage in used.values():
        groups.setdefault(_squeezed(usage.key), []).append(usage)
    found = [
        tuple(sorted(group, key=lambda one: (-one.notes, one.key)))
        for group in groups.values()
        if len(group) > 1 or len(group[0].spellings) > 1
    ]
    return sorted(found, key=lambda group: (-sum(one.notes for one in group), group[0].key))


def _squeezed(key: str) -> str:
    text = key.replace(" ", "").replace(".", "").replace("/", "")
    return text[:-1] if len(text) > STEM_MIN and text.endswith("s") and not text.endswith("ss") else text or key


def replaced(tags: Sequence[str], keys: Collection[str], into: str) -> tuple[str, ...]:
    """The tags, with those of these folded keys and every spelling of `into` as one, where the first of them stood."""
    wanted = {*keys, fold(into)}
    found: list[str] = []
    for tag in tags:
        one = into if fold(tag) in wanted else tag
        if one not in found:
            found.append(one)
    return tuple(found)


class Suggested(Value):
    """A tag that fits. score in 0..1. why: in a few words, what speaks for it."""

    tag: str
    score: float
    why: str
    notes: int


class Words(Value):
    """Words of a text, folded. stems: those with the same first letters."""

    all: frozenset[str]
    stems: Mapping[str, Sequence[str]]


class Evidence(Value):
    """What tags are chosen by. neighbours: (tags, how like the text it is) of notes like the text, best first.
    tag_lists: of all notes in scope. words: of the text. drafted: tags that it has already.
    """

    neighbours: Sequence[tuple[Sequence[str], float]]
    tag_lists: Sequence[Sequence[str]]
    words: Words
    drafted: Sequence[str] = ()


def suggest(evidence: Evidence, *, limit: int) -> list[Suggested]:
    """The tags in use that fit, best first; none that is drafted already, and none for the day.

    A tag needs a reason of its own: a note like the text, a drafted tag it goes with, or words of the text.
    """
    used = usages(evidence.tag_lists)
    drafted = {fold(tag) for tag in evidence.drafted}
    least = 1 if len(evidence.tag_lists) <= YOUNG else TOGETHER_MIN
    near = _by_neighbours(evidence.neighbours)
    company = _by_company(evidence, used, drafted)
    most = max((usage.notes for usage in used.values()), default=1)
    found = []
    for key, usage in used.items():
        if key in drafted or usage.notes < least or ephemeral(usage.tag):
            continue
        likeness, word = likeness_to(key, evidence.words)
        share, n_near = near.get(key, (0.0, 0))
        together, other = company.get(key, (0.0, ""))
        if not (share or together or likeness):
            continue
        use = log(1 + usage.notes) / log(1 + most)
        score = BY_NEIGHBOURS * share + BY_COMPANY * together + BY_WORDS * likeness + BY_USE * use
        why = [
            f"{n_near} of {_notes(len(evidence.neighbours))} like it" if n_near else "",
            f"goes with {other}" if other else "",
            "in its text" if word == key else f"like the word {word}" if word else "",
        ]
        found.append(Suggested(usage.tag, round(score, 3), "; ".join(filter(None, why)), usage.notes))
    return sorted(found, key=lambda one: (-one.score, one.tag))[:limit]


def _notes(count: int) -> str:
    return "1 note" if count == 1 else f"{count} notes"


def shared(neighbours: Sequence[tuple[Sequence[str], float]]) -> tuple[str, ...]:
    """Tags that notes like a new one share, at most three, the best first: such as two of them have, or the very best.
    Only single words, which say nothing but what they name, and none for the day.
    """
    near = _by_neighbours(neighbours)
    used = usages([tags for tags, _ in neighbours])
    best = max((weight for _, weight in neighbours), default=0.0)
    total = sum(weight for _, weight in neighbours)
    found = []
    for key, (share, count) in near.items():
        tag = used[key].tag
        if (count > 1 or share * total >= best) and _is_word(tag) and not ephemeral(tag):
            found.append((-share, tag))
    return tuple(tag for _, tag in sorted(found)[:SHARED])


def _is_word(tag: str) -> bool:
    return len(tag) <= WORD_MAX_CHARS and all(char.isalnum() or char in "-_.+#/" for char in tag)


def coin(text: str, known: Sequence[str]) -> list[Suggested]:
    """New tags where those in use do not fit: words of the first line that name its subject, those first that the rest
    of the text says again. None of the known ones, and none like them.
    """
    title, _, rest = text.strip().partition("\n")
    again = words_of(rest).all
    keys = [_squeezed(fold(tag)) for tag in known]
    found = []
    for word in words_of(title.lstrip("# ")).all:
        if len(word) < COINED_MIN or is_everyday(word) or ephemeral(word) or word.isdigit() or _squeezed(word) in keys:
            continue
        found.append(Suggested(word, 0.1 if word in again else 0.05, "a word of its first line, no tag yet", 0))
    return sorted(found, key=lambda one: (-one.score, -len(one.tag), one.tag))[:COINED]


def _by_neighbours(neighbours: Sequence[tuple[Sequence[str], float]]) -> dict[str, tuple[float, int]]:
    """Key to (its share of what the best one reaches, how many notes have it)."""
    sums: dict[str, tuple[float, int]] = {}
    for tags, weight in neighbours:
        for key in {fold(tag) for tag in tags}:
            total, count = sums.get(key, (0.0, 0))
            sums[key] = (total + weight, count + 1)
    most = max((total for total, _ in sums.values()), default=0.0)
    return {key: (total / most, count) for key, (total, count) in sums.items()} if most else {}


def _by_company(evidence: Evidence, used: Mapping[str, Usage], drafted: set[str]) -> dict[str, tuple[float, str]]:
    """Key to (how firmly it stands with a drafted tag, 0..1, and with which)."""
    n_notes = len(evidence.tag_lists)
    together: dict[tuple[str, str], int] = {}
    for tags in evidence.tag_lists:
        keys = {fold(tag) for tag in tags}
        for draft in keys & drafted:
            for key in keys - drafted:
                together[draft, key] = together.get((draft, key), 0) + 1
    found: dict[str, tuple[float, str]] = {}
    for (draft, key), count in together.items():
        if count < min(TOGETHER_MIN, used[draft].notes):
            continue
        firmness = npmi(count, used[draft].notes, used[key].notes, n_notes)
        if firmness > found.get(key, (0.0, ""))[0]:
            found[key] = (firmness, used[draft].tag)
    return found


def npmi(together: int, one: int, other: int, total: int) -> float:
    """-1 never together, 0 as chance has it, 1 only together."""
    if not together:
        return -1.0
    if together == total:
        return 1.0
    return log(together * total / (one * other)) / -log(together / total)


def words_of(text: str) -> Words:
    """Of the beginning of a text; stop words left out."""
    folded = fold(text[:TEXT_MAX_CHARS])
    plain = "".join(char if char.isalnum() or char in "+#" else " " for char in folded)
    words = [word for word in dict.fromkeys(plain.split()) if word not in STOP_WORDS]
    stems: dict[str, list[str]] = {}
    for word in words:
        stems.setdefault(word[:STEM_MIN], []).append(word)
    return Words(frozenset(words), stems)


def likeness_to(key: str, words: Words) -> tuple[float, str]:
    """How like the words of a text a tag is, 0..1, and the word: all of its words are there; or one begins as it does
    (auth, authentication; deploy, deployment), or nearly.
    """
    if words.all.issuperset(key.split()):
        return 1.0, key
    squeezed = key.replace(" ", "")
    best, found = 0.0, ""
    for word in words.stems.get(squeezed[:STEM_MIN], ()):
        score = _alike(squeezed, word)
        if score > best:
            best, found = score, word
    return best, found


def _alike(key: str, word: str) -> float:
    shorter, longer = sorted((key, word), key=len)
    if len(shorter) >= STEM_MIN and longer.startswith(shorter):
        return 0.8
    common = 0
    for one, other in zip(key, word, strict=False):
        if one != other:
            break
        common += 1
    # One stem with two endings (migration, migrating), or a slip late in a long word.
    return 0.6 if common >= max(STEM_MIN + 1, 0.7 * len(longer)) else 0.0
