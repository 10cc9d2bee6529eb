"""How common words are in the texts, for stores that are too young to tell."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from sagacity.adapters.embed.background import PER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_N_WORDS = 5000
_NO_WORD = {code: " " for code in range(128) if not chr(code).isalnum()}


def table(kinds: Iterable[Sequence[str]]) -> bytes:
    """The commonest words by the share of texts that hold them; each kind of text counts alike. See the adapter."""
    shares: dict[str, float] = defaultdict(float)
    n_kinds = 0
    for texts in kinds:
        n_kinds += 1
        held = Counter(word for text in texts for word in set(text.lower().translate(_NO_WORD).split()))
        for word, count in held.items():
            if word.isascii() and word.isalpha() and len(word) > 1:
                shares[word] += count / len(texts)
    common = sorted(shares.items(), key=lambda item: (-item[1], item[0]))[:_N_WORDS]
    lines = sorted(f"{word} {max(1, round(share / n_kinds * PER))}\n" for word, share in common)
    return ("\n" + "".join(lines)).encode()
