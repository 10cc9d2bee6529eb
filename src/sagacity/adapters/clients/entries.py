"""Our entries in the text of a client's file: put in, brought up to date, taken out. No files here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.errors import SagacityError
from ...core.jsonedit import drop, find, get, parse, place, put
from ...core.yamledit import has_key
from .launch import hook_command, is_ours
from .opencode import is_plugin, plugin
from .servers import with_server, without_server
from .targets import HOOKS, PLUGIN, SERVERS

if TYPE_CHECKING:
    from .launch import Launch
    from .targets import Hook, Target

Path = tuple[str | int, ...]
VERSION: Path = ("version",)
JSON = "json"


def installed(text: str, holds: tuple[str, ...], target: Target, launch: Launch) -> str:
    """The text with our entries as they should be; the same text when they are."""
    if PLUGIN in holds:
        return _with_plugin(text, launch)
    if SERVERS in holds:
        text = with_server(text, target.server_form, launch)
    return _with_hooks(text, target, launch) if HOOKS in holds else text


def removed(text: str, holds: tuple[str, ...], target: Target, made: tuple[Path, ...]) -> str:
    """The text without our entries, and without the containers we made (`made`) where nothing else is in them; the
    same text when nothing of ours is there.
    """
    if PLUGIN in holds:
        return "" if is_plugin(text) else text
    container: Path = (target.server_form.container,)
    bare = _without_hooks(text, target) if HOOKS in holds else text
    bare = without_server(bare, target.server_form, made=container in made) if SERVERS in holds else bare
    if bare == text or (target.server_form.language != JSON and SERVERS in holds):
        return bare
    text = bare
    for path in sorted(made, key=len, reverse=True):
        if path != VERSION and get(parse(text), path) in ({}, []):
            text = drop(text, path)
    return drop(text, VERSION) if VERSION in made and find(parse(text), (HOOKS,)) is None else text


def containers(text: str, holds: tuple[str, ...], target: Target) -> tuple[Path, ...]:
    """The containers of our entries that are not there yet, and the version of a file of hooks."""
    form = target.server_form
    if PLUGIN in holds or (SERVERS in holds and form.language == "toml"):
        return ()
    if SERVERS in holds and form.language == "yaml":
        return () if has_key(text, form.container) else ((form.container,),)
    document = parse(text)
    paths: list[Path] = [(form.container,)] if SERVERS in holds else []
    if HOOKS in holds:
        paths += [(HOOKS,), *((HOOKS, hook.name) for hook in target.hooks)]
        paths += [] if target.hook_form.grouped else [VERSION]
    return tuple(path for path in paths if find(document, path) is None)


def handlers(text: str, target: Target) -> list[tuple[Path, str]]:
    """Where our hooks stand, each with its event, in the order of the file."""
    return [
        (path, event)
        for event, found in _items(get(parse(text), (HOOKS,)))
        for path, handler in _handlers_of((HOOKS, event), found, grouped=target.hook_form.grouped)
        if isinstance(handler, dict) and is_ours(handler.get("command"), target.name)
    ]


def not_plain(text: str) -> str:
    """Where a text stops being plain JSON, "" when it does not."""
    at = parse(text).lenient_at
    if at < 0:
        return ""
    return f"{'comma before a bracket' if text[at] == ',' else 'comment'} at {place(text, at)}"


def is_blank(text: str, holds: tuple[str, ...], target: Target) -> bool:
    """Whether a text says nothing."""
    if PLUGIN in holds or (SERVERS in holds and target.server_form.language != JSON):
        return not text.strip()
    return get(parse(text)) in (None, {})


def _with_plugin(text: str, launch: Launch) -> str:
    if text.strip() and not is_plugin(text):
        raise SagacityError("invalid", "it is not the plugin that setup writes")
    return plugin(launch)


def _handlers_of(path: Path, found: object, *, grouped: bool) -> list[tuple[Path, object]]:
    rows = found if isinstance(found, list) else []
    if not grouped:
        return [((*path, i), row) for i, row in enumerate(rows)]
    return [((*path, i, HOOKS, j), one) for i, row in enumerate(rows) for j, one in enumerate(_list(row, HOOKS))]


def _items(value: object) -> list[tuple[str, Any]]:
    return list(value.items()) if isinstance(value, dict) else []


def _list(value: object, key: str) -> list[Any]:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def _with_hooks(text: str, target: Target, launch: Launch) -> str:
    _check_containers(text, target)
    wanted = {hook.name: hook for hook in target.hooks}
    for path, event in reversed(handlers(text, target)):
        if event not in wanted or _earlier(text, path, event, target):
            text = _without_hook(text, path, target)
    if not target.hook_form.grouped and find(parse(text), VERSION) is None:
        text = put(text, VERSION, 1)
    present = {event: path for path, event in handlers(text, target)}
    for name, hook in wanted.items():
        command = hook_command(launch, target.name, hook.event)
        if name not in present:
            index = len(get(parse(text), (HOOKS, name)) or ())
            text = put(text, (HOOKS, name, index), _new_hook(hook, command, target))
            continue
        if target.hook_form.grouped:
            text = _with_matcher(text, present[name][:-2], hook)
        if get(parse(text), (*present[name], "command")) != command:
            text = put(text, (*present[name], "command"), command)
    return text


def _new_hook(hook: Hook, command: str, target: Target) -> dict[str, Any]:
    form = target.hook_form
    handler = {"type": "command", "command": command, form.timeout: hook.timeout_s * form.per_s}
    if not form.grouped:
        return handler
    group = {"matcher": hook.matcher} if hook.matcher else {}
    return {**group, HOOKS: [handler]}


def _with_matcher(text: str, group: Path, hook: Hook) -> str:
    """The text with our hook asked for the tools that it is about, where nobody else's stands beside it."""
    found = get(parse(text), group)
    if found.get("matcher", "") == hook.matcher or len(found[HOOKS]) > 1:
        return text
    return put(text, (*group, "matcher"), hook.matcher)


def _earlier(text: str, path: Path, event: str, target: Target) -> bool:
    """Whether another hook of ours for the event stands before this one."""
    return next(one for one, other in handlers(text, target) if other == event) != path


def _check_containers(text: str, target: Target) -> None:
    """Raises `invalid` before anything is written into a place that is no container."""
    document = parse(text)
    hooks = find(document, (HOOKS,))
    if hooks is not None and hooks.kind != "object":
        raise SagacityError("invalid", f"hooks at {place(text, hooks.start)} is not an object")
    for hook in target.hooks:
        groups = find(document, (HOOKS, hook.name))
        if groups is not None and groups.kind != "array":
            raise SagacityError("invalid", f"hooks.{hook.name} at {place(text, groups.start)} is not an array")


def _without_hooks(text: str, target: Target) -> str:
    for path, _event in reversed(handlers(text, target)):
        text = _without_hook(text, path, target)
    return text


def _without_hook(text: str, path: Path, target: Target) -> str:
    """Takes its group along when nothing else is in it."""
    if target.hook_form.grouped and len(get(parse(text), path[:-1])) == 1:
        return drop(text, path[:-2])
    return drop(text, path)
