"""Plans and tasks with what hangs them together: what belongs to which plan, and what waits for what."""

from __future__ import annotations

from ..core.work import CLOSED, Piece, due_day, is_work, next_of, status_said
from .steps import Terrain, Ways

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from .context import App
    from .records import Row
    from .scope import Scope

WAYS = Ways(frozenset((("part_of", True), ("part_of", False), ("depends_on", True), ("blocks", False))))


class Board:
    """Plans and tasks by key, as the relations of either end say it; nothing else is work.

    rows: what was read of them so far. Each is looked at when it is first asked about; many at once cost less.
    """

    def __init__(self, app: App, scope: Scope, rows: Sequence[Row]) -> None:
        filters = scope.filters.replace(archived=True, confidential=True)
        self._terrain = Terrain(app, scope, filters, WAYS, rows)
        self._ends: dict[int, dict[str, dict[int, None]]] = {}
        self.rows = self._terrain.rows

    def look(self, keys: Iterable[int]) -> None:
        """Reads the relations of these."""
        new = sorted({key for key in keys if key not in self._ends})
        if not new:
            return
        self._ends.update({key: {"plans": {}, "parts": {}, "needs": {}} for key in new})
        steps = self._terrain.onward(new)
        self._terrain.load(step[1] for step in steps)
        for near, far, op, along, *_ in steps:
            if is_work(self.rows[far].type):
                name = ("plans" if along else "parts") if op == "part_of" else "needs"
                self._ends[near][name][far] = None

    def plans(self, key: int) -> tuple[int, ...]:
        """What it is a sub-task of."""
        return self._of(key, "plans")

    def parts(self, key: int) -> tuple[int, ...]:
        """Its sub-tasks."""
        return self._of(key, "parts")

    def waits_for(self, key: int, ended: Collection[int] = ()) -> tuple[int, ...]:
        """What is open and must end before it. ended: keys of what has ended just now."""
        return tuple(one for one in self._of(key, "needs") if one not in ended and self.is_open(one))

    def is_open(self, key: int) -> bool:
        """Whether there is anything left to do."""
        return self.status(key) not in CLOSED

    def status(self, key: int) -> str:
        """One of core.types.STATUSES."""
        return status_said(self.rows[key].status)

    def piece(self, key: int) -> Piece:
        """As core.work has it."""
        row = self.rows[key]
        return Piece(key, row.id, self.status(key), due_day(row.due), row.created_ms, frozenset(self._of(key, "needs")))

    def next_of(self, keys: Collection[int], ended: Collection[int]) -> int | None:
        """Of these the one to begin now that those have ended; None where none can."""
        self.look(keys)
        ready = [self.piece(key) for key in keys if key not in ended and not self.waits_for(key, ended)]
        found = next_of(ready)
        return found.key if found else None

    def _of(self, key: int, name: str) -> tuple[int, ...]:
        self.look((key,))
        return tuple(self._ends[key][name])
