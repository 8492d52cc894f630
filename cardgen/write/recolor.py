"""Recolouring of a finished PDF: text, lines, fills, gradients and pictures, and nothing else.

pikepdf parses and writes the content streams, and Pillow changes the pictures. What remains is the part of the imaging
model that decides what a colour operator means, which no library offers.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Operator
from PIL import ImageFilter

from cardgen.geometry.colors import Rgb
from cardgen.geometry.units import MM_PER_POINT
from cardgen.write.ink_saving import OUTLINE, Outliner

ColorChange = Callable[[Rgb], Rgb]
Instruction = tuple[Sequence[Any], Operator]

_LUT_SIZE = 17  # steps per channel; the error of interpolating between them is invisible with 8 bits
_JPEG_QUALITY = 92
_LIKE = 2.0  # from one size of a form to another one whose outlines may be as wide
_MOST_COPIED = 16 * 2**10  # bytes of a form; what has more is a picture, whose outlines take much time
_TO_GREY = b" 0.0722 mul exch 0.7152 mul add exch 0.2126 mul add }"
"""The end of a PostScript function with red, green and blue on its stack, for their luma (PDF 32000-1, 7.10.5)."""
_COMPONENTS = {"/DeviceGray": 1, "/DeviceRGB": 3, "/DeviceCMYK": 4, "/Pattern": 0}
_SETS_FILL = {"g", "rg", "k", "sc", "scn"}
_SETS_STROKE = {name.upper() for name in _SETS_FILL}


@dataclass(frozen=True, slots=True)
class Recoloring:
    """The way to change the colours of a PDF.

    Attributes:
        change: For text, lines and fills. It must keep black, which is the default colour without an operator.
        gray: Whether all results are grey and are written as one number, so that a printer uses only black ink.
        outlines: Whether fills become outlines. Marks on the sheet itself do not change.
    """

    change: ColorChange
    pixels: ColorChange
    gray: bool = False
    outlines: bool = False


def recolor_pdf(data: bytes, recoloring: Recoloring) -> bytes:
    """Return a PDF with other colours; equal input gives equal bytes.

    Masks keep their values, which are opacities and not colours.
    """
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        recolorer = _Recolorer(pdf, recoloring)
        if recoloring.outlines:
            for page in pdf.pages:
                for piece in _forms(page.obj).values():
                    recolorer.part_sizes(piece)
        for page in pdf.pages:
            recolorer.recolor_page(page)
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


class _Recolorer:
    """Changes the colours of pages and of the objects that they use, each object once."""

    def __init__(self, pdf: pikepdf.Pdf, recoloring: Recoloring) -> None:
        self._pdf = pdf
        self._recoloring = recoloring
        self._seen: set[tuple[int, int]] = set()
        self._pieces: set[tuple[int, int]] = set()
        self._sizes: dict[tuple[int, int], list[tuple[float, pikepdf.Object]]] = {}  # of one form, with a form for each
        self._lut = ImageFilter.Color3DLUT.generate(_LUT_SIZE, lambda *rgb: recoloring.pixels(rgb))

    def part_sizes(self, piece: pikepdf.Object) -> None:
        """Give each size of an icon or a picture that a piece shows a form of its own, whose outlines fit that size.

        Forms that show others are pieces: a smaller figure of one is the same drawing in finer lines.
        """
        forms = _forms(piece)
        if piece.objgen in self._pieces or not forms:
            return
        self._pieces.add(piece.objgen)
        for form in forms.values():
            self.part_sizes(form)
        instructions = _parse(piece)
        sizes = Outliner(self._recoloring.change).shown(instructions)
        places = [index for index, (_, operator) in enumerate(instructions) if str(operator) == "Do"]
        for index, (name, size) in zip(places, sizes, strict=True):
            if name not in forms or _forms(forms[name]):
                continue
            sized = self._sized(forms[name], size)
            if sized.objgen != forms[name].objgen:
                piece.Resources.XObject[f"{name}.{index}"] = sized
                instructions[index] = [Name(f"{name}.{index}")], Operator("Do")
        if _forms(piece).keys() != forms.keys():
            piece.write(pikepdf.unparse_content_stream(instructions))

    def _sized(self, form: pikepdf.Object, size: float) -> pikepdf.Object:
        """Return a form for a size: one of about that size if it is known, or else the form itself or a copy."""
        known = self._sizes.setdefault(form.objgen, [])
        for other, sized in known:
            if other <= _LIKE * size and size <= _LIKE * other:
                return sized
        content = form.read_bytes()
        if known and len(content) > _MOST_COPIED:
            return form
        sized = form
        if known:
            kept = {key: form[key] for key in form.keys() - {"/Length", "/Filter", "/DecodeParms"}}
            sized = self._pdf.make_stream(content, kept)
        known.append((size, sized))
        self._sizes[sized.objgen] = known
        return sized

    def recolor_page(self, page: pikepdf.Page) -> None:
        instructions = _parse(page)
        resources = page.obj.get("/Resources", Dictionary())
        outliner = Outliner(self._recoloring.change, page=True)
        colored = self._recolor(instructions, resources)
        if self._recoloring.outlines:
            colored = [*outliner.rewritten(colored)]
            _drop_unused(resources, outliner.scales(colored))
        page.obj.Contents = self._pdf.make_stream(self._write(colored))
        self._recolor_resources(resources, instructions, outliner, of_page=True)

    def _is_new(self, thing: pikepdf.Object) -> bool:
        if not thing.is_indirect:
            return True
        known = thing.objgen in self._seen
        self._seen.add(thing.objgen)
        return not known

    def _recolor_resources(
        self,
        resources: pikepdf.Object,
        instructions: Sequence[Instruction],
        outliner: Outliner,
        *,
        of_page: bool = False,
    ) -> None:
        scales, lands = outliner.scales(instructions), outliner.lands(instructions)
        inks = outliner.inks(instructions)
        for name, thing in resources.get("/XObject", Dictionary()).items():
            if self._is_new(thing):
                if thing.Subtype == Name.Form:
                    if of_page and self._recoloring.outlines:
                        _trim_outline(thing)
                    self._recolor_stream(thing, scales.get(name, 1.0), land=name in lands, ink=inks.get(name, ""))
                else:
                    self._recolor_image(thing)
        for _, pattern in resources.get("/Pattern", Dictionary()).items():
            if self._is_new(pattern):
                if pattern.PatternType == 1:
                    self._recolor_stream(pattern, 1.0)
                else:
                    self._recolor_shading(pattern.Shading)
        for _, shading in resources.get("/Shading", Dictionary()).items():
            self._recolor_shading(shading)

    def _recolor_stream(self, stream: pikepdf.Object, scale: float, *, land: bool = False, ink: str = "") -> None:
        resources = stream.get("/Resources", Dictionary())
        instructions = _parse(stream)
        patterns = resources.get("/Pattern", Dictionary()).items()
        ornaments = {name for name, pattern in patterns if pattern.PatternType == 1}
        states = resources.get("/ExtGState", Dictionary()).items()
        translucent = {name for name, state in states if "/SMask" in state or "/ca" in state or "/CA" in state}
        change = self._recoloring.change
        outliner = Outliner(change, scale, ornaments, ink=ink, land=land, translucent=translucent)
        colored = self._recolor(instructions, resources)
        if self._recoloring.outlines:
            colored = [*outliner.rewritten(colored)]
            _drop_unused(resources, outliner.scales(colored))
        stream.write(self._write(colored))
        if self._is_new(resources):
            self._recolor_resources(resources, instructions, outliner)

    @staticmethod
    def _write(instructions: Iterable[Instruction]) -> bytes:
        return (
            pikepdf.unparse_content_stream(list(instructions)) or b"\n"
        )  # Ghostscript fails on an empty compressed stream

    def _recolor(self, instructions: Iterable[Instruction], resources: pikepdf.Object) -> Iterable[Instruction]:
        """Yield the instructions with all colours in RGB or grey; they are changed unless `outlines` is set."""
        for operands, operator in instructions:
            name = str(operator)
            kind = "fill" if name in _SETS_FILL or name == "cs" else "stroke"
            if name in {"cs", "CS"}:
                initial = _initial_color(operands[0], resources)
                yield self._color(initial, kind) if initial else (operands, operator)
            elif name in _SETS_FILL | _SETS_STROKE and not (operands and isinstance(operands[-1], Name)):
                yield self._color([float(value) for value in operands], kind)
            else:
                yield operands, operator

    def _color(self, values: Sequence[float], kind: str) -> Instruction:
        rgb = _to_rgb(values)
        numbers = self._numbers(rgb if self._recoloring.outlines else self._recoloring.change(rgb))
        operator = "g" if len(numbers) == 1 else "rg"
        return numbers, Operator(operator if kind == "fill" else operator.upper())

    def _numbers(self, rgb: Rgb) -> list[float]:
        return [round(value, 4) for value in (rgb[:1] if self._recoloring.gray else rgb)]

    def _recolor_shading(self, shading: pikepdf.Object) -> None:
        if not self._is_new(shading):
            return
        count = _component_count(shading.ColorSpace, Dictionary())
        if count and "/Function" in shading and self._can_change(shading.Function, count):
            self._recolor_function(shading.Function, count)
            shading.ColorSpace = Name.DeviceGray if self._recoloring.gray else Name.DeviceRGB

    def _can_change(self, function: pikepdf.Object, count: int) -> bool:
        """Return whether the colours of a gradient can be changed; repeating ones are programs and can only be grey."""
        if "/Functions" in function:
            return all(self._can_change(part, count) for part in function.Functions)
        return function.FunctionType == 2 or (function.FunctionType == 4 and self._recoloring.gray and count == 3)

    def _recolor_function(self, function: pikepdf.Object, count: int) -> None:
        if not self._is_new(function):
            return
        if "/Functions" in function:
            for part in function.Functions:
                self._recolor_function(part, count)
        elif function.FunctionType == 2:
            for key in ("/C0", "/C1"):
                values = [float(value) for value in function[key]]
                function[key] = Array(self._numbers(self._recoloring.change(_to_rgb(values))))
        elif function.FunctionType == 4:
            function.write(function.read_bytes().rstrip().removesuffix(b"}") + _TO_GREY)
        if "/Range" in function:
            function.Range = Array([0, 1] * (1 if self._recoloring.gray else 3))

    def _recolor_image(self, image: Any) -> None:
        if image.get("/ImageMask", False):
            return
        is_jpeg = image.get("/Filter") == Name.DCTDecode
        pixels = pikepdf.PdfImage(image).as_pil_image().convert("RGB").filter(self._lut)
        if self._recoloring.gray:
            pixels = pixels.getchannel("R")
        if is_jpeg:
            out = io.BytesIO()
            pixels.save(out, "JPEG", quality=_JPEG_QUALITY, subsampling=0)
            image.write(out.getvalue(), filter=Name.DCTDecode)
        else:
            image.write(pixels.tobytes())
        image.ColorSpace = Name.DeviceGray if self._recoloring.gray else Name.DeviceRGB
        image.BitsPerComponent = 8
        for key in ("/DecodeParms", "/Decode"):
            if key in image:
                del image[key]


def _forms(shower: pikepdf.Object) -> dict[str, pikepdf.Object]:
    """Return the forms that a page or a form can show, by name."""
    known = shower.get("/Resources", Dictionary()).get("/XObject", Dictionary())
    return {name: thing for name, thing in known.items() if thing.Subtype == Name.Form}


def _trim_outline(form: pikepdf.Object) -> None:
    """Cut off the outline of what fills a piece to the end of its bleed, which would look like the line to cut along."""
    left, bottom, right, top = (float(value) for value in form.BBox)
    edge = 2 * OUTLINE / MM_PER_POINT  # half of one is inside; the rest is for screens, whose pixels are wider
    if min(right - left, top - bottom) < 4 * edge:  # a line of a document, and no piece
        return
    form.BBox = Array([left + edge, bottom + edge, right - edge, top - edge])


def _drop_unused(resources: pikepdf.Object, shown: Collection[str]) -> None:
    """Remove the XObjects that a stream no longer shows."""
    known = resources.get("/XObject", Dictionary())
    for name in {*known.keys()} - {*shown}:
        del known[name]


def _parse(stream: Any) -> list[Instruction]:
    return [(list(item.operands), item.operator) for item in pikepdf.parse_content_stream(stream)]


def _defined(space: Any, resources: pikepdf.Object) -> Any:
    """Return the definition of a colour space: the name of one of the device, or an array."""
    if isinstance(space, Name):
        return space if str(space) in _COMPONENTS else _defined(resources.ColorSpace[str(space)], resources)
    return space[0] if len(space) == 1 else space


def _initial_color(space: Any, resources: pikepdf.Object) -> tuple[float, ...]:
    """Return the components of the colour with which a colour space begins (PDF 32000-1, 8.6.8); none for patterns."""
    space = _defined(space, resources)
    return (0.0, 0.0, 0.0, 1.0) if space == Name.DeviceCMYK else (0.0,) * _component_count(space, resources)


def _component_count(space: Any, resources: pikepdf.Object) -> int:
    """Return the number of components of a colour space; 0 for patterns."""
    space = _defined(space, resources)
    if isinstance(space, Name):
        return _COMPONENTS[str(space)]
    if space[0] == Name.ICCBased:
        return int(space[1].N)
    return {"/CalGray": 1, "/CalRGB": 3, "/Pattern": 0}.get(str(space[0]), 1)


def _to_rgb(values: Sequence[float]) -> Rgb:
    """Convert one, three or four components, for grey, RGB or CMYK, to RGB."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    if len(values) == 4:
        cyan, magenta, yellow, black = values
        return tuple((1 - ink) * (1 - black) for ink in (cyan, magenta, yellow))  # type: ignore[return-value]
    return values[0], values[1], values[2]
