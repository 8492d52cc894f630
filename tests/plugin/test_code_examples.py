"""The examples of `cardgen explain`: each leads to its code, and what it says to write instead does not."""

import re
import shlex
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import toy
from typer.testing import CliRunner

from cardgen.cli import app
from cardgen.plugin import registry
from cardgen.plugin.codes import CORE, all_codes
from cardgen.plugin.resources import resources
from tests.recorded import check_recorded

pytestmark = pytest.mark.usefixtures("no_front_pages")

PAGES = {code: pages[CORE] for code, pages in all_codes().items() if CORE in pages}

IN_CARD = {
    "E106", "E119", "E110", "E112", "E113", "E115", "W250", "E121", "E125", "E204", "E206", "W208", "W330", "W332",
    "E407",
}  # fmt: skip
"""The example is one or several keys of a card."""
IN_DECK = {"E105", "E111", "E114", "E126", "E201", "E202", "E203", "E320", "E505"}
"""The example is one or several keys of a deck."""
WHOLE_DECK = {"E109"}
IN_CARDS = {"E205"}
"""The example is a list of cards."""
IN_TABLE = {"E136", "E139", "E140", "E141", "E142"}
"""The example is a spreadsheet with the cards, as CSV."""
IN_TEMPLATE = {
    "E401", "E402", "E403", "W412", "W413", "W415", "W417", "W425", "W428", "E404", "E405", "E408", "E409", "E411",
}  # fmt: skip
"""The example is a part of a template of a card."""
IN_GAME = {"E217", "E218", "E219", "E220", "E221", "E222", "E223", "E224", "E226", "E227", "E228", "W241"} | {
    f"E23{number}" for number in range(5)
}
"""The example is one or several keys of a game.yaml."""
IN_DECK_OF_DATA = {"E216", "E225", "W240"}
"""The example is one or several keys of the deck of a game.yaml."""
IN_FACE = {"E420"}
"""The example is a box of a face."""
COMMANDS = {code for code, page in PAGES.items() if re.match(r"(\w+=\S+ )?cardgen ", page.example)}

NEEDS_MORE = {
    "E118": "needs a game.yaml",
    "E158": "needs a deck of 100,000 cards",
    "E707": "describes a command",
    "E708": "needs a deck of another game",
    "E725": "needs a deck with thousands of pieces",
    "E709": "needs a computer with too little memory",
    "E712": "needs the package of the cluster",
    "E789": "needs a balance of thousands of games",
    "W426": "needs a spreadsheet with pictures",
    "W429": "needs a tile with ninety words",
    "E721": "names a rule of a game that does not exist",
    **dict.fromkeys(["E510", "W511", "W512"], "needs a game with such pieces"),
    **dict.fromkeys(["E412", "E160", "E169", "W168"], "needs a list or a project"),
    "E418": "needs a template that was copied before",
    "E551": "needs a damaged record",
    "E567": "needs a deck with two such pieces",
    "E732": "needs a recorded game",
    "E734": "needs a recorded game",
    **dict.fromkeys(["E790", "E791", "E792", "E793", "W797"], "serves a preview until somebody ends it"),
    "E794": "needs a folder without decks",
    **dict.fromkeys(["E795", "E796"], "writes a gallery"),
}
"""Commands that this test cannot try."""

CARD = {"id": "dusk", "name": "Dusk", "text": "Rest.", "copies": "1"}
DECK = {"game": "toy", "title": "Suns", "colors": '{ink: "#222222", paper: "#ffffff", primary: "#884400"}'}
OF_A_CARD = "cards:\n  - {id: dawn, name: Dawn, text: The sun rises.}\n"
TEMPLATE = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 50 70">{}</svg>'


BOATS = {
    "id": "boats",
    "name": "Boats",
    "kinds": "{ships: {fields: {name: text, cost: {type: integer, default: 1}, home: {type: reference, to: ports, optional: true}}},"
    " ports: {fields: {name: text}}}",
}
BOATS_DECK = {"title": "Boats", "ships": "[{name: Dory}, {name: Brig}]", "ports": "[{name: Lisbon}]"}


def keys_of(text: str) -> set[str]:
    return set(re.findall(r"^(\w+):", text, re.MULTILINE))


def deck_with(text: str, cards: str = OF_A_CARD) -> str:
    """A deck with keys from an example in place of its own."""
    stated = keys_of(text)
    own = "".join(f"{key}: {value}\n" for key, value in DECK.items() if key not in stated)
    return f"{own}{'' if 'cards' in stated else cards}{text}\n"


