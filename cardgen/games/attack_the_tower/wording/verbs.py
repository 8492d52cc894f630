"""Effects that do something: `destroy one enemy base`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower.wording.nouns import NOWHERE, exactly, number, per_thing, things
from cardgen.games.attack_the_tower.wording.predicates import battles, counted, lasting, while_it_holds
from cardgen.games.attack_the_tower.wording.speech import Clause

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.effects import Selector
    from cardgen.games.attack_the_tower.wording.grammar import Phrase
    from cardgen.games.attack_the_tower.wording.nouns import Role
    from cardgen.games.attack_the_tower.wording.speech import Speech


def _destroy(speech: Speech, what: Any) -> Clause:
    return Clause(destroyed(speech, what.who))


def destroyed(speech: Speech, who: Selector) -> str:
    """What is destroyed; what a player destroys of his own is sacrificed."""
    key = "sacrifice" if speech.owner(who) == "self" else "destroy"
    if who.by != "random" or who.pick == "all":
        return speech.grammar.say(key, x=things(speech, who, "object"))
    x = things(speech, exactly(who).model_copy(update={"by": "self"}), "object")
    return speech.grammar.say(key, x=speech.grammar.say("at_random", x=x))


def _recruit(speech: Speech, what: Any) -> Clause:
    amount, bases = number(what.amount), what.bases
    if bases.is_ == "has_room" and (bases.by == "self" or bases.pick == "all"):
        # What finds no room is lost, so nobody picks a base without any.
        bases = bases.model_copy(update={"is_": None})
    bases = things(speech, bases, "object" if bases.pick == "one" else "each")
    text = speech.grammar.say("recruit", x=speech.quantity(amount, "troop"), bases=bases)
    return Clause(per_thing(speech, what.amount, text))


def _move(speech: Speech, what: Any) -> Clause:
    who, to = things(speech, what.who, "object"), _other(speech, what.who, what.to)
    if not speech.only_type(to):  # else its type is said, and the troops have it too
        to = to.model_copy(update={"is_": "same_type"})
    return Clause(speech.grammar.say("move", who=who, to=things(speech, to, "object")))


def _other(speech: Speech, one: Selector, other: Selector) -> Selector:
    """The second of two: of one's own bases it is another one, if nothing else tells them apart."""
    if other.pick != "one" or speech.antecedent(other) or speech.owner(one) != speech.owner(other):
        return other
    told_apart = other.is_ not in (None, "has_room") or other.power or (other.type and other.type != one.type)
    return other if told_apart else other.model_copy(update={"pick": "another"})


def _swap(speech: Speech, what: Any) -> Clause:
    alike = [selector.model_copy(update={"as_": None}) for selector in (what.a, what.b)]
    if alike[0] == alike[1] and what.a.pick == "one" and not speech.antecedent(what.a):
        two = alike[0].model_copy(update={"pick": "two"})
        both = things(speech, two, "object")
        for selector in (what.a, what.b):
            speech.bind(selector, said=True, plural=False)
        return Clause(speech.grammar.say("swap.two", a=both), order=False)
    a = things(speech, what.a, "object")
    return Clause(
        speech.grammar.say("swap", a=a, b=things(speech, _other(speech, what.a, what.b), "object")), order=False
    )


def _build(speech: Speech, what: Any) -> Clause:
    kind = {} if what.card.is_ or speech.antecedent(what.card) else {"is_": "base"}
    card = things(speech, what.card.model_copy(update=kind), "object")
    return Clause(_searched(speech, what.card, speech.grammar.say(f"build.{what.where}", x=card)))


def _searched(speech: Speech, selector: Selector, text: str) -> str:
    """A pile is shuffled by whoever has looked through it."""
    return speech.grammar.say("search", do=text) if selector.in_ in {"ability_draw", "base_draw"} else text


def _draw(speech: Speech, what: Any) -> Clause:
    text = speech.grammar.say(f"draw.{what.who}", x=cards(speech, what))
    return Clause(per_thing(speech, what.amount, text), order=what.who == "self")


