"""The command line: parse, one operation, render."""

from __future__ import annotations

import os

from ... import __version__
from ...app import results as give
from ...app.installation import ImportRequest, SetupRequest
from ...app.linting import LintResult
from ...app.planned import MergeRequest, PromoteRequest
from ...app.requests import EditRequest, ReindexRequest
from ...app.shape import build, plain
from ...app.shelving import SkillInstallRequest, SkillRemoveRequest, SkillVerifyResult
from ...app.skilling import SkillAddRequest
from ...core.errors import SagacityError
from ...core.settings import TOOL_SETS
from . import failure
from .arguments import Command, Line, command_named, data_of, parse, said, split, usage_hint
from .render import show
from .screen import ProgressLine, as_json
from .texts import STDIN, batch, read_stdin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ...app.context import App
    from .door import Door
    from .planned import Planned
    from .screen import Screen

BATCH_MAX_BYTES = 1 << 30


def run(argv: Sequence[str], door: Door) -> int:
    """Carries out one command line and gives its exit status; prints errors, raises none."""
    wants_json = "--json" in argv
    name = ""
    try:
        name, rest = split(argv)
        return _command(name, rest, door)
    except SagacityError as error:
        return failure.tell(door.screen, error, wants_json=wants_json)
    except KeyboardInterrupt:
        return failure.INTERRUPTED
    except BrokenPipeError:
        return failure.BROKEN_PIPE
    except Exception as error:
        return failure.tell(door.screen, failure.defect(error, name, door.report(error, name)), wants_json=wants_json)


def _command(name: str, rest: list[str], door: Door) -> int:
    if not name:
        _explain(door, "")
        return 0
    command = command_named(name)
    line = parse(command, rest)
    if line.wants_help:
        _explain(door, name)
        return 0
    if command.operation is None:
        return _local(command, line, door)
    return _operate(command, line, door)


def _local(command: Command, line: Line, door: Door) -> int:
    word = line.words[0] if line.words else ""
    if command.name == "version":
        door.screen.say(as_json({"version": __version__}) if line.wants_json else f"sagacity {__version__}")
    elif command.name == "completion":
        door.screen.out.write(_completion(word))
    elif command.name == "help":
        _explain(door, " ".join(line.words))
    elif "tools" in line.given:
        message = f"--tools is {line.given['tools']!r:.80}, not one of {', '.join(TOOL_SETS)}"
        raise SagacityError("invalid", message, hint=f"`{command.example}`")
    else:
        raise SagacityError("invalid", f"{command.name} must be the first word", hint=f"`{command.example}`")
    return 0


def _explain(door: Door, name: str) -> None:
    """Loads the manual for who asks for it: of a command, of all without a name."""
    from .manual import command_help, overview

    door.screen.say(command_help(command_named(name)) if name else overview())


def _completion(shell: str) -> str:
    from .completion import script

    return script(shell)


def _operate(command: Command, line: Line, door: Door) -> int:
    assert command.operation is not None
    settings = door.settings()
    screen = _with_colors(door.screen, line.given.get("color", settings.color))
    for warning in door.warnings():
        screen.note(f"sagacity: {warning}")
    progress = ProgressLine(screen, door.seconds)
    request = REQUESTS.get(command.name, _request)(command, line, screen, settings.read_max_bytes)
    try:
        with door.opened(progress) as app:
            if isinstance(request, EditRequest) and not request.expect:
                result = _edit(app, request, settings.editor)
            elif isinstance(request, SetupRequest):
                result = _setup(app, request, screen, wants_json=line.wants_json)
            elif isinstance(request, ImportRequest):
                result = _import(app, request, screen, wants_json=line.wants_json)
            elif isinstance(request, PLANNED):
                result = _planned(app, command, request, screen, wants_json=line.wants_json)
            else:
                result = command.operation.handler(app, request)
    finally:
        progress.clear()
    if "plot" in line.given:
        _plot(result, line.given["plot"])
    if line.wants_json:
        screen.say(as_json(json_shape(result)))
    else:
        show(screen, result)
    return _status(request, result)


def _status(request: Any, result: Any) -> int:
    if isinstance(result, LintResult):
        return 0 if result.passed else failure.STATUS["invalid"]
    return failure.UNHEALTHY if _unhealthy(request, result) else 0


def _unhealthy(request: Any, result: Any) -> bool:
    """Whether what was to be checked is not as it should be."""
    if isinstance(result, give.DoctorResult):
        return not result.healthy
    if isinstance(result, SkillVerifyResult):
        return not result.sound
    return isinstance(request, ReindexRequest) and request.check and bool(result.problems)


