"""Whether a client really reaches us: what it reads, what it would run, and whether it has noticed yet."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from typing import TYPE_CHECKING

from ...app.session import CANARY_SESSION
from ...app.setup_port import ClientState
from ...core.errors import SagacityError
from ...core.jsonedit import get, parse
from ...core.value import Value
from . import disk
from .entries import handlers, not_plain
from .launch import SERVER, SERVER_ARGS, environment, hook_command, is_our_server, same_start, server_entry
from .opencode import is_plugin, plugin
from .planning import named, text_of
from .servers import find_server
from .targets import HOOKS, PLUGIN, SERVERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .launch import Launch
    from .targets import Hook, HookForm, Target, TargetFile

HOOK_LIMIT_S = 5.0
SERVER_LIMIT_S = 20.0
TALKATIVE = "session-start"
"""The event that always has something to say."""
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "sagacity-doctor", "version": "1"},
    },
}


class Scene(Value):
    """One client as it is on this machine. applied_ms: when setup last changed something, 0 for never."""

    target: Target
    launch: Launch
    files: tuple[TargetFile, ...]
    folder: str
    applied_ms: int
    environ: Mapping[str, str]


def look(scene: Scene) -> list[ClientState]:
    """Empty when nothing of ours is in any file and setup never ran."""
    fix = f"sagacity setup {scene.target.name}"
    try:
        texts = {file.path: text_of(file.path, disk.read(disk.real(file.path))) for file in scene.files}
        found: list[ClientState] = []
        for file in scene.files:
            with named(file.path):
                found += _file(scene, file, texts[file.path], fix)
    except SagacityError as error:
        return [ClientState(scene.target.name, "fail", error.message, error.hint or fix)]
    if not scene.applied_ms and all(state.state == "fail" for state in found):
        return []
    return [*found, *_switched_off(scene, texts), *_restart(scene)]


def _file(scene: Scene, file: TargetFile, text: str, fix: str) -> list[ClientState]:
    why = not_plain(text) if scene.target.strict else ""
    if why:
        what = f"{scene.target.title} ignores all of {file.path}: {why}"
        return [ClientState(f"{scene.target.name} {file.holds[0]}", "fail", what, f"take it out of {file.path}")]
    hooks = _hooks(scene, file, text, fix) if HOOKS in file.holds else []
    hooks = [_plugin(scene, file, text, fix)] if PLUGIN in file.holds else hooks
    return [*hooks, _server(scene, file, text, fix)] if SERVERS in file.holds else hooks


# --- hooks ------------------------------------------------------------------------------------------------------------


def _hooks(scene: Scene, file: TargetFile, text: str, fix: str) -> list[ClientState]:
    commands = {event: str(get(parse(text), (*path, "command"))) for path, event in handlers(text, scene.target)}
    return [_hook(scene, hook, commands.get(hook.name, ""), file.path, fix) for hook in scene.target.hooks]


def _hook(scene: Scene, hook: Hook, command: str, path: str, fix: str) -> ClientState:
    name = f"{scene.target.name} {hook.name}"
    if not command:
        return ClientState(name, "fail", f"no hook of ours for {hook.name} in {path}", fix)
    if command != hook_command(scene.launch, scene.target.name, hook.event):
        return ClientState(name, "warn", f"{path} starts another installation of sagacity for {hook.name}", fix)
    missing = [part for part in (scene.launch.python, scene.launch.hook_file) if not os.access(part, os.R_OK)]
    if missing:
        return ClientState(name, "fail", f"{missing[0]} is not there, so the hook stays silent", fix)
    return _run_hook(scene, hook, command, name)


def _plugin(scene: Scene, file: TargetFile, text: str, fix: str) -> ClientState:
    name = f"{scene.target.name} plugin"
    if not is_plugin(text):
        return ClientState(name, "fail", f"no plugin of ours in {file.path}", fix)
    if text != plugin(scene.launch):
        return ClientState(name, "warn", f"{file.path} is of another installation of sagacity, or an older one", fix)
    return ClientState(name, "ok", f"{file.path} is as setup writes it")


def _run_hook(scene: Scene, hook: Hook, command: str, name: str) -> ClientState:
    event = {
        "session_id": CANARY_SESSION,
        "conversation_id": CANARY_SESSION,
        "hook_event_name": hook.name,
        "cwd": scene.folder if os.path.isdir(scene.folder) else "/",
        "source": "startup",
        "prompt": "sagacity doctor canary",
    }
    started = time.perf_counter()
    ran = _run(["/bin/sh", "-c", command], json.dumps(event), scene, HOOK_LIMIT_S)
    took_ms = (time.perf_counter() - started) * 1000
    if ran is None:
        return ClientState(name, "fail", f"the hook did not end within {HOOK_LIMIT_S:.0f} s", "sagacity doctor --json")
    output, complaint, status = ran
    if status or complaint:
        what = complaint.strip().splitlines()[-1] if complaint.strip() else f"exit status {status}"
        return ClientState(name, "fail", f"the hook failed: {what:.200}", "reinstall sagacity, then run setup again")
    if output.strip() and not _is_answer(output, hook.name, scene.target.hook_form):
        return ClientState(
            name, "fail", f"the hook answered what {scene.target.title} cannot read: {output.strip():.80}", ""
        )
    if not output.strip() and hook.event == TALKATIVE:
        what = f"the hook said nothing in {took_ms:.0f} ms; it gives up at its deadline"
        return ClientState(name, "warn", what, "run `sagacity doctor` again when the machine is less busy")
    return ClientState(name, "ok", f"answered in {took_ms:.0f} ms with {len(output)} characters")


def _is_answer(output: str, event: str, form: HookForm) -> bool:
    try:
        answer = json.loads(output)
        return bool(answer["hookSpecificOutput"]["hookEventName"] == event if form.grouped else answer)
    except (ValueError, KeyError, TypeError):
        return False


# --- the server -------------------------------------------------------------------------------------------------------


def _server(scene: Scene, file: TargetFile, text: str, fix: str) -> ClientState:
    name = f"{scene.target.name} MCP server"
    form = scene.target.server_form
    entry = find_server(text, form)
    if entry is None:
        return ClientState(name, "fail", f"no server {SERVER} in {file.path}", fix)
    if not is_our_server(entry, form):
        return ClientState(name, "warn", f"the server {SERVER} in {file.path} is not the one setup writes", fix)
    if not same_start(entry, server_entry(scene.launch, form), form):
        return ClientState(name, "warn", f"{file.path} starts another installation of sagacity", fix)
    return _run_server(scene, name, [scene.launch.python, *SERVER_ARGS])


def _run_server(scene: Scene, name: str, command: list[str]) -> ClientState:
    started = time.perf_counter()
    ran = _run(command, json.dumps(HELLO) + "\n", scene, SERVER_LIMIT_S)
    took_ms = (time.perf_counter() - started) * 1000
    if ran is None:
        return ClientState(name, "fail", f"the server did not end within {SERVER_LIMIT_S:.0f} s of its input", "")
    output, complaint, status = ran
    try:
        answered = json.loads(output.splitlines()[0])["result"]["serverInfo"]["name"]
    except (ValueError, KeyError, TypeError, IndexError):
        what = complaint.strip().splitlines()[-1] if complaint.strip() else f"exit status {status}"
        return ClientState(name, "fail", f"the server did not answer: {what:.200}", " ".join(command))
    return ClientState(name, "ok", f"{answered} answered and ended in {took_ms:.0f} ms")


def _run(command: list[str], text: str, scene: Scene, limit_s: float) -> tuple[str, str, int] | None:
    """Output, errors and status; None when it had to be killed, with all it started."""
    try:
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(scene.launch, scene.environ),
            cwd="/",
            start_new_session=True,
        )
    except OSError as error:
        return "", f"{command[0]}: {error.strerror}", 127
    try:
        output, complaint = child.communicate(text.encode(), timeout=limit_s)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        return None
    return output.decode("utf-8", "replace"), complaint.decode("utf-8", "replace"), child.returncode


# --- what keeps it from working ---------------------------------------------------------------------------------------


def _switched_off(scene: Scene, texts: Mapping[str, str]) -> list[ClientState]:
    """Settings that silence hooks, in the files of the user and of the machine's owner."""
    name = f"{scene.target.name} settings"
    found = []
    for path in (*texts, *scene.target.managed):
        try:
            settings = get(parse(texts[path] if path in texts else text_of(path, disk.read(path))))
        except SagacityError:
            continue
        settings = settings if isinstance(settings, dict) else {}
        keys = ("disableAllHooks",) if path in texts else ("disableAllHooks", "allowManagedHooksOnly")
        found += [f"{key} in {path}" for key in keys if settings.get(key) is True]
        if settings.get("enabledPlugins") and _plugin_on(settings["enabledPlugins"]):
            what = f"the plugin is enabled in {path} beside what setup wrote: the server is there twice"
            return [ClientState(name, "warn", what, "claude plugin disable sagacity, or sagacity setup --remove")]
    return [ClientState(name, "fail", f"hooks are switched off: {', '.join(found)}", "")] if found else []


