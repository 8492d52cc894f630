"""Say in words what steps of rules do, as sentences that speak to the player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.plugin.rules.described.expression_words import ExpressionWords, is_condition, without_minus
from cardgen.plugin.rules.described.schema import GameplayRules
from cardgen.plugin.rules.described.step_schema import EachStep, IfStep, RepeatStep, SayStep, ToldStep


def sentence(text: str) -> str:
    """Return a text with a capital at its start, and without a full stop."""
    return text[:1].upper() + text[1:].rstrip(".")


def done(steps: Sequence[Any]) -> list[Any]:
    """Return the steps that do more than say what has happened."""
    return [step for step in steps if not isinstance(step, SayStep)]


def is_long(step: Any) -> bool:
    """Return whether a step holds several others, which are a list of their own."""
    if isinstance(step, IfStep):
        return any(len(done(branch)) > 1 or any(map(is_long, branch)) for branch in (step.then, step.else_))
    return isinstance(step, EachStep | RepeatStep) and (len(done(step.do)) > 1 or any(map(is_long, step.do)))


class StepWriter:
    """Writes steps of one game in one language.

    Args:
        title: Returns the name of anything that rules name, for people.
    """

    def __init__(
        self, rules: GameplayRules, table: Mapping[str, str], expressions: ExpressionWords, title: Callable[[str], str]
    ) -> None:
        self._rules = rules
        self._table = table
        self._expressions = expressions
        self._title = title
        self._depth = 0  # steps within steps

    def _fill(self, key: str, *parts: str) -> str:
        return self._expressions.nouns.contracted(self._table[key].format(*parts))

    def _say(self, text: str) -> str:
        return self._expressions.say(text)

    def listed(self, steps: Sequence[Any], whose: str) -> list[str]:
        """Return steps as lines of a list.

        Args:
            whose: Who is spoken to, see `Addressee`.
        """
        with self._expressions.speaking(whose):
            return self.items(steps)

    def items(self, steps: Sequence[Any], indent: str = "") -> list[str]:
        """Return steps as lines of a list, in which several steps within one are a list below it."""
        lines: list[str] = []
        for step in done(steps):
            if is_long(step):
                lines += self._branches(step, indent)
            else:
                lines.append(f"{indent}- {sentence(self.step(step))}.")
        return lines

    def _branches(self, step: Any, indent: str) -> Iterator[str]:
        """Yield the lines of a step that holds several others."""
        expressions, deeper = self._expressions, f"{indent}  "
        condition = expressions.condition(step.if_) if step.if_ is not None else ""
        if isinstance(step, IfStep):
            for branch, key, parts in ((done(step.then), "if", (condition,)), (done(step.else_), "else", ())):
                if len(branch) == 1 and not is_long(branch[0]):
                    yield f"{indent}- {sentence(self._fill(key, *parts, self.step(branch[0])))}."
                elif branch:
                    yield f"{indent}- {sentence(self._fill(f'steps_{key}', *parts, '').rstrip(': '))}:"
                    yield from self.items(branch, deeper)
            return
        if isinstance(step, EachStep):
            ((name, source),) = step.each.items()
            words = expressions.each_of(source)
            with expressions.speaking("they" if name == "player" else ""):
                words += expressions.bind(name, source, is_that=True) if name != "player" else ""
                inner = self.items(step.do, deeper)
            head = self._fill("each", words, "")
        else:
            head = self._repeat_head(step)
            inner = self.items(step.do, deeper)
        head = head.rstrip(":, ")
        yield f"{indent}- {sentence(self._fill('if', condition, head) if condition else head)}:"
        yield from inner

    def step(self, step: Any) -> str:
        """Return a step in words; what it binds has a name in the steps after it."""
        verb = next(name for name in type(step).model_fields if name not in ToldStep.model_fields)
        condition = self._expressions.condition(step.if_) if step.if_ is not None and verb != "then" else ""
        words = str(getattr(self, f"_{verb}_words")(step))
        return self._fill("if", condition, words) if condition else words

    def choice(self, name: str, source: str, where: str | None, key: str, by: str = "") -> str:
        """Return a choice in words, and give what is chosen a name.

        Args:
            by: Who chooses, in words; empty for the player who is spoken to.
        """
        expressions = self._expressions
        what = expressions.one_of(source)
        bound = expressions.bind(name, source)
        such = f" {expressions.such(where, name)}" if where else ""
        return self._fill(key, *([by] if by else []), f"{what}{bound}{such}")

    def _together(self, steps: Sequence[Any]) -> str:
        self._depth += 1
        steps = done(steps)
        told = [self.step(step) for step in steps]
        self._depth -= 1
        if len(told) > 1:
            told = [f"({words})" if self._has_steps(step) else words for step, words in zip(steps, told, strict=True)]
        return "; ".join(told)

    @staticmethod
    def _has_steps(step: Any) -> bool:
        return step.if_ is not None or hasattr(step, "do")

    def _move_words(self, step: Any) -> str:
        what = self._expressions.count_of(step.count, step.move) if step.count else self._say(step.move)
        return self._fill("move_under" if step.under else "move", what, self._say(step.to))

    def _deal_words(self, step: Any) -> str:
        words = self._fill("deal", self._expressions.count_of(step.count, step.deal), self._say(step.to))
        return self._fill("deal_from", words, self._say(step.from_)) if step.from_ else words

    def _shuffle_words(self, step: Any) -> str:
        return self._fill("shuffle", self._say(step.shuffle))

    def _turn_words(self, step: Any) -> str:
        return self._fill(f"turn_{step.face}", self._say(step.turn))

    def _set_words(self, step: Any) -> str:
        if step.to in ("true", "false", "yes", "no"):
            return self._fill("set_yes", self._expressions.condition(step.set, holds=step.to in ("true", "yes")))
        if is_condition(step.to):
            return self._fill("set_if", *map(self._expressions.condition, (step.set, step.to)))
        target = self._say(step.set)
        if step.to in ("nothing", "nobody"):
            return self._fill("forget", target)
        return self._expressions.nouns.agreed(target, self._fill("set", target, self._say(step.to)))

    def _add_words(self, step: Any) -> str:
        less = without_minus(step.add)
        return self._fill("add" if less == step.add else "subtract", self._say(less), self._say(step.to))

    def _then_words(self, step: Any) -> str:
        is_long = len(done(step.then)) > 1
        words = self._fill(
            "steps_if" if is_long else "if", self._expressions.condition(step.if_), self._together(step.then)
        )
        if not done(step.else_):
            return words
        otherwise = self._together(step.else_)
        if self._depth:
            return f"{words}; {self._fill('else', otherwise)}"
        return f"{words}. {self._fill('steps_else', otherwise)}"

    def _each_words(self, step: Any) -> str:
        ((name, source),) = step.each.items()
        expressions = self._expressions
        words = expressions.each_of(source)
        with expressions.speaking("they" if name == "player" else ""):
            words += expressions.bind(name, source, is_that=True) if name != "player" else ""
            return self._fill("each", words, self._together(step.do))

    def _repeat_words(self, step: Any) -> str:
        return self._repeat_head(step) + self._together(step.do)

    def _repeat_head(self, step: Any) -> str:
        if step.while_:
            return self._fill("repeat_while", self._expressions.condition(step.while_), "")
        return self._fill("repeat", self._say(step.repeat), "")

    def _roll_words(self, step: Any) -> str:
        return self._fill("roll", self._say(step.roll), self._say(step.to))

    def _reveal_words(self, step: Any) -> str:
        return self._fill("reveal", self._say(step.reveal), self._say(step.to))

    def _swap_words(self, step: Any) -> str:
        return self._fill("swap", *map(self._say, step.swap))

    def _end_words(self, step: Any) -> str:
        if step.end in ("turn", "phase", "game"):
            return self._table[f"end_{step.end}"]
        outcome = {**self._rules.end.win, **self._rules.end.lose}.get(step.end)
        title = self._expressions.nouns.the(self._title(step.end))
        return self._fill("end_outcome", self._title(step.end)) if outcome else self._fill("end_of", title)

    def _next_words(self, step: Any) -> str:
        return self._fill("next", self._say(step.next))

    def _choose_words(self, step: Any) -> str:
        ((name, source),) = step.choose.items()
        if step.by:
            words = self.choice(
                name, source, step.where, "may_by" if step.optional else "choose_by", self._say(step.by)
            )
        else:
            words = self.choice(name, source, step.where, "choose")
            words = self._fill("may", words) if step.optional else words
        return self._fill("choose_set", words, self._say(step.set)) if step.set else words

    def _run_words(self, step: Any) -> str:
        return self._fill("run", self._title(step.run))

    def _effects_words(self, step: Any) -> str:
        return self._fill("do_effects", self._say(step.effects))

    def _later_words(self, step: Any) -> str:
        moment = self._table["this_turn"] if step.later == "turn" else self._title(step.later)
        return self._fill("later", moment, self._together(step.do))

    def _offer_words(self, step: Any) -> str:
        ((name, source),) = step.choose.items()
        players = self._say(step.offer)
        with self._expressions.speaking("they"):
            words = self.choice(name, source, step.where, "offer", players)
            words = self._fill("offer_do", words, self._together(step.do))
        return f"{words}; {self._table['offer_again']}" if step.again else words

    def _tell_words(self, step: Any) -> str:
        with self._expressions.speaking("", card=self._expressions.that("card")):
            return self._fill("tell", self._say(step.tell), self._expressions.condition(step.that))
