"""PDFs in other ink modes, rendered by a viewer and read back."""

import base64
import io
import re
import zlib
from collections.abc import Iterator

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from cardgen.geometry.colors import READABLE_CONTRAST, darken_until_readable, luminance
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Artwork, Drawing, PlacedArtwork, PlacedImage, View
from cardgen.model.sheet import Mark, Placement, Side
from cardgen.render.text.rows import rule
from cardgen.write.document import compose_pdf
from cardgen.write.ink_modes import COLOR_VISIONS, apply_ink_mode, simulate_vision
from cardgen.write.ink_saving import Outliner, _State, _states
from cardgen.write.page import DocumentInfo, Page
from cardgen.write.recolor import Recoloring, _component_count, recolor_pdf

SIZE = Size(60, 60)
WHOLE = Rect(0, 0, 60, 60)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60" width="60mm" height="60mm">{}</svg>'
GRADIENT = (
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#ff0000"/><stop offset="0.4" stop-color="#00ff00"/>'
    '<stop offset="1" stop-color="#0000ff"/></linearGradient></defs><rect width="60" height="60" fill="url(#g)"/>'
)
REPEATED = (
    '<defs><linearGradient id="r" x2="0.3" spreadMethod="repeat"><stop offset="0" stop-color="#ff0000"/>'
    '<stop offset="1" stop-color="#0000ff"/></linearGradient></defs><rect width="60" height="60" fill="url(#r)"/>'
)
TILES = (
    '<defs><pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<circle cx="2" cy="2" r="1.5" fill="#cc2200"/></pattern></defs><rect width="60" height="60" fill="url(#p)"/>'
)
SEVERAL = (
    '<rect width="60" height="60" fill="#203040"/><circle cx="30" cy="30" r="20" fill="#e0c060"/>'
    '<path d="M10 10L50 50" stroke="#f0e0d0" stroke-width="5"/><circle cx="30" cy="30" r="0.3" fill="#990000"/>'
)


