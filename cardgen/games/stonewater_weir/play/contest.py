"""A siege as simulations use it, and the rules of the game as the core sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.compiler import compile_deck
from cardgen.games.stonewater_weir.engine.settings import SiegeSettings
from cardgen.games.stonewater_weir.engine.siege_state import SiegeState
from cardgen.games.stonewater_weir.engine.state.actions import texts
from cardgen.games.stonewater_weir.play import evaluation, summary
from cardgen.games.stonewater_weir.play.blanks import ABILITIES, HEROES, TOWN, DeckWithout, blank_tables, take_out
from cardgen.games.stonewater_weir.play.localizer import CLASS_LISTS
from cardgen.games.stonewater_weir.play.scripted import choose_action, suggest_actions
from cardgen.games.stonewater_weir.play.tabletop import SiegeTabletop
from cardgen.plugin.language_files import words_in
from cardgen.plugin.rules.contest import (
    NO_SETTINGS,
    Card,
    Contributor,
    Difficulty,
    Ending,
    GameSummary,
    Tree,
)
from cardgen.plugin.rules.settings import parse_settings

ACTIONS_OF_A_ROUND: Final = 1000
"""Assumed upper bound of the actions of players and chance in a round; the rules have none."""
ROUNDS: Final = 12
LUCK_SAMPLES: Final = 1
"""Of `greedy`, which is the cheapest look ahead."""
SEARCH_ROUNDS: Final = 2
"""Of `search`: with the mean of two rounds it wins more games than with either of them."""


class SiegeContest:
    """A team against the Silt; see `cardgen.plugin.rules.contest.Contest`.

    Attributes:
        deck: The deck, or one some of whose parts do nothing.
        tables: The deck as the rules use it.
        turn_words: A turn of the contest is a round of all heroes and of the enemies.
    """

    turn_words = ("round", "rounds")

    def __init__(self, deck: Any, settings: SiegeSettings | None = None, players: int = 1) -> None:
        self.deck = deck
        self.player_count = players
        self.teams = (0,) * players
        self._settings = settings or SiegeSettings()
        whole = deck.deck if isinstance(deck, DeckWithout) else deck
        without = deck.without if isinstance(deck, DeckWithout) else frozenset[str]()
        self._whole = whole
        self.tables = blank_tables(compile_deck(whole, self._settings, players), without)
        self._cards = [
            Card(f"{group}/{card.id}", card.name.in_language("en"), group, can_be_blank=True)
            for group in CLASS_LISTS
            for card in getattr(whole, group)
        ]

    def __reduce__(self) -> tuple[Any, ...]:
        return SiegeContest, (self.deck, self._settings, self.player_count)

    def start(self, seed: int, first: int) -> SiegeState:
        """See `Contest.start`."""
        return SiegeState.new(self.tables, seed, first=first)

    def evaluate(self, state: SiegeState, player: int) -> float:
        """See `Contest.evaluate`."""
        del player  # all win or lose together
        return evaluation.evaluate(state.position)

    def script(self, state: SiegeState, player: int, rng: Random) -> int:
        """See `Contest.script`."""
        del player  # the position says whose turn it is
        return choose_action(state.position, rng)

    @property
    def luck_samples(self) -> int:
        """See `SuggestsActions.luck_samples`."""
        return LUCK_SAMPLES

    @property
    def search_turns(self) -> int:
        """See `SuggestsActions.search_turns`: a turn is a round."""
        return SEARCH_ROUNDS

    def suggestions(self, state: SiegeState, player: int, rng: Random) -> Sequence[int]:
        """See `SuggestsActions.suggestions`."""
        del player  # the position says whose turn it is
        return suggest_actions(state.position, rng)

    def turn(self, state: SiegeState) -> int:
        """Return the number of the round, which is the turn of the contest."""
        return state.position.round

    def summary(self, state: SiegeState, seed: int, first: int) -> GameSummary:
        """See `Contest.summary`; the game is played again with its story kept."""
        story = SiegeState.new(self.tables, seed, first=first, telling=True)
        for action in state.history():
            story.apply_action(action)
        return summary.summarize(state, story)

    def cards(self, player: int) -> Sequence[Card]:
        """Return all resource cards, which the players share."""
        del player
        return self._cards

    def features(self) -> Sequence[str]:
        """Return every feature that `summary` can name."""
        return tuple(summary.FEATURES)

    def endings(self) -> Sequence[Ending]:
        """See `StatesEndings.endings`."""
        return summary.ENDINGS

    def contributors(self) -> Sequence[Contributor]:
        """Return the heroes, the abilities and the buildings."""
        deck = self._whole
        abilities = {one.id: one.name.in_language("en") for one in deck.abilities}
        return (
            *(Contributor(f"{HEROES}/{one.id}", one.name.in_language("en"), HEROES) for one in deck.heroes),
            *(Contributor(f"{TOWN}/{one.id}", one.name.in_language("en"), TOWN) for one in deck.buildings),
            *(
                Contributor(f"{ABILITIES}/{name}", abilities[name], ABILITIES)
                for name in ABILITY_IDS
                if name in abilities
            ),
        )

    def tabletop(self, language: str) -> SiegeTabletop:
        """See `Contest.tabletop`."""
        return SiegeTabletop(self._whole, self.tables, language)


class SiegeRules:
    """The executable rules of Stonewater Weir; see `cardgen.plugin.rules.contest.GameRules`.

    Attributes:
        player_counts: One to six players.
        shares_deck: All players use one deck.
        settings_type: See `HasSettings.settings_type`.
        difficulty: The setting `difficulty`, whose levels have two names each.
    """

    player_counts = (1, 2, 3, 4, 5, 6)
    shares_deck = True
    settings_type = SiegeSettings
    difficulty = Difficulty(
        "difficulty",
        ("apprentice", "journeyman", "master"),
        {"easy": "apprentice", "middle": "journeyman", "full": "master"},
    )

    def settings_words(self, language: str) -> Mapping[str, str]:
        """See `HasSettings.settings_words`."""
        return words_in(Path(__file__).parent, language, "setting_")

    def contest(
        self, decks: Sequence[Any], settings: Mapping[str, str] = NO_SETTINGS, players: int | None = None
    ) -> SiegeContest:
        """See `GameRules.contest`."""
        return SiegeContest(decks[0], parse_settings(SiegeSettings, settings), players or self.player_counts[0])

    def tree(self, decks: Sequence[Any], settings: Mapping[str, str] = NO_SETTINGS, players: int | None = None) -> Tree:
        """See `GameRules.tree`."""
        rules = replace(parse_settings(SiegeSettings, settings), chance="explicit")
        contest = SiegeContest(decks[0], rules, players or self.player_counts[0])
        tables = contest.tables
        return Tree(contest, lambda: SiegeState.new(tables), sorted(texts(tables)), ACTIONS_OF_A_ROUND * ROUNDS)

    def blank(self, deck: Any, card: str) -> DeckWithout:
        """See `GameRules.blank`."""
        return take_out(deck, card)
