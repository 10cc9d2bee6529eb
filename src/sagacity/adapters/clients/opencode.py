"""The plugin that starts our hooks from within OpenCode, which knows no commands of its own for that."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .launch import Launch


MARK = "// Brings the notes of Sagacity into OpenCode. Written by `sagacity setup opencode`"


def is_plugin(text: str) -> bool:
    """Whether we wrote a text."""
    return text.startswith(MARK)


def plugin(launch: Launch) -> str:
    """Its text. It says nothing where our installation is gone, and never holds up a prompt."""
    with open(os.path.join(os.path.dirname(__file__), "opencode.js"), encoding="utf-8") as file:
        text = file.read()
    program = json.dumps([launch.python, "-I", "-S", "-E", launch.hook_file])
    text = text.replace("const PROGRAM = []\n", f"const PROGRAM = {program}\n")
    return text.replace('const MEMORY_HOME = ""\n', f"const MEMORY_HOME = {json.dumps(launch.home)}\n")
