"""A whole army with less ink."""

import pypdfium2
import pytest

pytestmark = pytest.mark.extended


def pages(path):
    document = pypdfium2.PdfDocument(path)
    try:
        return [
            (page.get_textpage().get_text_range(), page.render(scale=0.8).to_pil().convert("RGB")) for page in document
        ]
    finally:
        document.close()


def ink(picture):
    grey = picture.convert("L").tobytes()
    return 1 - sum(grey) / 255 / len(grey)


@pytest.fixture(scope="module")
def full(built):
    return pages(built("samurai", only=("bases", "abilities"))[1])


def test_low_takes_less_than_two_fifths_and_says_the_same(built, full):
    low = pages(built("samurai", only=("bases", "abilities"), ink="low")[1])
    assert [text for text, _ in low] == [text for text, _ in full]
    assert sum(ink(picture) for _, picture in low) < 0.4 * sum(ink(picture) for _, picture in full)


def test_grey_has_no_colour_and_says_the_same(built, full):
    grey = pages(built("samurai", only=("bases", "abilities"), ink="grey")[1])
    assert [text for text, _ in grey] == [text for text, _ in full]
    for _, picture in grey:
        red, green, blue = picture.split()
        assert red.tobytes() == green.tobytes() == blue.tobytes()
