"""What pieces of all kinds are drawn from, what they are, and what is said of those that cannot be made, as recorded."""

import dataclasses
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from things import FACE

from cardgen.geometry.folds import Fold
from cardgen.geometry.holes import Hole
from cardgen.geometry.nets import Net
from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND, Outline
from cardgen.geometry.units import Size
from cardgen.model.deck import ChoiceWord, LocalizedText
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece, Place
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import Job, prepare
from cardgen.plugin.components import BOARD, STANDEE, Entry, FieldInfo, PieceKind
from cardgen.plugin.making import BasesOf, BoxNet, DieNet, HubOf, PieceVariant, PieceVariants
from cardgen.render.pieces.draft_mark import mark_drafts
from cardgen.render.pieces.drawing import _Sides, draw_faces, draw_pieces, sides_of
from cardgen.render.pieces.nets_and_parts import sample_variables
from cardgen.render.pieces.values import DeckValues
from cardgen.render.renderer import Renderer
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError, UnlocatedError
from tests.recorded import check_recorded

FACES = {"face": "thing.svg.j2", "back": "thing-back.svg.j2"}


def kind(name: str, *entries: Entry, **more: Any) -> PieceKind:
    stated = {**FACES, "size": lambda _: Size(30, 40), **more}
    return PieceKind(name, lambda _: entries, **stated)


def entry(name: str, data: Any = (), copies: int = 1, at: int = 0, **more: Any) -> Entry:
    return Entry(name, {"id": name, **dict(data)}, ("cards", at), copies, **more)


