"""What is done with a cluster, on a stand-in for the client of `distributed`; `test_cluster` asks real ones."""

import asyncio
import logging
import pickle
import struct
import sys
from concurrent.futures import Future
from functools import cache
from queue import Empty, SimpleQueue
from types import SimpleNamespace

import pytest

from cardgen import __version__
from cardgen.play.simulate import cluster as module
from cardgen.play.simulate.cluster import ClusterExecutor, check_versions, open_cluster, parse_address
from cardgen.play.simulate.playtest import UnfinishedPlaytest, playtest
from cardgen.report.errors import UnlocatedError

from .coins import CoinRules
from .test_playtest import wish

ADDRESS = "tcp://host:8786"


class KilledWorker(Exception):
    pass


class Client:
    """Plays at once in this process, as workers of the versions and threads given would.

    Attributes:
        status: As of `distributed.Client`; several are told one after the other, the last one for ever.
        fates: What becomes of the next results: an exception to raise, "cancelled", or None for no trouble.
        there: Version of a worker that has joined after the check.
    """

    def __init__(self, versions=(__version__,), threads=1, status=("running",), fates=(), lost=None, there=__version__):
        self.versions = {f"tcp://{at}": version for at, version in enumerate(versions)}
        self.threads, self.statuses, self.fates, self.lost, self.there = threads, [*status], [*fates], lost, there
        self.sent, self.cancelled, self.asked = [], [], []

    @property
    def status(self):
        return self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]

    def wait_for_workers(self, count, timeout):
        self.asked.append((count, timeout))
        if self.lost or not self.versions:
            raise self.lost or TimeoutError

    def run(self, function, name, on_error):
        assert (function(name), on_error) == (__version__, "return")
        return self.versions

    def nthreads(self):
        return dict.fromkeys(self.versions, self.threads)

    def submit(self, function, *given, pure):
        assert not pure
        if function is pickle.loads:
            return function(*given)
        self.sent.append(given[2])
        future = Result(len(self.sent), self.fates.pop(0) if self.fates else None)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "__version__", self.there)
            try:
                future.set_result(function(*given))
            except ImportError as error:
                future.fate = error
                future.set_result(None)
        return future

    def cancel(self, futures):
        self.cancelled += [future.key for future in futures]

    def close(self, timeout):
        self.asked.append(("close", timeout))
        if self.lost:
            raise TimeoutError


class Result(Future):
    """A result with a fate; a scheduler forgets those that end with a `LookupError`."""

    def __init__(self, key, fate):
        super().__init__()
        self.key, self.fate = key, fate
        self.status = "cancelled" if fate == "cancelled" else "finished"

    def result(self, timeout):
        assert timeout == module.PATIENCE
        error, self.fate = self.fate, None
        if error:
            self.status = "cancelled" if isinstance(error, LookupError) else "error"
            raise error
        return super().result(timeout)


def executor_of(**choices):
    client = Client(**choices)
    return ClusterExecutor(client, ADDRESS, KilledWorker), client


def played(executor, **choices):
    return playtest(CoinRules(), [3, 2], wish(executor=executor, **choices), None)


@cache
def at_home():
    return played(None)


def refusal(called, *given):
    with pytest.raises(UnlocatedError) as caught:
        called(*given)
    found = caught.value
    return found.code, found.message, found.expected, *found.hints


def test_games_on_a_cluster_are_those_of_this_process():
    executor, client = executor_of(versions=[__version__] * 2, threads=3)
    assert executor.workers == 6
    assert played(executor, games=200) == played(None, games=200)
    assert max(map(len, client.sent)) == 2  # 100 rounds in eight parts for each of six threads
    assert set(client.asked) == {(1, module.CONNECT)}
    assert client.cancelled == []


def test_a_scheduler_that_counts_no_threads_has_one():
    assert executor_of(threads=0)[0].workers == 1


def test_a_result_whose_worker_is_gone_is_waited_for_again():
    executor, client = executor_of(fates=[None, TimeoutError()])
    assert played(executor) == at_home()
    assert len(client.asked) == 2  # once at the beginning, and once when it was late


def test_workers_are_looked_for_when_no_result_comes(monkeypatch):
    class Late(SimpleQueue):
        is_late = True

        def get(self, timeout):
            assert timeout == module.PATIENCE
            if self.is_late:
                self.is_late = False
                raise Empty
            return super().get(timeout=timeout)

    monkeypatch.setattr(module, "SimpleQueue", Late)
    executor, client = executor_of()
    assert played(executor) == at_home()
    assert len(client.asked) == 2


