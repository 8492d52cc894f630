"""A pool of processes, forked or started anew, which leaves none behind."""

import gc
import multiprocessing
import os
import signal
import struct
import subprocess
import sys
import threading
from concurrent.futures.process import BrokenProcessPool
from types import SimpleNamespace

import pytest

from cardgen.processes.parent import _watch
from cardgen.processes.pool import ProcessPool

HERE = []
FORKS = [False, pytest.param(True, marks=pytest.mark.skipif(sys.platform != "linux", reason="processes do not fork"))]


def state():
    return os.getpid(), [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)], list(HERE)


@pytest.mark.parametrize("fork", FORKS)
def test_a_pool_starts_again_after_it_was_ended(fork):
    others = {*multiprocessing.active_children()}
    pool = ProcessPool(1, fork=fork, begin=None)
    for end in (pool.close, pool.kill):
        (future,) = pool.submit(abs, [(-3,)])
        assert future.result(60) == 3
        assert {*multiprocessing.active_children()} - others
        end()
        assert others.issuperset(multiprocessing.active_children())
    pool.close()


def test_garbage_is_not_collected_while_forks_share_it_and_stays_frozen_if_the_program_froze_it():
    def froze(pool, end):
        assert pool.submit(abs, [(-3,)])[0].result(60) == 3
        meanwhile = gc.get_freeze_count() > 0
        end()
        return meanwhile, gc.get_freeze_count() > 0

    forks = [False, True][: 1 + (sys.platform == "linux")]
    gc.unfreeze()
    try:
        for fork in forks:
            pool = ProcessPool(1, fork=fork)
            assert froze(pool, pool.close) == froze(pool, pool.kill) == (fork, False)
    finally:
        gc.freeze()
    for fork in forks:
        pool = ProcessPool(1, fork=fork)
        assert froze(pool, pool.close) == (True, True)


@pytest.mark.parametrize("fork", FORKS)
def test_calls_fail_when_a_process_dies(fork):
    pool = ProcessPool(2, fork=fork)
    try:
        with pytest.raises(BrokenProcessPool):  # already while calls are submitted, if the first one is quick
            for future in pool.submit(os._exit, [(3,)] * 4):
                future.result(60)
        with pytest.raises(RuntimeError):
            pool.submit(abs, [(-3,)])
    finally:
        pool.kill()


def send_half(told):
    """Send the beginning of a result, and wait."""
    results = sys._getframe(1).f_locals["result_queue"]._writer
    os.write(results.fileno(), struct.pack("!i", 1000) + b"the first bytes of a thousand")
    os.write(told, b"x")
    threading.Event().wait()


@pytest.mark.skipif(sys.platform != "linux", reason="processes do not fork")
def test_a_process_that_is_killed_while_it_sends_a_result_holds_up_nothing():
    reader, writer = os.pipe()
    pool = ProcessPool(2, fork=True)
    pool.submit(send_half, [(writer,)])
    os.read(reader, 1)
    killing = threading.Thread(target=pool.kill, daemon=True)
    killing.start()
    killing.join(60)
    assert not killing.is_alive()
    os.close(reader)
    os.close(writer)


@pytest.mark.skipif(sys.platform != "linux", reason="processes do not fork")
def test_a_forked_process_begins_with_what_cannot_be_pickled(monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "HERE", [])
    pool = ProcessPool(1, fork=True, begin=lambda: HERE.append("begun"))
    before = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        (future,) = pool.submit(state, [()])
        process, handlers, here = future.result(60)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        pool.kill()
    assert process != os.getpid()
    assert (handlers, here, HERE) == ([signal.SIG_DFL] * 2, ["begun"], [])


KILLED = """
import os, threading
from cardgen.processes.parent import _watch
from cardgen.processes.pool import ProcessPool

def wait():
    print(os.getpid(), flush=True)
    threading.Event().wait()

if __name__ == "__main__":
    ProcessPool(2, fork=True).submit(wait, [(), ()])
    threading.Event().wait()
"""


def test_a_process_ends_with_its_parent_whatever_it_does_then(monkeypatch):
    ended, (reader, writer) = [], multiprocessing.Pipe(duplex=False)
    writer.close()
    monkeypatch.setattr(os, "_exit", ended.append)  # no exception of a thread would end the process
    for parent_process, statuses in (None, []), (SimpleNamespace(sentinel=reader), [1]):
        monkeypatch.setattr(multiprocessing, "parent_process", lambda found=parent_process: found)
        _watch()
        assert ended == statuses
    reader.close()


@pytest.mark.skipif(sys.platform != "linux", reason="processes do not fork")
def test_forked_processes_end_when_the_one_that_started_them_is_killed(tmp_path):
    (script := tmp_path / "pool.py").write_text(KILLED)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as parent:
        assert all(parent.stdout.readline() for _ in range(2))
        parent.kill()
        parent.communicate(timeout=300)  # the pipe ends when all that hold its other end have ended
