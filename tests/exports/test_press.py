import io
from types import SimpleNamespace

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageCms, ImageStat

from cardgen.exports import press
from cardgen.exports.ink import profile_bytes
from cardgen.exports.job import export
from cardgen.pipeline.options import ExportOptions

POINTS = 72 / 25.4


def boxes(page):
    return {name: [float(side) for side in page.obj[name]] for name in ("/MediaBox", "/BleedBox", "/TrimBox")}


@pytest.fixture
def cards(exported):
    result, _manifest = exported("pdf-cards")
    with pikepdf.open(result.folder / "suns-cards.pdf") as pdf:
        yield pdf


@pytest.fixture
def drivethru(exported):
    result, _manifest = exported("drivethru")
    return result.folder / "suns.pdf"


@pytest.fixture
def pdfx(drivethru):
    with pikepdf.open(drivethru) as pdf:
        yield pdf


def test_each_copy_has_a_page_for_its_face_and_one_for_its_back(exported):
    result, manifest = exported("pdf-cards")
    document = pdfium.PdfDocument(result.folder / "suns-cards.pdf")
    texts = [page.get_textpage().get_text_bounded() for page in document]
    assert len(texts) == 22
    assert all("Dawn" in text for text in texts[0:20:2])
    assert "Dusk" in texts[20]
    assert not any(text.strip() for text in texts[1::2])
    assert manifest["files_by_size"][0]["pages"] == 22
    document.close()


def test_pages_of_cards_are_the_trim_with_3_mm_of_bleed(cards):
    for page in cards.pages:
        sides = boxes(page)
        assert sides["/MediaBox"] == sides["/BleedBox"] == pytest.approx([0, 0, 56 * POINTS, 76 * POINTS], abs=0.01)
        assert sides["/TrimBox"] == pytest.approx([3 * POINTS, 3 * POINTS, 53 * POINTS, 73 * POINTS], abs=0.01)


def test_fonts_of_cards_are_embedded(cards):
    fonts = [
        thing for thing in cards.objects if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font"
    ]
    assert fonts
    assert all("/FontFile2" in font.FontDescriptor for font in fonts if "/FontDescriptor" in font)


def test_pieces_of_each_size_have_a_file_of_their_own(exported):
    result, _manifest = exported("pdf-cards", "samurai", only=("bases", "abilities", "counters"))
    assert set(result.files) == {"samurai-bases-abilities.pdf", "samurai-counters.pdf"}


# What PDF/X-1a:2003 (ISO 15930-4) asks for, read back from the bytes. This is no validator: it looks at every object for
# what the standard forbids and at the places where it wants something.


def test_pdfx_is_pdf_1_4_without_object_streams_or_encryption(drivethru, pdfx):
    data = drivethru.read_bytes()
    assert data.startswith(b"%PDF-1.4")
    assert b"/ObjStm" not in data
    assert b"/XRef" not in data
    assert not pdfx.is_encrypted
    assert len(pdfx.trailer.ID) == 2


def test_pdfx_says_what_it_is_when_it_was_made_and_that_it_is_not_trapped(pdfx):
    assert pdfx.docinfo.GTS_PDFXVersion == "PDF/X-1a:2003"
    assert pdfx.docinfo.Trapped == pikepdf.Name("/False")
    for key in ("/Title", "/Creator", "/Producer", "/CreationDate", "/ModDate"):
        assert str(pdfx.docinfo[key])


def test_pdfx_names_its_printing_condition_with_a_cmyk_profile_of_a_printer(pdfx):
    [intent] = pdfx.Root.OutputIntents
    assert intent.S == "/GTS_PDFX"
    assert str(intent.OutputConditionIdentifier) == "CGATS TR 003"
    assert str(intent.RegistryName) == "http://www.color.org"
    assert str(intent.Info) == str(intent.OutputCondition)  # ISO 15930-4 wants it where the registry is named
    profile = intent.DestOutputProfile.read_bytes()
    assert intent.DestOutputProfile.N == 4
    assert (profile[12:16], profile[16:20], profile[36:40]) == (b"prtr", b"CMYK", b"acsp")
    assert profile[8] == 2  # the version of ICC that PDF 1.4 knows


