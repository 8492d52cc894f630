import asyncio
import gc
import logging
import os
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from cardgen import __version__
from cardgen.play.playtests import PlaytestOptions, play_decks
from cardgen.play.simulate import cluster as module
from cardgen.play.simulate.cluster import open_cluster
from cardgen.play.simulate.playtest import UnfinishedPlaytest, playtest
from cardgen.plugin.resources import resources
from cardgen.report.errors import UnlocatedError
from cardgen.report.json_text import to_json

from .coins import CoinContest, CoinRules
from .test_playtest import wish

IS_MISSING = find_spec("distributed") is None
"""It takes a second to import, which who selects other tests need not wait for."""
pytestmark = [
    pytest.mark.extended,
    pytest.mark.processes,
    pytest.mark.skipif(IS_MISSING, reason="cardgen[cluster] is not installed"),
]

DECKS = [resources().decks / "elves.yaml", resources().decks / "samurai.yaml"]
WISH = wish(games=120)


def silent(_done, _most, _estimate):
    pass


def local(**choices):
    import distributed

    return distributed.LocalCluster(
        host="127.0.0.1",
        protocol="tcp://",
        scheduler_port=0,
        dashboard_address=":0",
        threads_per_worker=1,
        silence_logs=logging.CRITICAL,
        **choices,
    )


@pytest.fixture(scope="module")
def workers():
    """A cluster of two processes; one that dies is replaced."""
    with local(n_workers=2, processes=True) as found:
        yield found


@pytest.fixture
def executor(workers):
    with open_cluster(workers.scheduler_address) as found:
        yield found


def test_a_cluster_is_opened_where_a_loop_runs_already(workers):
    async def in_a_notebook():
        with open_cluster(workers.scheduler_address) as found:
            return found

    with ThreadPoolExecutor(1) as thread:  # in the main one, the tests of browsers may run a loop
        assert thread.submit(lambda: asyncio.run(in_a_notebook())).result()


@pytest.fixture(autouse=True)
def nothing_told_later(caplog):
    """What `distributed` leaves behind is collected some time, and then tells of what nobody waited for."""
    yield
    gc.collect()
    assert [record.getMessage() for record in caplog.records if record.name == "asyncio"] == []


@pytest.fixture
def hurry(monkeypatch):
    """Returns a function after which nothing is waited for for long, also where an answer would come on a busy machine."""

    def hurry():
        monkeypatch.setattr(module, "CONNECT", 0.5)
        monkeypatch.setattr(module, "PATIENCE", 0.5)

    return hurry


class DeadlyContest(CoinContest):
    """A contest that once ends the process that plays it, unless it is that of the test, which estimates the time."""

    def __init__(self, decks, mark):
        super().__init__(decks)
        self.mark = mark
        self.home = os.getpid()

    def start(self, seed, first):
        if seed == 30 and os.getpid() != self.home and not self.mark.exists():
            self.mark.touch()
            os._exit(1)
        return super().start(seed, first)


class DeadlyRules(CoinRules):
    def __init__(self, mark):
        self.mark = mark

    def contest(self, decks, settings=None, players=None):
        return DeadlyContest(decks, self.mark)


@pytest.mark.parametrize("allowed", [3, 0])  # deaths after which Dask itself gives the games of that worker up
def test_a_worker_that_dies_loses_nothing_and_counts_nothing_twice(workers, executor, tmp_path, allowed):
    workers.scheduler.allowed_failures = allowed
    mark, told = tmp_path / "died", []
    found = playtest(DeadlyRules(mark), [3, 2], replace(WISH, executor=executor), lambda done, *_: told.append(done))
    assert mark.exists()
    assert told == list(range(2, 122, 2))
    assert found == playtest(CoinRules(), [3, 2], WISH, silent)


def test_real_decks_give_the_same_report():
    asked = PlaytestOptions(level="random", games=4, jobs=1)
    with local(n_workers=1, processes=False) as found:
        there = play_decks(DECKS, replace(asked, jobs=0, scheduler=found.scheduler_address), silent)
    assert to_json(there) == to_json(play_decks(DECKS, asked, silent))


def test_a_game_whose_rules_are_data_is_played_on_workers(workers):
    example = [Path(__file__).parents[3] / "examples" / "stray-cats" / "stray-cats.yaml"]
    asked = PlaytestOptions(level="random", games=12, jobs=1)
    there = play_decks(example, replace(asked, jobs=0, scheduler=workers.scheduler_address), silent)
    assert to_json(there) == to_json(play_decks(example, asked, silent))


