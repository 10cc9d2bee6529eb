"""The documents say what is there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from scripts.readme import block, output_of, scrub, shortened, steps, with_block

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")])


def default_packages():
    """Names in the lock file that an install without extras brings on some platform."""
    lock = {package["name"]: package for package in tomllib.loads((ROOT / "uv.lock").read_text())["package"]}
    found, todo = set(), [dict(need) for need in lock["sagacity"]["dependencies"]]
    while todo:
        need = todo.pop()
        package = lock[need["name"]]
        more = list(package.get("dependencies", ()))
        for extra in need.get("extra", ()):
            more += package.get("optional-dependencies", {}).get(extra, ())
        if need["name"] not in found or need.get("extra"):
            todo += [one for one in more if one["name"] not in found]
        found.add(need["name"])
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_a_document_links_to_is_there(document):
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text())
    named = re.findall(
        r"`((?:docs|scripts|benchmarks|demo|tests|src)/[\w./-]+\.(?:md|py|toml|sql|sh))`", document.read_text()
    )
    local = [document.parent / target for target in targets if "://" not in target and not target.startswith("mailto:")]

    assert [str(path) for path in [*local, *(ROOT / name for name in named)] if not path.exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_json_in_a_document_is_json(document):
    for text in re.findall(r"```json\n(.*?)```", document.read_text(), re.DOTALL):
        json.loads(text)


def test_every_package_of_the_default_install_is_accounted_for():
    page = (ROOT / "docs" / "dependencies.md").read_text()
    foreign = {"colorama", "pywin32", "httpx2-jsfetch"}  # Windows, which is refused, and browsers

    assert {name for name in default_packages() - foreign if f"| {name} |" not in page} == set()


def test_every_development_package_is_accounted_for():
    page = (ROOT / "docs" / "dependencies.md").read_text()
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]["dev"]
    names = [re.split(r"[^a-z0-9-]", line)[0] for line in groups]

    assert [name for name in names if not re.search(rf"^\|[^|]*\b{name}\b", page, re.MULTILINE)] == []


@pytest.mark.needs("git")
@pytest.mark.slow
def test_the_readme_shows_what_the_demonstration_prints():
    shown = block((ROOT / "README.md").read_text(), "demo").removeprefix("```text\n").removesuffix("\n```")
    printed = shortened(steps(output_of("demo.run"), 4, 8))

    assert scrub(shown).splitlines() == scrub(printed).splitlines(), "run `make docs`"


def test_the_workflow_runs_the_readmes_command_everywhere():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text())
    matrix = workflow["jobs"]["test"]["strategy"]["matrix"]
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["classifiers"]
    promised = [line.rpartition(" :: ")[2] for line in classifiers if re.search(r":: 3\.\d+$", line)]

    assert matrix["python"] == promised
    assert {"run": "make test"} in workflow["jobs"]["test"]["steps"]
    assert "make test" in (ROOT / ".ci" / "run").read_text()
    assert "make test" in (ROOT / "README.md").read_text()
    assert "make demo" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("before", ["<!-- a -->\n\n<!-- /a -->", "<!-- a -->\nold\nlines\n<!-- /a -->"])
def test_a_block_is_replaced_and_nothing_else(before):
    text = f"head\n{before}\n<!-- b -->\nstays\n<!-- /b -->\n"

    after = with_block(text, "a", "new")

    assert after == "head\n<!-- a -->\nnew\n<!-- /a -->\n<!-- b -->\nstays\n<!-- /b -->\n"
    assert block(after, "a") == "new"


def test_the_python_of_the_readme_runs(tmp_path):
    code = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)[0]
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "HOME": str(tmp_path)}, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "Deploys need the VPN\n", "")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_commands_in_a_document_exist(document):
    known = set(re.findall(r"^## (\S+)$", (ROOT / "docs" / "cli.md").read_text(), re.MULTILINE))
    if document.name in {"roadmap.md", "SECURITY.md"}:
        known |= {"review", "trust", "sync"}
    named = set(re.findall(r"(?:^    |`|\$ )sagacity ([a-z]+)", document.read_text(), re.MULTILINE))

    assert named - known == set()


def test_what_chance_draws_is_scrubbed():
    shown = (
        "5. A prompt [172 ms]\n | [[MEM bpcdqzdf HNBVTFE task age=0d]]\n | 01KDVE24501EVCJYEB0RDS8F7W 0.80 2026-03-01"
    )

    assert scrub(shown) == "5. A prompt [N ms]\n | [[MEM NONCE ID task age=0d]]\n | ID SCORE DATE"
