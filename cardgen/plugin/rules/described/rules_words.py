"""Write the rules of a described game in words, as Markdown, in English and Portuguese."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from cardgen.model.deck import LocalizedText, text_in
from cardgen.plugin.language_files import words_in
from cardgen.plugin.rules.described.expression_words import ExpressionWords, is_condition, without_minus
from cardgen.plugin.rules.described.schema import GameplayRules, MoveRules, NumberRules, PhaseRules
from cardgen.plugin.rules.described.step_schema import RunStep
from cardgen.plugin.rules.described.step_words import StepWriter, done, is_long, sentence
from cardgen.plugin.rules.described.value_words import RuleTerms

_MARKS = re.compile(r"\*\*|\{(?P<name>\w+)(?:\|[^|{}]*\|(?P<many>[^|{}]*))?\}")


def rules_in_words(
    rules: GameplayRules,
    language: str,
    kinds: Mapping[str, LocalizedText | str],
    fields: frozenset[str] = frozenset(),
    flags: frozenset[str] = frozenset(),
    players: frozenset[str] = frozenset(),
    *,
    cards: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> str:
    """Return the rules of a game as Markdown.

    Args:
        kinds: Name of each kind of piece, field and word of a choice for people.
        flags: Names of the fields and numbers that hold or do not.
        cards: Names of the cards that state each effect.
    """
    text = "\n".join(RulesWriter(rules, language, kinds, fields, flags, players, cards=cards).lines())
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


class RulesWriter:
    """Writes the rules of one game in one language."""

    def __init__(
        self,
        rules: GameplayRules,
        language: str,
        kinds: Mapping[str, LocalizedText | str],
        fields: frozenset[str],
        flags: frozenset[str],
        players: frozenset[str],
        *,
        cards: Mapping[str, Sequence[str]],
    ) -> None:
        self._rules = rules
        self._cards = cards
        self._language = language
        self._kinds = kinds
        self._table = words_in(Path(__file__).parent, language, "rules.")
        held = {kind for zone in rules.zones.values() for kind in zone.holds}
        vocabulary = RuleTerms(
            {name: zone.of for name, zone in rules.zones.items()},
            {name: number.of for name, number in rules.numbers.items()},
            frozenset(rules.boards)
            | {
                name
                for name, number in rules.numbers.items()
                if (number.is_ or "").split("|")[0].strip() in rules.boards
            },
            flags | {name for name, number in rules.numbers.items() if number.is_ and is_condition(number.is_)},
            fields,
            frozenset(name for name in kinds if name not in rules.numbers),
            frozenset(name for name, number in rules.numbers.items() if number.type == "player") | players,
            frozenset(name for name, number in rules.numbers.items() if number.type == "integer" and not number.is_),
            {*rules.players} == {2},
            self._title(next(iter(held))).lower() if len(held) == 1 and held & {*kinds} else "",
        )
        self._expressions = ExpressionWords(language, self._title, self._word, vocabulary)
        self._nouns = self._expressions.nouns
        self._steps = StepWriter(rules, self._table, self._expressions, self._title)

    def _local(self, text: LocalizedText | str) -> str:
        return text_in(text, self._language)

    def _text(self, text: LocalizedText | str, chosen: str = "") -> str:
        """Return a text without marks: `Draw **{n}** {n|card|cards}.` is `Draw n cards.`, and `Play {card}` is `Play a card`.

        Args:
            chosen: What stands for the gap of what is chosen; empty for its name.
        """
        return _MARKS.sub(
            lambda found: found["many"] or (found["name"] and (chosen or self._title(found["name"]))) or "",
            self._local(text),
        )

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

    def _word(self, word: str) -> str:
        """Return a word of a choice for people."""
        stated = self._kinds.get(word) or self._rules.titles.get(word)
        return self._local(stated) if stated else word.replace("_", " ")

    def _heading(self, name: str) -> str:
        """Return the name of a phase or a move, which a zone or a number may have too."""
        is_other = name in self._rules.zones or name in self._rules.numbers
        return _sentence(name.replace("_", " ") if is_other else self._title(name))

    def _fill(self, key: str, *parts: str) -> str:
        return self._nouns.contracted(self._table[key].format(*parts))

    def lines(self) -> Iterator[str]:
        """Yield the lines of the text."""
        rules = self._rules
        yield self._fill("players", self._players())
        if rules.teams:
            yield self._fill("teams", str(rules.teams))
        yield from ("", f"## {self._table['zones']}", "", *self._zones())
        if numbers := [*self._numbers()]:
            yield from ("", f"## {self._table['numbers']}", "", *numbers)
        if rules.set_up:
            yield from ("", f"## {self._table['set_up']}", "", *self._steps.listed(rules.set_up, "each"))
        if rules.turn:
            yield from ("", f"## {self._table['turn']}", "", *self._phase(rules.turn))
        for name, phase in rules.phases.items():
            yield from self._titled_phase(name, phase, "## ")
        run = {*_run_by((rules.set_up, rules.turn, *rules.phases.values(), *rules.steps.values()))}
        run |= {*_run_by([effect.do for effect in rules.effects.values() if not effect.text])}
        for name, steps in rules.steps.items():
            if name not in run:  # only effects run it, whose texts say what it does
                continue
            yield from ("", f"## {_sentence(self._title(name))}", "", *self._steps.listed(steps, "you"))
        if told := [*self._effects()]:
            yield from ("", f"## {self._table['effects']}", "", *told)
        yield from ("", f"## {self._table['end']}", "", *self._end())

    def _effects(self) -> Iterator[str]:
        for name, effect in self._rules.effects.items():
            if effect.text:
                cards = ", ".join(self._cards.get(name, ()))
                yield f"- {self._text(effect.text)}{f' *({cards})*' if cards else ''}"

    def _players(self) -> str:
        counts = sorted({*self._rules.players})
        if counts == [1]:
            return self._table["players_one"]
        if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
            return self._fill("players_range", str(counts[0]), str(counts[-1]))
        listed = ", ".join(map(str, counts[:-1]))
        return self._fill(
            "players_some", self._fill("players_or", listed, str(counts[-1])) if listed else str(counts[-1])
        )

    def _zones(self) -> Iterator[str]:
        for name, board in self._rules.boards.items():
            title = self._fill(f"zone_{board.of}", self._bold(name))
            if board.columns:
                grid = "board_grid" if (board.rows or 1) > 1 else "board_row"
                yield f"- {self._fill(grid, title, str(board.columns), str(board.rows))}"
            else:
                yield f"- {self._fill('board_named', title, ', '.join(map(self._title, board.spaces)))}"
        for name, zone in self._rules.zones.items():
            facts = [self._table[f"faces_{zone.faces}"]] if zone.faces != "all" else []
            held = ", ".join(self._title(kind).lower() for kind in zone.holds)
            if held and zone.where:
                with self._expressions.speaking("they", card=self._expressions.that("card")):
                    facts += [self._fill("holds_where", held, self._expressions.such(zone.where, "card"))]
            else:
                facts += [self._fill("holds", held)] if held else []
            facts += [self._table["shuffled"]] if zone.shuffled else []
            with self._expressions.speaking("they"):
                facts += [self._fill("refill", self._expressions.say(zone.refill))] if zone.refill else []
            owner = zone.of if zone.of in ("table", "player") else "board"
            head = self._fill(f"zone_{owner}", self._bold(name))
            yield f"- {head}{': ' if facts else ''}{'; '.join(facts)}"

    def _bold(self, name: str) -> str:
        return f"**{_sentence(self._title(name))}**"

    def _numbers(self) -> Iterator[str]:
        for name, number in self._rules.numbers.items():
            if number.is_ is None and (number.type == "boolean" or not self._facts(number)) and not number.text:
                continue
            owner = number.of if number.of in ("table", "player") else "other"
            title = self._fill(f"number_{owner}", _sentence(self._title(name)), self._expressions.noun_of(number.of))
            is_flag = number.is_ is not None and is_condition(number.is_)
            has_verb = is_flag and self._nouns.has_verb(self._title(name))
            kind = "space" if number.of in self._rules.boards else "card"
            bound = {kind: self._expressions.that(kind)}
            if has_verb and owner == "other":
                title = f"**{_sentence(bound[kind])} {self._title(name)}**"
            if number.text:
                yield f"- {self._fill('formula', title, self._local(number.text))}"
            elif number.is_ is not None:
                with self._expressions.speaking(
                    "they" if number.of == "player" else "you", **(bound if owner == "other" else {})
                ):
                    words = (self._expressions.condition if is_flag else self._expressions.say)(number.is_)
                yield f"- {self._fill('formula_flag' if has_verb else 'formula', title, words)}"
            else:
                yield f"- {title}: {'; '.join(self._facts(number))}"

    def _facts(self, number: NumberRules) -> list[str]:
        """Return what is to be known of a counter: where it starts, its limits, and who knows it."""
        starts = number.start if number.start not in (None, "0") else ""
        facts = [self._fill("starts", self._expressions.say(starts))] if starts else []
        facts += [self._fill("least", str(number.min))] if number.min is not None else []
        facts += [self._fill("most", str(number.max))] if number.max is not None else []
        return [*facts, self._table["secret"]] if number.secret else facts

    def _titled_phase(self, name: str, phase: PhaseRules, marks: str, end: str = "") -> Iterator[str]:
        yield from ("", f"{marks}{self._heading(name)}{end}", "", *self._phase(phase))
        for inner, nested in phase.phases.items():
            yield from self._titled_phase(inner, nested, "### **", "**")

    def _phase(self, phase: PhaseRules) -> Iterator[str]:
        yield from self._steps_titled("start", phase.start, "each")
        say = self._expressions.say
        facts = [self._fill("from", say(phase.from_))] if phase.from_ else []
        facts += [self._fill("by", say(phase.by))] if phase.by else []
        if phase.phases and len(phase.phases) > 1:
            facts.append(
                self._fill("consists", ", ".join(self._nouns.lower(self._heading(inner)) for inner in phase.phases))
            )
        if phase.rounds == "1" and not phase.phases:
            facts.append(self._table["rounds_1"])
        elif phase.rounds and phase.rounds != "1":
            facts.append(self._fill("repeats" if phase.phases else "rounds", say(phase.rounds)))
        if phase.who:
            with self._expressions.speaking("they"):
                facts.append(self._fill("who", self._expressions.condition(phase.who)))
        facts += [self._table[phase.order]] if phase.order != "clockwise" else []
        with self._expressions.speaking("any"):
            facts += [self._fill("until", self._expressions.condition(phase.until))] if phase.until else []
        yield from ("", " ".join(map(_sentence, facts)), "")
        yield from self._steps_titled("turn_start", phase.turn_start, "you")
        if phase.moves:
            yield from ("", self._table["moves" if len(phase.moves) > 1 else "move_only"], "")
            for name, move in phase.moves.items():
                yield from self._move(name, move)
        yield from self._steps_titled("turn_end", phase.turn_end, "you")
        yield from self._steps_titled("finish", phase.finish, "each")

    def _steps_titled(self, key: str, steps: Sequence[Any], whose: str) -> Iterator[str]:
        if steps:
            yield from ("", self._table[key], "", *self._steps.listed(steps, whose), "")

    def _move(self, name: str, move: MoveRules) -> Iterator[str]:
        expressions = self._expressions
        with expressions.speaking("you"):
            told = [self._fill("allowed", expressions.condition(move.when))] if move.when else []
            chosen = ""
            if move.choose:
                ((bound, source),) = move.choose.items()
                chosen = expressions.one_thing(source)
                told.append(self._steps.choice(bound, source, move.where, "choose"))
            has_list = any(map(is_long, move.do))
            below = self._steps.items(move.do, "  ") if has_list else []
            told += [] if has_list else [self._steps.step(step) for step in done(move.do)]
            if move.again:
                always = move.again in ("true", "yes")
                again = self._table["again"] if always else self._fill("again_if", expressions.condition(move.again))
                below += [f"  - {again}"] if has_list else []
                told += [] if has_list else [again]
        title = _sentence(self._text(move.title, chosen)) if move.title else self._heading(name)
        yield f"- **{title}.** {' '.join(f'{sentence(one)}.' for one in told)}".rstrip()
        yield from below

    def _end(self) -> Iterator[str]:
        end, expressions = self._rules.end, self._expressions
        together = bool(end.win or end.lose)
        with expressions.speaking("any"):
            facts = [self._fill("when", expressions.condition(end.when))] if end.when else []
        facts += [self._table["last_phase"]] if not end.when and not together and not self._rules.turn else []
        facts += [self._local(end.text)] if end.text else self._scored(together)
        yield " ".join(facts)
        yield ""
        alone = self._alone()
        for key, outcomes in (("win", end.win), ("lose", end.lose)):
            for name, outcome in outcomes.items():
                text = (self._text(outcome.text) if outcome.text else self._title(name)).rstrip(".")
                if outcome.when:
                    yield f"- {self._fill(f'{key}{alone}', f'{text}.', expressions.condition(outcome.when))}"
                else:
                    yield f"- {self._fill(f'{key}{alone}_step', f'{text}.')}"

    def _alone(self) -> str:
        """Return the end of the phrases of a game for one player."""
        return "_one" if {*self._rules.players} == {1} else ""

    def _scored(self, together: bool) -> list[str]:
        """Return how is scored, and who wins, in sentences."""
        end, say = self._rules.end, self._expressions.say
        is_named = end.score in self._rules.numbers and not together
        facts = (
            [self._fill(f"progress{self._alone()}" if together else "score", say(end.score))]
            if end.score and not is_named
            else []
        )
        if end.payoff:
            facts.append(self._fill("payoff", say(end.payoff)))
        elif end.winner not in ("highest", "lowest"):
            facts.append(self._fill("winner", say(end.winner)))
        elif end.score and is_named:
            title = self._nouns.lower(self._title(end.score))
            facts.append(self._fill(f"{end.winner}_{'many' if self._nouns.is_plural(title) else 'of'}", title))
        elif end.score and not together:
            facts.append(self._table[end.winner])
        return [*facts, *self._tie_break()]

    def _tie_break(self) -> Iterator[str]:
        """Yield which values decide between equal scores, those one after another of which the same end wins together."""
        end, then = self._rules.end, ""
        values = [(stated, without_minus(stated)) for stated in end.tie_break]
        for is_lowest, group in groupby(values, lambda value: (end.winner == "lowest") != (value[0] != value[1])):
            said = ", ".join(self._expressions.say(plain) for _, plain in group)
            yield self._fill(f"tie_break{then}{'_lowest' if is_lowest else ''}", said)
            then = "_then"


def _run_by(stated: object) -> Iterator[str]:
    """Yield the names of the steps that a part of the rules runs."""
    if isinstance(stated, RunStep):
        yield stated.run
    elif isinstance(stated, BaseModel):
        yield from _run_by([getattr(stated, key) for key in type(stated).model_fields])
    elif isinstance(stated, Mapping):
        yield from _run_by([*stated.values()])
    elif isinstance(stated, list | tuple):
        for part in stated:
            yield from _run_by(part)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
