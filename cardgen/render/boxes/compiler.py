"""Compile a file of boxes to a template, so that its boxes are drawn, checked and cached as those of any other template.

The code of each box stands on the line on which the file begins it: an error of the template leads to the box.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from cardgen.render.boxes import content
from cardgen.render.boxes.description import (
    BoxedLayer,
    BoxedRepeat,
    FaceBox,
    FaceDescription,
    _Showing,
)
from cardgen.render.boxes.lengths import BoxPlace, Length, length
from cardgen.report.source import Node

_ROOT = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ w }} {{ h }}">'
_CARD = BoxPlace(Length(), Length(), Length(0, ((1, "w"),)), Length(0, ((1, "h"),)))


def compile_face(face: FaceDescription, lines: Mapping[str, int], marked: str = "") -> str:
    """Return the template that draws a face.

    Args:
        lines: Lines of the file by what begins on them: `let` and a name, `instead` and a number, or the path of a box, such
            as `4` or `4.0` for the first box that the fifth repeats; see `lines_of`.
        marked: Name of the file, which a comment at the beginning says then, as one before each box says what follows: its path,
            and its place in units of the face. Empty for no comments.
    """
    return _Compiler(face, lines, marked).source()


def lines_of(root: Node) -> dict[str, int]:
    """Return the lines on which the parts of a file begin, as `compile_face` takes them."""
    found: dict[str, int] = {}
    top = root.value if isinstance(root.value, dict) else {}

    def walk(boxes: Node | None, before: str) -> None:
        for index, box in enumerate(boxes.value if boxes and isinstance(boxes.value, list) else ()):
            found[f"{before}{index}"] = box.span.line
            if isinstance(box.value, dict):
                walk(box.value.get("boxes"), f"{before}{index}.")

    walk(top.get("boxes"), "")
    for key in ("let", "instead"):
        part = top[key].value if key in top else {}
        named = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        found |= {f"{key} {name}": (node.key_span or node.span).line for name, node in named}
    return found


class _Compiler:
    """The template of one face while it is written."""

    def __init__(self, face: FaceDescription, lines: Mapping[str, int], marked: str) -> None:
        self._face, self._lines, self._marked = face, lines, marked
        self._parts: list[str] = []
        self._line = 1
        self._in_group = False

    def source(self) -> str:
        face = self._face
        self._put(self._scale())
        for number, other in enumerate(face.instead):
            self._go_to(f"instead {number}")
            self._put(f"{{% {'el' if number else ''}if {other.when} %}}{{% include {content.literal(other.face)} %}}")
        self._put("{% else %}" if face.instead else "")
        how = "playing=true, numbers=kind.numbers" if face.suits else "suits=false"
        fields = sorted({field for box in face.boxes if (field := getattr(box, "field", None))})
        how += f", apart=[{', '.join(map(content.literal, fields))}]" if fields else ""
        self._put(f"{{% set parts = card | parts(fields, {how}) %}}" if self._uses_parts() else "")
        for name, value in face.let.items():
            self._go_to(f"let {name}")
            self._put(f"{{% set {name} = {length(value).expression} %}}")
        self._put(f"{_ROOT}<!--face {self._marked}-->" if self._marked else _ROOT)
        for index, box in enumerate(face.boxes):
            self._box(box, str(index), _CARD)
        self._end_group()
        self._put("</svg>{% endif %}" if face.instead else "</svg>")
        return "".join(self._parts)

    def _scale(self) -> str:
        face = self._face
        scale = f"width / {face.width:g}" if face.width else f"height / {face.height:g}" if face.height else "1"
        scale = f"([width, height] | min) / {face.side:g}" if face.side else scale
        w = f"{face.width:g}" if face.width else "width / s"
        h = f"{face.height:g}" if face.height else "height / s"
        return f"{{% set s = {scale} %}}{{% set w = {w} %}}{{% set h = {h} %}}{{% set b = bleed / s %}}"

    def _uses_parts(self) -> bool:
        face = self._face
        stated = face.model_dump_json()
        return "parts" in stated or any(getattr(box, "part", None) for box in all_boxes(face.boxes))

    def _put(self, text: str) -> None:
        self._parts.append(text)

    def _go_to(self, what: str) -> None:
        """Write line ends up to the line of a part of the file."""
        line = self._lines.get(what, 0)
        if line > self._line:
            # A comment of Jinja, which prints nothing, not even where a line end would be text.
            self._put("{#" + "\n" * (line - self._line) + "#}")
            self._line = line

    def _end_group(self) -> None:
        if self._in_group:
            self._put("</g>")
            self._in_group = False

    def _box(self, box: FaceBox, path: str, around: BoxPlace) -> None:
        place = place_of(box, around)
        is_grouped = not content.stands_alone(box) and not self._marked
        if not is_grouped:
            self._end_group()
        self._go_to(path)
        if is_grouped and not self._in_group:
            self._put("<g>")
            self._in_group = True
        condition = condition_of(box)
        if condition:
            self._put(f"{{% if {condition} %}}")
        if self._marked:
            numbers = " ".join(each.printed for each in (place.x, place.y, place.width, place.height))
            self._put(f"<!--box {path} {numbers}-->")
        if isinstance(box, BoxedRepeat):
            self._repeat(box, path, place)
        elif isinstance(box, BoxedLayer):
            self._put(f"{{% include {content.literal(box.template)} %}}")
        else:
            self._put(content.markup_of(box, place))
        if condition:
            self._put("{% endif %}")

    def _repeat(self, box: BoxedRepeat, path: str, place: BoxPlace) -> None:
        key = "r" + path.replace(".", "_")
        self._put(f"{{% set {key} = {box.over} %}}{{% set {key}_n = {key} | length %}}{{% if {key}_n %}}")
        inner, start, step = place, "", ""
        if box.direction != "stacked":
            before, start, step = _positions(box, key, place)
            self._put(before)
            at, cell = (Length(0, ((1, f"{key}_{word}"),)) for word in ("at", "c"))
            inner = (
                BoxPlace(place.x, place.y + at, place.width, cell)
                if box.direction == "down"
                else BoxPlace(place.x + at, place.y, cell, place.height)
            )
        shapes = (
            0
            if self._marked
            else next((n for n, one in enumerate(box.boxes) if content.stands_alone(one)), len(box.boxes))
        )
        for first, last in ((0, shapes), (shapes, len(box.boxes))):  # all forms at the bottom are one artwork
            if first == last:
                continue
            self._put("<g>" if last == shapes else "")
            self._in_group = last == shapes
            self._put(f"{start}{{% for item in {key} %}}{step}")
            for index in range(first, last):
                self._box(box.boxes[index], f"{path}.{index}", inner)
            if last != shapes:
                self._end_group()
            self._put("{% endfor %}")
            self._end_group()
        self._put("{% endif %}")


def _positions(box: BoxedRepeat, key: str, place: BoxPlace) -> tuple[str, str, str]:
    """Return what computes the sizes and the places of items: once, before each loop, and for each item.

    For each item `KEY_c` is its length and `KEY_at` where it begins.
    """
    room = (place.height if box.direction == "down" else place.width).expression
    gap, item = content.number(box.gap), "" if box.item is None else length(box.item).expression
    before = f"{{% set {key}_f = {room} - ({key}_n - 1) * {gap} %}}"  # what all items have together
    if re.search(r"\bitem\b", item):
        at = f"{key}_p.at" if box.direction != "left" else f"{room} - {key}_p.at - {key}_c"
        at = f"{at} if {key}_n > 1 else {room} - {key}_c" if box.spread else at
        before += f"{{% set {key}_p = namespace(sum=0.01, at=0) %}}"
        before += f"{{% for item in {key} %}}{{% set {key}_p.sum = {key}_p.sum + {item} %}}{{% endfor %}}"
        between = f"({room} - {key}_p.sum) / [{key}_n - 1, 1] | max" if box.spread else gap
        before += f"{{% set {key}_f = [{key}_f / {key}_p.sum, 1] | min %}}{{% set {key}_d = {between} %}}"
        step = f"{{% set {key}_c = ({item}) * {key}_f %}}{{% set {key}_at = {at} %}}"
        return before, f"{{% set {key}_p.at = 0 %}}", f"{step}{{% set {key}_p.at = {key}_p.at + {key}_c + {key}_d %}}"
    fitting = f"{key}_f / {key}_n"
    before += f"{{% set {key}_c = {f'[{fitting}, {item}] | min' if item else fitting} %}}"
    between = f"({room} - {key}_c) / ({key}_n - 1) if {key}_n > 1 else 0" if box.spread else f"{key}_c + {gap}"
    before += f"{{% set {key}_d = {between} %}}"
    far = f"{room} - {key}_c"
    at = f"{far} - loop.index0 * {key}_d" if box.direction == "left" else f"loop.index0 * {key}_d"
    if box.spread:
        at = f"{at} if {key}_n > 1 else {far}"
    return before, "", f"{{% set {key}_at = {at} %}}"


def all_boxes(boxes: Iterable[FaceBox]) -> Iterable[FaceBox]:
    """Yield boxes and those that they repeat."""
    for box in boxes:
        yield box
        if isinstance(box, BoxedRepeat):
            yield from box.boxes


def place_of(box: FaceBox, around: BoxPlace) -> BoxPlace:
    """Return where a box stands.

    Args:
        around: The card, or the item that it is repeated for.
    """
    x, width = _axis((box.left, box.right, box.center, box.width), around.width)
    y, height = _axis((box.top, box.bottom, box.middle, box.height), around.height)
    if getattr(box, "bleed", False):
        out = Length(0, ((1, "b"),))
        if box.left == 0:
            x, width = x - out, width + out
        if box.right == 0:
            width += out
        if box.top == 0:
            y, height = y - out, height + out
        if box.bottom == 0:
            height += out
    return BoxPlace(around.x + x, around.y + y, width, height)


def _axis(stated: tuple[float | str | None, ...], room: Length) -> tuple[Length, Length]:
    """Return the start and the size of a box on an axis."""
    start, end, middle, size = (None if one is None else length(one) for one in stated)
    if size is None:
        assert start is not None and end is not None
        return start, room - start - end
    if start is not None:
        return start, size
    if end is not None:
        return room - end - size, size
    assert middle is not None
    return room.times(0.5) + middle - size.times(0.5), size


def condition_of(box: FaceBox) -> str:
    """Return when a box is shown; empty for always."""
    if box.when is not None:
        return box.when
    return content.has_value(box) if isinstance(box, _Showing) else ""
