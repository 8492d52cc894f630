"""Write what a box shows as elements of a face."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from cardgen.render.boxes.description import (
    BoxedIcon,
    BoxedNumber,
    BoxedPicture,
    BoxedQr,
    BoxedShape,
    BoxedText,
    FaceBox,
    _Showing,
)
from cardgen.render.boxes.lengths import BoxPlace, Length, length

_RING = 0.1  # of the radius of a disc: the width of each ring
_PLATE = 0.45  # width of each ring of a plate
_CORNER = 2.2
_LEAST_TITLE = 0.62
"""Scale of a title of several lines below which no word is set whole: 6.8 pt of the 11 pt of the style of names."""
_PARTS = {
    "name": ("(card.name or card.id)", ""),
    "text": ("parts.text", ""),
    "cost": ("parts.cost.value", "parts.cost"),
    "art": ("parts.art", ""),
    "icon": ("parts.icon", ""),
    "suit": ("parts.suit_icon", ""),
    "rank": ("parts.rank", ""),
}
"""Value of each part that is one value, and its condition if that is not the value."""
_TAIL, _RAISED = 0.3, 0.2
"""How much smaller a Q is in a disc than other letters, whose rings its tail would cross; how far it is raised for each
part of that.
"""
_FIELD_OF_NAME = "{{ parts.names.name }}"  # which a playing card without a name takes from its suit
_TEXTS = {
    "kind": "parts.kind or parts.tags",
    "type": "parts.kind",
    "tags": "parts.tags",
    "credits": "parts.credits",
    "body": "parts.weight > 0",
    "titled": "parts.details or parts.texts or parts.flavor",
    "rest": "parts.kind or parts.tags or parts.cost or parts.stats or parts.credits or parts.weight > 0",
    "facts": "parts.weight > 0 or parts.cost or parts.stats or parts.tags",
}
"""Condition of each part that is several values; `part_text` joins them."""


def markup_of(box: FaceBox, place: BoxPlace) -> str:
    """Return the elements of a box that shows one thing."""
    markup = _markup_of(box, place)
    if isinstance(box, BoxedShape) and box.ink:
        return f'<g card:ink="{box.ink}">{markup}</g>'
    is_part = isinstance(box, BoxedShape | BoxedIcon) and box.ground
    return f'<g card:ground="true">{markup}</g>' if is_part else markup


def _markup_of(box: FaceBox, place: BoxPlace) -> str:
    match box:
        case BoxedText():
            return _text(box, place)
        case BoxedNumber():
            return _number(box, place)
        case BoxedPicture():
            return _picture(box, place)
        case BoxedIcon():
            return _icon(box, place)
        case BoxedShape():
            return _shape(box, place)
        case BoxedQr():
            return _qr(box, place)
        case _:
            raise TypeError(type(box))


def literal(text: str) -> str:
    """Return a text as a literal of an expression."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"


def number(value: float) -> str:
    """Return a number as it is written."""
    return Length(value).expression


def has_value(box: _Showing) -> str:
    """Return the condition that a box has something to show; empty if it always has."""
    if isinstance(box, BoxedPicture) and box.placeholder:
        return ""
    if box.field is not None:
        return f"{literal(box.field)} | is_stated(card, fields)"
    if box.part is None:
        return ""
    value, condition = _PARTS.get(box.part, ("", ""))
    return "" if box.part == "name" else condition or value or _TEXTS[box.part]


def stands_alone(box: FaceBox) -> bool:
    """Return whether a box is no part of a group of forms: a ground, or none that is a form."""
    return not isinstance(box, BoxedShape) or box.ground or bool(box.ink) or is_ground(box)


def is_ground(box: FaceBox) -> bool:
    """Return whether a form is the ground of the whole card, with its bleed."""
    return (
        isinstance(box, BoxedShape)
        and box.bleed
        and not box.ground
        and not (box.left or box.right or box.top or box.bottom or box.radius or box.stroke)
        and box.shape == "rectangle"
        and box.width is None
        and box.height is None
        and box.opacity == 1
        and not box.rotate
    )


