"""How plain and extended tests are given to the workers of a parallel run."""

from types import SimpleNamespace

import pytest

OWN, OTHER = "tests/guard/test_files.py", "tests/impose/test_grid.py"
PROCESSES = ("tests/processes/test_limits.py", "tests/cli/test_import_budget.py")
BROWSER = ("tests/preview/browser/test_smoke.py", "tests/preview/browser/test_table_page.py")


@pytest.fixture
def group_of(pytestconfig):
    """Gives the group of a test in a run of tests with some marks."""
    conftest = pytestconfig.pluginmanager.get_plugin(str(pytestconfig.rootpath / "tests/conftest.py"))

    def group_of(file, marks="not extended", dist="load"):
        options = {"dist": dist, "markexpr": marks, "tx": ["2*popen"], "maxprocesses": None, "debug": False}
        config = SimpleNamespace(
            getoption=options.get,
            getvalue=options.get,
            rootpath=pytestconfig.rootpath,
            option=SimpleNamespace(**options),
        )
        groups = conftest.pytest_xdist_make_scheduler(config, None)
        return groups and groups._split_scope(f"{file}::test_one[a::b]")

    return group_of


def test_a_worker_gets_whole_files_and_one_of_them_all_processes_or_the_browser(group_of):
    assert group_of(OWN) != group_of(OTHER)
    assert group_of(OWN) == OWN
    for files in (PROCESSES, BROWSER):
        assert len({group_of(file) for file in files}) == 1


def test_extended_tests_are_given_one_by_one_but_those_of_processes(group_of):
    assert group_of(OWN, "extended") == f"{OWN}::test_one[a::b]"
    assert {group_of(file, "extended") for file in PROCESSES} == {group_of(PROCESSES[0])}


def test_another_way_may_be_asked_for(group_of):
    assert group_of(OWN, dist="worksteal") is None
