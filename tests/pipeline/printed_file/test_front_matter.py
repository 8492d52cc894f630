import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from cardgen.geometry.units import Rect, Size
from cardgen.impose.layout import Layout
from cardgen.impose.paper import Paper
from cardgen.impose.products import products
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Mark, Sheet, Side
from cardgen.pipeline.printed_file.front_matter import MOST_PARTS, MOST_ROWS, _shortened, describe_job
from cardgen.plugin.resources import resources
from cardgen.read.strings import load_strings
from cardgen.report.diagnostics import Collector
from tests.recorded import check_recorded

A4 = Paper("A4", Size(210, 297))
STRINGS = {
    "back_blank": "blank",
    "two_sided": "both",
    "sheet_one": "{n} sheet",
    "sheet_many": "{n} sheets",
    "page_one": "page {pages}",
    "page_many": "pages {pages}",
    "along_crop": "along the marks",
    "one_sided": "one side",
    "folded": "fold",
    "auto_text": "{first} to {last}",
    "auto_step_1": "odd {odd}",
    "auto_step_3": "even {even}",
    "hand_long_step_2": "book",
    "hand_short_step_2": "pad",
    "split_step_3": "backs {even}",
    "backless_text": "one side of {odd}",
    "backless_step_1": "or {first} to {last}",
    "none_text": "{first} to {last}, no backs",
    "cards": "Cards",
    "board": "Board",
    "cut_cards": "Cut {cut}",
    "cut_board": "Glue",
    "cut_board_one": "Cut only",
}
TWO_SIDED = Layout(A4.size)
DRAWING = Drawing(Size(40, 53), 3, ())


def sheet(kind: str, title: str, *, back: bool = True, pieces: int = 9) -> Sheet:
    return Sheet(kind, title, A4.size, Side(), Side() if back else None, pieces)


def job(*sheets: Sheet, layout: Layout = TWO_SIDED) -> dict:
    return describe_job(sheets, A4, "Title", "Subtitle", ["a", "b"], STRINGS, layout=layout)


def test_the_job_says_what_is_printed_on_what():
    made = job(
        sheet("cards", "Cards (1/2)"), sheet("cards", "Cards (2/2)", pieces=1), sheet("board", "Board", back=False)
    )
    assert (made["title"], made["subtitle"], made["rights"]) == ("Title", "Subtitle", ["a", "b"])
    assert (made["paper"], made["measure"]) == ("A4", "210 × 297 mm")
    assert made["how"]["way"] == "3 to 8"
    assert made["how"]["steps"] == ["odd 3, 5, 7", "book", "even 4, 6, 8"]


def test_each_sheet_has_a_row_with_its_pages():
    made = job(
        sheet("cards", "Cards (1/2)"), sheet("cards", "Cards (2/2)", pieces=1), sheet("board", "Board", back=False)
    )
    assert made["sheets"] == [
        {"number": "1", "title": "Cards (1/2)", "pages": "3–4", "pieces": "9 · both", "paper": ""},
        {"number": "2", "title": "Cards (2/2)", "pages": "5–6", "pieces": "both", "paper": ""},
        {"number": "3", "title": "Board", "pages": "7–8", "pieces": "9 · blank", "paper": ""},
    ]


def test_sheets_of_a_kind_are_one_part():
    made = job(sheet("cards", "Cards (1/2)"), sheet("cards", "Cards (2/2)"), sheet("board", "Board", back=False))
    assert made["parts"] == [
        {"title": "Cards", "pages": "2 sheets, pages 3–6", "todo": "Cut along the marks", "paper": ""},
        {"title": "Board", "pages": "1 sheet, pages 7–8", "todo": "Cut only", "paper": ""},
    ]
    boards = job(*[sheet("board", "Board", back=False)] * 2)
    assert [part["todo"] for part in boards["parts"]] == ["Glue"]


