"""Whose call is it, and where: the client's session and working folder, as far as it says."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import anyio
import mcp_types as types
from mcp.shared.exceptions import MCPError, NoBackChannelError
from pydantic import ValidationError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mcp.server.context import ServerRequestContext

META_CARRIERS = ("threadId", "ai.opencode/sessionID", "sessionId")
"""Keys of a call's `_meta` that clients put their session id in."""

SESSION_MAX_CHARS = 200
ROOTS_S = 2.0


def session_of(params: Mapping[str, Any] | None, environment: str) -> str:
    """The session id of a call: its own, else the process's. "" when neither is there."""
    meta = (params or {}).get("_meta")
    if isinstance(meta, dict):
        for key in META_CARRIERS:
            if isinstance(meta.get(key), str) and meta[key]:
                return str(meta[key])[:SESSION_MAX_CHARS]
    return environment


class Place:
    """The working folder of a connection: asked for once, and again when the client says it has changed."""

    def __init__(self, start: str) -> None:
        self._start = start
        self._known = ""
        self._asking = anyio.Lock()

    def forget(self) -> None:
        """The client's roots have changed."""
        self._known = ""

    async def of(self, context: ServerRequestContext[Any, Any]) -> str:
        """The client's root; where the process was started when it has none, or will not say."""
        async with self._asking:
            if not self._known:
                self._known = folder_of(await _roots(context), self._start)
            return self._known


def folder_of(uris: Sequence[str], start: str) -> str:
    """The start where a root holds it, else the first root that is there, else the start."""
    folders = [folder for uri in uris if (folder := _folder(uri))]
    if not folders or any(os.path.commonpath((folder, start)) == folder for folder in folders):
        return start
    return folders[0]


def _folder(uri: str) -> str:
    parts = urlsplit(uri)
    path = unquote(parts.path)
    usable = parts.scheme == "file" and parts.netloc in ("", "localhost") and "\0" not in path
    return os.path.realpath(path) if usable and os.path.isdir(path) else ""


async def _roots(context: ServerRequestContext[Any, Any]) -> list[str]:
    """What the client says; empty when it cannot, does not want to, or takes too long."""
    capabilities = context.session.client_capabilities
    if capabilities is None or capabilities.roots is None or not context.session.can_send_request:
        return []
    try:
        found = await context.session.send_request(
            types.ListRootsRequest(), types.ListRootsResult, request_read_timeout_seconds=ROOTS_S
        )
    except (MCPError, NoBackChannelError, ValidationError, RuntimeError):
        return []
    return [str(root.uri) for root in found.roots]
