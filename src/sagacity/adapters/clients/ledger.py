"""What setup changed, kept so that it can be taken back to the byte: copies of the originals, and a list of hashes."""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any

from ...core.errors import SagacityError
from ...core.value import Value
from . import disk

VERSION = 1


class Record(Value):
    """One file we changed. before: hash of the original bytes, "" when there was no file; after: of what we wrote.

    copy: file name of the kept original, "" for none. made: containers that were not there before.
    """

    path: str
    target: str
    before: str
    after: str
    copy: str
    made: tuple[tuple[str | int, ...], ...] = ()


class Ledger(Value):
    """All of one client. applied_ms: when setup last changed something."""

    records: tuple[Record, ...] = ()
    applied_ms: int = 0

    def of(self, path: str) -> Record | None:
        """The record of a file, by the name its client gives it."""
        return next((record for record in self.records if record.path == path), None)


class LedgerFolder:
    """One client's folder below home/backups/clients."""

    def __init__(self, home: str, client: str) -> None:
        self.folder = os.path.join(home, "backups", "clients", client)
        self.file = os.path.join(self.folder, "manifest.json")

    def load(self) -> Ledger:
        """Empty when there is none, or none that can be read: then entries are found by their marks alone."""
        try:
            data = json.loads(disk.read(self.file) or b"{}")
            return Ledger(tuple(_record(entry) for entry in data.get("files", ())), int(data.get("applied_ms", 0)))
        except (ValueError, TypeError, AttributeError, KeyError):
            return Ledger()

    def store(self, ledger: Ledger, originals: dict[str, bytes]) -> None:
        """originals: bytes by copy name; written before the list that names them."""
        disk.make_folder(self.folder)
        for name, data in originals.items():
            disk.replace(os.path.join(self.folder, name), data, 0o600)
        files = [_plain(record) for record in ledger.records]
        text = json.dumps({"version": VERSION, "applied_ms": ledger.applied_ms, "files": files}, indent=2)
        disk.replace(self.file, text.encode() + b"\n", 0o600)

    def original(self, record: Record) -> bytes | None:
        """The kept bytes; None when there was no file. Raises `integrity` when the copy is not what was kept."""
        if not record.before:
            return None
        data = disk.read(os.path.join(self.folder, record.copy))
        if data is None or digest(data) != record.before:
            raise SagacityError("integrity", f"the kept copy of {record.path} is missing or changed: {self.folder}")
        return data

    def forget(self) -> None:
        """The list goes; the copies stay until the next setup."""
        disk.replace(self.file, None, 0o600)


def digest(data: bytes) -> str:
    """SHA-256, hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def _record(entry: dict[str, Any]) -> Record:
    made = tuple(tuple(path) for path in entry["made"])
    return Record(entry["path"], entry["target"], entry["before"], entry["after"], entry["copy"], made)


def _plain(record: Record) -> dict[str, Any]:
    return {
        "path": record.path,
        "target": record.target,
        "before": record.before,
        "after": record.after,
        "copy": record.copy,
        "made": [list(path) for path in record.made],
    }
