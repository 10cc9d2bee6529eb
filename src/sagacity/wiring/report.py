"""The report of a defect: for its user to read and to send, never sent by us."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback

from .. import __version__


def report_crash(error: BaseException, command: str, home: str) -> str:
    """Path of the file, in home where that is there; "" when none could be written."""
    facts = f"sagacity {__version__}, Python {platform.python_version()}, {sys.platform}\ncommand: {command}\n\n"
    text = facts + "".join(traceback.format_exception(error))
    folder = home if home and os.path.isdir(home) else tempfile.gettempdir()
    try:
        handle, path = tempfile.mkstemp(prefix="crash-", suffix=".txt", dir=folder)
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError:
        return ""
    return path
