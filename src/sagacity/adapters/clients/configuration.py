"""The configuration files of the agents on this machine."""

from __future__ import annotations

import compileall
import contextlib
import os
from functools import partial
from typing import TYPE_CHECKING

from ...app.setup_port import FileEdit, SetupPlan
from ...core.errors import SagacityError
from ...core.jsonedit import get, parse
from ...core.nearest import nearest
from . import checking, disk, memory
from .entries import not_plain
from .launch import checked
from .ledger import Ledger, LedgerFolder, Record, digest
from .planning import described, named, plan_install, plan_removal, text_of
from .table import TARGETS
from .targets import HOOKS, files_of, roots_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...app.setup_port import ClientState, MemoryFile, Surroundings
    from .launch import Launch
    from .planning import Change
    from .targets import Roots, Target, TargetFile


class FileClients:
    """Implements app.setup_port.Clients on the file system.

    folders: a client's folder where the user moved it, by client name. environ: what children are started with.
    """

    def __init__(
        self, launch: Launch, *, home: str, user_home: str, folders: Mapping[str, str], environ: Mapping[str, str]
    ) -> None:
        self._launch = launch
        self._home = home
        self._user_home = user_home
        self._folders = folders
        self._environ = environ

    def names(self) -> tuple[str, ...]:
        return tuple(TARGETS)

    def installed(self) -> tuple[str, ...]:
        return tuple(name for name, target in TARGETS.items() if self._is_installed(target))

    def plan(self, client: str, *, remove: bool) -> SetupPlan:
        target = self._target(client)
        changes = self._changes(target, remove=remove)
        edits = tuple(_edit(file, change, target) for file, change in changes if change.before != change.after)
        for edit in edits:
            disk.check_writable(edit.target)
        return SetupPlan(
            client=client,
            title=target.title,
            remove=remove,
            files=tuple(file.path for file, _ in changes),
            edits=edits,
            warnings=() if remove else self._warnings(target, changes),
            step=target.step,
        )

    def apply(self, plan: SetupPlan, *, now_ms: int) -> None:
        target = self._target(plan.client)
        with contextlib.ExitStack() as held:
            for file in self._files(target):
                held.enter_context(disk.locked(file.path, wanted=file.locked))
            changes = self._changes(target, remove=plan.remove)
            wanted = {edit.path: (edit.before, edit.after) for edit in plan.edits}
            found = {
                file.path: (change.before, change.after) for file, change in changes if change.before != change.after
            }
            if wanted != found:
                hint = "run setup again"
                raise SagacityError("conflict", f"the files of {target.title} changed in the meantime", hint=hint)
            self._carry_out(target, changes, remove=plan.remove, now_ms=now_ms)
        if not plan.remove:
            compileall.compile_dir(self._launch.package, quiet=2)

    def checks(self, client: str) -> list[ClientState]:
        target = self._target(client)
        ledger = LedgerFolder(self._home, client).load()
        scene = checking.Scene(
            target=target,
            launch=self._launch,
            files=self._files(target),
            folder=self._folder(target),
            applied_ms=ledger.applied_ms,
            environ=self._environ,
        )
        return checking.look(scene)

    def memories(self, client: str, around: Surroundings) -> list[tuple[str, int]]:
        if not self._target(client).remembers:
            return []
        paths = {one.path for one in self._places(client, around).found()}
        sizes = [(path, os.path.getsize(path)) for path in paths if os.path.isfile(path)]
        return sorted(sizes, key=lambda one: (-one[1], one[0]))

    def title(self, client: str) -> str:
        return self._target(client).title

    def memory_files(self, client: str, around: Surroundings) -> list[MemoryFile]:
        target = self._target(client)
        if not target.remembers:
            known = ", ".join(name for name, one in TARGETS.items() if one.remembers)
            message = f"what {target.title} keeps by itself cannot be imported"
            raise SagacityError("invalid", message, hint=f"can be imported: {known}")
        return memory.read_all(self._places(client, around))

    def _places(self, client: str, around: Surroundings) -> memory.Places:
        target = self._target(client)
        settings = [file.path for file in self._files(target) if HOOKS in file.holds]
        said = [self._memory_directory(path) for path in (*target.managed, *settings)]
        return memory.Places(self._folder(target), self._user_home, around, next(filter(None, said), ""))

    def _memory_directory(self, path: str) -> str:
        """The folder that settings name for the client's memories, "" for none."""
        try:
            said = get(parse(text_of(path, disk.read(path))), ("autoMemoryDirectory",))
        except SagacityError:
            return ""
        folder = os.path.join(self._user_home, said[2:]) if isinstance(said, str) and said.startswith("~/") else said
        return folder.rstrip("/") if isinstance(folder, str) and folder.startswith("/") else ""

    # --- parts ----------------------------------------------------------------------------------------------------

    def _target(self, client: str) -> Target:
        if client not in TARGETS:
            near = nearest(client, tuple(TARGETS))
            hint = f"{f'did you mean {near}? ' if near else ''}known: {', '.join(TARGETS)}"
            raise SagacityError("invalid", f"unknown client {client!r:.80}", hint=hint, candidates=tuple(TARGETS))
        return TARGETS[client]

    def _folder(self, target: Target) -> str:
        return self._roots(target).path(target, "{folder}")

    def _files(self, target: Target) -> tuple[TargetFile, ...]:
        return files_of(target, self._roots(target))

    def _roots(self, target: Target) -> Roots:
        return roots_of(self._user_home, self._environ, self._moved(target))

    def _moved(self, target: Target) -> str:
        """The folder that the user named for the client, "" for none."""
        said = self._folders.get(target.name, "") or self._environ.get(target.variable, "")
        return said if os.path.isabs(said) else ""

    def _is_installed(self, target: Target) -> bool:
        return os.path.isdir(self._folder(target)) or any(os.path.exists(file.path) for file in self._files(target))

    def _changes(self, target: Target, *, remove: bool) -> list[tuple[TargetFile, Change]]:
        book = LedgerFolder(self._home, target.name)
        ledger = book.load()
        launch = self._launch if remove else checked(self._launch)
        changes = []
        for file in self._files(target):
            data, record = disk.read(disk.real(file.path)), ledger.of(file.path)
            with named(file.path):
                if remove:
                    kept = book.original(record) if record and data and digest(data) == record.after else None
                    change = plan_removal(file, data, target, record, kept)
                else:
                    change = plan_install(file, data, target, launch, record)
            changes.append((file, change))
        return changes

    def _warnings(self, target: Target, changes: list[tuple[TargetFile, Change]]) -> tuple[str, ...]:
        found = []
        if not self._is_installed(target):
            found.append(f"{target.title} was not found on this machine ({self._folder(target)} is not there)")
        if self._launch.passing:
            found.append(f"{self._launch.python} is in a cache that is emptied now and then: install sagacity for good")
        for file, change in changes:
            why = not_plain(text_of(file.path, change.before)) if target.strict else ""
            if why:
                found.append(f"{target.title} ignores all of {file.path} while it has a {why}")
        return tuple(found)

    def _carry_out(
        self, target: Target, changes: list[tuple[TargetFile, Change]], *, remove: bool, now_ms: int
    ) -> None:
        """Writes all files, or puts back those already written."""
        book = LedgerFolder(self._home, target.name)
        old = book.load()
        if not remove and (_differ(changes) or not old.records):
            book.store(*_ledger(old, changes, now_ms))
        undo: list[Callable[[], None]] = []
        try:
            for file, change in changes:
                path = disk.real(file.path)
                if change.before != change.after:
                    disk.replace(path, change.after, file.mode)
                    undo.append(partial(disk.replace, path, change.before, file.mode))
        except SagacityError:
            for back in undo:
                back()
            raise
        if remove:
            book.forget()


def _differ(changes: list[tuple[TargetFile, Change]]) -> bool:
    return any(change.before != change.after for _, change in changes)


def _edit(file: TargetFile, change: Change, target: Target) -> FileEdit:
    return FileEdit(
        path=file.path,
        target=disk.real(file.path),
        before=change.before,
        after=change.after,
        entries=described(file, change, target),
        restores=change.restores,
    )


def _ledger(old: Ledger, changes: list[tuple[TargetFile, Change]], now_ms: int) -> tuple[Ledger, dict[str, bytes]]:
    """The new list, and the originals that are not kept yet."""
    records, originals = [], {}
    for file, change in changes:
        record = old.of(file.path)
        after = digest(change.after or b"")
        if record is not None and change.before is not None and digest(change.before) == record.after:
            records.append(record.replace(after=after))
            continue
        if record is not None and change.before == change.after:
            records.append(record)
            continue
        before = digest(change.base) if change.base is not None else ""
        copy = f"{os.path.basename(file.path)}.{before[:16]}" if before else ""
        if change.base is not None:
            originals[copy] = change.base
        records.append(Record(file.path, disk.real(file.path), before, after, copy, change.made))
    return Ledger(tuple(records), now_ms), originals
