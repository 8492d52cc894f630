"""Word selectors, numbers and conditions as noun phrases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cardgen.plugin.wording.phrases import Noun, Phrase, fill, signed

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.effects import Condition, CountedNumber, CountLimit, Selector
    from cardgen.games.attack_the_tower.wording.discourse import Antecedent, Discourse

# What a noun phrase is in its sentence: the subject (`your Elves`), an object (`all your Elves`), each one by itself (`each
# of your Elves`), or any one at all (`any of your Elves`).
Role = Literal["subject", "object", "each", "any"]
# The pattern of a place, with `<n>` for what is there, and the other slots of the pattern.
Place = tuple[str, dict[str, Phrase]]
NOWHERE: Place = ("", {})
FIGHTING = ("battle", "attacking", "defending")
# States whose words end with `troop`, after which nobody could tell what somebody else chooses.
_ROOM = ("full", "has_room", "same_type")
_PICKS = {"one": 1, "another": 1, "two": 2, "three": 3}
_ZONES = {"hand": "hand", "ability_discard": "discard", "base_discard": "discard"}
_ZONES |= {"ability_draw": "draw", "base_draw": "draw"}


def noun_phrase(
    discourse: Discourse, selector: Selector, role: Role, *, at: Place | None = None, now: bool = False
) -> Phrase:
    """Return what a selector picks in words, and bind its name.

    Args:
        discourse: State of the text; is changed.
        at: Place to state instead of the selector's own; None states that one, `NOWHERE` none.
        now: Whether to say that it means what fits now, whatever fits later.
    """
    selector = exact_pick(selector)
    plural = role in {"subject", "object"} and selector.pick not in {"one", "another"}
    if bound := picked_before(discourse, selector):
        phrase = _those(discourse, selector, bound, role)
    elif selector.of == "palace":
        phrase = _palace(discourse, selector)
    else:
        phrase = _quantified(discourse, selector, role, at, plural=plural, now=now)
    discourse.bind(selector, said=True, plural=plural)
    return phrase


def exact_pick(selector: Selector) -> Selector:
    """Return a selector as it is said: `up to two` is `two` if chance picks, since only a player may pick fewer."""
    picks = {"up_to_2": "two", "up_to_3": "three"} if selector.by == "random" else {}
    return selector.model_copy(update={"pick": picks[selector.pick]}) if selector.pick in picks else selector


def _palace(discourse: Discourse, selector: Selector) -> Phrase:
    owner, (pattern, slots) = discourse.owner(selector), place_of(discourse, selector)
    palace = Phrase(discourse.lexicon.say(f"palace.{owner}"), plural=owner == "any")
    if pattern:
        palace = palace._replace(text=fill(pattern, n=palace, **slots))
    if selector.is_ in {"manned", "unmanned"}:
        palace = palace._replace(text=discourse.lexicon.say(f"palace.{selector.is_}", x=palace))
    return palace


def picked_before(discourse: Discourse, selector: Selector) -> Antecedent | None:
    """Return what a selector means if that was picked before; None if that is only the place of what it picks."""
    bound = discourse.antecedent(selector)
    return bound if bound and _same_kind(bound.selector, selector) else None


def _same_kind(one: Selector, other: Selector) -> bool:
    return (one.of in {"troop", "special"}) == (other.of in {"troop", "special"}) and (
        one.of == other.of or one.of in {"troop", "special"}
    )


def _first_said(discourse: Discourse, bound: Antecedent, role: Role = "object") -> Phrase:
    """Return what was chosen before the effects, where the text first mentions it."""
    discourse.bind(bound.selector, said=True, plural=bound.plural)
    return noun_phrase(discourse, bound.selector, role)


def _those(discourse: Discourse, selector: Selector, bound: Antecedent, role: Role) -> Phrase:
    """Return things that were picked before, as `that base` or `one of those troops`."""
    if not bound.said:
        return _first_said(discourse, bound, role)
    noun = bound.noun.form(plural=bound.plural)
    those = noun._replace(text=discourse.lexicon.say("that", n=noun))
    if selector.pick == "all" and bound.plural and role == "each":
        return Phrase(discourse.lexicon.say("each.of", x=those), False, noun.feminine)
    if selector.pick == "all" or not bound.plural:
        return those
    pick: str = selector.pick
    if pick == "any_number":
        some = Phrase(discourse.lexicon.say("any_number_of_those", x=those), True, noun.feminine)
        return some._replace(text=fill(_by(discourse, selector) or "<n>", n=some))
    number = int(pick[-1]) if pick.startswith("up_to") else _PICKS[pick]
    words = discourse.lexicon.grammar.numeral(number, feminine=noun.feminine)
    key = "up_to_of_those" if pick.startswith("up_to") else "one_of_those"
    some = Phrase(discourse.lexicon.say(key, number=words, x=those), number > 1, noun.feminine)
    by = _by(discourse, selector)
    return some._replace(text=fill(by, n=some)) if by else some


def _quantified(
    discourse: Discourse, selector: Selector, role: Role, at: Place | None, *, plural: bool, now: bool
) -> Phrase:
    owner = discourse.owner(selector)
    noun = discourse.noun(selector, own=owner == "self")
    # The place or the hand that things are in already shows their owner.
    clear = selector.of == "card" or _same_owner(discourse, selector)
    possessive = "self" if owner == "self" and not (clear and noun.one) else "other"
    if now and possessive == "self" and _is_held(selector, noun):
        possessive, at = "other", (discourse.lexicon.phrases["held.now"], {})
    enemy = owner == "opponent" and not clear
    noun = described(discourse, selector, noun, at=at, enemy=enemy, each=role == "each", now=now)
    return Phrase(_with_quantity(discourse, selector, noun, role, possessive), plural, noun.feminine)


def _is_held(selector: Selector, noun: Noun) -> bool:
    """Return whether counted things are simply those of a player: `each base you have now`."""
    plain = selector.is_ in (None, "complete", "manned", "unmanned") and not selector.is_fixed
    return bool(noun.one) and selector.in_ in (None, "field") and plain


def _by(discourse: Discourse, selector: Selector) -> str:
    """Return the pattern for who picks, or nothing if the player of the card does."""
    return discourse.lexicon.phrases[f"by.{selector.by}"] if selector.by != "self" and selector.pick != "all" else ""


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
    text = discourse.lexicon.say(f"{key}.{owner}", one=one, many=many, n=many)
    if role == "each" and key.startswith(("up_to", "two", "three", "any_number")):
        text = discourse.lexicon.say("each.of", x=Phrase(text, True, noun.feminine))
    return text


def described(
    discourse: Discourse,
    selector: Selector,
    noun: Noun,
    *,
    at: Place | None = None,
    enemy: bool = False,
    each: bool = False,
    now: bool = False,
) -> Noun:
    """Return a noun with everything that a selector says about it.

    Args:
        discourse: State of the text; is changed.
        at: Place to state instead of the selector's own; None states that one, `NOWHERE` none.
        each: Whether the things are counted where they are, not taken from there.
        now: Whether to say that it means what fits now, whatever fits later.
    """
    say = discourse.lexicon.phrases
    if enemy:
        noun = noun.inside(say["enemy"])
    by = _by(discourse, selector)
    if by and selector.is_ in _ROOM:
        noun, by = noun.inside(by), ""
    noun = _in_state(discourse, selector, noun, now=now)
    if selector.has_stats and now:
        pattern, slots = place_of(discourse, selector, each=each) if at is None else at
        return _that_now(discourse, selector, noun.inside(pattern, **slots) if pattern else noun)
    pattern, slots = place_of(discourse, selector, each=each, now=now) if at is None else at
    if pattern in {say["at.there"], say["at.attacking"], say["at.defending"]}:  # they stand next to the noun
        noun, pattern = noun.inside(pattern), ""
    for key in ("trait", "no_trait"):
        trait = getattr(selector, key)
        if trait:
            noun = noun.inside(say[discourse.lexicon.variant(key, trait)], trait=say[trait])
    if selector.power:
        noun = _of_power(discourse, noun, selector.power.min, selector.power.max)
    if selector.total_power:
        noun = noun.inside(say["power.total"], x=str(selector.total_power))
    if by:  # before the place, which may mention what somebody else chooses
        noun = noun.inside(by)
    return noun.inside(pattern, **slots) if pattern else noun


def _in_state(discourse: Discourse, selector: Selector, noun: Noun, *, now: bool) -> Noun:
    """Return a noun with the state that a selector demands: `manned bases`, `bases with two troops`."""
    if not selector.is_ or selector.is_ in {"ability", "base"}:
        return noun
    lexicon = discourse.lexicon
    key = lexicon.variant(f"is.{selector.is_}", selector.of)
    return noun.inside(lexicon.phrases[lexicon.variant(key, "now") if now else key])


def _that_now(discourse: Discourse, selector: Selector, noun: Noun) -> Noun:
    """Return a noun with the power and traits that a selector demands now: `troops that now have power 1 or less`."""
    lexicon, parts, slots = discourse.lexicon, [], dict[str, str]()
    for key in ("trait", "no_trait"):
        trait = getattr(selector, key)
        if trait:
            parts.append(lexicon.phrases[lexicon.variant(f"now.{key}", trait)])
            slots[key] = lexicon.phrases[trait]
    if selector.power and (selector.power.min is not None or selector.power.max is not None):
        parts.append(lexicon.phrases[f"now.power.{_range(selector.power.min, selector.power.max)}"])
        slots |= {"low": str(selector.power.min), "high": str(selector.power.max)}
    return noun.inside(lexicon.phrases["now.that"] + lexicon.phrases["and"].join(parts), **slots)


def _of_power(discourse: Discourse, noun: Noun, low: int | None, high: int | None) -> Noun:
    if low is None and high is None:
        return noun
    return noun.inside(discourse.lexicon.phrases[f"power.{_range(low, high)}"], low=str(low), high=str(high))


def _range(low: int | None, high: int | None) -> str:
    """Return the key of the words for a range of power."""
    return "min" if high is None else "max" if low is None else "is" if low == high else "range"


def place_of(discourse: Discourse, selector: Selector, *, each: bool = False, now: bool = False) -> Place:
    """Return where things are, or where they are taken from.

    Args:
        discourse: State of the text; is changed.
        each: Whether they are counted where they are, not taken from there.

    Returns:
        The place; `NOWHERE` if they may be anywhere on the field.
    """
    lexicon = discourse.lexicon
    key, slots = _key_of_place(discourse, selector, each=each)
    if not key:
        in_play: Place = lexicon.phrases[lexicon.variant("in_play.now", selector.of)], {}
        return in_play if now and selector.is_ != "destroyed_this_turn" else NOWHERE
    return lexicon.phrases[lexicon.variant(key, "now") if now else key], slots


def _key_of_place(discourse: Discourse, selector: Selector, *, each: bool) -> tuple[str, dict[str, Phrase]]:
    """Return the key of the pattern for a place, and its slots; an empty key for anywhere on the field."""
    zone = _zone(selector)
    if zone is None or zone == "field":
        return "", {}
    if zone in _ZONES:
        name = discourse.lexicon.phrases[f"zone.{_ZONES[zone]}.{selector.owner}"]
        return "at.in" if each else "at.from", {"x": Phrase(name)}
    if zone == "played":
        return "at.played", {}
    if zone in FIGHTING:
        return _battle_place(discourse, selector), {}
    bound = discourse.antecedent(selector)
    return ("at.there", {}) if bound is None else _at_bound(discourse, bound)


def _at_bound(discourse: Discourse, bound: Antecedent) -> tuple[str, dict[str, Phrase]]:
    """Return the place of something picked before: `on it`, `there`, or in full where the text first mentions it.

    Returns:
        Key of its pattern, and the slots.
    """
    ground = "base" if bound.selector.of == "base" else "territory"
    if not bound.said:
        return f"at.{ground}", {"x": _first_said(discourse, bound)}
    noun = bound.noun.form(plural=bound.plural)
    if ground == "territory" and discourse.battle_said:  # `there` would mean the place of the battle
        return "at.territory", {"x": noun._replace(text=discourse.lexicon.say("that", n=noun))}
    return f"at.{ground}.it", {"x": noun}


def _zone(selector: Selector) -> str | None:
    """Return the zone of a selector; cards are in a hand unless it says otherwise."""
    return selector.in_ or ("hand" if selector.of == "card" else None)


def _battle_place(discourse: Discourse, selector: Selector) -> str:
    """Return the key of `in this battle`, `there`, `attacking` ..., by what has been said before."""
    if selector.in_ in {"attacking", "defending"}:
        return f"at.{selector.in_}"
    if discourse.battle in {"fought", "there"}:
        discourse.battle_said = True
        return "at.fought" if discourse.battle == "fought" and selector.of in {"troop", "special"} else "at.there"
    if discourse.battle == "any":
        return "at.any"
    said, discourse.battle_said = discourse.battle_said, True
    return "at.there" if said else "at.this"


def condition_phrase(discourse: Discourse, that: Condition) -> str:
    """Return a condition in words, to follow `if` or `while`.

    Args:
        discourse: State of the text; is changed.
    """
    parts = []
    for limit, least in ((that.atleast, True), (that.atmost, False)):
        if limit:
            parts.append(_limit_phrase(discourse, limit, least=least))
    return discourse.lexicon.phrases["and"].join(parts)


def _limit_phrase(discourse: Discourse, limit: CountLimit, *, least: bool) -> str:
    selector, number, lexicon = limit.of, limit.amount, discourse.lexicon
    owner = discourse.owner(selector)
    noun = discourse.noun(selector, own=owner == "self")
    bare = least and number == 1 and not noun.one
    if number == 1 and not bare and not noun.one:
        noun = discourse.noun(selector, own=False)
    noun = described(discourse, selector, noun, at=_held_at(discourse, selector))
    if number == 0 and not least:
        return lexicon.say(f"has_no.{owner}", x=noun.many)
    if bare:
        return lexicon.say(f"has.{owner}", x=noun.form(plural=True))
    some = lexicon.grammar.quantity(number, noun)
    limited = lexicon.say("at_least" if least else "at_most", x=some)
    return lexicon.say(f"has.{owner}", x=some._replace(text=limited))


def _held_at(discourse: Discourse, selector: Selector) -> Place | None:
    """Return the place for a condition, whose words name the owner already."""
    zone = _ZONES.get(_zone(selector) or "")
    if zone:
        return discourse.lexicon.phrases[f"in.{zone}"], {}
    if selector.in_ == "battle" and discourse.battle == "this":
        said, discourse.battle_said = discourse.battle_said, True
        return discourse.lexicon.phrases["in.battle" if said else "at.this"], {}
    return None


def number_of(amount: int | CountedNumber) -> int:
    """Return a plain number, or the factor of a number that is counted in play."""
    return amount if isinstance(amount, int) else amount.times


def per_thing(discourse: Discourse, amount: int | CountedNumber, clause: str, *, now: bool = False) -> str:
    """Return a clause with `for each ...` if its number is counted in play.

    Args:
        discourse: State of the text; is changed.
        now: Whether to say that they are counted now, for an effect that lasts.
    """
    if isinstance(amount, int):
        return clause
    each = noun_phrase(discourse, amount.count, "each", now=now)
    if amount.max is None:
        return discourse.lexicon.say("per", do=clause, each=each)
    return discourse.lexicon.say("per.max", do=clause, each=each, max=_limit(amount))


def _limit(amount: CountedNumber) -> str:
    return signed(-abs(amount.max or 0)) if amount.times < 0 else str(amount.max)
