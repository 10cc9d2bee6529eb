"""Kills a process between every two system calls of an operation, and looks at what is left.

The operation runs once with nothing armed, which gives the steps there are to die at. Then, for each of them, a child
runs it on a fresh folder and kills itself there. The parent knows whether the operation was acknowledged.
"""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Step = Callable[[str], None]
    Operation = Callable[[Path, Step], None]


@dataclass(frozen=True)
class Death:
    """Where the child was to die, what it left, and whether the operation had returned before."""

    step: str
    nth: int
    folder: Path
    acknowledged: bool
    killed: bool


def steps_of(operation: Operation, folder: Path) -> list[str]:
    """The steps of an undisturbed run, in order."""
    steps: list[str] = []
    operation(folder, steps.append)
    return steps


def explore(operation: Operation, fixture: Callable[[Path], None], folder: Path) -> Iterator[Death]:
    """One death at every step, the last of them after the operation has returned."""
    first = folder / "undisturbed"
    first.mkdir(parents=True)
    fixture(first)
    steps = [*steps_of(operation, first), "acknowledged"]
    for nth, step in enumerate(steps):
        here = folder / f"{nth:03}"
        here.mkdir()
        fixture(here)
        yield die_at(operation, here, step, nth)


def die_at(operation: Operation, folder: Path, step: str, nth: int) -> Death:
    """Runs the operation in a child that kills itself at its nth step (from 0), or after it has acknowledged."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        passed = iter(range(nth + 1))

        def count(_name: str) -> None:
            if next(passed) == nth:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            operation(folder, count)
            os.write(writing, b"ok")
            os.kill(os.getpid(), signal.SIGKILL)
        finally:
            os._exit(1)
    os.close(writing)
    acknowledged = os.read(reading, 2) == b"ok"
    os.close(reading)
    _, status = os.waitpid(child, 0)
    return Death(step, nth, folder, acknowledged, os.WIFSIGNALED(status))
