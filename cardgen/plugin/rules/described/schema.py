"""State what the section `rules:` of a `game.yaml` may contain: zones, numbers, phases, moves, effects and the end."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from cardgen.plugin.rules.described.step_schema import Binding, Expression, Name, Questions, Steps
from cardgen.plugin.schema import Expected, LocalText, Model, OneOrMore, YesOrNo

MOST_PLAYERS = 12


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

    of: Annotated[str, StringConstraints(max_length=40)] = Field(
        "table", description="`table`, `player`, or a board: whether there is one, or one for each player or space."
    )
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


class BoardRules(Model):
    """A board of spaces: a grid of columns and rows, or spaces with names and neighbours."""

    of: Literal["table", "player"] = Field("table", description="Whether there is one, or one for each player.")
    columns: Annotated[int, Field(ge=1, le=30)] | None = Field(None, description="Spaces in a row of a grid.")
    rows: Annotated[int, Field(ge=1, le=30)] | None = Field(None, description="Rows of a grid, from the top.")
    hexagons: YesOrNo = Field(
        False,
        description="Whether the spaces of the grid are hexagons; every second row lies half a space further right.",
    )
    spaces: dict[Name, OneOrMore[Name]] = Field(
        {}, max_length=200, description="Spaces with names, and the neighbours of each: `{mill: [ford], ford: [weir]}`."
    )
    title: LocalText | None = Field(None, description="Name for people; left out, its key.")


class NumberRules(Model):
    """A counter, a flag, a word or a player that the game remembers; of the table, of each player, or on each piece."""

    of: Annotated[str, StringConstraints(max_length=40)] = Field(
        "table", description="`table`, `player`, a kind of piece, or a board, for a number of each space."
    )
    type: Literal["integer", "boolean", "choice", "player", "piece"] = Field(
        "integer", description="Type of its values."
    )
    words: Expression | None = Field(
        None, description="The words of a choice: a field such as `cards.suit`, or a list such as ['red', 'blue']."
    )
    start: Expression | None = Field(None, description="Value when the game begins; left out 0, no, or the first word.")
    min: int | None = Field(None, description="Smallest value; less becomes this.")
    max: int | None = Field(None, description="Largest value; more becomes this.")
    is_: Expression | None = Field(None, description="Expression that gives the value, which is then never set.")
    text: LocalText | None = Field(None, description="What it is, in the rules in words; left out, `is` in words.")
    secret: YesOrNo = Field(
        False, description="Whether only its player sees it, until a step `reveal` shows it; of a number of a player."
    )
    shown: YesOrNo = Field(
        True, description="Whether players are shown it; `no` for what only serves the rules, such as a step of a turn."
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


class MoveRules(Model):
    """Something that a player may do in their turn."""

    when: Expression | None = Field(None, description="The move is allowed only if this holds.")
    choose: Binding | None = Field(None, description="Name of what is chosen, and from what: `{card: hand}`.")
    where: Expression | None = Field(None, description="Only what fits this can be chosen.")
    do: Steps = Field((), description="What happens.")
    again: Expression | None = Field(None, description="The same player goes on after the move if this holds.")
    say: LocalText | None = Field(None, description="The move in words: `{player} plays {card}.`")
    title: LocalText | None = Field(None, description="The move as a choice: `Play {card}`; left out, its key.")


class PhaseRules(Model):
    """A part of the game: turns with moves, or phases one after the other."""

    start: Steps = Field((), description="Steps when the phase begins, once before all of its repetitions.")
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
    question: Questions = Field(
        (), description="What the player is asked, a text or several with conditions; the first that holds is asked."
    )
    moves: dict[Name, MoveRules] = Field({}, max_length=100, description="What a player may do in their turn.")
    turn_end: Steps = Field((), description="Steps at the end of each turn.")
    until: Expression | None = Field(None, description="The phase ends when this holds.")
    finish: Steps = Field((), description="Steps when the phase ends, once after all of its repetitions.")


class EffectRules(Model):
    """An effect that cards state, with its parameters, its steps and its text."""

    parameters: dict[Name, Literal["integer", "boolean", "text"]] = Field(
        {}, max_length=10, description="Type of each parameter."
    )
    do: Steps = Field(
        (),
        description="What happens; parameters and `card`, the card itself, are names; left out, the effect holds where `stated` asks "
        "for it.",
    )
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
    text: LocalText | None = Field(
        None, description="How is scored, in the rules in words; left out, `score` or `payoff` in words."
    )
    win: dict[Name, OutcomeRules] = Field({}, max_length=20, description="Ways in which all players win together.")
    lose: dict[Name, OutcomeRules] = Field({}, max_length=20, description="Ways in which all players lose together.")


class GameplayRules(Model):
    """The rules by which a game is played."""

    players: PlayerCounts = Field(description="Numbers of players, such as 2-5.")
    goal: LocalText | None = Field(None, description="What the players try to do, in a sentence for newcomers.")
    teams: PlayerCount | None = Field(
        None,
        description="Number of teams, whose players sit evenly around the table; where the players do not share out evenly, each "
        "is alone.",
    )
    decks: Literal["shared", "own"] = Field("shared", description="Whether all share one deck, or each brings one.")
    boards: dict[Name, BoardRules] = Field({}, max_length=10, description="Boards of spaces, by name.")
    zones: dict[Name, ZoneRules] = Field({}, max_length=60, description="Places where pieces lie, by name.")
    numbers: dict[
        Name, Annotated[NumberRules, BeforeValidator(_one_number, json_schema_input_type=NumberRules | int | bool)]
    ] = Field(
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
    titles: dict[Name, LocalText] = Field(
        {}, max_length=200, description="Names for people of what choices bind, of phases, moves, steps and spaces."
    )
    longest: Annotated[int, Field(ge=10, le=1_000_000)] = Field(
        5000, description="Number of decisions after which a game is cut off as undecided."
    )
