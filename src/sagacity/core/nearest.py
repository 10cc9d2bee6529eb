"""What a mistyped word may have meant."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def nearest(word: str, known: Sequence[str]) -> str:
    """The known word that is most like it, "" when none is."""
    found = near_words(word, known, most=1)
    return found[0] if found else ""


def near_words(word: str, known: Sequence[str], *, most: int = 5) -> list[str]:
    """Those of the known words that are like it, the nearest first."""
    import difflib

    return difflib.get_close_matches(word, known, n=most, cutoff=0.6)