PEAK = Outline.polygon([(0, 0), (1, 0), (0.8, 1), (0.2, 1)])
WORDS = LocalizedText({"en": "Sun", "pt": "Sol"})
CARDS = kind(
    "cards",
    entry("a", {"name": WORDS, "cost": 3, "place": {"x": 1, "z": 2, "turn": 90}}, 4),
    entry("b", {"name": "", "type": True, "cost": 2.5}, 0, 1, endwise=True, copies_for={1: 6, 2: 7}),
    entry("c", {"name": "C", "type": "wide", "copies": 2}, 3, face="mine.svg.j2", back="yours.svg.j2", copies_for={3: 0}),
    entry("d", {"name": "D"}, face="nope.svg.j2"),
    entry("e", {"name": "E", "type": "a"}, back="nope.svg.j2", endwise=False),
    entry("a", {"name": "again"}, at=1),
    Entry("f", None, ("cards", 1), 5),
    bleed=2.0, endwise=True, place=Place(9, 8, 7), plan=lambda card: {"wide": card.width, "name": WORDS}, holes=(Hole(0.5, 0.25, 6),),
    variants=PieceVariants("type", {
        "true": PieceVariant(size=lambda card: Size(card.width, 99), outline=HEXAGON),
        "wide": PieceVariant(outline=ROUND, face="other.svg.j2", back="other.svg.j2", place=Place(1, 1, 1)),
        "a": PieceVariant(face="other.svg.j2"),
    }),
)  # fmt: skip
SOLO = kind(
    "solo", entry("solo", {"name": None}, 2), entry("other", {"name": None}, back="yours.svg.j2"), role=BOARD, back=None, title=WORDS,
)  # fmt: skip
PLACED = kind(
    "placed", entry("a", {"place": {"x": 1, "z": 2, "turn": 90}}, endwise=False), place=Place(3, 2, 1), role="odd", endwise=True, fields=(FieldInfo("place", "Place", "text"),),
)  # fmt: skip
BEHIND = kind(
    "behind",
    entry("x"),
    entry("behind"),
    title=WORDS,
    variants=PieceVariants("id", {"x": PieceVariant(back="other.svg.j2")}),
)
FIGURES = kind(
    "figures", entry("eve", {"name": "Eve"}, 2), entry("cards", {"name": "Ann"}), entry("big", {"name": "Big", "type": "big"}, 3),
    role=STANDEE, title=WORDS, fold=Fold(base="slot", depth=8, slits=2),
    variants=PieceVariants("type", {"big": PieceVariant(size=lambda _: Size(60, 50), fold=Fold(base="slot", depth=12, width=1.5))}),
)  # fmt: skip
FLAPS = kind(
    "flaps", entry("eve", {"name": "Eve"}), entry("flat", {"name": "Flat"}), fold=Fold(),
    variants=PieceVariants("id", {"flat": PieceVariant(fold=False)}),
)  # fmt: skip
DIAL = kind(
    "dial",
    entry("dial", {"name": "Dial"}, 3),
    entry("dual", {"name": "Dual"}, 2),
    holes=(Hole(0.1, 0.1), Hole(0.5, 0.5, 9), Hole(0.5, 0.5, 30)),
)
SMALL = replace(DIAL, name="small", holes=(Hole(0.5, 0.5, 0.5),))
SIDES = [
    ChoiceWord("1", LocalizedText({"en": "One", "pt": "Um"})),
    WORDS,
    {"name": "three", "id": "c"},
    {"id": "d"},
    {},
    6,
]
DICE = kind(
    "dice", entry("red", {"name": "Red", "sides": SIDES}, 2), entry("few", {"name": "Few", "sides": [1]}), entry("many", {"sides": [*SIDES, 7]}), entry("none", {"name": "None"}),
    entry("gone", {"name": "Gone", "sides": SIDES}, face="nope.svg.j2"),
    fields=(FieldInfo("cost", "Cost", "integer"), FieldInfo("word", WORDS, "text"), FieldInfo("size", "", "number")), made=DieNet(16, 4), bleed=1.0, place=Place(3, 2, 1), variants=PieceVariants("id", {"red": PieceVariant(face="mine.svg.j2")}),
)  # fmt: skip
BOXES = kind(
    "boxes", entry("one", {"name": "One"}), entry("two", {"name": "Two"}, 2, face="mine.svg.j2"), entry("gone", face="nope.svg.j2"),
    made=BoxNet(("cards", "gone", "solo"), 0.4, "thin"),
    variants=PieceVariants("id", {name: PieceVariant(face="other.svg.j2", place=Place(1, 1, 1)) for name in ("one", "two")}),
)  # fmt: skip
FEET = kind("feet", made=BasesOf(("figures", "figures")), outline=PEAK)
WIDE = kind(
    "wide", made=BasesOf(("figures",), 50, 25), back=None, bleed=1.5,
    variants=PieceVariants("id", {"eve": PieceVariant(face="mine.svg.j2", back="mine.svg.j2", outline=PEAK), "big": PieceVariant(face="nope.svg.j2")}),
)  # fmt: skip
SOLES = kind(
    "soles", made=BasesOf(("figures",), height=20),
    variants=PieceVariants("id", {"eve": PieceVariant(back="mine.svg.j2"), "cards": PieceVariant(face="mine.svg.j2", back="nope.svg.j2")}),
)  # fmt: skip
HUB = kind("hub", made=HubOf("dial"))
RIM = kind("rim", made=HubOf("dial", 5, 2.5), bleed=0.5)
KINDS = (CARDS, SOLO, PLACED, BEHIND, FIGURES, FLAPS, DIAL, SMALL, DICE, BOXES, FEET, WIDE, SOLES, HUB, RIM)
WRONG = (
    kind("flat", made=BasesOf(("figures", "flaps"))), kind("fold", made=BasesOf(("tabs",))), kind("low", made=BasesOf(("figures",), 0, 12)), kind("lost", made=HubOf("gone")),
    kind("whole", made=HubOf("cards2")), kind("tight", made=HubOf("small")), kind("empty", made=BoxNet(("gone", "nil"))),
    kind("firm", made=BasesOf(("nil",))), kind("next", made=BasesOf(("none", "figures"))), kind("lack", made=HubOf("dial"), face="nope.svg.j2"),
    kind("tiny", entry("x"), made=DieNet(4, 2)), kind("none", made=BasesOf(("gone",))),
    kind("large", entry("x"), outline=Outline.polygon([(0, 0), (31, 0), (0, 9)], "mm")), kind("round", entry("x"), fold=Fold(), outline=ROUND),
    kind("mixed", *CARDS.entries(None), entry("x", {"sides": 1}), made=DieNet()),
)  # fmt: skip


def counted(data: Any, copies: int, players: int) -> int:
    if data["id"] == "few":
        raise UnlocatedError("E442", "is no number", expected="a number")
    return copies * players // len(data.get("name", ""))


COUNTED = kind(
    "counted",
    entry("a", {"name": "abc"}, 9, copies_for={2: 30}),
    entry("few", copies=4),
    entry("x", copies=5),
    entry("y", copies=6),
    copies_for=counted,
)
OTHERS = (
    kind("tabs", entry("x"), fold=Fold(base="tab", depth=8)),
    kind("cards2", entry("x"), holes=(Hole(0, 0),)),
    kind("nil", entry("x", copies=0)),
    kind("none"),
)


@pytest.fixture
def job(things: Callable[..., Path], tmp_path: Path) -> Job:
    deck = things(kind("cards", entry("a")))
    for name in ("mine", "yours", "other"):
        (tmp_path / "templates" / f"{name}.svg.j2").write_text(FACE.replace("#d9a441", "#123456"), "utf-8")
    return prepare(deck, BuildOptions(language="pt"))


