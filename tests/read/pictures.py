"""SVG pictures to test with."""

import base64
from io import BytesIO

import pytest
from PIL import Image

from cardgen.read.svg import SvgPicture, parse_svg
from cardgen.read.svg_sanitizer import SVG
from cardgen.report.errors import UnlocatedError

XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'


def picture(body: str, attributes: str = 'viewBox="0 0 36 24"') -> SvgPicture:
    return parse_svg(f'<svg xmlns="{SVG}" {XLINK} {attributes}>{body}</svg>'.encode(), "picture 'x.svg'")


def refused(body: str, attributes: str = 'viewBox="0 0 36 24"') -> UnlocatedError:
    with pytest.raises(UnlocatedError) as raised:
        picture(body, attributes)
    assert raised.value.message.startswith("picture ")
    return raised.value


def refused_file(data: bytes) -> UnlocatedError:
    with pytest.raises(UnlocatedError) as raised:
        parse_svg(data, "picture 'x.svg'")
    return raised.value


def nest(kind: str, link: str, width: int, levels: int) -> str:
    """Levels of an element, each holding the one before so many times."""
    first = f'<{kind} id="n0"><path d="M0 0h1"/></{kind}>'
    rest = (f'<{kind} id="n{i + 1}">{link.format(f"n{i}") * width}</{kind}>' for i in range(levels))
    return f"<defs>{first}{''.join(rest)}</defs>{link.format(f'n{levels}')}"


def data_uri(kind: str = "PNG", mime: str = "image/png", cut: int = 0) -> str:
    stream = BytesIO()
    Image.effect_noise((20, 10), 50).save(stream, kind)
    data = stream.getvalue()
    return f"data:{mime};base64,{base64.b64encode(data[: len(data) - cut]).decode()}"
