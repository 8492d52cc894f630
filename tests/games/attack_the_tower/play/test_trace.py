"""Which effects did something: traced cards replay games, compared with plain logs and states."""

from random import Random

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.effects import Effect
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.history import RecordedState
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.text import observation
from cardgen.games.attack_the_tower.engine.trace import EffectTrace, parts
from cardgen.games.attack_the_tower.play import summary
from cardgen.games.attack_the_tower.play.contest import AttackContest
from cardgen.play.simulate.agents import RandomAgent, ScriptedAgent
from cardgen.play.simulate.match import play_round
from cardgen.plugin.schema import yaml_key

from .armies import ALL, army, with_abilities
from .tables import common, design_of, does, lay, match_of

PAIRS = [(ALL[at], ALL[(at + 1) % 6]) for at in range(6)]
PLAIN = {"kind": "common", "icon": "hand", "timing": {"window": "main"}, "name": "x"}
HUNDRED = {"atleast": {"of": {"of": "troop", "in": "field"}, "amount": 100}}


def played(match, seed, agent):
    state, rng = AttackState.new(match, seed, first=0), Random(seed)
    while not state.is_terminal():
        state.apply_action(agent(state, rng))
    return state


def by_lot(state, rng):
    return rng.choice(state.legal_actions())


@pytest.mark.parametrize("pair", PAIRS)
def test_traced_cards_play_the_same_game(pair):
    match = compile_match(army(pair[0]), army(pair[1]))
    for seed in range(2):
        state = played(match, seed, by_lot)
        replayed = AttackState.new(EffectTrace(match).match, seed, first=0)
        summary.replay_features(replayed, state.history())
        assert replayed.to_text() == state.to_text()


@pytest.mark.parametrize("name", ALL)
def test_every_effect_of_a_card_is_a_part_of_its_own(name):
    """As many as verbs are written that do something themselves."""

    def verbs(value):
        if isinstance(value, dict):  # an effect has one key, a selector with `power` has more
            (key, only), *more = value.items() or [("", None)]
            effect = not more and key in doing and isinstance(only, dict)
            return effect + sum(map(verbs, value.values()))
        return sum(map(verbs, value)) if isinstance(value, list | tuple) else 0

    doing = {yaml_key(name) for name in Effect.model_fields} - {"if", "for_each", "delay"}
    for ability in army(name).abilities:
        written = ability.model_dump(by_alias=True, exclude_unset=True, include={"effects", "troop"})
        assert len(parts(ability)) == verbs(written)


def happened(abilities):
    """Names of the effects that ever did something, and all games of an army against elves."""
    contest = AttackContest([with_abilities([PLAIN | one for one in abilities]), army("elves")])
    results = [result for seed in range(6) for result in play_round(contest, [RandomAgent(), RandomAgent()], seed)]
    names = {card.id: [effect.name for effect in card.effects] for card in contest.cards(0)}
    found = {(id, names[id][number]) for result in results for id, number in result.summary.effects[0]}
    return {(id.removeprefix("abilities/"), name) for id, name in found}, results


def test_ineffective_effects_are_not_traced():
    draw, kill = {"draw": {"who": "self", "amount": 1}}, {"destroy": {"who": {"of": "troop", "pick": "one"}}}
    nobody = {"destroy": {"who": {"of": "troop", "power": {"min": 50}}}}
    base = {"power": {"who": {"of": "base"}, "add": 1, "until": "turn"}}
    found, results = happened(
        [
            {"id": "sure", "copies": 8, "effects": [draw]},
            {"id": "either", "copies": 8, "effects": [{"if": {"that": HUNDRED, "then": [kill], "else": [draw]}}]},
            {"id": "void", "copies": 8, "effects": [nobody, base]},
        ]
    )
    assert all(any(result.summary.used[0].get(f"abilities/{id}") for result in results) for id in ("sure", "void"))
    assert {name for name in found if name[0] != "void"} == {("sure", "draw"), ("either", "draw, if it does not hold")}
    assert ("void", "destroy") not in found


def test_lasting_effects_happen_when_they_are_asked_for():
    """A power that nobody has changes nothing; one of all troops does once there is a battle."""
    change = {"add": 1, "until": "turn"}
    who = {
        "all": {"who": {"of": "troop"}},
        "none": {"who": {"of": "troop", "power": {"min": 50}}},
        "unless": {"who": {"of": "troop"}, "while": HUNDRED},
    }
    found, _ = happened([{"id": id, "copies": 8, "effects": [{"power": {**one, **change}}]} for id, one in who.items()])
    assert found == {("all", "power")}


GO = "attack territory 1 -> territory 1"
LAND = {"of": "territory", "owner": "opponent", "pick": "one"}
ENEMY, OWN_BASE = {"of": "troop", "owner": "opponent"}, {"of": "base", "owner": "self", "pick": "one"}


