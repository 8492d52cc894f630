"""Living subjects of landscapes, each drawn to stand on a ground at a height of 72, in the middle of 100 x 100."""

from __future__ import annotations

import math

from cardgen.render.placeholders.scenes import circle, path, rect
from cardgen.render.placeholders.shades import Shades


def fish(s: Shades) -> str:
    """Draw a fish that leaps out of the water."""
    body = (
        path(
            "M33 50L21 40Q25.4 50 21 60zM43 43Q50 33 58 36Q55.6 39 57.4 42.6zM46 57Q49 64 56 64Q53.6 60 55 56z", s.side
        )
        + path("M30 50Q40 39 54 41Q66 43 71 49.4Q66 56.4 54 58.4Q40 60 30 50z", s.solid)
        + path("M30 50Q52 56.6 71 49.4Q66 56.4 54 58.4Q40 60 30 50z", s.side)
        + path("M57.6 42.6Q62 49 57.6 57Q59.6 49 57.6 42.6z", s.light)
        + circle(64.4, 47.4, 1.4, s.light)
    )
    drops = "".join(circle(x, y, r, s.cloud) for x, y, r in ((30, 60, 1.3), (45, 66, 1.6), (52, 68, 1), (26, 66, 1.1)))
    return f'<g transform="rotate(-32 50 50) translate(2 -2)">{body}</g>{drops}'


def bird(s: Shades) -> str:
    """Draw a bird on a stone."""
    return (
        path("M32 73Q36 68 42 67L60 67.6Q66 69 69 73z", s.near)
        + path("M48.6 64H49.8V68H48.6zM54 64H55.2V68H54z", s.light)
        + path(
            "M40.6 45.4Q42 37 49 37Q55.4 37 57 43.4Q64 48.4 66.4 55L75 64.6L70 66.6L62.6 62.4Q56.6 67 49.4 65.4Q40 62 40.6 52z",
            s.solid,
        )
        + path("M47.4 49.4Q57 46.6 62.4 53.6L75 64.6L70 66.6L62.6 62.4Q52.6 63 49 57.6Q46.6 53.4 47.4 49.4z", s.side)
        + path("M35 46.6L41 43.4Q40.4 46 40.6 48.4z", s.light)
        + circle(46, 42.6, 1.3, s.light)
    )


def owl(s: Shades) -> str:
    """Draw an owl on a stone, with its face to the front."""
    half = (
        path("M50.2 36.4Q46.6 36.4 44.6 37.8L39 32.6Q37.6 38 38.8 42.6Q35.4 48 35.6 54Q36 64.4 44 68.6H50.2z", s.solid)
        + path("M37 47.4Q34 55 36.4 61.4Q38.6 66.6 44 68.6Q44.6 58 37 47.4z", s.side)
        + path("M50.2 43.4Q48.6 38.6 44.4 38.6Q39.4 39.4 39.4 44.4Q40 50 45.4 51Q48.6 51 50.2 48.6z", s.light)
        + circle(44.8, 44.6, 3, s.side)
        + circle(44.8, 44.6, 1.7, s.near)
        + circle(44, 43.8, 0.7, s.light)
        + path("M50.2 44.6L48 47.6L50.2 51.8z", s.side)
        + "".join(
            path(f"M{x} {y}Q{x + 1.6} {y + 3} {x + 3.2} {y}Q{x + 1.6} {y + 1.4} {x} {y}z", s.light)
            for x, y in ((45.6, 54), (42.4, 57.6), (45.6, 61.2))
        )
        + path("M44.4 67.4H48.4L48 69.6H44.8z", s.shine)
    )
    stone = path("M30 73Q34 69 41 68.4L59 68.4Q66 69 70 73z", s.near)
    return f'{stone}{half}<g transform="matrix(-1 0 0 1 100 0)">{half}</g>'


