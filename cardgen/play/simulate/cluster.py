"""Games on the workers of a Dask cluster; only this module knows `distributed`, which is an extra."""

from __future__ import annotations

import asyncio
import logging
import pickle
import pkgutil
import re
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, cast

from cardgen.play.simulate.match import Pair
from cardgen.play.simulate.run import ATTEMPTS, Died, MatchPlan, Played, Task, chunks, play_tasks
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError
from cardgen.version import __version__

SHOWN = 5  # workers that a message names
CONNECT = 6.0  # seconds for the scheduler to answer, and for a first worker to be there
PATIENCE = 30.0  # seconds without a result, after which we look whether there are workers at all
LOGGERS = ("distributed", "distributed.client", "tornado.application", "asyncio")
"""They tell of lost connections on standard error, where our own message says it."""

ADDRESS = re.compile(r"(?:(?:tcp|tls)://)?(?:[\w.-]+|\[[0-9a-fA-F:.]+\]):(\d{1,5})")


def address_of(text: str) -> str:
    """The address of a scheduler: `tcp://host:8786`, `tls://host:8786`, `host:8786`, `tcp://[::1]:8786`.

    Raises:
        UnlocatedError: E711, it is none.
    """
    address = text.strip()
    match = ADDRESS.fullmatch(address)
    if match is None or not 0 < int(match[1]) < 65536:
        raise UnlocatedError(
            "E711",
            f"{quoted(text)} is no address of a scheduler",
            expected="tcp://host:8786, as the scheduler tells when it starts",
        )
    return address


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """A crew of all workers of a scheduler, as long as the context lasts.

    Args:
        address: As `address_of` gives it.

    Raises:
        UnlocatedError: E712, the cluster cannot be reached; E713, its workers cannot play.
    """
    distributed = _distributed()
    with _silent():
        try:
            asyncio.run(_knock(distributed, address))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # other versions of packages that play no part; ours is compared below
                client = distributed.Client(address, timeout=CONNECT, set_as_default=False, name="cardgen")
        except Exception:  # another service answers with whatever Dask then makes of it
            tls = ("certificates are named in Dask's configuration, distributed.comm.tls",)
            raise UnlocatedError(
                "E712",
                f"no scheduler answers at {address}",
                expected="a Dask scheduler that runs and can be reached from here",
                hints=tls if address.startswith("tls:") else ("start one: dask scheduler",),
            ) from None
        try:
            crew = Cluster(client, address, distributed.KilledWorker)
            crew.muster()
            yield crew
        finally:
            with suppress(TimeoutError):  # the scheduler does not answer; what was played is more important
                client.close(timeout=CONNECT)


