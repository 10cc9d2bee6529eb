"""How common words are in ordinary technical English, for stores that are too young to tell by themselves.

Made by `scripts/build_static_model` from the texts that the static model learned from.
"""

from __future__ import annotations

import os

PER = 100_000
_MAX_BYTES = 1 << 20


class Background:
    """Words and how many of PER short texts (a sentence, a paragraph) hold them.

    The file: an empty line, then a line `word count` for each word, lower case, in order.
    """

    def __init__(self) -> None:
        descriptor = os.open(os.path.join(os.path.dirname(__file__), "background.txt"), os.O_RDONLY | os.O_CLOEXEC)
        try:
            self._lines = os.read(descriptor, _MAX_BYTES)
        finally:
            os.close(descriptor)

    def share(self, word: str) -> float:
        """The share of texts that hold the word, which is in lower case: 0 to 1, 0 for a word that is not listed."""
        start = self._lines.find(b"\n" + word.encode(errors="replace") + b" ")
        if start < 0:
            return 0.0
        return int(self._lines[start + 1 : self._lines.index(b"\n", start + 1)].split(b" ")[1]) / PER
