"""What git knows of a project's working tree, through the plumbing of the git program, which only reads."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

from .repo import git_environment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MAX_BRANCHES = 16
TEXT_MAX_BYTES = 4_194_304
PATTERN_MAX_BYTES = 500
# A repository's configuration may name programs and servers: none of them is started or asked. What it says of
# protocols would outrank a setting of ours, hence the environment's word on them.
_SETTINGS = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "diff.renameLimit=2000",
)


class GitHistory:
    """Implements `app.evidence_port.History`. environ: the process's; only a few names of it reach git."""

    def __init__(self, environ: Mapping[str, str], *, program: str = "git") -> None:
        self._env = {**git_environment(environ), "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"}
        self._program = shutil.which(program, path=environ.get("PATH", os.defpath)) or ""

    def renames(self, top: str, commit: str, timeout_s: float) -> Mapping[str, str]:
        form = ("--cached", "-M", "-z", "--name-status", "--diff-filter=R", "--no-ext-diff", "--no-textconv")
        parts = _texts(self._git(top, timeout_s, "diff-index", *form, commit, "--"))
        return {old: new for old, new in zip(parts[1::3], parts[2::3], strict=False) if old and new}

    def files(self, top: str, timeout_s: float) -> Sequence[str]:
        form = ("-z", "--cached", "--others", "--exclude-standard")
        return tuple(path for path in dict.fromkeys(_texts(self._git(top, timeout_s, "ls-files", *form))) if path)

    def holding(self, top: str, lines: Sequence[bytes], timeout_s: float) -> Sequence[str]:
        form = ("--files-with-matches", "-z", "-I", "--fixed-strings", "--untracked", "--no-recurse-submodules")
        patterns = b"\n".join(line.strip()[:PATTERN_MAX_BYTES] for line in lines)
        said = self._git(top, timeout_s, "grep", *form, "--no-textconv", "-f", "-", given=patterns)
        return tuple(path for path in _texts(said) if path)

    def branches(self, top: str, timeout_s: float) -> Sequence[str]:
        form = (f"--count={MAX_BRANCHES}", "--sort=-committerdate", "--format=%(refname:short)", "--no-merged=HEAD")
        said = self._git(top, timeout_s, "for-each-ref", *form, "refs/heads", "refs/remotes")
        return tuple(os.fsdecode(line) for line in said.splitlines() if line)

    def in_head(self, top: str, commits: Sequence[str], timeout_s: float) -> frozenset[str]:
        known = self._objects(top, [f"{commit}^{{commit}}" for commit in commits], timeout_s)
        ids = {commit: oid for commit, (oid, _) in zip(commits, known, strict=False) if oid}
        if not ids or not self._git(top, timeout_s, "rev-parse", "--verify", "--quiet", "HEAD"):
            return frozenset()
        asked = "".join(f"{oid}\n" for oid in ids.values()).encode() + b"^HEAD\n"
        outside = set(os.fsdecode(self._git(top, timeout_s, "rev-list", "--stdin", given=asked)).split())
        return frozenset(commit for commit, oid in ids.items() if oid not in outside)

    def texts(self, top: str, wanted: Sequence[tuple[str, str]], timeout_s: float) -> Mapping[tuple[str, str], bytes]:
        asked = [one for one in wanted if "\n" not in one[1]]
        known = self._objects(top, [f"{revision}:{path}" for revision, path in asked], timeout_s)
        oids = {one: oid for one, (oid, size) in zip(asked, known, strict=False) if oid and size <= TEXT_MAX_BYTES}
        distinct = tuple(dict.fromkeys(oids.values()))
        given = "".join(f"{oid}\n" for oid in distinct).encode()
        said = self._git(top, timeout_s, "cat-file", "--batch", given=given) if distinct else b""
        blobs = dict(zip(distinct, _blobs(said), strict=False))
        return {one: blobs[oid] for one, oid in oids.items() if oid in blobs}

    def _objects(self, top: str, names: Sequence[str], timeout_s: float) -> list[tuple[str, int]]:
        """(object id, size) of each name, ("", 0) of one that is not there; of none when git does not answer."""
        given = "".join(f"{name}\n" for name in names).encode("utf-8", "surrogateescape")
        said = self._git(top, timeout_s, "cat-file", "--batch-check=%(objectname) %(objectsize)", given=given)
        fields = [line.split() for line in said.splitlines()]
        return [(os.fsdecode(one[0]), int(one[1])) if len(one) == 2 and one[1].isdigit() else ("", 0) for one in fields]

    def _git(self, top: str, timeout_s: float, *args: str, given: bytes = b"") -> bytes:
        """What git says, nothing where it fails or is late: then it is stopped."""
        if not self._program or timeout_s <= 0:
            return b""
        settings = [part for setting in _SETTINGS for part in ("-c", setting)]
        try:
            done = subprocess.run(
                [self._program, "--literal-pathspecs", *settings, *args],
                cwd=top,
                # A folder without a repository of its own has none.
                env={**self._env, "GIT_CEILING_DIRECTORIES": os.path.dirname(top)},
                input=given,
                capture_output=True,
                timeout=timeout_s,
                check=False,
            )
        except (subprocess.TimeoutExpired, OSError):
            return b""
        return done.stdout if done.returncode == 0 else b""


def _texts(said: bytes) -> list[str]:
    """The parts that each end in NUL; "" for one that is no UTF-8, since no note can name it."""
    return [part.decode("utf-8", "ignore") if _is_text(part) else "" for part in said.split(b"\0")[:-1]]


def _is_text(part: bytes) -> bool:
    try:
        part.decode()
    except UnicodeDecodeError:
        return False
    return True


def _blobs(said: bytes) -> list[bytes]:
    """The contents in what `cat-file --batch` says: a line `ID TYPE SIZE`, then so many bytes and a line end."""
    found, at = [], 0
    while (end := said.find(b"\n", at)) >= 0:
        size = said[at:end].rpartition(b" ")[2]
        if not size.isdigit():
            break
        found.append(said[end + 1 : end + 1 + int(size)])
        at = end + 2 + int(size)
    return found
