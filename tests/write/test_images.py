from __future__ import annotations

import io
import os
import random
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageCms

from cardgen.geometry.units import Rect
from cardgen.guard import pixels
from cardgen.model.drawing import PlacedImage
from cardgen.report.errors import DrawnError, UnlocatedError
from cardgen.write.images import ImageStore, Raster, make_image_object

from .samples import channels_of, colors_of, opened, pdf_of, whole

INCH = Rect(10, 10, 25.4, 25.4)


def placed(path: Path, box: Rect = INCH, window: Rect | None = None) -> PlacedImage:
    return PlacedImage(path, box, window or box)


def raster_of(path: Path, box: Rect = INCH) -> Raster:
    return ImageStore().raster(placed(path, box))


def quarters(mode: str = "RGB", side: int = 100) -> Image.Image:
    """Red, green, blue and black quarters, from the top left row by row."""
    image = Image.new("RGB", (side, side))
    half = side // 2
    for color, corner in {"#ff0000": (0, 0), "#00ff00": (half, 0), "#0000ff": (0, half)}.items():
        image.paste(color, (*corner, corner[0] + half, corner[1] + half))
    return image.convert(mode)


def saved(image: Image.Image, path: Path, **options: object) -> Path:
    image.save(path, **options)
    return path


def image_objects(data: bytes) -> list[pikepdf.Object]:
    return [
        item for item in opened(data).objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Image"
    ]


QUARTER_POINTS = ((14, 14), (32, 14), (14, 32), (32, 32))
QUARTER_COLORS = ["#ff0000", "#00ff00", "#0000ff", "#000000"]


@pytest.mark.parametrize(("name", "mode"), [("a.png", "RGB"), ("a.png", "P"), ("a.webp", "RGB")])
def test_every_kind_of_file_is_drawn_upright(tmp_path: Path, name: str, mode: str) -> None:
    path = saved(quarters(mode), tmp_path / name, **({"lossless": True} if name.endswith("webp") else {}))
    assert colors_of(pdf_of(whole(placed(path))), *QUARTER_POINTS) == QUARTER_COLORS


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("side", [100, 900])
def test_orientation_of_the_camera_is_undone(tmp_path: Path, orientation: int, side: int) -> None:
    undo = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # Pillow's Transpose that makes the file lie so
    stored = quarters(side=side)
    if orientation in undo:
        stored = stored.transpose(Image.Transpose(undo[orientation]))
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = saved(stored, tmp_path / "a.jpg", quality=100, subsampling=0, exif=exif)
    found = colors_of(pdf_of(whole(placed(path))), *QUARTER_POINTS)
    for color, expected in zip(found, QUARTER_COLORS, strict=True):
        assert channels_of(color) == pytest.approx(channels_of(expected), abs=12)


def test_a_jpeg_that_needs_nothing_goes_in_as_it_is(tmp_path: Path) -> None:
    path = saved(quarters(), tmp_path / "a.jpg")
    (image,) = image_objects(pdf_of(whole(placed(path))))
    assert image.Filter == "/DCTDecode"
    assert image.read_raw_bytes() == path.read_bytes()


def test_a_grey_jpeg_stays_grey(tmp_path: Path) -> None:
    paths = [saved(quarters("L", side), tmp_path / f"{side}.jpg") for side in (100, 1000)]
    small, large = map(raster_of, paths)
    assert (small.color_space, small.filter, small.data) == ("DeviceGray", "DCTDecode", paths[0].read_bytes())
    assert (large.color_space, large.filter, large.width) == ("DeviceGray", "DCTDecode", 300)
    assert Image.open(io.BytesIO(large.data)).mode == "L"


def test_a_fine_picture_is_scaled_to_300_dpi(tmp_path: Path) -> None:
    path = saved(quarters(side=1000), tmp_path / "a.png")
    raster = raster_of(path)
    assert (raster.width, raster.height) == (300, 300)


def test_a_coarse_picture_keeps_its_pixels(tmp_path: Path) -> None:
    raster = raster_of(saved(quarters(side=120), tmp_path / "a.png"))
    assert (raster.width, raster.height) == (120, 120)


def test_all_samples_of_a_detailed_picture_are_kept(tmp_path: Path) -> None:
    """Pillow divides them into several chunks of its file."""
    side = 200
    noise = Image.frombytes("RGB", (side, side), random.Random(1).randbytes(3 * side**2))
    (image,) = image_objects(pdf_of(whole(placed(saved(noise, tmp_path / "a.png")))))
    assert len(image.read_raw_bytes()) > 65_536
    assert pikepdf.PdfImage(image).as_pil_image().convert("RGB").tobytes() == noise.tobytes()


