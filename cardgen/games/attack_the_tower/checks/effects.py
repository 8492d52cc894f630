"""Check the effects of one ability (rules H10 to H12), and call the other checks of effects."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.games.attack_the_tower.checks.bindings import check_bindings
from cardgen.games.attack_the_tower.checks.vocabulary import check_vocabulary
from cardgen.games.attack_the_tower.constants import TYPES
from cardgen.games.attack_the_tower.effects import Effect, LastingVerb, Selector, TraitChange, When
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import walk
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path


def check_effects(ability: Ability, path: Path) -> Iterator[Finding]:
    """Yield everything that is wrong with the effects of an ability."""
    parts = list(walk(ability, path))
    yield from check_bindings(ability, path)
    yield from _own_icon(ability, parts)
    yield from check_vocabulary(ability, path)
    for inner, part in parts:
        in_aura = inner[len(path) : len(path) + 2] == ("troop", "aura")
        if isinstance(part, LastingVerb):
            yield from _until(part, inner, in_aura=in_aura, stays=ability.kind == "special")
        if isinstance(part, When) and part.until == "next_turn" and ability.kind != "special":
            yield _outlasts("when", inner)
        if isinstance(part, TraitChange) and part.gain == "loyal" and part.who.of != "special":
            expected = "who: {of: special, ...} (rule H10; manual, Understanding troops and bases)"
            yield Finding(
                "E310", f"{quoted(ability.id)} makes things other than special troops loyal", (*inner, "gain"), expected
            )
        if isinstance(part, Effect) and part.renewal and not in_aura:
            expected = "'renewal' only as the aura of a special troop (rule H12; samurai deck, Rules)"
            yield Finding(
                "E312",
                f"{quoted(ability.id)} changes a renewal, but abilities do not work in renewals",
                (*inner, "renewal"),
                expected,
                on_key=True,
            )


def _until(effect: LastingVerb, path: Path, *, in_aura: bool, stays: bool) -> Iterator[Finding]:
    """Check that a lasting effect says when it ends; an aura lasts as long as its troop is in play."""
    verb = path[-1]
    if in_aura and effect.until is not None:
        expected = "no 'until', since an aura works while its troop is in play"
        yield Finding(
            "E204", f"{verb} in an aura has an 'until'", (*path, "until"), expected, ("leave it out",), on_key=True
        )
    elif not in_aura and effect.until is None:
        expected = "until: one of: battle, turn (rule H11; samurai deck, Types of abilities)"
        yield Finding("E311", f"{verb} has no 'until', so it would last beyond the turn", path, expected, on_key=True)
    elif effect.until == "next_turn" and not stays:
        yield _outlasts(str(verb), path)


def _outlasts(verb: str, path: Path) -> Finding:
    """Return the finding about an effect that lasts longer than its card lies on the table."""
    message = f"{verb} lasts until the next turn, but its card is discarded at the end of this one"
    expected = "until: one of: battle, turn (rule H11; samurai deck, Types of abilities)"
    return Finding("E311", message, (*path, "until"), expected, ("only a special ability can use next_turn",))


def _own_icon(ability: Ability, parts: list[tuple[Path, object]]) -> Iterator[Finding]:
    """Check that an ability with `type: icon` has an icon that is a troop type."""
    for inner, part in parts:
        if isinstance(part, Selector) and "icon" in part.type and ability.icon not in TYPES:
            message = f"type 'icon' means nothing on {quoted(ability.id)}, whose icon is {ability.icon}"
            yield Finding("E206", message, (*inner, "type"), f"one of: {', '.join(TYPES)}")
