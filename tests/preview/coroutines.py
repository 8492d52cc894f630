"""Coroutines of tests, run where no other loop runs."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_coroutine(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end, in a thread of its own: Playwright keeps a loop running in the thread of the tests."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, coroutine).result()
