"""What described games tell people: goals, questions, what the others wait for, and sentences of the log."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from cardgen.geometry.units import Size
from cardgen.play.matches import open_contest
from cardgen.plugin.rules.described.compiler import compile_rules
from cardgen.plugin.rules.described.rules import DescribedContest
from cardgen.plugin.rules.described.schema import GameplayRules
from cardgen.plugin.rules.described.tables import make_tables
from cardgen.yaml_loader import LOADER
from tests.plugin.rules.described.oracles import field, frozen

ROOT = Path(__file__).parents[4]

GAMES = sorted(path.parent.name for path in (ROOT / "examples").glob("*/game.yaml") if "\nrules:" in path.read_text())


@cache
def _contest(game: str) -> tuple[Any, tuple[str, ...]]:
    contest, found = open_contest([ROOT / "examples" / game / f"{game}.yaml"], (), 4 if game == "hearts" else None, "")
    return contest, tuple(found.languages)


def _table(game: str, language: str = "en") -> Any:
    return _contest(game)[0].tabletop(language)


def test_reports_name_the_cards_of_a_deck_in_its_first_language() -> None:
    contest, languages = _contest("kites")
    names = {card.name for card in contest.cards(0)}
    assert names == {*contest.tabletop(languages[0]).cards()} and "Hawk" in names


def test_names_begin_a_line_with_a_capital_and_keep_their_others() -> None:
    table = _table("kites")
    assert [table.title(name) for name in ("bonus_VP", "VP", "x")] == ["Bonus VP", "VP", "X"]
    assert table.words("bonus_VP") == "bonus VP"


def test_every_game_states_its_goal_and_asks_in_whole_sentences() -> None:
    for game in GAMES:
        contest, languages = _contest(game)
        for language in languages:
            table, state, rng = contest.tabletop(language), contest.start(5, 0), Random(5)
            assert table.goal.endswith("."), game
            asked = set()
            for _ in range(60):
                if state.is_terminal():
                    break
                _, _, question = table.question(state).partition(": ")
                asked.add(question)
                assert question[-1] in ".?" and "{" not in question, (game, language, question)
                told = table.waiting(state, 0)
                assert question in told and table.players[state.current_player()] in told, (game, language)
                state.apply_action(rng.choice([*state.legal_actions()]))
            assert table.word("what") not in asked, f"{game} has a phase without a question in {language}"


def _after_passing(table: Any) -> Any:
    """Return a state of Hearts in which the first trick is to be led."""
    state = table.start(3, 0)
    assert table.question(state) == "Player 1: Pass three cards, one by one, to Player 2: choose a card."
    for _ in range(12):
        state.apply_action(state.legal_actions()[0])
    return state


def test_the_question_of_a_trick_says_what_is_led() -> None:
    table = _table("hearts")
    state = _after_passing(table)
    assert table.question(state) == "Player 1: Lead the first trick with the lowest club."
    state.apply_action(state.legal_actions()[0])
    assert table.question(state) == "Player 2: The trick is led with clubs: follow suit if you can."
    assert table.waiting(state, 3) == (
        "Wait for Player 2, who is asked: “The trick is led with clubs: follow suit if you can.”"
    )
    assert [line.text for line in table.board(state, 0) if line.role == "title"] == ["A trick"]


def test_a_played_card_is_told_once_and_cards_of_others_are_not_named() -> None:
    table = _table("hearts")
    state = _after_passing(table)
    since = table.event_count(state)
    told = table.story(state, 0, 0)
    hidden = [f"Player {number} passes on a card." for number in (2, 3, 4) for _ in range(3)]
    assert told[0] == "Each player is dealt 13 cards." and told[4:13] == hidden
    assert told[-2:] == [
        "10 of diamonds, 6 of clubs and 3 of hearts go from Player 4's cards passed on to Player 1's hand.",
        "Player 1 has the lowest club, and leads the first trick.",
    ]
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    assert table.story(state, since, 0) == ["Player 1 plays 2 of clubs.", "Player 2 plays Jack of clubs."]


def test_what_a_step_says_stands_for_what_happens_in_it() -> None:
    table = _table("hearts")
    state = _after_passing(table)
    since = table.event_count(state)
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    assert table.story(state, since, 3)[4:] == ["Player 3 takes the trick, with 0 points."]
    assert not [name for name, _ in table.numbers(state, 3) if name.startswith("Leader")]
    while table.turn(state) and not any("for the hand" in line for line in table.story(state, since, 3)):
        since = table.event_count(state)
        state.apply_action(state.legal_actions()[0])
    told = table.story(state, since, 3)
    points = [int(line.split()[3]) for line in told if line.endswith("for the hand.")]
    assert len(points) == 4 and sum(points) in (26, 78)
    assert ("everybody else gets 26" in " ".join(told)) == (sum(points) == 78)
    assert told[-2:] == ["All cards are gathered for the next hand.", "Each player is dealt 13 cards."]


def test_the_log_tells_what_each_effect_of_a_card_does_in_each_language() -> None:
    wanted = {
        "en": ("Player 1 plays Glass Powder.", "Glass Powder: Your opponent loses 4 height."),
        "pt": ("Jogador 1 joga Pó de vidro.", "Pó de vidro: O oponente perde 4 de altura."),
    }
    for language, sentences in wanted.items():
        table = _table("kites", language)
        state = table.start(3, 0)
        since = table.event_count(state)
        state.apply_action(state.string_to_action("play glass-powder"))
        assert table.story(state, since, 1)[:2] == [*sentences]


def _faults(questions: object, moves: object = None, secret: bool = False, **more: object) -> list[str]:
    rules = {
        "players": 2,
        "zones": {"stock": {"holds": "cards", "faces": "nobody"}, "hand": {"of": "player", "faces": "owner"}},
        "numbers": {"best": {"of": "player", "is": "player.hand.top.rank"}, "points": {"of": "player"}}
        | ({"bid": {"of": "player", "secret": True, "min": 0, "max": 9}} if secret else {}),
        "turn": {"moves": moves or {"pass": {}}, "question": questions},
        "end": {"score": "points"},
    }
    fields = {"cards": {"rank": field("integer"), "does": field("effects")}}
    compiled = compile_rules("small", GameplayRules.model_validate(frozen(rules | more)), fields, {})
    return [fault.message for fault in compiled.faults]


@pytest.mark.parametrize(
    ("questions", "name"),
    [
        ("You hold {hand.top.rank}.", "hand"),
        ([{"if": "hand.top.rank > 3", "text": "A good card?"}], "hand"),
        ("Your best card has {best}.", "best"),
        ([{"if": "not hand.top.rank", "text": "A zero?"}], "hand"),
    ],
)
def test_a_question_may_not_tell_what_only_some_players_see(questions: object, name: str) -> None:
    (message,) = _faults(questions)
    assert message == f"the words would tell of '{name}', which not all players see"


@pytest.mark.parametrize(
    ("step", "name"),
    [
        ({"move": "card", "to": "stock", "say": "{player} puts away {card}."}, "card"),
        ({"say": "It has {card.rank}."}, "card"),
        ({"add": 1, "to": "points", "say": "{best} is the best card."}, "best"),
        ({"each": {"other": "players"}, "do": [{"say": "{other} has {other.hand.top.rank}."}]}, "hand"),
    ],
)
def test_a_step_may_not_say_what_only_some_players_see(step: object, name: str) -> None:
    (message,) = _faults("Go?", {"put": {"choose": {"card": "hand"}, "do": [step]}})
    assert message == f"the words would tell of '{name}', which not all players see"


def test_a_step_says_what_all_players_see() -> None:
    steps = [
        {
            "if": "points > 3",
            "then": [{"add": 1, "to": "points"}],
            "say": "{player} has {points} {points|point|points}.",
        },
        {"each": {"other": "players"}, "do": [{"add": 1, "to": "other.points"}, {"say": "{other} has one more."}]},
    ]
    for secret in (False, True):  # a number that nobody sees hides no player
        assert _faults("Go?", {"put": {"choose": {"card": "hand"}, "do": steps}}, secret) == []


def test_an_effect_says_of_which_card_it_is() -> None:
    shine = {"parameters": {"n": "integer"}, "do": [{"add": "n", "to": "points", "say": "{card} shines."}]}
    play = {"put": {"choose": {"card": "hand"}, "do": [{"effects": "card"}]}}
    assert _faults("Go?", play, effects={"shine": shine}) == []


def test_a_question_may_count_hidden_cards() -> None:
    assert _faults([{"if": "not stock or stock | length < 3", "text": "{points} {points|point|points}?"}]) == []


def test_only_what_players_see_of_numbers_is_told() -> None:
    table = _table("rummy")
    state = table.start(3, 0)
    names = {name for name, _ in table.numbers(state, 0)}
    assert names == {f"Score (Player {one})" for one in range(1, len(table.players) + 1)}
    assert all(" is drawn" not in line.text and line.text != "Hand" for line in table.board(state, 0))
    lamps = _table("signal-lamps")
    state = lamps.start(3, 0)
    assert "The crate has run out" not in dict(lamps.numbers(state, 0))
    state.ending_ = True
    assert ("The crate has run out", "") in lamps.numbers(state, 0)


def test_a_set_of_rummy_is_laid_down_whole_but_for_a_card_that_is_kept() -> None:
    table, laid, kept = _table("rummy"), 0, 0
    for seed in range(40):
        state, rng = table.start(seed, 0), Random(seed)
        for _ in range(60):
            if state.is_terminal():
                break
            actions = [*state.legal_actions()]
            sets = [action for action in actions if table.choice(state, action).startswith("Lay down a set")]
            player = state.current_player()
            before, rank = table.hand_names(state, player), sets and table.choice(state, sets[0]).split()[5]
            state.apply_action(sets[0] if sets else rng.choice(actions))
            if not sets or state.is_terminal():
                continue
            count = sum(name.startswith(f"{rank} of") for name in before)
            if count == 4:
                chosen = rng.choice([*state.legal_actions()])
                kept += (keeps := table.choice(state, chosen).startswith(rank))
                state.apply_action(chosen)
            left = sum(name.startswith(f"{rank} of") for name in table.hand_names(state, player))
            assert left == (count == 4 and keeps), (seed, before)
            laid += 1
    assert laid > 20 and kept


def test_a_hand_of_rummy_ends_when_the_stock_is_used_up_and_the_lowest_hand_scores() -> None:
    table, blocked = _table("rummy"), 0
    for seed in range(20):
        state, rng = table.start(seed, 0), Random(seed)
        while not blocked and not state.is_terminal():
            held, score = [0, 0], _scores(table, state)
            for player in (0, 1):
                names = table.hand_names(state, player)
                held[player] = sum(_WORTH.get(name.split()[0], 10) for name in names)
            since, action = table.event_count(state), rng.choice([*state.legal_actions()])
            given = table.choice(state, action).removeprefix("Discard ")
            player = state.current_player()
            state.apply_action(action)
            if any(line.startswith("The stock is used up") for line in table.story(state, since, -1)):
                held[player] -= _WORTH.get(given.split()[0], 10)
                gains = [now - before for now, before in zip(_scores(table, state), score, strict=True)]
                assert gains == [max(0, held[1] - held[0]), max(0, held[0] - held[1])]
                blocked += 1
    assert blocked


_WORTH = {"Ace": 1, **{str(rank): rank for rank in range(2, 11)}}


def _scores(table: Any, state: Any) -> list[int]:
    numbers = dict(table.numbers(state, -1))
    return [int(numbers[f"Score (Player {player})"]) for player in (1, 2)]


def _after(table: Any, beginning: str, first: int = 0) -> tuple[Any, int, list[str]]:
    """Return a game just after the first choice that begins so, who made it, and what another player is told of it."""
    for seed in range(first, first + 40):
        state, rng = table.start(seed, 0), Random(seed)
        while not state.is_terminal():
            actions, player = [*state.legal_actions()], state.current_player()
            chosen = next((one for one in actions if table.choice(state, one).startswith(beginning)), None)
            since = table.event_count(state)
            state.apply_action(rng.choice(actions) if chosen is None else chosen)
            if chosen is not None:
                return state, player, table.story(state, since, 1 - player)
    raise AssertionError(beginning)


def test_a_hidden_card_that_is_drawn_is_told_once_to_others_and_named_to_its_player() -> None:
    table = _table("rummy")
    state, player, told = _after(table, "Draw")
    assert told == [f"Player {player + 1} draws a card of the stock."]
    own = table.story(state, 0, player)[-2:]
    assert own[0] == told[0] and f" goes from stock to Player {player + 1}'s hand." in own[1] and "A card" not in own[1]


def test_a_pile_from_which_a_move_alone_draws_is_lit() -> None:
    lit = {
        "rummy": {
            "Draw a card of the stock": ("stock:top",),
            "Take the top card of the discard pile": ("discard:top",),
        },
        "blackjack": {"Hit": ("stock:top",), "Stand": ()},
    }
    for game, places in lit.items():
        table = _table(game)
        state = table.start(1, 0)
        table.areas(state, state.current_player(), Size(63, 88))
        subjects = {table.choice(state, action): table.subject(state, action) for action in state.legal_actions()}
        assert {words: subjects[words].places for words in places} == places, game


def test_a_set_that_is_laid_down_names_its_card_to_others() -> None:
    _, player, told = _after(_table("rummy"), "Lay down a set with")
    name = told[0].removeprefix(f"Player {player + 1} lays down a set with ").removesuffix(".")
    assert " of " in name and name != told[0]


def test_a_hidden_choice_of_a_step_is_told_by_what_moves() -> None:
    table = _table("rummy")
    told = []
    for first in range(8):
        state, player, _ = _after(table, "Lay down a run", first)
        since = table.event_count(state)
        state.apply_action(state.legal_actions()[0])
        own, others = table.story(state, since, player), table.story(state, since, 1 - player)
        assert own[0].startswith(f"Player {player + 1} chooses: ") and " to melds." in own[1]
        told.append(own.index(others[0]))
        assert others == own[told[-1] :]
    assert 1 in told


def test_a_number_that_names_no_player_says_nobody() -> None:
    for language, word in (("en", "nobody"), ("pt", "ninguém")):
        table = _table("hearts", language)
        assert table.value_words(table.start(3, 0), -1, "player") == word


def test_a_zone_that_a_condition_examines_lies_side_by_side() -> None:
    table = _table("rummy")
    state = table.start(3, 0)
    melds = next(one for one in table.contest.tables.program.zones if one.name == "melds")
    state.pieces(melds, 0).extend(range(40))
    lies = {area.title: area.pieces for area in table.areas(state, 0, Size(63, 88))}
    assert [piece.count for piece in lies["Melds"]] == [1] * 40
    assert "discard" not in _contest("crazy-eights")[0].tables.program.examined  # only its top is asked about


PIER = """
players: 2
zones: {stock: {holds: cards}, well: {faces: nobody}, purse: {holds: coins}, hand: {of: player, holds: []}}
numbers: {leader: {type: player}}
turn:
  moves:
    go: {do: [STEP]}
