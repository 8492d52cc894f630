"""Write who knows what is secret: numbers that only their player sees, and choices that all make at the same time."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.plugin.rules.described.builder import ALL, NOBODY, RuleBuilder, seen_by
from cardgen.plugin.rules.described.parsing import ExpressionFault
from cardgen.plugin.rules.described.scope import TypedCode, ZonePlace
from cardgen.plugin.rules.described.step_schema import (
    AddStep,
    ChooseStep,
    EachStep,
    EffectsStep,
    EndStep,
    IfStep,
    LaterStep,
    NextStep,
    OfferStep,
    RepeatStep,
    RevealStep,
    RunStep,
    SetStep,
    StepRules,
    SwapStep,
    TurnStep,
)
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path

_WORDS_OF: dict[type[StepRules], str] = {
    TurnStep: "turn",
    RevealStep: "reveal",
    SwapStep: "swap",
    NextStep: "next",
    EndStep: "end",
    EffectsStep: "effects",
}
"""Steps whose consequences others see at once."""


def sets_secret(builder: RuleBuilder, steps: Sequence[StepRules], seen: frozenset[str] = frozenset()) -> bool:
    """Return whether steps give a secret number a value, so that what was chosen before is secret too."""
    secret = {name for name, number in builder.words.numbers.items() if number.secret}
    if not secret:
        return False
    for step in steps:
        target: str | None = None
        inner: list[Sequence[StepRules]] = []
        match step:
            case ChooseStep() | SetStep():
                target = step.set
            case AddStep():
                target = step.to
            case IfStep():
                inner = [step.then, step.else_]
            case EachStep() | RepeatStep() | OfferStep() | LaterStep():
                inner = [step.do]
            case RunStep() if step.run not in seen:
                inner, seen = [builder.rules.steps.get(step.run, ())], seen | {step.run}
        if target and target.rpartition(".")[2].strip() in secret:
            return True
        if any(sets_secret(builder, part, seen) for part in inner):
            return True
    return False


def secret_mask(builder: RuleBuilder, mask: str, *, hides_move: bool = False) -> str:
    """Return the code of the players who see a decision: its player alone, unless even fewer see what is chosen.

    Args:
        mask: Code of the players who would see it if it were not secret.
        hides_move: Whether others do not see either which of several moves it is.
    """
    mask = "1 << self._who" if mask == ALL else mask
    return f"SECRET | {mask}" if hides_move or builder.together > 1 else mask


def learn(builder: RuleBuilder, target: TypedCode, value: str) -> None:
    """Write who knows a secret number after it got a value; of any other number, nothing is written.

    Args:
        value: Code of its value, which all know if the rules state it.
    """
    if target.number is None or not target.number.secret:
        return
    owner = target.code[len(f"self.{target.number.attribute}[") : -1]
    mask = ALL if _is_stated(value) and not builder.together else f"1 << {owner}"
    builder.now.emit(f"self.{target.number.known}[{owner}] = {mask}")


def show(builder: RuleBuilder, target: TypedCode, mask: str) -> None:
    """Write that players come to know a secret number.

    Args:
        mask: Code of the players, as bits.
    """
    assert target.number is not None
    owner = target.code[len(f"self.{target.number.attribute}[") : -1]
    builder.now.emit(f"self.{target.number.known}[{owner}] |= {mask}")


def check_number(builder: RuleBuilder, target: TypedCode, value: str, path: Path) -> None:
    """Note a fault if a number would show what one player chooses before the others have chosen."""
    if not builder.together or target.number is None or target.number.secret:
        return
    if builder.together == 1 and _is_stated(value):
        return  # the only move of the phase: all see anyhow that it is made
    message = f"number {quoted(target.number.name)} would show what is chosen before all have chosen"
    expected = "secret: yes for a number of players, or this step in 'finish'"
    builder.fault(ExpressionFault("E234", message, expected), path)


def check_zone(builder: RuleBuilder, place: ZonePlace, chooser: str, path: Path) -> None:
    """Note a fault if a zone would show what one player chooses before the others have chosen."""
    if builder.together and (place.zone.faces == "each" or seen_by(place) not in (NOBODY, f"1 << {chooser}")):
        message = f"zone {quoted(place.zone.name)} would show what is chosen before all have chosen"
        builder.fault(ExpressionFault("E234", message, "a zone with faces: owner, or this step in 'finish'"), path)


def check_step(builder: RuleBuilder, step: StepRules, path: Path) -> None:
    """Note a fault if others would see at once what a step does while all choose at the same time."""
    verb = _WORDS_OF.get(type(step))
    if builder.together and verb and getattr(step, verb) != "turn":
        message = f"the step {quoted(verb)} would show what is chosen before all have chosen"
        builder.fault(ExpressionFault("E234", message, "this step in 'finish'"), (*path, verb))


def _is_stated(code: str) -> bool:
    return code in ("True", "False") or code.strip("(-)").isdigit() or code[:1] in ("'", '"')
