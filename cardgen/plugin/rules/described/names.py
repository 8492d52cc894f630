"""Compile the names of expressions, such as zones and numbers, and the attributes of what they name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cardgen.plugin.rules.described.declared import SINGLE, TYPE_WORDS, Board, RuleNumber, Type
from cardgen.plugin.rules.described.parsing import ExpressionFault, NobodyFault
from cardgen.plugin.rules.described.scope import RuleNames, RuleScope, TypedCode, ZonePlace, ZonesRead, constant
from cardgen.plugin.schema import EXPRESSION_WORDS
from cardgen.report.diagnostics import did_you_mean, quoted

if TYPE_CHECKING:
    from cardgen.plugin.rules.described.expressions import Compiler

GENERAL: Mapping[str, TypedCode | None] = {
    "player": None,
    "others": None,
    "left": None,
    "right": None,
    "yes": TypedCode("True", "yes"),
    "no": TypedCode("False", "yes"),
    "players": TypedCode("SEATS", "players"),
    "first_player": TypedCode("0", "player"),
    "turn": TypedCode("self.turn", "number"),
    "nobody": TypedCode("-1", "player", maybe=True),
    "nothing": TypedCode("-1", "piece", maybe=True),
    "direction": TypedCode("self.direction", "number"),
}
"""Names that every expression has, with their code; None for those that need to know whose turn it is."""
MOST_CODE = 20_000
"""Characters of the code of a formula, with those of the formulas that it uses."""
_WITHOUT_MEANING: Mapping[str, str] = {
    "card": "a choice binds it: 'choose: {card: hand}'",
    "it": "it is the item of a filter: hand | any('it.rank > 3')",
    "space": "a choice binds it: 'choose: {space: board}'",
    "opponent": "write 'left' for the next player, or 'others'",
}
"""What to do about a name that has no meaning at this place."""
OF_SPACES: Mapping[str, Type] = {
    "column": "number",
    "row": "number",
    "number": "number",
    "name": "text",
    "owner": "player",
    "beside": "spaces",
    "around": "spaces",
    "north": "space",
    "east": "space",
    "south": "space",
    "west": "space",
}
"""What every space has."""
_EMPTY: Mapping[str, str] = {"yes": "False", "text": "''", "piece": "-1", "player": "-1", "space": "-1", "pieces": "()"}
"""Code of the value of nothing, by type; 0 for the others."""


def compile_name(compiler: Compiler, name: str) -> TypedCode:
    """Return the code of a name.

    Raises:
        ExpressionFault: E232, it is unknown, or of a player where nobody is named; E234, its formula needs itself.
    """
    scope, words = compiler.scope, compiler.scope.words
    if name in scope.names:
        return scope.names[name]
    if name in words.zones:
        return _zone(scope, name, scope.player)
    if name in words.numbers and words.numbers[name].of in ("table", "player"):
        return _number(compiler, name, scope.player)
    if name in words.boards:
        return _board(words.boards[name], scope.player)
    found = _general(scope, name)
    if found is None and name in words.constants:
        return constant(words.constants[name])
    if found is None:
        expected, hints = "a zone, a number, or a name bound before", _meant(scope, name)
        raise ExpressionFault("E232", f"unknown name {quoted(name)}", expected, hints, part=name)
    return found


def _meant(scope: RuleScope, name: str) -> tuple[str, ...]:
    """Return a hint what to write in place of an unknown name; empty without an idea."""
    words = scope.words
    choices = [
        *(column.words for column in words.columns.values()),
        *(number.words for number in words.numbers.values()),
    ]
    if any(name in stated for stated in choices):
        return (f"write a word in quotes: '{name}'",)
    if name in _WITHOUT_MEANING:
        return (_WITHOUT_MEANING[name],)
    known = {*scope.known()} - EXPRESSION_WORDS - {name}
    declared = (f"if the game counts it, declare it: 'numbers: {{{name}: 0}}'",) if name[0] != "_" else ()
    return did_you_mean(name, known) or declared


def _general(scope: RuleScope, name: str) -> TypedCode | None:
    """Return one of the names that every expression has; None for another."""
    player = scope.player
    if (fixed := GENERAL.get(name)) is not None or name not in GENERAL:
        return fixed
    if not player:
        raise NobodyFault(
            "E232", f"there is no {quoted(name)} here: it is nobody's turn", "a turn, or `each`", part=name
        )
    return _of_player(player, name)


def _of_player(player: str, name: str) -> TypedCode | None:
    """Return a player, or the others seen from them; None for another name."""
    return {
        "player": TypedCode(player, "player"),
        "left": TypedCode(f"LEFT_OF[{player}]", "player"),
        "right": TypedCode(f"RIGHT_OF[{player}]", "player"),
        "others": TypedCode(f"OTHERS_OF[{player}]", "players"),
        "number": TypedCode(f"({player} + 1)", "number"),
    }.get(name)


def _board(board: Board, player: str) -> TypedCode:
    """Return the spaces of a board.

    Args:
        player: Code of its owner; empty if there is none.

    Raises:
        ExpressionFault: E232, it belongs to a player, and nobody is named.
    """
    if board.of_player:
        _check_owner("board", board.name, player)
    return TypedCode(f"SPACES_{board.constant}[{player if board.of_player else 0}]", "spaces", board=board)


def _zone(scope: RuleScope, name: str, player: str) -> TypedCode:
    """Return the pieces of a zone.

    Args:
        player: Code of its owner; empty if there is none.

    Raises:
        ExpressionFault: E232, it belongs to a player, and nobody is named.
    """
    zone = scope.words.zones[name]
    if zone.board is not None:
        message = f"zone {quoted(name)} is of the spaces of {quoted(zone.board.name)}, and none is named"
        raise ExpressionFault("E232", message, f"such as space.{name}", part=name)
    if zone.of_player:
        _check_owner("zone", name, player)
    place = ZonePlace(zone, player if zone.of_player else "")
    return TypedCode(place.code, "pieces", place, "zone")


def _number(compiler: Compiler, name: str, player: str) -> TypedCode:
    """Return a number of the table or of a player.

    Args:
        player: Code of its owner; empty if there is none.

    Raises:
        ExpressionFault: E232, it belongs to a player, and nobody is named.
    """
    number = compiler.scope.words.numbers[name]
    if number.of == "player":
        _check_owner("number", name, player)
    if number.formula:
        return replace(_formula(compiler, number, {}, player), item=False)
    code = f"self.{number.attribute}" + (f"[{player}]" if number.of == "player" else "")
    return TypedCode(code, number.type, words=number.words, number=number, maybe=number.type in ("player", "piece"))


def _check_owner(what: str, name: str, player: str) -> None:
    if not player:
        message = f"{what} {quoted(name)} is of a player, and it is nobody's turn"
        hints = ("for all of them, put the step below 'each: {player: players}'",)
        raise NobodyFault("E232", message, f"such as first_player.{name}", hints, part=name)


def _formula(compiler: Compiler, number: RuleNumber, names: Mapping[str, TypedCode], player: str) -> TypedCode:
    """Return the value of a number that follows from others.

    Args:
        player: Code of its owner, or of the player whose turn it is; empty if there is none.

    Raises:
        ExpressionFault: E234, it needs itself, or is too long.
    """
    pending = (*compiler.scope.pending, number.name)
    if number.name in compiler.scope.pending:
        raise ExpressionFault(
            "E234", f"numbers need each other without end: {', '.join(pending)}", "a number without 'is'"
        )
    key = number.name, player, compiler.scope.sure, *((name, value.code) for name, value in names.items())
    formulas = compiler.scope.words.formulas
    if key not in formulas:
        before, compiler.reads = compiler.reads, ZonesRead()
        scope = replace(compiler.scope, player=player, names=dict(names), pending=pending)
        try:
            formulas[key] = compiler.value_of(number.formula, scope), compiler.reads
        except ExpressionFault as error:
            if not isinstance(error, NobodyFault):
                error.formula = error.formula or number.name
            raise
        compiler.reads = before
    found, reads = formulas[key]
    compiler.reads.update(reads)
    if len(found.code) > MOST_CODE:
        raise ExpressionFault("E234", f"number {quoted(number.name)} is too long", "a shorter expression after 'is'")
    return found


def compile_attribute(compiler: Compiler, node: Any) -> TypedCode:
    """Return the code of an attribute, such as `left.hand` or `card.rank`.

    Raises:
        ExpressionFault: See `compile_name`.
    """
    if (words := _words_of_field(compiler.scope, node)) is not None:
        return words
    owner, name = compiler.value(node.node), node.attr
    found: TypedCode | None = None
    if owner.type == "player":
        asked = owner.number.name if owner.number else name
        is_sure = not owner.maybe or not compiler.scope.sure
        sure = owner if is_sure else owner.with_code(f"sure({owner.code}, {asked!r})")
        found = _attribute_of_player(compiler, sure, name)
    elif owner.type == "players" and name in compiler.scope.words.zones:
        zone = compiler.scope.words.zones[name]
        found = TypedCode(owner.code, "zones", ZonePlace(zone, owners=owner.code)) if zone.of_player else None
    elif owner.type == "piece":
        found = _attribute_of_piece(compiler, owner, name)
    elif owner.type == "space":
        found = _attribute_of_space(compiler, owner, name)
    elif owner.type == "pieces":
        found = _attribute_of_pieces(compiler, owner, name)
    elif owner.type == "unknown":
        return owner
    if found is None:
        known = _attributes(compiler.scope.words, owner)
        message = f"{TYPE_WORDS[owner.type]} {'have' if owner.type in SINGLE else 'has'} no {quoted(name)}"
        counts = owner.type in SINGLE and name in ("length", "size", "count")
        hints = ("write '| length' for how many there are",) if counts else did_you_mean(name, known)
        expected = f"one of: {', '.join(known)}" if known else "the value alone, without a point"
        raise ExpressionFault("E232", message, expected, hints, part=name)
    return replace(found, item=owner.item)


def _words_of_field(scope: RuleScope, node: Any) -> TypedCode | None:
    """Return the words of a choice, such as `cards.suit`; None for anything else."""
    kind = getattr(node.node, "name", None)
    words = scope.words
    if kind not in words.kinds or kind in scope.names or kind in words.zones:
        return None
    column = words.columns.get(node.attr)
    if column is None or not column.words:
        hints = did_you_mean(node.attr, [one.name for one in words.columns.values() if one.words])
        raise ExpressionFault(
            "E232",
            f"{quoted(kind)} has no choice {quoted(node.attr)}",
            "a field of the type choice",
            hints,
            part=node.attr,
        )
    return TypedCode(repr(column.words), "numbers" if column.type == "number" else "texts", words=column.words)


def _attribute_of_player(compiler: Compiler, owner: TypedCode, name: str) -> TypedCode | None:
    words = compiler.scope.words
    if name in words.zones and words.zones[name].of_player:
        return _zone(compiler.scope, name, owner.code)
    if name in words.numbers and words.numbers[name].of == "player":
        return _number(compiler, name, owner.code)
    if name in words.boards and words.boards[name].of_player:
        return _board(words.boards[name], owner.code)
    return _of_player(owner.code, name) if name != "player" else None


def _attribute_of_piece(compiler: Compiler, owner: TypedCode, name: str) -> TypedCode | None:
    words = compiler.scope.words
    if name in words.columns:
        column = words.columns[name]
        return TypedCode(f"{column.constant}[{owner.code}]", column.type, words=column.words)
    number = words.numbers.get(name)
    if number and number.of in words.kinds and number.formula:
        found = _formula(compiler, number, _item("card", owner), compiler.scope.player)
        empty = _EMPTY.get(found.type, "0")
        return found.with_code(f"({found.code} if {owner.code} >= 0 else {empty})") if owner.maybe else found
    if number and number.of in words.kinds:
        return _number_of(owner, number)
    return None


def _number_of(owner: TypedCode, number: RuleNumber) -> TypedCode:
    """Return a number that each piece of a kind or each space of a board has."""
    code, may_lack = f"self.{number.attribute}[{owner.code}]", owner.code if owner.maybe else ""
    maybe = number.type in ("player", "piece")
    return TypedCode(code, number.type, words=number.words, number=number, maybe=maybe, owner=may_lack)


def _item(name: str, item: TypedCode) -> dict[str, TypedCode]:
    """Return the names of the piece or the space that a formula is about."""
    return dict.fromkeys((name, "it"), replace(item, maybe=False))


def _attribute_of_space(compiler: Compiler, owner: TypedCode, name: str) -> TypedCode | None:
    board, words = owner.board, compiler.scope.words
    if board is None:
        return None
    zone, number = words.zones.get(name), words.numbers.get(name)
    if zone is not None and zone.board == board:
        place = ZonePlace(zone, f"sure({owner.code}, {name!r})" if owner.maybe and compiler.scope.sure else owner.code)
        return TypedCode(place.code, "pieces", place, "zone")
    if number is not None and number.of == board.name:
        if number.formula:
            return _formula(compiler, number, _item("space", owner), compiler.scope.player)
        return _number_of(owner, number)
    kind = OF_SPACES.get(name)
    if kind is None or (kind == "player" and not board.of_player):
        return None
    several = board if kind in ("space", "spaces") else None
    code = f"{name.upper()}_{board.constant}[{owner.code}]"
    return TypedCode(code, kind, maybe=kind == "space", board=several)


def _attribute_of_pieces(compiler: Compiler, owner: TypedCode, name: str) -> TypedCode | None:
    code = owner.code
    if owner.place and name in ("top", "last", "bottom", "first", "rest"):
        compiler.reads.ordered.add(owner.place.zone.name)
    if name in ("top", "last"):
        return TypedCode(f"({code}[-1] if {code} else -1)", "piece", owner.place, "top", maybe=True)
    if name in ("bottom", "first"):
        return TypedCode(f"({code}[0] if {code} else -1)", "piece", owner.place, "bottom", maybe=True)
    return TypedCode(f"{code}[:-1]", "pieces", owner.place) if name == "rest" else None


def _attributes(words: RuleNames, owner: TypedCode) -> list[str]:
    match owner.type:
        case "player":
            zones = [name for name, zone in words.zones.items() if zone.of_player]
            numbers = [name for name, number in words.numbers.items() if number.of == "player"]
            boards = [name for name, board in words.boards.items() if board.of_player]
            return [*zones, *numbers, *boards, "left", "right", "others", "number"]
        case "piece":
            return [*words.columns, *(n for n, number in words.numbers.items() if number.of in words.kinds)]
        case "pieces":
            return ["top", "bottom", "rest"]
        case "space":
            board = owner.board.name if owner.board else ""
            zones = [name for name, zone in words.zones.items() if zone.board and zone.board.name == board]
            own = [name for name, number in words.numbers.items() if number.of == board]
            is_owned = owner.board is not None and owner.board.of_player
            return [*zones, *own, *(name for name in OF_SPACES if name != "owner" or is_owned)]
        case "players":
            return [name for name, zone in words.zones.items() if zone.of_player]
    return []
