"""The only reader of the environment and of configuration files: one frozen value, and where each setting came from.

Precedence: call, environment, project file, user file, built-in. A repository may set few keys, each in a range
that does no harm; what else it says is reported and ignored, so that no clone can break or silence anything.
"""

from __future__ import annotations

import os

from .app.results import SettingView
from .core.address import address_fault
from .core.errors import SagacityError
from .core.nearest import nearest
from .core.pack import PROTOCOL_MAX_CHARS
from .core.settings import EMBEDDERS, TOOL_SETS, Settings
from .core.value import Value, defaults_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

ENV_PREFIX = "SAGACITY_"
FILE_NAME = "config.toml"
FOLDER = ".sagacity"
FILE_MAX_BYTES = 262_144

AGENT_VARIABLES = (
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CODEX_SANDBOX",
    "CODEX_THREAD_ID",
    "GEMINI_CLI",
    "CURSOR_AGENT",
    "OPENCODE",
    "AI_AGENT",
)
"""Set by coding agents in the shells they run commands in."""

SESSION_VARIABLES = ("CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID")
"""Carry the client's session id."""

PAGE_HEAD = """\
# Configuration

Made from `src/sagacity/config.py`; `sagacity config` shows what is in force and where it comes from.

A setting may be given in five places; the nearer one wins: the call, the environment, the project's file
(`.sagacity/config.toml` in the repository), your file (`~/.sagacity/config.toml`), built-in. The variable of a
setting is `SAGACITY_` and its key in capitals: `SAGACITY_RECALL_LIMIT=20`. Files are TOML, one `key = value` a line.

A repository may set the few keys that have a range in the last column, within that range; whatever else its file says
is named on standard error and ignored. `home` and `user_home` cannot be set in a file.

| key | built-in | allowed | what it is | a repository may set |
|---|---|---|---|---|"""


class Setting(Value):
    """One row of the configuration table. kind is that of its built-in value.

    low, high: allowed range, for numbers. project: the range a repository's file may use, None when it may not set it.
    choices: for text. fault: what is wrong with a text, which is then not repeated. files: whether a file may set it.
    """

    key: str
    help: str
    low: float = 0
    high: float = 1_000_000_000
    project: tuple[float, float] | None = None
    choices: tuple[str, ...] = ()
    fault: Callable[[str], str] | None = None
    files: bool = True

    @property
    def default(self) -> Any:
        return defaults_of(Settings)[self.key]

    @property
    def env(self) -> str:
        return ENV_PREFIX + self.key.upper()


def _variable_fault(name: str) -> str:
    """A key that somebody wrote in place of its variable's name is, as a rule, no such name."""
    if name.isascii() and name.isidentifier() and name == name.upper():
        return ""
    return "is no name of a variable in capitals; the key itself belongs in that variable, not here"


def _protocol_fault(text: str) -> str:
    """It stands in a line of ours, in every session."""
    n_chars = len(" ".join(text.split()))
    return "" if n_chars <= PROTOCOL_MAX_CHARS else f"is {n_chars} characters long; {PROTOCOL_MAX_CHARS} is the most"


