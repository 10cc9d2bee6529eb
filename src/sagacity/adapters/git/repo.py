"""Git for layers of our own, through the git program. It never prompts, runs no hook, touches no other repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.errors import SagacityError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_PASSED_ON = ("HOME", "PATH", "USER", "LOGNAME", "TMPDIR", "XDG_CONFIG_HOME", "SSH_AUTH_SOCK", "SYSTEMROOT")
_SETTINGS = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.excludesFile=/dev/null",
    "core.attributesFile=/dev/null",
    "core.autocrlf=false",
    # Without this a power cut can leave HEAD on an empty object.
    "core.fsync=all",
    "core.fsyncMethod=batch",
    "commit.gpgSign=false",
    "init.defaultBranch=main",
    "gc.auto=0",
    "maintenance.auto=false",
)
_OWN_NAME = ("user.name=Sagacity", "user.email=sagacity@localhost")
_UNDER_WAY = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply", "BISECT_LOG")
_NO_NOTES = tuple(
    f":(exclude,top,glob){glob}"
    for glob in (
        "**/.sagacity-tmp-*",
        # Below the top only notes are ours: an editor's backup of a confidential note says nothing of its being one.
        "*/**/.*",
        "*/**/.*/**",
        ".*/**",
        "*/**/*[!dD]",
        "*/**/*[!mM][dD]",
        "*/**/*[!.][mM][dD]",
        "*/**/[dD]",
        "*/**/[mM][dD]",
    )
)
_FROM_INPUT = ("--pathspec-from-file=-", "--pathspec-file-nul")
_MARK = "sagacity-at-work"


def git_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """What git is given of the process's environment: a few names, and that nobody is there to be asked."""
    return {name: environ[name] for name in _PASSED_ON if name in environ} | {
        "LC_ALL": "C",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_ASKPASS": "",
        "GIT_EDITOR": "true",
    }


class GitProgram:
    """Vcs over the git program.

    environ: the process's environment; only a few names of it reach git. timeout_s: of one git call.
    """

    def __init__(self, environ: Mapping[str, str], *, program: str = "git", timeout_s: float = 30.0) -> None:
        self._env = git_environment(environ)
        self._name, self._path = program, environ.get("PATH", os.defpath)
        self._timeout_s = timeout_s

    @cached_property
    def _program(self) -> str:
        """Where it is, "" for nowhere; looked for when it is needed, which most writes do without."""
        return shutil.which(self._name, path=self._path) or ""

    def available(self) -> bool:
        return bool(self._program)

    def init(self, root: str) -> None:
        """Nothing without the git program."""
        if _own_git(root) or not self._program:
            return
        self._refuse_foreign(root)
        self._run(root, "init", "--quiet", "--template=", fd=-1)
        _sync(Path(root))

    def commit(self, root: str, message: str, *, exclude: Sequence[str] = ()) -> bool:
        """False also without the git program, and where root is no repository of its own."""
        git_dir = Path(root, ".git")
        if not self._program or not _own_git(root):
            return False
        under_way = next((name for name in _UNDER_WAY if (git_dir / name).exists()), "")
        if under_way:
            raise SagacityError(
                "busy", f"a merge or rebase is under way in {root} ({under_way})", hint="finish or abort it with git"
            )
        with _alone(git_dir, self._timeout_s) as fd:
            taken = (".", *_NO_NOTES, *_literally(exclude, "exclude,"))
            self._run(root, "add", "--all", *_FROM_INPUT, fd=fd, paths=taken)
            if exclude:
                # Also what was staged by hand, or committed before it was to be kept back.
                forget = ("rm", "--cached", "--force", "--quiet", "--ignore-unmatch")
                self._run(root, *forget, *_FROM_INPUT, fd=fd, paths=_literally(exclude))
            if self._run(root, "diff", "--cached", "--quiet", "--no-ext-diff", fd=fd, may_be=(0, 1)).returncode == 0:
                return False
            self._run(root, "commit", "--quiet", "--no-verify", "-m", message or "Update notes", fd=fd, named=True)
        _sync_refs(git_dir)
        return True

    def _refuse_foreign(self, root: str) -> None:
        if os.path.lexists(Path(root, ".git")):
            raise SagacityError("refused", f"{root}/.git is no repository of this layer's own")
        if not os.path.isdir(root):
            raise SagacityError("degraded", f"cannot make a repository in {root}: the folder is gone")

    def _run(
        self,
        root: str,
        *args: str,
        fd: int,
        may_be: tuple[int, ...] = (0,),
        named: bool = False,
        paths: Sequence[str] = (),
    ) -> subprocess.CompletedProcess[bytes]:
        """paths: pathspecs, given on git's input.
        fd: the lock, kept open by git, so that it is held as long as git lives, even without us.
        """
        settings = (*_SETTINGS, *(() if not named or self._has_identity(root) else _OWN_NAME))
        command = [self._program]
        if args[0] != "init":  # which would write the work tree's path into the configuration
            command += [f"--git-dir={root}/.git", f"--work-tree={root}"]
        for setting in settings:
            command += ["-c", setting]
        try:
            done = subprocess.run(
                [*command, *args],
                cwd=root,
                env=self._env,
                input="\0".join(paths).encode("utf-8", "surrogateescape"),
                capture_output=True,
                timeout=self._timeout_s,
                pass_fds=() if fd < 0 else (fd,),
                check=False,
            )
        except subprocess.TimeoutExpired as exc:
            raise SagacityError("busy", f"git {args[0]} in {root} took longer than {self._timeout_s:g} s") from exc
        except OSError as exc:
            raise SagacityError("degraded", f"cannot run git {args[0]} in {root}: {exc.strerror}") from exc
        if done.returncode not in may_be:
            raise _refusal(args[0], root, done.stderr.decode("utf-8", "replace"))
        return done

    def _has_identity(self, root: str) -> bool:
        wanted = ("user.name", "user.email")
        return all(self._run(root, "config", "--get", key, fd=-1, may_be=(0, 1)).stdout.strip() for key in wanted)


