"""A game that breaks the contract fails the test of the contract, with a sentence that says how."""

import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import toy
from plugin.test_simple_rules import Race

from cardgen.exports.prepare import LeftOut
from cardgen.exports.profile import find_profile
from cardgen.pipeline.open.project import open_deck
from cardgen.plugin import registry
from cardgen.plugin.game import Finding, Game
from cardgen.plugin.rules.contest import Ending
from cardgen.plugin.rules.pictured import ChoiceSubject, PlacedPiece, TableArea
from cardgen.plugin.rules.simple import SimpleRules
from cardgen.plugin.rules.simple.position import SimplePosition
from cardgen.plugin.rules.simple.rules import SimpleContest, SimpleTabletop
from cardgen.plugin.rules.state import CHANCE, TERMINAL
from cardgen.plugin.rules.tabletop import LineRole, TableLine
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span
from cardgen.testing import GameUnderTest, check_game, contract, play
from cardgen.testing.play import check_contest, check_tabletop, check_tree


@pytest.fixture
def check(toy_folder: Path, tmp_path: Path):
    """Checks the toy game with other choices; its example is a deck without templates beside it."""

    def run(**choices: object) -> None:
        registry.add_game(replace(toy.GAME, **{"example": toy_folder / "suns.yaml", **choices}))
        check_game("toy", tmp_path / "out", games=1)

    return run


@pytest.fixture
def resources(tmp_path: Path) -> Path:
    """The toy game's templates, to be broken."""
    return Path(shutil.copytree(toy.GAME.resources, tmp_path / "game"))


@pytest.mark.usefixtures("toy_game")
def test_a_game_must_be_there(tmp_path):
    with pytest.raises(AssertionError, match="there is no game 'tooy'"):
        check_game("tooy", tmp_path)


def test_a_game_must_have_an_example_or_be_given_a_deck(check, tmp_path):
    with pytest.raises(AssertionError, match="has no example deck"):
        check(example=None)
    check_game("toy", tmp_path, deck=toy.DECK, games=1)


def test_codes_must_be_explained_in_the_right_shape(check, tmp_path):
    codes = tmp_path / "codes.yaml"
    codes.write_text("E301: too few")
    with pytest.raises(UnlocatedError, match="'what' of E301"):
        check(codes=codes)


def test_fixed_strings_must_be_there_in_every_language(check, resources):
    (resources / "strings.pt.yaml").write_text("cards: Cartas")
    with pytest.raises(AssertionError, match="no words in 'pt': rules"):
        check(resources=resources)


def test_documents_must_be_there_in_every_language(check, resources):
    (resources / "rules.pt.md").unlink()
    with pytest.raises(AssertionError, match="document 'rules' has no text in 'pt'"):
        check(resources=resources)


def test_the_example_must_have_something_of_every_component(check):
    none = replace(toy.GAME.components[0], name="boats", entries=lambda _deck: [])
    with pytest.raises(AssertionError, match=r"has only .'cards', 'rules'. of the components"):
        check(components=(*toy.GAME.components, none))


def test_the_example_must_be_a_sound_deck(check, tmp_path):
    deck = tmp_path / "deck.yaml"
    deck.write_text(toy.DECK.read_text("utf-8").replace("copies: 10", "copies: ten"))
    with pytest.raises(AssertionError, match="E204"):
        check(example=deck)


def test_a_game_must_be_found_by_its_id(toy_game, tmp_path):
    with pytest.raises(AssertionError, match="another game is found by the id 'toy'"):
        contract.check_description(GameUnderTest(replace(toy.GAME), toy.DECK, tmp_path))
    contract.check_description(GameUnderTest(toy.GAME, toy.DECK, tmp_path))


def test_the_example_must_keep_the_rules_of_its_game(toy_game, tmp_path, monkeypatch):
    def run(code):
        game = replace(toy.GAME, checks=lambda: [lambda _deck: [Finding(code, "few cards", ("cards",))]])
        monkeypatch.setitem(registry._added, game.id, game)
        contract.check_deck(GameUnderTest(game, toy.DECK, tmp_path))

    run("W399")
    with pytest.raises(AssertionError, match=r"E301.* few cards"):
        run("E301")


