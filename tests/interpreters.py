"""Other versions of Python on this machine."""

from __future__ import annotations

import functools
import os
import pwd
import shutil
import subprocess
from pathlib import Path


@functools.cache
def find_python(version: str) -> str:
    """A program that starts: on PATH, else of pyenv, else of uv; "" for none. version: as 3.12."""
    name = f"python{version}"
    home = pwd.getpwuid(os.getuid()).pw_dir  # HOME is an empty folder while tests run
    pyenv = Path(os.environ.get("PYENV_ROOT") or f"{home}/.pyenv") / "versions"
    uv = Path(os.environ.get("UV_PYTHON_INSTALL_DIR") or f"{home}/.local/share/uv/python")
    folders = [*pyenv.glob(f"{version}.*"), *uv.glob(f"cpython-{version}.*")]
    found = [shutil.which(name), *(str(folder / "bin" / name) for folder in sorted(folders))]
    return next((one for one in found if one and _starts(one)), "")


def _starts(program: str) -> bool:
    """A name on PATH may be a shim for what is not there."""
    try:
        return subprocess.run([program, "--version"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False
