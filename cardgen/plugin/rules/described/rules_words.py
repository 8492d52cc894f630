"""Write the rules of a described game in words, as Markdown, in English and Portuguese."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardgen.model.deck import LocalizedText
from cardgen.plugin.rules.described.expression_words import ExpressionWords, contracted
from cardgen.plugin.rules.described.phrases import RULES, phrases_of
from cardgen.plugin.rules.described.schema import EffectRules, GameplayRules, MoveRules, PhaseRules

_MARKS = re.compile(r"\*\*|\{(?P<name>\w+)(?:\|[^|{}]*\|(?P<many>[^|{}]*))?\}")


def rules_in_words(
    rules: GameplayRules, language: str, kinds: Mapping[str, LocalizedText | str], fields: frozenset[str] = frozenset()
) -> str:
    """Return the rules of a game as Markdown.

    Args:
        rules: The rules as the file states them.
        language: Language code; English where it has no words.
        kinds: Name of each kind of piece, field and word of a choice for people.
        fields: Names of all fields of pieces.
    """
    text = "\n".join(RulesWriter(rules, language, kinds, fields).lines())
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


class RulesWriter:
    """Writes the rules of one game in one language."""

    def __init__(
        self, rules: GameplayRules, language: str, kinds: Mapping[str, LocalizedText | str], fields: frozenset[str]
    ) -> None:
        self._rules = rules
        self._language = language
        self._kinds = kinds
        self._words_of, self._table = phrases_of(RULES, language)
        self._expressions = ExpressionWords(language, self._title, frozenset(rules.zones), fields | {*rules.numbers})

    def _local(self, text: LocalizedText | str) -> str:
        return text.in_language(self._language) if isinstance(text, LocalizedText) else text

    def _text(self, text: LocalizedText | str) -> str:
        """Return a text without marks: `Draw **{n}** {n|card|cards}.` is `Draw n cards.`, and `Play {card}` is `Play card`."""
        return _MARKS.sub(lambda found: found["many"] or self._title(found["name"] or ""), self._local(text))

    def _title(self, name: str) -> str:
        rules = self._rules
        if name in rules.titles:
            return self._local(rules.titles[name])
        stated = rules.zones.get(name) or rules.numbers.get(name) or rules.boards.get(name)
        if stated is not None and stated.title:
            return self._local(stated.title)
        if name in self._kinds:
            return self._local(self._kinds[name])
        return self._table.get(f"name_{name}") or name.replace("_", " ")

    def _fill(self, key: str, *parts: str) -> str:
        text = self._table[key].format(*parts)
        return contracted(text) if self._words_of == "pt" else text

    def _say(self, text: str) -> str:
        return self._expressions.say(text)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the text."""
        rules = self._rules
        yield self._fill("players", ", ".join(map(str, rules.players)))
        yield from ("", f"## {self._table['zones']}", "", *self._zones())
        if rules.numbers:
            titles = [
                f"- {self._title(name)}"
                if number.is_ is None
                else f"- {self._fill('formula', self._title(name), self._expressions.condition(number.is_))}"
                for name, number in rules.numbers.items()
            ]
            yield from ("", f"## {self._table['numbers']}", "", *titles)
        if rules.set_up:
            yield from ("", f"## {self._table['set_up']}", "", *self._listed(rules.set_up))
        if rules.turn:
            yield from ("", f"## {self._table['turn']}", "", *self._phase(rules.turn))
        for name, phase in rules.phases.items():
            yield from self._titled_phase(name, phase, "##")
        for name, steps in rules.steps.items():
            yield from ("", f"## {self._fill('steps', self._title(name))}", "", *self._listed(steps))
        if rules.effects:
            yield from ("", f"## {self._table['effects']}", "")
            yield from (self._effect(name, effect) for name, effect in rules.effects.items())
        yield from ("", f"## {self._table['end']}", "", *self._end())

    def _zones(self) -> Iterator[str]:
        for name, board in self._rules.boards.items():
            title = self._fill(f"zone_{board.of}", f"**{self._title(name)}**")
            if board.columns:
                yield f"- {self._fill('board_grid', title, str(board.columns), str(board.rows))}"
            else:
                yield f"- {self._fill('board_named', title, ', '.join(map(self._title, board.spaces)))}"
        for name, zone in self._rules.zones.items():
            facts = [self._table[f"faces_{zone.faces}"]] if zone.faces != "all" else []
            facts += [self._fill("holds", ", ".join(map(self._title, zone.holds)))] if zone.holds else []
            facts += [self._table["shuffled"]] if zone.shuffled else []
            facts += [self._fill("refill", self._title(zone.refill))] if zone.refill else []
            head = self._fill(
                f"zone_{zone.of if zone.of in ('table', 'player') else 'board'}", f"**{self._title(name)}**"
            )
            yield f"- {head}{': ' if facts else ''}{'; '.join(facts)}"

    def _titled_phase(self, name: str, phase: PhaseRules, marks: str) -> Iterator[str]:
        yield from ("", f"{marks} {self._fill('phase', self._title(name))}", "", *self._phase(phase))
        for inner, nested in phase.phases.items():
            yield from self._titled_phase(inner, nested, "###")

    def _phase(self, phase: PhaseRules) -> Iterator[str]:
        yield from self._steps_titled("start", phase.start)
        for key in ("from_", "by", "rounds"):
            stated = getattr(phase, key)
            if stated:
                yield self._sentence(self._fill(key.rstrip("_"), self._say(stated)))
        if phase.who:
            yield self._fill("who", self._expressions.condition(phase.who))
        if phase.order == "together":
            yield self._table["together"]
        yield from self._steps_titled("turn_start", phase.turn_start)
        if phase.moves:
            yield from ("", self._table["moves"], "")
            yield from (self._move(name, move) for name, move in phase.moves.items())
        yield from self._steps_titled("turn_end", phase.turn_end)
        if phase.until:
            yield from ("", self._fill("until", self._expressions.condition(phase.until)))
        yield from self._steps_titled("finish", phase.finish)

    def _steps_titled(self, key: str, steps: Sequence[Any]) -> Iterator[str]:
        if steps:
            yield from ("", self._table[key], "", *self._listed(steps), "")

    def _move(self, name: str, move: MoveRules) -> str:
        facts = []
        if move.when:
            facts.append(self._fill("allowed", self._expressions.condition(move.when)))
        if move.choose:
            ((bound, source),) = move.choose.items()
            facts.append(self._fill("choose", self._title(bound), self._say(source)))
        if move.where:
            facts.append(self._fill("such", self._expressions.condition(move.where)))
        facts += [self._step(step) for step in move.do]
        if move.again:
            always = move.again in ("true", "yes")
            facts.append(
                self._table["again"] if always else self._fill("again_if", self._expressions.condition(move.again))
            )
        return f"- **{self._text(move.title) if move.title else self._title(name)}**{': ' if facts else ''}{'; '.join(facts)}"

    def _listed(self, steps: Sequence[Any]) -> list[str]:
        return [f"- {self._sentence(self._step(step))}" for step in steps]

    @staticmethod
    def _sentence(text: str) -> str:
        return text[:1].upper() + text[1:]

    def _together(self, steps: Sequence[Any]) -> str:
        return "; ".join(map(self._step, steps))

    def _step(self, step: Any) -> str:
        verb = next(name for name in type(step).model_fields if name != "if_")
        words = getattr(self, f"_{verb}_words")(step)
        if step.if_ is None or verb == "then":
            return str(words)
        return self._fill("if", self._expressions.condition(step.if_), words)

    def _move_words(self, step: Any) -> str:
        parts = [self._say(step.move), self._say(step.to)]
        return self._fill("move_count", *parts, self._say(step.count)) if step.count else self._fill("move", *parts)

    def _deal_words(self, step: Any) -> str:
        return self._fill("deal", *map(self._say, (step.deal, step.to, step.count)))

    def _shuffle_words(self, step: Any) -> str:
        return self._fill("shuffle", self._say(step.shuffle))

    def _turn_words(self, step: Any) -> str:
        return self._fill(f"turn_{step.face}", self._say(step.turn))

    def _set_words(self, step: Any) -> str:
        return self._fill("set", self._say(step.set), self._say(step.to))

    def _add_words(self, step: Any) -> str:
        less = step.add.removeprefix("0 - ")
        return self._fill("add" if less == step.add else "subtract", self._say(less), self._say(step.to))

    def _then_words(self, step: Any) -> str:
        words = self._fill("if", self._expressions.condition(step.if_), self._together(step.then))
        return f"{words}; {self._fill('else', self._together(step.else_))}" if step.else_ else words

    def _each_words(self, step: Any) -> str:
        ((name, source),) = step.each.items()
        return self._fill("each", self._title(name), self._say(source), self._together(step.do))

    def _repeat_words(self, step: Any) -> str:
        parts = self._say(step.repeat), self._together(step.do)
        if step.while_:
            return self._fill("repeat_while", *parts, self._expressions.condition(step.while_))
        return self._fill("repeat", *parts)

    def _roll_words(self, step: Any) -> str:
        return self._fill("roll", self._say(step.roll), self._say(step.to))

    def _reveal_words(self, step: Any) -> str:
        return self._fill("reveal", self._say(step.reveal), self._say(step.to))

    def _swap_words(self, step: Any) -> str:
        return self._fill("swap", *map(self._say, step.swap))

    def _end_words(self, step: Any) -> str:
        return self._fill("end_of", self._title(step.end))

    def _next_words(self, step: Any) -> str:
        return self._fill("next", self._say(step.next))

    def _choose_words(self, step: Any) -> str:
        ((name, source),) = step.choose.items()
        parts = [self._title(name), self._say(source)]
        words = self._fill("choose_by", *parts, self._say(step.by)) if step.by else self._fill("choose", *parts)
        words += f", {self._fill('such', self._expressions.condition(step.where))}" if step.where else ""
        return f"{words} ({self._table['may']})" if step.optional else words

    def _run_words(self, step: Any) -> str:
        return self._fill("run", self._title(step.run))

    def _later_words(self, step: Any) -> str:
        moment = self._table["this_turn"] if step.later == "turn" else self._title(step.later)
        return self._fill("later", moment, self._together(step.do))

    def _offer_words(self, step: Any) -> str:
        ((name, source),) = step.choose.items()
        words = self._fill("offer", self._say(step.offer), self._title(name), self._say(source))
        words += f", {self._fill('such', self._expressions.condition(step.where))}" if step.where else ""
        words = self._fill("offer_do", words, self._together(step.do))
        return f"{words}; {self._table['ask_again']}" if step.again else words

    def _tell_words(self, step: Any) -> str:
        return self._fill("tell", self._say(step.tell), self._expressions.condition(step.that))

    def _effects_words(self, step: Any) -> str:
        return self._fill("do_effects", self._say(step.effects))

    def _effect(self, name: str, effect: EffectRules) -> str:
        words = self._together(effect.do)
        return f"- **{self._text(effect.text) if effect.text else self._title(name)}** {words}"

    def _end(self) -> Iterator[str]:
        end = self._rules.end
        if end.when:
            yield self._fill("when", self._expressions.condition(end.when))
        together = bool(end.win or end.lose)
        if end.score:
            yield self._fill("progress" if together else "score", self._say(end.score))
        if end.payoff:
            yield self._fill("payoff", self._say(end.payoff))
        elif end.winner in ("highest", "lowest"):
            yield self._table[end.winner] if end.score and not together else ""
        else:
            yield self._fill("winner", self._say(end.winner))
        for key, outcomes in (("win", end.win), ("lose", end.lose)):
            for name, outcome in outcomes.items():
                yield f"- {self._fill(key, self._text(outcome.text) if outcome.text else self._title(name))}"
