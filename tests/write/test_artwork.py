from __future__ import annotations

import io
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
import typst

from cardgen.geometry.units import Rect, Size
from cardgen.guard.disk_cache import VARIABLE
from cardgen.model.drawing import Artwork, PlacedArtwork
from cardgen.processes import allowance
from cardgen.processes import sandbox as sandboxes
from cardgen.processes.sandbox import OverLimitError
from cardgen.report.errors import DrawnError, UnlocatedError
from cardgen.write import artwork, artwork_conversion, svg_conversion, svg_process, viewer_cost
from cardgen.write.artwork import ArtworkConverter, may_be_transparent
from cardgen.write.document import ConversionCache, compose_pdf

from .samples import FONTS, INFO, REGULAR, art, channels_of, colors_of, filled, opened, pdf_of, text, text_of, whole

BOX = Rect(10, 10, 40, 40)
GRADIENT = (
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/>'
    '</linearGradient></defs><rect width="40" height="40" fill="url(#g)"/>'
)


def square(body: str) -> PlacedArtwork:
    return PlacedArtwork(art(body, Size(40, 40)), BOX)


MIXED = (
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#9e1b1f"/><stop offset="1" stop-opacity="0.2"/></linearGradient>'
    '<mask id="m"><rect width="40" height="40" fill="#808080"/></mask></defs>'
    '<rect width="40" height="20" fill="url(#g)"/><rect y="20" width="40" height="20" fill="#446688" opacity="0.5" mask="url(#m)"/>'
)


