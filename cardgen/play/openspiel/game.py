"""Two decks that play each other, as a game of OpenSpiel: the translation, and nothing of any game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pyspiel

from cardgen.play.matches import open_decks
from cardgen.plugin.game import Game
from cardgen.plugin.rules.contest import Tree
from cardgen.report.errors import UnlocatedError

PARAMETERS = ("first", "second")
"""The deck files of player 0 and of player 1."""


def short_name(game: Game) -> str:
    """The name by which OpenSpiel loads a game: `cardgen_attack_the_tower`."""
    return "cardgen_" + game.id.replace("-", "_")


def game_type(game: Game) -> Any:
    """What OpenSpiel asks of a kind of game before any deck is known.

    Chance is explicit: each card drawn and each lot is a chance node. There are no tensors, as decks differ in what
    there is to encode; whoever learns from the game encodes `DeckState.inner`.
    """
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification=dict.fromkeys(PARAMETERS, ""),
        default_loadable=False,
    )


class DeckGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """Two decks that play each other; `register_games` makes a subclass for each game.

    OpenSpiel wants actions numbered without gaps: its action is the place of ours in `tree.actions`. Actions of players
    and of chance have one numbering.

    Attributes:
        game: What both are decks of.
        kind: The same as OpenSpiel knows it.
        tree: The decks with all that they can do.
    """

    game: ClassVar[Game]
    kind: ClassVar[Any]

    def __init__(self, params: Mapping[str, Any]) -> None:
        self.tree = _tree(self.game, params)
        self._numbers = {action: number for number, action in enumerate(self.tree.actions)}
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.tree.actions),
            max_chance_outcomes=len(self.tree.actions),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.tree.longest,
        )
        super().__init__(self.kind, info, dict(params))

    def new_initial_state(self) -> DeckState:
        """The start, before chance has said who begins."""
        return DeckState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """What writes down what a player sees; None for what the rules do not tell apart: public and private things."""
        if params:
            raise ValueError(f"observations have no parameters; got {params}")
        if iig_obs_type is None:
            return Observer(recalls=False)
        whole = iig_obs_type.public_info and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(recalls=iig_obs_type.perfect_recall) if whole else None

    def number(self, action: int) -> int:
        """OpenSpiel's number of our action."""
        return self._numbers[action]

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _load, (short_name(self.game), self.get_parameters())


def _load(name: str, params: Mapping[str, Any]) -> Any:
    """Load a game that was pickled: a function of this package, so that the game is registered before."""
    return pyspiel.load_game(name, params)


def _tree(game: Game, params: Mapping[str, Any]) -> Tree:
    missing = [name for name in PARAMETERS if not params[name]]
    if missing:
        example = f"{short_name(game)}(first=decks/one.yaml,second=decks/other.yaml)"
        raise UnlocatedError("E716", f"{short_name(game)} has no deck {missing[0]!r}", expected=f"two decks: {example}")
    rules, decks = open_decks([Path(params[name]) for name in PARAMETERS], game)
    return rules.tree(decks)


class Held:
    """The state of ours behind one of OpenSpiel's, copied and stored as suits it.

    OpenSpiel copies what hangs on a Python state deeply, and pickles it to store it. A copy here is the state's own
    cheap one; nothing is stored but the fact that the history, which OpenSpiel stores itself, leads to this state.

    Attributes:
        state: None until it is asked for; it is then played from the history.
        is_sampled: Whether it was dealt by `resample_from_infostate`, so that no history leads to it.
    """

    __slots__ = ("is_sampled", "state")

    def __init__(self, state: Any = None, is_sampled: bool = False) -> None:
        self.state = state
        self.is_sampled = is_sampled

    def __deepcopy__(self, _: object) -> Held:
        return Held(None if self.state is None else self.state.clone(), self.is_sampled)

    def __reduce__(self) -> tuple[Callable[[], Held], tuple[()]]:
        if self.is_sampled:
            raise UnlocatedError(
                "E717",
                "a state that was dealt anew cannot be stored",
                expected="a state that was reached by actions from the start",
            )
        return Held, ()


class DeckState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of two decks that play each other."""

    def __init__(self, game: DeckGame) -> None:
        super().__init__(game)
        self._held = Held()

    @property
    def inner(self) -> Any:
        """The state of `cardgen.plugin.rules.state`; not to be changed."""
        held = self._held
        if held.state is None:
            tree = self.get_game().tree
            held.state = tree.start()
            for action in self.history():
                held.state.apply_action(tree.actions[action])
        return held.state

    def current_player(self) -> int:
        """Who moves; OpenSpiel's numbers of chance and of nobody are ours."""
        return int(self.inner.current_player())

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.inner.is_terminal())

    def returns(self) -> list[float]:
        """1 and -1, or twice 0."""
        return list(self.inner.returns())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, in order, with the probabilities."""
        number = self.get_game().number
        return sorted((number(action), share) for action, share in self.inner.chance_outcomes())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> DeckState:
        """A random state that this player cannot tell from this one.

        OpenSpiel's Python algorithms find it; those in C++ call its own, which has no way to Python. It plays on like
        any other, but its history begins here, and it cannot be stored (E717).

        Args:
            player: From 0.
            sampler: Gives numbers from 0 to 1.
        """
        other: DeckState = self.get_game().new_initial_state()
        rng = Random(int(sampler() * sys.maxsize))
        other._held = Held(self.inner.resample_from_infostate(player, rng), is_sampled=True)
        return other

    def _legal_actions(self, _: int) -> list[int]:
        number = self.get_game().number
        return sorted(number(action) for action in self.inner.legal_actions())

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(self.get_game().tree.actions[action])

    def _action_to_string(self, _: int, action: int) -> str:
        return str(self.inner.action_to_string(self.get_game().tree.actions[action]))

    def __str__(self) -> str:
        return str(self.inner.to_text())


class Observer:
    """What a player sees, as text.

    Attributes:
        tensor, dict: None and nothing, as there are no tensors.
    """

    def __init__(self, recalls: bool) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}
        self._recalls = recalls

    def set_from(self, state: DeckState, player: int) -> None:
        """Fill the tensors, of which there are none."""

    def string_from(self, state: DeckState, player: int) -> str:
        """What the player sees now, and all that he has seen if he recalls it."""
        inner = state.inner
        return str(inner.information_state_string(player) if self._recalls else inner.observation_string(player))
