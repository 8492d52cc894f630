"""What holds at every point of every game, whatever the armies."""

from collections import Counter
from inspect import isdatadescriptor
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.decisions import CARDS
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.limits import excess_special_troops, hand_limit
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.units import EVEN
from cardgen.games.attack_the_tower.engine.state.zones import HAND, KNOWN
from cardgen.games.attack_the_tower.engine.text.notation import cards_of
from cardgen.games.attack_the_tower.engine.text.observation import events
from cardgen.play.random_play import play_random, sample_chance
from cardgen.plugin.rules.errors import IllegalActionError, InvalidActionError, LogError, RulesError
from cardgen.plugin.rules.state import CHANCE, TERMINAL

from .armies import ALL, match

CONFIGS = {
    "auto": Config(max_turns=60),
    "choose": Config(damage="choose", max_turns=25),
    "explicit": Config(chance="explicit", max_turns=40),
}
ONE_PLAIN = pytest.mark.parametrize(
    "config", ["auto", *(pytest.param(name, marks=pytest.mark.extended) for name in ("choose", "explicit"))]
)
FIELDS = [name for name, value in vars(Position).items() if isdatadescriptor(value) and name not in ("match", "legal")]
"""What a position holds, in slots or compiled."""

PAIRS = [(ALL[i], ALL[(i + k) % 6]) for i in range(6) for k in (1, 3)]


def walk(state, rng):
    """All positions of a random game, the first and the last included."""
    yield state
    while not state.is_terminal():
        chance = state.current_player() == CHANCE
        state.apply_action(sample_chance(state, rng) if chance else rng.choice(state.legal_actions()))
        yield state


def games(count, config, salt=0):
    for seed in range(count):
        pair = PAIRS[(seed + salt) % len(PAIRS)]
        yield AttackState.new(match(*pair, CONFIGS[config]), seed), Random(seed)


def costly_games(config):
    """Games in which special troops are paid for while their cards lie beside the board."""
    for seed in range(4):
        yield AttackState.new(match("costly", "costly", CONFIGS[config]), seed), Random(seed)


def strange_games(config, count=6):
    """Games with every verb that changes piles, sides, turns, or what happens later."""
    for seed in range(count):
        pair = ("strange", "strange") if seed % 2 else ("strange", "elves")
        yield AttackState.new(match(*pair, CONFIGS[config]), seed), Random(seed)


def dump(state):
    return {name: getattr(state, name) for name in FIELDS}


def check_invariants(state):
    match = state.match
    held = Counter(cards_of(state))
    assert [held[design] for design in range(len(match.names))] == match.copies  # 50 cards a player
    assert not state.troops & ~state.built  # no troop without a base
    assert not (state.troops >> 1) & EVEN & ~state.troops  # a lone troop is the lower one
    built = sum(3 << 2 * slot for slot, design in enumerate(state.bases) if design >= 0)
    assert built == state.built == sum(state.types)
    assert [d for d in state.bases if d >= 0 and not state.types[match.type[d]]] == []
    for player in (0, 1):
        hand, known = (Counter(state.zones[zone + player]) for zone in (HAND, KNOWN))
        assert not known - hand
        settled = state.decision is None and not state.stack
        if settled and not state.is_terminal():
            assert len(state.zones[HAND + player]) <= hand_limit(state, player)
            assert excess_special_troops(state, player) <= 0
    if state.stage < 0:
        assert state.damage is None
        assert state.combat_step is None


@pytest.mark.parametrize("config", CONFIGS)
def test_invariants_hold(config):
    for state, rng in [*games(6, config), *costly_games(config), *strange_games(config)]:
        for position in walk(state, rng):
            check_invariants(position)


@pytest.mark.parametrize("config", CONFIGS)
def test_all_armies_come_to_an_end(config):
    for first in ALL:
        for second in ALL:
            state = AttackState.new(match(first, second, CONFIGS[config]), 7)
            play_random(state, Random(1), 20_000)
            assert state.current_player() == TERMINAL
            assert state.legal_actions() == ()
            assert sum(state.returns()) == 0


@ONE_PLAIN
def test_legal_actions_apply_and_have_reversible_texts(config):
    for state, rng in [*games(4, config, 3), *strange_games(config, 3)]:
        for position in walk(state, rng):
            texts = [position.action_to_string(action) for action in position.legal_actions()]
            assert len(set(texts)) == len(texts)
            assert [position.string_to_action(text) for text in texts] == list(position.legal_actions())
            if position.current_player() != CHANCE and not position.is_terminal():
                assert len(texts) > 1  # players only decide where they have a choice
            for action in position.legal_actions():
                position.clone().apply_action(action)


def test_illegal_actions_raise_and_change_nothing():
    everything = [
        *range(12),
        *range(actions.ATTACK, actions.ATTACK + 12),
        *range(actions.PICK, actions.PICK + 90),
        actions.PLAY,
        actions.CARD,
    ]
    for state, rng in games(3, "choose"):
        for position in walk(state, rng):
            before = dump(position.clone())
            for action in rng.sample(everything, 12):
                if action not in position.legal_actions():
                    with pytest.raises(IllegalActionError):
                        position.apply_action(action)
            assert dump(position) == before