LOST = "enough memory for each worker"


@pytest.mark.parametrize(
    ("fate", "told"),
    [
        (KilledWorker(), ("E714", "workers died repeatedly over the same games, 3 times", LOST)),
        ("cancelled", ("E714", "the scheduler dropped the games, 3 times", LOST)),
        (KeyError("x"), ("E714", "the scheduler dropped the games, 3 times", LOST)),
        (ImportError("no toys"), ("E713", "a worker cannot import the game: no toys", "")),
    ],
)
def test_what_was_played_is_kept_where_the_cluster_gives_up(fate, told):
    executor, client = executor_of(fates=[None, *[fate] * 40])
    with pytest.raises(UnfinishedPlaytest) as caught:
        played(executor)
    (found,) = caught.value.diagnostics
    assert (found.code, found.message, found.expected) == told
    assert 0 < caught.value.report.games < 40
    assert client.cancelled


def test_a_fault_of_the_game_is_raised_as_it_is():
    with pytest.raises(ZeroDivisionError):
        played(executor_of(fates=[ZeroDivisionError()])[0])


def test_a_worker_that_came_later_with_another_version_is_refused():
    assert refusal(played, executor_of(there="0.1")[0])[1] == (
        f"a worker cannot import the game: it has cardgen 0.1, expected {__version__}"
    )


def test_a_client_that_connects_again_is_waited_for(monkeypatch):
    slept = []
    monkeypatch.setattr(module.time, "sleep", slept.append)
    executor, _ = executor_of(status=("connecting", "connecting", "running"))
    assert executor.check_workers() == 1
    assert len(slept) == 2


START = f"start some with: dask worker {ADDRESS} --nworkers -1 --nthreads 1"
GONE = "E714", f"lost the connection to the scheduler at {ADDRESS}", "a scheduler that runs until all games are played"
SAME = f"cardgen {__version__} on every worker"


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"versions": ()}, ("E713", f"the scheduler at {ADDRESS} has no workers", "", START)),
        ({"versions": (), "status": ("closed",)}, GONE),
        ({"lost": OSError("closed")}, GONE),
        ({"versions": ("0.1", __version__)}, ("E713", "1 of 2 workers cannot play: tcp://0 has cardgen 0.1", SAME)),
        (
            {"versions": [ImportError(), AttributeError(), *"34567", OSError()]},
            ("E713", "7 of 8 workers cannot play: tcp://0 has no cardgen, tcp://1 has no cardgen, tcp://2 has cardgen 3,"
             " tcp://3 has cardgen 4, tcp://4 has cardgen 5 and 2 more", SAME),
        ),
        ({"versions": [*"12345"]}, ("E713", "5 of 5 workers cannot play: "
         + ", ".join(f"tcp://{at} has cardgen {at + 1}" for at in range(5)), SAME)),
    ],
)  # fmt: skip
def test_a_cluster_that_cannot_play_is_told(choices, told):
    assert refusal(executor_of(**choices)[0].check_workers) == told


@pytest.mark.parametrize("error", [OSError("closed"), TimeoutError(), KeyError("tcp://a"), ValueError("not a worker")])
def test_a_worker_that_has_just_died_does_not_end_what_others_play(error):
    check_versions({"a": __version__, "b": error})


@pytest.fixture
def distributed(monkeypatch):
    """A stand-in for `distributed`, whose scheduler greets with `greeting` and whose clients are like `client`."""
    found = SimpleNamespace(KilledWorker=KilledWorker, client=Client(), greeting=struct.pack("<QQ", 400, 2), told=[])

    async def open_connection(host, port, *, ssl, limit):
        found.told.append((host, port, ssl, limit))
        reader = asyncio.StreamReader()
        reader.feed_data(found.greeting)
        reader.feed_eof()
        return reader, SimpleNamespace(transport=SimpleNamespace(abort=lambda: found.told.append("hung up")))

    async def connect(address, **given):
        found.told.append((address, given))
        return SimpleNamespace(abort=lambda: found.told.append("aborted"))

    def client(address, **given):
        found.told.append((address, given))
        found.levels = [logging.getLogger(name).level for name in module.LOGGERS]
        if isinstance(found.client, Exception):
            raise found.client
        return found.client

    found.Client, found.connect = client, connect
    found.comm = SimpleNamespace(get_address_host_port=lambda address: address.rpartition("//")[2].split(":"))
    found.Security = lambda: SimpleNamespace(get_connection_args=lambda role: {"ssl_context": f"for a {role}"})
    monkeypatch.setattr(asyncio, "open_connection", open_connection)
    monkeypatch.setitem(sys.modules, "distributed", found)
    return found