def images_in(data: bytes) -> int:
    return sum(isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Image" for item in opened(data).objects)


def test_an_artwork_stays_vector() -> None:
    data = pdf_of(whole(square(GRADIENT)))
    assert images_in(data) == 0
    left, right = colors_of(data, (11, 30), (49, 30))
    assert channels_of(left) == pytest.approx((255, 0, 0), abs=20)
    assert channels_of(right) == pytest.approx((0, 0, 255), abs=20)


def test_an_artwork_is_scaled_into_its_box() -> None:
    data = pdf_of(whole(filled("#00ff00", Rect(10, 20, 30, 5))))
    inside = colors_of(data, (10.5, 20.5), (39.5, 24.5))
    outside = colors_of(data, (9.5, 22), (40.5, 22), (25, 19.5), (25, 25.5))
    assert inside == ["#00ff00"] * 2
    assert outside == ["#ffffff"] * 4


@pytest.mark.parametrize("height", [0.5, 1.0])
def test_a_low_artwork_such_as_a_line_of_a_table_is_where_it_is_placed(height: float) -> None:
    """The converter makes no page that is less than 3 points high."""
    line = art('<rect width="30" height="0.5" fill="#00ff00"/>', Size(30, 0.5))
    data = pdf_of(whole(PlacedArtwork(line, Rect(10, 20, 30, height))))
    points = [(25, 20 + y) for y in (-0.5, height / 2, height + 0.5)]
    assert colors_of(data, *points) == ["#ffffff", "#00ff00", "#ffffff"]


@pytest.mark.parametrize("body", [GRADIENT, MIXED])
def test_an_artwork_has_the_colours_of_the_device_as_all_else_on_a_page(body: str) -> None:
    found = [
        item for item in opened(pdf_of(whole(square(body)))).objects if isinstance(item, pikepdf.Array | pikepdf.Stream)
    ]
    assert not [item for item in found if pikepdf.Name.ICCBased in [*item]]
    assert [item for item in found if isinstance(item, pikepdf.Array) and [*item] == [pikepdf.Name.DeviceRGB]]


def test_only_what_is_a_calibrated_space_becomes_one_of_the_device() -> None:
    """The words that tell of one may also stand in the data of a picture, before the number of any object."""
    pdf = pikepdf.new()
    spaces = [
        pdf.make_indirect(pikepdf.Array([pikepdf.Name.ICCBased, pdf.make_stream(b"", N=count)])) for count in (1, 3)
    ]
    others = [pdf.make_indirect(pikepdf.Array([1, 2])), pdf.make_indirect(pikepdf.Dictionary(N=1))]
    data = b"".join(b"%d 0 obj\n[/ICCBased 7 0 R]\n" % one.objgen[0] for one in (*spaces, *others))
    artwork._use_device_colors(pdf, data)
    assert [[*one] for one in spaces] == [[pikepdf.Name.DeviceGray], [pikepdf.Name.DeviceRGB]]
    assert [*others[0]] == [1, 2] and others[1].N == 1


def test_half_opacity_lets_half_through() -> None:
    data = pdf_of(whole(filled("#000000", BOX), square('<rect width="40" height="40" fill="#ffffff" opacity="0.5"/>')))
    (grey,) = colors_of(data, (30, 30))
    assert channels_of(grey) == pytest.approx((128, 128, 128), abs=3)


def test_overlapping_parts_of_a_half_opaque_group_do_not_show() -> None:
    group = '<g opacity="0.5"><rect width="30" height="40"/><rect x="10" width="30" height="40"/></g>'
    once, twice = colors_of(pdf_of(whole(square(group))), (12, 30), (30, 30))
    assert once == twice


@pytest.mark.parametrize(
    ("name", "body", "inside", "outside"),
    [
        (
            "clip",
            '<clipPath id="c"><circle cx="20" cy="20" r="10"/></clipPath><rect width="40" height="40" clip-path="url(#c)"/>',
            (30, 30),
            (12, 12),
        ),
        (
            "mask",
            '<mask id="m"><rect width="20" height="40" fill="white"/></mask><rect width="40" height="40" mask="url(#m)"/>',
            (20, 30),
            (40, 30),
        ),
        (
            "pattern",
            '<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="10" height="20"/></pattern>'
            '<rect width="40" height="40" fill="url(#p)"/>',
            (15, 30),
            (25, 30),
        ),
    ],
)
def test_the_harder_parts_of_svg_are_drawn(
    name: str, body: str, inside: tuple[float, float], outside: tuple[float, float]
) -> None:
    assert colors_of(pdf_of(whole(square(body))), inside, outside) == ["#000000", "#ffffff"], name


def test_equal_artworks_are_one_object() -> None:
    def forms(*items: PlacedArtwork) -> int:
        return sum(
            isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"
            for item in opened(pdf_of(whole(*items))).objects
        )

    assert forms(filled("#ff0000", BOX), filled("#ff0000", Rect(0, 0, 5, 5))) == forms(filled("#ff0000", BOX))


def test_pages_say_in_which_colours_to_mix_only_where_something_mixes() -> None:
    see_through = whole(square('<rect width="40" height="40" fill-opacity="0.5"/>'))
    pages = [see_through, whole(filled("#ff0000", BOX)), see_through]
    groups = [page.obj.get("/Group") for page in opened(pdf_of(*pages)).pages]
    assert groups[1] is None
    assert {group.CS for group in groups[::2]} == {"/DeviceRGB"}


@pytest.mark.parametrize(
    "body",
    [
        *('<g style="opacity:.5"/>', '<rect fill="#11223344"/>', '<rect fill="#1234"/>', '<rect filter="url(#f)"/>'),
        *('<rect mask="url(#m)"/>', '<g style="mix-blend-mode:multiply"/>', '<rect fill="rgba(0,0,0,.5)"/>'),
        *('<rect fill="hsla(0,0%,0%,.5)"/>', '<image href="data:image/png;base64,"/>'),
    ],
)
def test_what_may_mix_is_found(body: str) -> None:
    assert may_be_transparent(art(body))


def test_plain_colours_do_not_mix() -> None:
    assert not may_be_transparent(art('<rect fill="#112233"/><rect fill="#123"/>'))


def test_text_in_an_artwork_takes_its_font_from_the_folder() -> None:
    data = pdf_of(whole(square('<text x="2" y="20" font-family="Alegreya Sans" font-size="9">Tower</text>')))
    assert text_of(data) == "Tower"


@pytest.mark.parametrize(
    ("attribute", "told"),
    [
        ('font-family="Arial"', "uses the unknown font 'Arial'"), ("style=\"font-family:'Comic Sans', serif\"", "uses the unknown font 'Comic Sans'"),
        ("", "names no font"), ('id="\ud800"', "names no font"), ('style="font-family:&quot;Comic Sans&quot;"', "uses the unknown font 'Comic Sans'"),
    ],
)  # fmt: skip
def test_text_in_a_font_that_is_not_there_is_an_error(attribute: str, told: str) -> None:
    good = "<text font-family='Alegreya Sans'>Good</text>"
    wrong = square(f"{good}<text {attribute}> <tspan font-family='Alegreya Sans'>The</tspan> Tower </text>")
    with pytest.raises(DrawnError) as caught:
        pdf_of(whole(filled("#ff0000", BOX), wrong))
    assert (caught.value.code, caught.value.drawn) == ("E408", wrong.artwork)
    assert caught.value.message == f"text 'Tower' in a picture {told}"
    assert "one of: Alegreya Sans, Cinzel, " in caught.value.expected
    assert caught.value.hints[-1].startswith("convert the text to paths")


@pytest.mark.parametrize(
    "style",
    [
        "style=\"font-family:'Alegreya Sans'\"",
        'font-family="Nope, alegreya sans"',
        "style=\"font-family: 'Nope', 'Alegreya Sans'\"",
        'style="font-family:&quot;Alegreya Sans&quot;, serif"',
    ],
)
def test_any_font_of_a_list_will_do(style: str) -> None:
    assert text_of(pdf_of(whole(square(f'<text y="9" {style}>Tower</text>')))) == "Tower"


@pytest.mark.parametrize("position", [0, 3, 6])
def test_the_artwork_that_fails_is_named(position: int) -> None:
    items = [filled(f"#0000{index:02x}", BOX) for index in range(7)]
    items[position] = square("<rect culprit")
    with pytest.raises(UnlocatedError, match=r"<rect culprit.*cannot be converted") as caught:
        pdf_of(whole(*items))
    assert caught.value.code == "E602"


def test_no_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = Path(__file__).parents[2] / "cardgen" / "write" / "artwork.py"
    for name in ("secret.png", str(source), "artwork.py", "../artwork.py"):
        (tmp_path / "secret.png").write_bytes(b"\x89PNG\r\n\x1a\n")
        with pytest.raises(UnlocatedError) as caught:
            pdf_of(whole(square(f'<image href="{name}" width="4" height="4"/>')))
        assert caught.value.code == "E602"


def test_a_rebuild_converts_what_is_new_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    forms = ArtworkConverter()
    sizes: list[int] = []
    convert = svg_process.convert
    monkeypatch.setattr(
        svg_process, "convert", lambda batch, fonts: (sizes.append(len(batch)), convert(batch, fonts))[1]
    )
    cache = ConversionCache(forms)
    red, green, blue = (filled(color, BOX) for color in ("#ff0000", "#00ff00", "#0000ff"))
    compose_pdf([whole(red, green)], INFO, FONTS, cache)
    second = compose_pdf([whole(green, blue)], INFO, FONTS, cache)
    assert sizes == [2, 1]
    assert colors_of(second, (30, 30)) == ["#0000ff"]


def test_what_a_build_does_not_use_is_forgotten() -> None:
    cache = ConversionCache(ArtworkConverter())
    compose_pdf([whole(filled("#ff0000", BOX))], INFO, FONTS, cache)
    compose_pdf([whole(filled("#00ff00", BOX))], INFO, FONTS, cache)
    assert len(cache.artworks._pages) == 1
    compose_pdf([whole(filled("#00ff00", BOX))], INFO, FONTS, cache)  # known from before, and used again
    assert len(cache.artworks._pages) == 1
    compose_pdf([whole(text("a"))], INFO, FONTS, cache)
    assert not cache.artworks._pages


def test_more_artworks_than_a_batch_holds_are_all_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgen.write.artwork._BATCH", 2)
    items = [filled(f"#{index}0{index}0{index}0", Rect(10 * index, 0, 10, 10)) for index in range(5)]
    data = pdf_of(whole(*items))
    assert colors_of(data, *((10 * index + 5, 5) for index in range(5))) == [f"#{i}0{i}0{i}0" for i in range(5)]


def test_no_converter_is_started_for_artworks_that_an_earlier_command_converted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    artwork._known_digests.cache_clear()
    files = []
    pages = [whole(filled(f"#{index}0{index}0{index}0", BOX)) for index in range(3)]
    for _ in range(2):
        forms = ArtworkConverter()
        forms.begin(placement.drawing.items[0].artwork for page in pages for placement in page.side.placements)  # type: ignore[union-attr]
        files.append(compose_pdf(pages, INFO, FONTS, ConversionCache(forms)))
        artwork._known_digests.cache_clear()
        monkeypatch.setattr(svg_process.sandbox, "start", lambda: pytest.fail("the converter was started"))
        monkeypatch.setattr(svg_process, "convert", lambda *_: pytest.fail("something was converted"))
    assert files[0] == files[1]
    started: list[bool] = []
    monkeypatch.setattr(svg_process.sandbox, "start", lambda: started.append(True))
    forms = ArtworkConverter()
    for color in ("#000000", "#123456", "#654321"):  # all but the first one are new
        forms.begin([filled(color, BOX).artwork])
    assert started == [True]


def test_a_conversion_is_kept_for_equal_pictures_of_one_size_in_the_same_fonts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    for folder in ("a", "fonts"):
        (tmp_path / folder).mkdir()
    font = Path(shutil.copy(FONTS[REGULAR], tmp_path / "fonts"))
    converted: list[Artwork] = []
    convert = svg_process.convert
    monkeypatch.setattr(
        svg_process, "convert", lambda batch, fonts: (converted.extend(batch), convert(batch, fonts))[1]
    )

    def new(*artworks: Artwork) -> list[Artwork]:
        converted.clear()
        for one in artworks:
            ArtworkConverter([tmp_path / "a", font.parent]).convert([one])
        return [*converted]

    plain, words = art("<rect width='9' height='9'/>"), art('<text font-family="Alegreya Sans" y="9">a</text>')
    assert new(plain, words, plain, words) == [plain, words]
    larger = replace(plain, size=Size(40, 30))
    assert new(larger, plain) == [larger]
    os.utime(font, (1, 1))
    assert new(plain, words) == [words]  # only a picture with text depends on the fonts


def test_artworks_can_be_begun_before_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setattr("cardgen.write.artwork._BATCH", 2)
    sizes: list[int] = []
    files = []
    items = [filled(f"#{index}0{index}0{index}0", Rect(10 * index, 0, 10, 10)) for index in range(5)]
    convert = svg_process.convert
    monkeypatch.setattr(
        svg_process, "convert", lambda batch, fonts: (sizes.append(len(batch)), convert(batch, fonts))[1]
    )
    for _ in range(2):
        forms = ArtworkConverter()
        for item in (*items[:3], items[0], *items[3:]):
            forms.begin([item.artwork])
        files.append(compose_pdf([whole(*items)], INFO, FONTS, ConversionCache(forms)))
    assert sizes == [2, 2, 1] * 2  # two batches were begun; the last artwork waited for others
    forms.begin([item.artwork for item in items])  # as the next build of a preview does
    forms.convert([])
    assert len(sizes) == 6
    assert files[0] == files[1]
    assert colors_of(files[0], *((10 * index + 5, 5) for index in range(5))) == [f"#{i}0{i}0{i}0" for i in range(5)]


def test_an_artwork_that_was_begun_and_is_wrong_is_told_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgen.write.artwork._BATCH", 2)
    wrong, right = (
        square('<image href="a.png" width="9" height="9"/><text font-family="None">a</text>'),
        filled("#00ff00", BOX),
    )
    forms = ArtworkConverter()
    forms.begin([wrong.artwork, right.artwork])
    assert colors_of(compose_pdf([whole(right)], INFO, FONTS, ConversionCache(forms)), (30, 30)) == ["#00ff00"]
    with pytest.raises(UnlocatedError) as caught:
        compose_pdf([whole(wrong)], INFO, FONTS, ConversionCache(forms))
    assert caught.value.code == "E408"


def test_an_empty_artwork_draws_nothing() -> None:
    data = pdf_of(whole(square(""), square("<g/>")))
    assert colors_of(data, (30, 30)) == ["#ffffff"]
    assert opened(data).check_pdf_syntax() == []


@pytest.mark.parametrize("options", [{}, {"compress_streams": False}])
def test_instructions_are_copied_whether_they_are_compressed_or_not(options: dict[str, bool]) -> None:
    drawn = art("<rect/>")
    source, file, target = pikepdf.new(), io.BytesIO(), pikepdf.new()
    page = source.add_blank_page(page_size=(9, 8)).obj
    page.Resources = source.make_indirect(pikepdf.Dictionary())
    page.Contents = source.make_stream(b"1 0 0 rg 0 0 9 9 re f " * 9)
    source.save(file, **options)
    converter = ArtworkConverter()
    converter._keep([drawn], artwork._Converted(pikepdf.open(file), [7]))
    stub = target.make_stream(b"")
    converter.fill(target, stub, drawn)
    assert stub.read_bytes() == b"1 0 0 rg 0 0 9 9 re f " * 9
    assert [*stub.BBox] == [0, 0, 9, 8]
    assert converter.cost(drawn) == 7


def test_a_system_that_starts_no_process_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def convert(*_: object) -> bytes:
        raise OSError(11, "No more processes")

    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setattr(svg_process, "convert", convert)
    with pytest.raises(UnlocatedError) as caught:
        pdf_of(whole(square("<rect/>")))
    message = "pictures cannot be converted: no process can be started: No more processes"
    assert (caught.value.code, caught.value.message) == ("E602", message)


def test_a_picture_that_never_ends_is_named_among_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svg_process, "SECONDS", 0.25)
    monkeypatch.setattr(artwork_conversion, "_SECONDS_OF_SEARCH", 0.25)
    monkeypatch.setattr(sandboxes, "_PATIENCE", 1e6)  # processor time alone counts, however busy the machine is
    bomb = '<filter id="f"><feTurbulence numOctaves="1000000"/></filter><rect id="bomb" width="40" height="40" filter="url(#f)"/>'
    allowance.begin()
    with pytest.raises(DrawnError) as caught:
        pdf_of(whole(*(filled(f"#{index}0{index}0{index}0", BOX) for index in range(5)), square(bomb)))
    allowance.begin()
    assert caught.value.code == "E602"
    assert "picture '<filter id=" in caught.value.message
    assert "takes too long" in caught.value.message and caught.value.message.endswith(
        " too long to draw, or too much memory"
    )
    assert caught.value.expected == "at most 10 s of computing for all pictures, and 1024 MiB"
    assert caught.value.hints == ("simplify it: fewer filters, smaller patterns, less text",)
    assert isinstance(caught.value.drawn, Artwork) and "bomb" in caught.value.drawn.svg


