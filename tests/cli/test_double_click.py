"""A double click opens the start page; a terminal, a script and a test do not."""

import ctypes
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from cardgen.cli.double_click import arguments_of_double_click, is_double_click


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has consoles in place of variables")
def test_a_double_click_is_what_the_desktop_says(monkeypatch):
    for terminal, platform, variables, expected in (
        (False, "linux", {}, False),
        (False, "linux", {"GIO_LAUNCHED_DESKTOP_FILE_PID": str(os.getpid())}, True),
        (True, "linux", {"GIO_LAUNCHED_DESKTOP_FILE_PID": str(os.getpid())}, False),
        (False, "linux", {"GIO_LAUNCHED_DESKTOP_FILE_PID": str(os.getppid())}, True),
        (False, "linux", {"GIO_LAUNCHED_DESKTOP_FILE_PID": "1x"}, False),
        (False, "linux", {"XPC_SERVICE_NAME": "application.org.example.cardgen"}, False),
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


def test_a_process_whose_output_alone_is_a_terminal_is_no_double_click(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("GIO_LAUNCHED_DESKTOP_FILE_PID", str(os.getpid()))
    for terminal in ("stdin", "stdout", "stderr", None):
        for name in ("stdin", "stdout", "stderr"):
            stream = SimpleNamespace(isatty=lambda name=name, terminal=terminal: name == terminal)
            monkeypatch.setattr(sys, name, stream if name == terminal else None)  # without a desktop there is none
        assert is_double_click() is (terminal is None), terminal


@pytest.mark.parametrize(
    ("program", "is_frozen", "most"),
    [("cardgen.exe", False, 2), ("C:/cardgen/__main__.py", False, 1), ("cardgen.exe", True, 1)],
)
def test_on_windows_the_console_is_that_of_the_process_and_of_the_launcher_of_pip(
    monkeypatch, program, is_frozen, most
):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "argv", [program])
    monkeypatch.setattr(sys, "frozen", is_frozen, raising=False)
    for count in range(4):  # processes of the console; none of a program without one
        kernel = SimpleNamespace(GetConsoleProcessList=lambda _found, _length, count=count: count)
        monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
        assert is_double_click() is (count <= most), count


def test_a_double_click_opens_a_folder_for_games_in_that_for_documents(monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_documents_path", lambda: tmp_path / "Documents")
    folder = tmp_path / "Documents" / "cardgen"
    for _ in range(2):
        assert arguments_of_double_click() == ["preview", str(folder), "--out", str(folder / "out")]
        assert Path(folder).is_dir()
