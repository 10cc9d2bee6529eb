"""The guards of tests/conftest.py hold, so that no other test has to check them."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


def run_pytest(tmp_path, body, **environment):
    """A session of its own under our conftest; gives its exit status and output."""
    (tmp_path / "conftest.py").write_text((REPOSITORY / "tests" / "conftest.py").read_text())
    (tmp_path / "test_it.py").write_text(textwrap.dedent(body))
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = needs(*what): x\nfilterwarnings = error\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    base = {name: value for name, value in os.environ.items() if name != "CI"}
    done = subprocess.run(
        command, cwd=tmp_path, env={**base, **environment}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_reaching_for_the_real_home_raises(tmp_path):
    real = tmp_path / "real"
    notes = str(real / ".sagacity")
    body = f"""
        import os
        def test_open(): open({notes!r} + "/config.toml")
        def test_make(): os.mkdir({notes!r})
        def test_list(): os.scandir({notes!r})
    """
    status, output = run_pytest(tmp_path, body, HOME=str(real))

    assert status == 1
    assert output.count("tests may not touch the real home") >= 3
    assert "3 failed" in output


def test_settings_of_the_person_who_runs_the_tests_do_not_reach_them(tmp_path):
    body = """
        import os
        def test_it():
            assert not [name for name in os.environ if name.startswith(("SAGACITY_", "CLAUDE"))]
            assert os.listdir(os.path.expanduser("~")) == []
    """
    status, output = run_pytest(tmp_path, body, SAGACITY_HOME="/elsewhere", CLAUDECODE="1")

    assert status == 0, output


def test_a_test_without_a_home_of_its_own_is_told(tmp_path):
    body = """
        import os
        def test_it():
            os.makedirs(os.path.expanduser("~/.sagacity"))
    """
    status, output = run_pytest(tmp_path, body)

    assert status == 1
    assert "wrote to the default home" in output


NEEDS_AN_ALIEN = """
    import pytest
    @pytest.mark.needs("platform:plan9")
    def test_foreign(): raise AssertionError
    def test_ours(): pass
"""
SKIPS = """
    import pytest
    def test_skipping(): pytest.skip("no time")
    def test_ours(): pass
"""


@pytest.mark.parametrize(
    ("body", "ci", "status", "said"),
    [
        (NEEDS_AN_ALIEN, "", 0, "needs the platform plan9"),
        (NEEDS_AN_ALIEN, "true", 0, "needs the platform plan9"),
        (SKIPS, "", 0, "no time"),
        (SKIPS, "true", 1, "counts as a failure"),
        ("def test_ours(): pass\n", "true", 0, "every test ran"),
    ],
)
def test_what_is_not_run_is_said_and_in_ci_it_must_run(tmp_path, body, ci, status, said):
    found, output = run_pytest(tmp_path, body, **({"CI": ci} if ci else {}))

    assert found == status, output
    assert said in output


def test_an_unknown_need_is_an_error(tmp_path):
    status, output = run_pytest(tmp_path, "import pytest\n@pytest.mark.needs('luck')\ndef test_it(): pass\n")

    assert status == 1
    assert "does not know what that is" in output


def test_warnings_are_errors(tmp_path):
    status, _ = run_pytest(tmp_path, "import warnings\ndef test_it(): warnings.warn('careful')\n")

    assert status == 1
