"""Whole games of random players: what holds in every one of them, for every number of players and difficulty."""

from __future__ import annotations

from random import Random

import pytest

from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.siege_state import SiegeState
from cardgen.games.stonewater_weir.engine.state.actions import EVENT, ROLL, all_actions
from cardgen.games.stonewater_weir.engine.state.asking import draw_from, roll
from cardgen.games.stonewater_weir.engine.state.places import HEAVY, ROUNDS, Cause, Stream
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, events_of
from cardgen.games.stonewater_weir.engine.text.invariants import problems
from cardgen.plugin.rules.errors import IllegalActionError, InvalidActionError, LogError
from cardgen.plugin.rules.state import CHANCE, TERMINAL
from tests.games.stonewater_weir.engine.fixed import fixed_tables
from tests.games.stonewater_weir.engine.siege import position, random_position, tables


def play(state: SiegeState, rng: Random) -> int:
    """Play a game to its end, check every position, and return the number of actions."""
    count = 0
    known = set(all_actions(state.position.tables))
    while not state.is_terminal():
        assert [*problems(state._begin)] == []
        legal = state.legal_actions()
        assert len(legal) > 1 or state.current_player() == CHANCE
        assert len(set(legal)) == len(legal)
        assert known.issuperset(legal)
        assert state.current_player() in range(state.position.tables.players)
        state.apply_action(rng.choice(legal))
        count += 1
    assert [*problems(state.position)] == []
    return count


@pytest.mark.parametrize("difficulty", ["easy", "middle", "full"])
@pytest.mark.parametrize("players", range(1, 7))
def test_any_number_of_players_and_difficulty(players: int, difficulty: str) -> None:
    for seed in range(4):
        state = SiegeState.new(tables(players, difficulty=difficulty), seed, first=seed % players)
        play(state, Random(seed))
        assert state.current_player() == TERMINAL
        assert state.returns() in ([1.0] * players, [-1.0] * players)
        assert state.position.cause != Cause.NONE
        assert 1 <= state.position.round <= ROUNDS
        assert not state.legal_actions()


@pytest.mark.parametrize("seed", range(8))
def test_figures_are_accounted_for(seed: int) -> None:
    state = SiegeState.new(tables(difficulty="full"), seed, telling=True)
    play(state, Random(seed))
    spawned, destroyed = [0] * 5, [0] * 5
    for kind, *numbers in events_of(state.position):
        if kind == Event.SPAWNED:
            spawned[numbers[1]] += numbers[2]
        elif kind == Event.DESTROYED:
            destroyed[numbers[1]] += numbers[2]
    on_board = [sum(state.position.units[unit::5]) for unit in range(5)]
    assert [came - went for came, went in zip(spawned, destroyed, strict=True)] == on_board


def test_hits_are_accounted_for() -> None:
    """Hits of Mudlings and Spittoads are taken or ignored, each once; each hit taken costs a point of morale."""
    attacks = 0
    for seed in range(8):
        state = SiegeState.new(tables(difficulty="full"), seed, telling=True)
        play(state, Random(seed))
        left = taken = 0
        for kind, *numbers in events_of(state.position):
            if taken:
                assert kind == Event.MORALE
                assert numbers[1] == -taken
            taken = 0
            if kind == Event.ENEMY_ATTACK:
                left = numbers[2] * (5 if numbers[1] == HEAVY else 1)  # each hit of a Wreckback hits everybody there
                attacks += 1
            elif kind in (Event.HIT, Event.IGNORED):
                left -= numbers[1]
                assert left >= 0
                taken = numbers[1] if kind == Event.HIT and numbers[0] >= 0 else 0
    assert attacks


@pytest.mark.parametrize("seed", range(6))
def test_a_text_is_read_back(seed: int) -> None:
    state, rng = SiegeState.new(tables(3, difficulty="full"), seed, first=seed % 3), Random(seed)
    while not state.is_terminal():
        again = SiegeState.from_text(state.position.tables, state.to_text())
        assert again.to_text() == state.to_text()
        assert again.legal_actions() == state.legal_actions()
        assert again.current_player() == state.current_player()
        action = rng.choice(state.legal_actions())
        assert state.string_to_action(state.action_to_string(action)) == action
        again.apply_action(action)
        state.apply_action(action)
        assert again.to_text() == state.to_text()
    assert SiegeState.from_text(state.position.tables, state.to_text()).is_terminal()


