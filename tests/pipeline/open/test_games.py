"""Games that a game.yaml describes: found beside a deck, extended, and never a danger to decks of other games."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace

import pytest
import toy

from cardgen.geometry.folds import Fold
from cardgen.geometry.holes import Hole
from cardgen.geometry.outlines import RECTANGLE, ROUND
from cardgen.geometry.units import Size
from cardgen.model.deck import IconReference, LocalizedText
from cardgen.model.piece import Place
from cardgen.pipeline.open import games as open_games
from cardgen.pipeline.open.game_files import game_file_below, game_ids
from cardgen.pipeline.open.game_reader import read_game
from cardgen.pipeline.open.games import all_games, find_game, game_in_folder
from cardgen.pipeline.open.load import load_deck
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin import conformance
from cardgen.plugin.components import Document, FieldInfo
from cardgen.plugin.description import faults as description_faults
from cardgen.plugin.identity import DeckIdentity
from cardgen.plugin.making import BasesOf, BoxNet, DieNet, HubOf, PieceVariant, PieceVariants
from cardgen.plugin.registry import add_game
from cardgen.plugin.resources import resources
from cardgen.plugin.schema import models_in
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.formats import to_text
from tests.recorded import check_recorded

pytestmark = pytest.mark.usefixtures("no_front_pages")

GAME = """\
id: boats
name: {en: Boats, pt: Barcos}
languages: [en, pt]
constants: {fleet: 3}
kinds:
  ships:
    fields:
      name: text
      cost: {type: integer, min: 0, max: 9, default: 1}
      home: {type: reference, to: ports, optional: true}
      value: {formula: card.cost * constants.fleet}
  ports: {role: token, size: 22x22, shape: round, fields: {name: text}}
"""
DECK = "title: Boats\nships: [{name: Dory}, {name: Brig, cost: 3, home: Lisbon}]\nports: [{name: Lisbon}]\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a game and a deck, which is the current one."""
    write(tmp_path, "game.yaml", GAME)
    write(tmp_path, "deck.yaml", DECK)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def findings(deck: Path) -> Sequence[Diagnostic]:
    """All that a build finds."""
    try:
        return prepare(deck, BuildOptions()).warnings
    except CardgenError as error:
        return error.diagnostics


def faults(deck: Path) -> list[str]:
    """Place, code and message of all that a build finds."""
    return [str(item) for item in findings(deck)]


def test_a_template_that_was_missing_is_found_once_it_is_there(folder):
    write(
        folder,
        "game.yaml",
        GAME.replace("    fields:\n      name: text\n", "    face: ship.svg.j2\n    fields:\n      name: text\n", 1),
    )
    assert "template 'ship.svg.j2' does not exist" in faults(folder / "deck.yaml")[0]
    write(folder, "ship.svg.j2", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ width }} {{ height }}"/>')
    assert not any("template" in fault for fault in faults(folder / "deck.yaml"))


def test_a_text_for_large_print_exists(folder):
    stated = "    large_print: {text: ships.md}\n    fields:\n      name: text\n"
    write(folder, "game.yaml", GAME.replace("    fields:\n      name: text\n", stated, 1))
    assert "template 'ships.md' does not exist" in faults(folder / "deck.yaml")[0]


def test_a_spreadsheet_is_no_deck_of_a_game_without_lists(folder):
    write(
        folder, "game.yaml", "id: mats\nname: Mats\nkinds: {mat: {single: true, role: board, fields: {name: text}}}\n"
    )
    table = write(folder, "cards.csv", "name\nDory\n")
    message = "cards.csv: error[E137]: the table has no list to give: game 'mats' has none"
    assert faults(table) == [message]


def cards(deck: Path, kind: str) -> list[dict]:
    """What templates see of the values of a kind."""
    return prepare(deck, BuildOptions()).project.renderer.shared["deck"][kind]


# Where a game is found


def test_a_deck_without_the_key_uses_the_game_beside_it(folder):
    assert [piece.name for piece in prepare(folder / "deck.yaml", BuildOptions()).drawn[0].pieces] == ["Dory", "Brig"]


@pytest.mark.parametrize(
    ("named", "place"), [("boats", "game.yaml"), ("boats", "games/boats/game.yaml"), ("./sub/dir", "sub/dir/game.yaml")]
)
def test_a_deck_names_a_game_by_id_or_by_folder(tmp_path, named, place):
    write(tmp_path, place, GAME)
    deck = write(tmp_path, "deck.yaml", f"game: {named}\n{DECK}")
    assert faults(deck) == []


def test_a_game_beside_a_deck_comes_before_one_that_ships(tmp_path):
    write(tmp_path, "game.yaml", GAME.replace("id: boats", "id: cards"))
    deck = write(tmp_path, "deck.yaml", f"game: cards\n{DECK}")
    assert faults(deck) == []


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("../boats", "game '../boats' leaves the folder of the file"),
        ("/etc", "game '/etc' leaves the folder of the file"),
        ("./nowhere", "game './nowhere' does not exist"),
        ("'.\\boats'", "game '.\\boats' has a backslash"),
        ("boats\\dir", "game 'boats\\dir' has a backslash"),
    ],
)
def test_a_path_leads_to_a_game_below_the_deck_only(folder, named, message):
    write(folder.parent, "boats/game.yaml", GAME)
    deck = write(folder, "deck.yaml", f"game: {named}\n{DECK}")
    assert [line.split(": ", 1)[1] for line in faults(deck)] == [f"error[E216]: {message}"]


@pytest.mark.parametrize("start", ["", "./"])
def test_a_name_that_no_file_can_have_is_that_of_no_game(folder, start):
    deck = write(folder, "deck.yaml", f"game: {start}{'9' * 5000}\n{DECK}")
    assert len(faults(deck)) == 1 and "error[E2" in faults(deck)[0]


def test_a_link_does_not_lead_out_of_the_folder(folder):
    write(folder.parent, "elsewhere/game.yaml", GAME)
    (folder / "link").symlink_to(folder.parent / "elsewhere")
    (folder / "games").mkdir()
    (folder / "games" / "far").symlink_to(folder.parent / "elsewhere")
    deck = write(folder, "deck.yaml", f"game: ./link\n{DECK}")
    assert "is a link out of its folder" in faults(deck)[0]
    write(folder.parent, "elsewhere/game.yaml", GAME.replace("id: boats", "id: far"))
    write(folder, "deck.yaml", f"game: far\n{DECK}")
    assert "unknown game 'far'" in faults(deck)[0]
    for name in ("link", "far"):
        write(folder, "game.yaml", f"id: boats\nname: Boats\nextends: {name}\n")
        write(folder, "deck.yaml", f"game: boats\n{DECK}")
        assert f"unknown game '{name}'" in faults(deck)[0]


def test_an_unknown_game_is_told_with_those_of_the_folder(folder):
    for name in ("barques", "junks"):
        write(folder, f"games/{name}/game.yaml", GAME.replace("id: boats", f"id: {name}"))
    deck = write(folder, "deck.yaml", f"game: barqes\n{DECK}")
    with pytest.raises(CardgenError) as caught:
        prepare(deck, BuildOptions())
    (item,) = caught.value.diagnostics
    assert (item.code, item.hints) == ("E201", ("did you mean 'barques'?",))
    assert {"boats", "barques", "junks", "cards"} <= {*game_ids(folder)}


