"""A sandbox, such as that of the converter of SVG, may be ended at any time, and nothing else is harmed."""

import contextlib
import io
import os
import pickle
import select
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pikepdf
import pytest

from cardgen.geometry.units import Size
from cardgen.model.drawing import Artwork
from cardgen.processes import allowance
from cardgen.processes import sandbox as sandboxes
from cardgen.processes.sandbox import OverLimitError, Sandbox
from cardgen.processes.sandbox_main import LENGTH
from cardgen.report.errors import UnlocatedError
from cardgen.write import svg_process
from cardgen.write.artwork import ArtworkConverter
from cardgen.write.svg_process import MEMORY, ConversionError

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9mm" height="9mm">{}</svg>'


def art(body: str = '<rect width="3" height="3"/>') -> Artwork:
    return Artwork(SVG.format(body), Size(9, 9))


@pytest.fixture
def sandbox():
    started = Sandbox(MEMORY)
    yield started
    started.close()


def works(sandbox):
    return sandbox.call("math:sqrt", 9, seconds=60)[0] == 3


def test_each_artwork_becomes_a_page_and_the_process_is_used_again():
    with pikepdf.open(io.BytesIO(svg_process.convert([art(), art("<circle r='2'/>")], []))) as pdf:
        assert len(pdf.pages) == 2
    first = svg_process.sandbox._process
    svg_process.convert([art()], [])
    assert svg_process.sandbox._process is first


def test_what_the_converter_refuses_is_told_and_ends_nothing():
    svg_process.sandbox.start()
    first = svg_process.sandbox._process
    with pytest.raises(ConversionError, match="SVG"):
        svg_process.convert([Artwork("<svg", Size(9, 9))], [])
    assert svg_process.convert([art()], [])
    assert svg_process.sandbox._process is first


def test_the_process_has_its_modules_and_its_own_environment(monkeypatch):
    monkeypatch.setenv("MALLOC_ARENA_MAX", "9")
    monkeypatch.setenv("OF_THE_CALLER", "7")
    box = Sandbox(MEMORY, "wave", "colorsys")
    try:
        told, _ = box.call("builtins:eval", "[*__import__('sys').modules]", seconds=60)
        assert {"wave", "colorsys"} <= {*told}
        names = ("MALLOC_ARENA_MAX", "OF_THE_CALLER")
        assert [box.call("os:getenv", name, seconds=60)[0] for name in names] == ["2", "7"]
    finally:
        box.close()


def test_an_answer_that_is_cut_off_or_never_comes_is_over_a_limit():
    whole = LENGTH.pack(3) + b"abc"
    closed = io.BytesIO()
    closed.close()
    for stdin, answer in ((io.BytesIO(), whole), (io.BytesIO(), whole[:-1]), (io.BytesIO(), whole[:5]), (io.BytesIO(), b""), (closed, whole)):  # fmt: skip
        process = SimpleNamespace(stdin=stdin, stdout=io.BytesIO(answer))
        if answer == whole and not stdin.closed:
            assert sandboxes._ask(process, b"a request") == b"abc"
            assert stdin.getvalue() == LENGTH.pack(9) + b"a request"
            continue
        with pytest.raises(OverLimitError):
            sandboxes._ask(process, b"a request")


def test_a_function_raises_its_own_error_and_the_process_is_used_again(sandbox):
    sandbox.start()
    first = sandbox._process
    with pytest.raises(ValueError, match="math domain error"):
        sandbox.call("math:sqrt", -1, seconds=60)
    assert works(sandbox)
    assert sandbox._process is first


def test_the_time_of_a_call_is_its_own(sandbox):
    for _ in range(2):
        value, used = sandbox.call("time:process_time", seconds=60)
        assert 0 <= used < value / 2, "without that of the start"
    _, long = sandbox.call("builtins:sum", range(3_000_000), seconds=60)
    _, short = sandbox.call("math:sqrt", 9, seconds=60)
    assert short < long / 2, "without that of the call before"


