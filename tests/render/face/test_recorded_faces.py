"""Faces become the drawings that they were in the last version, with the problems that they had.

The other files of this folder say why they are right; here nothing may change unseen.
"""

import base64
import io
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from cardgen.geometry.units import Rect, Size
from cardgen.model.deck import FOCUS_MARK
from cardgen.model.drawing import PlacedArtwork, PlacedImage, Rotated, TextSpan
from render.samples import SIZE, DrawingFixture
from tests.recorded import check_recorded

BOX = 'x="2" y="3" width="20" height="10"'
GOOD = 'style="body"'
TEXTS = (
    f"{BOX} {GOOD}", f'{BOX} {GOOD} align="right" valign="middle" color="primary"', f'{BOX} {GOOD} scale="1.5" min-size="2mm" fit="shrink"',
    f'{BOX} {GOOD} rotate="30" lang="pt-BR" alt="Said" role="h2"', f'{BOX} {GOOD} min-size="6" from="text" id="rules"', f'{BOX} {GOOD} role="decoration"',
    f'{BOX} style="page-foot"', f"{BOX}", f'{BOX} style="bodi"', f'{BOX} {GOOD} role="head"', f'{BOX} {GOOD} role="figure"', f'{BOX} {GOOD} role=""', f'{BOX} {GOOD} lang="Portuguese"', f'{BOX} {GOOD} colour="ink"',
    f'{BOX} {GOOD} color="inc"', f'{BOX} {GOOD} scale="0"', f'{BOX} {GOOD} scale="0.5" min-size="2mm" fit="shrink"', f'{BOX} {GOOD} scale="big"', f'{BOX} {GOOD} min-size="0"', f'{BOX} {GOOD} min-size="2 mm x"',
    f'{BOX} {GOOD} rotate=""', f'{BOX} {GOOD} rotate="inf"', f'{BOX} {GOOD} align="up"', f'{BOX} {GOOD} fit="grow"', f"y='1' width='2' height='3' {GOOD}",
    f"x='1' y='1' height='3' {GOOD}", f"x='1' y='1' width='' height='3' {GOOD}", f"x='1' y='1' width='9' height='-3' {GOOD}",
    f'x="2" y="3" width="20" height="2" {GOOD} from="text"', f'x="2" y="3" width="3" height="9" {GOOD} fit="shrink" rotate="90"',
    f'x="2" y="3" width="20" height="4" {GOOD} scale="2" min-size="2mm" fit="shrink"',
)  # fmt: skip
WORDS = ("Draw <b>two</b> cards", "Hi<br/>you <card:icon name='sun'/> <i color='primary'>all</i>")
INSIDE = (
    "<card:icon name='snu'/>",
    "<card:icon/>",
    "a<u>b</u>",
    "<b color='inc'>a</b>",
    "<card:icon name='sun'/> <card:icon name='snu'/>",
    "<card:icon name='sun'/> <card:icon/>",
    "Hi<br/><b>you</b>",
    "\u0915 <b>\u0916</b>",
    "{",
    "",
)
ICONS = (
    "x='1' y='2' size='4' name='sun'", "x='1' y='2' size='4' name='sun' color='primary'", "x='1' y='2' size='4'", "x='1' y='2' size='4' name='snu'",
    "x='1' y='2' size='0' name='sun'", "x='1' y='2' name='sun' color='no'", "x='1' y='2' size='4' name='sun' color='no'", "x='a' y='2' size='4' name='sun' width='3'",
)  # fmt: skip
BARE = (
    "<card:bleed/>", "<card:bleed fill='primary'/>", "<card:bleed fill='none'/>", "<card:bleed color='ink'/>", "<card:column x='1' y='2' width='9' height='8'/>",
    "<card:column x='1' y='2' width='0' height='8'/>", "<card:piece x='1' y='2' width='9' height='8' kind='cards' name='a'/>", "<card:blead/>", "<card:text/>",
    "bare words", "<g>bare <card:text x='2' y='3' width='20' height='10' style='body'>in</card:text></g>", "<rect fill='rde' stroke='#12'/><g stroke='redd'/>", "<rect fill=' Red ' stroke=' RDE '/><g stroke='URL(#a) none' fill=' #ABC '/>", "<rectt/><foo/><b/>",
    "<g id='a'><title>t</title><card:text x='2' y='3' width='20' height='10' style='body'>in</card:text><rect width='3'/></g>",
    "<g opacity='0.5'><card:text x='2' y='3' width='20' height='10' style='body'>in</card:text></g>", "<g opacity='0.5'><card:icon x='1' y='2' size='4' name='sun'/>tail<rect/></g>",
    "<g card:ground='true'><rect width='4'/></g>", "<g card:ground='yes'/>", "<g card:ground='true' opacity='1'><image href='wide.svg' x='1' y='2' width='9' height='8' card:light='noon'/></g>",
    "<defs><card:icon x='1' y='2' size='4' name='sun'/></defs><rect fill='url(#a)'/>", "<defs><card:bleed/></defs>", "<svg><card:column x='1'/></svg>", "<desc>All <b>of</b>\n it</desc><text font-family='Alegreya Sans'>no</text>",
    "<text font-family='Alegreya Sans'>Hi</text>", "<text font-family='Nofont'>Hi</text>", "<text font-family='Alegreya Sans'>Hi <tspan font-family='Else'>x</tspan></text>", "<rect/>" * 3,
    "<card:text x='2' y='3' width='20' height='10' style='body'>a</card:text>" * 2, "".join(f"<card:text x='2' y='{y}' width='20' height='10' style='body' role='td'>a</card:text>" for y in (3, 3, 5)),
    "<rectt/>" * 30, f"<card:text {BOX} {GOOD}/><text font-family='Alegreya Sans'>plain</text><card:text {BOX} {GOOD}>b</card:text>", "<g transform='scale(2)'><card:icon x='1' y='2' size='4' name='snu'/></g>",
    f"<desc/><card:text {BOX} {GOOD}>a</card:text>", "a<g>b</g>", "<g opacity='1'><card:icon x='1' y='2' size='4' name='sun' color='no'/></g>",
    f"<card:text {BOX} {GOOD} min-size='0'><b color='ink'>a</b></card:text>", f"<card:text {BOX} {GOOD} from='name'><card:icon name='snu'/></card:text>",
    "<g><image href='wide.svg' x='1' y='2' width='9' height='8' xml:space='preserve'/></g>", f"<image href='wide.svg{FOCUS_MARK}left top' x='1' y='2' width='9' height='8' card:focus='right bottom'/>",
    f"<g id='a'><card:icon x='1' y='2' size='4' name='sun'/><card:text {BOX} {GOOD}>Draw <b>two</b> cards</card:text></g>",
    f"<g id='a' opacity='0.5'><card:text {BOX} {GOOD}>a</card:text></g>",
    f"<card:text x='2' y='3' width='20' height='2' {GOOD}>\u0915 Draw two cards of the other side</card:text>",
    "<image href='e300.png' x='1' y='2' width='20' height='10'/>", "<image href='high.svg' x='1' y='2' width='9' height='8'/>",
)  # fmt: skip
PICTURES = (
    "wide.svg",
    "high.png",
    f"wide.svg{FOCUS_MARK}left top",
    f"high.png{FOCUS_MARK}0.1 0.9",
    "large.png",
    "grey.png",
    "none.png",
    "mauve.txt",
)
PLACES = (
    "", "preserveAspectRatio='none'", "preserveAspectRatio='xMaxYMin meet'", "preserveAspectRatio='xMinYMax slice' card:zoom='1.5'", "card:focus='right bottom'",
    "card:focus='middle'", "card:zoom='0'", "card:light='noon'", "card:light='moon'", "preserveAspectRatio='xMidYMid'", "preserveAspectRatio='fill'", "opacity='0.5' clip-path='url(#c)'", "card:longest='2'", "card:longest='1'", "card:longest='1.5'", "card:longest='3'", "card:longest='0'",
    "card:zoom='2' preserveAspectRatio='xMidYMid meet'", "card:zoom='2' card:focus='top'", "card:longest='1.2' preserveAspectRatio='none' card:focus='left'",
)  # fmt: skip
WHOLE = (
    "<svg xmlns='http://www.w3.org/2000/svg'/>", "<svg viewBox='0 0 40 50'/>", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 51'/>",
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40.005 50'><rect/></svg>", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0,0 20,25'><rect/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='1 0 40 50'/>", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 0 50'/>", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 -50'/>", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 49'/>", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 inf'/>",
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 50.012'/>", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40.02 50.025'><rect/></svg>", "<!DOCTYPE svg><svg/>", "",
)  # fmt: skip


