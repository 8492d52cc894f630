"""Run games on the workers of a Dask cluster; only this module imports `distributed`, which is an extra."""

from __future__ import annotations

import asyncio
import logging
import pickle
import pkgutil
import re
import struct
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, cast

from cardgen.play.simulate.match import Round
from cardgen.play.simulate.run import ATTEMPTS, MatchPlan, PlayedRounds, Task, WorkersLostError, chunks, play_tasks
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError
from cardgen.version import __version__

if TYPE_CHECKING:
    from ssl import SSLContext

SHOWN = 5  # largest number of workers that a message names
CONNECT = 6.0  # seconds to wait for the scheduler, and for a first worker
PATIENCE = 30.0  # seconds without a result after which the workers are checked
LARGEST_GREETING = 65_536  # bytes; a scheduler's first message has some hundred
LOGGERS = ("distributed", "distributed.client", "tornado.application", "asyncio")
"""Loggers that report lost connections on standard error, in addition to our own message."""

WITHOUT_CARDGEN = ImportError, AttributeError
"""What a worker raises that has no cardgen, or one that does not state its version; others mean that it has just died."""

ADDRESS = re.compile(r"(?:(?:tcp|tls)://)?(?:[\w.-]+|\[[0-9a-fA-F:.]+\]):(\d{1,5})")


def parse_address(text: str) -> str:
    """Read the address of a scheduler: `tcp://host:8786`, `tls://host:8786`, `host:8786`, `tcp://[::1]:8786`.

    Raises:
        UnlocatedError: E711, the text is not an address.
    """
    address = text.strip()
    match = ADDRESS.fullmatch(address)
    if match is None or not 0 < int(match[1]) < 65536:
        raise UnlocatedError(
            "E711",
            f"invalid scheduler address {quoted(text)}",
            expected="tcp://host:8786, as the scheduler prints it when it starts",
        )
    return address


@contextmanager
def open_cluster(address: str) -> Iterator[ClusterExecutor]:
    """Yield an executor of all workers of a scheduler.

    Args:
        address: Address of the scheduler, from `parse_address`.

    Raises:
        UnlocatedError: E712, the cluster cannot be reached; E713, its workers cannot play.
    """
    distributed = _distributed()
    with _silent():
        try:
            with ThreadPoolExecutor(1) as thread:  # the caller's own may run a loop already, as in a notebook
                thread.submit(lambda: asyncio.run(_knock(distributed, address))).result()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about other versions of unrelated packages; ours is checked below
                client = distributed.Client(address, timeout=CONNECT, set_as_default=False, name="cardgen")
        except Exception:  # which one depends on what else listens at the address
            tls = ("name the certificates in Dask's configuration, distributed.comm.tls",)
            raise UnlocatedError(
                "E712",
                f"no scheduler answers at {address}",
                expected="a running Dask scheduler that can be reached from here",
                hints=tls if address.startswith("tls:") else ("start one with: dask scheduler",),
            ) from None
        try:
            executor = ClusterExecutor(client, address, distributed.KilledWorker)
            executor.check_workers()
            yield executor
        finally:
            with suppress(TimeoutError):  # the scheduler does not answer, but the results must not be lost
                client.close(timeout=CONNECT)


