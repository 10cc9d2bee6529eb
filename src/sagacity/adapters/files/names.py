"""The names table: which project bears which name, on all machines of one user. Hook path.

One line a project, sorted by id, so that git merges two machines' lines by union; lines of one id are read as one.
`id TAB name TAB by TAB key=value TAB …`, with the keys origin and path; tab, line end and percent are written as %XX.
"""

from __future__ import annotations

from ...core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

TABLE_NAME = "projects.tsv"
TABLE_MAX_BYTES = 4_194_304
NAME_MAX_CHARS = 64

_ESCAPES = (("%", "%25"), ("\t", "%09"), ("\n", "%0A"), ("\r", "%0D"))


class Row(Value):
    """One project. by: "git" where its id is kept in a git common directory, "path" where only its path is known.
    origins: normalised URLs. paths: tops of work trees and folders with a layer, oldest first, of any machine.
    """

    id: str
    name: str
    by: str = "git"
    origins: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


def parse_names(data: bytes) -> tuple[Row, ...]:
    """The rows of a table by id; lines that are none (comments, a merge's marks) are passed over."""
    rows: dict[str, Row] = {}
    for line in data.decode("utf-8", "surrogateescape").split("\n"):
        fields = [_unescaped(field) for field in line.split("\t")]
        if len(fields) < 3 or not fields[0] or not fields[1] or fields[2] not in ("git", "path"):
            continue
        row = Row(fields[0], fields[1], fields[2], _all(fields, "origin="), _all(fields, "path="))
        known = rows.get(row.id)
        rows[row.id] = row if known is None else joined(known, origins=row.origins, paths=row.paths)
    return tuple(rows[key] for key in sorted(rows))


def render_names(rows: Sequence[Row]) -> bytes:
    """The table's file."""
    lines = ["# sagacity projects: id, name, by, origins, paths"]
    for row in sorted(rows, key=_by_id):
        facts = [f"origin={origin}" for origin in row.origins] + [f"path={path}" for path in row.paths]
        lines.append("\t".join(_escaped(field) for field in (row.id, row.name, row.by, *facts)))
    return ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape")


def joined(row: Row, *, origins: Sequence[str] = (), paths: Sequence[str] = ()) -> Row:
    """The row with more origins and paths, each once."""
    return row.replace(
        origins=tuple(dict.fromkeys((*row.origins, *origins))), paths=tuple(dict.fromkeys((*row.paths, *paths)))
    )


def find_row(rows: Sequence[Row], *, id: str, origin: str) -> Row | None:
    """The project with this id or, several machines having named it apart, the first that shares an origin with it."""
    own = next((row for row in rows if id and row.id == id), None)
    origins = {*(own.origins if own else ()), *((origin,) if origin else ())}
    sharing = next((row for row in rows if origins.intersection(row.origins)), None)
    if own is None or sharing is None:
        return own or sharing
    return min(own, sharing, key=_by_id)


def find_by_path(rows: Sequence[Row], path: str) -> Row | None:
    """The project that is known by this path alone."""
    return next((row for row in rows if row.by == "path" and path in row.paths), None)


def proposed_name(rows: Sequence[Row], folder: str) -> str:
    """A name no project bears, made of a folder's name; unlike in any case, since file systems may ignore it."""
    base = clean_name(folder.rpartition("/")[2]) or "project"
    taken = {row.name.casefold() for row in rows}
    name, nth = base, 1
    while name.casefold() in taken:
        nth += 1
        name = f"{base}-{nth}"
    return name


def clean_name(text: str) -> str:
    """Letters, digits, `.`, `_` and `-` of any script, other characters as one `-`; "" when nothing is left."""
    chars = [char if char.isalnum() or char in "._-" else " " for char in text]
    return "-".join("".join(chars).split())[:NAME_MAX_CHARS].strip("-.")


def double_names(rows: Sequence[Row]) -> tuple[str, ...]:
    """Names that several projects bear, as two machines can give them apart."""
    names = [row.name for row in rows]
    return tuple(sorted({name for name in names if names.count(name) > 1}))


def _by_id(row: Row) -> str:
    return row.id


def _all(fields: Sequence[str], key: str) -> tuple[str, ...]:
    return tuple(field[len(key) :] for field in fields[3:] if field.startswith(key))


def _escaped(text: str) -> str:
    for char, code in _ESCAPES:
        text = text.replace(char, code)
    return text


def _unescaped(text: str) -> str:
    for char, code in reversed(_ESCAPES):
        text = text.replace(code, char)
    return text
