"""A server of cardgen as its user starts it, in a process of its own."""

import os
import signal
import subprocess
import sys
from pathlib import Path


class ServerProcess:
    """The process of a command that serves a page and prints its address.

    Args:
        state: Folder of what the command keeps for its user.
    """

    def __init__(self, state: Path) -> None:
        self._state = state
        self._errors = state.with_suffix(".errors")
        self._process: subprocess.Popen[str] | None = None

    def launch(self, *arguments: str) -> str:
        """Start the command, and return the address that it prints."""
        environment = {**os.environ, "XDG_STATE_HOME": str(self._state), "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "cardgen", *arguments]
        with self._errors.open("w") as errors:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)
        assert self._process.stdout is not None
        address = self._process.stdout.readline().rpartition(" ")[2].strip()
        assert address.startswith("http://"), address
        return address

    def stop(self, number: int = signal.SIGINT) -> int:
        """End it with a signal, and return its exit code; it has told of no exception."""
        if self._process is None:
            return 0
        self._process.send_signal(number)
        code = self._process.wait(300)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        errors = self._errors.read_text()
        assert "Traceback" not in errors, errors
        return code
