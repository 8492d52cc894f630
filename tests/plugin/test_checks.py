"""Checks that games share."""

from dataclasses import dataclass

import pytest

from cardgen.plugin.checks import check_copies, check_fixed_value, check_unique_ids


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
    assert [(item.message, item.expected, item.hints) for item in found] == (
        [(f"deck has {copies} ships", "4, counted by copies (rule 1)", (hint,))] if hint else []
    )


@pytest.mark.parametrize(
    ("stated", "fixed", "message"),
    [
        (None, 3, ""),
        (3, 3, ""),
        (("sail", "oar"), ("oar", "sail"), ""),
        (2, 3, "speed is 2"),
        (("sail",), ("oar", "sail"), "speed is [sail]"),
    ],
)
def test_stated_value_must_be_the_fixed_one(stated, fixed, message):
    found = list(check_fixed_value("E309", "speed", ("speed",), stated, fixed, "rule 2"))
    assert [item.message for item in found] == ([message] if message else [])
