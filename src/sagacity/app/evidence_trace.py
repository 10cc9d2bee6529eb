"""What git and the rest of the tree know of evidence that does not stand where the note says."""

from __future__ import annotations

from collections import Counter

from ..core.errors import SagacityError
from ..core.evidence import (
    CHANGED,
    ELSEWHERE,
    GONE,
    HOLDS,
    MOVED,
    UNPINNED,
    Finding,
    is_commit,
    is_fingerprint,
    judge,
    most_telling,
    span_of,
    text_lines,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..core.note import Reference
    from .context import App
    from .evidence import Lines

LATE = "git had no time to look further"
MAX_COMMITS = 64
MAX_NAMESAKES = 32
MAX_SOUGHT = 16
MAX_HOLDING = 100
MAX_ON_BRANCHES = 4000


def trace(
    app: App, lines: Lines, top: str, references: Sequence[Reference], findings: Sequence[Finding], until_s: float
) -> list[Finding]:
    """The findings, changed or gone, made better: moved where a file was renamed, elsewhere where only another branch
    has the text. As they were when git is not there, or there is no time left.
    """
    found = list(findings)
    if app.history is None:
        return found
    tracer = _Tracer(app, lines, top, until_s)
    for step in (tracer.renamed, tracer.namesake, tracer.other_file, tracer.elsewhere):
        open_ = [at for at, one in enumerate(found) if one.state in (CHANGED, GONE)]
        for at, better in step(references, found, open_).items():
            found[at] = better
    if app.clock.monotonic_s() < until_s:
        return found
    return [one.replace(why=LATE) if one.state in (CHANGED, GONE) else one for one in found]


class _Tracer:
    """The three questions, of one tree."""

    def __init__(self, app: App, lines: Lines, top: str, until_s: float) -> None:
        assert app.history is not None
        self._git, self._clock = app.history(), app.clock
        self._lines, self._top, self._until_s = lines, top, until_s

    def _left_s(self) -> float:
        return self._until_s - self._clock.monotonic_s()

    def renamed(
        self, references: Sequence[Reference], found: Sequence[Finding], open_: Sequence[int]
    ) -> dict[int, Finding]:
        """Of missing files what git calls them since the commit."""
        gone = [at for at in open_ if found[at].state == GONE and is_commit(references[at].commit)]
        commits = Counter(references[at].commit for at in gone)
        better = {}
        for commit, _ in commits.most_common(MAX_COMMITS):
            names = self._git.renames(self._top, commit, self._left_s())
            for at in gone:
                path = names.get(references[at].path) if references[at].commit == commit else None
                there = self._there(references[at], path) if path else None
                if there is not None:
                    better[at] = there
        return better

    def namesake(
        self, references: Sequence[Reference], found: Sequence[Finding], open_: Sequence[int]
    ) -> dict[int, Finding]:
        """Of missing files one of the same name in another folder, where it has the text."""
        gone = [at for at in open_ if found[at].state == GONE and is_fingerprint(references[at].hash)]
        if not gone:
            return {}
        wanted = {_name(references[at].path) for at in gone}
        by_name: dict[str, list[str]] = {}
        for path in self._git.files(self._top, self._left_s()):
            if _name(path) in wanted:
                by_name.setdefault(_name(path), []).append(path)
        better = {}
        for at in gone:
            old = references[at].path
            near = sorted(by_name.get(_name(old), ()), key=lambda path: -_n_alike(path, old))
            there = self._first_moved(references[at], near[:MAX_NAMESAKES])
            if there is not None:
                better[at] = there
        return better

    def other_file(
        self, references: Sequence[Reference], _found: Sequence[Finding], open_: Sequence[int]
    ) -> dict[int, Finding]:
        """Lines that went into a file which did not have them when they were taken: a copy that was there is none."""
        asked = [at for at in open_ if references[at].lines and is_fingerprint(references[at].hash)]
        asked = [at for at in asked if is_commit(references[at].commit)][:MAX_SOUGHT]
        homes = {at: (references[at].commit, references[at].path) for at in asked}
        texts = self._git.texts(self._top, list(homes.values()), self._left_s()) if homes else {}
        sought = {at: line for at in asked if (line := most_telling(_stretch(references[at], texts.get(homes[at]))))}
        lines = list(dict.fromkeys(sought.values()))
        paths = self._git.holding(self._top, lines, self._left_s())[:MAX_HOLDING] if lines else ()
        places = {
            at: [(homes[at][0], path) for path in paths if path != homes[at][1] and self._has(path, line)]
            for at, line in sought.items()
        }
        copies = list(dict.fromkeys(place for found in places.values() for place in found))
        before = self._git.texts(self._top, copies, self._left_s()) if copies else {}
        better = {}
        for at, found in places.items():
            new = [place[1] for place in found if not _stands(references[at], before.get(place))]
            there = self._first_moved(references[at], new)
            if there is not None:
                better[at] = there
        return better

    def elsewhere(
        self, references: Sequence[Reference], _found: Sequence[Finding], open_: Sequence[int]
    ) -> dict[int, Finding]:
        """What another branch has and the history of this one never had."""
        asked = [at for at in open_ if is_fingerprint(references[at].hash)]
        branches = self._git.branches(self._top, self._left_s()) if asked else ()
        if not branches:
            return {}
        commits = sorted({references[at].commit for at in asked if is_commit(references[at].commit)})
        ours = self._git.in_head(self._top, commits, self._left_s()) if commits else frozenset()
        homes = {at: (references[at].commit, references[at].path) for at in asked if references[at].commit in ours}
        texts = self._git.texts(self._top, list(dict.fromkeys(homes.values())), self._left_s()) if homes else {}
        asked = [at for at in asked if at not in homes or not _stands(references[at], texts.get(homes[at]))]
        wanted = dict.fromkeys((branch, references[at].path) for at in asked for branch in branches)
        texts = self._git.texts(self._top, list(wanted)[:MAX_ON_BRANCHES], self._left_s()) if wanted else {}
        return {
            at: Finding(ELSEWHERE, why=branch)
            for at in asked
            if (branch := _first_with(references[at], branches, texts))
        }

    def _has(self, path: str, line: bytes) -> bool:
        try:
            return line in self._lines.of(self._top, path)
        except SagacityError:
            return False

    def _first_moved(self, reference: Reference, paths: Sequence[str]) -> Finding | None:
        found = (self._there(reference, path) for path in paths)
        return next((one for one in found if one is not None and one.state == MOVED), None)

    def _there(self, reference: Reference, path: str) -> Finding | None:
        """The finding for the same lines of another file; None when it cannot be read."""
        try:
            there = judge(reference, self._lines.of(self._top, path))
        except SagacityError:
            return None
        if there.state in (HOLDS, UNPINNED):
            return Finding(MOVED, path=path, lines=reference.lines)
        return there.replace(path=path)


def _n_alike(path: str, other: str) -> int:
    """How many folders from the top on two paths share, and from their names up."""
    parts, others = path.split("/"), other.split("/")
    from_top = next((n for n, (a, b) in enumerate(zip(parts, others, strict=False)) if a != b), 0)
    return from_top + next((n for n, (a, b) in enumerate(zip(parts[::-1], others[::-1], strict=False)) if a != b), 0)


def _stretch(reference: Reference, text: bytes | None) -> list[bytes]:
    """The lines of the reference in the text, where it has them in that place or in another."""
    if text is None:
        return []
    lines = text_lines(text)
    there = judge(reference, lines)
    span = span_of(there.lines or reference.lines)
    return lines[span[0] - 1 : span[1]] if span and there.state in (HOLDS, MOVED) else []


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _stands(reference: Reference, text: bytes | None) -> bool:
    return text is not None and judge(reference, text_lines(text)).state in (HOLDS, MOVED)


def _first_with(reference: Reference, branches: Sequence[str], texts: Mapping[tuple[str, str], bytes]) -> str:
    return next((name for name in branches if _stands(reference, texts.get((name, reference.path)))), "")