TWICE = (
    f"<card:text {TEXTS[3]}>Draw",
    f"<card:icon {ICONS[0]}",
    "<card:bleed/",
    "<card:c",
    "<g card:",
    *(f"<image href='{name}' x='1' y='2' width='9' height='8' />" for name in PICTURES),
    "<image href='e",
    "<g><image href='e",
)


def test_recorded_faces(fixture: DrawingFixture) -> None:
    for name, size in (("high.png", (30, 60)), ("large.png", (400, 300)), ("grey.png", (170, 90))):
        Image.new("L" if name == "grey.png" else "RGB", size, 90).save(fixture.folder / name)
    for side in (300, 299, 200, 199):
        Image.new("L", (side, side), 90).save(fixture.folder / f"e{side}.png")
    high = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 30"><rect width="10" height="30"/></svg>'
    (fixture.folder / "high.svg").write_text(high)
    fixture.renderer.families = lambda: ["Alegreya Sans"]
    check_recorded(
        Path(__file__).with_name("faces.txt"), (line for body in bodies() for line in recorded(fixture, body))
    )


def bodies() -> Iterator[str]:
    yield from (
        f"<card:text {text}>{words}</card:text>" for text in TEXTS for words in WORDS[: 1 + (text in TEXTS[:4])]
    )
    yield from (f"<card:text {BOX} {GOOD}>{words}</card:text>" for words in INSIDE)
    yield from (f"<card:icon {icon}/>" for icon in ICONS)
    yield from BARE
    for href in PICTURES:
        yield from (
            f"<image href='{href}' x='1' y='2' width='9' height='8' {place}/>"
            for place in PLACES[: 99 if href in PICTURES[:2] else 1]
        )
        yield f"<g transform='scale(2)'><image xlink:href='{href}' x='1' y='2' width='9' height='8'/></g>"
        yield f"<g><circle/><image href='{href}' x='1' y='2' width='9' height='0.5' opacity='0.5'/></g>"
    for around in ("g style='opacity:1'", "g", "svg", "g><g transform='scale(1)'", "g transform='scale(2)'><g"):
        end = "</g></g>" if around.count("<") else f"</{around.split()[0]}>"
        yield f"<{around}><image href='none.png' x='1' y='2' width='9' height='8'/>{end}"
    for side in (300, 299, 200, 199):
        sharp = f"<image href='e{side}.png' x='1' y='2' width='25.4' height='25.4'/>"
        yield from (
            sharp,
            f"<g>{sharp}</g>",
            f"<g transform='scale(2)'>{sharp}</g>",
            f"<g style='opacity:1'>{sharp}</g>",
        )
    for more in ("", "preserveAspectRatio='xMinYMin meet'", "card:zoom='2'", "card:light='dusk'"):
        yield f"<image href='placeholder:k Hawk' x='1' y='2' width='9' height='8' {more}/>"
    yield "<g><image href='placeholder:k Hawk' x='1' y='2' width='9' height='8'/></g>"
    yield f"<g><path d='M{'1 1 ' * 1100}'/></g>"
    yield "<g><image href='wide.svg' x='1' y='2' width='9' height='8' card:light='noon'/></g><image x='1' y='2' width='-9' height='8' href='wide.svg'/>"


