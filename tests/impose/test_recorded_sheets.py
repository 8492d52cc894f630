"""Sheets of many layouts are those of the last version, to a thousandth of a millimetre: people own half-printed decks.

The other files of this folder say why they are right; here nothing may move unseen.
"""

import dataclasses
import zlib
from pathlib import Path

from cardgen.geometry.folds import Fold
from cardgen.geometry.holes import Hole
from cardgen.geometry.nets import die_net
from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND, Outline
from cardgen.geometry.units import Edges, Size
from cardgen.impose.areas import slot_areas
from cardgen.impose.fits import best_fit, count_folded_pairs, find_fits
from cardgen.impose.layout import LONGEST, Layout, read_length, read_margins
from cardgen.impose.leaves import impose_leaves
from cardgen.impose.order import even_pages, odd_pages, order_files
from cardgen.impose.paper import CARDS, PAPERS, find_card, find_paper, smallest_paper
from cardgen.impose.pieces import impose_pieces
from cardgen.impose.plotter import PLOTTERS, cut_plans, find_plotter
from cardgen.impose.products import products
from cardgen.impose.tile import impose_tiles, tile_name
from cardgen.model.drawing import Drawing
from cardgen.report.errors import UnlocatedError
from tests.recorded import check_recorded

from .shapes import A4, CARD, make_drawing, make_piece

LETTER = Size(215.9, 279.4)
PAWN = Outline.path("M.3 0H.7C1 .1 1 .4 .75 .45L1 1H0L.25 .45C0 .4 0 .1 .3 0Z")
UNEVEN = Edges(6, 9, 4, 12)
SLOTS = products()
LAYOUTS = {
    "short edge": Layout(A4, duplex="short-edge"),
    "letter, uneven margins": Layout(LETTER, margins=UNEVEN),
    "lines and corners": Layout(A4, marks="lines", corners=3, gap=2.5),
    "corners": Layout(A4, corners=2),
    "no marks": Layout(A4, marks="none", bleed=1),
    "by hand": Layout(A4.turned, duplex="manual", hand_flip="short", gap=3),
    "fold": Layout(A4, duplex="fold", margins=UNEVEN),
    "one side": Layout(A4, duplex="none", gap=5),
    "silhouette": Layout(A4, plotter=PLOTTERS["silhouette"]),
    "scm, lines": Layout(LETTER, plotter=PLOTTERS["scm"], marks="lines", margins=Edges(4, 30, 4, 4)),
}


NET = die_net(12, 4)
HOLES = (Hole(0.5, 0.1, 4), Hole(0.25, 0.75))


def several(count, **more):
    return [make_piece(copies=count, name="a", **more), make_piece(back=False, name="b", **more)]


def pierced(pieces):
    return [dataclasses.replace(piece, holes=HOLES) for piece in pieces]


PIECES = {
    "cards": several(3),
    "endwise": several(1, endwise=True, size=Size(60, 40)),
    "hexagons": several(2, outline=HEXAGON),
    "rounds with holes": pierced(several(1, outline=ROUND)),
    "mixed": [make_piece(Size(40, 30), copies=2), make_piece(Size(70, 55)), make_piece(Size(20, 62), copies=4)],
    "lying and upright": [make_piece(Size(280, 150)), make_piece(Size(120, 280)), make_piece(Size(20, 20))],
    "standees": several(2, fold=Fold(base="flaps", depth=8), outline=PAWN),
    "tabs": pierced(several(1, fold=Fold(base="tab", depth=8, width=5))),
    "slots": several(1, fold=Fold(base="slot", depth=6)),
    "folded at the left": several(1, fold=Fold(edge="left", base="none"), endwise=True),
    "holes in what is folded at the left": pierced(several(1, fold=Fold(edge="left", base="none"))),
    "a net": [dataclasses.replace(make_piece(NET.size, back=False, outline=NET.shape), net=NET)],
}


def test_sheets_of_pieces():
    check_recorded(Path(__file__).with_name("sheets.txt"), [line for case in cases() for line in case])