def cat(s: Shades) -> str:
    """Draw a cat that sits."""
    return (
        path("M60 73Q70.6 73.4 71 64.6Q71 58.6 66.4 56Q64.4 55.6 65 57.8Q68 61 66.8 65.2Q65.4 69.4 58 69z", s.solid)
        + path(
            "M40.6 73Q39.6 61 44 54.4Q40.8 51.4 40.8 46.4L40.4 37L46 41.2Q48.6 40.4 51.2 41.2L56.8 37L56.4 46.4Q56.2 51 53.4 54Q62.4 58.4 63 66Q63.4 70.4 61.6 73z",
            s.solid,
        )
        + path("M53.4 54Q62.4 58.4 63 66Q63.4 70.4 61.6 73H53Q57.6 64 53.4 54zM47.8 64L48.4 73H48.9L49.4 64z", s.side)
        + path("M42 40.4L44.4 42.2Q43 43.4 42.4 45zM55.2 40.4L52.8 42.2Q54.2 43.4 54.8 45z", s.side)
        + circle(45.4, 47, 1.5, s.light)
        + circle(51.8, 47, 1.5, s.light)
        + path("M47.6 50H49.6L48.6 51.2z", s.light)
    )


def hare(s: Shades) -> str:
    """Draw a hare that sits."""
    return (
        path("M51 46Q51.6 37 56.4 32Q59.4 40 54 48.4z", s.side)
        + path(
            "M39 73Q37.6 70.4 41.4 69.6L45.4 69Q43.4 62 46.6 57.4Q42.6 57.8 39.4 55.4Q37.4 53.4 39.8 51.2Q42.6 47.2 47 46.6Q45.4 38 48.4 31Q52.8 36 51.8 46Q55 49.4 53.8 54Q64 55.6 65.6 66Q65.8 71 62.6 73z",
            s.solid,
        )
        + path("M65.6 66Q65.8 71 62.6 73H50.6Q55.4 71.6 52.6 69Q51.6 63 57.4 61.4Q63 60.6 65.6 66z", s.side)
        + path("M48.6 34.4Q50.8 39 49.8 45.4L48.6 45.6Q47.6 39 48.6 34.4z", s.side)
        + circle(66, 68, 2.6, s.light)
        + circle(44.6, 51, 1.2, s.light)
    )


def wolf(s: Shades) -> str:
    """Draw a wolf, a fox or a dog."""
    return (
        path("M47.4 60L49.4 70.8Q47.8 71.2 47.8 73H53.2L52.6 60zM57.6 60L55.2 70.8Q53.6 71.2 53.6 73H59L62 63z", s.side)
        + path(
            "M60 49Q66 49.4 68 54Q75.4 58.4 76.4 69.4Q68.6 68.6 65.8 60.4Q66.8 63.4 65.2 65.4L67 73H61.2Q61.2 71 63 70.8L60.4 66Q57.8 63.4 56.4 61.6Q51 63.6 47.4 62.6L47 73H41.4Q41.4 71 43.2 70.8L41.8 61.6Q38.8 59 38.6 55.6L31.6 56.6Q28.4 56.2 27.6 52.6L35 47L36.4 39.6L40.4 44L43 40.4L45 47Q51 50.4 60 49z",
            s.solid,
        )
        + path("M38.6 55.6Q46 56 49 61.4L46.8 60.8L46.4 64.8L44.2 62L42.6 66.4L41.8 61.6Q38.8 59 38.6 55.6z", s.light)
        + path("M76.4 69.4Q71 68.9 68 64.6Q71.6 65.2 74.6 62Q76 65.4 76.4 69.4z", s.light)
        + path("M27.6 52.6L30.4 50.5L31 52.8L28.3 54.6z", s.near)
        + path("M37.4 42.4L39.2 44.6L37 46.6z", s.side)
        + circle(35.8, 49.6, 1, s.light)
    )


