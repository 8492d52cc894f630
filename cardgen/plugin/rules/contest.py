"""The contract of a game that can be played: its rules, a contest between decks, and the tree of its games.

A contest has any number of players. Each player is in a team; players who play alone are teams of one. If all players
are in one team, they play together against the game itself, and they win or lose together.

Players decide one after the other. A game in which players decide at the same time has them decide in turn, and hides
each decision from the others (in `State.observation_string` and `State.resample_from_infostate`) until all have
decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from random import Random
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

from cardgen.plugin.rules.tabletop import Tabletop
from cardgen.records import dataclass

NO_SETTINGS: Mapping[str, str] = MappingProxyType({})
"""The rules as printed."""

TURN_WORDS = ("turn", "turns")
"""What one turn is called, and what several are, in games that do not say otherwise."""


@dataclass(frozen=True, slots=True)
class CardEffect:
    """One effect of a card.

    Attributes:
        name: Name for people, unique on its card.
        words: Words of the deck's language that the effect consists of; they serve to find words that no game uses.
    """

    name: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A card design of a deck.

    Attributes:
        id: Section and id in the deck, such as `ships/dory`.
        group: Kind of card, by which reports count its use.
        can_be_blank: Whether `GameRules.blank` can replace the card by one without effects.
        effects: Effects in the order of the card's text.
    """

    id: str
    name: str
    group: str
    can_be_blank: bool = False
    effects: tuple[CardEffect, ...] = ()


@dataclass(frozen=True, slots=True)
class Contributor:
    """Something other than a card that helps the players of a co-operative game: a character, a talent, a place.

    Attributes:
        id: Group and id in the deck, such as `keepers/anna`; no card has it.
        group: Kind of contributor, by which reports list it.
    """

    id: str
    name: str
    group: str


@dataclass(frozen=True, slots=True)
class Ending:
    """One of the ways in which a co-operative game can end.

    Attributes:
        id: Permanent id, such as `all-asleep`.
        words: What has happened, for people: `all keepers are asleep`.
        is_win: Whether the players have won.
    """

    id: str
    words: str
    is_win: bool = False


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The events of a game that has ended or was stopped, in numbers; tuples have one entry for each player.

    Attributes:
        drawn: Ids of the cards that each player drew from their deck.
        used: How often each player played each card, by id.
        features: Names of the rules that the game made use of, from `Contest.features`.
        effects: Effects of each player's cards that changed something: id of the card, index in its `effects`.
        ending: Id of the way in which the game ended, from `StatesEndings.endings`; empty if the contest does not state
            them.
        contributions: How often each contributor was of use to the players, by its id, from
            `StatesContributors.contributors`; those that never were may be left out.
        cut_off: The action that repeated in a game that was ended because it was too long; empty for any other game.
    """

    turns: int
    drawn: tuple[frozenset[str], ...]
    used: tuple[Mapping[str, int], ...]
    features: frozenset[str]
    effects: tuple[frozenset[tuple[str, int]], ...]
    ending: str = ""
    contributions: Mapping[str, int] = field(default_factory=dict)
    cut_off: str = ""


class Contest(Protocol):
    """Players with their decks, ready to play one another or the game; can be pickled."""

    @property
    def player_count(self) -> int:
        """Number of players; they are counted from 0."""

    @property
    def teams(self) -> Sequence[int]:
        """Number of each player's team, from 0 without gaps; all 0 if the players play together against the game."""

    def start(self, seed: int, first: int) -> Any:
        """Return the first state of a game.

        The order around the table stays the same; player `first` has the first seat, player `first + 1` the second, and
        so on, with player 0 after the last one. The luck of a seed belongs to the seats, not to the players: the
        player in the first seat draws the cards at the same places of their pile.

        Args:
            seed: Decides shuffles and random picks, whatever the players do.
            first: Player in the first seat, from 0.
        """

    def evaluate(self, state: Any, player: int) -> float:
        """Estimate how likely a player's team is to win.

        Args:
            player: Player, from 0.

        Returns:
            0 to 1, exact if the game is over. The values of all teams add up to 1, except in a contest of one team.
        """

    def script(self, state: Any, player: int, rng: Random) -> int:
        """Return the action of a simple player who follows rules of thumb.

        Args:
            state: State in which the player decides; nothing hidden from the player may influence the result.
            player: Player who decides, from 0.
        """

    def turn(self, state: Any) -> int:
        """Return the number of the turn."""

    def summary(self, state: Any, seed: int, first: int) -> GameSummary:
        """Return what happened in a game.

        Args:
            seed: Seed given to `start`.
            first: Player given to `start` as first.
        """

    def cards(self, player: int) -> Sequence[Card]:
        """Return all card designs of the deck that a player uses."""

    def features(self) -> Sequence[str]:
        """Return every name that `GameSummary.features` can contain, in the order of the rules."""

    def tabletop(self, language: str) -> Tabletop:
        """Return the contest as people play it.

        Args:
            language: One of the game's languages, such as `en`.

        Raises:
            UnlocatedError: E504, the game does not have this language.
        """


@runtime_checkable
class StatesEndings(Protocol):
    """A contest that states how its games end; reports then say how the players of a co-operative game lose."""

    def endings(self) -> Sequence[Ending]:
        """Return every way in which a game can end, in the order in which reports list them."""


@runtime_checkable
class StatesContributors(Protocol):
    """A contest that names what helps its players besides their cards.

    `GameRules.blank` accepts the ids of contributors too: it takes what they contribute out of a deck.
    """

    def contributors(self) -> Sequence[Contributor]:
        """Return everything whose contribution can be measured, in the order in which reports list it."""


