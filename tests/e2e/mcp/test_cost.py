"""What a model pays for having our tools at hand, counted with a model's own vocabulary."""

from __future__ import annotations

import json

import pytest

from sagacity.core.settings import DEFAULT_TOOLS
from sagacity.faces.mcp.tools import INSTRUCTIONS, tools
from scripts.tokens import counts

ALL_MAX = 2500
CORE_MAX = 1300
INSTRUCTIONS_MAX = 250
CORE = ("remember", "recall", "read", "update", "forget")


def as_json(tool):
    """As it goes over the wire, without what clients keep from the model."""
    fields = tool.model_dump(by_alias=True, exclude_unset=True)
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.needs("npm", "client:node", "client:gpt-tokenizer")
def test_the_tools_are_cheap():
    texts = {tool.name: as_json(tool) for tool in tools(DEFAULT_TOOLS)}
    cost = dict(zip([*texts, ""], counts([*texts.values(), INSTRUCTIONS]), strict=True))
    assert cost.pop("") < INSTRUCTIONS_MAX
    assert sum(cost.values()) < ALL_MAX
    assert sum(cost[name] for name in CORE) < CORE_MAX
    assert len(cost) <= 12
