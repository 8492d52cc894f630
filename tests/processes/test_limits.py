"""What limits of memory and time are set, seen on a system that only notes them."""

import gc
import math
import signal
import weakref
from types import SimpleNamespace

import pytest

from cardgen.processes import allowance, command_limits, limits
from cardgen.processes.command_limits import CommandLimitError

MIB = 2**20


class System:
    """The limits of a process, by their names: the soft and the hard one."""

    RLIM_INFINITY = -1

    def __init__(self, **found):
        self.limits = found
        for name in found:
            setattr(self, f"RLIMIT_{name}", name)

    def getrlimit(self, name):
        return self.limits[name]

    def setrlimit(self, name, values):
        if values[1] == 13:
            raise ValueError("not on this system")
        self.limits[name] = values

    def getpagesize(self):
        return 4096


@pytest.fixture
def system(monkeypatch):
    def of(**found):
        made = System(**found)
        monkeypatch.setitem(limits.sys.modules, "resource", made)
        return made

    return of


def test_a_process_gets_limits_that_are_no_higher_than_before(system, monkeypatch):
    monkeypatch.setattr(limits.time, "process_time", lambda: 2.5)
    found = system(AS=(-1, -1), CPU=(-1, -1), CORE=(-1, -1))
    limits.limit(memory=100, seconds=3.6)
    assert found.limits == {"AS": (100, -1), "CPU": (7, -1), "CORE": (0, -1)}
    found = system(AS=(90, 90), CPU=(5, 13))  # macOS knows one, but does not set it
    limits.limit(memory=100, seconds=30)
    assert found.limits == {"AS": (90, 90), "CPU": (5, 13)}
    found = system(AS=(200, 200))
    limits.limit(memory=100, seconds=30)
    assert found.limits == {"AS": (100, 200)}


def test_a_block_may_take_so_much_more_memory_in_a_process_of_cardgen_on_linux(system, monkeypatch):
    statm = SimpleNamespace(
        read_bytes=lambda: b"9000 600 100 1 0 800 0\n"
    )  # pages: all, resident, shared, ..., reserved
    monkeypatch.setattr(limits, "Path", lambda _: statm)
    monkeypatch.setattr(limits.sys, "platform", "linux")
    monkeypatch.setattr(limits._Process, "is_own", False)
    found = system(DATA=(-1, -1))
    with limits.memory_limited(8 * MIB):
        assert found.limits["DATA"] == (-1, -1)  # the memory of a program that uses cardgen is its own
    limits.own_process()
    for before, more, within in (
        ((-1, -1), 8 * MIB, (500 * 4096 + 8 * MIB, -1)),
        ((-1, -1), MIB, (800 * 4096, -1)),
        ((4 * MIB, 9 * MIB), 8 * MIB, (4 * MIB, 9 * MIB)),
        ((90 * MIB, 99 * MIB), 8 * MIB, (500 * 4096 + 8 * MIB, 99 * MIB)),
    ):
        found = system(DATA=before)
        with pytest.raises(MemoryError), limits.memory_limited(more):
            assert found.limits["DATA"] == within
            raise MemoryError
        assert found.limits["DATA"] == before
    monkeypatch.setattr(limits.sys, "platform", "darwin")
    with limits.memory_limited(MIB):
        assert found.limits["DATA"] == before


def test_memory_is_counted_in_bytes_on_each_system(system, monkeypatch):
    found = system()
    found.RUSAGE_SELF, found.getrusage = 0, lambda _: SimpleNamespace(ru_maxrss=3000)
    for platform, size in (("linux", 3000 * 1024), ("darwin", 3000)):
        monkeypatch.setattr(limits.sys, "platform", platform)
        assert limits.peak_memory() == size

    statm = SimpleNamespace(read_bytes=lambda: b"9000 600 100 1 0 800 0\n")
    monkeypatch.setattr(limits, "Path", lambda _: statm)
    monkeypatch.setattr(limits.os, "sysconf", lambda _: 4096)
    assert limits.memory_now() == 600 * 4096  # the pages that are resident

    def none():
        raise FileNotFoundError

    monkeypatch.setattr(limits, "Path", lambda _: SimpleNamespace(read_bytes=none))
    assert limits.memory_now() == 3000  # the most, where what is used now is not known
    monkeypatch.setitem(limits.sys.modules, "resource", None)
    assert limits.peak_memory() == 0


