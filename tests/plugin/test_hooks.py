"""What the functions of a game return is checked, so that a mistake in a game never looks like a bug in cardgen."""

import json
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest
import toy

from cardgen.geometry.folds import Fold
from cardgen.geometry.outlines import ROUND
from cardgen.geometry.units import Size
from cardgen.pipeline.author_help.editor_schema import schema_json
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.play.matches import open_decks
from cardgen.plugin.components import Document, Entry, PieceKind, each, is_card
from cardgen.plugin.conformance import contract_problems
from cardgen.plugin.failure import place_of_function, running_game_code, summary_of
from cardgen.plugin.game import Finding
from cardgen.plugin.identity import DeckIdentity
from cardgen.plugin.making import BasesOf, BoxNet, DieNet, PieceVariant, PieceVariants
from cardgen.plugin.registry import add_game
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Span

CARDS = toy.GAME.components[0]
SUN = {"name": "Dawn", "text": "The sun rises.", "art": None}


def of_cards(**choices):
    return {"components": (replace(CARDS, **choices), *toy.GAME.components[1:])}


def entry(**choices):
    return of_cards(entries=lambda _deck: [Entry(**{"id": "dawn", "data": SUN, "path": ("cards", 0)} | choices)])


def fault(use, **choices):
    """The only diagnostic of a use of the toy game with other choices."""
    add_game(replace(toy.GAME, **choices))
    with pytest.raises(CardgenError) as caught:
        use()
    (item,) = caught.value.diagnostics
    return item


@pytest.mark.usefixtures("toy_game")
@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"schema": lambda: 3}, "'schema' of game 'toy' failed: TypeError: it returned 3; expected a model"),
        ({"checks": lambda: [lambda _deck: ["few"]]}, "'checks' .* it returned 'few'; expected of type Finding"),
        ({"checks": lambda: [lambda _deck: [Finding("E301", 3, ())]]}, "'checks' .* finding E301 needs a text"),
        ({"checks": lambda: [lambda _deck: [Finding("E301", "few", None)]]}, "'checks' .* a tuple as each path"),
        ({"identity": lambda _deck: None}, "'identity' .* it returned None; expected of type DeckIdentity"),
        ({"identity": lambda _deck: DeckIdentity(title=5)}, "'identity' .* 'title' of the identity is 5"),
        ({"identity": lambda _deck: DeckIdentity(palette=None)}, "'identity' .* 'palette' of the identity is None"),
        (
            {"identity": lambda _deck: DeckIdentity(palette={"ink": "red"})},
            "'identity' .* colour 'ink' of the identity is 'red'; expected '#rrggbb'",
        ),
        ({"variables": lambda _deck: None}, "'variables' .* expected a mapping of names to values"),
        ({"variables": lambda _deck: {1: 2}}, "'variables' .* expected a mapping of names to values"),
        (of_cards(entries=lambda _deck: None), "'cards.entries' .*'NoneType' object is not iterable"),
        (of_cards(entries=lambda _deck: [1]), "'cards.entries' .* it returned 1; expected of type Entry"),
        (of_cards(entries=each("nope")), "'cards.entries' .*'Suns' object has no attribute 'nope'"),
        (entry(id=7), "'cards.entries' .*'id' of entry 7 is 7"),
        (entry(data=()), r"'cards.entries' .*'data' of entry 'dawn' is \(\)"),
        (entry(path="cards"), "'cards.entries' .*'path' of entry 'dawn' is 'cards'"),
        (entry(copies=-1), "'cards.entries' .*'copies' of entry 'dawn' is -1"),
        (entry(copies=1.5), "'cards.entries' .*'copies' of entry 'dawn' is 1.5"),
        (of_cards(size=lambda _card: None), "'cards.size' .* it returned None; expected a Size in mm"),
        (of_cards(size=lambda _card: Size(0, 5)), "'cards.size' .* expected a Size in mm"),
        (of_cards(plan=toy.GAME.schema().model_validate), "'cards.plan' of game 'toy' failed: ValidationError"),
        (of_cards(tiled=True, seams=lambda _card: None), "'cards.seams' of game 'toy' failed: TypeError"),
        (of_cards(tiled=True, seams=lambda _card: ([], ["x"])), "'cards.seams' .* two sequences of numbers"),
        (of_cards(tiled=True, seams=lambda _card: ([1.0], [2.0], [3.0])), "'cards.seams' .* two sequences of numbers"),
    ],
)
def test_what_a_game_returns_is_checked(choices, message):
    item = fault(lambda: prepare(toy.DECK, BuildOptions()), **choices)
    assert item.code == "E215"
    assert re.match(message, item.message), item.message


