"""Define the results of games that people have played, as a part of the report of a playtest."""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.play.simulate.intervals import Interval


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """The results of a deck at tables, in the hands of people or of agents of one level.

    Attributes:
        who: `people`, or the level of the agents.
        score: Share of the games that they have won.
        agents: Score of the deck in the games of the playtest, in the same company; None if that was not played.
        differs: Whether the intervals of `agents` and `score` have nothing in common: agents then mislead about the deck.
    """

    deck: str
    who: str
    games: int
    score: Interval
    agents: Interval | None
    differs: bool


@dataclass(frozen=True, slots=True)
class PeopleResults:
    """The recorded games of people.

    Attributes:
        others: Number of games with other decks, or with these decks as they were before an edit of the rules.
    """

    games: int
    others: int
    rows: tuple[PlayedBy, ...]
