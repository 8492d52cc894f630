"""Check V05 and V18 in effects: which verbs stand where, which of them name zones, and whom they concern."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardgen.games.stonewater_weir.constants import CLASSES
from cardgen.games.stonewater_weir.effects import AREA_VERBS, USES, Boost, Modify, Push, SiegeEffect, Tether, Use
from cardgen.games.stonewater_weir.schema import ResourceCard, WeirDeck
from cardgen.plugin.game import Finding
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path

_PLACES = {
    "card": "a card that a hero uses",
    "instant": "an instant card",
    "tactics": "a tactics card",
    "event": "an event",
}


def check_effects(deck: WeirDeck) -> Iterator[Finding]:
    """Check the effects of all cards and events."""
    for key in CLASSES:
        for index, card in enumerate(getattr(deck, key)):
            path: Path = (key, index)
            yield from _check_card(card, path)
            use: Use = "tactics" if card.tactics else "instant" if card.type == "instant" else "card"
            yield from _check_list(card.id, card.effects, path, use, has_zone=card.tactics or card.attack is not None)
    for index, event in enumerate(deck.events):
        yield from _check_list(event.id, event.effects, ("events", index), "event", has_zone=False)


def _check_card(card: ResourceCard, path: Path) -> Iterator[Finding]:
    """Check that a card does something, and does not attack in two ways."""
    if not card.attack and not card.effects:
        yield Finding("E318", f"{quoted(card.id)} does nothing", path, "an attack or effects (rule V18)")
    if card.attack and card.tactics:
        message = f"tactics card {quoted(card.id)} has an attack"
        yield Finding("E318", message, (*path, "attack"), "effects, such as strike (rule V18)", on_key=True)
    if card.attack and not any((card.attack.value, card.attack.dice, card.attack.bonus, card.attack.target)):
        message = f"the attack of {quoted(card.id)} changes nothing"
        yield Finding("E318", message, (*path, "attack"), "dice, a bonus, a value or a target (rule V18)")


def _check_list(
    name: str, effects: Sequence[SiegeEffect], path: Path, use: Use, *, has_zone: bool
) -> Iterator[Finding]:
    """Check the effects of one card or event.

    Args:
        has_zone: Whether it acts in a zone already: that of a tactics card, or of an attack.
    """
    for number, effect in enumerate(effects):
        verb, arguments = effect.verb
        place: Path = (*path, "effects", number, verb)
        if use not in USES[verb]:
            allowed = ", ".join(known for known, uses in USES.items() if use in uses)
            message = f"{quoted(verb)} stands in {quoted(name)}, {_PLACES[use]}"
            yield Finding("E318", message, place, f"one of: {allowed} (rule V18)", on_key=True)
            continue
        yield from _check_zones(name, verb, arguments, place, has_zone=has_zone)
        yield from _check_heroes(name, arguments, place, use)
        yield from _check_numbers(name, verb, arguments, place)


def _check_zones(name: str, verb: str, arguments: Any, place: Path, *, has_zone: bool) -> Iterator[Finding]:
    if verb in AREA_VERBS:
        if has_zone and arguments.zones:
            message = f"{quoted(verb)} of {quoted(name)} names zones"
            expected = "no zones: it happens where the card lies, or where the hero attacks (rule V05)"
            yield Finding("E305", message, (*place, "zones"), expected, ("leave 'zones' out",), on_key=True)
        elif not has_zone and not arguments.zones:
            message = f"{quoted(verb)} of {quoted(name)} names no zones"
            yield Finding("E305", message, place, "zones: some of 1, 2 and 3 (rule V05)", on_key=True)
        elif isinstance(arguments, Push) and arguments.zones == (3,):
            message = f"'push' of {quoted(name)} would push units out of zone 3"
            yield Finding("E305", message, (*place, "zones"), "1, 2 or both (rule V05)")
    if isinstance(arguments, Modify) and arguments.zones and arguments.number not in ("dice", "target"):
        message = f"{quoted(arguments.number)} of {quoted(name)} is limited to zones"
        expected = "zones only with dice and target (rule V05)"
        yield Finding("E305", message, (*place, "zones"), expected, ("leave 'zones' out",), on_key=True)


def _check_heroes(name: str, arguments: Any, place: Path, use: Use) -> Iterator[Finding]:
    """Check that an event concerns nobody in particular but the first hero, and a card not the first hero."""
    who = getattr(arguments, "who", None)
    allowed = ("all", "first") if use == "event" else ("self", "hero", "all")
    if who is not None and who not in allowed:
        what = "an event has no user" if use == "event" else "a card has a user"
        stated = "" if "who" in arguments.model_fields_set else ", as it is where 'who' is left out"
        message = f"'who' of {quoted(name)} is {who}{stated}, but {what}"
        path = (*place, "who") if not stated else place
        yield Finding("E318", message, path, f"one of: {', '.join(allowed)} (rule V18)", on_key=bool(stated))


def _check_numbers(name: str, verb: str, arguments: Any, place: Path) -> Iterator[Finding]:
    """Check that an effect changes something."""
    is_empty = isinstance(arguments, Modify | Tether) and arguments.by == 0
    is_empty |= isinstance(arguments, Boost) and not (arguments.dice or arguments.bonus or arguments.reroll)
    if is_empty:
        expected = "dice, bonus or reroll" if verb == "boost" else "a number other than 0"
        message = f"{quoted(verb)} of {quoted(name)} changes nothing"
        yield Finding("E318", message, place, f"{expected} (rule V18)", on_key=True)
