"""Compute the formulas of a value of the deck, or of the deck, when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

NO_CYCLE = "formulas that can be computed in some order"
"""What is expected of formulas that need each other."""


class ComputedCard(dict[str, Any]):
    """A value of the deck whose formulas are computed when they are asked for.

    Args:
        values: What the deck states of it, by field.
        formulas: Functions that compute the other fields.
    """

    def __init__(self, values: Mapping[str, Any], formulas: Mapping[str, Callable[[], Any]]) -> None:
        super().__init__(values)
        self.formulas = dict(formulas)
        self._running: set[str] = set()
        self._failed: set[str] = set()
        for name in formulas:
            super().__setitem__(name, None)

    def __getitem__(self, key: str) -> Any:
        self._compute(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """See `dict.get`."""
        self._compute(key)
        return super().get(key, default)

    def items(self) -> Any:
        """Return names and values, after computing the formulas."""
        self.compute_all()
        return super().items()

    def values(self) -> Any:
        """Return all values, after computing the formulas."""
        self.compute_all()
        return super().values()

    def compute_all(self) -> None:
        """Compute the formulas that have not been asked for."""
        for name in tuple(self.formulas):
            with suppress(FormulaFailedError):
                self._compute(name)

    def _compute(self, name: str) -> None:
        if name in self._failed:
            raise FormulaFailedError
        if name in self._running:
            raise UnlocatedError("E224", f"formula {quoted(name)} needs its own value", expected=NO_CYCLE)
        if formula := self.formulas.get(name):
            self._running.add(name)
            try:
                super().__setitem__(name, formula())
                del self.formulas[name]
            except FormulaFailedError:
                self._failed.add(name)
                raise
            finally:
                self._running.discard(name)


class FormulaFailedError(Exception):
    """An expression that has failed, and has been reported."""
