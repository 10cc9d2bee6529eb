"""Trying an embedder that the settings do not name, and having them name it."""

from __future__ import annotations

import json
import os
import tomllib

from ..config import FILE_NAME, process_environment
from ..core.errors import SagacityError
from .embedders import build_embedder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..app.ports import Embedder
    from ..config import Loaded

KEY = "embedder"


class Choices:
    """Implements `app.ports.Embedders` on the user's configuration file."""

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded
        self._path = os.path.join(loaded.settings.home, FILE_NAME)

    def named(self, name: str) -> Embedder | None:
        """With all other settings as they are."""
        return build_embedder(self._loaded.settings.replace(embedder=name), process_environment())

    def check(self, name: str) -> None:
        [view] = [view for view in self._loaded.views if view.key == KEY]
        if view.source in ("environment", "call") and view.value != name:
            said = f"{view.env} says {view.value}, which counts before your file"
            raise SagacityError("refused", said, hint=f"unset {view.env}, or set it to {name}")
        _with_choice(self._text(), name, self._path)

    def choose(self, name: str) -> str:
        text = _with_choice(self._text(), name, self._path)
        temporary = f"{self._path}.{os.getpid()}.tmp"
        try:
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
            with open(descriptor, "w", encoding="utf-8", newline="") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, os.path.realpath(self._path))
        except OSError as error:
            said = f"cannot write {self._path}: {error.strerror}"
            raise SagacityError("degraded", said, hint=_by_hand(name)) from error
        return self._path

    def _text(self) -> str:
        try:
            with open(self._path, encoding="utf-8", newline="") as file:
                return file.read()
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            raise SagacityError("degraded", f"cannot read {self._path}", hint="check its owner") from error


def _with_choice(text: str, name: str, path: str) -> str:
    """The file with this embedder and nothing else changed. Raises `refused` where a line is not enough."""
    line = f"{KEY} = {json.dumps(name)}"
    lines = text.splitlines(keepends=True)
    places = [at for at, one in enumerate(lines) if one.partition("=")[0].strip() == KEY]
    if places:
        ending = lines[places[0]][len(lines[places[0]].rstrip("\r\n")) :]
        lines[places[0]] = line + (ending or "\n")
    else:
        lines.insert(0, f"{line}\n")
    changed = "".join(lines)
    try:
        if tomllib.loads(changed) == {**tomllib.loads(text), KEY: name}:
            return changed
    except tomllib.TOMLDecodeError as error:
        raise SagacityError("refused", f"{path} is not TOML: {error}", hint="correct that line") from error
    raise SagacityError("refused", f"where {path} says which embedder cannot be told", hint=_by_hand(name))


def _by_hand(name: str) -> str:
    return f"write the line {KEY} = {json.dumps(name)} yourself"
