"""Rules about the effects of one ability: H10 to H12, what an aura may hold, and names that are bound and used."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.diagnostics import did_you_mean, shown
from cardgen.game import Finding
from cardgen.games.attack_the_tower.constants import TYPES
from cardgen.games.attack_the_tower.effects import Effect, Lasting, Selector, TraitChange
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.schema import walk
from cardgen.source import Path


def check_effects(ability: Ability, path: Path) -> Iterator[Finding]:
    """All findings about the effects of an ability.

    Args:
        ability: The ability.
        path: Where the deck states it.
    """
    parts = list(walk(ability, path))
    yield from _names(ability, parts)
    for place, part in parts:
        in_aura = place[len(path) : len(path) + 2] == ("troop", "aura")
        if isinstance(part, Lasting):
            yield from _until(part, place, in_aura=in_aura)
        if isinstance(part, TraitChange) and part.gain == "loyal" and part.who.of != "special":
            expected = "who: {of: special, ...} (rule H10; manual, Understanding troops and bases)"
            yield Finding(
                "E310", f"{shown(ability.id)} makes others than special troops loyal", (*place, "gain"), expected
            )
        if isinstance(part, Effect) and part.renewal and not in_aura:
            expected = "it as the aura of a special troop (rule H12; samurai deck, Rules)"
            yield Finding(
                "E312",
                f"{shown(ability.id)} changes a renewal, where no ability works",
                (*place, "renewal"),
                expected,
                on_key=True,
            )


def _until(effect: Lasting, place: Path, *, in_aura: bool) -> Iterator[Finding]:
    """A lasting effect says until when; an aura lasts as long as its troop."""
    verb = place[-1]
    if in_aura and effect.until is not None:
        expected = "no 'until': an aura works while its troop is in play"
        yield Finding("E204", f"{verb} of an aura ends", (*place, "until"), expected, ("leave it out",), on_key=True)
    elif not in_aura and effect.until is None:
        expected = "until: one of: now, battle, turn (rule H11; samurai deck, Types of abilities)"
        yield Finding("E311", f"{verb} has no 'until', so it would last beyond the turn", place, expected, on_key=True)


def _names(ability: Ability, parts: list[tuple[Path, object]]) -> Iterator[Finding]:
    """Each `$name` is bound before it is used, once; `type: icon` needs an icon that is a type."""
    bound: dict[str, Path] = {}
    for place, part in parts:
        if not isinstance(part, Selector):
            continue
        if part.in_ and part.in_.startswith("$") and part.in_[1:] not in bound:
            expected = f"one of: {', '.join('$' + name for name in bound)}" if bound else "a name bound by 'as' before"
            hints = did_you_mean(part.in_, ["$" + name for name in bound])
            yield Finding("E206", f"nothing is bound to {shown(part.in_)}", (*place, "in"), expected, hints)
        if "icon" in part.type and ability.icon not in TYPES:
            message = f"type 'icon' means nothing on {shown(ability.id)}, whose icon is {ability.icon}"
            yield Finding("E206", message, (*place, "type"), f"one of: {', '.join(TYPES)}")
        if part.as_ in bound:
            note = ("first bound here:", bound[part.as_])
            yield Finding("E205", f"name {shown(part.as_)} is bound twice", (*place, "as"), notes=(note,))
        elif part.as_:
            bound[part.as_] = (*place, "as")
