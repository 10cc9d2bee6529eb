"""What it means that two handles are the same: case, accents, blanks, dashes and underscores do not count."""

from __future__ import annotations

# Latin letters that Unicode does not take apart into a plain letter and a mark.
_PLAIN_LATIN = {
    0xE6: "ae",
    0xF0: "d",
    0xF8: "o",
    0xFE: "th",
    0x111: "d",
    0x127: "h",
    0x131: "i",
    0x138: "k",
    0x142: "l",
    0x14B: "ng",
    0x153: "oe",
    0x167: "t",
    0x180: "b",
    0x192: "f",
    0x1DD: "e",
    0x1E5: "g",
    0x23C: "c",
    0x23F: "s",
    0x240: "z",
    0x247: "e",
    0x249: "j",
    0x24D: "r",
    0x24F: "y",
}

STRENGTH = ("id", "tail", "slug", "title", "synonym")
"""The kinds of handles; where a text is handles of several notes, the earliest kind decides."""

_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f"


def fold(text: str) -> str:
    """The key under which a handle is found; two texts with one key are one handle. Idempotent, may be empty.

    Words are separated by single blanks. Punctuation counts, so that C++ and C# stay apart.
    """
    text = text.lower() if text.isascii() else _fold_dashes(plain(text))
    return " ".join(text.replace("-", " ").replace("_", " ").split())


def plain(text: str) -> str:
    """Case folded, compatibility forms resolved, accents of Latin and Greek letters dropped, invisible marks removed.

    Marks of other scripts stay, since they tell words apart there (Cyrillic short i, Japanese voicing, Indic vowels).
    Composed (NFC) and idempotent.
    """
    if text.isascii():
        return text.lower()
    from unicodedata import category, normalize  # only texts beyond ASCII pay for its tables

    # Folding can bring forth letters that decompose again, hence twice.
    spread = normalize("NFKD", normalize("NFKD", text).casefold()).casefold()
    kept: list[str] = []
    base = ""
    for char in normalize("NFKD", spread).translate(_PLAIN_LATIN):
        kind = "" if char.isascii() else category(char)
        if kind == "Cf" or _is_invisible(char):
            continue
        if kind[:1] != "M":
            base = char
        elif base < "\u0400":
            continue
        kept.append(char)
    return normalize("NFC", "".join(kept))


def handle_keys(id: str, slug: str, title: str, synonyms: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """(folded key, kind) of everything a note is found by; kinds are id, slug, title, synonym.

    One entry for a key, under the first of these kinds that has it; no empty keys.
    """
    named = [(id, "id"), (slug, "slug"), (title, "title"), *((synonym, "synonym") for synonym in synonyms)]
    kinds: dict[str, str] = {}
    for text, kind in named:
        kinds.setdefault(fold(text), kind)
    kinds.pop("", None)
    return tuple(kinds.items())


def _fold_dashes(text: str) -> str:
    """Every dash and connector of any script as a plain dash."""
    if text.isascii():
        return text
    from unicodedata import category  # as above

    return "".join("-" if not char.isascii() and category(char) in ("Pd", "Pc") else char for char in text)


def _is_invisible(char: str) -> bool:
    """Whether this is a variation selector, a joiner or a filler: letters and marks to Unicode, nothing to the eye."""
    if char < "\u034f":
        return False
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef" or char in _FILLERS
