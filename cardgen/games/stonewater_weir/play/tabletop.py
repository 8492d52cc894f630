"""A siege as people play it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from textwrap import wrap
from types import MappingProxyType
from typing import Any

from cardgen.games.stonewater_weir.engine.siege_state import SiegeState
from cardgen.games.stonewater_weir.engine.state.places import Cause
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.state.story import events_of
from cardgen.games.stonewater_weir.engine.state.tables import SiegeTables
from cardgen.games.stonewater_weir.engine.town.slots import stored_cards
from cardgen.games.stonewater_weir.play.card_texts import describe_all, text_of_card
from cardgen.games.stonewater_weir.play.choices import card_of, describe_choice, describe_question
from cardgen.games.stonewater_weir.play.localizer import SiegeLocalizer
from cardgen.games.stonewater_weir.play.narration import narrate
from cardgen.games.stonewater_weir.play.pictured_table import table_areas
from cardgen.games.stonewater_weir.play.subjects import subject_of
from cardgen.games.stonewater_weir.play.table_view import WIDTH, draw_table
from cardgen.geometry.units import Size
from cardgen.plugin.rules.pictured import ChoiceSubject, TableArea
from cardgen.plugin.rules.settings import format_settings
from cardgen.plugin.rules.tabletop import DeckFingerprint, TableLine

_WORDS = {"name", "flavor", "alt", "text", "art", "figure", "back", "title", "plural"}
"""Keys of a deck that the rules do not use: words and pictures."""
_LISTS = ("inn", "market", "rainlore", "forge", "enemies", "events", "winds", "heroes", "abilities", "units")
_MORE = ("buildings", "banks", "dice", "tracks", "players")


class SiegeTabletop:
    """A siege in one language; see `cardgen.plugin.rules.tabletop.Tabletop`.

    Attributes:
        hides_hands: Nothing is hidden: players see each other's cards.
        messages: None, the terminal has all languages of this game.
    """

    game = "stonewater-weir"
    hides_hands = False
    messages: Mapping[str, str] = MappingProxyType({})

    def __init__(self, deck: Any, tables: SiegeTables, language: str) -> None:
        self._tables = tables
        self._localizer = localizer = SiegeLocalizer(deck, tables, language)
        self.players = localizer.players
        self.settings = format_settings(tables.settings, at_table=True)
        self.legend = localizer.say("legend")
        self.goal = localizer.say("goal")

    @cached_property
    def decks(self) -> Sequence[DeckFingerprint]:
        """See `Tabletop.decks`."""
        return [DeckFingerprint("stonewater", _fingerprint(self._localizer.deck))]

    def start(self, seed: int, first: int) -> SiegeState:
        """See `Tabletop.start`."""
        return SiegeState.new(self._tables, seed, first=first, telling=True)

    def from_text(self, text: str, seed: int = 0) -> SiegeState:
        """See `Tabletop.from_text`."""
        return SiegeState.from_text(self._tables, text, seed, telling=True)

    def board(self, state: SiegeState, player: int) -> list[TableLine]:
        """See `Tabletop.board`."""
        return draw_table(self._localizer, state.position, player, state.first)

    def hand(self, state: SiegeState, player: int) -> list[str]:
        """See `Tabletop.hand`."""
        localizer, lines = self._localizer, []
        for card in self._held(state, player):
            lines += wrap(f"{localizer.cards[card]}: {text_of_card(localizer, card)}", WIDTH, subsequent_indent="    ")
        return lines

    def _held(self, state: SiegeState, player: int) -> list[int]:
        """Return the cards of all heroes of a player, each once."""
        position = state.position
        seat = (player - state.first) % len(self.players)
        heroes = [hero for hero in position.order if position.owner[hero] == seat]
        return list(dict.fromkeys(card for hero in heroes for card in stored_cards(position, hero)))

    def hand_names(self, state: SiegeState, player: int) -> list[str]:
        """See `Tabletop.hand_names`."""
        return [self._localizer.cards[card] for card in self._held(state, player)]

    def question(self, state: SiegeState) -> str:
        """Return the question that the current player has to answer."""
        return describe_question(self._localizer, state.position)

    def waiting(self, state: SiegeState, player: int) -> str:
        """See `ExplainsWaiting.waiting`; nothing is hidden."""
        del player
        mover = self.players[state.current_player()]
        return self._localizer.say("waits", player=mover, question=self.question(state))

    def needs_hand_only(self, state: SiegeState) -> bool:
        """Return whether the current player needs no picture of the table, as long as nothing is on it."""
        return bool(state.position.question) and state.position.question[0] == Question.HERO

    def choice(self, state: SiegeState, action: int) -> str:
        """See `Tabletop.choice`."""
        return describe_choice(self._localizer, state.position, action)

    def areas(self, state: SiegeState, player: int, card: Size) -> list[TableArea]:
        """See `ShowsPieces.areas`; all sizes are those of the game."""
        del card
        return table_areas(self._localizer, state.position, player, state.first)

    def subject(self, state: SiegeState, action: int) -> ChoiceSubject:
        """See `ShowsPieces.subject`."""
        return subject_of(self._localizer, state.position, action)

    def card_of(self, action: int) -> str:
        """Return the name of the card, event or ability that an action is about; empty if there is none."""
        return card_of(self._localizer, action)

    def cards(self) -> list[str]:
        """Return the names of all cards, events, abilities, heroes and buildings, each once."""
        return [*self._descriptions]

    def card(self, name: str) -> list[str]:
        """Return what everything of a name is and does, as paragraphs."""
        return self._descriptions.get(name, [])

    @cached_property
    def _descriptions(self) -> Mapping[str, list[str]]:
        """What everything with a name is and does, by its name."""
        return describe_all(self._localizer)

    def event_count(self, state: SiegeState) -> int:
        """Return how many events the game has had."""
        return sum(1 for _ in events_of(state.position))

    def story(self, state: SiegeState, since: int, player: int) -> list[str]:
        """See `Tabletop.story`; nothing that happens is hidden."""
        del player
        return narrate(self._localizer, list(events_of(state.position))[since:], state.first)

    def turn(self, state: SiegeState) -> int:
        """Return the number of the round."""
        return state.position.round

    def ending(self, state: SiegeState) -> str:
        """Return a sentence that says who has won."""
        return self._localizer.say(Cause(state.position.cause).name.lower())


def _fingerprint(deck: Any) -> str:
    """Return a digest of twelve characters of all that the rules use of a deck."""
    stated = deck.model_dump(mode="json", include={*_LISTS, *_MORE})
    return sha256(json.dumps(_without_words(stated), sort_keys=True).encode()).hexdigest()[:12]


def _without_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_words(part) for key, part in value.items() if key not in _WORDS}
    return [_without_words(part) for part in value] if isinstance(value, list) else value
