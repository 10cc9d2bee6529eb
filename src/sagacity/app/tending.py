"""What is asked of Sagacity itself: to be silent somewhere, and how it is set."""

from __future__ import annotations

from .requests import Request, arg


class MuteRequest(Request):
    """Where hooks say nothing, or speak again."""

    session: str = arg(help="this session: an id, or this for the one the command runs in")
    here: bool = arg(False, help="this project, in all of its working trees")
    for_good: bool = arg(False, help="everywhere, until it is turned on again")


class ConfigRequest(Request):
    """Shows the settings in force and where each comes from."""

    key: str = arg(help="one setting; default: all", positional=True)