def cases():
    for name, pieces in PIECES.items():
        for way, layout in LAYOUTS.items():
            cut = "outline" if name in ("mixed", "lying and upright") else "straight"
            yield shown(f"{name}; {way}", impose_pieces, pieces, layout, kind="k", title="T", gutter=1, cut=cut)
    yield from cases_of_slots_and_edges()
    yield shown("uncut", impose_pieces, PIECES["cards"], Layout(A4), kind="k", title="T", cut="none", role="card")
    yield shown("none", impose_pieces, [], Layout(A4), kind="k", title="T")
    yield shown("two sheets", impose_pieces, several(24), Layout(A4), kind="k", title="T", role="card")
    yield shown("too wide", impose_pieces, [make_piece(Size(300, 20))], Layout(A4), kind="k", title="T")
    yield shown("too wide by far", impose_pieces, [make_piece(Size(3000, 20))], Layout(A4), kind="k", title="T")
    yield shown("half", impose_pieces, [make_piece(A4)], Layout(A4, duplex="fold"), kind="k", title="T")
    yield shown("gap", impose_pieces, [make_piece(copies=2)], Layout(A4, gap=190), kind="k", title="T")
    yield shown("corner", impose_pieces, [make_piece()], Layout(A4, corners=20.5), kind="k", title="T")
    boards = [make_piece(Size(450, 300)), make_piece(Size(420, 280), copies=2, outline=ROUND, endwise=True)]
    seams = ({150: 0, 300.0: 0}, {140: 0})
    for board in [*boards, make_piece(Size(150, 200), outline=HEXAGON), make_piece(Size(196, 283), back=False)]:
        for way in ("short edge", "letter, uneven margins", "lines and corners", "no marks", "fold", "one side"):
            case = f"board {board.face.size}; {way}"
            yield shown(case, impose_tiles, board, LAYOUTS[way], title="B", seams=seams, back_title="Back")
    yield shown("strip", impose_tiles, make_piece(Size(900, 20)), Layout(A4), title="B", overlap=0)
    yield shown("overlap", impose_tiles, boards[0], Layout(Size(60, 60)), title="B", overlap=30)
    pages = [make_drawing(A4, 0) for _ in range(3)]
    for way in ("short edge", "one side"):
        yield shown(f"leaves; {way}", impose_leaves, pages, LAYOUTS[way], kind="rules", title="Rules")


def cases_of_slots_and_edges():
    for name in ("avery-8371", "avery-5388", "avery-5196"):
        one = Layout(SLOTS[name].paper, product=SLOTS[name], marks="lines" if name == "avery-5196" else "crop")
        for size in (Size(40, 30), Size(20, 70), Size(89, 50.8), Size(76, 127.1), Size(63.5, 88.9), Size(300, 20)):
            for outline in (RECTANGLE, ROUND) if size.width == 40 else (RECTANGLE,):
                yield shown(
                    f"{name} {size}", impose_pieces, several(6, size=size, outline=outline), one, kind="k", title="T"
                )
    mixed = [make_piece(Size(40, 30), copies=3), make_piece(Size(20, 10)), make_piece(Size(60, 60))]
    yield shown("mixed slots", impose_pieces, mixed, Layout(LETTER, product=SLOTS["avery-5196"]), kind="k", title="T")
    light, dark = (
        dataclasses.replace(one, edges=((hue,) * 6,) * 8) for one, hue in zip(several(5), (250, 10), strict=True)
    )
    for pieces in ([light, dark], [dark, light, dark], [light] * 2):
        for more in ({}, {"gap": 0.0}, {"margins": Edges.all(9.8)}, {"duplex": "none", "marks": "lines"}):
            yield shown(f"{len(pieces)} unlike; {more}", impose_pieces, pieces, Layout(A4, **more), kind="k", title="T")


def test_sizes_orders_and_messages():
    check_recorded(Path(__file__).with_name("layouts.txt"), [*readings(), *orders(), *rooms()])


def readings():
    for which, find, names in (("paper", find_paper, PAPERS), ("card", find_card, CARDS)):
        yield from (f"{which} {name}: {find(name.upper().replace('-', ' '))}" for name in names)
        for text in (
            "30 x 40mm", "29x40", "2x4in", "5x1000mm", "2000x30mm", "2000.1x30mm", "29.9x40", "pokr", "\0", "ours",
        ):  # fmt: skip
            yield attempt(f"{which} {text!r}", find, text, {"ours": Size(70, 90)})
    for name in ("scm", "ours", "sillouette"):
        yield attempt(f"plotter {name}", find_plotter, name, {"ours": PLOTTERS["scm"]})
    for what in sorted(LONGEST):
        for text in ("", "-2", "2 cm", "x", "1e3", "201", "nan"):
            yield attempt(f"{what} {text!r}", read_length, what, text)
    for text in ("1", "1,2", "1,2,3", "1,2,3,4", "1,2,3,4,5", ","):
        yield attempt(f"margins {text!r}", read_margins, text)


def orders():
    for duplex in ("long-edge", "short-edge", "manual", "fold", "none"):
        for more in (
            {},
            {"split": True},
            {"evens": "reversed"},
            {"plotter": PLOTTERS["scm"]},
            {"hand_flip": "short"},
            {"product": SLOTS["avery-8371"]},
            {"product": SLOTS["avery-8371"], "plotter": PLOTTERS["scm"]},
            {"product": SLOTS["avery-8371"], "gap": 0.0},
            {"split": True, "evens": "reversed"},
        ):
            layout = Layout(A4, duplex=duplex, **more)
            yield attempt(
                f"{duplex} {[*more]}" if "product" in more else f"{duplex} {more}",
                lambda found: found.checked() is found,
                layout,
            )
            yield f"  {layout.two_sided} {layout.by_hand} {layout.flip}"
            for count in (0, 3, 6):
                sheets = impose_leaves([make_drawing(A4)] * count, Layout(A4, duplex="none"), kind="k", title="T")
                yield f"  {order_files(count, layout)} {odd_pages(sheets, layout)} | {even_pages(sheets, layout)}"


