"""What installing the shipped skills needs from the outside: where agents look for skills, and files there."""

from __future__ import annotations

from ..core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol
else:
    Protocol = object


class ShippedSkill(Value):
    """A skill of the package. when: its description. data: its SKILL.md."""

    name: str
    when: str
    data: bytes


class Shelf(Protocol):
    """Skills in the package, and the folders of agents. Raises SagacityError: `refused` for what may not be written,
    `degraded` for what cannot be.
    """

    def agents(self) -> tuple[str, ...]:
        """Those that read skills."""

    def shipped(self) -> tuple[ShippedSkill, ...]:
        """By name."""

    def path(self, agent: str, top: str, skill: str) -> str:
        """Where the agent looks for the skill's file. top: of a project; "" for all of the user's."""

    def read(self, path: str) -> bytes | None: ...

    def check(self, path: str) -> None:
        """Raises where the file could not be written."""

    def write(self, path: str, data: bytes | None) -> None:
        """In one step, durably; None takes the file away, and its folder where nothing else is in it."""

    def written(self) -> Mapping[str, str]:
        """Path → hash of what was last written there by us."""

    def record(self, written: Mapping[str, str]) -> None: ...
