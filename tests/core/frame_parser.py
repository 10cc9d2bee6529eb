"""A second reading of the frame, written from its description and sharing nothing with the renderer.

A line is the frame's if it does not begin with the bar; everything else is text of notes.
"""

from dataclasses import dataclass, field

BAR = "│ "


class BrokenFrameError(Exception):
    """The text is no frame."""


@dataclass
class Part:
    """An entry (words: what its head says) or a heading of the frame with the lines under it."""

    words: tuple[str, ...]
    heading: str = ""
    lines: list[str] = field(default_factory=list)

    @property
    def id(self):
        return self.words[0] if self.words else ""

    @property
    def values(self):
        return dict(word.split("=", 1) for word in self.words if "=" in word)


@dataclass
class Frame:
    nonce: str
    header: str
    parts: list[Part]

    @property
    def entries(self):
        return [part for part in self.parts if part.words]


def parse_frame(text: str) -> Frame:
    """Raises BrokenFrameError for anything that is not exactly one closed frame."""
    lines = text.splitlines()
    if lines != text.split("\n"):
        raise BrokenFrameError("a line break other than a line feed")
    if len(lines) < 2 or not lines[0].startswith("[[MEM "):
        raise BrokenFrameError("no opening")
    nonce, found, header = lines[0].removeprefix("[[MEM ").partition("]] ")
    if not found or not nonce.isalnum() or len(nonce) < 8:
        raise BrokenFrameError("no nonce")
    if lines[-1] != f"[[/MEM {nonce}]]":
        raise BrokenFrameError("not closed")
    parts: list[Part] = []
    for line in lines[1:-1]:
        if line.startswith(BAR):
            if not parts:
                raise BrokenFrameError("text outside of an entry")
            parts[-1].lines.append(line.removeprefix(BAR))
        else:
            parts.append(_part(line, nonce))
    if any(nonce in line for part in parts for line in part.lines):
        raise BrokenFrameError("text knows the nonce")
    return Frame(nonce, header, parts)


def _part(line: str, nonce: str) -> Part:
    if line.startswith(f"[[MEM {nonce}]] "):
        return Part((), heading=line.partition("]] ")[2])
    inner = line.removeprefix(f"[[MEM {nonce} ").removesuffix("]]")
    if len(line) - len(inner) != len(f"[[MEM {nonce} ]]") or "[" in inner or "]" in inner:
        raise BrokenFrameError(f"a line that is neither frame nor text: {line!r}")
    return Part(tuple(inner.split(" ")))