def test_of_pictures_that_take_too_long_together_the_slowest_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are measured one by one, as long as there is time for it."""
    pictures = [art(f"<rect width='{number}'/>") for number in range(5)]
    needed = {picture.svg: each for picture, each in zip(pictures, (1.0, 1.5, 1.25, 0.5, 9.0), strict=True)}
    measured: list[float] = []

    def measure(picture: Artwork, _folders: object, seconds: float) -> float:
        measured.append(seconds)
        return needed[picture.svg]

    def convert(*_: object) -> bytes:
        raise OverLimitError("too long")

    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setattr(svg_process, "measure", measure)
    monkeypatch.setattr(svg_process, "convert", convert)
    with pytest.raises(DrawnError) as caught:
        ArtworkConverter().convert(pictures)
    assert measured == [4.0, 3.0, 1.5, 0.25]
    with pytest.raises(DrawnError, match=r"^2 pictures together, of which picture '<rect width='3'/></svg>' takes"):
        ArtworkConverter().convert([pictures[3], replace(pictures[3], size=Size(9, 9))])
    with pytest.raises(DrawnError, match=r"^picture '<rect width='1'/></svg>' takes too long"):
        ArtworkConverter().convert(pictures[1:2])
    assert caught.value.drawn == pictures[1]
    assert (
        caught.value.message
        == "5 pictures together, of which picture '<rect width='1'/></svg>' takes longest, take too long to draw, or too much memory"
    )


def test_of_documents_that_are_refused_together_the_first_that_is_refused_alone_is_told(monkeypatch) -> None:
    def compiled(sizes: list[tuple[float, float]], documents: list[str], _folders: list[str]) -> bytes | str:
        assert len(sizes) == len(documents)
        return "together" if len(documents) > 1 else {"odd": "alone"}.get(documents[0], b"a file")

    monkeypatch.setattr(svg_conversion, "_compile", compiled)
    for documents, found in (
        (["odd"], (0, "alone")),
        (["a", "odd", "odd"], (1, "alone")),
        (["a", "b"], (0, "together")),
    ):
        assert svg_conversion.convert([(1.0, 1.0)] * len(documents), documents, []) == found
    assert svg_conversion.convert([(1.0, 1.0)], ["a"], []) == b"a file"


@pytest.mark.parametrize(
    ("own", "message"),
    [
        (lambda picture: svg_process.ConversionError("it is odd", picture), "picture '<rect width='1'/></svg>' cannot be converted: it is odd"),
        (lambda _picture: OverLimitError("too long"), "picture '<rect width='1'/></svg>' takes too long to draw, or too much memory"),
    ],
    ids=["refused", "too long"],
)  # fmt: skip
def test_of_pictures_that_take_too_long_together_one_that_fails_alone_is_blamed(monkeypatch, own, message) -> None:
    pictures = [art(f"<rect width='{number}'/>") for number in range(3)]

    def measure(picture: Artwork, _folders: object, _seconds: float) -> float:
        if picture != pictures[0]:
            raise own(picture)
        return 1.0

    def convert(*_: object) -> bytes:
        raise OverLimitError("too long")

    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setattr(svg_process, "measure", measure)
    monkeypatch.setattr(svg_process, "convert", convert)
    with pytest.raises(DrawnError) as caught:
        ArtworkConverter().convert(pictures)
    assert (caught.value.message, caught.value.drawn) == (message, pictures[1])


def test_pictures_of_a_command_share_their_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has a hundredth of a second of its own; what it takes beyond that is missing for the next ones."""
    given: list[float] = []

    def call(*_: object, seconds: float) -> tuple[bytes, float]:
        given.append(round(seconds, 6))
        if len(given) == 4:
            raise OverLimitError("too long")
        return b"a file", (0.01, 2.02, 0.001)[min(len(given), 3) - 1]

    monkeypatch.setattr(svg_process.sandbox, "call", call)
    allowance.begin()
    two = [art("<rect/>"), art("<path/>")]
    for _ in range(3):
        assert svg_process.convert(two, []) == b"a file"
    assert given == [10.02, 10.02, 8.02]
    with pytest.raises(OverLimitError):
        svg_process.convert(two, [])
    svg_process.convert(two, [])
    assert given[3:] == [8.02, 0.02]  # after it was used up, only their own
    assert svg_process.measure(two[0], [], 3.5) == 0.001 and given[-1] == 3.5
    allowance.begin()


