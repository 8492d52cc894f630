"""Random tables in the engine, the same tables as plain ones, and what both look like after a card is played.

`engine_traces` plays a card in the engine with every choice and every chance, `reader_traces` by the meaning of its text.
A trace is what the table looks like right after the card, with one more troop on each base, in a battle, after that
battle, and in the next turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.constants import TYPES
from cardgen.games.attack_the_tower.engine import abilities
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.phases import renewal
from cardgen.games.attack_the_tower.engine.phases.phase_table import HAPPEN
from cardgen.games.attack_the_tower.engine.phases.state_checks import check_state
from cardgen.games.attack_the_tower.engine.state import actions, battlefield, lasting, zones
from cardgen.games.attack_the_tower.engine.state.changes import (
    build_base,
    recruit_troops,
    remove_units,
    update_active_verbs,
)
from cardgen.games.attack_the_tower.engine.state.damage import absorption_left, renew_aura_absorption
from cardgen.games.attack_the_tower.engine.state.lasting import TriggerEvent, VerbCode
from cardgen.games.attack_the_tower.engine.state.limits import hand_limit, special_limit
from cardgen.games.attack_the_tower.engine.state.phase import NO_BATTLE, PALACE_BATTLE, TERRITORY_BATTLE, Phase
from cardgen.games.attack_the_tower.engine.state.position import Match
from cardgen.games.attack_the_tower.engine.state.sights import BOTTOM, TOP, seen_at
from cardgen.games.attack_the_tower.engine.state.stats import (
    NOW,
    TRAIT_BITS,
    affected_by,
    affected_units,
    find_modifiers,
    prevented_places,
    prevented_slots,
    unit_stats,
)
from cardgen.games.attack_the_tower.engine.state.triggers import fire
from cardgen.games.attack_the_tower.engine.state.units import (
    BASE,
    PALACE,
    PALACES,
    SPECIAL,
    TERRITORY,
    TERRITORY_SLOTS,
    bases_of,
    bits,
)
from cardgen.games.attack_the_tower.schema import ArmyDeck
from cardgen.plugin.resources import resources
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from tests.games.attack_the_tower.reader.grammar import Card, Reader
from tests.games.attack_the_tower.reader.interpreter import CannotPlay, Player, TooMany, outcomes
from tests.games.attack_the_tower.reader.table import ROOM, Over, Table, Thing

MOST = 300
CONFIG = Config(chance="explicit", damage="choose", must_act=False)
SITUATIONS = {"own": zones.MAIN_OWN, "opponent": zones.MAIN_OPPONENT, "attacker": zones.BATTLE_ATTACKER}
SITUATIONS |= {"defender": zones.BATTLE_DEFENDER}
PROTECTIONS = {"initiative": lasting.FROM_INITIATIVE, "regular": lasting.FROM_REGULAR}
PROTECTIONS |= {"destroy": lasting.FROM_DESTROY, "sacrifice": lasting.FROM_SACRIFICE}
SPECIALS = (
    ("knight", {"power": 3}),
    ("duellist", {"power": 4, "traits": ("initiative", "unique")}),
    ("warden", {"power": 2, "traits": ("loyal",)}),
    ("sentry", {"power": 1, "traits": ("initiative", "loyal"), "static": ("guard",)}),
    ("idol", {"power": 2, "traits": ("artillery",), "static": ("cannot_attack",)}),
    ("raider", {"power": 1, "static": ("cannot_defend",)}),
)
FILLERS = ("light_infantry", "cavalry", "siege_weapon", "hand")


@cache
def plain_deck(name: str) -> Any:
    """Return a deck that ships, as it is written."""
    return tuples(load_yaml(resources().decks / f"{name}.yaml", Collector()).plain())


def tuples(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: tuples(item) for key, item in value.items()}
    return tuple(tuples(item) for item in value) if isinstance(value, list | tuple) else value


def army(name: str, *designs: dict[str, Any]) -> ArmyDeck:
    """Return the bases of a deck with some abilities, three special troops and cards that do nothing."""
    usual = {"copies": 3, "art": "x.svg", "timing": {"window": ("main", "battle")}}
    stars = [{"id": each, "name": each, "kind": "special", "icon": "star", "troop": troop} for each, troop in SPECIALS]
    fill = [
        {
            "id": "fill-" + icon.replace("_", "-"),
            "name": icon,
            "icon": icon,
            "kind": "common" if icon == "hand" else "troop",
        }
        for icon in FILLERS
    ]
    cards = tuple(usual | card for card in (*designs, *stars, *fill))
    return ArmyDeck.model_validate({**plain_deck(name), "abilities": cards})


@cache
def other_army() -> ArmyDeck:
    """Return the opponent's army."""
    return army("elves")


