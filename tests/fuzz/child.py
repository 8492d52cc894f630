"""One command line in a process of its own, under limits, watched for what it must not do."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SECONDS = 20
PATIENCE = 300.0
MEMORY = 2**30
"""The limits of an input: seconds of a processor, seconds of a clock on a machine that does much else, and bytes."""

MOMENT = 30.0
"""Seconds in which the processes of a command that has ended must have ended too, on a machine that does much else."""
TOLD: list[str] = []
"""What the processes of the present input have written to their outputs, in the order in which they ended."""
_HOPELESS = 3 * 2**30  # bytes of data; a process that wants more is ended by the system, not judged by its peak


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a process did.

    Attributes:
        code: Its exit code; the negative number of the signal that ended it.
        out: Standard output.
        err: Standard error.
        seconds: How long it ran.
        memory: The most memory that it held, bytes.
        is_late: Whether it was ended because its time was over.
        is_left: Whether a process that it had started outlived it.
    """

    code: int
    out: str
    err: str
    seconds: float
    memory: int
    is_late: bool
    is_left: bool = False


def preload() -> None:
    """Import what commands import, once for all processes that are forked; nothing starts a thread."""
    import markdown_it.presets
    import PIL.Image

    import cardgen.api
    import cardgen.cli
    import cardgen.cli.build
    import cardgen.cli.check
    import cardgen.cli.export
    import cardgen.cli.play
    import cardgen.cli.stats
    import cardgen.exports.job
    import cardgen.pipeline.check
    import cardgen.pipeline.printed_file.output
    import cardgen.proof.files
    import cardgen.read.tables.workbook
    import cardgen.render.expressions.computed_deck
    import cardgen.render.expressions.evaluation
    import cardgen.render.placeholders
    import cardgen.render.templates.environment
    import cardgen.write.document  # noqa: F401

    PIL.Image.init()
    markdown_it.MarkdownIt()


def _close(numbers: str) -> Callable[[], object]:
    return lambda: [os.close(int(number)) for number in numbers]


def _full() -> None:
    os.dup2(os.open("/dev/full", os.O_WRONLY), 1)


def _gone() -> None:
    Path("gone").mkdir()
    os.chdir("gone")
    Path("../gone").rmdir()


def _typed() -> None:
    os.dup2(os.open("typed.txt", os.O_RDONLY), 0)


BEFORE: dict[str, Callable[[], object]] = {
    "": lambda: None,
    "close 0": _close("0"),
    "close 1": _close("1"),
    "close 2": _close("2"),
    "close 012": _close("012"),
    "full": _full,
    "gone": _gone,
    "read-only": lambda: Path("out").chmod(0o500),
    "umask": lambda: os.umask(0o777),
    "typed": _typed,
}
"""What happens in the process before the command."""


def start(
    arguments: Sequence[str], folder: Path, env: Mapping[str, str], before: Callable[[], object]
) -> tuple[int, int, int]:
    """Fork a process that runs a command line, and return its number and the files of its two outputs."""
    out, err = (os.memfd_create(name) for name in ("out", "err"))
    pid = os.fork()
    if pid:
        return pid, out, err
    try:
        os.setsid()
        for stream, number in ((os.open(os.devnull, os.O_RDONLY), 0), (out, 1), (err, 2)):
            os.dup2(stream, number)
        for limit, most in (
            (resource.RLIMIT_DATA, _HOPELESS),
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_CPU, SECONDS),
            (resource.RLIMIT_FSIZE, 2**30),
        ):
            resource.setrlimit(limit, (most, most))
        os.chdir(folder)
        os.environ.update(env)
        sys.argv = ["cardgen", *arguments]
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            setattr(sys, name, open(number, "r" if not number else "w", encoding="utf-8", closefd=False))  # noqa: SIM115
        signal.signal(signal.SIGINT, signal.default_int_handler)
        before()
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            with contextlib.suppress(OSError):
                os.fstat(number)
                continue
            setattr(sys, name, None)  # as Python does with streams that are closed
        from cardgen.__main__ import main

        main()
    except BaseException:
        import traceback

        os.write(2, f"Traceback of the harness\n{traceback.format_exc()}".encode())
    finally:
        os._exit(99)


def wait(pid: int, out: int, err: int, seconds: float = PATIENCE) -> Outcome:
    """Wait for a process, end it when its time is over, and return what it did."""
    began = time.monotonic()
    handle = os.pidfd_open(pid)
    late = not select.select([handle], [], [], seconds)[0]
    os.close(handle)
    if late:
        os.killpg(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    is_left = not late and _outlives(pid)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    texts = []
    for stream in (out, err):
        with open(stream, "rb") as file:  # noqa: PTH123 - a file descriptor
            file.seek(0)
            texts.append(file.read(4_000_000).decode("utf-8", "surrogateescape"))
    TOLD.extend(texts)
    code = os.waitstatus_to_exitcode(status)
    late = late or (code in {-signal.SIGXCPU, -signal.SIGKILL} and usage.ru_utime + usage.ru_stime >= SECONDS)
    return Outcome(code, *texts, time.monotonic() - began, usage.ru_maxrss * 1024, late, is_left)


def _outlives(group: int) -> bool:
    """Return whether a process of a group goes on after the first one has ended; one that is just ending may take a moment."""
    while running := [stat.parent.name for stat in Path("/proc").glob("[0-9]*/stat") if _runs_in(group, stat)]:
        if not all(_ends(int(number)) for number in running):
            return True
    return False


def _ends(pid: int) -> bool:
    """Return whether a process ends soon."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], MOMENT)[0])
    finally:
        os.close(handle)


def _runs_in(group: int, stat: Path) -> bool:
    try:
        state, _, process_group, *_ = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:  # it has ended
        return False
    return int(process_group) == group and state not in "ZX"


class CanaryWatch:
    """Tells which files of a folder somebody reads, also native code, by inotify.

    A file that is opened, recognized by its handle and closed unread, is not told.

    Args:
        folder: The folder.
    """

    _READ = 0x1

    def __init__(self, folder: Path) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._handle = self._libc.inotify_init1(os.O_NONBLOCK)
        if self._handle < 0 or self._libc.inotify_add_watch(self._handle, os.fsencode(folder), self._READ) < 0:
            raise OSError(ctypes.get_errno(), "cannot watch the canaries")

    def read(self) -> set[str]:
        """Return the names of the files that were read since the last call."""
        return set(self._events())

    def _events(self) -> Iterator[str]:
        try:
            data = os.read(self._handle, 2**16)
        except BlockingIOError:
            return
        at = 0
        while at < len(data):
            length = struct.unpack_from("iIII", data, at)[3]
            name = data[at + 16 : at + 16 + length].rstrip(b"\0").decode()
            if name:  # the folder itself may be listed, which tells nothing of a file
                yield name
            at += 16 + length

    def close(self) -> None:
        """End the watch."""
        os.close(self._handle)
