"""The programs from npm that tests run for real, in pinned versions, kept in a cache outside the repository.

`python -m scripts.clients [NAME …]` installs them ahead of the tests and prints where they are.
"""

from __future__ import annotations

import fcntl
import os
import platform
import pwd
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

INSTALL_LIMIT_S = 600


@dataclass(frozen=True)
class Client:
    """package and version: on npm, exact, `{platform}` stands for the machine's. program: path in it, `{triple}` stands
    for the machine as Rust calls it; a script is run by `node` of this table.
    """

    package: str
    version: str
    program: str


CLIENTS = {
    "claude-code": Client("@anthropic-ai/claude-code-{platform}", "2.1.332", "claude"),
    "codex": Client("@openai/codex", "0.171.0-{platform}", "vendor/{triple}/bin/codex"),
    "gemini": Client("@google/gemini-cli", "0.61.0", "bundle/gemini.js"),
    "qwen": Client("@qwen-code/qwen-code", "0.24.4", "cli.js"),
    "opencode": Client("opencode-{platform}", "1.18.33", "bin/opencode"),
    "copilot": Client("@github/copilot-{platform}", "1.0.102", "copilot"),
    "node": Client("node-{platform}", "22.23.5", "bin/node"),
    "mcp-conformance": Client("@modelcontextprotocol/conformance", "0.2.0-alpha.12", "dist/index.js"),
    "mcp-inspector": Client("@modelcontextprotocol/inspector", "2.12.0", "clients/launcher/build/index.js"),
    "gpt-tokenizer": Client("gpt-tokenizer", "4.0.0", "cjs/encoding/o200k_base.js"),
}
"""Platform packages: the main package runs a script on installation and needs a newer Node than many machines have.
The suite, the Inspector, Gemini CLI and Qwen Code need that newer Node. Stable releases of the suite (0.1) know nothing
of 2026-07-28.
"""

TRIPLES = {
    "linux-x64": "x86_64-unknown-linux-musl",
    "linux-arm64": "aarch64-unknown-linux-musl",
    "darwin-x64": "x86_64-apple-darwin",
    "darwin-arm64": "aarch64-apple-darwin",
}


class NotInstalledError(Exception):
    """Why a client is not to be had here, in one line."""


def install(name: str) -> Path:
    """The program, installed when it is not there yet. Raises NotInstalledError."""
    client = CLIENTS[name]
    version, package = (text.format(platform=machine()) for text in (client.version, client.package))
    folder = cache() / f"{name}-{version}"
    program = folder / "node_modules" / package / client.program.format(triple=TRIPLES.get(machine(), ""))
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not program.exists():
            _fetch(f"{package}@{version}", folder)
    if not os.access(program, os.R_OK if client.program.endswith(".js") else os.X_OK):
        raise NotInstalledError(f"{package} {version} holds no program {client.program}")
    return program


def command(name: str) -> list[str]:
    """What runs it, without arguments. Raises NotInstalledError."""
    program = install(name)
    return [str(install("node")), str(program)] if program.suffix == ".js" else [str(program)]


def cache() -> Path:
    """SAGACITY_TEST_CLIENTS, else a folder in the cache of whoever runs this."""
    return Path(os.environ.get("SAGACITY_TEST_CLIENTS") or Path(_own_home()) / ".cache" / "sagacity-tests" / "clients")


def machine() -> str:
    """As npm's platform packages call it."""
    arch = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}.get(platform.machine().lower(), platform.machine())
    return f"{sys.platform}-{arch}"


def _own_home() -> str:
    return pwd.getpwuid(os.getuid()).pw_dir


def _fetch(spec: str, folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NotInstalledError("needs npm on PATH")
    command = [
        npm,
        "install",
        "--prefix",
        str(folder),
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--no-save",
        spec,
    ]
    environment = {**os.environ, "HOME": _own_home(), "npm_config_cache": str(folder / "npm")}
    try:
        subprocess.run(command, env=environment, capture_output=True, text=True, timeout=INSTALL_LIMIT_S, check=True)
    except subprocess.TimeoutExpired as error:
        raise NotInstalledError(f"npm did not install {spec} within {INSTALL_LIMIT_S} s") from error
    except subprocess.CalledProcessError as error:
        reason = next((line for line in error.stderr.splitlines() if "code" in line), error.stderr.strip()[-200:])
        raise NotInstalledError(f"npm cannot install {spec}: {reason}") from error
    finally:
        shutil.rmtree(folder / "npm", ignore_errors=True)


def main(names: list[str]) -> int:
    """Exit status 1 when one could not be installed."""
    status = 0
    for name in names or CLIENTS:
        try:
            print(f"{name}: {install(name)}")
        except NotInstalledError as error:
            print(f"{name}: {error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
