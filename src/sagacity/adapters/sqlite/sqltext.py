"""Statements by name, out of the .sql files beside this module."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CHUNK = 500
LIST_SEPARATOR = "\x1f"
"""Between the items of a list in one column."""


class Statements:
    """The statements of one .sql file, each under the `-- name:` line above it. Read once, at construction."""

    __slots__ = ("_by_name",)

    def __init__(self, file: str) -> None:
        sections = read_script(file).split("-- name: ")[1:]
        cut = [section.partition("\n") for section in sections]
        self._by_name = {name.strip(): body.partition(";")[0].strip() for name, _, body in cut}

    def __getitem__(self, name: str) -> str:
        return self._by_name[name]

    def listed(self, name: str, n_values: int) -> str:
        """The statement with `{}` replaced by that many placeholders."""
        return self._by_name[name].replace("{}", places(n_values))


def read_script(file: str) -> str:
    """The whole text of a .sql file beside this module."""
    descriptor = os.open(os.path.join(os.path.dirname(__file__), file), os.O_RDONLY)
    try:
        return os.read(descriptor, 1 << 20).decode()
    finally:
        os.close(descriptor)


def places(n: int) -> str:
    """`?,?,?`: placeholders for n values."""
    return ",".join("?" * n)


def listing(keys: Iterable[int]) -> str:
    """Keys as one value for json_each: one text for any number of them, which is prepared once."""
    return f"[{','.join(map(str, keys))}]"


def chunked(keys: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """The keys in pieces that fit one statement."""
    return (tuple(keys[start : start + CHUNK]) for start in range(0, len(keys), CHUNK))
