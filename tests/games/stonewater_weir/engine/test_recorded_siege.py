"""What becomes of positions that seldom come up in games, with any answers, stays as in the last version."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.effects import USES, SiegeEffect
from cardgen.games.stonewater_weir.engine.combat.enemy_attack import attack_from
from cardgen.games.stonewater_weir.engine.combat.hero_attack import attack_zone, flood_charge
from cardgen.games.stonewater_weir.engine.combat.march import march_all
from cardgen.games.stonewater_weir.engine.effects.compile import _step
from cardgen.games.stonewater_weir.engine.field.figures import has_enemies
from cardgen.games.stonewater_weir.engine.field.runner import advance_runner
from cardgen.games.stonewater_weir.engine.field.spawning import spawn_all
from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.phases.phase_table import STEPS
from cardgen.games.stonewater_weir.engine.phases.round_end import round_end
from cardgen.games.stonewater_weir.engine.phases.turns import turn
from cardgen.games.stonewater_weir.engine.state.actions import END_TURN, to_text
from cardgen.games.stonewater_weir.engine.state.asking import GameEnded, Unanswered
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, Until
from cardgen.games.stonewater_weir.engine.state.places import DEAD, HEROES
from cardgen.games.stonewater_weir.engine.state.position import KNOWN_DECKS, LEVELS, SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import events_of
from cardgen.games.stonewater_weir.engine.text.notation import read_position, write
from cardgen.games.stonewater_weir.engine.town.decks import look_at_top
from cardgen.games.stonewater_weir.engine.town.slots import arrange, can_store, set_stored, store_card
from cardgen.games.stonewater_weir.engine.turn.attacks import attack_with
from cardgen.games.stonewater_weir.engine.turn.cards import receive_card
from cardgen.games.stonewater_weir.engine.turn.options import hero_options
from cardgen.games.stonewater_weir.engine.turn.perform import perform
from tests.games.stonewater_weir.any_effects import ARGUMENTS
from tests.games.stonewater_weir.engine.any_siege import SETTINGS, any_position, crowd
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
            asked = crc32(repr((after.question, after.options)).encode(), asked)
            tape = [*after.tape, rng.choice(after.options)]  # with what chance has decided before
            continue
        except GameEnded:
            result = f"ends by {after.cause}"
        told = crc32(repr(list(events_of(after))).encode())
        state = [getattr(after, name) for name in STATE]
        return f"{result} after {len(after.tape)} answers {asked:x}, told {told:x}, {crc32(repr(state).encode()):x}"


def crowded(seed: int) -> tuple[SiegePosition, Random]:
    """Return a position with cards, tokens and events everywhere, in which some decks are known and heroes may be dead."""
    rng, settings = Random(seed), [*SETTINGS, OTHER_RULINGS]
    table = any_position(rng, settings[seed * len(settings) // CROWDED])
    crowd(table, rng)
    table.active, table.actions, table.arm_actions = (
        rng.choice(table.order),
        rng.choice((0, 1, 1, 2, 3)),
        rng.randrange(2),
    )
    table.first, table.acted, table.streak = rng.choice(table.order), rng.randrange(2), 4 * rng.randrange(3) + seed % 3
    table.halted, table.attacked = rng.getrandbits(12) & rng.getrandbits(12), rng.getrandbits(12)
    table.runner_entered, table.runner_field = rng.randint(0, table.round), rng.randrange(-1, 4)
    table.arm = max(range(4), key=lambda bank: (has_enemies(table, 3 * bank + 2), rng.random()))
    if seed % 7 == 0:
        table.supply, table.reinforced = [0, seed % 2, 0, 1, seed % 3], [1] * 8
    table.tactics = (*table.tactics, *((area, design, 0) for area, design, _ in table.tactics[:1]))
    table.due, table.events = table.tactics[: rng.randrange(4)], (*table.events,)
    table.lasting = tuple(
        (
            *(rng.choice([*Modifier]), rng.choice((-2, -1, 1)), rng.choice([*Until])),
            *(rng.choice((-1, table.active)), rng.randrange(-1, 3), rng.choice((-1, -1, 0, 1))),
        )
        for _ in range(rng.randrange(6))
    )
    table.season_left = [rng.randrange(4) for _ in range(4)]
    for hero in table.order:
        table.spent[hero] = rng.getrandbits(40)
        for card in rng.sample(range(len(table.tables.cards)), 12):
            if can_store(table, hero, card):
                store_card(table, hero, card)
        if hero != table.active and rng.random() < 0.2:
            table.place[hero], table.morale[hero] = DEAD, 0
    for deck in range(KNOWN_DECKS):
        if rng.random() < 0.3:
            look_at_top(table, deck, rng.randint(1, 3))
    if seed % 2:  # cards that cost and bring other things than those of the deck
        cards = [
            replace(
                card,
                morale=rng.choice((-1, 0, 1)),
                cost=max(card.cost + rng.choice((-1, 0, 1)), 0),
                phases=rng.randint(1, 2),
            )
            for card in table.tables.cards
        ]
        table.tables = replace(table.tables, cards=tuple(cards))
    table.tape = []
    table.queue = tuple(hero for hero in table.order if table.is_alive(hero) and rng.random() < 0.5)
    return table, rng


OTHER_RULINGS: dict[str, Any] = {
    **{"difficulty": "full", "heavy_zone": 2, "runner_check": "after", "surge_streak": "game", "first_hero": "left"},
    **{"streak_after_surge": "continue", "token_of_dead": "stay", "must_act": True, "arm_keeper": False},
    **{"followers_of_second": "first", "short_heavy_elite": 2},
}
CROWDED = 35
NOT_STATE = {"checking", "cursor", "options", "question", "story", "tables", "tape"}
STATE = sorted({*SiegePosition.__slots__} - NOT_STATE)


def test_any_outcome_is_as_recorded() -> None:
    def found() -> Any:
        for seed in sorted(
            range(100), key=lambda seed: seed % len(SETTINGS)
        ):  # tables are remembered for a few settings
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


def test_a_position_that_seldom_comes_up_is_read_as_it_was_written() -> None:
    for seed in range(0, CROWDED, 3):
        table, _ = crowded(seed)
        table.spent = [found % (1 << len(ABILITY_IDS)) for found in table.spent]
        for hero in {*range(HEROES)} - {*table.order}:  # not in the game
            table.tokens[LEVELS * hero : LEVELS * (hero + 1)] = [-1] * LEVELS
        again, first = read_position(table.tables, write(table, table, seed % 4))
        assert first == seed % 4
        for name in {*STATE} - {
            "abilities",
            "strength_tokens",
            "supply",
            "telling",
        }:  # which follow from others, or are not told
            found, read = (
                [*one] if isinstance(one, list | tuple) else one for one in (getattr(table, name), getattr(again, name))
            )
            assert found == read, (seed, name)


def test_each_effect_action_and_step_does_what_is_recorded() -> None:
    """Anywhere, with any answers: a sum for each effect, for each kind of action, and for each step of a round."""
    found: dict[str, list[int]] = {}

    def add(name: str, text: str) -> None:
        entry = found.setdefault(name, [0, 0])
        entry[:] = entry[0] + 1, crc32(text.encode(), entry[1])

    effects = [(verb, one) for verb, some in ARGUMENTS.items() for one in some]
    steps = [(f"{verb} {one}", _step(SiegeEffect.model_validate({verb: one}), Until.ROUND)) for verb, one in effects]
    for seed in range(CROWDED):
        table, rng = crowded(seed)
        hero = table.active
        for number, (name, (do, would)) in enumerate(steps):
            if (number + seed) % 5 == 0:
                for user, area in ((hero, -1), (-1, rng.randrange(12))):
                    if user >= 0 or USES[name.split()[0]] != ("card",):
                        add(name, f"{user >= 0 and would(table, user)} {any_outcome(table, rng, do, user, area)}")
        for action in hero_options(table, hero):
            word = to_text(table.tables, action).split()[0]
            add(f"action {word}", any_outcome(table, rng, perform, hero, action) if action != END_TURN else "")
        for card in rng.sample(range(len(table.tables.cards)), 9):
            add("receive_card", any_outcome(table, rng, receive_card, hero, card))
        for step in STEPS[SiegePhase.RESURRECTION :]:
            add(f"step {step.__name__}", any_outcome(table, rng, step))
    check_recorded(
        Path(__file__).with_name("steps.txt"),
        (f"{name}: {number} times {total:x}" for name, (number, total) in found.items()),
    )