TABLE = (
    Setting("home", "folder of personal notes, index and journal (`~/.sagacity`)", files=False),
    Setting("user_home", "your home folder; a project layer there is refused (`~`)", files=False),
    Setting("editor", "command `edit` opens (`$VISUAL`, `$EDITOR`, `vi`)"),
    Setting("claude_config_dir", "Claude Code's folder (`$CLAUDE_CONFIG_DIR`, `~/.claude`)", files=False),
    Setting("lock_timeout_s", "how long a write waits for another writer of the layer, seconds", 0, 600),
    Setting("busy_timeout_ms", "how long a command waits for a database, milliseconds", 0, 600_000),
    Setting("read_max_bytes", "largest note file that is read, bytes", 1024, 268_435_456),
    Setting("recall_limit", "results of `recall` when no limit is given", 1, 100, project=(5, 50)),
    Setting("recall_window", "candidates that recall ranks", 10, 10_000),
    Setting("recall_min_score", "results below this score are not shown, 0 to 1", 0, 1),
    Setting("freshness_interval_s", "seconds between full looks for changed files, outside hooks", 0, 86_400),
    Setting("freshness_full_ms", "longest a full look may take, milliseconds", 1, 60_000),
    Setting("evidence_max_ms", "longest recall checks evidence of what it shows, milliseconds", 0, 60_000),
    Setting("freshness_slice", "files looked at in turn on each call", 0, 1_000_000),
    Setting("hook_deadline_ms", "a hook that is not done by then says nothing, milliseconds", 10, 60_000),
    Setting("hook_busy_ms", "how long a hook waits for a database, milliseconds", 0, 1000),
    Setting("hook_index_ms", "longest a hook indexes changed notes, milliseconds", 0, 1000),
    Setting("hook_stdin_max_bytes", "largest input a hook reads, bytes", 1024, 67_108_864),
    Setting("hook_max_chars", "longest output of a hook, characters", 200, 10_000),
    Setting("prompt_max_notes", "notes shown with a prompt; 0 shows none", 0, 20, project=(1, 6)),
    Setting("prompt_max_tokens", "tokens shown with a prompt", 50, 10_000, project=(300, 1500)),
    Setting("prompt_note_max_chars", "characters of one note shown with a prompt", 100, 10_000, project=(400, 2000)),
    Setting("prompt_min_score", "notes below this score are not shown with a prompt, 0 to 1", 0, 1),
    Setting("protocol", "what a session is told about using this memory, instead of our words", fault=_protocol_fault),
    Setting("guard_max_tokens", "tokens for rules that govern what a tool is about to do", 50, 10_000),
    Setting("pack_rules_max_tokens", "tokens for rules at session start", 0, 20_000),
    Setting("pack_identity_max_tokens", "tokens for who you are at session start", 0, 20_000),
    Setting("pack_work_max_tokens", "tokens for open work at session start", 0, 20_000, project=(250, 1000)),
    Setting("pack_feedback_max_tokens", "tokens for feedback at session start", 0, 20_000),
    Setting("pack_memory_max_tokens", "tokens for other notes at session start", 0, 20_000, project=(400, 1800)),
    Setting("similar_min", "a note this much like a new one is named when writing, 0 to 1", 0, 1),
    Setting("journal_recall_days", "days the journal keeps what was shown; 0 keeps it for good", 0, 36_500),
    Setting("journal_content_days", "days the journal keeps the bytes of old versions; 0: for good", 0, 36_500),
    Setting("mcp_deadline_s", "longest a tool call may take, seconds", 0.1, 3600),
    Setting("mcp_idle_s", "a server without calls for so long commits what was written, seconds", 0.1, 86_400),
    Setting("mcp_max_message_bytes", "largest message the MCP server reads, bytes", 4096, 1_073_741_824),
    Setting("mcp_tools", "tools that the MCP server offers; see `mcp.md`", choices=TOOL_SETS),
    Setting("embedder", "what makes vectors of notes and questions; see `embedders.md`", choices=EMBEDDERS),
    Setting("embedder_model", "name of the embedder's model (its usual one)"),
    Setting("embedder_url", "address of the embedder's service (its own)", fault=address_fault),
    Setting("embedder_key_env", "NAME of the variable that holds the service's key", fault=_variable_fault),
    Setting("embedder_dims", "components of a vector; 0: as many as the model usually gives", 0, 8192),
    Setting("embedder_path", "model file of `onnx`, model folder of `fastembed`"),
    Setting("embedder_timeout_s", "longest an embedder's service may take, seconds", 0.1, 600),
    Setting("embedder_threads", "threads of a neural model on this machine", 1, 64),
    Setting("color", "colour of the command line; `NO_COLOR` means never", choices=("auto", "always", "never")),
)


class Loaded(Value):
    """The settings in force, one view a setting in the order of the table, and what was ignored, one line each."""

    settings: Settings
    views: tuple[SettingView, ...]
    warnings: tuple[str, ...] = ()


class _Found(Value):
    """A value with the place it was found in. place: how an error names it."""

    value: Any
    source: str
    place: str