end: {when: turn > 4, score: 0}
"""


def _pier(step: str) -> tuple[Any, Any]:
    """A contest and its table, of a game with cards and coins, and a step that asks."""
    rules = GameplayRules.model_validate(frozen(yaml.load(PIER.replace("STEP", step), LOADER)))
    fields = {
        "cards": {
            "rank": field("integer"),
            "note": field("text"),
            "tags": SimpleNamespace(type="list", of=field("text")),
        },
        "coins": {"worth": field("integer"), "gold": field("boolean")},
    }
    program = compile_rules("pier", rules, fields, {}).program
    cards = [{"id": name.lower(), "name": name, "rank": 3, "note": "", "tags": ("a",)} for name in ("Sun", "Moon")]
    coins = [{"id": f"penny-{n}", "name": "Penny", "worth": 0, "gold": False} for n in range(2)]
    contest = DescribedContest(make_tables(program, [{"cards": cards, "coins": coins}], 2))
    return contest, contest.tabletop("en")


def test_a_piece_is_told_with_the_fields_of_its_own_kind() -> None:
    _, table = _pier("{end: turn}")
    assert table.cards() == ["Sun", "Moon", "Penny"], "each once"
    assert table.card("Sun") == ["Rank: 3"], "an empty text, and a list, say nothing"
    assert table.card("Penny") == ["Worth: 0", "Gold: no"]
    assert table.card("Tuppence") == []


def test_a_choice_that_may_be_declined_is_asked_by_what_is_chosen() -> None:
    contest, table = _pier("{choose: {fish: stock}, optional: yes}")
    state = contest.start(1, 0)
    state.apply_action(state.string_to_action("go"))
    assert table.question(state).endswith("Choose: Fish.")
    assert [table.card_of(action) for action in state.legal_actions()] == ["Sun", "Moon", ""]


def test_a_question_names_the_player_who_is_asked() -> None:
    contest, table = _pier("{choose: {fish: stock}, by: left, question: 'Which fish does {player} take?'}")
    for first in (0, 1):
        state = contest.start(1, first)
        state.apply_action(state.string_to_action("go"))
        asked = table.players[state.current_player()]
        assert f"Which fish does {asked} take?" in table.waiting(state, 1 - state.current_player())


def test_what_is_gained_is_the_goal_of_a_game_without_a_score() -> None:
    for end, goal in (
        ("{when: turn > 4, score: 0}", "highest"), ("{when: turn > 4, score: 0, winner: lowest}", "lowest"),
        ("{when: turn > 4, payoff: 0}", "gain"),
    ):  # fmt: skip
        rules = yaml.load(PIER.replace("STEP", "{end: turn}").replace("{when: turn > 4, score: 0}", end), LOADER)
        program = compile_rules(
            "pier", GameplayRules.model_validate(frozen(rules)), {"cards": {}, "coins": {}}, {}
        ).program
        table = DescribedContest(make_tables(program, [{"cards": [], "coins": []}], 2)).tabletop("en")
        assert table.goal == table.word(goal), end


def test_who_decides_between_moves_without_a_question_is_told_with_each_name_of_them_once() -> None:
    stated = (
        PIER.replace("go: {do: [STEP]}", "go: {}\n    walk: {}\n    rest: {}") + "titles: {go: Stroll, walk: Stroll}\n"
    )
    rules = GameplayRules.model_validate(frozen(yaml.load(stated, LOADER)))
    program = compile_rules("pier", rules, {"cards": {}, "coins": {}}, {}).program
    contest = DescribedContest(make_tables(program, [{"cards": [], "coins": []}], 2))
    table, state = contest.tabletop("en"), contest.start(1, 0)
    assert table.question(state) == "Player 1: What do you do?"
    assert table.waiting(state, 1) == "Wait for Player 1, who decides between: Stroll, Rest."


def test_ways_to_win_and_to_lose_together_are_the_goal_of_a_game_that_states_none() -> None:
    end = "{win: {lit: {when: turn > 8, text: All is lit.}}, lose: {too_late: {when: turn > 9}}}"
    stated = PIER.replace("STEP", "{end: turn}").replace("{when: turn > 4, score: 0}", end)
    rules = GameplayRules.model_validate(frozen(yaml.load(stated, LOADER)))
    program = compile_rules("pier", rules, {"cards": {}, "coins": {}}, {}).program
    table = DescribedContest(make_tables(program, [{"cards": [], "coins": []}], 2)).tabletop("en")
    assert table.goal == "You win or lose together. You win: All is lit. You lose: too late."


def test_what_is_shown_to_a_player_is_told_to_no_other() -> None:
    contest, table = _pier("{move: stock, to: well}, {reveal: well.top, to: left}")
    state = contest.start(1, 0)
    state.apply_action(state.string_to_action("go"))
    told = [table.story(state, 0, player) for player in (0, 1)]
    assert [line for line in told[1] if line not in told[0]] == ["Revealed: Moon."]
