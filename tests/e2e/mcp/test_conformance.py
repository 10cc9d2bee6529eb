"""The official conformance suite against our server, once for each revision of the protocol."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import sagacity
from scripts import clients

pytestmark = [pytest.mark.needs("npm", "client:node", "client:mcp-conformance"), pytest.mark.slow]

HERE = Path(__file__).parent
REASONS = tomllib.loads((HERE / "expected_failures.toml").read_text(encoding="utf-8"))
EXPECTED = [
    f"{scenario}:{check}" for checks in REASONS.values() for scenario, names in checks.items() for check in names
]
# 2024-11-05 is not in the suite; tests/faces/mcp/test_eras.py has the handshake and the calls of it.
REVISIONS = {"2025-03-26": 1, "2025-06-18": 27, "2025-11-25": 33, "2026-07-28": 40}
LIMIT_S = 400


@pytest.fixture
def url(tmp_path):
    """A bridge to servers on an empty home."""
    environ = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1"}
    environ["PYTHONPATH"] = str(Path(sagacity.__file__).parent.parent)
    bridge = subprocess.Popen(
        [sys.executable, str(HERE / "bridge.py")], env=environ, cwd=tmp_path, stdin=-1, stdout=-1, text=True
    )
    yield bridge.stdout.readline().strip()
    bridge.communicate(timeout=60)


def suite(*args, cwd):
    """What the suite says, without colours, and its exit status."""
    done = subprocess.run(
        [*clients.command("mcp-conformance"), *args],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    return re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr), done.returncode


@pytest.mark.parametrize("revision", REVISIONS)
def test_what_fails_is_what_cannot_pass(revision, url, tmp_path):
    baseline = tmp_path / "expected.yml"
    baseline.write_text("server:\n" + "".join(f"  - {entry}\n" for entry in EXPECTED))
    said, status = suite(
        "server", "--url", url, "--suite", "all", "--spec-version", revision, "--expected-failures", str(baseline),
        cwd=tmp_path,
    )  # fmt: skip
    assert status == 0, said
    assert said.count("=== Running scenario: ") == REVISIONS[revision]


def test_every_expected_failure_is_a_scenario_of_a_revision_we_claim(tmp_path):
    said, _ = suite("list", "--server", cwd=tmp_path)
    claimed = {name for name, tags in re.findall(r"- (\S+) \[(.*)\]", said) if set(tags.split(",")) & set(REVISIONS)}
    assert len(EXPECTED) == len(set(EXPECTED))
    assert {entry.split(":")[0] for entry in EXPECTED} <= claimed
