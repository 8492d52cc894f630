"""Checks that games share."""

from dataclasses import dataclass

import pytest

from cardgen.plugin.checks import check_copies, check_fixed_value, check_unique_ids
from cardgen.plugin.game import Finding


@dataclass(frozen=True)
class Ship:
    """An entry of a deck."""

    id: str
    copies: int = 1


def test_id_used_twice_is_reported_with_its_first_place():
    (finding,) = check_unique_ids({"ships": [Ship("brig"), Ship("sloop"), Ship("brig")], "crews": [Ship("sloop")]})
    assert (finding.code, finding.path, finding.message) == ("E205", ("ships", 2, "id"), "id 'brig' is used twice")
    assert finding.notes == (("first used", ("ships", 0, "id")),)


@pytest.mark.parametrize(("copies", "hint"), [(3, "add 1"), (6, "remove 2"), (4, "")])
def test_copies_must_add_up(copies, hint):
    found = list(check_copies("E309", "ships", [Ship("brig", copies)], 4, "rule 1"))
    message, expected = f"deck has {copies} ships", "4, counted by copies (rule 1)"
    assert found == ([Finding("E309", message, ("ships",), expected, (hint,), on_key=True)] if hint else [])


@pytest.mark.parametrize(
    ("stated", "fixed", "message", "expected"),
    [
        (None, 3, "", ""),
        (3, 3, "", ""),
        (("sail", "oar"), ("oar", "sail"), "", ""),
        (2, 3, "speed is 2", "3 (rule 2)"),
        (0, 3, "speed is 0", "3 (rule 2)"),
        ((), ("sail",), "speed is []", "[sail] (rule 2)"),
        (("sail",), ("oar", "sail"), "speed is [sail]", "[oar, sail] (rule 2)"),
        ("sail", ("sail",), "speed is sail", "[sail] (rule 2)"),
    ],
)
def test_stated_value_must_be_the_fixed_one(stated, fixed, message, expected):
    found = list(check_fixed_value("E309", "speed", ("ships", "speed"), stated, fixed, "rule 2"))
    assert found == ([Finding("E309", message, ("ships", "speed"), expected, ("leave it out",))] if message else [])
