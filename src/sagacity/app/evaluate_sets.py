"""Which test sets stand at a path, by the names of the files."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.testset import half_of, pooled, read_longmemeval, read_notes, read_sessions, read_spaces
from ..core.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..core.testset import Space
    from .bench import Bench
    from .evaluation import EvalRequest

FORMATS = (
    "NAME.spaces.jsonl, NAME.sessions.jsonl with NAME.questions.jsonl, longmemeval….json, or a folder with "
    "NAME.notes.jsonl and NAME.questions.jsonl"
)

NOTES = (".notes.jsonl", ".notes.jsonl.xz")


class Chosen(Value):
    """A set by name. spaces: read one by one as they are asked for."""

    name: str
    spaces: Callable[[], Iterable[Space]]


def sets_in(bench: Bench, request: EvalRequest) -> Iterator[Chosen]:
    """By name, those asked for. Raises `not_found` or `invalid`."""
    found = sorted(_recognised(bench, bench.files(request.path)), key=lambda one: one.name)
    if not found:
        raise SagacityError("invalid", f"{request.path} holds no test set", hint=f"known are {FORMATS}; also as .xz")
    names = tuple(one.name for one in found)
    for wanted in request.sets:
        if not any(name.startswith(wanted) for name in names):
            raise SagacityError("not_found", f"no set here is called {wanted!r}", candidates=names)
    for one in found:
        if not request.sets or one.name.startswith(request.sets):
            yield one


def spaces_of(chosen: Chosen, request: EvalRequest) -> Iterator[Space]:
    """The stores to ask: those of the set, or all of them as one; with the questions of one half, if one was named."""
    for space in [pooled(chosen.spaces())] if request.pooled else chosen.spaces():
        asked = tuple(one for one in space.questions if not request.half or half_of(one.id) == request.half)
        if asked:
            yield space.replace(questions=asked)


def _recognised(bench: Bench, paths: list[str]) -> Iterator[Chosen]:
    loose: dict[str, list[str]] = {}
    for path in paths:
        stem, _, suffix = os.path.basename(path).removesuffix(".xz").partition(".")
        if suffix == "spaces.jsonl":
            yield Chosen(stem, partial(_spaces, bench, path))
        elif suffix == "questions.jsonl" and not _has_notes(paths, path):
            yield Chosen(stem, partial(_with_sessions, bench, path))
        elif suffix == "json" and (len(paths) == 1 or stem.startswith("longmemeval")):
            yield Chosen(stem, partial(_longmemeval, bench, path))
        elif suffix in {"notes.jsonl", "questions.jsonl"}:
            loose.setdefault(os.path.dirname(path), []).append(path)
    for folder, parts in loose.items():
        name = os.path.basename(folder) or "notes"
        yield Chosen(name, partial(_notes, bench, name, parts))


def _has_notes(paths: list[str], path: str) -> bool:
    """Whether notes lie in the same folder, of which the questions are."""
    folder = os.path.dirname(path)
    return any(other.endswith(NOTES) and os.path.dirname(other) == folder for other in paths)


def _spaces(bench: Bench, path: str) -> Iterable[Space]:
    return read_spaces(bench.lines(path))


def _with_sessions(bench: Bench, path: str) -> Iterable[Space]:
    sessions = path.replace(".questions.jsonl", ".sessions.jsonl")
    return read_sessions(bench.lines(sessions), bench.lines(path))


def _longmemeval(bench: Bench, path: str) -> Iterable[Space]:
    return read_longmemeval(bench.lines(path))


def _notes(bench: Bench, name: str, parts: list[str]) -> Iterable[Space]:
    return [read_notes((line for path in parts for line in bench.lines(path)), name)]