def test_sheets_without_any_back_are_not_turned():
    boards = [sheet("board", "Board", back=False)] * 2
    made = job(*boards)["how"]
    assert (made["way"], made["steps"], made["picture"]) == ("one side of 3, 5", ["or 3 to 6"], "")
    assert job(*boards, sheet("cards", "Cards"))["how"]["picture"] == "long"
    assert job(*boards, layout=Layout(A4.size, split=True))["how"]["picture"] == "long"


def test_many_pages_are_named_by_the_first_three_and_the_last():
    made = job(*[sheet("cards", "Cards")] * 9)
    assert made["how"]["steps"] == ["odd 3, 5, 7, ... 19", "book", "even 4, 6, 8, ... 20"]


SHEETS = [sheet("cards", "Cards (1/2)"), sheet("cards", "Cards (2/2)"), sheet("board", "Board", back=False)]


def test_a_mode_takes_from_another_what_it_has_not_of_its_own():
    made = job(*SHEETS, layout=Layout(A4.size, split=True, duplex="short-edge"))
    assert made["how"]["way"] == "3 to 5"
    assert made["how"]["steps"] == ["odd 3, 4, 5", "pad", "backs 1, 2, 3"]
    assert (made["how"]["first"], made["how"]["second"], made["how"]["picture"]) == (3, 1, "short")
    assert [row["pages"] for row in made["sheets"]] == ["3 + 1", "4 + 2", "5 + 3"]


def test_one_sided_sheets_have_no_even_pages_and_no_turning():
    made = job(*SHEETS, layout=Layout(A4.size, duplex="none"))
    assert (made["how"]["way"], made["how"]["steps"]) == ("3 to 5, no backs", [])
    assert (made["how"]["second"], made["how"]["picture"]) == (None, "")
    assert [row["pages"] for row in made["sheets"]] == ["3", "4", "5"]
    assert [part["pages"] for part in made["parts"]] == ["2 sheets, pages 3–4", "1 sheet, page 5"]


def test_reversed_even_pages_are_named_where_they_stand():
    made = job(*SHEETS, layout=Layout(A4.size, duplex="manual", evens="reversed"))
    assert [row["pages"] for row in made["sheets"]] == ["3 + 8", "5–6", "7 + 4"]
    assert [part["pages"] for part in made["parts"]] == ["2 sheets, pages 3, 5", "1 sheet, page 7"]


def any_sheets(rng: Random, most: int) -> Iterator[Sheet]:
    """Sheets of a few kinds: cards and tokens, boards over several sheets, pages to be read, backs to be glued."""
    for _ in range(rng.randint(1, 4)):
        kind, role = rng.choice(
            (("cards", "card"), ("boards", "board"), ("coins", "token"), ("pawns", "standee"), ("rules", ""))
        )
        mark = Mark(rng.choice(("crop", "fold")), 0, 0, 5, 0)
        recto = Side(
            marks=(mark,) * rng.randrange(2),
            cuts=("x",) * rng.randrange(2),
            registration=(Rect(0, 0, 5, 5),) * (rng.random() < 0.2),
        )  # type: ignore[arg-type]
        verso = rng.choice((None, Side()))
        more = {
            "cut": rng.random() < 0.7 and role != "", "tile": rng.choice((None, None, (1, 1, 2, 1))), "role": role, "folded": rng.choice(("", "", "", "pieces", "net")),
            "printed_on": rng.choice(("", "", "", "card", "heavy-card")), "is_back": rng.random() < 0.1, "steps": rng.choice(((), (), ("fold_pieces",))),
        }  # fmt: skip
        count = rng.choice((1, 1, 2, 3, most))
        for at in range(count):
            yield Sheet(
                kind,
                f"{kind} {at + 1}/{count}",
                A4.size,
                recto,
                verso,
                rng.choice((0, 1, 9)),
                heading=rng.choice(("", "", f"All {kind}")),
                **more,
            )  # type: ignore[arg-type]


