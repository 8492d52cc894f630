"""Saving ink and other colours change the instructions of a file as in the last version.

`test_ink_modes.py` says why they are right; here nothing may change unseen.
"""

import io
import re
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from cardgen.geometry.colors import darken_until_readable
from cardgen.write.ink_modes import apply_ink_mode, simulate_vision
from cardgen.write.ink_saving import Outliner
from tests.recorded import check_recorded

from .objects import objects_of

PATHS = {
    "ground": "0 0 200 100 re", "thing": "10 10 40 30 re", "small": "12 12 2 2 re", "bar": "0 0 2.5 60 re", "curve": "1 1 m 5 9 9 9 12 1 c h",
    "cut": "1 2 m 3 4 20 30 v 5 6 40 8 y h", "two": "10 10 8 8 re 12 12 4 4 re", "line": "5 5 m 60 5 l", "point": "5 5 m 5 5 l", "short": "5 5 m 8 5 l",
}  # fmt: skip
STREAMS = {
    **{f"{name} {paint}": f"{color} 1.2 w {path} {paint}"
       for (name, path), (paint, color) in product(PATHS.items(), (("f", "0.5 0.1 0.1 rg"), ("S", "0 0.2 0.4 RG 3 w"), ("B*", "0.9 0.9 0.7 rg 1 0 0 RG")))},
    "each way to paint": " ".join(f"{PATHS['thing']} {paint}" for paint in ("f", "F", "f*", "B", "B*", "b", "b*", "s", "S", "n")),
    "a clip": "q 0 0 9 9 re W n 1 0 0 rg 1 1 5 5 re W* f 0 0 3 3 re W S Q",
    "highlights": "0.2 g 10 10 20 20 re f 0.95 g 12 12 2 2 re f 10 10 2 2 re f 28 28 2 2 re f 29 28 2 2 re f 8 12 2 2 re f 12 29 2 2 re f",
    "pale by a hair": "0.7977 g 0 0 9 9 re f 0.7978 g 0 0 9 9 re f",
    "wide by a hair": "0.3 g 0 0 68.03 5 re f 0 0 68.04 5 re f",
    "thin by a hair": "0.3 g 0 0 2.55 40 re f 0 0 2.56 40 re f 1.7 w 0 0 m 9 9 l S 1.701 w 0 0 m 9 9 l S",
    "an icon by a hair": "0.3 g 0 0 9.06 2.6 re 0.5 0.5 8 1.9 re f 0 0 9.08 2.6 re f",
    "a strip that closes itself": "0.3 g 1 1 m 9 8 l 8.19 8.9257 l 0.19 1.9257 l f 0.3 g 1 1 m 9 8 l 8.19 8.9257 l 0.19 1.9257 l h f",
    "an end alone": "EMC 0.3 g 5 5 30 30 re f", "light of a hair": "0.1 G 1 w 5 5 m 60 5 l S 0.9 G 0.4 w 5 5 m 60 5 l S",
    "points apart": "0.3 g 5 5 m 12 12 m f",
    "foil": "0.1 G 4 w 5 5 m 60 5 l S 2 w /Pattern CS /P1 SCN 5 5 m 60 5 l S 3.5 w 5 5 m 60 5 l S 4 w 5 5 m 60 5 l S 1 w 5 5 m 61 5 l S 0.9 G 1 w 5 5 m 61 5 l S 0.1 G 4 w 5 5 m 60 5 l S q 2 0 0 2 0 0 cm 0.9 G 1 w 5 5 m 60 5 l S Q",
    "light of a rim": "0.2 g 0.1 G 3 w 0 0 9 9 re B 0.9 G 0.8 w 0 0 9 9 re S 0.2 g 0 0 9 9 re f 0 0 9 9 re S q 2 0 0 2 0 0 cm 0 0 9 9 re B 0.9 G 0.7 w 0 0 9 9 re S Q 0 0 9 9 re S",
    "words": "0.9 g BT /F1 9 Tf 0.9 g (a) Tj 0.1 g (b) Tj 0.5 0.5 0.9 RG ET 0.9 g 1 0.2 0.2 rg",
    "patterns": "/Pattern cs /P1 scn 0 0 30 30 re f /P2 scn 0 0 30 30 re f 0 0 1 1 re B 0.4 g 0 0 30 30 re f /Pattern cs /P1 scn 0.4 g 0 0 30 30 re f",
    "scaled": "q 2 0 0 0.5 3 4 cm q 0 -3 3 0 1 1 cm 0.3 g 2 w 0 0 9 9 re B Q 0 0 9 9 re f /X1 Do Q Q Q /X2 Do q 0 0 0 0 0 0 cm 0.3 g 0 0 9 9 re f /X1 Do Q",
    "shown first": "/X1 Do q 2 0 0 2 0 0 cm /X2 Do Q /X1 Do", "a land shown first": "/Land BMC /X1 Do EMC /X2 Do",
    "marked": "/Drawn BMC 0.3 g 0 0 30 30 re f /Ground BMC 0 0 30 30 re f q /Land BMC /X3 Do EMC Q EMC /Land BMC 0 0 50 50 re f /X4 Do EMC /Span BMC 0 0 9 9 re f EMC EMC 0.3 g 0 0 30 30 re f 9 w sh /S1 sh",
    "translucent": "/G1 gs 0.3 g 0 0 30 30 re f /X5 Do /G2 gs 0 0 30 30 re f 12 w 0.9 G 0 0 m 9 9 l S /X5 Do /Sh sh 0 0 4.53 4.53 re f 0 0 4.54 4.54 re f 0 0 m 18.1 0 l S 0 0 m 18.2 0 l S",
}  # fmt: skip
WAYS: dict[str, dict[str, Any]] = {
    "a drawing": {"ornaments": {"/P1"}}, "a land": {"land": True, "translucent": {"/G1"}}, "twice as large": {"scale": 2.0}, "a page": {"page": True},
}  # fmt: skip


