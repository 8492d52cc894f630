"""A contest of two armies, as simulations use it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.constants import CONSTANTS
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.evaluation import evaluate
from cardgen.games.attack_the_tower.engine.state.actions import all_actions
from cardgen.games.attack_the_tower.engine.state.position import Match
from cardgen.games.attack_the_tower.engine.trace import EffectPart, EffectTrace, parts
from cardgen.games.attack_the_tower.play import summary
from cardgen.games.attack_the_tower.play.scripted_policy import choose_action
from cardgen.games.attack_the_tower.play.tabletop import AttackTabletop
from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck
from cardgen.plugin.language_files import words_in
from cardgen.plugin.rules.contest import NO_SETTINGS, Card, CardEffect, GameSummary, Tree
from cardgen.plugin.rules.settings import parse_settings
from cardgen.report.errors import UnlocatedError

ACTIONS_OF_A_TURN = 200
"""Assumed upper bound; the rules have none. In 400 games of random players a turn had at most 33 actions, and the
moves before the first turn at most 149."""


_OF_THE_ENGINE = ("territories", "slots_per_territory", "piles", "troops_per_base_max", "base_power", "palace_power")
"""Constants that the representation of positions depends on."""


class AttackContest:
    """Two armies and the settings of their games; see `cardgen.plugin.rules.contest.Contest`.

    Attributes:
        match: The armies as the engine uses them.
        player_count: Always 2.
    """

    player_count = 2
    teams = (0, 1)

    def __init__(self, decks: Sequence[ArmyDeck], config: Config | None = None) -> None:
        first, second = decks
        self.match = compile_match(first, second, config)
        self._cards = [_cards(deck) for deck in self.match.armies]
        self._all = [card for cards in self._cards for card in cards]

    def __reduce__(self) -> tuple[Any, ...]:
        return AttackContest, (tuple(self.match.armies), self.match.config)

    def start(self, seed: int, first: int) -> AttackState:
        """See `Contest.start`."""
        return _start(self.match, seed, first)

    def evaluate(self, state: AttackState, player: int) -> float:
        """See `Contest.evaluate`."""
        return evaluate(state, player)

    def script(self, state: AttackState, player: int, rng: Random) -> int:
        """See `Contest.script`."""
        return choose_action(state, player, rng)

    def turn(self, state: AttackState) -> int:
        """Return the number of the turn."""
        return state.turn

    def summary(self, state: AttackState, seed: int, first: int) -> GameSummary:
        """See `Contest.summary`; the game's actions are repeated with cards that report their effects."""
        trace = self._trace
        trace.done.clear()
        features = summary.replay_features(_start(trace.match, seed, first), state.history()) | summary.used_features(
            state
        )
        both = [summary.drawn_and_used(state, player) for player in (0, 1)]
        drawn = tuple(frozenset(self._all[design].id for design in found) for found, _ in both)
        used = tuple({self._all[design].id: count for design, count in sorted(found.items())} for _, found in both)
        effects = tuple(
            frozenset(
                (self._all[design].id, effect) for design, effect in trace.done if self.match.army[design] == player
            )
            for player in (0, 1)
        )
        return GameSummary(state.turn, drawn, used, features, effects)

    @cached_property
    def _trace(self) -> EffectTrace:
        return EffectTrace(self.match)

    def cards(self, player: int) -> Sequence[Card]:
        """Return all card designs of a player's deck."""
        return self._cards[player]

    def features(self) -> Sequence[str]:
        """Return every feature that `summary` can name."""
        return summary.possible_features(self.match)

    def tabletop(self, language: str) -> AttackTabletop:
        """See `Contest.tabletop`."""
        return AttackTabletop(self.match, language)


def _start(match: Match, seed: int, first: int) -> AttackState:
    return AttackState.new(match, seed, first=first, streams=(0, 1) if first == 0 else (1, 0))


