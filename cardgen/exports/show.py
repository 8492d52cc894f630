"""Draw one piece of a deck as a picture, to look at while designing it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from cardgen.exports.bundle import safe_name
from cardgen.geometry.units import MM_PER_INCH
from cardgen.pipeline.draw.components import DrawnDeck
from cardgen.pipeline.draw.one_piece import draw_piece
from cardgen.pipeline.draw.raster import PictureRequest, RasterPictures, png, sides_of, trim_pixels
from cardgen.pipeline.options import ShowOptions
from cardgen.pipeline.printed_file.targets import file_stem
from cardgen.report.diagnostics import Diagnostic, quoted
from cardgen.report.errors import UnlocatedError, as_cardgen_error
from cardgen.write.files import replace_file

_GAP = 3.0  # mm between face and back
_LARGEST = 12_000  # pixels; a board at 300 dpi has 5,000


@dataclass(frozen=True, slots=True)
class ShowResult:
    """A picture of a piece.

    Attributes:
        file: The picture, a PNG file.
        width: Width of the picture, pixels.
        height: Height of the picture, pixels.
        warnings: Warnings about the piece.
    """

    file: Path
    kind: str
    id: str
    name: str
    width: int
    height: int
    warnings: tuple[Diagnostic, ...]


def show_piece(deck: Path, name: str, out: Path, options: ShowOptions) -> ShowResult:
    """Draw one piece of a deck and write its picture.

    Args:
        name: Id or name of the piece; `KIND/ID` if several kinds have one of that id.
        out: The picture, or the folder of a picture `DECK-KIND-ID.png`.

    Raises:
        CardgenError: The piece or the deck itself has errors; E566 or E567, the name means no piece, or several; E568,
            the piece has no back; E601, the file cannot be written.
    """
    drawn = draw_piece(deck, name, options)
    piece = drawn.drawn[0].pieces[0]
    stem = file_stem(deck, drawn.project.other_language)
    file = out if out.suffix.lower() == ".png" else out / f"{stem}-{piece.kind}-{safe_name(piece.id)}.png"
    with as_cardgen_error():
        if options.side == "back" and piece.back is None:
            message = f"{quoted(piece.name)} of {quoted(piece.kind)} has no back"
            raise UnlocatedError("E568", message, expected="the face, without --back")
        picture = _picture(drawn, options)
        replace_file(file, png(picture, options.dpi))
    return ShowResult(file, piece.kind, piece.id, piece.name, picture.width, picture.height, drawn.warnings)


def _picture(drawn: DrawnDeck, options: ShowOptions) -> Image.Image:
    """Return the sides that the options name, side by side."""
    sides = sides_of(drawn.drawn[0].pieces[0])
    wanted = {"face": sides[:1], "back": sides[1:], "both": sides}[options.side]
    requests = [
        PictureRequest(drawing, trim_pixels(drawing.size, options.dpi, _LARGEST), outline)
        for drawing, outline in wanted
    ]
    with RasterPictures(requests, drawn) as rendered:
        pictures = [rendered.picture(request) for request in requests]
    if len(pictures) == 1:
        return pictures[0]
    gap = round(_GAP * options.dpi / MM_PER_INCH)
    size = sum(one.width for one in pictures) + gap, pictures[0].height
    together = Image.new("RGBA", size, (255, 255, 255, 0))
    together.paste(pictures[0], (0, 0))
    together.paste(pictures[1], (pictures[0].width + gap, 0))
    return together
