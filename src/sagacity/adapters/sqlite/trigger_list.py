"""What a hook reads before it opens anything: the triggers of all rules, with stamps of the files they were read from.

The list is a copy that may be deleted at any moment. It is good as long as no stamp has changed: those of the index's
own files, of the rules, and of the folders of notes, whose mtime says that a file came or went.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NAME = "triggers"
HEAD = "sagacity triggers 1"
MAX_BYTES = 8_388_608
ANCHOR_MARK = "\x1f"
SEPARATOR = "\t"


def read_list(directory: str) -> tuple[bool, list[tuple[str, str]], str]:
    """(whether it is good; (enforcement, trigger) of every rule; the files that evidence lies in, each between two
    ANCHOR_MARKs); nothing, and not good, where there is none.
    """
    try:
        descriptor = os.open(f"{directory}/{NAME}", os.O_RDONLY | os.O_CLOEXEC)
    except (OSError, ValueError):
        return False, [], ""
    try:
        lines = os.read(descriptor, MAX_BYTES).decode("utf-8", "replace").split("\n")
    finally:
        os.close(descriptor)
    if len(lines) == 1 or lines[0] != HEAD or lines[-1] != HEAD:
        return False, [], ""
    anchors = ""
    rules: list[tuple[str, str]] = []
    good = True
    for line in lines[1:-1]:
        kind, first, second = line.split(SEPARATOR, 2)
        if kind == "rule":
            rules.append((first, second))
        elif kind == "anchors":
            anchors = second
        else:
            good = good and stamp(second) == first
    return good, rules, anchors


def stamp(path: str) -> str:
    """One word that changes with the file, or the folder's entries; "-" where there is none."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return "-"
    return stamp_of(found.st_mtime_ns, 0 if found.st_mode & 0o040000 else found.st_size)


def stamp_of(mtime_ns: int, size: int) -> str:
    """As `stamp`, of what was recorded. size: 0 for a folder."""
    return f"{mtime_ns},{size}"


def stamps_of_index(path: str) -> list[tuple[str, str]]:
    """(stamp, path) of the files that the index is: to be taken before it is asked."""
    return [(stamp(file), file) for file in (f"{os.path.dirname(path)}/current", path, f"{path}-wal")]


def write_list(
    directory: str, stamps: Sequence[tuple[str, str]], rules: Iterable[tuple[str, str]], anchors: Sequence[str] = ()
) -> None:
    """Puts the list in place as a whole. Nothing is written where a name or a trigger has a line break: then the hook
    asks the index. Raises OSError.
    """
    lines = [HEAD, *(SEPARATOR.join(("file", *one)) for one in stamps)]
    lines += [SEPARATOR.join(("rule", *one)) for one in rules]
    if anchors:
        lines.append(SEPARATOR.join(("anchors", "", f"{ANCHOR_MARK}{ANCHOR_MARK.join(anchors)}{ANCHOR_MARK}")))
    if any("\n" in line for line in lines):
        return
    temporary = f"{directory}/.{NAME}.{os.getpid()}"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        os.write(descriptor, "\n".join([*lines, HEAD]).encode("utf-8", "surrogatepass"))
    finally:
        os.close(descriptor)
    os.replace(temporary, f"{directory}/{NAME}")
