"""State what the section `rules:` of a `game.yaml` may contain: zones, numbers, phases, moves, steps, effects and the end."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Field, StringConstraints, Tag, model_validator

from cardgen.plugin.schema import TAG, Expected, LocalText, Model, OneOrMore, YesOrNo, broken_rule

MOST_PLAYERS = 12


def _expression(value: object) -> object:
    """Return an expression as text; numbers and truth values are expressions too."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else value


Expression = Annotated[
    str,
    StringConstraints(min_length=1, max_length=2000),
    BeforeValidator(_expression, json_schema_input_type=str | int | bool),
    Expected("an expression, such as card.rank == 8"),
]
Name = Annotated[
    str,
    StringConstraints(pattern=r"^[^\W\d_](\w*[^\W_])?$", max_length=40),
    Expected("letters, digits and underscores, such as 'discard'"),
]


def _players(value: object) -> object:
    """Return numbers of players: `3`, `[2, 4]`, or the text `2-5`."""
    if isinstance(value, str) and (found := re.fullmatch(r"\s*(\d{1,2})\s*-\s*(\d{1,2})\s*", value)):
        return tuple(range(int(found[1]), int(found[2]) + 1))
    return value


PlayerCount = Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
PlayerCounts = Annotated[
    OneOrMore[PlayerCount],
    BeforeValidator(_players, json_schema_input_type=str | int | tuple[int, ...]),
    Expected(f"a number of players from 1 to {MOST_PLAYERS}, a list of them, or a range such as 2-5"),
]


class ZoneRules(Model):
    """A place where pieces lie, in order, the last one on top."""

    of: Literal["table", "player"] = Field("table", description="Whether there is one, or one for each player.")
    holds: OneOrMore[Name] = Field((), description="Kinds all of whose pieces lie here when the game begins.")
    where: Expression | None = Field(None, description="Which pieces of these kinds, as an expression of `card`.")
    faces: Literal["all", "owner", "others", "nobody", "top", "each"] = Field(
        "all",
        description="Who sees the faces: all, the owner, all but the owner, nobody; `top`: all, but only that of the top "
        "piece; `each`: pieces lie face down until a step turns them.",
    )
    shuffled: YesOrNo = Field(False, description="Whether its pieces are shuffled when the game begins.")
    refill: Name | None = Field(
        None, description="Zone that is shuffled to become this one when a piece is needed and none is left."
    )
    keep: Annotated[int, Field(ge=0, le=100)] = Field(0, description="Top pieces that stay in the zone of `refill`.")
    title: LocalText | None = Field(None, description="Name for people; left out, its key.")


class NumberRules(Model):
    """A counter, a flag, a word or a player that the game remembers; of the table, of each player, or on each piece."""

    of: Annotated[str, StringConstraints(max_length=40)] = Field(
        "table", description="`table`, `player`, or a kind of piece."
    )
    type: Literal["integer", "boolean", "choice", "player"] = Field("integer", description="Type of its values.")
    words: Expression | None = Field(
        None, description="The words of a choice: a field such as `cards.suit`, or a list such as ['red', 'blue']."
    )
    start: Expression | None = Field(None, description="Value when the game begins; left out 0, no, or the first word.")
    min: int | None = Field(None, description="Smallest value; less becomes this.")
    max: int | None = Field(None, description="Largest value; more becomes this.")
    is_: Expression | None = Field(None, description="Expression that gives the value, which is then never set.")
    secret: YesOrNo = Field(
        False, description="Whether only its player sees it, until a step `reveal` shows it; of a number of a player."
    )
    title: LocalText | None = Field(None, description="Name for people; left out, its key.")


def _one_number(value: object) -> object:
    """Return a number in the long form: `0` and `no` are start values."""
    if isinstance(value, bool):
        return {"type": "boolean", "start": value}
    if isinstance(value, int):
        return {"start": value}
    if isinstance(value, str) and value.lower() in ("yes", "no", "true", "false"):
        return {"type": "boolean", "start": value.lower() in ("yes", "true")}
    return value


class StepRules(Model):
    """What every step may state."""

    if_: Expression | None = Field(None, description="The step is left out unless this holds.")


class MoveStep(StepRules):
    """Put pieces into another zone, on top."""

    move: Expression = Field(description="A piece, several pieces, or a zone, such as `card` or `stock.top`.")
    to: Expression = Field(description="Zone, such as `discard`, `hand` or `left.hand`.")
    from_: Expression | None = Field(None, description="Zone in which the pieces lie; needed only if nothing tells.")
    count: Expression | None = Field(None, description="How many from the top of a zone; left out, all of it.")
    under: YesOrNo = Field(False, description="Whether they go below the other pieces, not on top.")


