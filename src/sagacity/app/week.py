"""What doctor reads in the journal and the index: what the hooks did in the last days, how large everything is."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .log import ALL
from .mute import muted_by, muted_line
from .results import Check
from .session import CANARY_SESSION, DEGRADED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .records import RecallEntry

DAYS = 7
DAY_MS = 86_400_000
CHARS_PER_TOKEN = 3.2
SLOW_SHARE = 0.5
"""A hook whose p99 takes more than this of its deadline will soon be cut off by it."""
UNTOLD = ("home", "user_home")


def injection_checks(app: App) -> list[Check]:
    """The hooks of the last days: how much they said, how long it took, what found no room, what failed."""
    found = app.journal.recalls(since_ms=app.clock.now_ms() - DAYS * DAY_MS, limit=ALL)
    entries = [entry for entry in found if entry.session != CANARY_SESSION]
    hooked = [entry for entry in entries if entry.door == "hook"]
    starts = [entry for entry in hooked if entry.kind == "start"]
    prompts = [entry for entry in hooked if entry.kind == "prompt"]
    settings = app.settings
    return [
        _summary(entries, hooked),
        _costs("session starts", starts, int(settings.hook_max_chars / CHARS_PER_TOKEN), settings.hook_deadline_ms),
        _costs("prompts", prompts, settings.prompt_max_tokens, settings.hook_deadline_ms),
        _failures(hooked),
    ]


def _summary(entries: Sequence[RecallEntry], hooked: Sequence[RecallEntry]) -> Check:
    sessions = len({entry.session for entry in entries if entry.session})
    reads = sum(entry.kind == "read" for entry in entries)
    cuts = sum(entry.left_out for entry in hooked)
    found = f"{sessions} sessions, {len(hooked)} injections, {reads} reads, {cuts} notes without room"
    return Check(f"last {DAYS} days", "ok", found)


def _costs(name: str, entries: Sequence[RecallEntry], max_tokens: int, deadline_ms: int) -> Check:
    if not entries:
        return Check(name, "ok", "none")
    tokens = [entry.tokens for entry in entries]
    times = [entry.took_ms for entry in entries]
    cuts = sum(entry.left_out for entry in entries)
    found = (
        f"{len(entries)}: tokens mean {_mean(tokens):.0f}, p99 {p99(tokens):.0f} of {max_tokens};"
        f" ms mean {_mean(times):.1f}, p99 {p99(times):.1f} of {deadline_ms}; {cuts} notes without room"
    )
    if p99(tokens) > max_tokens:
        return Check(name, "warn", found, "sagacity context --explain")
    if p99(times) > SLOW_SHARE * deadline_ms:
        return Check(name, "warn", found, "sagacity reindex; sagacity log --kind start")
    return Check(name, "ok", found)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def p99(values: Sequence[float]) -> float:
    """The least value that 99 of 100 do not exceed."""
    return sorted(values)[max(0, -(-99 * len(values) // 100) - 1)]


def _failures(hooked: Sequence[RecallEntry]) -> Check:
    """entries: newest first."""
    failed = [entry for entry in hooked if DEGRADED in entry.detail]
    if not failed:
        return Check("hook failures", "ok", "none")
    newest = failed[0].detail.partition(f"{DEGRADED}: ")[2]
    return Check(
        "hook failures", "warn", f"{len(failed)} sessions were degraded; the last: {newest or 'no reason kept'}"
    )


def off_check(app: App) -> Check:
    """Where hooks say nothing, and whether they do here."""
    problems = app.mutes.problems() if app.mutes else []
    if problems:
        return Check("off", "warn", f"counts as on: {'; '.join(problems)}", f"rm {app.settings.home}/off")
    said = app.mutes.read() if app.mutes else ()
    muted = muted_by(app.mutes, app.workspace, app.caller.session, app.caller.cwd) if app.mutes else None
    if muted:
        return Check("off", "warn", muted_line(muted), "sagacity on")
    spots = "one other place or session" if len(said) == 1 else f"{len(said)} other places or sessions"
    elsewhere = f"; off in {spots}: sagacity config" if said else ""
    return Check("off", "ok", f"hooks speak here{elsewhere}")


def size_checks(app: App) -> list[Check]:
    """Sizes, notes by layer and type, and the settings that are not built in."""
    checks = [Check("size", "ok", f"index {_size(app.index.size_bytes())}, journal {_size(app.journal.size_bytes())}")]
    for layer in app.workspace.all_layers():
        counts: Counter[str] = Counter()
        for _, name, _, count in app.index.census([layer.root]):
            counts[name] += count
        types = ", ".join(f"{count} {name or 'untyped'}" for name, count in sorted(counts.items(), key=_most))
        checks.append(Check(f"notes {layer.name}", "ok", types or "none"))
    changed = [
        view
        for view in app.setting_views
        if view.source != "default" and view.value != view.default and view.key not in UNTOLD
    ]
    said = ", ".join(f"{view.key} = {view.value} ({view.source})" for view in changed)
    return [*checks, Check("settings", "ok", said or "as built in")]


def _most(pair: tuple[str, int]) -> tuple[int, str]:
    return -pair[1], pair[0]


def _size(n_bytes: int) -> str:
    return f"{n_bytes / 1_000_000:.1f} MB"
