"""How the command line begins and ends: streams, signals, exit codes, and errors that no command expects."""

import errno
import io
import os
import signal
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import cardgen.__main__ as module
from cardgen import cli, interrupts
from cardgen.cli import limits, main
from cardgen.processes import command_limits, sandbox
from cardgen.processes.command_limits import CommandLimitError
from cardgen.report import streams
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import CardgenError, UnlocatedError

STOPPED = "cardgen: stopped; existing files are unchanged\n"
BUG = (
    "cardgen: this is a bug in cardgen or in a game, not in your deck: {}\n"
    "  hint: run it again with CARDGEN_DEBUG=1 and report the output\n"
)
NO_SPACE = OSError(errno.ENOSPC, "No space left on device")
BROKEN = OSError(errno.EIO, "Input/output error")
REFUSED = OSError(errno.EACCES, "Permission denied")
LIMIT_HINT = "\n  hint: if the deck is your own, write --no-limits before the command: cardgen --no-limits ...\n"
MEMORY = f"error[E158]: the command takes more than 2 GiB of memory{LIMIT_HINT}"
ENDS = {
    "nothing": (None, None, ""),
    "wrong usage": (SystemExit(2), 2, ""),
    "Ctrl-C": (SystemExit(130), 130, STOPPED),
    "memory": (MemoryError(), 1, MEMORY),
    "the limit of memory": (CommandLimitError(is_time=False), 1, MEMORY),
    "the limit of time": (CommandLimitError(is_time=True), 1, MEMORY.replace("2 GiB of memory", "5 minutes of computing")),
    "a diagnostic": (CardgenError([Diagnostic("E101", "odd")]), 1, "error[E101]: odd\n"),
    "an error without a place": (UnlocatedError("E408", "odd", hints=("even",)), 1, "error[E408]: odd\n  hint: even\n"),
    "a full disk": (NO_SPACE, 1, "cardgen: cannot write the output: No space left on device\n"),
    "a broken disk": (BROKEN, 1, "cardgen: cannot write the output: Input/output error\n"),
    "another fault of the system": (REFUSED, 3, BUG.format("PermissionError: [Errno 13] Permission denied")),
    "a bug": (ValueError("odd"), 3, BUG.format("ValueError: odd")),
}  # fmt: skip


@pytest.fixture
def started(monkeypatch):
    """A function that runs `main` in a process as it starts, with an app that does something; returns what was set."""
    for name in ("install", "open_streams"):
        monkeypatch.setattr(cli, name, lambda: None)
    monkeypatch.setattr(cli, "was_stopped", lambda: False)
    for name in ("CARDGEN_DEBUG", "SOURCE_DATE_EPOCH", "PYDANTIC_DISABLE_PLUGINS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(command_limits._Now, "file", "")
    monkeypatch.setattr(sys, "argv", ["cardgen", "--version"])
    handlers = {}
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)

    def run(end=None):
        def app(obj):
            assert obj is limits.limit
            if end:
                raise end

        monkeypatch.setattr(cli, "app", app)
        main()
        return handlers

    return run


@pytest.mark.parametrize("name", ENDS)
def test_a_command_ends_with_its_exit_code_and_says_why(name, started, capsys):
    end, code, told = ENDS[name]
    if code is None:
        started(end)
    else:
        with pytest.raises(SystemExit) as caught:
            started(end)
        assert caught.value.code == code
    assert capsys.readouterr() == ("", told)


def test_an_error_after_ctrl_c_is_not_told_as_a_bug(started, capsys, monkeypatch):
    monkeypatch.setattr(cli, "was_stopped", lambda: True)
    with pytest.raises(SystemExit) as caught:
        started(ValueError("odd"))
    assert (caught.value.code, capsys.readouterr().err) == (130, STOPPED)


def test_who_looks_for_a_bug_sees_where_it_is(started, monkeypatch):
    monkeypatch.setenv("CARDGEN_DEBUG", "1")
    with pytest.raises(ValueError, match="odd"):
        started(ValueError("odd"))


