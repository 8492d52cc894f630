"""What a playtest plays: decks, levels, numbers of games, rules and seats, as its report states them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from cardgen.play.simulate.report_team import Variant
from cardgen.plugin.rules.contest import TURN_WORDS
from cardgen.report.json_text import OMIT_DEFAULT


@dataclass(frozen=True, slots=True)
class Setup:
    """The set-up of a playtest; together with the decks, it determines the whole report.

    Attributes:
        decks: Name of each deck, no two alike.
        levels: Levels of skill, from the weakest to the strongest; everything is played at each, all players alike.
        games: Requested number of games of each pairing or line-up at each level.
        until: Half width of all scores at which the playtest stops; None: play all games.
        skill: Games of each deck against itself, a level against the one below; 0 for none.
        impact: Games for each card that is replaced by a blank; 0 for none.
        rules: Rulings that differ from the rules as printed: values by name.
        teams: Team of each player; the JSON leaves it out for two players against each other.
        shares_deck: Whether all players use one deck; the JSON leaves it out if each brings a deck.
        variants: Numbers of players and settings with which a co-operative game is played; empty for a single one, which
            is that of `teams` and `rules`.
        turn_words: What the game calls one turn and several; the JSON leaves them out if they are `turn` and `turns`.
    """

    decks: tuple[str, ...]
    levels: tuple[str, ...]
    games: int
    seed: int
    version: str
    until: float | None = None
    skill: int = 0
    impact: int = 0
    rules: Mapping[str, str] = field(default_factory=dict)
    teams: tuple[int, ...] = field(default=(0, 1), metadata=OMIT_DEFAULT)
    shares_deck: bool = field(default=False, metadata=OMIT_DEFAULT)
    variants: tuple[Variant, ...] = field(default=(), metadata=OMIT_DEFAULT)
    turn_words: tuple[str, str] = field(default=TURN_WORDS, metadata=OMIT_DEFAULT)

    @property
    def tables(self) -> Sequence[Variant]:
        """The numbers of players and settings of all games, at least one."""
        return self.variants or (Variant(len(self.teams)),)

    def at_table(self, variant: Variant) -> Setup:
        """Return the set-up of the games of a variant, which share the games with blanks evenly."""
        teams = self.teams if variant.players == len(self.teams) else (0,) * variant.players
        impact = -(-self.impact // len(self.tables))
        return replace(self, teams=teams, rules={**self.rules, **variant.rules}, impact=impact, variants=())

    @property
    def strongest(self) -> str:
        """The strongest level, whose games say most about cards."""
        return self.levels[-1]

    @property
    def is_duel(self) -> bool:
        """Whether two players play against each other, each with a deck."""
        return self.teams == (0, 1) and not self.shares_deck

    @property
    def is_cooperative(self) -> bool:
        """Whether all players play together against the game."""
        return len(set(self.teams)) == 1

    @property
    def fair_share(self) -> float:
        """Score of a deck in a fair contest: that of one among equal teams."""
        return 1 / len(set(self.teams))
