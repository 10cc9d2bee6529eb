"""Projects and layers found on disk: reading here, making in `layers.py`. Hook path."""

from __future__ import annotations

import os

from ...app.records import Layer, Place, Project
from ...core.errors import SagacityError
from .ground import Ground, original_of, project_of, survey
from .meta import META_MAX_BYTES, META_NAME, Meta, parse_meta
from .names import TABLE_MAX_BYTES, TABLE_NAME, double_names, find_row, parse_names
from .paths import no_step
from .reading import READ_FLAGS, failure, read_small, read_up_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .names import Row

PERSONAL = "personal"
SHARED = "layers"

_SHARED_PREFIXES = ("org", "dept", "team")


def no_approvals() -> Mapping[tuple[str, str], str]:
    """Nothing was approved."""
    return {}


class FileWorkspace:
    """Workspace over a home folder and the projects' own folders.

    home: where the personal and the shared layers are; need not exist. user_home: never a project.
    approvals: (project id or "", layer root) → what the user decided; called when a layer needs it.
    step: called between every two system calls that make something, for fault injection.
    """

    def __init__(
        self,
        home: str,
        user_home: str,
        *,
        approvals: Callable[[], Mapping[tuple[str, str], str]] = no_approvals,
        lock_timeout_s: float = 10.0,
        step: Callable[[str], None] = no_step,
    ) -> None:
        self._home = os.path.realpath(home)
        self._user_home = os.path.realpath(user_home) if user_home else ""
        self._approvals = approvals
        self._lock_timeout_s = lock_timeout_s
        self._step = step
        self._problems: dict[str, tuple[str, ...]] = {}
        self._saw_personal = False

    def place(self, cwd: str) -> Place:
        rows = self._rows()
        ground = self._ground(cwd)
        project = self._project(ground, rows) if ground else None
        of_project = self._project_layer(ground, project) if ground and project and ground.layer else None
        layers = [layer for layer in (of_project, self._personal()) if layer]
        return Place(cwd, project, (*layers, *self._shared()))

    def all_layers(self) -> list[Layer]:
        rows = self._rows()
        found = [layer for layer in (self._personal(), *self._shared()) if layer]
        opened = [(row.id, path) for row in rows for path in row.paths if path[:1] == "/"]
        approved = [(id, os.path.dirname(root)) for id, root in self._approvals() if id]
        for id, holder in dict.fromkeys((*opened, *approved)):
            layer = self._layer_at(holder, id, rows)
            if layer and all(layer.root != other.root for other in found):
                found.append(layer)
        return found

    def projects(self) -> list[Project]:
        return [Project(row.id, row.name, path) for row in self._rows() for path in row.paths]

    def problems(self) -> list[str]:
        return [f"{where}: {what}" for where, found in sorted(self._problems.items()) for what in found]

    def ensure_personal(self) -> Layer:
        own = self._personal()
        if own is None:
            from .layers import make_personal  # once in a lifetime, never from a hook's hot path

            if self._saw_personal:
                raise SagacityError(
                    "degraded", f"{self._home}/{PERSONAL} was there and is gone", hint="bring it back, or start anew"
                )
            make_personal(self._home, lock_timeout_s=self._lock_timeout_s, step=self._step)
            own = self._personal()
        if own is None:
            raise SagacityError("integrity", "the personal layer cannot be read: " + "; ".join(self.problems()))
        return own

    def ensure_project(self, cwd: str) -> Project | None:
        from .layers import join_project  # hooks do not write

        ground = self._ground(cwd)
        if ground is None:
            return None
        self.ensure_personal()
        return join_project(self._home, ground, lock_timeout_s=self._lock_timeout_s, step=self._step)

    def create_layer(self, cwd: str, *, name: str = "", display_name: str = "") -> Layer:
        from .layers import join_project, layer_spot, make_project_layer  # `init` alone needs it

        real = _resolved(cwd)
        if real is None:
            raise SagacityError("not_found", f"there is no folder {cwd!r} to make a project layer in")
        spot = layer_spot(real, self._ground(cwd), user_home=self._user_home, home=self._home)
        self.ensure_personal()
        project = join_project(self._home, spot, lock_timeout_s=self._lock_timeout_s, name=name, step=self._step)
        make_project_layer(
            spot.holder,
            project.name,
            display_name=display_name,
            lock_timeout_s=self._lock_timeout_s,
            step=self._step,
        )
        layer = self._layer_at(spot.holder, project.id, self._rows())
        if layer is None:
            raise SagacityError("integrity", f"the new layer in {spot.holder} cannot be read")
        return layer

    def _ground(self, cwd: str) -> Ground | None:
        real = _resolved(cwd)
        if real is None:
            return None
        return survey(real, never=(self._user_home, "/"), home=self._home)

    def _rows(self) -> tuple[Row, ...]:
        path = f"{self._home}/{PERSONAL}/{TABLE_NAME}"
        try:
            rows = parse_names(read_small(path, TABLE_MAX_BYTES) or b"")
        except OSError as exc:
            self._note(path, [failure(exc, "read", TABLE_NAME).message])
            return ()
        self._note(path, [f"several projects are called {name!r}" for name in double_names(rows)])
        return rows

    def _project(self, ground: Ground, rows: Sequence[Row]) -> Project:
        doubts = [ground.repository.doubt] if ground.repository and ground.repository.doubt else []
        original = original_of(ground, rows)
        if original:
            doubts.append(f"has the same project id as {original}, so its .git was copied: taken as another project")
        self._note(ground.top, doubts)
        return project_of(ground, rows)

    def _layer_at(self, holder: str, project_id: str, rows: Sequence[Row]) -> Layer | None:
        """The project layer that lies in this folder, if it still belongs to that project."""
        ground = self._ground(holder)
        if ground is None or ground.holder != holder:
            return None
        project = self._project(ground, rows)
        row = find_row(rows, id=project_id, origin="")
        return self._project_layer(ground, project) if project.id == (row.id if row else project_id) else None

    def _personal(self) -> Layer | None:
        root = f"{self._home}/{PERSONAL}"
        meta = self._meta(root, "notes")
        if meta is None:
            return None
        self._saw_personal = True
        return _layer("personal", "personal", root, meta, approval="own")

    def _project_layer(self, ground: Ground, project: Project) -> Layer | None:
        meta = self._meta(ground.layer, ground.notes_dir)
        if meta is None:
            return None
        approval = self._approvals().get((project.id, ground.layer), "none")
        layer = _layer(f"project:{project.name}", "project", ground.layer, meta, approval=approval)
        return layer.replace(project=project.name, project_id=project.id)

    def _shared(self) -> list[Layer]:
        folder = f"{self._home}/{SHARED}"
        try:
            names = sorted(name for name in os.listdir(folder) if name[0] != ".")
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as exc:
            self._note(folder, [failure(exc, "list", SHARED).message])
            return []
        approvals = self._approvals() if names else {}
        layers = []
        for name in names:
            root = f"{folder}/{name}"
            meta = self._meta(root, "notes")
            if meta:
                approval = approvals.get(("", root), "none")
                layers.append(_layer(_shared_name(name, meta), "shared", root, meta, approval=approval))
        return layers

    def _meta(self, root: str, notes_dir: str) -> Meta | None:
        """What the layer says; None without a layer, and with a problem noted where it cannot be used."""
        try:
            data = _read_meta(root)
            meta = None if data is None else parse_meta(data, notes_dir=notes_dir)
            if meta is not None:
                _refuse_links(root, meta.notes_dir)
        except ValueError as exc:
            said = "it is no UTF-8" if isinstance(exc, UnicodeDecodeError) else str(exc)
            self._note(root, [f"{META_NAME} cannot be used, so the layer is left out: {said}"])
            return None
        self._note(root, [f"{META_NAME}: {doubt}" for doubt in meta.doubts] if meta else [])
        return meta

    def _note(self, where: str, found: Sequence[str]) -> None:
        if found:
            self._problems[where] = tuple(found)
        else:
            self._problems.pop(where, None)