def deer(s: Shades) -> str:
    """Draw a deer with antlers."""
    antlers = "M39.8 41Q36.4 35.4 38.8 28.6M37.8 35.4L33.8 31.8M38.4 31.4L41.4 28.6M43 41Q46.8 36.6 46 29.4M46 35.6L50 32.4M46.2 32L43.8 29.4"
    return (
        f'<path d="{antlers}" fill="none" stroke="{s.shine}" stroke-width="1.2" stroke-linecap="round"/>'
        + path("M49.4 60L50.8 73H53L52.6 60zM58 60L57.6 73H59.8L62 63z", s.side)
        + path(
            "M32 45.6L38 41L40.6 40Q42.4 40.6 43.4 42L48.2 40.4L45.2 45.2Q46.4 50 49 52.6Q55.6 54.4 62.4 52.8Q66.8 53.8 67 58Q67.2 61 65.2 62.8L66.2 73H63.6L61.4 63.8Q58 61.6 55.6 62.4L48 62.8L47.4 73H44.8L43.8 61.8Q40.4 56 40.4 48.8Q37 49.8 33.2 48.6Q31.6 47.4 32 45.6z",
            s.solid,
        )
        + path("M43.8 61.8Q41.4 57.6 40.8 52.6Q44 59.6 55.6 62.4L48 62.8L47.4 73H44.8z", s.side)
        + path("M67 58Q67.2 61 65.2 62.8Q63.6 58.6 65.4 54.4Q66.8 55.8 67 58z", s.light)
        + circle(38.4, 44, 0.9, s.light)
    )


def boar(s: Shades) -> str:
    """Draw a boar with bristles and tusks."""
    return (
        path("M40.4 63L41.8 73H45.6L46 63zM55.6 64L56.2 73H60L61.6 64z", s.side)
        + path(
            "M26 60.4Q28.4 58.4 31.6 56.8Q34.4 51 39.4 48.6L40.4 43.6L44.6 47Q53 42.6 60.6 47.4Q68 51 69 58.6Q69.4 63.4 67 66L67.6 73H63.4L61.8 67Q56.6 68 51.4 66.8L50.8 73H46.6L45.4 66Q41 65.6 39.2 63.6Q35.6 65.6 31 64.6Q26.6 64.4 26 60.4z",
            s.solid,
        )
        + path(
            "M44.6 47Q53 42.6 60.6 47.4Q64.6 49.4 66.8 52.6L62.4 51.8L60.8 53.8L56.8 50.6L54 53L50.4 50L47.2 52.6z",
            s.side,
        )
        + path("M69 58.6Q71.6 57 71.4 61.6Q72 64 70.8 65.4Q71 61 69 61z", s.side)
        + path("M32.6 63.6Q30 60 32 56.4Q33 60.4 35.6 62.2z", s.light)
        + circle(37.6, 53.8, 1, s.light)
    )


def bear(s: Shades) -> str:
    """Draw a bear."""
    return (
        path("M39.6 62L41 73H47L46.6 62zM54 64L54.6 73H60.6L61 64z", s.side)
        + path(
            "M26.6 57.4Q27 54.6 31 53Q32.4 48.8 35.6 47Q35.2 43.4 38.2 43.4Q40.8 43.6 41 46.2Q44 46.8 46.4 48.8Q50 43.8 57 45Q68.4 47 70.6 57Q71.4 62 70 66.4L71 73H63.6L62.2 67Q56.4 68.8 51.4 67.4L50.6 73H43.4L42.2 64.6Q40 63 39.4 60.6Q35.4 62 31 61.2Q27 60.6 26.6 57.4z",
            s.solid,
        )
        + path("M42.2 64.6Q40 63 39.4 60.6Q50 65.4 62.2 67Q56.4 68.8 51.4 67.4L50.6 73H43.4z", s.side)
        + path("M37 45.6Q38.8 44.6 39.4 46.6Q38 46.4 37 47z", s.side)
        + path("M26.6 57.4Q26.8 55.6 28.6 54.4Q29.6 55.6 28.8 57z", s.light)
        + circle(34.6, 52, 1, s.light)
    )


