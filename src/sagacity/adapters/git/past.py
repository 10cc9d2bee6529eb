"""What git has of one file, read without believing anything that the repository's configuration says."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

from ...app.records import CommittedVersion
from ...core.errors import SagacityError
from ...core.value import Value
from .repo import git_environment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_SETTINGS = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.quotePath=false",
    "log.showSignature=false",
    "log.mailmap=false",
    "safe.bareRepository=explicit",
)
_ENVIRON = {
    # A partial clone must not fetch what it lacks: no protocol is allowed, whatever its configuration says.
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_LITERAL_PATHSPECS": "1",
}
TIMEOUT_S = 5.0
BY_MAX_CHARS = 80
ONE_MAX_BYTES = 1 << 20
ALL_MAX_BYTES = 1 << 26
_LOG = ("--follow", "--raw", "--no-abbrev", "--no-notes", "--no-ext-diff", "--no-textconv", "-z")
_RECORD, _FIELD = "\x1e", "\x1f"


class _Step(Value):
    """One commit's change of the file. blob: its object, "" where the commit deleted the file."""

    commit: str
    at_ms: int
    by: str
    path: str
    blob: str


class GitPast:
    """Implements `app.past_port.FilePast`. Contents above a megabyte, or beyond 64 of them in all, are left out.

    environ: the process's; only a few names of it reach git. timeout_s: of one git call.
    """

    def __init__(self, environ: Mapping[str, str], *, program: str = "git", timeout_s: float = TIMEOUT_S) -> None:
        self._env = {**git_environment(environ), **_ENVIRON}
        self._program = shutil.which(program, path=environ.get("PATH", os.defpath)) or ""
        self._timeout_s = timeout_s

    def of(self, root: str, path: str, *, limit: int) -> list[CommittedVersion]:
        if not self._program or not os.path.isdir(root):
            return []
        prefix = self._git(root, "rev-parse", "--show-prefix", may_fail=True)
        if prefix is None or self._git(root, "rev-parse", "--verify", "--quiet", "HEAD", may_fail=True) is None:
            return []
        form = f"--format={_RECORD}%H{_FIELD}%ct{_FIELD}%an"
        said = self._git(root, "log", f"-n{limit}", *_LOG, form, "--", path) or b""
        below = os.fsdecode(prefix).rstrip("\n")
        steps = [step for step in _steps(os.fsdecode(said)) if step.path.startswith(below)]
        contents = self._contents(root, [step.blob for step in steps if step.blob])
        return [
            CommittedVersion(step.commit, step.at_ms, step.by, step.path.removeprefix(below), contents.get(step.blob))
            for step in steps
            if not step.blob or step.blob in contents
        ]

    def _contents(self, root: str, blobs: Sequence[str]) -> dict[str, bytes]:
        """Object → its bytes, of those that fit."""
        listed = self._git(root, "cat-file", "--batch-check", given=_as_lines(blobs)) or b""
        fitting: list[str] = []
        room = ALL_MAX_BYTES
        for line in listed.decode("ascii", "replace").splitlines():
            name, _, rest = line.partition(" ")
            kind, _, size = rest.partition(" ")
            if kind == "blob" and int(size) <= min(ONE_MAX_BYTES, room) and name not in fitting:
                fitting.append(name)
                room -= int(size)
        return dict(_objects(self._git(root, "cat-file", "--batch", given=_as_lines(fitting)) or b""))

    def _git(self, root: str, *args: str, given: bytes = b"", may_fail: bool = False) -> bytes | None:
        """What git said; None where it failed and that is an answer."""
        settings = [part for setting in _SETTINGS for part in ("-c", setting)]
        try:
            done = subprocess.run(
                [self._program, *settings, *args],
                cwd=root,
                env=self._env,
                input=given,
                capture_output=True,
                timeout=self._timeout_s,
                check=False,
            )
        except subprocess.TimeoutExpired as exc:
            raise SagacityError("busy", f"git {args[0]} in {root} took longer than {self._timeout_s:g} s") from exc
        except OSError as exc:
            raise SagacityError("degraded", f"cannot run git {args[0]} in {root}: {exc.strerror}") from exc
        if done.returncode and not may_fail:
            said = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
            raise SagacityError("degraded", f"git {args[0]} in {root}: {said}")
        return None if done.returncode else done.stdout


def _steps(said: str) -> Iterator[_Step]:
    """The output is `RECORD commit FIELD time FIELD author`, then the raw change and its paths, NUL between all."""
    for record in said.split(_RECORD)[1:]:
        head, *rest = [part.lstrip("\n") for part in record.split("\0")]
        commit, time_s, by = (head.split(_FIELD, 2) + ["", ""])[:3]
        change = next((place for place, part in enumerate(rest) if part.startswith(":")), -1)
        if change < 0 or not time_s.isdigit():
            continue
        *_, blob, status = rest[change].split(" ")
        paths = [part for part in rest[change + 1 :] if part]
        if paths:
            gone = status.startswith("D") or not blob.strip("0")
            yield _Step(commit, int(time_s) * 1000, by.strip()[:BY_MAX_CHARS], paths[-1], "" if gone else blob)


def _objects(said: bytes) -> Iterator[tuple[str, bytes]]:
    """`name blob size`, a line end, the bytes, a line end, for each."""
    at = 0
    while at < len(said):
        stop = said.index(b"\n", at)
        name, _, size = said[at:stop].decode("ascii").split(" ")
        at = stop + 1 + int(size) + 1
        yield name, said[stop + 1 : at - 1]


def _as_lines(names: Sequence[str]) -> bytes:
    return "".join(f"{name}\n" for name in names).encode()
