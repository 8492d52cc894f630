"""What landscapes are about: each drawn to stand on a ground at a height of 72, in the middle of 100 x 100."""

from __future__ import annotations

from cardgen.render.placeholders.scenes import circle, path, rect
from cardgen.render.placeholders.shades import Shades


def castle(s: Shades) -> str:
    """Draw a castle with three towers."""
    body = "M34 73V52H36V49H38.4V51H40.6V49H43V52V55H45V44H47V41H49V43H51V41H53V44H55V55H57V52V49H59.4V51H61.6V49H64V52H66V73z"
    roofs = "M45 41L50 33L55 41z"
    lights = path("M48 73V66a2 2 0 0 1 4 0V73z", s.side) + "".join(
        rect(x, y, 1.4, 2.4, s.light) for x, y in ((38.6, 56), (49.3, 48), (60, 56), (43.4, 62), (55.2, 62))
    )
    return (
        path(body, s.solid) + path("M57 73V52H59.4V51H66V73zM50 41V73H55V41z", s.side) + path(roofs, s.light) + lights
    )


def tower(s: Shades) -> str:
    """Draw a lone tower with a pointed roof."""
    return (
        path("M43 73L44.5 45H55.5L57 73z", s.solid)
        + path("M50 45H55.5L57 73H50z", s.side)
        + rect(42.6, 42, 14.8, 3.6, s.solid)
        + path("M41 42L50 26L59 42z", s.light)
        + path("M50 26L59 42H50z", s.side)
        + rect(48.9, 49, 2.2, 4, s.light)
        + rect(48.9, 58, 2.2, 4, s.light)
    )


def lighthouse(s: Shades) -> str:
    """Draw a lighthouse with its beam."""
    beam = f'<path d="M50 36.5L8 26V42zM50 36.5L92 26V42z" fill="{s.light}" fill-opacity="0.35"/>'
    return (
        beam
        + path("M44.5 73L46.6 41H53.4L55.5 73z", s.solid)
        + path("M46.2 47H53.8L54.3 54H45.7zM45.2 61H54.8L55.2 67H44.8z", s.side)
        + rect(45.4, 39.4, 9.2, 1.8, s.side)
        + rect(47.2, 34, 5.6, 5.4, s.light)
        + path("M46 34L50 29.4L54 34z", s.side)
        + path("M36 73Q50 67 64 73z", s.near)
    )


def mill(s: Shades) -> str:
    """Draw a windmill."""
    sails = "".join(
        f'<g transform="rotate({angle} 50 45)"><path d="M49.4 45V25H50.6V45z" fill="{s.side}"/>'
        f'<path d="M50.6 26H55V40H50.6z" fill="{s.light}"/></g>'
        for angle in (20, 110, 200, 290)
    )
    return (
        path("M43 73L45.4 44Q50 38 54.6 44L57 73z", s.solid) + path("M50 40.4Q53 41 54.6 44L57 73H50z", s.side) + sails
    )


def house(s: Shades) -> str:
    """Draw a house with smoke."""
    smoke = (
        f'<path d="M59.5 45q-3 -4 0 -7t0 -7" fill="none" stroke="{s.cloud}" stroke-width="1.8" stroke-linecap="round"/>'
    )
    return (
        smoke
        + rect(38, 57, 24, 16, s.solid)
        + path("M35 58L50 45L65 58z", s.side)
        + rect(57.6, 46, 3.6, 7, s.side)
        + rect(41.4, 61, 5, 5, s.light)
        + rect(53.6, 61, 5, 5, s.light)
        + path("M47.8 73V66.4h4.4V73z", s.side)
    )


def oak(s: Shades) -> str:
    """Draw a great tree."""
    crown = "".join(
        circle(x, y, r, s.solid) for x, y, r in ((50, 42, 11), (40, 48, 8.5), (60, 48, 8.5), (44, 38, 7), (57, 38, 7))
    )
    shade = "".join(circle(x, y, r, s.side) for x, y, r in ((56, 47, 6.5), (62, 50, 5), (48, 52, 4.5)))
    fruits = "".join(circle(x, y, 1, s.light) for x, y in ((44, 43), (50, 37), (53, 44), (39, 50), (58, 41)))
    return path("M47.6 73Q49 62 47 54H53Q51 62 53 73z", s.side) + crown + shade + fruits