def test_games_of_the_fewest_and_of_the_most_players_are_checked_in_every_way(toy_game, tmp_path, monkeypatch):
    asked = []
    for name in ("check_contest", "check_tabletop", "check_tree"):
        monkeypatch.setattr(contract, name, lambda *what, name=name: asked.append((name, *what)))
    deck = open_deck(toy.DECK, Collector())[0].data

    class Rules:
        player_counts, shares_deck = (2, 3, 5), False

        def contest(self, decks, players):
            assert decks == [deck] * (1 if self.shares_deck else players)
            return f"contest of {players}"

        def tree(self, decks, players):
            return f"tree of {len(decks)} for {players}"

    def run(rules):
        asked.clear()
        game = replace(toy.GAME, rules=rules)
        contract.check_play(GameUnderTest(game, toy.DECK, tmp_path, 3))
        return [tuple("game" if one is game else one for one in call) for call in asked]

    assert run(None) == []
    assert run(Rules) == [
        call
        for count in (2, 5)
        for call in (
            ("check_contest", f"contest of {count}", count, 3),
            ("check_tabletop", f"contest of {count}", "game"),
            ("check_tree", f"tree of {count} for {count}"),
        )
    ]
    assert [call[1] for call in run(type("Shared", (Rules,), {"shares_deck": True, "player_counts": (4,)}))] == [
        *("contest of 4", "contest of 4", "tree of 1 for 4")
    ]
    for counts in ((), (3, 2), (2, 2), (0, 1)):
        with pytest.raises(AssertionError, match="not ascending numbers from 1"):
            run(type("Wrong", (Rules,), {"player_counts": counts}))


def test_an_export_must_write_all_that_is_played_with(toy_game, tmp_path, monkeypatch):
    def told(left_out=(), files=("a.png",)):
        asked = []

        def export(deck, target, folder, options, profile):
            asked.append((target, profile.title == find_profile(target).title, profile.dpi))
            return SimpleNamespace(left_out=left_out, files=files, folder=tmp_path)

        monkeypatch.setattr(contract, "export", export)
        contract.check_exports(GameUnderTest(toy.GAME, toy.DECK, tmp_path))
        return asked

    (tmp_path / "a.png").touch()
    assert told([LeftOut("Boxes", "it is folded", is_for_paper=True)]) == [("png", True, 60), ("tts", True, 60)]
    with pytest.raises(AssertionError, match=r"to png leaves out Map \(it is large\), Rules \(it is long\)$"):
        told(
            [
                LeftOut("Map", "it is large"),
                LeftOut("Box", "it is folded", is_for_paper=True),
                LeftOut("Rules", "it is long"),
            ]
        )
    with pytest.raises(AssertionError, match=r"to png has not written \['b.png'\]"):
        told(files=("a.png", "b.png"))
    with pytest.raises(AssertionError, match="to png has not written any file"):
        told(files=())


def test_a_deck_must_build_in_each_language_and_twice_to_the_same_bytes(toy_game, tmp_path, monkeypatch):
    built, drawn = [], [SimpleNamespace(component=one, pieces=(1,), pages=()) for one in toy.GAME.components]

    def told(warnings=(), drawn=drawn, other=""):
        def write(job, path):
            path.write_text("the same" + other * (len(built) > len(toy.GAME.languages)))
            return [path]

        built.clear()
        monkeypatch.setattr(
            contract,
            "prepare",
            lambda deck, options: built.append(options.language) or SimpleNamespace(drawn=drawn, warnings=warnings),
        )
        monkeypatch.setattr(contract, "write", write)
        contract.check_build(GameUnderTest(toy.GAME, toy.DECK, tmp_path))

    elsewhere, here = (Span(str(folder / "strings.pt.yaml"), 1, 1) for folder in (tmp_path, toy.GAME.resources))
    told([Diagnostic("W207", "no words", elsewhere), Diagnostic("W401", "odd", here)])
    assert built == [*toy.GAME.languages, toy.GAME.languages[0]] and len(built) > 2
    for span in (here, None):
        with pytest.raises(AssertionError, match="no words"):
            told([Diagnostic("W207", "no words", span)])
    with pytest.raises(AssertionError, match="two builds of the deck differ"):
        told(other=" but once")
    bare = SimpleNamespace(component=toy.GAME.components[1], pieces=(), pages=())
    with pytest.raises(AssertionError, match=r"has only \['cards'\] of the components \['cards', 'rules'\]"):
        told(drawn=[drawn[0], bare])


def rules_of(position: type[SimplePosition], **methods: object) -> SimpleContest:
    """A contest of the race that does something wrong itself, or in the games that the second player begins."""
    own = {
        "start": lambda self, seed, first: (position if first else SimplePosition)(
            self.rules.game_id, self.new_game, seed, first
        ),
        "__reduce__": lambda self: (list, ()),
    }
    made = type("Broken", (SimpleContest,), own | methods)
    return made(SimpleRules("toy", Race, (2,)), (object(),), 2, Race.settings_type())