def test_all_warnings_about_a_game_and_those_that_it_extends_are_told(folder):
    constants = ("{fleet: 3, wharf: 2}", "{fleets: 3, wharfs: 2}", "{fleat: 3, whaf: 2}")
    for name, parent, stated in zip(
        ("boats", "barques", "junks"), ("cards", "boats", "barques"), constants, strict=True
    ):
        text = f"id: {name}\nname: {name}\nextends: {parent}\nconstants: {stated}\n"
        write(folder, f"games/{name}/game.yaml", text)
    found = findings(write(folder, "deck.yaml", "game: junks\ncards: [{name: Dory}]\n"))
    told = [(item.span.file.split("/")[-2], item.message.split("'")[1]) for item in found if item.code == "W242"]
    assert sorted(told) == [("barques", "fleets"), ("barques", "wharfs"), ("junks", "fleat"), ("junks", "whaf")]


@pytest.mark.parametrize("text", ["id: [", "id: other\nname: Other\nkinds: 3\n", "- 1\n", "\x01"])
def test_a_broken_game_beside_it_never_harms_a_deck_of_another_game(tmp_path, text):
    write(tmp_path, "game.yaml", text)
    deck = write(tmp_path, "deck.yaml", "game: cards\ncards: [{name: Rain}]\n")
    assert faults(deck) == []


def test_a_game_that_cannot_be_used_is_none_of_all_games(monkeypatch):
    def found(game_id):
        if game_id == "broken":
            raise CardgenError([])
        return game_id == "cards" and game_id

    monkeypatch.setattr(open_games, "game_ids", lambda: ["broken", "gone", "cards"])
    monkeypatch.setattr(open_games, "find_game", found)
    assert all_games() == {"cards": "cards"}


@pytest.mark.parametrize(
    ("kinds", "field", "told"), [(21, "text", "10,000 fields"), (5, "{formula: '1'}", "2,000 formulas")]
)
def test_a_game_of_thousands_of_fields_is_an_error_before_its_models_are_made(folder, kinds, field, told):
    fields = ", ".join(f"f{number}: {field}" for number in range(499))
    lines = "".join(f"  k{number}: {{fields: {{name: text, {fields}}}}}\n" for number in range(kinds))
    write(folder, "game.yaml", f"{GAME.partition('kinds:')[0]}kinds:\n{lines}")
    deck = write(folder, "deck.yaml", f"game: boats\n{DECK}")
    with pytest.raises(CardgenError) as caught:
        prepare(deck, BuildOptions())
    messages = [item.message for item in caught.value.diagnostics if item.code == "E220"]
    assert messages == [f"the kinds of the game have more than {told}"]


def test_all_fields_and_formulas_of_kinds_and_the_deck_count(folder, monkeypatch):
    """The game has five fields of kinds, one of which is a formula, and one of the deck."""
    for name, most, told in (
        ("MOST_FIELDS", 6, ""), ("MOST_FIELDS", 5, "5 fields"), ("MOST_FORMULAS", 1, ""), ("MOST_FORMULAS", 0, "0 formulas"),
    ):  # fmt: skip
        with monkeypatch.context() as patch:
            patch.setattr(description_faults, name, most)
            stated = f"{GAME}deck: {{motto: {{type: text, optional: true}}}}\n# {name} {most}\n"
            game = write(folder, "game.yaml", stated)
            found = [item.message for item in read_game(game, None).problems]
        assert found == ([f"the kinds of the game have more than {told}"] if told else [])


def test_a_broken_game_is_told_once_with_the_deck_that_names_it(folder):
    write(folder, "game.yaml", GAME.replace("integer", "integre"))
    deck = write(folder, "deck.yaml", f"game: boats\n{DECK}")
    with pytest.raises(CardgenError) as caught:
        prepare(deck, BuildOptions())
    (item,) = caught.value.diagnostics
    assert str(item) == "game.yaml:9:20: error[E220]: type of field 'cost' of 'ships' is 'integre'"
    assert [(text, str(span)) for text, span in item.notes] == [("the deck names this game", "deck.yaml:1:7")]


def test_a_game_that_breaks_the_contract_of_games_is_told_at_its_file_and_not_used(folder, monkeypatch):
    broken = Diagnostic("E701", "the game breaks a promise")
    monkeypatch.setattr(conformance, "contract_problems", lambda _game: (broken,))
    deck = write(folder, "deck.yaml", f"game: boats\n{DECK}")
    (told,) = findings(deck)
    assert (told.code, told.message, told.span.file, told.span.line) == ("E701", broken.message, "game.yaml", 1)
    assert read_game(folder / "game.yaml", None).game is None


def test_a_game_is_read_again_after_a_change(folder):
    first = game_in_folder(folder)
    assert game_in_folder(folder) is first
    write(folder, "game.yaml", GAME.replace("fleet: 3", "fleet: 77"))
    assert game_in_folder(folder).constants == {"fleet": 77}


# Values


def test_templates_see_formulas_and_references(folder):
    dory, brig = cards(folder / "deck.yaml", "ships")
    assert (dory["value"], brig["value"]) == (3, 9)
    assert dory["home"] is None
    assert brig["home"]["name"] == "Lisbon"


@pytest.mark.parametrize(
    ("values", "ids"),
    [
        ("{name: Dory}, {name: 'Jean-Luc, 2nd'}", ["dory", "jean-luc-2nd"]),
        ("{name: São Tomé}, {name: Ærø Ø}", ["sao-tome", "ærø-ø"]),
        ("{name: Dory}, {name: Dory}, {name: Dory}", ["dory", "dory-2", "dory-3"]),
        ("{id: dory, name: Brig}, {name: Dory}", ["dory", "dory-2"]),
        ("{id: 7, name: Brig}", ["7"]),
        ("{name: '!?'}", ["ships-1"]),
        ("{name: {pt: Barco, en: Boat}}", ["boat"]),
        ("{name: 船}", ["船"]),
    ],
)
def test_an_id_is_made_of_the_name(folder, values, ids):
    deck = write(folder, "deck.yaml", f"ships: [{values}]\n")
    assert [ship.id for ship in load_deck(deck).data.ships] == ids


@pytest.mark.parametrize(
    ("ships", "told"),
    [
        ("{name: Dory}, {id: other, name: Dory}, {name: Dory}", "1:55: warning[W240]: name 'Dory' is used 2 times"),
        (
            "{name: {en: Dory, pt: Barco}}, {name: {pt: Barco, en: Dory}}, {name: {en: Dory, pt: Bote}}",
            "1:47: warning[W240]: name 'Dory' is used 2 times",
        ),
        (
            "{name: Dory}, {name: Brig}, " * 3 + "{name: Brig}",
            "1:58: warning[W240]: 2 names are used more than once; name 'Brig' is used 4 times",
        ),
        (
            "{name: Dory}, {name: Brig}, {name: Brig}, {name: Dory}",
            "1:58: warning[W240]: 2 names are used more than once; name 'Dory' is used 2 times",
        ),
    ],
)
def test_equal_names_without_ids_are_told_once(folder, ships, told):
    found = load_deck(write(folder, "deck.yaml", f"ships: [{ships}]\n")).warnings
    assert [str(one) for one in found] == [f"deck.yaml:{told} in ships that have no id"]


