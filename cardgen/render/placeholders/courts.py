"""A king and a queen as subjects of landscapes, each drawn to stand on a ground at a height of 72, in the middle of 100 x 100."""

from __future__ import annotations

from cardgen.render.placeholders.scenes import circle, path, rect
from cardgen.render.placeholders.shades import Shades, lightness, mixed


def king(s: Shades) -> str:
    """Draw a bearded king with a closed crown, a fur collar and a sceptre."""
    skin, robe = _skin_and_robe(s)
    fold, tails = mixed(robe, s.near, 0.5), ((40, 62.4), (44.6, 66.6), (55.4, 66.6), (60, 62.4))
    return (
        rect(70.1, 42, 1.6, 34, s.shine)
        + path("M70.9 33.6L74 38.4L70.9 43.2L67.8 38.4z", s.shine)
        + path("M24 79Q25.4 63.6 40 59H60Q74.6 63.6 76 79z", robe)
        + path("M60 59Q74.6 63.6 76 79H62Q64.6 70 60 63z", fold)
        + path("M48.7 66H51.3V79H48.7z", s.shine)
        + circle(71, 63.4, 2.6, skin)
        + path("M34.6 63Q40 56.6 45 55.4H55Q60 56.6 65.4 63Q60.6 71 50 71T34.6 63z", skin)
        + "".join(path(f"M{x:g} {y:g}q-1.1 -1.6 0 -3.2q1.1 1.6 0 3.2z", robe) for x, y in tails)
        + path("M39.8 39Q38 50 40 55.4Q43 65 50 68Q57 65 60 55.4Q62 50 60.2 39z", robe)
        + path("M42.4 39H57.6V49.6Q54.4 47.6 50 49.6Q45.6 47.6 42.4 49.6z", skin)
        + path("M46.6 52.4Q50 54.6 53.4 52.4Q50 53.2 46.6 52.4z", skin)
        + circle(46.4, 45, 0.9, robe)
        + circle(53.6, 45, 0.9, robe)
        + path("M39.6 41.6L37.6 29L44.2 34.4L50 24.6L55.8 34.4L62.4 29L60.4 41.6Q50 44 39.6 41.6z", s.shine)
        + path("M39.5 40.8Q50 43.2 60.5 40.8L60.9 38Q50 40.4 39.1 38z", robe)
        + "".join(circle(x, y, r, s.shine) for x, y, r in ((37.6, 28.4, 1.5), (62.4, 28.4, 1.5), (50, 40.2, 0.9)))
        + path("M49.2 18H50.8V20.2H53V21.8H50.8V25.6H49.2V21.8H47V20.2H49.2z", s.shine)
    )


def queen(s: Shades) -> str:
    """Draw a queen with long hair, a low crown with pearls and a necklace."""
    skin, robe = _skin_and_robe(s)
    fold = mixed(robe, s.near, 0.5)
    pearls = ((44.2, 62.2), (46.8, 63.8), (50, 64.4), (53.2, 63.8), (55.8, 62.2))
    points = ((40.4, 30.6), (45, 27.6), (50, 26), (55, 27.6), (59.6, 30.6))
    return (
        path("M39.6 41Q36.6 52 33 63Q39 70 45 66H55Q61 70 67 63Q63.4 52 60.4 41Q58 33.6 50 33.6T39.6 41z", fold)
        + path("M35 66Q43.6 61.6 46.6 59.6V53H53.4V59.6Q56.4 61.6 65 66L60 74H40z", skin)
        + path("M46.6 56.4Q50 59.6 53.4 56.4V58.2Q50 61.2 46.6 58.2z", robe)
        + path("M27 79Q28 68.6 36 64.6Q42 74 50 74T64 64.6Q72 68.6 73 79z", robe)
        + path("M36 64.6Q42 74 50 74T64 64.6L65.6 65.6Q58.6 76 50 76T34.4 65.6z", s.shine)
        + path("M43 41Q43.4 37.6 50 37.6T57 41Q57.6 54.6 50 57.4Q42.4 54.6 43 41z", skin)
        + path("M50 36.4Q43.4 40 42.6 48Q42 58 38.6 66.4Q34.6 66 33 63Q36.6 52 39.6 41Q42 35 50 36.4z", robe)
        + path("M50 36.4Q56.6 40 57.4 48Q58 58 61.4 66.4Q65.4 66 67 63Q63.4 52 60.4 41Q58 35 50 36.4z", robe)
        + circle(46.9, 46.4, 0.9, robe)
        + circle(53.1, 46.4, 0.9, robe)
        + path("M48 52.2Q50 51.4 52 52.2Q50 54 48 52.2z", robe)
        + "".join(circle(x, y, 0.8, robe) for x, y in pearls)
        + path("M40.4 38.6L39.6 32L43.6 34.6L45 29L48 33.4L50 27.6L52 33.4L55 29L56.4 34.6L60.4 32L59.6 38.6Q50 36 40.4 38.6z", s.shine)
        + path("M40.3 37.4Q50 34.8 59.7 37.4L59.8 36.2Q50 33.6 40.2 36.2z", robe)
        + "".join(circle(x, y, 1.2, s.shine) for x, y in points)
    )  # fmt: skip


def _skin_and_robe(shades: Shades) -> tuple[str, str]:
    """Return the lighter one of the subject and its lights, and the darker one."""
    dark, light = sorted((shades.solid, shades.light), key=lightness)
    return light, dark
