"""One event of a client, for hook.py and `sagacity hook`: what must come before anything else is imported.

That is the deadline, silence on standard error, and the folder of apsw, which `-I -S` leaves out of the path.
"""

from __future__ import annotations

import _collections_abc
import _thread
import gc
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sagacity.app.context import App

DEADLINE_MS = 300
DEADLINE_NAME = "SAGACITY_HOOK_DEADLINE_MS"  # heeded from the start; a limit in a file only once it has been read


class Deadline:
    """Ends the process in good order when its time is up, without a word where none was left for that.

    A thread, because a signal waits behind SQLite.
    """

    def __init__(self, limit_s: float) -> None:
        self.started_s = time.monotonic()
        self._end_s = self.started_s + limit_s
        self.last_words = b""
        self._moved = _thread.allocate_lock()
        self._moved.acquire()
        _thread.start_new_thread(self._watch, ())

    def move(self, limit_s: float) -> None:
        """Sets the limit anew, counted from the start."""
        before_s, self._end_s = self._end_s, self.started_s + limit_s
        if self._end_s < before_s and self._moved.locked():
            self._moved.release()  # a later end is seen when the earlier one has come

    def _watch(self) -> None:
        while (left_s := self._end_s - time.monotonic()) > 0:
            self._moved.acquire(True, left_s)
        if self.last_words:
            os.write(1, self.last_words)
        os._exit(0)


def main(argv: list[str]) -> int:
    """One event. Always returns 0: a hook that fails must not stop its client."""
    try:
        deadline = None if os.isatty(0) else Deadline(_limit_s())
        errors = _kept_errors()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        gc.disable()  # the process is gone before there is anything to collect
        from sagacity.faces.hooks.door import serve

        serve(argv, deadline, _open_app, _listed, errors)
    except BaseException:
        return 0
    return 0


def _kept_errors() -> int:
    """Standard error as it was, for the one line that a hook may say there; -1 where it is closed."""
    try:
        return os.dup(2)
    except OSError:
        return -1


def _limit_s() -> float:
    said = os.environ.get(DEADLINE_NAME, "")
    return (int(said) if said.isascii() and said.isdigit() else DEADLINE_MS) / 1000


def _open_app(session: str, cwd: str) -> tuple[App, str] | None:
    _load_apsw()
    from sagacity.lean import open_app

    return open_app(session, cwd)


def _listed() -> tuple[bool, list[tuple[str, str]], str]:
    from sagacity.adapters.sqlite.trigger_list import read_list
    from sagacity.place import home_named

    home = home_named(os.environ)
    return read_list(f"{home}/index") if home else (False, [], "")


def _load_apsw() -> None:
    """apsw loads `collections` for nothing but its alias `collections.abc`, which is given to it directly for once."""
    sys.path += [folder for folder in find_packages(__file__) if folder not in sys.path]
    if "collections" in sys.modules:
        return
    sys.modules["collections"] = type(sys)("collections")
    sys.modules["collections.abc"] = _collections_abc
    try:
        __import__("apsw")
    except (ImportError, AttributeError):
        return  # it is loaded again, in the ordinary way, by whoever needs it
    finally:
        del sys.modules["collections"], sys.modules["collections.abc"]


def find_packages(file: str) -> list[str]:
    """The folders that hold this package and apsw: one in an ordinary installation, two in an editable one."""
    parent = os.path.dirname(os.path.dirname(os.path.abspath(file)))
    if os.path.isdir(f"{parent}/apsw"):
        return [parent]
    prefixes = (os.path.dirname(os.path.dirname(sys.executable)), sys.prefix)
    inner = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    folders = (f"{prefix}/{lib}/{inner}" for prefix in prefixes for lib in ("lib", "lib64"))
    packages = (f"{folder}/{name}" for folder in folders for name in ("site-packages", "dist-packages"))
    return [parent, *[folder for folder in packages if os.path.isdir(f"{folder}/apsw")][:1]]
