"""Compose the rule text of an ability: when it can be played, its cost and conditions, its clauses as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardgen.games.attack_the_tower.constants import TYPES
from cardgen.games.attack_the_tower.wording.clauses import build_clauses, inline_clauses, when_clause
from cardgen.games.attack_the_tower.wording.discourse import Clause, Discourse, Moment
from cardgen.games.attack_the_tower.wording.nouns import condition_phrase, number_of, per_thing
from cardgen.games.attack_the_tower.wording.verbs import destroy_phrase
from cardgen.plugin.wording.sentences import keep_first_icons, to_clause, to_sentence

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.effects import Cost, Effect
    from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck, SpecialTroop
    from cardgen.plugin.wording.lexicon import Lexicon

# A third order would make the sentence too long to read at a glance.
_MOST_ORDERS_IN_A_SENTENCE = 2


class RuleText(NamedTuple):
    """The parts of a rule text.

    Attributes:
        timing: When the card can be played; empty if that is not restricted, or said elsewhere.
        troop: Power and traits of its special troop, which the card also shows outside the text; empty without one.
    """

    timing: str
    troop: str
    rules: str

    def __str__(self) -> str:
        return " ".join(part for part in self if part)

    @property
    def without_timing(self) -> str:
        """The text without `timing`."""
        return str(self._replace(timing=""))


def compose_text(ability: Ability, deck: ArmyDeck, language: str, lexicon: Lexicon) -> RuleText:
    """Return the rule text of an ability.

    Args:
        ability: The ability; its own `text` is ignored.
        deck: Its deck, for the names of its troops and bases.
        language: Language of those names (ISO 639-1).
    """
    in_battle = set(ability.timing.window) == {"battle"}
    discourse = Discourse(lexicon, language, deck, ability, battle="this" if in_battle else "any")
    for selector in ability.choose:
        discourse.bind(selector, said=False, plural=selector.pick != "one")
    sentences = _main_sentences(discourse)
    troop = ""
    if ability.troop:
        own = _troop_sentences(discourse, ability.troop)
        troop = troop_head(lexicon, ability.troop)
        sentences = own + sentences
    elif not sentences:
        sentences = [lexicon.phrases["nothing"]]
    tag = _timing_tag(discourse)
    if tag and ability.troop:  # only playing it is restricted, not the power that is stated next
        tag = lexicon.say("tag.troop", tag=to_clause(tag))
    rules = lexicon.grammar.contract(" ".join(to_sentence(text) for text in sentences))
    return RuleText(f"*{tag}.*" if tag else "", troop, keep_first_icons(rules, TYPES))


def _main_sentences(discourse: Discourse) -> list[str]:
    """Return the sentences for costs, needs and effects."""
    ability, say = discourse.ability, discourse.lexicon.say
    needs = condition_phrase(discourse, ability.needs) if ability.needs else ""
    cost = _cost_phrase(discourse, ability.cost) if ability.cost else ""
    sentences = _sentences(discourse, ability.effects)
    if not sentences:
        sentences = [discourse.lexicon.phrases["nothing"].lower()] if needs or cost else []
    if cost:
        sentences[0] = say("pay", cost=cost, do=sentences[0])
    if needs and cost:
        sentences.insert(0, say("only_if", that=needs))
    elif needs:
        sentences[0] = say("only_if.do", that=needs, do=sentences[0])
    return sentences


def _cost_phrase(discourse: Discourse, cost: Cost) -> str:
    parts = []
    if cost.discard:
        amount = cost.discard.amount
        text = discourse.lexicon.say("discard.self", x=discourse.lexicon.quantity(number_of(amount), "card"))
        parts.append(per_thing(discourse, amount, text))
    if cost.sacrifice:
        parts.append(destroy_phrase(discourse, cost.sacrifice))
    return discourse.lexicon.phrases["and"].join(parts)


def _sentences(discourse: Discourse, effects: Sequence[Effect]) -> list[str]:
    """Return effects as sentences; orders in a row share one, and so do effects that last until the end of the turn."""
    sentences: list[str] = []
    run: list[Clause] = []
    for clause in build_clauses(discourse, effects):
        if not run or _continues(run, clause):
            run.append(clause)
            continue
        sentences.append(_join_run(discourse, run))
        after = clause.linked and not clause.turn and (run[-1].order or run[-1].linked)
        run = [clause._replace(text=discourse.lexicon.say("then.start", do=clause.text)) if after else clause]
    return [*sentences, _join_run(discourse, run)] if run else sentences


def _continues(run: Sequence[Clause], clause: Clause) -> bool:
    """Return whether a clause can follow in the sentence of a run of clauses."""
    if run[-1].turn or clause.turn:
        return run[-1].turn == clause.turn and not run[-1].linked
    return run[-1].order and clause.order and len(run) < _MOST_ORDERS_IN_A_SENTENCE


def _join_run(discourse: Discourse, run: Sequence[Clause]) -> str:
    if not run[0].turn:
        return discourse.lexicon.phrases["then"].join(clause.text for clause in run)
    text = discourse.lexicon.phrases["and.also"].join(clause.text for clause in run)
    return discourse.lexicon.say(f"until.{run[0].turn}", do=text)


def _timing_tag(discourse: Discourse) -> str:
    """Return when the card can be played, as far as the rest of the text leaves it open."""
    timing, phrases, side = discourse.ability.timing, discourse.lexicon.phrases, discourse.side
    windows = set(timing.window)
    if windows == {"battle"}:
        if side != "any":
            return phrases[f"tag.battle.{side}"]
        return "" if discourse.battle_said else phrases["tag.battle"]
    own_side = {"any": "any", "own": "attacker", "opponent": "defender"}[timing.turn]
    if windows == {"main"} or side not in {"any", own_side, *(["attacker", "defender"] if own_side == "any" else [])}:
        return phrases[f"tag.main.{timing.turn}"]
    if timing.turn != "any":
        return phrases[f"tag.any.{timing.turn}"]
    return "" if side == "any" else phrases[f"tag.any.{side}"]


def troop_head(lexicon: Lexicon, troop: SpecialTroop) -> str:
    """Return power and traits of a special troop: `**Power 3, loyal.**`."""
    words = [lexicon.say("power", x=str(troop.power)), *(lexicon.phrases[trait] for trait in troop.traits)]
    return f"**{', '.join(words)}.**"


def _troop_sentences(discourse: Discourse, troop: SpecialTroop) -> list[str]:
    """Return what a special troop does while it is in play."""
    sentences = [discourse.lexicon.phrases[f"static.{static}"] for static in troop.static]
    before = discourse.battle_said
    if troop.aura:
        discourse.aura = True
        with discourse.speaking_of_battles("any"):
            sentences += _sentences(discourse, [troop.aura])
        discourse.aura = False
    for trigger in troop.when:
        sentences.append(when_clause(discourse, trigger).text)
    for when, effects in (("enter", troop.enter), ("leave", troop.leave)):
        if effects:
            discourse.battle_said = False
            in_battle = when == "enter" and set(discourse.ability.timing.window) == {"battle"}
            moment: Moment | None = "any" if when == "leave" else None
            with discourse.speaking_of_battles("this" if in_battle else "there", moment):
                do = inline_clauses(discourse, effects)
            told = discourse.battle_said and not in_battle
            sentences.append(discourse.lexicon.say(f"{when}.battle" if told else when, do=do))
    discourse.battle_said = before
    return sentences
