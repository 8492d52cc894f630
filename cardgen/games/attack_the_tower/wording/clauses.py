"""Clauses: effects in words, without the capital letter and the full stop."""

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
    """Return effects as clauses, in order; neighbours that concern the same things equally long share a clause.

    Args:
        discourse: State of the text; is changed.
        effects: The effects, in the order of play.
    """
    clauses: list[Clause] = []
    group: list[tuple[str, Any]] = []
    for effect in effects:
        verb, arguments = effect.verb
        if group and (verb not in PREDICATES or not _share_subject(group[0][1], arguments)):
            clauses.append(predicate_clause(discourse, group))
            group = []
        if verb in PREDICATES:
            group.append((verb, arguments))
        else:
            clauses.append((VERBS | _CONTROL_FLOW)[verb](discourse, arguments))
    return [*clauses, predicate_clause(discourse, group)] if group else clauses


def _share_subject(one: Any, other: Any) -> bool:
    """Return whether two effects concern the same things.

    What is picked, or selected by its present power or trait, may differ from effect to effect.
    """
    selected_now = one.who.pick != "all" or one.who.power or one.who.trait or one.who.no_trait
    if selected_now or counted_amount(one) or counted_amount(other):
        return False
    same_things = one.who.model_copy(update={"as_": None}) == other.who.model_copy(update={"as_": None})
    return same_things and (one.until, one.while_) == (other.until, other.while_)


def _delay(discourse: Discourse, delay: Any) -> Clause:
    if delay.at == "turn_end":
        with discourse.speaking_of_battles("any"):
            return Clause(discourse.lexicon.say("delay.turn", do=inline_clauses(discourse, delay.effects)), order=False)
    when = "each" if delay.until == "turn" else discourse.coming_battle
    said, discourse.battle_said = discourse.battle_said, True
    with discourse.speaking_of_battles("fought"):
        text = discourse.lexicon.say(f"delay.{when}", do=inline_clauses(discourse, delay.effects))
    discourse.battle_said = said or when == "this"
    return Clause(text, order=False)


def _if(discourse: Discourse, branches: Any) -> Clause:
    that = condition_phrase(discourse, branches.that)
    text = inline_clauses(discourse, branches.then)
    if not that:
        return Clause(text, order=False)
    text = discourse.lexicon.say("if", that=that, do=text)
    if branches.else_:
        other = _other_amount(discourse, branches.then, branches.else_) or inline_clauses(discourse, branches.else_)
        text = discourse.lexicon.say("else", do=text, other=other)
    return Clause(text, order=False, linked=True)


def _other_amount(discourse: Discourse, then: Sequence[Effect], otherwise: Sequence[Effect]) -> str:
    """Return `one card`, of `otherwise, one card`, if two branches differ in the number of cards only."""
    if len(then) != 1 or len(otherwise) != 1:
        return ""
    (verb, one), (other_verb, other) = then[0].verb, otherwise[0].verb
    if verb != other_verb or verb not in {"draw", "discard", "take"}:
        return ""
    amount = getattr(other, "amount", None)
    if not isinstance(amount, int) or one.model_copy(update={"amount": amount}) != other:
        return ""
    return card_quantity(discourse, other).text


def _for_each(discourse: Discourse, loop: Any) -> Clause:
    each = noun_phrase(discourse, loop.of, "each")
    text = discourse.lexicon.say("for_each", of=each, do=inline_clauses(discourse, loop.effects))
    return Clause(text, order=False, linked=True)


def inline_clauses(discourse: Discourse, effects: Sequence[Effect]) -> str:
    """Return effects as one run of words, to stand inside a sentence.

    Args:
        discourse: State of the text; is changed.
        effects: The effects, in the order of play.
    """
    parts = [
        discourse.lexicon.say("until.turn", do=clause.text) if clause.turn else clause.text
        for clause in build_clauses(discourse, effects)
    ]
    return discourse.lexicon.phrases["then"].join(parts)


_CONTROL_FLOW: dict[str, Callable[[Discourse, Any], Clause]] = {"delay": _delay, "if": _if, "for_each": _for_each}
