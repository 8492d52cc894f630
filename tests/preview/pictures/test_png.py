"""PNG files that are written for a page are the pictures that they are made of."""

import io
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen.preview.pictures.png import png_of


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 99))
def test_a_file_is_read_as_the_picture(width, height, seed):
    image = Image.frombytes("RGB", (width, height), Random(seed).randbytes(3 * width * height))
    found = Image.open(io.BytesIO(png_of(image)))
    found.verify()
    read = Image.open(io.BytesIO(png_of(image)))
    assert (read.format, read.mode, read.size, read.tobytes()) == ("PNG", "RGB", image.size, image.tobytes())
