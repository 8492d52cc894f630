"""Rules of a few lines get the whole contract of a contest."""

from dataclasses import dataclass, replace
from random import Random
from typing import Annotated

import pytest
import toy

from cardgen.plugin.rules.errors import IllegalActionError, InvalidActionError, LogError
from cardgen.plugin.rules.settings import AtTable
from cardgen.plugin.rules.simple import Luck, SimpleGame, SimpleRules
from cardgen.plugin.rules.state import CHANCE
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import display_path
from cardgen.testing.play import check_contest, check_tabletop, check_tree


@dataclass(frozen=True)
class Goal:
    """What ends the race.

    Attributes:
        goal: First field behind the last one.
    """

    goal: int = 9


class Race(SimpleGame):
    """Walk, or throw a die; who reaches the goal first has won."""

    actions = ("walk", "throw", "rest")
    settings_type = Goal
    most_outcomes = 6

    def set_up(self):
        self.places = self.luck.shuffled([0] * self.seats)

    def choices(self):
        return ["throw", "walk"]

    def take(self, action):
        self.places[self.seat] += 2 if action == "walk" else self.luck.die(4)
        self.story.append(f"{self.seat} is at {self.places[self.seat]}")

    def winners(self):
        there = [seat for seat, place in enumerate(self.places) if place >= self.settings.goal]
        return there or None


class Rescue(Race):
    """The same against the sea: all together, or it swallows them."""

    together = True

    def winners(self):
        if all(place >= 3 for place in self.places):
            return range(self.seats)
        return [] if self.turn > 10 else None


class Teams(Race):
    """Neighbours are one team."""

    @classmethod
    def team_of(cls, player, players):
        return player // 2


class Secret(Race):
    """Each player has a number that only they see."""

    most_outcomes = 10

    def set_up(self):
        self.places = [0] * self.seats
        self.secrets = [self.luck.pick(10) for _ in range(self.seats)]

    def view(self, seat):
        shown = self.secrets if seat < 0 else [self.secrets[seat]]
        return [f"places {self.places}", f"secrets {shown}"]

    def guess_hidden(self, seat):
        self.secrets = [number if at == seat else self.luck.pick(10) for at, number in enumerate(self.secrets)]


def contest(game, players, **settings):
    return SimpleRules("toy", game, (1, 2, 3, 4)).contest([object()], settings, players)


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("game", [Race, Rescue, Secret])
def test_games_keep_the_contract(game, players):
    rules = SimpleRules("toy", game, (1, 2, 3, 4))
    check_contest(rules.contest([object()], players=players), players, 5)
    check_tree(rules.tree([object()], players=players))


def test_a_game_of_teams_keeps_the_contract_whoever_begins():
    table = contest(Teams, 4)
    assert table.teams == (0, 0, 1, 1)
    check_contest(table, 4, 8)


def test_the_luck_of_a_seed_belongs_to_the_seats():
    table = contest(Secret, 3)
    for first in range(3):
        state = table.start(5, first)
        assert state.current_player() == first
        assert state.game.secrets == table.start(5, 0).game.secrets


def test_the_winner_is_the_player_not_the_seat():
    state = contest(Race, 3, goal="2").start(0, 1)
    state.apply_action(state.string_to_action("walk"))
    assert state.returns() == [-1.0, 1.0, -1.0]


def test_players_who_lose_together_lose():
    state = contest(Rescue, 2, goal="99").start(0, 0)
    state.game.turn = 20
    state.game.places[:] = [-99, -99]
    state.apply_action(0)
    assert state.returns() == [-1.0, -1.0]


def test_a_setting_is_read_and_an_unknown_one_is_an_error():
    assert contest(Race, 2, goal="3").settings.goal == 3
    with pytest.raises(UnlocatedError) as caught:
        contest(Race, 2, gaol="3")
    assert caught.value.code == "E720"


def test_actions_have_texts_that_can_be_read_back():
    state = contest(Race, 2).start(0, 0)
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["walk", "throw"]
    for number in (0, 7):
        with pytest.raises(InvalidActionError):
            state.string_to_action(f"outcome {number}")
    last = state.string_to_action("outcome 6")
    assert (last, state.action_to_string(last)) == (8, "outcome 6")
    with pytest.raises(InvalidActionError):
        state.string_to_action("swim")
    with pytest.raises(IllegalActionError, match="illegal action 'rest' in turn 1"):
        state.apply_action(state.string_to_action("rest"))