def _cards(deck: ArmyDeck) -> list[Card]:
    bases = [Card(f"bases/{base.id}", base.name.in_language("en"), base.type) for base in deck.bases]
    abilities = [
        Card(f"abilities/{a.id}", a.name.in_language("en"), a.kind, can_be_blank=True, effects=_effects(a))
        for a in deck.abilities
    ]
    return [*bases, *abilities]


def _effects(ability: Ability) -> tuple[CardEffect, ...]:
    """Return the effects, named by verb and clause; effects with equal names are numbered."""
    found = parts(ability)
    names = [_effect_name(part) for part in found]
    alike = [names[:at].count(name) + 1 if names.count(name) > 1 else 0 for at, name in enumerate(names)]
    return tuple(
        CardEffect(f"{name} ({number})" if number else name, part.words)
        for part, name, number in zip(found, names, alike, strict=True)
    )


def _effect_name(part: EffectPart) -> str:
    where = {"then": "if the condition holds", "else": "if it does not hold", "enter": "on entering"}
    where |= {
        "leave": "on leaving",
        "later": "later",
        "whenever": "whenever it is set off",
        "aura": "as long as it is there",
    }
    verb = part.verb.replace("_", " ")
    return f"{verb}, {where[part.when]}" if part.when else verb


class AttackRules:
    """The executable rules of Attack the Tower; see `cardgen.plugin.rules.contest.GameRules`.

    Attributes:
        player_counts: Always two players.
        shares_deck: Each player brings an army.
        settings_type: See `HasSettings.settings_type`.
    """

    player_counts = (2,)
    shares_deck = False
    settings_type = Config

    def settings_words(self, language: str) -> Mapping[str, str]:
        """See `HasSettings.settings_words`."""
        return words_in(Path(__file__).parent, language, "setting_")

    def contest(
        self, decks: Sequence[ArmyDeck], settings: Mapping[str, str] = NO_SETTINGS, players: int | None = None
    ) -> AttackContest:
        """See `GameRules.contest`."""
        del players  # two armies are two players
        return AttackContest(decks, _config(decks, settings))

    def tree(
        self, decks: Sequence[ArmyDeck], settings: Mapping[str, str] = NO_SETTINGS, players: int | None = None
    ) -> Tree:
        """See `GameRules.tree`."""
        del players
        contest = AttackContest(decks, replace(_config(decks, settings), chance="explicit"))
        match = contest.match
        longest = ACTIONS_OF_A_TURN * match.config.max_turns
        return Tree(contest, lambda: AttackState.new(match, 0), all_actions(match), longest)

    def blank(self, deck: ArmyDeck, card: str) -> ArmyDeck:
        """See `GameRules.blank`; the ability can still be played."""
        abilities = tuple(_blank(a) if f"abilities/{a.id}" == card else a for a in deck.abilities)
        return deck.model_copy(update={"abilities": abilities})


def _config(decks: Sequence[ArmyDeck], settings: Mapping[str, str]) -> Config:
    """Return the settings of a contest, with the numbers that the game of the decks fixes.

    Raises:
        UnlocatedError: E707, the game fixes a number that the engine takes from the rules as printed; E720, E721, an
            invalid setting.
    """
    fixed = decks[0].constants_of_game
    for name, value in CONSTANTS.items():
        if name in _OF_THE_ENGINE and fixed[name] != value:
            message = f"a game with {name} {fixed[name]} cannot be played: the rules engine has {value}"
            raise UnlocatedError("E707", message, expected=f"{name}: {value}")
    return replace(
        parse_settings(Config, settings),
        opening_hand=fixed["opening_hand"],
        hand_limit=fixed["hand_limit"],
        renewal_draw=fixed["renewal_draw"],
    )


def _blank(ability: Ability) -> Ability:
    nothing: dict[str, object] = {"kind": "common", "icon": "hand", "needs": None, "cost": None, "troop": None}
    return ability.model_copy(update={**nothing, "choose": (), "effects": ()})
