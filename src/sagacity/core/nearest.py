"""What a mistyped word may have meant."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def nearest(word: str, known: Sequence[str]) -> str:
    """The known word that is most like it, "" when none is."""
    import difflib

    found = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return found[0] if found else ""