def match_of(ability: dict[str, Any]) -> Match:
    """Return a match in which the first army has an ability, called x."""
    return compile_match(army("samurai", {"id": "x", "name": "X"} | ability), other_army(), CONFIG)


def reader_of(deck: ArmyDeck) -> Reader:
    """Return a reader who knows the base cards of a deck."""
    troops = {base.recruits.in_language("en").lower(): str(base.type) for base in deck.bases}
    return Reader(troops, {base.name.in_language("en").lower(): str(base.type) for base in deck.bases})


# Random tables.


def random_state(match: Match, random: Random, moment: str) -> AttackState:
    """Return a random position in which player 1 may play x now.

    Args:
        match: The match.
        random: Source of chance.
        moment: `own` or `opponent`, whose main part it is; `attacker` or `defender`, the side of player 1 in a battle.
    """
    state = AttackState(match, 0)
    state.clear()
    state.turn, state.active = 5, int(moment in ("opponent", "defender"))
    for player in (0, 1):
        designs = [d for d in range(len(match.names)) if match.army[d] == player]
        _lay_bases(state, random, player, designs)
        _lay_cards(state, random, player, designs)
    update_active_verbs(state)
    state.zones[zones.HAND] = tuple(sorted((*state.zones[zones.HAND][:4], match.designs["x"])))
    lost = [unit for unit in bits(state.troops) if random.random() < 0.15]
    remove_units(state, sum(1 << unit for unit in lost))
    state.check_due = False
    state.phase = Phase.ACT if moment == "own" else Phase.OPPONENT
    state.player = 0
    if moment in ("attacker", "defender"):
        begin_battle(state, random)
    return state


def _lay_bases(state: AttackState, random: Random, player: int, designs: Sequence[int]) -> None:
    bases = [d for d in designs if state.match.kind[d] == zones.BASE_CARD]
    full = random.choice((-1, 0, 1, 2))
    for slot in range(9):
        if slot // 3 == full or random.random() < 0.28:
            build_base(state, random.choice(bases), 9 * player + slot)
            state.troops |= random.choice((0, 1, 1, 3)) << 2 * (9 * player + slot)


def _lay_cards(state: AttackState, random: Random, player: int, designs: Sequence[int]) -> None:
    match = state.match
    bases = [d for d in designs if match.kind[d] == zones.BASE_CARD]
    others = [d for d in designs if match.kind[d] != zones.BASE_CARD and match.names[d] != "x"]
    for zone, source in ((zones.ABILITY_DRAW, others), (zones.BASE_DRAW, bases), (zones.ABILITY_DISCARD, others)):
        state.zones[zone + player] = tuple(random.choices(source, k=random.randint(0, 2)))
    state.zones[zones.BASE_DISCARD + player] = tuple(random.choices(bases, k=random.randint(0, 2)))
    state.zones[zones.HAND + player] = tuple(sorted(random.choices(bases + others, k=random.randint(0, 4))))
    room = battlefield.complete_territories(state, player)
    unique = False
    for design in random.sample([d for d in others if match.kind[d] == zones.SPECIAL_CARD], k=3):
        loyal = match.traits[design] & TRAIT_BITS["loyal"]
        if (
            random.random() < 0.4
            and (loyal or room > 0)
            and not (unique and match.traits[design] & TRAIT_BITS["unique"])
        ):
            state.zones[zones.PALACE_ZONE + player] += (design,)
            room -= not loyal
            unique = unique or bool(match.traits[design] & TRAIT_BITS["unique"])


