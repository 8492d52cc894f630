"""The text of rules, as a page shows it that is narrower than paper."""

from cardgen.preview.table.rules_text import rules_blocks

TEXT = """# Rules

Take **one** card, *then* go on to {long_bow}.\\
Stop.

1. First
   - within

![The table](figures/table.svg.j2)

![A hand](hand.svg.j2)

| Players | Cards |
|---|---|
| 2 | **7** |

---
"""


def test_each_part_of_the_text_is_a_block_with_its_words():
    assert rules_blocks(TEXT, "en") == (
        {"role": "h1", "runs": [("Rules", False, False)]},
        {
            "role": "p",
            "runs": [
                ("Take ", False, False),
                ("one", True, False),
                (" card, ", False, False),
                ("then", False, True),
                (" go on to ", False, False),
                ("long bow", False, False),
                (".", False, False),
                ("\n", False, False),
                ("Stop.", False, False),
            ],
        },
        {"role": "item", "runs": [("First", False, False)], "marker": "1.", "depth": 0},
        {"role": "item", "runs": [("within", False, False)], "marker": "\u2022", "depth": 1},
        {"role": "figure", "name": "figures/table.svg.j2", "words": "The table"},
        {"role": "figure", "name": "hand.svg.j2", "words": "A hand"},
        {
            "role": "table",
            "rows": [
                [[("Players", False, False)], [("Cards", False, False)]],
                [[("2", False, False)], [("7", True, False)]],
            ],
        },
    )


def test_no_heading_is_two_levels_below_the_one_around_it():
    text = "## Turn\n\n#### Move\n\n### Fight\n\n# End\n\n### Score\n"
    assert [block["role"] for block in rules_blocks(text, "en")] == ["h1", "h2", "h2", "h1", "h2"]


def test_words_have_the_punctuation_of_their_language():
    for language, words in (("en", "“Go”"), ("de", "„Go“"), ("fr", "« Go »")):
        assert rules_blocks('"Go"', language) == ({"role": "p", "runs": [(words, False, False)]},), language


def test_a_text_that_no_document_can_hold_has_no_blocks():
    assert rules_blocks("> quoted", "en") == ()
