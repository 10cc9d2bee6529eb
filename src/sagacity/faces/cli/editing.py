"""`edit`: a note's file in the user's editor."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile

from ...app.operations import operation
from ...app.requests import EditRequest, ReadRequest
from ...app.results import FullNote, WriteResult, Written
from ...app.shape import shown
from ...core.errors import SagacityError
from .texts import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.context import App

EDITED_MAX_BYTES = 1 << 30


def edit(app: App, request: EditRequest, editor: str) -> WriteResult:
    """Opens the editor on a copy; what the operation refuses stays in that copy."""
    note: FullNote = operation("read").handler(app, ReadRequest(handles=(request.handle,))).notes[0]
    draft = Draft(note.slug, note.raw)
    text = draft.edit(editor)
    if text == note.raw:
        draft.discard()
        return WriteResult(notes=(_unchanged(note),))
    change = request.replace(handle=note.id or request.handle, text=text, expect=note.version)
    try:
        result: WriteResult = operation("edit").handler(app, change)
    except SagacityError as error:
        hint = f"{error.hint}; your text is kept in {draft.path}".lstrip("; ")
        raise SagacityError(error.code, error.message, hint=hint, candidates=error.candidates) from error
    draft.discard()
    return result


def _unchanged(note: FullNote) -> Written:
    return Written(
        id=note.id,
        slug=note.slug,
        path=note.path,
        layer=note.layer,
        project=note.project,
        title=note.title,
        type=note.type,
        action="unchanged",
        version=note.version,
        state=note.trust,
        operation="",
    )


class Draft:
    """A text in a file of its own, to be changed in an editor. Left where it is until `discard`."""

    def __init__(self, slug: str, text: str) -> None:
        self._folder = tempfile.mkdtemp(prefix="sagacity-")
        self.path = os.path.join(self._folder, f"{slug or 'note'}.md")
        with open(self.path, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def edit(self, editor: str) -> str:
        """The text after the editor has ended. Raises SagacityError `invalid` when it failed or left no UTF-8."""
        try:
            status = subprocess.run([*shlex.split(editor), self.path], check=False).returncode
        except (OSError, ValueError) as error:
            raise SagacityError(
                "invalid", f"cannot start the editor {shown(editor)}", hint="set EDITOR to a command that exists"
            ) from error
        if status:
            raise SagacityError(
                "invalid", f"the editor {shown(editor)} ended with status {status}", hint="nothing was changed"
            )
        with open(self.path, "rb") as file:
            return decode(file.read(), self.path, EDITED_MAX_BYTES)

    def discard(self) -> None:
        """Removes the file and its folder."""
        os.unlink(self.path)
        os.rmdir(self._folder)