def begin_battle(state: AttackState, random: Random) -> bool:
    """Begin a battle between random places; return False if the active player has nobody to attack with."""
    active = state.active
    groups = [t for t in range(3) if state.troops & TERRITORY_SLOTS[3 * active + t]]
    groups += [3] if battlefield.special_attackers(state, active) else []
    if not groups:
        return False
    sites = range(3)
    manned = [t for t in sites if state.built & TERRITORY_SLOTS[3 * (1 - active) + t]]
    state.group, state.site = random.choice(groups), random.choice(manned or sites)
    at_palace = not manned or (random.random() < 0.15)
    if at_palace:
        slots = TERRITORY_SLOTS[3 * (1 - active) + state.site]
        remove_units(state, bases_of(slots & state.built))
        state.losses[:] = [0] * len(state.losses)
        if battlefield.complete_territories(state, 1 - active) == 0:
            loyal = TRAIT_BITS["loyal"]
            own = state.zones[zones.PALACE_ZONE + 1 - active]
            state.zones[zones.PALACE_ZONE + 1 - active] = tuple(d for d in own if state.match.traits[d] & loyal)
            update_active_verbs(state)
        state.check_due = False
    state.stage = PALACE_BATTLE if at_palace else TERRITORY_BATTLE
    state.phase = Phase.WINDOW
    renew_aura_absorption(state)
    return True


def card_name(match: Match, design: int) -> str:
    """Return the name of a card on plain tables: its player and its name."""
    return f"{match.army[design]}:{match.names[design]}"


PILES = {"hand": zones.HAND, "ability draw pile": zones.ABILITY_DRAW, "base draw pile": zones.BASE_DRAW}
PILES |= {"ability discard pile": zones.ABILITY_DISCARD, "base discard pile": zones.BASE_DISCARD}


