"""WordPiece as BERT's uncased models use it: the ids of the reference tokenizer.

The names of special tokens, such as [MASK], are ordinary text here.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

UNKNOWN = 100
_LONGEST_WORD = 100  # characters; what is longer is unknown as a whole
_LOWER = bytes(byte + 32 if 65 <= byte <= 90 else byte for byte in range(256))
_CONTROLS = bytes([*range(9), 11, 12, *range(14, 32), 127])  # all but tab, newline, return
_PUNCTUATION = frozenset(b"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
# Ideographs, each of which is a word.
_IDEOGRAPHS = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip


def chunks(text: str) -> list[bytes]:
    """The text in lower case and without accents, as UTF-8, cut at blanks and around signs that are not ASCII."""
    if text.isascii():
        return text.encode().translate(_LOWER, _CONTROLS).split()
    return _plain(text).encode(errors="ignore").split()


def words(chunk: bytes) -> list[bytes]:
    """The chunk cut around ASCII signs, each of which is a word."""
    if chunk.isalnum():
        return [chunk]
    for sign in _PUNCTUATION.intersection(chunk):
        mark = bytes((sign,))
        chunk = chunk.replace(mark, b" " + mark + b" ")
    return chunk.split()


def pieces(word: bytes, find: Callable[[bytes], int | None], longest: int) -> list[int]:
    """The ids of the longest pieces that make up the word from left to right; [UNKNOWN] where there are none.

    find: the id of a piece, 0 or None for none. A piece that does not begin the word is looked up as `##piece`.
    longest: no piece has more bytes, `##` included.
    """
    if len(word) > _LONGEST_WORD and len(word.decode()) > _LONGEST_WORD:
        return [UNKNOWN]
    ids: list[int] = []
    rest = word
    while rest:
        mark = b"##" if ids else b""
        key = mark + rest
        for end in range(min(len(key), longest), len(mark), -1):
            found = find(key[:end])
            if found:
                ids.append(found)
                rest = key[end:]
                break
        else:
            return [UNKNOWN]
    return ids


def _plain(text: str) -> str:
    """Lower case, no accents, no control characters, blanks around ideographs and signs that are not ASCII."""
    from unicodedata import category, normalize

    cleaned = text.translate({ord(char): _cleaned(char, category(char)) for char in set(text)})
    parts = normalize("NFD", cleaned)
    return parts.translate({ord(char): _lowered(char, category(char)) for char in set(parts)})


def _cleaned(char: str, category: str) -> str:
    if char in "\t\n\r":
        return " "
    if category in {"Cc", "Cf", "Co"} or char == "\ufffd":
        return ""
    if char.isspace():
        return " "
    if any(first <= ord(char) <= last for first, last in _IDEOGRAPHS):
        return f" {char} "
    return char


def _lowered(char: str, category: str) -> str:
    if category == "Mn":
        return ""
    if category[0] == "P" and not char.isascii():
        return f" {char} "
    return char.lower()