@runtime_checkable
class StatesCautions(Protocol):
    """A contest that knows why the games of agents may say little about it; reports then say so."""

    def cautions(self, *, looks_ahead: bool) -> Iterable[str]:
        """Yield what to be careful about, a sentence each, without a full stop.

        Args:
            looks_ahead: Whether agents evaluate what their actions lead to.
        """


@runtime_checkable
class NamesTurns(Protocol):
    """A contest whose turns, as `GameSummary.turns` counts them, have a name of their own; reports then use it."""

    @property
    def turn_words(self) -> tuple[str, str]:
        """What one turn is called, and what several are: `round` and `rounds`."""


@runtime_checkable
class StatesDepth(Protocol):
    """A contest that says how far agents which search play on before they evaluate a state."""

    @property
    def rollout_turns(self) -> int:
        """Number of turns, the present one included; a great number plays to the end."""

    def part(self, state: Any) -> object:
        """Return the part of the game that a state is in; a rollout ends where another begins. None for no such parts."""


def endings_of(contest: Contest) -> Sequence[Ending]:
    """Return the ways in which the games of a contest end; none if it does not state them."""
    return contest.endings() if isinstance(contest, StatesEndings) else ()


def contributors_of(contest: Contest) -> Sequence[Contributor]:
    """Return what helps the players of a contest besides their cards; nothing if it does not state that."""
    return contest.contributors() if isinstance(contest, StatesContributors) else ()


def turn_words_of(contest: Contest) -> tuple[str, str]:
    """Return what a contest calls one turn and several."""
    return contest.turn_words if isinstance(contest, NamesTurns) else TURN_WORDS


@runtime_checkable
class SuggestsActions(Protocol):
    """A contest that names the actions worth looking at, for games with many choices and much luck.

    Agents that look ahead then try only these actions, each in several ways in which the luck may turn out, and take
    another action than the script's only if it is clearly better.
    """

    @property
    def luck_samples(self) -> int:
        """Number of ways of luck in which an agent that looks one turn ahead tries each action."""

    @property
    def search_turns(self) -> int:
        """Number of turns that an agent which searches plays on; it evaluates the game at the end of each."""

    def suggestions(self, state: Any, player: int, rng: Random) -> Sequence[int]:
        """Return promising legal actions, the one of `Contest.script` first; a single one is taken at once.

        Args:
            state: State in which the player decides; nothing hidden from the player may influence the result.
            player: Player who decides, from 0.
        """


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The difficulty of a game, which one of its settings decides.

    Attributes:
        levels: Its values from the easiest to the hardest.
        synonyms: Other words that people may use, and the level that each stands for.
    """

    setting: str
    levels: tuple[str, ...]
    synonyms: Mapping[str, str] = field(default_factory=dict)


@runtime_checkable
class HasDifficulty(Protocol):
    """Rules of a game that can be made easier or harder, so that `--difficulty` is understood."""

    @property
    def difficulty(self) -> Difficulty:
        """The setting and its levels."""


@runtime_checkable
class HasSettings(Protocol):
    """Rules of a game some of whose rulings can be changed."""

    @property
    def settings_type(self) -> type[Any]:
        """The dataclass of the settings; see `cardgen.plugin.rules.settings`."""

    def settings_words(self, language: str) -> Mapping[str, str]:
        """Return what each setting decides, by its name; nothing of those that the game does not explain."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A contest with chance as a player, for algorithms that walk the whole tree of its games.

    Attributes:
        contest: Players and decks; `Contest.evaluate` works on the states of the tree too.
        start: Returns the first state. Every shuffle and every random pick is an action of chance, also who begins.
        actions: Every action that a player or chance can ever have, each once.
        longest: Upper bound of the number of actions in a game.
    """

    contest: Contest
    start: Callable[[], Any]
    actions: Sequence[int]
    longest: int


class GameRules(Protocol):
    """The executable rules of a game."""

    @property
    def player_counts(self) -> Sequence[int]:
        """Numbers of players that the game allows, in ascending order."""

    @property
    def shares_deck(self) -> bool:
        """Whether all players use one deck, as in most co-operative games; otherwise each player brings a deck."""

    def contest(
        self, decks: Sequence[Any], settings: Mapping[str, str] = NO_SETTINGS, players: int | None = None
    ) -> Contest:
        """Set up a contest.

        The caller (`cardgen.play.players.check_players`) has checked the number of decks and of players.

        Args:
            decks: The game's models of the decks: one for each player in the order around the table, or the single
                deck that all players share.
            settings: Rulings that differ from the rules as printed: values by name, both as a person writes them.
            players: Number of players, which a shared deck leaves open; None: one for each deck, or the smallest
                number that the game allows if the deck is shared.

        Raises:
            UnlocatedError: E720, unknown setting; E721, invalid value of a setting.
        """

    def tree(self, decks: Sequence[Any], settings: Mapping[str, str] = NO_SETTINGS, players: int | None = None) -> Tree:
        """Return the tree of a contest's games.

        Args:
            decks: See `contest`.
            settings: See `contest`.
            players: See `contest`.

        Raises:
            UnlocatedError: See `contest`.
        """

    def blank(self, deck: Any, card: str) -> Any:
        """Return a copy of a deck in which a card has no effects, or a contributor contributes nothing.

        Args:
            deck: The game's model of a deck.
            card: Id of a card with `can_be_blank`, all of whose copies are replaced, or of a `Contributor`.
        """
