"""Narrate the events of a game in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from cardgen.games.stonewater_weir.constants import hitting
from cardgen.games.stonewater_weir.engine.state.places import (
    DESTROYED,
    HOME,
    IN_HILLS,
    RUNNER_DUE,
    SYMBOLS,
    Cause,
    Stream,
)
from cardgen.games.stonewater_weir.engine.state.position import KNOWN_ENEMIES, KNOWN_EVENTS
from cardgen.games.stonewater_weir.engine.state.story import Event
from cardgen.games.stonewater_weir.play.card_texts import text_of_event
from cardgen.games.stonewater_weir.play.localizer import SiegeLocalizer

_NOBODY = -1
_TRACKS = (Event.MORALE, Event.FOOD, Event.GOLD, Event.LAMPLIGHT)


def narrate(localizer: SiegeLocalizer, events: Sequence[tuple[int, ...]], first: int = 0) -> list[str]:
    """Return what happened, one sentence for each event; dice of one roll are told together.

    Args:
        events: Events in order, as `story.tell` records them.
        first: Player in the first seat, from 0.
    """
    told: list[str] = []
    for key, group in groupby(events, _kind_of_group):
        same = list(group)
        if key is not None and len(same) > 1:
            numbers = ", ".join(str(event[3]) for event in same)
            told.append(_rolled(localizer, [same[0][1], same[0][2]], numbers))
        else:
            told += [text for event in same for text in _told(localizer, event, first)]
    return told


def _kind_of_group(event: tuple[int, ...]) -> tuple[int, int] | None:
    """Return what dice that belong together have in common; None for events that stand alone."""
    return (event[1], event[2]) if event[0] == Event.ROLLED and event[2] == Stream.RED else None


def _told(localizer: SiegeLocalizer, event: tuple[int, ...], first: int) -> Iterator[str]:
    kind, *numbers = event
    if kind == Event.TAKEN:
        hero, seat = numbers
        yield localizer.say("did_taken", player=localizer.player_of(seat, first), hero=localizer.heroes[hero])
        return
    describe = _SPECIAL.get(kind)
    if describe is not None:
        text = describe(localizer, numbers)
        if text:
            yield text
        return
    yield localizer.say(f"did_{Event(kind).name.lower()}", **_values(localizer, kind, numbers))


def _values(localizer: SiegeLocalizer, kind: int, numbers: list[int]) -> dict[str, object]:
    """Return what the placeholders of an event that concerns a hero, a card or a place stand for."""
    values: dict[str, object] = {}
    for name, number in zip(_PLACEHOLDERS.get(kind, ()), numbers, strict=False):
        values[name] = _NAMES[name](localizer, number)
    return values


_NAMES: Final[Mapping[str, Callable[[SiegeLocalizer, int], object]]] = {
    "hero": lambda lo, number: lo.short_heroes[number],
    "other": lambda lo, number: lo.short_heroes[number],
    "card": lambda lo, number: lo.cards[number],
    "area": lambda lo, number: lo.area(number),
    "bank": lambda lo, number: lo.bank(number),
    "building": lambda lo, number: lo.building(number),
    "event": lambda lo, number: lo.events[number],
    "ability": lambda lo, number: lo.abilities[number],
    "season": lambda lo, number: lo.say(f"season_{number}"),
    "symbol": lambda _lo, number: SYMBOLS[number],
    "number": lambda _lo, number: number,
    "round": lambda _lo, number: number,
    "change": lambda _lo, number: f"{number:+}",
}
_PLACEHOLDERS: Final[Mapping[int, tuple[str, ...]]] = {
    Event.ROUND: ("round",),
    Event.SEASON: ("season",),
    Event.TURN: ("hero",),
    Event.EVENT_ENDED: ("event",),
    Event.WIND: ("bank",),
    Event.SPAWN_ROLL: ("bank", "symbol"),
    Event.SURGE: ("bank",),
    Event.TETHER: ("number",),
    Event.SURGE_MOVED: ("area",),
    Event.RESURRECTED: ("hero",),
    Event.DIED: ("hero",),
    **dict.fromkeys(_TRACKS, ("hero", "change", "number")),
    Event.VISITED: ("hero", "building"),
    Event.CARD_DRAWN: ("hero", "card"),
    Event.CARD_STORED: ("hero", "card"),
    Event.CARD_USED: ("hero", "card"),
    Event.CARD_LOST: ("hero", "card"),
    Event.CARD_GIVEN: ("hero", "other", "card"),
    Event.TACTICS_PLACED: ("hero", "card", "area"),
    Event.TACTICS_TRIGGERED: ("card", "area"),
    Event.TACTICS_WASTED: ("card", "area"),
    Event.STARVED: ("hero",),
    Event.ABILITY: ("hero", "ability"),
}


def _hero(localizer: SiegeLocalizer, hero: int) -> str:
    return localizer.short_heroes[hero] if hero >= 0 else ""


def _event_drawn(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    return localizer.say(
        "did_event_drawn", event=localizer.events[numbers[0]], text=text_of_event(localizer, numbers[0])
    ).rstrip()


def _units(key: str) -> Callable[[SiegeLocalizer, list[int]], str]:
    """Return a description of figures that appear, move or fall back."""

    def describe(localizer: SiegeLocalizer, numbers: list[int]) -> str:
        area, unit, count = numbers
        one = f"{key}_one"
        chosen = one if count == 1 and localizer.has(one) else key
        return localizer.say(chosen, units=localizer.units(unit, count), area=localizer.area(area))

    return describe


def _runner_moved(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    place = numbers[0]
    if place == IN_HILLS:
        return localizer.say("did_runner_gone")
    return localizer.say(
        "did_runner_home" if place >= HOME else "did_runner_moved", place=localizer.runner_place(place)
    )


def _runner_waits(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    if numbers[0] == RUNNER_DUE:
        return localizer.say("did_runner_stays")
    return localizer.say("did_runner_waits", place=localizer.runner_place(numbers[0]))


def _rolled(localizer: SiegeLocalizer, numbers: Sequence[int], shown: str) -> str:
    if numbers[0] == _NOBODY:
        return localizer.say("did_rolled_nobody", number=shown)
    return localizer.say("did_rolled", hero=_hero(localizer, numbers[0]), number=shown)


def _one_roll(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    hero, stream, number = numbers
    return "" if stream == Stream.ARM else _rolled(localizer, [hero], str(number))


def _damaged(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    building, condition = numbers
    key = "did_destroyed_building" if condition == DESTROYED else "did_damaged"
    return localizer.say(key, building=localizer.building(building))


def _attack(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    hero, area, dice, target, strength, design = numbers
    values = {
        "hero": _hero(localizer, hero),
        "area": localizer.area(area),
        "dice": localizer.count("attack_dice", dice),
        "target": hitting(target),
        "strength": strength,
    }
    if design < 0:
        return localizer.say("did_attack", **values)
    return localizer.say("did_attack_with", card=localizer.cards[design], **values)


def _hits(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    _, area, hits = numbers
    shown = localizer.say("did_hits_none" if not hits else "did_hits_one" if hits == 1 else "did_hits_many", count=hits)
    return localizer.say("did_hits", area=localizer.area(area), hits=shown)


def _arm_turned(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    hero, bank = numbers
    if bank < 0:
        return localizer.say("did_arm_jammed", hero=_hero(localizer, hero))
    return localizer.say("did_arm_turned", hero=_hero(localizer, hero), bank=localizer.bank(bank))


def _arm_shot(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    hero, area, number = numbers
    key = "did_arm_shot" if number > 0 else "did_arm_missed"
    return localizer.say(key, hero=_hero(localizer, hero), area=localizer.area(area), number=number)


def _enemy_attack(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    area, role, hits = numbers
    shown = localizer.count("did_enemy_hits", hits)
    return localizer.say(
        "did_enemy_attack", units=localizer.say(f"did_role_{role}"), area=localizer.area(area), hits=shown
    )


def _hit(key: str) -> Callable[[SiegeLocalizer, list[int]], str]:
    def describe(localizer: SiegeLocalizer, numbers: list[int]) -> str:
        hero, hits = numbers
        shown = localizer.count("did_enemy_hits", hits)
        if hero < 0:
            return localizer.say("did_hit_runner", hits=shown)
        return localizer.say(key, hero=_hero(localizer, hero), hits=shown)

    return describe


def _saw(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    hero, deck, card = numbers
    names = {KNOWN_EVENTS: localizer.events, KNOWN_ENEMIES: localizer.enemies}.get(deck, localizer.cards)
    return localizer.say("did_saw", hero=_hero(localizer, hero), deck=localizer.deck_name(deck), card=names[card])


def _reinforced(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    building, count = numbers
    return f"{localizer.building(building)}: {localizer.count('did_reinforced', count)}."


def _learned(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    hero, token, is_face_down = numbers
    if is_face_down:
        return localizer.say("did_learned_strength", hero=_hero(localizer, hero))
    return localizer.say("did_learned", hero=_hero(localizer, hero), ability=localizer.tokens[token])


def _enemy_card(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    bank, slot, card = numbers
    return localizer.say(
        "did_enemy_card", bank=localizer.bank(bank), symbol=SYMBOLS[slot], card=localizer.enemies[card]
    )


def _ended(localizer: SiegeLocalizer, numbers: list[int]) -> str:
    return localizer.say("did_ended", text=localizer.say(Cause(numbers[0]).name.lower()))


_SPECIAL: Final[Mapping[int, Callable[[SiegeLocalizer, list[int]], str]]] = {
    Event.EVENT_DRAWN: _event_drawn,
    Event.SPAWNED: _units("did_spawned"),
    Event.DESTROYED: _units("did_destroyed"),
    Event.MARCHED: _units("did_marched"),
    Event.MOVED_BACK: _units("did_moved_back"),
    Event.RUNNER_MOVED: _runner_moved,
    Event.RUNNER_WAITS: _runner_waits,
    Event.RUNNER_DIED: lambda lo, _numbers: lo.say("did_runner_died"),
    Event.BANISHED: lambda lo, _numbers: lo.say("did_banished"),
    Event.ENEMIES: lambda lo, _numbers: lo.say("did_enemies"),
    Event.REPAIRED: lambda lo, numbers: lo.say("did_repaired", building=lo.building(numbers[1])),
    Event.REINFORCED: _reinforced,
    Event.ROLLED: _one_roll,
    Event.DAMAGED: _damaged,
    Event.ATTACK: _attack,
    Event.HITS: _hits,
    Event.ARM_TURNED: _arm_turned,
    Event.ARM_SHOT: _arm_shot,
    Event.ENEMY_ATTACK: _enemy_attack,
    Event.HIT: _hit("did_hit"),
    Event.IGNORED: _hit("did_ignored"),
    Event.SAW: _saw,
    Event.LEARNED: _learned,
    Event.ENEMY_CARD: _enemy_card,
    Event.ENDED: _ended,
}
"""Events whose sentence depends on their numbers."""