def marten(s: Shades) -> str:
    """Draw a weasel, a stoat or a marten that stands up."""
    return (
        path("M58 73Q70 74.4 74.4 68.4Q77.6 63.6 76 56.4Q82.4 62.4 79.4 69.4Q74.6 77.6 58 75z", s.solid)
        + path("M76 56.4Q82.4 62.4 79.4 69.4Q77.6 68.8 76 66.4Q77.2 62 76 56.4z", s.side)
        + path(
            "M35.2 38Q37 34.2 40.8 32.6Q41.2 29.4 44.2 29.2Q47.4 29.4 47.2 32.8Q50.6 35.2 51 40.8Q52 47 56.6 53Q62.4 60 62.6 67.4Q62.4 71.4 60.4 73H43Q40 73 40.2 71.4Q40.8 70 44 69.8Q42.4 66 43.4 61Q44.2 55 43.4 50Q42.8 46 42.4 43Q39 43 36.4 41.4Q34.8 40.2 35.2 38z",
            s.solid,
        )
        + path(
            "M37 41.8Q39.6 43 42.4 43Q42.8 46 43.4 50Q44.2 55 43.4 61Q42.4 66 44 69.8L46.8 69.6Q49.2 62 48.4 55Q47.6 48 46 43Q44.6 40.6 41 41.4Q39 41.8 37 41.8z",
            s.light,
        )
        + path("M52 73Q49.2 66.4 53 61.8Q57.6 57.8 61 61.6Q62.6 64.8 62.6 67.4Q62.4 71.4 60.4 73z", s.side)
        + path("M51.6 46Q46.6 50.6 41 50.8Q38.4 51.2 38.8 53.4Q39.6 55 41.4 54.4Q48 55 53.4 50z", s.solid)
        + path("M38.8 53.4Q39.6 55 41.4 54.4Q48 55 53.4 50L54.2 51Q48.6 56.4 41.6 55.8Q38.6 56 38.8 53.4z", s.side)
        + circle(44.4, 31.6, 1.2, s.side)
        + circle(35.8, 38.4, 0.9, s.near)
        + circle(40.6, 36.4, 0.9, s.light)
    )


def otter(s: Shades) -> str:
    """Draw an otter that floats on its back."""
    return (
        path("M70 65Q80 65.4 89 58.6Q88 68.4 72 71z", s.side)
        + path("M64 64Q63.6 57.4 68.4 54.6Q71.4 57.4 68.6 64.6zM69 66Q70.6 59.6 75.6 58Q77.4 61.4 72.6 67z", s.side)
        + path("M24 68Q26 60 36 60Q56 56 69 62.6Q75 66 73.6 72Q48 79 24 74z", s.solid)
        + path("M38 64.4Q52 59.4 68 66Q58 72 40 70.4z", s.side)
        + circle(25, 52.6, 2.2, s.side)
        + circle(37, 52.6, 2.2, s.side)
        + circle(31, 57, 7.4, s.solid)
        + circle(31, 59.8, 3.9, s.side)
        + path("M29.4 57.6H32.6L31 59.8z", s.light)
        + circle(28, 55.2, 1, s.light)
        + circle(34, 55.2, 1, s.light)
        + path("M44 66.4Q41.6 62 45.4 60.4Q48.6 62 47 66.4zM51 66Q49.4 61.4 53 60.2Q56 62 54 66.4z", s.solid)
        + path("M16 72.4Q24 69 33 71.4T51 71.4T69 71.4T86 71V79H16z", s.near)
    )


def badger(s: Shades) -> str:
    """Draw a badger with the stripes of its head."""
    return (
        path("M43 64L46 73H51.4L51 66zM58 66L58.6 73H64L63.6 66z", s.side)
        + path(
            "M23.6 63.4Q26 59 31 57Q32.6 53 36 53.8Q37.6 54.4 37.4 55.6Q46 49 57 51Q69.4 53.6 72.4 63L77 67Q73.6 68.8 71 67.6L70.4 73H64.6L62.6 69Q54 70.4 47.6 69L47 73H41L40.4 68.4Q36.6 66.8 31.4 67.2Q26 67.2 23.6 63.4z",
            s.solid,
        )
        + path(
            "M40.4 68.4Q50 65.6 62 66.4Q69 66.4 72.4 63L73 63.6L71 67.6L70.4 73H64.6L62.6 69Q54 70.4 47.6 69L47 73H41z",
            s.side,
        )
        + path("M23.6 63.4Q26 59 31 57Q34 55.6 37.4 55.6Q41.6 60 39 68Q35 66.8 31.4 67.2Q26 67.2 23.6 63.4z", s.light)
        + path("M26.2 62.6Q31 58.2 39.6 58.2L40.2 62.8Q33 61.2 26.2 62.6z", s.side)
        + path("M32.4 56.2Q33.4 54.4 35.6 55L35.2 56z", s.side)
        + circle(24.6, 63.2, 1.1, s.near)
        + circle(31.8, 60.6, 0.8, s.light)
    )


