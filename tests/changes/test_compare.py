"""What is printed again, and what is taken out of the box, stays as in the last version; and the box is right afterwards."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from cardgen.changes.compare import Change, compare
from cardgen.changes.inventory import Design, Inventory
from tests.recorded import check_recorded

KINDS = ("cards", "tokens")


def any_inventory(rng: Random, kinds: tuple[str, ...]) -> Inventory:
    """Return designs of which several look alike, in any order."""
    keys = [(kind, name) for kind in kinds for name in "abc"]
    chosen = rng.sample(keys, rng.randint(0, len(keys)))
    return Inventory(kinds, tuple(Design(*key, key[1].upper(), rng.randint(1, 3), rng.choice("xyz")) for key in chosen))


def told(design: Design | None) -> str:
    return f"{design.kind[0]}.{design.id}={design.copies}{design.fingerprint}" if design else "-"


def row(change: Change) -> str:
    return f"{change.status} {told(change.before)} > {told(change.after)} +{change.missing} -{change.leftover}"


def looks(inventory: Inventory, kinds: tuple[str, ...]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for design in inventory.designs:
        if design.kind in kinds:
            found[design.kind, design.fingerprint] += design.copies
    return found


def test_changes_are_as_recorded_and_lead_to_the_new_deck():
    def found() -> Iterator[str]:
        for seed in range(150):
            rng = Random(seed)
            before, after = any_inventory(rng, KINDS), any_inventory(rng, KINDS if seed % 3 else KINDS[:1])
            changes = compare(before, after)
            box = looks(before, after.kinds)
            for change in changes:
                if change.missing:
                    box[change.after.kind, change.after.fingerprint] += change.missing
                if change.leftover:
                    box[change.before.kind, change.before.fingerprint] -= change.leftover
            assert +box == looks(after, after.kinds), seed
            yield f"== {seed}"
            yield from map(row, changes)

    check_recorded(Path(__file__).with_name("compare.txt"), found())
