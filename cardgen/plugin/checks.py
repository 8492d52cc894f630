"""Checks that many games need, as building blocks for the game's own checks.

Each function yields findings; a game calls it from a check of its own with its own codes and sources::

    def check_ids(deck: HarbourDeck) -> Iterator[Finding]:
        yield from check_unique_ids({"ships": deck.ships, "crews": deck.crews})
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from cardgen.plugin.game import Finding
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path


class HasId(Protocol):
    """An entry of a deck with a stable name."""

    @property
    def id(self) -> str:
        """Stable name."""


class HasCopies(Protocol):
    """An entry of a deck that says how many copies it has."""

    @property
    def copies(self) -> int:
        """Number of copies."""


def check_unique_ids(sections: Mapping[str, Sequence[HasId]]) -> Iterator[Finding]:
    """Yield E205 for each id that is used twice within a section.

    Args:
        sections: Lists of entries by their key in the deck; two sections may share an id.
    """
    for key, entries in sections.items():
        first: dict[str, int] = {}
        for index, entry in enumerate(entries):
            if first.setdefault(entry.id, index) != index:
                note = ("first used", (key, first[entry.id], "id"))
                yield Finding("E205", f"id {quoted(entry.id)} is used twice", (key, index, "id"), notes=(note,))


def check_copies(code: str, key: str, entries: Sequence[HasCopies], wanted: int, source: str) -> Iterator[Finding]:
    """Yield a finding if the copies of all entries of a list do not add up to a fixed number.

    Args:
        key: Key of the list in the deck; also what its entries are called in the message.
        wanted: How many copies there must be.
    """
    total = sum(entry.copies for entry in entries)
    if total != wanted:
        hint = f"add {wanted - total}" if total < wanted else f"remove {total - wanted}"
        expected = f"{wanted}, counted by copies ({source})"
        yield Finding(code, f"deck has {total} {key}", (key,), expected, (hint,), on_key=True)


def check_fixed_value(
    code: str, name: str, path: Path, stated: object, fixed: object, source: str
) -> Iterator[Finding]:
    """Yield a finding if a deck states a value that differs from the one that the game fixes.

    Args:
        stated: The value in the deck; None if the deck leaves it out, which is right. Tuples are compared as sets.
    """
    alike = set(stated) == set(fixed) if isinstance(stated, tuple) and isinstance(fixed, tuple) else stated == fixed
    if stated is not None and not alike:
        expected = f"{_written(fixed)} ({source})"
        yield Finding(code, f"{name} is {_written(stated)}", path, expected, ("leave it out",))


def _written(value: object) -> str:
    """Return a value as YAML writes it."""
    return f"[{', '.join(map(str, value))}]" if isinstance(value, tuple) else str(value)
