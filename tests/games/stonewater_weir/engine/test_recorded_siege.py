"""What becomes of positions that seldom come up in games, with any answers, stays as in the last version."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from cardgen.games.stonewater_weir.engine.combat.enemy_attack import attack_from
from cardgen.games.stonewater_weir.engine.combat.hero_attack import attack_zone, flood_charge
from cardgen.games.stonewater_weir.engine.combat.march import march_all
from cardgen.games.stonewater_weir.engine.field.figures import has_enemies
from cardgen.games.stonewater_weir.engine.field.runner import advance_runner
from cardgen.games.stonewater_weir.engine.field.spawning import spawn_all
from cardgen.games.stonewater_weir.engine.phases.round_end import round_end
from cardgen.games.stonewater_weir.engine.phases.turns import turn
from cardgen.games.stonewater_weir.engine.state.asking import GameEnded, Unanswered
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import events_of
from cardgen.games.stonewater_weir.engine.town.slots import arrange, set_stored
from cardgen.games.stonewater_weir.engine.turn.attacks import attack_with
from tests.games.stonewater_weir.engine.any_siege import SETTINGS, any_position
from tests.recorded import check_recorded


def any_outcome(table: SiegePosition, rng: Random, act: Callable[..., Any], *arguments: Any) -> str:
    """Return a sum of all that is asked and told on the way, and of the position in the end, with any answers."""
    tape: list[int] = []
    asked = 0
    while True:
        after = table.copy()
        after.tape, after.cursor = [*tape], 0
        try:
            result = str(act(after, *arguments))
        except Unanswered:
            asked = crc32(repr(after.options).encode(), asked)
            tape = [*after.tape, rng.choice(after.options)]  # with what chance has decided before
            continue
        except GameEnded:
            result = f"ends by {after.cause}"
        told = crc32(repr(list(events_of(after))).encode())
        state = [getattr(after, name) for name in STATE]
        return f"{result} after {len(after.tape)} answers {asked:x}, told {told:x}, {crc32(repr(state).encode()):x}"


NOT_STATE = {"checking", "cursor", "options", "question", "story", "tables", "tape"}
STATE = sorted({*SiegePosition.__slots__} - NOT_STATE)


def test_any_outcome_is_as_recorded() -> None:
    def found() -> Any:
        for seed in range(100):
            rng, settings = Random(seed), SETTINGS[seed % len(SETTINGS)]
            table = any_position(rng, settings)
            hero, filled = rng.choice(table.order), [area for area in range(12) if has_enemies(table, area)]
            area = (
                table.undercurrent if table.undercurrent >= 0 and seed % 3 == 0 else rng.choice(filled or [seed % 12])
            )
            cards = [number for number, card in enumerate(table.tables.cards) if card.is_attack and not card.is_massive]
            charges = [number for number, card in enumerate(table.tables.cards) if card.is_massive]
            table.active = hero
            acts: list[tuple[Any, ...]] = [
                (attack_zone, hero, area, rng.sample(cards, rng.randrange(2))),
                (flood_charge, hero, rng.randrange(4), rng.choice(charges)),
                (attack_from, area),
                (march_all,),
                (advance_runner,),
                (spawn_all,),
                (round_end,),
                (turn,),
            ]
            for act, *arguments in acts:
                yield f"{seed} {act.__name__}: {any_outcome(table, rng, act, *arguments)}"
            weapon, other = cards[seed % len(cards)], cards[seed % 5]
            stored = next(some for some in ([weapon, other], [weapon], []) if arrange(table, hero, some) is not None)
            set_stored(table, hero, stored)
            act = partial(attack_with, stored=bool(stored))
            yield f"{seed} attack_with {len(stored)}: {any_outcome(table, rng, act, hero, area, weapon)}"

    check_recorded(Path(__file__).with_name("outcomes.txt"), found())
