"""Games on several processes."""

import multiprocessing
import os
import signal
import subprocess
import sys
from contextlib import closing

import pytest
from play.simulate.coins import CoinContest

from cardgen.interrupts import CAN_BLOCK
from cardgen.play.simulate.pool import MultiProcessExecutor
from cardgen.play.simulate.run import MatchPlan, WorkersLostError, play_tasks


class Interrupted:
    """Ctrl-C comes when a process has just begun to read what it is to do."""

    def __reduce__(self):
        return signal.raise_signal, (signal.SIGINT,)


@pytest.mark.skipif(not CAN_BLOCK, reason="signals cannot wait here")
def test_an_interrupt_while_processes_start_is_no_matter_of_theirs(capfd):
    with pytest.raises(WorkersLostError):
        list(MultiProcessExecutor(2).play(MatchPlan((Interrupted(),), ("random", "random")), [(0, 1), (0, 2)]))
    assert capfd.readouterr().err == ""


INTERRUPTED = """
import signal
from concurrent.futures import ProcessPoolExecutor
from cardgen.processes.pool import ProcessPool

def submit(*_):
    signal.raise_signal(signal.SIGINT)
    print("submitted")

signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore it in the background
ProcessPoolExecutor.submit = submit
try:
    ProcessPool(2).submit(print, [(), ()])
except KeyboardInterrupt:
    print("met" if signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, []) else "blocked")
"""


@pytest.mark.skipif(not CAN_BLOCK, reason="signals cannot wait here")
def test_an_interrupt_of_this_process_is_only_put_off():
    """It comes while the first processes of an interpreter start, and is met once they have."""
    ended = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False)
    assert (ended.stdout.split(), ended.stderr) == (["submitted", "submitted", "met"], "")


def test_processes_play_one_stage_after_another():
    """They are started once, though each stage has contests and levels of its own."""
    others = {*multiprocessing.active_children()}
    with closing(MultiProcessExecutor(2)) as executor:
        started = []
        for deck, level in ((1, "random"), (2, "greedy"), (3, "random")):
            plan = MatchPlan((CoinContest([deck, 1]), CoinContest([1, deck])), (level, level))
            tasks = [(number, seed) for number in (1, 0) for seed in range(4)]
            assert dict(executor.play(plan, tasks)) == dict(play_tasks(plan, tasks))
            started.append({*multiprocessing.active_children()} - others)
        assert started[0]
        assert started[0] <= started[1] <= started[2]
    assert started[2].isdisjoint(multiprocessing.active_children())


PLAY = """
import os
import threading
from cardgen.play.simulate.pool import MultiProcessExecutor
from cardgen.play.simulate.run import MatchPlan
from tests.play.simulate.coins import CoinContest

class SlowContest(CoinContest):
    def start(self, seed, first):
        print(os.getpid(), flush=True)
        threading.Event().wait()

if __name__ == "__main__":
    plan = MatchPlan((SlowContest([1, 1]),), ("random", "random"))
    list(MultiProcessExecutor(2).play(plan, [(0, seed) for seed in range(40)]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")
def test_processes_end_when_the_one_that_started_them_is_killed(tmp_path):
    (script := tmp_path / "play.py").write_text(PLAY)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as parent:
        assert all(parent.stdout.readline() for _ in range(2))  # two processes play
        parent.kill()
        parent.communicate(timeout=300)  # the pipe ends when all that hold its other end have ended
