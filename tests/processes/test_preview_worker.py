"""The processes of the preview, as they start."""

import os
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
        timeout=60,
        start_new_session=True,
        check=False,
    )
    assert done.stderr == ""
    printed, code = done.stdout.splitlines()
    assert (printed.endswith("subject"), code) == (True, "0")


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
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""  # it came to an end, so that no process has it open