def dragon(s: Shades) -> str:
    """Draw a dragon that breathes fire."""
    return (
        path("M49 55Q48 38 63 27Q61.4 34 70 35.6Q65.4 39.4 73 45Q66.6 45.4 70 53Q62 51.4 58 60z", s.side)
        + path("M63 27L54 48L70 35.6L55.4 51L73 45L57 54.4L56.4 56L49 55Q48 38 63 27z", s.solid)
        + path(
            "M31 41.4L39 35.4L37.8 31L42.2 34.8L46.6 31.4L45.4 37.2Q50 43 46.6 50Q56 50 60 57.4Q62.6 64.4 58.6 69Q66.6 71.2 70 66.4Q71.2 64.2 69.4 62L75.6 61.4L74.2 67Q70.4 74 60 73H42.6Q41.6 70.4 45 69.2Q41 62 42.4 55Q43.4 49 41.4 45.2Q37 46.6 32.6 45.4z",
            s.solid,
        )
        + path("M60 57.4Q62.6 64.4 58.6 69L57 73H49Q51 70 50 66Q52 58 60 57.4z", s.side)
        + path("M42.4 55Q43 51.4 42.6 48.4Q46.4 57 48.6 69L45 69.2Q41 62 42.4 55z", s.shine)
        + path("M30.4 43.6Q24 42 19 46.6Q24 46 24.6 48.6Q28 45.6 31.4 45.8z", s.shine)
        + circle(39.8, 38.6, 1, s.shine)
    )


def wanderer(s: Shades) -> str:
    """Draw a person with a hat, a cloak and a staff."""
    return (
        rect(62, 38, 1.3, 35, s.side)
        + circle(62.65, 38, 1.7, s.light)
        + path("M37.6 73Q39 57 45.6 50H54.4Q58 53 60.6 56.6L64.4 55.4L64 59L59.6 61Q62 67 62.4 73z", s.solid)
        + path("M50 50H54.4Q58 53 60.6 56.6L64.4 55.4L64 59L59.6 61Q62 67 62.4 73H52z", s.side)
        + circle(50, 46, 4.8, s.light)
        + path("M44.6 50Q50 54.6 55.4 50L56.4 52.6Q50 56.6 43.6 52.6z", s.light)
        + path("M44.4 42.4Q44.6 33 50.6 31.4Q55.4 33.4 55.6 42.4z", s.solid)
        + path("M38 43.8Q50 38.4 62 43.8Q50 46.8 38 43.8z", s.solid)
        + path("M44.4 41.2Q50 39.4 55.6 41.2V39.4Q50 37.6 44.4 39.4z", s.side)
    )


def vine(s: Shades) -> str:
    """Draw a plant with leaves and pods."""
    leaves = "M50 67Q38 68 33 58Q45 55 50 67zM50 60Q62 60 67 50Q54 48 50 60zM50 52Q39 52 35 43Q46 41 50 52zM50 46Q60 45 63 36Q53 35 50 46zM50 40Q44.6 34 50 27Q55.4 34 50 40z"
    shade = "M50 67Q38 68 33 58Q43 60 50 67zM50 60Q62 60 67 50Q57 53 50 60zM50 52Q39 52 35 43Q44 45 50 52zM50 46Q60 45 63 36Q55 39 50 46zM50 40Q55.4 34 50 27z"
    pods = "M55 58.6Q61.4 62 58.6 72Q53.4 66 55 58.6zM44 51.4Q38.6 55 41.4 64.6Q46.4 58.6 44 51.4zM54 44.6Q59.4 47 58 55.4Q53 51 54 44.6z"
    stem = f'<path d="M50 73Q48.6 56 50 36" fill="none" stroke="{s.side}" stroke-width="1.4"/>'
    return stem + path(leaves, s.solid) + path(shade, s.side) + path(pods, s.shine)


