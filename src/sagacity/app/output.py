"""Where exports may be written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from .export_port import FILE, FOLDER

if TYPE_CHECKING:
    from .context import App
    from .export_port import Outputs


def outputs_of(app: App) -> Outputs:
    """Raises `internal` at a door that writes no files."""
    if app.outputs is None:
        raise SagacityError("internal", "this door was wired without files to write to")
    return app.outputs()


def target_of(app: App, output: str) -> str:
    """The path, absolute. Raises `refused` inside of a layer or the home, where it would become a note."""
    path = outputs_of(app).real(output, app.caller.cwd)
    home = outputs_of(app).real(app.settings.home, app.caller.cwd)
    layers = (*app.workspace.place(app.caller.cwd).layers, *app.workspace.all_layers())
    for root, name in ((home, "the home of Sagacity"), *((layer.root, f"the layer {layer.name}") for layer in layers)):
        if f"{path}/".startswith(f"{root}/"):
            raise SagacityError("refused", f"{path} lies in {name}", hint="name a place outside of it")
    return path


def file_of(app: App, output: str, name: str) -> str:
    """The file that is meant: this one, or one of this name in the folder that was given; without a name a folder is a
    mistake. Raises `invalid` for what is no file.
    """
    path = target_of(app, output)
    outputs = outputs_of(app)
    if name and (outputs.kind(path) == FOLDER or output.endswith("/")):
        path = f"{path}/{name}"
    kind = outputs.kind(path)
    if kind not in ("", FILE):
        what = "a folder" if kind == FOLDER else "no regular file"
        raise SagacityError("invalid", f"{path} is {what}", hint="name a file")
    return path


def folder_of(app: App, output: str) -> str:
    """The folder that is meant, which need not be there. Raises `invalid` for a file."""
    path = target_of(app, output)
    if outputs_of(app).kind(path) not in ("", FOLDER):
        raise SagacityError("invalid", f"{path} is a file", hint="name a folder")
    return path


def save(app: App, output: str, name: str, text: str, *, force: bool) -> str:
    """Writes a text to the file, or under this name into the folder, that was asked for; gives its path.

    Raises as `file_of`, and `conflict` where it is there and force is not said.
    """
    path = file_of(app, output, name)
    outputs_of(app).write(path, [text.encode()], replace=force)
    return path
