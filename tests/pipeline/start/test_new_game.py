"""What `cardgen new` makes builds at once, and nothing is written over."""

import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import toy

from cardgen.pipeline.check import check_deck
from cardgen.pipeline.open.game_files import game_ids
from cardgen.pipeline.open.project import open_deck
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.pipeline.start import new_game, write_folder
from cardgen.pipeline.start.new_game import make_new
from cardgen.pipeline.start.plan import NewOptions
from cardgen.pipeline.start.schema_sample import sample_deck
from cardgen.plugin.components import PieceKind
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError

pytestmark = pytest.mark.usefixtures("no_front_pages")

LIST = """\
Name,Name.pt,Type,Strength,Speed,Rarity,Alive,Tint,Portrait,Rules,Count,# remarks
Bear,Urso,Beast,4,1.5,common,yes,#aa5500,,Growl at **one** enemy.,2,big
Wolf,Lobo,Beast,3,2,rare,no,#888888,,,1,
Elk,Alce,Beast,2,3.5,common,yes,#996633,,Run.,3,
Owl,Coruja,Bird,1,4,common,yes,#777755,,See.,2,
Jay,Gaio,Bird,1,4,rare,yes,#3355aa,,Cry.,2,
Fox,Raposa,Beast,2,3,rare,no,#cc6611,,Hide.,2,
"""


def pieces_of(deck: Path, **options) -> dict[str, int]:
    """Kinds of piece that a build of a deck draws, each with the number of its copies."""
    job = prepare(deck, BuildOptions(**options))
    return {part.component.name: sum(piece.copies for piece in part.pieces) for part in job.drawn if part.pieces}


def problems(deck: Path) -> list[str]:
    return [str(item) for item in check_deck(deck, BuildOptions(), lambda _stage: None)]


def test_a_new_game_builds_at_once(tmp_path):
    result = make_new(tmp_path / "harbour", NewOptions())
    assert result.deck == tmp_path / "harbour" / "harbour.yaml"
    assert result.files == ("game.yaml", "harbour.yaml")
    assert (result.first_card, result.problems) == ("lantern", ())
    assert problems(result.deck) == []
    assert pieces_of(result.deck) == {"cards": 18, "tokens": 21}
    text = result.deck.read_text("utf-8")
    result.deck.write_text(text.replace("cost: 1\n    copies: 4", "cost: 12\n    copies: 40"), "utf-8")
    assert problems(result.deck) == []  # nothing holds for the sample cards alone


@pytest.mark.parametrize("kinds", [(), ("ships", "old-ports")])
def test_what_stands_in_comments_of_a_new_game_can_be_taken(tmp_path, kinds):
    """A command with a card of the deck, other looks and palettes, and rules."""
    options = NewOptions(kinds=kinds, look="" if kinds else "text")
    folder = make_new(tmp_path / "harbour", options).folder
    deck, game = (folder / name for name in ("harbour.yaml", "game.yaml"))
    text = deck.read_text("utf-8")
    assert "cardgen show harbour.yaml lantern --open" in text and f"`{(*kinds, 'cards')[0]}: cards.csv`" in text
    looks = re.findall(r"^look: (\w+) # or (.*)$", text, re.MULTILINE)
    assert [(first, sorted([first, *rest.split(", ")])) for first, rest in looks] == (
        [] if kinds else [("text", sorted(new_game.looks()))]
    )
    (palettes,) = re.findall(r"^palette: (\w+) # or (.*)$", text, re.MULTILINE)
    assert [palettes[0], *palettes[1].split(", ")] == new_game._palettes()
    before, _, after = game.read_text("utf-8").partition("# constants:")
    rules, _, after = f"# constants:{after}".partition("\n\n")
    game.write_text(f"{before}{re.sub('^# ', '', rules, flags=re.MULTILINE)}\n\n{after}", "utf-8")
    found = Collector()
    assert open_deck(deck, found)
    (count,) = (item for item in found.items if item.is_error)
    assert (count.message, count.expected, count.span.line) == (
        "the deck has 18 cards", "54, counted by copies", text[: text.index(f"\n{(*kinds, 'cards')[0]}:")].count("\n") + 2
    )  # fmt: skip


