"""Operations: skills."""

from __future__ import annotations

from ..operation import EVERYWHERE, HERE, Operation, verb
from ..skilling import SkillAddRequest, SkillAddResult, SkillRequest, SkillResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..skill import skill
    from ..skill_add import skill_add
else:
    skill = verb("skill", "skill")
    skill_add = verb("skill_add", "skill_add")

SKILLS = (
    Operation(
        "skill",
        "Give a skill by its name; without one, list them and when to use each",
        SkillRequest,
        SkillResult,
        "read",
        skill,
        EVERYWHERE,
        "sagacity skill get release-notes",
        note_text=True,
        idempotent=True,
    ),
    Operation(
        "skill add",
        "Keep a SKILL.md, to the byte, as a note",
        SkillAddRequest,
        SkillAddResult,
        "write",
        skill_add,
        HERE,
        "sagacity skill add ~/.claude/skills/release-notes",
        idempotent=True,
    ),
)
