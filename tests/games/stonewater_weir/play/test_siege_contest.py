"""What simulations ask of Stonewater Weir."""

import pickle
from itertools import islice
from random import Random

import pytest

from cardgen.games.stonewater_weir.constants import ABILITY_IDS, BUILDINGS, HEROES
from cardgen.games.stonewater_weir.engine.state.abilities import BITS
from cardgen.games.stonewater_weir.engine.state.places import HOME, UNIT_COUNT, WRECKBACK, Cause
from cardgen.games.stonewater_weir.play.contest import SiegeRules
from cardgen.games.stonewater_weir.play.summary import ENDINGS, FEATURES
from cardgen.games.stonewater_weir.play.threats import WORTH, worth_of_units
from cardgen.play import matches
from cardgen.play.random_play import play_random
from cardgen.play.session import GameSession
from cardgen.plugin.rules.contest import turn_words_of
from cardgen.testing.play import check_contest, check_tree

from .sieges import DECK, loaded, siege, states


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_the_contract_holds_for_each_number_of_players(players):
    check_contest(siege(players, "master"), players, 1)


def test_chance_can_be_a_player():
    check_tree(SiegeRules().tree([loaded().data], {}, 3), 1)
    contest = SiegeRules().tree([loaded().data], {"difficulty": "master", "solo_heroes": "3"}).contest
    settings = contest.tables.settings
    assert (contest.player_count, settings.difficulty, settings.solo_heroes) == (1, "master", 3)


def test_the_script_plays_legally_in_all_situations():
    for seed in range(4):
        contest = siege(4, "master")
        for state in states(contest, seed):
            if not state.is_terminal():
                found = contest.script(state, state.current_player(), Random(seed))
                assert found in state.legal_actions()
                suggested = contest.suggestions(state, state.current_player(), Random(seed))
                assert set(suggested) <= set(state.legal_actions())
                assert 1 <= len(suggested) == len(set(suggested))


def test_the_best_suggestion_is_that_of_the_script():
    contest = siege()
    for state in states(contest, 3, scripted=1.0):
        if not state.is_terminal():
            player = state.current_player()
            if len(contest.suggestions(state, player, Random(1))) > 1 and state.position.question[0] == 4:
                assert contest.suggestions(state, player, Random(1))[0] == contest.script(state, player, Random(1))


def test_the_chance_of_the_players_is_exact_at_the_end():
    for seed in range(3):
        contest = siege()
        state = contest.start(seed, 0)
        play_random(state, Random(seed))
        assert contest.evaluate(state, 0) == (state.position.cause == Cause.HOME)
        for cause in {*Cause} - {Cause.NONE}:
            state.position.cause = cause
            assert contest.evaluate(state, 0) == (cause == Cause.HOME), cause


def test_endings_are_all_causes():
    assert [ending.id for ending in ENDINGS] == [cause.name.lower() for cause in Cause if cause]
    assert [ending.id for ending in ENDINGS if ending.is_win] == ["home"]


def test_summaries_name_what_the_contest_states():
    contest = siege()
    groups = {}
    for contributor in contest.contributors():
        groups.setdefault(contributor.group, []).append(contributor.id.partition("/")[2])
    assert groups["heroes"] == [hero.id for hero in loaded().data.heroes]
    assert sorted(groups["heroes"]) == sorted(HEROES)
    assert sorted(groups["buildings"]) == sorted(BUILDINGS)
    assert groups["abilities"] == list(ABILITY_IDS)
    found = set()
    for seed in (0, 2, 3):
        *_, last = states(contest, seed, scripted=1.0)
        summary = contest.summary(last, seed, 0)
        assert summary.turns == last.position.round
        assert summary.ending == Cause(last.position.cause).name.lower()
        assert all(sum(used.values()) for used in summary.used)
        found |= summary.features
    assert {"attack from a wall", "learn", "shoot the Long Arm"} <= found <= set(FEATURES)
    assert tuple(FEATURES) == contest.features()


def test_a_summary_belongs_to_players_not_to_seats():
    contest = siege(4)
    *_, last = states(contest, 5, scripted=1.0, first=2)
    drawn = contest.summary(last, 5, 2).drawn
    *_, same = states(contest, 5, scripted=1.0, first=0)
    assert last.history() == same.history()
    assert contest.summary(same, 5, 0).drawn == (*drawn[2:], *drawn[:2])


