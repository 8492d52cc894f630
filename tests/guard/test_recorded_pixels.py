"""What is known of many small pictures, and how they are prepared, is as in the last version."""

import io
import struct
import zlib
from pathlib import Path

from PIL import Image, ImageCms

from cardgen.exports.ink import profile_bytes
from cardgen.guard import pixels
from tests.recorded import check_recorded

SRGB, XYZ = (ImageCms.ImageCmsProfile(ImageCms.createProfile(space)).tobytes() for space in ("sRGB", "XYZ"))


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
        for orientation in (1, 4, 5, 6):
            yield f"smaller {most} {orientation}: {seen(picture('RGBA', **turned(orientation)), most)}"
    yield f"CMYK: {seen(picture('CMYK', format='JPEG', quality=95), exact=False)}"
    for mode in ("L", "RGB", "P"):
        for name, profile in (("sRGB", SRGB), ("XYZ", XYZ), ("CMYK", profile_bytes()), ("no", b"none")):
            yield f"{mode} with {name} profile: {seen(picture(mode, icc_profile=profile))}"
    for mode, side in (
        ("P", 7500),
        ("P", 7300),
        ("L", 10_001),
        ("RGBA", 8200),
        ("RGBA", 8191),
        ("I;16", 6500),
        ("L", 20_000),
    ):
        yield f"{mode} of {side}: {allowed(claiming(mode, side))}"


def claiming(mode, side):
    """A PNG whose header claims a size; nothing else of it is read before it is refused."""
    data = picture(mode).getvalue()
    header = data[12:16] + struct.pack(">II", side, side - 1) + data[24:29]
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
