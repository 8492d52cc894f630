"""An event loop with a clock of its own, in which a test decides what happens next."""

import asyncio
import heapq
import itertools
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from tests.preview.coroutines import running_loop

Result = TypeVar("Result")


class Scheduler(asyncio.AbstractEventLoop):
    """Runs callbacks one by one; its clock moves only when a test moves it.

    Attributes:
        now: Seconds on the clock.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self._ready: deque[asyncio.Handle] = deque()
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._count = itertools.count()

    @property
    def has_ready(self) -> bool:
        """Whether a callback can run now."""
        self._drop_cancelled()
        return bool(self._ready)

    @property
    def next_time(self) -> float | None:
        """When the next timer ends; None if none runs."""
        self._drop_cancelled()
        return self._timers[0][0] if self._timers else None

    def step(self) -> None:
        """Run the next callback."""
        assert self.has_ready
        with running_loop(self):
            self._ready.popleft()._run()

    def advance(self) -> None:
        """Move the clock to the end of the next timer, whose callback can run then."""
        time = self.next_time
        assert time is not None, "nothing will ever happen"
        self.now = max(self.now, time)
        self._ready.append(heapq.heappop(self._timers)[2])

    def run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """Run a coroutine to its end; the clock moves as soon as there is nothing else to do."""
        task = self.create_task(coroutine)
        while not task.done():
            if self.has_ready:
                self.step()
            else:
                self.advance()
        self.finish()
        return task.result()

    def finish(self) -> None:
        """Run what can run at once, such as tasks that were cancelled."""
        while self.has_ready:
            self.step()

    def _drop_cancelled(self) -> None:
        while self._ready and self._ready[0].cancelled():
            self._ready.popleft()
        while self._timers and self._timers[0][2].cancelled():
            heapq.heappop(self._timers)

    # What asyncio asks of a loop.

    def time(self) -> float:
        return self.now

    def call_soon(self, callback: Callable[..., Any], *args: Any, context: Any = None) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_later(
        self, delay: float, callback: Callable[..., Any], *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self.now + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., Any], *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, next(self._count), handle))
        return handle

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coroutine: Any, **options: Any) -> Any:
        with running_loop(self):
            return asyncio.Task(coroutine, loop=self, **options)

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        raise context.get("exception") or RuntimeError(context["message"])

    def _timer_handle_cancelled(self, _handle: asyncio.TimerHandle) -> None:
        pass


async def elapse(seconds: float) -> None:
    """Let time pass on the clock of a scheduler."""
    await asyncio.sleep(seconds)  # noqa: TID251 - on a clock that a test moves
