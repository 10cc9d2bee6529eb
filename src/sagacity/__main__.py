"""`python -m sagacity`: the command `sagacity` of this interpreter, whatever is on PATH."""

from __future__ import annotations

import sys

from .wiring import cli

if __name__ == "__main__":
    sys.exit(cli())