def test_less_ink_and_other_colours() -> None:
    lines = []
    for name, stream in STREAMS.items():
        file = pikepdf.new()
        parsed = pikepdf.parse_content_stream(file.make_stream(stream.encode()))
        instructions = [(list(one.operands), one.operator) for one in parsed]
        for way, options in WAYS.items():
            if way == "twice as large" and name.split()[-1] in ("f", "S", "B*") and "hair" not in name:
                continue
            outliner = Outliner(darken_until_readable, **options)
            lines += [f"== {name}, {way}", shown_stream(outliner.rewritten(instructions))]
            scales = {key: round(scale, 4) for key, scale in outliner.scales(instructions).items()}
            lines += [f"{scales} {sorted(outliner.lands(instructions))}"] * bool(scales)
    data = colored_pdf()
    for name, changed in (
        ("low", apply_ink_mode(data, "low")),
        ("grey", apply_ink_mode(data, "grey")),
        ("tritanopia", simulate_vision(data, "tritanopia")),
        ("seen in grey", simulate_vision(data, "grey")),
    ):
        lines += [f"== {name}", *objects_of(changed)]
    check_recorded(Path(__file__).with_name("inks.txt"), lines)


def shown_stream(instructions: Iterable[tuple[Any, Any]]) -> str:
    whole = pikepdf.unparse_content_stream([*instructions]).decode("latin-1").replace("\n", " ")
    rounded = re.sub(r"\d+\.\d+", lambda found: f"{float(found[0]):.4f}".rstrip("0").rstrip("."), whole)
    return rounded.replace(" Q ", " Q\n").strip()


