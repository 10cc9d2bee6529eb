"""What the command line reads from and writes to, and how text of notes is made safe for a terminal."""

from __future__ import annotations

from ...core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO, Any

_UNSAFE = (
    (0x00, 0x08), (0x0B, 0x1F), (0x7F, 0x9F), (0x61C, 0x61C), (0x200B, 0x200B), (0x200E, 0x200F), (0x2028, 0x202E),
    (0x2060, 0x206F), (0xFEFF, 0xFEFF), (0xE0000, 0xE007F),
)  # fmt: skip
"""First and last of control codes but tab and line feed, bidirectional controls, invisible and tag characters."""

STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33"}


class Screen(Value):
    """The streams of one call. width: columns of the terminal, 0 when the output is no terminal."""

    stdin: IO[bytes]
    out: IO[str]
    err: IO[str]
    stdin_terminal: bool = False
    err_terminal: bool = False
    width: int = 0
    colored: bool = False

    def say(self, text: str) -> None:
        """Prints to standard output."""
        self.out.write(text + "\n")

    def note(self, text: str) -> None:
        """Prints to standard error, at once."""
        self.err.write(text + "\n")
        self.err.flush()

    def paint(self, text: str, style: str) -> str:
        """The text in a style, where there is colour."""
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if self.colored and text else text

    def wrap(self, text: str, indent: str = "") -> list[str]:
        """The lines of a text, safe, broken to the width of the terminal only."""
        lines = safe(text).split("\n")
        if not self.width:
            return [indent + line if line else "" for line in lines]
        return [piece for line in lines for piece in _fold(line, indent, self.width)]


def _fold(line: str, indent: str, width: int) -> list[str]:
    hang = indent + " " * (len(line) - len(line.lstrip(" -*")))
    room = max(width - 1, 20)
    import textwrap  # only a terminal has an edge

    return textwrap.wrap(
        line,
        room,
        initial_indent=indent,
        subsequent_indent=hang if len(hang) < room // 2 else indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=False,
    ) or [""]


def safe(text: str) -> str:
    """The text with everything a terminal would act on written out."""
    return text.translate(ESCAPED)


def line(text: str) -> str:
    """The text on one line, safe."""
    return safe(" ".join(text.split()))


def _escape(code: int) -> str:
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def _each(write: Callable[[int], str]) -> dict[int, str]:
    """Every unsafe character, and what is written for it."""
    return {code: write(code) for first, last in _UNSAFE for code in range(first, last + 1)}


ESCAPED = _each(_escape)
"""A table and not a pattern, which would take a third of the start of a small command to compile."""


def as_json(value: Any) -> str:
    """JSON in two-space indentation, any script as it is, what a terminal would act on escaped."""
    import json  # not for what a person reads

    text = json.dumps(value, ensure_ascii=False, indent=2)
    return text.translate(_each(lambda code: json.dumps(chr(code))[1:-1]))


class ProgressLine:
    """One line on a terminal for work that takes more than a second; nothing anywhere else."""

    def __init__(self, screen: Screen, seconds: Callable[[], float]) -> None:
        self._screen = screen
        self._seconds = seconds
        self._begun = seconds()
        self._drawn = 0.0

    def __call__(self, what: str, done: int, total: int) -> None:
        if not total:
            return
        now = self._seconds()
        if not self._screen.err_terminal or now - self._begun < 1.0 or (now - self._drawn < 0.1 and done < total):
            return
        self._drawn = now
        share = done / total
        bar = ("#" * int(share * 24)).ljust(24, ".")
        self._screen.err.write(f"\r\x1b[K{line(what)} [{bar}] {done}/{total}")
        self._screen.err.flush()

    def clear(self) -> None:
        """Takes the line away again."""
        if self._drawn:
            self._screen.err.write("\r\x1b[K")
            self._screen.err.flush()
            self._drawn = 0.0
