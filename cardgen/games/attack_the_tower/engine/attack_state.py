"""A game of Attack the Tower as a state of the common protocol (`cardgen.plugin.rules.state.State`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.decisions.piles import SETTLE
from cardgen.games.attack_the_tower.engine.phases.phase_table import APPLY, HAPPEN, LEGAL
from cardgen.games.attack_the_tower.engine.phases.setup import begin_setup
from cardgen.games.attack_the_tower.engine.phases.state_checks import check_state, end_game
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.piles import random_below
from cardgen.games.attack_the_tower.engine.state.position import FORCED, Match, Position
from cardgen.games.attack_the_tower.engine.state.sights import unseen_part
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DRAW, BASE_CARD, BASE_DRAW, HAND
from cardgen.games.attack_the_tower.engine.text import notation, observation
from cardgen.games.attack_the_tower.engine.text.notation import (
    read_position,
    refuse_what_cannot_continue,
    verify_position,
)
from cardgen.plugin.rules.errors import IllegalActionError
from cardgen.plugin.rules.programs import PROGRAM, run
from cardgen.plugin.rules.state import CHANCE, TERMINAL

_OVER = Phase.OVER
_SHOWN_ACTIONS = 12


class AttackState(Position):
    """A game of Attack the Tower.

    A decision with only one legal action is made at once, so players only decide where they have a choice. Such forced
    actions are in the log, where players cannot tell them from chosen ones.
    """

    __slots__ = ()

    @classmethod
    def new(
        cls, match: Match, seed: int, *, first: int | None = None, streams: tuple[int, int] = (0, 1)
    ) -> AttackState:
        """Return the start of a game.

        Args:
            seed: Decides all shuffles and random choices; the players' choices never change the shuffles.
            first: Player who begins; None leaves it to the settings.
            streams: Which of the seed's shuffles each player gets. Swap them, together with the armies and `first`, for
                the same game seen from the other side.
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
            begin_setup(state, first)
            state._advance()
        return state

    @classmethod
    def from_text(cls, match: Match, text: str) -> AttackState:
        """Return the state that a text describes.

        Args:
            text: The text, as `to_text` returns it.

        Raises:
            LogError: E703, the text contradicts itself, or belongs to other armies.
        """
        state = cls(match, 0)
        state.clear()
        with refuse_what_cannot_continue(text):
            read_position(state, text)
            if state.winner >= 0 or state.phase == _OVER:
                end_game(state)
            state._advance()
            verify_position(state, text)
        return state

    def current_player(self) -> int:
        """Return the player who decides, or CHANCE, or TERMINAL."""
        if self.phase == _OVER:
            return TERMINAL
        return self.decision[1] if self.decision is not None else self.player

    def legal_actions(self) -> Sequence[int]:
        """Return the actions that the current player may take, in order; none at the end."""
        return self.legal or ()

    def is_terminal(self) -> bool:
        """Return whether a palace has fallen, or the turns are over."""
        return self.phase == _OVER

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser, or 0 for both."""
        if self.winner < 0:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

    def apply_action(self, action: int) -> None:
        """Take a legal action, and do everything that follows until somebody has a choice.

        Raises:
            InvalidActionError: E701, the number is not an action of this game.
            IllegalActionError: E702, the action is not allowed now.
        """
        legal = self.legal
        if legal is None or action not in legal:
            self._refuse(action)
        self._apply(action)
        self._advance()

    def _refuse(self, action: int) -> None:
        text = self.action_to_string(action)
        if self.phase == _OVER:
            raise IllegalActionError(f"illegal action '{text}': the game is over")
        allowed = [self.action_to_string(other) for other in self.legal_actions()]
        more = f" and {len(allowed) - _SHOWN_ACTIONS} more" if len(allowed) > _SHOWN_ACTIONS else ""
        mover = self.current_player()
        raise IllegalActionError(
            f"illegal action '{text}' of {'chance' if mover == CHANCE else f'player {mover + 1}'} in turn {self.turn}",
            "one of: " + ", ".join(allowed[:_SHOWN_ACTIONS]) + more,
        )

    def _apply(self, action: int, forced: int = 0) -> None:
        """Take a legal action.

        Args:
            forced: FORCED if it was the only one, otherwise 0.
        """
        self.legal = None
        decision = self.decision
        if decision is None:
            self.log = (self.log, self.player + forced, action)
            APPLY[self.phase](self, action)  # type: ignore[misc]  # nobody decides in a phase that happens by itself
        else:
            self.log = (self.log, decision[1] + forced, action)
            decisions.APPLY[decision[0]](self, decision, action)

    def _advance(self, observe: Callable[[], None] | None = None) -> None:
        """Do everything that happens by itself, until somebody has a choice.

        Args:
            observe: Called before each event that happens by itself.
        """
        while True:
            decision = self.decision
            if decision is not None:
                legal = self._legal_of_decision(decision)
            elif self.check_due:
                check_state(self)
                continue
            elif self.stack:
                self._run_program()
                continue
            else:
                happen = HAPPEN[self.phase]
                if happen is not None:
                    if observe is not None:
                        observe()
                    happen(self)
                    continue
                if self.phase == _OVER:
                    return
                legal = LEGAL[self.phase](self)  # type: ignore[misc]  # a phase that does not happen is a decision
            if len(legal) > 1 or self.legal is not None:
                self.legal = tuple(legal)
                return
            if legal:
                self._apply(legal[0], FORCED)
            else:
                # The decision has become pointless, such as a draw from empty piles; what came before still counts.
                self.decision = None
                self.check_due = self.check_due or self.turn > 0

    def _legal_of_decision(self, decision: tuple[int, ...]) -> list[int]:
        """Return the legal actions of a decision.

        A random choice is made here, unless chance is a player, who then decides even if there is only one action.
        """
        legal = decisions.LEGAL[decision[0]](self, decision)
        if decision[1] == CHANCE and legal:
            if self.match.config.chance == "seeded":
                return [self._random_action(legal)]
            self.legal = ()
        return legal

    def _run_program(self) -> None:
        """Continue the latest program until it ends or something else comes first."""
        frame = self.stack[-1]

        def is_interrupted() -> bool:
            return self.decision is not None or self.check_due or self.stack[-1] is not frame

        if run(self, frame, self.match.programs[frame[PROGRAM]], is_interrupted):
            self.stack.pop()

    def _random_action(self, legal: Sequence[int]) -> int:
        weights = self._chance_weights(legal)
        point = random_below(self, sum(weights))
        for action, weight in zip(legal, weights, strict=True):
            point -= weight
            if point < 0:
                return action
        raise AssertionError("weights do not add up")

    def _chance_weights(self, legal: Sequence[int]) -> list[int]:
        """Return the weight of each outcome of the pending random choice: cards count as often as they are there."""
        decision = self.decision
        if decision is None or decision[0] not in (decisions.CARDS, decisions.DEAL, SETTLE):
            return [1] * len(legal)
        of_hand = decision[0] == decisions.CARDS
        cards = self.zones[HAND + decision[2]] if of_hand else unseen_part(self, decision[2])
        start = actions.SEE + 1000 * decision[4] if decision[0] == SETTLE else actions.DEAL
        start = actions.CARD if of_hand else start
        copies = Counter(cards)
        return [copies[action - start] for action in legal]

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """Return the actions of chance with their probabilities; only with the setting `chance: explicit`."""
        if self.current_player() != CHANCE:
            return ()
        legal = self.legal_actions()
        weights = self._chance_weights(legal)
        return [(action, weight / sum(weights)) for action, weight in zip(legal, weights, strict=True)]

    def clone(self) -> AttackState:
        """Return an independent copy."""
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
        other.sights = self.sights
        other.modifiers = self.modifiers
        other.active_verbs = self.active_verbs
        other.combatants = self.combatants
        other.delays = self.delays
        other.stack = [frame[:] for frame in self.stack] if self.stack else []
        other.decision = self.decision
        other.builds_left = self.builds_left
        other.burns = self.burns
        other.passes = self.passes
        other.renewed = self.renewed
        other.attacked = self.attacked
        other.previous_turn_idle = self.previous_turn_idle
        other.group = self.group
        other.site = self.site
        other.stage = self.stage
        other.battle_ended = self.battle_ended
        other.fighters = self.fighters
        other.damage = self.damage.copy() if self.damage else None
        other.combat_step = self.combat_step[:] if self.combat_step else None
        other.attacks = self.attacks
        other.plays = self.plays
        other.change_count = self.change_count
        other.change_count_at_attack = self.change_count_at_attack
        other.futile_attacks = self.futile_attacks
        other.change_count_at_futile = self.change_count_at_futile
        other.arrived_this_turn = self.arrived_this_turn
        other.losses = self.losses[:]
        other.check_due = self.check_due
        other.log = self.log
        other.redacted_log = self.redacted_log
        other.legal = self.legal
        return other

    def history(self) -> list[int]:
        """Return the actions that `apply_action` was given, from the start."""
        return [action for mover, action in observation.events(self) if mover < FORCED + CHANCE]

    def observation_string(self, player: int) -> str:
        """Return what a player sees: their hand, the table, the number of cards that are hidden."""
        return observation.observation(self, player)

    def information_state_string(self, player: int) -> str:
        """Return what a player sees now and has seen before."""
        return observation.information_state(self, player)

    def resample_from_infostate(self, player: int, rng: Random) -> AttackState:
        """Return a random state that a player cannot tell from this one."""
        other = self.clone()
        observation.resample(other, player, rng)
        if self.current_player() not in (player, TERMINAL):  # the opponent chooses from the new hand
            other.legal = other._choices()
            while not other.legal:  # the opponent did have a choice, so some other hand gives one
                observation.resample(other, player, rng)
                other.legal = other._choices()
        return other

    def _choices(self) -> tuple[int, ...]:
        decision = self.decision
        if decision is not None:
            return tuple(decisions.LEGAL[decision[0]](self, decision))
        return tuple(LEGAL[self.phase](self))  # type: ignore[misc]  # somebody decides in this phase

    def action_to_string(self, action: int) -> str:
        """Return the text of an action."""
        return actions.to_text(self.match, action)

    def string_to_action(self, text: str) -> int:
        """Return the action with a text."""
        return actions.from_text(self.match, text)

    def to_text(self) -> str:
        """Return the whole state, hidden parts included, as canonical text."""
        return "\n".join(notation.lines(self, None))

    def __str__(self) -> str:
        return self.to_text()
