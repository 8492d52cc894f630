"""Errors of the rules: actions and records that a game does not allow."""

from __future__ import annotations


class RulesError(ValueError):
    """An action or a record that the rules do not allow; the state in question is unchanged.

    Attributes:
        code: Permanent code (E7xx), explained by `cardgen explain`.
        message: One sentence in lower case, without a full stop.
        expected: What would have been right; empty if there is nothing to add.
    """

    code = "E700"

    def __init__(self, message: str, expected: str = "") -> None:
        super().__init__(f"{self.code} {message}" + (f"; expected {expected}" if expected else ""))
        self.message = message
        self.expected = expected


class InvalidActionError(RulesError):
    """A number or a text that is not an action of this game."""

    code = "E701"


class IllegalActionError(RulesError):
    """An action of this game that is not allowed now."""

    code = "E702"


class LogError(RulesError):
    """A recorded state or game that contradicts itself or the rules.

    Attributes:
        message: The message without the line number.
        line: Number of the first wrong line, from 1; 0 if the error belongs to no single line.
    """

    code = "E703"

    def __init__(self, message: str, expected: str = "", line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message, expected)
        self.message = message
        self.line = line


class OtherGameError(LogError):
    """A record of other decks or other rules than the present ones."""

    code = "E732"


class NobodyError(RulesError):
    """Rules that ask something of a player or a space that is not there."""

    code = "E726"

    def __init__(self, asked: str) -> None:
        super().__init__(f"'{asked}' is nobody, and something of it is needed", "a player or a space")
        self.asked = asked
