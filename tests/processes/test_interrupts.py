"""Ctrl-C ends a command in an orderly way, wherever it strikes."""

import signal
import sys
from types import SimpleNamespace

import pytest

from cardgen import interrupts
from tests.cli.conftest import in_process


def test_an_interrupt_is_told_and_leaves_the_old_file(toy_folder):
    (toy_folder / "out").mkdir()
    (toy_folder / "out" / "suns.pdf").write_bytes(b"old")
    before = "import os\ndef stop(*args): raise KeyboardInterrupt\nos.fsync = stop"
    result = in_process("build", "suns.yaml", "--only", "rules", cwd=toy_folder, before=before)
    assert result == (130, "", "cardgen: stopped; existing files are unchanged\n")
    assert [(path.name, path.read_bytes()) for path in (toy_folder / "out").iterdir()] == [("suns.pdf", b"old")]


INTERRUPTED_IMPORT = """
import signal, threading
handle, count, often = signal.getsignal(signal.SIGINT), 0, threading.Event()
def counted(*args):
    global count
    count += 1
    if count == 3:
        often.set()
    handle(*args)
signal.signal(signal.SIGINT, counted)
signal.raise_signal(signal.SIGINT)
often.wait()  # it is raised again and again
print("whole")
"""


def test_an_interrupt_waits_for_an_import(toy_folder):
    (toy_folder / "native.py").write_text(INTERRUPTED_IMPORT)
    before = (
        "import sys, threading; sys.path.insert(0, '.'); import cardgen.pipeline.printed_file.build as p\n"
        "def prepare(*_, **__):\n import native\n threading.Event().wait()\np.prepare = prepare\n"
    )
    result = in_process("build", "suns.yaml", cwd=toy_folder, before=before)
    assert result == (130, "whole\n", "cardgen: stopped; existing files are unchanged\n")


def test_an_interrupt_that_native_code_swallows_is_not_lost(toy_folder):
    before = (
        "import threading, weakref, cardgen.pipeline.printed_file.build as p\n"
        "class Value: pass\n"
        "def swallow(_): raise KeyboardInterrupt\n"  # as from a signal in a call of native code
        "def prepare(*_, **__):\n value = Value(); kept = weakref.ref(value, swallow); del value\n {then}\np.prepare = prepare\n"
    )
    wrong = "from cardgen.report.errors import UnlocatedError; raise UnlocatedError('E204', 'wrong')"
    for then in ("threading.Event().wait()", wrong):
        result = in_process("build", "suns.yaml", cwd=toy_folder, before=before.replace("{then}", then))
        assert result == (130, "", "cardgen: stopped; existing files are unchanged\n")


LATE = {
    "it comes again while it is noted": (
        "import signal, threading, weakref, cardgen.interrupts as i, cardgen.pipeline.printed_file.build as p\n"
        "again = i._interrupt_again\n"
        "def noted():\n i._interrupt_again = again; signal.raise_signal(signal.SIGINT); again()\n"
        "i._interrupt_again = noted\n"
        "class Value: pass\n"
        "def swallow(_): raise KeyboardInterrupt\n"
        "def prepare(*_, **__):\n"
        " value = Value(); kept = weakref.ref(value, swallow); del value; threading.Event().wait()\n"
    ),
    "a library takes it for a fault": (
        "import signal, cardgen.pipeline.printed_file.build as p\n"
        "def prepare(*_, **__):\n"
        " try: signal.raise_signal(signal.SIGINT)\n"
        " except KeyboardInterrupt: raise TypeError\n"
    ),
}


def test_an_interrupt_at_an_odd_moment_is_neither_lost_nor_a_bug(toy_folder):
    for moment, before in LATE.items():
        result = in_process("build", "suns.yaml", cwd=toy_folder, before=f"{before}p.prepare = prepare\n")
        assert result == (130, "", "cardgen: stopped; existing files are unchanged\n"), moment


@pytest.fixture
def seen(monkeypatch):
    """What has happened to interrupts, of this test alone."""

    class Seen:
        any = swallowed = is_kept = is_pending = is_coming = False

    monkeypatch.setattr(interrupts, "_Seen", Seen)
    return Seen


def press():
    """Return whether Ctrl-C is raised where it is pressed."""
    try:
        interrupts._stop(signal.SIGINT, None)
    except KeyboardInterrupt:
        return True
    return False


