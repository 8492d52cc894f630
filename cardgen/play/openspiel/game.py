"""Adapt a contest of decks to OpenSpiel, for any game that has rules."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pyspiel

from cardgen.play.matches import open_decks
from cardgen.play.players import check_players
from cardgen.plugin.game import Game
from cardgen.plugin.rules.contest import GameRules, Tree
from cardgen.report.errors import UnlocatedError


def short_name(game: Game) -> str:
    """Return the name by which OpenSpiel loads a game: `cardgen_my_game`."""
    return "cardgen_" + game.id.replace("-", "_")


ANY_GAME = "cardgen"
"""Name by which OpenSpiel loads the game of any deck file, of games that ship and of others."""
MOST_PLAYERS = 20
MOST_DECKS = 8


def parameters(rules: GameRules | None) -> dict[str, str | int]:
    """Return the parameters of a game with their defaults.

    They are the deck files `deck1`, `deck2` and so on, as many as players can bring, or a single `deck` and the number
    of `players` (0: the smallest) if all players share a deck.

    Args:
        rules: Rules of the game; None for any game, which has all of these parameters.
    """
    if rules is None:
        return {"deck": "", "players": 0, **{f"deck{number}": "" for number in range(1, MOST_DECKS + 1)}}
    if rules.shares_deck:
        return {"deck": "", "players": 0}
    return {f"deck{number}": "" for number in range(1, rules.player_counts[-1] + 1)}


def game_type(name: str, title: str, rules: GameRules | None, teams: Sequence[int] | None = None) -> Any:
    """Return OpenSpiel's description of a kind of game.

    Chance is explicit: each drawn card and each random pick is a chance node. There are no tensors, since decks
    differ in what could be encoded; programs that learn the game encode `DeckState.inner`.

    Args:
        rules: Rules of the game; None for any game.
        teams: Team of each player; None: not known before the decks are. Two players are zero-sum, a single team has
            identical utilities, and everything else is general-sum.
    """
    utilities, alone = pyspiel.GameType.Utility, teams is not None and len(set(teams)) == 1
    is_duel = teams is not None and tuple(teams) == (0, 1)
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utilities.IDENTICAL if alone else utilities.ZERO_SUM if is_duel else utilities.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.player_counts[-1] if rules else MOST_PLAYERS,
        min_num_players=rules.player_counts[0] if rules else 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification=parameters(rules),
        default_loadable=False,
    )


class DeckGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A contest of decks; `register_games` makes a subclass for each game.

    OpenSpiel requires actions that are numbered without gaps: its action is the index of that of cardgen in
    `tree.actions`. Actions of players and of chance share one numbering.

    Attributes:
        load_rules: Returns the rules of the game; None before its decks are known.
        load_tree: Returns the contest with all its actions, from the parameters.
    """

    title: ClassVar[str]
    name: ClassVar[str]
    load_rules: ClassVar[Callable[[], GameRules | None]]
    load_tree: ClassVar[Callable[[Mapping[str, Any]], Tree]]

    def __init__(self, params: Mapping[str, Any]) -> None:
        kind = type(self)
        self.tree = kind.load_tree(params)
        self._numbers = {action: number for number, action in enumerate(self.tree.actions)}
        teams = self.tree.contest.teams
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.tree.actions),
            max_chance_outcomes=len(self.tree.actions),
            num_players=len(teams),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if tuple(teams) == (0, 1) else None,
            max_game_length=self.tree.longest,
        )
        super().__init__(game_type(kind.name, kind.title, kind.load_rules(), teams), info, dict(params))

    def new_initial_state(self) -> DeckState:
        """Return the first state, before chance has decided who begins."""
        return DeckState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """Return an observer, which writes what a player sees.

        Args:
            iig_obs_type: Kind of observation; None: the usual one.
            params: Not supported; must be empty.

        Returns:
            The observer; None for only the public or only the private parts, which the rules do not distinguish.

        Raises:
            ValueError: `params` is not empty.
        """
        if params:
            raise ValueError(f"observations have no parameters; got {params}")
        if iig_obs_type is None:
            return Observer(recalls=False)
        whole = iig_obs_type.public_info and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(recalls=iig_obs_type.perfect_recall) if whole else None

    def number(self, action: int) -> int:
        """Return OpenSpiel's number of an action."""
        return self._numbers[action]

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _load, (type(self).name, self.get_parameters())


def _load(name: str, params: Mapping[str, Any]) -> Any:
    """Load a pickled game; as a function of this package, it registers the game first."""
    return pyspiel.load_game(name, params)