def test_a_process_that_works_too_long_is_ended_by_a_timer_and_why_it_ended_is_told(monkeypatch):
    timers, answers = [], [pickle.dumps((True, 3, 0.5))]

    class Timer:
        def __init__(self, seconds, act):
            self.asked, self.is_told = (seconds, act), []
            timers.append(self)

        def start(self):
            self.is_told.append("started")

        def cancel(self):
            self.is_told.append("cancelled")

        def is_alive(self):
            return is_alive

    def ask(_process, _request):
        if not answers:
            raise OverLimitError
        return answers.pop()

    monkeypatch.setattr(sandboxes.threading, "Timer", Timer)
    monkeypatch.setattr(sandboxes, "_ask", ask)
    box = Sandbox(MEMORY)
    process = SimpleNamespace(kill=lambda: None)
    monkeypatch.setattr(box, "_running", lambda: process)
    is_alive = True
    assert box.call("a:b", seconds=2) == (3, 0.5)
    for process.returncode, is_alive, is_time in (
        (sandboxes._TIME_IS_UP, True, True), (sandboxes._TIME_IS_UP, False, True), (-9, False, True), (-9, True, False), (1, True, False),
    ):  # fmt: skip
        with pytest.raises(OverLimitError) as raised:
            box.call("a:b", seconds=2)
        assert raised.value.is_time is is_time, (process.returncode, is_alive)
    assert {timer.asked for timer in timers} == {(12, process.kill)}
    assert all(timer.daemon and timer.is_told == ["started", "cancelled"] for timer in timers)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the memory of a process")
def test_what_a_function_prints_is_neither_an_answer_nor_shown(sandbox, capfd):
    assert sandbox.call("os:system", "echo an answer; echo an error >&2", seconds=60)[0] == 0
    assert sandbox.call("math:sqrt", 4, seconds=60)[0] == 2
    assert capfd.readouterr() == ("", "")


def test_too_much_memory_ends_the_process_only_and_another_one_is_started(sandbox):
    with pytest.raises(OverLimitError) as raised:
        sandbox.call("builtins:bytes", 2 * MEMORY, seconds=60)
    assert not raised.value.is_time
    assert works(sandbox)


@pytest.mark.skipif(sys.platform == "win32", reason="the system does not limit the time of a process")
def test_too_much_processor_time_ends_the_process(sandbox, monkeypatch):
    monkeypatch.setattr(sandboxes, "_PATIENCE", 1e9)
    with pytest.raises(OverLimitError) as raised:
        sandbox.call("builtins:pow", 7, 10**9, seconds=1e-6)
    assert raised.value.is_time
    monkeypatch.undo()
    assert works(sandbox)


def test_the_time_that_passes_is_limited_too(sandbox, monkeypatch):
    monkeypatch.setattr(sandboxes, "_PATIENCE", 0)
    with pytest.raises(OverLimitError) as raised:
        sandbox.call("time:sleep", 600, seconds=60)
    assert raised.value.is_time
    monkeypatch.undo()
    assert works(sandbox)


def test_a_process_that_is_ended_while_it_works_is_over_its_limit(sandbox):
    with pytest.raises(OverLimitError):
        sandbox.call("os:abort", seconds=60)
    assert works(sandbox)


ASKING = """
import os, pickle
from cardgen.processes.sandbox import Sandbox
from cardgen.processes.sandbox_main import send
box = Sandbox(2**30)
box.start()
print(box._process.pid, flush=True)
{more}
os._exit(0)
"""
ASKED = "send(box._process.stdin, pickle.dumps(('time:sleep', (600,), 2**30, 600)))"


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="nobody can wait for the process of another one")
@pytest.mark.parametrize("more", ["", ASKED])
def test_a_sandbox_ends_with_the_process_that_started_it_also_during_a_call(more):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", ASKING.format(more=more)]
    started = int(subprocess.run(command, env=env, capture_output=True, check=True).stdout)
    with contextlib.suppress(ProcessLookupError):  # it has ended already
        handle = os.pidfd_open(started)
        try:
            assert select.select([handle], [], [], 60)[0]
        finally:
            os.close(handle)


