"""Summarize a finished game from its story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.siege_state import SiegeState
from cardgen.games.stonewater_weir.engine.state.abilities import BITS
from cardgen.games.stonewater_weir.engine.state.places import BUILDINGS, DESTROYED, FORGE, Cause
from cardgen.games.stonewater_weir.engine.state.story import Event, events_of
from cardgen.games.stonewater_weir.engine.state.tables import SiegeTables
from cardgen.games.stonewater_weir.play.blanks import ABILITIES, HEROES, TOWN, card_id
from cardgen.plugin.rules.contest import Ending, GameSummary

ENDINGS: Final = (
    Ending("home", "the Runner is home", is_win=True),
    Ending("time", "round 12 ends before the Runner is home"),
    Ending("breach", "the Silt enters the town"),
    Ending("runners", "both Runners are dead"),
    Ending("heroes", "all heroes are dead"),
    Ending("buildings", "five buildings are destroyed"),
)
"""The ways in which a siege ends; the ids are those of `Cause` in lower case."""

FEATURES: Final[Mapping[str, frozenset[int]]] = {
    "attack from a wall": frozenset({Event.ATTACK}),
    "turn the Long Arm": frozenset({Event.ARM_TURNED}),
    "shoot the Long Arm": frozenset({Event.ARM_SHOT}),
    "repair a building": frozenset({Event.REPAIRED}),
    "reinforce a building": frozenset({Event.REINFORCED}),
    "exchange cards": frozenset({Event.CARD_GIVEN}),
    "learn": frozenset({Event.LEARNED}),
    "place a tactics card": frozenset({Event.TACTICS_PLACED}),
    "have a tactics card trigger": frozenset({Event.TACTICS_TRIGGERED}),
    "lose a tactics card in an empty zone": frozenset({Event.TACTICS_WASTED}),
    "have a Surge": frozenset({Event.SURGE}),
    "banish the Undercurrent": frozenset({Event.BANISHED}),
    "have the Runner reach home": frozenset(),
    "lose a Runner": frozenset({Event.RUNNER_DIED}),
    "have the Runner wait": frozenset({Event.RUNNER_WAITS}),
    "lose a hero": frozenset({Event.DIED}),
    "resurrect a hero": frozenset({Event.RESURRECTED}),
    "fail to pay the food of a season": frozenset({Event.STARVED}),
    "have a building damaged": frozenset({Event.DAMAGED}),
    "have a building destroyed": frozenset(),
    "look at a deck": frozenset({Event.SAW}),
    "have an event that lasts a season": frozenset(),
}
"""All features of the rules that a game can use, with the events that show it; some need a closer look."""

_ZONE_ABILITIES: Final = tuple(
    tuple(name for name in ABILITY_IDS if name.startswith(f"z{zone}_") and name != "z1_follow") for zone in (1, 2, 3)
)
_SHOWN: Final = frozenset(name for names in _ZONE_ABILITIES for name in names) | {
    "ignore1",
    "ignore2",
    "ignore3",
    "str_plus2",
    "massive_plus1",
    "armory_free",
    "double_tavern",
    "double_sorcery",
}
"""Abilities whose use shows in other events than `ABILITY`."""
_PASSIVE: Final = frozenset({"no_food", "slot_tavern", "slot_sorcery", "share_space", "rebuild", "action_plus1"})
"""Abilities that count as used from the moment at which a hero has them."""


def summarize(state: SiegeState, story: SiegeState) -> GameSummary:
    """Return what happened in a game."""
    tables = state.position.tables
    events = list(events_of(story.position))
    players = [(seat + state.first) % tables.players for seat in state.position.owner]
    drawn: list[set[str]] = [set() for _ in range(tables.players)]
    used: list[Counter[str]] = [Counter() for _ in range(tables.players)]
    for kind, *numbers in events:
        if kind in (Event.CARD_DRAWN, Event.CARD_USED, Event.TACTICS_PLACED):
            player, card = players[numbers[0]], card_id(tables.cards[numbers[1]])
            drawn[player].add(card)
            if kind != Event.CARD_DRAWN:
                used[player][card] += 1
        elif kind == Event.CARD_GIVEN:
            drawn[players[numbers[1]]].add(card_id(tables.cards[numbers[2]]))
    nothing: frozenset[tuple[str, int]] = frozenset()
    return GameSummary(
        turns=state.position.round,
        drawn=tuple(frozenset(cards) for cards in drawn),
        used=tuple(dict(sorted(cards.items())) for cards in used),
        features=_features(tables, events, state.position.cause),
        effects=tuple(nothing for _ in used),
        ending=Cause(state.position.cause).name.lower(),
        contributions=_contributions(story, events),
    )


def _features(tables: SiegeTables, events: Iterable[Sequence[int]], cause: int) -> frozenset[str]:
    found, kinds = set(), set()
    for kind, *numbers in events:
        kinds.add(kind)
        if kind == Event.DAMAGED and numbers[1] == DESTROYED:
            found.add("have a building destroyed")
        elif kind == Event.EVENT_DRAWN and tables.events[numbers[0]].lasts_season:
            found.add("have an event that lasts a season")
    if cause == Cause.HOME:
        found.add("have the Runner reach home")
    return frozenset(found | {name for name, shown in FEATURES.items() if shown & kinds})


def _contributions(story: SiegeState, events: Iterable[Sequence[int]]) -> dict[str, int]:
    """Return how often each hero acted, each ability made a difference, and each building was visited."""
    tables = story.position.tables
    held = [hero.abilities for hero in tables.heroes]
    found: Counter[str] = Counter()
    for hero in story.position.order:
        found.update(f"{ABILITIES}/{name}" for name in _PASSIVE if held[hero] & BITS[name])
    for kind, *numbers in events:
        if kind == Event.TURN:
            found[f"{HEROES}/{tables.heroes[numbers[0]].id}"] += 1
        elif kind == Event.VISITED:
            found[f"{TOWN}/{BUILDINGS[numbers[1]]}"] += 1
        elif kind == Event.ABILITY:
            name = ABILITY_IDS[numbers[1]]
            if name not in _SHOWN | _PASSIVE:
                found[f"{ABILITIES}/{name}"] += 1
        elif kind == Event.LEARNED and not numbers[2]:
            token = tables.tokens[numbers[1]]
            held[numbers[0]] |= token.ability
            if token.id in _PASSIVE:
                found[f"{ABILITIES}/{token.id}"] += 1
        else:
            found.update(f"{ABILITIES}/{name}" for name in _shown_by(tables, held, kind, numbers))
    return dict(sorted(found.items()))


def _shown_by(tables: SiegeTables, held: Sequence[int], kind: int, numbers: Sequence[int]) -> list[str]:
    """Return the abilities of a hero that an event shows at work."""
    if kind == Event.ATTACK:
        hero, area, _, _, _, design = numbers
        is_charge = design >= 0 and tables.cards[design].is_massive
        names = ("massive_plus1",) if is_charge else (*_ZONE_ABILITIES[area % 3], "str_plus2")
        return [name for name in names if held[hero] & BITS[name]]
    if kind == Event.IGNORED:
        return [name for name in ("ignore1", "ignore2", "ignore3") if held[numbers[0]] & BITS[name]]
    if kind == Event.CARD_USED:
        card = tables.cards[numbers[1]]
        by_group = {FORGE: "armory_free", 0: "double_tavern", 2: "double_sorcery"}
        name = by_group.get(card.group, "")
        if name and held[numbers[0]] & BITS[name] and (card.group != FORGE or card.cost):
            return [name]
    return []