def test_the_first_interrupt_waits_for_games_and_the_second_for_nothing(seen):
    before = signal.getsignal(signal.SIGTERM)
    with interrupts.kept_for_games():
        assert signal.getsignal(signal.SIGTERM) is interrupts._stop
        assert [press(), press()] == [False, True]
        with pytest.raises(KeyboardInterrupt), interrupts.raised_in_games():
            pytest.fail("it has been pressed before")
        assert press()
    assert (seen.is_kept, seen.is_pending, signal.getsignal(signal.SIGTERM)) == (False, False, before)
    assert press()


def test_an_interrupt_is_raised_in_games_and_kept_between_them(seen):
    with interrupts.kept_for_games():
        with interrupts.raised_in_games():
            assert press()
        assert not press()
    with interrupts.raised_in_games():
        assert press()
    assert not seen.is_kept
    assert interrupts.was_stopped()


def test_an_interrupt_in_an_import_comes_again_once(seen, monkeypatch):
    begun = []
    monkeypatch.setattr(interrupts, "start_new_thread", lambda *given: begun.append(given))
    code = compile("def inner(): outer.press()\ninner()", "<frozen importlib._bootstrap>", "exec")
    press_here = lambda: interrupts._stop(signal.SIGINT, sys._getframe())  # noqa: E731 - a frame below the import
    for _ in range(2):
        exec(code, {"outer": SimpleNamespace(press=press_here)})
    assert begun == [(interrupts._interrupt, ())] and seen.is_coming
    with pytest.raises(KeyboardInterrupt):
        press_here()


def test_the_interrupt_that_comes_again_reaches_the_main_thread_on_each_system(seen, monkeypatch):
    sent = []
    monkeypatch.setattr(interrupts.time, "sleep", lambda _: None)
    monkeypatch.setattr(interrupts.signal, "pthread_kill", lambda *given: sent.append(given), raising=False)
    monkeypatch.setattr(interrupts, "interrupt_main", lambda: sent.append("main"))
    for platform in ("linux", "win32"):
        seen.is_coming = True
        monkeypatch.setattr(interrupts.sys, "platform", platform)
        interrupts._interrupt()
        assert not seen.is_coming
    assert sent == [(interrupts.threading.main_thread().ident, signal.SIGINT), "main"]


def test_only_an_interrupt_that_is_swallowed_is_raised_again(seen, monkeypatch):
    told, again = [], []
    monkeypatch.setattr(interrupts.sys, "__unraisablehook__", told.append)
    monkeypatch.setattr(interrupts, "_interrupt_again", lambda: again.append(True))
    other = SimpleNamespace(exc_type=ValueError)
    interrupts._report_unraisable(other)
    interrupts.raise_swallowed()
    assert (told, again) == ([other], [])
    interrupts._report_unraisable(SimpleNamespace(exc_type=KeyboardInterrupt))
    assert (told, again) == ([other], [True])
    with pytest.raises(KeyboardInterrupt):
        interrupts.raise_swallowed()


def test_a_handler_of_the_caller_stays(monkeypatch):
    handlers, kept = [signal.SIG_IGN, signal.default_int_handler], []
    monkeypatch.setattr(interrupts.signal, "getsignal", lambda _: handlers[0])
    monkeypatch.setattr(interrupts.signal, "signal", lambda *given: kept.append(given))
    monkeypatch.setattr(interrupts.sys, "unraisablehook", None)
    interrupts.install()
    assert not kept and interrupts.sys.unraisablehook is None
    handlers.pop(0)
    interrupts.install()
    assert kept == [(signal.SIGINT, interrupts._stop)]
    assert interrupts.sys.unraisablehook is interrupts._report_unraisable


def test_signals_are_held_back_while_processes_start_and_handled_after(monkeypatch):
    masks, both = [], {signal.SIGINT, signal.SIGTERM}

    def mask(how, signals):
        masks.append((how, signals))
        return "before"

    how = SimpleNamespace(SIG_BLOCK="block", SIG_UNBLOCK="unblock", SIG_SETMASK="set")
    for name, value in vars(how).items():
        monkeypatch.setattr(interrupts.signal, name, value, raising=False)
    monkeypatch.setattr(interrupts.signal, "pthread_sigmask", mask, raising=False)
    monkeypatch.setattr(interrupts.signal, "signal", lambda *given: masks.append(given))
    monkeypatch.setattr(interrupts, "CAN_BLOCK", True)
    with pytest.raises(OSError, match="full"), interrupts.held_back():
        raise OSError("full")
    interrupts.handle("ignore")
    assert masks == [("block", both), ("set", "before"), (signal.SIGINT, "ignore"), ("unblock", both)]
    masks.clear()
    monkeypatch.setattr(interrupts, "CAN_BLOCK", False)
    with interrupts.held_back():
        interrupts.handle("ignore")
    assert masks == [(signal.SIGINT, "ignore")]
