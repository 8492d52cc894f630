"""State what the steps of rules may contain: moves of pieces, numbers, choices, and steps within steps."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, StringConstraints, Tag, model_validator

from cardgen.plugin.schema import TAG, Expected, LocalText, Model, OneOrMore, YesOrNo, broken_rule, yaml_key
from cardgen.report.diagnostics import did_you_mean, quoted


def _expression(value: object) -> object:
    """Return an expression as text; numbers and truth values are expressions too."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else value


def _amount(text: str) -> str:
    """Return an expression for an amount, which no number below zero is; what an expression gives is known in a game only."""
    if text.startswith("-") and text[1:].isdecimal():
        raise broken_rule("E204", f"is {text}", "a number that is not below zero, or an expression")
    return text


Expression = Annotated[
    str,
    StringConstraints(min_length=1, max_length=2000),
    BeforeValidator(_expression, json_schema_input_type=str | int | bool),
    Expected("an expression, such as card.rank == 8"),
]
Amount = Annotated[Expression, AfterValidator(_amount)]
Name = Annotated[
    str,
    StringConstraints(pattern=r"^[^\W\d_](\w*[^\W_])?$", max_length=40),
    Expected("letters, digits and underscores, such as 'discard'"),
]


class QuestionRules(Model):
    """A question to the player who decides, which all players read."""

    if_: Expression | None = Field(None, description="It is asked if this holds; left out, in any case.")
    text: LocalText = Field(
        description="The question; a number in braces is filled in: `The trick is led with {lead}.`"
    )


def _question(value: object) -> object:
    """Return a question in the long form: a text, also one in several languages, is one without a condition."""
    if isinstance(value, list | tuple):
        return tuple(_question(one) for one in value)
    is_long = isinstance(value, QuestionRules) or (isinstance(value, dict) and "text" in value)
    return value if is_long else {"text": value}


Questions = Annotated[
    OneOrMore[QuestionRules],
    BeforeValidator(_question, json_schema_input_type=LocalText | OneOrMore[QuestionRules]),
]
"""Questions, of which the first is asked whose condition holds."""


def _binding(value: object) -> object:
    """Refuse what does not bind one name."""
    if isinstance(value, dict):
        if len(value) != 1:
            raise broken_rule("E204", f"binds {len(value)} names", "one name; a step below 'do' binds another")
    else:
        raise broken_rule("E204", "binds no name", "a name, and from what it is taken, such as {card: hand}")
    return value


Binding = Annotated[dict[Name, Expression], Field(min_length=1, max_length=1), BeforeValidator(_binding)]
"""A name, and what it is one of."""


class StepRules(Model):
    """What every step may state."""

    if_: Expression | None = Field(None, description="The step is left out unless this holds.")

    @model_validator(mode="before")
    @classmethod
    def _refuse_two(cls, value: Any) -> Any:
        """Refuse two steps that stand in one entry."""
        own = {*map(yaml_key, cls.model_fields)}
        verbs = [verb for verb in STEPS if isinstance(value, dict) and verb in value]
        if cls is not UnknownStep and (others := [verb for verb in verbs if verb not in own]):
            first = next(verb for verb in verbs if verb in own)
            expected = "'- ' before each"
            raise broken_rule("E230", f"is two steps: {quoted(first)} and {quoted(others[0])}", expected)
        return value


class ToldStep(StepRules):
    """What steps may state in which players do not choose first."""

    say: LocalText | None = Field(
        None,
        description="What happens, in words, in place of where each piece goes: `{leader} takes the trick.` It is said before the "
        "step, with the values of that moment, if all players know them.",
    )


class MoveStep(ToldStep):
    """Put pieces into another zone, on top; a piece that no longer lies where it is taken from stays where it is."""

    move: Expression = Field(description="A piece, several pieces, or a zone, such as `card` or `stock.top`.")
    to: Expression = Field(description="Zone, such as `discard`, `hand` or `left.hand`.")
    from_: Expression | None = Field(None, description="Zone in which the pieces lie; needed only if nothing tells.")
    count: Amount | None = Field(None, description="How many from the top of a zone; left out, all of it.")
    under: YesOrNo = Field(False, description="Whether they go below the other pieces, not on top.")