def test_a_stretched_picture_keeps_300_dpi_on_its_longer_side(tmp_path: Path) -> None:
    path = saved(quarters(side=1000), tmp_path / "a.png")
    raster = raster_of(path, Rect(0, 0, 50.8, 25.4))
    assert (raster.width, raster.height) == (600, 600)
    tall, wide = raster_of(path, Rect(0, 0, 9, 10.1)), raster_of(path, Rect(0, 0, 10.1, 9))
    assert tall.width == wide.width == 120  # no fewer than 119.3
    cut_off = ImageStore().raster(placed(path, Rect(0, 0, 25.4, 25.4), Rect(0, 0, 5, 5)))
    assert cut_off.width == 300
    for box in (Rect(0, 0, 50.8, 25.4), Rect(0, 0, 25.4, 50.8)):
        assert ImageStore().raster(placed(path, box, Rect(0, 0, 5, 5))).width == 600


def test_a_scaled_jpeg_stays_a_jpeg(tmp_path: Path) -> None:
    raster = raster_of(saved(quarters(side=1000), tmp_path / "a.jpg"))
    assert raster.filter == "DCTDecode"
    assert Image.open(io.BytesIO(raster.data)).size == (300, 300)


def test_opacity_of_a_png_is_kept(tmp_path: Path) -> None:
    image = Image.new("RGBA", (100, 100), (0, 0, 0, 128))
    image.paste((0, 0, 0, 0), (50, 0, 100, 100))
    data = pdf_of(whole(placed(saved(image, tmp_path / "a.png"))))
    half, nothing = colors_of(data, (14, 20), (32, 20))
    assert channels_of(half) == pytest.approx((127, 127, 127), abs=2)
    assert nothing == "#ffffff"
    assert "/Group" in opened(data).pages[0].obj


@pytest.mark.parametrize("mode", ["RGBA", "LA", "PA"])
def test_full_opacity_needs_no_mask(tmp_path: Path, mode: str) -> None:
    raster = raster_of(saved(quarters("RGB" if mode == "PA" else mode), tmp_path / "a.png"))
    assert raster.alpha is None


def test_a_transparent_colour_of_a_palette_is_kept(tmp_path: Path) -> None:
    image = Image.new("P", (100, 100), 0)
    image.putpalette([255, 0, 0, 0, 0, 255])
    image.paste(1, (50, 0, 100, 100))
    path = saved(image, tmp_path / "a.png", transparency=0)
    assert colors_of(pdf_of(whole(placed(path))), (14, 20), (32, 20)) == ["#ffffff", "#0000ff"]


@pytest.mark.parametrize("level", [0, 128, 255])
def test_16_bits_are_scaled_to_8(tmp_path: Path, level: int) -> None:
    image = Image.frombytes("I;16", (10, 10), (level * 257).to_bytes(2, "little") * 100)
    path = saved(image, tmp_path / "a.png")
    assert colors_of(pdf_of(whole(placed(path))), (20, 20)) == ["#" + f"{level:02x}" * 3]


def test_single_bits_are_black_and_white(tmp_path: Path) -> None:
    image = Image.new("1", (100, 100), 1)
    image.paste(0, (50, 0, 100, 100))
    path = saved(image, tmp_path / "a.png")
    assert colors_of(pdf_of(whole(placed(path))), (14, 20), (32, 20)) == ["#ffffff", "#000000"]


def test_cmyk_becomes_rgb(tmp_path: Path) -> None:
    path = saved(Image.new("CMYK", (50, 50), (0, 255, 255, 0)), tmp_path / "a.jpg", quality=100)
    raster = raster_of(path)
    assert raster.color_space == "DeviceRGB"
    (color,) = colors_of(pdf_of(whole(placed(path))), (20, 20))
    assert channels_of(color) == pytest.approx((255, 0, 0), abs=40)


def test_other_colour_profiles_become_srgb(tmp_path: Path) -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    grey = saved(Image.new("RGB", (50, 50), "#808080"), tmp_path / "a.png", icc_profile=lab)
    assert colors_of(pdf_of(whole(placed(grey))), (20, 20)) == ["#808080"]  # of no use for RGB, so left alone


def test_an_srgb_profile_changes_nothing(tmp_path: Path) -> None:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    path = saved(quarters(), tmp_path / "a.jpg", icc_profile=srgb)
    assert raster_of(path).data == path.read_bytes()


def test_a_broken_profile_changes_nothing(tmp_path: Path) -> None:
    path = saved(quarters(), tmp_path / "a.png", icc_profile=b"no profile")
    assert colors_of(pdf_of(whole(placed(path))), *QUARTER_POINTS) == QUARTER_COLORS


def test_only_the_window_is_seen(tmp_path: Path) -> None:
    path = saved(Image.new("RGB", (10, 10), "#ff0000"), tmp_path / "a.png")
    data = pdf_of(whole(placed(path, Rect(10, 10, 40, 40), Rect(20, 10, 10, 40))))
    assert colors_of(data, (19, 30), (25, 30), (31, 30)) == ["#ffffff", "#ff0000", "#ffffff"]


