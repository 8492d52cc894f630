"""Other colours for a finished PDF: every text, line, fill, gradient and picture of it, and nothing else."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Operator
from PIL import ImageFilter

from cardgen.geometry.colors import Rgb
from cardgen.write.ink_saving import Outliner

ColorChange = Callable[[Rgb], Rgb]
Instruction = tuple[Sequence[Any], Operator]

_LUT_SIZE = 17  # steps a channel: between them Pillow goes straight, which 8 bits do not show
_JPEG_QUALITY = 92
_TO_GREY = b" 0.0722 mul exch 0.7152 mul add exch 0.2126 mul add }"
"""The end of a program that has red, green and blue on its stack (PDF 32000-1, 7.10.5): about their lightness."""
_SETS_FILL = {"g", "rg", "k", "sc", "scn"}
_SETS_STROKE = {name.upper() for name in _SETS_FILL}


@dataclass(frozen=True, slots=True)
class Recoloring:
    """What becomes of colours.

    Attributes:
        change: Of text, lines and fills. Black stays black: it is what nobody has to ask for.
        pixels: Of pictures.
        gray: All that comes out is grey, and is to be said with one number, so that only black ink is used.
        outlines: Of what is filled only the outline stays. Marks on the sheet itself are left alone.
    """

    change: ColorChange
    pixels: ColorChange
    gray: bool = False
    outlines: bool = False


def recolor_pdf(data: bytes, recoloring: Recoloring) -> bytes:
    """The same PDF in other colours; equal input gives equal bytes.

    Masks keep their own colours, as these say what is seen and not how.
    """
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        walk = _Walk(pdf, recoloring)
        for page in pdf.pages:
            walk.page(page)
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


class _Walk:
    """Goes through what the pages of a file draw, each object once."""

    def __init__(self, pdf: pikepdf.Pdf, recoloring: Recoloring) -> None:
        self._pdf = pdf
        self._how = recoloring
        self._seen: set[tuple[int, int]] = set()
        self._lut = ImageFilter.Color3DLUT.generate(_LUT_SIZE, lambda *rgb: recoloring.pixels(rgb))

    def page(self, page: pikepdf.Page) -> None:
        instructions = _parsed(page)
        resources = page.obj.get("/Resources", Dictionary())
        if not self._how.outlines:
            page.obj.Contents = self._pdf.make_stream(self._written(self._colored(instructions, resources)))
        self._resources(resources, Outliner(self._how.change).scales(instructions))

    def _is_new(self, thing: pikepdf.Object) -> bool:
        if not thing.is_indirect:
            return True
        known = thing.objgen in self._seen
        self._seen.add(thing.objgen)
        return not known

    def _resources(self, resources: pikepdf.Object, scales: dict[str, float]) -> None:
        for name, thing in resources.get("/XObject", Dictionary()).items():
            if self._is_new(thing):
                if thing.Subtype == Name.Form:
                    self._stream(thing, scales.get(name, 1.0))
                else:
                    self._image(thing)
        for _, pattern in resources.get("/Pattern", Dictionary()).items():
            if self._is_new(pattern):
                if pattern.PatternType == 1:
                    self._stream(pattern, 1.0)
                else:
                    self._shading(pattern.Shading)
        for _, shading in resources.get("/Shading", Dictionary()).items():
            self._shading(shading)

    def _stream(self, stream: pikepdf.Object, scale: float) -> None:
        resources = stream.get("/Resources", Dictionary())
        instructions = _parsed(stream)
        patterns = resources.get("/Pattern", Dictionary()).items()
        ornaments = {name for name, pattern in patterns if pattern.PatternType == 1}
        outliner = Outliner(self._how.change, scale, ornaments)
        colored = self._colored(instructions, resources)
        stream.write(self._written(outliner.rewritten(colored) if self._how.outlines else colored))
        if self._is_new(resources):
            self._resources(resources, outliner.scales(instructions))

    @staticmethod
    def _written(instructions: Iterable[Instruction]) -> bytes:
        return pikepdf.unparse_content_stream(list(instructions)) or b"\n"  # Ghostscript cannot inflate nothing

    def _colored(self, instructions: Iterable[Instruction], resources: pikepdf.Object) -> Iterable[Instruction]:
        """The instructions with every colour said in RGB or grey, and changed unless outlines are to be made of it."""
        spaces = {"fill": 1, "stroke": 1}
        for operands, operator in instructions:
            name = str(operator)
            kind = "fill" if name in _SETS_FILL or name == "cs" else "stroke"
            if name in {"cs", "CS"}:
                spaces[kind] = _components(operands[0], resources)
                if spaces[kind]:
                    yield self._color((0.0,) * spaces[kind], kind)  # a new space begins with black
                else:
                    yield operands, operator
            elif name in _SETS_FILL | _SETS_STROKE and not (operands and isinstance(operands[-1], Name)):
                yield self._color([float(value) for value in operands], kind)
            else:
                yield operands, operator

    def _color(self, values: Sequence[float], kind: str) -> Instruction:
        rgb = _rgb(values)
        numbers = self._numbers(rgb if self._how.outlines else self._how.change(rgb))
        operator = "g" if len(numbers) == 1 else "rg"
        return numbers, Operator(operator if kind == "fill" else operator.upper())

    def _numbers(self, rgb: Rgb) -> list[float]:
        return [round(value, 4) for value in (rgb[:1] if self._how.gray else rgb)]

    def _shading(self, shading: pikepdf.Object) -> None:
        if not self._is_new(shading):
            return
        count = _components(shading.ColorSpace, Dictionary())
        if count and "/Function" in shading and self._can_change(shading.Function, count):
            self._function(shading.Function, count)
            shading.ColorSpace = Name.DeviceGray if self._how.gray else Name.DeviceRGB

    def _can_change(self, function: pikepdf.Object, count: int) -> bool:
        """Whether the colours of a gradient can be changed; those that repeat are programs, and become grey only."""
        if "/Functions" in function:
            return all(self._can_change(part, count) for part in function.Functions)
        return function.FunctionType == 2 or (function.FunctionType == 4 and self._how.gray and count == 3)

    def _function(self, function: pikepdf.Object, count: int) -> None:
        if not self._is_new(function):
            return
        if "/Functions" in function:
            for part in function.Functions:
                self._function(part, count)
        elif function.FunctionType == 2:
            for key in ("/C0", "/C1"):
                values = [float(value) for value in function[key]]
                function[key] = Array(self._numbers(self._how.change(_rgb(values))))
        elif function.FunctionType == 4:
            function.write(function.read_bytes().rstrip().removesuffix(b"}") + _TO_GREY)
        if "/Range" in function:
            function.Range = Array([0, 1] * (1 if self._how.gray else 3))

    def _image(self, image: Any) -> None:
        if image.get("/ImageMask", False):
            return
        is_jpeg = image.get("/Filter") == Name.DCTDecode
        pixels = pikepdf.PdfImage(image).as_pil_image().convert("RGB").filter(self._lut)
        if self._how.gray:
            pixels = pixels.getchannel("R")
        if is_jpeg:
            out = io.BytesIO()
            pixels.save(out, "JPEG", quality=_JPEG_QUALITY, subsampling=0)
            image.write(out.getvalue(), filter=Name.DCTDecode)
        else:
            image.write(pixels.tobytes())
        image.ColorSpace = Name.DeviceGray if self._how.gray else Name.DeviceRGB
        image.BitsPerComponent = 8
        for key in ("/DecodeParms", "/Decode"):
            if key in image:
                del image[key]


def _parsed(stream: Any) -> list[Instruction]:
    return [(list(item.operands), item.operator) for item in pikepdf.parse_content_stream(stream)]


def _components(space: Any, resources: pikepdf.Object) -> int:
    """How many numbers a colour of a space has; 0 for patterns."""
    if isinstance(space, Name):
        known = {"/DeviceGray": 1, "/DeviceRGB": 3, "/DeviceCMYK": 4, "/Pattern": 0}
        if str(space) in known:
            return known[str(space)]
        space = resources.ColorSpace[str(space)]
        return _components(space, resources)
    if space[0] == Name.ICCBased:
        return int(space[1].N)
    return {"/CalGray": 1, "/CalRGB": 3, "/Pattern": 0}.get(str(space[0]), 1)


def _rgb(values: Sequence[float]) -> Rgb:
    """Grey, RGB or CMYK as RGB."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    if len(values) == 4:
        cyan, magenta, yellow, black = values
        return tuple((1 - ink) * (1 - black) for ink in (cyan, magenta, yellow))  # type: ignore[return-value]
    return values[0], values[1], values[2]