@pytest.mark.parametrize("action", [-1, 13, 10**9])
def test_unknown_action_is_refused(action):
    state = AttackState.new(match("elves", "samurai"), 1)
    with pytest.raises(InvalidActionError, match="E701"):
        state.apply_action(action)


@pytest.mark.parametrize("action", ["renew", None, 1.0, True])
def test_non_number_is_refused(action):
    state = AttackState.new(match("elves", "samurai"), 1)
    before = dump(state.clone())
    with pytest.raises((RulesError, TypeError)):  # the compiled engine checks the type first
        state.apply_action(action)
    assert dump(state) == before


@pytest.mark.parametrize("text", ["", "renew!", "attack territory 4 -> territory 1", "play nothing", "deal 5000 to x"])
def test_unknown_action_text_is_refused(text):
    with pytest.raises(InvalidActionError, match="E701"):
        AttackState.new(match("elves", "samurai"), 1).string_to_action(text)


def shares(one: AttackState, other: AttackState, name: str) -> bool:
    """Return whether two positions have a value in common that can change."""
    values = [getattr(each, name) for each in (one, other)]
    return isinstance(values[0], list) and values[0] is values[1]


@ONE_PLAIN
def test_clones_are_independent(config):
    for state, rng in [*games(4, config, 5), *strange_games(config, 3)]:
        for position in walk(state, rng):
            before = dump(position.clone())
            twin = position.clone()
            assert dump(twin) == before
            assert not [name for name in (*FIELDS, "legal") if shares(twin, position, name)]
            play_random(twin, Random(3), 5)
            assert dump(position) == before


def test_same_seed_gives_the_same_game():
    for first, second in PAIRS:
        texts = set()
        for _ in range(2):
            state = AttackState.new(match(first, second), 11)
            play_random(state, Random(5))
            texts.add(state.to_text())
        assert len(texts) == 1


def test_history_replays_to_the_same_state():
    for config in CONFIGS:
        for state, rng in [*games(4, config), *strange_games(config, 4)]:
            fresh = state.clone()
            for _ in walk(state, rng):
                pass
            for action in state.history():
                fresh.apply_action(action)
            assert fresh.to_text() == state.to_text()


@ONE_PLAIN
def test_text_of_a_state_gives_it_back(config):
    for state, rng in [*games(3, config, 1), *costly_games(config), *strange_games(config, 4)]:
        for count, position in enumerate(walk(state, rng)):
            if position.is_terminal() or (count % 8 and not position.stack):
                continue
            again = AttackState.from_text(position.match, position.to_text())
            assert again.to_text() == position.to_text()
            assert again.legal_actions() == position.legal_actions()
            twins = position.clone(), again
            for twin in twins:
                play_random(twin, Random(2), 8)
            assert twins[0].to_text() == twins[1].to_text()


def test_text_of_a_game_that_its_last_turn_has_ended_gives_it_back():
    state = AttackState.new(match("elves", "samurai", Config(max_turns=2)), 1, first=0)
    play_random(state, Random(1), 9999)
    assert (state.is_terminal(), state.turn) == (True, 3)
    again = AttackState.from_text(state.match, state.to_text())
    assert (again.to_text(), again.returns()) == (state.to_text(), [0.0, 0.0])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("position, format 1", "position, format 9"),
        ("armies: elves samurai", "armies: elves pirates"),
        ("turn: 0", "turn: many"),
        ("winner: nobody\n", ""),
        ("winner: nobody", "winner: player 1"),
        ("phase: burn", "phase: over"),
        ("treecity", "moon"),
        ("treecity", "lair"),
        ("phase: burn", "phase: lunch"),
    ],
)
def test_edited_text_of_a_state_is_refused(old, new):
    state = AttackState.new(match("elves", "samurai"), 4)
    text = state.to_text()
    assert old in text
    with pytest.raises(LogError, match="E703"):
        AttackState.from_text(state.match, text.replace(old, new, 1))


def test_text_that_was_written_after_a_game_is_read_by_a_match_compiled_anew():
    """The number of a set of cards, in the line `ask`, is the same in every process."""
    walks = [walk(state, rng) for state, rng in [*games(4, "auto"), *strange_games("auto", 2)]]
    asking = [position.clone() for walked in walks for position in walked if position.decision]
    last = {position.match: position for position in asking if position.decision[0] == CARDS}
    assert len(last) > 1
    for old, position in last.items():
        again = AttackState.from_text(compile_match(*old.armies, old.config), position.to_text())
        assert again.to_text() == position.to_text()