@pytest.mark.parametrize(
    "options",
    [
        {"kinds": ("ships", "old-ports", "cards")},
        {"size": "tarot"},
        {"languages": ("pt",)},
        {"languages": ("it",)},
        {"game": "cards", "languages": ("fr", "en"), "size": "tarot"},
        *(
            pytest.param(options, marks=pytest.mark.extended)
            for options in (
                {"kinds": ("ships",)},
                {"kinds": tuple(f"kind{number}" for number in range(8))},
                {"size": "50x70"},
                {"languages": ("en", "pt", "de", "es", "fr")},
                {"game": "cards"},
                {"game": "attack-the-tower"},
                {"game": "attack-the-tower", "languages": ("en", "pt")},
                {"game": "attack-the-tower", "languages": ("pt",)},
            )
        ),
    ],
    ids=str,
)
def test_every_way_to_begin_builds_at_once(tmp_path, options):
    result = make_new(tmp_path / "harbour", NewOptions(**options))
    assert result.problems == ()
    found = problems(result.deck)
    if options.get("languages") == ("it",):  # English stands in for the words of the core
        found = [item for item in found if "W207" not in item]
    assert found == []


LARGE = "stonewater-weir"  # its example takes seconds to draw


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.extended if game == LARGE else ()) for game in sorted(game_ids())]
)
def test_a_new_deck_of_every_game_builds_at_once(tmp_path, game):
    assert problems(make_new(tmp_path / "first", NewOptions(game=game)).deck) == []


def test_a_game_without_templates_begins_with_a_copy_of_its_example(toy_game, tmp_path):
    result = make_new(tmp_path / "moons", NewOptions(game="toy"))
    assert "moons.yaml" in result.files
    assert problems(result.deck) == []
    assert pieces_of(result.deck) == pieces_of(toy.GAME.example)


def test_a_fault_of_the_code_of_a_game_is_told_by_its_name(toy_game, tmp_path, monkeypatch):
    """Once the files of the deck are written, and its first card is looked for."""

    def fail(_data):
        raise ZeroDivisionError

    kinds = (replace(kind, entries=fail) if isinstance(kind, PieceKind) else kind for kind in toy.GAME.components)
    game = replace(toy.GAME, components=tuple(kinds))
    monkeypatch.setattr(new_game, "open_deck", lambda deck, found: (open_deck(deck, found)[0], game))
    with pytest.raises(CardgenError, match=r"E215.*game 'toy'"):
        make_new(tmp_path / "moons", NewOptions(game="toy"))


def test_a_game_without_an_example_gets_a_deck_from_its_schema(toy_game, tmp_path):
    deck = tmp_path / "moons.yaml"
    deck.write_text(sample_deck(toy.GAME, "Moons"), "utf-8")
    assert 'title: "Moons"' in deck.read_text("utf-8")
    shutil.copytree(toy.FOLDER / "art", tmp_path / "art")
    assert problems(deck) == []
    assert pieces_of(deck) == {"cards": 1}


def test_a_new_army_is_complete_and_can_be_played(tmp_path):
    from cardgen import PlaytestOptions, playtest

    deck = make_new(tmp_path / "Marsh Folk", NewOptions(game="attack-the-tower")).deck
    assert deck.name == "marsh-folk.yaml"
    assert pieces_of(deck, only=("bases", "abilities")) == {"bases": 25, "abilities": 25}
    report = playtest(deck, PlaytestOptions(level="random", games=2, jobs=1))
    assert report.games == 2


@pytest.mark.parametrize("options", [{}, {"kinds": ("ships", "ports"), "languages": ("en", "pt")}], ids=str)
def test_a_new_game_keeps_the_contract_of_games(tmp_path, options):
    from cardgen.testing import check_game

    make_new(tmp_path / "harbour", NewOptions(**options))
    check_game(tmp_path / "harbour", tmp_path / "files", games=1)


def test_the_folder_may_be_moved_and_renamed(tmp_path):
    make_new(tmp_path / "harbour", NewOptions(kinds=("ships",)))
    (tmp_path / "harbour").rename(tmp_path / "elsewhere")
    assert problems(tmp_path / "elsewhere" / "harbour.yaml") == []


def test_a_list_is_taken_along(tmp_path):
    (tmp_path / "beasts.csv").write_text(LIST, "utf-8")
    result = make_new(tmp_path / "wild", NewOptions(source=tmp_path / "beasts.csv"))
    assert result.files == ("beasts.csv", "game.yaml", "wild.yaml")
    assert (tmp_path / "wild" / "beasts.csv").read_text("utf-8") == LIST
    assert result.first_card == "bear"
    text = (tmp_path / "wild" / "game.yaml").read_text("utf-8")
    for line in (
        "languages: [en, pt]", "strength: integer", "speed: number", "rarity: {type: choice, of: [common, rare]}",
        "alive: boolean", "tint: color",
    ):  # fmt: skip
        assert line in text, line
    assert "remarks" not in text
    assert problems(result.deck) == []
    assert pieces_of(result.deck) == {"cards": 12}