class DealStep(ToldStep):
    """Deal pieces from the top of a zone, one after the other in turn if several players receive some."""

    deal: Expression = Field(description="Zone from which pieces are dealt.")
    to: Expression = Field(description="Zone; of a player's zone, that of the player whose turn it is, or else all.")
    count: Amount = Field("1", description="Pieces for each.")
    from_: Expression | None = Field(None, description="Player who receives the first piece; left out, the first seat.")


class ShuffleStep(ToldStep):
    """Shuffle a zone."""

    shuffle: Expression = Field(description="Zone.")


class TurnStep(ToldStep):
    """Turn pieces up or down."""

    turn: Expression = Field(description="A piece of a zone, or a zone.")
    face: Literal["up", "down"] = Field("up", description="Which side lies up afterwards.")


class SetStep(ToldStep):
    """Give a number another value."""

    set: Expression = Field(description="Number, such as `suit`, `player.score` or `card.damage`.")
    to: Expression = Field(description="Its new value.")


class AddStep(ToldStep):
    """Add to a number."""

    add: Expression = Field(description="How much; less than 0 subtracts.")
    to: Expression = Field(description="Number, such as `score` or `left.lives`.")


class IfStep(ToldStep):
    """Do steps if something holds, and others if not."""

    then: tuple[AnyStep, ...] = Field(description="Steps if it holds.")
    else_: tuple[AnyStep, ...] = Field((), description="Steps if it does not.")


class EachStep(ToldStep):
    """Do steps for each of several things."""

    each: Binding = Field(description="Name of one of them, and all: `{other: others}`.")
    do: tuple[AnyStep, ...] = Field(description="Steps for each of them.")


class RepeatStep(ToldStep):
    """Do steps several times."""

    repeat: Amount = Field(description="How often, at most 1000 times.")
    do: tuple[AnyStep, ...] = Field(description="The steps.")
    while_: Expression | None = Field(None, description="The repetition ends when this no longer holds.")


class RollStep(ToldStep):
    """Roll a die."""

    roll: Expression = Field(description="Number of its sides.")
    to: Expression = Field(description="Number that becomes the result, from 1.")


class RevealStep(ToldStep):
    """Show pieces that stay where they are; they are remembered until they are shuffled away."""

    reveal: Expression = Field(description="A piece of a zone, a zone, or a secret number.")
    to: Expression = Field("players", description="Player or players who see them.")


class SwapStep(ToldStep):
    """Exchange the pieces of two zones."""

    swap: tuple[Expression, Expression] = Field(description="The zones.")


class EndStep(ToldStep):
    """End the turn, a phase, or the game."""

    end: Annotated[str, StringConstraints(max_length=40)] = Field(
        description="`turn`, `phase`, the name of a phase, `game`, or the name of a win or a loss."
    )


class NextStep(ToldStep):
    """Say whose turn is next."""

    next: Expression = Field(description="Player, such as `left` or `player`.")


class ChooseStep(StepRules):
    """Let a player choose."""

    choose: Binding = Field(
        description="Name of what is chosen, and from what: pieces, players, words, or `from_to(1, 6)`. Of numbers that have to "
        "be computed, those from 0 to 1000 can be chosen."
    )
    where: Expression | None = Field(None, description="Only what fits this can be chosen.")
    by: Expression | None = Field(None, description="Player who chooses; left out, the one whose turn it is.")
    optional: YesOrNo = Field(False, description="Whether the player may choose nothing.")
    set: Expression | None = Field(None, description="Number that becomes what is chosen.")
    question: Questions = Field((), description="What the player is asked: `Name a suit.`")


class EffectsStep(ToldStep):
    """Do what a card states, for the player; in an `each` with the name `player`, for each of them."""

    effects: Expression = Field(description="A piece with a field of the type `effects`.")


class RunStep(ToldStep):
    """Do steps that have a name."""

    run: Name = Field(description="Name in the section `steps`.")
    with_: dict[Name, Expression] = Field({}, max_length=10, description="Values that have a name in these steps.")


class LaterStep(StepRules):
    """Do steps when the present turn or a phase ends; what is chosen now keeps its names there."""

    later: Annotated[str, StringConstraints(max_length=40)] = Field(
        description="`turn`, or the name of the phase at whose end they are done."
    )
    do: tuple[AnyStep, ...] = Field(description="The steps.")