def damaged_texts():
    """Complete texts of positions within games, each with one character, number or line in another one's place."""
    texts = [
        (position.match, position.to_text())
        for state, rng in [*games(1, "choose", 1), *strange_games("explicit", 2)]
        for position in walk(state, rng)
        if position.stack or position.decision or position.modifiers
    ]

    @st.composite
    def damaged(draw):
        played, text = draw(st.sampled_from(texts))
        lines, others = text.split("\n"), draw(st.sampled_from(texts))[1].split("\n")
        effects = st.integers(len(lines) - 9, len(lines) - 1)
        number = draw(st.integers(0, len(lines) - 1) | effects)
        name, colon, value = lines[number].partition(":")
        words, old = value.split() or [""], draw(st.integers(0, len(lines[number])))
        words[draw(st.integers(0, len(words) - 1))] = str(draw(st.integers(-2, 20) | st.integers()))
        same = [line for line in others if line.partition(":")[0] == name]
        character = draw(st.sampled_from("0123456789- ,/|;ab:\n"))
        renumbered = f"{name}{colon} {' '.join(words)}"
        mistyped = f"{lines[number][:old]}{character}{lines[number][old + 1 :]}"
        lines[number] = draw(st.sampled_from([renumbered, mistyped, *same]))
        return played, "\n".join(lines)

    return damaged()


@settings(max_examples=150)
@given(st.deferred(damaged_texts))
def test_damaged_text_of_a_state_is_read_or_refused(damaged):
    played, text = damaged
    try:
        AttackState.from_text(played, text)
    except LogError as error:
        assert error.code == "E703"


def test_number_of_an_effect_that_does_not_exist_is_refused_at_its_line():
    for state, rng in strange_games("auto", 1):
        position = next(position for position in walk(state, rng) if position.modifiers)
        for effect in (-1, len(position.match.lasting)):
            text = position.to_text().replace("\nmods: ", f"\nmods: {effect} 0 0, ")
            number = next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith("mods:"))
            with pytest.raises(LogError, match=f"E703 line {number}: mods: .* is impossible here"):
                AttackState.from_text(position.match, text)


@ONE_PLAIN
def test_resampled_states_look_the_same(config):
    """The player has the same observation, information and choices; the rest is dealt anew."""
    for state, rng in [*games(3, config, 2), *strange_games(config, 4)]:
        differ = 0
        for count, position in enumerate(walk(state, rng)):
            for player in (0, 1) if count % 21 == 0 else ():
                other = position.resample_from_infostate(player, rng)
                check_invariants(other)
                assert other.information_state_string(player) == position.information_state_string(player)
                assert other.observation_string(player) == position.observation_string(player)
                if position.current_player() == player:
                    assert other.legal_actions() == position.legal_actions()
                differ += other.zones != position.zones
                play_random(other, Random(4), 30)
        assert differ


def test_what_each_player_saw_is_hidden_when_the_position_is_dealt_anew_for_both():
    for state, rng in games(1, "explicit", 2):
        *_, last = walk(state, rng)
        logs = []
        for players in ((0, 1), (1, 0), (0, 0), (1, 1)):
            other = last
            for player in players:
                other = other.resample_from_infostate(player, rng)
            logs.append(events(other))
        assert logs[0] == logs[1]
        assert len({*map(tuple, logs)}) == 3  # players know more of what only they have seen


def test_observation_hides_the_other_hand():
    for state, rng in games(6, "auto", 4):
        for position in walk(state, rng):
            unseen = [d for d in set(position.zones[HAND + 1]) if d not in position.zones[KNOWN + 1]]
            line = next(x for x in position.observation_string(0).splitlines() if x.startswith("player 2 hand"))
            assert not any(position.match.names[design] in line for design in unseen)


def test_swapped_players_play_the_mirrored_game():
    for seed, (first, second) in enumerate(PAIRS):
        game = AttackState.new(match(first, second), seed, first=0)
        mirror = AttackState.new(match(second, first), seed, first=1, streams=(1, 0))
        rng = Random(seed)
        lots = game.rng, mirror.rng
        assert lots[0] == lots[1]
        while not game.is_terminal():
            assert game.current_player() == 1 - mirror.current_player()
            answers = {swapped(game.action_to_string(a), game.match, mirror.match): a for a in game.legal_actions()}
            assert sorted(answers) == sorted(mirror.action_to_string(a) for a in mirror.legal_actions())
            text = rng.choice(sorted(answers))
            game.apply_action(answers[text])
            mirror.apply_action(mirror.string_to_action(text))
        assert game.returns() == mirror.returns()[::-1]


def swapped(text, match, mirror):
    """The text of an action in the mirrored game."""
    words = text.split(" ")
    if words[-2:-1] == ["player"]:
        words[-1] = str(3 - int(words[-1]))
    return " ".join(mirror.names[_twin(match, mirror, match.designs[w])] if w in match.designs else w for w in words)


def _twin(match, mirror, design):
    own = [d for d in range(len(match.names)) if match.army[d] == match.army[design]]
    theirs = [d for d in range(len(mirror.names)) if mirror.army[d] != match.army[design]]
    return theirs[own.index(design)]
