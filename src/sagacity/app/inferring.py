"""What `infer` takes and gives."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg


class InferRequest(Request):
    """Relations that notes suggest and that nobody has written."""

    handle: str = arg(help="only those from or to this note; default: of the newest notes", positional=True)
    project: str = arg(help="as if in this project")
    layer: str = arg(help="only this layer")
    min_score: int = arg(40, help="leave out what scores lower, in hundredths", minimum=0, maximum=100)
    limit: int = arg(50, help="most proposals", minimum=1, maximum=500)


class Proposal(Value):
    """A relation that could be written. score in 0..1. signal: text, references or together. evidence: the words, the
    file, or how often. command: writes it.
    """

    source: str
    source_title: str
    op: str
    target: str
    target_title: str
    score: float
    signal: str
    evidence: str
    command: str


class InferResult(Value):
    """Best first. examined: notes that were read for it; cut: why no more were, "" when all were."""

    proposals: tuple[Proposal, ...]
    examined: int
    cut: str
    scope: tuple[str, ...]
    project: str
    took_ms: float
    more: int = 0
