import pypdfium2
import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.proof.files import write_proofs


@pytest.fixture
def eyes(toy_folder):
    """The pages of the proof: text and picture of each."""
    written = write_proofs(prepare(toy_folder / "suns.yaml", BuildOptions()), toy_folder / "suns.pdf", eyes=True)
    assert [path.name for path in written] == ["suns-overview.pdf", "suns-proof.pdf", "suns-eyes.pdf"]
    document = pypdfium2.PdfDocument(written[-1])
    yield [(page.get_textpage().get_text_range(), page.render(scale=1).to_pil().convert("RGB")) for page in document]
    document.close()


def test_there_is_a_page_for_each_kind_of_eyes_that_says_so(eyes):
    words = ("Overview", "grey", "deuteranopia", "protanopia", "tritanopia")
    assert len(eyes) == len(words)
    assert all(word.lower() in text.lower() for word, (text, _) in zip(words, eyes, strict=True))


def test_all_have_the_same_designs_in_other_colours(eyes):
    pictures = [picture.tobytes() for _, picture in eyes]
    assert len(set(pictures)) == len(pictures)
    assert all("Dawn" in text and "Dusk" in text for text, _ in eyes)


def test_grey_page_is_grey(eyes):
    red, green, blue = eyes[1][1].split()
    assert red.tobytes() == green.tobytes() == blue.tobytes()
