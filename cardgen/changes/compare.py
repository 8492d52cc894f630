"""Compare two inventories of a deck: which designs must be printed again, and which are left over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from cardgen.changes.inventory import Design, Inventory
from cardgen.records import dataclass

Status = Literal["same", "changed", "new", "more", "fewer", "gone"]


@dataclass(frozen=True, slots=True)
class Change:
    """The change of one design between two inventories.

    Attributes:
        status: `more` and `fewer` look the same but have another number of copies; `changed` keeps its id.
        before: The design before; None if it is new.
        after: The design after; None if it is gone.
        missing: Copies of `after` that do not exist yet.
        leftover: Copies of `before` that are no longer used.
    """

    status: Status
    before: Design | None
    after: Design | None
    missing: int = 0
    leftover: int = 0

    @property
    def design(self) -> Design:
        """The newer of the two designs."""
        design = self.after or self.before
        assert design is not None
        return design


def compare(before: Inventory, after: Inventory) -> tuple[Change, ...]:
    """Return the differences of two inventories; order and the ids of unchanged designs do not matter.

    Args:
        before: The designs that exist. Kinds that `after` does not cover are ignored.

    Returns:
        A change for each design of `after`, in order, unchanged ones included; then one for each design that is gone.
    """
    old = [design for design in before.designs if design.kind in after.kinds]
    available: Counter[tuple[str, str]] = Counter()
    for design in old:
        available[_interchange_key(design)] += design.copies
    by_key = {design.key: design for design in old}
    reused = _reused_copies(after.designs, by_key, available)
    kept = {design.key for design in after.designs}
    leftover = {}
    for design in sorted(
        old, key=lambda design: design.key in kept
    ):  # of equal cards, those that are gone are left over
        leftover[design.key] = min(design.copies, available[_interchange_key(design)])
        available[_interchange_key(design)] -= leftover[design.key]
    changes = [
        _change(by_key.get(design.key), design, design.copies - got, leftover.get(design.key, 0))
        for design, got in zip(after.designs, reused, strict=True)
    ]
    gone = [design for design in old if design.key not in kept and leftover[design.key]]
    return (*changes, *(Change("gone", design, None, 0, leftover[design.key]) for design in gone))


def _interchange_key(design: Design) -> tuple[str, str]:
    """Return what makes two pieces interchangeable on the table: kind and fingerprint."""
    return design.kind, design.fingerprint


def _reused_copies(
    wanted: Sequence[Design], by_key: Mapping[tuple[str, str], Design], available: Counter[tuple[str, str]]
) -> list[int]:
    """Return how many copies of each design exist: its own first, then those that look the same."""
    reused = []
    for design in wanted:
        own = by_key.get(design.key)
        reused.append(
            min(design.copies, own.copies) if own and _interchange_key(own) == _interchange_key(design) else 0
        )
        available[_interchange_key(design)] -= reused[-1]
    for at, design in enumerate(wanted):
        more = min(design.copies - reused[at], available[_interchange_key(design)])
        available[_interchange_key(design)] -= more
        reused[at] += more
    return reused


def _change(before: Design | None, after: Design, missing: int, leftover: int) -> Change:
    alike = before is not None and _interchange_key(before) == _interchange_key(after)
    status: Status
    if not missing and not leftover:
        status = "same"
    elif before is None:
        status = "new" if missing == after.copies else "more"
    elif not alike:
        status = "changed"
    else:
        status = "more" if missing else "fewer"
    return Change(status, before, after, missing, leftover)