def are_alike(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures have the same pixels; pytest would compare these for minutes where they differ."""
    return one.size == other.size and ImageChops.difference(one, other).getbbox() is None


def page_of(*items, marks=()):
    side = Side((Placement(Drawing(SIZE, 0, items), WHOLE),), marks)
    return Page(side, SIZE)


def pdf_of(*contents: str) -> bytes:
    pages = [page_of(PlacedArtwork(Artwork(SVG.format(content), SIZE), WHOLE)) for content in contents]
    return compose_pdf(pages, DocumentInfo("x", "x", "x", "en"), {})


def look(data: bytes, page: int = 0) -> Image.Image:
    document = pypdfium2.PdfDocument(data)
    picture = document[page].render(scale=4).to_pil().convert("RGB")
    document.close()
    return picture


def coverage(data: bytes) -> float:
    picture = look(data).convert("L")
    return 1 - sum(picture.tobytes()) / 255 / (picture.width * picture.height)


def colors(data: bytes) -> Iterator[tuple[str, tuple[float, float, float]]]:
    """The operators and colours that the streams of a file name."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") in ("/Form", None) and "/N" not in thing:
                for found in re.findall(rb"([\d. ]+) (rg|RG|g|G)\b", thing.read_bytes()):
                    parts = tuple(map(float, found[0].split()))
                    yield found[1].decode(), parts * (3 // len(parts))


@pytest.mark.parametrize(
    "content", [GRADIENT, REPEATED, TILES, SEVERAL], ids=["gradient", "repeated", "tiles", "several"]
)
def test_grey_has_no_colour_and_the_same_lightness(content):
    data = pdf_of(content)
    grey = look(apply_ink_mode(data, "grey"))
    assert all(low == high for low, high in zip(*_channels(grey), strict=True))
    wanted, got = (picture.resize((8, 8)).convert("L").tobytes() for picture in (look(data), grey))
    if content not in {GRADIENT, REPEATED}:  # between two stops the light of a gradient goes another way
        assert max(abs(a - b) for a, b in zip(wanted, got, strict=True)) < 45


def _channels(picture: Image.Image):
    red, green, blue = (channel.tobytes() for channel in picture.split())
    return [min(each) for each in zip(red, green, blue, strict=True)], [
        max(each) for each in zip(red, green, blue, strict=True)
    ]


@pytest.mark.parametrize("ink", ["low", "grey"])
def test_what_several_pages_show_is_changed_once(ink):
    out = io.BytesIO()
    Image.linear_gradient("L").convert("RGB").save(out, "PNG")
    picture = (
        f'<image href="data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}" width="60" height="60"/>'
    )
    for content in (GRADIENT, TILES, SEVERAL, picture):
        once = look(apply_ink_mode(pdf_of(content), ink))
        twice = apply_ink_mode(pdf_of(content, content), ink)
        assert [look(twice, page).tobytes() for page in (0, 1)] == [once.tobytes()] * 2, content


def test_a_colour_space_has_as_many_numbers_as_its_definition_says():
    with pikepdf.new() as pdf:
        profile = pdf.make_stream(b"", N=4)
        spaces = {
            "DeviceGray": 1, "DeviceRGB": 3, "DeviceCMYK": 4, "Pattern": 0, "ICCBased": 4, "CalGray": 1, "CalRGB": 3, "Separation": 1,
        }  # fmt: skip
        for name, count in spaces.items():
            stated = [pikepdf.Name(f"/{name}"), *([profile] if name == "ICCBased" else [])]
            if name not in {"DeviceGray", "DeviceRGB", "DeviceCMYK", "Pattern", "ICCBased"}:
                stated.append(pikepdf.Dictionary())
            array = pikepdf.Array(stated)
            resources = pikepdf.Dictionary(ColorSpace=pikepdf.Dictionary(CS0=array))
            assert _component_count(array, resources) == _component_count(pikepdf.Name.CS0, resources) == count, name
            if name.startswith("Device"):
                assert _component_count(stated[0], resources) == count


def test_the_colour_with_which_a_colour_space_begins_is_that_of_the_standard():
    """PDF 32000-1, table 74: black, but for a profile of four inks, all of which are 0."""
    cmyk = pikepdf.Array([pikepdf.Name.DeviceCMYK])
    for space, is_light in (
        (pikepdf.Name.DeviceGray, False), (pikepdf.Name.DeviceRGB, False), (pikepdf.Name.DeviceCMYK, False),
        (cmyk, False), (pikepdf.Name.ICCBased, True),
    ):  # fmt: skip
        with pikepdf.new() as pdf:
            pdf.add_blank_page(page_size=(9, 9))
            profile = pikepdf.Array([pikepdf.Name.ICCBased, pdf.make_stream(b"", N=4)])
            page = pdf.pages[0]
            stated = profile if space == pikepdf.Name.ICCBased else space
            page.Resources = pikepdf.Dictionary(ColorSpace=pikepdf.Dictionary(CS0=stated))
            page.Contents = pdf.make_stream(b"/CS0 cs /CS0 CS 0 0 9 9 re B")
            out = io.BytesIO()
            pdf.save(out)
        data = recolor_pdf(out.getvalue(), Recoloring(halved, halved))
        with pikepdf.open(io.BytesIO(data)) as pdf:
            begun = [
                ([float(value) for value in item.operands], str(item.operator))
                for item in pikepdf.parse_content_stream(pdf.pages[0])
            ]
        level = 0.5 if is_light else 0.0
        assert begun[:2] == [([level] * 3, "rg"), ([level] * 3, "RG")], space


def test_gradient_that_repeats_is_dark_and_light_where_it_was():
    data = pdf_of(REPEATED)
    wanted, got = (look(file).convert("L").resize((12, 1)).tobytes() for file in (data, apply_ink_mode(data, "grey")))
    assert max(abs(a - b) for a, b in zip(wanted, got, strict=True)) < 45
    assert len(set(got)) > 3


def halved(rgb):
    return tuple(part / 2 for part in rgb)


def test_the_colours_of_a_gradient_that_two_things_show_are_changed_once():
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(9, 9))

        def shading(function):
            entries = {"ShadingType": 2, "ColorSpace": pikepdf.Name.DeviceRGB, "Coords": [0, 0, 1, 1]}
            return pikepdf.Dictionary(**entries, Function=function)

        function = pikepdf.Dictionary(FunctionType=2, Domain=[0, 1], C0=[1, 0, 0], C1=[0, 1, 0], N=1)
        own = pdf.make_indirect(shading(function))
        shared = pdf.make_indirect(pikepdf.Dictionary(function))
        shadings = {
            "/S1": own,
            "/S2": own,
            "/S3": shading(shared),
            "/S4": shading(shared),
        }
        patterns = {name: pikepdf.Dictionary(PatternType=2, Shading=own) for name in ("/P1", "/P2")}
        pdf.pages[0].Resources = pikepdf.Dictionary(Pattern=patterns, Shading=shadings)
        out = io.BytesIO()
        pdf.save(out)
    changed = recolor_pdf(out.getvalue(), Recoloring(halved, halved))
    with pikepdf.open(io.BytesIO(changed)) as pdf:
        resources = pdf.pages[0].Resources
        found = [shading for _, shading in resources.Shading.items()] + [
            one.Shading for _, one in resources.Pattern.items()
        ]
        colors = [[float(part) for key in ("/C0", "/C1") for part in one.Function[key]] for one in found]
    assert colors == [[0.5, 0, 0, 0, 0.5, 0]] * 6