def test_of_many_pictures_that_were_converted_the_latest_are_known(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(artwork, "_MOST_KNOWN", 3)
    pictures = [art(f"<rect width='{number}'/>") for number in range(9)]
    for picture in pictures:
        artwork._note_known([picture])
        artwork._known_digests.cache_clear()
    assert [*artwork._known_digests()] == [*map(artwork._digest, pictures[-3:])]
    artwork._known_digests.cache_clear()


def test_a_batch_is_known_by_its_pictures_their_sizes_and_their_order() -> None:
    one, other, large = art("<rect/>"), art("<path/>"), replace(art("<rect/>"), size=Size(9, 8))
    batches = [one], [other], [large], [one, other], [other, one], [one, large], [large, one]
    assert len({artwork._key(batch) for batch in batches}) == len(batches)
    assert artwork._key([art("<rect/>")]) == artwork._key([one])


def test_a_conversion_depends_on_the_files_that_make_it(monkeypatch: pytest.MonkeyPatch) -> None:
    makers: list[str] = []
    monkeypatch.setattr(artwork, "file_stamps", lambda *files: makers.extend(files))
    artwork._stamp(())
    assert {Path(file) for file in makers} == {
        Path(str(module.__file__)) for module in (artwork, svg_conversion, viewer_cost, typst)
    }