def test_a_limit_names_the_file_that_was_read(started, capsys):
    command_limits.now_reading("deck.yaml")
    with pytest.raises(SystemExit):
        started(MemoryError())
    assert capsys.readouterr().err == f"deck.yaml: {MEMORY}"


def test_only_signals_that_nobody_handles_end_the_command(started, monkeypatch):
    numbers = {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}
    monkeypatch.setattr(signal, "getsignal", lambda number: signal.SIG_IGN)
    assert started() == {}
    monkeypatch.setattr(signal, "getsignal", lambda number: signal.SIG_DFL)
    handlers = started()
    assert handlers.keys() == numbers
    for number, handler in handlers.items():
        with pytest.raises(SystemExit) as caught:
            handler(number, None)
        assert caught.value.code == 128 + number


def test_a_folder_that_is_gone_is_told(started, monkeypatch, capsys):
    def gone():
        raise FileNotFoundError(errno.ENOENT, "No such file or directory")

    monkeypatch.setattr(Path, "cwd", gone)
    with pytest.raises(SystemExit) as caught:
        started()
    told = "cardgen: the current folder cannot be used: no such file or directory; change to another one\n"
    assert (caught.value.code, capsys.readouterr().err) == (2, told)


@pytest.mark.parametrize(
    ("date", "is_kept"),
    [("0", True), ("9" * 11, True), ("9" * 12, False), ("", False), ("-1", False), ("\u0663", False), ("1.5", False)],
)
def test_a_date_of_the_environment_that_is_none_is_ignored(date, is_kept, started, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
    started()
    assert os.environ.get("SOURCE_DATE_EPOCH") == (date if is_kept else None)


def test_a_double_click_opens_the_start_page_in_a_folder_for_games(started, monkeypatch, tmp_path):
    from cardgen.cli import double_click

    monkeypatch.setattr("platformdirs.user_documents_path", lambda: tmp_path / "Documents")
    folder = tmp_path / "Documents" / "cardgen"
    page = ["cardgen", "preview", str(folder), "--out", str(folder / "out")]
    for arguments, is_click, expected in (
        (["cardgen"], False, ["cardgen"]),
        (["cardgen"], True, page),
        (["cardgen"], True, page),  # the folder is there already
        (["cardgen", "check"], True, ["cardgen", "check"]),
    ):
        monkeypatch.setattr(sys, "argv", [*arguments])
        monkeypatch.setattr(double_click, "is_double_click", lambda is_click=is_click: is_click)
        started()
        assert sys.argv == expected
    assert folder.is_dir()


@pytest.mark.parametrize("command", [None, "build", *limits.UNLIMITED])
def test_commands_that_read_decks_are_limited(command, monkeypatch):
    limited = []
    monkeypatch.setattr(command_limits, "limit_command", limited.append)
    limits.limit(command)
    assert limited == ([] if command in {"balance", "play", "playtest", "preview", "table"} else [limits._end])


@pytest.fixture
def left(monkeypatch):
    """A function that runs something which ends the process, and returns what happens until then, in order."""
    events = []

    def leave(code):
        events.append(code)
        raise StopIteration

    def flush(name):
        events.append(name)
        raise BrokenPipeError  # the reader has gone

    def run(act):
        with monkeypatch.context() as patch:
            patch.setattr(os, "_exit", leave)
            for name in ("stdout", "stderr"):
                stream = SimpleNamespace(flush=lambda name=name: flush(name), write=events.append)
                patch.setattr(sys, name, stream)
            with pytest.raises(StopIteration):
                act()
        return events

    monkeypatch.setattr("gc.set_threshold", lambda *numbers: None)
    monkeypatch.setattr(interrupts, "install", lambda: None)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(command_limits._Now, "file", "")
    monkeypatch.setattr(sandbox, "kill_all", lambda: events.append("sandboxes"))
    return run


@pytest.mark.parametrize(
    ("end", "code"),
    [(None, 0), (SystemExit(), 0), (SystemExit(0), 0), (SystemExit(3), 3), (SystemExit("a text"), 1)],
)
def test_the_process_ends_its_sandboxes_and_writes_all_that_was_printed(end, code, left, monkeypatch):
    def run():
        if end:
            raise end

    monkeypatch.setattr(cli, "main", run)
    assert left(module.main) == ["sandboxes", "stdout", "stderr", code]


def test_ctrl_c_while_the_command_is_imported_gives_no_traceback(left, monkeypatch):
    def stop():
        raise KeyboardInterrupt

    monkeypatch.setattr(interrupts, "install", stop)
    monkeypatch.delitem(sys.modules, "cardgen.processes.sandbox")
    assert left(module.main) == [STOPPED[:-1], "\n", "stdout", "stderr", 130]


def test_no_signal_interrupts_the_end(left, monkeypatch):
    handlers, before = {}, signal.getsignal(signal.SIGINT)

    def signals():
        for number, handler in handlers.items():
            handler(number, None)

    monkeypatch.setattr(cli, "main", lambda: None)
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)
    monkeypatch.setattr(sandbox, "kill_all", signals)
    assert left(module.main) == ["stdout", "stderr", 0]
    assert (signal.SIGINT in handlers, signal.getsignal(signal.SIGINT)) == (callable(before), before)
    assert all(callable(signal.getsignal(number)) for number in handlers), "what the system does with others stays"