def test_the_first_artwork_that_is_over_the_limit_is_named(monkeypatch):
    real = svg_process._call

    def convert(batch, *more):
        if any("bomb" in artwork.svg for artwork in batch):
            raise OverLimitError
        return real(batch, *more)

    monkeypatch.setattr(svg_process, "_call", convert)
    with pytest.raises(UnlocatedError) as raised:
        ArtworkConverter().convert([art(), art('<g id="bomb"/>'), art("<circle r='2'/>")])
    assert raised.value.code == "E602"
    assert raised.value.message == "picture '<g id=\"bomb\"/></svg>' takes too long to draw, or too much memory"
    assert "10 s" in raised.value.expected


def test_where_artworks_are_too_much_together_the_one_that_takes_longest_is_named(monkeypatch):
    def convert(batch, _folders, seconds):
        if len(batch) > 1:
            raise OverLimitError
        return b"", 3.0 if "slow" in batch[0].svg else 0.1

    monkeypatch.setattr(svg_process, "_call", convert)
    with pytest.raises(UnlocatedError) as raised:
        ArtworkConverter().convert([art(), art('<g id="slow"/>'), art("<circle r='2'/>")])
    assert raised.value.message.startswith(
        "3 pictures together, of which picture '<g id=\"slow\"/></svg>' takes longest"
    )


def test_all_artworks_of_a_command_share_their_seconds(monkeypatch):
    given = []

    def call(_function, _sizes, _documents, _folders, *, seconds):
        given.append(seconds)
        return b"", 4.0

    monkeypatch.setattr(svg_process.sandbox, "call", call)
    allowance.begin()
    for _ in range(4):
        svg_process.convert([art()], [])
    assert given == pytest.approx([10.01, 6.02, 2.03, 0.01])
    allowance.begin()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forked processes")
def test_a_forked_process_leaves_the_sandbox_to_its_parent_and_warns_of_nothing(sandbox):
    sandbox.start()
    process = sandbox._process
    pid = os.fork()
    if not pid:
        sys.unraisablehook = lambda _: os._exit(1)  # a warning, which is an error here, while something is freed
        sandbox._process._waitpid_lock.acquire()  # as a thread may have held it, so that `Popen` cannot tell whose process it is
        sandbox._process.wait = lambda: None  # which would wait for the lock
        sandbox.kill()
        sandbox.close()
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
    assert works(sandbox) and sandbox._process is process


def test_the_process_may_be_replaced_while_it_is_killed(sandbox):
    """The thread whose call ends by it goes on: it ends the process too, and may start another one for its next call."""
    sandbox.start()
    first = sandbox._process
    end, waited = first.kill, []

    def kill():
        first.kill = end
        sandbox.close()
        sandbox._process = SimpleNamespace(wait=lambda: waited.append("for the next process"))

    first.kill = kill
    sandbox.kill()
    sandbox._process = None
    assert first.poll() is not None
    assert not waited


def test_no_process_starts_after_all_were_ended_for_good(sandbox, monkeypatch):
    """A thread whose call ends by it asks again, such as for the picture that is to blame: it waits for the end of all."""
    started, gate = [], threading.Lock()
    monkeypatch.setattr(sandboxes, "_starting", gate)
    monkeypatch.setattr(sandboxes, "_all", {sandbox})
    real = subprocess.Popen
    monkeypatch.setattr(
        sandboxes.subprocess, "Popen", lambda *given, **more: started.append(real(*given, **more)) or started[-1]
    )
    asked = threading.Event()

    def ask(process, request):
        asked.set()
        return real_ask(process, request)

    real_ask = sandboxes._ask
    monkeypatch.setattr(sandboxes, "_ask", ask)

    def call_twice():
        with pytest.raises(OverLimitError):
            sandbox.call("time:sleep", 600, seconds=600)
        return works(sandbox)

    with ThreadPoolExecutor(1) as thread:
        called = thread.submit(call_twice)
        assert asked.wait(60)
        sandboxes.kill_all()
        assert gate.locked() and started[0].poll() is not None
        assert len(started) == 1
        gate.release()  # in place of the end of the process
        assert called.result(60)
    assert len(started) == 2


def test_a_sandbox_that_is_ended_amid_an_interrupt_is_known_until_it_has_been_killed(sandbox):
    sandbox.start()
    process = sandbox._process
    end = process.kill

    def kill():
        process.kill = end
        raise KeyboardInterrupt

    process.kill = kill
    with pytest.raises(KeyboardInterrupt):
        sandbox.close()
    assert sandbox._process is process
