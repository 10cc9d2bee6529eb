"""Where a hook finds the memory, from the environment alone."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = ".sagacity"
HOME_NAME = "SAGACITY_HOME"


def home_named(environ: Mapping[str, str]) -> str:
    """The home folder, absolute; "" where nothing names one."""
    home = environ.get(HOME_NAME, "")
    if home:
        return os.path.abspath(os.path.expanduser(home))
    user_home = environ.get("HOME", "")
    return os.path.join(user_home, FOLDER) if user_home.startswith("/") else ""