def test_ctrl_c_again_while_the_first_is_told_gives_no_traceback(left, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "main", stop)
    monkeypatch.setattr(module, "print", stop, raising=False)
    assert left(module.main) == ["sandboxes", "stdout", "stderr", 130]


def test_ctrl_c_as_the_end_begins_gives_no_traceback(left, monkeypatch):
    monkeypatch.setattr(cli, "main", lambda: None)
    monkeypatch.setattr(signal, "valid_signals", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
    assert left(module.main) == [0]


def test_a_command_that_does_not_end_is_ended_with_its_sandboxes(left, monkeypatch):
    monkeypatch.setattr(limits, "print", lambda text, file, flush: file.write(f"{text}{flush}"), raising=False)
    assert left(lambda: limits._end(CommandLimitError(is_time=False))) == [f"{MEMORY[:-1]}True", "sandboxes", 1]


def test_a_command_that_does_not_end_is_ended_though_nothing_can_be_told(left, monkeypatch):
    def told(_error):
        raise MemoryError

    monkeypatch.setattr(limits, "told", told)
    assert left(lambda: limits._end(CommandLimitError(is_time=False))) == [1]


def test_streams_that_are_closed_are_opened_again(monkeypatch):
    opened = []
    for first, expected in ((0, ["dup 0", "dup 1", "dup 2", "close 3"]), (2, ["dup 2", "close 3"]), (3, ["close 3"])):
        opened.clear()
        with monkeypatch.context() as patch:
            patch.setattr(os, "open", lambda name, mode, first=first: first)
            patch.setattr(os, "dup", lambda number: opened.append(f"dup {number}") or number + 1)
            patch.setattr(os, "close", lambda number: opened.append(f"close {number}"))
            for name in ("stdin", "stdout", "stderr"):
                patch.setattr(sys, name, None)
            streams.open_streams()
            typed = sys.stdin.fileno(), sys.stdin.encoding, sys.stdin.errors
            numbers = [stream.fileno() for stream in (sys.stdout, sys.stderr)]
        assert (opened, typed, numbers) == (expected, (0, "utf-8", "replace"), [1, 2])


def test_streams_keep_their_encoding_and_show_what_they_cannot_write(monkeypatch):
    below = [io.BytesIO(), io.BytesIO()]
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\xffb"), encoding="utf-8"))
        for name, raw in zip(("stdout", "stderr"), below, strict=True):
            stream = io.TextIOWrapper(raw, encoding="latin-1")
            stream.write("before ")
            patch.setattr(sys, name, stream)
        streams.open_streams()
        assert sys.stdin.read() == "a\ufffdb"
        sys.stdout.write("\xe9\u6c34\x1b")
        sys.stderr.write_raw("\x1b")
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        found = [raw.getvalue() for raw in below]
    assert found == [b"before \xe9\\u6c34<U+001B>", b"before \x1b"]
