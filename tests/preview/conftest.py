import inspect

import pytest

from tests.preview.coroutines import run_coroutine


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    run_coroutine(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True
