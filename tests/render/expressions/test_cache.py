"""Expressions of large games are compiled once for all runs, and never from anything but what they say now."""

import importlib.util
from pathlib import Path

import jinja2.compiler
import pytest

from cardgen.guard import disk_cache
from cardgen.plugin.description.rules import DeckRules, Expressed
from cardgen.render.expressions import cache as expression_cache
from cardgen.render.expressions.cache import FEWEST_KEPT
from cardgen.render.expressions.evaluation import DeckExpressions
from cardgen.render.templates import environment, sandbox
from cardgen.render.templates.environment import Environment
from cardgen.report.source import Span


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the disk cache, where the compiled expressions go."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv(disk_cache.VARIABLE, str(folder))
    monkeypatch.setattr(expression_cache, "_shared", {})
    return folder


def game(file: Path, count: int = FEWEST_KEPT, add: int = 1) -> tuple[DeckExpressions, list[Expressed]]:
    """Return the expressions of a game whose formulas add to a field."""
    span = Span(str(file), 1)
    formulas = {f"f{number}": Expressed(f"card.cost + {number + add}", "formula", span) for number in range(count)}
    return DeckExpressions(DeckRules({"cards": False}, {"cards": formulas}, {}, ())), [*formulas.values()]


def run(file: Path, count: int = FEWEST_KEPT, add: int = 1) -> list[object]:
    """Return what a run of its own makes of the expressions."""
    expression_cache._shared.clear()
    expressions, formulas = game(file, count, add)
    assert expressions.faults() == []
    return [expressions.evaluate(formula, {"card": {"cost": 1}}) for formula in formulas]


def kept(cache: Path) -> list[Path]:
    return [*cache.glob("expressions-*")]


def test_a_later_run_does_not_compile_again(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch):
    first = run(tmp_path / "game.yaml")
    assert first == [number + 2 for number in range(FEWEST_KEPT)]
    assert len(kept(cache)) == 1
    monkeypatch.setattr(Environment, "compile", lambda *_, **__: pytest.fail("compiled again"))
    monkeypatch.setattr(disk_cache.DiskCache, "put", lambda *_: pytest.fail("kept again"))
    assert run(tmp_path / "game.yaml") == first


def test_what_makes_code_of_expressions_makes_it_again_when_it_changes(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
):
    first = run(tmp_path / "game.yaml")
    files = {kept(cache)[0].read_bytes()[:16]}
    another = str(tmp_path / "another.py")
    Path(another).write_text("1")
    for maker, name, value in (
        *((maker, "__file__", another) for maker in (environment, sandbox, jinja2.compiler)),
        (importlib.util, "MAGIC_NUMBER", b"another Python"),
        (jinja2, "__version__", "4"),
    ):
        monkeypatch.setattr(maker, name, value)
        assert run(tmp_path / "game.yaml") == first
        files.add(kept(cache)[0].read_bytes()[:16])
    assert len(files) == 6


def test_a_changed_expression_is_compiled_again(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch):
    run(tmp_path / "game.yaml")
    changed = [number + 3 for number in range(FEWEST_KEPT)]
    assert run(tmp_path / "game.yaml", add=2) == changed
    assert len(kept(cache)) == 1
    monkeypatch.setattr(Environment, "compile", lambda *_, **__: pytest.fail("compiled again"))
    assert run(tmp_path / "game.yaml", add=2) == changed


def test_a_game_is_kept_though_another_one_has_an_expression_of_it(tmp_path: Path, cache: Path):
    run(tmp_path / "game.yaml", FEWEST_KEPT - 1)
    expressions, _ = game(tmp_path / "other.yaml")
    assert expressions.faults() == [] and len(kept(cache)) == 1


def test_a_small_game_leaves_nothing_behind(tmp_path: Path, cache: Path):
    run(tmp_path / "game.yaml", FEWEST_KEPT - 1)
    assert kept(cache) == []


@pytest.mark.parametrize("content", [b"", b"nonsense", b"i\x01\x00\x00\x00"])
def test_a_damaged_file_is_written_again(tmp_path: Path, cache: Path, content: bytes):
    first = run(tmp_path / "game.yaml")
    (file,) = kept(cache)
    file.write_bytes(content)
    assert run(tmp_path / "game.yaml") == first
    assert len(file.read_bytes()) > 100


def test_without_a_safe_folder_expressions_are_evaluated_all_the_same(tmp_path: Path, cache: Path):
    cache.rmdir()
    cache.write_text("in the way")
    assert run(tmp_path / "game.yaml") == [number + 2 for number in range(FEWEST_KEPT)]
