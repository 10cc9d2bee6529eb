"""What is known of a client: its files, and how what is ours is written into them."""

from __future__ import annotations

import os
import sys

from ...core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

HOOKS, SERVERS, PLUGIN = "hooks", "servers", "plugin"
REAL, DOCUMENTED = "its real program", "its documentation only"


class Hook(Value):
    """One event we ask for. name: the client's word; event: ours; timeout_s: when the client gives up on us.

    matcher: which tools it is about, in the client's words; "" where that is no question.
    """

    name: str
    event: str
    timeout_s: int
    matcher: str = ""


class HookForm(Value):
    """How hooks are written. grouped: as lists of groups with a matcher, each with its handlers; else as one list of
    handlers, in a file with a version. timeout: the key of the limit, which counts per_s for each second.
    """

    grouped: bool = True
    timeout: str = "timeout"
    per_s: int = 1


class ServerForm(Value):
    """How an MCP server is written. container: where servers stand. args: the key of the arguments, "" where they
    follow the program in one list. first, last: what stands before and behind that, as (key, value). language: of the
    file, json, toml or yaml.
    """

    container: str = "mcpServers"
    command: str = "command"
    args: str = "args"
    env: str = "env"
    first: tuple[tuple[str, object], ...] = ()
    last: tuple[tuple[str, object], ...] = ()
    language: str = "json"


class TargetFile(Value):
    """One file of a client. holds: HOOKS, SERVERS or both; PLUGIN alone. locked: the client guards it with a
    lock folder beside it.

    mode: permissions of a file that is made anew.
    """

    path: str
    holds: tuple[str, ...]
    locked: bool = False
    mode: int = 0o600


class Place(Value):
    """Where a file may be: the first of the paths that is there, else the last. They begin with a root in braces:
    {folder} of the client, {home}, {config} (where programs keep their settings), {root} (the folder that the user
    named, else the home).
    """

    paths: tuple[str, ...]
    holds: tuple[str, ...]
    locked: bool = False


class Target(Value):
    """One client. hooks: only events that our hook does something with. variable: of the environment, moves the folder.

    strict: it refuses comments in its JSON. seen: how we know what is written here. step: what only the user can do
    after setup, "" for a restart. instructions: its files of standing instructions, and where it finds skills.
    cap: what it takes of a text from a hook. project: where a project keeps its servers. remembers: it has memory of
    its own that can be imported.
    """

    name: str
    title: str
    folder: str
    places: tuple[Place, ...]
    seen: str
    hooks: tuple[Hook, ...] = ()
    hook_form: HookForm = HookForm()
    server_form: ServerForm = ServerForm()
    variable: str = ""
    strict: bool = False
    managed: tuple[str, ...] = ()
    project: str = ""
    instructions: str = ""
    cap: str = ""
    step: str = ""
    remembers: bool = False


class Roots(Value):
    """The folders that paths begin with. moved: the client's own, where the user named one."""

    home: str
    config: str
    applications: str
    moved: str = ""

    def path(self, target: Target, template: str) -> str:
        """The absolute path of a template."""
        folder = self.moved or template_path(target.folder, self._known())
        return template_path(template, {**self._known(), "folder": folder})

    def _known(self) -> dict[str, str]:
        return {
            "home": self.home,
            "config": self.config,
            "applications": self.applications,
            "root": self.moved or self.home,
        }


def roots_of(user_home: str, environ: Mapping[str, str], moved: str) -> Roots:
    """As the programs find them on this system."""
    config = environ.get("XDG_CONFIG_HOME", "")
    config = config if os.path.isabs(config) else os.path.join(user_home, ".config")
    library = os.path.join(user_home, "Library", "Application Support")
    return Roots(user_home, config, library if sys.platform == "darwin" else config, moved)


def template_path(template: str, roots: Mapping[str, str]) -> str:
    """A path from its template."""
    root, _, rest = template.partition("/")
    return os.path.join(roots[root.strip("{}")], *rest.split("/")) if rest else roots[root.strip("{}")]


def files_of(target: Target, roots: Roots) -> tuple[TargetFile, ...]:
    """The files that setup writes to."""
    return tuple(_file(target, roots, place) for place in target.places)


def _file(target: Target, roots: Roots, place: Place) -> TargetFile:
    paths = [roots.path(target, path) for path in place.paths]
    found = next(filter(os.path.lexists, paths), paths[-1])
    return TargetFile(found, place.holds, place.locked)
