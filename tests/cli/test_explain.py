import subprocess

import pytest

from cardgen.plugin.codes import all_codes

from .conftest import command


@pytest.mark.parametrize("code", sorted(all_codes()))
def test_every_code_is_told(run, code):
    result = run("explain", code)
    assert result.code == 0
    assert result.out.startswith(f"{code}: ")
    assert all(f"\n{part}\n  " in result.out for part in ("Why", "Example", "Instead"))


def test_small_letters_will_do(run):
    assert run("explain", "e203") == run("explain", "E203")


def test_without_a_code_all_are_listed(run):
    assert [line.split()[0] for line in run("explain").out.splitlines()] == list(all_codes())


def test_an_unknown_code_is_wrong_usage(run):
    result = run("explain", "E2033")
    assert result.code == 2
    assert "did you mean 'E203'?" in result.err


def test_a_pipe_that_is_closed_early_is_no_bug(tmp_path):
    line = " ".join(
        ["exec 2>&1;", *map("'{}'".format, [part.replace("'", '"') for part in command("explain")]), "| true"]
    )
    done = subprocess.run(["/bin/sh", "-c", line], cwd=tmp_path, capture_output=True, check=False, timeout=60)
    assert done.stdout == b""
    assert done.stderr == b""