def _literally(paths: Sequence[str], magic: str = "") -> tuple[str, ...]:
    return tuple(f":({magic}top,literal){path}" for path in paths)


def _own_git(root: str) -> bool:
    """Whether root has a repository of its own: a real folder, not a file or link that leads into another one."""
    git_dir = os.path.join(root, ".git")
    return os.path.isdir(git_dir) and not os.path.islink(git_dir)


def _refusal(verb: str, root: str, stderr: str) -> SagacityError:
    said = next((line for line in stderr.splitlines() if line.strip()), "no reason given")
    if ".lock" in said and "exists" in said:
        return SagacityError(
            "busy",
            f"git {verb} in {root}: another git process is at work",
            hint=f"if there is none, remove the lock file it names: {said}",
        )
    return SagacityError("degraded", f"git {verb} in {root}: {said}")


@contextmanager
def _alone(git_dir: Path, timeout_s: float) -> Iterator[int]:
    """One git of ours at a time in this repository, with the lock files of a dead one removed. Gives the lock."""
    import fcntl  # not there on Windows

    fd = os.open(git_dir, os.O_RDONLY)
    try:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as exc:
            raise SagacityError("busy", f"another process is committing in {git_dir.parent}") from exc
        _clear_after_death(git_dir, timeout_s)
        mark = git_dir / _MARK
        if not _lock_files(git_dir):
            mark.touch()
        try:
            yield fd
        finally:
            if not _lock_files(git_dir):
                mark.unlink(missing_ok=True)
    finally:
        os.close(fd)


def _clear_after_death(git_dir: Path, timeout_s: float) -> None:
    """Removes git's lock files where they can only be those of a git that we started and that is dead.

    Its lock on the repository is free, so it does not live; its mark is still there, so it did not end; and the files
    are as old as the mark. A lock file of anyone else stays.
    """
    mark = git_dir / _MARK
    if not mark.exists():
        return
    begun_s = mark.stat().st_mtime
    for path in _lock_files(git_dir):
        age_s = path.stat().st_mtime - begun_s
        if -1 <= age_s <= 4 * timeout_s and path.stat().st_mtime < time.time() - 1:
            path.unlink(missing_ok=True)


def _lock_files(git_dir: Path) -> list[Path]:
    return [*git_dir.glob("*.lock"), *git_dir.glob("refs/heads/**/*.lock")]


def _sync_refs(git_dir: Path) -> None:
    """Git syncs no folder; without this the last commit is lost in a power cut."""
    for folder in (*(path for path in git_dir.glob("refs/heads/**/") if path.is_dir()), git_dir / "refs", git_dir):
        _sync(folder)


def _sync(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