def _value(box: _Showing, fixed: str | None = None) -> str:
    """Return the expression of what a box shows."""
    if fixed is not None:
        return literal(fixed)
    if box.field is not None:
        return f"card.{box.field}" if box.field.isidentifier() else f"card[{literal(box.field)}]"
    if box.value is not None:
        return f"({box.value})"
    return _PARTS.get(str(box.part), ("''", ""))[0]


def _word(text: str) -> str:
    """Return a name as it stands in an attribute; behind `=` it is an expression."""
    if text.startswith("="):
        return f"{{{{ {text[1:]} }}}}"
    return escape(text, {'"': "&quot;"}) if not set("{}") & set(text) else f"{{{{ {literal(text)} }}}}"


def _color(text: str) -> str:
    """Return a colour as plain SVG takes it; an expression that gives nothing is no colour."""
    if text.startswith("="):
        return f"{{{{ ({text[1:]}) | color if ({text[1:]}) else 'none' }}}}"
    return _word(text) if text.startswith("#") else f"{{{{ {literal(text)} | color }}}}"


def _style_of(text: str) -> str:
    return text[1:] if text.startswith("=") else literal(text)


def _text(box: BoxedText, place: BoxPlace, *, is_badge: bool = False) -> str:
    several = box.part in _TEXTS
    value = f"({_value(box, box.text)} | stacked)" if is_badge else _value(box, box.text)
    words = f"{{{{ parts | part_text('{box.part}') }}}}" if several else f"{{{{ {value} | shown | rich }}}}"
    words = f"<i>{words}</i>" if box.italic else words
    words = f"<b>{words}</b>" if box.bold else words
    scale = length(box.scale)
    head, fit = "", ""
    if box.fit in {"title", "label"} and not several:
        t, width = f"({value} | shown)", place.width.expression
        measure = f"{{% set t_w = {t} | text_width({_style_of(box.style)}) %}}"
        if box.fit == "label":
            head = measure
            fit = f'scale="{{{{ {scale.expression} if t_w * ({scale.expression}) <= {width} else 0.99 * ({width}) / t_w }}}}"'
            fit += ' fit="line"' if is_badge else ""  # two lines may be too high
        else:
            head, fit = _title(t, width, scale.expression, box, measure)
    else:
        size = length(box.min_size).printed if box.min_size is not None else ""
        fit = "" if box.fit == "none" else f'fit="{"line" if box.fit == "line" else "shrink"}"'
        fit += f' scale="{scale.printed}"' if scale != Length(1.0) else ""
        fit += f' min-size="{size}pt"' if size else ""
    more = f' align="{box.align}"' if box.align else ""
    more += f' color="{_word(box.color)}"' if box.color else ""
    more += f' lang="{_word(box.lang)}"' if box.lang else ""
    turn = length(box.rotate)
    more += f' rotate="{turn.printed}"' if turn != Length() else ""
    source = box.field or ("text" if box.part in {"body", "rest", "facts"} else box.part or "")
    source = _FIELD_OF_NAME if box.value == "parts.name" else source
    more += f' from="{source}"' if box.field or source in {"name", "text", _FIELD_OF_NAME} else ""
    return f'{head}<card:text {place.attributes} style="{_word(box.style)}" valign="{box.valign}" {fit}{more}>{words}</card:text>'


def _title(text: str, width: str, scale: str, box: BoxedText, measure: str) -> tuple[str, str]:
    """Return what measures a title, and its attributes: on one line, or on several where that would make it small."""
    style = _style_of(box.style)
    words = (
        "{% set t_n = namespace(w=0.01) %}{% if not t_one %}{% for t_each in " + text + ".split() %}"
        "{% set t_n.w = [t_n.w, t_each | text_width(" + style + ")] | max %}{% endfor %}{% endif %}"
    )
    head = f"{measure}{{% set t_one = 0.7 * ({scale}) * t_w <= {width} %}}{words}"
    usual, room = f"0.75 * ({scale})", f"0.98 * ({width})"
    least = f"([{_LEAST_TITLE}, {usual}] | min)"
    one = f'fit="line" scale="{{{{ {scale} }}}}" min-size="4pt"'
    # A word that is too wide at the least size is divided, so that it may be larger.
    several = f"[{least}, 0.85 * {usual}] | max if t_n.w * {least} > {room} else [{usual}, {room} / t_n.w] | min"
    more = f'fit="shrink" min-size="3pt" scale="{{{{ {several} }}}}"'
    return head, f"{{% if t_one %}}{one}{{% else %}}{more}{{% endif %}}"