def _with_colors(screen: Screen, when: str) -> Screen:
    if when not in ("auto", "always", "never"):
        raise SagacityError("invalid", f"--color is {when!r}", hint="give auto, always or never")
    return screen.replace(colored=when == "always" or (when == "auto" and screen.width > 0))


def _request(command: Command, line: Line, screen: Screen, max_bytes: int) -> Any:
    """The request of any operation; `-` for a text means standard input."""
    assert command.operation is not None
    data = data_of(command, line)
    for key in ("content", "text"):
        if data.get(key) == STDIN:
            data[key] = read_stdin(screen, "the text", max_bytes)
    return build(command.operation.request, data, face="cli", said=said)


def _remember_request(command: Command, line: Line, screen: Screen, max_bytes: int) -> Any:
    if "batch" in line.given:
        return batch(screen, line.given["batch"], data_of(command, line), BATCH_MAX_BYTES)
    if not line.words:
        line = line.replace(words=(STDIN,))
    return _request(command, line, screen, max_bytes)


def _edit_request(command: Command, line: Line, screen: Screen, max_bytes: int) -> Any:
    """Without a text an editor will be opened, on the version that is there."""
    if "text" in line.given or "expect" in line.given:
        return _request(command, line, screen, max_bytes)
    data = data_of(command, line)
    if not data.get("handle"):
        raise SagacityError("invalid", "HANDLE is missing", hint=usage_hint(command))
    request: EditRequest = build(EditRequest, {**data, "expect": "-"}, face="cli", said=said)
    return EditRequest(handle=request.handle, allow_secret=request.allow_secret)


def _eval_request(command: Command, line: Line, screen: Screen, max_bytes: int) -> Any:
    """What follows the path are names of sets, as in `--sets locomo cosqa`."""
    names = [*line.given.get("sets", ()), *line.words[1:]]
    line = line.replace(words=line.words[:1], given={**line.given, "sets": names})
    return _request(command, line, screen, max_bytes)


def _skill_request(command: Command, line: Line, screen: Screen, max_bytes: int) -> Any:
    """`-` for the path is standard input."""
    data = data_of(command, line)
    if data.get("path") == STDIN:
        text = read_stdin(screen, "a SKILL.md", max_bytes)
        request: SkillAddRequest = build(SkillAddRequest, {**data, "path": ""}, face="cli", said=said)
        return request.replace(content=text)
    return build(SkillAddRequest, data, face="cli", said=said)


REQUESTS: dict[str, Callable[[Command, Line, Screen, int], Any]] = {
    "remember": _remember_request,
    "edit": _edit_request,
    "eval": _eval_request,
    "skill add": _skill_request,
}
"""Commands whose request does not come from the command line alone."""


def _setup(app: App, request: SetupRequest, screen: Screen, *, wants_json: bool) -> Any:
    from .setup import run_setup

    return run_setup(app, request, screen, wants_json=wants_json)


def _import(app: App, request: ImportRequest, screen: Screen, *, wants_json: bool) -> Any:
    from .importing import run_import

    return run_import(app, request, screen, wants_json=wants_json)


PLANNED = (MergeRequest, PromoteRequest, SkillInstallRequest, SkillRemoveRequest)
"""What is shown before it is done."""


def _planned(app: App, command: Command, request: Planned, screen: Screen, *, wants_json: bool) -> Any:
    from .planned import run_planned

    assert command.operation is not None
    return run_planned(app, command.operation, request, screen, wants_json=wants_json)


def _edit(app: App, request: EditRequest, editor: str) -> Any:
    """Loads what starts an editor for this command alone."""
    from .editing import edit

    return edit(app, request, editor)


def _plot(result: Any, path: str) -> None:
    """Loads what draws for those who want a picture."""
    from .plotting import write_plot

    write_plot(result, path)


def json_shape(result: Any) -> Any:
    """What `--json` prints: the result; a single note stands flat, beside the list of notes where it was written."""
    shape = plain(result)
    if isinstance(result, give.WriteResult) and len(result.notes) == 1:
        return {**shape["notes"][0], **shape}
    if isinstance(result, give.ReadResult) and len(result.notes) == 1:
        return shape["notes"][0]
    return shape


def hush(descriptor: int) -> None:
    """Lets the interpreter flush into nothing when the reader of our output has gone."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)