@pytest.mark.parametrize("home", ["Lisbon", "lisbon", "Lisboa"])
def test_a_reference_is_an_id_or_a_name_in_any_language(folder, home):
    ports = "ports: [{name: {en: Lisbon, pt: Lisboa}}]"
    deck = write(folder, "deck.yaml", f"ships: [{{name: Dory, home: {home}}}]\n{ports}\n")
    assert cards(deck, "ships")[0]["home"]["id"] == "lisbon"
    assert load_deck(deck).data.ships[0].home == "lisbon"


def test_a_name_that_several_have_is_no_reference(folder):
    ports = "ports: [{id: a, name: Lisbon}, {id: b, name: Lisbon}]"
    deck = write(folder, "deck.yaml", f"ships: [{{name: Dory, home: Lisbon}}]\n{ports}\n")
    assert faults(deck) == ["deck.yaml:1:28: error[E225]: several ports have the name 'Lisbon'"]


@pytest.mark.parametrize(
    ("ports", "home", "found"),
    [
        ("{id: a, name: b}, {id: b, name: a}", "b", "b"),
        ("{id: a, name: '7'}, {id: 7, name: a}", "7", "7"),
        ("{id: a, name: {en: Lisbon, pt: Lisbon}}", "Lisbon", "a"),
        ("{id: a, name: ' Lisbon '}", "'Lisbon  '", "a"),
    ],
)
def test_an_id_comes_before_a_name_that_is_the_same_word(folder, ports, home, found):
    deck = write(folder, "deck.yaml", f"ships: [{{name: Dory, home: {home}}}]\nports: [{ports}]\n")
    assert load_deck(deck).data.ships[0].home == found


def test_a_reference_that_leads_nowhere_is_told_with_ids_and_names_that_are_like_it(tmp_path):
    game = "id: f\nname: F\nlanguages: [en, pt]\nkinds:\n  chart: {single: true, role: aid, fields: {x: {type: reference, to: ports}}}\n"
    write(tmp_path, "game.yaml", f"{game}  ports: {{fields: {{name: text}}}}\n")
    ports = "{id: haven, name: {en: Lisbon, pt: Lisboa}}, {id: a, name: {en: Oporto, pt: Porto}}, {id: b, name: Porto}"
    told = {}
    for x in ("haven2", "Lisbno", "Lisboaa", "' Porto '", "Nowhere"):
        with pytest.raises(CardgenError) as caught:
            load_deck(write(tmp_path, "deck.yaml", f"chart: {{x: {x}}}\nports: [{ports}]\n"))
        (found,) = caught.value.diagnostics
        assert str(found).partition("deck.yaml:1:12: error[E225]: ")[2] == found.message
        told[x] = found.message, found.expected, found.hints
    none, like = "is none of the ports", "the id or the name of one of the ports"
    assert told == {
        "haven2": (f"'haven2' {none}", like, ("did you mean 'haven'?",)),
        "Lisbno": (f"'Lisbno' {none}", like, ("did you mean 'Lisbon'?",)),
        "Lisboaa": (f"'Lisboaa' {none}", like, ("did you mean 'Lisboa'?",)),
        "' Porto '": ("several ports have the name 'Porto'", "the id of one of them", ("add an id to each of them",)),
        "Nowhere": (f"'Nowhere' {none}", like, ()),
    }


FIELDS = "id: f\nname: F\nkinds: {cards: {fields: {name: text, x: %s}}}\n"


@pytest.mark.parametrize(
    ("field", "stated", "seen"),
    [
        ("text", "Hello", "Hello"),
        ("{type: text, optional: true}", None, None),
        ("{type: integer, default: 4}", None, 4),
        ("integer", "3", 3),
        ("number", "2.5", 2.5),
        ("number", "2", 2),
        ("boolean", "yes", True),
        ("boolean", "No", False),
        ("{type: choice, of: [sun, moon]}", "moon", "moon"),
        ("{type: choice, of: [1, 2]}", "2", 2),
        ("{type: list, of: integer}", "[1, 2]", [1, 2]),
        ("{type: list, of: integer}", "7", [7]),
        ("color", "'#aabbcc'", "#aabbcc"),
        ("icon", "star", IconReference("star")),
    ],
)
def test_a_field_holds_values_of_its_type(tmp_path, field, stated, seen):
    write(tmp_path, "game.yaml", FIELDS % field)
    value = "" if stated is None else f", x: {stated}"
    (card,) = cards(write(tmp_path, "deck.yaml", f"cards: [{{name: A{value}}}]\n"), "cards")
    assert card["x"] == seen
    assert type(card["x"]) is type(seen)


@pytest.mark.parametrize(
    ("field", "stated", "expected"),
    [
        ("text", "3", "text (in quotes, if it is a number)"),
        ("text", "''", "text that is not empty"),
        ("{type: integer, min: 1, max: 9}", "12", "a whole number from 1 to 9"),
        ("{type: integer, min: 1}", "0", "a whole number, at least 1"),
        ("number", "many", "a number"),
        ("boolean", "maybe", "yes or no"),
        ("{type: choice, of: [sun, moon]}", "mon", "one of: sun, moon"),
        ("{type: list, of: integer, max: 1}", "[1, 2]", "at most 1 of them"),
        ("color", "red", 'a colour as "#rrggbb", in quotes'),
    ],
)
def test_a_value_of_another_type_is_told(tmp_path, field, stated, expected):
    write(tmp_path, "game.yaml", FIELDS % field)
    with pytest.raises(CardgenError) as caught:
        prepare(write(tmp_path, "deck.yaml", f"cards: [{{name: A, x: {stated}}}]\n"), BuildOptions())
    (item,) = caught.value.diagnostics
    assert (item.code, item.expected, item.span.line) == ("E204", expected, 1)


@pytest.mark.parametrize(("optional", "hints"), [("true", ("leave the key out",)), ("false", ())])
def test_an_empty_text_is_left_out_where_it_may_be(tmp_path, optional, hints):
    write(tmp_path, "game.yaml", FIELDS % f"{{type: text, optional: {optional}}}")
    with pytest.raises(CardgenError) as caught:
        prepare(write(tmp_path, "deck.yaml", "cards: [{name: A, x: ''}]\n"), BuildOptions())
    assert [item.hints for item in caught.value.diagnostics] == [hints]


@pytest.mark.parametrize(
    "name", ["items", "keys", "copy", "values", "model_config", "schema", "json", "class", "in", "año"]
)
def test_a_field_may_have_any_name(tmp_path, name):
    write(tmp_path, "game.yaml", f"id: f\nname: F\nkinds: {{cards: {{fields: {{name: text, {name}: integer}}}}}}\n")
    (card,) = cards(write(tmp_path, "deck.yaml", f"cards: [{{name: A, {name}: 3}}]\n"), "cards")
    assert card[name] == 3


def test_other_fields_are_kept_if_the_game_accepts_them(tmp_path):
    deck = write(tmp_path, "deck.yaml", "game: cards\ncards: [{name: A, Attack Power: 3, lore: Old, copies: 2}]\n")
    (card,) = cards(deck, "cards")
    assert (card["Attack Power"], card["lore"], card["copies"]) == (3, "Old", 2)


def test_a_single_piece_needs_no_value(tmp_path):
    write(tmp_path, "game.yaml", "id: f\nname: F\nkinds: {board: {role: board, single: true, size: 150x100}}\n")
    (part,) = prepare(write(tmp_path, "deck.yaml", "title: F\n"), BuildOptions()).drawn
    assert [(piece.id, piece.copies) for piece in part.pieces] == [("board", 1)]