class DealStep(StepRules):
    """Deal pieces from the top of a zone, one after the other in turn if several players receive some."""

    deal: Expression = Field(description="Zone from which pieces are dealt.")
    to: Expression = Field(description="Zone; of a player's zone, that of the player whose turn it is, or else all.")
    count: Expression = Field("1", description="Pieces for each.")


class ShuffleStep(StepRules):
    """Shuffle a zone."""

    shuffle: Expression = Field(description="Zone.")


class TurnStep(StepRules):
    """Turn pieces up or down."""

    turn: Expression = Field(description="A piece of a zone, or a zone.")
    face: Literal["up", "down"] = Field("up", description="Which side lies up afterwards.")


class SetStep(StepRules):
    """Give a number another value."""

    set: Expression = Field(description="Number, such as `suit`, `player.score` or `card.damage`.")
    to: Expression = Field(description="Its new value.")


class AddStep(StepRules):
    """Add to a number."""

    add: Expression = Field(description="How much; less than 0 subtracts.")
    to: Expression = Field(description="Number, such as `score` or `left.lives`.")


class IfStep(StepRules):
    """Do steps if something holds, and others if not."""

    then: tuple[AnyStep, ...] = Field(description="Steps if it holds.")
    else_: tuple[AnyStep, ...] = Field((), description="Steps if it does not.")


class EachStep(StepRules):
    """Do steps for each of several things."""

    each: dict[Name, Expression] = Field(
        min_length=1, max_length=1, description="Name of one of them, and all: `{other: others}`."
    )
    do: tuple[AnyStep, ...] = Field(description="Steps for each of them.")


class RepeatStep(StepRules):
    """Do steps several times."""

    repeat: Expression = Field(description="How often, at most 1000 times.")
    do: tuple[AnyStep, ...] = Field(description="The steps.")
    while_: Expression | None = Field(None, description="The repetition ends when this no longer holds.")


class RollStep(StepRules):
    """Roll a die."""

    roll: Expression = Field(description="Number of its sides.")
    to: Expression = Field(description="Number that becomes the result, from 1.")


class RevealStep(StepRules):
    """Show pieces that stay where they are; they are remembered until they are shuffled away."""

    reveal: Expression = Field(description="A piece of a zone, a zone, or a secret number.")
    to: Expression = Field("players", description="Player or players who see them.")


class SwapStep(StepRules):
    """Exchange the pieces of two zones."""

    swap: tuple[Expression, Expression] = Field(description="The zones.")


class EndStep(StepRules):
    """End the turn, a phase, or the game."""

    end: Annotated[str, StringConstraints(max_length=40)] = Field(
        description="`turn`, `phase`, the name of a phase, `game`, or the name of a win or a loss."
    )


class NextStep(StepRules):
    """Say whose turn is next."""

    next: Expression = Field(description="Player, such as `left` or `player`.")


class ChooseStep(StepRules):
    """Let a player choose."""

    choose: dict[Name, Expression] = Field(
        min_length=1,
        max_length=1,
        description="Name of what is chosen, and from what: pieces, players, words, or `from_to(1, 6)`.",
    )
    where: Expression | None = Field(None, description="Only what fits this can be chosen.")
    by: Expression | None = Field(None, description="Player who chooses; left out, the one whose turn it is.")
    optional: YesOrNo = Field(False, description="Whether the player may choose nothing.")
    set: Expression | None = Field(None, description="Number that becomes what is chosen.")


class EffectsStep(StepRules):
    """Do what a card states."""

    effects: Expression = Field(description="A piece with a field of the type `effects`.")


class RunStep(StepRules):
    """Do steps that have a name."""

    run: Name = Field(description="Name in the section `steps`.")


_STEPS: dict[str, type[StepRules]] = {
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
}
VERBS = (*_STEPS,)


class UnknownStep(StepRules, extra="allow"):
    """A step with a verb that does not exist."""

    @model_validator(mode="after")
    def _refuse(self) -> UnknownStep:
        stated = next(iter(self.__pydantic_extra__ or {}), "")
        raise broken_rule(
            "E230", f"is no step: {stated!r}" if stated else "is no step", f"one of: {', '.join(VERBS)}", VERBS
        )


def _verb(value: Any) -> str:
    if isinstance(value, StepRules):
        return f"{TAG}{next((verb for verb, model in _STEPS.items() if type(value) is model), 'unknown')}"
    stated = value if isinstance(value, dict) else {}
    return f"{TAG}{next((verb for verb in _STEPS if verb in stated), 'unknown')}"


AnyStep = Annotated[
    Annotated[ChooseStep, Tag(f"{TAG}choose")]
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
    | Annotated[UnknownStep, Tag(f"{TAG}unknown")],
    Discriminator(_verb),
]
Steps = Annotated[tuple[AnyStep, ...], Field(max_length=200)]


