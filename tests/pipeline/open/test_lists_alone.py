"""Lists without a deck file: several worksheets, mapped columns, folders of pictures."""

from pathlib import Path

import pytest
from openpyxl import Workbook

from cardgen.pipeline.open.deck_file import _is_deck_in_json, kind_names, list_models, read_deck
from cardgen.pipeline.open.deck_settings import DeckSettings, images_of, settings_of
from cardgen.pipeline.open.games import find_game
from cardgen.pipeline.open.list_files import chosen_sheet, list_sheets, shown_name
from cardgen.pipeline.open.project import open_project
from cardgen.pipeline.options import DeckOptions
from cardgen.read.tables.context import StatedColumn
from cardgen.read.tables.files import Spreadsheet
from cardgen.read.tables.table import Table, TableRow, TableSet
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.errors import CardgenError
from tests.pipeline.open.test_deck_file import write_workbook

SUN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3"/></svg>'


def read(path: Path, options: DeckSettings | None = None, found: Collector | None = None):
    """The lists of a deck, and the messages."""
    found = found or Collector()
    node, game = read_deck(path, found, options=options)
    lists = {key: value for key, value in node.plain().items() if isinstance(value, list)} if node else None
    return lists, game, [str(item).removeprefix(f"{path.parent}/") for item in found.items]


def test_each_list_of_a_workbook_is_a_kind(tmp_path):
    people = [["Name", "Level"], ["Thief", 1]]
    write_workbook(
        tmp_path / "all.xlsx",
        **{
            "Base": people,
            "2nd Edition": [["Type", "Cost"], ["Wood", 2]],
            "Notes": [["Think"], ["again"]],
            "#Old": people,
        },
    )
    lists, game, found = read(tmp_path / "all.xlsx", found=(noted := Collector()))
    assert noted.items[0].hints == (f"build one of them: {tmp_path / 'all.xlsx'}#Base",)
    assert [kind.name for kind in game.components] == ["base", "list-2nd-edition"]
    assert lists == {"base": [{"name": "Thief", "level": 1}], "list-2nd-edition": [{"name": "Wood", "cost": 2}]}
    assert found == [
        "all.xlsx: warning[W168]: each of 2 lists is a kind of card: 'Base', '2nd Edition'; left out, since they hold no "
        "list: 'Notes', '#Old'",
        "all.xlsx[2nd Edition]!A1: warning[W160]: worksheet '2nd Edition' has no column 'name', so column 'Type' gives the names",
    ]
    lists, game, found = read(tmp_path / "all.xlsx#Base")
    assert (lists, found) == ({"cards": [{"name": "Thief", "level": 1}]}, [])


def test_ids_give_the_names_of_a_list_that_has_no_other_words(tmp_path):
    (tmp_path / "cards.csv").write_text("id,attack\nKnight,3\nTower,0\n")
    lists, _, found = read(tmp_path / "cards.csv")
    assert [card["name"] for card in lists["cards"]] == ["Knight", "Tower"] and "column 'id' gives the names" in found[
        0
    ]
    (tmp_path / "cards.csv").write_text("id,title of card\nc1,Knight\nc2,Tower\n")
    assert [card["name"] for card in read(tmp_path / "cards.csv")[0]["cards"]] == ["Knight", "Tower"]
    (tmp_path / "cards.csv").write_text("id,attack\n1,3\n2,0\n")
    assert read(tmp_path / "cards.csv")[0]["cards"][1]["name"]["en"] == "Card\xa02"


def test_one_list_beside_notes_is_the_cards(tmp_path):
    write_workbook(tmp_path / "all.xlsx", Notes=[["Think"], ["again"]], Base=[["Name", "Level"], ["Thief", 1]])
    assert read(tmp_path / "all.xlsx")[0] == {"cards": [{"name": "Thief", "level": 1}]}


def test_kinds_have_names_of_their_own():
    names = ["Base", "base!", "\u30ab\u30fc\u30c9", "2nd", "Deck", "\u00c1rea 51"]
    assert kind_names(names) == ["base", "base-2", "list-3", "list-2nd", "deck-cards", "area-51"]


