"""What holds for all tests: the real home is out of reach, time and chance are given, nothing is skipped in silence."""

from __future__ import annotations

import functools
import importlib.util
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

REAL_HOMES = tuple({os.path.realpath(os.path.expanduser("~")), os.path.realpath(os.environ.get("HOME", "/"))})
FORBIDDEN = tuple(os.path.join(home, ".sagacity") for home in REAL_HOMES)
FILE_EVENTS = frozenset(
    ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.listdir", "os.scandir")
)
# Without its bytecode every child process would compile the whole of its imports again.
DROPPED = ("SAGACITY_", "GIT_", "CLAUDE", "XDG_", "PYTHONDONTWRITEBYTECODE")
EXCUSES = ("needs the platform", "needs Python", "needs the right to mount")
IN_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}
NOT_RUN: dict[str, list[str]] = {}

hypothesis.settings.register_profile("default", deadline=None, print_blob=True)
hypothesis.settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True, database=None)
hypothesis.settings.load_profile("ci" if IN_CI else "default")


class RealHomeTouchedError(AssertionError):
    """A test reached for the notes of whoever runs it."""


def guard_home(event: str, args: tuple) -> None:
    """An audit hook: no file below the real ~/.sagacity is opened, listed, made or removed by this process."""
    if event not in FILE_EVENTS:
        return
    for arg in args[:2]:
        if isinstance(arg, bytes):
            arg = os.fsdecode(arg)  # noqa: PLW2901
        if isinstance(arg, str) and arg.startswith(FORBIDDEN):
            raise RealHomeTouchedError(f"{event} of {arg!r}: tests may not touch the real home")


def pytest_configure(config: pytest.Config) -> None:
    """Gives this process, and every child of it, an empty home, no settings of ours, and signals that are heard."""
    sys.addaudithook(guard_home)
    for wish in (signal.SIGINT, signal.SIGHUP):
        # Ignored in the background of a shell and under nohup, and then by every child. What is handled is not inherited.
        if signal.getsignal(wish) is signal.SIG_IGN:
            signal.signal(wish, lambda *_: None)
    for name in [name for name in os.environ if name.startswith(DROPPED)]:
        del os.environ[name]
    home = tempfile.mkdtemp(prefix="sagacity-tests-home-")
    config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))
    os.environ.update({"HOME": home, "GIT_CONFIG_NOSYSTEM": "1", "NO_COLOR": "1"})
    config.stash[HOME] = Path(home)


HOME = pytest.StashKey[Path]()


def pytest_runtest_teardown(item: pytest.Item) -> None:
    """A test that forgot to name a home would share one with all others."""
    left = item.config.stash[HOME] / ".sagacity"
    if left.exists():
        shutil.rmtree(left)
        pytest.fail(f"{item.nodeid} wrote to the default home: give it one of its own (fixture `home`)")


# --- what a machine lacks ---------------------------------------------------------------------------------------------


def missing(what: str) -> str:
    """Why this machine cannot run what needs `what`; empty when it can. Raises ValueError for an unknown need."""
    kind, _, value = what.partition(":")
    if kind == "platform":
        here = {"linux": "linux", "darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
        return "" if here == value else f"needs the platform {value}, this is {here}"
    if kind == "root":
        return "" if os.geteuid() == 0 else "needs root"
    if kind == "user":
        return _unbound()
    if kind == "python":
        from tests.interpreters import find_python

        return "" if find_python(value) else f"needs Python {value}"
    if kind == "index":
        return "" if _package_index() else "needs a package index, pip reaches none"
    if kind == "client":
        return _client(value)
    if kind == "package":
        return "" if importlib.util.find_spec(value) else f"needs the package {value}"
    if kind in {"git", "node", "npm", "uv", "make"}:
        return "" if shutil.which(kind) else f"needs {kind} on PATH"
    raise ValueError(f"needs({what!r}): tests/conftest.py does not know what that is")


@functools.cache
def _package_index() -> bool:
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed", "idna"]
    if shutil.which("uv"):
        command = ["uv", "pip", "install", "--dry-run", "--quiet", "--target", os.environ["HOME"], "idna"]
    return subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 0


@functools.cache
def _unbound() -> str:
    """Why permission bits mean nothing here; "" where they can be made to."""
    from tests.privileges import bound_by_permissions

    try:
        with bound_by_permissions():
            return ""
    except OSError as error:
        return f"needs an ordinary user, this is root ({error.strerror or error})"


@functools.cache
def _client(name: str) -> str:
    """Installs a pinned agent from npm, once for all runs."""
    from scripts import clients

    try:
        clients.install(name)
    except clients.NotInstalledError as error:
        return str(error)
    return ""


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips what this machine cannot run."""
    for marker in item.iter_markers("needs"):
        reasons = [reason for what in marker.args if (reason := missing(what))]
        if reasons:
            pytest.skip(f"not run: {', '.join(reasons)}")


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """A test about permissions is run without the rights that root has beyond them."""
    if not any("user" in marker.args for marker in pyfuncitem.iter_markers("needs")):
        return (yield)
    from tests.privileges import bound_by_permissions

    with bound_by_permissions():
        return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Collects what did not run, with the reason."""
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else str(report.longrepr)
        NOT_RUN.setdefault(reason.removeprefix("Skipped: ").removeprefix("not run: "), []).append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """In CI whatever a machine can have must have run. It has one platform, user and Python, and not every right."""
    if IN_CI and exitstatus == pytest.ExitCode.OK and _inexcusable():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _inexcusable() -> list[str]:
    return [reason for reason in NOT_RUN if not reason.startswith(EXCUSES)]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The last word: what was not run, and why."""
    write = terminalreporter.write_line
    terminalreporter.section("not run on this machine")
    for reason, nodes in sorted(NOT_RUN.items()):
        write(f"{len(nodes):4} × {reason}")
        for node in nodes[:3]:
            write(f"       {node}")
    if not NOT_RUN:
        write("nothing: every test ran")
    if IN_CI and _inexcusable():
        write("CI is set, so what CI can have must run: this counts as a failure", red=True)


# --- what tests are given ---------------------------------------------------------------------------------------------


class Clock:
    """A clock that stands until it is told to go on. Both of its times move together."""

    def __init__(self, now_ms: int) -> None:
        self.ms = now_ms

    def now_ms(self) -> int:
        return self.ms

    def monotonic_s(self) -> float:
        return self.ms / 1000

    def advance(self, *, seconds: float = 0, days: float = 0) -> None:
        self.ms += round(seconds * 1000 + days * 86_400_000)


@pytest.fixture
def clock() -> Clock:
    """Stands at 2026-03-01T12:00:00Z."""
    return Clock(1_772_366_400_000)


@pytest.fixture
def ids():
    """Random bytes that repeat: ids(n) gives the next n."""
    return random.Random(7).randbytes


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home of this test's own, in HOME; ~/.sagacity is not there yet."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder
