"""The process's own streams, claimed before anything else is loaded."""

from __future__ import annotations

import os
import threading


class Pipe:
    """Standard input and output, taken away from everybody else: prints land on standard error, reads find nothing."""

    def __init__(self) -> None:
        self.input = os.dup(0)
        self._output = os.dup(1)
        self._lock = threading.Lock()
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        os.dup2(2, 1)

    def write(self, line: bytes) -> None:
        """The whole line. Blocks while the client does not read. Raises OSError when it has gone."""
        with self._lock:
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(self._output, rest) :]
