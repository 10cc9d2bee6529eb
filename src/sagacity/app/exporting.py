"""What `export` takes and gives."""

from __future__ import annotations

from ..core.value import Value
from .operation import HERE
from .requests import Request, arg

FORMATS = ("markdown", "jsonl")


class ExportRequest(Request):
    """The history of a design as a document, or all notes as they are."""

    handle: str = arg(help="the note that a notebook begins with: a plan, a feature, a decision …", positional=True)
    all: bool = arg(False, help="export all notes instead, of every layer you have", faces=HERE)
    output: str = arg(
        help="the file, or a folder that gets one; of all notes as markdown a folder; default of a notebook: print it",
        faces=HERE,
    )
    format: str = arg(
        help="of all notes: markdown (default), their files as they are, or jsonl, a line each",
        choices=FORMATS,
        faces=HERE,
    )
    depth: int = arg(3, help="of a notebook: most steps over relations", minimum=0, maximum=6)
    layer: str = arg(help="of all notes: only this layer", faces=HERE)
    project: str = arg(help="of all notes: only those about this project, or in its layer; else as if in this one")
    types: tuple[str, ...] = arg((), help="of all notes: only these types", option="type", faces=HERE)
    since: str = arg(help="of all notes: changed since then, 2026-11-01 or 30d", faces=HERE)
    force: bool = arg(False, help="replace what is there", faces=HERE)
    include_confidential: bool = arg(
        False, help="of all notes: also confidential ones, which then lie outside of what we guard", faces=("cli",)
    )
    allow_secret: bool = arg(False, help="of all notes: also those that hold a secret", faces=("cli",))


class ExportResult(Value):
    """what: notebook, markdown or jsonl. id, title: of a notebook. text: the document, "" where it was written to
    `path`. notes: how many there are. left_out: what is not, a line each. warnings: what to mind.
    """

    what: str
    notes: int
    left_out: tuple[str, ...]
    id: str = ""
    title: str = ""
    path: str = ""
    text: str = ""
    warnings: tuple[str, ...] = ()


class VaultRequest(Request):
    """A folder that Obsidian opens, with the notes of all layers."""

    path: str = arg(help="the folder: new, empty, or a vault", positional=True, required=True)
    layer: str = arg(help="only this layer")
    project: str = arg(help="only notes about this project, or in its layer")
    link: bool = arg(False, help="links to the files of the notes instead of copies with their relations")
    dry_run: bool = arg(False, help="only say what would change")
    include_confidential: bool = arg(
        False, help="also confidential notes, which then lie outside of what we guard", faces=("cli",)
    )
    allow_secret: bool = arg(False, help="also notes that hold a secret", faces=("cli",))


class VaultResult(Value):
    """notes: in the vault. created, updated, unchanged, removed: files. kept: those that are not touched although they
    are not what we would make, with the reason. applied: False where it was only looked.
    """

    path: str
    notes: int
    created: int
    updated: int
    unchanged: int
    removed: int
    kept: tuple[str, ...]
    left_out: tuple[str, ...]
    warnings: tuple[str, ...]
    applied: bool
