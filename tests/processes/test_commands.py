"""No process outlives the command that started it."""

import os
import subprocess
import sys

import pytest

from cardgen.plugin.resources import resources

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no groups of processes")


@pytest.mark.parametrize("arguments", [("check",), ("build", "--out", "out")])
def test_no_process_is_left_when_a_command_has_ended(arguments, tmp_path):
    name, *others = arguments
    command = [sys.executable, "-m", "cardgen", name, str(resources().decks / "samurai.yaml"), *others]
    with subprocess.Popen(command, cwd=tmp_path, start_new_session=True, stdout=subprocess.DEVNULL) as process:
        assert process.wait(300) == 0
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)  # it has a group of its own, in which nobody is left