def _plugin_on(enabled: object) -> bool:
    items = enabled.items() if isinstance(enabled, dict) else ()
    return any(str(key).split("@")[0] == "sagacity" and value is not False for key, value in items)


def _restart(scene: Scene) -> list[ClientState]:
    """Sessions that were running when setup last changed something know nothing of it."""
    old = [session for session in _sessions(scene.folder) if 0 < session[1] < scene.applied_ms and _alive(session[0])]
    if not old:
        return []
    ids = ", ".join(str(pid) for pid, _ in old)
    what = f"{len(old)} running session{'s' * (len(old) > 1)} began before the last setup (process {ids})"
    return [ClientState(f"{scene.target.name} restart", "warn", what, f"restart {scene.target.title} there")]


def _sessions(folder: str) -> list[tuple[int, int]]:
    """Process id and start in ms of each session that Claude Code lists in its folder."""
    place = os.path.join(folder, "sessions")
    try:
        names = [name for name in sorted(os.listdir(place)) if name.endswith(".json")]
    except OSError:
        return []
    found = []
    for name in names:
        try:
            data = json.loads(disk.read(os.path.join(place, name)) or b"")
            found.append((int(data["pid"]), int(data["startedAt"])))
        except (ValueError, KeyError, TypeError, SagacityError):
            continue
    return found


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