def test_a_text_may_leave_out_most() -> None:
    state = SiegeState.from_text(
        tables(), "step: turn\nheroes: ilka dov oren hask\nactive: ilka\nactions: 3 0 0", seed=4
    )
    assert state.position.morale[1] == 5
    assert sum(map(len, state.position.piles[:4])) == 120
    assert state.legal_actions()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("step: nap", "line 1: 'nap' is not one of: deal_heroes, set_up, "),
        ("rounds: 3", "line 1: unknown line 'rounds'"),
        ("round: 13", "line 1: expected a number from 1 to 12, found '13'"),
        ("round: 1\nround: 2", "line 2: 'round' is there twice"),
        ("step: turn\nheroes: ilka", "line 2: expected 4 different heroes"),
        ("step: turn\nheroes: ilka dov oren hask\nnorth-1: mudling=25", "25 figures of mudling are on the board"),
        ("step: turn\nheroes: ilka dov oren hask\ndov: gold=9", "a track of dov stands at 9"),
        ("step: turn\nheroes: ilka dov oren hask\ntamsin: gold=1", "line 3: 'tamsin' is not one of the heroes"),
        ("step: turn\nheroes: ilka dov oren hask\nevent deck: undertow=1", "the events are not those of the deck"),
        (
            "step: turn\nheroes: ilka dov oren hask\nactive: ilka\nactions: 3 0 0\nanswers: shoot the long arm",
            "the answer 'shoot the long arm' is not possible here",
        ),
        ("step: turn\nheroes: ilka dov oren hask\nanswers: sing", "'sing' is not an action of this game"),
    ],
)
def test_texts_that_contradict_themselves(text: str, message: str) -> None:
    with pytest.raises(LogError) as error:
        SiegeState.from_text(tables(), text)
    assert message in str(error.value)


def test_luck_that_cannot_be_is_refused_in_a_text() -> None:
    """A die of five sides rolls no 6, and a card comes from the pile that is drawn from."""
    for answer, act, value in (
        (ROLL + 5, lambda table: roll(table, Stream.RED, 5), 5),
        (ROLL + 6, lambda table: roll(table, Stream.RED, 5), None),
        (EVENT + 2, lambda table: draw_from(table, Stream.EVENTS, (1, 2), EVENT), 2),
        (EVENT + 3, lambda table: draw_from(table, Stream.EVENTS, (1, 2), EVENT), None),
    ):
        table = position()
        table.tape, table.cursor, table.checking = [answer], 0, True
        if value is not None:
            assert (act(table), table.cursor) == (value, 1)
            continue
        with pytest.raises(LogError):
            act(table)


@pytest.mark.parametrize("seed", range(5))
def test_the_same_actions_give_the_same_game(seed: int) -> None:
    state = random_position(seed, actions=1000)
    again = SiegeState.new(tables(), seed)
    for action in state.history():
        again.apply_action(action)
    assert again.to_text() == state.to_text()


@pytest.mark.parametrize("seed", range(5))
def test_a_copy_is_independent(seed: int) -> None:
    state = random_position(seed, actions=40)
    copy, text = state.clone(), state.to_text()
    assert (copy.to_text(), copy.history()) == (text, state.history())
    for name in SiegePosition.__slots__:
        value, copied = getattr(state.position, name), getattr(copy.position, name)
        assert value == copied and not (isinstance(value, list) and value is copied), name
    assert copy.information_state_string(0).splitlines()[-40:] == [*map(state.action_to_string, state.history())][-40:]
    play(copy, Random(1))
    assert state.to_text() == text


