"""Operations: skills."""

from __future__ import annotations

from ..operation import EVERYWHERE, HERE, Operation, verb
from ..planned import PlanResult
from ..shelving import SkillInstallRequest, SkillRemoveRequest, SkillVerifyRequest, SkillVerifyResult
from ..skilling import SkillAddRequest, SkillAddResult, SkillRequest, SkillResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..shelve import skill_install, skill_uninstall, skill_verify
    from ..skill import skill
    from ..skill_add import skill_add
else:
    skill = verb("skill", "skill")
    skill_install = verb("shelve", "skill_install")
    skill_uninstall = verb("shelve", "skill_uninstall")
    skill_verify = verb("shelve", "skill_verify")
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
    Operation(
        "skill install",
        "Put the skills that come with Sagacity where agents look for skills",
        SkillInstallRequest,
        PlanResult,
        "admin",
        skill_install,
        HERE,
        "sagacity skill install claude-code --global",
        idempotent=True,
    ),
    Operation(
        "skill uninstall",
        "Take away the skills that were installed and nobody changed",
        SkillRemoveRequest,
        PlanResult,
        "admin",
        skill_uninstall,
        HERE,
        "sagacity skill uninstall all --global",
        idempotent=True,
    ),
    Operation(
        "skill verify",
        "Say which of the shipped skills are installed, and in what state",
        SkillVerifyRequest,
        SkillVerifyResult,
        "read",
        skill_verify,
        HERE,
        "sagacity skill verify",
        idempotent=True,
    ),
)
