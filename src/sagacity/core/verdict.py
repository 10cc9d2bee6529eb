"""What a reader did with a note, and said of it."""

from __future__ import annotations

from .value import Value


class Use(Value):
    """A note in an act of showing, or of judging it. note_id: "" where the act stands for itself."""

    session: str
    kind: str
    note_id: str
    score: float


class Verdict(Value):
    """What somebody said of a note. said: the verdict, and after a colon the reason; door, session: who said it."""

    note_id: str
    said: str
    at_ms: int
    door: str
    session: str

    @property
    def word(self) -> str:
        """The verdict alone."""
        return self.said.partition(": ")[0]

    @property
    def reason(self) -> str:
        """Empty where none was given."""
        return self.said.partition(": ")[2]