@pytest.mark.usefixtures("toy_game")
def test_the_place_is_a_line_of_the_game_or_none():
    def identity(_deck):
        return DeckIdentity(title=5)

    item = fault(lambda: prepare(toy.DECK, BuildOptions()), identity=identity)
    assert Path(item.span.file).name == "test_hooks.py"


@pytest.mark.usefixtures("toy_game")
def test_the_place_is_the_innermost_line_of_the_game():
    def helper(deck):
        return deck.no_such_field  # here

    def identity(deck):
        return helper(deck)

    item = fault(lambda: prepare(toy.DECK, BuildOptions()), identity=identity)
    assert Path(__file__).read_text("utf-8").splitlines()[item.span.line - 1].endswith("# here")


@pytest.mark.usefixtures("toy_game")
def test_what_a_game_returned_is_shown_if_it_is_short():
    for length, shown in ((76, f"['{'x' * 76}']"), (77, "list")):
        item = fault(lambda: prepare(toy.DECK, BuildOptions()), identity=lambda _deck, length=length: ["x" * length])
        assert f"it returned {shown}; expected of type DeckIdentity" in item.message


@pytest.mark.usefixtures("toy_game")
def test_the_place_is_not_in_a_library_that_the_game_calls():
    item = fault(lambda: prepare(toy.DECK, BuildOptions()), identity=lambda _deck: json.loads("?"))
    assert Path(item.span.file).name == "test_hooks.py"
    item = fault(lambda: prepare(toy.DECK, BuildOptions()), **of_cards(entries=each("nope")))
    assert item.span is None


@pytest.mark.usefixtures("toy_game")
def test_a_game_that_ends_the_process_is_an_error_of_the_game():
    def leave():
        raise SystemExit(3)

    item = fault(lambda: prepare(toy.DECK, BuildOptions()), schema=leave)
    assert (item.code, item.message) == ("E215", "'schema' of game 'toy' failed: SystemExit: 3")


def test_errors_of_the_input_of_the_user_go_through_the_code_of_a_game():
    for error in (CardgenError([]), UnlocatedError("E228", "size is 'huge'")):
        with pytest.raises(type(error)) as caught, running_game_code("toy", "checks"):
            raise error
        assert caught.value is error


@pytest.mark.usefixtures("toy_game")
@pytest.mark.parametrize("schema", [lambda: {}["crew"], lambda: None])
def test_the_editor_schema_of_a_broken_game_is_an_error_of_the_game(schema):
    assert fault(lambda: schema_json("toy", toy.FOLDER), schema=schema).code == "E215"


@pytest.mark.usefixtures("toy_game")
def test_rules_of_another_type_are_an_error_of_the_game():
    item = fault(lambda: open_decks([toy.DECK]), rules=lambda: None)
    assert item.message == "'rules' of game 'toy' failed: TypeError: it returned None; expected a GameRules"


@pytest.mark.usefixtures("toy_game")
def test_two_entries_with_one_id_are_an_error_of_the_deck(toy_folder):
    path = toy_folder / "suns.yaml"
    path.write_text(path.read_text("utf-8").replace("id: dusk", "id: dawn"), "utf-8")
    with pytest.raises(CardgenError) as caught:
        prepare(path, BuildOptions())
    (item,) = caught.value.diagnostics
    assert (item.code, item.message) == ("E205", "id 'dawn' is used twice")
    ((text, first),) = item.notes
    assert text == "first used"
    assert 0 < first.line < item.span.line


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"card": Size("5", "9")}, "'card' of game 'toy' is of type 'Size'"),
        ({"card": Size(float("inf"), 9)}, "'card' of game 'toy' is 'inf x 9 mm'"),
        ({"languages": (["en"],)}, "'languages' of game 'toy' is '(['en'],)'"),
        (of_cards(face=None), "'face' of component 'cards' of game 'toy' is 'None'"),
        (of_cards(back=""), "'back' of component 'cards' of game 'toy' is ''"),
        (of_cards(bleed="3mm"), "'bleed' of component 'cards' of game 'toy' is '3mm'"),
        (of_cards(gutter=-1), "'gutter' of component 'cards' of game 'toy' is '-1'"),
        (of_cards(outline="round"), "'outline' of component 'cards' of game 'toy' is 'round'"),
        (of_cards(fold="top"), "'fold' of component 'cards' of game 'toy' is 'top'"),
        (of_cards(duplex="both"), "'duplex' of component 'cards' of game 'toy' is 'both'"),
        (of_cards(role=""), "'role' of component 'cards' of game 'toy' is ''"),
        (of_cards(size=Size(50, 70)), "'size' of component 'cards' of game 'toy' is '50 x 70 mm'"),
    ],
)
def test_values_of_a_game_are_checked_before_it_is_used(choices, message):
    (item,) = contract_problems(replace(toy.GAME, **choices))
    assert (item.code, item.message) == ("E212", message)


