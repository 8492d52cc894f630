import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.changes.compare import compare
from cardgen.changes.fingerprint import VERSION
from cardgen.changes.inventory import Design, Inventory, from_json, to_json

KINDS = ("bases", "abilities")


def looks_of(*entries):
    """Looks from `id look copies`."""
    parts = [entry.split() for entry in entries]
    looks = tuple(Design("bases", name, name.title(), int(copies), look) for name, look, copies in parts)
    return Inventory(KINDS, looks)


def told(before, after):
    return {
        (change.status, change.design.id, change.missing, change.leftover)
        for change in compare(before, after)
        if change.status != "same"
    }


inventories = st.lists(
    st.builds(
        Design,
        kind=st.sampled_from(KINDS),
        id=st.sampled_from("abcdef"),
        name=st.text(max_size=3),
        copies=st.integers(0, 4),
        fingerprint=st.sampled_from("xyz"),
    ),
    max_size=6,
    unique_by=lambda look: look.key,
).map(lambda looks: Inventory(KINDS, tuple(looks)))


def count(inventory):
    pieces = Counter()
    for look in inventory.designs:
        pieces[look.kind, look.fingerprint] += look.copies
    return +pieces


@settings(max_examples=150)
@given(inventories, inventories)
def test_changes_lead_from_one_deck_to_the_other_and_are_no_more_than_must_be(before, after):
    turned = Inventory(KINDS, before.designs[::-1])
    assert {change.status for change in compare(before, turned)} <= {"same"}
    changes = compare(before, after)
    pieces = count(before)
    for change in changes:
        if change.before:
            pieces[change.before.kind, change.before.fingerprint] -= change.leftover
        if change.after:
            pieces[change.after.kind, change.after.fingerprint] += change.missing
        assert (change.status == "same") == (not change.missing and not change.leftover)
        assert change.status != "gone" or change.after is None
    assert +pieces == count(after)
    assert sum(change.missing for change in changes) == (count(after) - count(before)).total()
    assert [change.after for change in changes if change.after] == list(after.designs)
    assert len({change.design.key for change in changes}) == len(changes)


def test_statuses():
    before = looks_of("dojo x 6", "feud y 5", "lair z 3", "nest w 2")
    after = looks_of("nest w 4", "feud q 5", "dojo x 5", "camp v 1")
    assert told(before, after) == {
        ("more", "nest", 2, 0),
        ("changed", "feud", 5, 5),
        ("fewer", "dojo", 0, 1),
        ("new", "camp", 1, 0),
        ("gone", "lair", 0, 3),
    }


def test_a_new_id_with_the_old_look_needs_no_print():
    assert told(looks_of("dojo x 6"), looks_of("school x 6")) == set()
    assert told(looks_of("dojo x 6"), looks_of("school x 7")) == {("more", "school", 1, 0)}


def test_of_two_equal_cards_the_one_that_went_is_gone():
    assert told(looks_of("a x 3", "b x 3"), looks_of("a x 3")) == {("gone", "b", 0, 3)}
    assert told(looks_of("a x 3"), looks_of("b x 3", "a x 3")) == {("new", "b", 3, 0)}


def test_nothing_is_said_of_kinds_that_were_not_drawn():
    before = Inventory(KINDS, (Design("abilities", "prayer", "Prayer", 4, "x"),))
    assert compare(before, Inventory(("bases",), ())) == ()
    assert [change.status for change in compare(before, Inventory(KINDS, ()))] == ["gone"]


def test_a_newer_inventory_takes_the_place_of_its_kinds():
    prayer, dojo, lair = (
        Design(kind, name, name, 1, "x")
        for kind, name in (("abilities", "prayer"), ("bases", "dojo"), ("bases", "lair"))
    )
    older = Inventory(KINDS, (prayer, dojo))
    assert older.updated(Inventory(("bases",), (lair,))) == Inventory(KINDS, (prayer, lair))
    assert Inventory().updated(older) == older
    empty = Inventory(("aids",), (Design("aids", "aid", "Aid", 0, "y"),))
    assert older.updated(empty).kinds == (*KINDS, "aids") and from_json(to_json(empty)) == empty


@settings(max_examples=30)
@given(inventories)
def test_a_file_gives_back_what_went_into_it(inventory):
    assert from_json(to_json(inventory)) == inventory


def broken(**changes):
    whole = json.loads(to_json(looks_of("dojo x 6")))
    return json.dumps(whole | changes)


LOOK = {"kind": "bases", "id": "dojo", "name": "Dojo", "copies": 6, "fingerprint": "x"}


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "null", "{}", "[" * 100_000),
        broken(looks=[{}]),
        broken(looks=[LOOK | {"copies": "6"}]),
        broken(looks=[LOOK | {"copies": -1}]),
        broken(looks=[LOOK | {"copies": True}]),
        broken(looks=[LOOK | {"id": None}]),
        broken(looks=[LOOK | {"more": 1}]),
        broken(kinds=None),
    ],
)
def test_a_damaged_file_is_said_to_be(text):
    with pytest.raises(ValueError, match="it is damaged"):
        from_json(text)


def test_fingerprints_of_another_making_are_not_compared():
    for version in (VERSION - 1, VERSION + 1):
        with pytest.raises(ValueError, match="another version"):
            from_json(broken(version=version))
