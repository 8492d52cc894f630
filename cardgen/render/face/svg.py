"""Name the namespaces of face SVG, and write parts of a face as documents of their own."""

from __future__ import annotations

from lxml import etree

from cardgen.geometry.units import Rect

SVG = "http://www.w3.org/2000/svg"
CARD = "urn:cardgen"
XLINK = "http://www.w3.org/1999/xlink"
SHARED = {f"{{{SVG}}}defs", f"{{{SVG}}}style"}
"""Elements whose content all others of a face may use."""

# The document of an artwork declares these; other namespaces, as drawing programs leave them, stay declared.
_DECLARED = (f' xmlns="{SVG}"', f' xmlns:xlink="{XLINK}"', f' xmlns:card="{CARD}"')


def clip_to_window(content: str, window: Rect) -> str:
    """Return content that is visible only in a window, with its origin there."""
    return (
        f'<svg x="{window.x:g}" y="{window.y:g}" width="{window.width:g}" height="{window.height:g}"'
        f' viewBox="0 0 {window.width:g} {window.height:g}">{content}</svg>'
    )


def serialize(element: etree._Element) -> str:
    """Return the element as text, without the namespace declarations that its document makes."""
    text = etree.tostring(element, encoding="unicode", with_tail=False)
    for declaration in _DECLARED:
        text = text.replace(declaration, "")
    return text