def card_with(text: str) -> str:
    """A deck with a card that has keys from an example in place of its own."""
    own = [f"{key}: {value}" for key, value in CARD.items() if key not in keys_of(text)]
    lines = "\n    ".join([*own, *text.splitlines()])
    return deck_with("", f"cards:\n  - {lines}\n")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy_game: None) -> Path:
    """A folder with the decks that ship, the art of the toy game, and printers of its own."""
    from cardgen.plugin.checks import check_unique_ids

    registry.add_game(replace(toy.GAME, checks=lambda: [lambda deck: check_unique_ids({"cards": deck.cards})]))
    shutil.copytree(resources().decks, tmp_path / "decks")
    shutil.copytree(toy.FOLDER / "art", tmp_path / "art")
    shutil.copy(toy.FOLDER / "art" / "sun.svg", tmp_path / "art" / "dawn.svg")
    shutil.copy(toy.FOLDER / "art" / "sun.svg", tmp_path / "art" / "me.jpg")
    (tmp_path / "game.log").write_text("a game")
    with (tmp_path / "photos.zip").open("wb") as file:
        file.truncate(40 * 2**20)
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    run("cardgen printer add my-inkjet --dx 0.5")
    return tmp_path


def run(command: str) -> str:
    """What a command says."""
    result = CliRunner().invoke(app, shlex.split(command, comments=True)[1:])
    assert not result.exception or isinstance(result.exception, SystemExit)
    return result.output


def build(text: str, *options: str) -> str:
    """What a build of this deck says."""
    Path("deck.yaml").write_text(text, "utf-8")
    return run(shlex.join(["cardgen", "build", "deck.yaml", *options]))


def draw(part: str) -> str:
    """What a build says whose template of a card has this part."""
    Path("templates").mkdir(exist_ok=True)
    Path("templates", "card.svg.j2").write_text(TEMPLATE.format(part), "utf-8")
    return build(deck_with(""))


class Answers:
    """What the examples of the pages lead to, with place, expectation and hints, as it is recorded."""

    def __init__(self, name: str) -> None:
        self._path = Path(__file__).with_name("examples") / f"{name}.txt"
        self._lines: list[str] = []

    def add(self, code: str, answer: str) -> None:
        """Add what is said of the example of a code."""
        assert f"[{code}]" in answer, code
        for folder, name in ((str(toy.FOLDER), "toy"), (Path.cwd().name, "folder")):
            answer = answer.replace(folder, name)
        self._lines += [f"== {code}", *(line.rstrip() for line in answer.splitlines())]

    def check(self) -> None:
        """Fail at the first line that is not the recorded one."""
        check_recorded(self._path, self._lines)


def test_examples_in_a_card(folder):
    answers = Answers("in_card")
    for code in sorted(IN_CARD):
        page, options = PAGES[code], ["--lang", "pt"] if code == "W330" else []
        answers.add(code, build(card_with(page.example), *options))
        if code != "E407":  # says what to do in words
            assert f"[{code}]" not in build(card_with(page.instead), *options), code
    answers.check()


def test_examples_in_a_deck(folder):
    answers = Answers("in_deck")
    for code in sorted(IN_DECK):
        options = ["--only", "cards"] if code == "E505" else []
        answers.add(code, build(deck_with(PAGES[code].example), *options))
        if code != "E201":  # the deck is not one of that game
            assert "error" not in build(deck_with(PAGES[code].instead), *options), code
    answers.check()


def build_boats(game: str = "", deck: str = "") -> str:
    """What a build of a deck of a game.yaml says, with keys from an example in place of their own."""
    for file, text, own in (("game.yaml", game, BOATS), ("deck.yaml", deck, BOATS_DECK)):
        lines = [f"{key}: {value}" for key, value in own.items() if key not in keys_of(text)]
        Path(file).write_text("\n".join([*lines, text, ""]), "utf-8")
    return run("cardgen build deck.yaml")


def test_examples_in_a_game(folder):
    answers = Answers("in_game")
    for code in sorted(IN_GAME):
        answers.add(code, build_boats(game=PAGES[code].example))
        if ": " in PAGES[code].instead:
            assert "error" not in build_boats(game=PAGES[code].instead), code
    answers.check()


