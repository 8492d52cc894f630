"""Describe a compiled game: its source, its actions, and what people are told of it; plain data that can be pickled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from cardgen.model.deck import LocalizedText
from cardgen.plugin.rules.described.declared import Board, PieceColumn, RuleNumber, Type, Zone

Wording = tuple[LocalizedText, Mapping[str, Type]]
"""A text, and the types of the values in its braces."""
DomainKind = Literal["plain", "pieces", "places", "players", "spaces", "numbers", "words"]
"""What is chosen; `places` are those of the pieces of a zone, whose faces the player does not see."""

STARTING_NAMES = ("card", "player", "len", "SEATS")
"""Names, besides the columns of fields, in the code of the condition on the pieces that a zone holds at the start."""


@dataclass(frozen=True, slots=True)
class Domain:
    """Actions that are numbered together: a move alone, or a move or a choice with each thing that may be chosen.

    Attributes:
        constant: Name in the source of the number of the first action.
        text: Text of an action, before what is chosen.
        size: Number of actions; 0 for one of each piece, place, player or space.
        words: Words that can be chosen.
        move: Name of the move in the description; empty for a choice inside of one.
        zone: Name of the zone of the pieces, from which a move alone takes the top ones, or of the board of the spaces; empty
            without.
    """

    constant: str
    text: str
    kind: DomainKind
    size: int = 0
    words: tuple[str | int, ...] = ()
    move: str = ""
    binding: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """A way in which all players win or lose.

    Attributes:
        name: Name in the description.
        text: What has happened; None without words.
    """

    name: str
    is_win: bool
    text: LocalizedText | None


@dataclass(frozen=True, slots=True)
class MoveWords:
    """A move for people.

    Attributes:
        title: The move as a choice; None for its name.
        say: The move as an event; None for its title.
        moves_one: Whether the first thing that happens is that one piece goes, which `say` tells.
    """

    title: LocalizedText | None
    say: LocalizedText | None
    moves_one: bool = False


@dataclass(frozen=True, slots=True)
class DecisionWords:
    """A place in the rules where a player decides, for people.

    Attributes:
        phases: Names of the phases that it is in, the outer ones first; none in a game of one phase.
        moves: Names of the moves of the phase.
        questions: What the player is asked.
    """

    phases: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    questions: tuple[Wording, ...] = ()


@dataclass(frozen=True, slots=True)
class EffectWords:
    """An effect for people.

    Attributes:
        text: Its text; None without.
    """

    parameters: Mapping[str, str]
    text: LocalizedText | None


@dataclass(frozen=True, slots=True)
class Program:
    """The compiled rules of a game.

    Attributes:
        source: Python source of its state.
        explicit: The same with chance as a player.
        teams: Number of teams; 0 if each player is alone.
        together: Whether all players win or lose together.
        own_decks: Whether each player brings a deck.
        columns: Fields of pieces.
        kinds: Kinds of piece that are used.
        domains: Actions in order.
        endings: Ways in which the players win or lose together.
        longest: Number of decisions after which a game is cut off.
        has_score: Whether the rules state a score.
        lowest: Whether the lowest score wins.
        titles: Names for people of zones, numbers, phases, moves, fields, and words of choices.
        has_identities: Whether copies of a piece differ, because numbers lie on them.
        where: Conditions on the pieces that a zone holds at the start, as Python with `card` and `player`, by zone.
        most: Gain or loss that is a result of 1 or -1.
        decisions: Places where a player decides, in order.
        goal: What the players try to do; None if the rules do not state it.
        examined: Zones whose pieces a condition of a move or a choice examines one by one.
        said: What steps say.
    """

    game_id: str
    source: str
    explicit: str
    players: tuple[int, ...]
    teams: int
    together: bool
    own_decks: bool
    zones: tuple[Zone, ...]
    numbers: tuple[RuleNumber, ...]
    columns: tuple[PieceColumn, ...]
    kinds: tuple[str, ...]
    domains: tuple[Domain, ...]
    endings: tuple[GameEnd, ...]
    moves: Mapping[str, MoveWords]
    effects: Mapping[str, EffectWords]
    longest: int
    has_score: bool
    lowest: bool
    titles: Mapping[str, LocalizedText] = field(default_factory=dict)
    has_identities: bool = False
    where: Mapping[str, str] = field(default_factory=dict)
    most: int = 1
    boards: Mapping[str, Board] = field(default_factory=dict)
    decisions: tuple[DecisionWords, ...] = ()
    goal: LocalizedText | None = None
    examined: frozenset[str] = frozenset()
    said: tuple[Wording, ...] = ()
