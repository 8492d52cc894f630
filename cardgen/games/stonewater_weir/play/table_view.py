"""Print the table as lines of text, 80 characters wide: the Runner, four fields with the town, the heroes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.field.spawning import season_of
from cardgen.games.stonewater_weir.engine.state.places import (
    AROUND,
    DAMAGED,
    DESTROYED,
    HOME,
    IN_HILLS,
    LEAVING,
    NOWHERE,
    ROUNDS,
    RUNNER_DUE,
    SEASON_ROUNDS,
    SYMBOLS,
    UNIT_COUNT,
    UNITS,
    WALL,
    WHOLE,
)
from cardgen.games.stonewater_weir.engine.state.position import SEASON_DECK, SiegePosition
from cardgen.games.stonewater_weir.engine.town.decks import deck_size
from cardgen.games.stonewater_weir.engine.town.slots import stored_cards
from cardgen.games.stonewater_weir.play.localizer import SiegeLocalizer, is_dead
from cardgen.plugin.rules.tabletop import LineRole, TableLine

WIDTH: Final = 80
_LABEL, _CELL = 8, 17
_INDENT = "      "


def draw_table(localizer: SiegeLocalizer, position: SiegePosition, player: int, first: int) -> list[TableLine]:
    """Return the table, on which nothing is hidden.

    Args:
        player: The viewer, whose heroes stand out; -1 for none.
    """
    lines = [TableLine(text, LineRole.TITLE) for text in _headlines(localizer, position)]
    lines += [TableLine(text) for text in _state_of_town(localizer, position)]
    lines.append(TableLine("-" * WIDTH, LineRole.MUTED))
    banks = [localizer.bank(bank).upper() for bank in AROUND]
    lines.append(_row("", banks, LineRole.STRONG))
    for zone in (2, 1, 0):
        cells = [_zone_cell(localizer, position, 3 * bank + zone) for bank in AROUND]
        lines += _rows(localizer.say("row_zone", zone=zone + 1), cells, LineRole.OPPONENT)
    lines.append(TableLine("=" * WIDTH, LineRole.MUTED))
    walls = [_heroes_at(localizer, position, WALL + bank, position.runner == HOME + bank) for bank in AROUND]
    lines += _rows(localizer.say("row_wall"), walls, LineRole.STRONG)
    for number in range(2):
        cells = [_building_cell(localizer, position, 2 * bank + number) for bank in AROUND]
        lines += _rows(localizer.say("row_town") if not number else "", cells, LineRole.PLAIN)
    for slot, symbol in enumerate(SYMBOLS):
        cells = [[_spawn_text(localizer, position, bank, slot)] for bank in AROUND]
        lines += _rows(localizer.say("row_slot", symbol=symbol), cells, LineRole.MUTED)
    lines.append(TableLine("-" * WIDTH, LineRole.MUTED))
    for hero in position.order:
        owner = localizer.player_of(position.owner[hero], first)
        role = LineRole.OWN if player >= 0 and owner == localizer.players[player] else LineRole.ALLY
        lines += [TableLine(text, role) for text in hero_lines(localizer, position, hero, owner)]
    lines += [TableLine(text, LineRole.MUTED) for text in _decks(localizer, position)]
    return lines


def _headlines(localizer: SiegeLocalizer, position: SiegePosition) -> Iterator[str]:
    """Yield the round with its season, and where the Runner is."""
    number = position.round
    key = "headline" if number % SEASON_ROUNDS or number == ROUNDS else "headline_last"
    season = localizer.say(f"season_{season_of(position)}")
    yield from wrap(localizer.say(key, round=number, season=season), WIDTH)
    told = [localizer.say("runner_at", place=_runner(localizer, position))]
    if position.runners_lost:
        told.append(localizer.say("runners_lost"))
    yield from wrap("; ".join(told), WIDTH)


def _runner(localizer: SiegeLocalizer, position: SiegePosition) -> str:
    """Return where the Runner is and where they go."""
    if position.runner >= HOME:
        return localizer.say("runner_home", place=localizer.runner_place(position.runner))
    if position.runner == RUNNER_DUE and position.runner_wind < 0:
        return localizer.say("runner_due")
    if position.runner in (IN_HILLS, RUNNER_DUE):
        if position.runner_wind >= 0:
            return localizer.say("runner_waits", place=localizer.area(3 * position.runner_wind + 2))
        return localizer.say("runner_hills")
    key = "runner_out" if position.runner_leg == LEAVING else "runner_back"
    return localizer.say(key, place=localizer.area(position.runner))


def _state_of_town(localizer: SiegeLocalizer, position: SiegePosition) -> Iterator[str]:
    destroyed = position.buildings.count(DESTROYED)
    told = [localizer.say("town_state", bank=localizer.bank(position.arm), destroyed=destroyed)]
    if position.undercurrent >= 0:
        told.append(localizer.say("tether_at", tether=position.tether))
    yield from wrap("; ".join(told), WIDTH)
    for event in position.events:
        lasts = position.tables.events[event].lasts_season
        duration = localizer.say("until_season" if lasts else "until_round")
        yield from wrap(localizer.say("event_active", name=localizer.events[event], duration=duration), WIDTH)


def _zone_cell(localizer: SiegeLocalizer, position: SiegePosition, area: int) -> list[str]:
    """Return what is in an area, a line each."""
    found = [localizer.say("cell_runner")] if position.runner == area else []
    if position.undercurrent == area:
        found.append(localizer.say("cell_undercurrent", tether=position.tether))
    numbers = position.units[UNIT_COUNT * area : UNIT_COUNT * (area + 1)]
    found += [localizer.units(unit, numbers[unit]) for unit in range(len(UNITS)) if numbers[unit]]
    found += [
        localizer.say("cell_card", card=localizer.cards[design]) for at, design, _ in position.tactics if at == area
    ]
    return found or ["."]


def _heroes_at(localizer: SiegeLocalizer, position: SiegePosition, place: int, is_runner: bool) -> list[str]:
    found = [localizer.short_heroes[hero] for hero in position.order if position.place[hero] == place]
    return [*found, *([localizer.say("cell_runner")] if is_runner else [])] or ["-"]


def _building_cell(localizer: SiegeLocalizer, position: SiegePosition, building: int) -> list[str]:
    """Return a building with its condition, and below it the heroes in it."""
    condition = position.buildings[building]
    marks = [localizer.say("damaged" if condition == DAMAGED else "destroyed")] if condition != WHOLE else []
    if position.reinforced[building]:
        marks.append(f"+{position.reinforced[building]}")
    name = localizer.building(building)
    if marks:
        more = " ".join(marks)
        name = f"{_cut(name, _CELL - len(more) - 1)} {more}"
    inside = [f"  {localizer.short_heroes[hero]}" for hero in position.order if position.place[hero] == building]
    return [name, *inside]


def _spawn_text(localizer: SiegeLocalizer, position: SiegePosition, bank: int, slot: int) -> str:
    """Return what a symbol of the spawning die brings to a field in this season: `1R 2m`."""
    card = position.enemy_slots[3 * bank + slot]
    if card < 0:
        return "-"
    role, standard, elite = position.tables.enemies[card].due(season_of(position))
    letters = localizer.say("unit_letters")
    parts = [f"{elite}{letters[min(2 * role + 1, 4)]}"] if elite else []
    parts += [f"{standard}{letters[2 * role]}"] if standard else []
    points = position.tables.points[bank]
    more = f" ({localizer.say('row_points', count=points)})" if points > 1 and not slot else ""
    return " ".join(parts) + more


def hero_lines(localizer: SiegeLocalizer, position: SiegePosition, hero: int, owner: str) -> list[str]:
    """Return a hero with their tracks, place, cards and abilities."""
    marks = (">" if position.active == hero else " ") + ("*" if position.first == hero else " ")
    if is_dead(position, hero):
        return [marks + localizer.say("hero_dead", name=localizer.heroes[hero])]
    head = localizer.say(
        "hero_line",
        name=localizer.heroes[hero],
        morale=position.morale[hero],
        food=position.food[hero],
        gold=position.gold[hero],
        lamplight=position.lamplight[hero],
        strength=position.tables.heroes[hero].strength + position.strength_tokens[hero],
    )
    told = [owner]
    if position.place[hero] != NOWHERE:
        told.append(localizer.place(position.place[hero]))
    if position.active == hero:
        told.append(localizer.count("hero_actions", position.actions))
    cards = [localizer.cards[card] for card in stored_cards(position, hero)]
    if cards:
        told.append(localizer.say("hero_holds", cards=", ".join(cards)))
    abilities = [localizer.abilities[bit] for bit in range(len(ABILITY_IDS)) if position.abilities[hero] >> bit & 1]
    if abilities:
        told.append(localizer.say("hero_can", abilities=", ".join(abilities)))
    more = wrap("; ".join(told), WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)
    return [*wrap(marks + head, WIDTH, subsequent_indent=_INDENT), *more]


def _decks(localizer: SiegeLocalizer, position: SiegePosition) -> list[str]:
    decks = [f"{localizer.say(f'class_{group}')} {deck_size(position, SEASON_DECK + group)}" for group in range(4)]
    figures = [f"{count} {localizer.say(f'units_{unit}')}" for unit, count in enumerate(position.supply)]
    return wrap(localizer.say("decks", decks=", ".join(decks), figures=", ".join(figures)), WIDTH)


def _rows(label: str, cells: Sequence[Sequence[str]], role: LineRole) -> list[TableLine]:
    """Return a row of the table as as many lines as its longest cell needs."""
    height = max(map(len, cells))
    filled = [[*cell, *[""] * (height - len(cell))] for cell in cells]
    return [_row(label if not at else "", [cell[at] for cell in filled], role) for at in range(height)]


def _row(label: str, cells: Sequence[str], role: LineRole) -> TableLine:
    text = label[: _LABEL - 1].ljust(_LABEL) + " ".join(_cut(cell, _CELL).ljust(_CELL) for cell in cells)
    return TableLine(text.rstrip(), role)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "\u2026"
