"""File names of notes: readable for every script, and safe on every file system.

What a slug promises: lower case, composed (NFC), only letters, digits and their marks joined by single dashes, no name
that Windows reserves or that a notes folder ignores, at most 80 characters and 200 bytes.
"""

from __future__ import annotations

from .handles import plain

UNTITLED = "untitled"
MAX_CHARS = 80
MAX_BYTES = 200
ID_CHARS = 6

_BLANKS = {code: " " for code in range(128) if not chr(code).isalnum()}
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", "readme", *(port + digit for port in ("com", "lpt") for digit in "0123456789")]
)


def slug(title: str) -> str:
    """The file stem for a title. Total and idempotent; "untitled" where nothing readable is left."""
    text = _cut("-".join(words(spell_out(plain(title)))), MAX_CHARS, MAX_BYTES)
    if text in _RESERVED:
        return f"{text}-note"
    return text or UNTITLED


def slug_key(slug: str) -> str:
    """Two file stems with one key would be one file on some file system: case, composition, invisible characters,
    trailing dots and blanks do not count. Idempotent.
    """
    if slug.isascii():
        return slug.lower().rstrip(". ")
    from unicodedata import category, normalize  # only names beyond ASCII pay for its tables

    # Folding can bring forth letters that decompose again, hence twice.
    spread = normalize("NFD", normalize("NFD", slug).casefold()).casefold()
    return normalize("NFC", "".join(char for char in spread if category(char) != "Cf")).rstrip(". ")


def unique_slug(base: str, id: str) -> str:
    """The slug with the end of the note's id, within the same limits: for when another note has the base."""
    end = "-".join(words(plain(id[-ID_CHARS:]))) or "x"
    room = len(end) + 1
    return f"{_cut(base, MAX_CHARS - room, MAX_BYTES - len(end.encode()) - 1)}-{end}"


def spell_out(text: str, joint: str = "-") -> str:
    """Names whose signs are the point, in words: C++ as c-plus-plus, C# as c-sharp, .NET as dot-net.

    joint: what stands between the words.
    """
    text = text.replace("\u266f", "#")
    for sign, spell in (("+", _spell_plus), ("#", _spell_sharp), (".", _spell_dot)):
        if sign in text:
            text = spell(text, joint)
    return text


def words(text: str) -> list[str]:
    """The runs of letters and digits in a text, with the marks that belong to them."""
    if text.isascii():
        return text.translate(_BLANKS).split()
    from unicodedata import category  # only titles beyond ASCII pay for its tables

    kept: list[str] = []
    for char in text:
        inside = bool(kept) and kept[-1] != " "
        kept.append(char if char.isalnum() or (inside and category(char)[0] == "M") else " ")
    return "".join(kept).split()


def _spell_plus(text: str, joint: str) -> str:
    """One or two pluses right after a letter or digit, unless a single one joins two words (a+b)."""
    parts: list[str] = []
    for at, char in enumerate(text):
        if char != "+":
            parts.append(char)
        elif _is_plus_of_name(text, at):
            parts.append(joint + "plus" + (joint if text[at + 1 : at + 2].isalnum() else ""))
        else:
            parts.append(" ")
    return "".join(parts)


def _is_plus_of_name(text: str, at: int) -> bool:
    before, after = text[max(at - 2, 0) : at], text[at + 1 : at + 3]
    if before[-1:] == "+":
        return before[:1].isalnum() and after[:1] != "+"
    if not before[-1:].isalnum() or after == "++":
        return False
    return not after[:1].isalnum()


def _spell_sharp(text: str, joint: str) -> str:
    """A sharp right after a letter and before the end of the word (not in #12, a#b)."""
    chars = list(text)
    for at in range(1, len(text)):
        if text[at] == "#" and text[at - 1].isalpha() and not text[at + 1 : at + 2].isalnum():
            chars[at] = joint + "sharp"
    return "".join(chars)


def _spell_dot(text: str, joint: str) -> str:
    """A dot that opens a word (.NET, .gitignore), not one within (a.b.c) or after others (...and)."""
    chars = list(text)
    at = text.find(".")
    while at >= 0:
        opens = at == 0 or text[at - 1].isspace() or text[at - 1] in "/\\(\"'`[,:;"
        if opens and text[at + 1 : at + 2].isalpha():
            chars[at] = "dot" + joint
        at = text.find(".", at + 1)
    return "".join(chars)


def _cut(text: str, max_chars: int, max_bytes: int) -> str:
    """At most so long, cut between words unless that would take more than half."""
    cut = text[:max_chars].encode("utf-8", "replace")[:max_bytes].decode("utf-8", "ignore")
    if len(cut) < len(text) and text[len(cut)] != "-":
        whole, _, _ = cut.rpartition("-")
        cut = whole if len(whole) * 2 >= len(cut) else cut
    return cut.rstrip("-")
