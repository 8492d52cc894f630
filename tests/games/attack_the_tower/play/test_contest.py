"""What simulations ask of the game."""

import pickle
from random import Random

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.constants import CONSTANTS
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.evaluation import evaluate, features, territory_powers
from cardgen.games.attack_the_tower.engine.state.actions import RENEW, build_action
from cardgen.games.attack_the_tower.engine.state.changes import build_base, recruit_troops
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import FORCED
from cardgen.games.attack_the_tower.engine.state.stats import unit_stats
from cardgen.games.attack_the_tower.engine.state.units import BASE, SPECIAL, TERRITORY_SLOTS
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DRAW, BASE_DRAW
from cardgen.games.attack_the_tower.play import summary
from cardgen.games.attack_the_tower.play.contest import ACTIONS_OF_A_TURN, AttackContest, AttackRules
from cardgen.games.attack_the_tower.play.tabletop import AttackTabletop
from cardgen.games.attack_the_tower.schema import ArmyDeck
from cardgen.model.deck import LocalizedText
from cardgen.play.simulate.agents import RandomAgent, ScriptedAgent
from cardgen.play.simulate.match import play_round
from cardgen.report.errors import UnlocatedError

from .armies import ALL, army, with_abilities
from .tables import SPECIALS, choices, common, design_of, does, lay, match_of

PAIRS = [(ALL[at], ALL[(at + 1) % 6]) for at in range(6)]


def contest(first="elves", second="samurai"):
    return AttackContest([army(first), army(second)])


def positions(first, second, seed, scripted=0.5):
    """All positions of a game in which the script decides half of the time."""
    table, rng = contest(first, second), Random(seed)
    state = table.start(seed, seed % 2)
    while not state.is_terminal():
        yield table, state
        mover = state.current_player()
        action = table.script(state, mover, rng) if rng.random() < scripted else rng.choice(state.legal_actions())
        assert action in state.legal_actions()
        state.apply_action(action)
    yield table, state


@pytest.mark.parametrize("pair", PAIRS)
def test_the_script_plays_legally_and_the_evaluation_is_fair(pair):
    for seed in range(2):
        for table, state in positions(*pair, seed):
            chances = [table.evaluate(state, player) for player in (0, 1)]
            assert sum(chances) == pytest.approx(1)
            assert 0 <= chances[0] <= 1
        if state.winner >= 0:
            assert chances[state.winner] == 1


def test_strengths_are_those_of_the_troops():
    for _, state in positions("elves", "samurai", 3):
        if not state.active_verbs:
            for area, power in zip(TERRITORY_SLOTS, territory_powers(state), strict=True):
                assert power == sum(value for value, _ in unit_stats(state, state.troops & area).values())


def test_more_troops_are_better():
    state = contest().start(1, 0)
    while not state.built & 3:
        build_base(state, state.zones[4][0] if state.match.kind[state.zones[4][0]] == 0 else 0, 0)
    before = evaluate(state, 0)
    recruit_troops(state, 3)
    assert evaluate(state, 0) > before
    assert features(state)[0] > 0


def test_the_script_sees_nothing_that_is_hidden():
    """The same position with hidden cards dealt anew has the same answer."""
    for seed in range(3):
        for count, (table, state) in enumerate(positions("elves", "samurai", seed)):
            if count % 5 == 0 and not state.is_terminal():
                mover = state.current_player()
                other = state.resample_from_infostate(mover, Random(count))
                assert table.script(state, mover, Random(1)) == table.script(other, mover, Random(1))


def test_who_begins_has_the_luck_of_the_seat():
    table = contest("elves", "elves")
    for seed in range(4):
        one, two = play_round(table, [ScriptedAgent(), ScriptedAgent()], seed)
        assert one.summary.turns == two.summary.turns
        assert one.scores[0] == 1 - two.scores[0]


def test_a_contest_travels_to_other_processes():
    table = AttackContest([army("elves"), army("samurai")], Config(opening_hand=4, max_turns=9, recruit="may"))
    again = pickle.loads(pickle.dumps(table))
    assert again.match.config == table.match.config
    games = [play_round(one, [RandomAgent(), ScriptedAgent()], 4) for one in (table, again)]
    assert games[0] == games[1]


