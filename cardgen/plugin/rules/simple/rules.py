"""The rules of a simple game in the form that the contract of contests, trees and tables requires."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from cardgen.model.language import suitable_keys
from cardgen.plugin.failure import running_game_code
from cardgen.plugin.language_files import words_in
from cardgen.plugin.rules.contest import NO_SETTINGS, Card, GameSummary, Tree
from cardgen.plugin.rules.errors import LogError
from cardgen.plugin.rules.settings import format_settings, parse_settings
from cardgen.plugin.rules.simple.game import Luck, SimpleGame
from cardgen.plugin.rules.simple.position import SimplePosition
from cardgen.plugin.rules.state import TERMINAL
from cardgen.plugin.rules.tabletop import DeckFingerprint, TableLine

Words = Mapping[str, Mapping[str, str]]
"""Language code to texts of the rules, in the language they are written in, to their words in that language."""


@dataclass(frozen=True, slots=True)
class SimpleRules:
    """The executable rules of a simple game; see `cardgen.plugin.rules.contest.GameRules`.

    Attributes:
        player_counts: Numbers of players that the game allows, in ascending order.
        shares_deck: Whether all players use one deck; otherwise each player brings a deck.
        words: Words of other languages for the actions, and for `Player`, `In turn`, `what do you do?`, `Winners` and
            `Nobody has won.`; what is missing is shown in English, or as the rules have it.
    """

    game_id: str
    game: type[SimpleGame]
    player_counts: tuple[int, ...]
    shares_deck: bool = True
    words: Words = field(default_factory=dict)

    @property
    def settings_type(self) -> type[Any]:
        """See `HasSettings.settings_type`."""
        return self.game.settings_type

    def settings_words(self, language: str) -> Mapping[str, str]:  # noqa: ARG002 - of the contract
        """Return nothing: the names of the settings have to speak for themselves."""
        return {}

    def contest(
        self, decks: Sequence[Any], settings: Mapping[str, str] = NO_SETTINGS, players: int | None = None
    ) -> SimpleContest:
        """See `GameRules.contest`."""
        seats = players or (self.player_counts[0] if self.shares_deck else len(decks))
        return SimpleContest(self, tuple(decks), seats, parse_settings(self.game.settings_type, settings))

    def tree(self, decks: Sequence[Any], settings: Mapping[str, str] = NO_SETTINGS, players: int | None = None) -> Tree:
        """See `GameRules.tree`."""
        contest = self.contest(decks, settings, players)
        actions = range(len(self.game.actions) + self.game.most_outcomes)
        return Tree(contest, partial(SimplePosition, self.game_id, contest.new_game, None), actions, self.game.longest)

    def blank(self, deck: Any, card: str) -> Any:
        """Return the deck unchanged, because no card of a simple game can be blank. See `GameRules.blank`."""
        del card
        return deck


@dataclass(frozen=True, slots=True)
class SimpleContest:
    """Players of a simple game; see `cardgen.plugin.rules.contest.Contest`.

    Attributes:
        decks: The game's models of the decks.
        settings: Rulings, as `SimpleGame.settings_type` states them.
    """

    rules: SimpleRules
    decks: tuple[Any, ...]
    player_count: int
    settings: Any

    @property
    def teams(self) -> tuple[int, ...]:
        """See `Contest.teams`."""
        return tuple(self.rules.game.team_of(player, self.player_count) for player in range(self.player_count))

    def new_game(self, luck: Luck) -> SimpleGame:
        """Return a game that is not set up yet."""
        return self.rules.game(self.decks, self.player_count, self.settings, luck)

    def start(self, seed: int, first: int) -> SimplePosition:
        """See `Contest.start`."""
        return SimplePosition(self.rules.game_id, self.new_game, seed, first)

    def evaluate(self, state: SimplePosition, player: int) -> float:
        """See `Contest.evaluate`."""
        game, results = state.game, state.returns()
        if state.current_player() != TERMINAL:
            with running_game_code(self.rules.game_id, "chance"):
                return game.chance(state.seat_of(player))
        if game.together:
            return 1.0 if results[player] > 0 else 0.0
        best = {team for team, result in zip(self.teams, results, strict=True) if result == max(results)}
        return 1 / len(best) if self.teams[player] in best else 0.0

    def script(self, state: SimplePosition, player: int, rng: Random) -> int:
        """See `Contest.script`; the adviser gets a copy without what the player cannot see."""
        imagined = state.resample_from_infostate(player, rng)
        with running_game_code(self.rules.game_id, "advise"):
            return state.string_to_action(imagined.game.advise())

    def turn(self, state: SimplePosition) -> int:
        """Return the number of the turn: a turn is one choice."""
        return state.game.turn

    def summary(self, state: SimplePosition, seed: int, first: int) -> GameSummary:
        """Return the length of the game; simple rules do not record the use of cards. See `Contest.summary`."""
        del seed, first
        nothing: frozenset[Any] = frozenset()
        players = range(self.player_count)
        return GameSummary(
            turns=state.game.turn,
            drawn=tuple(nothing for _ in players),
            used=tuple({} for _ in players),
            features=frozenset(),
            effects=tuple(nothing for _ in players),
            cut_off=state.cut_off(),
        )

    def cautions(self, *, looks_ahead: bool) -> Iterator[str]:
        """See `StatesCautions.cautions`."""
        game = self.rules.game
        if game.guess_hidden is SimpleGame.guess_hidden and game.view is not SimpleGame.view:
            start = self.start(0, 0).game
            if any(start.view(seat) != start.view(-1) for seat in range(self.player_count)):
                yield "Agents see what is hidden from their players: the rules have 'view', but not 'guess_hidden'"
        if looks_ahead and game.chance is SimpleGame.chance:
            yield "Agents that look ahead judge only finished games, and play others at random: the rules do not have 'chance'"

    def cards(self, player: int) -> tuple[Card, ...]:
        """Return no cards: a playtest judges the game as a whole."""
        del player
        return ()

    def features(self) -> tuple[str, ...]:
        """Return no features."""
        return ()

    def tabletop(self, language: str) -> SimpleTabletop:
        """See `Contest.tabletop`."""
        return SimpleTabletop(self, language)


@dataclass(frozen=True, slots=True)
class SimpleTabletop:
    """A simple game as people play it; see `cardgen.plugin.rules.tabletop.Tabletop`.

    Attributes:
        language: Code of the language of the actions.
    """

    contest: SimpleContest
    language: str
    legend: str = ""
    hides_hands: bool = False
    messages: Mapping[str, str] = field(default_factory=dict)

    @property
    def game(self) -> str:
        """See `Tabletop.game`."""
        return self.contest.rules.game_id

    @property
    def players(self) -> tuple[str, ...]:
        """See `Tabletop.players`."""
        return tuple(f"{self._in_words('Player')} {number + 1}" for number in range(self.contest.player_count))

    @property
    def decks(self) -> tuple[DeckFingerprint, ...]:
        """See `Tabletop.decks`; every change of a deck changes its fingerprint."""
        digests = (json.dumps(deck.model_dump(), default=str, sort_keys=True) for deck in self.contest.decks)
        return tuple(
            DeckFingerprint(self.game, hashlib.blake2b(text.encode(), digest_size=8).hexdigest()) for text in digests
        )

    @property
    def settings(self) -> tuple[str, ...]:
        """See `Tabletop.settings`."""
        return tuple(format_settings(self.contest.settings, at_table=True))

    def start(self, seed: int, first: int) -> SimplePosition:
        """See `Tabletop.start`."""
        return self.contest.start(seed, first)

    def from_text(self, text: str, seed: int = 0) -> SimplePosition:
        """Raise a `LogError`, because simple rules cannot read positions. See `Tabletop.from_text`."""
        del text, seed
        raise LogError("this game cannot start from a position", "a game from its start")

    def board(self, state: SimplePosition, player: int) -> list[TableLine]:
        """See `Tabletop.board`."""
        lines = state.game.view(state.seat_of(player))
        if state.player_at(0):
            order = (self.players[state.player_at(seat)] for seat in range(self.contest.player_count))
            lines = [f"{self._in_words('In turn')}: {', '.join(order)}", *lines]
        return [TableLine(line[:80]) for line in lines]

    def hand(self, state: SimplePosition, player: int) -> list[str]:
        """Return no cards, because the picture of the table shows what a player holds. See `Tabletop.hand`."""
        del state, player
        return []

    def hand_names(self, state: SimplePosition, player: int) -> Sequence[str]:
        """Return no cards. See `Tabletop.hand_names`."""
        del state, player
        return ()

    def question(self, state: SimplePosition) -> str:
        """See `Tabletop.question`."""
        return f"{self.players[state.current_player()]}: {self._in_words('what do you do?')}"

    def needs_hand_only(self, state: SimplePosition) -> bool:
        """Return False: every decision shows the table."""
        del state
        return False

    def choice(self, state: SimplePosition, action: int) -> str:
        """See `Tabletop.choice`."""
        return self._in_words(state.action_to_string(action))

    def card_of(self, action: int) -> str:
        """Return nothing: actions are not about cards."""
        del action
        return ""

    def cards(self) -> Sequence[str]:
        """Return no cards. See `Tabletop.hand_names`."""
        return ()

    def card(self, name: str) -> list[str]:
        """Return nothing."""
        del name
        return []

    def event_count(self, state: SimplePosition) -> int:
        """See `Tabletop.event_count`."""
        return state.event_count()

    def story(self, state: SimplePosition, since: int, player: int) -> list[str]:
        """See `Tabletop.story`; every event is public."""
        del player
        return [event if isinstance(event, str) else self._taken(*event) for event in state.events()][since:]

    def turn(self, state: SimplePosition) -> int:
        """See `Tabletop.turn`."""
        return self.contest.turn(state)

    def ending(self, state: SimplePosition) -> str:
        """See `Tabletop.ending`."""
        winners = [name for name, result in zip(self.players, state.returns(), strict=True) if result > 0]
        return f"{self._in_words('Winners')}: {', '.join(winners)}" if winners else self._in_words("Nobody has won.")

    def _taken(self, player: int, action: str) -> str:
        return f"{self.players[player]}: {self._in_words(action)}"

    def _in_words(self, text: str) -> str:
        stated = self.contest.rules.words
        tables = [stated.get(key, {}) for key in suitable_keys(self.language)]
        tables.append(words_in(Path(__file__).parent, self.language))
        return next((table[text] for table in tables if text in table), text)
