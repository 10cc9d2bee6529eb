"""Histories and differences, as a person reads them."""

from __future__ import annotations

from .screen import line, safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.versions import DiffResult, GoneLine, HistoryResult, VersionLine
    from .screen import Screen

VERSION_CHARS = 12
NO_VERSION = "-" * VERSION_CHARS
STYLES = {"@": "dim", "+": "green", "-": "red"}


def show_history(screen: Screen, result: HistoryResult) -> None:
    """One line a version, or one a note that is gone, newest first."""
    if result.id:
        state = "" if result.exists else "gone \u00b7 "
        meta = screen.paint(f"{state}{line(result.layer)} \u00b7 {result.id[-7:]}", "dim")
        screen.say(f"{screen.paint(line(result.title), 'bold')}  {meta}")
    for version in result.versions:
        _version(screen, version, result.path)
    for gone in result.gone:
        _gone(screen, gone)
    shown = len(result.versions) + len(result.gone)
    if not shown:
        screen.say("nothing is gone" if not result.id else "no version is kept")
    elif shown < result.total:
        screen.say(screen.paint(f"{shown} of {result.total}; more: --limit", "dim"))
    for notice in result.notices:
        screen.say(screen.paint(line(notice), "yellow"))


def _version(screen: Screen, version: VersionLine, path: str) -> None:
    who = ", ".join(part for part in (version.who or version.author, version.door) if part)
    elsewhere = f"{version.layer}: {version.path}" if version.path not in ("", path) else ""
    source = {"git": f"from git {version.commit[:VERSION_CHARS]}", "both": "in git"}.get(version.source, "")
    facts = (version.changed, version.state, version.reason, elsewhere, source)
    said = " \u00b7 ".join(line(fact) for fact in facts if fact)
    head = f"{version.at}  {version.version[:VERSION_CHARS] or NO_VERSION}  {line(version.op):<7}  {line(who)}"
    screen.say(f"{head}  {screen.paint(said, 'dim')}".rstrip())


def _gone(screen: Screen, gone: GoneLine) -> None:
    facts = (gone.reason, gone.layer, gone.path, gone.id[-7:])
    said = " \u00b7 ".join(safe(" ".join(fact.split())) for fact in facts if fact)
    head = f"{gone.at}  {gone.version[:VERSION_CHARS] or NO_VERSION}  {gone.how:<7}"
    screen.say(f"{head}  {screen.paint(line(gone.title), 'bold')}  {screen.paint(said, 'dim')}")


def show_diff(screen: Screen, result: DiffResult) -> None:
    """The two versions, then the hunks."""
    for mark, version, at in (("---", result.old, result.old_at), ("+++", result.new, result.new_at)):
        screen.say(screen.paint(f"{mark} {version[:VERSION_CHARS] or 'nothing'}  {at}".rstrip(), "bold"))
    for text in result.lines:
        screen.say(screen.paint(safe(text), STYLES.get(text[:1], "")) if text[:1] in STYLES else safe(text))
    if not result.lines:
        screen.say("no difference")
    for notice in result.notices:
        screen.say(screen.paint(line(notice), "yellow"))
