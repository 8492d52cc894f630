"""What a deck consists of, piece by piece, as it looks; what differs between two states of it; and its file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from cardgen.changes.fingerprint import VERSION

Status = Literal["same", "changed", "new", "more", "fewer", "gone"]
_HEAD = "what the pieces of a deck look like; made by cardgen, for cardgen build --changed"


@dataclass(frozen=True, slots=True)
class Design:
    """One design and how often it is there.

    Attributes:
        kind: Name of its kind or document, as `--only` takes it.
        id: Stable id within the kind.
        name: For people.
        copies: How many there are.
        fingerprint: Equal for what looks the same.
    """

    kind: str
    id: str
    name: str
    copies: int
    fingerprint: str

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from others of the deck, however it looks."""
        return self.kind, self.id


@dataclass(frozen=True, slots=True)
class Inventory:
    """The pieces of some kinds of a deck.

    Attributes:
        kinds: Which kinds it tells of; it knows nothing of others.
        looks: The designs of these kinds, in the order of the deck.
    """

    kinds: tuple[str, ...] = ()
    looks: tuple[Design, ...] = ()

    def updated(self, newer: Inventory) -> Inventory:
        """This inventory with the kinds of a newer one in place of its own."""
        kept = [look for look in self.looks if look.kind not in newer.kinds]
        return Inventory(tuple(dict.fromkeys((*self.kinds, *newer.kinds))), (*kept, *newer.looks))


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one design.

    Attributes:
        status: `more` and `fewer` look the same but are there in another number; `changed` keeps its id.
        before: None if it is new.
        after: None if it is gone.
        missing: Copies of `after` that are not there yet.
        left: Copies of `before` that are not used any more.
    """

    status: Status
    before: Design | None
    after: Design | None
    missing: int = 0
    left: int = 0

    @property
    def look(self) -> Design:
        """The newer of the two."""
        look = self.after or self.before
        assert look is not None
        return look


def compare(before: Inventory, after: Inventory) -> tuple[Change, ...]:
    """Tell what differs between two states; neither the order of a deck nor an id whose look stays counts.

    Args:
        before: What is there. Of kinds that `after` does not tell of, nothing is said.
        after: What should be there.

    Returns:
        A change for each design of `after`, in order, equal ones included; then one for each that is gone.
    """
    old = [look for look in before.looks if look.kind in after.kinds]
    pool: Counter[tuple[str, str]] = Counter()
    for look in old:
        pool[_sort(look)] += look.copies
    by_key = {look.key: look for look in old}
    taken = _taken(after.looks, by_key, pool)
    kept = {look.key for look in after.looks}
    left = {}
    for look in sorted(old, key=lambda look: look.key in kept):  # of equal cards, those that are gone are left over
        left[look.key] = min(look.copies, pool[_sort(look)])
        pool[_sort(look)] -= left[look.key]
    changes = [
        _change(by_key.get(look.key), look, look.copies - got, left.get(look.key, 0))
        for look, got in zip(after.looks, taken, strict=True)
    ]
    gone = [look for look in old if look.key not in kept and left[look.key]]
    return (*changes, *(Change("gone", look, None, 0, left[look.key]) for look in gone))


def to_json(inventory: Inventory) -> str:
    """The file of an inventory; equal inventories give equal files."""
    whole = {"about": _HEAD, "version": VERSION, "kinds": inventory.kinds, "looks": list(map(asdict, inventory.looks))}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def from_json(text: str) -> Inventory:
    """Read the file of an inventory.

    Raises:
        ValueError: It is none, or one with fingerprints of another making; the message says which.
    """
    try:
        whole = json.loads(text)
        if whole["version"] != VERSION:
            raise ValueError("it was made by another version of cardgen")
        looks = tuple(_look(**look) for look in whole["looks"])
        return Inventory(tuple(map(str, whole["kinds"])), looks)
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError, RecursionError):
        raise ValueError("it is damaged") from None


def _look(*, copies: int, **words: str) -> Design:
    if type(copies) is not int or copies < 0 or not all(type(word) is str for word in words.values()):
        raise TypeError
    return Design(copies=copies, **words)


def _sort(look: Design) -> tuple[str, str]:
    """What makes two pieces interchangeable on the table."""
    return look.kind, look.fingerprint


def _taken(
    wanted: Sequence[Design], by_key: Mapping[tuple[str, str], Design], pool: Counter[tuple[str, str]]
) -> list[int]:
    """How many copies of each come out of the pool: first its own, then those that look like it."""
    taken = []
    for look in wanted:
        own = by_key.get(look.key)
        taken.append(min(look.copies, own.copies) if own and _sort(own) == _sort(look) else 0)
        pool[_sort(look)] -= taken[-1]
    for at, look in enumerate(wanted):
        more = min(look.copies - taken[at], pool[_sort(look)])
        pool[_sort(look)] -= more
        taken[at] += more
    return taken


def _change(before: Design | None, after: Design, missing: int, left: int) -> Change:
    alike = before is not None and _sort(before) == _sort(after)
    status: Status
    if not missing and not left:
        status = "same"
    elif before is None:
        status = "new" if missing == after.copies else "more"
    elif not alike:
        status = "changed"
    else:
        status = "more" if missing else "fewer"
    return Change(status, before, after, missing, left)
