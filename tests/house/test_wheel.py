"""What users install: the built wheel, in a fresh environment, with nothing set up."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

import sagacity

REPOSITORY = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.slow


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "source"
    ignored = shutil.ignore_patterns(".venv", ".git", "*.pyc", "__pycache__", ".*_cache", "dist", ".hypothesis")
    shutil.copytree(REPOSITORY, copy, ignore=ignored)
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=copy)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    """The folder of a fresh environment's commands."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    if shutil.which("uv"):
        run("uv", "venv", "--quiet", "--python", sys.executable, str(folder))
        run("uv", "pip", "install", "--quiet", "--python", str(folder / "bin" / "python"), str(wheel))
    else:
        run(sys.executable, "-m", "venv", str(folder))
        run(str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", str(wheel))
    return folder / "bin"


def environment(home):
    return {"HOME": str(home), "PATH": os.environ["PATH"], "LC_ALL": "C"}


def test_the_wheel_holds_the_package_and_its_sql_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    sources = REPOSITORY / "src"
    expected = {
        path.relative_to(sources).as_posix()
        for path in (sources / "sagacity").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }

    assert tops == {"sagacity", f"sagacity-{sagacity.__version__}.dist-info"}
    assert {name for name in names if name.startswith("sagacity/")} == expected
    assert any(name.endswith("licenses/LICENSE") for name in names)


@pytest.mark.needs("index")
def test_the_installed_command_tells_its_version(installed, tmp_path):
    for name in ("sagacity", "sg"):
        said = run(str(installed / name), "--version", env=environment(tmp_path))

        assert sagacity.__version__ in said
    assert list(tmp_path.iterdir()) == [], "asking for the version makes no home"


@pytest.mark.needs("index")
@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_mcp_server_answers_with_nothing_set_up(installed, tmp_path, mode):
    home, project = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    project.mkdir()
    server = StdioServerParameters(
        command=str(installed / "sagacity"), args=["mcp"], env=environment(home), cwd=str(project)
    )

    async def talk():
        with anyio.fail_after(60):
            async with Client(server, mode=mode) as client:
                tools = {tool.name for tool in (await client.list_tools()).tools}
                written = await client.call_tool("remember", {"content": "Deploys need the VPN", "type": "fact"})
                found = await client.call_tool("recall", {"query": "what do deploys need?"})
                return client.server_info, tools, written, found

    info, tools, written, found = anyio.run(talk)

    assert info.name == "sagacity"
    assert info.version == sagacity.__version__
    assert {"recall", "read", "remember", "update", "forget"} <= tools
    assert not written.is_error
    assert "Deploys need the VPN" in found.content[0].text
    assert (home / ".sagacity" / "personal").is_dir()