def wheat(s: Shades) -> str:
    """Draw ears of wheat."""

    def ear(x: float, top: float, lean: float) -> str:
        grains = "".join(
            path(f"M{x:g} {y + 5:g}q{side * 5} -1 {side * 4.6:g} -7q{-side * 4.4:g} 1.4 {-side * 4.6:g} 7z", fill)
            for y in (top + 5, top + 9.6, top + 14.2, top + 18.8)
            for side, fill in ((-1, s.shine), (1, s.solid))
        )
        stalk = rect(x - 0.5, top + 6, 1, 75 - top, s.side)
        tip = path(f"M{x:g} {top + 6:g}q-2.6 -4 0 -8q2.6 4 0 8z", s.shine)
        return f'<g transform="rotate({lean} {x:g} 76)">{stalk}{grains}{tip}</g>'

    return ear(43, 38, -15) + ear(57, 38, 15) + ear(47, 32, -3) + ear(54, 35, 5)


def flower(s: Shades) -> str:
    """Draw a large flower with two leaves."""

    def ring(count: int, turn: float, reach: float, fill: str) -> str:
        form = f"M50 43Q54.6 {43 - reach * 0.55:g} 50 {43 - reach:g}Q45.4 {43 - reach * 0.55:g} 50 43z"
        petals = "".join(
            f'<path d="{form}" transform="rotate({360 * at / count + turn:g} 50 43)"/>' for at in range(count)
        )
        return f'<g fill="{fill}">{petals}</g>'

    seeds = "".join(
        circle(50 + 3.6 * math.cos(at * math.pi / 4), 43 + 3.6 * math.sin(at * math.pi / 4), 0.6, s.shine)
        for at in range(8)
    )
    return (
        f'<path d="M50 73Q52 60 50 46" fill="none" stroke="{s.side}" stroke-width="1.7"/>'
        + path("M51 69Q41 70 35 61Q46 58 51 69zM51 64Q60 64 65.6 55Q54.6 53 51 64z", s.solid)
        + path("M51 69Q41 70 35 61Q44 63 51 69zM51 64Q60 64 65.6 55Q57 58 51 64z", s.side)
        + ring(12, 15, 16.4, s.solid)
        + ring(12, 0, 15.4, s.shine)
        + circle(50, 43, 6.2, s.side)
        + circle(50, 43, 4.8, s.solid)
        + seeds
    )


def gourd(s: Shades) -> str:
    """Draw a pumpkin."""
    return (
        path("M50 53C58 47 71 50 72 61C72.6 70 64 75 50 74C36 75 27.4 70 28 61C29 50 42 47 50 53z", s.solid)
        + path("M50 53C58 47 71 50 72 61C72.6 70 64 75 50 74C60 70 60 57 50 53z", s.side)
        + path("M44 51.6C36 55 35 69 44 74C38.6 68 38.8 57 44 51.6z", s.side)
        + path("M37 53.6C32 56 31 62 32.6 66.6C33 61 34 57 37 53.6z", s.shine)
        + path("M60 51C67 55 67.6 69 59 73.6C64.4 68 64.6 57 60 51z", s.solid)
        + path("M48.4 54Q48.6 47 45 43.6L49.4 41.6Q52.6 46 52 54z", s.side)
        + path("M52 48Q57 39 66 42Q63 50 52 48z", s.shine)
        + f'<path d="M48 48Q40 49 38.6 44.4Q39.4 41.6 41.4 43.4" fill="none" stroke="{s.side}" stroke-width="0.9" stroke-linecap="round"/>'
    )


def fruits(s: Shades) -> str:
    """Draw three round fruits with leaves."""

    def fruit(x: float, y: float) -> str:
        return (
            circle(x, y, 9.4, s.side)
            + path(f"M{x + 3:g} {y - 8.9:g}a9.4 9.4 0 0 0 -6 17.8a13 13 0 0 0 6 -17.8z", s.solid)
            + path(f"M{x:g} {y - 7:g}l-5.6 -0.4l3 2l-1.4 4l4 -2.6l4 2.6l-1.4 -4l3 -2z", s.shine)
            + rect(x - 0.5, y - 11.4, 1, 4.6, s.side)
            + circle(x - 5, y + 1.4, 1.3, s.shine)
        )

    return fruit(50, 48) + fruit(40.4, 62.6) + fruit(59.6, 62.6)
