from cardgen.frontmatter import Paper, describe_job
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Sheet, Side
from cardgen.units import Size

A4 = Paper("A4", Size(210, 297))
STRINGS = {
    "back_blank": "blank",
    "two_sided": "both",
    "sheet_one": "{n} sheet",
    "sheet_many": "{n} sheets",
    "page_many": "pages {pages}",
    "cards": "Cards",
    "board": "Board",
    "cut_cards": "Cut",
    "cut_board": "Glue",
}
DRAWING = Drawing(Size(40, 53), 3, ())


def sheet(kind: str, title: str, *, back: bool = True, pieces: int = 9) -> Sheet:
    return Sheet(kind, title, A4.size, Side(), Side() if back else None, pieces)


def job(*sheets: Sheet) -> dict:
    return describe_job(sheets, A4, "Title", "Motto", ["a", "b"], STRINGS)


def test_the_job_says_what_is_printed_on_what():
    made = job(
        sheet("cards", "Cards (1/2)"), sheet("cards", "Cards (2/2)", pieces=1), sheet("board", "Board", back=False)
    )
    assert (made["title"], made["motto"], made["rights"]) == ("Title", "Motto", ["a", "b"])
    assert (made["paper"], made["measure"]) == ("A4", "210 × 297 mm")
    assert (made["first"], made["last"], made["odd"], made["even"]) == (3, 8, "3, 5, 7", "4, 6, 8")


def test_each_sheet_has_a_row_with_its_pages():
    made = job(
        sheet("cards", "Cards (1/2)"), sheet("cards", "Cards (2/2)", pieces=1), sheet("board", "Board", back=False)
    )
    assert made["sheets"] == [
        {"title": "Cards (1/2)", "pages": "3–4", "pieces": "9 · both"},
        {"title": "Cards (2/2)", "pages": "5–6", "pieces": "both"},
        {"title": "Board", "pages": "7–8", "pieces": "9 · blank"},
    ]


def test_sheets_of_a_kind_are_one_part():
    made = job(sheet("cards", "Cards (1/2)"), sheet("cards", "Cards (2/2)"), sheet("board", "Board", back=False))
    assert made["parts"] == [
        {"title": "Cards", "pages": "2 sheets, pages 3–6", "todo": "Cut"},
        {"title": "Board", "pages": "1 sheet, pages 7–8", "todo": "Glue"},
    ]


def test_many_pages_are_named_by_the_first_three_and_the_last():
    made = job(*[sheet("cards", "Cards")] * 9)
    assert (made["odd"], made["even"], made["last"]) == ("3, 5, 7, ... 19", "4, 6, 8, ... 20", 20)