def pines(s: Shades) -> str:
    """Draw three firs."""

    def fir(x: float, y: float, size: float) -> str:
        tiers = "".join(
            f"M{x - size * w:.2f} {y - size * b:.2f}L{x:g} {y - size * t:.2f}L{x + size * w:.2f} {y - size * b:.2f}z"
            for w, b, t in ((0.5, 0.2, 1.0), (0.42, 0.6, 1.3), (0.32, 0.95, 1.65))
        )
        half = "".join(
            f"M{x:g} {y - size * b:.2f}L{x:g} {y - size * t:.2f}L{x + size * w:.2f} {y - size * b:.2f}z"
            for w, b, t in ((0.5, 0.2, 1.0), (0.42, 0.6, 1.3), (0.32, 0.95, 1.65))
        )
        return (
            rect(x - size * 0.06, y - size * 0.3, size * 0.12, size * 0.3, s.side)
            + path(tiers, s.solid)
            + path(half, s.side)
        )

    return fir(37, 73, 15) + fir(63, 73, 13) + fir(50, 74, 24)


def stones(s: Shades) -> str:
    """Draw a ring of standing stones."""
    return (
        path(
            "M33 73L34 54L39 52.5L40 73zM60 73L61 52.5L66 54L67 73zM45 73L45.6 60L48.6 59.4L49 73zM52 73L52.4 59.4L55.4 60L55.8 73z",
            s.solid,
        )
        + path("M37 73L37.4 53L39 52.5L40 73zM64 73L64 53.4L66 54L67 73z", s.side)
        + path("M32 54.4L40.6 50.4L68 51.6L67.4 55L41 54.4z", s.solid)
        + path("M44.6 60.6L56.4 60L56 57.6L45 58z", s.side)
    )


def crystals(s: Shades) -> str:
    """Draw a cluster of crystals."""
    return (
        path("M46 73L42 50L48 36L54 48L54 73zM34 73L31 60L36 52L41 60L42 73zM57 73L57 58L62.5 48L68 58L66 73z", s.solid)
        + path("M48 36L54 48V73H49L47.4 50zM36 52L41 60L42 73H38L36.4 61zM62.5 48L68 58L66 73H62L62.4 59z", s.side)
        + path("M42 50L48 36L47.4 50zM31 60L36 52L36.4 61zM57 58L62.5 48L62.4 59z", s.light)
    )


def balloon(s: Shades) -> str:
    """Draw a balloon above the land."""
    return (
        path("M50 27C59 27 63 33.4 63 39.4C63 46 56 51 53.4 55H46.6C44 51 37 46 37 39.4C37 33.4 41 27 50 27z", s.solid)
        + path(
            "M50 27C54 27 56 33.4 56 39.4C56 46 53 51 51.8 55H48.2C47 51 44 46 44 39.4C44 33.4 46 27 50 27z", s.light
        )
        + path("M50 27C59 27 63 33.4 63 39.4C63 46 56 51 53.4 55H51.8C53 51 56 46 56 39.4C56 33.4 54 27 50 27z", s.side)
        + f'<path d="M46.8 55L48 60M53.2 55L52 60" stroke="{s.side}" stroke-width="0.5"/>'
        + path("M47.2 60H52.8L52.2 64.4H47.8z", s.side)
    )


def pyramid(s: Shades) -> str:
    """Draw two pyramids."""
    return (
        path("M54 73L66 54L78 73z", s.side)
        + path("M28 73L47 44L66 73z", s.solid)
        + path("M47 44L66 73H51z", s.side)
        + path("M47 44L43.4 49.5L47 48.6L48.6 50.6L50.6 49.5z", s.light)
    )


def tents(s: Shades) -> str:
    """Draw tents with flags."""
    return (
        path("M30 73L40 56L50 73z", s.side)
        + path("M40 73L53 50L66 73z", s.solid)
        + path("M53 50L66 73H56z", s.side)
        + path("M49.6 73L53 60L55.4 73z", s.near)
        + rect(52.7, 43, 0.7, 8, s.side)
        + path("M53.4 43L60 45L53.4 47.4z", s.light)
        + rect(39.7, 50.6, 0.6, 6, s.side)
        + path("M39.7 50.6L34.6 52.2L39.7 54z", s.light)
    )


