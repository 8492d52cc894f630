"""Noun phrases: selectors, numbers and conditions in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cardgen.games.attack_the_tower.wording.grammar import Noun, Phrase, fill, signed

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.effects import Condition, CountedNumber, CountLimit, Selector
    from cardgen.games.attack_the_tower.wording.discourse import Bound, Discourse

# The subject of a sentence (`your Elves`), an object (`all your Elves`), one by one (`each of your Elves`), whichever
# (`any of your Elves`).
Role = Literal["subject", "object", "each", "any"]
Place = tuple[str, dict[str, Phrase]]  # the pattern of a place, with `<n>` for what is there, and what else it names
NOWHERE: Place = ("", {})
FIGHTING = ("battle", "attacking", "defending")
_PICKS = ("none", "one", "two", "three")
_ZONES = {"hand": "hand", "ability_discard": "discard", "base_discard": "discard"}
_ZONES |= {"ability_draw": "draw", "base_draw": "draw"}


def noun_phrase(discourse: Discourse, selector: Selector, role: Role, *, at: Place | None = None) -> Phrase:
    """What a selector picks; binds its name.

    Args:
        discourse: The state of the text so far.
        selector: What is picked.
        role: Its place in the sentence.
        at: Pattern of the place, instead of the selector's own; nothing leaves the place out.
    """
    selector = exact_pick(selector)
    plural = role in {"subject", "object"} and selector.pick not in {"one", "another"}
    bound = discourse.antecedent(selector)
    if bound and _same_kind(bound.selector, selector):
        phrase = _those(discourse, selector, bound, role)
    elif selector.of == "palace":
        phrase = _palace(discourse, selector)
    else:
        phrase = _quantified(discourse, selector, role, at, plural=plural)
    discourse.bind(selector, said=True, plural=plural)
    return phrase


def exact_pick(selector: Selector) -> Selector:
    """A lot picks as many as there are, while a player may pick less."""
    picks = {"up_to_2": "two", "up_to_3": "three"} if selector.by == "random" else {}
    return selector.model_copy(update={"pick": picks[selector.pick]}) if selector.pick in picks else selector


def _palace(discourse: Discourse, selector: Selector) -> Phrase:
    owner, (pattern, slots) = discourse.owner(selector), place_of(discourse, selector)
    palace = Phrase(discourse.grammar.say(f"palace.{owner}"), plural=owner == "any")
    if pattern:
        palace = palace._replace(text=fill(pattern, n=palace, **slots))
    if selector.is_ in {"manned", "unmanned"}:
        palace = palace._replace(text=discourse.grammar.say(f"palace.{selector.is_}", x=palace))
    return palace


def _same_kind(one: Selector, other: Selector) -> bool:
    return (one.of in {"troop", "special"}) == (other.of in {"troop", "special"}) and (
        one.of == other.of or one.of in {"troop", "special"}
    )


def _first_said(discourse: Discourse, bound: Bound, role: Role = "object") -> Phrase:
    """What was picked before the effects, where the text comes to it; it cannot lie in itself."""
    discourse.bind(bound.selector, said=True, plural=bound.plural)
    return noun_phrase(discourse, bound.selector, role)


def _those(discourse: Discourse, selector: Selector, bound: Bound, role: Role) -> Phrase:
    """Things that were picked before."""
    if not bound.said:
        return _first_said(discourse, bound, role)
    noun = bound.noun.form(plural=bound.plural)
    those = noun._replace(text=discourse.grammar.say("that", n=noun))
    if selector.pick == "all" and bound.plural and role == "each":
        return Phrase(discourse.grammar.say("each.of", x=those), False, noun.feminine)
    if selector.pick == "all" or not bound.plural:
        return those
    pick: str = selector.pick
    number = int(pick[-1]) if pick.startswith("up_to") else _PICKS.index(pick)
    words = discourse.grammar.numeral(number, feminine=noun.feminine)
    key = "up_to_of_those" if pick.startswith("up_to") else "one_of_those"
    some = Phrase(discourse.grammar.say(key, number=words, x=those), number > 1, noun.feminine)
    by = _by(discourse, selector)
    return some._replace(text=fill(by, n=some)) if by else some


def _quantified(discourse: Discourse, selector: Selector, role: Role, at: Place | None, *, plural: bool) -> Phrase:
    owner = discourse.owner(selector)
    noun = discourse.noun(selector, own=owner == "self")
    # Of what lies in somebody's place or hand the owner is clear.
    clear = selector.of == "card" or _same_owner(discourse, selector)
    possessive = "self" if owner == "self" and not (clear and noun.one) else "other"
    noun = described(discourse, selector, noun, at=at, enemy=owner == "opponent" and not clear, each=role == "each")
    return Phrase(_with_quantity(discourse, selector, noun, role, possessive), plural, noun.feminine)


def _by(discourse: Discourse, selector: Selector) -> str:
    """The pattern for who picks, if it is somebody else."""
    return discourse.grammar.phrases[f"by.{selector.by}"] if selector.by != "self" and selector.pick != "all" else ""


def _same_owner(discourse: Discourse, selector: Selector) -> bool:
    bound = discourse.antecedent(selector)
    return bound is not None and bound.selector.owner == discourse.owner(selector)


def _with_quantity(discourse: Discourse, selector: Selector, noun: Noun, role: Role, owner: str) -> str:
    key: str = selector.pick
    if key == "all":
        after_battle = discourse.battle == "fought" and selector.in_ in FIGHTING and owner == "self"
        bare = after_battle or (role == "subject" and selector.owner != "any")
        key = "all" if bare and role in {"subject", "object"} else role if role in {"each", "any"} else "every"
    one, many = noun.form(plural=False), noun.form(plural=True)
    text = discourse.grammar.say(f"{key}.{owner}", one=one, many=many, n=many)
    if role == "each" and key.startswith(("up_to", "two", "three")):
        text = discourse.grammar.say("each.of", x=Phrase(text, True, noun.feminine))
    return text


def described(
    discourse: Discourse,
    selector: Selector,
    noun: Noun,
    *,
    at: Place | None = None,
    enemy: bool = False,
    each: bool = False,
) -> Noun:
    """A noun with all that a selector says of it.

    Args:
        discourse: The state of the text so far.
        selector: What is picked.
        noun: The noun of it.
        at: Its place, instead of the selector's own.
        enemy: Say that it is an enemy's.
        each: It is counted, not taken away.
    """
    say = discourse.grammar.phrases
    if enemy:
        noun = noun.inside(say["enemy"])
    if selector.is_ and selector.is_ not in {"ability", "base"}:
        noun = noun.inside(say[f"is.{selector.is_}"])
    pattern, slots = place_of(discourse, selector, each=each) if at is None else at
    if pattern in {say["at.there"], say["at.attacking"], say["at.defending"]}:  # they stand close to the noun
        noun, pattern = noun.inside(pattern), ""
    for key in ("trait", "no_trait"):
        trait = getattr(selector, key)
        if trait:
            noun = noun.inside(say[discourse.grammar.key(key, trait)], trait=say[trait])
    if selector.power:
        noun = _of_power(discourse, noun, selector.power.min, selector.power.max)
    by = _by(discourse, selector)
    if by:  # before the place, which may name what somebody else chooses
        noun = noun.inside(by)
    return noun.inside(pattern, **slots) if pattern else noun


def _of_power(discourse: Discourse, noun: Noun, low: int | None, high: int | None) -> Noun:
    if low is None and high is None:
        return noun
    key = "min" if high is None else "max" if low is None else "is" if low == high else "range"
    return noun.inside(discourse.grammar.phrases[f"power.{key}"], low=str(low), high=str(high))


def place_of(discourse: Discourse, selector: Selector, *, each: bool = False) -> Place:
    """Where something is, or where it comes from; nowhere if on the field, which is everywhere."""
    say = discourse.grammar.phrases
    zone = _zone(selector)
    if zone is None or zone == "field":
        return NOWHERE
    if zone in _ZONES:
        return say["at.in" if each else "at.from"], {"x": Phrase(say[f"zone.{_ZONES[zone]}.{selector.owner}"])}
    if zone in FIGHTING:
        return say[_battle_place(discourse, selector)], {}
    bound = discourse.antecedent(selector)
    return (say["at.there"], {}) if bound is None else _at_bound(discourse, bound)


def _at_bound(discourse: Discourse, bound: Bound) -> Place:
    """On or in what was picked before: `on it`, `there`, or in full where the text comes to it."""
    say, ground = discourse.grammar.phrases, "base" if bound.selector.of == "base" else "territory"
    if not bound.said:
        return say[f"at.{ground}"], {"x": _first_said(discourse, bound)}
    noun = bound.noun.form(plural=bound.plural)
    if ground == "territory" and discourse.battle_said:  # `there` would be where the battle is
        return say["at.territory"], {"x": noun._replace(text=discourse.grammar.say("that", n=noun))}
    return say[f"at.{ground}.it"], {"x": noun}


def _zone(selector: Selector) -> str | None:
    """Where it says that things are; cards of which it does not say are in a hand."""
    return selector.in_ or ("hand" if selector.of == "card" else None)


def _battle_place(discourse: Discourse, selector: Selector) -> str:
    """Key of `in this battle`, `there`, `attacking` ...: what fits, and has not been said."""
    if selector.in_ in {"attacking", "defending"}:
        return f"at.{selector.in_}"
    if discourse.battle in {"fought", "there"}:
        discourse.battle_said = True
        return "at.fought" if discourse.battle == "fought" and selector.of in {"troop", "special"} else "at.there"
    if discourse.battle == "any":
        return "at.any"
    own_troops = selector.of == "troop" and selector.owner == "self"
    if own_troops and discourse.side != "any" and not discourse.battle_said:
        discourse.side_said = True
        return "at.attacking" if discourse.side == "attacker" else "at.defending"
    said, discourse.battle_said = discourse.battle_said, True
    return "at.there" if said else "at.this"


def condition_phrase(discourse: Discourse, that: Condition) -> str:
    """A condition, to stand behind `if` or `while`; nothing if it asks for nothing."""
    parts = []
    for amount, least in ((that.atleast, True), (that.atmost, False)):
        if amount:
            parts.append(_amount(discourse, amount, least=least))
    return discourse.grammar.phrases["and"].join(parts)


def _amount(discourse: Discourse, amount: CountLimit, *, least: bool) -> str:
    selector, number, grammar = amount.of, amount.amount, discourse.grammar
    owner = discourse.owner(selector)
    noun = discourse.noun(selector, own=owner == "self")
    bare = least and number == 1 and not noun.one
    if number == 1 and not bare and not noun.one:
        noun = discourse.noun(selector, own=False)
    noun = described(discourse, selector, noun, at=_held_at(discourse, selector))
    if number == 0 and not least:
        return grammar.say(f"has_no.{owner}", x=noun.many)
    if bare:
        return grammar.say(f"has.{owner}", x=noun.form(plural=True))
    some = grammar.quantity(number, noun)
    limited = grammar.say("at_least" if least else "at_most", x=some)
    return grammar.say(f"has.{owner}", x=some._replace(text=limited))


def _held_at(discourse: Discourse, selector: Selector) -> Place | None:
    """A place in a condition, which names the owner already."""
    zone = _ZONES.get(_zone(selector) or "")
    if zone:
        return discourse.grammar.phrases[f"in.{zone}"], {}
    if selector.in_ == "battle" and discourse.battle == "this":
        said, discourse.battle_said = discourse.battle_said, True
        return discourse.grammar.phrases["in.battle" if said else "at.this"], {}
    return None


def number_of(amount: int | CountedNumber) -> int:
    """The plain number, or that of each thing that is counted."""
    return amount if isinstance(amount, int) else amount.times


def per_thing(discourse: Discourse, amount: int | CountedNumber, clause: str) -> str:
    """A clause whose number is for each of some things, if it is."""
    if isinstance(amount, int):
        return clause
    each = noun_phrase(discourse, amount.count, "each")
    if amount.max is None:
        return discourse.grammar.say("per", do=clause, each=each)
    return discourse.grammar.say("per.max", do=clause, each=each, max=_limit(amount))


def _limit(amount: CountedNumber) -> str:
    return signed(-abs(amount.max or 0)) if amount.times < 0 else str(amount.max)