def broken(**methods: object) -> type[SimplePosition]:
    return type("BrokenPosition", (SimplePosition,), methods)


def retold(self: SimplePosition, player: int, rng: object) -> SimplePosition:
    """Another state that looks the same, but of which something else is told."""
    other = SimplePosition.resample_from_infostate(self, player, rng)
    other._game.story.append("a storm")
    return other


def reduced(self: SimpleContest) -> tuple[object, ...]:
    return SimpleContest, (self.rules, (), 2, self.settings)


@pytest.mark.parametrize(
    ("methods", "message"),
    [
        ({"legal_actions": lambda self: []}, "no legal action"),
        ({"legal_actions": lambda self: [0, 0]}, "listed twice"),
        ({"current_player": lambda self: -4 if self._winners is not None else 7}, "current player is 7"),
        ({"current_player": lambda self: -4 if self._winners is not None else 2}, "current player is 2"),
        ({"string_to_action": lambda self, text: 0}, "'throw', which is read back as another action"),
        ({"resample_from_infostate": retold}, "player 0 can tell that a state was resampled"),
        ({"clone": lambda self: self}, "a clone, or an illegal action, changes the state"),
        ({"apply_action": lambda self, action: self._run("walk")}, "is not a legal action, but it can be taken"),
        ({"returns": lambda self: [1.0]}, r"\[1.0\]"),
        ({"returns": lambda self: [2.0, -1.0]}, "2.0"),
        ({"returns": lambda self: [1.0, -1.5]}, "-1.5"),
        ({"to_text": lambda self: str(id(self))}, "leads to two different games"),
        (
            {"apply_action": lambda self, action: SimplePosition.apply_action(self, min(action, 1))},
            "1099511627776 is not a legal",
        ),
        (
            {"apply_action": lambda self, action: SimplePosition.apply_action(self, max(action, 0))},
            "-1000003 is not a legal",
        ),
        (
            {"observation_string": lambda self, player: self._game.places.append(0) or "seen"},
            "reading a state changes it",
        ),
        (
            {"observation_string": lambda self, player: 5, "information_state_string": lambda self, player: ""},
            "is not text",
        ),
    ],
)
def test_a_state_that_breaks_a_promise_is_found(methods, message):
    with pytest.raises(AssertionError, match=message):
        check_contest(rules_of(broken(**methods), __reduce__=reduced), 2, 2)


@pytest.mark.parametrize(
    ("methods", "message"),
    [
        ({"teams": (0, 2)}, "teams are"),
        ({"teams": (0,)}, "teams are"),
        ({"teams": (1, 1)}, "teams are"),
        ({"teams": (0, 0)}, "the players of team 0 have different results"),
        (
            {"__reduce__": lambda self: (SimpleContest, (SimpleRules("toy", Race, (3,)), (), 3, self.settings))},
            "survive being pickled",
        ),
        ({"evaluate": lambda self, state, player: 2.0}, "not between 0 and 1"),
        ({"evaluate": lambda self, state, player: -0.1}, "not between 0 and 1"),
        ({"evaluate": lambda self, state, player: 1.0}, "add up to 2"),
        ({"script": lambda self, state, player, rng: 2}, "'rest', which is not legal"),
    ],
)
def test_a_contest_that_breaks_a_promise_is_found(methods, message):
    with pytest.raises(AssertionError, match=message):
        check_contest(rules_of(SimplePosition, **{"__reduce__": reduced, **methods}), 2, 2)


WON, LOST = Ending("won", "They won.", is_win=True), Ending("lost", "The sea won.", is_win=False)


