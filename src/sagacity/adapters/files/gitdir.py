"""What git's own files say about a work tree: its common directory, its origin, its project id. Hook path.

No process is started and GIT_DIR is not looked at: only the place on disk decides.
"""

from __future__ import annotations

import os

from ...core.value import Value
from .reading import failure, read_small

CONFIG_MAX_BYTES = 262_144
ID_FOLDER = "sagacity"
ID_NAME = "id"
ID_LENGTH = 32

_POINTER_MAX_BYTES = 4096
_DOUBT = "its .git leads to {gitdir}, which does not lead back: `git worktree repair` may help"


class Repository(Value):
    """common: the git common directory, resolved; "" where `.git` cannot be followed or believed, doubt says why.
    id: the project id kept there, origin: its normalised `origin` URL; both may be "".
    """

    common: str = ""
    origin: str = ""
    id: str = ""
    doubt: str = ""


def read_repository(top: str) -> Repository | None:
    """The repository whose work tree has its top at this folder; None when there is no `.git`."""
    dot_git = top + "/.git"
    try:
        if os.path.isdir(dot_git):
            common = os.path.realpath(dot_git)
            if os.path.basename(common) == ".git" and os.path.dirname(common) != os.path.realpath(top):
                return Repository(doubt=_DOUBT.format(gitdir=common))  # as in _follow: it claims another's folder
            return _read_common(common)
        pointer = read_small(dot_git, _POINTER_MAX_BYTES)
        if pointer is None:
            return Repository(doubt="its .git is neither folder nor file") if os.path.lexists(dot_git) else None
        return _follow(top, dot_git, pointer)
    except OSError as exc:
        return Repository(doubt=failure(exc, "read", dot_git).message)


def gitdir_of(top: str) -> str:
    """The git directory of the work tree itself, which has its HEAD and its index; a linked one has its own."""
    dot_git = top + "/.git"
    if os.path.isdir(dot_git):
        return dot_git
    said = os.fsdecode(read_small(dot_git, _POINTER_MAX_BYTES) or b"").partition("\n")[0]
    return os.path.join(top, said.strip().removeprefix("gitdir:").strip())


def _follow(top: str, dot_git: str, pointer: bytes) -> Repository:
    text = os.fsdecode(pointer).strip()
    if not text.startswith("gitdir:"):
        return Repository(doubt="its .git is a file without `gitdir:`")
    gitdir = _resolved(text[len("gitdir:") :].strip(), top)
    shared = read_small(gitdir + "/commondir", _POINTER_MAX_BYTES)
    if shared is not None:
        back = read_small(gitdir + "/gitdir", _POINTER_MAX_BYTES) or b""
        if _resolved(os.fsdecode(back).strip(), gitdir) != os.path.realpath(dot_git):
            return Repository(doubt=_DOUBT.format(gitdir=gitdir))
        return _read_common(_resolved(os.fsdecode(shared).strip(), gitdir))
    config = _config(gitdir)
    worktree = _value(config, "core", "", "worktree")
    # A folder's own .git belongs to that folder: a file in a foreign tree that names it claims another project.
    leads_back = _resolved(worktree, gitdir) == top if worktree else os.path.basename(gitdir) != ".git"
    return _read_common(gitdir) if leads_back else Repository(doubt=_DOUBT.format(gitdir=gitdir))


def _resolved(path: str, base: str) -> str:
    return os.path.realpath(os.path.join(base, path))


def _read_common(common: str) -> Repository:
    if not os.path.exists(common + "/HEAD"):
        return Repository(doubt=f"{common} is no git directory")
    return Repository(
        common=common, origin=normalised(_value(_config(common), "remote", "origin", "url")), id=read_id(common)
    )


def read_id(common: str) -> str:
    """The project id in a common directory, "" when there is none that can be one."""
    data = read_small(f"{common}/{ID_FOLDER}/{ID_NAME}", _POINTER_MAX_BYTES) or b""
    text = data.decode("ascii", "replace").strip()
    return text if len(text) == ID_LENGTH and not text.strip("0123456789abcdef") else ""


def _config(gitdir: str) -> str:
    return os.fsdecode(read_small(gitdir + "/config", CONFIG_MAX_BYTES) or b"")


def _value(config: str, section: str, subsection: str, key: str) -> str:
    """The first value of a key in git's configuration format; includes are not followed."""
    wanted = f'[{section} "{subsection}"]' if subsection else f"[{section}]"
    inside = False
    for raw in config.replace("\\\n", "").split("\n"):
        line = raw.strip()
        if line[:1] == "[":
            head, bracket, line = line.partition("]")
            name, _, rest = (head + bracket).partition(" ")
            inside = f"{name.lower()} {rest.strip()}".rstrip() == wanted
            line = line.strip()
        if inside and line[:1] not in ("#", ";"):
            found, equals, text = line.partition("=")
            if equals and found.strip().lower() == key:
                return _plain(text)
    return ""


def _plain(text: str) -> str:
    """A configuration value without quotes, escapes and comment."""
    out: list[str] = []
    quoted = escaped = False
    for char in text.strip():
        if escaped:
            out.append(char)
            escaped = False
        elif char == "\\":
            escaped = True
        elif char == '"':
            quoted = not quoted
        elif char in "#;" and not quoted:
            break
        else:
            out.append(char)
    return "".join(out).strip()


def normalised(url: str) -> str:
    """A remote URL in any spelling as "host/path"; user, password, port, query and `.git` are dropped.

    "" for no URL and for a relative path. A path on this machine stays a path, without `.git`.
    """
    text = url.strip().split("?")[0].split("#")[0]
    scheme, mark, rest = text.partition("://")
    if not mark:
        host, colon, path = text.partition(":")
        if not colon or "/" in host or not host:
            return _without_git(text) if text[:1] == "/" else ""
        return _joined(host, path)
    host, _, path = rest.partition("/")
    if scheme.lower() == "file" or not host:
        return _without_git("/" + path)
    return _joined(host, path)


def _joined(host: str, path: str) -> str:
    name = host.rpartition("@")[2].lower()
    name = name.partition("]")[0] + "]" if name[:1] == "[" else name.partition(":")[0]
    return f"{name}/{_without_git(path.lstrip('/'))}"


def _without_git(path: str) -> str:
    short = path.rstrip("/")
    return (short.removesuffix(".git")).rstrip("/")