def test_a_single_piece_without_a_name_is_called_as_its_kind(tmp_path):
    kind = "{role: board, single: true, size: 150x100, title: {en: The Harbour, pt: O Porto}}"
    write(tmp_path, "game.yaml", f"id: f\nname: F\nlanguages: [en, pt]\nkinds: {{board: {kind}}}\n")
    deck = write(tmp_path, "deck.yaml", "title: F\n")
    for language, name in (("en", "The Harbour"), ("pt", "O Porto")):
        (part,) = prepare(deck, BuildOptions(language=language)).drawn
        assert part.pieces[0].name == name


def test_editors_describe_each_kind_by_its_title(tmp_path):
    kinds = [
        f"{name}: {{role: board, size: 100x80, title: {{en: The {name}, pt: x}}, {more}}}"
        for name, more in (("harbour", "single: true, fields: {wind: text}"), ("sea", "single: true"), ("isles", ""))
    ]
    game = write(tmp_path, "game.yaml", f"id: f\nname: F\nkinds: {{{', '.join(kinds)}, plain: {{}}}}\n")
    fields = read_game(game, None).game.schema().model_fields
    assert [fields[name].description for name in ("harbour", "sea", "isles", "plain")] == [
        *("The harbour", "The sea", "The isles", None)
    ]
    assert [fields[name].is_required() for name in ("harbour", "sea", "isles")] == [True, False, False]


@pytest.mark.filterwarnings("error")
def test_fields_may_be_called_as_methods_of_python(tmp_path):
    names = ("items", "copy", "model_dump", "def", "self", "keys")
    fields = ", ".join(f"{name}: text" for name in names)
    write(tmp_path, "game.yaml", f"id: f\nname: F\nextends: cards\nkinds: {{cards: {{fields: {{{fields}}}}}}}\n")
    values = ", ".join(f"{name}: {name}" for name in names)
    (card,) = cards(write(tmp_path, "deck.yaml", f"cards: [{{name: A, {values}}}]\n"), "cards")
    assert {name: str(card[name]) for name in names} == {name: name for name in names}


def test_an_unknown_icon_is_reported_where_the_deck_names_it(tmp_path):
    deck = write(tmp_path, "deck.yaml", "game: cards\ncards:\n  - name: A\n    icon: swrd\n")
    with pytest.raises(CardgenError) as caught:
        prepare(deck, BuildOptions())
    (item,) = caught.value.diagnostics
    assert (item.code, item.message) == ("E206", "icon of 'A' is the unknown icon 'swrd'")
    assert (item.span.line, item.span.column, item.hints) == (4, 11, ("did you mean 'sword'?",))


def test_a_mistyped_key_is_named_where_any_key_is_accepted(tmp_path):
    deck = write(tmp_path, "deck.yaml", "game: cards\ncards: [{nmae: A}]\n")
    with pytest.raises(CardgenError) as caught:
        prepare(deck, BuildOptions())
    (item,) = caught.value.diagnostics
    assert (item.code, item.hints) == ("E202", ("is it the key 'nmae'?",))


def test_a_deck_chooses_its_size_its_languages_and_its_look(tmp_path):
    text = "game: cards\ncards: [{name: A}]\n"
    deck = write(tmp_path, "deck.yaml", f"{text}size: 50x50\nlanguages: [pt]\n")
    job = prepare(deck, BuildOptions())
    assert (job.card.width, job.card.height, job.language) == (50, 50, "pt")
    assert prepare(write(tmp_path, "wide.yaml", f"{text}look: landscape\n"), BuildOptions()).card.width == 88


# Games that extend others

SAMURAI = resources().decks / "samurai.yaml"


@pytest.fixture
def tower(tmp_path, monkeypatch):
    """A game with 35 bases, heroes and a third language, and an army for it."""
    copytree(resources().decks / "art", tmp_path / "art")
    write(
        tmp_path,
        "game.yaml",
        "id: big\nname: Big\nextends: attack-the-tower\nlanguages: [en, pt, de]\nconstants: {base_cards: 35}\n"
        "kinds:\n  heroes: {fields: {name: text, strength: integer}}\n  bases: {fields: {lore: {type: text, optional: true}}}\n",
    )
    text = (
        SAMURAI.read_text("utf-8").replace("game: attack-the-tower", "game: big").replace("copies: 7", "copies: 17", 1)
    )
    monkeypatch.chdir(tmp_path)
    return write(tmp_path, "deck.yaml", f"{text}\nheroes: [{{name: Tomoe, strength: 7}}]\n")


def test_the_printed_rules_count_the_cards_of_the_game_that_extends_another(tower):
    renderer = prepare(tower, BuildOptions()).project.renderer
    assert "**35 bases** and **25 abilities**" in renderer.environment.get_template("rules.en.md").render(
        renderer.shared
    )


def test_a_game_with_code_is_extended_by_a_few_lines(tower):
    job = prepare(tower, BuildOptions())
    assert [part.component.name for part in job.drawn][-1] == "heroes"
    assert sum(piece.copies for part in job.drawn if part.component.name == "bases" for piece in part.pieces) == 35
    write(tower.parent, "game.yaml", (tower.parent / "game.yaml").read_text("utf-8").replace("35", "36"))
    assert any("deck has 35 bases" in line for line in faults(tower))


def test_a_game_that_extends_one_with_code_can_be_played(tower):
    import pickle

    from cardgen.play.matches import open_contest

    contest, _ = open_contest([tower, tower])
    arrived = pickle.loads(pickle.dumps(contest))
    state = arrived.start(1, 0)
    assert state.legal_actions()


def test_a_game_that_the_engine_cannot_play_says_so(tower):
    from cardgen.play.matches import open_contest
    from cardgen.report.errors import UnlocatedError

    game = tower.parent / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("base_cards: 35", "base_cards: 35, base_power: 6"), "utf-8")
    with pytest.raises(UnlocatedError) as caught:
        open_contest([tower, tower])
    assert caught.value.message == "a game with base_power 6 cannot be played: the rules engine has 4"


def test_a_chain_of_games_takes_what_is_not_stated(folder):
    write(folder, "games/middle/game.yaml", "id: middle\nname: Middle\nextends: ./base\nconstants: {fleet: 4}\n")
    write(folder, "games/middle/base/game.yaml", GAME.replace("id: boats", "id: base"))
    write(
        folder, "games/top/game.yaml", "id: top\nname: Top\nextends: middle\nkinds: {ships: {fields: {cost: number}}}\n"
    )
    deck = write(folder, "deck.yaml", f"game: top\n{DECK.replace('Dory', 'Dory, cost: 1.5')}")
    assert cards(deck, "ships")[0]["value"] == 6.0
    game = game_in_folder(folder / "games" / "top")
    assert (game.languages, game.extends.id, game.extends.extends.id) == (("en", "pt"), "middle", "base")


def test_a_game_is_read_again_after_a_change_of_any_game_that_it_extends(folder):
    stated = {"top": "extends: middle\n", "middle": "extends: base\n", "base": "extends: cards\n"}
    for name, lines in stated.items():
        write(folder, f"games/{name}/game.yaml", f"id: {name}\nname: {name}\n{lines}")
    known = {}
    for name in ("base", "middle", "top", "base"):
        with (folder / "games" / name / "game.yaml").open("a", encoding="utf-8") as file:
            file.write(f"constants: {{{name}_one: 1}}\n" if f"{name}_one" not in known else "languages: [pt]\n")
        known[f"{name}_one"] = 1
        assert game_in_folder(folder / "games" / "top").constants == known
    assert game_in_folder(folder / "games" / "top").languages == ("pt",)


