"""Counts tokens as a model's own vocabulary (o200k_base) does; the vocabulary comes from npm with its package."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

from scripts import clients

if TYPE_CHECKING:
    from collections.abc import Sequence

COUNT = """
const {countTokens} = require(process.argv[1]);
const texts = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => countTokens(text))));
"""


def counts(texts: Sequence[str]) -> list[int]:
    """Tokens of each text. Raises clients.NotInstalledError where npm cannot be reached."""
    command = [str(clients.install("node")), "-e", COUNT, str(clients.install("gpt-tokenizer"))]
    done = subprocess.run(command, input=json.dumps(list(texts)).encode(), capture_output=True, check=True)
    return [int(count) for count in json.loads(done.stdout)]
