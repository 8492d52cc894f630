"""Compile the verbs that change the course of a turn: battles and attacks that end or turn aside, and renewals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardgen.games.attack_the_tower import effects as model
from cardgen.games.attack_the_tower.engine.battle.attack import cancel_attack, possible_redirections, redirect_attack
from cardgen.games.attack_the_tower.engine.compiler.choices import compile_choice
from cardgen.games.attack_the_tower.engine.compiler.scope import Scope
from cardgen.games.attack_the_tower.engine.phases.renewal import begin_renewal
from cardgen.games.attack_the_tower.engine.state.lasting import RENEWING
from cardgen.games.attack_the_tower.engine.state.phase import NO_BATTLE, Phase
from cardgen.games.attack_the_tower.engine.state.position import Position, Step
from cardgen.games.attack_the_tower.engine.state.stats import NOW, prevented_places
from cardgen.plugin.rules.programs import OWNER

_MAIN_PHASES = (Phase.OPPONENT, Phase.REPLY, Phase.ACT)


def _end_battle(scope: Scope, effect: model.EndBattle) -> list[Step]:
    del scope, effect

    def step(position: Position, _: list[int]) -> None:
        position.battle_ended = position.stage != NO_BATTLE

    return [step]


def _cancel(scope: Scope, effect: model.Cancel) -> list[Step]:
    del scope, effect

    def step(position: Position, _: list[int]) -> None:
        cancel_attack(position)

    return [step]


def _redirect(scope: Scope, effect: model.Redirect) -> list[Step]:
    steps, territories = compile_choice(effect.to, scope, lambda position, _: possible_redirections(position))

    def step(position: Position, frame: list[int]) -> None:
        redirect_attack(position, territories(position, frame, NOW))

    return [*steps, step]


def _renew(scope: Scope, effect: model.Renew) -> list[Step]:
    del scope, effect

    def step(position: Position, frame: list[int]) -> None:
        # The rest of the program runs before the phase does.
        allowed = prevented_places(position, frame[OWNER], RENEWING) is None
        if allowed and position.phase in _MAIN_PHASES and position.stage == NO_BATTLE:
            begin_renewal(position)

    return [step]


TURN_VERBS: dict[str, Callable[[Scope, Any], list[Step]]] = {
    "end_battle": _end_battle,
    "cancel": _cancel,
    "redirect": _redirect,
    "renew": _renew,
}
