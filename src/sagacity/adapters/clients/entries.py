"""Our entries in the text of a client's JSON file: put in, brought up to date, taken out. No files here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.errors import SagacityError
from ...core.jsonedit import drop, find, get, parse, place, put
from .launch import SERVER, hook_command, is_our_server, is_ours, server_entry

if TYPE_CHECKING:
    from .launch import Launch
    from .targets import Hook, Target

Path = tuple[str | int, ...]


def installed(text: str, holds: str, target: Target, launch: Launch) -> str:
    """The text with our entries as they should be; the same text when they are."""
    return _with_hooks(text, target, launch) if holds == "hooks" else _with_server(text, launch)


def removed(text: str, holds: str, target: Target, made: tuple[Path, ...]) -> str:
    """The text without our entries, and without the containers we made (`made`) where nothing else is in them; the
    same text when nothing of ours is there.
    """
    bare = _without_hooks(text, target.name) if holds == "hooks" else _without_server(text)
    if bare == text:
        return text
    text = bare
    for path in sorted(made, key=len, reverse=True):
        if get(parse(text), path) in ({}, []):
            text = drop(text, path)
    return text


def containers(text: str, holds: str, target: Target) -> tuple[Path, ...]:
    """The containers of our entries that are not there yet."""
    document = parse(text)
    paths: list[Path] = [("mcpServers",)]
    if holds == "hooks":
        paths = [("hooks",), *(("hooks", hook.name) for hook in target.hooks)]
    return tuple(path for path in paths if find(document, path) is None)


def handlers(text: str, client: str) -> list[tuple[Path, str]]:
    """Where our hooks stand, each with its event, in the order of the file."""
    hooks = get(parse(text), ("hooks",))
    return [
        (("hooks", event, i, "hooks", j), event)
        for event, groups in _items(hooks)
        for i, group in enumerate(groups if isinstance(groups, list) else ())
        for j, handler in enumerate(_list(group, "hooks"))
        if isinstance(handler, dict) and is_ours(handler.get("command"), client)
    ]


def not_plain(text: str) -> str:
    """Where a text stops being plain JSON, "" when it does not."""
    at = parse(text).lenient_at
    if at < 0:
        return ""
    return f"{'comma before a bracket' if text[at] == ',' else 'comment'} at {place(text, at)}"


def _items(value: object) -> list[tuple[str, Any]]:
    return list(value.items()) if isinstance(value, dict) else []


def _list(value: object, key: str) -> list[Any]:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def _with_hooks(text: str, target: Target, launch: Launch) -> str:
    _check_containers(text, target)
    wanted = {hook.name: hook for hook in target.hooks}
    for path, event in reversed(handlers(text, target.name)):
        if event not in wanted or _earlier(text, path, event, target.name):
            text = _without_hook(text, path)
    present = {event: path for path, event in handlers(text, target.name)}
    for name, hook in wanted.items():
        command = hook_command(launch, target.name, hook.event)
        if name not in present:
            index = len(get(parse(text), ("hooks", name)) or ())
            handler = {"type": "command", "command": command, "timeout": hook.timeout_s}
            group = {"matcher": hook.matcher} if hook.matcher else {}
            text = put(text, ("hooks", name, index), {**group, "hooks": [handler]})
            continue
        text = _with_matcher(text, present[name][:-2], hook)
        if get(parse(text), (*present[name], "command")) != command:
            text = put(text, (*present[name], "command"), command)
    return text


def _with_matcher(text: str, group: Path, hook: Hook) -> str:
    """The text with our hook asked for the tools that it is about, where nobody else's stands beside it."""
    found = get(parse(text), group)
    if found.get("matcher", "") == hook.matcher or len(found["hooks"]) > 1:
        return text
    return put(text, (*group, "matcher"), hook.matcher)


def _earlier(text: str, path: Path, event: str, client: str) -> bool:
    """Whether another hook of ours for the event stands before this one."""
    return next(one for one, other in handlers(text, client) if other == event) != path


def _check_containers(text: str, target: Target) -> None:
    """Raises `invalid` before anything is written into a place that is no container."""
    document = parse(text)
    hooks = find(document, ("hooks",))
    if hooks is not None and hooks.kind != "object":
        raise SagacityError("invalid", f"hooks at {place(text, hooks.start)} is not an object")
    for hook in target.hooks:
        groups = find(document, ("hooks", hook.name))
        if groups is not None and groups.kind != "array":
            raise SagacityError("invalid", f"hooks.{hook.name} at {place(text, groups.start)} is not an array")


def _without_hooks(text: str, client: str) -> str:
    for path, _event in reversed(handlers(text, client)):
        text = _without_hook(text, path)
    return text


def _without_hook(text: str, path: Path) -> str:
    """Takes its group along when nothing else is in it."""
    group = path[:-2]
    alone = len(get(parse(text), path[:-1])) == 1
    return drop(text, group if alone else path)


def _with_server(text: str, launch: Launch) -> str:
    path: Path = ("mcpServers", SERVER)
    wanted = server_entry(launch)
    entry = get(parse(text), path)
    if not is_our_server(entry):
        return put(text, path, wanted)
    for key in ("command", "args"):
        if entry.get(key) != wanted[key]:
            text = put(text, (*path, key), wanted[key])
    if (entry.get("env") or {}).get("SAGACITY_HOME", "") != launch.home:
        way: Path = (*path, "env", "SAGACITY_HOME")
        text = put(text, way, launch.home) if launch.home else drop(text, way)
    return text


def _without_server(text: str) -> str:
    path: Path = ("mcpServers", SERVER)
    return drop(text, path) if is_our_server(get(parse(text), path)) else text
