"""A contest of two armies, as people play it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType

from cardgen.games.attack_the_tower.constants import TROOPS
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.history import RecordedState
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Match
from cardgen.games.attack_the_tower.engine.state.stats import BASE_POWER
from cardgen.games.attack_the_tower.engine.state.zones import HAND
from cardgen.games.attack_the_tower.play.localizer import Localizer, plain_text
from cardgen.games.attack_the_tower.play.narration import narrate
from cardgen.games.attack_the_tower.play.pictured_table import table_areas
from cardgen.games.attack_the_tower.play.prompts import describe_action, describe_question, describe_wait
from cardgen.games.attack_the_tower.play.subjects import subject_of
from cardgen.games.attack_the_tower.play.table_view import draw_table, hand_lines, kind_of
from cardgen.games.attack_the_tower.schema import ArmyDeck, Base
from cardgen.games.attack_the_tower.wording import printed
from cardgen.geometry.units import Size
from cardgen.plugin.rules.pictured import ChoiceSubject, TableArea
from cardgen.plugin.rules.settings import format_settings
from cardgen.plugin.rules.tabletop import DeckFingerprint, TableLine

_PLAYED = {
    "bases": {"id", "type", "copies"},
    "abilities": {"id", "kind", "icon", "copies", "timing", "needs", "cost", "choose", "effects", "troop"},
}
"""Keys of a deck that the rules use; the others are words and pictures."""


class AttackTabletop:
    """Two armies in one language; see `cardgen.plugin.rules.tabletop.Tabletop`.

    Attributes:
        messages: None, the terminal has all languages of this game.
    """

    game = "attack-the-tower"
    hides_hands = True
    messages: Mapping[str, str] = MappingProxyType({})

    def __init__(self, match: Match, language: str) -> None:
        self._match = match
        self._localizer = localizer = Localizer(match, language)
        self.players = localizer.players
        self.decks = [DeckFingerprint(deck.faction.id, _fingerprint(deck)) for deck in match.armies]
        self.settings = format_settings(match.config, at_table=True)
        self.legend = localizer.say("legend")
        self.goal = localizer.say("goal")

    def start(self, seed: int, first: int) -> RecordedState:
        """See `Tabletop.start`."""
        streams = (0, 1) if first == 0 else (1, 0)
        state = RecordedState.new(self._match, seed, first=first, streams=streams)
        assert isinstance(state, RecordedState)
        return state

    def from_text(self, text: str, seed: int = 0) -> RecordedState:
        """See `Tabletop.from_text`."""
        return RecordedState.from_partial_text(self._match, text, seed)

    def board(self, state: RecordedState, player: int) -> list[TableLine]:
        """See `Tabletop.board`."""
        return draw_table(self._localizer, state, player)

    def hand(self, state: RecordedState, player: int) -> list[str]:
        """See `Tabletop.hand`."""
        return hand_lines(self._localizer, state, player)

    def hand_names(self, state: RecordedState, player: int) -> list[str]:
        """See `Tabletop.hand_names`."""
        return list(dict.fromkeys(self._localizer.cards[design] for design in state.zones[HAND + player]))

    def question(self, state: RecordedState) -> str:
        """Return the question that the current player has to answer."""
        return describe_question(self._localizer, state)

    def waiting(self, state: RecordedState, player: int) -> str:
        """See `ExplainsWaiting.waiting`."""
        return describe_wait(self._localizer, state, player)

    def needs_hand_only(self, state: RecordedState) -> bool:
        """Return whether the current player draws a card, or decides on the opening hand."""
        return state.phase == Phase.BURN or (state.decision is not None and state.decision[0] == decisions.DRAWS)

    def choice(self, state: RecordedState, action: int) -> str:
        """See `Tabletop.choice`."""
        return describe_action(self._localizer, state, action)

    def areas(self, state: RecordedState, player: int, card: Size) -> list[TableArea]:
        """See `ShowsPieces.areas`."""
        return table_areas(self._localizer, state, player, card)

    def subject(self, state: RecordedState, action: int) -> ChoiceSubject:
        """See `ShowsPieces.subject`."""
        return subject_of(state, action)

    def card_of(self, action: int) -> str:
        """Return the name of the card that an action plays, chooses or builds."""
        if actions.ARRANGE <= action < actions.BUILD or actions.PLAY <= action < actions.DEAL:
            return self._localizer.cards[action % 1000]
        return (
            self._localizer.cards[actions.design_and_slot(action)[0]] if actions.BUILD <= action < actions.HIT else ""
        )

    def cards(self) -> list[str]:
        """Return the names of all cards, each once."""
        return list(dict.fromkeys(self._localizer.cards))

    def card(self, name: str) -> list[str]:
        """Return what all cards of a name are and do, as paragraphs."""
        designs = [design for design, other in enumerate(self._localizer.cards) if other == name]
        return [line for design in designs for line in self._card(design)]

    def _card(self, design: int) -> list[str]:
        localizer, match = self._localizer, self._match
        deck = match.armies[match.army[design]]
        at = [number for number, army in enumerate(match.army) if army == match.army[design]].index(design)
        if at < len(deck.bases):
            text = _troops_of(localizer, deck.bases[at])
        else:
            words = [
                part.in_language(localizer.language) for part in printed(deck.abilities[at - len(deck.bases)], deck)
            ]
            text = plain_text(localizer, " ".join(filter(None, words)))
        head = localizer.say(
            "a_card",
            name=localizer.cards[design],
            kind=kind_of(localizer, design),
            copies=match.copies[design],
            player=localizer.players[match.army[design]],
        )
        return [head, *text.splitlines()]

    def event_count(self, state: RecordedState) -> int:
        """Return how many events the game has had."""
        return len(state.moments)

    def story(self, state: RecordedState, since: int, player: int) -> list[str]:
        """See `Tabletop.story`."""
        return narrate(self._localizer, state.moments[since:], player)

    def turn(self, state: RecordedState) -> int:
        """Return the number of the turn."""
        return state.turn

    def ending(self, state: RecordedState) -> str:
        """Return a sentence that says who has won."""
        localizer = self._localizer
        return (
            localizer.say("won", player=self.players[state.winner]) if state.winner >= 0 else localizer.say("undecided")
        )


def _troops_of(localizer: Localizer, base: Base) -> str:
    troop = TROOPS[base.type]
    traits = "".join(f", {localizer.say(trait)}" for trait in troop.traits)
    return localizer.say("base_text", power=troop.power, traits=traits, base_power=BASE_POWER)


def _fingerprint(deck: ArmyDeck) -> str:
    """Return a digest of twelve characters of all that the rules use of a deck."""
    parts = {
        key: [card.model_dump(mode="json", include=names) for card in getattr(deck, key)]
        for key, names in _PLAYED.items()
    }
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:12]
