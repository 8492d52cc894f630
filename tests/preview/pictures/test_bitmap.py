"""Pictures that are drawn band by band: together they are the whole picture."""

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops

from cardgen.preview.pictures import bitmap
from cardgen.preview.pictures.bitmap import PageBitmap


@pytest.fixture
def document():
    """A page with a slope, on which a row in the wrong place is seen."""
    document = pdfium.PdfDocument.new()
    page = document.new_page(61.3, 83.7)
    picture = pdfium.PdfImage.new(document)
    slope = Image.frombytes("L", (60, 90), bytes((x + y) * 255 // 150 for y in range(90) for x in range(60)))
    picture.set_bitmap(pdfium.PdfBitmap.from_pil(slope))
    picture.set_matrix(pdfium.PdfMatrix().scale(50, 70).translate(6, 5))
    page.insert_obj(picture)
    page.gen_content()
    yield document
    document.close()


@pytest.mark.parametrize("band", [1, 700, 5000, 10**9])
@pytest.mark.parametrize("scale", [0.37, 1.0, 2.9])
def test_bands_are_the_whole_picture(document, monkeypatch, band, scale):
    monkeypatch.setattr(bitmap, "BAND", band)
    drawn = PageBitmap(document, 0, scale)
    bands = 1
    while drawn.draw_band():
        bands += 1
    whole = document[0].render(scale=scale).to_pil()
    assert drawn.image.size == whole.size
    rows = max(band // whole.width, 1)
    assert bands == -(-whole.height // rows)
    differences = ImageChops.difference(drawn.image, whole.convert("RGB"))
    assert max(high for _, high in differences.getextrema()) <= 2
