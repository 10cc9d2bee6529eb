"""What setup would do to one file: pure, on bytes."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING

from ...app.setup_port import EntryEdit
from ...core.errors import SagacityError
from ...core.jsonedit import get, parse
from ...core.value import Value
from . import entries
from .launch import SERVER
from .ledger import digest
from .servers import find_server
from .targets import HOOKS, PLUGIN, SERVERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .entries import Path
    from .launch import Launch
    from .ledger import Record
    from .targets import Target, TargetFile


class Change(Value):
    """base: the bytes to go back to. made: containers that are ours in `after`. restores: after is a kept original."""

    before: bytes | None
    after: bytes | None
    base: bytes | None
    made: tuple[Path, ...] = ()
    restores: bool = False


@contextlib.contextmanager
def named(path: str) -> Iterator[None]:
    """Errors about a text say which file it is."""
    try:
        yield
    except SagacityError as error:
        if error.code != "invalid" or path in error.message:
            raise
        hint = "it was left as it is; correct it and run setup again"
        raise SagacityError("invalid", f"{path}: {error.message}", hint=hint) from error


def text_of(path: str, data: bytes | None) -> str:
    """Raises `invalid` naming the file."""
    try:
        return (data or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        raise SagacityError(
            "invalid", f"{path} is not UTF-8: byte {error.start}", hint="it was left as it is"
        ) from error


def plan_install(file: TargetFile, data: bytes | None, target: Target, launch: Launch, record: Record | None) -> Change:
    """Where others wrote since our last change, the file without our entries becomes what to go back to."""
    text = text_of(file.path, data)
    with_ours = entries.installed(text, file.holds, target, launch)
    after = data if with_ours == text else with_ours.encode()
    untouched = record is not None and data is not None and digest(data) == record.after
    if record is not None and untouched:
        return Change(data, after, None, record.made)
    bare = entries.removed(text, file.holds, target, record.made if record else ())
    made = entries.containers(bare, file.holds, target)
    nothing_left = data is None or (
        record is not None and not record.before and entries.is_blank(bare, file.holds, target)
    )
    return Change(data, after, None if nothing_left else data if bare == text else bare.encode(), made)


def plan_removal(
    file: TargetFile, data: bytes | None, target: Target, record: Record | None, kept: bytes | None
) -> Change:
    """Back to the kept bytes where nobody else wrote in between, else our entries alone are taken out."""
    if record is not None and data is not None and digest(data) == record.after:
        return Change(data, kept, kept, restores=True)
    text = text_of(file.path, data)
    bare = entries.removed(
        text, file.holds, target, record.made if record else entries.containers("", file.holds, target)
    )
    if bare == text:
        return Change(data, data, None)
    ours_alone = record is not None and not record.before and entries.is_blank(bare, file.holds, target)
    return Change(data, None if ours_alone else bare.encode(), None)


def described(file: TargetFile, change: Change, target: Target) -> tuple[EntryEdit, ...]:
    """Each entry of ours that comes, changes or goes."""
    before, after = (_ours(file, data, target) for data in (change.before, change.after))
    nothing = ("", "")
    edits = [
        EntryEdit(name, (after.get(name) or before[name])[0], before.get(name, nothing)[1], after.get(name, nothing)[1])
        for name in dict.fromkeys([*before, *after])
    ]
    return tuple(edit for edit in edits if edit.before != edit.after)


def _ours(file: TargetFile, data: bytes | None, target: Target) -> dict[str, tuple[str, str]]:
    """Place and JSON of our entries, by name."""
    text = text_of(file.path, data)
    found: dict[str, tuple[Path, object]] = {}
    if HOOKS in file.holds:
        document = parse(text)
        found = {f"hook {event}": (path, get(document, path)) for path, event in entries.handlers(text, target)}
    if SERVERS in file.holds:
        found[f"MCP server {SERVER}"] = (target.server_form.container, SERVER), find_server(text, target.server_form)
    if PLUGIN in file.holds:
        found["plugin"] = ("plugin",), text or None
    return {name: (_dotted(path), _pretty(value)) for name, (path, value) in found.items() if value is not None}


def _dotted(path: Path) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)[1:]


def _pretty(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
