"""What `eval` takes and gives."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg


class EvalRequest(Request):
    """How well recall finds: in test sets, or in the notes of this user."""

    path: str = arg(
        help="a test set or a folder of them: NAME.spaces.jsonl, NAME.sessions.jsonl beside NAME.questions.jsonl, "
        "LongMemEval's own .json, NAME.notes.jsonl beside NAME.questions.jsonl; all also as .xz; default: questions "
        "made from your own notes",
        positional=True,
    )
    sets: tuple[str, ...] = arg((), help="only sets whose name begins so", option="sets")
    pooled: bool = arg(False, help="ask all questions of one store that holds all notes of the set")
    half: str = arg(
        help="only the questions of one half, which a hash of their ids decides: choose on dev, report on test",
        choices=("dev", "test"),
    )
    questions: int = arg(200, help="of your own notes: how many are asked for", minimum=1, maximum=100_000)
    cache: str = arg(help="folder to keep the built stores in, for the next run over the same notes; one run at a time")


class Gain(Value):
    """How much more than the baseline, in the measure's own units, with the bounds of the 95 % interval of the paired
    difference: where 0 lies between them, chance may be all there is.
    """

    value: float
    low: float
    high: float


class Score(Value):
    """A measure by its exact name, 0 to 1, with the bounds of its 95 % interval. over_bm25: None where the baseline
    cannot be asked.
    """

    name: str
    value: float
    low: float
    high: float
    over_bm25: Gain | None = None


class CategoryScores(Value):
    """The questions of one category that have an answer."""

    category: str
    questions: int
    scores: tuple[Score, ...]


class Depth(Value):
    """One point of the curve: the first k."""

    k: int
    recall_any: float
    recall_all: float
    frac: float


class SetScores(Value):
    """One set on one level: notes, or passages where a note holds several that may be gold.

    spaces: stores asked. questions: those with an answer, which alone the scores are means of; absent: those without.
    abstained_rightly: share of the absent that were given nothing, or what was said to be merely
    the nearest; abstained_falsely: share of the others.
    ordered: share of the questions that name notes which were replaced, n_ordered of them, where none of those stands
    above the gold. cpu_ms: of one question, mean and 95th percentile. build_s: seconds of building the index, 0 when it
    was kept.
    """

    name: str
    level: str
    pooled: bool
    spaces: int
    notes: int
    questions: int
    absent: int
    scores: tuple[Score, ...]
    categories: tuple[CategoryScores, ...]
    curve: tuple[Depth, ...]
    abstained_rightly: float
    abstained_falsely: float
    ordered: float
    n_ordered: int
    cpu_ms_mean: float
    cpu_ms_p95: float
    build_s: float


class OwnScores(Value):
    """Known notes of the user, asked for by some telling words. cpu_ms: as in SetScores. preview@5: share found
    among the first 5 of which the preview alone shows all those words.

    never_shown, never_useful: notes that were in no pack, block or answer, and that no feedback called useful, as far
    back as the journal remembers; junk_rate: share of the notes that are both.
    """

    notes: int
    questions: int
    scores: tuple[Score, ...]
    cpu_ms_mean: float
    cpu_ms_p95: float
    never_shown: int
    never_useful: int
    junk_rate: float
    journal_days: float


class EvalResult(Value):
    """sets: in the order of their names; empty where own notes were asked for. settings: (name, value) of what decides
    the figures. command: repeats it.
    """

    sets: tuple[SetScores, ...]
    settings: tuple[tuple[str, str], ...]
    machine: tuple[tuple[str, str], ...]
    command: str
    took_s: float
    own: OwnScores | None = None
