"""Looking the index over."""

from __future__ import annotations

import os

import apsw

from .connection import fetch, scalar
from .faults import DAMAGE
from .generations import POINTER, current_name, empty_index, read_pointer
from .serving import Serving
from .sqltext import Statements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .serving import Private

MAX_PROBLEMS = 20


def problems_of(store: Serving | Private) -> list[str]:
    """One line each; empty when sound. A generation found damaged is left where it is."""
    problems = _pointer_problems(store.directory) if isinstance(store, Serving) else []
    db = store.connection()
    if store.refusal:
        return [*problems, f"no index can be kept: {store.refusal}"]
    try:
        problems += _content_problems(db)
    except (*DAMAGE, apsw.SQLError) as exc:
        problems.append(f"index {store.path} is damaged: {exc}; `sagacity reindex` makes a new one")
    set_aside = scalar(db, "SELECT value FROM meta WHERE key = 'set_aside'")
    if set_aside and not scalar(db, "SELECT value FROM meta WHERE key = 'complete'"):
        problems.append(f"the index before this one could not serve ({set_aside}); this one is not complete yet")
    return problems


def _pointer_problems(directory: str) -> list[str]:
    lines = read_pointer(directory)
    if any(lines) and not current_name(directory) and not any("-" in line for line in lines):
        return [f"pointer {directory}/{POINTER} names no index"]
    return []


def _content_problems(db: apsw.Connection) -> list[str]:
    sql = Statements("index_write.sql")
    problems = [row[0] for row in db.execute(f"PRAGMA quick_check({MAX_PROBLEMS})") if row[0] != "ok"]
    problems += [f"{n} {what}" for what, n in db.execute(sql["contradictions"]) if n]
    if not db.readonly("main"):
        try:
            db.execute(sql["check_text"])
        except apsw.CorruptError as exc:
            problems.append(f"full text: {exc}")
    return [f"index: {problem}" for problem in problems]


def is_sound(db: apsw.Connection) -> bool:
    """The pages are in order and the tables are ours."""
    try:
        return _tables(db) == _tables(empty_index()) and scalar(db, "PRAGMA quick_check(1)") == "ok"
    except (*DAMAGE, apsw.SQLError):
        return False


def _tables(db: apsw.Connection) -> list[tuple[str, ...]]:
    return fetch(db, "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY name")


def dump(db: apsw.Connection) -> list[tuple[str, ...]]:
    """See `SqliteIndex.dump`."""
    sql = Statements("index_write.sql")
    db.execute(sql["make_instances"])
    return [
        *(tuple(map(str, row)) for row in db.execute(sql["dump"])),
        *(tuple(map(str, row)) for row in db.execute(sql["dump_words"])),
    ]


def size_bytes(store: Serving | Private) -> int:
    """Of the generation in use, with what is written ahead; of one in memory its pages."""
    if not store.path:
        db = store.connection()
        return int(scalar(db, "PRAGMA page_count")) * int(scalar(db, "PRAGMA page_size"))
    return sum(_size(f"{store.path}{ending}") for ending in ("", "-wal"))


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0
