"""Effects that say something about things: `your Elves have power 2`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower.wording.grammar import Phrase, joined, signed
from cardgen.games.attack_the_tower.wording.nouns import NOWHERE, Place, condition, number, per_thing, things
from cardgen.games.attack_the_tower.wording.speech import BattleMode, Clause, Speech

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.effects import Number, Selector

# What neighbouring effects of one verb say of the same things.
Predicate = Callable[[Speech, Sequence[Any], Phrase], str]


def predicated(speech: Speech, group: Sequence[tuple[str, Any]]) -> Clause:
    """One clause of effects that share their things, their end and their condition.

    Args:
        speech: The speaker.
        group: Verbs and arguments, in order.
    """
    first = group[0][1]
    with speech.within(battles(speech, first)):
        beside = _beside(speech, first)
    before = "" if beside else while_it_holds(speech, first)
    with speech.within(battles(speech, first, first.who)):
        who = things(speech, first.who, "subject", at=beside or _left_to_the_end(speech, first))
    for _, other in group[1:]:
        speech.bind(other.who, said=True, plural=who.plural)
    said = [
        PREDICATES[verb](speech, [what for _, what in same], who) for verb, same in groupby(group, key=itemgetter(0))
    ]
    text = speech.grammar.say("predicate", who=who, do=speech.grammar.phrases["and"].join(said))
    return lasting(speech, first, text, before, per=counted(first))


def counted(what: Any) -> Number:
    """The number of an effect, if it is counted in play: that is said last."""
    numbers = (getattr(what, name, None) for name in ("add", "set", "amount"))
    return next((value for value in numbers if value is not None and not isinstance(value, int)), 0)


def _left_to_the_end(speech: Speech, effect: Any) -> Place | None:
    """`Your Elves get +1 power in this battle` says both where they are and for how long."""
    place = effect.who.in_
    plain = speech.battle == "this" and effect.until == "battle" and place == "battle" and not speech.battle_said
    own_side = effect.who.owner == "self" and effect.who.of == "troop" and speech.side != "any"
    return NOWHERE if plain and not own_side else None


def _beside(speech: Speech, effect: Any) -> Place | None:
    """What holds for troops while some of your own fight in the same battle: those beside them, or against them."""
    who, needed = effect.who, effect.while_.atleast if effect.while_ and not effect.while_.atmost else None
    if not needed or needed.amount != 1 or who.in_ != "battle" or speech.battle != "any":
        return None
    others: Selector = needed.of
    if (others.of, others.owner, others.in_) != ("troop", "self", "battle"):
        return None
    key = "at.with" if who.owner == "opponent" else "at.beside"
    return speech.grammar.phrases[key], {"x": things(speech, others, "subject", at=NOWHERE)}


def battles(speech: Speech, effect: Any, who: Selector | None = None) -> BattleMode:
    """Which battles an effect that lasts means: all that come, unless it picks now or ends with this one.

    Args:
        speech: The speaker.
        effect: What lasts.
        who: On whom it works; nobody for its `while`, which is asked as long as it lasts.
    """
    picks_now = who and (who.pick != "all" or who.as_ or who.power or who.trait or who.no_trait)
    this_one = speech.battle == "this" and effect.until == "battle"
    return speech.battle if picks_now or this_one else "any"


def while_it_holds(speech: Speech, effect: Any) -> str:
    """The condition of an effect that lasts; it is said first."""
    if not effect.while_:
        return ""
    with speech.within(battles(speech, effect)):
        return condition(speech, effect.while_)


def lasting(speech: Speech, effect: Any, text: str, before: str, *, per: Number = 0, order: bool = False) -> Clause:
    """A clause with the words for how long it lasts, for each of what, and while what."""
    say = speech.grammar.say
    if effect.until == "battle":
        key = "it" if speech.coming_battle == "this" and speech.battle_said else speech.coming_battle
        speech.battle_said = speech.battle_said or key == "this"
        text = say(f"until.{key}", do=text)
    text = per_thing(speech, per, text)
    if before:
        text = say("while", that=before, do=text)
    return Clause(text, order, turn=effect.until == "turn", linked=bool(before))


def _each(say_one: Callable[[Speech, Any, Phrase], str]) -> Predicate:
    """What some effects of one verb say, one after the other."""

    def said(speech: Speech, effects: Sequence[Any], who: Phrase) -> str:
        return speech.grammar.phrases["and"].join(say_one(speech, what, who) for what in effects)

    return said


def _power(speech: Speech, what: Any, who: Phrase) -> str:
    added = what.add is not None
    value = what.add if added else what.set
    words = signed(number(value)) if added else str(number(value)).replace("-", "\N{MINUS SIGN}")
    key = ("power.add.aura" if speech.aura else "power.add") if added else "power.set"
    return speech.grammar.say(key, who=who, x=words)


def _trait(speech: Speech, changes: Sequence[Any], who: Phrase) -> str:
    """What effects give and take: `gains initiative and artillery`."""
    grammar, link = speech.grammar, speech.grammar.phrases["and"]
    gain = "trait.gain.aura" if speech.aura else "trait.gain"
    pairs = [pair for what in changes for pair in ((gain, what.gain), ("trait.lose", what.lose)) if pair[1]]
    parts = []
    for key, alike in groupby(pairs, key=lambda pair: grammar.key(*pair)):
        traits = [f"**{grammar.phrases[trait]}**" for _, trait in alike]
        parts.append(grammar.say(key, who=who, x=joined(traits, link)))
    return link.join(parts)


def _protect(speech: Speech, protections: Sequence[Any], who: Phrase) -> str:
    kinds = list(dict.fromkeys(kind for what in protections for kind in what.from_))
    if {"initiative", "regular"} <= set(kinds):
        kinds = ["both", *(kind for kind in kinds if kind not in {"initiative", "regular"})]
    return speech.grammar.phrases["and"].join(speech.grammar.say(f"protect.{kind}", who=who) for kind in kinds)


def _bonus(speech: Speech, what: Any, who: Phrase) -> str:
    return speech.grammar.say("bonus.less" if what.amount < 0 else "bonus.more", who=who, x=str(abs(what.amount)))


def _bypass(speech: Speech, _what: Any, who: Phrase) -> str:
    return speech.grammar.say("bypass", who=who)


PREDICATES: dict[str, Predicate] = {
    "power": _each(_power),
    "trait": _trait,
    "protect": _protect,
    "bonus": _each(_bonus),
    "bypass": _each(_bypass),
}
