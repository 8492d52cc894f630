"""Word effects as clauses, without the capital letter and the full stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower.wording.discourse import BattleReference, Clause, Moment
from cardgen.games.attack_the_tower.wording.nouns import condition_phrase, noun_phrase
from cardgen.games.attack_the_tower.wording.predicates import PREDICATES, counted_amount, predicate_clause
from cardgen.games.attack_the_tower.wording.verbs import VERBS, card_quantity, order
from cardgen.plugin.wording.phrases import Phrase, join_words

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
            worded = (VERBS | _CONTROL_FLOW).get(verb)
            clauses.append(worded(discourse, arguments) if worded else order(discourse, verb, arguments))
    return [*clauses, predicate_clause(discourse, group)] if group else clauses


def _share_subject(one: Any, other: Any) -> bool:
    """Return whether two effects concern the same things.

    What is picked, or selected by its present power or trait, may differ from effect to effect. What is bound to a name
    stays with what fits now, unlike an effect on the same things without a name (R44).
    """
    if one.who.pick != "all" or one.who.has_stats or counted_amount(one) or counted_amount(other):
        return False
    if one.who.is_fixed != other.who.is_fixed:
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
    (verb, one), (_, other) = then[0].verb, otherwise[0].verb
    if verb not in {"draw", "discard", "take"}:
        return ""
    amount = getattr(other, "amount", None)
    if not isinstance(amount, int) or one.model_copy(update={"amount": amount}) != other:
        return ""
    return card_quantity(discourse, other).text


def _for_each(discourse: Discourse, loop: Any) -> Clause:
    each = noun_phrase(discourse, loop.of, "each")
    text = discourse.lexicon.say("for_each", of=each, do=inline_clauses(discourse, loop.effects))
    return Clause(text, order=False, linked=True)


def _one_of(discourse: Discourse, choice: Any) -> Clause:
    options = [inline_clauses(discourse, option.effects) for option in choice.options]
    listed = join_words(options, discourse.lexicon.phrases["option.or"], discourse.lexicon.phrases["option.next"])
    return Clause(discourse.lexicon.say(f"choose_one.{choice.by}", options=listed), order=False, linked=True)


def _coin(discourse: Discourse, coin: Any) -> Clause:
    text = discourse.lexicon.say("coin", do=inline_clauses(discourse, coin.heads))
    if coin.tails:
        text = discourse.lexicon.say("coin.tails", do=text, other=inline_clauses(discourse, coin.tails))
    return Clause(text, order=False, linked=True)


def _die(discourse: Discourse, die: Any) -> Clause:
    say = discourse.lexicon.say
    results = [
        say("die.on", x=_faces(discourse, result.faces), do=inline_clauses(discourse, result.effects))
        for result in die.results
    ]
    sides = discourse.lexicon.grammar.numeral(die.sides, feminine=False)
    head = say("die") if die.sides == 6 else say("die.sides", number=sides)
    text = say("die.results", die=head, results=discourse.lexicon.phrases["option.next"].join(results))
    return Clause(text, order=False, linked=True)


def _faces(discourse: Discourse, faces: Sequence[int]) -> str:
    """Return faces of a die in words: `1 or 2`, `3 to 6`."""
    found = sorted(set(faces))
    numbers = [f"**{face}**" for face in found]
    if len(found) > 2 and found == [*range(found[0], found[-1] + 1)]:
        return discourse.lexicon.say("die.range", low=numbers[0], high=numbers[-1])
    return join_words(numbers, discourse.lexicon.phrases["or"])


# What the text calls `in: battle` when an event has happened, and whether that is in a battle.
_MOMENTS: Mapping[str, tuple[BattleReference, Moment]] = {
    "attack": ("this", "battle"),
    "battle_end": ("fought", "any"),
    "destroyed": ("there", "any"),
    "renewal": ("there", "outside"),
    "turn_end": ("there", "outside"),
    "turn_start": ("there", "outside"),
}


def when_clause(discourse: Discourse, trigger: Any) -> Clause:
    """Return effects that happen whenever something happens as a clause.

    Args:
        discourse: State of the text; is changed.
        trigger: The model of `when`.
    """
    said, discourse.battle_said = discourse.battle_said, False
    event = f"when.{trigger.event}"
    is_loss = trigger.event == "destroyed"
    things = noun_phrase(discourse, trigger.things, "subject") if is_loss else Phrase("")
    with discourse.speaking_of_battles(*_MOMENTS[trigger.event]):
        do = inline_clauses(discourse, trigger.effects)
    if is_loss:
        text = discourse.lexicon.say(f"{event}.battle" if discourse.battle_said else event, x=things, do=do)
    else:
        text = discourse.lexicon.say(f"{event}.{trigger.who}", do=do)
    discourse.battle_said = said
    turn = "turn" if trigger.until == "battle" else trigger.until  # it never ends with a battle (E351)
    return Clause(text, order=False, turn=turn or "", linked=True)


def inline_clauses(discourse: Discourse, effects: Sequence[Effect]) -> str:
    """Return effects as one run of words, to stand inside a sentence.

    Args:
        discourse: State of the text; is changed.
        effects: The effects, in the order of play.
    """
    parts = [
        discourse.lexicon.say(f"until.{clause.turn}", do=clause.text) if clause.turn else clause.text
        for clause in build_clauses(discourse, effects)
    ]
    return discourse.lexicon.phrases["then"].join(parts)


_CONTROL_FLOW: dict[str, Callable[[Discourse, Any], Clause]] = {
    "delay": _delay,
    "if": _if,
    "for_each": _for_each,
    "choose_one": _one_of,
    "coin": _coin,
    "die": _die,
    "when": when_clause,
}