@pytest.mark.parametrize("seed", range(12))
def test_resampling_keeps_what_players_see(seed: int) -> None:
    state = random_position(seed, tables(3, difficulty="full"), actions=11 * seed + 1)
    for player in range(3):
        other = state.resample_from_infostate(player, Random(seed))
        assert other.observation_string(player) == state.observation_string(player)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        if not state.is_terminal():
            action = state.legal_actions()[-1]
            for game in (state.clone(), other):
                game.apply_action(action)
        assert other.position.luck != state.position.luck


def test_luck_does_not_depend_on_what_players_do() -> None:
    """The n-th spawning roll and the n-th event of a seed are the same, whatever happens in between."""
    rolls, events = set(), set()
    for policy in (0, -1):
        state = SiegeState.new(tables(), 5, telling=True)
        while not state.is_terminal() and state.position.round < 3:
            state.apply_action(state.legal_actions()[policy])
        found = [*events_of(state.position)]
        rolls.add(tuple(event[2] for event in found if event[0] == Event.SPAWN_ROLL)[:8])
        events.add(tuple(event[1] for event in found if event[0] == Event.EVENT_DRAWN)[:1])
    assert len(rolls) == len(events) == 1


def test_the_first_player_has_the_first_seat() -> None:
    for first in range(3):
        state = SiegeState.new(tables(3), 1, first=first)
        assert state.current_player() == first
        assert state.position.order == SiegeState.new(tables(3), 1).position.order


def test_actions_that_are_not_allowed() -> None:
    state = SiegeState.new(tables(), 1)
    with pytest.raises(IllegalActionError, match="E702 illegal action 'end turn' of player 1 in round 1"):
        state.apply_action(0)
    with pytest.raises(InvalidActionError, match="E701 99999999 is not an action of this game"):
        state.apply_action(99999999)
    with pytest.raises(InvalidActionError, match="E701 'sing' is not an action of this game"):
        state.string_to_action("sing")
    state = random_position(1, actions=10_000)
    with pytest.raises(IllegalActionError, match="the game is over"):
        state.apply_action(0)


@pytest.mark.parametrize("seed", range(3))
def test_chance_as_a_player(seed: int) -> None:
    state, rng = SiegeState.new(tables(2, chance="explicit", difficulty="full")), Random(seed)
    assert state.current_player() == CHANCE
    while not state.is_terminal():
        if state.current_player() == CHANCE:
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            assert tuple(state.legal_actions()) == actions
            assert abs(sum(weights) - 1) < 1e-9
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            assert not state.chance_outcomes()
            state.apply_action(rng.choice(state.legal_actions()))
        assert [*problems(state._begin)] == []
        if state._begin.phase <= SiegePhase.SET_UP:
            again = SiegeState.from_text(state.position.tables, state.to_text())
            assert (again.to_text(), again.legal_actions()) == (state.to_text(), state.legal_actions())
    assert state.position.phase == SiegePhase.OVER


def test_the_tree_has_the_games_of_the_seeds() -> None:
    """A seeded game, given to the tree action by action with the luck that it had, is the same game."""
    seeded = SiegeState.new(tables(), 3, telling=True)
    rng = Random(3)
    for _ in range(30):
        seeded.apply_action(rng.choice(seeded.legal_actions()))
    text = seeded.to_text().replace("\nluck:", "\nluck :").partition("\nluck :")[0]
    explicit = SiegeState.from_text(tables(chance="explicit"), text)
    assert explicit.legal_actions() == seeded.legal_actions()
    assert explicit.position.options == seeded.position.options


def count_positions(state: SiegeState, depth: int) -> int:
    if not depth:
        return 1
    total = 0
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        total += count_positions(after, depth - 1)
    return total


@pytest.mark.parametrize(
    ("seed", "skip", "counts"), [(1, 0, (4, 16, 288)), (2, 20, (20, 379, 4834)), (3, 45, (4, 84, 1760))]
)
def test_number_of_positions(seed: int, skip: int, counts: tuple[int, ...]) -> None:
    """Regression counts: positions that one, two and three actions lead to."""
    state, rng = SiegeState.new(fixed_tables(), seed), Random(seed)
    for _ in range(skip):
        state.apply_action(rng.choice(state.legal_actions()))
    assert tuple(count_positions(state, depth) for depth in (1, 2, 3)) == counts
