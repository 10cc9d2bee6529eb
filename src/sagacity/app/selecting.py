"""Which notes leave the memory, and which have to stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.egress import without_secrets
from ..core.errors import SagacityError
from ..core.query_dates import bound_ms
from ..core.slug import slug
from ..core.trust import stays_here
from ..core.types import split_type
from ..core.value import Value
from .entry import parse
from .freshness import UNBOUNDED, refresh
from .projects import check_project
from .read import layer_of
from .scope import here, without_personal
from .session import is_confidential

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .context import App
    from .entry import Parsed
    from .records import Layer, Row
    from .scope import Scope

ALL = 1_000_000
NAMED = 5
CONFIDENTIAL = "confidential {notes}"
UNCLEAR = "{notes} whose frontmatter cannot be read and may be confidential"
TELLING = "{notes} with a secret"
UNREAD = "{notes} that cannot be read"


class Choice(Value):
    """What is asked for: all notes of this user but those of other people's private projects, narrowed. project: only
    notes about it, or of its layer. confidential, secret: also such notes, which needs a person at a terminal.
    """

    layer: str = ""
    project: str = ""
    types: tuple[str, ...] = ()
    since: str = ""
    confidential: bool = False
    secret: bool = False


class Chosen(Value):
    """rows: by the layer's name, then by id. folders: a name for each layer, by its root. problems: what could not be
    looked at.
    """

    scope: Scope
    rows: tuple[Row, ...]
    folders: dict[str, str]
    problems: tuple[str, ...]


class Gate:
    """Lets notes out, and counts those it keeps."""

    def __init__(self, app: App, scope: Scope, choice: Choice) -> None:
        for said, option in ((choice.confidential, "include_confidential"), (choice.secret, "allow_secret")):
            if said and not app.caller.interactive:
                raise SagacityError("refused", f"{option} needs a person at a terminal", hint="ask the user")
        self._app = app
        self._scope = scope
        self._choice = choice
        self._kept: dict[str, list[str]] = {}

    def let_out(self, row: Row) -> Parsed | None:
        """The note as its file says it now; None where it stays."""
        layer = layer_of(self._app, row, self._scope)
        try:
            parsed = parse(layer, self._app.store.read(layer, row.path))
        except SagacityError as error:
            return self._kept_back(UNREAD, f"{row.path}: {error.message}")
        note = parsed.note
        secret = is_confidential(row, layer) or stays_here(note.sensitivity or layer.sensitivity_default)
        if secret and not self._choice.confidential:
            return self._kept_back(CONFIDENTIAL, "")
        if note.error and not self._choice.confidential:
            return self._kept_back(UNCLEAR, row.slug)
        text = parsed.raw.data.decode("utf-8", "replace")
        if not self._choice.secret and without_secrets(text) != text:
            return self._kept_back(TELLING, "" if secret else row.slug)
        return parsed

    def lines(self) -> tuple[str, ...]:
        """What was kept and why, a line each reason."""
        found = []
        for why, names in self._kept.items():
            known = [name for name in names if name]
            more = f" and {len(names) - NAMED} more" if len(known) > NAMED else ""
            said = f": {', '.join(known[:NAMED])}{more}" if known else ""
            notes = "note" if len(names) == 1 else "notes"
            found.append(f"{len(names)} {why.format(notes=notes)} left out{said}")
        return tuple(found)

    def _kept_back(self, why: str, name: str) -> Parsed | None:
        self._kept.setdefault(why, []).append(name)
        return None


def choose(app: App, choice: Choice) -> Chosen:
    """Raises `invalid` for an unknown type and a date that is none, `not_found` for a layer or project there is not."""
    scope = here(app, layer=choice.layer, everywhere=True)
    types = tuple("/".join(part for part in split_type(one) if part) for one in choice.types)
    since_ms = bound_ms(choice.since, app.clock.now_ms(), field="since", last=False) if choice.since else 0
    problems = refresh(app, scope.layers, UNBOUNDED).problems
    check_project(app, scope, choice.project)
    filters = scope.filters.replace(types=types, since_ms=since_ms, archived=True, confidential=True)
    folders = folders_of(scope.layers)
    rows = [row for row in app.index.newest(filters, limit=ALL) if _is_about(scope, row, choice.project)]
    rows.sort(key=lambda row: (folders[row.layer], row.id, row.path))
    return Chosen(scope, tuple(rows), folders, (*problems, *without_personal(app, scope)))


def _is_about(scope: Scope, row: Row, project: str) -> bool:
    return not project or project in (row.project, scope.layer_of(row.layer).project)


def folders_of(layers: Sequence[Layer]) -> dict[str, str]:
    """A folder name for each layer, by its root: personal, project-shop; two of one name are numbered."""
    named: dict[str, str] = {}
    for layer in sorted(layers, key=lambda one: one.root):
        base = slug(layer.name.replace(":", "-"))
        count = sum(1 for _ in _like(named, base))
        named[layer.root] = f"{base}-{count + 1}" if count else base
    return named


def _like(named: dict[str, str], base: str) -> Iterator[str]:
    return (one for one in named.values() if one == base or one.rpartition("-")[0] == base)
