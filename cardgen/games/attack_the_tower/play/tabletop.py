"""Two armies that people play against each other."""

from __future__ import annotations

import json
from dataclasses import fields
from hashlib import sha256
from textwrap import wrap

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.constants import ICONS, TRAITS, TROOPS
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.compiler.match import Match
from cardgen.games.attack_the_tower.engine.history import RecordedState
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.stats import BASE_POWER
from cardgen.games.attack_the_tower.engine.state.zones import HAND
from cardgen.games.attack_the_tower.play.localizer import Localizer
from cardgen.games.attack_the_tower.play.narration import narrate
from cardgen.games.attack_the_tower.play.prompts import describe_action, describe_question
from cardgen.games.attack_the_tower.play.table_view import WIDTH, draw_table, hand_lines, kind_of
from cardgen.games.attack_the_tower.schema import ArmyDeck, Base
from cardgen.games.attack_the_tower.wording import printed
from cardgen.plugin.rules.tabletop import Identity, TableLine

_PLAYED = {
    "bases": {"id", "type", "copies"},
    "abilities": {"id", "kind", "icon", "copies", "timing", "needs", "cost", "choose", "effects", "troop"},
}
"""What of a deck is played; the rest is words and pictures."""


class AttackTabletop:
    """Two armies in one language; see `cardgen.plugin.rules.tabletop.Tabletop` for what the methods mean."""

    game = "attack-the-tower"

    def __init__(self, match: Match, language: str) -> None:
        self._match = match
        self._localizer = localizer = Localizer(match, language)
        self.players = localizer.players
        self.decks = [Identity(deck.faction.id, _fingerprint(deck)) for deck in match.armies]
        self.settings = _settings(match.config)
        self.legend = localizer.say("legend")

    def start(self, seed: int, first: int) -> RecordedState:
        """The start of a game."""
        streams = (0, 1) if first == 0 else (1, 0)
        state = RecordedState.new(self._match, seed, first=first, streams=streams)
        assert isinstance(state, RecordedState)
        return state

    def from_text(self, text: str, seed: int = 0) -> RecordedState:
        """The state that a text says."""
        return RecordedState.from_partial_text(self._match, text, seed)

    def board(self, state: RecordedState, player: int) -> list[TableLine]:
        """The table as a player sees it; -1 sees both hands."""
        return draw_table(self._localizer, state, player)

    def hand(self, state: RecordedState, player: int) -> list[str]:
        """The cards that a player holds."""
        return hand_lines(self._localizer, state, player)

    def hand_names(self, state: RecordedState, player: int) -> list[str]:
        """Their names, each once."""
        return list(dict.fromkeys(self._localizer.cards[design] for design in state.zones[HAND + player]))

    def question(self, state: RecordedState) -> str:
        """What the player who moves is asked."""
        return describe_question(self._localizer, state)

    def is_small(self, state: RecordedState) -> bool:
        """Whether he draws, or thinks about his opening hand."""
        return state.phase == Phase.BURN or (state.ask is not None and state.ask[0] == decisions.DRAWS)

    def choice(self, state: RecordedState, action: int) -> str:
        """An action that is possible now, in words."""
        return describe_action(self._localizer, state, action)

    def card_of(self, action: int) -> str:
        """The card that is played, chosen or built."""
        if actions.PLAY <= action < actions.DEAL:
            return self._localizer.cards[action % 1000]
        return self._localizer.cards[(action - actions.BUILD) // 18] if actions.BUILD <= action < actions.HIT else ""

    def cards(self) -> list[str]:
        """The names of all cards, each once."""
        return list(dict.fromkeys(self._localizer.cards))

    def card(self, name: str) -> list[str]:
        """What all cards of a name are and do."""
        designs = [design for design, other in enumerate(self._localizer.cards) if other.lower() == name.lower()]
        return [line for design in designs for line in self._card(design)]

    def _card(self, design: int) -> list[str]:
        localizer, match = self._localizer, self._match
        deck = match.armies[match.army[design]]
        at = [number for number, army in enumerate(match.army) if army == match.army[design]].index(design)
        if at < len(deck.bases):
            text = _troops_of(localizer, deck.bases[at])
        else:
            words = [part.words(localizer.language) for part in printed(deck.abilities[at - len(deck.bases)], deck)]
            text = _plain(localizer, " ".join(filter(None, words)))
        head = localizer.say(
            "a_card",
            name=localizer.cards[design],
            kind=kind_of(localizer, design),
            copies=match.copies[design],
            player=localizer.players[match.army[design]],
        )
        return [line for part in (head, *text.splitlines()) for line in wrap(part, WIDTH, subsequent_indent="    ")]

    def moments(self, state: RecordedState) -> int:
        """How much has happened."""
        return len(state.moments)

    def story(self, state: RecordedState, since: int, player: int) -> list[str]:
        """What happened since then, as a player may know it."""
        return narrate(self._localizer, state.moments[max(since - 1, 0) :], player)

    def turn(self, state: RecordedState) -> int:
        """The number of the turn."""
        return state.turn

    def ending(self, state: RecordedState) -> str:
        """Who has won."""
        localizer = self._localizer
        return (
            localizer.say("won", player=self.players[state.winner]) if state.winner >= 0 else localizer.say("undecided")
        )


def _troops_of(localizer: Localizer, base: Base) -> str:
    troop = TROOPS[base.type]
    traits = "".join(f", {localizer.say(trait)}" for trait in troop.traits)
    return localizer.say("base_text", power=troop.power, traits=traits, base_power=BASE_POWER)


def _plain(localizer: Localizer, text: str) -> str:
    """An author's text without its marks: icons as words, nothing bold."""
    for icon in (*ICONS, *TRAITS):
        text = text.replace(f"{{{icon}}}", f"[{localizer.say(icon)}]")
    return text.replace("*", "")


def _fingerprint(deck: ArmyDeck) -> str:
    """Twelve characters of what is played of a deck."""
    parts = {
        key: [card.model_dump(mode="json", include=names) for card in getattr(deck, key)]
        for key, names in _PLAYED.items()
    }
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:12]


def _settings(config: Config) -> list[str]:
    """The settings that are not as printed."""
    found = [(field.name, getattr(config, field.name), field.default) for field in fields(config)]
    words = {"True": "yes", "False": "no", "None": "none"}
    return [f"{name}={words.get(str(value), value)}" for name, value, default in found if value != default]