def mushrooms(s: Shades) -> str:
    """Draw mushrooms with spots."""
    return (
        path("M46.6 73Q48 62 47 53H54Q53 62 54.6 73z", s.side)
        + path("M34 55Q36 38 50.4 37Q65 38 67 55Q50 60 34 55z", s.solid)
        + path("M50.4 37Q65 38 67 55Q60 57.2 54 57.6Q60 48 50.4 37z", s.side)
        + "".join(circle(x, y, r, s.light) for x, y, r in ((43, 47, 2.4), (52, 43, 1.9), (58, 51, 2.2), (49, 53, 1.5)))
        + path("M31.4 73Q32.4 68 31.8 65H35.6Q35.2 68 36.4 73z", s.side)
        + path("M26.6 66Q28 58 33.8 58T41 66Q34 68.6 26.6 66z", s.solid)
        + circle(32, 62.4, 1.2, s.light)
    )


def ship(s: Shades) -> str:
    """Draw a sailing ship."""
    return (
        path("M36 66H66Q64 73 59 76H43Q38 73 36 66z", s.side)
        + rect(50.2, 34, 1, 33, s.side)
        + path("M49.4 37Q40 50 37 62.6Q44 60.4 49.4 62.6z", s.solid)
        + path("M52 35Q63 48 66.4 63Q58 60.6 52 63z", s.light)
        + path("M51.2 34L57 32L51.2 30z", s.light)
        + path("M36 66H66L65.6 67.8H36.6z", s.solid)
    )


def rowers(s: Shades) -> str:
    """Draw a long ship with a striped sail and shields."""
    return (
        path("M26 60Q30 70 38 71H62Q70 70 74 60Q76 70 66 76H34Q24 70 26 60z", s.side)
        + rect(49.4, 36, 1.2, 34, s.side)
        + path("M38 40Q50 43 62 40Q65 51 61 62Q50 59 39 62Q35 51 38 40z", s.solid)
        + path(
            "M44 41.3Q46.6 41.8 48.4 41.8V60.2Q46.2 60.2 44 60.6zM52 41.8Q54.4 41.7 56.4 41.3V60.6Q54 60.2 52 60.2z",
            s.light,
        )
        + "".join(circle(x, 70.4, 1.9, s.light) for x in (38, 44, 50, 56, 62))
    )


def whale(s: Shades) -> str:
    """Draw the tail of a whale."""
    drops = "".join(circle(x, y, r, s.cloud) for x, y, r in ((40, 60, 1.2), (61, 58, 1.4), (64, 64, 1), (37, 66, 1)))
    return (
        path("M47 76Q48 62 49 54Q36 54 31 43Q44 43 50 50Q56 43 69 43Q64 54 51.6 54Q53 64 55 76z", s.solid)
        + path("M50 50Q56 43 69 43Q64 54 51.6 54Q53 64 55 76H51Q50 60 50 50z", s.side)
        + drops
    )


def island(s: Shades) -> str:
    """Draw a small island with a palm."""
    leaves = "M51.4 46Q42 40 35.6 47Q43 45.6 51.4 46zM51.4 46Q45 36 38 38Q46 40 51.4 46zM51.4 46Q58 37 65.4 40.6Q57 41 51.4 46zM51.4 46Q61 42 66 49.6Q59 46.4 51.4 46zM51.4 46Q52 38 57 34.6Q53.6 40 51.4 46z"
    return (
        path("M28 74Q36 66 50 66T72 74z", s.solid)
        + path("M50.4 68Q48.4 56 51 46L52.4 46.4Q51 57 53.6 68z", s.side)
        + path(leaves, s.side)
        + circle(50.4, 47.4, 1, s.light)
        + circle(52.6, 47.6, 1, s.light)
    )


def bridge(s: Shades) -> str:
    """Draw an arched bridge."""
    arches = "".join(f"M{x} 76V68a4.6 4.6 0 0 1 9.2 0V76z" for x in (24, 37.4, 50.8, 64.2))
    return (
        f'<path d="M14 58Q50 50 86 58V62Q50 54 14 62zM14 61Q50 53.4 86 61V76H14z{arches}" fill="{s.solid}" fill-rule="evenodd"/>'
        + path("M14 61.4Q50 53.8 86 61.4V63Q50 55.4 14 63z", s.side)
        + "".join(
            rect(x, y, 0.7, 6, s.side) + circle(x + 0.35, y, 1.2, s.light)
            for x, y in ((30, 49.4), (50, 48), (69.3, 49.4))
        )
    )
