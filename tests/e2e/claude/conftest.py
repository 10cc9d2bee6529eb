"""The real Claude Code, pinned, on a machine of its own that reaches nothing but loopback."""

from __future__ import annotations

import pytest

from scripts import clients
from tests.e2e.claude.world import World
from tests.e2e.model import Model


def pytest_collection_modifyitems(items):
    """All of these need the program."""
    for item in items:
        if "e2e/claude" in str(item.path):
            item.add_marker(pytest.mark.needs("npm", "client:claude-code"))
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def world(tmp_path, installation):
    """Nothing may have tried to leave the machine by the end."""
    with Model() as model:
        yield World(tmp_path / "home", claude=clients.install("claude-code"), python=installation, model=model)
    assert model.strays == []
