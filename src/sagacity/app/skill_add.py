"""Keeping a skill: a SKILL.md as it is, as a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.notefile import edit_note, parse_note
from ..core.skill import TYPE, fold_name, head_of
from ..core.skill_text import verbatim, with_text
from .compose import skill_remark
from .freshness import effort, refresh
from .remember import remember, target_layer
from .requests import RememberRequest
from .scope import here
from .skill import named, skills_in
from .skilling import SkillAddResult
from .stamp import current, stamped
from .upkeep import ensure_home
from .write import Change, check_cap, start, write

if TYPE_CHECKING:
    from .context import App
    from .records import Layer, Row
    from .results import Written
    from .scope import Scope
    from .skilling import SkillAddRequest

FILE = "SKILL.md"


def skill_add(app: App, request: SkillAddRequest) -> SkillAddResult:
    """Keeps a SKILL.md to the byte. One of the same name in that layer, for the same project, becomes this text; the
    same text is `unchanged`. Raises `invalid`, `not_found`, `refused` (secret) and `ambiguous`; then nothing is
    written.
    """
    if bool(request.path) == bool(request.content.strip()):
        raise SagacityError(
            "invalid",
            "add which skill? give either a path or a text",
            hint="a path is a SKILL.md or its folder; a text is not empty",
        )
    text, stem = (request.content, "") if request.content else _read(app, request.path)
    head = head_of(text)
    name = request.name.strip() or (head.name if head.authored or not stem else stem)
    ensure_home(app)
    scope = here(app)
    layer = target_layer(app, scope, request.layer)
    there = _of_that_name(app, scope, layer, request, name)
    if there is not None:
        written = _replaced(app, layer, there, request, text)
    else:
        new = RememberRequest(
            content=text,
            title=name,
            type=TYPE,
            tags=request.tags,
            project=request.project,
            layer=request.layer,
            allow_secret=request.allow_secret,
        )
        (written,) = remember(app, new).notes
    return SkillAddResult(written, f"{name}: {head.trigger}" if head.trigger else name)


def _read(app: App, path: str) -> tuple[str, str]:
    """(the text, what its folder is called, or a file of another name)."""
    whole = path.rstrip("/") if path.startswith("/") else f"{app.caller.cwd}/{path}".rstrip("/")
    folder, _, file = whole.rpartition("/")
    data = _file(app, whole, FILE)
    if data is not None:
        folder, file = whole, FILE
    else:
        data = _file(app, folder or "/", file)
    if data is None:
        raise SagacityError("not_found", f"there is no file {path!r}, and no {FILE} in such a folder")
    try:
        return data.decode("utf-8"), file.removesuffix(".md") if file != FILE else folder.rpartition("/")[2]
    except UnicodeDecodeError as error:
        message = f"{path} is not UTF-8: byte 0x{data[error.start]:02x} at {error.start}"
        raise SagacityError("invalid", message, hint="convert it first, for example with iconv") from error


def _file(app: App, folder: str, name: str) -> bytes | None:
    """None where there is none. Raises `refused` for what is no regular file, or too large."""
    if app.project_files is None:
        raise SagacityError("internal", "this door was wired without files")
    try:
        return app.project_files.read(folder, name)
    except SagacityError as error:
        if error.code != "not_found":
            raise
        return None


def _of_that_name(app: App, scope: Scope, layer: Layer, request: SkillAddRequest, name: str) -> Row | None:
    """The skill that this one takes the place of. Raises `ambiguous`."""
    refresh(app, scope.layers, effort(app))
    project = "" if request.project == "none" or layer.kind == "project" else request.project or scope.project
    rows = [row for row in skills_in(app, scope) if row.layer == layer.root and row.project == project]
    found = [row for row in named(app, scope, rows, name) if fold_name(row.title) == fold_name(name)]
    if len(found) > 1:
        names = tuple(f"{row.slug} ({row.id})" for row in found)
        raise SagacityError("ambiguous", f"{len(found)} skills are called {name!r}", candidates=names)
    return found[0] if found else None


def _replaced(app: App, layer: Layer, row: Row, request: SkillAddRequest, text: str) -> Written:
    def planned() -> list[Change]:
        before = current(app, layer, row)
        if verbatim(before) == text:
            return [Change(row.path, before, before, "replace", "unchanged", row.id)]
        old = parse_note(before)
        data = with_text(edit_note(before, stamped(app, old, {})), text)
        warnings = (*skill_remark(TYPE, text), *check_cap(TYPE, parse_note(data).body, old.body))
        return [Change(row.path, data, before, "replace", "replaced", row.id, warnings=warnings)]

    return write(app, layer, planned, start(app, allow_secret=request.allow_secret))[0]
