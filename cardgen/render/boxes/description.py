"""Model a file of boxes, `NAME.face.yaml`: what stands where on a face, from which field, and when it is shown."""

from __future__ import annotations

import re
from inspect import getdoc
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator

from cardgen.plugin.schema import TAG, Model, YesOrNo, broken_rule
from cardgen.report.diagnostics import did_you_mean, quoted

_NAME = re.compile(r"[A-Za-z][\w -]{0,59}")
_LET = re.compile(r"[a-z]\w{0,39}")
MOST_BOXES = 1_000
_TAKEN = frozenset({"w", "h", "b", "s", "card", "item", "loop", "parts", "width", "height", "bleed"})


def _expression(text: str) -> str:
    if any(mark in text for mark in ("{{", "}}", "{%", "%}", "{#", "#}", "\n")):
        raise broken_rule("E204", "", "an expression alone, such as h / 2, without {{ }}")
    if not text.strip():
        raise broken_rule("E204", "", "an expression, such as h / 2")
    return text


def _box_name(text: str) -> str:
    if not _NAME.fullmatch(text):
        raise broken_rule("E204", "", "up to 60 letters, digits, spaces, '-' and '_', beginning with a letter")
    return text


Expression = Annotated[str, AfterValidator(_expression)]
"""An expression of the one language of formulas and templates."""
Length = Annotated[
    Annotated[float, Tag(f"{TAG}number>")] | Annotated[Expression, Tag(f"{TAG}expression>")],
    Discriminator(lambda value: f"{TAG}{'expression' if isinstance(value, str) else 'number'}>"),
]
"""A number of units, or an expression that gives one."""
Radius = Annotated[
    Annotated[Length, Tag(f"{TAG}one>")] | Annotated[tuple[Length, Length, Length, Length], Tag(f"{TAG}four>")],
    Discriminator(lambda value: f"{TAG}{'four' if isinstance(value, (tuple, list)) else 'one'}>"),
]
Word = str
"""A name, or an expression behind `=`."""
Alignment = Literal["left", "center", "right", "justify"]


class FaceBox(Model):
    """What all boxes state: their place by two of three lengths on each axis, and when they are shown.

    Attributes:
        name: Its name, which no other box of the face has.
        left: Distance of its left edge from that of the card.
        right: Distance of its right edge from that of the card.
        center: Distance of its middle from that of the card, to the right.
        width: Its width.
        top: Distance of its upper edge from that of the card.
        bottom: Distance of its lower edge from that of the card.
        middle: Distance of its middle from that of the card, downwards.
        height: Its height.
        when: Condition; empty shows it whenever the value that it shows is not empty.
    """

    name: Annotated[str, AfterValidator(_box_name)]
    left: Length | None = None
    right: Length | None = None
    center: Length | None = None
    width: Length | None = None
    top: Length | None = None
    bottom: Length | None = None
    middle: Length | None = None
    height: Length | None = None
    when: Expression | None = None

    @model_validator(mode="after")
    def _is_placed(self) -> Self:
        for keys, example in (
            (("left", "right", "center", "width"), "left and width"),
            (("top", "bottom", "middle", "height"), "top and height"),
        ):
            stated = [key for key in keys if getattr(self, key) is not None]
            if len(stated) != 2 or (keys[2] in stated and keys[3] not in stated):
                words = " and ".join(stated) or "nothing"
                expected = f"two of {keys[0]}, {keys[1]} and {keys[3]}, or {keys[2]} and {keys[3]}"
                raise broken_rule("E420", f"states {words}", f"{expected}, such as {example}")
        return self


