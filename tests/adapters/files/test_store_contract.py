from __future__ import annotations

from typing import TYPE_CHECKING

from sagacity.adapters.files.store import FileStore
from sagacity.app.records import Layer
from tests.contracts.note_store import NoteStoreContract

if TYPE_CHECKING:
    from pathlib import Path

    from sagacity.app.ports import NoteStore


class TestFileStore(NoteStoreContract):
    def make_store(self) -> NoteStore:
        return FileStore(lock_timeout_s=0.02)

    def make_layer(self, tmp_path: Path) -> Layer:
        root = tmp_path.resolve() / "layer"
        root.mkdir()
        return Layer("personal", "personal", str(root), str(root / "notes"))