def load(environ: Mapping[str, str], cwd: str, call: Mapping[str, Any] | None = None) -> Loaded:
    """Reads everything once. call: settings of this call alone.

    Raises SagacityError `invalid` naming file and key, or variable, for an unknown key and a value out of range;
    `degraded` for a user file that cannot be read.
    """
    found = {key: _Found(value, "call", key) for key, value in (call or {}).items()}
    found = {**_from_environment(environ), **found}
    home = os.path.abspath(os.path.expanduser(str(found["home"].value))) if "home" in found else _default_home(environ)
    user = _from_user_file(os.path.join(home, FILE_NAME))
    project, warnings = _from_project_file(project_file(cwd, home, environ.get("HOME", "")))
    found = {**_fallbacks(environ), **user, **project, **found}
    values = {row.key: _checked(row, found[row.key]) if row.key in found else row.default for row in TABLE}
    values["home"] = home
    if values["embedder_path"]:
        values["embedder_path"] = os.path.abspath(os.path.expanduser(values["embedder_path"]))
    settings = Settings(**values)
    views = tuple(_view(row, settings, found[row.key].source if row.key in found else "default") for row in TABLE)
    return Loaded(settings=settings, views=views, warnings=warnings)


def session_of(environ: Mapping[str, str]) -> str:
    """The session id that the client put into the environment, "" for none."""
    return next((environ[name] for name in SESSION_VARIABLES if environ.get(name)), "")


def is_agent(environ: Mapping[str, str]) -> bool:
    """Whether a coding agent started this process."""
    return any(environ.get(name) for name in AGENT_VARIABLES)


def project_file(cwd: str, home: str, user_home: str) -> str:
    """The nearest `.sagacity/config.toml` from cwd up to the top of the repository; "" when there is none."""
    folder = os.path.abspath(cwd)
    while folder and folder != user_home:
        path = os.path.join(folder, FOLDER, FILE_NAME)
        if os.path.dirname(path) != home and os.path.isfile(path):
            return path
        above = os.path.dirname(folder)
        if above == folder or os.path.lexists(os.path.join(folder, ".git")):
            return ""
        folder = above
    return ""


def _default_home(environ: Mapping[str, str]) -> str:
    if not environ.get("HOME"):
        raise SagacityError(
            "invalid", "HOME is not set, so there is no place for your notes", hint="set HOME, or SAGACITY_HOME=FOLDER"
        )
    return os.path.join(environ["HOME"], FOLDER)


def _from_environment(environ: Mapping[str, str]) -> dict[str, _Found]:
    return {row.key: _Found(environ[row.env], "environment", row.env) for row in TABLE if environ.get(row.env)}


def _fallbacks(environ: Mapping[str, str]) -> dict[str, _Found]:
    """What other variables say, when nothing of ours does."""
    found = {"user_home": _Found(environ.get("HOME", ""), "environment", "HOME")}
    editor = next((name for name in ("VISUAL", "EDITOR") if environ.get(name)), "")
    found["editor"] = _Found(environ[editor], "environment", editor) if editor else _Found("vi", "default", "editor")
    if environ.get("CLAUDE_CONFIG_DIR"):
        found["claude_config_dir"] = _Found(environ["CLAUDE_CONFIG_DIR"], "environment", "CLAUDE_CONFIG_DIR")
    plain = "NO_COLOR" if environ.get("NO_COLOR") else "TERM" if environ.get("TERM") == "dumb" else ""
    if plain:
        found["color"] = _Found("never", "environment", plain)
    return found


def _from_user_file(path: str) -> dict[str, _Found]:
    rows = {row.key: row for row in TABLE}
    found: dict[str, _Found] = {}
    for key, value in _read_toml(path).items():
        place = _place(path, key)
        if key not in rows:
            raise _unknown_key(place, key)
        if not rows[key].files:
            raise SagacityError("invalid", f"{place} cannot be set in a file", hint=f"set {rows[key].env}")
        found[key] = _Found(value, "user file", place)
    return found


