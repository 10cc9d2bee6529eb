from __future__ import annotations

from typing import TYPE_CHECKING

from sagacity.adapters.files.workspace import FileWorkspace
from tests.contracts.workspace import WorkspaceContract

if TYPE_CHECKING:
    from pathlib import Path

    from sagacity.app.ports import Workspace


class TestFileWorkspace(WorkspaceContract):
    def make_workspace(self, home: Path, user_home: Path) -> Workspace:
        return FileWorkspace(str(home), str(user_home))
