"""Rules about the effects of one ability: H10 to H12, and whether it has any; names and sense have files of their own."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.games.attack_the_tower.checks.bindings import check_bindings
from cardgen.games.attack_the_tower.checks.vocabulary import check_vocabulary
from cardgen.games.attack_the_tower.constants import TYPES
from cardgen.games.attack_the_tower.effects import Effect, LastingVerb, Selector, TraitChange
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import walk
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path


def check_effects(ability: Ability, path: Path) -> Iterator[Finding]:
    """All findings about the effects of an ability.

    Args:
        ability: The ability.
        path: Where the deck states it.
    """
    parts = list(walk(ability, path))
    yield from check_bindings(ability, path)
    yield from _own_icon(ability, parts)
    yield from check_vocabulary(ability, path)
    yield from _does_nothing(ability, path)
    for place, part in parts:
        in_aura = place[len(path) : len(path) + 2] == ("troop", "aura")
        if isinstance(part, LastingVerb):
            yield from _until(part, place, in_aura=in_aura)
        if isinstance(part, TraitChange) and part.gain == "loyal" and part.who.of != "special":
            expected = "who: {of: special, ...} (rule H10; manual, Understanding troops and bases)"
            yield Finding(
                "E310", f"{quoted(ability.id)} makes others than special troops loyal", (*place, "gain"), expected
            )
        if isinstance(part, Effect) and part.renewal and not in_aura:
            expected = "it as the aura of a special troop (rule H12; samurai deck, Rules)"
            yield Finding(
                "E312",
                f"{quoted(ability.id)} changes a renewal, where no ability works",
                (*place, "renewal"),
                expected,
                on_key=True,
            )


def _until(effect: LastingVerb, place: Path, *, in_aura: bool) -> Iterator[Finding]:
    """A lasting effect says until when; an aura lasts as long as its troop."""
    verb = place[-1]
    if in_aura and effect.until is not None:
        expected = "no 'until': an aura works while its troop is in play"
        yield Finding("E204", f"{verb} of an aura ends", (*place, "until"), expected, ("leave it out",), on_key=True)
    elif not in_aura and effect.until is None:
        expected = "until: one of: now, battle, turn (rule H11; samurai deck, Types of abilities)"
        yield Finding("E311", f"{verb} has no 'until', so it would last beyond the turn", place, expected, on_key=True)


def _does_nothing(ability: Ability, path: Path) -> Iterator[Finding]:
    """W333: whoever plays the card at a table reads its text, the computer has nothing to do."""
    if not ability.effects and ability.troop is None and ability.kind != "special":
        message = f"{quoted(ability.id)} has no effects, so it does nothing when it is played by the computer"
        yield Finding("W333", message, path, "effects that do what its text says")


def _own_icon(ability: Ability, parts: list[tuple[Path, object]]) -> Iterator[Finding]:
    """`type: icon` needs an icon that is a type."""
    for place, part in parts:
        if isinstance(part, Selector) and "icon" in part.type and ability.icon not in TYPES:
            message = f"type 'icon' means nothing on {quoted(ability.id)}, whose icon is {ability.icon}"
            yield Finding("E206", message, (*place, "type"), f"one of: {', '.join(TYPES)}")
