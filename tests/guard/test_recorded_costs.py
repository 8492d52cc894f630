"""The estimate for many small documents, and all that is said about those that are refused, are those of the last version."""

import io
import struct
import zlib
from pathlib import Path

from lxml import etree
from PIL import Image

from cardgen.guard import pixels
from cardgen.guard.svg_cost import check_cost
from cardgen.guard.svg_limits import TooCostlyError
from tests.recorded import check_recorded

from .test_svg_cost import SHAPES, VERTICES, nested


def attributes(count):
    return " ".join(f"a{at}='1'" for at in range(count))


BLUR, SHADOW = "<filter id='f' {}><feGaussianBlur/></filter>", "<filter id='f'><feDropShadow/><feFlood/></filter>"
DOCUMENTS = {
    "nothing": "",
    "three": "<g><rect/></g>",
    "comments": "<g><!-- a --><?b c?><rect/></g><!-- d -->",
    "long attributes": f"<path d='{'M0 0' * 150}'/>",
    "200 attributes": f"<rect {attributes(200)}/>",
    "201 attributes": f"<rect {attributes(201)}/>",
    "letters": "<text> ab <tspan>cde</tspan> f </text><title>none</title>",
    "a picture": "<image href='x.png'/><g href='#none'/>",
    "used twice": "<defs><g id='a'><rect/></g></defs><use href='#a'/><use href='#a'/>",
    "used in a used one": "<defs><g id='a'><rect/></g><g id='b'><use href='#a'/><use href='#a'/></g></defs><use href='#b'/>",
    "an id twice": "<g id='a'><rect/></g><g id='a'><rect/><rect/><rect/></g><use href='#a'/>",
    "functions": "<rect filter='blur(1px) sepia(1)'/><rect style='filter: drop-shadow(1px)'/><rect fill='rgb(1,2,3)'/>",
    "a blur": BLUR.format("") + "<rect filter='url(#f)'/>",
    "a blur of a part": BLUR.format("") + "<rect width='6.3' height='88' filter='url(#f)'/>",
    "a blur of a speck": BLUR.format("") + "<rect width='1' height='1' style='filter:url(#f)'/>",
    "a blur of a share": BLUR.format("") + "<rect width='50%' height='50%' filter='url(#f)'/>",
    "a wide blur": BLUR.format("width='240%' height='3'") + "<rect filter='url(#f)'/>",
    "a narrow blur": BLUR.format("width='0.5'") + "<rect filter='url(#f)'/>",
    "a blur in units": BLUR.format("filterUnits='userSpaceOnUse' width='264' height='88'") + "<rect filter='url(#f)'/>",
    "a blur beyond its units": BLUR.format("filterUnits='userSpaceOnUse' width='265'"),
    "a blur of 300 %": BLUR.format("height='300%'"),
    "a blur of 301 %": BLUR.format("height='301%'"),
    "a shadow": SHADOW + "<g filter='url(#f)'/>",
    "outside of a filter": "<feGaussianBlur/><feTurbulence numOctaves='8'/>",
    "turbulence": "<filter><feTurbulence/><feTurbulence numOctaves='3'/><feTurbulence numOctaves='0'/></filter>",
    "9 octaves": "<filter><feTurbulence numOctaves='9'/></filter>",
    "convolution": "<filter><feConvolveMatrix/><feConvolveMatrix order='9'/><feConvolveMatrix order='2 5'/></filter>",
    "10 rows": "<filter><feConvolveMatrix order='3 10'/></filter>",
    "morphology": "<filter><feMorphology/></filter>",
    "markers": "<marker id='m'><rect/></marker><path d='M0 0L1 1 2 2' marker-mid='url(#m)' marker-end='url(#m)' fill='url(#m)'/>",
    "markers in a style": "<marker id='m'><rect/></marker><polygon points='0,0 1,1 2,0' style='marker:url(#m);fill:url(#m)'/>",
    "no markers": "<marker id='m'><rect/></marker><rect marker-mid='url(#m)' style=\"fill:URL('#m')\"/>",
    "a sheet": "<style>.a{fill:url(#m)} .b{filter:sepia(1)}</style><rect/>",
    "a sheet of markers": "<style>.a{marker:url(#m)}</style>",
    "a sheet of clips": "<style>.a{clip-path:url(#m)}</style>",
    "a sheet of filters": "<style>.a{filter:blur(1px)}</style>" + "<rect/>" * 50,
    "a sheet of rules": f"<style>{'.a{}' * 10_001}</style>{SHAPES}",
    "a number in a sheet": "<style>.a{width:12345678}</style>",
    "a million": "<rect x='1000000' y='-1000000'/><path d='M1e6 0'/>",
    "more than a million": "<rect y='-1000001'/>",
    "a long number": "<path d='M12345678901234567890123 0'/>",
    "99 deep": "<g>" * 98 + "</g>" * 98,
    "100 deep": "<g>" * 99 + "</g>" * 99,
    "101 deep": "<g id='x'>" * 100 + "</g>" * 100,
    "deep by references": f"<defs><g id='a'>{'<g>' * 60}{'</g>' * 60}</g></defs>{'<g>' * 50}<use href='#a'/>{'</g>' * 50}",
    "100 deep by references": f"<defs><g id='a'>{'<g>' * 40}{'</g>' * 40}</g></defs>{'<g>' * 57}<use href='#a'/>{'</g>' * 57}",
    "101 deep by references": f"<defs><g id='a'>{'<g>' * 40}{'</g>' * 40}</g></defs>{'<g>' * 58}<use href='#a'/>{'</g>' * 58}",
    "itself": "<g id='a'><rect/><use href='#a'/></g>",
    "many": nested("g", "<use href='#n{}'/>", 9, 7),
    "vertices": f"<marker id='m'>{SHAPES}</marker><path d='M0 0{VERTICES}' marker-mid='url(#m)'/>",
}  # fmt: skip