def colored_pdf() -> bytes:
    """A page with each way to set a colour, gradients, patterns, pictures and forms in forms."""
    pdf, out = pikepdf.new(), io.BytesIO()
    profile = pdf.make_stream(b"profile", N=4)

    def function(**more: Any) -> pikepdf.Object:
        return pdf.make_indirect(Dictionary(Domain=[0, 1], **more))

    parts = [
        function(FunctionType=2, N=1, C0=[1, 0, 0], C1=[0, 0, 1]),
        function(FunctionType=2, N=1, C0=[0.2, 1, 0], C1=[1, 1, 1], Range=[0, 1, 0, 1, 0, 1]),
    ]
    stitched = function(FunctionType=3, Functions=Array([*parts, parts[0]]), Bounds=[0.3, 0.6], Encode=[0, 1] * 3)
    program = pdf.make_stream(b"{ dup dup } ", FunctionType=4, Domain=[0, 1], Range=[0, 1] * 3)
    sampled = pdf.make_stream(b"abc", FunctionType=0, Domain=[0, 1], Range=[0, 1] * 3, Size=[1], BitsPerSample=8)
    grey = function(FunctionType=2, N=1, C0=[0.2], C1=[0.8])

    def shading(function: Any, space: Any = Name.DeviceRGB) -> pikepdf.Object:
        return pdf.make_indirect(Dictionary(ShadingType=2, ColorSpace=space, Coords=[0, 0, 1, 1], Function=function))

    shadings = {
        "/S1": shading(stitched),
        "/S2": shading(program),
        "/S3": shading(sampled),
        "/S4": shading(grey, Name.DeviceGray),
        "/S5": shading(
            pdf.make_stream(b"{ 1 exch sub } ", FunctionType=4, Domain=[0, 1], Range=[0, 1]), Name.DeviceGray
        ),
        "/S6": Dictionary(ShadingType=4, ColorSpace=Name.DeviceRGB),
        "/S7": shading(Dictionary(FunctionType=3, Domain=[0, 1], Functions=Array([grey, sampled]))),
    }
    tile = pdf.make_stream(
        b"1 0 0 rg 0 0 4 4 re f",
        PatternType=1,
        PaintType=1,
        TilingType=1,
        BBox=[0, 0, 9, 9],
        XStep=9,
        YStep=9,
        Resources=Dictionary(),
    )
    patterns = {"/P1": tile, "/P2": pdf.make_indirect(Dictionary(PatternType=2, Shading=shadings["/S1"]))}
    samples = bytes([200, 30, 30, 0, 90, 0, 9, 9, 120, 255, 255, 255])
    picture = pdf.make_stream(
        samples, Subtype=Name.Image, Width=2, Height=2, ColorSpace=Name.DeviceRGB, BitsPerComponent=8, Decode=[0, 1] * 3
    )
    mask = pdf.make_stream(b"\x80", Subtype=Name.Image, Width=1, Height=1, ImageMask=True, BitsPerComponent=1)
    inner = form(pdf, "0 1 0 rg 0 0 50 40 re f 0.5 g 0 0 1 1 re f", Dictionary())
    spaces = Dictionary(
        CS1=Array([Name.ICCBased, profile]),
        CS2=Array([Name.CalGray, Dictionary()]),
        CS3=Array([Name.CalRGB, Dictionary()]),
        CS4=Array([Name.DeviceCMYK]),
        CS5=Array([Name.Separation, Name.Spot]),
        CS6=Array([Name.Pattern, Name.DeviceRGB]),
        CS7=Name.DeviceGray,
    )
    states = Dictionary(
        G1=Dictionary(ca=0.5), G2=Dictionary(SMask=Dictionary()), G3=Dictionary(CA=0.4), G4=Dictionary(LW=1)
    )
    resources = Dictionary(
        ColorSpace=spaces,
        Shading=Dictionary(shadings),
        Pattern=Dictionary(patterns),
        XObject=Dictionary(X1=inner, X2=picture, X3=mask, X4=inner),
        ExtGState=states,
    )
    used = " ".join(f"/CS{number} cs 0 0 30 30 re f /CS{number} CS" for number in range(1, 8))
    body = f"{used} 0.1 0.2 0.3 0.4 k 0.5 0.1 0 0 K 1 0 0 sc 0 1 0 SC 0.2 scn /DeviceCMYK CS /Pattern cs /P2 scn 0 0 30 30 re f /P1 scn 0 0 9 9 re f q 2 0 0 2 0 0 cm /X1 Do Q /X2 Do /X3 Do /G1 gs /S1 sh"
    drawn, land = (
        form(pdf, body, resources),
        form(
            pdf,
            "/G2 gs 1 0 0 rg 0 0 30 30 re f /G3 gs 0 0 30 30 re f /G4 gs 0 0 30 30 re f",
            Dictionary(ExtGState=states),
        ),
    )
    plain = form(pdf, "0 0 1 rg 0 0 30 30 re f", Dictionary())
    del plain.Resources
    page = "/Drawn BMC q 3 0 0 3 0 0 cm /D1 Do Q /Land BMC /D2 Do EMC EMC 1 0 0 rg 0 0 9 9 re f /D3 Do"
    forms = Dictionary(D1=drawn, D2=land, D3=plain, D4=plain)
    for contents, own in (
        (page, Dictionary(XObject=forms)),
        ("", Dictionary()),
        ("0 1 1 0 k /D1 Do", Dictionary(XObject=Dictionary(D1=drawn))),
    ):
        pdf.pages.append(
            pikepdf.Page(
                Dictionary(
                    Type=Name.Page,
                    MediaBox=[0, 0, 200, 100],
                    Resources=own,
                    Contents=pdf.make_stream(contents.encode()),
                )
            )
        )
    del pdf.pages[1].obj.Resources
    pdf.save(out)
    return out.getvalue()


def form(pdf: pikepdf.Pdf, content: str, resources: Dictionary) -> pikepdf.Object:
    return pdf.make_stream(
        content.encode(),
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=[0, 0, 100, 50],
        Resources=pdf.make_indirect(resources),
    )
