"""The smallest game: by lot somebody takes 1 or 2 coins first; who takes the last of seven wins."""

from __future__ import annotations

from random import Random

from cardgen.plugin.rules.errors import IllegalActionError, InvalidActionError
from cardgen.plugin.rules.state import CHANCE, TERMINAL

WORDS = {"take 1": 1, "take 2": 2, "player 1 begins": 10, "player 2 begins": 11}


class Coins:
    def __init__(self) -> None:
        self.left, self.player = 7, CHANCE

    def current_player(self) -> int:
        return TERMINAL if not self.left else self.player

    def legal_actions(self) -> list[int]:
        if not self.left:
            return []
        return [10, 11] if self.player == CHANCE else [n for n in (1, 2) if n <= self.left]

    def apply_action(self, action: int) -> None:
        if action not in WORDS.values():
            raise InvalidActionError(f"{action} is not an action of this game")
        if action not in self.legal_actions():
            raise IllegalActionError(f"illegal action {action}")
        if action >= 10:
            self.player = action - 10
        else:
            self.left -= action
            self.player = 1 - self.player

    def is_terminal(self) -> bool:
        return not self.left

    def returns(self) -> list[float]:
        return [0.0, 0.0] if self.left else [1.0, -1.0] if self.player == 1 else [-1.0, 1.0]

    def clone(self) -> Coins:
        other = Coins()
        other.left, other.player = self.left, self.player
        return other

    def observation_string(self, player: int) -> str:
        return f"{player} {self.to_text()}"

    information_state_string = observation_string

    def resample_from_infostate(self, player: int, rng: Random) -> Coins:
        del player, rng
        return self.clone()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(10, 0.5), (11, 0.5)] if self.current_player() == CHANCE else []

    def action_to_string(self, action: int) -> str:
        return next(text for text, number in WORDS.items() if number == action)

    def string_to_action(self, text: str) -> int:
        if text not in WORDS:
            raise InvalidActionError(f"{text!r} is not an action of this game")
        return WORDS[text]

    def to_text(self) -> str:
        return f"left: {self.left}\nplayer: {self.player}"