def test_a_game_that_fixes_other_numbers_is_played_by_them_or_refused(monkeypatch):
    decks, rules = [army("elves"), army("samurai")], AttackRules()
    fixed = {"opening_hand": 3, "hand_limit": 6, "renewal_draw": 4}
    monkeypatch.setattr(ArmyDeck, "constants_of_game", {**CONSTANTS, **fixed, "base_cards": 26})
    assert rules.contest(decks, {"max_turns": "7"}).match.config == Config(max_turns=7, **fixed)
    tree = rules.tree(decks, {"max_turns": "7"})
    assert tree.contest.match.config == tree.start().match.config == Config(max_turns=7, chance="explicit", **fixed)
    assert tree.longest == 7 * ACTIONS_OF_A_TURN
    for name in ("territories", "slots_per_territory", "piles", "troops_per_base_max", "base_power", "palace_power"):
        right = CONSTANTS[name]
        monkeypatch.setattr(ArmyDeck, "constants_of_game", {**CONSTANTS, **fixed, name: right + 1})
        for begin in (rules.contest, rules.tree):
            with pytest.raises(UnlocatedError) as caught:
                begin(decks)
            said = f"a game with {name} {right + 1} cannot be played: the rules engine has {right}"
            assert (caught.value.code, caught.value.message) == ("E707", said)
            assert caught.value.expected == f"{name}: {right}"


def test_facts_are_of_the_game():
    for pair in PAIRS[:3]:
        for result in play_round(contest(*pair), [ScriptedAgent(), ScriptedAgent()], 2):
            for player in (0, 1):
                ids = {card.id for card in contest(*pair).cards(player)}
                assert set(result.summary.used[player]) <= ids
                assert result.summary.drawn[player] <= ids
                assert any(card.startswith("bases/") for card in result.summary.used[player])
            assert result.summary.features <= set(contest().features())
            assert {"build a base", "renew"} <= result.summary.features
            assert ("destroy a palace" in result.summary.features) == (result.scores[0] != 0.5)


@pytest.mark.parametrize(
    ("action", "feature"),
    [
        ("attack territory 3 -> territory 3", "attack from a territory"),
        ("attack palace -> territory 1", "attack from the palace"),
        ("pick troop 1.1a of player 1", "pick a troop"),
        ("pick troop 3.3b of player 2", "pick a troop"),
        ("pick base 1.1 of player 1", "pick a base"),
        ("pick base 3.3 of player 2", "pick a base"),
        ("pick territory 1 of player 1", "pick a territory"),
        ("pick territory 3 of player 2", "pick a territory"),
        ("pick palace of player 2", "pick a palace"),
        ("pick special 1 of player 1", "pick a special troop"),
        ("play knight", "play a special ability"),
        ("choose knight", "choose a card"),
        ("build hut on 1.1 of player 1", "build a base"),
        ("renew", "renew"),
        ("hold", "do not renew"),
        ("burn", "burn an opening hand (rule max_burns)"),
        ("end turn", ""),
    ],
)
def test_each_action_makes_use_of_a_rule(action, feature):
    match = match_of()
    assert summary._of_action(match, AttackState.new(match, 0).string_to_action(action)) == feature


MAIN, DEFENCE = {"window": "main"}, {"window": "battle", "side": "defender"}
OF_TROOPS = (
    "attack from the palace", "attack with a special troop at once (rule special_attacks_at_once)", "pick a special troop",
    "give up a special troop", "have a special troop at the end",
)  # fmt: skip


@pytest.mark.parametrize(
    ("card", "missing"),
    [
        (
            {"kind": "common", "icon": "hand", "timing": MAIN},
            {
                *("play a troop ability", "play a special ability", *OF_TROOPS),
                *("play an ability as attacker", "play an ability as defender"),
            },
        ),
        (
            {"kind": "special", "icon": "star", "timing": DEFENCE, "troop": {"power": 1}},
            {
                *("play a troop ability", "play a common ability", "play an ability as attacker"),
                *("play an ability in one's own main phase", "play an ability in the other's main phase"),
            },
        ),
    ],
)
def test_features_that_no_card_allows_are_not_looked_for(card, missing):
    deck = with_abilities([{"id": "x", "name": "x"} | card])
    assert {*summary.FEATURES} - {*AttackContest([deck, deck]).features()} == missing


