"""Compiles modules for their bundle. Loaded once for each new version, or new kind of event or command."""

from __future__ import annotations

import marshal
import os
import time

from .bundle import BLOCK_BYTES, FIRST, TABLE_BYTES, stamp_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import CodeType
    from typing import Any

    from .bundle import Bundle, Entry, Kept, Source

WITHIN_S = 0.25
"""So long a program goes on compiling after its work is done; what is left is for the next one."""
ABANDONED_S = 60

PARSE_ONLY = 0x400  # the flags of `ast` and `__future__`, of which nothing else is wanted here
STRING_ANNOTATIONS = 0x1000000


def write_bundle(bundle: Bundle, fresh: Mapping[str, Source]) -> None:
    """Makes the file anew with further modules, as many as there is time for, and without those that are out of date.
    Raises OSError.
    """
    table: dict[str, Entry] = {}
    codes: list[bytes] = []
    offset = 0
    for name, (is_package, mtime_ns, size, needed, code) in {**bundle.modules(), **compiled(fresh)}.items():
        table[name] = (is_package, mtime_ns, size, needed, offset, len(code))
        codes.append(code)
        offset += len(code)
    own = marshal.dumps(_code(f"{os.path.dirname(__file__)}/bundle.py", "")[0])
    starts = [(bundle.head + own).ljust(BLOCK_BYTES, b"\0"), marshal.dumps(table).ljust(TABLE_BYTES, b"\0")]
    if sum(map(len, starts)) == FIRST:
        _replace(bundle.path, b"".join((*starts, *codes)))


def _replace(path: str, data: bytes) -> None:
    _clear(path)
    temporary = f"{path}.{os.getpid()}"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    try:
        while data:
            data = data[os.write(descriptor, data) :]
    finally:
        os.close(descriptor)
    os.replace(temporary, path)


def _clear(path: str) -> None:
    """Takes away what a process left that was ended while it wrote."""
    folder, _, name = path.rpartition("/")
    for entry in os.scandir(folder):
        if entry.name.startswith(f"{name}.") and time.time() - entry.stat().st_mtime > ABANDONED_S:
            os.unlink(entry.path)


def compiled(fresh: Mapping[str, Source], within_s: float = WITHIN_S) -> dict[str, Kept]:
    """The modules whose sources are there, by name; one, and as many more as the seconds allow."""
    found: dict[str, Kept] = {}
    until = time.monotonic() + within_s
    for name, (source, is_package) in fresh.items():
        if found and time.monotonic() > until:
            break
        stamp = stamp_of(source)
        if stamp is not None:
            code, needed = _code(source, name if is_package else name.rpartition(".")[0])
            found[name] = (is_package, *stamp, needed, marshal.dumps(code))
    return found


def _code(source: str, package: str) -> tuple[CodeType, tuple[str, ...]]:
    """The code of a module, and which of the package it imports at its top, each behind the packages it is in.

    Left out is what a hook only pays for: docstrings, the import of `__future__`, and what functions say of types.
    """
    with open(source, "rb") as file:
        tree: Any = compile(file.read(), source, "exec", PARSE_ONLY)
    imports = [node for node in tree.body if type(node).__name__ == "ImportFrom"]
    future = [node for node in imports if node.module == "__future__"]
    tree.body = [node for node in tree.body if node not in future]
    _strip(tree)
    code = compile(tree, source, "exec", STRING_ANNOTATIONS if future else 0, dont_inherit=True, optimize=2)
    return code, tuple(_needed([node for node in imports if node.level], package))


def _strip(tree: Any) -> None:
    """Takes the annotations off all functions, and leaves those of classes, which say the fields of records."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if type(node).__name__ == "arg":
            node.annotation = None
        elif hasattr(node, "returns"):
            node.returns = None
        for field in getattr(node, "_fields", ()):
            value = getattr(node, field, None)
            waiting += value if isinstance(value, list) else [value]


def _needed(imports: Sequence[Any], package: str) -> dict[str, None]:
    """Keys in order; names that are no modules are among them, too."""
    needed: dict[str, None] = {}
    for node in imports:
        inner = package.rsplit(".", node.level - 1)[0] + (f".{node.module}" if node.module else "")
        parts = inner.split(".")
        needed.update(dict.fromkeys(".".join(parts[:end]) for end in range(1, len(parts) + 1)))
        needed.update(dict.fromkeys(f"{inner}.{alias.name}" for alias in node.names if not node.module))
    return needed