class OfferStep(StepRules):
    """Offer a choice to players, one after the other, such as an answer to what has happened; each may decline."""

    offer: Expression = Field(
        description="Player or players in this order; in `where` and `do`, `player` is the one who chooses."
    )
    choose: Binding = Field(description="Name of what may be chosen, and from what: `{answer: hand}`.")
    where: Expression | None = Field(None, description="Only what fits this can be chosen.")
    do: tuple[AnyStep, ...] = Field(description="What happens when something was chosen.")
    again: YesOrNo = Field(
        False,
        description="Whether it is offered to all of them again after an answer, from the next one on, until nobody answers.",
    )
    question: Questions = Field((), description="What the player is asked: `Answer with a card?`")


class TellStep(ToldStep):
    """Say of each piece of a zone whether something holds; all remember it until the piece is shuffled away."""

    tell: Expression = Field(description="Zone.")
    that: Expression = Field(description="Condition on a `card`, such as `card.suit == suit`.")


class SayStep(ToldStep):
    """Say what has happened."""

    say: LocalText = Field(description="What has happened, in words, with values that all players know in braces.")


STEPS: dict[str, type[StepRules]] = {
    "offer": OfferStep,
    "later": LaterStep,
    "tell": TellStep,
    "choose": ChooseStep,
    "move": MoveStep,
    "deal": DealStep,
    "shuffle": ShuffleStep,
    "turn": TurnStep,
    "add": AddStep,
    "roll": RollStep,
    "reveal": RevealStep,
    "set": SetStep,
    "then": IfStep,
    "each": EachStep,
    "repeat": RepeatStep,
    "swap": SwapStep,
    "end": EndStep,
    "next": NextStep,
    "effects": EffectsStep,
    "run": RunStep,
    "say": SayStep,
}
VERBS = (*STEPS,)


class UnknownStep(StepRules, extra="allow", json_schema_extra={"not": {}}):
    """A step with a verb that does not exist."""

    @model_validator(mode="after")
    def _refuse(self) -> UnknownStep:
        stated = [*(self.__pydantic_extra__ or {})]
        if not stated:
            raise broken_rule("E230", "is no step", f"one of: {', '.join(VERBS)}")
        lacking = [verb for verb, model in STEPS.items() if {*stated} <= {*map(yaml_key, model.model_fields)}]
        missing = [f"{' or '.join(map(quoted, lacking))} is missing beside {quoted(stated[0])}"] if lacking else []
        hints = did_you_mean(stated[0], VERBS) or missing
        raise broken_rule("E230", f"is no step: {quoted(stated[0])}", f"one of: {', '.join(VERBS)}", hints=hints)


def _verb(value: Any) -> str:
    if isinstance(value, StepRules):
        return f"{TAG}{next((verb for verb, model in STEPS.items() if type(value) is model), 'unknown')}"
    stated = value if isinstance(value, dict) else {}
    return f"{TAG}{next((verb for verb in STEPS if verb in stated), 'unknown')}"


AnyStep = Annotated[
    Annotated[OfferStep, Tag(f"{TAG}offer")]
    | Annotated[LaterStep, Tag(f"{TAG}later")]
    | Annotated[TellStep, Tag(f"{TAG}tell")]
    | Annotated[ChooseStep, Tag(f"{TAG}choose")]
    | Annotated[MoveStep, Tag(f"{TAG}move")]
    | Annotated[DealStep, Tag(f"{TAG}deal")]
    | Annotated[ShuffleStep, Tag(f"{TAG}shuffle")]
    | Annotated[TurnStep, Tag(f"{TAG}turn")]
    | Annotated[AddStep, Tag(f"{TAG}add")]
    | Annotated[RollStep, Tag(f"{TAG}roll")]
    | Annotated[RevealStep, Tag(f"{TAG}reveal")]
    | Annotated[SetStep, Tag(f"{TAG}set")]
    | Annotated[IfStep, Tag(f"{TAG}then")]
    | Annotated[EachStep, Tag(f"{TAG}each")]
    | Annotated[RepeatStep, Tag(f"{TAG}repeat")]
    | Annotated[SwapStep, Tag(f"{TAG}swap")]
    | Annotated[EndStep, Tag(f"{TAG}end")]
    | Annotated[NextStep, Tag(f"{TAG}next")]
    | Annotated[EffectsStep, Tag(f"{TAG}effects")]
    | Annotated[RunStep, Tag(f"{TAG}run")]
    | Annotated[SayStep, Tag(f"{TAG}say")]
    | Annotated[UnknownStep, Tag(f"{TAG}unknown")],
    Discriminator(_verb),
]
Steps = Annotated[tuple[AnyStep, ...], Field(max_length=200)]