def test_features_are_those_of_all_cards_together():
    """Each can be played in another situation, and none comes last by chance."""
    windows = {"own": {**MAIN, "turn": "own"}, "other": {**MAIN, "turn": "opponent"},
               "attack": {"window": "battle", "side": "attacker"}, "defence": DEFENCE}  # fmt: skip
    for names in ([*windows], [*windows][::-1]):
        deck = with_abilities(
            [{"id": name, "name": name, "kind": "common", "icon": "hand", "timing": windows[name]} for name in names]
        )
        assert {*summary._SITUATIONS.values()} <= {*AttackContest([deck, deck]).features()}
    kinds = {"troop": ("shooter", {}), "common": ("hand", {}), "special": ("star", {"troop": {"power": 1}})}
    for names in ([*kinds], [*kinds][::-1]):
        cards = [
            {"id": name, "name": name, "kind": name, "icon": icon, "timing": MAIN, **more}
            for name, (icon, more) in ((name, kinds[name]) for name in names)
        ]
        contest = AttackContest([with_abilities(cards[:2], "north"), with_abilities(cards[2:], "south")])
        assert {*summary._PLAYED.values()} <= {*contest.features()}


def test_cards_count_for_the_army_that_they_belong_to():
    """A card that was taken from the other hand is played by one player and drawn by nobody, and belongs to the other."""
    take, draw = common("x", {"take": {"who": "self", "by": "self"}}), common("y", {"draw": {"who": "self"}})
    state = does(lay(match_of(take, draw), "l1", "l1", my_hand="x", their_hand="y"), "play x")
    does(state, *[text for text in choices(state) if text.startswith("choose y")])
    does(state, "play y/2")
    x, y = (design_of(state.match, name, player) for player, name in enumerate("xy"))
    (drawn, used), (drawn_by_other, used_by_other) = (summary.drawn_and_used(state, player) for player in (0, 1))
    assert (used, used_by_other) == ({x: 1}, {y: 1})
    assert y not in drawn | drawn_by_other


@pytest.mark.parametrize("player", [0, 1])
def test_a_card_in_the_hand_was_drawn_however_it_came_there(player):
    state = lay(match_of(), my_hand="knight elder", their_hand="knight")
    expected = [
        {design_of(state.match, name, at) for name in names}
        for at, names in enumerate((("knight", "elder"), ("knight",)))
    ]
    assert summary.drawn_and_used(state, player) == (expected[player], {})
    assert summary.drawn_and_used(AttackState.new(state.match, 0), player) == (set(), {})


def test_a_base_of_any_design_can_be_built_over():
    state = lay(match_of(), "l1 s1")
    assert state.bases[:3] == [0, 1, -1]
    for phase in (Phase.SETUP_BUILD, Phase.RENEWAL_BUILD):
        state.phase = phase
        found = [[*summary._at(state, build_action(2, slot))] for slot in range(3)]
        assert found == [["build over a base (rule build_over)"]] * 2 + [[]]


def test_a_blank_does_nothing():
    rules = AttackRules()
    card = next(card for card in contest().cards(0) if card.can_be_blank)
    blank = rules.blank(army("elves"), card.id)
    (design,) = [a for a in blank.abilities if f"abilities/{a.id}" == card.id]
    assert design.effects == ()
    assert design.troop is None
    assert sum(a.copies for a in blank.abilities) == 25
    assert [a for a in blank.abilities if a is not design] == [
        a for a in army("elves").abilities if f"abilities/{a.id}" != card.id
    ]
    play_round(rules.contest([blank, army("samurai")]), [ScriptedAgent(), ScriptedAgent()], 1)


def test_a_blank_asks_for_nothing():
    unit = {"of": "troop", "owner": "self"}
    keys = {
        "needs": {"atleast": {"of": unit, "amount": 9}}, "cost": {"discard": {"amount": 2}}, "kind": "special", "icon": "star",
        "choose": [{**unit, "pick": "one", "as": "t"}], "effects": [{"destroy": {"who": {"of": "troop", "in": "$t"}}}],
    }  # fmt: skip
    plain = {"name": "x", "timing": {"window": "main"}, "troop": {"power": 2}}
    deck = with_abilities([{"id": name, **plain, **keys} for name in ("x", "y")])
    x, y = AttackRules().blank(deck, "abilities/x").abilities
    assert y == deck.abilities[1]
    assert (x.kind, x.icon, x.needs, x.cost, x.choose, x.effects, x.troop) == (
        "common",
        "hand",
        None,
        None,
        (),
        (),
        None,
    )
    assert AttackRules().blank(deck, "x") == AttackRules().blank(deck, "bases/hut") == deck


