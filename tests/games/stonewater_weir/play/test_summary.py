"""What a summary counts of the events of a game."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.state.abilities import BITS
from cardgen.games.stonewater_weir.engine.state.places import BUILDINGS, DAMAGED, DESTROYED, Cause
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.play.summary import _contributions, _features, _shown_by, summarize
from tests.games.stonewater_weir.engine.siege import BETTANY, DOV, ILKA, TAMSIN, position, tables

TABLES = tables()
OF_SEASON, OF_ROUND = (
    next(number for number, event in enumerate(TABLES.events) if event.lasts_season == lasts) for lasts in (True, False)
)


@pytest.mark.parametrize(
    ("events", "cause", "feature"),
    [
        ([(Event.DAMAGED, 3, DESTROYED)], Cause.TIME, "have a building destroyed"),
        ([(Event.EVENT_DRAWN, OF_SEASON)], Cause.TIME, "have an event that lasts a season"),
        ([(Event.EVENT_DRAWN, OF_ROUND)], Cause.TIME, ""),
        ([(Event.DAMAGED, 3, DAMAGED)], Cause.TIME, ""),
        ([], Cause.HOME, "have the Runner reach home"),
    ],
)
def test_features_that_some_events_show(events, cause, feature):
    rare = {"have a building destroyed", "have an event that lasts a season", "have the Runner reach home"}
    assert _features(TABLES, events, cause) & rare == {feature} - {""}


def test_abilities_heroes_and_buildings_are_counted():
    more = {ILKA: BITS["rebuild"] | BITS["no_food"], TAMSIN: BITS["no_food"], DOV: BITS["heal2"]}
    heroes = tuple(replace(hero, abilities=hero.abilities | more.get(at, 0)) for at, hero in enumerate(TABLES.heroes))
    story = SimpleNamespace(position=SimpleNamespace(tables=replace(TABLES, heroes=heroes), order=(TAMSIN, ILKA, DOV)))
    begin = {"abilities/rebuild": 1, "abilities/no_food": 2}
    assert _contributions(story, []) == dict(sorted(begin.items()))
    token = next(number for number, one in enumerate(TABLES.tokens) if one.id == "rebuild")
    heal, shown = ABILITY_IDS.index("heal2"), ABILITY_IDS.index("armory_free")
    events = [
        *(
            (Event.TURN, TAMSIN),
            (Event.TURN, TAMSIN),
            (Event.TURN, ILKA),
            (Event.VISITED, ILKA, 2),
            (Event.ABILITY, DOV, heal),
        ),
        *((Event.ABILITY, DOV, shown), (Event.LEARNED, TAMSIN, token, 0), (Event.LEARNED, ILKA, token, 1)),
    ]
    found = _contributions(story, events)
    counted = {"heroes/tamsin": 2, "heroes/ilka": 1, f"buildings/{BUILDINGS[2]}": 1, "abilities/heal2": 1}
    counted["abilities/rebuild"] = begin["abilities/rebuild"] + 1
    assert found == dict(sorted((begin | counted).items()))


def design(name):
    return next(number for number, card in enumerate(TABLES.cards) if card.id == name)


ATTACK_2 = (Event.ATTACK, ILKA, 1, 2, 3, 4)
"""An attack on zone 2 of the north, without the card."""


@pytest.mark.parametrize(
    ("abilities", "event", "shown"),
    [
        (
            "z2_hit3 z2_dice2 z1_hit3 z3_hit5 str_plus2 massive_plus1",
            (*ATTACK_2, -1),
            ["z2_hit3", "z2_dice2", "str_plus2"],
        ),
        ("z2_hit3 str_plus2 massive_plus1", (*ATTACK_2, design("alder-bow")), ["z2_hit3", "str_plus2"]),
        ("z2_hit3 str_plus2 massive_plus1", (*ATTACK_2, design("log-run")), ["massive_plus1"]),
        ("z1_follow", (Event.ATTACK, ILKA, 0, 2, 3, 4, -1), []),  # which has an event of its own
        ("ignore1 ignore3 heal2", (Event.IGNORED, ILKA, 2), ["ignore1", "ignore3"]),
        ("armory_free double_tavern", (Event.CARD_USED, ILKA, design("weir-drop")), ["armory_free"]),
        ("armory_free", (Event.CARD_USED, ILKA, design("alder-bow")), []),  # it costs nothing anyway
        ("double_tavern double_sorcery", (Event.CARD_USED, ILKA, design("strong-ale")), ["double_tavern"]),
        ("double_tavern double_sorcery", (Event.CARD_USED, ILKA, design("call-the-rain")), ["double_sorcery"]),
        ("armory_free double_tavern double_sorcery", (Event.CARD_USED, ILKA, design("fat-purse")), []),
        ("", (*ATTACK_2, -1), []),
    ],
)
def test_abilities_show_in_what_their_heroes_do(abilities, event, shown):
    held = [sum(BITS[name] for name in abilities.split()) if hero == ILKA else 0 for hero in range(6)]
    kind, *numbers = event
    assert sorted(_shown_by(TABLES, held, kind, numbers)) == sorted(shown)
    assert _shown_by(TABLES, [0] * 6, kind, numbers) == []


def test_cards_are_those_of_the_players_whose_heroes_have_them():
    """Player 1 has the first seat, so that the hero of seat 3 is of player 0. Whoever is given a card has it too."""
    table = position()
    table.telling, table.cause, table.round = True, Cause.TIME, 12
    bow, ale, nails = design("alder-bow"), design("strong-ale"), design("nail-barrels")
    for event in (
        (Event.CARD_DRAWN, TAMSIN, bow),
        (Event.CARD_DRAWN, ILKA, ale),
        (Event.CARD_USED, ILKA, ale),
        (Event.CARD_USED, ILKA, ale),
        (Event.TACTICS_PLACED, BETTANY, nails, 0),
        (Event.CARD_GIVEN, TAMSIN, DOV, bow),
        (Event.CARD_LOST, DOV, nails),
    ):
        tell(table, *event)
    found = summarize(SimpleNamespace(position=table, first=1), SimpleNamespace(position=table))
    bow, ale, nails = "forge/alder-bow", "inn/strong-ale", "forge/nail-barrels"
    assert found.drawn == ({nails}, {bow}, {ale}, {bow})
    assert found.used == ({nails: 1}, {}, {ale: 2}, {})
    assert (found.turns, found.ending, found.effects) == (12, "time", (frozenset(),) * 4)