def load_tree(game: Game, params: Mapping[str, Any]) -> Tree:
    """Load the decks of a game and return the tree of their contest.

    Args:
        params: Parameters of OpenSpiel, see `parameters`.

    Raises:
        CardgenError: See `open_decks`.
        UnlocatedError: E716, a deck is missing; E718, wrong number of decks or players.
    """
    assert game.rules is not None
    rules, name = game.rules(), short_name(game)
    if rules.shares_deck:
        files, example = [params["deck"]], "deck=decks/one.yaml"
    else:
        given = [params[key] for key in parameters(rules)]
        least = max(rules.player_counts[0], max((at for at, file in enumerate(given, 1) if file), default=0))
        files, example = given[:least], "deck1=decks/one.yaml,deck2=decks/other.yaml"
    for number, file in enumerate(files, 1):
        if not file:
            missing = "deck" if rules.shares_deck else f"deck{number}"
            raise UnlocatedError("E716", f"{name} has no deck {missing!r}", expected=f"a file: {name}({example})")
    opened = open_decks([Path(file) for file in files], game)
    players = check_players(opened.rules, len(files), params.get("players") or None)
    return opened.rules.tree(opened.decks, players=players)


def load_any_tree(params: Mapping[str, Any]) -> Tree:
    """Load decks of any game and return the tree of their contest.

    Args:
        params: Parameters of OpenSpiel, see `parameters`.

    Raises:
        CardgenError: See `open_decks`.
        UnlocatedError: E716, no deck is named; E718, wrong number of decks or players.
    """
    named = [params["deck"], *(params[f"deck{number}"] for number in range(1, MOST_DECKS + 1))]
    files = [Path(file) for file in named if file]
    if not files:
        example = f"{ANY_GAME}(deck=decks/one.yaml), or deck1 and deck2 if each player brings a deck"
        raise UnlocatedError("E716", f"{ANY_GAME} has no deck", expected=f"a file: {example}")
    opened = open_decks(files)
    players = check_players(opened.rules, len(files), params["players"] or None)
    return opened.rules.tree(opened.decks, players=players)


class Held:
    """The state behind one of OpenSpiel's, with its own way of being copied and stored.

    OpenSpiel makes deep copies of the attributes of a Python state, and pickles them to store it. Here a copy is a
    cheap clone of the state, and nothing is stored, since OpenSpiel stores the history, which leads to the state.

    Attributes:
        state: The state; None until it is first needed and played from the history.
        is_sampled: Whether `resample_from_infostate` made the state, so that no history leads to it.
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
                "a resampled state cannot be stored",
                expected="a state reached by actions from the start",
            )
        return Held, ()


class DeckState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of a contest of decks."""

    def __init__(self, game: DeckGame) -> None:
        super().__init__(game)
        self._held = Held()

    @property
    def inner(self) -> Any:
        """The state of `cardgen.plugin.rules.state`; do not change it."""
        held = self._held
        if held.state is None:
            tree = self.get_game().tree
            held.state = tree.start()
            for action in self.history():
                held.state.apply_action(tree.actions[action])
        return held.state

    def current_player(self) -> int:
        """Return the player who decides; chance and the end have the same numbers here and in OpenSpiel."""
        return int(self.inner.current_player())

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return bool(self.inner.is_terminal())

    def returns(self) -> list[float]:
        """Return the result of each player, -1 to 1."""
        return list(self.inner.returns())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the actions of chance with their probabilities, in ascending order."""
        number = self.get_game().number
        return sorted((number(action), share) for action, share in self.inner.chance_outcomes())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> DeckState:
        """Return a random state that a player cannot tell from this one.

        Only OpenSpiel's Python algorithms reach this method; those in C++ cannot call it. The new state plays on like
        any other, but its history begins there, and it cannot be stored (E717).

        Args:
            player: Player whose knowledge is kept, from 0.
            sampler: Returns random numbers from 0 to 1.
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
    """An observer that returns what a player sees, as text.

    Attributes:
        tensor: None, as there are no tensors.
        dict: Empty, for the same reason.
    """

    def __init__(self, recalls: bool) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}
        self._recalls = recalls

    def set_from(self, state: DeckState, player: int) -> None:
        """Do nothing, as there are no tensors to fill."""

    def string_from(self, state: DeckState, player: int) -> str:
        """Return what a player sees now, and has seen before if the observer recalls it.

        Args:
            player: Player who looks, from 0.
        """
        inner = state.inner
        return str(inner.information_state_string(player) if self._recalls else inner.observation_string(player))
