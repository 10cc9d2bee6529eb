"""The entry of our MCP server in the text of a client's file, in each language that such files are written in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.jsonedit import drop, get, parse, put
from ...core.tomledit import drop_table, get_table, put_table
from ...core.yamledit import drop_entry, get_entry, put_entry
from .launch import SERVER, is_our_server, same_start, server_entry

if TYPE_CHECKING:
    from .launch import Launch
    from .targets import ServerForm

Path = tuple[str | int, ...]


def find_server(text: str, form: ServerForm) -> Any:
    """What stands under our name, None for nothing. Raises `invalid` for a text in another language."""
    if form.language == "toml":
        return get_table(text, form.container, SERVER)
    if form.language == "yaml":
        return get_entry(text, form.container, SERVER)
    return get(parse(text), (form.container, SERVER))


def with_server(text: str, form: ServerForm, launch: Launch) -> str:
    """The text with the entry as it should be; keys that others added to it are kept, in YAML those of ours alone."""
    wanted, entry = server_entry(launch, form), find_server(text, form)
    ours = is_our_server(entry, form)
    home = (entry.get(form.env) or {}).get("SAGACITY_HOME", "") if ours else ""
    if ours and same_start(entry, wanted, form) and home == launch.home:
        return text
    if form.language == "toml":
        env = wanted[form.env] or None
        return put_table(text, form.container, SERVER, {**wanted, form.env: env})
    if form.language == "yaml":
        return put_entry(text, form.container, SERVER, wanted)
    return _with_json(text, form, wanted, entry if ours else None)


def without_server(text: str, form: ServerForm, *, made: bool) -> str:
    """The text without the entry. made: the mapping around it is ours, too."""
    if not is_our_server(find_server(text, form), form):
        return text
    if form.language == "toml":
        return drop_table(text, form.container, SERVER)
    if form.language == "yaml":
        return drop_entry(text, form.container, SERVER, with_parent=made)
    return drop(text, (form.container, SERVER))


def _with_json(text: str, form: ServerForm, wanted: dict[str, Any], entry: dict[str, Any] | None) -> str:
    path: Path = (form.container, SERVER)
    if entry is None:
        return put(text, path, wanted)
    for key in (form.command, form.args):
        if entry.get(key) != wanted.get(key):
            text = put(text, (*path, key), wanted[key])
    home = wanted[form.env].get("SAGACITY_HOME", "")
    if (entry.get(form.env) or {}).get("SAGACITY_HOME", "") != home:
        way: Path = (*path, form.env, "SAGACITY_HOME")
        text = put(text, way, home) if home else drop(text, way)
    return text