class MoveRules(Model):
    """Something that a player may do in their turn."""

    when: Expression | None = Field(None, description="The move is allowed only if this holds.")
    choose: dict[Name, Expression] | None = Field(
        None, min_length=1, max_length=1, description="Name of what is chosen, and from what: `{card: hand}`."
    )
    where: Expression | None = Field(None, description="Only what fits this can be chosen.")
    do: Steps = Field((), description="What happens.")
    again: Expression | None = Field(None, description="The same player goes on after the move if this holds.")
    say: LocalText | None = Field(None, description="The move in words: `{player} plays {card}.`")
    title: LocalText | None = Field(None, description="The move as a choice: `Play {card}`; left out, its key.")


class PhaseRules(Model):
    """A part of the game: turns with moves, or phases one after the other."""

    start: Steps = Field((), description="Steps when the phase begins.")
    phases: dict[Name, PhaseRules] = Field(
        {}, max_length=20, description="Phases, one after the other, repeated until `until` holds."
    )
    order: Literal["clockwise", "counterclockwise", "together"] = Field(
        "clockwise", description="Who is next; `together`: all choose before anybody sees what the others have chosen."
    )
    from_: Expression | None = Field(None, description="Player who begins; left out, the one whose turn it was last.")
    by: Expression | None = Field(None, description="The only player of the phase.")
    who: Expression | None = Field(None, description="Players for whom this does not hold are left out.")
    rounds: Expression | None = Field(
        None, description="How many turns each player has, or how often the phases follow."
    )
    turn_start: Steps = Field((), description="Steps at the start of each turn.")
    moves: dict[Name, MoveRules] = Field({}, max_length=100, description="What a player may do in their turn.")
    turn_end: Steps = Field((), description="Steps at the end of each turn.")
    until: Expression | None = Field(None, description="The phase ends when this holds.")
    finish: Steps = Field((), description="Steps when the phase ends.")


class EffectRules(Model):
    """An effect that cards state, with its parameters, its steps and its text."""

    parameters: dict[Name, Literal["integer", "boolean", "text"]] = Field(
        {}, max_length=10, description="Type of each parameter."
    )
    do: Steps = Field(description="What happens; parameters and `card`, the card itself, are names.")
    text: LocalText | None = Field(None, description="Text on the card: `Draw {n} {n|card|cards}.`")


class OutcomeRules(Model):
    """A way in which all players win or lose together."""

    when: Expression | None = Field(None, description="When it happens; left out, a step `end` says so.")
    text: LocalText | None = Field(None, description="What has happened, for people.")


class EndRules(Model):
    """When the game is over, and who has won."""

    when: Expression | None = Field(
        None, description="The game is over when this holds; left out, after its last phase."
    )
    score: Expression | None = Field(None, description="Score of a `player`.")
    winner: Expression = Field(
        "highest", description="`highest` or `lowest` score, or an expression of the player or the players who win."
    )
    tie_break: OneOrMore[Expression] = Field((), description="Further scores, which decide between equal ones.")
    payoff: Expression | None = Field(
        None, description="What a `player` gains or loses, in place of a win or a loss, such as chips."
    )
    most: Annotated[int, Field(ge=1, le=1_000_000)] = Field(1, description="Largest gain or loss of `payoff`.")
    win: dict[Name, OutcomeRules] = Field({}, max_length=20, description="Ways in which all players win together.")
    lose: dict[Name, OutcomeRules] = Field({}, max_length=20, description="Ways in which all players lose together.")


class GameplayRules(Model):
    """The rules by which a game is played."""

    players: PlayerCounts = Field(description="Numbers of players, such as 2-5.")
    teams: PlayerCount | None = Field(None, description="Number of teams, whose players sit evenly around the table.")
    decks: Literal["shared", "own"] = Field("shared", description="Whether all share one deck, or each brings one.")
    zones: dict[Name, ZoneRules] = Field({}, max_length=60, description="Places where pieces lie, by name.")
    numbers: dict[Name, Annotated[NumberRules, BeforeValidator(_one_number)]] = Field(
        {},
        max_length=60,
        description="Counters, flags and choices by name; `0` and `no` are short for those of the table.",
    )
    set_up: Steps = Field((), description="Steps before the first turn.")
    turn: PhaseRules | None = Field(None, description="A game of one phase: turns until the game ends.")
    phases: dict[Name, PhaseRules] = Field({}, max_length=20, description="Phases, one after the other.")
    steps: dict[Name, Steps] = Field({}, max_length=60, description="Steps with a name, for `run`.")
    effects: dict[Name, EffectRules] = Field({}, max_length=200, description="Effects that cards may state.")
    end: EndRules = Field(description="When the game is over, and who has won.")
    longest: Annotated[int, Field(ge=10, le=1_000_000)] = Field(
        5000, description="Number of decisions after which a game is cut off as undecided."
    )
