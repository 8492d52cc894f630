"""The processes of the preview, as they start."""

import os
import signal
import subprocess
import sys

import pytest

STARTED_AMID_INTERRUPTS = """
import os, signal, sys
from multiprocessing.connection import wait
from cardgen.processes.worker import Worker

class Printer(Worker):
    program = "builtins:print"

if __name__ == "__main__":
    signal.signal(signal.SIGINT, lambda *_: None)
    worker = Printer("subject")
    worker.launch() if sys.argv[1] == "launch" else worker._begin(sys.argv[1])
    while not wait([worker._process.sentinel], timeout=0.001):
        os.killpg(0, signal.SIGINT)
    worker._process.join()
    print(worker._process.exitcode)
"""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="a terminal sends Ctrl-C to all processes of a group")
@pytest.mark.parametrize("how", ["launch", "spawn"])
def test_ctrl_c_never_interrupts_a_process_of_the_preview_that_starts(tmp_path, how):
    script = tmp_path / "started.py"
    script.write_text(STARTED_AMID_INTERRUPTS, "utf-8")
    done = subprocess.run(
        [sys.executable, str(script), how],
        capture_output=True,
        text=True,
        timeout=300,
        start_new_session=True,
        check=False,
    )
    assert done.stderr == ""
    printed, code = done.stdout.splitlines()
    assert (printed.endswith("subject"), code) == (True, "0")


KILLED_AT_A_START = """
import os, signal, sys
from multiprocessing import util
from cardgen.processes.pool import ProcessPool
from cardgen.processes.worker import Worker

class Printer(Worker):
    program = "builtins:print"

def started_and_killed(path, arguments, descriptors, start=util.spawnv_passfds):
    number = start(path, arguments, descriptors)
    if "--multiprocessing-fork" in arguments:
        os.kill(os.getpid(), signal.SIGKILL)  # before it is told what to do
    return number

if __name__ == "__main__":
    util.spawnv_passfds = started_and_killed
    Printer("subject")._begin("spawn") if sys.argv[1] == "worker" else ProcessPool(1).submit(print, [()])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes start in another way")
@pytest.mark.parametrize("what", ["worker", "pool"])
def test_a_process_whose_server_is_killed_while_it_starts_tells_no_exception(tmp_path, what):
    (script := tmp_path / "killed.py").write_text(KILLED_AT_A_START, "utf-8")
    done = subprocess.run([sys.executable, str(script), what], capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (-signal.SIGKILL, False), done.stderr


ENDS = """
import os, sys, threading
from cardgen.processes.worker import Worker

def wait(connection, subject):
    threading.Event().wait()  # as a build that takes long, it does not look at its connection

class Waiting(Worker):
    program = "__mp_main__:wait" if sys.platform != "linux" else "__main__:wait"

if __name__ == "__main__":
    worker = Waiting("subject")
    worker.launch()
    os._exit(0)
"""


def test_a_process_of_the_preview_notices_the_end_of_the_server(tmp_path):
    script = tmp_path / "ends.py"
    script.write_text(ENDS, "utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300, check=False)
    assert done.stderr == ""  # it came to an end, so that no process has it open
