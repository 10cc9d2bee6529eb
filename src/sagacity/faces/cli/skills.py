"""Skills, as a person reads them and a pipe takes them."""

from __future__ import annotations

from .screen import line, safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.shelving import SkillVerifyResult
    from ...app.skilling import SkillAddResult, SkillResult, SkillText
    from .screen import Screen

TAIL = 7


def show_skills(screen: Screen, result: SkillResult) -> None:
    """One skill is its text and nothing else, so that it can be written to a file; what is to be said of it goes to
    standard error. Without one, a name and a line each.
    """
    if result.found is not None:
        _text(screen, result.found)
        for remark in result.remarks:
            screen.note(f"sagacity: {line(remark)}")
        return
    for one in result.skills:
        facts = " \u00b7 ".join(line(fact) for fact in (one.layer, one.project, one.trust, one.id[-TAIL:]) if fact)
        screen.say(f"{screen.paint(line(one.name), 'bold')}  {screen.paint(facts, 'dim')}")
        if one.when:
            screen.say("\n".join(screen.wrap(one.when, "  ")))
    if not result.skills:
        screen.say("no skills yet: `sagacity skill add FOLDER` keeps one")
    for remark in (*result.remarks, *(("there are more",) if result.more else ())):
        screen.say(screen.paint(line(remark), "yellow"))


def _text(screen: Screen, skill: SkillText) -> None:
    """A terminal would act on what a text holds; a pipe gets it to the byte."""
    screen.out.write(safe(skill.text) if screen.width else skill.text)


def show_installed(screen: Screen, result: SkillVerifyResult) -> None:
    """What is installed, with its state; then what there is to install."""
    for one in result.installed:
        style = "green" if one.state == "sound" else "yellow"
        screen.say(f"{screen.paint(one.state, style)}  {line(one.name)}  {screen.paint(safe(one.path), 'dim')}")
    if not result.installed:
        screen.say("none of the skills that come with Sagacity is installed: `sagacity skill install AGENT --global`")
    for name, when in result.shipped:
        screen.say(screen.paint(line(name), "bold"))
        screen.say("\n".join(screen.wrap(when, "  ")))
    screen.say(screen.paint(f"agents that take them: {', '.join(result.agents)}", "dim"))


def show_added(screen: Screen, result: SkillAddResult) -> None:
    """What was kept, and the line that sessions will begin with."""
    note = result.note
    facts = " \u00b7 ".join(line(fact) for fact in (note.layer, note.project, note.state, note.id[-TAIL:]) if fact)
    screen.say(f"{note.action} {screen.paint(line(note.title), 'bold')}  {screen.paint(facts, 'dim')}")
    screen.say("\n".join(screen.wrap(result.line, "  ")))
    for warning in note.warnings:
        screen.say(screen.paint(f"  {line(warning)}", "yellow"))
