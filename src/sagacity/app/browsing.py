"""What `similar`, `recent` and `stale` take, and what `stale` gives."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .results import EvidenceView


class SimilarRequest(Request):
    """Notes like one."""

    handle: str = arg(help="the note", positional=True, required=True)
    types: tuple[str, ...] = arg((), help="only these note types", option="type")
    tags: tuple[str, ...] = arg((), help="only notes with all of these tags", option="tag")
    project: str = arg(help="as if in this project")
    layer: str = arg(help="only this layer")
    everywhere: bool = arg(False, help="all projects")
    limit: int = arg(0, help="most results; default: the setting recall_limit", minimum=0, maximum=100)
    explain: bool = arg(False, help="say how each score came about")


class RecentRequest(Request):
    """What changed lately."""

    since: str = arg("7d", help="7d, 24h or a date")
    change: str = arg(
        help="created: only notes made since then; updated: only older ones that changed",
        choices=("created", "updated"),
    )
    types: tuple[str, ...] = arg((), help="only these note types", option="type")
    tags: tuple[str, ...] = arg((), help="only notes with all of these tags", option="tag")
    project: str = arg(help="as if in this project")
    layer: str = arg(help="only this layer")
    everywhere: bool = arg(False, help="all projects")
    limit: int = arg(20, help="most results", minimum=1, maximum=10_000)
    offset: int = arg(0, help="results to skip", minimum=0, maximum=1_000_000)


class StaleRequest(Request):
    """Notes whose evidence no longer holds."""

    project: str = arg(help="as if in this project")
    layer: str = arg(help="only this layer")
    everywhere: bool = arg(False, help="all projects")
    limit: int = arg(100, help="most notes listed; all are checked", minimum=1, maximum=10_000)


class StaleNote(Value):
    """A note with those of its references that no longer stand where it says."""

    id: str
    title: str
    layer: str
    project: str
    evidence: tuple[EvidenceView, ...]


class StateCount(Value):
    """How many references are in a state."""

    state: str
    references: int


class StaleResult(Value):
    """checked: notes that have references. states: of all these. more: notes beyond the limit. unchecked: why some were
    not, each reason once.
    """

    notes: tuple[StaleNote, ...]
    checked: int
    states: tuple[StateCount, ...]
    scope: tuple[str, ...]
    project: str
    more: int = 0
    unchecked: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    took_ms: float = 0.0
