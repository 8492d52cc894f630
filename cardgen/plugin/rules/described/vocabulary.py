"""Collect the names of a game's rules: zones, numbers and fields of pieces, and check that they do not clash."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.plugin.game import Finding
from cardgen.plugin.rules.described.boards import boards_of
from cardgen.plugin.rules.described.declared import RESERVED, Board, PieceColumn, RuleNumber, Type, Zone
from cardgen.plugin.rules.described.expressions import compile_expression
from cardgen.plugin.rules.described.parsing import ExpressionFault
from cardgen.plugin.rules.described.schema import GameplayRules, NumberRules, ZoneRules
from cardgen.plugin.rules.described.scope import RuleNames, RuleScope
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.source import Path

KindFields = Mapping[str, Mapping[str, Any]]
"""Fields of each kind, as `game.yaml` states them."""
_TYPES: Mapping[str, Type] = {
    "integer": "number",
    "number": "number",
    "boolean": "yes",
    "text": "text",
    "rich": "text",
    "color": "text",
    "picture": "text",
    "icon": "text",
    "reference": "text",
    "effects": "effects",
    "formula": "unknown",
}
MOST_SECRETS = 1000
"""Largest difference between the values of a secret number."""
_NUMBER_TYPES: Mapping[str, Type] = {
    "integer": "number",
    "boolean": "yes",
    "choice": "text",
    "player": "player",
    "piece": "piece",
}


def columns_of(kinds: KindFields) -> dict[str, PieceColumn]:
    """Return the fields of all kinds as columns; a field that several kinds have is one column."""
    found: dict[str, PieceColumn] = {
        name: PieceColumn(name, "number" if name == "copies" else "text", (), (*kinds,))
        for name in ("id", "name", "kind", "copies")
    }
    for kind, fields in kinds.items():
        for name, spec in fields.items():
            made = _column(name, spec)
            if made is None:
                continue
            before = found.get(name)
            words = made.words if before is None else tuple(dict.fromkeys((*before.words, *made.words)))
            of_type = made.type if before is None or before.type == made.type else "unknown"
            found[name] = PieceColumn(name, of_type, words, (*(before.kinds if before else ()), kind))
    return found


def _column(name: str, spec: Any) -> PieceColumn | None:
    stated = getattr(spec, "type", "")
    if stated == "choice":
        words = tuple(spec.words)
        return PieceColumn(name, "number" if all(isinstance(word, int) for word in words) else "text", words)
    if stated == "list":
        inner = _column(name, spec.of)
        several: dict[Type, Type] = {"text": "texts", "number": "numbers"}
        return PieceColumn(name, several[inner.type], inner.words) if inner and inner.type in several else None
    return PieceColumn(name, _TYPES[stated]) if stated in _TYPES else None


class Names:
    """Collects the vocabulary of rules, and what is wrong with it."""

    def __init__(self, rules: GameplayRules, kinds: KindFields, constants: Mapping[str, Any]) -> None:
        self.rules = rules
        self.kinds = kinds
        self.faults: list[Finding] = []
        boards = dict(boards_of(rules, self.fault))
        zones = dict(self._zones(boards))
        bare = RuleNames(zones, {}, columns_of(kinds), (*kinds,), constants, boards)
        effects = {name: effect.parameters for name, effect in rules.effects.items()}
        self.words = RuleNames(zones, dict(self._numbers(bare)), bare.columns, bare.kinds, constants, boards, effects)
        self._clashes()

    def fault(
        self,
        code: str,
        message: str,
        path: Path,
        expected: str = "",
        hints: tuple[str, ...] = (),
        *,
        on_key: bool = False,
    ) -> None:
        """Note what is wrong.

        Args:
            on_key: Whether the message points at the key.
        """
        self.faults.append(Finding(code, message, ("rules", *path), expected, hints, on_key=on_key))

    def _zones(self, boards: Mapping[str, Board]) -> Iterator[tuple[str, Zone]]:
        for number, (name, zone) in enumerate(self.rules.zones.items()):
            self._check_zone(name, zone, boards)
            refill = zone.refill if zone.refill in self.rules.zones else ""
            is_of_player, board = zone.of == "player", boards.get(zone.of)
            yield name, Zone(name, number, is_of_player, zone.faces, zone.holds, refill or "", zone.keep, board)

    def _check_zone(self, name: str, zone: ZoneRules, boards: Mapping[str, Board]) -> None:
        stated, path = self.rules.zones, ("zones", name)
        for at, kind in enumerate(zone.holds):
            if kind not in self.kinds:
                known = ", ".join(self.kinds)
                self.fault(
                    "E232",
                    f"unknown kind {quoted(kind)}",
                    (*path, "holds", at),
                    f"one of: {known}",
                    did_you_mean(kind, self.kinds),
                )
        owners = ["table", "player", *boards]
        if zone.of not in owners:
            self.fault(
                "E232",
                f"nothing called {quoted(zone.of)} has zones",
                (*path, "of"),
                f"one of: {', '.join(owners)}",
                did_you_mean(zone.of, owners),
            )
        if zone.of in boards and (zone.holds or zone.shuffled or zone.refill):
            self.fault(
                "E234",
                f"zone {quoted(name)} of spaces holds something at the start",
                path,
                "a zone of the table from which set_up moves pieces",
                on_key=True,
            )
        if zone.faces in ("owner", "others") and zone.of != "player":
            self.fault(
                "E234",
                f"zone {quoted(name)} has no owner",
                (*path, "faces"),
                "of: player, or faces: nobody",
            )
        if zone.refill is not None and zone.refill not in stated:
            expected = f"one of: {', '.join(stated)}"
            self.fault(
                "E232",
                f"unknown zone {quoted(zone.refill)}",
                (*path, "refill"),
                expected,
                did_you_mean(zone.refill, stated),
            )

    def _numbers(self, words: RuleNames) -> Iterator[tuple[str, RuleNumber]]:
        for name, number in self.rules.numbers.items():
            path = ("numbers", name)
            known = ["table", "player", *self.kinds, *words.boards]
            if number.of not in known:
                self.fault(
                    "E232",
                    f"nothing called {quoted(number.of)} has numbers",
                    (*path, "of"),
                    f"one of: {', '.join(known)}",
                    did_you_mean(number.of, known),
                )
                continue
            self._check_secret(name, number, path)
            of_type, choice = _NUMBER_TYPES[number.type], self._words(number, words, path)
            if choice and all(isinstance(word, int) for word in choice):
                of_type = "number"
            formula = number.is_ or ""
            limits, marks = (number.min, number.max), (number.secret, number.shown)
            yield name, RuleNumber(name, number.of, of_type, choice, *limits, formula, *marks)

    def _check_secret(self, name: str, number: NumberRules, path: Path) -> None:
        """Check that a secret number has one who knows it, and values among which the others can guess."""
        if not number.secret:
            return
        secret = f"number {quoted(name)} is secret"
        if number.of != "player":
            self.fault("E234", f"{secret}, and has no player who sees it", (*path, "secret"), "of: player")
        elif number.type == "piece":
            self.fault("E234", f"{secret}, and names a piece", (*path, "secret"), "a zone with faces: owner")
        elif number.is_ is not None:
            self.fault("E234", f"{secret}, and follows from others", (*path, "secret"), "a number without 'is'")
        elif number.type == "integer" and (
            number.min is None or number.max is None or not 0 <= number.max - number.min <= MOST_SECRETS
        ):
            expected = f"min and max, at most {MOST_SECRETS} apart"
            self.fault("E234", f"{secret}, and nothing says what it may be", (*path, "secret"), expected)

    def _words(self, number: NumberRules, words: RuleNames, path: Path) -> tuple[str | int, ...]:
        if number.type != "choice":
            return ()
        if number.words is None:
            self.fault(
                "E234", "a choice needs its words", path, "words: such as cards.suit or ['red', 'blue']", on_key=True
            )
            return ()
        try:
            found = compile_expression(number.words, RuleScope(words)).words
        except ExpressionFault as error:
            self.fault(error.code, error.message, (*path, "words"), error.expected, error.hints)
            return ()
        if not found:
            message = f"{quoted(number.words)} has no words"
            self.fault("E234", message, (*path, "words"), "such as cards.suit or ['red', 'blue']")
        return found

    def _clashes(self) -> None:
        taken: dict[str, str] = {}
        for section, stated in (
            ("boards", self.rules.boards),
            ("zones", self.rules.zones),
            ("numbers", self.rules.numbers),
        ):
            for name in stated:
                clash = "means something else in expressions" if name in RESERVED else ""
                if name in taken:
                    clash = f"has the name of a {taken[name]}"
                if clash:
                    message = f"{section[:-1]} {quoted(name)} {clash}"
                    self.fault("E219", message, (section, name), "another name", on_key=True)
                taken[name] = section[:-1]
