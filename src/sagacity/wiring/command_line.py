"""The command line on the real machine."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from functools import cache

from .. import config
from ..app.context import Caller
from ..core.errors import SagacityError
from ..faces.cli.door import Door
from ..faces.cli.failure import BROKEN_PIPE, INTERRUPTED
from ..faces.cli.main import run
from ..faces.cli.screen import Screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..app.context import App
    from ..app.ports import Progress


def command_line(argv: list[str]) -> int:
    """One command. Returns the exit status; a reader that has gone is no error worth a word."""
    try:
        status = run(argv, make_door(config.process_environment(), config.working_folder(), _screen()))
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        status = BROKEN_PIPE
    if status == BROKEN_PIPE:
        _hush()
    return status


def _hush() -> None:
    """Lets the interpreter flush into nothing when it ends."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)


def make_door(environ: Mapping[str, str], cwd: str, screen: Screen) -> Door:
    """The command line of an environment, a folder and a screen."""

    @cache
    def loaded() -> config.Loaded:
        return config.load(environ, cwd)

    @contextmanager
    def opened(progress: Progress) -> Iterator[App]:
        from .build import build_app, close_app

        app = build_app(loaded(), caller(environ, cwd, screen), progress=progress)
        try:
            yield app
        finally:
            close_app(app)

    def report(error: BaseException, command: str) -> str:
        from .report import report_crash

        try:
            home = loaded().settings.home
        except SagacityError:
            home = ""
        return report_crash(error, command, home)

    return Door(
        screen=screen,
        settings=lambda: loaded().settings,
        warnings=lambda: loaded().warnings,
        opened=opened,
        seconds=time.monotonic,
        report=report,
    )


def _screen() -> Screen:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    return Screen(
        stdin=sys.stdin.buffer if sys.stdin is not None else open(os.devnull, "rb"),
        out=sys.stdout,
        err=sys.stderr,
        stdin_terminal=sys.stdin is not None and sys.stdin.isatty(),
        err_terminal=sys.stderr.isatty(),
        width=os.get_terminal_size(sys.stdout.fileno()).columns if sys.stdout.isatty() else 0,
    )


def caller(environ: Mapping[str, str], cwd: str, screen: Screen) -> Caller:
    """A person where both ends are a terminal and no agent started it, else an agent."""
    person = screen.stdin_terminal and screen.width > 0 and not config.is_agent(environ)
    return Caller(
        door="cli",
        origin="human_cli" if person else "agent_inferred",
        cwd=cwd,
        session=config.session_of(environ),
        interactive=person,
    )
