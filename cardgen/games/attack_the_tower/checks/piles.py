"""Find effects on cards and piles that are impossible or have another notation (E352)."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.games.attack_the_tower.checks.context import AbilityContext
from cardgen.games.attack_the_tower.effects import LookAtPile, Replay, Return, SearchPile
from cardgen.plugin.game import Finding


def check_piles(part: object, context: AbilityContext) -> Iterator[Finding]:
    """Yield E352 if a part of an ability asks for cards that it cannot get."""
    match part:
        case Replay() if context.is_later and not context.is_at_attack:
            expected = "it in the effects of the card, in 'enter', or when an attack is declared"
            yield context.coded("E352", "plays an ability when nobody can play one", (), expected)
        case SearchPile() if part.who.owner == "self" and part.to == "hand":
            hints = ("write recover: {who: {of: card, owner: self, in: ability_draw, ...}}",)
            yield context.coded("E352", "takes a card of the player's own pile", (), "recover", hints)
        case SearchPile() if part.to == "top" and part.who.pick != "one":
            yield context.coded(
                "E352", "puts several cards on a pile that is shuffled for each", ("who", "pick"), "pick: one"
            )
        case LookAtPile():
            yield from _look(part, context)
        case Return() if part.who.of == "troop" and "to" in part.model_fields_set:
            hints = ("a troop on a base is no card; write of: special for special troops",)
            yield context.coded("E352", "says where the card of a troop goes", ("to",), "no 'to' here", hints)


def _look(part: LookAtPile, context: AbilityContext) -> Iterator[Finding]:
    """Check that a look takes cards that are there, and says where others go only if there are any."""
    if part.take > part.amount:
        yield context.coded("E352", f"takes {part.take} of {part.amount} cards", ("take",), f"{part.amount} or fewer")
    elif part.take == part.amount and "rest" in part.model_fields_set:
        yield context.coded(
            "E352", "says where cards go that it takes", ("rest",), "no 'rest' here, or a smaller 'take'"
        )
