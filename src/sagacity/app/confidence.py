"""Who may say how sure a note is: `canonical` is a person's word, and an agent's is a proposal to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .feedback import say
from .judging import PROPOSED

if TYPE_CHECKING:
    from .context import App
    from .results import Written

CANONICAL, TENTATIVE = "canonical", "tentative"
TOLD = "canonical is for a person to say: the note is tentative, and waits in `sagacity review`"


def is_proposal(app: App, asked: str, before: str = "") -> bool:
    """Whether asking for this confidence is no more than a proposal of the caller's."""
    return not app.caller.interactive and is_canonical(asked) and not is_canonical(before)


def is_canonical(confidence: str) -> bool:
    """As it is written in notes and requests."""
    return confidence.strip().lower() == CANONICAL


def proposed(app: App, written: Written) -> Written:
    """The answer, once a person is asked whether the note is canonical."""
    say(app, written.id, PROPOSED, "")
    return written.replace(warnings=(*written.warnings, TOLD))
