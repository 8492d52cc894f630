"""Effects that do something: `destroy one enemy base`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower.wording.discourse import Clause
from cardgen.games.attack_the_tower.wording.nouns import NOWHERE, exact_pick, noun_phrase, number_of, per_thing
from cardgen.games.attack_the_tower.wording.predicates import battle_mode, counted_amount, lasting_clause, while_phrase

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.effects import Selector
    from cardgen.games.attack_the_tower.wording.discourse import Discourse
    from cardgen.games.attack_the_tower.wording.grammar import Phrase
    from cardgen.games.attack_the_tower.wording.nouns import Role


def _destroy(discourse: Discourse, what: Any) -> Clause:
    return Clause(destroy_phrase(discourse, what.who))


def destroy_phrase(discourse: Discourse, who: Selector) -> str:
    """What is destroyed; what a player destroys of his own is sacrificed."""
    key = "sacrifice" if discourse.owner(who) == "self" else "destroy"
    if who.by != "random" or who.pick == "all":
        return discourse.grammar.say(key, x=noun_phrase(discourse, who, "object"))
    x = noun_phrase(discourse, exact_pick(who).model_copy(update={"by": "self"}), "object")
    return discourse.grammar.say(key, x=discourse.grammar.say("at_random", x=x))


def _recruit(discourse: Discourse, what: Any) -> Clause:
    amount, bases = number_of(what.amount), what.bases
    if bases.is_ == "has_room" and (bases.by == "self" or bases.pick == "all"):
        # What finds no room is lost, so nobody picks a base without any.
        bases = bases.model_copy(update={"is_": None})
    bases = noun_phrase(discourse, bases, "object" if bases.pick == "one" else "each")
    text = discourse.grammar.say("recruit", x=discourse.quantity(amount, "troop"), bases=bases)
    return Clause(per_thing(discourse, what.amount, text))


def _move(discourse: Discourse, what: Any) -> Clause:
    who, to = noun_phrase(discourse, what.who, "object"), _other(discourse, what.who, what.to)
    if not discourse.only_type(to):  # else its type is said, and the troops have it too
        to = to.model_copy(update={"is_": "same_type"})
    return Clause(discourse.grammar.say("move", who=who, to=noun_phrase(discourse, to, "object")))


def _other(discourse: Discourse, one: Selector, other: Selector) -> Selector:
    """The second of two: of one's own bases it is another one, if nothing else tells them apart."""
    if other.pick != "one" or discourse.antecedent(other) or discourse.owner(one) != discourse.owner(other):
        return other
    told_apart = other.is_ not in (None, "has_room") or other.power or (other.type and other.type != one.type)
    return other if told_apart else other.model_copy(update={"pick": "another"})


def _swap(discourse: Discourse, what: Any) -> Clause:
    alike = [selector.model_copy(update={"as_": None}) for selector in (what.a, what.b)]
    if alike[0] == alike[1] and what.a.pick == "one" and not discourse.antecedent(what.a):
        two = alike[0].model_copy(update={"pick": "two"})
        both = noun_phrase(discourse, two, "object")
        for selector in (what.a, what.b):
            discourse.bind(selector, said=True, plural=False)
        return Clause(discourse.grammar.say("swap.two", a=both), order=False)
    a = noun_phrase(discourse, what.a, "object")
    return Clause(
        discourse.grammar.say("swap", a=a, b=noun_phrase(discourse, _other(discourse, what.a, what.b), "object")),
        order=False,
    )


def _build(discourse: Discourse, what: Any) -> Clause:
    kind = {} if what.card.is_ or discourse.antecedent(what.card) else {"is_": "base"}
    card = noun_phrase(discourse, what.card.model_copy(update=kind), "object")
    return Clause(_searched(discourse, what.card, discourse.grammar.say(f"build.{what.where}", x=card)))


def _searched(discourse: Discourse, selector: Selector, text: str) -> str:
    """A pile is shuffled by whoever has looked through it."""
    return discourse.grammar.say("search", do=text) if selector.in_ in {"ability_draw", "base_draw"} else text


def _draw(discourse: Discourse, what: Any) -> Clause:
    text = discourse.grammar.say(f"draw.{what.who}", x=card_quantity(discourse, what))
    return Clause(per_thing(discourse, what.amount, text), order=what.who == "self")


def _discard(discourse: Discourse, what: Any) -> Clause:
    text = _chosen(discourse, what, discourse.grammar.say(f"discard.{what.who}", x=card_quantity(discourse, what)))
    return Clause(per_thing(discourse, what.amount, text), order=what.who == "self")


