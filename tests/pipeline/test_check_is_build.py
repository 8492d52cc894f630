"""A check finds all that a build with the same options would, in the same words, and nothing else."""

import re
from pathlib import Path

import pytest

from cardgen.pipeline.check import check_deck
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.output import build_deck
from cardgen.report.diagnostics import Diagnostic, sort_diagnostics
from cardgen.report.errors import CardgenError
from cardgen.report.quality import stops
from docs.generate.typical_mistakes import mistakes

from .broken import CASES

pytestmark = pytest.mark.usefixtures("no_front_pages")

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


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", CASES)
def test_check_is_build(name, tmp_path):
    """A build with an error leaves every old file as it was; one with nothing but warnings replaces the old PDF."""
    case = CASES[name]
    deck = case.write(tmp_path)
    options = BuildOptions(**{"language": "en", **case.options})
    old = tmp_path / "out" / f"{deck.stem}{'.pt' * (options.language == 'pt')}.pdf"
    if not (tmp_path / "out").exists():
        old.parent.mkdir()
        old.write_bytes(b"old")
    before = contents(tmp_path)
    checked = found_by_check(deck, Path(case.out), options)
    assert contents(tmp_path) == before
    assert tuple(sorted({item.code for item in checked})) == case.codes, "\n".join(map(str, checked))
    assert checked == found_by_build(deck, Path(case.out), options)
    if any(map(stops, case.codes)) or (case.codes and options.strict):
        assert contents(tmp_path) == before
    else:
        assert not [item for item in checked if item.is_error]
        assert old.read_bytes().startswith(b"%PDF-")


@pytest.mark.extended
@pytest.mark.parametrize("deck", representatives(), ids=lambda path: path.stem)
def test_check_of_a_broken_deck_is_its_build(deck, tmp_path):
    options = BuildOptions(language="pt")
    assert found_by_check(deck, tmp_path, options) == found_by_build(deck, tmp_path, options)


@pytest.mark.extended
@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.title for mistake in MISTAKES])
def test_check_of_a_typical_mistake_is_its_build(mistake, tmp_path):
    mistake.write(tmp_path)
    deck, out, options = Path(mistake.command.split()[1]), Path("out"), BuildOptions(language="en")
    checked = found_by_check(deck, out, options)
    assert checked
    assert checked == found_by_build(deck, out, options)