def recorded(fixture: DrawingFixture, body: str) -> Iterator[str]:
    for way in ("", "of twice the size "):
        size = Size(80, 100) if way else SIZE
        if not way or body.startswith(TWICE):
            yield f"== {way}{body[:300]}".replace("\n", " ")
            yield from drawn(fixture, fixture.markup(body, size))
    if body == "<card:text/>":
        for whole in WHOLE:
            yield f"== whole: {whole}"
            yield from drawn(fixture, whole)


def drawn(fixture: DrawingFixture, markup: str) -> Iterator[str]:
    fixture.found.items.clear()
    found = fixture.draw_raw(markup)
    if found:
        yield from (line for item in found.items for line in item_lines(item))
        yield from (f"block {tuple(block)}" for block in found.blocks)
        yield f"words {found.words!r}"
    for item in fixture.found.items:
        notes = [note for note, _ in item.notes]
        where = item.span and (item.span.line, item.span.column, item.span.end)
        text = f"{item.code} {item.message} | {item.expected} | {' '.join(item.hints)} | {notes} {where}"
        text += f" {item.spot and at(Rect(*item.spot.box))} {'error' if item.is_error else 'warning'}"
        yield re.sub(r"t\d+\.svg", "face.svg", text.replace(str(fixture.folder), "folder")).replace("\n", " ")


def item_lines(item: Any) -> Iterator[str]:
    match item:
        case PlacedArtwork():
            svg = re.sub(r'^<svg xmlns="\S+" xmlns:xlink="\S+" ', "", item.artwork.svg)
            svg = re.sub(r'base64,([^"]*)', lambda found: pixels_of(found[1]), svg)
            yield f"artwork {at(item.box)}: {svg if len(svg) < 500 else f'{len(svg)} characters with sum {zlib.crc32(svg.encode()):x}'}"
        case PlacedImage():
            yield f"image {item.path.name} {at(item.box)} in {at(item.window)}"
        case TextSpan():
            words = "|".join(word.text for word in item.words)
            yield f"text {item.x:.3f} {item.y:.3f} {item.size:.3f} {item.color} {item.font} {words!r}"
        case Rotated():
            yield f"turned {item.degrees:g} about {item.x:g} {item.y:g}"
            yield from (line for inner in item.items for line in item_lines(inner))
        case _:
            yield f"view {at(item.window)} {'ground ' * item.is_ground}{'in lines' * item.in_lines}"
            yield from (line for inner in item.items for line in item_lines(inner))


def pixels_of(data: str) -> str:
    with Image.open(io.BytesIO(base64.b64decode(data))) as image:
        return f"{image.width} x {image.height}"


def at(box: Rect) -> str:
    return f"({', '.join(f'{round(side, 3) + 0:g}' for side in (box.x, box.y, box.width, box.height))})"