@pytest.mark.parametrize(
    ("effect", "texts"),
    [
        ({"redirect": {"to": LAND}}, (GO, "play x", "pick territory 2 of player 2")),
        ({"end_battle": {}}, (GO, "play x")),
        ({"cancel": {}}, (GO, "play x")),
        ({"strike": {"who": {**ENEMY, "type": "heavy_infantry"}, "amount": 1}}, (GO, "play x")),
        ({"destroy": {"who": {"of": "palace", "owner": "opponent"}}}, ("play x",)),
        ({"look": {"who": "opponent", "pile": "base", "amount": 1}}, ("play x",)),
        ({"recruit": {"bases": OWN_BASE}}, ("play x", "pick base 1.2 of player 1")),
        (
            {"swap": {"a": OWN_BASE, "b": OWN_BASE}},
            ("play x", "pick base 1.1 of player 1"),
        ),
        ({"mill": {"who": "opponent", "pile": "base"}}, ("play x",)),
        ({"renew": {}}, ("play x",)),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_an_effect_that_changes_one_thing_has_happened(effect, texts):
    window = ("main",) if "renew" in effect else ("main", "battle")
    trace = EffectTrace(
        match_of(common("x", effect, window=window), config=Config(must_act=False, palace_advance="may"))
    )
    mine = "l1 s1" if "swap" in effect else "l2 s0"  # so that nothing but the bases is exchanged
    state = lay(trace.match, mine, "h1 h1 / s1", my_hand="x")
    does(state, *texts)
    assert trace.done == {(design_of(trace.match, "x", 0), 0)}


def test_cards_that_were_not_played_did_nothing():
    contest = AttackContest([army("elves"), army("samurai")])
    for seed in range(3):
        for result in play_round(contest, [RandomAgent(), ScriptedAgent()], seed):
            for player in (0, 1):
                effects = {card.id: len(card.effects) for card in contest.cards(player)}
                assert {id for id, _ in result.summary.effects[player]} <= set(result.summary.used[player])
                assert all(number < effects[id] for id, number in result.summary.effects[player])


def test_words_are_those_of_the_vocabulary_around_an_effect():
    ability = with_abilities(
        [PLAIN | {"id": "x", "effects": [{"if": {"that": HUNDRED, "then": [{"draw": {"who": "opponent"}}]}}]}]
    ).abilities[0]
    (part,) = parts(ability)
    assert part.verb == "draw"
    assert part.when == "then"
    assert set(part.words) == {"if", "of: troop", "in: field", "draw", "who: opponent"}


def test_a_play_is_told_by_its_moment():
    draw = common("x", {"draw": {"who": "self"}})
    table = {"mine": "l1", "theirs": "l1", "my_hand": "x", "their_hand": "x"}
    moments = {
        "play an ability in one's own main phase": ("play x",),
        "play an ability in the other's main phase": ("hold", "play x"),
        "play an ability as defender": ("attack territory 1 -> territory 1", "play x"),
        "play an ability as attacker": ("attack territory 1 -> territory 1", "pass", "play x"),
    }
    for name, texts in moments.items():
        state = lay(match_of(draw), **table, phase=Phase.ANNOUNCE if "hold" in texts else Phase.ACT)
        does(state, *texts[:-1])
        action = next(one for one in state.legal_actions() if state.action_to_string(one).startswith("play x"))
        assert summary.replay_features(state, [action]) == {name}


def test_features_of_cards_that_nobody_has_are_not_missed():
    contest = AttackContest([with_abilities([PLAIN | {"id": "x"}]), with_abilities([PLAIN | {"id": "y"}])])
    features = contest.features()
    assert "play a common ability" in features
    assert not {"play a special ability", "play a troop ability", "play an ability as attacker"} & set(features)
    assert not [name for name in features if "special" in name]


def assert_same_at_the_table(state, at_table):
    for action in state.history():
        at_table.apply_action(action)
    assert [*observation.events(at_table)] == [*observation.events(state)]
    assert at_table.to_text() == state.to_text()
    assert at_table.history() == state.history()  # without what was forced, so that a record of it replays


def test_features_of_a_moment_are_seen():
    found = set()
    match = compile_match(army("elves"), army("samurai"))
    for seed in range(12):
        state = played(match, seed, by_lot)
        moments = summary.replay_features(AttackState.new(match, seed, first=0), state.history())
        found |= moments
        if seed < 3:
            assert_same_at_the_table(state, RecordedState.new(match, seed, first=0))
        over = any(actions.BUILD <= action < actions.HIT for action in state.history())
        assert over or "build over a base (rule build_over)" not in moments
    assert found <= set(summary.FEATURES)
    assert {"build over a base (rule build_over)", "play an ability as attacker"} <= found
    assert "have to renew or attack (rule must_act)" in found
