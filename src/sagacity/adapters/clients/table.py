"""The clients that can be set up, one record each. A client is added here, as data."""

from __future__ import annotations

from .targets import DOCUMENTED, HOOKS, PLUGIN, REAL, SERVERS, Hook, HookForm, Place, ServerForm, Target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

CLAUDE_TOOLS = "Bash|Edit|MultiEdit|Write|NotebookEdit|WebFetch|Task|mcp__.*"
"""Those that change something, reach out, or are somebody else's; what only reads on this machine runs unasked."""


def _hooks(start: str, prompt: str, tool: str, matcher: str = "") -> tuple[Hook, ...]:
    """The three moments that we have something to say at, in the client's words."""
    return Hook(start, "session-start", 5), Hook(prompt, "prompt", 5), Hook(tool, "before-tool", 5, matcher)


LIKE_CLAUDE = _hooks("SessionStart", "UserPromptSubmit", "PreToolUse")
STDIO = (("type", "stdio"),)

_ALL = (
    # Claude Code: an old .config.json, where there is one, is the file that is read.
    Target(
        name="claude-code",
        title="Claude Code",
        folder="{home}/.claude",
        places=(
            Place(("{folder}/.config.json", "{root}/.claude.json"), (SERVERS,), locked=True),
            Place(("{folder}/settings.json",), (HOOKS,)),
        ),
        hooks=(
            *_hooks("SessionStart", "UserPromptSubmit", "PreToolUse", CLAUDE_TOOLS),
            Hook("PreCompact", "before-compaction", 5),
        ),
        server_form=ServerForm(first=STDIO),
        strict=True,
        managed=(
            "/etc/claude-code/managed-settings.json",
            "/Library/Application Support/ClaudeCode/managed-settings.json",
        ),
        project=".mcp.json",
        instructions="`CLAUDE.md`, `.claude/rules`; skills in `.claude/skills`",
        cap="10,000 characters",
        seen=f"{REAL}, 2.1.332",
        remembers=True,
    ),
    Target(
        name="codex",
        title="Codex",
        folder="{home}/.codex",
        variable="CODEX_HOME",
        places=(
            Place(("{folder}/config.toml",), (SERVERS,)),
            Place(("{folder}/hooks.json",), (HOOKS,)),
        ),
        hooks=LIKE_CLAUDE,
        server_form=ServerForm(container="mcp_servers", language="toml"),
        project=".codex/config.toml",
        instructions="`AGENTS.md`; skills in `.agents/skills`",
        cap="2,500 tokens, about 10,000 bytes",
        step="type `/hooks` in Codex and trust the hooks: it skips them until then, and after each change",
        seen=f"{REAL}, 0.171.0",
    ),
    Target(
        name="gemini",
        title="Gemini CLI",
        folder="{home}/.gemini",
        places=(Place(("{folder}/settings.json",), (SERVERS, HOOKS)),),
        hooks=_hooks("SessionStart", "BeforeAgent", "BeforeTool"),
        hook_form=HookForm(per_s=1000),
        project=".gemini/settings.json",
        instructions="`GEMINI.md`",
        cap="none up to 20,000 characters",
        seen=f"{REAL}, 0.61.0",
    ),
    Target(
        name="qwen",
        title="Qwen Code",
        folder="{home}/.qwen",
        places=(Place(("{folder}/settings.json",), (SERVERS, HOOKS)),),
        hooks=LIKE_CLAUDE,
        hook_form=HookForm(per_s=1000),
        project=".qwen/settings.json",
        instructions="`QWEN.md`, `AGENTS.md`",
        cap="none up to 20,000 characters",
        seen=f"{REAL}, 0.24.4",
    ),
    Target(
        name="opencode",
        title="OpenCode",
        folder="{config}/opencode",
        places=(
            Place(("{folder}/opencode.jsonc", "{folder}/opencode.json"), (SERVERS,)),
            Place(("{folder}/plugins/sagacity.js",), (PLUGIN,)),
        ),
        server_form=ServerForm(
            container="mcp", args="", env="environment", first=(("type", "local"),), last=(("enabled", True),)
        ),
        project="opencode.json",
        instructions="`AGENTS.md`; skills in `.agents/skills`, `.claude/skills`",
        seen=f"{REAL}, 1.18.33",
    ),
    Target(
        name="copilot",
        title="Copilot CLI",
        folder="{home}/.copilot",
        variable="COPILOT_HOME",
        places=(
            Place(("{folder}/mcp-config.json",), (SERVERS,)),
            Place(("{folder}/hooks/sagacity.json",), (HOOKS,)),
        ),
        hooks=LIKE_CLAUDE,
        hook_form=HookForm(grouped=False, timeout="timeoutSec"),
        server_form=ServerForm(first=(("type", "local"),), last=(("tools", ["*"]),)),
        project=".mcp.json",
        instructions="`AGENTS.md`, `.github/copilot-instructions.md`",
        cap="10 MiB",
        seen=f"{REAL}, 1.0.102",
    ),
    Target(
        name="cursor",
        title="Cursor",
        folder="{home}/.cursor",
        places=(
            Place(("{folder}/mcp.json",), (SERVERS,)),
            Place(("{folder}/hooks.json",), (HOOKS,)),
        ),
        hooks=_hooks("sessionStart", "beforeSubmitPrompt", "preToolUse"),
        hook_form=HookForm(grouped=False),
        project=".cursor/mcp.json",
        instructions="`.cursor/rules/*.mdc`, `AGENTS.md`",
        cap="10,000 characters",
        step="switch the server on in Cursor's settings, under MCP, where it asks for that",
        seen=DOCUMENTED,
    ),
    # It runs the hooks of Claude Code's settings; a prompt's context has no place.
    Target(
        name="vscode",
        title="VS Code",
        folder="{applications}/Code/User",
        places=(Place(("{folder}/mcp.json",), (SERVERS,)),),
        server_form=ServerForm(container="servers", first=STDIO),
        project=".vscode/mcp.json",
        instructions="`.github/copilot-instructions.md`, `AGENTS.md`",
        step="trust the server when VS Code asks",
        seen=DOCUMENTED,
    ),
    # Its hooks can refuse, and say nothing to the model.
    Target(
        name="windsurf",
        title="Windsurf",
        folder="{home}/.codeium/windsurf",
        places=(Place(("{folder}/mcp_config.json",), (SERVERS,)),),
        instructions="`global_rules.md`, `.windsurf/rules/*.md`",
        seen=DOCUMENTED,
    ),
    Target(
        name="antigravity",
        title="Antigravity",
        folder="{home}/.gemini/antigravity-cli",
        places=(Place(("{folder}/mcp_config.json",), (SERVERS,)),),
        project=".agents/mcp_config.json",
        instructions="`AGENTS.md`, `.agents/rules`, `~/.gemini/GEMINI.md`",
        seen=DOCUMENTED,
    ),
    Target(
        name="cline",
        title="Cline",
        folder="{home}/.cline",
        places=(
            Place(
                (
                    "{applications}/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                    "{folder}/data/settings/cline_mcp_settings.json",
                ),
                (SERVERS,),
            ),
        ),
        server_form=ServerForm(last=(("disabled", False),)),
        instructions="`.clinerules/*.md`",
        cap="50,000 characters",
        seen=DOCUMENTED,
    ),
    Target(
        name="kiro",
        title="Kiro",
        folder="{home}/.kiro",
        places=(Place(("{folder}/settings/mcp.json",), (SERVERS,)),),
        project=".kiro/settings/mcp.json",
        instructions="`.kiro/steering/*.md`",
        seen=DOCUMENTED,
    ),
    Target(
        name="goose",
        title="goose",
        folder="{config}/goose",
        places=(Place(("{folder}/config.yaml",), (SERVERS,)),),
        server_form=ServerForm(
            container="extensions",
            command="cmd",
            env="envs",
            first=(("name", "sagacity"), ("type", "stdio"), ("enabled", True)),
            last=(("timeout", 300),),
            language="yaml",
        ),
        instructions="`AGENTS.md`, `.goosehints`",
        seen=DOCUMENTED,
    ),
    Target(
        name="amp",
        title="Amp",
        folder="{config}/amp",
        places=(Place(("{folder}/settings.jsonc", "{folder}/settings.json"), (SERVERS,)),),
        server_form=ServerForm(container="amp.mcpServers"),
        project=".amp/settings.json",
        instructions="`AGENTS.md`; skills in `.agents/skills`",
        step="approve the server where it stands in a project's settings",
        seen=DOCUMENTED,
    ),
    Target(
        name="zed",
        title="Zed",
        folder="{config}/zed",
        places=(Place(("{folder}/settings.json",), (SERVERS,)),),
        server_form=ServerForm(container="context_servers", first=(("source", "custom"),)),
        project=".zed/settings.json",
        instructions="`.rules`, `AGENTS.md`",
        seen=DOCUMENTED,
    ),
)
TARGETS: Mapping[str, Target] = {target.name: target for target in _ALL}
