"""Plans and tasks: what their words mean, when they are due, and which comes next."""

from __future__ import annotations

from .date_words import monday
from .dates import DAY_MS, to_ms
from .errors import SagacityError
from .types import DEFAULT_STATUS, known_type, status_of
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CLOSED = ("complete", "cancelled")
GOING_ON = ("not_started", "pending")
DONE = "done"
WHENS = ("overdue", "today", "this week", "later", "no date", DONE)
MAX_PRS = 64
URL_MAX_CHARS = 2000
REASON_MAX_CHARS = 500
BLOCKED = "Blocked: "
CANCELLED = "Cancelled: "
_NEVER = 1 << 40


class Piece(Value):
    """A piece of work among those of its plan. due: day since the epoch, None for none. needs: keys of the pieces that
    must end first, closed ones included or not.
    """

    key: int
    id: str
    status: str
    due: int | None
    created_ms: int
    needs: frozenset[int] = frozenset()


def is_work(type_name: str) -> bool:
    """Whether notes of this type have a status."""
    found = known_type(type_name)
    return found is not None and bool(found.statuses)


def status_said(text: str) -> str:
    """The status that a file means; what nobody knows, or nothing, has not begun."""
    try:
        return status_of(text) if text.strip() else DEFAULT_STATUS
    except SagacityError:
        return DEFAULT_STATUS


def due_day(text: str) -> int | None:
    """The day since the epoch, in UTC; None for no date, or for what is none."""
    ms = to_ms(text)
    return None if ms is None else ms // DAY_MS


def when(day: int | None, today: int) -> str:
    """One of WHENS, of what is open; a week ends on Sunday."""
    if day is None:
        return "no date"
    if day < today:
        return "overdue"
    if day == today:
        return "today"
    return "this week" if day < monday(today) + 7 else "later"


def due_said(days: int) -> str:
    """How far away so many days are."""
    if days < 0:
        return f"{-days} {'day' if days == -1 else 'days'} overdue"
    return ("today", "tomorrow")[days] if days < 2 else f"in {days} days"


def in_order(pieces: Iterable[Piece]) -> list[Piece]:
    """What others need comes before them; then by due date, then the oldest. Pieces in a circle come last."""
    waiting = sorted(pieces, key=_by_date)
    known = {piece.key for piece in waiting}
    ordered: list[Piece] = []
    done: set[int] = set()
    while waiting:
        ready = next((piece for piece in waiting if piece.needs & known <= done), waiting[0])
        waiting.remove(ready)
        ordered.append(ready)
        done.add(ready.key)
    return ordered


def next_of(ready: Iterable[Piece]) -> Piece | None:
    """Of pieces that wait for nothing the one to begin: not begun, due first, then the oldest."""
    return min((piece for piece in ready if piece.status == DEFAULT_STATUS), key=_by_date, default=None)


def _by_date(piece: Piece) -> tuple[int, int, str]:
    return _NEVER if piece.due is None else piece.due, piece.created_ms, piece.id


def merged_prs(old: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    """Both, in order, none twice. Raises `invalid` for what is no http or https address, and for too many."""
    found = tuple(dict.fromkeys((*old, *(_checked_url(one) for one in new))))
    if len(found) > max(MAX_PRS, len(old)):
        raise SagacityError("invalid", f"{len(found)} pull requests; {MAX_PRS} is the most")
    return found


def _checked_url(text: str) -> str:
    text = text.strip()
    scheme, mark, rest = text.partition("://")
    host = rest.partition("/")[0]
    sound = text.isprintable() and not any(char in text for char in ' <>"') and len(text) <= URL_MAX_CHARS
    if scheme.lower() not in ("http", "https") or not mark or not host.strip(".:@") or not sound:
        raise SagacityError(
            "invalid", f"pr {text[:60]!r} is no web address", hint="write it as https://example.org/team/app/pull/12"
        )
    return text


def reason_said(text: str) -> str:
    """The reason on one line. Raises `invalid` where there is none, or too much of it."""
    reason = " ".join(text.split())
    if not reason or len(reason) > REASON_MAX_CHARS:
        raise SagacityError(
            "invalid",
            f"the reason has {len(reason)} characters; 1 to {REASON_MAX_CHARS} are allowed",
            hint="say in a line what it waits for",
        )
    return reason


def blocked_because(body: str) -> str:
    """The reason that was given last, as the body has it; "" for none."""
    lines = [line for line in body.split("\n") if line.startswith(BLOCKED)]
    return lines[-1].removeprefix(BLOCKED).strip() if lines else ""
