"""A folder of files made by us, kept in step with what they are made of, and nothing of anybody else's touched."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.value import Value
from .export_port import FILE, LINK

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .export_port import Outputs

CREATED, UPDATED, UNCHANGED, REMOVED, KEPT = "created", "updated", "unchanged", "removed", "kept"
EDITED = "was changed here"
NOT_OURS = "is not ours"
IN_THE_WAY = "something else is in the way"
OUTSIDE = frozenset(("", ".", ".."))


class Wanted(Value):
    """A file below the folder. link: `data` is where it leads."""

    path: str
    data: bytes
    link: bool = False


class Touched(Value):
    """A file, what became of it, and of one that was kept why."""

    path: str
    action: str
    why: str = ""


class Mirrored(Value):
    """touched: all files in order. made: the digest of each that is ours now, by path."""

    touched: tuple[Touched, ...]
    made: dict[str, str]


class Mirror(Value):
    """folder: absolute. recorded: the digests of what we made last time. over: also over what was changed since, or was
    never ours. apply: False only looks.
    """

    outputs: Outputs
    folder: str
    recorded: Mapping[str, str]
    over: bool
    apply: bool

    def carry_out(self, wanted: Iterable[Wanted]) -> Mirrored:
        """Makes what is missing or differs; takes away what we made, nobody changed, and is not wanted any more."""
        touched: list[Touched] = []
        made: dict[str, str] = {}
        for one in wanted:
            done = self._kept_in_step(one)
            touched.append(done)
            if done.action != KEPT:
                made[one.path] = digest(FILE if not one.link else LINK, one.data)
            elif one.path in self.recorded:
                made[one.path] = self.recorded[one.path]
        gone = [self._gone(path) for path in sorted(self.recorded.keys() - made.keys())]
        return Mirrored((*touched, *(one for one in gone if one is not None)), made)

    def _kept_in_step(self, one: Wanted) -> Touched:
        kind, data = self.outputs.found(self.folder, one.path)
        if kind not in ("", FILE, LINK):
            return Touched(one.path, KEPT, IN_THE_WAY)
        if (kind, data) == (LINK if one.link else FILE, one.data):
            return Touched(one.path, UNCHANGED)
        if kind and not self.over and digest(kind, data) != self.recorded.get(one.path):
            return Touched(one.path, KEPT, EDITED if one.path in self.recorded else NOT_OURS)
        if self.apply:
            self.outputs.put(self.folder, one.path, one.data, link=one.link)
        return Touched(one.path, UPDATED if kind else CREATED)

    def _gone(self, path: str) -> Touched | None:
        kind, data = self.outputs.found(self.folder, path)
        if not kind:
            return None
        if digest(kind, data) != self.recorded[path]:
            return Touched(path, KEPT, EDITED)
        if self.apply:
            self.outputs.remove(self.folder, path)
        return Touched(path, REMOVED)


def digest(kind: str, data: bytes) -> str:
    """SHA-256 of a file's bytes; of a link where it leads."""
    return ("link:" if kind == LINK else "") + sha256(data).hexdigest()


def recorded_in(outputs: Outputs, folder: str, name: str) -> dict[str, str]:
    """Path → digest, as the manifest of that name in the folder says; paths that lead out of it are passed over. {}
    without one. Raises `integrity` where it says nothing.
    """
    kind, data = outputs.found(folder, name)
    if kind != FILE:
        return {}
    try:
        said = json.loads(data)
    except ValueError:
        said = None
    if not isinstance(said, dict) or not isinstance(said.get("files"), dict):
        raise SagacityError("integrity", f"{folder}/{name} is no manifest", hint="name another folder")
    digests = {path: about.get("sha256", "") for path, about in said["files"].items() if isinstance(about, dict)}
    return {path: found for path, found in digests.items() if not OUTSIDE.intersection(path.split("/"))}