def test_examples_in_a_deck_of_a_game_without_code(folder):
    answers = Answers("in_deck_of_data")
    for code in sorted(IN_DECK_OF_DATA):
        answers.add(code, build_boats(deck=PAGES[code].example))
        if code != "E216":
            assert f"[{code}]" not in build_boats(deck=PAGES[code].instead), code
    answers.check()


def test_examples_that_are_a_deck(folder):
    answers = Answers("whole_deck")
    for code in sorted(WHOLE_DECK):
        answers.add(code, build(PAGES[code].example))
        assert f"[{code}]" not in build(PAGES[code].instead), code
    answers.check()


def test_examples_that_are_a_list_of_cards(folder):
    answers = Answers("in_cards")
    for code in sorted(IN_CARDS):
        for text, leads_to_it in ((PAGES[code].example, True), (PAGES[code].instead, False)):
            cards = text.replace("}", ", text: The sun rises.}")
            answer = build(deck_with("", f"cards:\n{cards}\n"))
            assert (f"[{code}]" in answer) == leads_to_it, code
            if leads_to_it:
                answers.add(code, answer)
    answers.check()


def test_examples_that_are_a_spreadsheet(folder):
    answers = Answers("in_table")
    for code in sorted(IN_TABLE):
        for text, leads_to_it in ((PAGES[code].example, True), (PAGES[code].instead, False)):
            Path("cards.csv").write_text(text, "utf-8")
            answer = build(deck_with("", "cards: cards.csv\n"))
            assert (f"[{code}]" in answer) == ("error" in answer) == leads_to_it, code
            if leads_to_it:
                answers.add(code, answer)
    answers.check()


def test_examples_in_a_template(folder):
    answers = Answers("in_template")
    for code in sorted(IN_TEMPLATE):
        page = PAGES[code]
        answers.add(code, draw(page.example))
        if page.instead.startswith(("<", "{")):
            assert "error" not in draw(page.instead), code
    answers.check()


def test_examples_in_a_face(folder):
    kinds = BOATS["kinds"].replace("ships: {", "ships: {face: ship.face.yaml, ", 1)
    answers = Answers("in_face")
    for code in sorted(IN_FACE):
        for box, leads_to_it in ((PAGES[code].example, True), (PAGES[code].instead, False)):
            Path("ship.face.yaml").write_text(f"boxes:\n  {box}\n", "utf-8")
            answer = build_boats(game=f"kinds: {kinds}")
            assert (f"[{code}]" in answer) == ("error" in answer) == leads_to_it, answer
            if leads_to_it:
                answers.add(code, answer)
    answers.check()


@pytest.mark.extended
@pytest.mark.parametrize("code", sorted(COMMANDS - set(NEEDS_MORE)))
def test_example_is_a_command(folder, code, monkeypatch):
    command = PAGES[code].example
    if setting := re.match(r"(\w+)=(\S+) ", command):
        monkeypatch.setenv(setting[1], setting[2])
        command = command[setting.end() :]
    assert f"[{code}]" in run(command)


def test_every_example_that_can_be_tried_is_tried():
    in_files = WHOLE_DECK | IN_CARDS | IN_TABLE | IN_TEMPLATE | IN_FACE
    tried = IN_CARD | IN_DECK | IN_GAME | IN_DECK_OF_DATA | in_files | COMMANDS
    assert tried <= set(PAGES)
    assert set(NEEDS_MORE) <= COMMANDS
    in_words = {
        "W243",
        "W244",
        "W245",
        "W246",
        "E104",
        "E107",
        "E108",
        "E122",
        "E123",
        "E124",
        "E406",
        "E410",
        "W410",
        "W411",
        "W414",  # told by reports only, as are the next two
        "W416",
        "W418",
        "E413",
        "E442",
        "E443",
        "E444",
        "W563",
        "W564",
        "E602",
        "E603",
    }
    of_programs = {code for code in PAGES if code[1:] in {"207", "210", "211", "212", "213", "214", "215", "242"}}
    of_play = {code for code in PAGES if code.startswith("E7")}
    of_spreadsheets = {code for code in PAGES if code[1:3] in {"13", "14", "15", "16"}}
    assert set(PAGES) == tried | in_words | of_programs | of_play | of_spreadsheets


@pytest.mark.parametrize("word", ["faction", "bases", "abilities", "troop", "palace", "dojo", "territory"])
def test_no_page_of_the_core_has_a_word_of_a_game(word):
    assert not [code for code, page in PAGES.items() if word in f"{page.what} {page.why} {page.example} {page.instead}"]
