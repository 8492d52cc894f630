"""A small deck that never changes, so that counts of positions belong to the rules alone."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.settings import SiegeSettings
from cardgen.games.stonewater_weir.engine.state.abilities import BITS
from cardgen.games.stonewater_weir.engine.state.places import (
    ASSAULT,
    FORGE,
    HEAVY,
    INN,
    INSTANT,
    MARKET,
    ORANGE,
    PERMANENT,
    RAINLORE,
    RED,
    SUPPORT,
)
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.tables import (
    CardRules,
    EnemyRules,
    EventRules,
    HeroRules,
    SiegeTables,
    SlotRules,
    TokenRules,
)
from cardgen.games.stonewater_weir.engine.town.heroes import change_all_morale, change_food, change_gold
from cardgen.games.stonewater_weir.engine.turn.cards import draw_pool_card


def _gold(position: SiegePosition, hero: int) -> None:
    change_gold(position, hero, 2)


def _food(position: SiegePosition, hero: int) -> None:
    change_food(position, hero, 1)


def _fetch(position: SiegePosition, hero: int) -> None:
    draw_pool_card(position, hero, FORGE)


def _cheer(position: SiegePosition) -> None:
    change_all_morale(position, 1)


CARDS = (
    CardRules("ale", INN, ORANGE, 10, use=_food, morale=-1),
    CardRules("song", INN, RED, 10, cost=1, use=_food, morale=2),
    CardRules("tale", INN, INSTANT, 10, morale=-1),
    CardRules("purse", MARKET, ORANGE, 10, use=_gold),
    CardRules("cart", MARKET, RED, 10, cost=1, use=_fetch),
    CardRules("stall", MARKET, PERMANENT, 10, use=_food),
    CardRules("rain", RAINLORE, ORANGE, 15, use=_food),
    CardRules("hail", RAINLORE, RED, 15, is_tactics=True, zones=(0, 1, 2)),
    CardRules("bow", FORGE, PERMANENT, 10, is_attack=True, bonus=1, dice=2, zones=(1, 2)),
    CardRules("stone", FORGE, ORANGE, 10, is_attack=True, bonus=2),
    CardRules(
        "flood",
        FORGE,
        RED,
        10,
        cost=1,
        morale=1,
        is_attack=True,
        is_massive=True,
        value=2,
        dice=3,
        target=3,
        zones=(0, 1),
    ),
)
ENEMIES = (
    EnemyRules("few", ASSAULT, 16, tuple((ASSAULT, number) for number in (1, 2, 2, 3))),
    EnemyRules("toads", SUPPORT, 16, tuple((SUPPORT, number) for number in (1, 1, 2, 2))),
    EnemyRules("wreck", HEAVY, 16, ((ASSAULT, 1), (HEAVY, 1), (HEAVY, 1), (HEAVY, 2))),
)
EVENTS = (EventRules("cheer", 1, copies=15, begin=_cheer), EventRules("calm", 5, lasts_season=True, copies=15))
ANY = SlotRules(frozenset((group, kind) for group in range(4) for kind in (PERMANENT, RED, ORANGE)))
WEAPON = SlotRules(frozenset({(FORGE, PERMANENT)}))
HEROES = (
    HeroRules("tamsin", 1, BITS["z1_hit3"] | BITS["z1_dice1"], (ANY, WEAPON), (1, 2, 3, 4)),
    HeroRules("ilka", 1, BITS["z3_hit5"] | BITS["z2_hit3"], (ANY,), (1, 2, 3, 4)),
    HeroRules("dov", 1, BITS["smuggle_free"], (ANY,), (1, 2, 3, 4)),
    HeroRules("bettany", 1, BITS["massive_plus1"] | BITS["armory_free"], (WEAPON, WEAPON, ANY), (1, 2, 3, 4)),
    HeroRules("oren", 1, BITS["tower_plus1"], (ANY,), (1, 2, 3, 4)),
    HeroRules("hask", 2, BITS["tavern_plus1"], (ANY,), (1, 2, 3, 4)),
)
TOKENS = tuple(TokenRules(name, bit, index % 4, 2) for index, (name, bit) in enumerate(sorted(BITS.items())[:24]))


def fixed_tables(**settings: object) -> SiegeTables:
    """Return the tables of four players with four heroes."""
    return SiegeTables(
        SiegeSettings(**settings),  # type: ignore[arg-type]
        4,
        4,
        (1, 1, 1, 1),
        CARDS,
        ENEMIES,
        EVENTS,
        TOKENS,
        HEROES,
    )
