"""One event of a client: read, one operation, answer, then the journal."""

from __future__ import annotations

import time

from ...core.settings import Settings
from .answer import ENVELOPE_CHARS, NOTHING, Answer, answer_of, explanation, unknown, write_whole
from .request import Event, read_request
from .shapes import BEFORE_COMPACTION, BEFORE_TOOL, PROMPT, SILENT, START, find_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ...app.context import App
    from ...app.records import Mute
    from ...app.session import Injection
    from .request import Deadline, Listed, OpenApp, Request
    from .shapes import Shape

DEFAULT_CLIENT = "claude-code"
WRITE_S = 1.0
TRIES = 4  # to meet a limit in bytes
GOING_ON = ("resume", "compact", "fork")


def serve(argv: list[str], deadline: Deadline | None, open_app: OpenApp, listed: Listed, errors: int) -> None:
    """From standard input to standard output. deadline None: a person typed it. open_app(session, cwd): the
    application and what is broken about it, None where there is no memory yet. errors: a descriptor, used for nothing
    but a line on a client or an event that is not known.
    """
    event, client = arguments(argv)
    shape = find_shape(client, event)
    if deadline is None:
        write_whole(1, explanation(event, client))
    elif shape is None:
        write_whole(errors, unknown(event, client))
    elif shape.does != SILENT:
        _serve(shape, deadline, open_app, listed)


def arguments(argv: list[str]) -> tuple[str, str]:
    """(event, client); what else is given is not looked at, so that an old command line works with a new version."""
    event, client = "", DEFAULT_CLIENT
    rest = list(argv)
    while rest:
        word = rest.pop(0)
        if word == "--client" and rest:
            client = rest.pop(0)
        elif word.startswith("--client="):
            client = word.partition("=")[2]
        elif not event:
            event = word
    return event, client


def _serve(shape: Shape, deadline: Deadline, open_app: OpenApp, listed: Listed) -> None:
    request = read_request(0, max_bytes=Settings().hook_stdin_max_bytes, shape=shape)
    if request is None:
        return
    answer = _answer(Event(shape, request, deadline, open_app, listed))
    deadline.last_words = b""
    deadline.move(time.monotonic() - deadline.started_s + WRITE_S)  # an answer that was begun is finished
    write_whole(1, answer_of(shape, answer))
    if answer.then is not None:
        answer.then()


def _answer(event: Event) -> Answer:
    """By what the event does; of the modules for that only the one is loaded that is needed. The rest is heard, and
    nothing is said to it yet.
    """
    does = event.shape.does
    if does == BEFORE_TOOL:
        from .before_tool import handle
    elif does == BEFORE_COMPACTION:
        from .before_compaction import handle
    elif does in (START, PROMPT):
        handle = _inject
    else:
        return NOTHING
    return handle(event)


def _inject(event: Event) -> Answer:
    shape, request = event.shape, event.request
    if shape.does == PROMPT:
        request = request.replace(prompt=_question(request))
        if not request.prompt:
            return NOTHING  # small talk opens no database
    app: App | None = None
    try:
        app, problem = event.open_app(request.session, request.cwd) or (None, "")
        if app is not None and app.muted is None and not problem:
            event.deadline.move(app.settings.hook_deadline_ms / 1000)
        injection = _injection(app, shape, request, problem)
    except Exception as error:  # the client must not notice, the user must: once, at the start of a session
        injection = _injection(None, shape, request, str(error) or "internal")
    told = injection.text if app is not None and app.muted is not None else ""
    return Answer(injection.text, told, then=_keeping(app, injection))


def _keeping(app: App | None, injection: Injection) -> Callable[[], None] | None:
    entry = injection.entry
    if app is None or entry is None:
        return None
    return lambda: app.journal.record_recall(entry)


def _question(request: Request) -> str:
    from ...core.prompt_text import question_of

    return question_of(request.prompt)


def _said_once(muted: Mute, shape: Shape, request: Request) -> Injection:
    """A session hears of it when it starts, and neither when it goes on nor with a prompt."""
    from ...app.mute import muted_line
    from ...app.session import Injection as Said

    begins = shape.does == START and request.source not in GOING_ON
    return Said(muted_line(muted) if begins else "")


def _parent(app: App, request: Request) -> str:
    """The session that a fork carries on."""
    if request.source != "fork" or not request.transcript:
        return ""
    from .fork import parent_of

    return parent_of(request.transcript, request.silence_s, app.clock.now_ms())


def _injection(app: App | None, shape: Shape, request: Request, problem: str) -> Injection:
    if app is not None and app.muted is not None:
        return _said_once(app.muted, shape, request)
    most = (app.settings if app else Settings()).hook_max_chars - ENVELOPE_CHARS
    injection = _made(app, shape, request, problem, most)
    max_bytes = shape.facts.max_bytes
    if max_bytes and not injection.text.isascii():
        for _ in range(TRIES):
            size = len(injection.text.encode("utf-8", "replace"))
            if size <= max_bytes:
                return injection
            most = most * max_bytes // size
            injection = _made(app, shape, request, problem, most)
    return injection


def _made(app: App | None, shape: Shape, request: Request, problem: str, max_chars: int) -> Injection:
    if shape.does == START:
        from ...app.pack import protocol_alone, session_pack

        source = request.source or "startup"
        if app is None:
            return protocol_alone(request.session, source, max_chars=max_chars, problem=problem)
        parent = _parent(app, request)
        return session_pack(app, source, max_chars=max_chars, astral=shape.astral, problem=problem, parent=parent)
    from ...app.prompt import prompt_block

    if app is None:
        from ...app.session import Injection as Nothing

        return Nothing()
    return prompt_block(app, request.prompt, max_chars=max_chars, astral=shape.astral, problem=problem)