class _Showing(FaceBox):
    """A box that shows a value.

    Attributes:
        field: Name of the field of the card, which no box of several values repeats then.
        part: What the value is to a card, whatever its field is called: `kind` is the type line, of `type` and `tags`; `body` all
            texts; `titled` those with a title, each on a line; `rest` all but name, pictures, `rank` and `suit`;
            `facts` a line for each value, with its title.
        value: Expression that gives the value.
        rotate: Degrees, clockwise, around its middle.
    """

    field: str | None = None
    part: Literal[
        "name", "text", "kind", "type", "tags", "cost", "art", "icon", "suit", "rank", "body", "titled", "rest", "facts",
        "credits"
    ] | None = None  # fmt: skip
    value: Expression | None = None
    rotate: Length = 0.0

    @property
    def _fixed(self) -> tuple[str, ...]:
        return ()

    @model_validator(mode="after")
    def _has_one_source(self) -> Self:
        keys = ("field", "part", "value", *self._fixed)
        stated = [key for key in keys if getattr(self, key) is not None]
        if len(stated) != 1:
            words = " and ".join(stated) or "nothing to show"
            raise broken_rule("E420", f"states {words}", f"one of {', '.join(keys)}")
        return self


class BoxedText(_Showing):
    """A text.

    Attributes:
        type: The type of the box.
        text: The words themselves, the same on each card.
        style: Text style of the theme; `stock-name@Lobster` is set in another font, that of `fonts/Lobster.ttf`.
        bold: Whether all of it is bold.
        italic: Whether all of it is italic.
        scale: Size, as a multiple of that of the style.
        min_size: Smallest size to which it shrinks, in points.
        fit: `shrink` breaks lines and becomes smaller, `line` stays on one line, `title` on one line or several, `label` is
            scaled to its width, `none` stays as it is.
        align: How lines are aligned; that of the style if left out.
        valign: Where it stands in a box that is higher.
        color: Colour; that of the style if left out.
        lang: Language of the words, such as `pt`, where it is not that of the build: for screen readers and the division of words.
    """

    type: Literal["text"]
    text: str | None = None
    style: Word = "stock-rules"
    bold: YesOrNo = False
    italic: YesOrNo = False
    scale: Length = 1.0
    min_size: Length | None = None
    fit: Literal["shrink", "line", "title", "label", "none"] = "shrink"
    align: Alignment | None = None
    valign: Literal["top", "middle", "bottom"] = "middle"
    color: Word | None = None
    lang: Word | None = None

    @property
    def _fixed(self) -> tuple[str, ...]:
        return ("text",)


class BoxedNumber(_Showing):
    """A number, or a word as short, on a disc or a plate of several rings.

    Attributes:
        type: The type of the box.
        plate: The form behind it.
        rings: Colours of the form, from the outermost inwards.
        style: Text style of the theme.
        scale: Size, as a multiple of that of the style; it is scaled to the width of the form if that is smaller.
        color: Colour of the number; that of the style if left out.
    """

    type: Literal["number"]
    plate: Literal["round", "rectangle", "none"] = "round"
    rings: tuple[Word, ...] = ("dark", "accent", "paper")
    style: Word = "stock-number"
    scale: Length = 1.0
    color: Word | None = "primary"


class BoxedPicture(_Showing):
    """A picture.

    Attributes:
        type: The type of the box.
        file: A file, the same on each card.
        fit: `cover` fills the box and cuts off the rest, `contain` shows it whole, `stretch` gives it the proportions of the box.
        longest: How many times longer than wide a picture that is shown whole may be; of a longer one the ends are cut off.
        blend: `multiply` shows what is below where the picture is white, so that one on a white ground stands on the paper.
        tile: Side of a square tile, with which the box is filled as with a pattern.
        color: Colour of what is drawn in `currentColor`.
        placeholder: Whether a card without a picture shows a generated one.
        bleed: Whether it runs into the bleed at the edges of the card that it touches.
    """

    type: Literal["picture"]
    file: str | None = None
    fit: Literal["cover", "contain", "stretch"] = "cover"
    longest: Annotated[float, Field(ge=1)] | None = None
    blend: Literal["multiply"] | None = None
    tile: Annotated[float, Field(gt=0)] | None = None
    color: Word | None = None
    placeholder: YesOrNo = True
    bleed: YesOrNo = False

    @property
    def _fixed(self) -> tuple[str, ...]:
        return ("file",)


