"""Decks whose lists are in spreadsheets."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from openpyxl import Workbook

from cardgen.pipeline.open.deck_file import read_deck
from cardgen.pipeline.open.deck_names import decks_in, listed, refusal
from cardgen.pipeline.open.project import known_players
from cardgen.report.diagnostics import Collector
from cardgen.report.formats import to_text


def write_workbook(path, **sheets):
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for line in rows:
            sheet.append(line)
    book.save(path)


@pytest.fixture
def read(toy_folder):
    """Reads a deck of the toy game with this value of `cards`; gives the ids of the cards and the messages."""

    def read(cards, more=""):
        text = (toy_folder / "suns.yaml").read_text("utf-8")
        deck = toy_folder / "deck.yaml"
        deck.write_text(text[: text.index("cards:")] + f"cards: {cards}\n{more}", "utf-8")
        found = Collector()
        node, _ = read_deck(deck, found)
        ids = [card["id"] for card in node.plain()["cards"]] if node else None
        return ids, [str(item).removeprefix(f"{toy_folder}/") for item in found.items]

    return read


HEAD = ["id", "name", "text"]
DAWN, DUSK, NOON = (["dawn", "Dawn", "Rise."], ["dusk", "Dusk", "Set."], ["noon", "Noon", "Stay."])


def test_a_list_may_be_a_csv_file(read, toy_folder):
    (toy_folder / "cards.csv").write_text("id,name,text\ndawn,Dawn,Rise.\n")
    assert read("cards.csv") == (["dawn"], [])


def test_a_list_may_be_a_worksheet(read, toy_folder):
    write_workbook(toy_folder / "all.xlsx", notes=[["x"]], suns=[HEAD, DAWN], moons=[HEAD, DUSK])
    assert read('"all.xlsx#Moons"') == (["dusk"], [])


def test_the_worksheet_that_is_named_like_the_list_comes_first(read, toy_folder):
    write_workbook(toy_folder / "all.xlsx", suns=[HEAD, DAWN], Cards=[HEAD, DUSK])
    assert read("all.xlsx") == (["dusk"], [])


def test_the_first_worksheet_that_is_a_table_is_taken(read, toy_folder):
    write_workbook(toy_folder / "all.xlsx", notes=[["Think about it"], ["more"]], suns=[HEAD, DAWN])
    assert read("all.xlsx") == (["dawn"], [])


def test_it_is_told_which_of_several_tables_was_taken(read, toy_folder):
    write_workbook(toy_folder / "all.xlsx", suns=[HEAD, DAWN], moons=[HEAD, DUSK])
    ids, found = read("all.xlsx")
    assert ids == ["dawn"]
    assert found == ["all.xlsx[suns]: warning[W150]: worksheet 'suns' was taken; other tables: 'moons'"]


def test_a_list_may_mix_files_and_values(read, toy_folder):
    (toy_folder / "cards.csv").write_text("id,name,text\ndawn,Dawn,Rise.\ndusk,Dusk,Set.\n")
    (toy_folder / "more").mkdir()
    (toy_folder / "more" / "cards.tsv").write_text("id\tname\ttext\nnoon\tNoon\tStay.\n")
    cards = "\n  - cards.csv\n  - {id: eve, name: Eve, text: Wait.}\n  - more/cards.tsv"
    assert read(cards) == (["dawn", "dusk", "eve", "noon"], [])
    for files in ("[none.csv, cards.csv]", "[cards.csv, none.csv]"):
        ids, found = read(files)
        assert ids is None and len(found) == 1 and "E130" in found[0], files


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("card.csv", "error[E130]: spreadsheet 'card.csv' does not exist"),
        ("../cards.csv", "error[E125]: spreadsheet '../cards.csv' leaves its folder with '..'"),
        ("/etc/cards.csv", "error[E125]: spreadsheet '/etc/cards.csv' is an absolute path"),
        ("https://x.org/cards.csv", "error[E125]: spreadsheet 'https://x.org/cards.csv' is a URL"),
        ('"cards.csv#suns"', "error[E138]: file has no worksheet 'suns'"),
        ("cards.xls", "error[E130]: spreadsheet 'cards.xls' does not exist"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(read, toy_folder, name, message):
    (toy_folder / "cards.csv").write_text("id,name,text\ndawn,Dawn,Rise.\n")
    ids, found = read(name)
    assert ids is None
    assert len(found) == 1 and message in found[0]


def test_a_symbolic_link_leads_nowhere_else(read, toy_folder, tmp_path_factory):
    secret = tmp_path_factory.mktemp("other") / "cards.csv"
    secret.write_text("id,name,text\ndawn,Dawn,Rise.\n")
    (toy_folder / "cards.csv").symlink_to(secret)
    assert "is a symbolic link out of its folder" in read("cards.csv")[1][0]


def test_a_link_within_the_folder_is_told_by_its_own_name(read, toy_folder):
    (toy_folder / "data").mkdir()
    (toy_folder / "data" / "real.csv").write_text("id,name,text,cots\ndawn,Dawn,Rise.,1\n")
    (toy_folder / "cards.csv").symlink_to("data/real.csv")
    (line,) = read("cards.csv")[1]
    assert line.startswith("cards.csv:1")


def test_the_addresses_of_spreadsheets_are_for_no_game(read, toy_folder):
    (toy_folder / "cards.csv").write_text("id,name,text\ndawn,Dawn,Rise.\n")
    ids, found = read("cards.csv", "pull:\n  cards.csv: https://example.org/cards.csv\n")
    assert (ids, found) == (["dawn"], [])


def test_a_deck_of_a_spreadsheet_is_built(toy_folder):
    from cardgen import BuildOptions, build, check

    (toy_folder / "cards.csv").write_text("id,name,text,copies\ndawn,Dawn,Rise.,2\ndusk,Dusk,Set.,\n")
    text = (toy_folder / "suns.yaml").read_text("utf-8")
    deck = toy_folder / "deck.yaml"
    deck.write_text(text[: text.index("cards:")] + "cards: cards.csv\n", "utf-8")
    result = build(deck, toy_folder / "out", BuildOptions(only=("cards",)))
    assert result.piece_count == 3
    (toy_folder / "cards.csv").write_text("id,name,text,art\ndawn,Dawn,Rise.,art/gone.svg\n")
    message = to_text(check(deck, BuildOptions(only=("cards",))))
    assert "cards.csv:2: warning[E121]: picture 'art/gone.svg' does not exist" in message
    assert "art of 'dawn'" in message


def test_a_deck_is_named_after_its_file_and_worksheet():
    from cardgen.model.deck import deck_name

    names = ["decks/suns.yaml", "cards.csv", "cards.xlsx#ships", "cards.xlsx#v1.2 (new)", "a#b.yaml"]
    assert [deck_name(Path(name)) for name in names] == ["suns", "cards", "cards-ships", "cards-v1-2-new", "a#b"]


GAME = """
id: harbour
name: Harbour
extends: cards
kinds:
  cards: {copies: 1}
  ships: {title: Ships, fields: {name: text, cost: integer}}
  ports: {title: Ports, fields: {name: text}}
