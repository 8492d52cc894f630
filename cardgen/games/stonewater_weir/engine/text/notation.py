"""Write a game as canonical text and read it back; a person may write the text too, and leave out much."""

from __future__ import annotations

from random import Random

from cardgen.games.stonewater_weir.engine.state.asking import new_luck
from cardgen.games.stonewater_weir.engine.state.places import UNIT_COUNT
from cardgen.games.stonewater_weir.engine.state.position import (
    ENEMY_DECK,
    EVENT_DECK,
    FACE_DOWN,
    FACE_DOWN_TOKEN,
    LEVELS,
    TOKEN_STOCK,
    SiegePosition,
)
from cardgen.games.stonewater_weir.engine.state.tables import SiegeTables
from cardgen.games.stonewater_weir.engine.text.fields import STOCKS, siege_fields
from cardgen.games.stonewater_weir.engine.text.invariants import missing_cards
from cardgen.games.stonewater_weir.engine.text.words import PILE_WORDS
from cardgen.plugin.rules.position_text import Lines, number, write_fields

_FIRST_PLAYER = "first player"


def write(begin: SiegePosition, position: SiegePosition, first: int) -> str:
    """Return a game as text.

    Args:
        position: Position now, with the answers of the step and the luck to come.
    """
    luck = siege_fields(position.tables).luck
    return "\n".join([observe(begin, position, first), *write_fields(position, [luck])])


def observe(begin: SiegePosition, position: SiegePosition, first: int) -> str:
    """Return a game as text without the luck to come, which is all that is hidden; for the arguments see `write`."""
    fields = siege_fields(position.tables)
    lines = write_fields(begin, [*fields.round, *(fields.heroes[hero] for hero in begin.order), *fields.table])
    return "\n".join([f"{_FIRST_PLAYER}: {first + 1}", *lines, *write_fields(position, [fields.answers])])


def read_position(tables: SiegeTables, text: str, seed: int = 0) -> tuple[SiegePosition, int]:
    """Return the position that a text describes, with the answers of its step on its tape, and the first player.

    Args:
        text: Lines of `write`; what is left out is empty, or as at the start.
        seed: Decides the luck to come, if the text leaves it out.

    Raises:
        LogError: E703, the text is not a position of this game.
    """
    position = SiegePosition(tables)
    position.clear()
    position.luck = new_luck(Random(f"stonewater {seed}"))
    declared = siege_fields(tables)
    fields = [*declared.round, *declared.heroes, *declared.table, declared.answers, declared.luck]
    lines = Lines(text, [_FIRST_PLAYER, *(field.name for field in fields)])
    seat = number(1, tables.players)
    first = lines.parse(_FIRST_PLAYER, seat.read) - 1 if _FIRST_PLAYER in lines else 0
    lines.read(position, fields)
    _derive(position)
    if position.order:
        _fill_stocks(position, lines)
    return position, first


def _derive(position: SiegePosition) -> None:
    """Set what follows from the rest: abilities, strength tokens, figures left."""
    tables = position.tables
    for hero in position.order:
        position.abilities[hero] = tables.heroes[hero].abilities
        for token in position.tokens[LEVELS * hero : LEVELS * (hero + 1)]:
            if token >= FACE_DOWN_TOKEN:
                position.strength_tokens[hero] += 1
            elif token >= 0:
                position.abilities[hero] |= tables.tokens[token].ability
    position.supply = [count - sum(position.units[unit::UNIT_COUNT]) for unit, count in enumerate(tables.figures)]


def _fill_stocks(position: SiegePosition, lines: Lines) -> None:
    """Put into the decks that a text leaves out whatever lies nowhere else."""
    tables = position.tables
    cards, enemies, events, tokens = (tuple(sorted(left.elements())) for left in missing_cards(position))
    for pile in STOCKS:
        if PILE_WORDS[pile] in lines:
            continue
        if pile in (EVENT_DECK, ENEMY_DECK):
            position.piles[pile] = events if pile == EVENT_DECK else enemies
        elif pile >= TOKEN_STOCK:
            level = pile - TOKEN_STOCK
            position.piles[pile] = tuple(token for token in tokens if tables.tokens[token].level == level)
        else:
            group = pile - FACE_DOWN
            position.piles[pile] = tuple(card for card in cards if tables.cards[card].group == group)
