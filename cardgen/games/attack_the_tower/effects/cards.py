"""Verbs that move cards."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cardgen.games.attack_the_tower.effects.parts import DISCARDS, DRAWS, SOME, Allowed, Number, Player, Selector
from cardgen.plugin.schema import Model


class Build(Model):
    """Build a base outside a renewal."""

    card: Annotated[
        Selector, Allowed(("card",), ("self",), ("hand", "base_discard", "base_draw"), ("one",), ("self",), ("base",))
    ] = Field(description="Base card that is built.")
    where: Literal["empty", "any"] = Field(
        "empty",
        description="`empty`: on an empty slot; `any`: also over a base, which is destroyed with its troops, unless it "
        "cannot be destroyed by abilities.",
    )


class Draw(Model):
    """Draw cards."""

    who: Player = Field(description="Player who draws.")
    amount: Number = Field(1, description="Number of cards.")
    pile: Literal["ability", "base", "any"] = Field("any", description="Pile that is drawn from.")


class Discard(Model):
    """Discard cards from a hand."""

    who: Player = Field(description="Player whose hand it is.")
    amount: Number = Field(1, description="Number of cards.")
    by: Literal["owner", "self", "random"] = Field("owner", description="Who chooses the cards.")
    is_: Literal["ability", "base", "any"] = Field("any", description="Kind of cards.")


class Peek(Model):
    """Look at a whole hand."""

    who: Player = Field(description="Player whose hand it is.")


class Take(Model):
    """Take cards from a hand into yours; after use they go to their owner's discard pile."""

    who: Player = Field(description="Player whose hand it is.")
    amount: Number = Field(1, description="Number of cards.")
    by: Literal["self", "random"] = Field("random", description="Who chooses the cards.")


class Recover(Model):
    """Take cards from your piles into your hand."""

    who: Annotated[Selector, Allowed(("card",), ("self",), (*DISCARDS, *DRAWS), by=("self",))] = Field(
        description="Cards that are taken."
    )


class Return(Model):
    """Take bases or special troops off the table, or troops off their bases; nothing is destroyed.

    A card goes to its owner: the player whose army it belongs to. A base takes its troops with it. A troop on a base is
    no card, so it only leaves: its counter is turned back. Special troops go when they are selected as such.
    """

    who: Annotated[Selector, Allowed(("troop", "special", "base"))] = Field(description="What leaves the table.")
    to: Literal["hand", "top", "bottom"] = Field(
        "hand", description="Where a card goes: its owner's hand, or the top or the bottom of its owner's draw pile."
    )


class Put(Model):
    """Put cards on top or at the bottom of the draw piles of the players whose army they belong to.

    A card from a discard pile is seen by both players, a card from a hand only by its player and by who chose it.
    """

    who: Annotated[
        Selector, Allowed(("card",), ("self", "opponent"), ("hand", *DISCARDS), SOME, ("self", "opponent"))
    ] = Field(description="Cards of a hand or of a discard pile.")
    to: Literal["top", "bottom"] = Field(description="Where they are put.")


class Mill(Model):
    """Move the top cards of a draw pile to the discard pile."""

    who: Player = Field(description="Player whose pile it is.")
    amount: Number = Field(1, description="Number of cards.")
    pile: Literal["ability", "base"] = Field(description="The pile.")


class LookAtPile(Model):
    """Look at the top cards of a draw pile, and order them or take some."""

    who: Player = Field(description="Player whose pile it is.")
    amount: Annotated[int, Field(ge=1, le=10)] = Field(description="Number of cards.")
    pile: Literal["ability", "base"] = Field(description="The pile.")
    take: Annotated[int, Field(ge=0, le=10)] = Field(0, description="How many of them go into your hand.")
    rest: Literal["top", "bottom", "discard"] = Field(
        "top",
        description="Where the others go: back on top or to the bottom, in an order that you choose, or discarded.",
    )


class SearchPile(Model):
    """Look through a draw pile, show cards of it and move them; then the pile is shuffled."""

    who: Annotated[Selector, Allowed(("card",), ("self", "opponent"), DRAWS, SOME, ("self",))] = Field(
        description="Cards of a draw pile."
    )
    to: Literal["hand", "discard", "top"] = Field(
        description="Where they go: into your hand, to the discard pile, or on top of the pile after it was shuffled."
    )


class Replay(Model):
    """Play an ability from a discard pile, or one again that was played this turn.

    Its timing, condition and costs hold as if it came from your hand. From a discard pile it comes beside the board; one
    that was played this turn stays there, and cannot be one that plays other abilities.
    """

    who: Annotated[Selector, Allowed(("card",), in_=("ability_discard", "played"), pick=("one",), by=("self",))] = (
        Field(description="The ability: in: ability_discard, or in: played.")
    )


class Steal(Model):
    """Bring an enemy troop to your side; it is not destroyed.

    A troop moves to one of your bases of its type that has room. A special troop moves to your palace and counts
    towards your limit; when it leaves play, its card goes to its owner.
    """

    who: Annotated[Selector, Allowed(("troop", "special"), ("opponent",), pick=("one",))] = Field(
        description="The troop or special troop."
    )
