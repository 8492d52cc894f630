"""What a summary counts of the events of a game."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.state.abilities import BITS
from cardgen.games.stonewater_weir.engine.state.places import BUILDINGS, DAMAGED, DESTROYED, Cause
from cardgen.games.stonewater_weir.engine.state.story import Event
from cardgen.games.stonewater_weir.play.summary import _contributions, _features
from tests.games.stonewater_weir.engine.siege import DOV, ILKA, TAMSIN, tables

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
    more = {ILKA: BITS["rebuild"] | BITS["no_food"], DOV: BITS["no_food"] | BITS["heal2"]}
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