def test_a_picture_of_one_bit_gets_eight():
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(9, 9))
        image = pdf.make_stream(
            zlib.compress(b"\2\xf0"), Filter=pikepdf.Name.FlateDecode,
            DecodeParms=pikepdf.Dictionary(Predictor=15, Columns=8, BitsPerComponent=1), Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=8, Height=1, BitsPerComponent=1,
            ColorSpace=pikepdf.Name.DeviceGray,
        )  # fmt: skip
        pdf.pages[0].Resources = pikepdf.Dictionary(XObject={"/I": image})
        out = io.BytesIO()
        pdf.save(out)
    with pikepdf.open(io.BytesIO(recolor_pdf(out.getvalue(), Recoloring(halved, halved, gray=True)))) as pdf:
        image = pdf.pages[0].Resources.XObject.I
        assert (image.BitsPerComponent, image.ColorSpace) == (8, pikepdf.Name.DeviceGray)
        assert image.read_bytes() == bytes([127] * 4 + [0] * 4)
        assert "/DecodeParms" not in image, "its rows are no longer told from those before"


def test_grey_is_said_with_black_ink_alone():
    assert {operator.lower() for operator, _ in colors(apply_ink_mode(pdf_of(SEVERAL, GRADIENT), "grey"))} == {"g"}


def test_low_leaves_outlines():
    data = pdf_of(SEVERAL)
    low = apply_ink_mode(data, "low")
    assert coverage(low) < 0.15 * coverage(data)
    picture = look(low)
    scale = picture.width / 60
    assert picture.getpixel((round(5 * scale), round(50 * scale))) == (255, 255, 255)
    rim = [picture.getpixel((round((10 + step / 10) * scale), round(30 * scale))) for step in range(-5, 6)]
    assert min(luminance(tuple(value / 255 for value in pixel)) for pixel in rim) < 0.4


def test_low_takes_no_colour_that_cannot_be_seen_on_white():
    low = apply_ink_mode(pdf_of(SEVERAL, GRADIENT), "low")
    for operator, rgb in colors(low):
        light = luminance(rgb)
        is_ground = light > (0.65 if operator.islower() else 0.999)  # a tint has an outline
        assert is_ground or 1.05 / (light + 0.05) > READABLE_CONTRAST - 0.05


