"""Skills as a model is to see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.frame import Block, Listing, render, tail
from .caps import BODY_MAX_CHARS, CAPS

if TYPE_CHECKING:
    from ...app.skilling import SkillLine, SkillResult, SkillText


def skills_text(result: SkillResult, nonce: str) -> str:
    """In the frame: one skill whole, or a line each."""
    items: list[Block | Listing] = [_block(result.found)] if result.found else []
    if result.skills:
        lines = tuple(map(_line, result.skills))
        items.append(Listing("ID layer trust name: when to use", lines, tuple(one.id for one in result.skills)))
    where = f"in {', '.join(result.scope) or 'no layer'}" + (f" (project {result.project})" if result.project else "")
    facts = [] if result.found else [f"{len(result.skills)} skills {where}"]
    facts += [*result.remarks, *(["there are more"] if result.more else [])]
    notices = [Listing("; ".join(facts))] if facts else []
    return render("recall", items, nonce, caps=CAPS, notices=notices).text


def _line(skill: SkillLine) -> str:
    where = f"{skill.layer}:{skill.project}" if skill.project else skill.layer
    return f"{tail(skill.id)} {where} {skill.trust} {skill.name}" + (skill.when and f": {skill.when}")


def _block(skill: SkillText) -> Block:
    return Block(
        id=skill.id,
        title=skill.name,
        type="skill",
        text=skill.text[:BODY_MAX_CHARS],
        trust=skill.trust,
        layer=skill.layer,
        project=skill.project,
        age_days=skill.age_days,
        cut=len(skill.text) > BODY_MAX_CHARS,
    )
