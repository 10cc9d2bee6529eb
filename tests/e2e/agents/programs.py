"""The agents that run for real: how each is started, what keeps it on this machine, and where its files are."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Program:
    """ask, go_on: arguments for a new session and for the last one again; `{}` stands for the prompt.

    environment, files: `{url}` stands for the model. files: path below the home, content; made before we come.
    shell: the name and the arguments of its tool that runs a command, `{}` for the command. strays: what it tries to
    reach whatever its settings say.
    """

    ask: tuple[str, ...]
    go_on: tuple[str, ...]
    environment: dict[str, str]
    files: dict[str, str]
    shell: tuple[str, dict[str, Any]]
    strays: frozenset[str] = field(default_factory=frozenset)


CODEX_CONFIG = """# mine
model = "gpt-5"
model_provider = "standin"
check_for_update_on_startup = false

[analytics]
enabled = false

[otel]
metrics_exporter = "none"

[features]
plugins = false
apps = false
remote_plugin = false

[model_providers.standin]
name = "standin"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "STANDIN_KEY"
"""
CODEX = ("exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "-s", "danger-full-access")
QUIET = {
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "general": {"enableAutoUpdate": False},
}
QWEN_SETTINGS = {
    "security": {"auth": {"selectedType": "openai"}},
    "memory": {"enableManagedAutoMemory": False, "enableManagedAutoDream": False},
}
OPENCODE_CONFIG = {
    "autoupdate": False,
    "share": "disabled",
    "model": "standin/m",
    "small_model": "standin/m",
    "provider": {
        "standin": {
            "npm": "@ai-sdk/openai-compatible",
            "options": {"baseURL": "{url}/v1", "apiKey": "none"},
            "models": {"m": {"name": "m", "limit": {"context": 100_000, "output": 4000}}},
        }
    },
}

PROGRAMS = {
    "codex": Program(
        ask=(*CODEX, "{}"),
        go_on=(*CODEX, "resume", "--last", "{}"),
        environment={"STANDIN_KEY": "none"},
        files={".codex/config.toml": CODEX_CONFIG},
        shell=("exec_command", {"cmd": "{}"}),
    ),
    "gemini": Program(
        ask=("-y", "-m", "gemini-2.5-pro", "-p", "{}"),
        go_on=("-y", "-m", "gemini-2.5-pro", "-r", "latest", "-p", "{}"),
        environment={"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": "{url}", "GEMINI_CLI_TRUST_WORKSPACE": "true"},
        files={".gemini/settings.json": json.dumps(QUIET | {"security": {"auth": {"selectedType": "gemini-api-key"}}})},
        shell=("run_shell_command", {"command": "{}"}),
    ),
    "qwen": Program(
        ask=("-y", "-p", "{}"),
        go_on=("-y", "-c", "-p", "{}"),
        environment={"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": "{url}/v1", "OPENAI_MODEL": "qwen3"},
        files={".qwen/settings.json": json.dumps(QUIET | QWEN_SETTINGS)},
        shell=("run_shell_command", {"command": "{}", "is_background": False}),
    ),
    "copilot": Program(
        ask=("--allow-all-tools", "-p", "{}"),
        go_on=("--allow-all-tools", "--continue", "-p", "{}"),
        environment={
            "COPILOT_OFFLINE": "true",
            "COPILOT_AUTO_UPDATE": "false",
            "COPILOT_PROVIDER_BASE_URL": "{url}/v1",
            "COPILOT_PROVIDER_TYPE": "openai",
            "COPILOT_PROVIDER_API_KEY": "none",
            "COPILOT_MODEL": "gpt-5",
        },
        files={".copilot/config.json": "{}\n"},
        shell=("bash", {"command": "{}", "description": "a command"}),
    ),
    "opencode": Program(
        ask=("run", "{}"),
        go_on=("run", "-c", "{}"),
        environment={"OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1"},
        files={".config/opencode/opencode.json": json.dumps(OPENCODE_CONFIG)},
        shell=("bash", {"command": "{}", "description": "a command"}),
        strays=frozenset({"CONNECT registry.npmjs.org:443"}),  # for the types of plugins
    ),
}