def _from_project_file(path: str) -> tuple[dict[str, _Found], tuple[str, ...]]:
    """What a repository may set, and one line for each thing it may not."""
    found: dict[str, _Found] = {}
    warnings: list[str] = []
    try:
        data = _read_toml(path) if path else {}
    except SagacityError as error:
        return {}, (f"ignored: {error}",)
    rows = {row.key: row for row in TABLE if row.project}
    for key, value in data.items():
        place = _place(path, key)
        try:
            if key not in rows:
                raise SagacityError("refused", f"{place}: a repository may not set {key}")
            _checked(rows[key], _Found(value, "project file", place), rows[key].project)
            found[key] = _Found(value, "project file", place)
        except SagacityError as error:
            warnings.append(f"ignored: {error}")
    return found, tuple(warnings)


def _read_toml(path: str) -> dict[str, Any]:
    """The keys of a file; empty when there is none. tomllib is loaded only when there is one."""
    try:
        with open(path, "rb") as file:
            data = file.read(FILE_MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise SagacityError("degraded", f"cannot read {path}: {error.strerror}", hint="check its owner") from error
    if len(data) > FILE_MAX_BYTES:
        raise SagacityError("invalid", f"{path} is larger than {FILE_MAX_BYTES} bytes")
    import tomllib

    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise SagacityError("invalid", f"{path} is not TOML: {error}", hint="correct that line") from error


def _place(path: str, key: str) -> str:
    """file:line: key. Keys stand at the beginning of a line; the parser does not say which."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                if line.split("=")[0].split(".")[0].strip(" \t[]\"'\n") == key:
                    return f"{path}:{number}: {key}"
    except OSError:
        return f"{path}: {key}"
    return f"{path}: {key}"


def _unknown_key(place: str, key: str) -> SagacityError:
    near = nearest(key, [row.key for row in TABLE])
    hint = f"did you mean {near}?" if near else "`sagacity config` lists the keys"
    return SagacityError("invalid", f"{place} is no setting", hint=hint)


def _checked(row: Setting, found: _Found, narrow: tuple[float, float] | None = None) -> Any:
    """The value in the type of its default. Raises `invalid` with the allowed range."""
    if isinstance(row.default, str):
        return _checked_text(row, found)
    low, high = narrow or (row.low, row.high)
    allowed = f"allowed: {_figure(low)} to {_figure(high)}"
    try:
        written = "" if isinstance(found.value, bool) else found.value
        value = int(written) if isinstance(row.default, int) else float(written)
        if not low <= value <= high or (isinstance(found.value, float) and value != found.value):
            raise ValueError
    except (ValueError, TypeError, OverflowError) as error:
        message = f"{found.place} is {found.value!r:.60}, which cannot be used"
        raise SagacityError("invalid", message, hint=allowed) from error
    return value


def _checked_text(row: Setting, found: _Found) -> str:
    value = found.value
    if not isinstance(value, str) or (row.choices and value not in row.choices):
        allowed = "allowed: " + (", ".join(row.choices) if row.choices else "text")
        raise SagacityError("invalid", f"{found.place} is {value!r:.60}, which cannot be used", hint=allowed)
    if value and row.fault and (fault := row.fault(value)):
        raise SagacityError("invalid", f"{found.place} {fault}")
    return value


def _figure(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)


def _view(row: Setting, settings: Settings, source: str) -> SettingView:
    return SettingView(
        key=row.key,
        value=str(getattr(settings, row.key)),
        default=str(row.default),
        source=source,
        env=row.env,
        help=row.help,
    )


def process_environment() -> Mapping[str, str]:
    """The environment of this process; read here and nowhere else."""
    return os.environ


def working_folder() -> str:
    """Where the process is; the root folder when that has been deleted, so that it is in no project."""
    try:
        return os.getcwd()
    except OSError:
        return os.sep


def page() -> str:
    """The manual's page on configuration."""
    rows = [
        f"| `{row.key}` | {_shown_default(row)} | {_allowed(row)} | {row.help} | {_shown_project(row)} |"
        for row in TABLE
    ]
    return "\n".join([PAGE_HEAD, *rows, ""])


def _shown_default(row: Setting) -> str:
    return f"`{row.default}`" if row.default != "" else ""


def _allowed(row: Setting) -> str:
    if isinstance(row.default, str):
        return ", ".join(row.choices) or "text"
    return f"{_figure(row.low)} to {_figure(row.high)}"


def _shown_project(row: Setting) -> str:
    return f"{_figure(row.project[0])} to {_figure(row.project[1])}" if row.project else ""