def test_ctrl_c_keeps_what_was_played_and_frees_the_cluster(workers, executor):
    import distributed

    class Freed(distributed.SchedulerPlugin):
        """Sets its event when a scheduler holds no tasks."""

        def __init__(self, scheduler):
            self.event = threading.Event()
            self._scheduler = scheduler
            scheduler.loop.add_callback(self._begin)

        def _begin(self):
            self._scheduler.add_plugin(self)
            self._look()

        def transition(self, *_, **__):
            self._scheduler.loop.add_callback(self._look)  # the task is taken out after this

        def _look(self):
            if not self._scheduler.tasks:
                self.event.set()

    def interrupted(done, *_):
        if done == 6:
            raise KeyboardInterrupt

    found = playtest(CoinRules(), [3, 2], replace(WISH, executor=executor), interrupted)
    assert (found.stopped, found.games) == ("ctrl-c", 6)
    assert Freed(workers.scheduler).event.wait(60)


def test_a_worker_of_another_version_is_named(workers, monkeypatch):
    monkeypatch.setattr(module, "__version__", "9.9")
    with pytest.raises(UnlocatedError) as caught, open_cluster(workers.scheduler_address):
        pass
    assert caught.value.code == "E713"
    assert "workers cannot play: tcp://127.0.0.1:" in caught.value.message
    assert f"has cardgen {__version__}" in caught.value.message
    assert "9.9" in caught.value.expected


def test_a_worker_of_another_version_that_comes_later_is_refused(executor, monkeypatch):
    monkeypatch.setattr(module, "__version__", "9.9")
    monkeypatch.setattr(executor, "check_workers", lambda: 1)  # it was not there yet
    with pytest.raises(UnlocatedError, match=f"it has cardgen {__version__}, expected 9.9") as caught:
        playtest(CoinRules(), [3, 2], replace(WISH, executor=executor), silent)
    assert caught.value.code == "E713"


@pytest.mark.parametrize(
    ("end", "code"), [(lambda found: found.close(), "E714"), (lambda found: found.scale(0), "E713")]
)
def test_without_a_scheduler_or_workers_it_ends_with_what_was_played(hurry, capfd, end, code):
    with local(n_workers=1, processes=False) as found, open_cluster(found.scheduler_address) as executor:

        def leave(done, *_):
            if done == 40:
                end(found)
                hurry()

        with pytest.raises(UnfinishedPlaytest) as caught:
            playtest(CoinRules(), [3, 2], replace(WISH, executor=executor), leave)
    assert [problem.code for problem in caught.value.diagnostics] == [code]
    assert caught.value.report.stopped == "lost"
    assert 40 <= caught.value.report.games < 120
    assert capfd.readouterr() == ("", "")


def test_a_scheduler_without_workers_is_told(hurry, monkeypatch):
    opened = module.ClusterExecutor
    monkeypatch.setattr(module, "ClusterExecutor", lambda *given: hurry() or opened(*given))
    with local(n_workers=0) as found, pytest.raises(UnlocatedError) as caught, open_cluster(found.scheduler_address):
        pass
    assert (caught.value.code, "no workers" in caught.value.message) == ("E713", True)
    assert f"dask worker {found.scheduler_address}" in caught.value.hints[0]


@pytest.mark.parametrize("answers", [False, True])
def test_where_no_scheduler_is_nobody_waits_for_ever(hurry, capfd, answers):
    hurry()
    with socket.create_server(("127.0.0.1", 0)) as listening:  # it takes the call and says nothing
        port = listening.getsockname()[1]
        if not answers:
            listening.close()
        with pytest.raises(UnlocatedError) as caught, open_cluster(f"tcp://127.0.0.1:{port}"):
            pass
    assert caught.value.code == "E712"
    assert f"tcp://127.0.0.1:{port}" in caught.value.message
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "greeting",
    [
        b"SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n",
        b"HTTP/1.1 400 Bad Request\r\nServer: nginx\r\n\r\n",
        (1 << 40).to_bytes(8, "little") + (1 << 36).to_bytes(8, "little"),
        (4096).to_bytes(8, "little") + (1 << 36).to_bytes(8, "little") + bytes(5000),
        b"",
    ],
)
def test_a_server_that_is_no_scheduler_is_left_at_its_first_word(capfd, greeting):
    def answer():
        with listening.accept()[0] as caller:
            caller.sendall(greeting)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=answer, daemon=True).start()
        with pytest.raises(UnlocatedError) as caught, open_cluster(f"127.0.0.1:{listening.getsockname()[1]}"):
            pass
    assert caught.value.code == "E712"
    assert capfd.readouterr() == ("", "")


def test_who_needs_no_cluster_does_not_load_it():
    script = "import sys, cardgen.play.playtests, cardgen.cli.playtest; sys.exit('distributed' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