class Cluster:
    """A crew of workers that may come and go."""

    def __init__(self, client: Any, address: str, killed: type[Exception]) -> None:
        self._client = client
        self._address = address
        self._killed = killed

    def play(self, plan: MatchPlan, tasks: Sequence[Task]) -> Played:
        """As `Crew.play`. The scheduler gives what a lost worker had to another one.

        Not by `Client.get_executor`: its futures wait for ever if the scheduler is lost while a result is fetched.

        Raises:
            Died: E714, workers died over the same games, or the scheduler forgot them.
            UnlocatedError: E713, E714; as `muster`.
        """
        client, done, hands = self._client, SimpleQueue[Any](), self.muster()
        futures: dict[str, Any] = {}
        try:
            shared = client.submit(pickle.loads, pickle.dumps(plan), pure=False)  # each worker gets it once
            for chunk in chunks(plan, tasks, hands):
                future = client.submit(_work, __version__, shared, chunk, pure=False)
                futures[future.key] = future
                future.add_done_callback(done.put)
            while futures:
                try:
                    key = done.get(timeout=PATIENCE).key
                except Empty:
                    self.muster()
                else:
                    yield from self._result(futures.pop(key))
        finally:
            with suppress(Exception):  # it may be that the client is closed
                client.cancel(list(futures.values()))

    def muster(self) -> int:
        """Look who is there.

        Returns:
            How many threads the workers have.

        Raises:
            UnlocatedError: E713, there are no workers, or some have another cardgen; E714, the scheduler is gone.
        """
        while self._client.status == "connecting":  # the connection was lost; the client tries for a while
            time.sleep(0.1)
        try:
            self._client.wait_for_workers(1, timeout=CONNECT)
            found = self._client.run(pkgutil.resolve_name, "cardgen:__version__", on_error="return")
            threads: int = sum(self._client.nthreads().values())
        except Exception as error:  # of a client without a scheduler, all sorts
            if isinstance(error, TimeoutError) and self._client.status == "running":
                hint = f"start some: dask worker {self._address} --nworkers -1 --nthreads 1"
                raise UnlocatedError(
                    "E713", f"the scheduler at {self._address} has no workers", hints=(hint,)
                ) from None
            expected = "a scheduler that runs to the end"
            raise UnlocatedError("E714", f"the scheduler at {self._address} is gone", expected=expected) from None
        compare(found)
        return max(threads, 1)

    def _result(self, future: Any) -> list[tuple[Task, Pair]]:
        while future.status != "cancelled":
            try:
                return cast("list[tuple[Task, Pair]]", future.result(timeout=PATIENCE))
            except self._killed:
                raise self._died("workers died again and again over the same games") from None
            except TimeoutError:  # the worker that had the result is gone; another one is to play again
                self.muster()
            except Exception as error:
                self.muster()  # a worker that came later, or a scheduler that is gone
                if isinstance(error, ImportError):
                    raise UnlocatedError("E713", f"a worker lacks what is played: {error}") from None
                if future.status != "cancelled":
                    raise
        raise self._died("the scheduler forgot what it was to play")

    def _died(self, how: str) -> Died:
        return Died("E714", f"{how}, {ATTEMPTS} times", expected="enough memory for each worker")


def compare(found: Mapping[str, object]) -> None:
    """Check that all workers have this version of cardgen.

    Args:
        found: By worker: its version, or the exception when it was asked.

    Raises:
        UnlocatedError: E713, some have another one or none.
    """
    wrong = [
        f"{worker} has {'no cardgen' if isinstance(told, Exception) else f'cardgen {told}'}"
        for worker, told in sorted(found.items())
        if told != __version__ and not isinstance(told, OSError)  # it has just died
    ]
    if wrong:
        more = f" and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
        raise UnlocatedError(
            "E713",
            f"{len(wrong)} of {len(found)} workers cannot play: {', '.join(wrong[:SHOWN])}{more}",
            expected=f"cardgen {__version__} on every worker",
        )


def _work(version: str, plan: MatchPlan, tasks: Sequence[Task]) -> list[tuple[Task, Pair]]:
    """Play, on a worker; one that came after the muster may have other rules."""
    if version != __version__:
        raise ImportError(f"it has cardgen {__version__}, expected {version}")
    return play_tasks(plan, tasks)


async def _knock(distributed: Any, address: str) -> None:
    """See that a scheduler answers; a client waits for ever if something else listens at its port."""
    security = distributed.Security().get_connection_args("client")
    comm = await asyncio.wait_for(distributed.connect(address, timeout=CONNECT, **security), CONNECT)
    comm.abort()


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise UnlocatedError(
            "E712",
            "cardgen is installed without what a cluster needs",
            expected="the package distributed",
            hints=("pip install 'cardgen[cluster]'",),
        ) from None
    return distributed


@contextmanager
def _silent() -> Iterator[None]:
    logging.getLogger("asyncio").addFilter(_is_news)
    loggers = [logging.getLogger(name) for name in LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _is_news(record: logging.LogRecord) -> bool:
    """Not what becomes of a result that a client no longer waits for: told whenever that is collected as garbage."""
    return "Client._gather" not in record.getMessage()
