"""The program of a sandbox: call the functions that are asked for, and answer with what they return.

It runs as a file of its own and imports nothing of cardgen but what it is told to, so that it begins at once. Requests come from the
standard input, answers go to the standard output. Each is a length and as many bytes, which `pickle` has written.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import struct
import sys
import threading
import time
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

LENGTH = struct.Struct(">Q")
"""How the length of a message is written."""


def main() -> None:
    """Answer requests until the input ends, which it does with the process that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the process that waits for this one
    source = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a library prints is no answer
    sys.path.append(str(Path(__file__).parents[2]))  # where cardgen is, unless it is installed
    from cardgen.processes.limits import limit, watch_memory

    watch_memory(int(sys.argv[1]))
    if sys.platform == "linux":  # elsewhere, a call goes on until it is over
        threading.Thread(target=_end_with_input, daemon=True).start()
    for module in sys.argv[2:]:
        import_module(module)
    while request := receive(source):
        name, arguments, memory, seconds = pickle.loads(request)
        before = time.process_time()
        try:
            function = _function(name)
            limit(memory=memory, seconds=seconds)
            answer = True, function(*arguments)
        except MemoryError:
            os._exit(1)
        except Exception as error:
            answer = False, error
        send(answers, pickle.dumps((*answer, time.process_time() - before), pickle.HIGHEST_PROTOCOL))


def _end_with_input() -> None:
    """End the process during a call if the one that asks for it has ended, which could not end this one if it was killed."""
    watched = select.poll()
    watched.register(0, 0)  # the end of the other side is told although no event is asked for
    watched.poll()
    os._exit(1)


def send(stream: BinaryIO, data: bytes) -> None:
    """Write a message."""
    stream.write(LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: BinaryIO) -> bytes:
    """Return the next message; nothing at the end of the stream, or where it was cut off."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return b""
    (length,) = LENGTH.unpack(head)
    data = stream.read(length)
    return data if len(data) == length else b""


def _function(name: str) -> Any:
    """Return a function, of which the module is imported when it is needed for the first time."""
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


if __name__ == "__main__":
    main()
