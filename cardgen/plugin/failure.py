"""Report failures of the Python code of a game as errors of that game."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from cardgen.report.diagnostics import Diagnostic, quoted
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Span, display_path


@contextmanager
def running_game_code(game_id: str, what: str, function: Callable[..., Any] | None = None) -> Iterator[None]:
    """Report an exception of a game's own code as an error of the game; nothing else may run inside.

    Args:
        what: Which part of the game runs, such as `checks`.
        function: Function of the game whose result is checked inside: the place of a result that is refused.

    Raises:
        CardgenError: E215, the code raised an exception that is not an error of the user's input.
    """
    try:
        yield
    except (CardgenError, UnlocatedError):
        raise
    except (Exception, SystemExit) as error:
        message = f"{quoted(what)} of game {quoted(game_id)} failed: {summary_of(error)}"
        hint = "report it to the author of the game"
        place = place_of(error) or (place_of_function(function) if function else None)
        raise CardgenError([Diagnostic("E215", message, place, hints=(hint,))]) from error


def summary_of(error: BaseException) -> str:
    """Return type and message of an exception in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")


def place_of(error: BaseException) -> Span | None:
    """Return the line of a game at which an exception was raised, or that cannot be parsed; None if there is none.

    Lines of the core, of pydantic and of Python's library, which the game may have called, do not count.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return Span(display_path(error.filename), error.lineno or 0)
    lines = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if _is_of_game(frame.f_globals.get("__name__", "")) and not frame.f_code.co_filename.startswith("<")
    ]
    return Span(display_path(lines[-1][0]), lines[-1][1]) if lines else None


def place_of_function(function: Callable[..., Any]) -> Span | None:
    """Return the line at which a function of a game begins; None for one of the core, or without a file."""
    code = getattr(function, "__code__", None)
    if code is None or not _is_of_game(getattr(function, "__module__", "")):
        return None
    return Span(display_path(code.co_filename), code.co_firstlineno)


def _is_of_game(module: str) -> bool:
    root = module.partition(".")[0]
    if root == "cardgen":
        return module.startswith("cardgen.games.")
    return root not in {"pydantic", "pydantic_core"} and root not in sys.stdlib_module_names
