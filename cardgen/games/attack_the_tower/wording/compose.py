"""The rule text of an ability: its timing, what it costs and needs, and its clauses as sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardgen.games.attack_the_tower.constants import TYPES
from cardgen.games.attack_the_tower.wording.clauses import build_clauses, inline_clauses
from cardgen.games.attack_the_tower.wording.discourse import Clause, Discourse
from cardgen.games.attack_the_tower.wording.grammar import Grammar
from cardgen.games.attack_the_tower.wording.nouns import condition_phrase, number_of, per_thing
from cardgen.games.attack_the_tower.wording.verbs import destroy_phrase

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.effects import Cost, Effect
    from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck, SpecialTroop

_FIRST_LETTER = re.compile(r"^((?:\{[^}]*\}|[^\w{])*)(\w)")
_MOST_IN_A_SENTENCE = 2  # orders; a third would make it breathless


class RuleText(NamedTuple):
    """The parts of a rule text.

    Attributes:
        timing: When it can be played, if that is restricted and not said elsewhere.
        troop: Power and traits of its special troop, which the card also shows otherwise.
        rules: What it does.
    """

    timing: str
    troop: str
    rules: str

    def __str__(self) -> str:
        return " ".join(part for part in self if part)

    @property
    def text(self) -> str:
        """All but the timing."""
        return str(self._replace(timing=""))


def compose_text(ability: Ability, deck: ArmyDeck, language: str, grammar: Grammar) -> RuleText:
    """Put an ability into words.

    Args:
        ability: The ability.
        deck: Its deck, for the names of its troops and bases.
        language: Two letters, for those names.
        grammar: Of the language of the words.
    """
    in_battle = set(ability.timing.window) == {"battle"}
    discourse = Discourse(grammar, language, deck, ability, battle="this" if in_battle else "any")
    for selector in ability.choose:
        discourse.bind(selector, said=False, plural=selector.pick != "one")
    sentences = _main(discourse)
    troop = ""
    if ability.troop:
        own = _troop(discourse, ability.troop)
        troop = _head(grammar, ability.troop, alone=not own and not sentences)
        sentences = own + sentences
    elif not sentences:
        sentences = [grammar.phrases["nothing"]]
    tag = _timing(discourse)
    if tag and ability.troop:  # its power, which comes next, is not restricted
        tag = grammar.say("tag.troop", tag=tag[0].lower() + tag[1:])
    rules = grammar.contracted(" ".join(_sentence(text) for text in sentences))
    return RuleText(f"*{tag}.*" if tag else "", troop, _icons_once(rules))


def _sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = _FIRST_LETTER.sub(lambda match: match[1] + match[2].upper(), text)
    return text if text.endswith(".") else f"{text}."


def _icons_once(text: str) -> str:
    """The icon of a type stands before its first name only."""
    for troop_type in TYPES:
        icon = f"{{{troop_type}}} "
        before, found, after = text.partition(icon)
        text = before + found + after.replace(icon, "")
    return text


def _main(discourse: Discourse) -> list[str]:
    """The sentences of costs, needs and effects."""
    ability, say = discourse.ability, discourse.grammar.say
    needs = condition_phrase(discourse, ability.needs) if ability.needs and not _plain_from(ability) else ""
    cost = _cost(discourse, ability.cost) if ability.cost else ""
    sentences = _sentences(discourse, ability.effects)
    if not sentences:
        sentences = [discourse.grammar.phrases["nothing"].lower()] if needs or cost else []
    if cost:
        sentences[0] = say("pay", cost=cost, do=sentences[0])
    if needs:
        key = "if" if len(sentences) == 1 and not (ability.effects and ability.effects[0].if_) else "only_if"
        sentences[0] = say(key, that=needs, do=sentences[0])
    return sentences


def _plain_from(ability: Ability) -> bool:
    """Whether what is needed is what the only effect goes through one by one, so that it need not be said."""
    each = ability.effects[0].for_each if len(ability.effects) == 1 else None
    least = ability.needs.atleast if ability.needs and not ability.needs.atmost else None
    if not each or not least or least.amount != 1:
        return False
    return each.of.model_copy(update={"as_": None}) == least.of


def _cost(discourse: Discourse, cost: Cost) -> str:
    parts = []
    if cost.discard:
        amount = cost.discard.amount
        text = discourse.grammar.say("discard.self", x=discourse.quantity(number_of(amount), "card"))
        parts.append(per_thing(discourse, amount, text))
    if cost.sacrifice:
        parts.append(destroy_phrase(discourse, cost.sacrifice))
    return discourse.grammar.phrases["and"].join(parts)


def _sentences(discourse: Discourse, effects: Sequence[Effect]) -> list[str]:
    """Clauses as sentences: orders in a row share one, and so does what holds until the end of the turn."""
    out: list[str] = []
    run: list[Clause] = []
    for clause in build_clauses(discourse, effects):
        if not run or _goes_on(run, clause):
            run.append(clause)
            continue
        out.append(_joined(discourse, run))
        after = clause.linked and not clause.turn and (run[-1].order or run[-1].linked)
        run = [clause._replace(text=discourse.grammar.say("then.start", do=clause.text)) if after else clause]
    return [*out, _joined(discourse, run)] if run else out


def _goes_on(run: Sequence[Clause], clause: Clause) -> bool:
    if run[-1].turn or clause.turn:
        return run[-1].turn and clause.turn and not run[-1].linked
    return run[-1].order and clause.order and len(run) < _MOST_IN_A_SENTENCE


def _joined(discourse: Discourse, run: Sequence[Clause]) -> str:
    if not run[0].turn:
        return discourse.grammar.phrases["then"].join(clause.text for clause in run)
    text = discourse.grammar.phrases["and.also"].join(clause.text for clause in run)
    return discourse.grammar.say("until.turn", do=text)


def _timing(discourse: Discourse) -> str:
    """When the card can be played, as far as the text leaves it open."""
    timing, phrases, side = discourse.ability.timing, discourse.grammar.phrases, discourse.side
    windows = set(timing.window)
    if windows == {"battle"}:
        if side != "any":
            return "" if discourse.side_said else phrases[f"tag.battle.{side}"]
        return "" if discourse.battle_said else phrases["tag.battle"]
    own_side = {"any": "any", "own": "attacker", "opponent": "defender"}[timing.turn]
    if windows == {"main"} or side not in {"any", own_side, *(["attacker", "defender"] if own_side == "any" else [])}:
        return phrases[f"tag.main.{timing.turn}"]
    if timing.turn != "any":
        return phrases[f"tag.any.{timing.turn}"]
    return "" if side == "any" else phrases[f"tag.any.{side}"]


def _head(grammar: Grammar, troop: SpecialTroop, *, alone: bool) -> str:
    words = [grammar.say("power", x=str(troop.power)), *(grammar.phrases[trait] for trait in troop.traits)]
    head = f"**{', '.join(words)}.**"
    return f"{head} {grammar.phrases['no_trait_at_all']}" if alone and not troop.traits else head


def _troop(discourse: Discourse, troop: SpecialTroop) -> list[str]:
    """What a special troop does while it is in play."""
    sentences = [discourse.grammar.phrases[f"static.{static}"] for static in troop.static]
    before, discourse.battle_said = discourse.battle_said, False
    if troop.aura:
        discourse.aura = True
        with discourse.within("any"):
            sentences += _sentences(discourse, [troop.aura])
        discourse.aura = False
    for when, effects in (("enter", troop.enter), ("leave", troop.leave)):
        if effects:
            discourse.battle_said = False
            with discourse.within("there"):
                do = inline_clauses(discourse, effects)
            sentences.append(discourse.grammar.say(f"{when}.battle" if discourse.battle_said else when, do=do))
    discourse.battle_said = before
    return sentences