def card_quantity(discourse: Discourse, what: Any) -> Phrase:
    """How many cards of which kind an effect draws, discards or takes."""
    kind = str(getattr(what, "pile", None) or getattr(what, "is_", "any"))
    return discourse.quantity(number_of(what.amount), "card" if kind == "any" else kind)


def _chosen(discourse: Discourse, what: Any, text: str) -> str:
    """With the words for who chooses the cards, if it is not the one who holds them."""
    if what.by == "random":
        return discourse.grammar.say("choice.random", x=text)
    return discourse.grammar.say("choice.self", x=text) if what.by == "self" and what.who == "opponent" else text


def _peek(discourse: Discourse, _what: Any) -> Clause:
    return Clause(discourse.grammar.say("peek"))


def _take(discourse: Discourse, what: Any) -> Clause:
    chosen = _chosen(discourse, what, card_quantity(discourse, what).text)
    return Clause(per_thing(discourse, what.amount, discourse.grammar.say("take", x=chosen)))


def _recover(discourse: Discourse, what: Any) -> Clause:
    return Clause(
        _searched(discourse, what.who, discourse.grammar.say("recover", x=noun_phrase(discourse, what.who, "object")))
    )


def _prevent(discourse: Discourse, what: Any) -> Clause:
    before = while_phrase(discourse, what)
    with discourse.within(battle_mode(discourse, what, what.site)):
        text = _prevented(discourse, what)
    return lasting_clause(discourse, what, text, before)


def _prevented(discourse: Discourse, what: Any) -> str:
    say = discourse.grammar.say
    if what.site is None or what.what in {"attack", "ability"}:  # these have no site (E315)
        return say(f"prevent.{what.who}", x=say(f"prevent.{what.what}"))
    if what.what == "attack_on" and what.who == "opponent" and what.site.owner == "self":
        return say("prevent.attacked", x=noun_phrase(discourse, what.site, "subject"))
    role: Role = "any" if what.site.pick == "all" else "object"
    at = discourse.grammar.key(f"prevent.{what.what}.at", what.site.of)
    return say(f"prevent.{what.who}", x=say(at, x=noun_phrase(discourse, what.site, role)))


def _soak(discourse: Discourse, what: Any) -> Clause:
    before = while_phrase(discourse, what)
    per = counted_amount(what)
    text = discourse.grammar.say(f"soak.{what.who}.per" if per else f"soak.{what.who}", x=str(number_of(what.amount)))
    return lasting_clause(discourse, what, text, before, per=per, order=True)


def _strike(discourse: Discourse, what: Any) -> Clause:
    text = discourse.grammar.say("strike", x=str(number_of(what.amount)), who=noun_phrase(discourse, what.who, "each"))
    return Clause(per_thing(discourse, what.amount, text))


def _area(discourse: Discourse, what: Any) -> Clause:
    before = while_phrase(discourse, what)
    places = [NOWHERE if selector.in_ == "battle" else None for selector in (what.from_, what.who)]
    with discourse.within(battle_mode(discourse, what, what.from_)):
        who_deals = noun_phrase(discourse, what.from_, "each", at=places[0])
    with discourse.within(battle_mode(discourse, what, what.who)):
        who_takes = noun_phrase(discourse, what.who, "each", at=places[1])
    text = discourse.grammar.say("area", deals=who_deals, x=str(what.amount), who=who_takes)
    return lasting_clause(discourse, what, text, before)


def _renewal(discourse: Discourse, what: Any) -> Clause:
    say = discourse.grammar.say
    parts = []
    for verb, noun, amount in (("draw", "card", what.draw), ("recruit", "troop", what.recruit)):
        if amount:
            words = discourse.grammar.nouns[noun].form(plural=abs(amount) != 1)
            count = discourse.grammar.numeral(abs(amount), feminine=words.feminine)
            more = say("more" if amount > 0 else "fewer", number=count, x=words)
            parts.append(say(f"renewal.{verb}.{what.who}", x=more))
    return Clause(say(f"renewal.{what.who}", do=discourse.grammar.phrases["and"].join(parts)), order=False)


def _end_battle(discourse: Discourse, _what: Any) -> Clause:
    discourse.battle_said = True
    return Clause(discourse.grammar.say("end_battle"), order=False)


VERBS: dict[str, Callable[[Discourse, Any], Clause]] = {
    "destroy": _destroy,
    "recruit": _recruit,
    "move": _move,
    "swap": _swap,
    "build": _build,
    "draw": _draw,
    "discard": _discard,
    "peek": _peek,
    "take": _take,
    "recover": _recover,
    "prevent": _prevent,
    "soak": _soak,
    "strike": _strike,
    "area": _area,
    "renewal": _renewal,
    "end_battle": _end_battle,
}
