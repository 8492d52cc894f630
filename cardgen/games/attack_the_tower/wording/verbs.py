"""Word effects as orders: `destroy one enemy base`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower.wording.discourse import Clause
from cardgen.games.attack_the_tower.wording.nouns import (
    NOWHERE,
    exact_pick,
    noun_phrase,
    number_of,
    per_thing,
    picked_before,
)
from cardgen.games.attack_the_tower.wording.predicates import (
    battle_reference,
    counted_amount,
    lasting_clause,
    says_now,
    while_phrase,
)

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.effects import Selector
    from cardgen.games.attack_the_tower.wording.discourse import Discourse
    from cardgen.games.attack_the_tower.wording.nouns import Role
    from cardgen.plugin.wording.phrases import Phrase


def _destroy(discourse: Discourse, arguments: Any) -> Clause:
    return Clause(destroy_phrase(discourse, arguments.who))


def destroy_phrase(discourse: Discourse, who: Selector) -> str:
    """Return the order to destroy things; players `sacrifice` their own.

    Args:
        discourse: State of the text; is changed.
    """
    key = "sacrifice" if discourse.owner(who) == "self" else "destroy"
    if who.by != "random":
        return discourse.lexicon.say(key, x=noun_phrase(discourse, who, "object"))
    x = noun_phrase(discourse, exact_pick(who).model_copy(update={"by": "self"}), "object")
    return discourse.lexicon.say(key, x=discourse.lexicon.say("at_random", x=x))


def _recruit(discourse: Discourse, arguments: Any) -> Clause:
    amount, bases = number_of(arguments.amount), arguments.bases
    if bases.is_ == "has_room" and bases.by == "self":
        # Troops without room are lost, so nobody would pick a base without room.
        bases = bases.model_copy(update={"is_": None})
    bases = noun_phrase(discourse, bases, "object" if bases.pick == "one" else "each")
    text = discourse.lexicon.say("recruit", x=discourse.lexicon.quantity(amount, "troop"), bases=bases)
    return Clause(per_thing(discourse, arguments.amount, text))


def _move(discourse: Discourse, arguments: Any) -> Clause:
    who, to = noun_phrase(discourse, arguments.who, "object"), _other(discourse, arguments.who, arguments.to)
    if not discourse.only_type(to):  # otherwise the type is stated, and the troops share it
        to = to.model_copy(update={"is_": "same_type"})
    return Clause(discourse.lexicon.say("move", who=who, to=noun_phrase(discourse, to, "object")))


def _other(discourse: Discourse, one: Selector, other: Selector) -> Selector:
    """Return the second of two selectors, as `another` if nothing else tells the two apart."""
    if other.pick != "one" or picked_before(discourse, other) or discourse.owner(one) != discourse.owner(other):
        return other
    told_apart = other.is_ not in (None, "has_room") or other.power or (other.type and other.type != one.type)
    return other if told_apart else other.model_copy(update={"pick": "another"})


def _swap(discourse: Discourse, arguments: Any) -> Clause:
    alike = [selector.model_copy(update={"as_": None}) for selector in (arguments.a, arguments.b)]
    if alike[0] == alike[1]:
        two = alike[0].model_copy(update={"pick": "two"})
        both = noun_phrase(discourse, two, "object")
        return Clause(discourse.lexicon.say("swap.two", a=both), order=False)  # which no name can mean
    a = noun_phrase(discourse, arguments.a, "object")
    return Clause(
        discourse.lexicon.say(
            "swap" if discourse.owner(arguments.a) == discourse.owner(arguments.b) else "swap.owners",
            a=a,
            b=noun_phrase(discourse, _other(discourse, arguments.a, arguments.b), "object"),
        ),
        order=False,
    )


def _build(discourse: Discourse, arguments: Any) -> Clause:
    kind = {} if arguments.card.is_ else {"is_": "base"}
    card = noun_phrase(discourse, arguments.card.model_copy(update=kind), "object")
    return Clause(_searched(discourse, arguments.card, discourse.lexicon.say(f"build.{arguments.where}", x=card)))


def _searched(discourse: Discourse, selector: Selector, text: str) -> str:
    """Return an order, followed by the shuffle if it searches a draw pile."""
    return discourse.lexicon.say("search", do=text) if selector.in_ in {"ability_draw", "base_draw"} else text


def _draw(discourse: Discourse, arguments: Any) -> Clause:
    text = discourse.lexicon.say(f"draw.{arguments.who}", x=card_quantity(discourse, arguments))
    return Clause(per_thing(discourse, arguments.amount, text), order=arguments.who == "self")


def _discard(discourse: Discourse, arguments: Any) -> Clause:
    text = _chosen(
        discourse, arguments, discourse.lexicon.say(f"discard.{arguments.who}", x=card_quantity(discourse, arguments))
    )
    return Clause(per_thing(discourse, arguments.amount, text), order=arguments.who == "self")


def card_quantity(discourse: Discourse, arguments: Any) -> Phrase:
    """Return how many cards of which kind an effect draws, discards or takes."""
    kind = str(getattr(arguments, "pile", None) or getattr(arguments, "is_", "any"))
    return discourse.lexicon.quantity(number_of(arguments.amount), "card" if kind == "any" else kind)


def _chosen(discourse: Discourse, arguments: Any, text: str) -> str:
    """Return an order with the words for who chooses the cards, unless their holder does."""
    if arguments.by == "random":
        return discourse.lexicon.say("choice.random", x=text)
    return (
        discourse.lexicon.say("choice.self", x=text) if arguments.by == "self" and arguments.who == "opponent" else text
    )


def _peek(discourse: Discourse, _what: Any) -> Clause:
    return Clause(discourse.lexicon.say("peek"))


def _take(discourse: Discourse, arguments: Any) -> Clause:
    chosen = _chosen(discourse, arguments, card_quantity(discourse, arguments).text)
    return Clause(per_thing(discourse, arguments.amount, discourse.lexicon.say("take", x=chosen)))


def _recover(discourse: Discourse, arguments: Any) -> Clause:
    return Clause(
        _searched(
            discourse,
            arguments.who,
            discourse.lexicon.say("recover", x=noun_phrase(discourse, arguments.who, "object")),
        )
    )


def _prevent(discourse: Discourse, arguments: Any) -> Clause:
    before = while_phrase(discourse, arguments)
    with discourse.speaking_of_battles(battle_reference(discourse, arguments, arguments.site)):
        text = _prevented(discourse, arguments)
    return lasting_clause(discourse, arguments, text, before)


def _prevented(discourse: Discourse, arguments: Any) -> str:
    say = discourse.lexicon.say
    if arguments.site is None or arguments.what in {"attack", "ability", "renewal"}:  # these take no site (E315)
        return say(f"prevent.{arguments.who}", x=say(f"prevent.{arguments.what}"))
    now = says_now(arguments, arguments.site)
    if arguments.what == "attack_on" and arguments.who == "opponent" and arguments.site.owner == "self":
        return say("prevent.attacked", x=noun_phrase(discourse, arguments.site, "subject", now=now))
    role: Role = "any" if arguments.site.pick == "all" else "object"
    at = discourse.lexicon.variant(f"prevent.{arguments.what}.at", arguments.site.of)
    return say(f"prevent.{arguments.who}", x=say(at, x=noun_phrase(discourse, arguments.site, role, now=now)))


def _soak(discourse: Discourse, arguments: Any) -> Clause:
    before = while_phrase(discourse, arguments)
    per = counted_amount(arguments)
    # An aura ignores so much in each battle anew, a card so much in all.
    over = ".aura" if discourse.aura else ".turn" if arguments.until != "battle" and not per else ""
    key = f"soak.{arguments.who}{over}" + (".per" if per else "")
    text = discourse.lexicon.say(key, x=str(number_of(arguments.amount)))
    return lasting_clause(discourse, arguments, text, before, per=per, order=True)


def _strike(discourse: Discourse, arguments: Any) -> Clause:
    who = noun_phrase(discourse, arguments.who, "each")
    text = discourse.lexicon.say("strike", x=str(number_of(arguments.amount)), who=who)
    return Clause(_even_if_defended(discourse, arguments, who, per_thing(discourse, arguments.amount, text)))


def _even_if_defended(discourse: Discourse, arguments: Any, who: Phrase, text: str) -> str:
    """Return a clause about damage, with the words for damage that counts on defended bases and palaces (R42)."""
    return discourse.lexicon.say("even_if_defended", do=text, who=who) if arguments.even_if_defended else text


def _area(discourse: Discourse, arguments: Any) -> Clause:
    before = while_phrase(discourse, arguments)
    sides = []
    for selector in (arguments.from_, arguments.who):
        now = says_now(arguments, selector)
        at = NOWHERE if selector.in_ == "battle" and not now else None
        with discourse.speaking_of_battles(battle_reference(discourse, arguments, selector)):
            sides.append(noun_phrase(discourse, selector, "each", at=at, now=now))
    who_deals, who_takes = sides
    text = discourse.lexicon.say("area", deals=who_deals, x=str(arguments.amount), who=who_takes)
    text = _even_if_defended(discourse, arguments, who_takes, text)
    return lasting_clause(discourse, arguments, text, before)


def _renewal(discourse: Discourse, arguments: Any) -> Clause:
    say = discourse.lexicon.say
    parts = []
    for verb, noun, amount in (("draw", "card", arguments.draw), ("recruit", "troop", arguments.recruit)):
        if amount:
            words = discourse.lexicon.nouns[noun].form(plural=abs(amount) != 1)
            count = discourse.lexicon.grammar.numeral(abs(amount), feminine=words.feminine)
            more = say("more" if amount > 0 else "fewer", number=count, x=words)
            parts.append(say(f"renewal.{verb}.{arguments.who}", x=more))
    return Clause(say(f"renewal.{arguments.who}", do=discourse.lexicon.phrases["and"].join(parts)))


def _return(discourse: Discourse, arguments: Any) -> Clause:
    key = "return.troop" if arguments.who.of == "troop" else f"return.{arguments.to}"
    who = noun_phrase(discourse, arguments.who, "object")
    return Clause(discourse.lexicon.say(key, x=who))


def _put(discourse: Discourse, arguments: Any) -> Clause:
    cards = noun_phrase(discourse, arguments.who, "object")
    return Clause(discourse.lexicon.say(f"return.{arguments.to}", x=cards))


def _pile(discourse: Discourse, arguments: Any) -> str:
    return discourse.lexicon.say(f"pile.{arguments.who}", x=discourse.lexicon.phrases[f"pile.{arguments.pile}"])


def _mill(discourse: Discourse, arguments: Any) -> Clause:
    number = number_of(arguments.amount)
    text = discourse.lexicon.say("mill", x=_top_cards(discourse, number), pile=_pile(discourse, arguments))
    return Clause(per_thing(discourse, arguments.amount, text))


def _top_cards(discourse: Discourse, number: int) -> str:
    """Return `the top card`, or `the top three cards`."""
    noun = discourse.lexicon.nouns["card"].form(plural=number != 1)
    count = discourse.lexicon.grammar.numeral(number, feminine=noun.feminine)
    return discourse.lexicon.say("top.one" if number == 1 else "top.some", number=count, x=noun)


def _look(discourse: Discourse, arguments: Any) -> Clause:
    say, grammar = discourse.lexicon.say, discourse.lexicon.grammar
    text = say("look", x=_top_cards(discourse, arguments.amount), pile=_pile(discourse, arguments))
    left = arguments.amount - arguments.take
    if arguments.take:
        feminine = discourse.lexicon.nouns["card"].feminine
        key = "look.take" if left > 0 else "look.take.one" if arguments.amount == 1 else "look.take.all"
        text += say(key, number=grammar.numeral(arguments.take, feminine=feminine))
        group = "rest" if left > 1 else "other"
    else:
        group = "them" if left > 1 else "it"
    if left and (group, arguments.rest) != ("it", "top"):
        text += say(f"look.{group}.{arguments.rest}")
    return Clause(text, order=False)


def _search(discourse: Discourse, arguments: Any) -> Clause:
    cards = noun_phrase(discourse, arguments.who, "object", at=NOWHERE)
    kind = "base" if arguments.who.in_ == "base_draw" else "ability"
    owner = "self" if arguments.who.owner == "self" else "opponent"
    whose = discourse.lexicon.say(f"pile.{owner}", x=discourse.lexicon.phrases[f"pile.{kind}"])
    return Clause(discourse.lexicon.say(f"search.{arguments.to}", pile=whose, x=cards))


def _replay(discourse: Discourse, arguments: Any) -> Clause:
    ability = noun_phrase(discourse, arguments.who.model_copy(update={"is_": "ability"}), "object")
    return Clause(discourse.lexicon.say("replay.again" if arguments.who.in_ == "played" else "replay", x=ability))


def _steal(discourse: Discourse, arguments: Any) -> Clause:
    who = noun_phrase(discourse, arguments.who, "object")
    return Clause(discourse.lexicon.say("steal.special" if arguments.who.of == "special" else "steal.troop", x=who))


def _limit(discourse: Discourse, arguments: Any) -> Clause:
    before, say = while_phrase(discourse, arguments), discourse.lexicon.say
    number = arguments.set if arguments.add is None else abs(arguments.add)
    key = "is" if arguments.add is None else "more" if arguments.add > 0 else "less"
    text = say(f"limit.{key}", limit=say(f"limit.{arguments.what}.{arguments.who}"), x=str(number))
    return lasting_clause(discourse, arguments, text, before)


def _cancel(discourse: Discourse, _what: Any) -> Clause:
    return Clause(discourse.lexicon.say("cancel"), order=False)


def _redirect(discourse: Discourse, arguments: Any) -> Clause:
    other = arguments.to.model_copy(update={"pick": "another"})
    return Clause(discourse.lexicon.say("redirect", x=noun_phrase(discourse, other, "object")))


def _renew(discourse: Discourse, _what: Any) -> Clause:
    return Clause(discourse.lexicon.say("renew"), order=False)


def _end_battle(discourse: Discourse, _what: Any) -> Clause:
    if discourse.coming_battle == "either" and discourse.battle != "there":  # the card can be played outside battle too
        return Clause(discourse.lexicon.say("end_battle.any"), order=False)
    discourse.battle_said = True
    return Clause(discourse.lexicon.say("end_battle"), order=False)


def order(discourse: Discourse, verb: str, arguments: Any) -> Clause:
    """Return the pattern of a verb, filled with its arguments by their keys: what a verb says that is not in `VERBS`."""
    from cardgen.games.attack_the_tower.effects import Selector

    words = {
        key: noun_phrase(discourse, value, "object") if isinstance(value, Selector) else str(value)
        for key, value in arguments
    }
    return Clause(discourse.lexicon.say(verb, **words))


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
    "return": _return,
    "put": _put,
    "mill": _mill,
    "look": _look,
    "search": _search,
    "replay": _replay,
    "steal": _steal,
    "limit": _limit,
    "end_battle": _end_battle,
    "cancel": _cancel,
    "redirect": _redirect,
    "renew": _renew,
}