def test_pdfx_holds_no_font_no_transparency_no_action_and_no_colour_but_cmyk(pdfx):
    forbidden = {
        "/SMask", "/CA", "/ca", "/BM", "/Group", "/Font", "/AA", "/OpenAction", "/Annots", "/TR", "/HTP", "/OPI",
    }  # fmt: skip
    for thing in pdfx.objects:
        if isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
            assert not forbidden & set(thing.keys())
            assert thing.get("/Filter", pikepdf.Name.FlateDecode) == pikepdf.Name.FlateDecode
            if thing.get("/Subtype") == "/Image":
                assert (thing.ColorSpace, thing.BitsPerComponent) == ("/DeviceCMYK", 8)
    for page in pdfx.pages:
        operators = {str(step.operator) for step in pikepdf.parse_content_stream(page)}
        assert operators <= {"q", "Q", "cm", "Do"}


def test_drivethru_pages_are_2_75_by_3_75_inches_with_an_eighth_of_bleed(pdfx):
    for page in pdfx.pages:
        sides = boxes(page)
        assert sides["/MediaBox"] == sides["/BleedBox"] == pytest.approx([0, 0, 198, 270], abs=0.01)
        assert sides["/TrimBox"] == pytest.approx([9, 9, 189, 261], abs=0.01)
        assert "/ArtBox" not in page.obj


def test_drivethru_pictures_have_300_dpi_and_at_most_240_percent_of_ink(pdfx):
    pictures = {page.Resources.XObject.P.objgen: page.Resources.XObject.P for page in pdfx.pages}
    assert len(pictures) == 3  # two faces and the back that they share
    for picture in pictures.values():
        assert (picture.Width, picture.Height) == (825, 1125)
        data = picture.read_bytes()
        assert len(data) == 4 * 825 * 1125
        assert max(map(sum, zip(data[::4], data[1::4], data[2::4], data[3::4], strict=True))) <= 612


def test_drivethru_gets_the_back_of_each_card_before_its_face(pdfx):
    keys = [page.Resources.XObject.P.objgen for page in pdfx.pages]
    assert len(keys) == 22
    assert len(set(keys[0::2])) == 1
    assert len(set(keys[1:20:2])) == 1
    assert keys[0] != keys[1] != keys[21]


def test_the_inks_give_back_the_picture_that_the_screen_shows(exported, pdfx):
    shop, manifest = exported("tgc")
    back_to_screen = ImageCms.buildTransform(
        ImageCms.ImageCmsProfile(io.BytesIO(profile_bytes())), ImageCms.createProfile("sRGB"), "CMYK", "RGB"
    )
    for page, name in zip(pdfx.pages[:2], (manifest["pieces"][0]["back"], manifest["pieces"][0]["front"]), strict=True):
        inks = Image.frombytes("CMYK", (825, 1125), page.Resources.XObject.P.read_bytes())
        with Image.open(shop.folder / name) as screen:
            difference = ImageChops.difference(ImageCms.applyTransform(inks, back_to_screen), screen)
        assert max(ImageStat.Stat(difference).mean) < 30  # of 255; ink and paper show fewer colours than a screen


def test_pdfx_can_be_repeated_to_the_byte(toy_folder, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    made = []
    for name in ("one", "two"):
        result = export(toy_folder / "suns.yaml", "drivethru", toy_folder / name, ExportOptions())
        made.append((result.folder / "suns.pdf").read_bytes())
    assert made[0] == made[1]
    assert b"D:20231114221320Z" in made[0]


def test_cards_of_each_size_that_a_shop_makes_are_a_file_of_their_own(monkeypatch):
    def made(kinds):
        pieces = [SimpleNamespace(kind=kind) for kind in kinds]
        formats = {"cards": "poker", "giants": "Tarot L", "more": "poker"}
        profile = SimpleNamespace(formats={"poker": "small", "Tarot L": "large"})
        job = SimpleNamespace(name="My Suns", pieces=pieces, formats=formats, profile=profile)
        return press.write_pdfx(job, "bundle", "date")

    def written(_job, pieces, size, name, *rest):
        return {"file": name, "size": size, "kinds": [piece.kind for piece in pieces], "rest": rest}

    monkeypatch.setattr(press, "_write_pdfx", written)
    rest = {"rest": ("bundle", "date")}
    assert made(["cards", "more"]) == {"file": "my-suns.pdf", "size": "small", "kinds": ["cards", "more"], **rest}
    assert made(["cards", "giants", "more"]) == {
        "files": [
            {"file": "my-suns-poker.pdf", "size": "small", "kinds": ["cards", "more"], **rest},
            {"file": "my-suns-tarot-l.pdf", "size": "large", "kinds": ["giants"], **rest},
        ]
    }