@pytest.mark.parametrize(
    ("result", "ending", "more", "message"),
    [
        (1.0, "won", {}, ""),
        (0.0, "lost", {}, ""),
        (-1.0, "lost", {}, ""),
        (1.0, "lost", {}, "disagree on who won"),
        (0.0, "won", {}, "disagree on who won"),
        (1.0, "drowned", {}, "unknown ending 'drowned'"),
        (1.0, "won", {"used": ({"map": 1}, {}), "drawn": ({"map"}, {*()})}, ""),
        (1.0, "won", {"used": ({}, {"map": 1})}, "cards ..map.. that player 1 does not have"),
        (1.0, "won", {"used": ({"boat": 1}, {})}, "cards ..boat.. that player 0 does not have"),
        (1.0, "won", {"drawn": ({*()}, {"boat"})}, "cards ..boat.. that player 1 does not have"),
        (1.0, "won", {"contributions": {"boat": 2}}, "contributors ..boat.. that the contest does not state"),
        (1.0, "won", {"features": {"boat"}}, "unknown features"),
        (1.0, "won", {"effects": ()}, "'effects' of a summary does not have an entry for each player"),
    ],
)
def test_a_summary_that_breaks_a_promise_is_found(result, ending, more, message):
    def summary(self, state, seed, first):
        return replace(SimpleContest.summary(self, state, seed, first), ending=ending, **more)

    position = broken(returns=lambda self: [result, result])
    made = rules_of(
        position,
        start=lambda self, seed, first: position(self.rules.game_id, self.new_game, seed, first),
        teams=(0, 0),
        summary=summary,
        cards=lambda self, player: [SimpleNamespace(id="map")] * (player == 0),
        endings=lambda self: (WON, LOST),
        __reduce__=reduced,
    )
    if not message:
        check_contest(made, 2, 2)
        return
    with pytest.raises(AssertionError, match=message):
        check_contest(made, 2, 2)


@pytest.mark.parametrize(
    ("methods", "message"),
    [
        ({"endings": lambda self: (WON, LOST, Ending("tired", "", is_win=False))}, "an ending has no words"),
        ({"contributors": lambda self: (SimpleNamespace(id="boat"),)}, ""),
        ({"contributors": lambda self: (SimpleNamespace(id="boat"),), "cards": lambda self, player: [SimpleNamespace(id="boat")] * player},
         r"\['boat'\] are cards as well as contributors"),
    ],
)  # fmt: skip
def test_endings_and_contributors_that_break_a_promise_are_found(methods, message):
    def summary(self, state, seed, first):
        helped = {"boat": 2} if "contributors" in methods else {}
        return replace(SimpleContest.summary(self, state, seed, first), ending="won", contributions=helped)

    position = broken(returns=lambda self: [1.0, 1.0])
    own = {
        "start": lambda self, seed, first: position(self.rules.game_id, self.new_game, seed, first),
        **{"teams": (0, 0), "summary": summary, "endings": lambda self: (WON, LOST), "__reduce__": reduced},
    }
    made = rules_of(position, **(own | methods))
    if not message:
        check_contest(made, 2, 2)
        return
    with pytest.raises(AssertionError, match=message):
        check_contest(made, 2, 2)


def test_a_contest_of_another_number_of_players_is_found():
    with pytest.raises(AssertionError, match="player_count is 2 of a contest of 3"):
        check_contest(rules_of(SimplePosition), 3, 1)


def row(*places: str, **more: object) -> tuple[TableArea, ...]:
    return (TableArea("Row", LineRole.PLAIN, tuple(PlacedPiece(place, place, **more) for place in places)),)


AREAS = {
    row("a") + row("b", "a"): "places .'a'. are on the table twice",
    row("a", box=(0, 0, 1, 1)): "a row has no boxes",
    row("b"): "'(walk|throw)' is about places .'a'., which are not on the table",
}


@pytest.mark.parametrize(
    ("methods", "message"),
    [
        ({"game": "chess"}, "names game 'chess'"),
        ({"players": ("Ann", "Ann")}, "names of the players"),
        ({"decks": ()}, "names no deck"),
        ({"board": lambda self, state, player: []}, "picture of the table is empty"),
        ({"board": lambda self, state, player: [TableLine("a")] * (player >= 0)}, "picture of the table is empty"),
        (
            {"board": lambda self, state, player: [TableLine("a" * 80), TableLine("b" * 81)]},
            "longer than 80 characters: 'b",
        ),
        ({"hand": lambda self, state, player: [5]}, "a card in a hand is not text"),
        ({"question": lambda self, state: ""}, "has no question"),
        ({"question": lambda self, state: "?" * (self.language != "pt")}, "has no question"),
        ({"choice": lambda self, state, action: ""}, "has no words"),
        ({"choice": lambda self, state, action: "walk" * (action == 0)}, "has no words"),
        *(
            ({"waiting": lambda self, state, player, of=of: "wait" * (player != of)}, "nobody is told why they wait")
            for of in (-1, 0, 1)
        ),
        ({"story": lambda self, state, start, player: [5]}, "an event is not text"),
        (
            {"story": lambda self, state, start, player: ["a"], "event_count": lambda self, state: 0},
            "the story is longer than",
        ),
        *(
            (
                {
                    "areas": lambda self, state, player, card, areas=areas: areas,
                    "subject": lambda self, state, action: ChoiceSubject(places=("a",)),
                },
                told,
            )
            for areas, told in AREAS.items()
        ),
        ({"ending": lambda self, state: ""}, "no sentence that says how it ended"),
    ],
)
def test_a_table_that_breaks_a_promise_is_found(methods, message):
    table = type("BrokenTable", (SimpleTabletop,), {"decks": ("deck",), **methods})
    made = rules_of(SimplePosition, tabletop=lambda self, language: table(self, language))  # noqa: PLW0108 - a class is no method
    game: Game = toy.GAME
    with pytest.raises(AssertionError, match=message):
        check_tabletop(made, game)