"""


def lists_of(path):
    """The ids or names in each list of a deck, and the messages."""
    found = Collector()
    node, game = read_deck(path, found)
    deck = node.plain() if node else {}
    lists = {key: [row["name"] for row in rows] for key, rows in deck.items() if isinstance(rows, list)}
    return game.id if game else "", lists, [str(item).rpartition("/")[2] for item in found.items]


def test_a_spreadsheet_alone_is_a_deck_of_cards(tmp_path):
    (tmp_path / "mine.csv").write_text("Title,Cost\nDawn,3\nDusk,4\n")
    assert lists_of(tmp_path / "mine.csv") == ("cards", {"cards": ["Dawn", "Dusk"]}, [])


def test_a_worksheet_may_be_named(tmp_path):
    write_workbook(tmp_path / "mine.xlsx", suns=[HEAD, DAWN], moons=[HEAD, DUSK])
    assert lists_of(tmp_path / "mine.xlsx#moons") == ("cards", {"cards": ["Dusk"]}, [])
    assert lists_of(tmp_path / "mine.xlsx#moon") == (
        "cards",
        {},
        ["mine.xlsx: error[E138]: workbook has no worksheet 'moon'"],
    )


def test_a_spreadsheet_beside_a_game_is_a_deck_of_that_game(tmp_path):
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "ships.csv").write_text("name,cost\nDory,2\n")
    assert lists_of(tmp_path / "ships.csv") == ("harbour", {"ships": ["Dory"]}, [])


def test_the_worksheets_of_a_workbook_are_the_lists_of_its_game(tmp_path):
    (tmp_path / "game.yaml").write_text(GAME)
    write_workbook(
        tmp_path / "all.xlsx", notes=[["x"]], Ships=[["name", "cost"], ["Dory", 2]], ports=[["name"], ["Porto"]]
    )
    assert lists_of(tmp_path / "all.xlsx") == ("harbour", {"ships": ["Dory"], "ports": ["Porto"]}, [])


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("cards.xls", "x", "cards.xls: error[E133]: spreadsheets of the format .xls cannot be read"),
        ("cards.csv", "", "cards.csv: error[E137]: the table is empty"),
        ("cards.xlsx", "a,b\n", "cards.xlsx: error[E133]: file is not a workbook, but text"),
    ],
)
def test_a_spreadsheet_that_cannot_be_read_is_told_once(tmp_path, name, content, message):
    (tmp_path / name).write_text(content)
    assert lists_of(tmp_path / name) == ("cards", {}, [message])


def test_rows_keep_their_ids_when_a_row_is_inserted(tmp_path):
    from cardgen import load

    path = tmp_path / "cards.csv"
    path.write_text("name\nDawn\nDusk\n")
    before = {card.id: card.name for card in load(path).data.cards}
    path.write_text("name\nNoon\nDusk\nDawn\n")
    after = {card.id: card.name for card in load(path).data.cards}
    assert before.items() <= after.items()


def test_a_spreadsheet_is_built_exported_and_compared(tmp_path, monkeypatch):
    from typer.testing import CliRunner

    from cardgen.cli import app

    monkeypatch.chdir(tmp_path)
    write_workbook(tmp_path / "mine.xlsx", suns=[HEAD, DAWN], moons=[HEAD, DUSK, NOON])
    (tmp_path / "old.csv").write_text("id,name,text\ndusk,Dusk,Set!\n")
    for command, files in [
        ("build mine.xlsx#moons", ["out/mine-moons.pdf"]),
        ("check mine.xlsx#moons", []),
        ("export --to png mine.xlsx#moons", []),
        ("proof mine.xlsx#moons", []),
        ("show mine.xlsx#moons noon", []),
        ("diff old.csv mine.xlsx#moons", ["out/mine-moons-diff.pdf"]),
        ("box mine.xlsx#moons", ["out/mine-moons-box.pdf"]),
        ("stats mine.xlsx#moons", []),
    ]:
        result = CliRunner().invoke(app, command.split())
        assert result.exit_code == 0, f"{command}: {result.output}"
        assert [file for file in files if not (tmp_path / file).is_file()] == [], command


def test_the_editor_accepts_spreadsheets():
    from jsonschema import Draft202012Validator

    from cardgen.pipeline.open.games import find_game
    from cardgen.validate.schema import editor_schema

    schema = Draft202012Validator(editor_schema(find_game("cards")))
    deck = {"game": "cards", "pull": {"a.csv": "https://example.org"}}
    for cards in ("a.csv", "b/all.xlsx#Suns", ["a.csv", {"name": "Dawn"}], [{"name": "Dawn"}]):
        assert [error.message for error in schema.iter_errors({**deck, "cards": cards})] == []
    assert list(schema.iter_errors({**deck, "cards": "a.pdf"}))


def test_a_spreadsheet_that_was_not_fetched_yet_is_fetched_with_pull(tmp_path):
    deck = tmp_path / "deck.yaml"
    deck.write_text("game: cards\npull: {cards.csv: 'https://example.org/cards.csv'}\ncards: cards.csv\n", "utf-8")
    found = Collector()
    assert read_deck(deck, found)[0] is None
    (item,) = found.items
    assert (item.code, item.hints) == ("E130", ("fetch it with cardgen pull",))
    deck.write_text("game: cards\npull: {other.csv: 'https://example.org/cards.csv'}\ncards: cards.csv\n", "utf-8")
    read_deck(deck, found := Collector())
    assert [(item.code, "fetch it with cardgen pull" in item.hints) for item in found.items] == [("E130", False)]
    deck.write_text(
        deck.read_text("utf-8").replace("cards.csv", "../cards.csv").replace("other.csv", "../cards.csv"), "utf-8"
    )
    read_deck(deck, found := Collector())
    assert {(item.code, item.hints) for item in found.items} == {("E125", ())}


def test_what_is_no_deck_is_told_with_the_decks_beside_it(tmp_path):
    def told(name):
        found = refusal(tmp_path / name)
        return found and (
            found.code,
            found.message.partition("' ")[2],
            *(hint.replace(f"{tmp_path}/", "") for hint in found.hints),
        )

    assert told("game.yaml") is told("sizes.yaml") is None  # there is none
    (tmp_path / "sub" / "no.yaml").mkdir(parents=True)
    for name in ("game.yaml", "sizes.yaml", "theme.yaml", "strings.pt.yaml", "own.face.yaml", "notes.txt"):
        (tmp_path / name).touch()
    by_itself = "put the cards into a file of their own beside it"
    assert told("sub") == ("E102", "is a folder", "it holds no deck; cardgen new makes one")
    assert told("game.yaml") == ("E118", "describes a game and is no deck", by_itself)
    assert told("sizes.yaml") == ("E118", "names papers and card sizes and is no deck", by_itself)
    assert told("theme.yaml") == ("E118", "holds the fonts and colours of a game and is no deck", by_itself)
    for name in ("f.csv", "a.yaml", "b.YML", "c.xlsx", "e.tsv", "d.ods"):
        (tmp_path / name).touch()
    decks = "name a deck: a.yaml, b.YML, c.xlsx, d.ods, e.tsv and 1 more"
    assert told("strings.pt.yaml") == ("E118", "holds the fixed words of a game and is no deck", decks)
    assert told("own.face.yaml") == ("E118", "describes a face by boxes and is no deck", decks)
    assert told("a.yaml") is told("notes.txt") is told("nothing.yaml") is None
    (tmp_path / "f.csv").unlink()
    assert told("") == ("E102", "is a folder", decks.removesuffix(" and 1 more").replace("deck:", "deck in it:"))


def test_a_number_of_players_is_one_that_the_game_has():
    def told(players, *known):
        found = Collector()
        chosen = known_players(players, SimpleNamespace(id="toy", players=known), found)
        return chosen, [(item.code, item.message, item.expected, item.hints) for item in found.items]

    assert told(0, 2) == (0, []) and told(3, 2, 3) == (3, [])
    three = "game 'toy' is not for 3 players"
    for known, expected in (
        ((2, 4), "2 or 4"),
        ((2,), "2"),
        ((1, 2), "1 or 2"),
        ((4, 5, 6), "4 to 6"),
        ((2, 4, 5), "2 or 4 or 5"),
    ):
        assert told(3, *known) == (0, [("E441", three, expected, ())])
    hint = "state 'players' in the game.yaml of the game, such as [2, 3, 4]"
    assert told(3) == (0, [("E441", "game 'toy' does not say for how many players it is", "no --players", (hint,))])


def test_strict_is_true_or_false(tmp_path):
    for stated, is_strict, expected in (
        ("true", True, []),
        ("false", False, []),
        ("7", False, ["strict is '7': true or false"]),
    ):
        (tmp_path / "deck.yaml").write_text(f"game: cards\nstrict: {stated}\ncards: [{{name: A}}]\n")
        found = Collector()
        read_deck(tmp_path / "deck.yaml", found)
        assert [f"{item.message}: {item.expected}" for item in found.items] == expected
        assert found.is_strict == is_strict


def test_defines_are_those_beside_the_list(tmp_path, monkeypatch):
    """However the list is named, also where a folder of the same name is below."""
    monkeypatch.chdir(tmp_path)
    for folder in ("decks", "decks/lists", "decks/decks"):
        (tmp_path / folder).mkdir()
        for name, text in (("cards.csv", "name,text\nFox,Pay @[coin].\n"), ("cards_defines.csv", f"coin,{folder}\n")):
            (tmp_path / folder / name).write_text(text)
    (tmp_path / "decks/deck.yaml").write_text("game: cards\ncards: lists/cards.csv\n")
    for deck, folder in (("decks/cards.csv", "decks"), (tmp_path / "decks/cards.csv", "decks"), ("decks/deck.yaml", "decks/lists"), (tmp_path / "decks/deck.yaml", "decks/lists")):  # fmt: skip
        node, _ = read_deck(Path(deck), Collector())
        assert node.plain()["cards"] == [{"name": "Fox", "text": f"Pay {folder}."}], deck


def test_decks_of_a_folder_are_files_that_describe_nothing_else_and_the_first_five_are_named(tmp_path):
    names = (
        "b.yaml",
        "a.YML",
        "c.csv",
        "d.xlsx",
        "game.yaml",
        "theme.yaml",
        "sizes.yaml",
        "strings.yaml",
        "strings.pt.yaml",
        "x.face.yaml",
        "e.txt",
        "f",
    )
    for name in names:
        (tmp_path / name).touch()
    (tmp_path / "folder.yaml").mkdir()
    assert decks_in(tmp_path) == ["a.YML", "b.yaml", "c.csv", "d.xlsx"] and decks_in(tmp_path / "none") == []
    assert [listed([*"abcdef"[:count]]) for count in (1, 5, 6)] == ["a", "a, b, c, d, e", "a, b, c, d, e and 1 more"]
