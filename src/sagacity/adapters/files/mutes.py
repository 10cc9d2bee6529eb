"""Where the hooks are to say nothing: one small file in home, a line a scope. Read by hooks, where it is there at all.

always
session SESSION_ID
here PROJECT_ID FOLDER          "-" for a folder that is in no project
"""

from __future__ import annotations

import os

from ...app.records import Mute
from ...core.errors import SagacityError
from .platform import FolderLock, sync, write_all
from .reading import failure, read_small

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NAME = "off"
MAX_BYTES = 262_144
NO_ID = "-"


class FileMutes:
    """Implements `app.ports.Mutes` on the file `off` in home, which need not exist."""

    def __init__(self, home: str, *, lock_timeout_s: float = 10.0) -> None:
        self._home = home
        self._path = f"{home}/{NAME}"
        self._lock_timeout_s = lock_timeout_s

    def read(self) -> tuple[Mute, ...]:
        return tuple(mute for line in self._lines() if (mute := _parsed(line)))

    def problems(self) -> list[str]:
        try:
            odd = [line for line in self._lines() if not _parsed(line)]
        except SagacityError as error:
            return [str(error)]
        return [f"{self._path}: not understood: {line!r:.80}" for line in odd]

    def change(self, turn: Callable[[tuple[Mute, ...]], Sequence[Mute]]) -> tuple[Mute, ...]:
        with FolderLock(self._home, self._lock_timeout_s):
            before = self.read()
            after = tuple(turn(before))
            if after != before or (not after and os.path.lexists(self._path)):
                try:
                    self._put("".join(f"{_written(mute)}\n" for mute in after))
                except OSError as exc:
                    raise failure(exc, "write", self._path) from exc
        return after

    def _lines(self) -> list[str]:
        try:
            data = read_small(self._path, MAX_BYTES)
        except OSError as exc:
            raise failure(exc, "read", self._path) from exc
        if data is None:
            if os.path.lexists(self._path):
                raise SagacityError("degraded", f"cannot read {self._path}: it is no small file", hint="remove it")
            return []
        return [line for line in data.decode("utf-8", "surrogateescape").split("\n") if line.strip()]

    def _put(self, text: str) -> None:
        if not text:
            os.unlink(self._path)
            return
        temporary = f"{self._path}.{os.getpid()}"
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            write_all(descriptor, text.encode("utf-8", "surrogateescape"))
            sync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(temporary, self._path)


def _parsed(line: str) -> Mute | None:
    word, _, rest = line.strip().partition(" ")
    if word == "always" and not rest:
        return Mute("always")
    if word == "session" and rest:
        return Mute("session", rest)
    project_id, _, folder = rest.partition(" ")
    if word == "here" and folder.startswith("/"):
        return Mute("here", "" if project_id == NO_ID else project_id, folder)
    return None


def _written(mute: Mute) -> str:
    if mute.scope == "here":
        return f"here {mute.id or NO_ID} {mute.folder}"
    return f"{mute.scope} {mute.id}".rstrip()
