"""Ctrl-C ends a command in an orderly way, wherever it strikes."""

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
