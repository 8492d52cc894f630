"""What can go wrong when a game is played or replayed."""

from __future__ import annotations


class RulesError(ValueError):
    """A move or a record that the rules do not allow; the state it was tried on is unchanged.

    Attributes:
        code: Permanent code (E7xx), as in `cardgen explain`.
        message: Lower case, one sentence, no full stop.
        expected: What would have been right, or empty.
    """

    code = "E700"

    def __init__(self, message: str, expected: str = "") -> None:
        super().__init__(f"{self.code} {message}" + (f"; expected {expected}" if expected else ""))
        self.message = message
        self.expected = expected


class InvalidActionError(RulesError):
    """A number or a text that names no action of this game at all."""

    code = "E701"


class IllegalActionError(RulesError):
    """An action of this game that is not allowed now."""

    code = "E702"


class LogError(RulesError):
    """A text of a state or of a game that contradicts itself or the rules.

    Attributes:
        message: Without the line.
        line: Number of the first wrong line, from 1; 0 if it is not one line.
    """

    code = "E703"

    def __init__(self, message: str, expected: str = "", line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message, expected)
        self.message = message
        self.line = line


class OtherGameError(LogError):
    """A record of other decks or rules than those at hand."""

    code = "E732"