def _resolved(cwd: str) -> str | None:
    """cwd without links; None when it is gone, or is relative to a working directory that is."""
    try:
        return os.path.realpath(cwd, strict=True) if cwd else None
    except (OSError, ValueError):
        return None


def _read_meta(root: str) -> bytes | None:
    """None when there is no layer. Raises ValueError with the reason why it cannot be read."""
    try:
        if os.path.islink(root):
            raise ValueError("the layer's folder is a symbolic link")
        fd = os.open(f"{root}/{META_NAME}", READ_FLAGS)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as exc:
        raise ValueError(failure(exc, "open", META_NAME).message) from exc
    try:
        data = read_up_to(fd, META_MAX_BYTES)
    except OSError as exc:
        raise ValueError(failure(exc, "read", META_NAME).message) from exc
    finally:
        os.close(fd)
    if data is None:
        raise ValueError(f"it is no regular file of at most {META_MAX_BYTES} bytes")
    return data


def _refuse_links(root: str, notes_dir: str) -> None:
    path = root
    for part in notes_dir.split("/") if notes_dir else ():
        path = f"{path}/{part}"
        if os.path.islink(path):
            raise ValueError(f"notes_dir leads through the symbolic link {path}")


def _layer(name: str, kind: str, root: str, meta: Meta, *, approval: str) -> Layer:
    return Layer(
        name=name,
        kind=kind,
        root=root,
        notes_dir=f"{root}/{meta.notes_dir}" if meta.notes_dir else root,
        sensitivity_default=meta.sensitivity_default,
        write_policy=meta.write_policy,
        isolation=meta.isolation,
        approval=approval,
        display_name=meta.display_name,
    )


def _shared_name(folder: str, meta: Meta) -> str:
    """The folder's name, which its user chose; its scope can only say what kind of circle it is."""
    prefix, colon, name = meta.scope.partition(":")
    return meta.scope if colon and name == folder and prefix in _SHARED_PREFIXES else folder
