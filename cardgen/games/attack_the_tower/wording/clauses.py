"""Clauses: effects in words, without the capital and the full stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower.wording.discourse import Clause
from cardgen.games.attack_the_tower.wording.nouns import condition_phrase, noun_phrase
from cardgen.games.attack_the_tower.wording.predicates import PREDICATES, counted_amount, predicate_clause
from cardgen.games.attack_the_tower.wording.verbs import VERBS, card_quantity

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.effects import Effect
    from cardgen.games.attack_the_tower.wording.discourse import Discourse


def build_clauses(discourse: Discourse, effects: Sequence[Effect]) -> list[Clause]:
    """Effects in words, in order; neighbours that hold for the same things, equally long, share a clause."""
    out: list[Clause] = []
    group: list[tuple[str, Any]] = []
    for effect in effects:
        verb, what = _verb(effect)
        if group and (verb not in PREDICATES or not _shared(group[0][1], what)):
            out.append(predicate_clause(discourse, group))
            group = []
        if verb in PREDICATES:
            group.append((verb, what))
        else:
            out.append((VERBS | _HOLDERS)[verb](discourse, what))
    return [*out, predicate_clause(discourse, group)] if group else out


def _verb(effect: Effect) -> tuple[str, Any]:
    (verb,) = effect.verbs.items()
    return verb


def _shared(one: Any, other: Any) -> bool:
    """Whether two effects work on the same things: what is picked, or fits by its power now, may differ each time."""
    picked = one.who.pick != "all" or one.who.power or one.who.trait or one.who.no_trait
    if picked or counted_amount(one) or counted_amount(other):
        return False
    same_things = one.who.model_copy(update={"as_": None}) == other.who.model_copy(update={"as_": None})
    return same_things and (one.until, one.while_) == (other.until, other.while_)


def _delay(discourse: Discourse, what: Any) -> Clause:
    if what.at == "turn_end":
        with discourse.within("any"):
            return Clause(discourse.grammar.say("delay.turn", do=inline_clauses(discourse, what.effects)), order=False)
    when = "each" if what.until == "turn" else discourse.coming_battle
    said, discourse.battle_said = discourse.battle_said, True
    with discourse.within("fought"):
        text = discourse.grammar.say(f"delay.{when}", do=inline_clauses(discourse, what.effects))
    discourse.battle_said = said or when == "this"
    return Clause(text, order=False)


def _if(discourse: Discourse, what: Any) -> Clause:
    that = condition_phrase(discourse, what.that)
    text = inline_clauses(discourse, what.then)
    if not that:
        return Clause(text, order=False)
    text = discourse.grammar.say("if", that=that, do=text)
    if what.else_:
        other = _amount_alone(discourse, what.then, what.else_) or inline_clauses(discourse, what.else_)
        text = discourse.grammar.say("else", do=text, other=other)
    return Clause(text, order=False, linked=True)


def _amount_alone(discourse: Discourse, then: Sequence[Effect], otherwise: Sequence[Effect]) -> str:
    """`otherwise, one card`: what is left to say if only the number of cards is another."""
    if len(then) != 1 or len(otherwise) != 1:
        return ""
    (verb, one), (other_verb, other) = _verb(then[0]), _verb(otherwise[0])
    if verb != other_verb or verb not in {"draw", "discard", "take"} or not isinstance(other.amount, int):
        return ""
    return card_quantity(discourse, other).text if one.model_copy(update={"amount": other.amount}) == other else ""


def _for_each(discourse: Discourse, what: Any) -> Clause:
    each = noun_phrase(discourse, what.of, "each")
    text = discourse.grammar.say("for_each", of=each, do=inline_clauses(discourse, what.effects))
    return Clause(text, order=False, linked=True)


def inline_clauses(discourse: Discourse, effects: Sequence[Effect]) -> str:
    """Effects inside a sentence."""
    parts = [
        discourse.grammar.say("until.turn", do=clause.text) if clause.turn else clause.text
        for clause in build_clauses(discourse, effects)
    ]
    return discourse.grammar.phrases["then"].join(parts)


_HOLDERS: dict[str, Callable[[Discourse, Any], Clause]] = {"delay": _delay, "if": _if, "for_each": _for_each}