@pytest.mark.parametrize(("side", "tinted"), [(10, True), (30, False)], ids=["thing", "ground"])
def test_low_tints_things_and_leaves_grounds_white(side, tinted):
    square = f'<rect x="10" y="10" width="{side}" height="{side}" fill="#901020"/>'
    red, green, _ = look(apply_ink_mode(pdf_of(square), "low")).resize((60, 60)).getpixel((15, 15))
    assert (red > 235 and 205 < green < 225) if tinted else (red, green) == (255, 255)


@pytest.mark.parametrize("order", [(50, 8), (8, 50)], ids=["large first", "small first"])
def test_low_draws_each_size_of_a_picture_as_if_it_were_alone(order):
    heart = Artwork(SVG.format('<rect x="2" y="2" width="56" height="56" fill="#901020"/>'), SIZE)
    places = {
        side: PlacedArtwork(heart, Rect(0, 0, side, side) if side > 9 else Rect(51, 51, side, side)) for side in order
    }

    def low(*sides: int) -> Image.Image:
        file = compose_pdf([page_of(*(places[side] for side in sides))], DocumentInfo("x", "x", "x", "en"), {})
        return look(apply_ink_mode(file, "low"))

    both = low(*order)
    for side, spot in ((50, (0, 0, 48, 48)), (8, (51, 51, 60, 60))):
        box = tuple(round(edge / 60 * both.width) for edge in spot)
        assert are_alike(both.crop(box), low(side).crop(box)), side


