"""CI runs all plain tests on one system, and on the others those that depend on where they run."""

import re
from pathlib import Path

import yaml

from cardgen.yaml_loader import LOADER

ROOT = Path(__file__).parents[2]
JOB = yaml.load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"), LOADER)["jobs"]["test"]
SYSTEM = re.compile(r"sys\.(platform|version_info)|os\.name\b|not hasattr\((os|signal)")
EXTENDED = re.compile(r"^pytestmark = .*mark\.extended", re.MULTILINE)


def test_one_job_runs_all_tests_and_every_test_that_names_a_system_runs_on_all_of_them():
    matrix = JOB["strategy"]["matrix"]
    (whole,) = [job for job in matrix["include"] if job.get("tests") == "tests"]
    assert whole["os"] in matrix["os"]
    assert whole["python"] in matrix["python"]
    everywhere = [ROOT / name for name in re.findall(r"tests/[\w./]+", JOB["env"]["TESTS"])]
    assert [path for path in everywhere if not path.exists()] == []
    dependent = [
        path
        for path in (ROOT / "tests").rglob("test_*.py")
        if SYSTEM.search(text := path.read_text("utf-8")) and not EXTENDED.search(text) and path != Path(__file__)
    ]
    assert len(dependent) > 10
    assert [path for path in dependent if not any(path.is_relative_to(name) for name in everywhere)] == []