def _discard(speech: Speech, what: Any) -> Clause:
    text = _chosen(speech, what, speech.grammar.say(f"discard.{what.who}", x=cards(speech, what)))
    return Clause(per_thing(speech, what.amount, text), order=what.who == "self")


def cards(speech: Speech, what: Any) -> Phrase:
    """How many cards of which kind an effect draws, discards or takes."""
    kind = str(getattr(what, "pile", None) or getattr(what, "is_", "any"))
    return speech.quantity(number(what.amount), "card" if kind == "any" else kind)


def _chosen(speech: Speech, what: Any, text: str) -> str:
    """With the words for who chooses the cards, if it is not the one who holds them."""
    if what.by == "random":
        return speech.grammar.say("choice.random", x=text)
    return speech.grammar.say("choice.self", x=text) if what.by == "self" and what.who == "opponent" else text


def _peek(speech: Speech, _what: Any) -> Clause:
    return Clause(speech.grammar.say("peek"))


def _take(speech: Speech, what: Any) -> Clause:
    chosen = _chosen(speech, what, cards(speech, what).text)
    return Clause(per_thing(speech, what.amount, speech.grammar.say("take", x=chosen)))


def _recover(speech: Speech, what: Any) -> Clause:
    return Clause(_searched(speech, what.who, speech.grammar.say("recover", x=things(speech, what.who, "object"))))


def _prevent(speech: Speech, what: Any) -> Clause:
    before = while_it_holds(speech, what)
    with speech.within(battles(speech, what, what.site)):
        text = _prevented(speech, what)
    return lasting(speech, what, text, before)


def _prevented(speech: Speech, what: Any) -> str:
    say = speech.grammar.say
    if what.site is None or what.what in {"attack", "ability"}:  # these have no site (E315)
        return say(f"prevent.{what.who}", x=say(f"prevent.{what.what}"))
    if what.what == "attack_on" and what.who == "opponent" and what.site.owner == "self":
        return say("prevent.attacked", x=things(speech, what.site, "subject"))
    role: Role = "any" if what.site.pick == "all" else "object"
    at = speech.grammar.key(f"prevent.{what.what}.at", what.site.of)
    return say(f"prevent.{what.who}", x=say(at, x=things(speech, what.site, role)))


def _soak(speech: Speech, what: Any) -> Clause:
    before = while_it_holds(speech, what)
    per = counted(what)
    text = speech.grammar.say(f"soak.{what.who}.per" if per else f"soak.{what.who}", x=str(number(what.amount)))
    return lasting(speech, what, text, before, per=per, order=True)


def _strike(speech: Speech, what: Any) -> Clause:
    text = speech.grammar.say("strike", x=str(number(what.amount)), who=things(speech, what.who, "each"))
    return Clause(per_thing(speech, what.amount, text))


def _area(speech: Speech, what: Any) -> Clause:
    before = while_it_holds(speech, what)
    places = [NOWHERE if selector.in_ == "battle" else None for selector in (what.from_, what.who)]
    with speech.within(battles(speech, what, what.from_)):
        who_deals = things(speech, what.from_, "each", at=places[0])
    with speech.within(battles(speech, what, what.who)):
        who_takes = things(speech, what.who, "each", at=places[1])
    text = speech.grammar.say("area", deals=who_deals, x=str(what.amount), who=who_takes)
    return lasting(speech, what, text, before)


def _renewal(speech: Speech, what: Any) -> Clause:
    say = speech.grammar.say
    parts = []
    for verb, noun, amount in (("draw", "card", what.draw), ("recruit", "troop", what.recruit)):
        if amount:
            words = speech.grammar.nouns[noun].form(plural=abs(amount) != 1)
            count = speech.grammar.numeral(abs(amount), feminine=words.feminine)
            more = say("more" if amount > 0 else "fewer", number=count, x=words)
            parts.append(say(f"renewal.{verb}.{what.who}", x=more))
    return Clause(say(f"renewal.{what.who}", do=speech.grammar.phrases["and"].join(parts)), order=False)


def _end_battle(speech: Speech, _what: Any) -> Clause:
    speech.battle_said = True
    return Clause(speech.grammar.say("end_battle"), order=False)


VERBS: dict[str, Callable[[Speech, Any], Clause]] = {
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
