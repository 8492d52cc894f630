"""The extended tests fall into parts, each of which runs when a file that it covers has changed."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / ".ci" / "extended"
EXTENDED = runpy.run_path(str(SCRIPT))
PARTS = EXTENDED["PARTS"]


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@b.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def change(folder: Path, file: str) -> None:
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(path.read_text("utf-8") + "x" if path.exists() else "x", "utf-8")
    git(folder, "add", file)
    git(folder, "commit", "-m", file)


@pytest.fixture
def parts(tmp_path, monkeypatch):
    """A new repository; gives the function that tells which parts would run there."""
    git(tmp_path, "init")
    change(tmp_path, "README")
    functions = EXTENDED["changed_parts"].__globals__
    monkeypatch.setitem(functions, "ROOT", tmp_path)
    return EXTENDED["changed_parts"]


def test_every_extended_test_belongs_to_a_part():
    marked = [
        path.relative_to(ROOT)
        for path in (ROOT / "tests").rglob("test_*.py")
        if re.search(r"pytest\.mark\.extended\b", path.read_text("utf-8")) and path != Path(__file__)
    ]
    covered = [Path(name) for part in PARTS.values() for name in part.tests.split()]
    assert marked
    assert [path for path in marked if not any(path.is_relative_to(folder) for folder in covered)] == []
    fixtures = [
        path.parent for path in (ROOT / "tests").rglob("*/conftest.py") if "mark.extended" in path.read_text("utf-8")
    ]
    assert all(any((ROOT / path).is_relative_to(folder) for path in covered) for folder in fixtures), fixtures


def test_every_file_that_a_part_names_exists():
    for name, part in PARTS.items():
        for path in f"{part.covers} {part.tests}".split():
            assert any(ROOT.glob(path)), (name, path)
        for command in part.commands:
            assert command.startswith("python -m ") or (ROOT / command.split()[0]).is_file(), (name, command)


def test_a_part_runs_when_a_file_that_it_covers_has_changed(parts, tmp_path):
    change(tmp_path, "cardgen/validate/schema.py")
    assert [*parts()] == ["checks"]
    change(tmp_path, "cardgen/games/stonewater_weir/engine/turn/cards.py")
    assert [*parts()] == ["stonewater-weir", "siege-balance", "compiled", "checks"]


def test_a_part_of_the_page_runs_for_the_files_that_it_is_about_and_its_core_for_any(parts, tmp_path):
    change(tmp_path, "cardgen/preview/static/page.js")
    assert [*parts()] == ["page"]
    change(tmp_path, "cardgen/preview/web/src/grid-head.tsx")
    assert [*parts()] == ["page", "grid"]
    change(tmp_path, "cardgen/preview/live.py")
    assert [*parts()] == ["page", "races", "grid"]


def test_the_engines_are_compiled_when_one_of_their_files_has_changed_and_not_for_other_rules(parts, tmp_path):
    change(tmp_path, "cardgen/plugin/rules/described/zones.py")
    assert "compiled" not in parts()
    change(tmp_path, "cardgen/plugin/rules/programs.py")
    assert "compiled" in parts()


def test_a_part_runs_when_its_own_tests_have_changed_and_not_for_plain_ones_beside_them(parts, tmp_path):
    change(tmp_path, "tests/play/openspiel/test_plain.py")
    assert [*parts()] == []
    (tmp_path / "tests/play/openspiel/test_long.py").write_text("pytestmark = pytest.mark.extended\n")
    change(tmp_path, "tests/play/openspiel/test_long.py")
    assert parts() == {"openspiel": False}, "its commands do not run"
    change(tmp_path, "cardgen/play/openspiel/game.py")
    assert parts() == {"openspiel": True}


def test_a_shallow_clone_is_told(parts, tmp_path, monkeypatch, capsys):
    change(tmp_path, "cardgen/validate/schema.py")
    git(tmp_path, "clone", "--depth", "1", tmp_path.as_uri(), "clone")
    monkeypatch.setitem(parts.__globals__, "ROOT", tmp_path / "clone")
    assert [*parts()] == []
    assert "the clone is shallow" in capsys.readouterr().out


def test_a_part_stops_running_ten_commits_later_unless_no_release_came_since(parts, tmp_path):
    change(tmp_path, "cardgen/validate/schema.py")
    for _ in range(EXTENDED["COMMITS"]):
        change(tmp_path, "README")
    assert [*parts()] == []
    git(tmp_path, "tag", "v0.1.0", "HEAD~11")
    assert [*parts()] == ["checks"]


def test_an_unknown_part_is_wrong_usage():
    done = subprocess.run([sys.executable, SCRIPT, "browsr"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no part 'browsr'; the parts are: attack-the-tower," in done.stderr
