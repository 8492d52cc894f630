"""List the frames that an army can choose for its cards, or bring with it."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from cardgen.plugin.schema import broken_rule

FRAMES = ("plain", "lacquer", "bark", "brass", "gills")
"""Names of the frames that ship: each is a template in `frames/`."""

_TEMPLATE = ".svg.j2"


def _known(frame: str) -> str:
    """Return a frame: one that ships, or a template of the deck.

    Raises:
        PydanticCustomError: E204, it is neither.
    """
    if frame in FRAMES or (frame.endswith(_TEMPLATE) and frame != _TEMPLATE):
        return frame
    expected = f"one of: {', '.join(FRAMES)}; or a template of your own, such as frames/mine{_TEMPLATE}"
    raise broken_rule("E204", f"is {frame!r}", expected, FRAMES)


def template_of(frame: str) -> str:
    """Return the name of the template of a frame."""
    return f"frames/{frame}{_TEMPLATE}" if frame in FRAMES else frame


Frame = Annotated[
    str, AfterValidator(_known), Field(json_schema_extra={"anyOf": [{"enum": [*FRAMES]}, {"pattern": r"\\.svg\\.j2$"}]})
]
"""A frame: one of `FRAMES`, or the path of a template that has the same macros."""