def test_costs():
    check_recorded(Path(__file__).with_name("costs.txt"), [costs(name, body) for name, body in DOCUMENTS.items()])


def costs(name, body):
    root = etree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">{body}</svg>')
    try:
        return f"{name}: {check_cost(root, lambda element: 7 if element.get('href') else 0)}"
    except TooCostlyError as error:
        element = error.element
        blamed = "" if element is None else f"{etree.QName(element).localname} {root.getroottree().getpath(element)}"
        return f"{name}: {blamed} [{error.part}] {error.what} | {error.hint}"


def picture(mode, size=(6, 4), **options):
    drawn = Image.new("RGB", size, (200, 40, 10))
    drawn.paste((10, 90, 250), (0, 0, size[0] // 2, size[1]))
    image = Image.new(mode, size, 84 * 257) if mode == "I;16" else drawn.convert(mode)
    if mode in ("RGBA", "LA"):
        image.putalpha(Image.linear_gradient("L").resize(size))
    out = io.BytesIO()
    image.save(out, options.pop("format", "PNG"), **options)
    return io.BytesIO(out.getvalue())


def turned(orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    return {"exif": exif.tobytes()}


def test_pictures():
    check_recorded(Path(__file__).with_name("pixels.txt"), pictures())


def pictures():
    for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"):
        yield f"{mode}: {seen(picture(mode))}"
    for at in ((0, 0), (5, 3)):
        yield f"transparent palette: {seen(picture('P', transparency=Image.open(picture('P')).getpixel(at)))}"
    for orientation in (*range(1, 9), 0, 9):
        yield f"turned {orientation}: {seen(picture('RGB', **turned(orientation)))}"
    for most in ((3, 4), (6, 2), (1, 1), (6, 4), (100, 1), (1, 100)):
        for orientation in (1, 6):
            yield f"smaller {most} {orientation}: {seen(picture('RGBA', **turned(orientation)), most)}"
    yield f"CMYK: {seen(picture('CMYK', format='JPEG', quality=95), exact=False)}"
    for mode, side in (("P", 7500), ("P", 7300), ("L", 10_001), ("RGBA", 8200), ("RGBA", 8191), ("I;16", 6500)):
        yield f"{mode} of {side}: {allowed(claiming(mode, side))}"


def claiming(mode, side):
    """A PNG whose header claims a size; nothing else of it is read before it is refused."""
    data = picture(mode).getvalue()
    header = data[12:16] + struct.pack(">II", side, side) + data[24:29]
    return io.BytesIO(data[:12] + header + struct.pack(">I", zlib.crc32(header)) + data[33:])


def allowed(stream):
    try:
        with pixels.opened(stream) as image:
            return f"{image.size}"
    except pixels.TooManyPixelsError as error:
        return f"{error} of {error.width} x {error.height}, at most {error.most}"


def seen(stream, most=None, *, exact=True):
    with pixels.opened(stream) as image:
        facts, nothing = pixels.facts_of(image), pixels.needs_nothing(image)
        size = pixels.smaller_size(image, *most) if most else None
        plain, alpha = pixels.prepared(image, size)
    with pixels.opened(io.BytesIO(pixels.as_png(plain, alpha))) as again:
        stored = f"{again.mode} {again.size}"
    strips = [len(strip) for strip in pixels.bands(plain, 3)]
    corners = [plain.getpixel(at) for at in ((0, 0), (plain.width - 1, plain.height - 1))] if exact else plain.mode
    opacity = alpha and (alpha.getpixel((0, 0)), alpha.getextrema())
    return f"{facts} {nothing} {size} {plain.size} {corners} {opacity} {stored} {strips} {pixels.sample_count(plain)}"
