"""Games by id: found when they are asked for, and never harmed by a package that is broken."""

import json
from dataclasses import replace
from importlib.metadata import EntryPoint, PathDistribution
from math import inf
from pathlib import Path

import pytest
import toy

from cardgen.geometry.folds import Fold
from cardgen.geometry.holes import Hole
from cardgen.geometry.outlines import RECTANGLE
from cardgen.geometry.units import Size
from cardgen.model.piece import Place
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin import registry
from cardgen.plugin.components import Document, FieldInfo, PieceKind
from cardgen.plugin.conformance import _DOCUMENT, _KIND, _REQUIREMENTS, contract_problems
from cardgen.plugin.game import Finding
from cardgen.plugin.making import DieNet, PieceVariants, base_ids
from cardgen.plugin.registry import add_game, all_games, broken_games, find_game, game_ids
from cardgen.plugin.resources import resources
from cardgen.report.errors import CardgenError
from tests.recorded import check_recorded

MODULES = {
    "sound": "from dataclasses import replace\nimport toy\nGAME = replace(toy.GAME, id='sound')",
    "raises": "import toy\n\nGAME = toy.GAME\n{}['id']",
    "unparsed": "GAME = (",
    "leaves": "raise SystemExit(3)",
    "panics": "class Panic(BaseException): pass\nraise Panic('no unwrap')",
    "needs": "import no_such_module",
    "nameless": "",
    "mapping": "GAME = {'id': 'mapping'}",
    "lacking": "from cardgen.plugin.game import Game\nGAME = Game(id='lacking', name='Lacking')",
    "renamed": "import toy\nGAME = toy.GAME",
    "wrong": "from dataclasses import replace\nimport toy\nGAME = replace(toy.GAME, id='wrong', languages=('english',))",
}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Installs packages that bring a game each: name of the package, and of the module and the game."""
    points: list[EntryPoint] = []

    def install(package: str, name: str, module: str = "") -> None:
        (tmp_path / f"game_{module or name}.py").write_text(MODULES[module or name])
        folder = tmp_path / f"{package}-1.2.dist-info"
        folder.mkdir(exist_ok=True)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
        point = EntryPoint(name, f"game_{module or name}:GAME", registry.GROUP)
        points.append(point._for(PathDistribution(folder)) if package else point)

    # Not the games of other packages, which a developer may have installed.
    own = [point for point in registry.entry_points(group=registry.GROUP) if point.value.startswith("cardgen.")]
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "entry_points", lambda group: [*own, *points])
    monkeypatch.setattr(registry, "_added", {})
    for kept in (registry._entry_points, registry._loaded):
        kept.cache_clear()
    yield install
    for kept in (registry._entry_points, registry._loaded):
        kept.cache_clear()


def fault(game_id: str) -> tuple[str, str]:
    """Code and message of what is wrong with a game."""
    with pytest.raises(CardgenError) as caught:
        find_game(game_id)
    (item,) = caught.value.diagnostics
    return item.code, item.message


def test_an_installed_game_is_found(installed):
    installed("sound-game", "sound")
    assert find_game("sound").name == "Toy"
    assert find_game("loud") is None


def test_ids_are_listed_without_importing_any_game(installed):
    installed("broken-game", "raises")
    installed("sound-game", "sound")
    add_game(toy.GAME)
    assert game_ids() == ("attack-the-tower", "raises", "sound", "stonewater-weir", "toy")
    assert registry._loaded.cache_info().currsize == 0


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("raises", "KeyError: 'id'"),
        ("unparsed", "SyntaxError: "),
        ("leaves", "SystemExit: 3"),
        ("panics", "Panic: no unwrap"),
        ("needs", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("nameless", "AttributeError: "),
        (
            "lacking",
            "TypeError: Game.__init__() missing 3 required keyword-only arguments: 'schema', 'components', and",
        ),
    ],
)
def test_a_game_that_cannot_be_imported_is_named_with_its_package_and_the_reason(installed, module, reason):
    installed("broken-game", module)
    code, message = fault(module)
    assert code == "E210"
    assert message.startswith(f"game '{module}' of broken-game 1.2 cannot be imported: {reason}")


def test_a_game_that_no_package_brings_is_named_with_its_module(installed):
    installed("", "raises")
    assert fault("raises")[1].startswith("game 'raises' of game_raises:GAME cannot be imported: KeyError")


@pytest.mark.parametrize(("module", "line"), [("raises", 4), ("unparsed", 1), ("needs", 1)])
def test_a_failed_import_points_at_the_line(installed, module, line):
    installed("broken-game", module)
    with pytest.raises(CardgenError) as caught:
        find_game(module)
    span = caught.value.diagnostics[0].span
    assert (Path(span.file).name, span.line) == (f"game_{module}.py", line)


@pytest.mark.parametrize(
    ("module", "code", "message"),
    [
        ("mapping", "E211", "game 'mapping' of broken-game 1.2 is of type 'dict'"),
        ("renamed", "E212", "entry point 'renamed' of broken-game 1.2 is a game with the id 'toy'"),
        ("wrong", "E212", "'languages' of game 'wrong' is '('english',)'"),
    ],
)
def test_an_entry_point_must_name_a_game_of_its_id_that_keeps_the_contract(installed, module, code, message):
    installed("broken-game", module)
    assert fault(module) == (code, message)


def test_two_packages_with_a_game_of_one_id_are_both_named(installed):
    installed("first-game", "sound")
    installed("second-game", "sound")
    assert fault("sound") == ("E213", "several packages provide a game 'sound': first-game 1.2 and second-game 1.2")


def test_the_other_games_are_there_beside_broken_ones(installed):
    for module in MODULES:
        installed(f"{module}-game", module)
    assert {"attack-the-tower", "sound", "stonewater-weir"} == {*all_games()}
    assert {*broken_games()} == {*MODULES} - {"sound"}
    add_game(replace(toy.GAME, id="raises"))
    assert find_game("raises") is all_games()["raises"] and {*broken_games()} == {*MODULES} - {"sound", "raises"}
    add_game(replace(toy.GAME, id="sound", name="Louder"))
    assert all_games()["sound"].name == "Louder", "a game of this process comes before one that is installed"


def test_decks_of_other_games_still_build(installed):
    installed("broken-game", "raises")
    assert prepare(resources().decks / "elves.yaml", BuildOptions(only=("counters",))).sheets


def test_a_deck_of_a_broken_game_says_what_is_wrong_with_the_game(installed, tmp_path):
    installed("broken-game", "raises")
    deck = tmp_path / "deck.yaml"
    deck.write_text("game: raises\n")
    with pytest.raises(CardgenError) as caught:
        prepare(deck, BuildOptions())
    (item,) = caught.value.diagnostics
    assert item.code == "E210"
    assert [(text, span.line) for text, span in item.notes] == [("the deck names this game", 1)]


VALUES = {
    "None": None, "''": "", "' '": " ", "x": "x", "Word": "Word", "all": "all", "card": "card", "straight": "straight", "any": "any",
    "0": 0, "-0.5": -0.5, "2": 2, "1.5": 1.5, "inf": inf, "True": True, "()": (), "(2, 3)": (2, 3), "(2, 2)": (2, 2), "(0,)": (0,),
    "(2.5,)": (2.5,), "[2]": [2], "('en',)": ("en",), "('en', 'pt-BR')": ("en", "pt-BR"), "('en', 'en')": ("en", "en"),
    "('english',)": ("english",), "Size(0, 1)": Size(0, 1), "Size(1, 2)": Size(1, 2), "folder": Path(__file__).parent,
    "file": Path(__file__), "no file": Path("/no/such"), "function": len, "RECTANGLE": RECTANGLE, "Fold": Fold(), "DieNet": DieNet(),
    "Place": Place(0, 0, 0), "PieceVariants": PieceVariants("id"), "(Hole,)": (Hole(0, 0),), "(FieldInfo,)": (FieldInfo("a", "A", "text"),),
}  # fmt: skip


def accepted(attributes, made):
    """Yield each attribute with the values that the contract accepts, and what it expects instead of another."""
    for name in attributes:
        fits, expected = [], set()
        for label, value in VALUES.items():
            problems = contract_problems(made({name: value}))
            told = {item.expected for item in problems if item.message.startswith(f"'{name}' of ")}
            expected |= told
            if not told:
                fits.append(label)
        yield f"{name}: {', '.join(fits)} | {' '.join(sorted(expected))}"


def test_the_contract_accepts_what_it_did():
    """Each attribute of a game, of a kind of piece and of a document, with values of all types."""
    kind, others = toy.GAME.components[0], toy.GAME.components[1:]
    plain = {"fold": None, "made": None, "outline": RECTANGLE, "tiled": False, "back": "back.svg.j2"}
    document = Document("rules", "rules.md")

    def with_kind(change):
        made = replace(kind, **{**plain, "variants": None})
        for name, value in change.items():
            object.__setattr__(made, name, value)  # also settings that contradict each other
        return replace(toy.GAME, components=(made, *others))

    found = ["== game", *accepted([one.attribute for one in _REQUIREMENTS], lambda change: replace(toy.GAME, **change))]
    found += ["== kind", *accepted([one.attribute for one in _KIND], with_kind)]
    found += ["== document"]
    found += accepted(
        [one.attribute for one in _DOCUMENT],
        lambda change: replace(toy.GAME, components=(replace(document, **change),)),
    )
    check_recorded(Path(__file__).with_name("contract.txt"), found)


@pytest.mark.parametrize(
    ("choices", "messages"),
    [
        ({"id": "Toy Game"}, ["'id' of game 'Toy Game' is 'Toy Game'"]),
        ({"name": " "}, ["'name' of game 'toy' is ''"]),
        ({"schema": None, "checks": ()}, ["'schema' of game 'toy' is 'None'", "'checks' of game 'toy' is '()'"]),
        ({"card": (63, 88)}, ["'card' of game 'toy' is '(63, 88)'"]),
        ({"card": Size(0, 88)}, ["'card' of game 'toy' is '0 x 88 mm'"]),
        ({"languages": ()}, ["'languages' of game 'toy' is '()'"]),
        ({"languages": ["en"]}, ["'languages' of game 'toy' is of type 'list'"]),
        ({"languages": ("en", "en")}, ["'languages' of game 'toy' is '('en', 'en')'"]),
        ({"resources": Path("/no/such/folder")}, ["'resources' of game 'toy' is '/no/such/folder'"]),
        ({"codes": Path("/no/such/file")}, ["'codes' of game 'toy' is '/no/such/file'"]),
        ({"components": ()}, ["'components' of game 'toy' is '()'"]),
        ({"components": ("cards",)}, ["component 1 of game 'toy' is 'cards'"]),
        ({"components": toy.GAME.components[:1] * 2}, ["two components of game 'toy' have the name 'cards'"]),
    ],
)
def test_every_breach_of_the_contract_is_said(choices, messages):
    assert [item.message for item in contract_problems(replace(toy.GAME, **choices))] == messages


def test_the_name_of_a_component_must_suit_the_command_line():
    kind = replace(toy.GAME.components[0], name="Ship cards")
    assert isinstance(kind, PieceKind)
    (problem,) = contract_problems(replace(toy.GAME, components=(kind,)))
    assert problem.message == "name of component 1 of game 'toy' is 'Ship cards'"


def test_a_game_of_this_process_is_checked_too():
    with pytest.raises(CardgenError):
        add_game(replace(toy.GAME, languages=()))


def test_bases_have_the_ids_of_their_figures_after_their_kinds_where_these_are_alike():
    figures = [("elves", "ann"), ("elves", "bob"), ("dwarves", "ann"), ("dwarves", "cid"), ("giants", "bob")]
    assert base_ids(figures) == ["ann", "bob", "dwarves-ann", "cid", "giants-bob"]


def test_files_of_a_game_are_found_in_its_templates_then_beside_them_then_where_it_extends(tmp_path):
    (tmp_path / "own" / "templates").mkdir(parents=True)
    below = replace(toy.GAME, resources=tmp_path)
    game = replace(below, resources=tmp_path / "own", extends=replace(below, extends=below))
    assert game.folders == (tmp_path / "own" / "templates", tmp_path / "own", tmp_path)


def failing(_deck: object) -> list[object]:
    return [{}["crew"]]


@pytest.mark.usefixtures("toy_game")
@pytest.mark.parametrize(
    ("choices", "what"),
    [
        ({"schema": lambda: failing(None)}, "schema"),
        ({"checks": lambda: [failing]}, "checks"),
        ({"identity": failing}, "identity"),
        ({"variables": failing}, "variables"),
        ({"components": (replace(toy.GAME.components[0], entries=failing),)}, "cards.entries"),
    ],
)
def test_code_of_a_game_that_fails_is_an_error_of_the_game(choices, what):
    add_game(replace(toy.GAME, **choices))
    with pytest.raises(CardgenError) as caught:
        prepare(toy.DECK, BuildOptions())
    (item,) = caught.value.diagnostics
    assert (item.code, item.message) == ("E215", f"'{what}' of game 'toy' failed: KeyError: 'crew'")
    assert Path(item.span.file).name == "test_registry.py"


@pytest.mark.usefixtures("toy_game")
def test_a_finding_with_a_code_of_another_form_is_an_error_of_the_game():
    add_game(replace(toy.GAME, checks=lambda: [lambda _deck: [Finding("X1", "wrong", ())]]))
    with pytest.raises(CardgenError) as caught:
        prepare(toy.DECK, BuildOptions())
    (item,) = caught.value.diagnostics
    assert item.code == "E215"
    assert "code of a finding is 'X1'" in item.message


def test_two_games_may_use_one_code(installed, tmp_path):
    from cardgen.plugin.codes import all_codes

    texts = {"what": "Too few suns.", "why": "A.", "example": "B.", "instead": "C."}
    codes = tmp_path / "codes.yaml"
    codes.write_text(json.dumps({"E301": texts}))
    add_game(replace(toy.GAME, codes=codes))
    both = all_codes()["E301"]
    assert [*both] == ["attack-the-tower", "stonewater-weir", "toy"]
    assert both["toy"].what == "Too few suns."
    assert both["attack-the-tower"].what != "Too few suns."
