"""Write the methods that return what may matter for winning, from which the default evaluation is learned."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.plugin.rules.described.builder import RuleBuilder
from cardgen.plugin.rules.described.declared import PieceColumn
from cardgen.plugin.rules.described.scope import RuleNames, RuleScope, ZonePlace

_MOST = 18
"""Features of a seat."""


def features_source(builder: RuleBuilder) -> list[str]:
    """Return the source of the methods `features` and `table_features`."""
    of_players = [*_of_players(builder)][:_MOST]
    of_table = [*_of_table(builder)]
    summed = [f"sum([{code} for player in SEATS])" for code in of_players]
    return [
        "    def features(self):",
        '        """Return what may matter for winning, of each seat."""',
        f"        return [({', '.join(of_players)},) for player in SEATS]",
        "",
        "    def table_features(self):",
        '        """Return what may matter for winning together."""',
        f"        return [{', '.join([*of_table, *summed][:_MOST])}]",
    ]


def _of_players(builder: RuleBuilder) -> Iterator[str]:
    """Yield the code of each feature of `player`: the score first, as it matters most."""
    words, scope = builder.words, RuleScope(builder.words, "player", sure=False)
    for key in ("score", "payoff"):
        stated = getattr(builder.rules.end, key)
        if stated is not None:
            yield builder.value(stated, scope, ("end", key), "number", "yes").code
    for number in words.numbers.values():
        if number.of == "player" and number.type in ("number", "yes"):
            yield builder.value(number.name, scope, ("numbers", number.name)).code
    yield "(self._at >= 0 and self._who == player)"
    yield from _of_boards(words)
    places = [ZonePlace(zone, "player") for zone in words.zones.values() if zone.of_player]
    yield from (f"len({place.code})" for place in places)
    seen = [place for place in places if place.zone.faces != "nobody"]
    columns = [column for column in words.columns.values() if column.name != "copies"]
    for place in seen:
        yield from (f"sum({_values(column, place)})" for column in columns if column.type == "number")
    # Pieces of one rank make sets, each of which counts, and those of the longest suit are of use in tricks.
    for place in seen:
        yield from (f"most_alike({_values(column, place)})" for column in columns if column.words)
        yield from (
            f"pairs_alike({_values(column, place)}, {column.constant})" for column in columns if column.type == "number"
        )


def _of_boards(words: RuleNames) -> Iterator[str]:
    """Yield the code of the numbers on the spaces of a player, and of the spaces that name the player."""
    for number in words.numbers.values():
        board = words.boards.get(number.of)
        if board is None or number.formula or number.type == "text":
            continue
        if board.of_player and number.type != "player":
            yield f"sum([self.{number.attribute}[space] for space in SPACES_{board.constant}[player]])"
        elif number.type == "player":
            yield f"self.{number.attribute}.count(player)"


def _values(column: PieceColumn, place: ZonePlace) -> str:
    return f"[{column.constant}[card] for card in {place.code}]"


def _of_table(builder: RuleBuilder) -> Iterator[str]:
    """Yield the code of each feature of the table."""
    words = builder.words
    for number in words.numbers.values():
        if number.of == "table" and number.type in ("number", "yes"):
            yield builder.value(number.name, RuleScope(words, "player", sure=False), ("numbers", number.name)).code
    for zone in words.zones.values():
        if not zone.is_several:
            yield f"len({ZonePlace(zone).code})"