@pytest.mark.parametrize("player", [0, 1])
def test_the_board_shows_ones_own_hand_only(player):
    """A player sees the same table whatever the deal of the hidden cards."""
    for count, (table, state) in enumerate(positions("elves", "samurai", 5)):
        people = table.tabletop("en")
        shown = people.board(state, player)
        assert all(len(line.text) <= 80 for line in [*shown, *people.board(state, -1)])
        assert people.board(state.resample_from_infostate(player, Random(count)), player) == shown


def test_long_names_leave_the_columns_of_the_board_where_they_are():
    deck = with_abilities(SPECIALS)
    long = {"name": LocalizedText({"": "Stables of the king " * 2}), "recruits": LocalizedText({"": "Riders " * 5})}
    deck = deck.model_copy(update={"bases": tuple(base.model_copy(update=long) for base in deck.bases)})
    state = lay(compile_match(deck, deck, Config()), "l2 s1 - / h1", "c0 - a1")
    state.damage = {BASE: 1}
    rows = [line.text for line in AttackTabletop(state.match, "en").board(state, 0) if " | " in line.text]
    assert "Stables of the king 4*1" in rows[4]
    assert len(rows) == 9
    for row in rows:
        assert [at for at, char in enumerate(row.ljust(58) + " |") if char == "|"][:3] == [3, 29, 55], row


def test_any_draw_pile_can_be_exhausted():
    empty = "exhaust a draw pile (rule empty_pile)"
    state = lay(match_of(), "l1", "l1")
    assert empty not in summary.used_features(state)
    for zone in (ABILITY_DRAW, ABILITY_DRAW + 1, BASE_DRAW, BASE_DRAW + 1):
        one = state.clone()
        one.zones = [() if at == zone else cards for at, cards in enumerate(state.zones)]
        assert empty in summary.used_features(one)


def test_only_what_no_effect_asks_for_is_discarded_for_the_limit_of_the_hand():
    state = does(lay(match_of(common("x", {"discard": {"who": "self"}})), my_hand="x knight elder"), "play x")
    limit = "discard down to the hand limit (rule hand_limit_always)"
    assert limit not in summary._at(state, state.legal_actions()[0])
    state.stack = []
    assert limit in summary._at(state, state.legal_actions()[0])


@pytest.mark.parametrize("player", [0, 1])
def test_either_player_can_be_the_one_who_has_to_renew(player):
    state = lay(match_of(), "l1", "l1")
    had_to = "have to renew or attack (rule must_act)"
    for mover, expected in ((player, False), (FORCED + player, True)):
        state.log = (None, mover, RENEW)
        assert (had_to in summary.used_features(state)) == expected


def test_the_moment_of_a_play_is_that_of_its_phase_and_player():
    state = lay(match_of(common("x")), "l1", "l1", my_hand="x")
    action = state.string_to_action("play x")
    own, other = "play an ability in one's own main phase", "play an ability in the other's main phase"
    fights = ("play an ability as attacker", "play an ability as defender")
    moments = {Phase.ACT: (own, other), Phase.OPPONENT: (own, other), Phase.WINDOW: fights, Phase.STEP_WINDOW: fights}
    for phase, names in moments.items():
        for player in (0, 1):
            state.phase, state.player = phase, player
            assert [*summary._at(state, action)] == [names[player]]


def test_only_a_special_troop_that_is_new_attacks_at_once():
    state = lay(match_of(), "l1", "l1", my_palace="knight")
    at_once = "attack with a special troop at once (rule special_attacks_at_once)"
    for arrived in (0, 1 << SPECIAL):
        state.arrived_this_turn = arrived
        for attack, is_special in (
            ("attack territory 3 -> territory 3", False),
            ("attack palace -> territory 1", True),
        ):
            told = [*summary._at(state, state.string_to_action(attack))]
            assert (at_once in told) == (bool(arrived) and is_special)
