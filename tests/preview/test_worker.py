"""The processes of the preview, as they start."""

import os
import subprocess
import sys

import pytest

STARTED_AMID_INTERRUPTS = """
import os, signal, time
from cardgen.preview.worker import Worker

class Printer(Worker):
    program = "builtins:print"

if __name__ == "__main__":
    signal.signal(signal.SIGINT, lambda *_: None)
    worker = Printer("subject")
    worker.launch()
    while worker._process.is_alive():
        os.killpg(0, signal.SIGINT)
        time.sleep(0.001)
    print(worker._process.exitcode)
"""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="a terminal sends Ctrl-C to all processes of a group")
def test_ctrl_c_never_interrupts_a_process_of_the_preview_that_starts(tmp_path):
    script = tmp_path / "started.py"
    script.write_text(STARTED_AMID_INTERRUPTS, "utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, start_new_session=True, check=False
    )
    assert done.stderr == ""
    printed, code = done.stdout.splitlines()
    assert (printed.endswith("subject"), code) == (True, "0")
