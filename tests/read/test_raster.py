"""Raster pictures: whole ones are measured, all others refused before they cost anything."""

import re
import struct
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen.guard.pixels import PixelBudget
from cardgen.read.raster import check_raster, load_raster, raster_size, upright
from cardgen.report.errors import UnlocatedError

FORMATS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp"}


def encoded(kind: str, size: tuple[int, int] = (30, 20), mode: str = "RGB", orientation: int = 0) -> bytes:
    stream = BytesIO()
    exif = Image.Exif()
    if orientation:
        exif[0x0112] = orientation
    Image.effect_noise(size, 80).convert(mode).save(stream, kind, exif=exif)
    return stream.getvalue()


def png(width: int, height: int, data: bytes, kind: int = 6) -> bytes:
    """A PNG with a header of our choosing and right checksums."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def refused(tmp_path: Path, content: bytes, name: str = "dojo.png") -> UnlocatedError:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(UnlocatedError) as raised:
        load_raster(path)
    assert name in raised.value.message
    return raised.value


@pytest.mark.parametrize("kind", FORMATS)
def test_size_and_format_are_those_of_the_content(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "wrong-name.gif"
    path.write_bytes(encoded(kind))
    picture = load_raster(path)
    assert (picture.path, picture.width_px, picture.height_px, picture.format) == (path, 30, 20, kind)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("orientation", range(1, 9))
def test_size_is_as_a_person_sees_it(tmp_path: Path, kind: str, orientation: int) -> None:
    path = tmp_path / "photo"
    path.write_bytes(encoded(kind, orientation=orientation))
    picture = load_raster(path)
    assert (picture.width_px, picture.height_px) == ((20, 30) if orientation > 4 else (30, 20))


@pytest.mark.parametrize(
    ("kind", "mode"), [("JPEG", "CMYK"), ("JPEG", "L"), ("PNG", "I;16"), ("PNG", "P"), ("PNG", "RGBA")]
)
def test_other_colour_modes_are_read(tmp_path: Path, kind: str, mode: str) -> None:
    path = tmp_path / "photo"
    path.write_bytes(encoded(kind, mode=mode))
    assert load_raster(path).width_px == 30


def test_missing_picture_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(UnlocatedError) as raised:
        load_raster(tmp_path / "dojo.png")
    assert raised.value.code == "E121"


def test_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnlocatedError) as raised:
        load_raster(tmp_path)
    assert raised.value.code == "E122"


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"<svg/>", b"GIF89a" + bytes(50), b"\x89PNG", b"BM" + bytes(60), b"%PDF-1.7"]
)
def test_what_is_no_picture_of_ours_is_refused(tmp_path: Path, content: bytes) -> None:
    assert refused(tmp_path, content).code == "E122"


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_truncated_picture_is_refused(tmp_path: Path, kind: str, share: float) -> None:
    whole = encoded(kind, (200, 100))
    assert refused(tmp_path, whole[: int(len(whole) * share)]).code == "E122"


def test_picture_with_too_little_data_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path, png(500, 500, bytes(100))).code == "E122"


def test_decompression_bomb_is_refused_unopened(tmp_path: Path) -> None:
    assert refused(tmp_path, png(60_000, 60_000, bytes(100))).code == "E123"
    error = refused(tmp_path, png(12_000, 10_000, bytes(100)))
    assert error.code == "E123"
    assert "12000 x 10000" in error.message


def test_picture_just_below_the_limit_is_judged_by_its_data(tmp_path: Path) -> None:
    assert refused(tmp_path, png(8_000, 8_000, bytes(100))).code == "E122"  # Pillow alone would warn of its size


def test_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "dojo.png"
    with path.open("wb") as stream:
        stream.truncate(300 * 2**20)
    with pytest.raises(UnlocatedError) as raised:
        load_raster(path)
    assert raised.value.code == "E123"


@given(st.sampled_from(sorted(FORMATS)), st.integers(0, 400), st.binary(min_size=1, max_size=8))
def test_damage_never_causes_a_traceback(kind: str, offset: int, noise: bytes) -> None:
    whole = encoded(kind)
    try:
        facts = check_raster(BytesIO(whole[:offset] + noise + whole[offset + len(noise) :]), "it")
    except UnlocatedError as error:
        assert error.code in {"E122", "E123"}
    else:
        assert facts.width > 0 < facts.height


@pytest.mark.parametrize("orientation", range(1, 9))
def test_an_embedded_picture_is_upright_and_as_large_as_useful(tmp_path: Path, orientation: int) -> None:
    path = tmp_path / "photo"
    path.write_bytes(encoded("JPEG", orientation=orientation))
    picture = load_raster(path)
    for useful, largest in ((6, 10), (90, 30)):
        kind, data = picture.embedded(useful, useful)
        with Image.open(BytesIO(data)) as image:
            assert (kind, image.format) == ("image/jpeg", "JPEG")
            assert (image.width > image.height) == (picture.width_px > picture.height_px)
            assert image.getexif().get(0x0112, 1) == 1
            assert max(image.size) <= largest


def test_a_picture_that_needs_no_change_is_embedded_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "photo"
    path.write_bytes(encoded("PNG"))
    assert load_raster(path).embedded(30, 20) == ("image/png", path.read_bytes())
    kind, data = load_raster(path).embedded(6, 4)
    with Image.open(BytesIO(data)) as image:
        assert (kind, image.format, image.size) == ("image/png", "PNG", (6, 4))


@pytest.mark.parametrize("kind", FORMATS)
def test_each_kind_of_file_has_a_largest_size(tmp_path: Path, monkeypatch, kind: str) -> None:
    monkeypatch.setattr("cardgen.guard.pixels.MEMORY", 16 * 30 * 20 - 1)
    path = tmp_path / "photo"
    path.write_bytes(encoded(kind))
    if kind != "WEBP":  # its decoder takes the most memory for each pixel
        assert load_raster(path).width_px == 30
        return
    with pytest.raises(UnlocatedError) as raised:
        load_raster(path)
    assert (raised.value.code, raised.value.message) == ("E123", "picture 'photo' is too large: 30 x 20 pixels")


def test_no_warning_of_the_decoder_reaches_the_user(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 400)  # Pillow warns of more, and raises beyond twice as many
    path = tmp_path / "photo"
    path.write_bytes(encoded("PNG"))
    assert load_raster(path).width_px == 30  # pytest turns a warning into an error


PNG_KINDS = {"L": 0, "RGB": 2, "P": 3, "LA": 4, "RGBA": 6}


@pytest.mark.parametrize("mode", PNG_KINDS)
def test_a_picture_has_at_most_as_many_pixels_as_the_error_says(mode: str) -> None:
    """Only headers: nothing is decoded."""

    def asked(width: int, height: int) -> str:
        try:
            check_raster(BytesIO(png(width, height, b"", PNG_KINDS[mode])), "it")
        except UnlocatedError as error:
            return f"{error.code} {error.message}, {error.expected}"
        return ""

    said = re.fullmatch(
        r"E123 it is too large: 15000 x 10000 pixels, at most (\d+) megapixels(.*)", asked(15_000, 10_000)
    )
    assert said
    most = int(said[1])
    assert said[2] == ("" if most == 100 else " in a file of its kind")
    assert "E123" not in asked(1000 * most, 1000)
    assert "E123" in asked(1000 * most + (1 if most == 100 else 1000), 1000)


def told(read) -> tuple[str, ...]:
    with pytest.raises(UnlocatedError) as raised:
        read()
    error = raised.value
    return (error.code, error.message, error.expected, *error.hints)


def test_what_is_wrong_with_a_picture_is_told_with_what_helps(tmp_path: Path, monkeypatch) -> None:
    budget = PixelBudget()

    def asked(data: bytes, **more):
        return told(lambda: check_raster(BytesIO(data), "it", **more))

    again = "save it again from the program it was made with"
    assert asked(encoded("PNG")[:-40]) == ("E122", "it is damaged or truncated", "", again)
    assert asked(b"hello") == ("E122", "it cannot be read as a picture", "SVG, PNG, JPEG or WebP")
    assert asked(png(60_000, 60_000, b"")) == (
        "E123",
        "it is too large",
        "at most 100 megapixels",
    )  # Pillow does not say how large
    in_sum = "it is one too many: the pictures of the deck have too many pixels for the size of their files"
    expected = "at most 2 megapixels in sum, besides what detailed pictures have"
    plain = "scale pictures of plain colours down, or draw them as SVG"
    monkeypatch.setattr("cardgen.guard.pixels.MOST_IN_SUM", 2_000_000)
    monkeypatch.setattr("cardgen.read.raster.MOST_IN_SUM", 2_000_000)
    whole = BytesIO()
    Image.new("L", (1000, 1000)).save(whole, "PNG")
    for _ in range(2):
        assert check_raster(BytesIO(whole.getvalue()), "it", budget).width == 1000
    assert asked(whole.getvalue(), budget=budget) == ("E123", in_sum, expected, plain)
    (tmp_path / "one more.png").write_bytes(whole.getvalue())
    assert told(lambda: load_raster(tmp_path / "one more.png", budget))[0] == "E123"
    assert load_raster(tmp_path / "one more.png").format == "PNG", "by itself it is small enough"
    noise = BytesIO()
    Image.effect_noise((1000, 1000), 99).save(noise, "PNG")
    assert check_raster(BytesIO(noise.getvalue()), "it", budget).width == 1000, "its file is large enough"


def test_the_size_of_a_picture_is_read_without_its_data(tmp_path: Path) -> None:
    for orientation, size in ((1, (30, 20)), (6, (20, 30))):
        (tmp_path / "a.jpg").write_bytes(encoded("JPEG", orientation=orientation)[:-300])
        assert raster_size(tmp_path / "a.jpg") == size
    (tmp_path / "a.jpg").write_bytes(b"hello")
    assert told(lambda: raster_size(tmp_path / "a.jpg"))[1] == "picture 'a.jpg' cannot be read as a picture"
    assert told(lambda: raster_size(tmp_path / "b.jpg"))[0] == "E121"


@pytest.mark.parametrize(("kind", "mode"), [("PNG", "RGB"), ("PNG", "RGBA"), ("JPEG", "RGB"), ("JPEG", "L")])
def test_a_picture_is_turned_as_its_camera_says_and_otherwise_left_alone(kind: str, mode: str) -> None:
    assert upright(encoded(kind, mode=mode)) is None
    made = upright(encoded(kind, mode=mode, orientation=6))
    assert made and made[0] == f"image/{kind.lower()}"
    with Image.open(BytesIO(made[1])) as image:
        assert (image.format, image.size, image.getexif().get(0x0112, 1)) == (kind, (20, 30), 1)
        assert image.mode == {"RGBA": "RGB"}.get(mode, mode)  # all of it is opaque


def test_a_webp_picture_is_embedded_as_png_with_its_opacity(tmp_path: Path) -> None:
    Image.new("RGBA", (30, 20), (10, 200, 30, 128)).save(tmp_path / "a.webp", lossless=True)
    kind, data = load_raster(tmp_path / "a.webp").embedded(90, 90)
    with Image.open(BytesIO(data)) as image:
        assert (kind, image.format, image.size, image.getpixel((4, 4))) == (
            "image/png",
            "PNG",
            (30, 20),
            (10, 200, 30, 128),
        )
