"""A game of many kinds of piece: standees, tokens of odd outlines, boards, cards of two sizes."""

from collections.abc import Callable

from cardgen.geometry.folds import Fold
from cardgen.geometry.outlines import HEXAGON, ROUND, Outline
from cardgen.geometry.units import Size
from cardgen.plugin.components import BOARD, STANDEE, TOKEN, Entry, PieceKind

FACE = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ width }} {{ height }}">
<g><rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ width + 2 * bleed }}" height="{{ height + 2 * bleed }}"
fill="#d9a441"/></g></svg>"""
BACK = FACE.replace("#d9a441", "#4a7a8c")

PAWN = Outline.path("M.3 0H.7C1 .1 1 .4 .75 .45L1 1H0L.25 .45C0 .4 0 .1 .3 0Z")
ARROW = Outline.path("M0 .3H.6V0L1 .5L.6 1V.7H0Z")


def entries(*names: str, copies: int = 4) -> Callable[[object], list[Entry]]:
    """Entries of these names, whatever the deck says."""
    return lambda _deck: [Entry(name.lower(), {"name": name}, ("cards", 0), copies) for name in names]


def kind(name: str, width: float, height: float, *names: str, copies: int = 4, back: bool = True, **more) -> PieceKind:
    """A kind of plain pieces; `name` is also the id of its one entry if no other is named."""
    made = entries(*(names or (name,)), copies=copies)
    return PieceKind(
        name, made, "thing.svg.j2", "thing-back.svg.j2" if back else None, lambda _: Size(width, height), **more
    )


CARDS = kind("cards", 50, 70, "Dawn", "Dusk")
TAROTS = kind("tarots", 69.85, 120.65, "Fool", "Star")
PAWNS = kind("pawns", 25, 45, "Eve", role=STANDEE, outline=PAWN, fold=Fold(base="tab", depth=8), gutter=6)
FLAPS = kind("flaps", 25, 40, "Ann", "Bob", role=STANDEE, fold=Fold(), gutter=4)
ARROWS = kind("arrows", 20, 20, copies=7, role=TOKEN, outline=ARROW, gutter=6, bleed=2.0, sheet_group="tokens")
COINS = kind(
    "coins", 20, 20, copies=9, back=False, role=TOKEN, outline=ROUND, gutter=6, bleed=2.0, sheet_group="tokens"
)
HEXES = kind("hexes", 30, 26, copies=5, role=TOKEN, outline=HEXAGON, gutter=6, bleed=2.0, sheet_group="tokens")
MAPS = kind("maps", 260, 190, "North", "South", copies=1, role=BOARD, tiled=True)
MAT = kind("mat", 190, 270, copies=1, role=BOARD)