class ClusterExecutor:
    """An executor of workers that may come and go."""

    def __init__(self, client: Any, address: str, killed: type[Exception]) -> None:
        self._client = client
        self._address = address
        self._killed = killed

    @property
    def workers(self) -> int:
        """See `Executor.workers`."""
        return self.check_workers()

    def play(self, plan: MatchPlan, tasks: Sequence[Task]) -> PlayedRounds:
        """See `Executor.play`; the scheduler gives the rounds of a lost worker to another one.

        `Client.get_executor` would not do: its futures wait for ever if the scheduler is lost while a result is fetched.

        Raises:
            WorkersLostError: E714, workers died over the same games, or the scheduler forgot them.
            UnlocatedError: E713, E714; see `check_workers`.
        """
        client, done, workers = self._client, SimpleQueue[Any](), self.check_workers()
        futures: dict[str, Any] = {}
        try:
            shared = client.submit(pickle.loads, pickle.dumps(plan), pure=False)  # each worker gets it once
            for chunk in chunks(plan, tasks, workers):
                future = client.submit(_work, __version__, shared, chunk, pure=False)
                futures[future.key] = future
                future.add_done_callback(done.put)
            while futures:
                try:
                    key = done.get(timeout=PATIENCE).key
                except Empty:
                    self.check_workers()
                else:
                    yield from self._result(futures.pop(key))
        finally:
            with suppress(Exception):  # the client may be closed
                client.cancel(list(futures.values()))

    def check_workers(self) -> int:
        """Check that there are workers and that all have this version of cardgen.

        Returns:
            The number of threads of all workers.

        Raises:
            UnlocatedError: E713, there are no workers or some have another version; E714, the scheduler is gone.
        """
        while self._client.status == "connecting":  # after a lost connection the client tries again for a while
            time.sleep(0.1)
        try:
            self._client.wait_for_workers(1, timeout=CONNECT)
            found = self._client.run(pkgutil.resolve_name, "cardgen:__version__", on_error="return")
            threads: int = sum(self._client.nthreads().values())
        except Exception as error:  # a client without a scheduler raises many kinds
            if isinstance(error, TimeoutError) and self._client.status == "running":
                hint = f"start some with: dask worker {self._address} --nworkers -1 --nthreads 1"
                raise UnlocatedError(
                    "E713", f"the scheduler at {self._address} has no workers", hints=(hint,)
                ) from None
            expected = "a scheduler that runs until all games are played"
            raise UnlocatedError(
                "E714", f"lost the connection to the scheduler at {self._address}", expected=expected
            ) from None
        check_versions(found)
        return max(threads, 1)

    def _result(self, future: Any) -> list[tuple[Task, Round]]:
        while future.status != "cancelled":
            try:
                return cast("list[tuple[Task, Round]]", future.result(timeout=PATIENCE))
            except self._killed:
                raise self._lost("workers died repeatedly over the same games") from None
            except TimeoutError:  # the worker with the result is gone; another one plays the rounds again
                self.check_workers()
            except Exception as error:
                self.check_workers()  # a worker that came later, or a scheduler that is gone
                if isinstance(error, ImportError):
                    raise UnlocatedError("E713", f"a worker cannot import the game: {error}") from None
                if future.status != "cancelled":
                    raise
        raise self._lost("the scheduler dropped the games")

    def _lost(self, how: str) -> WorkersLostError:
        return WorkersLostError("E714", f"{how}, {ATTEMPTS} times", expected="enough memory for each worker")


def check_versions(found: Mapping[str, object]) -> None:
    """Check that all workers have this version of cardgen; a worker that has just died is no matter, since others live.

    Args:
        found: Version of each worker by its address, or the exception that asking the worker raised.

    Raises:
        UnlocatedError: E713, some have another version or none.
    """
    wrong = [
        f"{worker} has {'no cardgen' if isinstance(told, Exception) else f'cardgen {told}'}"
        for worker, told in sorted(found.items())
        if told != __version__ and isinstance(told, (str, *WITHOUT_CARDGEN))
    ]
    if wrong:
        more = f" and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
        raise UnlocatedError(
            "E713",
            f"{len(wrong)} of {len(found)} workers cannot play: {', '.join(wrong[:SHOWN])}{more}",
            expected=f"cardgen {__version__} on every worker",
        )


def _work(version: str, plan: MatchPlan, tasks: Sequence[Task]) -> list[tuple[Task, Round]]:
    """Play rounds on a worker, which may have joined after the check and may have other rules."""
    if version != __version__:
        raise ImportError(f"it has cardgen {__version__}, expected {version}")
    return play_tasks(plan, tasks)


async def _knock(distributed: Any, address: str) -> None:
    """Check that a scheduler answers; a client would wait for ever for anything else that listens at the port."""
    security = distributed.Security().get_connection_args("client")
    await asyncio.wait_for(_hear_greeting(distributed, address, security.get("ssl_context")), CONNECT)
    comm = await asyncio.wait_for(distributed.connect(address, timeout=CONNECT, **security), CONNECT)
    comm.abort()


async def _hear_greeting(distributed: Any, address: str, ssl_context: SSLContext | None) -> None:
    """Check that what listens greets as a Dask server does; `distributed` allocates any size that a stranger claims.

    A message begins with the number of its bytes and the number of its frames, for each of which 8 bytes follow.
    """
    host, port = distributed.comm.get_address_host_port(address)
    context = ssl_context if address.startswith("tls:") else None
    reader, writer = await asyncio.open_connection(host, port, ssl=context, limit=LARGEST_GREETING)
    try:
        size, frames = struct.unpack("<QQ", await reader.readexactly(16))
    finally:
        writer.transport.abort()
    if not 8 + 8 * frames <= size <= LARGEST_GREETING:
        raise ValueError("this is no message of Dask")


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise UnlocatedError(
            "E712",
            "cardgen is installed without the packages for clusters",
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
    """Return False for results that no client waits for any more, which are logged when they are garbage-collected."""
    return "Client._gather" not in record.getMessage()