def test_a_match_needs_a_deck():
    with pytest.raises(CardgenError, match="no deck is named"):
        open_decks([])


def test_settings_of_a_kind_that_contradict_each_other_are_refused():
    """Each pair alone is refused; each setting alone is not."""
    settings = {
        "tiled": True, "fold": Fold(), "sheet_group": "all", "duplex": "two-sided", "cut": "straight", "outline": ROUND,
        "net": DieNet(), "box": BoxNet(("cards",)), "bases": BasesOf(("cards",)),
    }  # fmt: skip
    names = {"net": "made", "box": "made", "bases": "made"}

    def made(*chosen, **more):
        stated = {names.get(name, name): settings[name] for name in chosen}
        return PieceKind("cards", list, "card.svg.j2", **stated, **more)

    refused = set()
    for one, other in combinations(settings, 2):
        if {one, other} <= {*names}:
            continue
        try:
            made(one, other, back="back.svg.j2")
        except ValueError as error:
            assert str(error).startswith("kind of piece 'cards' is ") or "has a shape of its own" in str(error)
            refused.add((one, other))
    assert refused == {
        ("tiled", "fold"), ("tiled", "sheet_group"), ("fold", "duplex"), ("cut", "outline"), ("tiled", "net"), ("tiled", "box"),
        ("tiled", "bases"), ("fold", "net"), ("fold", "box"), ("fold", "bases"), ("outline", "net"), ("outline", "box"),
    }  # fmt: skip
    with pytest.raises(ValueError, match="two-sided, but has no template of a back"):
        made("duplex")
    assert is_card(made()) and not is_card(made("tiled")) and not is_card(made(role="tile"))
    assert not is_card(Document("rules", "rules.md"))


def test_an_exception_is_one_line():
    for error, told in (
        (ValueError(), "ValueError"),
        (ValueError("a:\n  b"), "ValueError: a: b"),
        (KeyError(""), "KeyError: ''"),
    ):
        assert summary_of(error) == told


def test_a_finding_has_a_code_a_text_and_paths():
    note = ("stated here", Span("game.yaml", 3))
    assert Finding("W399", "wrong", ("cards", 0), notes=(note, ("and here", ("cards", 1)))).notes[0] == note
    codes = ("E3", "E3990", "e399", "XE399", "E39a", "")
    for wrong in (*((code, "wrong", ()) for code in codes), ("E399", 7, ()), ("E399", "wrong", "cards")):
        with pytest.raises(ValueError, match="finding"):
            Finding(*wrong)
    with pytest.raises(ValueError, match="a tuple as each path"):
        Finding("E399", "wrong", (), notes=(("here", "cards"),))


def test_an_entry_of_each_value_has_the_copies_that_it_states():
    class Sun:
        def __init__(self, **stated):
            vars(self).update(stated)

        def __iter__(self):
            return iter(vars(self).items())

    deck = SimpleNamespace(suns=[Sun(id="dawn", copies=3), Sun(id="dusk", name="Dusk")])
    assert each("suns")(deck) == [
        Entry("dawn", {"id": "dawn", "copies": 3}, ("suns", 0), 3), Entry("dusk", {"id": "dusk", "name": "Dusk"}, ("suns", 1), 1)
    ]  # fmt: skip


def test_the_place_of_a_function_is_that_of_a_game_wherever_it_is_kept():
    from cardgen.games.attack_the_tower.pieces import _bases

    shipped = place_of_function(_bases)
    assert shipped and shipped.file.endswith(".py") and "attack_the_tower" in shipped.file and shipped.line
    own = place_of_function(of_cards)
    assert own and own.file.endswith("test_hooks.py")
    assert [place_of_function(one) for one in (place_of_function, json.dumps, len)] == [None] * 3


def test_a_variant_goes_by_the_words_of_a_deck():
    """Yes and no are `true` and `false` in YAML; a number is its digits."""
    words = ("true", "false", "7", "Sun")
    variants = PieceVariants("side", {word: PieceVariant(face=f"{word}.svg.j2") for word in words})
    for value, word in ((True, "true"), (False, "false"), (7, "7"), ("Sun", "Sun"), ("sun", ""), (None, "")):
        assert variants.variant({"side": value}).face == (f"{word}.svg.j2" if word else None), value
    assert variants.variant({}) == PieceVariant()


def test_components_are_a_tuple():
    for components in ([CARDS], ()):
        (found,) = contract_problems(replace(toy.GAME, components=components))
        assert found.expected == "a tuple of PieceKind and Document, at least one"
