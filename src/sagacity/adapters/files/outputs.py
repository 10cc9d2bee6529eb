"""Files made for the user: whole or not at all, and never over something unless that is asked for."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile

from ...app.export_port import FILE, FOLDER, OTHER
from ...core.errors import SagacityError
from .platform import place_new
from .reading import failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

PREFIX = ".sagacity-export-"


class OutputFiles:
    """Implements `app.export_port.Outputs`."""

    def real(self, path: str, cwd: str) -> str:
        if not path or "\0" in path:
            raise SagacityError("invalid", f"{path!r} is no path", hint="name a file or folder")
        return os.path.realpath(os.path.join(cwd, os.path.expanduser(path)))

    def kind(self, path: str) -> str:
        try:
            mode = os.stat(path).st_mode
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except OSError as error:
            raise failure(error, "look at", path) from error
        return FILE if stat.S_ISREG(mode) else FOLDER if stat.S_ISDIR(mode) else OTHER

    def write(self, path: str, chunks: Iterable[bytes], *, replace: bool) -> int:
        folder, name = os.path.split(path)
        temporary = ""
        try:
            os.makedirs(folder, exist_ok=True)
            descriptor, temporary = tempfile.mkstemp(prefix=PREFIX, dir=folder)
            with open(descriptor, "wb") as file:
                file.writelines(chunks)
                size = file.tell()
                file.flush()
                os.fsync(file.fileno())
            _place(temporary, folder, name, replace=replace)
        except FileExistsError as error:
            raise SagacityError("conflict", f"{path} is there already", hint="--force replaces it") from error
        except OSError as error:
            raise failure(error, "write", path) from error
        finally:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        return size


def _place(temporary: str, folder: str, name: str, *, replace: bool) -> None:
    """Raises OSError."""
    if replace:
        os.replace(temporary, os.path.join(folder, name))
        return
    folder_fd = os.open(folder, os.O_RDONLY)
    try:
        place_new(os.path.basename(temporary), name, temp_fd=folder_fd, target_fd=folder_fd)
    finally:
        os.close(folder_fd)
