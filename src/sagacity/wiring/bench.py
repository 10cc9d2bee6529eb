"""Measuring on the real machine."""

from __future__ import annotations

import os
import platform
import time
from contextlib import contextmanager

from .. import __version__
from ..adapters.files.testsets import files_of, home_for, lines_of, write_plainly
from ..adapters.sqlite.generations import SCHEMA
from ..app.context import Caller

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from typing import Any

    from ..app.context import App
    from ..config import Loaded
    from ..core.testset_notes import Filed


class MachineBench:
    """Implements `app.bench.Bench`; its stores have the settings of the one that asks.

    opened: builds an application and closes it.
    """

    def __init__(self, loaded: Loaded, opened: Callable[[Loaded, Caller], AbstractContextManager[App]]) -> None:
        self._loaded = loaded
        self._opened = opened

    def files(self, path: str) -> list[str]:
        return files_of(path)

    def lines(self, path: str) -> Iterator[tuple[str, Any]]:
        return lines_of(path)

    @contextmanager
    def store(self, files: Sequence[Filed], cache: str) -> Iterator[tuple[App, bool]]:
        with home_for(files, cache, f"{__version__}/{SCHEMA}") as (folder, is_new):
            settings = self._loaded.settings.replace(home=os.path.join(folder, "home"), user_home=folder)
            caller = Caller(door="python", origin="human_cli", cwd=folder)
            with self._opened(self._loaded.replace(settings=settings), caller) as app:
                layer = app.workspace.ensure_personal()
                if is_new:
                    write_plainly(layer.notes_dir, files, time.time_ns())
                yield app.replace(vcs=None), is_new

    def cpu_s(self) -> float:
        return time.process_time()

    def machine(self) -> tuple[tuple[str, str], ...]:
        return (
            ("system", f"{platform.system()} {platform.machine()}"),
            ("cores", str(os.cpu_count() or 0)),
            ("python", platform.python_version()),
            ("sagacity", __version__),
        )
