"""A deck is looked at in every language that it is written in."""

import shutil
from pathlib import Path

import pytest

from cardgen.guard import disk_cache
from cardgen.pipeline import check
from cardgen.pipeline.check import check_deck, deck_languages
from cardgen.pipeline.open import project
from cardgen.pipeline.open.deck_file import read_deck
from cardgen.pipeline.options import BuildOptions, CheckOptions, DeckOptions
from cardgen.plugin.resources import resources
from cardgen.read import svg
from cardgen.read.svg import load_svg
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.errors import CardgenError
from cardgen.report.source import Span

pytestmark = pytest.mark.usefixtures("no_front_pages")

DECKS = resources().decks
ASKED = BuildOptions(language="", only=("bases",))


def silent(_stage):
    pass


def changed(tmp_path, *pairs) -> Path:
    """The elves with some words replaced."""
    text = (DECKS / "elves.yaml").read_text("utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    deck = tmp_path / "elves.yaml"
    deck.write_text(text, "utf-8")
    shutil.copytree(DECKS / "art" / "elves", tmp_path / "art" / "elves")
    return deck


def test_what_fits_in_one_language_only_is_told(tmp_path):
    deck = changed(tmp_path, ("pt: Pedras Erguidas", f"pt: {'Pedras' * 9}"))
    found = check_deck(deck, ASKED, silent)
    assert [item.code for item in found] == ["W415", "E406"]  # the line is too wide for its box, and for the card
    assert {item.notes[-1][0] for item in found} == {"in the language 'pt'"}
    assert check_deck(deck, BuildOptions(language="en", only=("bases",)), silent) == []


def test_a_picture_is_read_once_for_all_languages(monkeypatch, tmp_path):
    monkeypatch.setenv(disk_cache.VARIABLE, str(tmp_path))  # not what other tests have read
    read = []
    monkeypatch.setattr(svg, "load_svg", lambda path, families: read.append(path) or load_svg(path, families))
    assert check_deck(DECKS / "elves.yaml", ASKED, silent) == []
    assert read
    assert len(read) == len({*read})


def test_a_deck_is_read_once_for_all_languages(monkeypatch):
    read = []
    monkeypatch.setattr(
        project, "read_deck", lambda path, *more, **named: read.append(path) or read_deck(path, *more, **named)
    )
    assert check_deck(DECKS / "elves.yaml", ASKED, silent) == []
    assert read == [DECKS / "elves.yaml"]


def test_what_is_wrong_in_all_languages_is_told_once(tmp_path):
    deck = changed(tmp_path, ("copies: 7", "copies: 8"))
    found = check_deck(deck, ASKED, silent)
    assert len(found) == len(set(found)) > 0
    assert all("language" not in note for item in found for note, _ in item.notes)


@pytest.mark.parametrize(
    ("pairs", "languages"),
    [
        ((), ("en", "pt")),
        (((", pt: ", ", fr: "), ("      pt: ", "      fr: ")), ("en",)),
        ((("en: ", "de: "),), ("pt",)),
    ],
)
def test_languages_are_those_of_most_texts(tmp_path, pairs, languages):
    assert deck_languages(changed(tmp_path, *pairs), Collector()) == languages


def test_a_deck_whose_texts_are_for_all_languages_has_the_first_of_its_game(tmp_path):
    plain = changed(tmp_path, ("en: ", "de: "), (", pt: ", ", fr: "), ("      pt: ", "      fr: "))
    assert deck_languages(plain, Collector()) == ("en",)
    assert deck_languages(tmp_path / "none.yaml", Collector()) == ("",)


@pytest.mark.parametrize(("designs", "words"), [(3, 260), (10, 110), (14, 70), (15, 200), (25, 200)])
def test_the_player_aid_has_room_for_any_army(tmp_path, designs, words):
    """Few abilities with long texts, or all of them different: what does not fit is named only."""
    deck = changed(tmp_path)
    head = deck.read_text("utf-8").partition("\nabilities:")[0]
    text = ("strike one of them down " * 20)[:words].strip()
    ability = (
        "  - {id: a%d, name: The Ability of %d, kind: common, icon: hand, copies: 1, art: art/elves/treecity.svg,"
        " timing: {window: main}, effects: [{draw: {who: self, amount: 1}}], text: '%s.'}\n"
    )
    deck.write_text(f"{head}\nabilities:\n" + "".join(ability % (n, n, text) for n in range(designs)), "utf-8")
    found = check_deck(deck, BuildOptions(only=("aid",)), silent)
    assert {item.code for item in found} <= {"E301", "W305"}, found


def test_a_deck_with_too_many_faults_is_read_once(tmp_path, monkeypatch):
    read = []
    monkeypatch.setattr(
        project, "read_deck", lambda path, *more, **named: read.append(path) or read_deck(path, *more, **named)
    )
    monkeypatch.setattr(check, "prepare", lambda *_: pytest.fail("the deck is read again"))
    path = tmp_path / "many.yaml"
    path.write_text("game: attack-the-tower\n" + "".join(f"unknown_{number}: 1\n" for number in range(60)), "utf-8")
    found = check_deck(path, BuildOptions(), lambda _stage: None)
    assert len(read) == 1
    assert len([item for item in found if item.code == "E203" and not item.more]) == 50
    assert [item.more for item in found if item.more] == [10]
    monkeypatch.setattr(check, "prepare", lambda *_: read.append("again") or exit_with("E202"))
    assert [item.code for item in check_deck(path, BuildOptions(draft=True), silent)] == ["E202"] and read[
        -1
    ] == "again"


def exit_with(code):
    raise CardgenError([Diagnostic(code, "it is a draft")])


def test_a_problem_without_a_place_is_told_for_each_piece(monkeypatch, tmp_path):
    def found(_path, options, *_):
        place = Span("deck.yaml", 1 if options.language == "en" else 2)
        notes = (("on Dawn" if options.language == "en" else "on Aurora", None),)
        return [
            Diagnostic("E406", "text does not fit", None, notes=notes), Diagnostic("E407", "no font", None),
            Diagnostic("W411", "shrunk", place), Diagnostic("W410", "coarse", Span("deck.yaml", 3), notes=notes),
        ]  # fmt: skip

    monkeypatch.setattr(check, "deck_languages", lambda *_: ("en", "pt"))
    monkeypatch.setattr(check, "_check", found)
    told = check_deck(tmp_path / "deck.yaml", BuildOptions(), silent)
    assert [(item.code, [note for note, _ in item.notes]) for item in told] == [
        ("E406", ["on Dawn"]), ("E407", []), ("W411", []), ("W410", ["on Dawn"]),
        ("E406", ["on Aurora", "in the language 'pt'"]), ("W411", ["in the language 'pt'"]),
    ]  # fmt: skip


def test_games_are_tried_beside_warnings_and_not_beside_errors(monkeypatch, tmp_path):
    def codes(code, options):
        monkeypatch.setattr(check, "_check", lambda *_: [Diagnostic(code, "x")])
        return [item.code for item in check_deck(tmp_path / "deck.yaml", options, silent)]

    monkeypatch.setattr(check, "_played", lambda *_: [Diagnostic("W245", "slow")])
    english = CheckOptions(language="en")
    assert codes("W411", english) == ["W411", "W245"] and codes("E202", english) == ["E202"]
    assert codes("W411", CheckOptions(language="en", no_trial=True)) == ["W411"]


def test_a_deck_that_cannot_be_read_has_no_languages(tmp_path):
    (tmp_path / "deck.yaml").write_text("game: none\ncards: []\n")
    for name, code in (("none.yaml", "E101"), ("deck.yaml", "E201")):
        found = Collector()
        assert deck_languages(tmp_path / name, found, DeckOptions()) == ("",)
        assert [item.code for item in found.items] == [code]


def test_files_of_another_language_are_checked_where_a_build_writes_them(monkeypatch, tmp_path):
    deck, targets = tmp_path / "deck.yaml", []
    deck.write_text("game: cards\nlanguages: [en, de]\ncards: [{name: {en: Dawn, de: Morgen}}]\n")
    monkeypatch.setattr(check, "prepare_output", lambda *asked: targets.append(asked[1].name) or exit_with("E601"))
    check_deck(deck, BuildOptions(), silent, tmp_path / "out")
    assert targets == ["deck.pdf", "deck.de.pdf"]