def test_pieces_are_drawn_from_what_is_recorded(job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    draw_side = Renderer.draw_side

    def spy(renderer: Renderer, *side: Any) -> Any:
        asked.append(side_text(renderer, *side))
        return draw_side(renderer, *side)

    monkeypatch.setattr(Renderer, "draw_side", spy)
    check_recorded(
        Path(__file__).with_name("pieces.txt"), (line.replace(f"{tmp_path}/", "") for line in told(job, asked))
    )


def told(job: Job, asked: list[str]) -> Iterator[str]:
    kinds = {one.name: one for one in (*KINDS, *OTHERS)}
    rows = [{"n": 1, "word": "a", "none": None, "many": 2}, "no card", {"none": 2.5, "copies": 3, "many": "two"}]
    shared = {**job.project.renderer.shared}
    shared["deck"] = {**shared["deck"], "dice": rows, "solo": {"n": 1}}
    for players, some in ((0, (*KINDS, *WRONG)), (2, (CARDS, BOXES, HUB, COUNTED)), (3, (CARDS,))):
        for one in some:
            renderer = job.project.renderer.renewed({**shared, "players": players}, Collector())
            yield f"== {one.name} for {players} players"
            asked.clear()
            values = DeckValues(job.deck, job.card, renderer, kinds)
            try:
                made = draw_pieces(one, job.deck, job.card, renderer, kinds)
                yield from asked
                yield from (text_of(replace(piece, data={})) for piece in made)
                yield from (f"data {text_of(piece.data)}" for piece in made if piece.data)
                yield f"sample {text_of(sample_variables(one, values)) if one.made else ''}"
            except (UnlocatedError, CardgenError) as error:
                yield f"{error.diagnostics}" if isinstance(error, CardgenError) else error_text(error)
            for item in renderer.diagnostics.items:
                message, place = item.message, f"{item.expected} | {item.span} {item.notes}"
                # Of an error in code the words are Python's, and the place is in this file.
                yield message.partition(":")[0] if item.code == "E215" else f"{item.code} {message} | {place}"
    renderer = job.project.renderer.renewed(job.project.renderer.shared, Collector())
    for way in (draw_faces, sides_of):
        yield f"== {way.__name__}"
        asked.clear()
        for found in way(CARDS, job.deck, job.card, renderer, {"a", "b", "d", "e"}):
            parts = found[:4] if way is draw_faces else [side_text(renderer, *side) for side in found]
            yield "\n".join(map(str, parts))
        yield from asked
    yield f"{renderer.diagnostics.items}"
    asked.clear()
    sizes = ((20, 20, ROUND), (30, 40, RECTANGLE), (40, 30, RECTANGLE), (63, 88, HEXAGON), (300, 200, RECTANGLE))
    faces = [
        Piece("cards", "a", "A", Drawing(Size(width, height), 1, ()), None, 1, outline)
        for width, height, outline in sizes
    ]
    marked = mark_drafts([*faces, replace(faces[1], id="b")], renderer)
    yield f"== marks {[len(piece.face.items) for piece in marked]} {marked[1].face is marked[-1].face}"
    yield from asked
    before = job.project.renderer.renewed(shared, Collector())
    before.keep_inputs = True
    values = DeckValues(job.deck, job.card, before, kinds)
    found, sides = values.of(CARDS), _Sides(CARDS, values)
    yield f"== not known {[sides.draw_known(value) for value in found]}"
    drawn = [sides.draw(value) for value in found]
    known = _Sides(CARDS, DeckValues(job.deck, job.card, before.renewed(shared, Collector()), kinds))
    again = [known.draw_known(value) for value in found]
    yield f"== known {[len(one) for one in again]} {[one == other for one, other in zip(again, drawn, strict=True)]}"
    yield f"== most {[piece.id for piece in draw_pieces(CARDS, job.deck, job.card, renderer, most=2)]}"


def error_text(error: UnlocatedError) -> str:
    return f"{error.code} {error.message} | {error.expected} | {error.hints}"


def side_text(
    renderer: Renderer, template: str, variables: Mapping[str, Any], size: Size, bleed: float, subject: Any
) -> str:
    places = {field: str(subject.place(field)).rpartition("/")[2] for field in ("", "name", "sides")}
    about = f"{subject.name} ({subject.role}, {subject.piece or '-'}, {subject.is_back}) {places}"
    return f"{template} {size} {bleed:g} {about}\n  {text_of(variables)}"


def text_of(value: Any) -> str:
    if isinstance(value, float):
        return f"{round(value, 3) + 0:g}"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{name}: {text_of(each)}' for name, each in value.items())}}}"
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(text_of, value))}]"
    if dataclasses.is_dataclass(value):
        return made_text(value)
    text = str(value)
    return text if len(text) <= 300 else f"<{len(text)} with sum {zlib.crc32(text.encode()):x}>"


def made_text(value: Any) -> str:
    match value:
        case Drawing():
            return f"<{value.size}, bleed {value.bleed:g}, {len(value.items)} items, {value.words!r}>"
        case Outline():
            return f"{value.name}{len(value.line) or ''}"
        case Net():
            return f"<net of {value.size}>"
    parts = (f"{one.name}={text_of(getattr(value, one.name))}" for one in dataclasses.fields(value))
    return f"{type(value).__name__}({', '.join(parts)})"
