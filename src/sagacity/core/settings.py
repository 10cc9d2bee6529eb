"""Every budget and path in one frozen value; `config.py` fills it, nobody else reads the environment."""

from __future__ import annotations

from .value import Value

EMBEDDERS = ("static", "none", "onnx", "fastembed", "ollama", "openai", "voyage", "cohere")
DEFAULT_TOOLS, FULL_TOOLS = "default", "full"
TOOL_SETS = (DEFAULT_TOOLS, FULL_TOOLS)
"""Of MCP tools; the full one has those of the default one, too."""


class Settings(Value):
    """Defaults are the built-in ones. Paths are absolute once `config.py` has filled them in."""

    home: str = ""
    user_home: str = ""
    editor: str = ""
    claude_config_dir: str = ""
    lock_timeout_s: float = 15.0
    busy_timeout_ms: int = 5000
    read_max_bytes: int = 2_097_152
    recall_limit: int = 10
    recall_window: int = 60
    recall_min_score: float = 0.12
    freshness_interval_s: float = 30.0
    freshness_full_ms: int = 250
    evidence_max_ms: int = 150
    freshness_slice: int = 100
    hook_deadline_ms: int = 300
    hook_busy_ms: int = 40
    hook_index_ms: int = 20
    hook_stdin_max_bytes: int = 1_048_576
    hook_max_chars: int = 9000
    prompt_max_notes: int = 3
    prompt_max_tokens: int = 750
    prompt_note_max_chars: int = 1000
    prompt_min_score: float = 0.30
    protocol: str = ""
    guard_max_tokens: int = 600
    pack_rules_max_tokens: int = 2000
    pack_identity_max_tokens: int = 400
    pack_work_max_tokens: int = 500
    pack_feedback_max_tokens: int = 200
    pack_memory_max_tokens: int = 900
    similar_min: float = 0.6
    journal_recall_days: int = 90
    journal_content_days: int = 0
    mcp_deadline_s: float = 20.0
    mcp_idle_s: float = 30.0
    mcp_max_message_bytes: int = 4_194_304
    mcp_tools: str = "default"
    embedder: str = "static"
    embedder_model: str = ""
    embedder_url: str = ""
    embedder_key_env: str = ""
    embedder_dims: int = 0
    embedder_path: str = ""
    embedder_timeout_s: float = 30.0
    embedder_threads: int = 1
    color: str = "auto"
