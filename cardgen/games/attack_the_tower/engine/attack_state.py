"""The game as a state of the common protocol: who moves, what may be done, what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.compiler.match import Match
from cardgen.games.attack_the_tower.engine.phases import setup
from cardgen.games.attack_the_tower.engine.phases.phase_table import APPLY, HAPPEN, LEGAL
from cardgen.games.attack_the_tower.engine.phases.state_checks import check, end
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DRAW, BASE_CARD, BASE_DRAW, FORCED
from cardgen.games.attack_the_tower.engine.text import notation, observation
from cardgen.plugin.rules.errors import IllegalActionError
from cardgen.plugin.rules.state import CHANCE, TERMINAL

_OVER = Phase.OVER


class AttackState(Position):
    """A game of Attack the Tower.

    A decision with only one answer is taken at once, so whoever is asked has a choice. Such answers are in the log,
    where players cannot tell them from chosen ones.
    """

    __slots__ = ()

    @classmethod
    def new(
        cls, match: Match, seed: int, *, first: int | None = None, streams: tuple[int, int] = (0, 1)
    ) -> AttackState:
        """The start of a game.

        Args:
            match: Armies and settings.
            seed: Decides all shuffles and lots; the players' choices never change the shuffles.
            first: Who begins; None: as the settings say.
            streams: Which of the seed's shuffles each player gets; swap them, with armies and `first`, for the same
                game seen from the other side.
        """
        state = cls(match, Random(f"lots {seed}").getrandbits(64))
        state.clear()
        for player in (0, 1):
            shuffle = Random(f"shuffle {seed} {streams[player]}").shuffle
            for zone, bases in ((ABILITY_DRAW, False), (BASE_DRAW, True)):
                designs = [d for d in range(len(match.names)) if match.army[d] == player]
                cards = [d for d in designs if (match.kind[d] == BASE_CARD) == bases for _ in range(match.copies[d])]
                if match.config.chance == "seeded":
                    shuffle(cards)
                state.zones[zone + player] = tuple(cards)
        chosen = match.config.first_player
        if first is None and chosen != "random":
            first = chosen - 1
        if first is None and match.config.chance == "seeded":
            first = Random(f"first {seed}").randrange(2)
        if first is None:
            state.player = CHANCE
            state.legal = (actions.FIRST, actions.FIRST + 1)
        else:
            setup.begin(state, first)
            state._advance()
        return state

    @classmethod
    def from_text(cls, match: Match, text: str) -> AttackState:
        """The state that a text says.

        Raises:
            LogError: The text contradicts itself, or is of other armies.
        """
        state = cls(match, 0)
        state.clear()
        notation.read(state, text)
        if state.winner >= 0 or state.phase == _OVER:
            end(state)
        state._advance()
        notation.verify(state, text)
        return state

    def current_player(self) -> int:
        """Who moves: a player, CHANCE or TERMINAL."""
        if self.phase == _OVER:
            return TERMINAL
        return self.ask[1] if self.ask is not None else self.player

    def legal_actions(self) -> Sequence[int]:
        """What may be done, in order; empty at the end."""
        return self.legal or ()

    def is_terminal(self) -> bool:
        """Whether a palace has fallen, or the turns are over."""
        return self.phase == _OVER

    def returns(self) -> list[float]:
        """1 and -1, or twice 0."""
        if self.winner < 0:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

    def apply_action(self, action: int) -> None:
        """Do a legal action, and all that follows until somebody has a choice.

        Raises:
            InvalidActionError: It is no action of this game.
            IllegalActionError: It is not allowed now.
        """
        legal = self.legal
        if legal is None or action not in legal:
            self._refuse(action)
        self._do(action)
        self._advance()

    def _refuse(self, action: int) -> None:
        text = self.action_to_string(action)
        if self.phase == _OVER:
            raise IllegalActionError(f"illegal action '{text}': the game is over")
        allowed = [self.action_to_string(other) for other in self.legal_actions()]
        more = f" and {len(allowed) - 12} more" if len(allowed) > 12 else ""
        mover = self.current_player()
        raise IllegalActionError(
            f"illegal action '{text}' of {'chance' if mover == CHANCE else f'player {mover + 1}'} in turn {self.turn}",
            "one of: " + ", ".join(allowed[:12]) + more,
        )

    def _do(self, action: int, forced: int = 0) -> None:
        self.legal = None
        ask = self.ask
        if ask is None:
            self.log = (self.log, self.player + forced, action)
            APPLY[self.phase](self, action)  # type: ignore[misc]  # nobody acts in a phase that happens
        else:
            self.log = (self.log, ask[1] + forced, action)
            decisions.ANSWER[ask[0]](self, ask, action)

    def _advance(self, look: Callable[[], None] | None = None) -> None:
        """Everything that happens by itself, until somebody has a choice.

        Args:
            look: Called before each thing that happens by itself.
        """
        while True:
            ask = self.ask
            if ask is not None:
                legal = self._answers(ask)
            elif self.dirty:
                check(self)
                continue
            elif self.stack:
                self._run()
                continue
            else:
                happen = HAPPEN[self.phase]
                if happen is not None:
                    if look is not None:
                        look()
                    happen(self)
                    continue
                if self.phase == _OVER:
                    return
                legal = LEGAL[self.phase](self)  # type: ignore[misc]  # a phase happens or decides
            if len(legal) > 1 or self.legal is not None:
                self.legal = tuple(legal)
                return
            if legal:
                self._do(legal[0], FORCED)
            else:
                self.ask = (
                    None  # the question has become pointless, as a draw from empty piles; what came before counts
                )
                self.dirty = self.dirty or self.turn > 0

    def _answers(self, ask: tuple[int, ...]) -> list[int]:
        """The answers to a question; a lot is drawn, unless chance is a player, who is asked in any case."""
        legal = decisions.LEGAL[ask[0]](self, ask)
        if ask[1] == CHANCE and legal:
            if self.match.config.chance == "seeded":
                return [self._lot(legal)]
            self.legal = ()
        return legal

    def _run(self) -> None:
        """The latest program goes on, until it ends or something else comes first."""
        frame = self.stack[-1]
        program = self.match.programs[frame[0]]
        step = frame[1]
        while step < len(program):
            frame[1] = step + 1
            program[step](self, frame)
            step = frame[1]
            if self.ask is not None or self.dirty or self.stack[-1] is not frame:
                return
        self.stack.pop()

    def _lot(self, legal: Sequence[int]) -> int:
        weights = observation.weights(self, legal)
        point = decisions.random_below(self, sum(weights))
        for action, weight in zip(legal, weights, strict=True):
            point -= weight
            if point < 0:
                return action
        raise AssertionError("weights do not add up")

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """Actions of chance with their probabilities; with the setting `chance: explicit` only."""
        if self.current_player() != CHANCE:
            return ()
        legal = self.legal_actions()
        weights = observation.weights(self, legal)
        return [(action, weight / sum(weights)) for action, weight in zip(legal, weights, strict=True)]

    def clone(self) -> AttackState:
        """An independent copy."""
        other = AttackState(self.match, self.rng)
        other.phase = self.phase
        other.player = self.player
        other.active = self.active
        other.turn = self.turn
        other.winner = self.winner
        other.bases = self.bases[:]
        other.troops = self.troops
        other.types = self.types[:]
        other.built = self.built
        other.zones = self.zones[:]
        other.mods = self.mods
        other.verbs = self.verbs
        other.sides = self.sides
        other.delays = self.delays
        other.stack = [frame[:] for frame in self.stack] if self.stack else []
        other.ask = self.ask
        other.left = self.left
        other.burns = self.burns
        other.passes = self.passes
        other.renewed = self.renewed
        other.attacked = self.attacked
        other.idle = self.idle
        other.group = self.group
        other.site = self.site
        other.stage = self.stage
        other.ended = self.ended
        other.damage = self.damage.copy() if self.damage else None
        other.fight = self.fight[:] if self.fight else None
        other.attacks = self.attacks
        other.plays = self.plays
        other.changes = self.changes
        other.mark = self.mark
        other.futile = self.futile
        other.futile_at = self.futile_at
        other.fresh = self.fresh
        other.lost = self.lost[:]
        other.dirty = self.dirty
        other.log = self.log
        other.veiled = self.veiled
        other.legal = self.legal
        return other

    def history(self) -> list[int]:
        """The actions that `apply_action` was given, from the start."""
        return [action for mover, action in observation.events(self) if mover < FORCED + CHANCE]

    def observation_string(self, player: int) -> str:
        """What a player sees: his hand, the table, numbers of the other's cards."""
        return observation.observation(self, player)

    def information_state_string(self, player: int) -> str:
        """What a player sees, and all that has happened as he saw it."""
        return observation.information_state(self, player)

    def resample_from_infostate(self, player: int, rng: Random) -> AttackState:
        """A random state that this player cannot tell from this one."""
        other = self.clone()
        observation.resample(other, player, rng)
        if self.current_player() not in (player, TERMINAL):  # his choices are those of his new hand
            other.legal = other._choices()
            while not other.legal:  # he was asked, so he has an answer; his own hand is among those to come
                observation.resample(other, player, rng)
                other.legal = other._choices()
        return other

    def _choices(self) -> tuple[int, ...]:
        ask = self.ask
        return tuple(decisions.LEGAL[ask[0]](self, ask) if ask is not None else LEGAL[self.phase](self))  # type: ignore[misc]

    def action_to_string(self, action: int) -> str:
        """The text of an action."""
        return actions.to_text(self.match, action)

    def string_to_action(self, text: str) -> int:
        """The action of a text."""
        return actions.from_text(self.match, text)

    def to_text(self) -> str:
        """The whole state, hidden things included, as canonical text."""
        return notation.write(self)

    def __str__(self) -> str:
        return self.to_text()