def test_a_list_is_taken_along_into_a_kind_of_ones_own(tmp_path):
    (tmp_path / "beasts.csv").write_text(LIST, "utf-8")
    result = make_new(tmp_path / "wild", NewOptions(source=tmp_path / "beasts.csv", kinds=("beasts",)))
    assert problems(result.deck) == []
    assert pieces_of(result.deck) == {"beasts": 12}


def test_each_worksheet_becomes_a_kind(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    ships, ports = book.active, book.create_sheet("Old Ports")
    ships.title = "ships"
    for row in (["Name", "Cost", "Crew"], ["Sloop", 2, "cook"], ["Brig", 3, None]):
        ships.append(row)
    for row in (["Name", "Trade"], ["Porto", "wine"], ["Recife", "sugar"]):
        ports.append(row)
    book.create_sheet("empty")
    book.save(tmp_path / "all.xlsx")
    result = make_new(tmp_path / "harbour", NewOptions(source=tmp_path / "all.xlsx"))
    text = (tmp_path / "harbour" / "game.yaml").read_text("utf-8")
    assert "cost: integer" in text
    assert "crew: {type: text, optional: true}" in text
    assert problems(result.deck) == []
    assert pieces_of(result.deck) == {"ships": 2, "old-ports": 2}


def test_a_list_may_have_any_name(tmp_path):
    name = "my #1 list: ação & cia.csv"
    (tmp_path / name).write_text(LIST, "utf-8")
    for game in ("", "cards"):
        assert problems(make_new(tmp_path / f"wild-{game}", NewOptions(source=tmp_path / name, game=game)).deck) == []


def test_a_list_of_cards_becomes_a_deck_of_any_cards(tmp_path):
    (tmp_path / "beasts.csv").write_text(LIST, "utf-8")
    result = make_new(tmp_path / "wild", NewOptions(source=tmp_path / "beasts.csv", game="cards"))
    assert result.files == ("beasts.csv", "wild.yaml")
    assert pieces_of(result.deck) == {"cards": 12}


def test_what_is_wrong_with_the_list_is_told_and_the_folder_is_made(tmp_path):
    (tmp_path / "beasts.csv").write_text("Name,Cost,Count\nBear,2,two\nWolf,3,1\n", "utf-8")
    result = make_new(tmp_path / "wild", NewOptions(source=tmp_path / "beasts.csv"))
    assert result.deck.is_file()
    assert any("two" in item.message for item in result.problems)


@pytest.mark.parametrize("content", ["", "Name,Cost\n"])
def test_an_empty_list_is_refused(tmp_path, content):
    (tmp_path / "beasts.csv").write_text(content, "utf-8")
    with pytest.raises(CardgenError):
        make_new(tmp_path / "wild", NewOptions(source=tmp_path / "beasts.csv"))
    assert not (tmp_path / "wild").exists()


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("42", {}, "E569.*cannot be the name of a game"),
        *(
            (name, {}, "E569.*cannot be the name of a game")
            for name in ("game", "theme", "sizes", "strings", "null", "true", "x" * 61)
        ),
        ("strings", {"game": "cards"}, "E569.*cannot be the name of a game"),
        ("harbour", {"kinds": ("null",)}, "E569.*cannot be the name of a kind"),
        ("cards", {}, "E569.*there is a game 'cards' already"),
        ("harbour", {"game": "harbor"}, "E201.*unknown game"),
        ("harbour", {"size": "pokker"}, "E502"),
        ("harbour", {"languages": ("english",)}, "E504"),
        ("harbour", {"game": "attack-the-tower", "languages": ("de",)}, "E504.*no language 'de'"),
        ("harbour", {"kinds": ("Ships!",)}, "E569.*cannot be the name of a kind"),
        ("harbour", {"kinds": ("tokens",)}, "E569.*cannot be the name of a kind"),
        ("harbour", {"kinds": ("ships",), "game": "cards"}, "E569.*its own"),
        ("harbour", {"source": Path("none.csv")}, "E130"),
        ("harbour", {"source": Path("none.yml")}, "E130"),
        ("harbour", {"source": Path("none.csv"), "game": "attack-the-tower"}, "E569.*cannot take a list along"),
    ],
)
def test_what_cannot_be_made_is_told_and_nothing_is_written(tmp_path, name, options, message):
    with pytest.raises(CardgenError, match=message):
        make_new(tmp_path / name, NewOptions(**options))
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path):
    folder = tmp_path / "harbour"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine", "utf-8")
    with pytest.raises(CardgenError, match=r"E569.*is not empty"):
        make_new(folder, NewOptions())
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]
    (tmp_path / "file").write_text("mine", "utf-8")
    with pytest.raises(CardgenError, match=r"E569.*is a file"):
        make_new(tmp_path / "file", NewOptions())