def rooms():
    for paper in (A4.turned, Size(40, 50), Size(12, 400)):
        for more in ({}, {"fold": True}, {"plotter": PLOTTERS["silhouette"]}):
            yield attempt(f"areas {paper} {[*more]}", slot_areas, paper, UNEVEN, **more)
    yield attempt("areas beside marks", slot_areas, Size(50, 130), Edges(0, 60, 0, 60), plotter=PLOTTERS["silhouette"])
    for piece in (CARD, Size(105, 148.5), Size(200, 200), Size(300, 300)):
        for paper in (A4, LETTER.turned, Size(200, 200)):
            for more in ({}, {"gap": 3.0}, {"margins": Edges.all(120)}):
                ways = find_fits(piece, paper, **more)
                yield f"fits {piece} {paper} {more}: {ways} {best_fit(ways)} {count_folded_pairs(piece, paper, **more)}"
    sheets = impose_pieces(several(40, outline=HEXAGON), LAYOUTS["silhouette"], kind="k", title="T")
    others = impose_leaves([make_drawing(A4)], Layout(A4), kind="rules", title="R")
    for plan in cut_plans(
        [*others, *sheets, *impose_tiles(make_piece(Size(300, 300)), Layout(A4), title="B"), *sheets]
    ):
        yield f"plan {plan.kind} {plan.paper} {plan.sheets} {len(plan.outlines)}"
    for side in (Size(30, 40), Size(95, 138), Size(95.1, 138), Size(200, 287.1), Size(430, 584)):
        yield f"paper for {side} {smallest_paper(side, Edges.all(5))} {smallest_paper(side, Edges())}"
    yield " ".join(tile_name(column, row) for column, row in ((0, 0), (1, 25), (2, 26), (9, 51), (0, 52), (0, 702)))


def shown(case, make, *arguments, **named):
    """A case in lines: the sheets that a function makes, or what it says against it."""
    lines = [f"== {case}"]
    try:
        for sheet in make(*arguments, **named):
            lines += sheet_lines(sheet)
    except UnlocatedError as error:
        lines.append(told(error))
    return lines


def attempt(title, find, *arguments, **named):
    try:
        return f"{title}: {text_of(find(*arguments, **named))}"
    except UnlocatedError as error:
        return f"{title}: {told(error)}"


def told(error):
    return f"{error.code} {error.message} | {error.expected} | {' '.join(error.hints)}"


def sheet_lines(sheet):
    plain = {
        field.name: getattr(sheet, field.name)
        for field in dataclasses.fields(sheet)
        if field.name not in ("recto", "verso", "outlines", "holes")
    }
    yield "sheet " + " ".join(f"{key}={text_of(value)}" for key, value in plain.items() if value not in ("", (), None))
    for key in ("outlines", "holes"):
        if getattr(sheet, key):
            yield f"  {key} " + "; ".join(
                f"{text_of(o.box)} r{o.corner:g} {o.outline == RECTANGLE}" for o in getattr(sheet, key)
            )
    for name in ("recto", "verso"):
        side = getattr(sheet, name)
        for placed in side.placements if side else ():
            outline = (
                ""
                if placed.outline == RECTANGLE
                else f" outline {text_of(placed.outline.line[:1]) or placed.outline.name}"
            )
            where = f"{text_of(placed.trim)} bleed {text_of(placed.bleed)} from {text_of(placed.origin)}"
            yield f"  {name} {where} turn {placed.turn} of {text_of(placed.drawing.size)}{outline}"
        for key in ("marks", "labels", "registration", "cuts"):
            if side and getattr(side, key):
                yield f"    {key} {list_text(getattr(side, key))}"


def list_text(some):
    """All of a few lines; of more the first and the last, and a sum that shows whether the others have changed."""
    texts = [text_of(one) for one in some]
    if len(texts) <= 8:
        return "; ".join(texts)
    return f"{'; '.join(texts[:2])}; ... {texts[-1]}, {len(texts)} with sum {zlib.crc32(' '.join(texts).encode()):x}"


def text_of(value):
    """Numbers to a thousandth, without the names of classes and fields."""
    if isinstance(value, float):
        return f"{round(value, 3) + 0:g}"
    if isinstance(value, Drawing):
        return "drawing"
    if dataclasses.is_dataclass(value):
        value = [getattr(value, field.name) for field in dataclasses.fields(value)]
    if isinstance(value, tuple | list):
        return ",".join(text_of(each) for each in value)
    return str(value)
