"""The table of clients in the manual, made from what setup and the hooks know of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sagacity.adapters.clients.table import TARGETS
from sagacity.adapters.clients.targets import HOOKS, PLUGIN, SERVERS
from scripts.readme import with_block

if TYPE_CHECKING:
    from pathlib import Path

    from sagacity.adapters.clients.targets import Target

PAGE = "docs/clients.md"
ROOTS = {"{home}": "~", "{root}": "~", "{config}": "~/.config", "{applications}": "~/.config"}


def pages(root: Path) -> dict[str, str]:
    """The page with its table as it must be."""
    return {PAGE: with_block((root / PAGE).read_text(), "clients", clients())}


def clients() -> str:
    """A row a client."""
    rows = [
        "| agent | MCP server | in a project | hooks | takes of a hook | its instructions | known from |",
        "|---|---|---|---|---|---|---|",
    ]
    return "\n".join([*rows, *(_row(target) for target in TARGETS.values())])


def _row(target: Target) -> str:
    server = f"{_paths(target, SERVERS)}: `{target.server_form.container}`"
    names = ", ".join(f"`{hook.name}`" for hook in target.hooks)
    hooks = f"{_paths(target, HOOKS)}: {names}" if names else _paths(target, PLUGIN) or "none"
    project = f"`{target.project}`" if target.project else ""
    cells = (f"{target.title} `{target.name}`", server, project, hooks, target.cap, target.instructions, target.seen)
    return f"| {' | '.join(cells)} |"


def _paths(target: Target, holds: str) -> str:
    """Where the files are without a moved folder on Linux, the one that is made anew first."""
    paths = (path for place in target.places if holds in place.holds for path in reversed(place.paths))
    return " or ".join(f"`{_plain(target, path)}`" for path in paths)


def _plain(target: Target, path: str) -> str:
    path = path.replace("{folder}", target.folder)
    for root, name in ROOTS.items():
        path = path.replace(root, name)
    return path