def test_in_a_tree_chance_decides_who_begins_then_every_pick():
    state = SimpleRules("toy", Race, (2,)).tree([object()]).start()
    assert state.current_player() == CHANCE
    assert [part for _, part in state.chance_outcomes()] == [0.5, 0.5]
    state.apply_action(state.string_to_action("outcome 2"))
    while state.current_player() == CHANCE:  # the shuffle
        state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 1
    state.apply_action(state.string_to_action("throw"))
    assert len(state.chance_outcomes()) == 4
    state.apply_action(state.string_to_action("outcome 3"))
    assert state.game.places == [3, 0]
    assert state.current_player() == 0


def test_what_a_step_does_before_its_pick_happens_once_in_a_tree():
    class Run(Race):
        def take(self, action):
            self.places[self.seat] += 1
            super().take(action)

    state = SimpleRules("toy", Run, (1,)).tree([object()]).start()
    state.apply_action(state.string_to_action("throw"))
    assert (state.current_player(), state.game.places) == (CHANCE, [0])
    state.apply_action(state.string_to_action("outcome 3"))
    assert state.game.places == [4]


def test_the_simple_player_does_not_use_up_the_luck_of_the_game():
    table = contest(Race, 2)
    state, other = table.start(3, 0), table.start(3, 0)
    table.script(state, 0, Random(0))
    for position in (state, other):
        position.apply_action(position.string_to_action("throw"))
    assert state.to_text() == other.to_text()


def test_the_simple_player_does_not_see_what_is_hidden():
    class Advised(Secret):
        def advise(self):
            return "walk" if self.secrets[1 - self.seat] > 4 else "throw"

        def view(self, seat):
            return ["x" * 99, *super().view(seat)]

    table = contest(Advised, 2)
    state = table.start(3, 0)
    assert {state.action_to_string(table.script(state, 0, Random(seed))) for seed in range(20)} == {"walk", "throw"}
    assert table.tabletop("en").board(state, 0)[0].text == "x" * 80


def test_the_value_of_a_finished_game_is_shared_by_the_winners():
    table = contest(Race, 2, goal="1")
    state = table.start(0, 0)
    assert [table.evaluate(state, player) for player in (0, 1)] == [0.5, 0.5]
    state.apply_action(0)
    assert [table.evaluate(state, player) for player in (0, 1)] == [1.0, 0.0]


class Favoured(Race):
    """The last seat is sure to win."""

    def chance(self, seat):
        return seat / (self.seats - 1)


def test_chances_are_those_of_the_seat_of_a_player():
    table = contest(Favoured, 3)
    for first, chances in ((0, [0, 0.5, 1]), (1, [1, 0, 0.5]), (2, [0.5, 1, 0])):
        state = table.start(0, first)
        assert [table.evaluate(state, player) for player in range(3)] == chances


def test_by_default_all_teams_are_as_likely_to_win_and_players_who_play_together_win_or_lose():
    for game, players, chance in ((Race, 3, 1 / 3), (Teams, 4, 0.5), (Rescue, 3, 0.5)):
        table = contest(game, players)
        state = table.start(0, 1)
        assert [table.evaluate(state, player) for player in range(players)] == [pytest.approx(chance)] * players
    for place, value in ((99, 1.0), (-99, 0.0)):
        state.game.places[:], state.game.turn = [place] * 3, 20
        state.apply_action(0)
        assert [table.evaluate(state, player) for player in range(3)] == [value] * 3
        state = table.start(0, 1)


def test_players_who_play_together_have_not_won_a_game_that_was_cut_off():
    table = contest(type("Short", (Rescue,), {"longest": 1}), 2)
    state = table.start(0, 0)
    state.apply_action(0)
    assert state.cut_off() and state.returns() == [0.0, 0.0]
    assert [table.evaluate(state, player) for player in (0, 1)] == [0.0, 0.0]