def test_columns_are_mapped_by_a_deck_and_by_an_option(tmp_path):
    (tmp_path / "cards.csv").write_text("Name,Type,Rules\n5,Thief,Steal.\n")
    (tmp_path / "deck.yaml").write_text("game: cards\ncolumns: {name: Type, might: Name}\ncards: cards.csv\n")
    expected = [{"might": 5, "name": "Thief", "text": "Steal."}]
    assert read(tmp_path / "deck.yaml")[::2] == ({"cards": expected}, [])
    found = Collector()
    options = settings_of(DeckOptions(columns=("name=Type", "might = Name")), found)
    assert read(tmp_path / "cards.csv", options)[::2] == ({"cards": expected}, [])
    assert settings_of(DeckOptions(columns=(" name = Kind ",)), found) == DeckSettings({"name": StatedColumn("Kind")})
    wrong = ("name", "name= ", "=Type")
    assert settings_of(DeckOptions(columns=(*wrong, "name=Type")), found) == DeckSettings(
        {"name": StatedColumn("Type")}
    )
    assert [str(item) for item in found.items] == [
        f"error[E169]: --column '{one.strip()}' maps no column" for one in wrong
    ]


OUTSIDE = "is no path below that of the deck"


@pytest.fixture
def pictures(tmp_path):
    for name in ("img/Sun.svg", "more/moon.svg"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(SUN)
    return tmp_path


def test_pictures_are_found_in_stated_folders(pictures):
    (pictures / "cards.csv").write_text("name,art\nSun,sun.svg\nMoon,moon\n")
    (pictures / "deck.yaml").write_text("game: cards\nimages: [img, more/]\ncards: cards.csv\n")
    found = Collector()
    open_project(pictures / "deck.yaml", DeckOptions(), found)
    assert [item.message for item in found.items] == ["1 picture was found under another name: 'sun.svg' is 'Sun.svg'"]
    for name, fault in (
        ("imgs", "does not exist"),
        ("art/igm/", "does not exist"),
        (f"{pictures}/img", OUTSIDE),
        (f"../{pictures.name}/img", OUTSIDE),
    ):
        (pictures / "deck.yaml").write_text(f"game: cards\nimages: {name}\ncards: cards.csv\n")
        found = Collector()
        read_deck(pictures / "deck.yaml", found)
        assert [(item.message, item.hints) for item in found.items] == [
            (f"folder {quoted(name)} for pictures {fault}", ("did you mean 'img'?",))
        ]


def test_settings_of_other_types_are_told_and_options_come_first(pictures):
    (pictures / "cards.csv").write_text("Title,Kind\nSun,star\n")

    def told(lines, **options):
        (pictures / "deck.yaml").write_text(f"game: cards\n{lines}\ncards: cards.csv\n")
        node, _, found = read(pictures / "deck.yaml", DeckSettings(**options))
        return node, [line.removeprefix("deck.yaml:") for line in found if "E2" in line or "E1" in line]

    assert told("columns: 3")[1] == ["2:10: error[E204]: columns is '3'"]
    assert told("columns: {name: true, text: 3}")[1] == [
        "2:17: error[E204]: columns: name is 'true'", "2:29: error[E169]: there is no column '3' for 'text' in the table",
    ]  # fmt: skip
    assert told("columns: {name: [a, no]}")[1] == ["2:17: error[E204]: columns: name is '[a, no]'"]
    assert told("images: [img, 3, no]")[1] == [
        "2:15: error[E204]: images is '3'", "2:18: warning[E126]: folder 'no' for pictures does not exist",
    ]  # fmt: skip
    assert told("images: 'img\\..\\img'")[1] == [f"2:9: warning[E126]: folder 'img/../img' for pictures {OUTSIDE}"]
    lists, found = told("columns: {name: Title}", columns={"name": StatedColumn("Kind")}, images=("img",))
    assert (lists["cards"][0]["name"], found) == ("star", [])
    node, _ = read_deck(pictures / "deck.yaml", Collector(), options=DeckSettings(images=("more",)))
    assert images_of(node) == ("more",)
    told("images: [img]")
    node, _ = read_deck(pictures / "deck.yaml", Collector(), options=DeckSettings(images=("more",)))
    assert images_of(node) == ("more", "img")
    assert told("images: more", images=("imgs", "art"))[1] == [
        f"warning[E126]: folder '{name}' for pictures does not exist" for name in ("imgs", "art")
    ]


def test_a_game_may_have_keys_of_these_names_itself(tmp_path):
    (tmp_path / "game.yaml").write_text(
        "id: g\nname: G\ndeck: {columns: integer, images: text, strict: integer}\nkinds: {cards: {fields: {name: text}}}\n"
    )
    stated = {"columns": 3, "images": "none", "strict": 2}
    lines = "".join(f"{key}: {value}\n" for key, value in stated.items())
    (tmp_path / "deck.yaml").write_text(f"{lines}cards: [{{name: Dory}}]\n")
    found = Collector()
    node, _ = read_deck(tmp_path / "deck.yaml", found)
    assert found.items == [] and {key: node.plain()[key] for key in stated} == stated


def test_pictures_of_stated_folders_decide_on_the_look(pictures):
    (pictures / "cards.csv").write_text("name,art\nSun,Sun.svg\n")
    looks = [
        read_deck(pictures / "cards.csv", Collector(), options=options)[0].value.get("look")
        for options in (None, DeckSettings(images=("img",)))
    ]
    (pictures / "img" / "Sun.svg").rename(pictures / "Other.svg")
    looks.append(read_deck(pictures / "cards.csv", Collector())[0].value.get("look"))
    assert [look and look.value for look in looks[1:]] == ["full-art", None]


def test_pictures_of_a_deck_with_faults_are_found_in_its_folders(pictures):
    (pictures / "deck.yaml").write_text(
        "game: cards\nimages: img\ncards: [{name: Sun, art: Sun.svg, copies: x}, {name: Moon, art: moon.svg}]\n"
    )
    found = Collector()
    with pytest.raises(CardgenError) as caught:
        open_project(pictures / "deck.yaml", DeckOptions(), found)
    assert [item.code for item in caught.value.diagnostics] == ["E204"]


def test_a_list_of_remarks_is_empty_whatever_else_is_wrong(tmp_path):
    (tmp_path / "cards.csv").write_text("name,#\n,later\n")
    (tmp_path / "deck.yaml").write_text("game: cards\nstrict: 7\ncolumns: 3\ncards: cards.csv\n")
    _, _, found = read(tmp_path / "deck.yaml")
    assert [line.partition("[")[2].partition("]")[0] for line in found] == ["E204", "E137", "E204"]


@pytest.mark.parametrize(
    ("sheets", "lists"),
    [
        ({"a": [["p", "y"], ["1", "2"]], "b": [["y", "z"], ["1", "2"]]}, ["a", "b"]),
        ({"long": [["p" * 61, "y"], ["1", "2"]], "fits": [["p" * 60, "y"], ["1", "2"]]}, ["fits"]),
        (
            {
                "#a": [["p", "y"], ["1", "2"]],
                "one": [["Name"], ["1"]],
                "alone": [["Sums"], ["1"]],
                "head": [["p", "y"]],
            },
            ["one"],
        ),
        (
            {
                "twice": [["p", "p"], ["1", "2"]],
                "number": [["p", 3], ["1", "2"]],
                "gap": [["p", None, "y"], ["1", "2"]],
            },
            ["gap"],
        ),
    ],
)
def test_worksheets_that_hold_lists_have_headings(sheets, lists):
    tables = {
        name: Table("c.xlsx", name, [TableRow(line, cells) for line, cells in enumerate(rows, 1)])
        for name, rows in sheets.items()
    }
    model = list_models(find_game("cards"))["cards"]
    assert list_sheets(Spreadsheet("c.xlsx", TableSet(tables)), model) == lists


def test_of_several_tables_the_first_is_taken_and_the_hint_names_it():
    tables = {
        name: Table("a/c.xlsx", name, [TableRow(1, ["Name"]), TableRow(2, ["Fox"])]) for name in ("one", "two", "Cards")
    }
    model, found = list_models(find_game("cards"))["cards"], Collector()
    sheets = Spreadsheet("a/c.xlsx", TableSet(tables))
    assert [
        chosen_sheet(sheets, sheet, key, model, found) for sheet, key in (("two", "x"), ("", "cards"), ("", "x"))
    ] == ["two", "Cards", "one"]
    assert [(item.code, item.message, item.hints) for item in found.items] == [
        ("W150", "worksheet 'one' was taken; other tables: 'two', 'Cards'", ("name the worksheet: c.xlsx#one",))
    ]


def test_no_folder_outside_is_read(tmp_path):
    (tmp_path / "deck").mkdir()
    (tmp_path / "secret").mkdir()
    (tmp_path / "deck" / "link").symlink_to("../secret")
    for name in ("..", "../secret", str(tmp_path / "secret"), "link"):
        assert DeckSettings(images=(name,)).folders(tmp_path / "deck") == (), name


def test_workbooks_need_no_column_of_names(tmp_path):
    book = Workbook()
    book.active.append(["suit", "rank"])
    for rank in (2, 3, 4):
        book.active.append(["hearts", rank])
    book.save(tmp_path / "cards.xlsx")
    lists, _, _ = read(tmp_path / "cards.xlsx")
    assert [card["name"]["en"] for card in lists["cards"]] == ["Card\xa01", "Card\xa02", "Card\xa03"]


def test_worksheets_are_the_lists_that_they_are_named_after_whatever_the_file_is_called(tmp_path):
    kinds = ", ".join(f"{kind}: {{fields: {{name: text}}}}" for kind in ("ships", "ports"))
    (tmp_path / "game.yaml").write_text(f"id: sea\nname: Sea\nkinds: {{{kinds}}}\n", "utf-8")
    book = Workbook()
    book.active.title = "Ports"
    for sheet, name in ((book.active, "Lisbon"), (book.create_sheet("Ships"), "Dory")):
        sheet.append(["name"])
        sheet.append([name])
    for stem in ("ships", "ports", "sea"):
        file = tmp_path / f"{stem}.xlsx"
        book.save(file)
        lists, _, found = read(file)
        assert (lists, found) == ({"ports": [{"name": "Lisbon"}], "ships": [{"name": "Dory"}]}, []), stem


def test_a_file_of_lists_by_their_names_is_a_list_unless_a_game_is_named_or_beside_it(tmp_path):
    deck = tmp_path / "deck.yaml"
    for text, names in (
        ("cards: [{name: Dawn}]\n", ["cards"]),
        ("ships: [{name: Dory}]\nports: [{name: Lisbon}]\n", ["ports", "ships"]),
        ("- {name: Dawn}\n", ["cards"]),
    ):
        deck.write_text(text, "utf-8")
        lists, game, found = read(deck)
        assert (sorted(lists), sorted(kind.name for kind in game.components)) == (names, names), found
        assert read_deck(deck, Collector())[0].span.line == 0, (
            "it is no deck file, so a build tells how it is understood"
        )
    for text in ("cards: [{name: Dawn}]\ntitle: Suns\n", "title: [a]\nauthor: b\n"):
        deck.write_text(text, "utf-8")
        assert "error[E202]: the deck has no key 'game'" in read(deck)[2][0]
    (tmp_path / "game.yaml").write_text("id: sea\nname: Sea\nkinds: {ships: {fields: {name: text}}}\n", "utf-8")
    deck.write_text("ships: [{name: Dory}]\n", "utf-8")
    lists, game, _ = read(deck)
    assert (game.id, lists) == ("sea", {"ships": [{"name": "Dory"}]})
    assert read_deck(deck, Collector())[0].span.line == 1


def test_a_deck_in_json_names_its_game_or_lies_beside_it(tmp_path):
    deck = tmp_path / "deck.json"
    for text, is_deck in (
        ('{"game": "cards", "cards": [{"name": "Dawn"}]}', True), ('{"game": "./sea", "ships": [{"name": "Dory"}]}', True), ('{"game": "chess", "cards": [{"name": "Dawn"}]}', False),
        ('[{"name": "Dawn"}]', False), ('{"cards": [{"name": "Dawn"}]}', False), ("[", False), ("", False), ("5", False),
    ):  # fmt: skip
        deck.write_text(text, "utf-8")
        assert _is_deck_in_json(deck) is is_deck, text
    assert not _is_deck_in_json(tmp_path / "deck.csv")
    (tmp_path / "game.yaml").write_text("id: sea\nname: Sea\nkinds: {ships: {fields: {name: text}}}\n", "utf-8")
    deck.write_text('{"ships": [{"name": "Dory"}]}', "utf-8")
    assert _is_deck_in_json(deck)


def test_what_a_list_of_standard_input_is_called_and_where_nothing_can_be_found():
    assert (shown_name(Path("-")), shown_name(Path("a-.csv"))) == ("standard input", "a-.csv")
