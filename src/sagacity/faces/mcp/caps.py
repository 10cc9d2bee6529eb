"""How much one answer may hold."""

from __future__ import annotations

from ...core.frame import Caps

CAPS = Caps(max_chars=60_000, max_tokens=18_000)
"""Clients cut what is longer, or refuse it."""

BODY_MAX_CHARS = 40_000
