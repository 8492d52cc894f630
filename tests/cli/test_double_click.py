"""A double click opens the start page; a terminal, a script and a test do not."""

import os
import sys

import pytest

from cardgen.cli.double_click import is_double_click


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has consoles in place of variables")
def test_a_double_click_is_what_the_desktop_says(monkeypatch):
    for terminal, platform, variables, expected in (
        (False, "linux", {}, False),
        (False, "linux", {"GIO_LAUNCHED_DESKTOP_FILE_PID": str(os.getpid())}, True),
        (True, "linux", {"GIO_LAUNCHED_DESKTOP_FILE_PID": str(os.getpid())}, False),
        (False, "linux", {"GIO_LAUNCHED_DESKTOP_FILE_PID": "1x"}, False),
        (False, "darwin", {"XPC_SERVICE_NAME": "application.org.example.cardgen"}, True),
        (False, "darwin", {"XPC_SERVICE_NAME": "0"}, False),
        (True, "darwin", {"XPC_SERVICE_NAME": "application.org.example.cardgen"}, False),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(sys, "platform", platform)
            for name in ("stdin", "stdout", "stderr"):
                patched.setattr(getattr(sys, name), "isatty", lambda terminal=terminal: terminal, raising=False)
            for name in ("GIO_LAUNCHED_DESKTOP_FILE_PID", "XPC_SERVICE_NAME"):
                patched.delenv(name, raising=False)
            for name, value in variables.items():
                patched.setenv(name, value)
            assert is_double_click() is expected, (terminal, platform, variables)