@pytest.mark.parametrize(("color", "tinted"), [("#f3e7cf", False), ("#203040", True)])
def test_low_draws_a_thick_line_as_a_shape_with_an_outline(color, tinted):
    arm = f'<path d="M10 30H50" stroke="{color}" stroke-width="4"/>'
    picture = look(apply_ink_mode(pdf_of(arm), "low")).convert("L")
    scale = picture.width / 60
    across = [picture.getpixel((round(30 * scale), y)) for y in range(round(27 * scale), round(33 * scale))]
    middle = across[len(across) // 2]
    assert (200 < middle < 250) if tinted else middle == 255
    assert min(across[: len(across) // 2]) < 150 > min(across[len(across) // 2 :])


def test_low_draws_foil_on_its_keyline_as_two_lines():
    foil = '<defs><linearGradient id="g" gradientUnits="userSpaceOnUse" x2="60"><stop stop-color="#402000"/></linearGradient></defs>'
    frame = "".join(
        f'<path d="M10 30H50" stroke="{color}" stroke-width="{width}"/>'
        for color, width in (("#203040", 1.2), ("url(#g)", 0.8), ("#fff8e0", 0.1))
    )
    picture = look(apply_ink_mode(pdf_of(foil + frame), "low")).convert("L")
    scale = picture.width / 60
    across = [picture.getpixel((round(30 * scale), y)) for y in range(round(29 * scale), round(31 * scale))]
    middle = len(across) // 2
    assert min(across[:middle]) < 150 > min(across[middle:])
    assert across[middle] > 240


def test_low_draws_no_line_where_the_bleed_ends():
    picture = look(apply_ink_mode(pdf_of('<rect width="60" height="60" fill="#203040"/>'), "low")).convert("L")
    assert picture.getextrema() == (255, 255)


def test_low_draws_the_rules_of_a_document_from_end_to_end():
    page = page_of(rule("#203040", Rect(10, 30, 40, 0.25)))
    data = apply_ink_mode(compose_pdf([page], DocumentInfo("x", "x", "x", "en"), {}), "low")
    picture = look(data).convert("L")
    dark = [x / picture.width * 60 for x in range(picture.width)
            if min(picture.getpixel((x, y)) for y in range(picture.height)) < 150]  # fmt: skip
    assert (min(dark), max(dark)) == (pytest.approx(10, abs=0.3), pytest.approx(50, abs=0.3))


def test_low_leaves_pale_things_white():
    square = '<rect x="10" y="10" width="10" height="10" fill="#f3e7cf"/>'
    assert look(apply_ink_mode(pdf_of(square), "low")).resize((60, 60)).getpixel((15, 15)) == (255, 255, 255)


def test_low_sets_pale_words_in_ink():
    pale = ([0.95, 0.91, 0.81], pikepdf.Operator("rg"))
    words = [([], pikepdf.Operator("BT")), pale, ([], pikepdf.Operator("ET")), pale]
    _, (word, _), _, (other, _) = Outliner(darken_until_readable).rewritten(words)
    assert luminance(tuple(word)) < 0.02 < luminance(tuple(other))


def test_low_keeps_what_is_too_small_for_an_outline():
    picture = look(apply_ink_mode(pdf_of('<circle cx="30" cy="30" r="0.4" fill="#990000"/>'), "low"))
    red, green, _ = picture.getpixel((picture.width // 2, picture.height // 2))
    assert red > 100 > green


@pytest.mark.parametrize("lies_on", [True, False], ids=["a highlight", "a part of an icon"])
def test_low_loses_no_small_pale_shape_that_lies_on_none(lies_on):
    below = '<rect x="25" y="25" width="10" height="10" fill="#203040"/>' if lies_on else ""
    dot = '<circle cx="30" cy="30" r="0.4" fill="#f3e7cf"/>'
    picture = look(apply_ink_mode(pdf_of(below + dot), "low")).convert("L")
    assert (picture.getpixel((picture.width // 2, picture.height // 2)) == 255) == lies_on


@pytest.mark.parametrize(("x", "lies_on"), [(12, False), (112, True)])
def test_low_looks_for_what_is_below_where_it_was_moved_to(x, lies_on):
    assert lies_below(f"q 1 0 0 1 100 100 cm 0.2 g 10 10 30 30 re f Q 0.9 g {x} {x} 2 2 re f") == lies_on


def lies_below(stream):
    """Whether the last shape of a stream becomes white, as one on another shape does."""
    with pikepdf.new() as pdf:
        parsed = pikepdf.parse_content_stream(pdf.make_stream(stream.encode()))
        low = [*Outliner(darken_until_readable).rewritten([(list(one.operands), one.operator) for one in parsed])]
    *_, last = (operands for operands, operator in low if str(operator) == "rg")
    return [float(part) for part in last] == [1, 1, 1]


@pytest.mark.parametrize(("place", "lies_on"), [("165 115", True), ("215 65", False), ("115 165", False)])
def test_low_looks_for_what_is_below_where_it_was_turned_to(place, lies_on):
    """A quarter turn puts the square from 10 to 40 at 160 to 190 across and 110 to 140 up."""
    stream = f"q 0 1 -1 0 200 100 cm 0.2 g 10 10 30 30 re f Q 0.9 g {place} 2 2 re f"
    assert lies_below(stream) == lies_on


@pytest.mark.parametrize(("scale", "dark"), [(1, True), (3, False)], ids=["in a line of text", "on a badge"])
def test_low_fills_the_thin_parts_of_an_icon_that_is_as_small_as_text(scale, dark):
    ring = f'<path transform="translate(30 30) scale({scale})" d="M-1.2-1.2v2.4h2.4v-2.4zM-.88-.88h1.76v1.76h-1.76z" fill="#203040"/>'
    picture = look(apply_ink_mode(pdf_of(ring), "low")).convert("L")
    outer, inner = (round((30 - side * scale) / 60 * picture.width) for side in (1.1, 0.98))
    across = [picture.getpixel((x, picture.height // 2)) for x in range(outer, inner + 1)]
    assert (max(across) < 100) == dark


def test_low_leaves_grounds_out():
    land = View(WHOLE, (PlacedArtwork(Artwork(SVG.format(SEVERAL), SIZE), WHOLE),), is_ground=True)
    star = PlacedArtwork(
        Artwork(SVG.format('<rect x="20" y="20" width="20" height="20" fill="#203040"/>'), SIZE), WHOLE
    )
    with_land, without = (
        apply_ink_mode(compose_pdf([page_of(*items)], DocumentInfo("x", "x", "x", "en"), {}), "low")
        for items in ((land, star), (star,))
    )
    assert are_alike(look(with_land), look(without))
    assert abs(len(with_land) - len(without)) < 300  # the land is not in the file either


@pytest.mark.parametrize("color", ["#c0392b", "#000044", "#bfff00"])
def test_low_keeps_the_colour_of_a_sample(color):
    dot = Artwork(SVG.format(f'<circle cx="30" cy="30" r="2" fill="{color}" stroke="#f4efe3"/>'), SIZE)
    for ink in ("full", ""):
        view = View(WHOLE, (PlacedArtwork(dot, WHOLE),), ink=ink)
        low = look(apply_ink_mode(compose_pdf([page_of(view)], DocumentInfo("x", "x", "x", "en"), {}), "low"))
        seen = low.getpixel((low.width // 2, low.height // 2))
        assert (bytes(seen).hex() == color[1:]) == (ink == "full")
        rim = low.getpixel((round(32 / 60 * low.width), low.height // 2))
        assert min(rim) < 200, "it is not seen on paper"


def test_low_makes_what_goes_on_around_a_picture_as_pale_as_the_picture(tmp_path):
    """Without a line at its edge, beside a form that keeps its colour and one that becomes an outline."""
    picture, yellow = tmp_path / "symbol.png", "#ffd23f"
    Image.new("RGB", (90, 90), yellow).save(picture)
    ground = Artwork(SVG.format(f'<rect width="60" height="60" fill="{yellow}"/>'), SIZE)
    beside = Rect(WHOLE.x, WHOLE.y, WHOLE.width / 2, WHOLE.height)
    seen = {}
    for ink in ("pale", "full", ""):
        around = View(WHOLE, (PlacedArtwork(ground, WHOLE),), ink=ink)
        items = around, PlacedImage(picture, beside, beside)
        low = look(apply_ink_mode(compose_pdf([page_of(*items)], DocumentInfo("x", "x", "x", "en"), {}), "low"))
        seen[ink] = {low.getpixel((x, low.height // 2)) for x in (low.width // 4, low.width // 2, 3 * low.width // 4)}
    assert len(seen["pale"]) == 1 and min(map(len, (seen["full"], seen[""]))) > 1


def test_low_leaves_out_a_land_inside_a_ground_and_keeps_what_follows():
    land = View(WHOLE, (PlacedArtwork(Artwork(SVG.format(SEVERAL), SIZE), WHOLE),), is_ground=True, in_lines=True)
    square = '<rect x="20" y="20" width="20" height="20" fill="#203040"/>'
    star = PlacedArtwork(Artwork(SVG.format(square), SIZE), WHOLE)
    veiled = View(WHOLE, (land, PlacedArtwork(Artwork(SVG.format(GRADIENT), SIZE), WHOLE)), is_ground=True)
    with_land, without = (
        apply_ink_mode(compose_pdf([page_of(*items)], DocumentInfo("x", "x", "x", "en"), {}), "low")
        for items in ((veiled, star), (star,))
    )
    assert are_alike(look(with_land), look(without))
    with pikepdf.open(io.BytesIO(with_land)) as pdf:
        (form,) = pdf.pages[0].Resources.XObject.values()
        operators = [str(item.operator) for item in pikepdf.parse_content_stream(form)]
    assert operators.count("q") == operators.count("Q")


def read(instructions: str) -> list:
    with pikepdf.new() as pdf:
        return list(pikepdf.parse_content_stream(pdf.make_stream(instructions.encode())))


def test_a_state_is_that_of_the_last_instructions_that_were_not_taken_back():
    """PDF 32000-1, 8.4.2: `Q` restores the latest state that was saved and is not restored; 8.6.8: the operators of colours."""
    red, grey = (1, 0, 0), (0.5,) * 3
    for instructions, state in (
        ("q 1 0 0 rg Q", _State()),
        ("1 0 0 rg q .5 g q 3 w Q", _State(fill=grey)),
        ("1 0 0 rg q .5 g q 3 w Q Q", _State(fill=red)),
        ("1 0 0 rg q .5 g q 3 w Q Q Q 2 w", _State(fill=red, width=2)),
        ("1 0 0 RG /Faint gs .5 G", _State(stroke=grey, alpha="/Faint")),
        ("/Tiles scn", _State(fill=None, pattern="/Tiles")),
        ("1 0 0 /Tiles scn", _State(fill=None, pattern="/Tiles")),
        ("/Tiles scn 1 0 0 rg", _State(fill=red)),
        ("/Tiles scn 1 0 0 RG", _State(fill=None, pattern="/Tiles", stroke=red)),
        ("1 0 0 rg .5 scn", _State(fill=red)),
        ("1 0 0 rg 1 0 0 /Tiles SCN", _State(fill=red, stroke=None)),
        ("2 0 0 3 5 7 cm 1 0 0 1 1 1 cm", _State(matrix=(2, 0, 0, 3, 7, 10))),
        ("0 2 -1 0 0 0 cm 1 2 3 4 5 6 cm", _State(matrix=(-2, 2, -4, 6, -6, 10))),
    ):
        assert [*_states(read(instructions))][-1][0] == state, instructions


def test_what_a_stream_shows_is_as_large_as_its_first_place_makes_it():
    shown = "2 0 0 2 0 0 cm q 3 0 0 -3 5 5 cm /A Do q 0 .5 -.5 0 0 0 cm /B Do Q /C Do Q /D Do Q /E Do /A Do"
    scales = Outliner(lambda color: color, 1.5).scales(read(shown))
    assert scales == {"/A": 9, "/B": 4.5, "/C": 9, "/D": 3, "/E": 3}


def low_land(content: str) -> Image.Image:
    """A land with less ink, in pixels of a quarter of a millimetre."""
    land = View(WHOLE, (PlacedArtwork(Artwork(SVG.format(content), SIZE), WHOLE),), is_ground=True, in_lines=True)
    low = apply_ink_mode(compose_pdf([page_of(land)], DocumentInfo("x", "x", "x", "en"), {}), "low")
    return look(low).convert("L").resize((240, 240), Image.Resampling.BOX)


def darkest(picture: Image.Image, x: float, y: float) -> int:
    """The darkest pixel within a millimetre of a point."""
    return min(picture.crop((round(4 * x) - 4, round(4 * y) - 4, round(4 * x) + 4, round(4 * y) + 4)).tobytes())


def test_low_draws_lands_in_pale_lines():
    picture = low_land(SEVERAL)
    assert 90 < darkest(picture, 30, 10) < 240  # the rim of the circle
    assert darkest(picture, 20, 30) > 250  # inside of it
    assert darkest(picture, 12, 12) < 240  # the line across it


def test_what_is_near_hides_what_is_far_in_lines():
    far, near = (
        '<rect x="10" y="10" width="20" height="40" fill="#335577"/>',
        '<circle cx="30" cy="30" r="12" fill="#225533"/>',
    )
    picture = low_land(far + near)
    assert darkest(picture, 30, 14) < 240
    assert darkest(picture, 30, 30) > 250  # the edge of the far one is behind the near one


@pytest.mark.parametrize(
    "shape",
    [
        '<circle cx="30" cy="30" r="0.6" fill="#225533"/>',
        '<circle cx="30" cy="30" r="12" fill="#225533" opacity="0.5"/>',
    ],
)
def test_small_and_translucent_shapes_of_a_land_are_left_out(shape):
    assert min(low_land(shape).tobytes()) > 250


def test_a_view_is_seen_through_its_window_only():
    window = Rect(0, 0, 30, 60)
    red = PlacedArtwork(Artwork(SVG.format('<rect width="60" height="60" fill="#ff0000"/>'), SIZE), WHOLE)
    picture = look(compose_pdf([page_of(View(window, (red,)))], DocumentInfo("x", "x", "x", "en"), {}))
    assert picture.getpixel((picture.width // 4, 50)) == (255, 0, 0)
    assert picture.getpixel((3 * picture.width // 4, 50)) == (255, 255, 255)


def test_low_leaves_ornaments_out():
    assert coverage(apply_ink_mode(pdf_of(TILES), "low")) == 0


def test_marks_of_the_sheet_stay_black():
    side = Side((), (Mark("crop", 10, 10, 50, 10),), registration=(Rect(20, 20, 10, 10),))
    data = compose_pdf([Page(side, SIZE)], DocumentInfo("x", "x", "x", "en"), {})
    for ink in ("low", "grey"):
        assert are_alike(look(apply_ink_mode(data, ink)), look(data))


def picture_filters(data: bytes) -> tuple[str, ...]:
    """How the pictures of a file are compressed."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return tuple(str(thing.Filter) for thing in pdf.objects if "/Width" in getattr(thing, "keys", list)())


@pytest.mark.parametrize("suffix", ["png", "jpg"])
def test_pictures_change_too(tmp_path, suffix):
    path = tmp_path / f"red.{suffix}"
    Image.new("RGB", (400, 400), (200, 30, 30)).save(path)
    data = compose_pdf([page_of(PlacedImage(path, WHOLE, WHOLE))], DocumentInfo("x", "x", "x", "en"), {})
    middle = (100, 100)
    changed = [apply_ink_mode(data, ink) for ink in ("grey", "low")]
    if suffix == "jpg":  # the colours of a picture are as fine as its lightness
        with pikepdf.open(io.BytesIO(changed[1])) as pdf:
            (data_of,) = [thing for thing in pdf.objects if "/Width" in getattr(thing, "keys", list)()]
            assert {tuple(layer[1:3]) for layer in Image.open(io.BytesIO(data_of.read_raw_bytes())).layer} == {(1, 1)}
    assert {*map(picture_filters, (data, *changed))} == {("/DCTDecode" if suffix == "jpg" else "/FlateDecode",)}
    grey, low = (look(file).getpixel(middle) for file in changed)
    assert len(set(grey)) == 1
    assert grey[0] == pytest.approx(102, abs=4)  # as light as the red
    assert low == pytest.approx((237, 180, 180), abs=4)


def test_half_transparent_picture_keeps_its_opacity(tmp_path):
    path = tmp_path / "half.png"
    Image.new("RGBA", (400, 400), (0, 0, 0, 128)).save(path)
    data = compose_pdf([page_of(PlacedImage(path, WHOLE, WHOLE))], DocumentInfo("x", "x", "x", "en"), {})
    assert look(apply_ink_mode(data, "grey")).getpixel((100, 100)) == pytest.approx((127, 127, 127), abs=3)


@pytest.mark.parametrize("eyes", sorted(COLOR_VISIONS))
def test_white_and_black_are_seen_as_such_by_all(eyes):
    data = pdf_of('<rect width="30" height="60" fill="#000000"/>')
    assert are_alike(look(simulate_vision(data, eyes)), look(data))


def test_blank_pages_stay_and_bytes_are_the_same_each_time():
    data = compose_pdf([page_of(), Page(None, SIZE)], DocumentInfo("x", "x", "x", "en"), {})
    for ink in ("low", "grey"):
        assert apply_ink_mode(data, ink) == apply_ink_mode(data, ink)
        with pikepdf.open(io.BytesIO(apply_ink_mode(data, ink))) as pdf:
            assert len(pdf.pages) == 2
            assert pdf.pages[1].Contents.read_bytes()


def test_full_is_the_file_itself():
    data = pdf_of(SEVERAL)
    assert apply_ink_mode(data, "full") is data
