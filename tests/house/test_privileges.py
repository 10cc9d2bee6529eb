"""Tests about permissions mean what they say, whoever runs them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.needs("user")
def test_permission_bits_hold_here_and_in_what_is_started(tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0o500)
    with pytest.raises(PermissionError):
        (closed / "a").write_text("x")
    command = [sys.executable, "-I", "-S", "-c", "import sys; open(sys.argv[1], 'w')", str(closed / "b")]
    assert "PermissionError" in subprocess.run(command, capture_output=True, text=True, check=False).stderr
    assert os.listdir(closed) == []


@pytest.mark.needs("root")
def test_root_has_its_rights_back_afterwards(tmp_path):
    tmp_path.chmod(0o500)
    (tmp_path / "a").write_text("x")
    command = [sys.executable, "-I", "-S", "-c", "import sys; open(sys.argv[1], 'w')", str(tmp_path / "b")]
    subprocess.run(command, check=True)
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]