def test_kinds_stand_in_the_order_of_the_last_game_that_states_one(folder):
    kinds = "kinds: {crates: {}, flags: {}}\norder: [flags, crates]\n"
    write(folder, "games/base/game.yaml", f"id: base\nname: Base\nextends: cards\n{kinds}")
    for name, order, expected in (
        ("own", "order: [crates, flags]", ["crates", "flags"]),
        ("none", "", ["flags", "crates"]),
        ("part", "order: [crates]", ["crates", "flags"]),
    ):
        write(folder, f"games/{name}/game.yaml", f"id: {name}\nname: Top\nextends: base\n{order}\n")
        found = [one.name for one in game_in_folder(folder / "games" / name).components]
        assert [one for one in found if one in ("crates", "flags")] == expected, name


@pytest.mark.parametrize(
    ("extends", "message"),
    [
        ("boats", "error[E218]: the game extends itself: 'boats'"),
        (".", "error[E218]: the game extends itself: "),
        ("no-such", "error[E217]: unknown game 'no-such'"),
        ("../other", "error[E216]: game '../other' leaves the folder of the file"),
    ],
)
def test_a_game_extends_another_one_that_is_there(folder, extends, message):
    write(folder, "game.yaml", f"{GAME}extends: {extends}\n")
    (line,) = faults(folder / "deck.yaml")
    assert line.startswith(f"game.yaml:13:10: {message}")


def test_a_game_is_not_said_to_mean_itself(folder):
    write(folder, "game.yaml", f"{GAME}extends: boat\n")
    with pytest.raises(CardgenError) as caught:
        game_in_folder(folder)
    (error,) = caught.value.diagnostics
    assert error.code == "E217" and "boats" not in error.expected and error.hints == ()


def test_a_fault_of_the_game_that_is_extended_is_told_with_who_extends_it(folder):
    write(folder, "game.yaml", f"{GAME}extends: ./games/a\n")
    write(folder, "games/a/game.yaml", "id: a\nname: [A\n")
    with pytest.raises(CardgenError) as caught:
        game_in_folder(folder)
    text, span = caught.value.diagnostics[0].notes[-1]
    assert (text, span.file, span.line) == ("the game is extended", "game.yaml", 13)


def test_a_warning_of_the_game_that_is_extended_is_told(folder):
    write(folder, "game.yaml", "id: a\nname: A\nextends: ./games/b\n")
    write(folder, "games/b/game.yaml", "id: b\nname: B\nextends: attack-the-tower\nconstants: {hand_limt: 6}\n")
    told = read_game(folder / "game.yaml", None).problems
    assert [(item.code, Path(item.span.file).parent.name) for item in told if item.code == "W242"] == [("W242", "b")]


def test_a_damaged_game_beside_a_deck_that_names_another_is_told(folder):
    write(folder, "game.yaml", "id: [\n")
    assert faults(write(folder, "deck.yaml", "game: fleet\nships: []\n"))[0].startswith("game.yaml:")


def test_games_that_extend_each_other_are_told(folder):
    write(folder, "game.yaml", f"{GAME}extends: ./games/a\n")
    write(folder, "games/a/game.yaml", "id: a\nname: A\nextends: b\n")
    write(folder, "games/b/game.yaml", "id: b\nname: B\nextends: a\n")
    assert "E218]: the game extends itself: 'a' -> 'b' -> 'a'" in faults(folder / "deck.yaml")[0]


def test_a_constant_that_is_nearly_one_of_the_extended_game_is_told(folder):
    write(folder, "game.yaml", "id: big\nname: Big\nextends: attack-the-tower\nconstants: {hand_limt: 6}\n")
    assert find_game("attack-the-tower")
    text = SAMURAI.read_text("utf-8").replace("game: attack-the-tower", "game: big")
    copytree(resources().decks / "art", folder / "art")
    (line, *_) = faults(write(folder, "deck.yaml", text))
    assert line == "game.yaml:4:13: warning[W242]: constant 'hand_limt' is new: the game extended has none of this name"


def test_the_file_of_attack_the_tower_states_the_constants_of_its_engine():
    from cardgen.games.attack_the_tower.constants import CONSTANTS

    assert find_game("attack-the-tower").constants == CONSTANTS


def test_a_game_that_ships_is_shown_by_a_deck_of_its_code_or_beside_its_file():
    decks = {name: find_game(name).example for name in ("attack-the-tower", "cards")}
    assert decks == {"attack-the-tower": SAMURAI, "cards": resources().templates / "cards" / "cards.yaml"}


def test_the_name_of_a_game_is_in_the_language_of_the_build(folder):
    assert prepare(folder / "deck.yaml", BuildOptions(language="pt")).title == "Barcos: Boats"
    assert isinstance(game_in_folder(folder).title, LocalizedText)


# Faults of a game.yaml

KINDS = "kinds: {ships: {%s}, ports: {fields: {name: text}}, dials: {holes: [{diameter: 8}]}}"