def test_what_simple_rules_have_nothing_to_say_of():
    """They are asked as all rules are; a deck without one of its cards is the deck, and nothing is shown before the set-up."""
    deck, rules = object(), SimpleRules("toy", Race, (2, 3))
    assert (rules.settings_type, rules.settings_words("en"), rules.blank(deck, "cards/fox")) == (Goal, {}, deck)
    assert rules.contest([deck, object()]).new_game(Luck(None)).deck is deck
    assert (
        rules.contest([deck] * 3).player_count,
        replace(rules, shares_deck=False).contest([deck] * 3).player_count,
    ) == (2, 3)
    table = contest(Race, 2).tabletop("en")
    state = table.start(0, 0)
    assert (table.cards(), table.card("fox"), table.card_of(0), table.hand(state, 0), table.hand_names(state, 0)) == (
        (), [], "", [], (),
    )  # fmt: skip
    for game, steps, seen in (
        (Race, ("who begins", "set up"), "places: [0, 0]"),
        (Secret, ("who begins", "set up", "set up"), "places [0, 0]\nsecrets [0]"),
    ):
        state = replace(rules, game=game).tree([deck]).start()
        for step in steps:
            assert state.observation_string(0) == step
            assert (state.is_terminal(), state.returns()) == (False, [0.0, 0.0])
            assert state.resample_from_infostate(0, Random(1)).to_text() == state.to_text()
            state.apply_action(state.legal_actions()[0])
        assert state.observation_string(1) == f"player 1\n{seen}"
    alone = rules.tree([deck], players=1).start()
    assert (alone.current_player(), alone.observation_string(0)) == (0, "player 0\nplaces: [0]"), (
        "nobody else may begin"
    )


def test_people_play_it_in_the_languages_of_the_game():
    words = {"pt": {"walk": "andar", "Winners": "Venceu", "Player": "Jogador"}}
    deck = toy.GAME.schema().model_construct(game="toy")
    table = SimpleRules("toy", Race, (2,), words=words).contest([deck])
    check_tabletop(table, replace(toy.GAME, languages=("en", "pt")))
    board = table.tabletop("pt")
    state = board.start(0, 0)
    assert [board.choice(state, action) for action in state.legal_actions()] == ["andar", "throw"]
    assert board.question(state) == "Jogador 1: o que você faz?"
    assert table.tabletop("pt-BR").choice(state, 0) == "andar"
    assert board.board(board.start(0, 1), 0)[0].text == "Na ordem: Jogador 2, Jogador 1"
    while not state.is_terminal():
        state.apply_action(0)
    assert board.ending(state) == "Venceu: Jogador 1"
    assert len(board.story(state, 1, 0)) == board.event_count(state) - 1
    with pytest.raises(LogError):
        board.from_text("places: [0, 0]")


def test_a_record_of_a_game_knows_a_deck_by_all_of_its_values():
    def digests(*decks):
        return [
            one.fingerprint
            for one in SimpleRules("toy", Race, (2,), shares_deck=False).contest(decks).tabletop("en").decks
        ]

    def deck(copies, **more):
        return toy.Suns.model_construct(game="toy", cards=(toy.Card.model_construct(id="dawn", copies=copies),), **more)

    one, other = digests(deck(1), deck(2))
    assert digests(deck(1), deck(1)) == [one, one] and one != other
    assert {one, other}.isdisjoint(digests(deck(1, author="Ada"), deck(2, author="Ada")))


@dataclass(frozen=True)
class Dusk(Goal):
    """A ruling that is another one when people play."""

    night: Annotated[bool, AtTable(True)] = False


def test_rulings_that_differ_from_those_of_people_are_told_at_the_table():
    table = contest(type("Late", (Race,), {"settings_type": Dusk}), 2, goal="3")
    assert table.tabletop("en").settings == ("goal=3", "night=no")


def test_the_story_names_who_chose_what():
    table = contest(Race, 2, goal="3").tabletop("en")
    state = table.start(0, 1)
    state.apply_action(state.string_to_action("walk"))
    state.apply_action(state.string_to_action("walk"))
    assert table.story(state, 0, 0) == ["Player 2: walk", "0 is at 2", "Player 1: walk", "1 is at 2"]
    assert table.story(state, 2, 0) == ["Player 1: walk", "1 is at 2"]
    assert (table.turn(state), table.contest.summary(state, 0, 1).turns, table.settings) == (3, 3, ("goal=3",))


