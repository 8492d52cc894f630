"""The reference of files of boxes: every key with its meaning, from the models that read the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.render.boxes.description import BOX_TYPES, FaceBox, face_schema

_EXAMPLE = """# Lengths are millimetres.
boxes:
  - {name: ground, type: shape, left: 0, right: 0, top: 0, bottom: 0, bleed: true, fill: paper}
  - {name: picture, type: picture, field: art, left: 4, right: 4, top: 14, height: h * 0.4}
  - {name: title, type: text, field: name, left: 14, right: 6, top: 4, height: 8, style: stock-name, fit: title}
  - {name: cost, type: number, field: cost, left: 3, width: 11, top: 3, height: 11}
  - {name: rules, type: text, field: text, left: 6, right: 6, bottom: 6, height: 24, min_size: 5}
"""
_INTRO = """# Files of boxes

A file `NAME.face.yaml` describes a face, or a back, by boxes: what stands where, from which field, and when it is shown. It is named
and found like a [template](templates.md): `face: ship.face.yaml` in `game.yaml`, beside it or in the folder `templates`. The mode
[Arrange](../how-to/arrange-a-card.md) of the preview writes such files with the mouse; all stock faces and backs are such files.

```yaml
{example}```

A box states two lengths on each axis. `left` and `width` keep it at the left edge on a card of any size, `right` and `width` at the
right one, `left` and `right` stretch it with the card, `center` and `width` keep it in the middle. A length is a number, or an
expression of `w` and `h`, the size of the card, `b`, its bleed, the values in `let`, and all that a [template](templates.md) sees,
such as `card.cost`. Colours, styles, icons and files are names, or expressions behind `=`. The boxes are drawn in their order, the
first at the bottom.

Boxes that stand below a text move with it if `let` measures it:
`body: parts | part_text("body") | text_height("stock-rules", w - 12)`. Filters and the `parts` of a card are those of
[templates](templates.md#the-parts-of-a-card).

It is a file of YAML and not an SVG with further attributes: an SVG has no distance from the right or the lower edge, no condition and
no list, and a program that edits SVG writes the whole file anew, without the comments and the order of its author. *Save as SVG* in
the mode Arrange gives a card to such a program.
"""


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    schema = face_schema()
    parts = schema["$defs"]
    yield _INTRO.format(example=_EXAMPLE)
    yield from _table("The file", "", schema["properties"])
    yield from _table("An item of instead", parts["Instead"]["description"], parts["Instead"]["properties"])
    boxes = {name: parts[f"Boxed{name.capitalize()}"] for name in BOX_TYPES}
    shared = {name: boxes["text"]["properties"][name] for name in FaceBox.model_fields}
    yield from _table("Every box", "", {"type": {"description": f"One of {', '.join(BOX_TYPES)}."}, **shared})
    for name, box in boxes.items():
        own = {key: value for key, value in box["properties"].items() if key not in (*shared, "type")}
        yield from _table(f"type: {name}", box["description"], own)


def _table(title: str, about: str, keys: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield f"\n## {title}\n"
    if about:
        yield f"{about}\n"
    yield "| Key | Meaning | Default |\n| --- | --- | --- |"
    for key, value in keys.items():
        default = value.get("default")
        shown = "" if default in (None, "", [], {}) else f"`{_plain(default)}`"
        yield f"| `{key}` | {value.get('description', '')} | {shown} |"


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (
        f"[{', '.join(value)}]" if isinstance(value, list) else f"{value:g}" if isinstance(value, float) else str(value)
    )
