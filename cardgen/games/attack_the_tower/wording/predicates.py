"""Word effects as predicates of a subject: `your Elves have printed power 2`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower.wording.discourse import BattleReference, Clause, Discourse
from cardgen.games.attack_the_tower.wording.nouns import (
    NOWHERE,
    Place,
    condition_phrase,
    noun_phrase,
    number_of,
    per_thing,
)
from cardgen.plugin.wording.phrases import Phrase, join_words, signed

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.effects import Number, Selector

# Puts neighbouring effects of one verb about the same things into words.
Predicate = Callable[[Discourse, Sequence[Any], Phrase], str]


def predicate_clause(discourse: Discourse, group: Sequence[tuple[str, Any]]) -> Clause:
    """Return one clause for effects that share their things, their end and their condition.

    Args:
        discourse: State of the text; is changed.
        group: Verbs with their arguments, in order; at least one.
    """
    first = group[0][1]
    with discourse.speaking_of_battles(battle_reference(discourse, first)):
        beside = _beside(discourse, first)
    before = "" if beside else while_phrase(discourse, first)
    with discourse.speaking_of_battles(battle_reference(discourse, first, first.who)):
        at = beside or _left_to_the_end(discourse, first)
        who = noun_phrase(discourse, first.who, "subject", at=at, now=says_now(first, first.who))
    for _, other in group[1:]:
        discourse.bind(other.who, said=True, plural=True)  # they are not picked
    said = [
        PREDICATES[verb](discourse, [what for _, what in same], who) for verb, same in groupby(group, key=itemgetter(0))
    ]
    text = discourse.lexicon.say("predicate", who=who, do=discourse.lexicon.phrases["and"].join(said))
    return lasting_clause(discourse, first, text, before, per=counted_amount(first))


def counted_amount(what: Any) -> Number:
    """Return the number of an effect if it is counted in play, otherwise 0; the text states it last."""
    numbers = (getattr(what, name, None) for name in ("add", "set", "amount"))
    return next((value for value in numbers if value is not None and not isinstance(value, int)), 0)


def _left_to_the_end(discourse: Discourse, effect: Any) -> Place | None:
    """Return `NOWHERE` if the end of an effect also states the place: `your Elves get +1 power in this battle`."""
    place = effect.who.in_
    if says_now(effect, effect.who):
        return None
    plain = discourse.battle == "this" and effect.until == "battle" and place == "battle" and not discourse.battle_said
    return NOWHERE if plain else None


def _beside(discourse: Discourse, effect: Any) -> Place | None:
    """Return the place of troops that are affected while some of your own fight beside or against them."""
    who, needed = effect.who, effect.while_.atleast if effect.while_ and not effect.while_.atmost else None
    if not needed or needed.amount != 1 or who.in_ != "battle" or who.is_fixed or discourse.battle != "any":
        return None
    if who.owner == "any":  # of both sides, one stands beside the others and one against them
        return None
    others: Selector = needed.of
    if (others.of, others.owner, others.in_) != ("troop", "self", "battle"):
        return None
    key = "at.with" if who.owner == "opponent" else "at.beside"
    return discourse.lexicon.phrases[key], {"x": noun_phrase(discourse, others, "subject", at=NOWHERE)}


def battle_reference(discourse: Discourse, effect: Any, who: Selector | None = None) -> BattleReference:
    """Return which battles a lasting effect means: any to come, unless it picks now or ends with this battle.

    Args:
        who: Selector of what it affects; None for its `while`, which is evaluated as long as the effect lasts.
    """
    this_one = discourse.battle == "this" and effect.until == "battle"
    return discourse.battle if this_one or (who and who.is_fixed) else "any"


def says_now(effect: Any, who: Selector) -> bool:
    """Return whether a text must say that a lasting effect stays with the whole class that fits now (R44).

    What is picked is plainly picked now, and an aura works on whatever fits at each moment.
    """
    return effect.until is not None and who.pick == "all" and who.is_fixed


def while_phrase(discourse: Discourse, effect: Any) -> str:
    """Return the `while` of a lasting effect in words, or nothing without one; the text states it first.

    Args:
        discourse: State of the text; is changed.
    """
    if not effect.while_:
        return ""
    with discourse.speaking_of_battles(battle_reference(discourse, effect)):
        return condition_phrase(discourse, effect.while_)


def lasting_clause(
    discourse: Discourse, effect: Any, text: str, before: str, *, per: Number = 0, order: bool = False
) -> Clause:
    """Return a clause with the words for how long it lasts, for each of what, and under which condition.

    Args:
        discourse: State of the text; is changed.
        before: Condition that is stated first; may be empty.
        per: Number of the effect; one that is counted in play adds `for each ...`.
    """
    say = discourse.lexicon.say
    if effect.until == "battle":
        key = "it" if discourse.coming_battle == "this" and discourse.battle_said else discourse.coming_battle
        discourse.battle_said = discourse.battle_said or key == "this"
        # `in this battle` would also say where they are.
        end = "whole" if key == "this" and _is_anywhere(effect) else key
        text = say(f"until.{end}", do=text)
    text = per_thing(discourse, per, text, now=effect.until is not None)
    if before:
        text = say("while", that=before, do=text)
    return Clause(text, order, turn=effect.until if effect.until in {"turn", "next_turn"} else "", linked=bool(before))


def _is_anywhere(effect: Any) -> bool:
    """Return whether an effect works on things wherever they are, though what it does matters outside battles too."""
    who = getattr(effect, "who", None)
    return not isinstance(who, str | None) and not hasattr(effect, "from_") and who.in_ in (None, "field")


def _each(say_one: Callable[[Discourse, Any, Phrase], str]) -> Predicate:
    """Return a predicate that puts each effect of a group into words by itself."""

    def said(discourse: Discourse, effects: Sequence[Any], who: Phrase) -> str:
        return discourse.lexicon.phrases["and"].join(say_one(discourse, what, who) for what in effects)

    return said


def _power(discourse: Discourse, what: Any, who: Phrase) -> str:
    if what.same_as is not None:
        return discourse.lexicon.say("power.same", who=who, x=noun_phrase(discourse, what.same_as, "object"))
    added = what.add is not None
    value = what.add if added else what.set
    words = signed(number_of(value)) if added else str(number_of(value)).replace("-", "\N{MINUS SIGN}")
    key = ("power.add.aura" if discourse.aura else "power.add") if added else "power.set"
    return discourse.lexicon.say(key, who=who, x=words)


def _trait(discourse: Discourse, changes: Sequence[Any], who: Phrase) -> str:
    """Return the traits that effects give and take: `gains initiative and artillery`."""
    lexicon, link = discourse.lexicon, discourse.lexicon.phrases["and"]
    gain = "trait.gain.aura" if discourse.aura else "trait.gain"
    pairs = [pair for what in changes for pair in ((gain, what.gain), ("trait.lose", what.lose)) if pair[1]]
    parts = []
    for key, alike in groupby(pairs, key=lambda pair: lexicon.variant(*pair)):
        traits = [f"**{lexicon.phrases[trait]}**" for _, trait in alike]
        parts.append(lexicon.say(key, who=who, x=join_words(traits, link)))
    return link.join(parts)


def _protect(discourse: Discourse, protections: Sequence[Any], who: Phrase) -> str:
    kinds = list(dict.fromkeys(kind for what in protections for kind in what.from_))
    if {"initiative", "regular"} <= set(kinds):
        kinds = ["both", *(kind for kind in kinds if kind not in {"initiative", "regular"})]
    return discourse.lexicon.phrases["and"].join(discourse.lexicon.say(f"protect.{kind}", who=who) for kind in kinds)


def _bonus(discourse: Discourse, what: Any, who: Phrase) -> str:
    return discourse.lexicon.say("bonus.less" if what.amount < 0 else "bonus.more", who=who, x=str(abs(what.amount)))


def _bypass(discourse: Discourse, _what: Any, who: Phrase) -> str:
    return discourse.lexicon.say("bypass", who=who)


PREDICATES: dict[str, Predicate] = {
    "power": _each(_power),
    "trait": _trait,
    "protect": _protect,
    "bonus": _each(_bonus),
    "bypass": _each(_bypass),
}
