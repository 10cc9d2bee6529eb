"""What was said of notes, and what of it still holds. All of it comes from the journal."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.verdict import Verdict
    from .context import App

USEFUL, IRRELEVANT, WRONG, DISMISSED, PROPOSED = "useful", "irrelevant", "wrong", "dismissed", "canonical proposed"
DAY_MS = 86_400_000
LOOK_BACK = 1000
"""So many versions of a note are looked through for the one that was judged."""


class Judgement(Value):
    """Of one note. wrong: the verdict that nobody has answered yet. useful, irrelevant: how often it was called so."""

    useful: int = 0
    irrelevant: int = 0
    wrong: Verdict | None = None


NONE = Judgement()


def judgements(app: App, note_ids: Sequence[str]) -> dict[str, Judgement]:
    """By id, of those that anything was said of. A journal that cannot be read is no reason to lose the answer."""
    if not note_ids:
        return {}
    try:
        verdicts = app.journal.verdicts(note_ids)
        return {note_id: _judgement(app, said) for note_id, said in by_note(verdicts).items()}
    except SagacityError:
        return {}


def by_note(verdicts: Sequence[Verdict]) -> dict[str, list[Verdict]]:
    """Each in the order given."""
    found: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        found.setdefault(verdict.note_id, []).append(verdict)
    return found


def open_verdict(app: App, verdicts: Sequence[Verdict], word: str) -> Verdict | None:
    """The newest such verdict of a note, unless it was dismissed since or the note says something else by now.

    verdicts: of one note, newest first.
    """
    last = next((one for one in verdicts if one.word in (word, DISMISSED)), None)
    return last if last and last.word == word and not _is_answered(app, last) else None


def labels(app: App, note_ids: Sequence[str]) -> dict[str, str]:
    """How notes that were judged wrong say so, by id."""
    now_ms = app.clock.now_ms()
    found = judgements(app, note_ids)
    return {note_id: label_of(one.wrong, now_ms) for note_id, one in found.items() if one.wrong}


def label_of(verdict: Verdict, now_ms: int) -> str:
    """Of a note that was judged wrong."""
    days = max(0, (now_ms - verdict.at_ms) // DAY_MS)
    age = "today" if not days else "1 day ago" if days == 1 else f"{days} days ago"
    return f"judged wrong {age}: {verdict.reason}"


def _judgement(app: App, verdicts: Sequence[Verdict]) -> Judgement:
    words = [one.word for one in verdicts]
    return Judgement(words.count(USEFUL), words.count(IRRELEVANT), open_verdict(app, verdicts, WRONG))


def _is_answered(app: App, verdict: Verdict) -> bool:
    """Whether the note was changed, replaced or put away since; what took that back opens the verdict again."""
    versions = app.journal.versions(verdict.note_id, limit=LOOK_BACK)
    judged = next((one for one in versions if one.at_ms <= verdict.at_ms), None)
    return bool(versions) and (judged is None or versions[0].hash != judged.hash)