def test_an_empty_folder_is_filled_also_one_that_programs_work_in(tmp_path, monkeypatch):
    (tmp_path / "harbour").mkdir()
    monkeypatch.chdir(tmp_path / "harbour")
    made = make_new(Path(), NewOptions())
    assert made.deck == Path("harbour.yaml")
    assert problems(made.deck) == []
    assert sorted(path.name for path in (tmp_path / "harbour").rglob("*") if path.is_file()) == sorted(
        Path(file).name for file in made.files
    )


def test_all_files_are_written_or_none(tmp_path, monkeypatch):
    def fails(*_args):
        raise OSError(28, "No space left on device")

    (tmp_path / "beasts.csv").write_text(LIST, "utf-8")
    monkeypatch.setattr(write_folder.shutil, "copyfile", fails)
    with pytest.raises(CardgenError, match="E601"):
        make_new(tmp_path / "wild", NewOptions(source=tmp_path / "beasts.csv"))
    assert [path.name for path in tmp_path.iterdir()] == ["beasts.csv"]


def test_what_a_killed_process_left_of_a_new_folder_is_removed(tmp_path):
    others = [f".wild.{os.getppid()}.part", ".tame.999999999.part"]  # of one that runs, and of another folder
    for name in (".wild.999999999.part", f".wild.{os.getpid()}.part", *others):
        (tmp_path / name).mkdir()
        (tmp_path / name / "half.yaml").write_text("game: ca", "utf-8")
    write_folder.write_folder(tmp_path / "wild", {"game.yaml": "id: wild\n"})
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["wild", *others])
    assert [path.name for path in (tmp_path / "wild").iterdir()] == ["game.yaml"]


def test_every_made_file_is_explained_by_comments(tmp_path):
    for options in ({}, {"game": "cards"}, {"game": "attack-the-tower"}):
        result = make_new(tmp_path / f"a{len(list(tmp_path.iterdir()))}", NewOptions(**options))
        for path in result.folder.glob("*.yaml"):
            lines = path.read_text("utf-8").splitlines()
            assert lines[0].startswith("#")
            assert sum("#" in line for line in lines) >= 10
            assert max(map(len, lines)) <= 130
            assert not any(line.endswith(" ") for line in lines)


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        (("emblem",), "'emblem' cannot be the name of a kind of card"),  # a key of every deck
        (("card",), "'card' cannot be the name of a kind of card"),  # a variable of checks
        (("if",), "'if' cannot be the name of a kind of card"),
        (("ships", "ships"), "a kind of card is named twice"),
    ],
)
def test_a_kind_with_another_meaning_is_refused_before_anything_is_written(tmp_path, kinds, said):
    with pytest.raises(CardgenError, match=said):
        make_new(tmp_path / "harbour", NewOptions(kinds=kinds))
    assert not (tmp_path / "harbour").exists()


def test_more_kinds_than_lists_are_refused(tmp_path):
    (tmp_path / "cards.csv").write_text(LIST)
    options = NewOptions(kinds=("ships", "ports"), source=tmp_path / "cards.csv")
    with pytest.raises(CardgenError, match=r"2 kinds are named for the lists of 'cards.csv'"):
        make_new(tmp_path / "harbour", options)


@pytest.mark.parametrize(
    ("row", "id_"),
    [("The Dory's Old Bell Rings at Midnight Again,1,", "the-dorys-old-bell-rings-at"), ("Bell,1,b7", "b7")],
)
def test_comments_name_a_card_by_the_id_that_it_has(tmp_path, row, id_):
    (tmp_path / "cards.csv").write_text(f"name,copies,id\n{row}\nGull,1,\n")
    result = make_new(tmp_path / "harbour", NewOptions(source=tmp_path / "cards.csv"))
    assert result.first_card == id_
    assert f"show harbour.yaml {id_} --open" in result.deck.read_text()
