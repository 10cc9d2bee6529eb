"""Where exports may be written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError

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


def save(app: App, output: str, name: str, text: str, *, force: bool) -> str:
    """Writes a text to the file, or under this name into the folder, that was asked for; gives its path.

    Raises `invalid` for what is neither, `conflict` where it is there and force is not said.
    """
    path = target_of(app, output)
    outputs = outputs_of(app)
    if outputs.kind(path) == "folder" or output.endswith("/"):
        path = f"{path}/{name}"
    kind = outputs.kind(path)
    if kind not in ("", "file"):
        what = "a folder" if kind == "folder" else "no regular file"
        raise SagacityError("invalid", f"{path} is {what}", hint="name a file")
    outputs.write(path, [text.encode()], replace=force)
    return path
