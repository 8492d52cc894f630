"""Cache the results of the checks of single abilities.

A preview checks a deck after every edit and the balance assistant checks thousands of decks, which differ in one or two
abilities. To compare a text with its effects takes about a millisecond; to see that nothing has changed takes a fiftieth of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardgen.games.attack_the_tower.schema import ArmyDeck
from cardgen.plugin.game import Finding

CheckOfAbility = Callable[[ArmyDeck, int], Iterator[Finding]]
"""Checks the ability of an index; what it finds depends on the ability, the index and the names of bases and troops alone."""

MOST = 5_000
"""Abilities whose findings are kept: a few megabytes."""

_found: dict[tuple[CheckOfAbility, int, str, str], tuple[Finding, ...]] = {}


def check_each_ability(deck: ArmyDeck, check: CheckOfAbility) -> Iterator[Finding]:
    """Yield what a check finds in each ability."""
    bases = repr([(base.type, base.name, base.recruits, base.plural, base.gender) for base in deck.bases])
    for index in range(len(deck.abilities)):
        # Written by the serializer of decks, which validation has made; that of abilities would have to be made.
        ability = deck.model_dump_json(include={"abilities": {index}}, exclude_unset=True)
        key = (check, index, ability, bases)
        if key not in _found:
            if len(_found) >= MOST:
                _found.clear()
            _found[key] = tuple(check(deck, index))
        yield from _found[key]
