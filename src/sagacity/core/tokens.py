"""One way to cut text into search terms, for the index and for the question alike.

The full-text engine folds case, accents and English endings itself. What it cannot do is done here: scripts without
word breaks become overlapping character pairs, and identifiers are findable by their parts and parts by the identifier
(`PaymentOrchestrator`, `payment_orchestrator` and "payment orchestrator" meet).
"""

from __future__ import annotations

from .stopwords import CHATTER, STOP_WORDS
from .value import Value

QUESTION_MAX_CHARS = 8000
MAX_TERMS = 32

_CONTRACTIONS = ("ll", "re", "ve")
_JOINERS = "_"
_SEPARATORS = {code: " " for code in range(128) if not chr(code).isalnum() and chr(code) not in _JOINERS}
_SEPARATED = bytes.maketrans(bytes(_SEPARATORS), b" " * len(_SEPARATORS))  # the same in UTF-8
_DENSE = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x2FDF),  # CJK radicals
    (0x3005, 0x3007),  # iteration mark, closing mark, zero
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7AF),  # Hangul syllables
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)


class Plan(Value):
    """What to search for. terms: distinct, in the order of the text, at most MAX_TERMS; a trailing `*` asks for a
    prefix.

    chatter: the text holds nothing but stop words and small talk ("thanks, go on"): nothing should be shown for it.
    """

    terms: tuple[str, ...]
    chatter: bool


def plan(text: str) -> Plan:
    """The terms of a question. Any text is valid; of a long one the beginning counts."""
    words = _words(text[:QUESTION_MAX_CHARS])
    content = [word for word in words if not _says_nothing(word)]
    chatter = all(word.lower() in CHATTER for word in content)
    if not content:
        content = [word for word in words if len(word) > 1]
    terms = list(dict.fromkeys(term for word in content for term in _question_terms(word)))
    if len(terms) > MAX_TERMS:
        # Long words are rare words more often than not; the index drops the common ones of what is left.
        longest = set(sorted(terms, key=len, reverse=True)[:MAX_TERMS])
        terms = [term for term in terms if term in longest][:MAX_TERMS]
    return Plan(tuple(terms), chatter)


def phrase_of(text: str) -> str:
    """The words of a text as a term that only asks whether they stand together; "" where there is none."""
    words = [
        part for word in _words(text) for part in (word.translate(_SEPARATORS) if word.isascii() else word).split()
    ]
    return " ".join(words).removesuffix("*")


def index_text(text: str) -> str:
    """The text as it goes into the index: dense scripts in pairs, then at the end the other forms of identifiers.

    At the end, so that phrases of the original stay adjacent.
    """
    if not text.isascii():
        text = _pair_dense(text)
    if "_" not in text and text.islower():
        return text
    words = set(text.encode(errors="surrogatepass").translate(_SEPARATED).decode(errors="surrogatepass").split())
    marked = [word for word in words if "_" in word or not word[1:].islower()]
    forms = {form for word in marked if _is_identifier(word) for form in identifier_forms(word)}
    return f"{text}\n{' '.join(sorted(forms))}" if forms else text


def identifier_forms(word: str) -> tuple[str, ...]:
    """The other forms under which an identifier should be found, lower case: its parts and its parts joined."""
    pieces = [piece for piece in word.split("_") if piece]
    if len(pieces) < 2:
        parts = _camel_parts(word)
        return tuple(dict.fromkeys(part.lower() for part in parts if len(part) > 1)) if len(parts) > 1 else ()
    # The engine splits at underscores itself.
    humps = [part for piece in pieces if not piece.islower() for part in identifier_forms(piece)]
    return tuple(dict.fromkeys(("".join(pieces).lower(), *humps)))


def is_dense(char: str) -> bool:
    """Whether the character belongs to a script written without word breaks."""
    code = ord(char)
    return code >= 0x0E00 and any(first <= code <= last for first, last in _DENSE)


def _is_identifier(word: str) -> bool:
    if "_" in word:
        return word.isascii() and "_" in word.strip("_")
    return not (word.islower() or word[1:].islower() or word.isupper() or len(word) < 3) and word.isascii()


def _camel_parts(word: str) -> list[str]:
    """`HTTPServerError2` → HTTP, Server, Error2: a capital after a small letter, or before one after capitals."""
    parts: list[str] = []
    start = 0
    for at in range(1, len(word)):
        before, here, after = word[at - 1], word[at], word[at + 1 : at + 2]
        if here.isupper() and (before.islower() or before.isdigit() or (before.isupper() and after.islower())):
            parts.append(word[start:at])
            start = at
    parts.append(word[start:])
    return [part for part in parts if part]


def _words(text: str) -> list[str]:
    """Chunks of a question: runs without blanks, their outer punctuation off, dense runs as pairs."""
    words: list[str] = []
    for chunk in text.split():
        if chunk.isascii():
            words.append(chunk.strip(_EDGES))
        else:
            words.extend(_split_dense(chunk))
    return [word for word in words if word and not all(char in _EDGES for char in word)]


_EDGES = (
    "".join(chr(code) for code in range(33, 128) if not chr(code).isalnum())
    + "«»“”„‘’‚…、。，．：；？！（）「」『』【】《》·—–"
)


def _question_terms(word: str) -> list[str]:
    if not word.isascii() or word.endswith("*"):
        return [word]
    parts = word.translate(_SEPARATORS).split()
    if len(parts) < 2:
        return _identifier_terms(word)
    terms = [term for part in parts if _tells_something(part) for term in _identifier_terms(part)]
    if len(parts) > 2 or any(char.isdigit() for char in word) or not terms:
        terms.append(" ".join(parts))  # a version, path or error code: its parts must stand together
    return terms


def _identifier_terms(word: str) -> list[str]:
    lower = word.lower()
    if not _is_identifier(word):
        return [lower]
    parts = [part for part in lower.split("_") if len(part) > 1] if "_" in lower else []
    return [lower, *(form for form in (*identifier_forms(word), *parts) if form != lower)]


def _says_nothing(word: str) -> bool:
    """Whether every part is a stop word, or a single letter beside one (`what's`)."""
    parts = word.lower().translate(_SEPARATORS).split()
    stops = [part for part in parts if part in STOP_WORDS]
    return bool(stops) and all(part in STOP_WORDS or len(part) < 2 or part in _CONTRACTIONS for part in parts)


def _tells_something(part: str) -> bool:
    return len(part) > 1 and not part.isdigit() and part.lower() not in STOP_WORDS


def _split_dense(chunk: str) -> list[str]:
    words: list[str] = []
    for run, dense in _runs(chunk):
        if not dense:
            words.append(run.strip(_EDGES))
        elif len(run) == 1:
            words.append(run + "*")
        else:
            words.extend(run[at : at + 2] for at in range(len(run) - 1))
    return words


def _pair_dense(text: str) -> str:
    """Runs of dense script as overlapping pairs; the last character alone, so that every one begins a term."""
    pieces: list[str] = []
    for run, dense in _runs(text):
        if dense:
            pieces.append(" ".join([run[at : at + 2] for at in range(len(run))]))
        else:
            pieces.append(run)
    return " ".join(pieces)


def _runs(text: str) -> list[tuple[str, bool]]:
    runs: list[tuple[str, bool]] = []
    start, was = 0, False
    for at, char in enumerate(text):
        dense = is_dense(char)
        if dense != was:
            if at > start:
                runs.append((text[start:at], was))
            start, was = at, dense
    runs.append((text[start:], was))
    return runs