FAULTS = [
    "kinds: {title: {fields: {name: text}}}",
    "kinds: {deck: {fields: {name: text}}}",
    "deck: {ships: text}",
    "deck: {look: text}",
    KINDS % "fields: {id: text}",
    KINDS % "fields: {plan: text}",
    "documents: {ships: {text: game.yaml}}",
    "documents: {a: {text: a.md}, a: {text: a.md}}",
    KINDS % "fields: {x: {type: reference, to: portz}}",
    KINDS % "fields: {x: {type: integer, min: 9, max: 3}}",
    KINDS % "fields: {x: {type: integer, default: y}}",
    KINDS % "fields: {x: {type: list, of: {type: list, of: text}}}",
    KINDS % "fields: {x: {min: 3}}",
    KINDS % "fields: {x: effectz}"
    + "\nrules: {players: 2, effects: {draw: {}}, turn: {moves: {go: {}}}, end: {score: turn}}",
    "rules: {players: 2, turn: {moves: {go: {}}}, end: {when: turn > gold, score: turn}}",
    KINDS % "fields: {x: {type: integer, mni: 3}}",
    KINDS % "feilds: {x: text}",
    KINDS % "role: crad",
    KINDS % "size: 0x3",
    "card: pokre",
    KINDS % "shape: {polygon: [[0, 0], [1, 1], [2, 2]]}",
    KINDS % "tiled: true, fold: true",
    KINDS % "net: {die: 2}",
    KINDS % "net: {die: true}",
    KINDS % "net: {}",
    KINDS % "net: {die: 9, box: {holds: ports}}",
    KINDS % "net: {die: {edge: 16, tab: 9}}",
    KINDS % "net: {die: {sides: facs}}",
    KINDS % "net: {die: 16}, size: 30x40",
    KINDS % "net: {die: 16}, shape: round",
    KINDS % "net: {box: {holds: prots}}",
    KINDS % "net: {box: {holds: ships}}",
    KINDS % "net: {box: {holds: ports, thickness: 0}}",
    KINDS % "net: {die: 16}, hub_of: dials",
    KINDS % "base_of: prots",
    KINDS % "base_of: ports",
    KINDS % "base_of: {kinds: [ports, prots]}",
    KINDS % "hub_of: ports",
    KINDS % "hub_of: {kind: ports, layers: 0}",
    KINDS % "holes: [{at: [2, 0]}]",
    KINDS % "printed_on: wood",
    KINDS % "cut: zigzag",
    KINDS % "cut: straight, shape: round",
    KINDS % "copies_for: {2: 1}",
    KINDS % "copies_for: '1 +'",
    KINDS % "variants: {by: sail, of: {a: {}}}",
    KINDS
    % "net: {die: 16}, variants: {by: cost, of: {a: {face: x}, b: {size: 9x9}, c: {shape: round}, d: {fold: true}}}",
    KINDS % "copies_for: {2: 4, 4: 4}" + "\nplayers: [2, 3]",
    KINDS % "variants: {of: {a: {size: 0x1}}}",
    KINDS % "variants: {of: {a: {shape: {polygon: [[0, 0], [1, 1], [2, 2]]}}}}",
    KINDS % "variants: {of: {a: {fold: {edge: left}}}}",
    KINDS % "fields: {suit: {type: choice, of: [sun, moon]}}, variants: {by: suit, of: {sunn: {}}}",
    KINDS % "fold: {base: tab, slits: 2}",
    "players: 7",
    "players: {min: 3, max: 2}",
    "players: [0]",
    KINDS % "face: ../../etc/passwd",
    KINDS % "face: /etc/passwd",
    "documents: {rules: {text: 'rules.{lang}.md'}}",
    "example: none.yaml",
    "example: ../secret.yaml",
    "order: [ships, prts]",
    "checks: [{each: shps, that: '1'}]",
    "checks: [{each: ships, that: '1', at: csot}]",
    "checks: ['1 +']",
    "languages: [en, en]",
    "languages: [english]",
    "kinds: {}",
    "kinds: {{{}}}".format(", ".join(f"k{n}: {{}}" for n in range(201))),
    KINDS % ("fields: {{{}}}".format(", ".join(f"f{n}: text" for n in range(501)))),
    "kinds: " + "{a: " * 70 + "1" + "}" * 70,
]


def test_each_fault_is_told_at_its_place(folder):
    told = []
    for text in FAULTS:
        key = text.partition(":")[0]
        kept = "" if key == "kinds" else KINDS % "fields: {name: text, cost: integer}" + "\n"
        stated = "" if key == "languages" else "languages: [en]\n"
        write(folder, "game.yaml", f"id: boats\nname: Boats\n{stated}{kept}{text}\n")
        found = to_text(findings(folder / "deck.yaml")).rstrip()
        assert found.startswith("game.yaml:"), text
        told += [f"== {text[:120]}", *(line.rstrip() for line in found.splitlines())]
    check_recorded(Path(__file__).with_name("faults.txt"), told)


def test_variants_go_by_a_field_that_the_file_knows_or_that_others_may_have(folder):
    stated = "variants: {by: sail, of: {red: {size: 30x30}}}"
    for more, codes in (("", ["E220"]), (", other_fields: rich", []), (", fields: {sail: text}", [])):
        write(folder, "game.yaml", f"id: boats\nname: Boats\nkinds: {{ships: {{{stated}{more}}}}}\n")
        found = findings(write(folder, "deck.yaml", "ships: [{name: Dory, sail: red}]\n" if more else "ships: []\n"))
        assert [one.code for one in found if one.is_error][:1] == codes, more


@pytest.mark.usefixtures("toy_game")
def test_a_kind_and_a_document_of_one_name_are_told_wherever_the_other_comes_from(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "few/game.yaml", "id: few\nname: Few\nextends: toy\ndocuments: {songs: {text: songs.md}}\n")
    write(tmp_path, "few/songs.md", "# Songs\n")
    kind, document = "kinds: {%s: {fields: {name: text}}}", "documents: {%s: {text: few/songs.md}}"
    for parent, stated, told in (
        ("toy", kind % "rules", ["game.yaml:4:9: error[E219]: kind 'rules' is also a document"]),
        ("./few", kind % "rules", ["game.yaml:4:9: error[E219]: kind 'rules' is also a document"]),
        ("./few", kind % "songs", ["game.yaml:4:9: error[E219]: kind 'songs' is also a document"]),
        ("toy", document % "cards", ["game.yaml:4:13: error[E219]: document 'cards' is also a kind"]),
        (
            "toy",
            f"{kind % 'rules'}\n{document % 'rules'}",
            ["game.yaml:5:13: error[E219]: document 'rules' is also a kind"],
        ),
        ("./few", f"{kind % 'songs'}\ndocuments: {{songs: none}}", []),
        ("toy", f"{kind % 'rules'}\ndocuments: {{rules: none}}", []),
    ):
        write(tmp_path, "game.yaml", f"id: big\nname: Big\nextends: {parent}\n{stated}\n")
        write(tmp_path, "deck.yaml", "cards: []\n")
        found = findings(Path("deck.yaml"))
        assert [str(one) for one in found if one.code == "E219"] == told, (parent, stated)


@pytest.mark.usefixtures("toy_game")
def test_variants_and_nets_of_what_code_makes_go_by_any_field_but_code_makes_no_formulas(tmp_path):
    def made(stated: str):
        write(tmp_path, "game.yaml", f"id: big\nname: Big\nextends: toy\nkinds: {{cards: {{{stated}}}}}\n")
        return game_in_folder(tmp_path)

    assert made("variants: {by: glow, of: {red: {size: 30x30}}}").components[0].variants.by == "glow"
    assert made("net: {die: {sides: glows}}").components[0].made.sides == "glows"
    with pytest.raises(CardgenError) as refused:
        made("fields: {worth: {formula: card.strength}}")
    assert [one.message for one in refused.value.diagnostics] == [
        "field 'worth' of 'cards' is a formula, but code makes its pieces"
    ]


def test_a_kind_that_is_left_out_though_a_field_refers_to_it_is_told_once(folder):
    write(folder, "old/game.yaml", GAME)
    write(folder, "game.yaml", "id: big\nname: Big\nextends: ./old\nkinds: {ports: none, ships: {size: 30x30}}\n")
    (told,) = findings(write(folder, "deck.yaml", "ships: [{name: Dory}]\n"))
    assert told.message == "kind 'ports' cannot be left out: field 'home' of 'ships' refers to it"