@pytest.mark.parametrize(("scheme", "context"), [("tcp", None), ("tls", "for a client")])
def test_a_cluster_is_asked_before_it_is_used_and_left_in_the_end(distributed, caplog, scheme, context):
    caplog.set_level(logging.INFO, logger=module.LOGGERS[0])
    address, levels = f"{scheme}://host:8786", [logging.getLogger(name).level for name in module.LOGGERS]
    with open_cluster(address) as executor:
        assert played(executor) == at_home()
    assert distributed.told == [
        ("host", "8786", context, 65536),
        "hung up",
        (address, {"timeout": 6, "ssl_context": "for a client"}),
        "aborted",
        (address, {"timeout": 6, "set_as_default": False, "name": "cardgen"}),
    ]
    assert distributed.client.asked[-1] == ("close", 6)
    assert set(distributed.levels) == {logging.CRITICAL}
    assert [logging.getLogger(name).level for name in module.LOGGERS] == levels


def test_workers_are_checked_before_games(distributed):
    distributed.client = Client(versions=())
    assert refusal(open_cluster(ADDRESS).__enter__)[:2] == ("E713", f"the scheduler at {ADDRESS} has no workers")
    assert distributed.client.asked[-1] == ("close", 6)


def test_a_scheduler_that_does_not_answer_in_the_end_loses_no_results(distributed):
    with open_cluster(ADDRESS):
        distributed.client.lost = OSError()


@pytest.mark.parametrize(
    ("size", "frames", "is_one"),
    [(8, 0, True), (7, 0, False), (32, 3, True), (31, 3, False), (65536, 8191, True), (65537, 1, False), (65536, 8192, False)],
)  # fmt: skip
def test_a_scheduler_is_known_by_its_greeting(distributed, size, frames, is_one):
    distributed.greeting = struct.pack("<QQ", size, frames)
    if is_one:
        with open_cluster(ADDRESS):
            return
    assert refusal(open_cluster(ADDRESS).__enter__) == NOBODY
    assert distributed.told[1:] == ["hung up"]


NOBODY = (
    "E712",
    f"no scheduler answers at {ADDRESS}",
    "a running Dask scheduler that can be reached from here",
    "start one with: dask scheduler",
)


def test_what_is_no_scheduler_is_told(distributed):
    distributed.client = OSError("no such host")
    assert refusal(open_cluster(ADDRESS).__enter__) == NOBODY
    told = refusal(open_cluster("tls://host:1").__enter__)
    assert told[3:] == ("name the certificates in Dask's configuration, distributed.comm.tls",)
    distributed.greeting = b"SSH-2.0"
    assert refusal(open_cluster(ADDRESS).__enter__) == NOBODY


def test_without_the_extra_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refusal(open_cluster(ADDRESS).__enter__) == (
        "E712",
        "cardgen is installed without the packages for clusters",
        "the package distributed",
        "pip install 'cardgen[cluster]'",
    )


def test_only_results_that_nobody_waits_for_are_not_logged(distributed):
    with open_cluster(ADDRESS):
        pass
    log = logging.getLogger("asyncio")
    records = [
        logging.LogRecord("asyncio", 40, "", 0, text, (), None)
        for text in ("Task was destroyed: Client._gather()", "other")
    ]
    assert [bool(log.filter(record)) for record in records] == [False, True]


@pytest.mark.parametrize(
    "text", ["tcp://host:8786", "tls://a.b-c.org:1", "10.0.0.1:8786", " tcp://[::1]:65535 ", "[fe80::aF]:65535"]
)
def test_addresses_are_understood(text):
    assert parse_address(text) == text.strip()


@pytest.mark.parametrize(
    "text", ["host", "tcp://host", "http://host:8786", "host:0", "host:65536", "tcp://:1", "a b:1", "host:1/", "host:123456"]
)  # fmt: skip
def test_what_is_no_address_is_told(text):
    expected = "tcp://host:8786, as the scheduler prints it when it starts"
    assert refusal(parse_address, text) == ("E711", f"invalid scheduler address '{text}'", expected)