def _number(box: BoxedNumber, place: BoxPlace) -> str:
    parts = []
    size = _least(place)
    cx, cy = place.x + place.width.times(0.5), place.y + place.height.times(0.5)
    for index, color in enumerate(box.rings):
        if box.plate == "round":
            r = size.times(0.5 * (1 - _RING * index))
            parts.append(f'<circle cx="{cx.printed}" cy="{cy.printed}" r="{r.printed}" fill="{_color(color)}"/>')
        elif box.plate == "rectangle":
            inner, radius = place.inset(_PLATE * index), max(_CORNER - 0.4 * index, 0)
            parts.append(f'<rect {inner.attributes} rx="{number(radius)}" fill="{_color(color)}"/>')
    inner, scale = place, length(box.scale)
    if box.plate == "round":  # within the innermost ring, with room around it; a style for a disc of 10 mm
        side, tail = size.times(0.59), f"({_TAIL} if 'Q' in ({_value(box)} | shown) else 0)"
        raised = length(f"{size.expression} * {_RAISED} * {tail}")
        inner = BoxPlace(cx - side.times(0.5), cy - side.times(0.5) - raised, side, side)
        scale = length(f"{size.times(0.1).expression} * ({scale.expression}) * (1 - {tail})")
    text = BoxedText(
        name=box.name, type="text", left=0.0, top=0.0, width=1.0, height=1.0, field=box.field, part=box.part,
        value=box.value, style=box.style, fit="label", align="center", color=box.color, rotate=box.rotate,
        scale=scale.expression if scale.terms else scale.number,
    )  # fmt: skip
    words = _text(text, inner, is_badge=box.plate != "rectangle")
    return f"{_turned(''.join(parts), box, place)}{words}" if parts else words


def _turned(elements: str, box: _Showing | BoxedShape, place: BoxPlace) -> str:
    """Return elements as one artwork, turned around the middle of their box."""
    turn = length(box.rotate)
    if turn == Length():
        return f"<g>{elements}</g>"
    middle = place.x + place.width.times(0.5), place.y + place.height.times(0.5)
    return f'<g transform="rotate({turn.printed} {middle[0].printed} {middle[1].printed})">{elements}</g>'


def _least(place: BoxPlace) -> Length:
    """Return the side of the largest square in a place."""
    if place.width == place.height:
        return place.width
    if not place.width.terms and not place.height.terms:
        return Length(min(place.width.number, place.height.number))
    return Length(0, ((1, f"([{place.width.expression}, {place.height.expression}] | min)"),))


def _picture(box: BoxedPicture, place: BoxPlace) -> str:
    if box.file is not None:
        href = _word(box.file)
    else:
        value = f"card.get({literal(box.field)})" if box.field else _value(box)
        href = (
            f"{{{{ {value} or 'placeholder:' ~ card.id ~ ' ' ~ ((card.name or '') | in_language('')) }}}}"
            if box.placeholder
            else f"{{{{ {value} }}}}"
        )
    fit = {"cover": "", "contain": 'preserveAspectRatio="xMidYMid meet" ', "stretch": 'preserveAspectRatio="none" '}
    color = f' color="{_color(box.color)}"' if box.color else ""
    if box.tile:
        return _tiled(href, place, number(box.tile), f"tile-{box.name.replace(' ', '-')}", color)
    color += ' style="mix-blend-mode: multiply"' if box.blend else ""
    longest = f' card:longest="{number(box.longest)}"' if box.longest else ""
    image = f'<image href="{href}" {place.attributes} {fit[box.fit]}{longest}{color}/>'
    return _turned(image, box, place) if box.rotate else image


