"""What every benchmark shares. Run one with `python -m benchmarks.NAME [--quick]`; all with `make bench`.

Notes of a developer, the same for the same seed:
    drafts(n, seed=1)                    n Drafts: title, type, tags, body, relations
    note_text(draft)                     the draft as a note file
    write_notes(folder, n, seed=1)       writes n note files, a hundred a subfolder, not synced; gives their paths
    prompts(n, seed=1)                   n prompts as a person would type them about such notes
Homes and processes:
    throwaway_home()                     context: an empty folder for HOME, with the environment to pass on
    BARE                                 command of a bare interpreter, the baseline of whole processes
    wall_s(command, env=…, stdin=…)      runs a process, gives its wall time in seconds; fails loudly; cpu=[] collects
Figures:
    interleave({name: call}, rounds=…)   calls each once a round, in shuffled order; gives name → seconds, by round
    median(values), percentile(values, p), ratio(a, b): of two equally long lists, the median of the quotients by round
    Row(what, figure, unit, bar, baseline)   one line of a report; bar: largest (or `at_least`) figure that is good
    report(name, rows, details={})       prints a table for people, then one line of JSON; gives the exit status 0
"""

from __future__ import annotations

import json
import math
import os
import platform
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from statistics import median

from benchmarks.draft import Draft, note_text
from benchmarks.zipf import note, notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

__all__ = [
    "BARE",
    "Draft",
    "Home",
    "Row",
    "drafts",
    "interleave",
    "median",
    "note_text",
    "percentile",
    "prompts",
    "quick",
    "ratio",
    "report",
    "throwaway_home",
    "wall_s",
    "write_notes",
]

BARE = [sys.executable, "-I", "-S", "-E", "-c", "pass"]
FILES_PER_FOLDER = 100

# --- notes ------------------------------------------------------------------------------------------------------------

_TYPES = (
    ("fact", "", 22),
    ("convention", "", 14),
    ("decision", "", 14),
    ("learning", "gotcha", 14),
    ("topic", "", 10),
    ("incident", "", 8),
    ("learning", "error-fix", 6),
    ("runbook", "", 4),
    ("task", "", 4),
    ("preference", "", 2),
    ("policy", "", 2),
)


def drafts(n: int, *, seed: int = 1) -> Iterator[Draft]:
    """n notes with the vocabulary of real ones (benchmarks.zipf), of many types and projects, some of them related."""
    chance = random.Random(seed)
    titles: list[str] = []
    for number, text in enumerate(notes(n, seed=seed)):
        note_type, refined, _ = chance.choices(_TYPES, [weight for *_, weight in _TYPES])[0]
        relations = (
            ((chance.choice(("relates_to", "refines")), chance.choice(titles)),) if titles and not number % 7 else ()
        )
        titles = [*titles[-50:], text.title]
        project = f"project-{number % 12}" if number % 3 else ""
        yield replace(text, type=note_type, kind=refined, project=project, relations=relations)


def write_notes(folder: str, n: int, *, seed: int = 1) -> list[str]:
    """Writes n notes below folder (the notes folder of a layer), named `batch-NNN/note-NNNNNN.md`; absolute paths."""
    paths = []
    for number, draft in enumerate(drafts(n, seed=seed)):
        place = os.path.join(folder, f"batch-{number // FILES_PER_FOLDER:04}")
        if number % FILES_PER_FOLDER == 0:
            os.makedirs(place, exist_ok=True)
        path = os.path.join(place, f"note-{number:06}.md")
        with open(path, "w", encoding="utf-8") as file:
            file.write(note_text(draft))
        paths.append(path)
    return paths


def prompts(n: int, *, seed: int = 1) -> list[str]:
    """Prompts of 8 to 30 words, each about something that one of the first thousand notes says."""
    chance = random.Random(seed)
    asked = []
    for _ in range(n):
        text = note(chance.randrange(1000))
        said = chance.choice(text.body.split(". ")).strip(".").lower()
        asked.append(f"please look at why {said} and fix it in {text.tags[0]}/{chance.choice(text.tags)}.py")
    return asked


