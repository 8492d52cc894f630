"""Model what a `game.yaml` says about building pieces: nets, parts, holes, variants, places, players."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from cardgen.plugin.description.fields import FieldName, KindName
from cardgen.plugin.schema import Expected, LocalText, Model, OneOrMore, PlainText, YesOrNo, broken_rule

Length = Annotated[float, Field(ge=0, le=500), Expected("a length in mm, from 0 to 500")]
Distance = Annotated[float, Field(ge=-5000, le=5000), Expected("a distance in mm, from -5000 to 5000")]
Edge = Annotated[float, Field(ge=5, le=100), Expected("the length of an edge in mm, from 5 to 100")]
Thickness = Annotated[float, Field(gt=0, le=5), Expected("a thickness in mm, above 0 and up to 5")]
Share = Annotated[float, Field(ge=0, le=1), Expected("a share of the width or the height, from 0 to 1")]
TemplateName = Annotated[str, StringConstraints(min_length=1, max_length=200), Expected("the name of a template")]
SizeName = Annotated[
    str, StringConstraints(min_length=1, max_length=60), Expected("a card size, such as poker or 63x88")
]
PaperName = Annotated[Literal["card", "heavy-card", "label", "transparency", "paper"], Expected()]
Expression = Annotated[str, StringConstraints(min_length=1, max_length=10_000)]
PlayerCount = Annotated[int, Field(ge=1, le=99), Expected("a number of players, from 1 to 99")]


class PolygonShape(Model):
    """A shape that is cut along straight lines."""

    polygon: tuple[tuple[float, float], ...] = Field(
        min_length=3, max_length=500, description="Corners [x, y], each as a fraction of the width and the height."
    )


class PathShape(Model):
    """A shape that is cut along a line of an SVG file."""

    path: PlainText = Field(description="The `d` of one closed path, in fractions of the width and the height.")


Shape = Annotated[
    Literal["rectangle", "round", "hexagon"] | PolygonShape | PathShape,
    Expected("or {polygon: [[x, y], ...]}, or {path: ...}"),
]


class FoldShape(Model):
    """How pieces are folded over, so that their backs come behind their faces."""

    edge: Literal["top", "left"] = Field("top", description="Edge of the face along which it is folded.")
    base: Literal["flaps", "tab", "slot", "none"] = Field("flaps", description="What the folded piece stands on.")
    depth: Length = Field(10.0, description="Height of the strips of the base, or length of its slit, in mm.")
    width: Length = Field(0.0, description="Width of a tab or a slit, in mm; 0 for the usual one.")
    slits: int = Field(1, ge=1, le=4, description="Number of slits, each for a cross piece of its own.")


FoldSpec = Annotated[YesOrNo | FoldShape, Expected("yes, no, or {edge: ..., base: ..., depth: ...}")]


def _edge(value: Any) -> Any:
    return {"edge": value} if isinstance(value, int | float) and not isinstance(value, bool) else value


class DieShape(Model):
    """A die, folded up from a net; the face is drawn once for each of its six `sides`."""

    edge: Edge = Field(16.0, description="Length of an edge, in mm.")
    tab: Length = Field(0.0, description="Height of a glue tab, in mm; 0 for the usual one.")
    sides: FieldName = Field("sides", description="Field of the values that lists what is on each of the six sides.")


class BoxShape(Model):
    """A tuck box, folded up from a net."""

    holds: OneOrMore[KindName] = Field(min_length=1, description="Kinds whose pieces go into the box, in one pile.")
    thickness: Thickness = Field(0.3, description="Thickness of one piece, in mm.")
    sleeves: Literal["none", "thin", "thick"] = Field("none", description="Kind of sleeve that each card is in.")


class NetShape(Model):
    """A net that is cut out, folded and glued; exactly one of its keys is stated."""

    die: Annotated[DieShape, BeforeValidator(_edge, json_schema_input_type=float | DieShape)] | None = Field(
        None, description="A cube: the length of its edge in mm, or `{edge: ..., tab: ...}`."
    )
    box: BoxShape | None = Field(None, description="A tuck box for the pieces of other kinds.")


def _kinds(value: Any) -> Any:
    return value if isinstance(value, dict) else {"kinds": value}


class BasesShape(Model):
    """Cross pieces that figures with a slit are slid over."""

    kinds: OneOrMore[KindName] = Field(min_length=1, description="Kinds of the figures.")
    width: Length = Field(0.0, description="Width of a cross piece, in mm; 0 takes that of its figure.")
    height: Length = Field(0.0, description="Height of a cross piece, in mm; 0 is twice the depth of the slit.")


Bases = Annotated[BasesShape, BeforeValidator(_kinds, json_schema_input_type=str | tuple[str, ...] | BasesShape)]


def _kind(value: Any) -> Any:
    return value if isinstance(value, dict) else {"kind": value}


class HubShape(Model):
    """A hub made of paper, on which a piece with a hole turns."""

    kind: KindName = Field(description="Kind that turns; its first hole decides the size of the hub.")
    layers: int = Field(
        3, ge=1, le=20, description="Number of discs in the axle; together a little thicker than the piece that turns."
    )
    rim: Length = Field(6.0, description="How far the cap and the washer reach past the hole, in mm.")


Hub = Annotated[HubShape, BeforeValidator(_kind, json_schema_input_type=str | HubShape)]


class HoleShape(Model):
    """A hole to cut, or a point to mark."""

    at: tuple[Share, Share] = Field(
        (0.5, 0.5), description="Centre [x, y], each as a fraction of the width and the height."
    )
    diameter: Length = Field(0.0, description="Diameter in mm; 0 marks the point with a cross, as for a fastener.")


class PlaceShape(Model):
    """A place on the table of a virtual tabletop."""

    x: Distance = Field(0.0, description="Distance of the centre from the middle of the table in mm, to the right.")
    z: Distance = Field(0.0, description="Distance from the middle of the table in mm, away from the first player.")
    turn: Annotated[float, Field(ge=-360, le=360), Expected("degrees, from -360 to 360")] = Field(
        0.0, description="Rotation in degrees, clockwise as seen from above."
    )


class VariantDescription(Model):
    """What is different for some values of a kind."""

    size: SizeName | None = Field(None, description="Size by name or measure.")
    shape: Shape | None = Field(None, description="What is cut out of the size.")
    fold: FoldSpec | None = Field(None, description="Whether, and how, pieces are folded.")
    face: TemplateName | None = Field(None, description="Template of the face.")
    back: TemplateName | None = Field(None, description="Template of the back.")
    place: PlaceShape | None = Field(None, description="Place on the table of a virtual tabletop.")


class VariantsDescription(Model):
    """The variants of a kind, chosen by a field of its values."""

    by: FieldName = Field("id", description="Field whose value chooses the variant.")
    of: dict[PlainText, VariantDescription] = Field(
        min_length=1, max_length=1000, description="Each value of the field, with what is different for it."
    )


def _counts(value: Any) -> Any:
    """Return the numbers of players of a table as numbers; the keys of YAML are text."""
    if not isinstance(value, dict):
        return value
    return {int(key) if isinstance(key, str) and key.isdigit() else key: count for key, count in value.items()}


Copies = Annotated[int, Field(ge=0, le=10_000), Expected("a number of copies, from 0 to 10000")]
CopiesFor = Annotated[
    dict[PlayerCount, Copies] | Expression,
    BeforeValidator(_counts, json_schema_input_type=dict[str, int] | str),
    Expected('a table of numbers of players and copies, such as {1: 4, 2: 4}, or an expression such as "players * 2"'),
]


def _span(value: Any) -> Any:
    """Return the numbers of players between two, or those that are listed."""
    if not isinstance(value, dict):
        return value
    least, most = value.get("min"), value.get("max")
    if (
        value.keys() != {"min", "max"}
        or type(least) is not int
        or type(most) is not int
        or not 1 <= least <= most <= 99
    ):
        expected = "numbers from 1 to 99, such as [2, 4] or {min: 2, max: 4}"
        raise broken_rule("E204", "is no span of numbers", expected)
    return tuple(range(least, most + 1))


Players = Annotated[
    tuple[PlayerCount, ...],
    Field(min_length=1, max_length=99),
    BeforeValidator(_span, json_schema_input_type=tuple[int, ...] | dict[str, int]),
]


DieSide = Annotated[int | LocalText, Expected("a whole number, or text")]
DieSides = Annotated[tuple[DieSide, ...], Field(min_length=6, max_length=6)]
"""The sides of a die whose kind states no type for them."""
