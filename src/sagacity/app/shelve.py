"""Puts the shipped skills where agents look for skills, and takes them away again."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.hashing import content_hash
from ..core.nearest import near_words
from ..core.value import Value
from .planned import PlannedChange, PlanResult
from .shelving import ShelfLine, SkillVerifyResult

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .context import App
    from .shelf_port import Shelf, ShippedSkill
    from .shelving import SkillInstallRequest, SkillRemoveRequest, SkillVerifyRequest

ALL = "all"
SCOPES = ("project", "global")
SOUND, OUTDATED, CHANGED, MISSING = "sound", "outdated", "edited", "missing"


class Step(Value):
    """One file. before, after: its bytes; None for none. kept: somebody changed it, so it stays."""

    agent: str
    scope: str
    skill: str
    path: str
    before: bytes | None
    after: bytes | None
    kept: bool = False


def skill_install(app: App, request: SkillInstallRequest) -> PlanResult:
    """A file that was changed since it was installed, or is not ours, is kept unless that is said otherwise.

    Raises `invalid` without a scope, `not_found` for unknown agents and skills, `conflict` for another plan than the
    expected one, and as app.shelf_port.Shelf does.
    """
    shelf = _shelf(app)
    written = shelf.written()
    steps = []
    for agent, scope, path, skill in _places(app, shelf, request):
        before = shelf.read(path)
        ours = before is None or before == skill.data or content_hash(before) == written.get(path)
        kept = not ours and request.edited == "keep"
        steps.append(Step(agent, scope, skill.name, path, before, skill.data, kept))
    return _carry_out(shelf, steps, request)


def skill_uninstall(app: App, request: SkillRemoveRequest) -> PlanResult:
    """Raises as `skill_install`."""
    shelf = _shelf(app)
    written = shelf.written()
    steps = []
    for agent, scope, path, skill in _places(app, shelf, request):
        before = shelf.read(path)
        if before is not None and (path in written or before == skill.data):
            kept = before != skill.data and content_hash(before) != written[path]
            steps.append(Step(agent, scope, skill.name, path, before, None, kept))
    return _carry_out(shelf, steps, request)


def skill_verify(app: App, _request: SkillVerifyRequest) -> SkillVerifyResult:
    """Of every place that was written to on this machine."""
    shelf = _shelf(app)
    shipped = {skill.name: skill for skill in shelf.shipped()}
    lines = []
    for path, digest in sorted(shelf.written().items()):
        name = path.split("/")[-2]
        lines.append(ShelfLine(name, path, _state(shelf.read(path), digest, shipped.get(name))))
    told = tuple((skill.name, skill.when) for skill in shipped.values())
    sound = all(line.state in (SOUND, CHANGED) for line in lines)
    return SkillVerifyResult(tuple(lines), told, shelf.agents(), sound)


def _state(data: bytes | None, digest: str, skill: ShippedSkill | None) -> str:
    if data is None:
        return MISSING
    if content_hash(data) != digest:
        return CHANGED
    return SOUND if skill is not None and data == skill.data else OUTDATED


def _shelf(app: App) -> Shelf:
    if app.shelf is None:
        raise SagacityError("internal", "this door was wired without agents")
    return app.shelf()


def _places(
    app: App, shelf: Shelf, request: SkillInstallRequest | SkillRemoveRequest
) -> Iterator[tuple[str, str, str, ShippedSkill]]:
    """(agent, scope, path, skill); agents that share a folder come once."""
    if request.project == request.global_:
        raise SagacityError("invalid", "say where: either --project or --global", hint="--global is for all projects")
    scope = SCOPES[request.global_]
    top = _top(app) if request.project else ""
    known = shelf.agents()
    agents = known if ALL in request.agents else tuple(_named(one, known, "agent") for one in request.agents)
    shipped = {skill.name: skill for skill in shelf.shipped()}
    names = [_named(one, tuple(shipped), "skill") for one in request.skills] or list(shipped)
    seen = set()
    for agent in agents:
        for name in names:
            path = shelf.path(agent, top, name)
            if path not in seen:
                seen.add(path)
                yield agent, scope, path, shipped[name]


def _top(app: App) -> str:
    place = app.workspace.place(app.caller.cwd)
    return place.project.top if place.project else place.cwd


def _named(word: str, known: Sequence[str], what: str) -> str:
    if word in known:
        return word
    near = near_words(word, known)
    raise SagacityError(
        "not_found", f"there is no {what} {word!r:.60} that takes skills", candidates=tuple(near or known)
    )


def _carry_out(shelf: Shelf, steps: Sequence[Step], request: SkillInstallRequest | SkillRemoveRequest) -> PlanResult:
    due = [step for step in steps if step.before != step.after and not step.kept]
    expect = content_hash(repr([(step.path, step.before, step.after) for step in due]).encode())
    if request.expect not in ("", expect):
        raise SagacityError("conflict", "the files changed after the plan was made", hint="run the command again")
    if request.yes:
        shelf.record({**shelf.written(), **_found_ours(steps)})
        for step in due:
            shelf.check(step.path)
        for step in due:
            shelf.write(step.path, step.after)
            shelf.record(_recorded(shelf, step))
    changes = tuple(_change(step) for step in steps if step.before != step.after)
    kept = [step for step in steps if step.kept and step.before != step.after]
    notices = tuple(f"{step.path} was changed since, or is not ours: it stays as it is" for step in kept)
    if not changes:
        notices = ("there is nothing to do",)
    return PlanResult(changes, request.yes, expect, notices)


def _found_ours(steps: Sequence[Step]) -> dict[str, str]:
    """Files that are as they would be written, as a kill leaves one that was written and not recorded."""
    same = (step for step in steps if step.after is not None and step.before == step.after)
    return {step.path: content_hash(step.after) for step in same if step.after is not None}


def _recorded(shelf: Shelf, step: Step) -> dict[str, str]:
    written = dict(shelf.written())
    if step.after is None:
        written.pop(step.path, None)
    else:
        written[step.path] = content_hash(step.after)
    return written


def _change(step: Step) -> PlannedChange:
    verbs = {(False, True): "add", (True, False): "remove", (True, True): "overwrite"}
    action = "keep" if step.kept else verbs[step.before is not None, step.after is not None]
    diff = difflib.unified_diff(_lines(step.before), _lines(step.after), "now", "shipped", lineterm="", n=1)
    both = step.before is not None and step.after is not None
    return PlannedChange(action, step.scope, step.skill, step.agent, step.path, tuple(diff) if both else ())


def _lines(data: bytes | None) -> list[str]:
    return (data or b"").decode("utf-8", "replace").splitlines()
