"""Run the SVG converter in a separate process with memory and time limits; it can be killed at any time.

It starts when it is first needed, and is used until this process ends. If it is ended, the next conversion starts another.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from cardgen.model.drawing import Artwork
from cardgen.write.svg_worker import LENGTH

MEMORY = 2**30
"""Bytes of address space that the worker may use, where the system can limit it."""
SECONDS = 10
"""Seconds of computing for one artwork."""
_SECONDS_OF_MORE = 0.5  # for each further artwork of a batch; most take hundredths
_PATIENCE = 6  # the time that passes may be so much longer, if the machine is busy
_ENVIRONMENT = {"RAYON_NUM_THREADS": str(min(8, os.cpu_count() or 1)), "MALLOC_ARENA_MAX": "2"}
"""So that threads do not take address space that nobody uses."""


class ConversionError(Exception):
    """The converter refuses a document; the message says why."""


class OverLimitError(Exception):
    """The worker was ended: it took too much memory or time, or crashed."""


class SvgProcess:
    """The worker, which is started when it is first needed. One conversion is done at a time.

    Args:
        memory: Bytes of address space that it may use.
        seconds: Seconds of computing for one artwork.
    """

    def __init__(self, memory: int = MEMORY, seconds: float = SECONDS) -> None:
        self._memory, self._seconds = memory, seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start the worker, so that it is ready when it is needed."""
        with self._lock:
            self._running()

    def convert(self, batch: Sequence[Artwork], folders: Sequence[str]) -> bytes:
        """Return a PDF file with one page for each artwork.

        Args:
            folders: Folders with the fonts for their text.

        Raises:
            ConversionError: The converter refuses one of them.
            OverLimitError: Together they take too much memory or time.
            OSError: The worker cannot be started.
        """
        documents = [artwork.svg.encode() for artwork in batch]
        seconds = self._seconds + _SECONDS_OF_MORE * (len(batch) - 1)
        description = json.dumps(
            {
                "sizes": [[artwork.size.width, artwork.size.height] for artwork in batch],
                "lengths": [len(document) for document in documents],
                "folders": list(folders),
                "memory": self._memory,
                "seconds": int(seconds),
            }
        ).encode()
        with self._lock:
            process = self._running()
            timer = threading.Timer(seconds * _PATIENCE, process.kill)
            timer.daemon = True
            timer.start()
            try:
                return _ask(process, [LENGTH.pack(len(description)), description, *documents])
            except BaseException as error:
                if not isinstance(error, ConversionError):
                    self._end()
                raise
            finally:
                timer.cancel()

    def kill(self) -> None:
        """End the worker without waiting for a conversion that goes on; this process must end too."""
        if self._process and self._owner == os.getpid():
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        """End the worker."""
        with self._lock:
            self._end()

    def _running(self) -> subprocess.Popen[bytes]:
        """Return the worker of this process; one that a forked process has inherited belongs to its parent."""
        if self._process is None or self._owner != os.getpid() or self._process.poll() is not None:
            self._end()
            self._owner = os.getpid()
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(Path(__file__).with_name("svg_worker.py"))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, **_ENVIRONMENT},
            )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if self._owner != os.getpid():  # its parent ends it: `Popen` must neither signal, wait, nor warn that it runs
            process.returncode = 0
        process.kill()
        for stream in (process.stdin, process.stdout):
            if stream:
                with contextlib.suppress(OSError):  # what is still to be written has no reader
                    stream.close()
        process.wait()


def _ask(process: subprocess.Popen[bytes], parts: Sequence[bytes]) -> bytes:
    assert process.stdin and process.stdout
    try:
        for part in parts:
            process.stdin.write(part)
        process.stdin.flush()
        status = _read(process.stdout, 1)
        data = _read(process.stdout, LENGTH.unpack(_read(process.stdout, LENGTH.size))[0])
    except (OSError, ValueError) as error:  # ValueError: the stream has been closed
        raise OverLimitError from error
    if status != b"+":
        raise ConversionError(data.decode("utf-8", "replace"))
    return data


def _read(stream: IO[bytes], count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise OverLimitError
    return data


_shared = SvgProcess()
atexit.register(_shared.close)


def svg_process() -> SvgProcess:
    """Return the worker of this process."""
    return _shared
