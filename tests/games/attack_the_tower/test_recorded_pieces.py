"""What the templates are given for each piece, and where everything is on a board, stay as in the last version.

Who has printed a board or a part of an army adds others to it.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from cardgen.games.attack_the_tower.board_plan import board_seams, plan_board
from cardgen.games.attack_the_tower.pieces import ENTRIES
from cardgen.games.attack_the_tower.schema import ArmyDeck
from cardgen.geometry.units import Rect, Size
from tests.games.attack_the_tower.test_wording import SHIPPED
from tests.recorded import Sums, check_recorded

HERE = Path(__file__).parent
SIZES = (Size(40, 53), Size(63, 88), Size(88, 63), Size(31, 120))


def places(plan: object, name: str) -> Iterator[str]:
    """Yield each part of a plan with its numbers, in mm."""
    if isinstance(plan, Rect):
        yield f"{name}: {plan.x:.2f} {plan.y:.2f} {plan.width:.2f} x {plan.height:.2f}"
    elif is_dataclass(plan):
        for field in fields(plan):
            yield from places(getattr(plan, field.name), f"{name} {field.name}")
    elif isinstance(plan, tuple):
        for number, part in enumerate(plan, 1):
            yield from places(part, f"{name} {number}")
    else:
        yield f"{name}: {plan:.2f}" if isinstance(plan, float) else f"{name}: {plan}"


def boards() -> Iterator[str]:
    for card in SIZES:
        yield f"== {card.width:g} x {card.height:g}"
        yield from places(plan_board(card), "board")
        yield from places(board_seams(card), "seam")


def army(changes: dict[str, dict[str, object]]) -> ArmyDeck:
    """The samurai with other keys of bases and abilities, by their ids."""
    plain = dict(SHIPPED["samurai"])
    for key in ("bases", "abilities"):
        plain[key] = tuple({**one, **changes.get(one["id"], {})} for one in plain[key])
    return ArmyDeck.model_validate({**plain, "faction": {**plain["faction"], "id": "a-b-team"}} if changes else plain)


OTHER = {
    "dojo": {"turn": "endwise", "copies": 1, "art": None, "plural": True},
    "monastery": {"type": "shooter", "copies": 2},  # a second base of the type
    "keeper-of-scrolls": {"turn": "endwise", "text": "Go."},
    "perfect-cut": {"text": "Stop.", "art": None, "copies": 2},
}


def pieces() -> Iterator[str]:
    sums = Sums()
    for title, deck in (("samurai", army({})), ("others", army(OTHER))):
        for kind, entries in ENTRIES.items():
            for entry in entries(deck):
                sums.add(f"{title} {kind}", entry.id, entry)
    return sums.lines()


@pytest.mark.parametrize("found", [boards, pieces])
def test_pieces_are_as_recorded(found) -> None:
    check_recorded(HERE / f"{found.__name__}.txt", found())