def test_a_process_on_macos_ends_itself_above_its_memory(monkeypatch):
    sizes, started, ended = [5, 10, 11, 99], [], []
    thread = SimpleNamespace(start=lambda: started.append(True))
    monkeypatch.setattr(
        limits.threading, "Thread", lambda target, daemon: daemon and (started.append(target) or thread)
    )
    monkeypatch.setattr(limits.sys, "platform", "linux")
    limits.watch_memory(10)
    assert not started
    monkeypatch.setattr(limits.sys, "platform", "darwin")
    limits.watch_memory(10)
    assert started[1:] == [True]
    monkeypatch.setattr(limits, "peak_memory", lambda: sizes.pop(0))
    monkeypatch.setattr(limits.time, "sleep", lambda _: None)
    monkeypatch.setattr(limits.os, "_exit", ended.append)
    started[0]()
    assert (ended, sizes) == ([1], [99])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((-1, -1), (4 * 2**30, -1)),
        ((-1, 2**33), (4 * 2**30, 2**33)),
        ((2**30, 2**32), (2**30, 2**32)),
        ((2**30, 2**30), (2**30, 2**30)),
    ],
)
def test_a_command_gets_addresses_and_a_watch(system, monkeypatch, before, after):
    found, started, handled = system(AS=before), [], []
    monkeypatch.setattr(limits._Process, "is_own", False)
    monkeypatch.setattr(command_limits.signal, "signal", lambda *given: handled.append(given))
    monkeypatch.setattr(
        command_limits.threading,
        "Thread",
        lambda **given: SimpleNamespace(start=lambda: started.append(given)),
    )
    command_limits.limit_command(handled.append)
    assert found.limits["AS"] == after and limits._Process.is_own
    assert handled == [(command_limits._SIGNAL, command_limits._raise)]
    assert started == [{"target": command_limits._watch, "args": (handled.append,), "daemon": True}]


@pytest.fixture
def used(monkeypatch):
    """What the process has used: processor time in seconds, and memory in bytes."""
    found = SimpleNamespace(time=0.0, memory=0)
    monkeypatch.setattr(command_limits.time, "process_time", lambda: found.time)
    monkeypatch.setattr(command_limits, "memory_now", lambda: found.memory)
    monkeypatch.setattr(command_limits._Now, "end", math.inf)
    return found


def test_a_command_is_over_its_limit_by_time_or_memory_and_a_block_by_its_own_time(used):
    def raised():
        try:
            command_limits._raise(signal.SIGTERM, None)
        except CommandLimitError as error:
            return "time" if error.is_time else "memory"
        return ""

    used.time, used.memory = command_limits.SECONDS, command_limits.MEMORY
    assert raised() == ""
    used.memory += 1
    assert raised() == "memory"
    used.time += 0.1
    assert raised() == "time"
    used.time, used.memory = 20.0, 0
    with command_limits.at_most(5):
        used.time = 25.0
        assert raised() == ""
        used.time = 25.1
        assert raised() == "time"
    assert raised() == ""
    with pytest.raises(CommandLimitError), command_limits.at_most(5):
        used.time = 31.0
        command_limits._raise(signal.SIGTERM, None)
    assert raised() == ""  # what comes after it has the time of the command
    with command_limits.at_most(1000):
        used.time = command_limits.SECONDS + 1
        assert raised() == "time"


def test_a_command_that_does_not_end_is_told_four_times_and_then_ended(used, monkeypatch):
    looks, told, ended = [], [], []

    def sleep(_seconds):
        looks.append(len(told))
        if len(looks) == 3:
            used.memory = command_limits.MEMORY + 1
        if len(looks) == 5:
            used.memory = 0  # what was told has helped
        if len(looks) == 6:
            used.time = command_limits.SECONDS + 1

    monkeypatch.setattr(command_limits.time, "sleep", sleep)
    monkeypatch.setattr(command_limits, "_tell_main_thread", lambda: told.append(len(looks)))
    command_limits._watch(lambda error: ended.append(error.is_time))
    assert (told, len(looks), ended) == ([3, 6, 16, 26, 36], 45, [True])


def test_parts_of_a_command_share_what_they_may_take(monkeypatch):
    monkeypatch.setattr(allowance, "_used", {})
    allowance.spend("formulas", 1.5)
    allowance.spend("formulas", 1)
    allowance.spend("workbooks", 9)
    assert [allowance.left(part, 4) for part in ("formulas", "workbooks", "others")] == [1.5, 0, 4]
    allowance.begin()
    assert allowance.left("workbooks", 4) == 4


def test_memory_that_is_given_back_is_also_that_of_values_that_refer_to_themselves():
    class Ring:
        pass

    gc.disable()
    try:
        ring = Ring()
        ring.self, known = ring, weakref.ref(ring)
        del ring
        limits.release_memory()
        assert known() is None
    finally:
        gc.enable()
