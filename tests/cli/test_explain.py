import re
import subprocess

import pytest

from cardgen.plugin import codes, registry
from cardgen.plugin.codes import Explanation, all_codes
from cardgen.report.diagnostics import Diagnostic

from .conftest import command


def test_every_code_is_told(run):
    result = run("explain", *all_codes())
    assert result.code == 0
    pages = iter(re.split(r"^(?=[EW]\d{3}(?: \([\w-]+\))?: )", result.out, flags=re.MULTILINE)[1:])
    for code, owners in all_codes().items():
        for owner in owners:
            page = next(pages)
            assert page.startswith(f"{code} ({owner}): " if len(owners) > 1 else f"{code}: ")
            assert all(page.count(f"\n{part}\n  ") == 1 for part in ("Why", "Example", "Instead")), code
    assert next(pages, None) is None


def test_small_letters_will_do(run):
    assert run("explain", "e203") == run("explain", "E203")


@pytest.mark.parametrize(
    "typed", [["e 203"], ["E", "203"], ["w", "410"], ["[E203]"], ["error[E203]:"], ["E-203"], ["E203,"]]
)
def test_a_code_may_be_typed_as_it_comes(run, typed):
    code = "W410" if "w" in typed else "E203"
    assert run("explain", *typed) == run("explain", code)


def test_a_number_is_the_error_and_the_warning(run):
    both = run("explain", "302").out
    assert both == run("explain", "E302").out + "\n" + run("explain", "W302").out
    assert run("explain", "203") == run("explain", "E203")


def test_several_codes_are_told_in_turn(run):
    assert run("explain", "E203", "e204").out == run("explain", "E203").out + "\n" + run("explain", "E204").out


def test_a_code_of_a_game_can_be_asked_for(run, toy_game):
    assert run("explain", "attack-the-tower:302").out.startswith("E302: ")
    wrong = run("explain", "attack-the-twoer:E302")
    assert (wrong.code, "did you mean 'attack-the-tower'?" in wrong.err.replace("\n│ ", " ")) == (2, True)


def test_without_a_code_all_are_listed(run):
    names = [code for code, owners in all_codes().items() for _ in owners]
    lines = run("explain").out.splitlines()
    assert [line.split()[0] for line in lines] == names
    assert sum(line.startswith("E301 (attack-the-tower)  ") for line in lines) == 1


def test_a_list_of_codes_has_a_line_for_each(run, monkeypatch):
    page = Explanation("A card is odd.\nIt may be even.", "why", "example", "instead")
    monkeypatch.setattr(codes, "all_codes", lambda _found: {"E901": {"toy": page}, "W901": {"toy": page, "sea": page}})
    lines = ["E901  A card is odd.", "W901 (toy)  A card is odd.", "W901 (sea)  A card is odd."]
    assert run("explain").out.splitlines() == lines


def test_what_is_wrong_with_each_game_is_told_before_the_list(run, monkeypatch):
    monkeypatch.setattr(codes, "all_codes", lambda _found: {})
    broken = {"sea": (Diagnostic("E210", "no sea"),), "toy": (Diagnostic("E211", "no toy"), Diagnostic("E212", "odd"))}
    monkeypatch.setattr(registry, "broken_games", lambda: broken)
    assert run("explain") == (0, "", "error[E210]: no sea\nerror[E211]: no toy\nerror[E212]: odd\n")


def test_an_unknown_code_is_wrong_usage(run):
    result = run("explain", "E7077")
    assert result.code == 2
    assert "did you mean 'E707'?" in result.err
    assert run("explain", "999").code == 2


def test_a_pipe_that_is_closed_early_is_no_bug(tmp_path):
    line = " ".join(
        ["exec 2>&1;", *map("'{}'".format, [part.replace("'", '"') for part in command("explain")]), "| true"]
    )
    done = subprocess.run(["/bin/sh", "-c", line], cwd=tmp_path, capture_output=True, check=False, timeout=300)
    assert done.stdout == b""
    assert done.stderr == b""
