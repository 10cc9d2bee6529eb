"""What is published of the note format: its version, and the Saga spec that it holds to."""

from __future__ import annotations

from .fences import MAX_BYTES
from .preview import SUMMARY_MAX_LINES, TITLE_MAX_CHARS
from .slug import MAX_BYTES as SLUG_MAX_BYTES
from .types import BODY_CAP, LONG_BODY_CAP
from .yaml_flow import MAX_DEPTH, MAX_KEYS

FORMAT_VERSION = "1.0"
SPEC_NAME, SPEC_VERSION = "Saga Topic Spec", "1.1"
SPEC_LEVELS = ((0, "Reader"), (1, "Pure-metadata"), (2, "Reference"))
"""The levels of the spec that are met; the next, Cognitive, needs an operator that runs a model."""

LIMITS = (
    ("frontmatter_bytes", MAX_BYTES),
    ("frontmatter_keys", MAX_KEYS),
    ("frontmatter_depth", MAX_DEPTH),
    ("title_characters", TITLE_MAX_CHARS),
    ("summary_lines", SUMMARY_MAX_LINES),
    ("slug_bytes", SLUG_MAX_BYTES),
    ("body_characters", BODY_CAP),
    ("long_body_characters", LONG_BODY_CAP),
)
