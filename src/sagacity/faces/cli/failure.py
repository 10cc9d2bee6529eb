"""Errors as the command line tells them: a line, a hint, an exit status, a report for defects."""

from __future__ import annotations

from ...core.errors import SagacityError
from .screen import as_json, line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .screen import Screen

STATUS = {
    "invalid": 1,
    "not_found": 1,
    "ambiguous": 1,
    "refused": 1,
    "unsupported": 1,
    "conflict": 2,
    "degraded": 3,
    "integrity": 4,
    "busy": 5,
    "internal": 70,
}
UNHEALTHY = 3
INTERRUPTED = 130
BROKEN_PIPE = 141


def tell(screen: Screen, error: SagacityError, *, wants_json: bool) -> int:
    """Prints the error and gives the exit status that belongs to it."""
    if wants_json:
        facts = {
            "code": error.code,
            "message": error.message,
            "hint": error.hint,
            "candidates": list(error.candidates),
        }
        screen.say(as_json({"error": facts}))
    else:
        screen.note(f"sagacity: {line(error.message)}")
        if error.candidates:
            screen.note("candidates: " + ", ".join(line(one) for one in error.candidates))
        if error.hint:
            screen.note(f"hint: {line(error.hint)}")
    return STATUS[error.code]


def defect(error: BaseException, command: str, report: str) -> SagacityError:
    """The error that stands for a defect of ours. report: the file its traceback is kept in, "" for none."""
    name = type(error).__name__
    where = f"the report is in {report}" if report else "no report could be written"
    return SagacityError("internal", f"{command or 'sagacity'} failed: a defect of ours ({name})", hint=where)
