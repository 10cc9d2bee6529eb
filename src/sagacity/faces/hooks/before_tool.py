"""What is said before a tool runs: the rules that govern it, whether they forbid it, and notes about a file it changes.

Most tools run under no rule. That is found without opening the index, from a list of all triggers and files that the
last event with a changed index has left.
"""

from __future__ import annotations

from ...core.trigger import action_of, meets, trigger_of
from .answer import ASK, DENY, ENVELOPE_CHARS, NOTHING, Answer, answer_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...app.context import App
    from ...app.session import Injection
    from ...core.trigger import Action
    from .request import Event

OUR_TOOLS = ("mcp__sagacity__", "mcp__plugin_sagacity_sagacity__", "mcp_sagacity_", "sagacity_")
BLOCK = "block"
FORBIDDEN = (
    "A rule of this user's memory forbids this. Do what the rule says, or ask the user; do not work around it.\n"
)
UNCHECKED = (
    "A rule of this user's memory may forbid this, and it could not be checked: {}. `sagacity doctor` says more."
)
TOO_LONG = "it is too long to be read whole"
TOO_LATE = "there was no time"
EDITING = ("Edit", "Write")
PATH_MAX_CHARS = 1024
MARK = "\x1f"


def handle(event: Event) -> Answer:
    """Nothing for most. A rule that blocks and cannot be checked is left to the user."""
    request = event.request
    if not request.tool or request.tool.startswith(OUR_TOOLS):
        return NOTHING
    is_good, listed, anchors = event.listed()
    if any(force == BLOCK for force, _ in listed):  # reading takes time, too
        event.deadline.last_words = answer_of(event.shape, _unchecked(TOO_LATE))
    action = action_of(request.tool, request.tool_input, request.cwd)
    edited = _edited(action, anchors, request.cwd)
    governing = [force for force, text in listed if _governs(text, action)]
    in_doubt = not action.whole and any(force == BLOCK and _is_of(text, action) for force, text in listed)
    if not (in_doubt or BLOCK in governing):
        event.deadline.last_words = b""
    if is_good and not (governing or in_doubt or edited):
        return NOTHING
    try:
        answer, doubt = _asked(event, action, edited=edited, is_good=is_good)
    except Exception as error:  # the client must not notice, unless a rule that blocks is at stake
        return _unchecked(str(error) or "internal") if BLOCK in governing else NOTHING
    doubt = TOO_LONG if in_doubt else doubt if BLOCK in governing else ""
    return _unchecked(doubt) if doubt and not answer.verdict else answer


def _governs(text: str, action: Action) -> bool:
    trigger = trigger_of(text)
    return trigger is not None and meets(trigger, action)


def _is_of(text: str, action: Action) -> bool:
    """Whether the trigger is about the tool, whatever it is about to do."""
    trigger = trigger_of(text)
    return trigger is not None and meets(trigger.replace(glob=None), action)


def _unchecked(why: str) -> Answer:
    return Answer(verdict=ASK, reason=UNCHECKED.format(why))


def _edited(action: Action, anchors: str, folder: str) -> bool:
    """Whether the action changes a file that some note rests on, as far as the ends of paths tell."""
    if not anchors or not any(name in EDITING for name in action.names):
        return False
    ends = (
        end
        for text in action.texts
        if len(text) < PATH_MAX_CHARS and "\n" not in text
        for end in _ends(f"{folder}/{text}")
    )
    return any(f"{MARK}{end}{MARK}" in anchors for end in ends)


def _ends(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[at:]) for at in range(len(parts))]


def _asked(event: Event, action: Action, *, edited: bool, is_good: bool) -> tuple[Answer, str]:
    """The answer, and why a rule may have been missed."""
    request, shape = event.request, event.shape
    app, _problem = event.open_app(request.session, request.cwd) or (None, "")
    if app is None or app.muted is not None:
        return NOTHING, ""
    event.deadline.move(app.settings.hook_deadline_ms / 1000)
    from ...app.guard import Guarded, guarded

    max_chars = app.settings.hook_max_chars - ENVELOPE_CHARS - len(FORBIDDEN)
    found = guarded(app, action, max_chars=max_chars, astral=shape.astral)
    if not (found.denied or shape.adds):
        found = Guarded(doubt=found.doubt)  # the client has no place for advice, so none was given
    if found.denied:
        then = _keeping(app, [found.said], is_good=is_good)
        return Answer(verdict=DENY, reason=FORBIDDEN + found.said.text, then=then), ""
    said = [found.said]
    if shape.adds and (edited or not is_good):
        from ...app.anchored import anchored

        said.append(anchored(app, action, max_chars=max_chars - len(found.said.text), astral=shape.astral))
    text = "\n".join(one.text for one in said if one.text)
    return Answer(text, then=_keeping(app, said, is_good=is_good)), found.doubt


def _keeping(app: App, said: Sequence[Injection], *, is_good: bool) -> Callable[[], None]:
    def keep() -> None:
        for one in said:
            if one.entry is not None:
                app.journal.record_recall(one.entry)
        if not is_good:
            from ...app.guard import keep_list

            keep_list(app)

    return keep
