"""How a client starts us: an absolute interpreter, an absolute file, and silence when either has gone."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING, Any

from ...core.errors import SagacityError
from ...core.value import Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .targets import ServerForm

SERVER = "sagacity"
SERVER_ARGS = ("-I", "-m", "sagacity", "mcp")
PASSING = ("/.cache/uv/archive-", "/uv/archive-v", "/.cache/uv/environments", "/.cache/pypoetry/", "/pipx/.cache/")


class Launch(Value):
    """python: the interpreter, absolute. package: the folder of the package `sagacity`. home: set only when it is not
    the default one, and then given to what is started.
    """

    python: str
    package: str
    home: str = ""

    @property
    def hook_file(self) -> str:
        return os.path.join(self.package, "hook.py")

    @property
    def passing(self) -> bool:
        """Whether the interpreter is in a folder that tools throw away at will."""
        return any(part in self.python for part in PASSING)


def checked(launch: Launch) -> Launch:
    """Raises `refused` for paths that no configuration file can hold."""
    for path in (launch.python, launch.package, launch.home):
        if not path.isprintable() or (path and not os.path.isabs(path)):
            hint = "install it under a path of ordinary characters"
            raise SagacityError("refused", f"{path!r} cannot stand in a client's configuration", hint=hint)
    return launch


def mark(client: str) -> str:
    """The end of every command of ours; how we know it again."""
    return f" # sagacity setup {client}"


def is_ours(command: object, client: str) -> bool:
    """Whether we wrote a command."""
    return isinstance(command, str) and command.endswith(mark(client))


def hook_command(launch: Launch, client: str, event: str) -> str:
    """A line for the POSIX shell. Whatever of our installation is gone, it says nothing and exits 0."""
    python, file = shlex.quote(launch.python), shlex.quote(launch.hook_file)
    home = f"export SAGACITY_HOME={shlex.quote(launch.home)} && " if launch.home else ""
    return (
        f"[ -x {python} ] && [ -r {file} ] && {home}"
        f"exec {python} -I -S -E {file} {event} --client {client}; exit 0{mark(client)}"
    )


def server_entry(launch: Launch, form: ServerForm) -> dict[str, Any]:
    """The entry of our MCP server, with the keys and in the order that the client's own command writes."""
    program = {form.command: launch.python, form.args: list(SERVER_ARGS)}
    if not form.args:
        program = {form.command: [launch.python, *SERVER_ARGS]}
    env = {"SAGACITY_HOME": launch.home} if launch.home else {}
    return {**dict(form.first), **program, form.env: env, **dict(form.last)}


def is_our_server(entry: object, form: ServerForm) -> bool:
    """Whether an entry starts us the way `server_entry` says."""
    args = entry.get(form.args or form.command) if isinstance(entry, dict) else None
    return isinstance(args, list) and args[-3:] == list(SERVER_ARGS[-3:])


def same_start(entry: Mapping[str, Any], wanted: Mapping[str, Any], form: ServerForm) -> bool:
    """Whether two entries start the same program with the same arguments."""
    return all(entry.get(key) == wanted.get(key) for key in (form.command, form.args))


def environment(launch: Launch, environ: Mapping[str, str]) -> dict[str, str]:
    """What a client's child would see; the home is the one that setup wrote down."""
    kept = {name: value for name, value in environ.items() if name != "SAGACITY_HOME"}
    return kept | ({"SAGACITY_HOME": launch.home} if launch.home else {})