# --- homes and processes ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Home:
    """An empty home. env: the environment for processes that live in it; notes: where its personal notes will be."""

    path: str
    env: dict[str, str] = field(repr=False)

    @property
    def notes(self) -> str:
        """The notes folder of the personal layer; made by the first write."""
        return os.path.join(self.path, ".sagacity", "personal", "notes")


_DROPPED = ("SAGACITY_", "GIT_", "CLAUDE", "PYTHONDONTWRITEBYTECODE")


@contextmanager
def throwaway_home(prefix: str = "sagacity-bench-") -> Iterator[Home]:
    """A home that is gone afterwards. On the disk of the temporary folder: set TMPDIR to measure another."""
    folder = os.path.realpath(tempfile.mkdtemp(prefix=prefix))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_DROPPED)}
    try:
        yield Home(folder, {**kept, "HOME": folder, "GIT_CONFIG_NOSYSTEM": "1", "NO_COLOR": "1"})
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wall_s(
    command: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    stdin: str = "",
    cwd: str = "/",
    cpu: list[float] | None = None,
) -> float:
    """Seconds from start to end of a process; its CPU seconds are appended to cpu. Raises SystemExit when it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    done = subprocess.run(list(command), env=env, cwd=cwd, input=stdin.encode(), capture_output=True, check=False)
    took = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if cpu is not None:
        cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} exited {done.returncode}: {done.stderr.decode()[-2000:]}")
    return took


# --- figures ----------------------------------------------------------------------------------------------------------


def quick() -> bool:
    """Whether `--quick` was asked for: smaller numbers, for a look and for tests."""
    return "--quick" in sys.argv


def interleave(
    calls: Mapping[str, Callable[[], object]], *, rounds: int, warm: int = 1, seed: int = 1
) -> dict[str, list[float]]:
    """Seconds of each call by round, so that noise of the machine meets all alike. A call that returns a float has
    measured itself; its answer counts.
    """
    chance = random.Random(seed)
    took: dict[str, list[float]] = {name: [] for name in calls}
    for number in range(warm + rounds):
        names = list(calls)
        chance.shuffle(names)
        for name in names:
            started = time.perf_counter()
            own = calls[name]()
            seconds = own if isinstance(own, float) else time.perf_counter() - started
            if number >= warm:
                took[name].append(seconds)
    return took


def percentile(values: Sequence[float], p: float) -> float:
    """The smallest value that p percent of the values do not exceed. Raises IndexError for none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * p / 100) - 1)]


def ratio(values: Sequence[float], baseline: Sequence[float]) -> float:
    """Median of the quotients by round."""
    return median(value / base for value, base in zip(values, baseline, strict=True))


@dataclass(frozen=True)
class Row:
    """One figure. bar: what it should reach, None when it is only told; at_least: larger is better."""

    what: str
    figure: float
    unit: str
    bar: float | None = None
    baseline: str = ""
    at_least: bool = False

    @property
    def good(self) -> bool | None:
        """Whether the bar is met; None without one."""
        if self.bar is None:
            return None
        return self.figure >= self.bar if self.at_least else self.figure <= self.bar


def report(name: str, rows: Sequence[Row], *, details: Mapping[str, object] | None = None) -> int:
    """A table for people, then one line of JSON."""
    width = max(len(row.what) for row in rows)
    print(f"\n{name}")
    for row in rows:
        bar = "" if row.bar is None else f"{'≥' if row.at_least else '≤'} {row.bar:g} {row.unit}"
        state = {None: "", True: "met", False: "MISSED"}[row.good]
        print(
            f"  {row.what:{width}}  {_shown(row.figure):>9} {row.unit:8} {bar:>16}  {state:6}  {row.baseline}".rstrip()
        )
    result = {
        "benchmark": name,
        "rows": [{**asdict(row), "good": row.good} for row in rows],
        "details": dict(details or {}),
        "machine": machine(),
    }
    print(json.dumps(result, ensure_ascii=False))
    return 0


def _shown(figure: float) -> str:
    return f"{figure:,.0f}" if abs(figure) >= 1000 else f"{figure:.3g}"


def machine() -> dict[str, object]:
    """What the figures were taken on."""
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "quick": quick(),
    }
