"""Which word a mistyped one was meant to be.

Only words of letters are mended, and only from MIN_LETTERS on: every short word is like another one, and a name with
digits is not a mistake. Since looking through all words that are held would cost time in proportion to them, usual
slips are tried first, then the words that begin alike, then other vowels at the beginning.
Source: Damerau, "A technique for computer detection and correction of spelling errors", CACM 7 (3), 1964.
"""

from __future__ import annotations

from .stopwords import is_everyday

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MIN_LETTERS = 5
TWO_FROM = 8
"""From so many letters on, two mistakes are believed."""
START = 5
"""Words are looked through by their first letters, so many."""
VOWELS = "aeiou"
MIN_ENDING = 3
ENDINGS = (
    "ation", "ations", "ating", "ated", "ator", "ators", "able", "ability", "ment", "ments", "ing", "ings", "ion",
    "ions", "ive", "ness", "ity", "ance", "ence",
)  # fmt: skip
"""What the engine cuts off, if it is spelt right."""


def may_be_mistyped(word: str) -> bool:
    """Whether to look for what was meant when nobody knows the word. word: lower case."""
    return len(word) >= MIN_LETTERS and word.isascii() and word.isalpha() and not is_everyday(word)


def most_mistakes(word: str) -> int:
    """How many are believed of the word."""
    return 2 if len(word) >= TWO_FROM else 1


def slips_of(word: str) -> list[str]:
    """What the word may have been before a usual slip of the fingers: two letters swapped, one written twice or of two
    equal ones only one, an ending misspelt.
    """
    places = range(1, len(word))
    found = [word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :] for at in places]
    found += [word[:at] + word[at + 1 :] for at in places if word[at] == word[at - 1]]
    found += [word[:at] + word[at - 1 :] for at in range(1, START)]
    for cut in range(MIN_LETTERS - 1, len(word) - MIN_ENDING + 1):
        found += [word[:cut] + ending for ending in ENDINGS if distance(word[cut:], ending, 1) == 1]
    return _others(word, found)


def misheard(word: str) -> list[str]:
    """What the word may have been if one of its first vowels is wrong or left out."""
    found = [word[:at] + vowel + word[at:] for at in range(1, START) for vowel in VOWELS]
    found += [word[:at] + vowel + word[at + 1 :] for at in range(1, START) if word[at] in VOWELS for vowel in VOWELS]
    return _others(word, found)


def _others(word: str, found: list[str]) -> list[str]:
    return [one for one in dict.fromkeys(found) if one != word]


def nearest(word: str, others: Iterable[tuple[str, int]]) -> str:
    """The one with the fewest mistakes, of those the most frequent, then the first by letters; "" where none is near.

    others: (word, how many notes hold it).
    """
    most = most_mistakes(word)
    near = [(distance(word, other, most), -n_notes, other) for other, n_notes in others]
    return min((one for one in near if one[0] <= most), default=(0, 0, ""))[2]


def distance(one: str, other: str, most: int) -> int:
    """Letters left out, put in, replaced, or swapped with their neighbour, between two words; above most, some figure
    above it.
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    one, other = one[start:], other[start:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        earlier, before, row = before, row, [at]
        for place, against in enumerate(other, 1):
            cost = min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != against))
            if at > 1 and place > 1 and letter == other[place - 2] and one[at - 2] == against:
                cost = min(cost, earlier[place - 2] + 1)
            row.append(cost)
    return row[-1]
