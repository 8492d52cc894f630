"""Check the rules of a deck that its schema cannot state; list all checks.

Hard rules H01 to H14 give errors E301 to E314, conventions C01 to C05 give warnings W301 to W305. E315, W331 and W333 are
cardgen's own: effects that the game cannot play, texts that disagree with their effects, abilities without effects. The
schema reports H05, H07, H09, H11 and H12 too, where a word is not in their closed lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cardgen.games.attack_the_tower.checks.effects import check_effects
from cardgen.games.attack_the_tower.checks.remembered import check_each_ability
from cardgen.games.attack_the_tower.checks.texts import check_effects_exist, check_texts
from cardgen.games.attack_the_tower.constants import (
    ICONS,
    KIND_ICONS,
    MOST_COPIES,
    TROOPS,
    TYPES,
    USUAL_COPIES,
)
from cardgen.games.attack_the_tower.schema import ArmyDeck, Base
from cardgen.plugin.checks import check_copies, check_fixed_value, check_unique_ids
from cardgen.plugin.game import Check, Finding
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.source import Path

_COUNTS = {"bases": ("E302", "H02", "base_cards"), "abilities": ("E301", "H01", "ability_cards")}

# Code and source for each constant; rule H13 covers the rest.
_CONSTANT_RULES = {
    "ability_cards": ("E301", "rule H01; manual, Setting up"),
    "base_cards": ("E302", "rule H02; manual, Setting up"),
    "counters": ("E303", "rule H03; manual, Setting up"),
    "territories": ("E304", "rule H04; manual, Overview"),
    "slots_per_territory": ("E304", "rule H04; manual, Building Bases"),
    "piles": ("E304", "rule H04; elves deck, board"),
    "base_power": ("E306", "rule H06; manual, Understanding troops and bases"),
    "palace_power": ("E306", "rule H06; manual, Understanding troops and bases"),
}


def check_counts(deck: ArmyDeck) -> Iterator[Finding]:
    """Check H01 and H02: 25 abilities and 25 bases, counted separately, unless the game fixes other numbers."""
    for key, (code, rule, constant) in _COUNTS.items():
        source = f"rule {rule}; manual, Setting up"
        yield from check_copies(code, key, getattr(deck, key), deck.constants_of_game[constant], source)


def check_constants(deck: ArmyDeck) -> Iterator[Finding]:
    """Check H03, H04, H06 and H13: numbers that the game fixes."""
    counters, fixed = deck.counters, deck.constants_of_game
    if counters.count not in (None, fixed["counters"]):
        source = f"{fixed['counters']} (rule H03; manual, Setting up)"
        yield Finding("E303", f"deck has {counters.count} counters", ("counters", "count"), source)
    if counters.faces not in (None, (1, 2)):
        source = "[1, 2] (rule H03; samurai deck, Renewal sequence)"
        yield Finding("E303", "counters do not show 1 and 2", ("counters", "faces"), source)
    for name in type(deck.constants).model_fields:
        value = fixed[name]
        code, source = _CONSTANT_RULES.get(name, ("E313", "rule H13: a deck changes no constant"))
        yield from check_fixed_value(code, name, ("constants", name), getattr(deck.constants, name), value, source)


def check_bases(deck: ArmyDeck) -> Iterator[Finding]:
    """Check H06 and H10: power and traits that a base states are those that the game fixes."""
    for index, base in enumerate(deck.bases):
        troop = TROOPS[base.type]
        fixed = {"power": deck.constants_of_game["base_power"], "troop_power": troop.power, "traits": troop.traits}
        for key, value in fixed.items():
            stated = getattr(base, key)
            loyal = isinstance(stated, tuple) and "loyal" in stated
            code, rule = (
                ("E310", "H10: loyal is for special troops") if loyal else ("E306", f"H06: of a {base.type} base")
            )
            source = f"rule {rule}; manual, Understanding troops and bases"
            name = f"{key} of {quoted(base.id)}"
            yield from check_fixed_value(code, name, ("bases", index, key), stated, value, source)


def check_kinds(deck: ArmyDeck) -> Iterator[Finding]:
    """Check H07: the icon of an ability fits its kind."""
    for index, ability in enumerate(deck.abilities):
        icons = KIND_ICONS[ability.kind]
        if ability.icon not in icons:
            one = "one of: " if len(icons) > 1 else ""
            yield Finding(
                "E307",
                f"icon of {quoted(ability.id)} is {ability.icon}, but its kind is {ability.kind}",
                ("abilities", index, "icon"),
                f"{one}{', '.join(icons)} (rule H07; samurai deck, Types of abilities)",
                notes=(("its kind is set", ("abilities", index, "kind")),),
            )


def check_special_troops(deck: ArmyDeck) -> Iterator[Finding]:
    """Check H08: special abilities, and only they, have a troop, with power 1 or more."""
    source = "(rule H08; samurai deck, Types of abilities)"
    for index, ability in enumerate(deck.abilities):
        path: Path = ("abilities", index)
        if ability.kind == "special" and ability.troop is None:
            message = f"special ability {quoted(ability.id)} has no troop"
            yield Finding("E308", message, path, f"troop: {{power: ...}} {source}")
        elif ability.kind != "special" and ability.troop is not None:
            message = f"{quoted(ability.id)} has a troop, but its kind is {ability.kind}"
            expected = f"a troop only on an ability of kind special {source}"
            yield Finding("E308", message, (*path, "troop"), expected, on_key=True)
        elif ability.troop is not None and ability.troop.power < 1:
            message = f"power of the troop of {quoted(ability.id)} is {ability.troop.power}"
            yield Finding("E308", message, (*path, "troop", "power"), f"1 or more {source}")


def check_faction(deck: ArmyDeck) -> Iterator[Finding]:
    """Check H14: all cards belong to the faction of the deck."""
    for key in _COUNTS:
        for index, card in enumerate(getattr(deck, key)):
            if card.faction not in (None, deck.faction.id):
                yield Finding(
                    "E314",
                    f"{quoted(card.id)} is of faction {quoted(card.faction)}",
                    (key, index, "faction"),
                    f"{deck.faction.id} (rule H14: a deck is one army; manual, Setting up)",
                    did_you_mean(card.faction, [deck.faction.id]) or ("leave it out",),
                    notes=(("the faction of this deck is set", ("faction", "id")),),
                )


def check_ids(deck: ArmyDeck) -> Iterator[Finding]:
    """Check that ids are unique among the bases, and among the abilities."""
    yield from check_unique_ids({key: getattr(deck, key) for key in _COUNTS})


def check_types(deck: ArmyDeck) -> Iterator[Finding]:
    """Check C01, C02 and C04: how many bases of each type there are, and in which order."""
    counts = [sum(base.copies for base in deck.bases if base.type == troop_type) for troop_type in TYPES]
    usual = "/".join(str(copies) for copies in USUAL_COPIES)
    stated = "/".join(str(count) for count in counts)
    if tuple(counts) != USUAL_COPIES and deck.constants_of_game["base_cards"] == sum(USUAL_COPIES):
        expected = f"{usual} (convention C01; both published decks)"
        yield Finding("W301", f"bases of the five types are {stated}", ("bases",), expected, on_key=True)
    missing = [troop_type for troop_type, count in zip(TYPES, counts, strict=True) if not count]
    if missing:
        expected = "all five types (convention C02; both published decks)"
        yield Finding("W302", f"no base recruits {', '.join(missing)}", ("bases",), expected, on_key=True)
    elif any(weak <= strong for weak, strong in pairwise(counts)):
        expected = "fewer bases of each stronger type (convention C02; both published decks)"
        yield Finding("W302", f"bases of the five types are {stated}", ("bases",), expected, on_key=True)
    yield from _order(deck.bases)


def _order(bases: Sequence[Base]) -> Iterator[Finding]:
    """Check C04: bases come in the order of their types."""
    highest = 0
    for index, base in enumerate(bases):
        rank = TYPES.index(base.type)
        if rank < highest:
            message = f"{base.type} base {quoted(base.id)} comes after a {TYPES[highest]} base"
            expected = f"the order {', '.join(TYPES)} (convention C04; both published decks)"
            yield Finding("W304", message, ("bases", index), expected)
        highest = max(highest, rank)


def check_names(deck: ArmyDeck) -> Iterator[Finding]:
    """Check C03: all bases of a type have one name, and so have their troops."""
    first: dict[str, int] = {}
    for index, base in enumerate(deck.bases):
        other = first.setdefault(base.type, index)
        for key in ("name", "recruits"):
            if getattr(base, key) != getattr(deck.bases[other], key):
                yield Finding(
                    "W303",
                    f"{key} of {quoted(base.id)} differs from that of {quoted(deck.bases[other].id)}, which is also {base.type}",
                    ("bases", index, key),
                    "one name for each type (convention C03; both published decks)",
                    notes=(("the first base of its type is", ("bases", other, key)),),
                )


def check_split(deck: ArmyDeck) -> Iterator[Finding]:
    """Check C05: each icon has an ability, and no ability has too many copies."""
    missing = [icon for icon in ICONS if all(ability.icon != icon for ability in deck.abilities)]
    if missing:
        expected = "at least one ability for each of the seven icons (convention C05 of cardgen)"
        yield Finding("W305", f"no ability has the icon {', '.join(missing)}", ("abilities",), expected, on_key=True)
    for index, ability in enumerate(deck.abilities):
        if ability.copies > MOST_COPIES:
            message = f"{quoted(ability.id)} has {ability.copies} copies"
            expected = f"at most {MOST_COPIES} of one design (convention C05 of cardgen)"
            yield Finding("W305", message, ("abilities", index, "copies"), expected)


def check_abilities(deck: ArmyDeck) -> Iterator[Finding]:
    """Check the effects of each ability; see `check_effects`."""
    yield from check_each_ability(deck, _check_ability)


def _check_ability(deck: ArmyDeck, index: int) -> Iterator[Finding]:
    yield from check_effects(deck.abilities[index], ("abilities", index))


CHECKS: Sequence[Check] = (
    check_counts,
    check_constants,
    check_bases,
    check_kinds,
    check_special_troops,
    check_faction,
    check_ids,
    check_types,
    check_names,
    check_split,
    check_abilities,
    check_texts,
    check_effects_exist,
)
