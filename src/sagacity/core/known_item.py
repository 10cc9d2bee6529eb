"""Questions for known notes: some telling words of a sentence, as somebody remembers them who has forgotten the title.

Deterministic: the same note and the same store give the same question.
"""

from __future__ import annotations

from hashlib import sha256

from .tokens import plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WORDS_MIN, WORDS_MAX = 3, 6
SENTENCE_MAX_CHARS = 400
ENDS = ".!?。！？\n"


def question_for(note_id: str, title: str, body: str, frequencies: Callable[[Sequence[str]], Sequence[int]]) -> str:
    """The rarest three to six words, in their order, of a sentence that the id chooses; "" where no sentence has three
    words that are not in the title.

    frequencies: in how many notes each term stands.
    """
    known = set(plan(title).terms)
    candidates = [words for one in sentences(body) if len(words := _words(one, known)) >= WORDS_MIN]
    if not candidates:
        return ""
    words = candidates[int(sha256(note_id.encode()).hexdigest(), 16) % len(candidates)]
    rarest = sorted(zip(frequencies(words), range(len(words)), strict=True))[:WORDS_MAX]
    return " ".join(words[at] for at in sorted(at for _, at in rarest))


def sentences(body: str) -> list[str]:
    """What stands between ends of sentences and of lines, in its order."""
    found, start = [], 0
    for at, char in enumerate(body):
        if char in ENDS and (char == "\n" or ord(char) > 127 or body[at + 1 : at + 2] in {"", " ", "\n"}):
            found.append(body[start:at].strip(" #*->|\t"))
            start = at + 1
    found.append(body[start:].strip(" #*->|\t"))
    return [one[:SENTENCE_MAX_CHARS] for one in found if one]


def _words(sentence: str, known: set[str]) -> list[str]:
    return [term for term in plan(sentence).terms if term not in known]