def test_the_table_names_the_players_in_the_order_of_the_seats():
    table = contest(Race, 3).tabletop("en")
    assert [line.text for line in table.board(table.start(0, 0), 0)] == ["places: [0, 0, 0]"]
    assert table.board(table.start(0, 2), 0)[0].text == "In turn: Player 3, Player 1, Player 2"


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ({"set_up": lambda game: {}["crew"]}, "'set_up' of game 'toy' failed: KeyError: 'crew'"),
        (
            {"choices": lambda game: ["swim"]},
            "'choices' of game 'toy' failed: ValueError: 'swim' is not one of 'actions'",
        ),
        ({"choices": lambda game: []}, "'choices' of game 'toy' failed: ValueError: no choice, but no winners either"),
        ({"take": lambda game, action: 1 // 0}, "'take' of game 'toy' failed: ZeroDivisionError"),
        ({"winners": lambda game: game.nobody}, "'winners' of game 'toy' failed: AttributeError"),
    ],
)
def test_rules_that_fail_are_an_error_of_the_game(broken, problem):
    table = contest(type("Broken", (Race,), broken), 2)
    with pytest.raises(CardgenError) as caught:
        state = table.start(0, 0)
        state.apply_action(state.legal_actions()[0])
    (found,) = caught.value.diagnostics
    assert found.code == "E215"
    assert found.message.startswith(problem)


def test_a_pick_of_more_outcomes_than_announced_is_an_error():
    class Wide(Secret):
        most_outcomes = 6

    with pytest.raises(ValueError, match="a pick has 10 outcomes, but 'most_outcomes' is 6"):
        SimpleRules("toy", Wide, (1,)).tree([object()]).start()


def test_luck_is_fair_within_its_bounds():
    class Least:
        def pick(self, count):
            return count - 1

    luck = Luck(Least())
    assert (luck.die(), luck.choice("abc"), luck.shuffled("abc")) == (6, "c", ["c", "b", "a"])


class Endless(Race):
    """Nobody ever arrives."""

    longest = 40

    def winners(self):
        return None


class Peeking(Secret):
    """Hides numbers, but guesses none."""

    guess_hidden = SimpleGame.guess_hidden


class Broken(Secret):
    """Fails to guess."""

    def guess_hidden(self, seat):
        self.secrets[seat + 99] = 0


def test_a_game_that_never_ends_is_ended_and_names_the_move_that_repeats():
    table = contest(Endless, 2)
    check_contest(table, 2, 2)
    state = table.start(0, 0)
    for _ in range(40):
        state.apply_action(state.string_to_action("walk"))
    assert state.is_terminal() and state.returns() == [0.0, 0.0]
    assert table.summary(state, 0, 0).cut_off == "walk"
    assert table.tabletop("en").ending(state) == "Nobody has won."


def test_the_move_that_repeats_is_that_of_the_last_ones():
    state = contest(type("Long", (Endless,), {"longest": 90}), 2).start(0, 0)
    for move in ["walk"] * 60 + ["throw"] * 30:
        state.apply_action(state.string_to_action(move))
    assert state.cut_off() == "throw"


def test_the_last_choice_of_a_tree_may_still_win():
    rules = SimpleRules("toy", type("Short", (Race,), {"longest": 1}), (1,))
    for outcome, result in ((4, 1.0), (1, 0.0)):
        state = rules.tree([object()], {"goal": "4"}).start()
        state.apply_action(state.string_to_action("throw"))
        assert state.current_player() == CHANCE and not state.is_terminal()
        state.apply_action(state.string_to_action(f"outcome {outcome}"))
        assert (state.is_terminal(), state.returns()) == (True, [result]), outcome


def test_winners_are_seats_that_exist():
    """The place is the function, since what is wrong is its result."""
    for seat in (7, -1, True, 1.0, "a"):
        rules = type("Wrong", (Race,), {"winners": lambda game, seat=seat: [seat]})
        with pytest.raises(CardgenError) as raised:
            contest(rules, 2).start(0, 0)
        (found,) = raised.value.diagnostics
        assert f"it returned seat {seat!r}; expected seats from 0 to 1" in found.message
        assert (found.code, found.span.file, found.span.line > 1) == ("E215", display_path(__file__), True), found


def test_hidden_numbers_without_a_guess_are_told():
    assert [*contest(Secret, 2).cautions(looks_ahead=False)] == []
    (told,) = contest(Peeking, 2).cautions(looks_ahead=False)
    assert "'guess_hidden'" in told


def test_an_evaluation_that_is_missing_is_told_to_those_who_look_ahead():
    (told,) = contest(Race, 2).cautions(looks_ahead=True)
    assert "'chance'" in told


def test_a_failure_to_guess_is_a_fault_of_the_game():
    state = contest(Broken, 2).start(0, 0)
    with pytest.raises(CardgenError) as raised:
        state.resample_from_infostate(0, Random(1))
    (found,) = raised.value.diagnostics
    assert found.code == "E215" and "guess_hidden" in found.message and found.span is not None