PIECES = {
    "cards": (
        "{gutter: 0, shape: round, fields: {hit_points: integer, ofVP: {type: list, of: color, title: Worth}}}",
        {
            "fields": (
                FieldInfo("hit_points", "Hit points", "integer", ""),
                FieldInfo("ofVP", LocalizedText({"": "Worth"}), "list", "color"),
            ),
            **{"outline": ROUND, "gutter": 0.0, "face": "stock/classic.face.yaml", "back": "stock/back.face.yaml"},
        },
    ),
    "aids": (
        "{role: aid, title: Help, cut: outline, printed_on: label, duplex: one-sided, endwise: yes, safe: 4, tiled: no, "
        "sheet_group: a, bleed: 2, place: {x: 1, z: 2, turn: 3}, large_print: {text: a.md, page: a.svg.j2}}",
        {
            "large_print": Document("aids", "a.md", "a.svg.j2", LocalizedText({"": "Help"}), "label", enlarged=1.5),
            **{
                "title": LocalizedText({"": "Help"}),
                "cut": "outline",
                "gutter": 6.0,
                "printed_on": "label",
                "bleed": 2.0,
            },
            **{"duplex": "one-sided", "endwise": True, "safe": 4.0, "sheet_group": "a", "place": Place(1.0, 2.0, 3.0)},
            **{"face": "stock/aid.face.yaml", "back": None, "outline": RECTANGLE},
        },
    ),
    "figures": (
        "{role: standee, face: a.svg.j2, fold: {base: slot, depth: 9, width: 2, slits: 2}}",
        {"fold": Fold("top", "slot", 9.0, 2.0, 2), "gutter": 6.0, "face": "a.svg.j2", "back": "a.svg.j2"},
    ),
    "bases": (
        "{role: part, base_of: {kinds: figures, width: 30, height: 20}}",
        {"made": BasesOf(("figures",), 30.0, 20.0), "gutter": 6.0, "back": "stock/part.face.yaml"},
    ),
    "dials": (
        "{role: dial, back: a.svg.j2, holes: [{diameter: 8}, {at: [0.25, 1]}]}",
        {"holes": (Hole(0.5, 0.5, 8.0), Hole(0.25, 1.0, 0.0)), "gutter": 0.0, "back": "a.svg.j2", "fold": None},
    ),
    "hubs": (
        "{role: part, hub_of: {kind: dials, layers: 5, rim: 4}}",
        {"made": HubOf("dials", 5, 4.0), "gutter": 6.0, "back": None},
    ),
    "boxes": (
        "{role: box, net: {box: {holds: [cards, aids], thickness: 0.4, sleeves: thick}}}",
        {"made": BoxNet(("cards", "aids"), 0.4, "thick"), "gutter": 6.0, "face": "box.svg.j2", "back": None},
    ),
    "dice": (
        "{role: die, net: {die: {edge: 18, tab: 5, sides: faces}}, fields: {faces: {type: list, of: text}}}",
        {"made": DieNet(18.0, 5.0, "faces"), "gutter": 6.0, "back": None},
    ),
    "tiles": (
        "{role: tile, size: 30x40, back: none, variants: {by: name, of: {"
        "a: {shape: round, fold: no, face: a.svg.j2, back: a.svg.j2, place: {x: 1}}, b: {fold: yes}}}}",
        {"back": None, "gutter": 0.0},
    ),
}


def test_a_kind_has_all_that_its_file_states(folder):
    write(folder, "a.md", "Help")
    write(folder, "a.svg.j2", "<svg/>")
    kinds = "".join(f"  {name}: {stated}\n" for name, (stated, _) in PIECES.items())
    write(folder, "game.yaml", f"id: boats\nname: Boats\nkinds:\n{kinds}")
    found = {part.name: part for part in game_in_folder(folder).components}
    assert [*found] == [*PIECES]
    for name, (_, wanted) in PIECES.items():
        assert {key: getattr(found[name], key) for key in wanted} == wanted
    tiles = found["tiles"]
    assert (tiles.size(Size(63, 88)), found["cards"].size(Size(63, 88))) == (Size(30, 40), Size(63, 88))
    changed = PieceVariant(None, ROUND, False, "a.svg.j2", "a.svg.j2", Place(1.0, 0.0, 0.0))
    assert (tiles.variants.by, tiles.variants.of) == ("name", {"a": changed, "b": PieceVariant(fold=Fold())})


def test_copies_for_players_go_by_the_piece_then_its_kind_then_the_copies(folder):
    own_field = "crates: {fields: {copies_for: text}, copies_for: {2: 5}}"
    kinds = f"kinds: {{ships: {{copies_for: players * 2}}, ports: {{copies_for: {{2: 5, 12: 6}}}}, crews: {{}}, {own_field}}}"
    write(folder, "game.yaml", f"id: boats\nname: Boats\nplayers: [2, 3, 12]\n{kinds}\n")
    copies = {part.name: part.copies_for for part in game_in_folder(folder).components}
    for kind, own, found in (
        ("ships", None, [4, 6, 24]), ("ships", {2: 7}, [7, 3, 3]), ("ships", "copies + players", [5, 6, 15]),
        ("ports", None, [5, 3, 6]), ("ports", {3: 1, 12: 0}, [5, 1, 0]), ("crews", None, [3, 3, 3]), ("crews", {3: 8}, [3, 8, 3]),
        ("ships", {3: 1}, [3, 1, 3]), ("crates", "players * 9", [5, 3, 3]), ("crates", {3: 8}, [5, 3, 3]),
    ):  # fmt: skip
        assert [copies[kind]({"id": "a", "copies_for": own}, 3, players) for players in (2, 3, 12)] == found, (
            kind,
            own,
        )


def test_each_template_that_a_file_names_must_exist(folder):
    for stated, places in {
        "kinds: {ships: {face: a.svg.j2, back: b.svg.j2, large_print: {text: a.md, page: c.svg.j2}}, ports: {back: none}}": 4,
        "kinds: {ships: {}}\nlooks: {dark: {face: a.svg.j2, back: b.svg.j2}}": 2,
        "kinds: {ships: {}}\ndocuments: {rules: {text: a.md, page: none}}": 2,
    }.items():
        write(folder, "game.yaml", f"id: boats\nname: Boats\n{stated}\n")
        found = findings(write(folder, "deck.yaml", "ships: []\n"))
        assert {one.code for one in found} == {"E226"} and len({one.message for one in found}) == places


def test_a_file_of_a_similar_name_is_meant_only_where_it_is_of_the_kind_that_is_named(folder):
    for name in ("rules.md", "tools.svg.j2", "tools.face.yaml"):
        write(folder, name, "")
    kinds = "kinds: {ships: {face: tols.svg.j2, back: rules.mdd}}"
    write(
        folder,
        "game.yaml",
        f"id: boats\nname: Boats\n{kinds}\ndocuments: {{rules: {{text: ruls.md, page: tool.face.yaml}}, songs: {{text: tool.svg.j2}}}}\n",
    )
    found = findings(write(folder, "deck.yaml", "ships: []\n"))
    hints = {one.message.split("'")[1]: one.hints for one in found if one.code == "E226"}
    assert hints["tols.svg.j2"] == ("did you mean 'tools.svg.j2'?",)
    assert hints["ruls.md"] == ("did you mean 'rules.md'?",)
    assert hints["rules.mdd"] == () and hints["tool.svg.j2"] == ()


def test_a_check_points_at_what_its_values_or_the_deck_have(folder):
    kinds = "kinds: {ships: {fields: {name: text, cost: integer, crew: text}}, ports: {fields: {cost: integer}}, odds: {other_fields: rich}}"
    for check, known in {
        "each: [ships, ports], at: cost": True, "each: [ships, ports], at: alt": True, "each: [ports, ships], at: crew": False,
        "each: ships, at: name.pt": True, "each: [odds, ships], at: any": True, "each: odds, at: any": True,
        "at: ships": True, "at: title.en": True, "at: look": True, "at: tax": True, "at: cost": False, "each: ships, at: tax": False,
    }.items():  # fmt: skip
        write(
            folder,
            "game.yaml",
            f"id: boats\nname: Boats\ndeck: {{tax: {{type: text, optional: yes}}}}\n{kinds}\nchecks: [{{that: '1', {check}}}]\n",
        )
        try:
            game_in_folder(folder)
            assert known, check
        except CardgenError as error:
            assert not known and [one.code for one in error.diagnostics] == ["E220"], check


