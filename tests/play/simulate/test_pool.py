"""Games on several processes."""

import signal

import pytest

from cardgen.play.simulate.pool import CAN_BLOCK, MultiProcessExecutor
from cardgen.play.simulate.run import MatchPlan, WorkersLostError


class Interrupted:
    """Ctrl-C comes when a process has just begun to read what it is to do."""

    def __reduce__(self):
        return signal.raise_signal, (signal.SIGINT,)


@pytest.mark.skipif(not CAN_BLOCK, reason="signals cannot wait here")
def test_an_interrupt_while_processes_start_is_no_matter_of_theirs(capfd):
    with pytest.raises(WorkersLostError):
        list(MultiProcessExecutor(2).play(MatchPlan((Interrupted(),), ("random", "random")), [(0, 1), (0, 2)]))
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(not CAN_BLOCK, reason="signals cannot wait here")
def test_an_interrupt_of_this_process_is_only_put_off(monkeypatch):
    """It comes while the processes start, and is met once they have."""
    submitted = []

    def submit(*_):
        signal.raise_signal(signal.SIGINT)
        submitted.append(1)

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor.submit", submit)
    with pytest.raises(KeyboardInterrupt):
        list(MultiProcessExecutor(2).play(MatchPlan((), ("random", "random")), [(0, 1), (0, 2)]))
    assert len(submitted) > 1
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
