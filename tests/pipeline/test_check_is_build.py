"""A check finds all that a build with the same options would, in the same words, and nothing else."""

import re
from pathlib import Path

import pytest

from cardgen.pipeline.check import check_deck
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.output import build_deck
from cardgen.report.diagnostics import Diagnostic, sort_diagnostics
from cardgen.report.errors import CardgenError
from cardgen.report.quality import stops
from docs.generate.typical_mistakes import mistakes

from .broken import CASES

MISTAKES = [
    mistake
    for mistake in mistakes()
    if mistake.command.startswith(("build ", "check ")) and "--" not in mistake.command
]
BROKEN_DECKS = sorted((Path(__file__).parents[1] / "decks_broken").glob("*.yaml"))


def representatives() -> list[Path]:
    """Return broken decks that have every code which any of them has; of decks of one kind, the first."""
    seen: set[str] = set()
    found = []
    for path in BROKEN_DECKS:
        codes = set(re.findall(r"^# (?:error|warning): \d+:\d+ ([EW]\d{3})", path.read_text("utf-8"), re.MULTILINE))
        if not codes <= seen:
            seen |= codes
            found.append(path)
    return found


@pytest.fixture(autouse=True)
def in_folder(tmp_path, toy_game, monkeypatch):
    """Each deck is alone in the current folder, and no printer profile of this computer is seen."""
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)


def ignore(_stage: str) -> None:
    pass


def found_by_build(deck: Path, out: Path, options: BuildOptions) -> list[Diagnostic]:
    try:
        return list(build_deck(deck, out, options, ignore).warnings)
    except CardgenError as error:
        return list(error.diagnostics)


def found_by_check(deck: Path, out: Path, options: BuildOptions) -> list[Diagnostic]:
    return sort_diagnostics(check_deck(deck, options, ignore, out))


@pytest.mark.parametrize("name", CASES)
def test_check_is_build(name, tmp_path):
    case = CASES[name]
    deck = case.write(tmp_path)
    options = BuildOptions(**{"language": "en", **case.options})
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    checked = found_by_check(deck, Path(case.out), options)
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert tuple(sorted({item.code for item in checked})) == case.codes, "\n".join(map(str, checked))
    assert checked == found_by_build(deck, Path(case.out), options)


@pytest.mark.parametrize("deck", representatives(), ids=lambda path: path.stem)
def test_check_of_a_broken_deck_is_its_build(deck, tmp_path):
    options = BuildOptions(language="pt")
    assert found_by_check(deck, tmp_path, options) == found_by_build(deck, tmp_path, options)


@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.title for mistake in MISTAKES])
def test_check_of_a_typical_mistake_is_its_build(mistake, tmp_path):
    mistake.write(tmp_path)
    deck, out, options = Path(mistake.command.split()[1]), Path("out"), BuildOptions(language="en")
    checked = found_by_check(deck, out, options)
    assert checked
    assert checked == found_by_build(deck, out, options)


REFUSED = [
    name for name, case in CASES.items() if any(map(stops, case.codes)) or (case.codes and case.options.get("strict"))
]


@pytest.mark.parametrize("name", REFUSED)
def test_a_build_with_an_error_leaves_every_old_file_as_it_was(name, tmp_path):
    case = CASES[name]
    deck = case.write(tmp_path)
    old = tmp_path / "out" / f"{deck.stem}.pdf"
    if (tmp_path / "out").is_file() or old.is_dir():
        pytest.skip("there is no place for an old file")
    old.parent.mkdir(exist_ok=True)
    old.write_bytes(b"old")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    found_by_build(deck, Path(case.out), BuildOptions(**{"language": "en", **case.options}))
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", [name for name in CASES if name not in REFUSED])
def test_a_build_with_nothing_but_warnings_replaces_the_old_file(name, tmp_path):
    case = CASES[name]
    deck = case.write(tmp_path)
    options = BuildOptions(**{"language": "en", **case.options})
    old = tmp_path / "out" / f"{deck.stem}{'.pt' * (options.language == 'pt')}.pdf"
    old.parent.mkdir()
    old.write_bytes(b"old")
    result = build_deck(deck, Path(case.out), options, ignore)
    assert [path.resolve() for path in result.files] == [old.resolve()]
    assert old.read_bytes().startswith(b"%PDF-")
    assert not [item for item in result.warnings if item.is_error]
    assert {item.code for item in result.warnings} == set(case.codes)
