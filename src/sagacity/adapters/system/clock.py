"""The clock of the machine."""

from __future__ import annotations

import time


class SystemClock:
    """Implements `app.ports.Clock`."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def monotonic_s(self) -> float:
        return time.monotonic()
