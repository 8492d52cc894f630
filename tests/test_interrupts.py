"""When an interrupt is raised, kept or raised again; `tests/processes/test_interrupts.py` has those of whole commands."""

from __future__ import annotations

import signal
import sys
import threading
from types import SimpleNamespace

import pytest

from cardgen import interrupts
from cardgen.interrupts import _Seen


@pytest.fixture(autouse=True)
def again(monkeypatch):
    """Nothing has happened so far; the interrupts that would come again are only counted."""
    for name in ("any", "swallowed", "is_kept", "is_pending", "is_coming"):
        monkeypatch.setattr(_Seen, name, False)
    started = []
    monkeypatch.setattr(interrupts, "start_new_thread", lambda *call: started.append(call))
    return started


def frame(*files):
    """Return a frame of Python that runs in the first of some files, called from the others."""
    code = interrupts._report_unraisable.__code__
    codes = [code if file == "hook" else SimpleNamespace(co_filename=file) for file in files]
    found = None
    for one in reversed(codes):
        found = SimpleNamespace(f_code=one, f_back=found)
    return found


def is_raised(*files):
    try:
        interrupts._stop(signal.SIGINT, frame(*files))
    except KeyboardInterrupt:
        return True
    return False


@pytest.mark.parametrize(
    ("files", "raised"),
    [
        ([], True),
        (["deck.py"], True),
        (["deck.py", "build.py"], True),
        (["<frozen importlib._bootstrap>"], False),
        (["native.py", "<frozen importlib._bootstrap_external>", "deck.py"], False),
        (["hook"], False),
        (["deck.py", "hook"], False),
        (["<frozen runpy>"], True),
    ],
)
def test_an_interrupt_is_raised_but_in_imports_and_the_hook(files, raised, again):
    assert not interrupts.was_stopped()
    assert is_raised(*files) == raised
    assert interrupts.was_stopped()
    assert again == ([] if raised else [(interrupts._interrupt, ())])
    assert is_raised(*files) == raised
    assert len(again) == (not raised), "one that is coming is not started twice"


def test_the_first_interrupt_waits_for_games_and_the_second_does_not():
    before = signal.getsignal(signal.SIGTERM)
    with interrupts.kept_for_games():
        assert signal.getsignal(signal.SIGTERM) is interrupts._stop
        assert (is_raised(), is_raised()) == (False, True)
        with pytest.raises(KeyboardInterrupt), interrupts.raised_in_games():
            pytest.fail("it was pending")
        assert is_raised(), "after it has come, nothing is kept"
    assert signal.getsignal(signal.SIGTERM) == before
    assert is_raised()
    with interrupts.kept_for_games(), interrupts.raised_in_games():
        assert is_raised(), "what came before is over"


def test_an_interrupt_that_comes_again_is_raised_on_the_main_thread(monkeypatch):
    sent = []
    monkeypatch.setattr(interrupts, "_AGAIN", 0)
    monkeypatch.setattr(interrupts, "interrupt_main", lambda: sent.append("main"))
    monkeypatch.setattr(signal, "pthread_kill", lambda *call: sent.append(call), raising=False)
    for platform, call in (("linux", (threading.main_thread().ident, signal.SIGINT)), ("win32", "main")):
        monkeypatch.setattr(sys, "platform", platform)
        _Seen.is_coming = True
        interrupts._interrupt()
        assert (_Seen.is_coming, sent.pop(), sent) == (False, call, [])


def test_an_interrupt_within_games_is_raised_at_once_and_kept_between_them():
    with interrupts.kept_for_games():
        with interrupts.raised_in_games():
            assert is_raised()
        assert not is_raised()
    with interrupts.raised_in_games():
        assert is_raised()
    assert is_raised()


def test_an_interrupt_that_native_code_swallows_is_raised_when_asked_for(again, monkeypatch):
    told = []
    monkeypatch.setattr(sys, "__unraisablehook__", told.append)
    other = SimpleNamespace(exc_type=ValueError)
    interrupts._report_unraisable(other)
    interrupts.raise_swallowed()
    assert (told, again) == ([other], [])
    interrupts._report_unraisable(SimpleNamespace(exc_type=type("Stop", (KeyboardInterrupt,), {})))
    assert (told, len(again)) == ([other], 1)
    with pytest.raises(KeyboardInterrupt):
        interrupts.raise_swallowed()


def test_only_the_handler_of_python_is_replaced(monkeypatch):
    set_to = {}
    monkeypatch.setattr(signal, "signal", set_to.__setitem__)
    monkeypatch.setattr(sys, "unraisablehook", None)
    for own in (signal.SIG_IGN, print):
        monkeypatch.setattr(signal, "getsignal", lambda _, own=own: own)
        interrupts.install()
        assert (set_to, sys.unraisablehook) == ({}, None)
    monkeypatch.setattr(signal, "getsignal", lambda _: signal.default_int_handler)
    interrupts.install()
    assert set_to == {signal.SIGINT: interrupts._stop}
    assert sys.unraisablehook is interrupts._report_unraisable
