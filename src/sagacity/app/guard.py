"""The rules that govern what a tool is about to do."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.frame import Caps, make_nonce, render
from ..core.summary_text import cut
from ..core.trigger import meets, trigger_of
from ..core.trust import APPROVED
from ..core.value import Value
from .block import block_of, body_of
from .freshness import hook_effort, refresh, verify
from .relate import is_past, standing
from .scope import here, without_personal
from .session import GUARD, Injection, Shown, is_confidential, recall_entry, session_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.frame import Block, Rendered
    from ..core.trigger import Action
    from .context import App
    from .records import Row
    from .relate import Standing
    from .scope import Scope

BLOCK = "block"
PROSE_CHARS_PER_TOKEN = 3.2
LEAST_CHARS = 200
KEPT_BACK = "(confidential: at a terminal, `sagacity guard` says it)"


class Rule(Value):
    """A rule that governs an action. met: those of its triggers that do. blocks: the action is not to be done."""

    row: Row
    standing: Standing
    met: tuple[str, ...]
    blocks: bool


class Guarded(Value):
    """What is said before a tool runs. denied: the text is why it must not. doubt: why a rule may have been missed."""

    said: Injection = Injection()
    denied: bool = False
    doubt: str = ""


def rules_for(app: App, scope: Scope, action: Action | None) -> list[Rule]:
    """Those in force that govern the action, all that have triggers where it is None; what blocks first, then the
    surest. Each is as its file has it now. What nobody has approved may advise; a text nobody trusts does nothing.
    """
    filters = scope.filters.replace(min_trust=1, confidential=True)
    rows = app.index.governing(filters)
    if not verify(app, scope.layers, rows):
        rows = app.index.governing(filters)
    met = [(row, _met(row, action)) for row in rows]
    governing = [row for row, triggers in met if triggers]
    stands = standing(app, governing, scope) if governing else {}
    rules = [
        Rule(row, stands[row.key], triggers, may_block(row))
        for row, triggers in met
        if triggers and not is_past(stands[row.key])
    ]
    return sorted(rules, key=lambda rule: (not rule.blocks, -rule.row.trust, rule.row.title, rule.row.id))


def _met(row: Row, action: Action | None) -> tuple[str, ...]:
    if action is None:
        return row.triggers
    return tuple(text for text in row.triggers if (trigger := trigger_of(text)) and meets(trigger, action))


def may_block(row: Row) -> bool:
    """Whether it forbids what it governs: only what a person made or approved does."""
    return row.enforcement.strip().lower() == BLOCK and row.trust >= APPROVED


def guarded(app: App, action: Action, *, max_chars: int, astral: bool) -> Guarded:
    """What the rules say to the action: one that blocks each time, others once in a session. Raises SagacityError."""
    started_s = app.clock.monotonic_s()
    scope = here(app)
    doubt = _doubt(app, scope)
    rules = rules_for(app, scope, action)
    denied = any(rule.blocks for rule in rules)
    if not denied:
        known = session_of(app).guarded if rules else frozenset[str]()
        rules = [one for one in rules if one.row.id not in known and not _is_kept_back(one, scope)]
    if not rules:
        return Guarded(doubt=doubt)
    settings = app.settings
    blocks = _blocks(app, scope, rules, int(settings.guard_max_tokens * PROSE_CHARS_PER_TOKEN))
    caps = Caps(max_chars, settings.guard_max_tokens, astral=astral)
    rendered = render("guard", blocks, make_nonce(app.caller.session), caps=caps)
    shown = Shown(
        kind=GUARD,
        notes=tuple((note_id, 0.0) for note_id in rendered.shown),
        project=scope.project,
        started_s=started_s,
        terms=action.names[:1],
        detail="denied" if denied else "advised",
    )
    return Guarded(injected(app, blocks, rendered, shown), denied, doubt)


def injected(app: App, blocks: Sequence[Block], rendered: Rendered, shown: Shown) -> Injection:
    """What goes before a tool, with the journal's entry of it. shown: without what the rendered text says by itself."""
    shown = shown.replace(
        tokens=rendered.tokens,
        left_out=len(rendered.left_out),
        previewed=tuple(block.id for block in blocks if block.cut),
    )
    return Injection(rendered.text, recall_entry(app, shown), rendered.sizes)


def _doubt(app: App, scope: Scope) -> str:
    """Brings the index up to date; why it does not hold every rule, "" where it does. Raises SagacityError."""
    problems = without_personal(app, scope)
    found = refresh(app, scope.layers, hook_effort(app))
    behind = ("some notes are not indexed yet",) if found.pending else ()
    return next(iter((*problems, *found.problems, *behind)), "")


def keep_list(app: App) -> None:
    """Has hooks find the triggers without asking the index; nothing is lost where that fails."""
    try:
        app.index.keep_triggers({layer.root: layer.notes_dir for layer in app.workspace.all_layers()})
    except SagacityError:
        return


def _is_kept_back(rule: Rule, scope: Scope) -> bool:
    return is_confidential(rule.row, scope.layer_of(rule.row.layer))


def _blocks(app: App, scope: Scope, rules: Sequence[Rule], max_chars: int) -> list[Block]:
    """Each with an equal share of the text at most."""
    share = max(LEAST_CHARS, max_chars // len(rules))
    blocks = []
    for rule in rules:
        body = KEPT_BACK if _is_kept_back(rule, scope) else _body(app, scope, rule.row)
        text = cut(body, share)
        block = block_of(app, rule.row, scope, rule.standing, text, cut=text != body)
        blocks.append(block.replace(title="a confidential rule") if body == KEPT_BACK else block)
    return blocks


def _body(app: App, scope: Scope, row: Row) -> str:
    try:
        return body_of(app, row, scope)
    except SagacityError:
        return row.summary
