"""Markdown of notes, made part of a document: it cannot open, close or head anything outside of its place."""

from __future__ import annotations

import re

from .clean import scrub
from .handles import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MAX_LEVEL = 6

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^`]*)$")
_CODE = re.compile(r"(`+[^`]*`+)")
_TAG = re.compile(r"<(?=[A-Za-z/!?])(?!https?://[^\s<>]*>)")
_WIKI = re.compile(r"\[\[([^\[\]|]+)(?:\|([^\[\]]+))?\]\]")
_SIGNS = re.compile(r"([\\`*_\[\]<>#|~&$])")
_NO_PARAGRAPH = re.compile(r"\s*$| {4}|\t| {0,3}(>|[-*+][ \t]|\d{1,9}[.)][ \t]|\|)")


def plain_line(text: str) -> str:
    """The text on one line, as words and nothing else: what markdown would act on is escaped."""
    return _SIGNS.sub(r"\\\1", " ".join(scrub(text).split()))


def anchored(name: str) -> str:
    """A place that links lead to. name: letters, digits and dashes."""
    return f'<a id="{name}"></a>'


def embedded(body: str, *, below: int, title: str, places: Mapping[str, tuple[str, str]]) -> str:
    """The body as a part of a document under a heading of level `below`.

    Headings go down below that, one that only says the title goes away, tags are shown and not meant, and a code block
    that was left open ends with the body. places: folded handle → (link target, title), for its wiki links.
    """
    lines = scrub(body).split("\n")
    levels = [
        len(found[1]) for line in lines if (found := _HEADING.match(line)) and fold(found[2] or "") != fold(title)
    ]
    writer = _Writer(below + 1 - min(levels, default=1), title, places)
    for line in lines:
        writer.take(line)
    return writer.text()


class _Writer:
    """Takes a body line by line. down: levels by which headings are moved."""

    def __init__(self, down: int, title: str, places: Mapping[str, tuple[str, str]]) -> None:
        self._down = down
        self._title = fold(title)
        self._places = places
        self._lines: list[str] = []
        self._fence = ""

    def take(self, line: str) -> None:
        fence = _FENCE.match(line)
        if self._fence:
            self._lines.append(line)
            if fence and fence[1].startswith(self._fence) and not fence[2].strip():
                self._fence = ""
        elif fence:
            self._fence = fence[1]
            self._lines.append(line)
        else:
            self._take_text(line)

    def text(self) -> str:
        lines = [*self._lines, self._fence] if self._fence else self._lines
        return "\n".join(lines).strip("\n")

    def _take_text(self, line: str) -> None:
        heading = _HEADING.match(line)
        under = _UNDERLINE.match(line)
        if heading:
            self._head(len(heading[1]), heading[2] or "")
        elif under and self._lines and not _NO_PARAGRAPH.match(self._lines[-1]) and self._lines[-1][:1] != "#":
            self._head(1 if under[1][0] == "=" else 2, self._lines.pop().strip(), done=True)
        else:
            self._lines.append(outside_code(line, self._safe))

    def _head(self, level: int, words: str, *, done: bool = False) -> None:
        if not any(self._lines) and fold(words) == self._title:
            return
        said = words if done else outside_code(words, self._safe)
        self._lines.append(f"{'#' * min(MAX_LEVEL, self._down + level)} {said}".rstrip())

    def _safe(self, text: str) -> str:
        return _WIKI.sub(self._link, _TAG.sub(r"\\<", text))

    def _link(self, found: re.Match[str]) -> str:
        place = self._places.get(fold(found[1].partition("#")[0]))
        if place is None:
            return found[0]
        return f"[{plain_line(found[2] or place[1])}]({place[0]})"


def outside_code(line: str, change: Callable[[str], str]) -> str:
    """The line with everything but its code spans changed."""
    return "".join(part if at % 2 else change(part) for at, part in enumerate(_CODE.split(line)))


def quoted(text: str) -> str:
    """The text as a block quote."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