def table_of(state: AttackState) -> Table:
    """Return a position as a plain table."""
    match, table = state.match, Table()
    table.active = state.active
    for design, kind in enumerate(match.kind):
        of_type = TYPES[match.type[design]] if match.type[design] >= 0 else ""
        table.kinds[card_name(match, design)] = ("base" if kind == zones.BASE_CARD else "ability", of_type)
        if kind == zones.SPECIAL_CARD:
            table.book[card_name(match, design)] = _special(match, design, 0)
    for slot, design in enumerate(state.bases):
        if design >= 0:
            troops = [unit for unit in (2 * slot, 2 * slot + 1) if state.troops >> unit & 1]
            base = {"id": slot, "name": card_name(match, design), "type": TYPES[match.type[design]], "troops": troops}
            table.slots[slot // 9, slot % 9 // 3, slot % 3] = base
    for player in (0, 1):
        for name, zone in PILES.items():
            table.piles[name, player] = [card_name(match, design) for design in state.zones[zone + player]]
        for index, design in enumerate(state.zones[zones.PALACE_ZONE + player]):
            table.palaces[player].append(_special(match, design, SPECIAL + 2 * index + player))
        counts = state.losses[11 * player : 11 * player + 11]
        named = [*(("troop", kind) for kind in TYPES), ("special", ""), *(("base", kind) for kind in TYPES)]
        for (kind, of_type), number in zip(named, counts, strict=True):
            table.lost += [(player, kind, of_type)] * number
    if state.stage != NO_BATTLE:
        table.battle = (state.group, state.site, "palace" if state.stage == PALACE_BATTLE else "territory")
    return table


def _special(match: Match, design: int, number: int) -> dict[str, Any]:
    rules = {zones.CANNOT_ATTACK: "cannot attack", zones.CANNOT_DEFEND: "cannot defend", zones.GUARD: "guard"}
    return {
        "id": number,
        "name": card_name(match, design),
        "power": match.power[design],
        "traits": {trait for trait, bit in TRAIT_BITS.items() if match.traits[design] & bit},
        "rules": {rule for bit, rule in rules.items() if match.static[design] & bit},
        "card": None,
    }


# What a table looks like.


def engine_view(state: AttackState) -> Any:
    """Return what a position looks like, in plain words that can be compared."""
    match = state.match
    if state.winner >= 0:
        return ("won", state.winner)
    units = state.troops | bases_of(state.built) | PALACES
    units |= battlefield.special_troops(state, 0) | battlefield.special_troops(state, 1)
    stats = unit_stats(state, units)
    marks = _engine_marks(state)
    damage = state.damage or {}

    def shown(unit: int) -> Any:
        power, traits = stats[unit]
        words = tuple(sorted(trait for trait, bit in TRAIT_BITS.items() if traits & bit))
        return power, words, tuple(sorted(marks.get(unit, Counter()).items())), damage.get(unit, 0)

    slots = []
    for slot, design in enumerate(state.bases):
        if design >= 0:
            troops = sorted(shown(unit) for unit in (2 * slot, 2 * slot + 1) if state.troops >> unit & 1)
            slots.append((slot, card_name(match, design), shown(BASE + 2 * slot), tuple(troops)))
    palaces = tuple(
        tuple(
            sorted(
                (card_name(match, d), shown(SPECIAL + 2 * i + p))
                for i, d in enumerate(state.zones[zones.PALACE_ZONE + p])
            )
        )
        for p in (0, 1)
    )
    piles = {
        f"{name} {p}": _pile(
            [card_name(match, d) for d in state.zones[zone + p]],
            *([len(seen_at(state, zone + p, end)) for end in (TOP, BOTTOM)] if "draw" in name else (0, 0)),
        )
        for name, zone in PILES.items()
        for p in (0, 1)
    }
    forbidden = tuple(_engine_forbidden(state, player) for player in (0, 1))
    ignored = tuple(_absorbed(state, player) for player in (0, 1))
    renewals = tuple(_engine_renewal(state, player) for player in (0, 1))
    limits = tuple((hand_limit(state, player), special_limit(state, player)) for player in (0, 1))
    return _view(
        slots,
        palaces,
        (shown(PALACE), shown(PALACE + 1)),
        piles,
        forbidden,
        ignored,
        renewals,
        limits,
        state.battle_ended,
    )


def _view(slots: Any, palaces: Any, palace: Any, piles: Any, *rest: Any) -> Any:
    return (
        ("slots", tuple(slots)),
        ("special troops", palaces),
        ("palaces", palace),
        ("piles", tuple(sorted(piles.items()))),
        *zip(("forbidden", "ignored", "renewals", "limits", "ended"), rest, strict=True),
    )


def _pile(cards: list[str], top: int, bottom: int) -> tuple[str, ...]:
    """Return the cards of a pile or a hand, in their order as far as anybody knows it."""
    if top + bottom >= len(cards):
        return tuple(cards)
    end = len(cards) - top
    return (*cards[:bottom], "|", *sorted(cards[bottom:end]), "|", *cards[end:])


def _engine_marks(state: AttackState) -> dict[int, Counter[str]]:
    """Return what lasts on each unit, beside power and traits."""
    found: dict[int, Counter[str]] = {}

    def mark(units: int, word: str, number: int = 0) -> None:
        for unit in bits(units):
            marks = found.setdefault(unit, Counter())
            marks[word] = marks[word] + number if number else 1

    for word, bit in PROTECTIONS.items():
        mark(affected_by(state, VerbCode.PROTECT, bit), word)
    mark(affected_by(state, VerbCode.BYPASS), "breach")
    fighting = battlefield.attackers(state) | battlefield.defenders(state) | battlefield.structures(state)
    for modifier in find_modifiers(state, 1 << VerbCode.BONUS | 1 << VerbCode.AREA):
        effect = state.match.lasting[modifier[0]]
        if effect.verb == VerbCode.BONUS:
            mark(affected_units(state, modifier, NOW), "deals", modifier[1])
        elif effect.verb == VerbCode.AREA and effect.sources is not None:
            hit = affected_units(state, modifier, NOW) & fighting
            number = (effect.sources(state, modifier, NOW) & fighting).bit_count() if hit else 0
            if number:
                mark(hit, "takes", modifier[1] * number)
    return found


def _engine_forbidden(state: AttackState, player: int) -> Any:
    attacked = prevented_places(state, player, lasting.ATTACK_ON)
    sites = [] if attacked is None else [t for t in range(6) if attacked < 0 or attacked >> (TERRITORY + t) & 1]
    return (
        ("attack", prevented_places(state, player, lasting.ATTACK) is not None or attacked == -1),
        ("attacked", tuple(t for t in sites if t // 3 != player) if attacked != -1 else ()),
        ("ability", prevented_places(state, player, lasting.ABILITY) is not None),
        ("renew", prevented_places(state, player, lasting.RENEWING) is not None),
        (
            "recruit",
            tuple(
                s
                for s in range(18)
                if state.bases[s] >= 0 and prevented_slots(state, player, lasting.RECRUIT) >> 2 * s & 1
            ),
        ),
        ("build", tuple(s for s in range(18) if prevented_slots(state, player, lasting.BUILD) >> 2 * s & 1)),
    )


def _absorbed(state: AttackState, player: int) -> int:
    other = state.clone()
    renew_aura_absorption(other)
    return absorption_left(other, player)


def _engine_renewal(state: AttackState, player: int) -> tuple[int, int]:
    draw = recruit = 0
    for modifier in find_modifiers(state, 1 << VerbCode.RENEWAL):
        effect = state.match.lasting[modifier[0]]
        if effect.verb == VerbCode.RENEWAL and effect.against ^ modifier[2] == player:
            draw, recruit = draw + effect.draw, recruit + modifier[1]
    return draw, recruit


def reader_view(table: Table) -> Any:
    """Return what a plain table looks like, in the same words as `engine_view`."""
    if table.winner is not None:
        return ("won", table.winner)
    look = Player(table, 0, lambda options: options[0])

    def shown(thing: Thing) -> Any:
        power, traits = look.stats(thing)
        return (
            power,
            tuple(sorted(traits)),
            tuple(sorted(_reader_marks(look, thing).items())),
            table.damage.get(thing, 0),
        )

    slots = []
    for (player, territory, at), base in sorted(table.slots.items()):
        if base:
            troops = sorted(shown(("troop", number)) for number in base["troops"])
            slots.append((9 * player + 3 * territory + at, base["name"], shown(("base", base["id"])), tuple(troops)))
    palaces = tuple(
        tuple(sorted((each["name"], shown(("special", each["id"]))) for each in own)) for own in table.palaces
    )
    piles = {
        f"{name} {player}": _pile(cards, *table.known.get((name, player), (0, 0)))
        for (name, player), cards in table.piles.items()
        if name in PILES
    }
    forbidden = tuple(_reader_forbidden(look, player) for player in (0, 1))
    ignored = tuple(
        sum(max(look.number_of(one), 0) for one in look.at_work(("ignore",)) if look.ignores_for(one) == player)
        for player in (0, 1)
    )
    limits = tuple(
        (look.limit(player, "hand limit"), look.limit(player, "limit of special troops")) for player in (0, 1)
    )
    return _view(
        slots,
        palaces,
        (shown(("palace", 0)), shown(("palace", 1))),
        piles,
        forbidden,
        ignored,
        tuple(look.renewal_extra(player) for player in (0, 1)),
        limits,
        table.ended,
    )


def _reader_marks(look: Player, thing: Thing) -> Counter[str]:
    found: Counter[str] = Counter()
    table = look.table
    for one in look.at_work(("safe", "breach", "deals", "also deals")):
        if thing not in look.affected(one):
            continue
        if one["what"] == "safe":
            found[one["rest"][0]] = 1
        elif one["what"] == "breach":
            found["breach"] = 1
        elif one["what"] == "deals":
            found["deals"] += one["rest"][0]
        elif thing in table.fighting("battle", thing[0]):
            sources = [each for each in look.affected(one, index=1) if each in table.fighting("battle", each[0])]
            if sources:
                found["takes"] += one["rest"][0] * len(sources)
    return found


def _reader_forbidden(look: Player, player: int) -> Any:
    table = look.table
    territories = [("territory", p, t) for p in (0, 1) for t in range(3)]
    everywhere = look.is_forbidden(player, "attack")
    bases = [
        (slot, ("base", base["id"]) if base else ("territory", *slot[:2]), bool(base))
        for slot, base in sorted(table.slots.items())
    ]
    barred = {
        what: tuple(
            9 * slot[0] + 3 * slot[1] + slot[2]
            for slot, place, built in bases
            if slot[0] == player
            and (built or what == "build")
            and (look.is_forbidden(player, what) or look.is_forbidden(player, what, place))
        )
        for what in ("recruit", "build")
    }
    sites = tuple(
        3 * p + t
        for _, p, t in territories
        if p != player and look.is_forbidden(player, "attacked", ("territory", p, t))
    )
    return (
        ("attack", everywhere),
        ("attacked", sites),
        ("ability", look.is_forbidden(player, "ability")),
        ("renew", look.is_forbidden(player, "renew")),
        ("recruit", barred["recruit"]),
        ("build", barred["build"]),
    )


# Playing.


def explore(state: AttackState, *phases: int) -> Iterator[AttackState]:
    """Give all positions that can come of one before somebody has a choice that is not part of an effect.

    In renewals nobody builds.

    Args:
        state: The position; is changed.
        phases: Phases before which to stop; none stops where no effect is running.
    """
    while True:
        decision = state.decision
        if decision is not None:
            legal = state._legal_of_decision(decision)
            if not legal:
                state.decision = None
                state.check_due = True
                continue
            for action in legal:
                child = state.clone()
                child._apply(action)
                yield from explore(child, *phases)
            return
        if state.check_due:
            check_state(state)
        elif state.stack:
            state._run_program()
        elif state.phase in (Phase.RECRUIT, Phase.RENEWAL_DRAW):
            happen = HAPPEN[state.phase]
            assert happen is not None
            happen(state)
        elif state.phase == Phase.RENEWAL_BUILD:
            renewal.apply_renewal_build(state, actions.DONE)
        elif not phases or state.phase in phases or state.phase == Phase.OVER:
            yield state
            return
        else:
            happen = HAPPEN[state.phase]
            assert happen is not None
            happen(state)


def can_play(state: AttackState, moment: str) -> bool:
    """Return whether player 1 can play x in a position."""
    return actions.PLAY + state.match.designs["x"] in abilities.legal_plays(state, 0, SITUATIONS[moment])


def engine_traces(state: AttackState, seed: int, *, renews: bool = False) -> set[Any]:
    """Return all traces of playing x in a position.

    Args:
        state: The position.
        seed: Decides about the battle that follows, if there is none yet.
        renews: Whether the next turn begins with a renewal, as far as that is allowed.

    Raises:
        TooMany: There are more than anybody would compare.
    """
    found: set[Any] = set()
    start = state.clone()
    abilities.play_ability(start, 0, actions.PLAY + state.match.designs["x"])
    leaves = 0
    for played in explore(start):
        first = (engine_view(played), _with_more_troops(played))
        if played.phase == Phase.OVER or played.winner >= 0:
            found.add(first[:1])
            continue
        for rest in _rest_of_turn(played, seed, renews=renews):
            found.add((*first, *rest))
            leaves += 1
            if leaves > MOST:
                raise TooMany
    return found


def _rest_of_turn(state: AttackState, seed: int, *, renews: bool) -> Iterator[tuple[Any, ...]]:
    """Give the views of a battle, after it, at the beginning of the next turn, and after its renewal."""
    begins = state.stage == NO_BATTLE and begin_plain_battle(state, seed)
    for fought in explore(state):
        middle = (engine_view(fought),) if begins else ()
        if fought.winner >= 0:
            yield middle
            continue
        if fought.stage != NO_BATTLE and fought.phase != Phase.BATTLE_OVER:
            fought.battle_ended = True
            fought.phase = Phase.HEAL
        for after in explore(fought, Phase.ACT, Phase.OPPONENT):
            third = (*middle, engine_view(after))
            if after.phase == Phase.OVER:
                yield third
                continue
            after.phase = Phase.TURN_END
            for end in explore(after, Phase.ANNOUNCE):
                yield from ((*third, *views) for views in _beginning_of_turn(end, renews=renews))


def _beginning_of_turn(state: AttackState, *, renews: bool) -> Iterator[tuple[Any, ...]]:
    """Give the views of the beginning of a turn, and after its renewal."""
    view = engine_view(state)
    if state.phase == Phase.OVER or not renews or prevented_places(state, state.active, lasting.RENEWING) is not None:
        yield (view,)
        return
    renewal.begin_renewal(state)
    for end in explore(state):
        yield (view, engine_view(end))


def _with_more_troops(state: AttackState) -> Any:
    """Return what a position looks like with one more troop on each base with room."""
    if state.winner >= 0:
        return ()
    other = state.clone()
    recruit_troops(other, other.built)
    return engine_view(other)


def begin_plain_battle(state: AttackState, seed: int) -> bool:
    """Declare an attack with the first group that has troops, and begin its battle; return False if there is none."""
    active = state.active
    group = next((t for t in range(3) if state.troops & TERRITORY_SLOTS[3 * active + t]), -1)
    if group < 0:
        return False
    state.group, state.site, state.stage, state.phase = group, seed % 3, TERRITORY_BATTLE, Phase.WINDOW
    renew_aura_absorption(state)
    fire(state, TriggerEvent.ATTACK, active)
    return True


def reader_traces(table: Table, card: Card, seed: int, *, renews: bool = False) -> set[Any]:
    """Return all traces of playing x on a plain table."""

    def play(own: Table, choose: Callable[[Sequence[Any]], Any]) -> Any:
        player = Player(own, 0, choose)
        trace: list[Any] = []
        try:
            player.play("0:x", card)
            trace.append(reader_view(own))
            more = own.copy()
            for base in more.slots.values():
                if base and len(base["troops"]) < ROOM:
                    more.number += 1
                    base["troops"].append(more.number)
            trace.append(reader_view(more))
            if own.battle is None:
                group = next(
                    (t for t in range(3) if any(base["troops"] for base in own.bases_in(("territory", own.active, t)))),
                    None,
                )
                if group is not None:
                    own.battle = (group, seed % 3, "territory")
                    trace.append(None)  # in place of the view, if the game ends first
                    player.fire("attack", own.active)
                    trace[-1] = reader_view(own)
            if own.battle is not None:
                player.end_battle()
            trace.append(reader_view(own))
            player.end_turn()
            trace.append(reader_view(own))
            if renews and not player.is_forbidden(own.active, "renew"):
                Player(own, own.active, choose).do_renew()
                trace.append(reader_view(own))
        except Over:
            trace = [view for view in trace if view is not None]
            trace.append(reader_view(own))
        return tuple(trace)

    return set(outcomes(table, play, 2 * MOST))


__all__ = [
    "CannotPlay", "TooMany", "can_play", "engine_traces", "match_of", "random_state", "reader_of", "reader_traces",
    "table_of",
]  # fmt: skip
