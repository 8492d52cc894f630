"""Store the designs of a deck by their look in inventory files."""

from __future__ import annotations

from dataclasses import asdict

from cardgen.changes.fingerprint import VERSION
from cardgen.records import dataclass
from cardgen.report.json_text import format_json, parse_json

_HEAD = "what the pieces of a deck look like; made by cardgen, for cardgen build --changed"


@dataclass(frozen=True, slots=True)
class Design:
    """One design and its number of copies.

    Attributes:
        kind: Name of its kind or document, as `--only` accepts it.
        fingerprint: Equal for designs that look the same.
    """

    kind: str
    id: str
    name: str
    copies: int
    fingerprint: str

    @property
    def key(self) -> tuple[str, str]:
        """Kind and id, which identify it in its deck whatever it looks like."""
        return self.kind, self.id


@dataclass(frozen=True, slots=True)
class Inventory:
    """The designs of some kinds of a deck.

    Attributes:
        designs: Designs of these kinds, in the order of the deck.
    """

    kinds: tuple[str, ...] = ()
    designs: tuple[Design, ...] = ()

    def updated(self, newer: Inventory) -> Inventory:
        """Return this inventory with the kinds of a newer one in place of its own."""
        kept = [design for design in self.designs if design.kind not in newer.kinds]
        return Inventory(tuple(dict.fromkeys((*self.kinds, *newer.kinds))), (*kept, *newer.designs))


def to_json(inventory: Inventory) -> str:
    """Return the file content of an inventory; equal inventories have equal files."""
    designs = list(map(asdict, inventory.designs))  # "looks" in files, so that older ones can still be read
    whole = {"about": _HEAD, "version": VERSION, "kinds": inventory.kinds, "looks": designs}
    return f"{format_json(whole, indent=1)}\n"


def from_json(text: str) -> Inventory:
    """Read the file content of an inventory.

    Raises:
        ValueError: It is damaged or has fingerprints of another version; the message says which.
    """
    try:
        whole = parse_json(text)
    except ValueError:
        raise ValueError("it is damaged") from None
    try:
        if whole["version"] != VERSION:
            raise ValueError("it was made by another version of cardgen")
        designs = tuple(_design_from(**design) for design in whole["looks"])
        return Inventory(tuple(map(str, whole["kinds"])), designs)
    except (KeyError, TypeError):
        raise ValueError("it is damaged") from None


def _design_from(*, copies: int, **words: str) -> Design:
    if type(copies) is not int or copies < 0 or not all(type(word) is str for word in words.values()):
        raise TypeError
    return Design(copies=copies, **words)
