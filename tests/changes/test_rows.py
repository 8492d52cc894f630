from cardgen.changes.rows import FieldChange, RowChange, compare_rows


def test_added_removed_and_changed_values_are_told_in_the_order_of_the_newer_list():
    before = [
        {"id": "gone", "name": {"pt": "Foi", "en": "Gone"}},
        {"id": 7, "name": "Seven", "cost": 1, "art": "a.svg"},
        {"id": "same", "name": "Same", "tags": ["x"]},
        {"id": "bare"},
    ]
    after = [
        {"id": "new", "name": {}},
        {"tags": ["x"], "name": "Same", "id": "same"},
        {"id": "7", "name": "Sept", "cost": 1, "size": 0},
        {"id": "bare", "cost": None},
        {"id": "plain"},
    ]
    assert compare_rows("cards", before, after) == (
        RowChange("added", "cards", "new", ""),
        RowChange(
            "changed",
            "cards",
            "7",
            "Sept",
            (FieldChange("name", "Seven", "Sept"), FieldChange("size", None, 0), FieldChange("art", "a.svg", None)),
        ),
        RowChange("added", "cards", "plain", ""),
        RowChange("removed", "cards", "gone", "Foi"),
    )
    assert compare_rows("cards", before, before[::-1]) == ()