class BoxedIcon(_Showing):
    """An icon, as large as the box allows, in its middle.

    Attributes:
        type: The type of the box.
        icon: Name of an icon, the same on each card.
        color: Colour.
        ground: Whether saving ink leaves it out, as it does the ground of the whole card: a thing that others stand on.
    """

    type: Literal["icon"]
    icon: str | None = None
    color: Word = "ink"
    ground: YesOrNo = False

    @property
    def _fixed(self) -> tuple[str, ...]:
        return ("icon",)


class BoxedShape(FaceBox):
    """A coloured form.

    Attributes:
        type: The type of the box.
        shape: The form.
        fill: Colour inside; left out for none.
        stroke: Colour of the line; left out for none.
        line: Width of the line, whose middle is the edge of the box.
        radius: Radius of the corners; or of each, from the upper left one clockwise.
        hollow: Whether it is only what round corners leave of its box, as above an arch.
        opacity: Part of the colour that covers what is below, from 0 to 1.
        bleed: Whether it runs into the bleed at the edges of the card that it touches.
        ground: Whether saving ink leaves it out, as it does the ground of the whole card: a thing that others stand on.
        ink: What becomes of its colour where ink is saved: `full` keeps it, for a sample of a colour, and `pale` lightens it as
            pictures are, for what goes on around one.
        rotate: Degrees, clockwise, around its middle.
    """

    type: Literal["shape"]
    shape: Literal["rectangle", "ellipse"] = "rectangle"
    fill: Word | None = None
    stroke: Word | None = None
    line: Annotated[float, Field(gt=0)] = 0.5
    radius: Radius = 0.0
    hollow: YesOrNo = False
    opacity: Annotated[float, Field(ge=0, le=1)] = 1.0
    bleed: YesOrNo = False
    ground: YesOrNo = False
    ink: Literal["full", "pale"] | None = None
    rotate: Length = 0.0


class BoxedQr(_Showing):
    """A QR code, as large as the box allows, in its middle, with the margin that scanners need.

    Attributes:
        type: The type of the box.
        text: What it says, the same on each card, such as an address.
        color: Colour of its squares.
        ground: Colour behind them; left out for none.
    """

    type: Literal["qr"]
    text: str | None = None
    color: Word = "black"
    ground: Word | None = "white"

    @property
    def _fixed(self) -> tuple[str, ...]:
        return ("text",)


class BoxedLayer(FaceBox):
    """A template of Jinja and SVG on the whole card, for what boxes cannot say.

    Attributes:
        type: The type of the box.
        template: Name of the template: elements of SVG without the root.
    """

    type: Literal["layer"]
    template: str


class BoxedRepeat(FaceBox):
    """Boxes that are repeated for each item of a list, side by side or one below the other.

    Attributes:
        type: The type of the box.
        over: Expression that gives the list; `item` is each of them in turn.
        direction: Where the next item stands; `stacked` gives all of them the whole box, and the lengths of their boxes depend
            on `item`.
        item: Length of an item along the direction, which may depend on `item`; where they have no room, all become smaller. Left
            out for as much as there is room for.
        gap: Gap between two items.
        spread: Whether the items stand from one end to the other; a single one stands at the end.
        boxes: The boxes of an item, with their distances from its edges.
    """

    type: Literal["repeat"]
    over: Expression
    direction: Literal["right", "left", "down", "stacked"] = "right"
    item: Length | None = None
    gap: float = 0.0
    spread: YesOrNo = False
    boxes: Annotated[tuple[ItemBox, ...], Field(min_length=1, max_length=40)]


