"""The Python face on the real machine."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from .. import config
from ..app.context import Caller
from ..faces.python.methods import Methods
from .build import build_app, close_app

if TYPE_CHECKING:
    from typing import Self


class Memory(Methods):
    """The memory of this user, for programs. Safe to share between threads; close it, or use it in a `with`.

    home: the folder of personal notes; default as everywhere. cwd: decides project and layers; default: the process's.
    What is written counts as written by an agent. Raises SagacityError, here and in every method.
    """

    def __init__(self, home: str | os.PathLike[str] | None = None, cwd: str | os.PathLike[str] | None = None) -> None:
        environ = config.process_environment()
        folder = os.path.abspath(cwd) if cwd is not None else config.working_folder()
        loaded = config.load(environ, folder, {"home": os.fspath(home)} if home is not None else {})
        caller = Caller(door="python", origin="agent_inferred", cwd=folder, session=config.session_of(environ))
        super().__init__(build_app(loaded, caller))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets the databases go."""
        close_app(self._app)
