"""The one thread that works: applications are not shared between threads, and the loop must never wait for one."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from ...core.errors import SagacityError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...app.context import App

HUNG_MAX = 4


class Worker:
    """A thread with an application of its own, opened at the first call."""

    def __init__(self, open_app: Callable[[], App]) -> None:
        self._open_app = open_app
        self._jobs: queue.SimpleQueue[tuple[Future[Any], Callable[[App], Any]]] = queue.SimpleQueue()
        self.app: App | None = None
        threading.Thread(target=self._work, name="operations", daemon=True).start()

    def submit(self, job: Callable[[App], Any]) -> Future[Any]:
        """The result to come. Cancelling it before its turn leaves it undone."""
        future: Future[Any] = Future()
        self._jobs.put((future, job))
        return future

    def _work(self) -> None:
        while True:
            future, job = self._jobs.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                if self.app is None:
                    self.app = self._open_app()
                future.set_result(job(self.app))
            except BaseException as error:
                future.set_exception(error)


class Workers:
    """The worker at work; a new one when a call hung in it. wrote: whether anything written is not put away yet."""

    def __init__(self, open_app: Callable[[], App], deadline_s: float) -> None:
        self._open_app = open_app
        self._deadline_s = deadline_s
        self._hung = 0
        self._called_s = time.monotonic()
        self.wrote = False
        self.current = Worker(open_app)

    def idle_s(self) -> float:
        """Seconds since the last call began."""
        return time.monotonic() - self._called_s

    async def run(self, what: str, job: Callable[[App], Any]) -> Any:
        """The job's result. Raises SagacityError `busy` when it does not come in time, and what the job raises."""
        self._called_s = time.monotonic()
        worker = self.current
        future = worker.submit(job)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self._deadline_s)
        except TimeoutError as error:
            self._give_up(worker, future)
            raise SagacityError(
                "busy",
                f"{what} was not done within {self._deadline_s:g} s",
                hint="try again; a write may have been done: recall it first",
            ) from error
        except asyncio.CancelledError:
            future.cancel()
            raise

    def _give_up(self, worker: Worker, future: Future[Any]) -> None:
        """What has not begun never will; else the next calls get a thread of their own, while there are few such."""
        if not future.cancel() and worker is self.current and self._hung < HUNG_MAX:
            self._hung += 1
            self.current = Worker(self._open_app)