def _known_type(value: object) -> object:
    kind = value.get("type") if isinstance(value, dict) else None
    if isinstance(value, dict) and kind not in BOX_TYPES:
        message = f"has the unknown type {quoted(kind)}" if kind else "has no type"
        hints = did_you_mean(str(kind), BOX_TYPES) if kind else ()
        raise broken_rule("E420", message, f"type: one of {', '.join(BOX_TYPES)}", hints=hints)
    return value


def _tag(value: object) -> str:
    return f"{TAG}{value.get('type') if isinstance(value, dict) else getattr(value, 'type', '')}>"


BOX_TYPES = ("text", "number", "picture", "icon", "shape", "qr", "layer", "repeat")
_INNER = (
    Annotated[BoxedText, Tag(f"{TAG}text>")]
    | Annotated[BoxedNumber, Tag(f"{TAG}number>")]
    | Annotated[BoxedPicture, Tag(f"{TAG}picture>")]
    | Annotated[BoxedIcon, Tag(f"{TAG}icon>")]
    | Annotated[BoxedShape, Tag(f"{TAG}shape>")]
    | Annotated[BoxedQr, Tag(f"{TAG}qr>")]
)
ItemBox = Annotated[Annotated[_INNER, Discriminator(_tag)], BeforeValidator(_known_type)]
"""A box of an item that is repeated."""
AnyBox = Annotated[
    Annotated[
        _INNER | Annotated[BoxedLayer, Tag(f"{TAG}layer>")] | Annotated[BoxedRepeat, Tag(f"{TAG}repeat>")],
        Discriminator(_tag),
    ],
    BeforeValidator(_known_type),
]
"""A box of any type."""


class Instead(Model):
    """Another face for some pieces.

    Attributes:
        when: Condition.
        face: Name of the template.
    """

    when: Expression
    face: str


class FaceDescription(Model):
    """One file of boxes.

    Attributes:
        width: Width of the card that the lengths are for; on another one they are scaled by its width. Without width, height and
            side, lengths are millimetres on a card of any size.
        height: Height of the card that the lengths are for, where the height decides the scale.
        side: Shorter side of the card that the lengths are for, where it decides the scale.
        suits: Whether it is a playing card: the parts `suit` and `rank` have places of their own.
        instead: Other faces for some pieces; the first whose condition holds is drawn.
        let: Values by name for the expressions, each computed from those before.
        boxes: The boxes, from the lowest up.
    """

    width: Annotated[float, Field(gt=0)] | None = None
    height: Annotated[float, Field(gt=0)] | None = None
    side: Annotated[float, Field(gt=0)] | None = None
    suits: YesOrNo = False
    instead: tuple[Instead, ...] = ()
    let: dict[str, Length] = Field(default={})
    boxes: Annotated[tuple[AnyBox, ...], Field(min_length=1, max_length=MOST_BOXES)]

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        stated = [key for key in ("width", "height", "side") if getattr(self, key) is not None]
        if len(stated) > 1:
            message = f"a face states {' and '.join(stated)}"
            raise broken_rule("E420", message, "one of them, which decides the scale")
        names = [box.name for box in self.boxes]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise broken_rule("E420", f"two boxes are called {quoted(twice)}", "another name for one of them")
        for name in self.let:
            if not _LET.fullmatch(name) or name in _TAKEN:
                raise broken_rule("E420", f"the name {quoted(name)} in 'let' cannot be used", "small letters and '_'")
        return self


def face_schema() -> dict[str, Any]:
    """Return the JSON schema of files of boxes, each key with what the documentation of its model says of it."""
    schema = FaceDescription.model_json_schema()
    shared = "\n".join(getdoc(model) or "" for model in (FaceBox, _Showing))
    for part in (schema, *schema["$defs"].values()):
        part["description"], _, keys = part["description"].partition("\n\nAttributes:\n")
        for key, words in re.findall(r"^    (\w+): (.*(?:\n        .*)*)", f"{shared}\n{keys}", re.MULTILINE):
            if key in part["properties"]:
                part["properties"][key]["description"] = " ".join(words.split())
    return schema