def test_a_picture_shown_twice_is_stored_once(tmp_path: Path) -> None:
    path = saved(quarters(), tmp_path / "a.png")
    assert len(image_objects(pdf_of(whole(placed(path), placed(path)), whole(placed(path))))) == 1


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    store = ImageStore()
    path = saved(quarters(side=50), tmp_path / "a.png")
    first = store.raster(placed(path))
    saved(quarters(side=60), path)
    assert (first.width, store.raster(placed(path)).width) == (50, 60)
    before, second = path.stat(), store.raster(placed(path))
    path.write_bytes(path.read_bytes() + b"after its end")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    third = store.raster(placed(path))
    assert third is not second  # the file has another size
    os.utime(path, (1, 1))
    assert store.raster(placed(path)) is not third  # and now another time
    link = tmp_path / "link.png"
    link.symlink_to(path)
    linked = store.raster(placed(link))
    saved(quarters(side=40), path)
    assert (linked.width, store.raster(placed(link)).width) == (60, 40)


def test_unused_pictures_are_forgotten(tmp_path: Path) -> None:
    store = ImageStore()
    store.raster(placed(saved(quarters(), tmp_path / "a.png")))
    store.forget_unused()
    store.forget_unused()
    assert not store._rasters


def test_pictures_that_are_used_are_kept(tmp_path: Path) -> None:
    store = ImageStore()
    paths = [saved(quarters(side=20), tmp_path / name) for name in ("a.png", "b.png", "c.png")]
    first, second, third = (store.raster(placed(path)) for path in paths)
    store.forget_unused()
    assert [store.raster(placed(path)) for path in paths[:2]] == [first, second]
    store.forget_unused()
    assert [*store._rasters.values()] == [first, second]
    assert store.raster(placed(paths[2])) is not third
    store.keep_only([*paths[1:], tmp_path / "lost.png"])
    assert [key[0] for key in store._rasters] == paths[1:]


def bomb(path: Path) -> Path:
    """A PNG file that says it has 60,000 x 60,000 pixels."""
    data = bytearray(saved(Image.new("L", (1, 1)), path).read_bytes())
    data[16:24] = (60_000).to_bytes(4, "big") * 2
    import zlib

    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    path.write_bytes(bytes(data))
    return path


def test_bad_pictures_are_errors(tmp_path: Path) -> None:
    whole_file = saved(quarters(side=300), tmp_path / "whole.png").read_bytes()
    (tmp_path / "cut.png").write_bytes(whole_file[: len(whole_file) // 2])
    (tmp_path / "text.png").write_text("no picture")
    (tmp_path / "folder.png").mkdir()
    bomb(tmp_path / "bomb.png")
    codes, messages = {}, {}
    for name in ("cut.png", "text.png", "folder.png", "missing.png", "bomb.png"):
        with pytest.raises(UnlocatedError) as caught:
            raster_of(tmp_path / name)
        codes[name] = caught.value.code
        messages[name] = caught.value.message.replace(str(tmp_path), "folder")
    expected = {"cut": "E122", "text": "E122", "folder": "E122", "missing": "E121", "bomb": "E123"}
    assert codes == {f"{name}.png": code for name, code in expected.items()}
    assert messages["missing.png"] == "picture 'folder/missing.png' is not found"
    assert messages["folder.png"].startswith("picture 'folder/folder.png' cannot be read: ")


def test_a_picture_is_not_decoded_for_any_number_of_sizes(tmp_path, monkeypatch):
    path = tmp_path / "flat.png"
    Image.new("L", (400, 400)).save(path)
    monkeypatch.setattr(pixels, "MOST_IN_SUM", 3 * 400 * 400)
    store = ImageStore()
    boxes = [Rect(0, 0, side, side) for side in range(10, 20)]
    with pytest.raises(DrawnError) as caught:
        for box in boxes:
            store.raster(PlacedImage(path, box, box))
    assert (caught.value.code, caught.value.drawn, caught.value.hints) == ("E123", path, ("scale it down",))
    assert caught.value.message == "picture 'flat.png' has too many pixels for the many sizes that it is printed in"
    store.forget_unused()
    store.raster(PlacedImage(path, boxes[-1], boxes[-1]))  # the next build has a budget of its own
    Image.effect_noise((400, 400), 90).save(path)  # as many pixels as its bytes pay for
    for box in boxes:
        assert store.raster(PlacedImage(path, box, box)).width == round(box.width / 25.4 * 300 + 0.5)


def test_only_rows_of_pixels_have_the_filter_of_png(tmp_path: Path) -> None:
    """A viewer may refuse a JPEG with parameters of another filter."""
    png = raster_of(saved(quarters("L"), tmp_path / "a.png"))
    jpeg = raster_of(saved(quarters(), tmp_path / "a.jpg"))
    found = [make_image_object(one).dictionary.dict for one in (png, jpeg)]
    assert ["DecodeParms" in one for one in found] == [True, False]
