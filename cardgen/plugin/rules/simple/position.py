"""A position of a simple game as a `State` of the contract: actions by number, and luck by a seed or by a tree."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from cardgen.plugin.failure import running_game_code
from cardgen.plugin.rules.errors import IllegalActionError, InvalidActionError
from cardgen.plugin.rules.simple.game import Luck, SimpleGame
from cardgen.plugin.rules.state import CHANCE, TERMINAL

Start = Callable[[Luck], SimpleGame]
"""Makes a game that is not set up yet."""
_WHO_BEGINS, _SET_UP = "who begins", "set up"
_OUTCOME = "outcome "
_LAST_ACTIONS = 50
"""Actions at the end of a game that was too long among which the most frequent one is looked for."""


class RandomChooser:
    """Luck by a generator of random numbers."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def pick(self, count: int) -> int:
        """See `Chooser.pick`."""
        return self._random.randrange(count)

    def __deepcopy__(self, _: object) -> RandomChooser:
        return RandomChooser(copy.copy(self._random))  # its 625 numbers are constants, and most of what a game holds


class _OpenPick(BaseException):
    """A pick whose outcome a tree has not decided yet; no `except Exception` in the rules of a game catches it."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class _DecidedChooser:
    """Luck by outcomes that were decided before; the first pick after them is open."""

    def __init__(self, outcomes: Sequence[int]) -> None:
        self._outcomes = iter(outcomes)

    def pick(self, count: int) -> int:
        """See `Chooser.pick`."""
        outcome = next(self._outcomes, None)
        if outcome is None:
            raise _OpenPick(count)
        return outcome


class _Choice(NamedTuple):
    """An action that a player took.

    Attributes:
        told: Number of events in the story of the game before the action.
    """

    player: int
    action: str
    told: int


class SimplePosition:
    """A position of a simple game; see `cardgen.plugin.rules.state.State`.

    In a tree, a step of the game that needs luck is tried on a copy until it meets a pick that is not decided. The
    outcomes of that pick are then actions of chance; when one is taken, the step is tried again.

    Args:
        seed: Decides the luck; None makes it a position of a tree, in which chance also decides who begins.
        first: Player in the first seat.
    """

    def __init__(self, game_id: str, start: Start, seed: int | None, first: int = 0) -> None:
        self._game_id = game_id
        self._is_tree = seed is None
        self._game = start(Luck(RandomChooser(Random(seed))))
        self._first = first
        self._taken: tuple[_Choice, ...] = ()
        self._step = ""
        self._outcomes: tuple[int, ...] = ()
        self._open = 0
        self._winners: Sequence[int] | None = None
        self._is_cut_off = False
        self._run(_WHO_BEGINS if self._is_tree else _SET_UP)

    @property
    def game(self) -> SimpleGame:
        """The game as it stands, which must not be changed."""
        return self._game

    def seat_of(self, player: int) -> int:
        """Return the seat of a player; -1, who sees everything, has none and stays -1."""
        return player if player < 0 else (player - self._first) % self._game.seats

    def player_at(self, seat: int) -> int:
        """Return the player in a seat."""
        return (seat + self._first) % self._game.seats

    def event_count(self) -> int:
        """Return the number of `events`."""
        return len(self._taken) + len(self._game.story)

    def events(self) -> Iterator[str | tuple[int, str]]:
        """Yield what has happened, in order: player and text of each action, followed by what the rules tell about it."""
        story, told = self._game.story, 0
        for choice in self._taken:
            yield from story[told : choice.told]
            yield choice.player, choice.action
            told = choice.told
        yield from story[told:]

    def current_player(self) -> int:
        """See `State.current_player`."""
        if self._open:
            return CHANCE
        return self.player_at(self._game.seat) if self._winners is None else TERMINAL

    def legal_actions(self) -> list[int]:
        """See `State.legal_actions`."""
        if self._open:
            return [len(self._game.actions) + outcome for outcome in range(self._open)]
        if self.is_terminal():
            return []
        with running_game_code(self._game_id, "choices", self._game.choices):
            choices = self._game.choices()
            unknown = sorted({*choices}.difference(self._game.actions))
            if unknown or not choices:
                problem = f"{unknown[0]!r} is not one of 'actions'" if unknown else "no choice, but no winners either"
                raise ValueError(problem)
        return sorted(map(self._game.actions.index, choices))

    def apply_action(self, action: int) -> None:
        """See `State.apply_action`."""
        text = self.action_to_string(action)
        if action not in self.legal_actions():
            raise IllegalActionError(f"illegal action {text!r} in turn {self._game.turn}")
        if self._open:
            self._outcomes = (*self._outcomes, action - len(self._game.actions))
            self._run(self._step)
        else:
            choice = _Choice(self.current_player(), text, len(self._game.story))
            self._taken = (*self._taken, choice)
            self._run(text)
        if len(self._taken) >= self._game.longest and self._winners is None and not self._open:
            self._winners, self._is_cut_off = [], True

    def _run(self, step: str) -> None:
        """Do one step of the game, or as much of it as the outcomes of its picks are known."""
        game = self._copy_of_game() if self._is_tree else self._game
        if self._is_tree:
            game.luck = Luck(_DecidedChooser(self._outcomes))
        try:
            if step == _WHO_BEGINS:
                self._first = game.luck.pick(game.seats)
            elif step == _SET_UP:
                with running_game_code(self._game_id, "set_up"):
                    game.set_up()
            else:
                with running_game_code(self._game_id, "take"):
                    game.take(step)
                    game.seat, game.turn = game.next_seat(), game.turn + 1
        except _OpenPick as pick:
            if pick.count > game.most_outcomes:
                raise ValueError(
                    f"a pick has {pick.count} outcomes, but 'most_outcomes' is {game.most_outcomes}"
                ) from None
            self._step, self._open = step, pick.count
            return
        self._game, self._step, self._outcomes, self._open = game, "", (), 0
        if step == _WHO_BEGINS:
            self._run(_SET_UP)
        else:
            with running_game_code(self._game_id, "winners", game.winners):
                self._winners = self._checked(game.winners())

    def _checked(self, winners: Sequence[int] | None) -> Sequence[int] | None:
        """Return the seats that have won, as the rules state them.

        Raises:
            ValueError: There is no such seat.
        """
        seats = range(self._game.seats)
        unknown = [seat for seat in winners or () if isinstance(seat, bool | float) or seat not in seats]
        if unknown:
            raise ValueError(f"it returned seat {unknown[0]!r}; expected seats from 0 to {seats[-1]}")
        return winners

    def cut_off(self) -> str:
        """Return the action that was taken most often at the end of a game that was too long; empty for any other."""
        if not self._is_cut_off:
            return ""
        last = [choice.action for choice in self._taken[-_LAST_ACTIONS:]]
        return max(last, key=last.count)

    def is_terminal(self) -> bool:
        """See `State.is_terminal`."""
        return self._winners is not None and not self._open

    def returns(self) -> list[float]:
        """See `State.returns`."""
        game, winners = self._game, self._winners
        teams = [game.team_of(player, game.seats) for player in range(game.seats)]
        if winners is None or self._is_cut_off or (not winners and not game.together):
            return [0.0 for _ in teams]
        best = {teams[self.player_at(seat)] for seat in winners}
        return [1.0 if team in best else -1.0 for team in teams]

    def clone(self) -> SimplePosition:
        """See `State.clone`."""
        other = copy.copy(self)
        other._game = self._copy_of_game()
        return other

    def _copy_of_game(self) -> SimpleGame:
        return copy.deepcopy(self._game, {id(deck): deck for deck in self._game.decks})

    def observation_string(self, player: int) -> str:
        """See `State.observation_string`."""
        if self._step in (_WHO_BEGINS, _SET_UP):
            return self._step
        with running_game_code(self._game_id, "view"):
            return "\n".join([f"player {player}", *self._game.view(self.seat_of(player))])

    def information_state_string(self, player: int) -> str:
        """See `State.information_state_string`; every action is public."""
        return "\n".join(
            [self.observation_string(player), *self._game.story, *(choice.action for choice in self._taken)]
        )

    def resample_from_infostate(self, player: int, rng: Random) -> SimplePosition:
        """See `State.resample_from_infostate`; also the luck to come is another one."""
        other = self.clone()
        other._game.luck = Luck(RandomChooser(Random(rng.getrandbits(64))))
        if self._step not in (_WHO_BEGINS, _SET_UP):
            with running_game_code(self._game_id, "guess_hidden"):
                other._game.guess_hidden(self.seat_of(player))
        return other

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """See `State.chance_outcomes`."""
        return [(action, 1 / self._open) for action in self.legal_actions()] if self._open else []

    def action_to_string(self, action: int) -> str:
        """See `State.action_to_string`."""
        actions, outcomes = self._game.actions, self._game.most_outcomes
        if not 0 <= action < len(actions) + outcomes:
            raise InvalidActionError(f"{action} is not an action of this game")
        return actions[action] if action < len(actions) else f"{_OUTCOME}{action - len(actions) + 1}"

    def string_to_action(self, text: str) -> int:
        """See `State.string_to_action`."""
        actions, number = self._game.actions, text.removeprefix(_OUTCOME)
        if text in actions:
            return actions.index(text)
        if text != number and number.isdecimal() and 1 <= int(number) <= self._game.most_outcomes:
            return len(actions) + int(number) - 1
        raise InvalidActionError(f"{text!r} is not an action of this game")

    def to_text(self) -> str:
        """See `State.to_text`."""
        pending = [f"step: {self._step} {list(self._outcomes)}"] if self._step else []
        return "\n".join([f"first: {self._first}", *self._game.state_lines(), *pending])
