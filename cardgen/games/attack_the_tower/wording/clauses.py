"""Clauses: effects in words, without the capital and the full stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower.wording.nouns import condition, things
from cardgen.games.attack_the_tower.wording.predicates import PREDICATES, counted, predicated
from cardgen.games.attack_the_tower.wording.speech import Clause
from cardgen.games.attack_the_tower.wording.verbs import VERBS, cards

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.effects import Effect
    from cardgen.games.attack_the_tower.wording.speech import Speech


def clauses(speech: Speech, effects: Sequence[Effect]) -> list[Clause]:
    """Effects in words, in order; neighbours that hold for the same things, equally long, share a clause."""
    out: list[Clause] = []
    group: list[tuple[str, Any]] = []
    for effect in effects:
        verb, what = _verb(effect)
        if group and (verb not in PREDICATES or not _shared(group[0][1], what)):
            out.append(predicated(speech, group))
            group = []
        if verb in PREDICATES:
            group.append((verb, what))
        else:
            out.append((VERBS | _HOLDERS)[verb](speech, what))
    return [*out, predicated(speech, group)] if group else out


def _verb(effect: Effect) -> tuple[str, Any]:
    (verb,) = effect.verbs.items()
    return verb


def _shared(one: Any, other: Any) -> bool:
    """Whether two effects work on the same things: what is picked, or fits by its power now, may differ each time."""
    picked = one.who.pick != "all" or one.who.power or one.who.trait or one.who.no_trait
    if picked or counted(one) or counted(other):
        return False
    same_things = one.who.model_copy(update={"as_": None}) == other.who.model_copy(update={"as_": None})
    return same_things and (one.until, one.while_) == (other.until, other.while_)


def _delay(speech: Speech, what: Any) -> Clause:
    if what.at == "turn_end":
        with speech.within("any"):
            return Clause(speech.grammar.say("delay.turn", do=in_one_breath(speech, what.effects)), order=False)
    when = "each" if what.until == "turn" else speech.coming_battle
    said, speech.battle_said = speech.battle_said, True
    with speech.within("fought"):
        text = speech.grammar.say(f"delay.{when}", do=in_one_breath(speech, what.effects))
    speech.battle_said = said or when == "this"
    return Clause(text, order=False)


def _if(speech: Speech, what: Any) -> Clause:
    that = condition(speech, what.that)
    text = in_one_breath(speech, what.then)
    if not that:
        return Clause(text, order=False)
    text = speech.grammar.say("if", that=that, do=text)
    if what.else_:
        other = _amount_alone(speech, what.then, what.else_) or in_one_breath(speech, what.else_)
        text = speech.grammar.say("else", do=text, other=other)
    return Clause(text, order=False, linked=True)


def _amount_alone(speech: Speech, then: Sequence[Effect], otherwise: Sequence[Effect]) -> str:
    """`otherwise, one card`: what is left to say if only the number of cards is another."""
    if len(then) != 1 or len(otherwise) != 1:
        return ""
    (verb, one), (other_verb, other) = _verb(then[0]), _verb(otherwise[0])
    if verb != other_verb or verb not in {"draw", "discard", "take"} or not isinstance(other.amount, int):
        return ""
    return cards(speech, other).text if one.model_copy(update={"amount": other.amount}) == other else ""


def _for_each(speech: Speech, what: Any) -> Clause:
    each = things(speech, what.of, "each")
    text = speech.grammar.say("for_each", of=each, do=in_one_breath(speech, what.effects))
    return Clause(text, order=False, linked=True)


def in_one_breath(speech: Speech, effects: Sequence[Effect]) -> str:
    """Effects inside a sentence."""
    parts = [
        speech.grammar.say("until.turn", do=clause.text) if clause.turn else clause.text
        for clause in clauses(speech, effects)
    ]
    return speech.grammar.phrases["then"].join(parts)


_HOLDERS: dict[str, Callable[[Speech, Any], Clause]] = {"delay": _delay, "if": _if, "for_each": _for_each}