def test_what_is_said_of_any_sheets_is_as_recorded():
    own = {"cards": "Cards", "boards": "Boards", "coins": "Coins", "pawns": "Pawns", "rules": "Rules"}
    files = [resources().templates / "common" / name for name in ("strings.yaml", "strings.en.yaml")]
    words = load_strings(files, "en", Collector())
    t = {key: " ".join([key, *re.findall(r"{\w+}", text)]) for key, text in words.items()} | own | {"decimal_mark": ","}

    def told() -> Iterator[str]:
        for seed in range(70):
            rng = Random(seed)
            layout = Layout(
                rng.choice((Size(210, 297), Size(100, 150.5))), duplex=rng.choice(("long-edge", "long-edge", "short-edge", "manual", "fold", "none")),
                evens=rng.choice(("normal", "reversed")), hand_flip=rng.choice(("long", "short")), split=rng.random() < 0.2,
                marks=rng.choice(("crop", "crop", "lines", "none")), product=rng.choice((None, None, None, next(iter(products().values())))),
            )  # fmt: skip
            sheets = [*any_sheets(rng, 50 if seed % 10 == 0 else 4)]
            yield f"== {seed} {layout.duplex} {layout.evens} {layout.hand_flip} {layout.marks}{' split' * layout.split}{' product' * bool(layout.product)}"
            made = describe_job(sheets, Paper("any", layout.paper), "Title", "", [], t, layout=layout)
            for key in ("measure", "ruler", "count"):
                yield f"{key}: {made[key]}"
            yield from (f"how {key}: {value}" for key, value in made["how"].items())
            for key in ("sheets", "parts", "papers"):
                yield from (f"{key}: {' | '.join(row.values())}" for row in made[key])

    check_recorded(Path(__file__).with_name("jobs.txt"), told())


def test_sheets_share_rows_and_paragraphs_only_where_the_pages_have_no_room_for_more():
    cards, board = sheet("cards", "Cards"), sheet("board", "Board")
    assert [len(job(*[cards] * count)["sheets"]) for count in (MOST_ROWS, MOST_ROWS + 1)] == [MOST_ROWS, 1]
    runs = [cards, board] * MOST_PARTS
    assert [len(job(*runs[:count])["parts"]) for count in (MOST_PARTS, MOST_PARTS + 1)] == [MOST_PARTS, 2]
    rulers = [
        describe_job([cards], Paper("any", Size(width, 300)), "", "", [], STRINGS, layout=TWO_SIDED)["ruler"]
        for width in (129, 130)
    ]
    assert rulers == [30, 50]


def test_of_more_than_four_texts_three_and_the_last_are_told():
    assert [_shortened("abcdef"[:count]) for count in (1, 4, 5, 6)] == [
        "a",
        "a, b, c, d",
        "a, b, c, \u2026 e",
        "a, b, c, \u2026 f",
    ]


def test_sheets_that_are_treated_alike_share_a_paragraph_with_their_own_pages_and_all_of_their_pieces():
    strings = STRINGS | {"dice": "Dice", "cut_cards": "Cut {n}", "cut_dice": "Cut {n}", "cut_board_one": "Glue {n}"}
    kinds = (("cards", 9), ("cards", 9), ("board", 1), ("dice", 18), ("cards", 2))
    sheets = [replace(sheet(kind, kind.title(), pieces=count), printed_on="card") for kind, count in kinds]
    made = describe_job(sheets, A4, "T", "", [], strings | {"paper_card": "Card"}, layout=TWO_SIDED)
    assert [(part["title"], part["pages"], part["todo"]) for part in made["parts"]] == [
        ("Cards, Dice", "3 sheets, pages 3\u20136, 9\u201310", "Cut 18"), ("Board", "1 sheet, pages 7\u20138", "Glue 1"), ("Cards", "1 sheet, pages 11\u201312", "Cut 2"),
    ]  # fmt: skip
