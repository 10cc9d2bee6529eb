"""The one error of the product: what was tried, why it did not work, what to do next."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Code = Literal[
        "invalid",  # the caller's input cannot be used
        "not_found",  # the handle names nothing
        "ambiguous",  # the handle names several things
        "refused",  # the rules forbid it: a secret, an untrusted layer, an unsafe edit
        "conflict",  # someone else changed it first
        "busy",  # a lock was not to be had in time
        "degraded",  # the machine will not let us: disk full, read-only, unreadable
        "integrity",  # what is stored is damaged or from a newer version
        "unsupported",  # this platform or build cannot do it
        "internal",  # a defect of ours
    ]


class SagacityError(Exception):
    """Raised for everything a caller can act on; a face maps `code` to its own status.

    code: one of ten, see `Code`. message: one line, what was tried with the value. hint: the next step, may be
    empty. candidates: what an ambiguous or unknown handle may have meant, best first.
    """

    def __init__(self, code: Code, message: str, *, hint: str = "", candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.hint = hint
        self.candidates = candidates

    def __str__(self) -> str:
        """One line: message, candidates, hint."""
        parts = [self.message]
        if self.candidates:
            parts.append("candidates: " + ", ".join(self.candidates))
        if self.hint:
            parts.append(self.hint)
        return " · ".join(part.replace("\n", " ") for part in parts)
