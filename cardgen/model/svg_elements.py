"""The elements of SVG that are drawn on paper."""

from __future__ import annotations

TEXT_ELEMENTS = frozenset({"text", "tspan", "textPath", "a"})
DRAWN_ELEMENTS = TEXT_ELEMENTS | {
    *("svg", "g", "defs", "symbol", "use", "switch", "image"),
    *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"),
    *("linearGradient", "radialGradient", "stop", "pattern", "clipPath", "mask", "marker", "filter"),
    *("feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting"),
    *("feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR"),
    *("feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight"),
    *("feSpecularLighting", "feSpotLight", "feTile", "feTurbulence"),
}
NOT_DRAWN = frozenset({"style", "title", "desc", "metadata"})
"""Elements that are allowed in a drawing and leave no mark."""
