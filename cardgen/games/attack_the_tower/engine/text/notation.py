"""Write a position as canonical text, and read it back; a person may write the text too, and leave out much.

Equal positions have equal texts: what no longer matters, such as the number of changes so far, is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Match, Position
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DRAW, BASE_CARD, BASE_DRAW, KNOWN
from cardgen.games.attack_the_tower.engine.text.fields import ZONES, position_fields
from cardgen.games.attack_the_tower.engine.text.invariants import find_violations
from cardgen.plugin.rules.errors import LogError
from cardgen.plugin.rules.position_text import Lines, write_fields
from cardgen.report.diagnostics import quoted

TITLE = "attack-the-tower, position, format 1"


def lines(position: Position, viewer: int | None) -> list[str]:
    """Return a position as lines.

    Args:
        viewer: Player for whom the opponent's hand and all piles are hidden; None hides nothing.
    """
    return [TITLE, *write_fields(position, position_fields(position.match), viewer)]


def read_position(position: Position, text: str, seed: int | None = None) -> None:
    """Set up an empty position from its text.

    Args:
        text: The text, as `lines` returns it.
        seed: None if the text must be complete. Otherwise lines may be left out: draw piles then hold all cards that
            are nowhere else, shuffled by this seed; everything else is as when the first turn begins; and the lines of
            player 2 may name that player's cards without `/2`.

    Raises:
        LogError: E703, a line is missing or invalid, or the cards are not those of the armies.
    """
    if text.splitlines()[:1] != [TITLE]:
        raise LogError("this is not a position of Attack the Tower", repr(TITLE), 1)
    fields = position_fields(position.match)
    found = Lines(text, [field.name for field in fields], start=1)
    if seed is not None:
        if not all(field.name in found or field.optional for field in fields):
            _complete_names(position.match, found)  # a complete text has complete names
        position.turn, position.phase, position.rng = 1, Phase.ANNOUNCE, 1
        position.check_due = True  # a position written by hand may need the state checks
    found.read(position, fields, complete=seed is None)
    if seed is not None:
        if "changed" not in found:
            position.change_count_at_attack = position.change_count
        _fill_piles(position, found, seed)
    _check_cards(position, found)
    for key, expected in find_violations(position):
        raise LogError(f"{key}: {quoted(found.text(key))} is impossible here", expected, found.number(key))


@contextmanager
def refuse_what_cannot_continue(text: str) -> Iterator[None]:
    """Refuse a text whose lines are possible one by one, but from whose position the rules cannot go on.

    Raises:
        LogError: E703, at the first line that describes something under way.
    """
    try:
        yield
    except LogError:
        raise
    except (IndexError, KeyError, TypeError, ValueError, AssertionError) as error:
        raise LogError(
            "the game cannot continue from this position",
            "the lines ask, stack, mods, delays and fight to be empty, or copied from a position of the game",
            _first_filled_line(text, ("ask", "stack", "mods", "delays", "fight", "phase")),
        ) from error


def _first_filled_line(text: str, keys: Sequence[str]) -> int:
    """Return the number of the line of the first of some keys that has a value; 0 if none has."""
    lines = {line.partition(":")[0]: (number, line) for number, line in enumerate(text.splitlines(), 1)}
    return next((lines[key][0] for key in keys if key in lines and lines[key][1].partition(":")[2].strip()), 0)


def _complete_names(match: Match, found: Lines) -> None:
    """Complete the names of cards in the lines of player 2, where both armies have a card of that name.

    A plain name means player 2's own card; `name/1` means the other player's.
    """

    def complete(word: re.Match[str]) -> str:
        return f"{word[0]}/2" if f"{word[0]}/2" in match.designs else word[0].removesuffix("/1")

    for field in position_fields(match):
        if field.name.startswith("player 2 ") and field.name in found:
            found.replace_words(field.name, complete)


def _fill_piles(position: Position, found: Lines, seed: int) -> None:
    """Fill the draw piles that a text leaves out with the cards that are nowhere else, shuffled by a seed."""
    match, shuffle, used = position.match, Random(f"position {seed}").shuffle, Counter(cards_of(position))
    for player in (0, 1):
        for zone, bases in ((ABILITY_DRAW, False), (BASE_DRAW, True)):
            designs = [
                d for d, army in enumerate(match.army) if army == player and (match.kind[d] == BASE_CARD) == bases
            ]
            cards = [design for design in designs for _ in range(match.copies[design] - used[design])]
            shuffle(cards)
            if f"player {player + 1} {'base' if bases else 'ability'} draw" not in found:
                position.zones[zone + player] = tuple(cards)


def _check_cards(position: Position, found: Lines) -> None:
    """Check that both armies have all their cards, each in one place."""
    counts, match = Counter(cards_of(position)), position.match
    for design, copies in enumerate(match.copies):
        if counts[design] != copies:
            name = match.names[design]
            lines_with = [found.number(key) for key in _places_of_cards() if name in found.text(key).split()]
            raise LogError(
                f"card {name!r} appears {counts[design]} times",
                f"{copies}, as in its deck; a draw pile whose line is left out holds all cards that are nowhere else",
                max(lines_with, default=0),
            )


def _places_of_cards() -> Iterator[str]:
    yield "played"
    for player in (1, 2):
        yield from (f"player {player} {name}" for name, zone in ZONES.items() if zone != KNOWN)
        yield from (f"player {player} territory {number}" for number in (1, 2, 3))


def cards_of(position: Position) -> Sequence[int]:
    """Return all cards, wherever they are."""
    zones = [cards for index, cards in enumerate(position.zones) if index not in (KNOWN, KNOWN + 1)]
    return [card for cards in zones for card in cards] + [design for design in position.bases if design >= 0]


def verify_position(position: Position, text: str) -> None:
    """Check that a position has the same text as it was read from.

    Args:
        position: The position, with everything done that happens by itself.

    Raises:
        LogError: E703, at the first line that differs.
    """
    for number, (line, right) in enumerate(zip(text.splitlines(), lines(position, None), strict=False), 1):
        if line != right:
            raise LogError(f"{line!r} contradicts the rest of the position", repr(right), number)
