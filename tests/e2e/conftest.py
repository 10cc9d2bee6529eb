"""An installation of ours, made once for all programs."""

from __future__ import annotations

import pytest

from tests.e2e.machine import make_installation


@pytest.fixture(scope="session")
def installation(tmp_path_factory):
    return make_installation(tmp_path_factory.mktemp("installation") / "our env")
