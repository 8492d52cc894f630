"""Coroutines of tests, run where no other loop runs."""

import asyncio
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_coroutine(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end, in a thread of its own: Playwright keeps a loop running in the thread of the tests."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, coroutine).result()


@contextmanager
def running_loop(loop: asyncio.AbstractEventLoop | None) -> Iterator[None]:
    """Let another loop run, or one be started, in the thread of the tests, although Playwright keeps one running there."""
    before = asyncio._get_running_loop()
    asyncio._set_running_loop(loop)
    try:
        yield
    finally:
        asyncio._set_running_loop(before)