def _tiled(href: str, place: BoxPlace, side: str, name: str, color: str) -> str:
    """Return a picture as square tiles, one of which has a corner in the middle of the box."""
    middle = f"{(place.x + place.width.times(0.5)).printed} {(place.y + place.height.times(0.5)).printed}"
    return (
        f'<g><defs><pattern id="{name}" width="{side}" height="{side}" patternUnits="userSpaceOnUse"'
        f' patternTransform="translate({middle})"><image href="{href}" x="0" y="0" width="{side}" height="{side}"{color}/>'
        f'</pattern></defs><rect {place.attributes} fill="url(#{name})"/></g>'
    )


def _icon(box: BoxedIcon, place: BoxPlace) -> str:
    size = _least(place)
    x, y = (start + (whole - size).times(0.5) for start, whole in ((place.x, place.width), (place.y, place.height)))
    name = _word(box.icon) if box.icon is not None else f"{{{{ {_value(box)} }}}}"
    source = f' from="{box.field}"' if box.field else ""
    icon = f'<card:icon name="{name}" x="{x.printed}" y="{y.printed}" size="{size.printed}" color="{_word(box.color)}"{source}/>'
    return _turned(icon, box, place) if box.rotate else icon


def _qr(box: BoxedQr, place: BoxPlace) -> str:
    size = _least(place)
    x, y = (start + (whole - size).times(0.5) for start, whole in ((place.x, place.width), (place.y, place.height)))
    whole = BoxPlace(x, y, size, size)
    ground = f'<rect {whole.attributes} fill="{_color(box.ground)}"/>' if box.ground else ""
    return f"{{% set q = {_value(box, box.text)} | shown | qr %}}" + _turned(
        f'{ground}<path transform="translate({x.printed} {y.printed}) scale({{{{ ({size.expression}) / q.side }}}})"'
        f' d="{{{{ q.path }}}}" fill="{_color(box.color)}"/>',
        box,
        place,
    )


def _shape(box: BoxedShape, place: BoxPlace) -> str:
    if is_ground(box) and box.fill:
        return f'<card:bleed fill="{_word(box.fill)}"/>'
    form = _form(box, place)
    return _turned(form, box, place) if box.rotate else form


def _form(box: BoxedShape, place: BoxPlace) -> str:
    look = f'fill="{_color(box.fill) if box.fill else "none"}"'
    if box.stroke:
        look += f' stroke="{_color(box.stroke)}" stroke-width="{number(box.line)}"'
    if box.opacity < 1:
        look += f' opacity="{number(box.opacity)}"'
    radii = box.radius if isinstance(box.radius, tuple) else (box.radius,) * 4
    if box.hollow:
        return f'<path d="{_rounded(place, (0.0,) * 4)}{_rounded(place, radii)}" fill-rule="evenodd" {look}/>'
    if box.shape == "ellipse":
        rx, ry = place.width.times(0.5), place.height.times(0.5)
        cx, cy = place.x + rx, place.y + ry
        return f'<ellipse cx="{cx.printed}" cy="{cy.printed}" rx="{rx.printed}" ry="{ry.printed}" {look}/>'
    if isinstance(box.radius, tuple):
        return f'<path d="{_rounded(place, radii)}" {look}/>'
    radius = f' rx="{length(box.radius).printed}"' if box.radius else ""
    return f"<rect {place.attributes}{radius} {look}/>"


def _rounded(place: BoxPlace, stated: Sequence[float | str]) -> str:
    """Return the path of a rectangle whose corners differ."""
    radii = [length(radius) for radius in stated]
    right, bottom = place.x + place.width, place.y + place.height

    def corner(index: int, x: str, y: str) -> str:
        r = radii[index].printed
        return f"a{r} {r} 0 0 1 {x}{r} {y}{r}" if stated[index] else ""

    return (
        f"M{place.x.printed} {(place.y + radii[0]).printed}{corner(0, '', '-')}H{(right - radii[1]).printed}"
        f"{corner(1, '', '')}V{(bottom - radii[2]).printed}{corner(2, '-', '')}H{(place.x + radii[3]).printed}"
        f"{corner(3, '-', '-')}z"
    )