def test_a_look_of_the_game_stands_before_a_stock_look_of_the_same_name(folder):
    write(folder, "game.yaml", "id: boats\nname: Boats\nkinds: {ships: {}}\nlooks: {own: {}, tarot: {card: bridge}}\n")
    game = game_in_folder(folder)
    sizes = {name: game.identity(SimpleNamespace(look=name)).card for name in ("own", "tarot", "landscape", None)}
    assert sizes == {"own": None, "tarot": Size(57.15, 88.9), "landscape": Size(88, 63), None: None}


OF_CARDS = {
    "title: {en: Sun}": {"title": LocalizedText({"en": "Sun"})},
    "role: tile, back: none": {"role": "tile", "back": None},
    "bleed: 2, safe: 5, gutter: 9": {"bleed": 2.0, "safe": 5.0, "gutter": 9.0},
    "shape: round, cut: outline": {"outline": ROUND, "cut": "outline"},
    "endwise: yes, duplex: one-sided": {"endwise": True, "duplex": "one-sided"},
    "sheet_group: suns, printed_on: label": {"sheet_group": "suns", "printed_on": "label"},
    "holes: [{at: [0.5, 0.25], diameter: 3}]": {"holes": (Hole(0.5, 0.25, 3.0),)},
    "place: {x: 3, z: -4, turn: 90}": {"place": Place(3.0, -4.0, 90.0)},
    "net: {die: 18}": {"made": DieNet(18.0, 0.0, "sides")},
    "fold: {edge: left, base: none}": {"fold": Fold("left", "none")},
    "tiled: yes": {"tiled": True},
    "size: 50x60": {"size": Size(50, 60)},
    "large_print: {text: rules-of-play.md}": {"large_print": Document("cards", "rules-of-play.md", enlarged=1.5)},
    "title: Sun, printed_on: paper, large_print: {text: rules-of-play.md}": {
        "title": LocalizedText({"": "Sun"}),
        "printed_on": "paper",
        "large_print": Document(
            "cards", "rules-of-play.md", title=LocalizedText({"": "Sun"}), printed_on="paper", enlarged=1.5
        ),
    },
    "variants: {of: {sun: {place: {x: 1}}}}": {
        "variants": PieceVariants("id", {"sun": PieceVariant(place=Place(1.0, 0.0, 0.0))}),
    },
    "copies: 4": {},
    "back: null": {"back": None},
}


def test_a_file_changes_what_it_states_of_the_kinds_of_a_game_that_is_code(tmp_path, toy_game):
    before = {part.name: part for part in find_game("toy").components}
    for number, (stated, changes) in enumerate(OF_CARDS.items()):
        write(tmp_path, f"g{number}/game.yaml", f"id: big\nname: Big\nextends: toy\nkinds: {{cards: {{{stated}}}}}\n")
        after = {part.name: part for part in game_in_folder(tmp_path / f"g{number}").components}
        assert {name: part for name, part in after.items() if name != "cards"} == {
            name: part for name, part in before.items() if name != "cards"
        }
        new, old = after["cards"], before["cards"]
        changed = {name for name in old.__dataclass_fields__ if getattr(new, name) != getattr(old, name)}
        found = {name: getattr(new, name) for name in changed}
        assert {name: value(Size(63, 88)) if name == "size" else value for name, value in found.items()} == changes, (
            stated
        )


@pytest.mark.usefixtures("toy_game")
def test_a_file_has_the_constants_of_a_game_that_is_code_and_may_leave_out_its_documents(tmp_path):
    coins = replace(toy.GAME.components[0], name="coins", role="token")
    add_game(replace(toy.GAME, constants={"suns": 12, "moons": 1}, components=(*toy.GAME.components, coins)))
    few = "id: big\nname: Big\nextends: toy\nconstants: {moons: 2}\ndocuments: {rules: none}\nkinds: {coins: none}\n"
    write(tmp_path, "few/game.yaml", few)
    game = game_in_folder(tmp_path / "few")
    assert (game.constants, [part.name for part in game.components]) == ({"suns": 12, "moons": 2}, ["cards"])
    again = "kinds: {coins: {fields: {name: text}}}\ndocuments: {rules: {text: rules.md}}\n"
    write(tmp_path, "rules.md", "# Rules\n")
    write(tmp_path, "game.yaml", f"id: own\nname: Own\nextends: ./few\n{again}")
    game = game_in_folder(tmp_path)
    found = game.components
    assert [part.name for part in found] == ["cards", "rules", "coins"]
    assert "coins" in game.schema().model_fields
    assert found[1].text == "rules.md"
    assert (found[2].role, [field.name for field in found[2].fields]) == ("card", ["name"]), "it has nothing of the old"


@pytest.mark.usefixtures("toy_game")
def test_a_file_states_a_document_of_code_anew_and_adds_fields_to_its_kinds(tmp_path):
    write(tmp_path, "rules.md", "# Rules\n")
    more = "documents: {rules: {text: rules.md}}\nkinds: {cards: {fields: {mark: text, level: {type: integer, default: 2}}}}\n"
    write(tmp_path, "game.yaml", f"id: big\nname: Big\nextends: toy\n{more}")
    game = game_in_folder(tmp_path)
    assert [(part.name, getattr(part, "text", "")) for part in game.components] == [
        ("cards", ""),
        ("rules", "rules.md"),
    ]
    (card,) = models_in(game.schema().model_fields["cards"].annotation)
    added = {name: field for name, field in card.model_fields.items() if name not in toy.Card.model_fields}
    assert {name: field.is_required() for name, field in added.items()} == {"mark": True, "level": False}


@pytest.mark.usefixtures("toy_game")
def test_a_file_keeps_what_the_code_of_a_game_says_of_a_deck_unless_the_deck_states_it(tmp_path):
    brought = DeckIdentity(title="Suns", card=Size(50, 60), languages=("pt", "en"), palette_name="dusk")
    add_game(replace(toy.GAME, identity=lambda _deck: brought))
    write(tmp_path, "game.yaml", "id: big\nname: Big\nextends: toy\n")
    game, code = game_in_folder(tmp_path), find_game("toy")
    for name in ("codes", "rules", "variables", "choices", "card", "languages", "constants", "players"):
        assert getattr(game, name) == getattr(code, name), name
    identity = game.identity
    assert identity(SimpleNamespace()) == brought
    stated = SimpleNamespace(size="bridge", languages=("de",), palette="dawn")
    changes = {"card": Size(57.15, 88.9), "languages": ("de",), "palette_name": "dawn"}
    assert identity(stated) == replace(brought, **changes)


def test_the_file_of_a_game_may_have_any_name(folder):
    write(folder, "games/mine/fleet.yaml", GAME)
    assert game_file_below(folder, "games/mine/fleet.yaml") == folder / "games" / "mine" / "fleet.yaml"
    for name, told in (
        ("games/mine", "does not exist"), (str(folder), "leaves the folder"), ("../x", "leaves the folder"), ("a\x07", "leaves the folder"),
        ("a\\b", "has a backslash"),
    ):  # fmt: skip
        with pytest.raises(UnlocatedError, match=told) as caught:
            game_file_below(folder, name)
        assert caught.value.code == "E216"
