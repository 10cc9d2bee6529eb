"""What one text says that another does not, in whole paragraphs."""

from __future__ import annotations

from .handles import plain
from .similar import shingles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SAID = 0.8
"""A paragraph of which so much stands elsewhere says nothing new."""
FENCES = ("```", "~~~")


def joined(text: str, others: Sequence[tuple[str, str]]) -> str:
    """The text, then of each other one (title, text) what is said nowhere before it, under a heading that names it."""
    for title, other in others:
        new = what_is_new(text, other)
        if new:
            text = "\n\n".join(part for part in (text.rstrip("\n"), f"## From {title}", new) if part)
    return text


def what_is_new(text: str, other: str) -> str:
    """The paragraphs of the other text that this one does not say, in order, with the headings that stand over them."""
    said, known = " ".join(plain(text).split()), shingles(text)
    kept: list[str] = []
    headings: list[str] = []
    for paragraph in paragraphs(other):
        if _is_heading(paragraph):
            headings = [one for one in headings if _level(one) < _level(paragraph)] + [paragraph]
            continue
        runs = shingles(paragraph)
        if " ".join(plain(paragraph).split()) in said or len(runs & known) >= SAID * len(runs) > 0:
            continue
        kept += [one for one in headings if one not in kept]
        kept.append(paragraph)
    return "\n\n".join(kept)


def paragraphs(text: str) -> list[str]:
    """Stretches between blank lines; a fenced block is one whatever is in it, and a heading one of its own."""
    found: list[list[str]] = [[]]
    fence = ""
    for line in text.split("\n"):
        mark = line.lstrip()[:3]
        if fence or mark in FENCES:
            fence = "" if mark == fence else fence or mark
            found[-1].append(line)
        elif not line.strip():
            found.append([])
        elif _is_heading(line):
            found += [[line], []]
        else:
            found[-1].append(line)
    return ["\n".join(lines) for lines in found if lines]


def _is_heading(paragraph: str) -> bool:
    return "\n" not in paragraph and 0 < _level(paragraph) <= 6 and paragraph[_level(paragraph) :][:1] == " "


def _level(heading: str) -> int:
    return len(heading) - len(heading.lstrip("#"))