def test_blank_parts_do_nothing():
    whole = siege().tables
    tables = siege(without=("heroes/hask", "abilities/z1_hit3", "buildings/granary", "forge/alder-bow")).tables
    heroes = {hero.id: hero for hero in tables.heroes}
    assert (heroes["hask"].strength, heroes["hask"].abilities) == (1, 0)
    assert not heroes["tamsin"].abilities & BITS["z1_hit3"]
    assert heroes["tamsin"].abilities & BITS["z1_dice1"]
    lost = BITS["z1_hit3"]
    assert [hero.abilities for hero in tables.heroes] == [
        0 if hero.id == "hask" else hero.abilities & ~lost for hero in whole.heroes
    ]
    assert [(one.id, one.ability, one.level, one.copies) for one in tables.tokens] == [
        (one.id, one.ability & ~lost, one.level, one.copies) for one in whole.tokens
    ]
    assert sum(one.ability & lost > 0 for one in whole.tokens) < sum(one.ability > 0 for one in tables.tokens)
    assert tables.disabled == {BUILDINGS.index("granary")}
    bow = next(card for card in tables.cards if card.id == "alder-bow")
    before = next(card for card in whole.cards if card.id == "alder-bow")
    assert (bow.copies, bow.kind, bow.group) == (before.copies, before.kind, before.group)
    assert not bow.is_attack
    assert bow.use is None
    others = [
        [(one.id, one.copies, one.is_attack, one.use is None) for one in each.cards if one.id != bow.id]
        for each in (tables, whole)
    ]
    assert others[0] == others[1] and len(others[0]) == len(whole.cards) - 1
    assert [hero.strength for hero in tables.heroes] == [
        1 if hero.id == "hask" else hero.strength for hero in whole.heroes
    ]


def test_games_without_a_part_can_be_played_and_sent_to_other_processes():
    contest = pickle.loads(pickle.dumps(siege(3, "master", ("heroes/oren", "market/cutpurse", "buildings/inn"))))
    assert (contest.player_count, contest.tables.settings.difficulty) == (3, "master")
    *_, last = states(contest, 2, scripted=1.0)
    assert contest.summary(last, 2, 0).ending
    assert contest.deck.without == {"heroes/oren", "market/cutpurse", "buildings/inn"}


def test_every_card_can_be_blank():
    contest = siege()
    assert all(card.can_be_blank for card in contest.cards(0))
    for card in contest.cards(0):
        group, _, name = card.id.partition("/")
        tables = SiegeRules().contest([SiegeRules().blank(loaded().data, card.id)], {}, 4).tables
        blank = [one for one in tables.cards if one.use is None and not one.is_attack and not one.is_tactics]
        assert name in {one.id for one in blank}, (group, name)


@pytest.mark.parametrize("difficulty", ["apprentice", "easy", "journeyman", "master", "full"])
def test_an_evaluation_counts_what_helps_and_what_threatens(difficulty):
    contest = siege(4, difficulty)
    state = contest.start(3, 0)
    before = contest.evaluate(state, 0)
    assert 0.0 < before < 1.0
    position = state.position
    position.runners_lost += 1
    lost = contest.evaluate(state, 0)
    assert lost < before
    position.strength_tokens[position.order[0]] += 1
    assert contest.evaluate(state, 0) > lost


def test_the_wreckback_that_would_stop_the_next_runner_is_worth_more_on_each_bank():
    position = siege().start(3, 0).position
    position.runner = HOME
    for bank in range(-1, 4):
        position.runner_wind = bank
        more = [
            at
            for at, (now, usual) in enumerate(zip(worth_of_units(position), [*WORTH] * 4, strict=True))
            if now > usual
        ]
        assert more == [UNIT_COUNT * (3 * bank + 2) + WRECKBACK] * (bank >= 0), bank


def test_a_turn_of_the_contest_is_called_a_round():
    assert turn_words_of(siege()) == ("round", "rounds")


def test_an_evaluation_hopes_for_less_at_a_higher_difficulty():
    hopes = [
        siege(4, level).evaluate(siege(4, level).start(3, 0), 0) for level in ("apprentice", "journeyman", "master")
    ]
    assert hopes == sorted(hopes, reverse=True)


def test_suggestions_begin_with_the_action_of_the_script():
    contest = siege(4, "master")
    for state in islice(states(contest, 5, 0.9), 150):
        if not state.is_terminal():
            suggested = contest.suggestions(state, state.current_player(), Random(1))
            assert suggested[0] == contest.script(state, state.current_player(), Random(1))
            assert set(suggested) <= set(state.legal_actions())


def test_the_seed_decides_the_luck_that_a_position_leaves_out():
    table = siege().tabletop("en")
    text = "\n".join(line for line in table.start(1, 0).to_text().splitlines() if not line.startswith("luck: "))
    first, same, other = (GameSession(table, seed, 0, text).begin().to_text() for seed in (1, 1, 2))
    assert first == same != other


def test_what_the_user_states_goes_before_what_is_usual_at_tables(monkeypatch):
    opened = matches.OpenedDecks(loaded().game, SiegeRules(), [loaded().data])
    monkeypatch.setattr(matches, "open_decks", lambda paths: opened)
    for stated, told in (((), []), (("heroes=choose",), []), (("heroes=random",), ["heroes=random"])):
        contest, game = matches.open_contest([DECK], stated, 3, "easy")
        assert (contest.player_count, game) == (3, loaded().game)
        assert contest.tabletop("en").settings == ["difficulty=apprentice", *told]
