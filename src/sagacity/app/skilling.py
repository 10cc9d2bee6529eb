"""What `skill` and `skill add` take and give."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .results import Written


class SkillRequest(Request):
    """The skills there are, or one of them."""

    name: str = arg(
        help="the skill; case, dashes, blanks and slashes do not count; without one, all are listed",
        positional=True,
        brief="without one, lists all",
    )
    project: str = arg(help="as if in this project; default: the current one", brief="")
    layer: str = arg(help="only this layer", faces=("cli", "python"))
    everywhere: bool = arg(False, help="all projects", faces=("cli", "python"))


class SkillAddRequest(Request):
    """A SKILL.md to keep."""

    path: str = arg(help="a SKILL.md, or the folder that holds one; - is standard input", positional=True)
    content: str = arg(help="the text of a SKILL.md, instead of a path", faces=("python",))
    name: str = arg(help="what it is called; default: the name that it gives itself, or its folder's")
    tags: tuple[str, ...] = arg((), help="tags", option="tag")
    project: str = arg(help="project it is for; default: the current one; none: for all")
    layer: str = arg(help="where it is kept: personal (default) or project (committed with the code)")
    allow_secret: bool = arg(False, help="store it although it looks like a secret", faces=("cli",))


class SkillLine(Value):
    """One skill: its name, when to use it, and whose it is. trust as in a Hit."""

    id: str
    name: str
    when: str
    layer: str
    project: str
    trust: str


class SkillText(Value):
    """A skill whole. text: as it was given, to the byte. version: content hash of the note's file."""

    id: str
    name: str
    layer: str
    project: str
    trust: str
    version: str
    age_days: int
    text: str


class SkillResult(Value):
    """skills: without a name, by name; else found. remarks: what is to be known besides, such as which skill this one
    shadows. more: skills beyond those listed.
    """

    skills: tuple[SkillLine, ...]
    found: SkillText | None
    scope: tuple[str, ...]
    project: str
    remarks: tuple[str, ...] = ()
    more: bool = False


class SkillAddResult(Value):
    """line: what a session will start with of it."""

    note: Written
    line: str
