"""What an agent is given when its player has to decide."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from cardgen.plugin.rules.contest import Contest, SuggestsActions
from cardgen.plugin.rules.state import State


class PlayerView:
    """A game as the player who has to decide sees it.

    Attributes:
        player: The player who decides, from 0.
    """

    __slots__ = ("_candidates", "_first", "_state", "contest", "player")

    def __init__(self, contest: Contest, state: State, player: int) -> None:
        self.contest = contest
        self.player = player
        self._state = state
        self._first: Any = None
        self._candidates: Sequence[int] | None = None

    def legal_actions(self) -> Sequence[int]:
        """Return the actions that the player may take."""
        return self._state.legal_actions()

    def candidates(self, rng: Random) -> Sequence[int]:
        """Return the actions to try: those that the game suggests, or all that are legal; always the same ones."""
        if self._candidates is None:
            contest = self.contest
            if isinstance(contest, SuggestsActions):
                self._candidates = contest.suggestions(self._state, self.player, rng)
            else:
                self._candidates = self._state.legal_actions()
        return self._candidates

    def sample(self, rng: Random) -> Any:
        """Return a random state that the player cannot tell from the true one, as a copy that the caller may change."""
        if self._first is None:
            self._first = self._state.resample_from_infostate(self.player, rng)
            return self._first.clone()
        return self._first.resample_from_infostate(self.player, rng)  # cheaper, and the past is hidden already

    def script(self, rng: Random) -> int:
        """Return the action of the game's rules of thumb, which use nothing hidden."""
        return self.contest.script(self._state, self.player, rng)