def test_a_game_without_end_is_found(monkeypatch):
    monkeypatch.setattr(play, "LONGEST_GAME", 2)
    with pytest.raises(AssertionError, match=r"a random game \(seed 0\) has not ended after 2 actions"):
        check_contest(rules_of(SimplePosition, __reduce__=reduced), 2, 1)


def test_states_are_examined_in_full_ever_less_often_and_in_one_of_two_equal_games(monkeypatch):
    luck = SimpleNamespace(random=lambda: 0.5)
    assert [at for at in range(40) if play._looks_at(at, luck)] == list(range(12))
    luck.random = lambda: 0.999
    assert [at for at in range(40) if play._looks_at(at, luck)] == [0, 1, 2]
    seen, asked = [], []
    monkeypatch.setattr(play, "_looks_at", lambda played, looks: not asked.append(played) and played < 2)
    monkeypatch.setattr(play, "_look_closely", lambda contest, state, actions, rng: seen.append(list(actions)))
    check_contest(rules_of(SimplePosition, __reduce__=reduced), 2, 1)
    assert asked == list(range(len(asked))) and len(asked) > 2, "of the first game alone"
    assert len(seen) == 2


class Walk:
    """A tree of one way: chance, then two decisions, of which the second is the last."""

    def __init__(self, at: int = 0) -> None:
        self.at = at

    def is_terminal(self) -> bool:
        return self.at == 3

    def current_player(self) -> int:
        return TERMINAL if self.at == 3 else 0 if self.at else CHANCE

    def legal_actions(self) -> list[int]:
        return [] if self.at == 3 else [7, 8]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(7, 0.25), (8, 0.75)]

    def apply_action(self, action: int) -> None:
        self.at += 1

    def clone(self) -> "Walk":
        return type(self)(self.at)

    def to_text(self) -> str:
        return str(self.at)


def walk(**methods: object) -> SimpleNamespace:
    made = type("Walk", (Walk,), methods)
    return SimpleNamespace(start=made, actions=(7, 8), longest=3)


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        (walk(), ""),
        (SimpleNamespace(start=Walk, actions=(7, 8), longest=2), "longer than 2 actions"),
        (SimpleNamespace(start=Walk, actions=(7, 8, 7), longest=3), "listed twice"),
        (SimpleNamespace(start=Walk, actions=(8, 9), longest=3), r"actions .7. are not among"),
        (walk(chance_outcomes=lambda self: [(7, 1.0)]), "not its legal actions"),
        (walk(chance_outcomes=lambda self: [(7, 0.5), (8, 0.4)]), "do not add up to 1"),
        (walk(clone=lambda self: type(self)(self.at + 1)), "a clone goes on otherwise"),
        (walk(clone=lambda self: type("Shorter", (Walk,), {"to_text": lambda self: str(self.at % 3)})(self.at)), "a clone ends otherwise"),
        (walk(clone=lambda self: type("Other", (Walk,), {"chance_outcomes": lambda self: [(7, 0.5), (8, 0.5)]})()), "a clone goes on otherwise"),
        (walk(clone=lambda self: type("Other", (Walk,), {"legal_actions": lambda self: [8, 7]})()), "a clone goes on otherwise"),
    ],
)  # fmt: skip
def test_a_tree_that_breaks_a_promise_is_found(tree, message):
    if not message:
        check_tree(tree, 2)
        return
    with pytest.raises(AssertionError, match=message):
        check_tree(tree, 2)


def test_a_tree_that_is_too_long_is_found():
    tree = SimpleRules("toy", Race, (2,)).tree([object()])
    with pytest.raises(AssertionError, match="a game is longer than 3 actions"):
        check_tree(replace(tree, longest=3))
    with pytest.raises(AssertionError, match="are not among those of the tree"):
        check_tree(replace(tree, actions=[0, 1]))
