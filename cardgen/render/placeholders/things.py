"""Things and heights as subjects of landscapes, each drawn to stand on a ground at a height of 72, in the middle of 100 x 100."""

from __future__ import annotations

from cardgen.render.placeholders.scenes import circle, path, rect
from cardgen.render.placeholders.shades import Shades


def mountain(s: Shades) -> str:
    """Draw a high mountain with snow."""
    return (
        path("M22 74L52 30L80 74z", s.solid)
        + path("M52 30L80 74H57L60.4 64L54.4 56.6L57.4 47L53.6 41z", s.side)
        + path("M52 30L42.7 43.6L46.2 47.6L49.2 43.6L51.8 49.8L55 44.6L58 48.4L60.9 44z", s.shine)
        + path("M14 74L32 52L37.6 58L50 74z", s.solid)
        + path("M32 52L37.6 58L50 74H34L37 66L33 60z", s.side)
        + path("M32 52L27.1 58L29.6 60.4L31.8 58L33.8 61L36 56.3z", s.shine)
    )


def kite(s: Shades) -> str:
    """Draw a kite with a tail and a line."""
    bows = "".join(
        path(f"M{x} {y}l-3 -1.8v3.6zM{x} {y}l3 -1.8v3.6z", s.shine) for x, y in ((48.4, 60.6), (51, 65), (47.8, 69.4))
    )
    return (
        f'<path d="M55 41Q46 58 26 72" fill="none" stroke="{s.shine}" stroke-width="0.5"/>'
        f'<path d="M51 56Q46.6 60 50.6 64T46 73" fill="none" stroke="{s.side}" stroke-width="1"/>'
        + bows
        + path("M57 24L42 36L51 57z", s.solid)
        + path("M57 24L67 41L51 57z", s.side)
        + path("M57 24L42 36L54.6 39zM54.8 38L67 41L51 57z", s.shine)
        + f'<path d="M57 24L51 57M42 36L67 41" stroke="{s.side}" stroke-width="0.6"/>'
    )


def lantern(s: Shades) -> str:
    """Draw a street lantern in its halo."""
    halo = "".join(f'<circle cx="50" cy="40" r="{r}" fill="{s.shine}" fill-opacity="0.2"/>' for r in (19, 13.5))
    return (
        halo
        + rect(48.9, 48, 2.2, 23, s.solid)
        + rect(50, 48, 1.1, 23, s.side)
        + path("M44 73Q46 69 48 68.4H52Q54 69 56 73z", s.side)
        + path("M46.6 50H53.4L52.4 53.6H47.6z", s.solid)
        + path("M43.4 34H56.6L53.8 48.6H46.2z", s.shine)
        + f'<path d="M43.4 34L46.2 48.6H53.8L56.6 34M50 34V48.6" fill="none" stroke="{s.side}" stroke-width="1"/>'
        + path("M50 39Q53 42.6 51.6 45.4Q50 47 48.4 45.4Q47 42.6 50 39z", s.glow)
        + path("M41.6 34.4Q46.4 31 48.4 27.6H51.6Q53.6 31 58.4 34.4z", s.solid)
        + circle(50, 26.6, 1.4, s.solid)
    )


def stall(s: Shades) -> str:
    """Draw a market stall with goods under a striped awning."""
    strips = "".join(
        path(
            f"M{36 + at * 4 + 0.6 * (3 - at):g} 42H{40 + at * 4 + 0.6 * (2 - at):g}L{38.5 + (at - 1) * 6 + 0:g} 50a3 3 0 0 1 -6 0z",
            fill,
        )
        for at, fill in enumerate((s.light, s.side, s.light, s.solid, s.light, s.side, s.light))
    )
    goods = "".join(
        circle(x, y, 2.3, fill)
        for x, y, fill in (
            *((36, 60.6, s.light), (40.4, 60.6, s.solid), (38.2, 57.2, s.light), (61, 60.6, s.solid)),
            *((65, 60.6, s.light), (63, 57.2, s.solid), (47, 60.6, s.light), (51.6, 60.6, s.light)),
        )
    )
    return (
        rect(31.4, 46, 1.4, 27, s.side)
        + rect(67.2, 46, 1.4, 27, s.side)
        + goods
        + path("M30 62H70V65.4H30z", s.light)
        + path("M31.4 65.4H68.6V73H31.4z", s.solid)
        + path("M40.4 65.4h1v7.6h-1zM49.6 65.4h1v7.6h-1zM58.8 65.4h1v7.6h-1z", s.side)
        + strips
    )


def storm(s: Shades) -> str:
    """Draw a rain cloud with lightning."""
    rain = "M36 54l-2.6 7M42.6 55l-3.4 9M60 55l-3.2 8.6M66 53l-2.6 7M38 65l-1.6 4.4M61 66l-1.6 4.4"
    return (
        f'<path d="{rain}" stroke="{s.light}" stroke-width="1" stroke-linecap="round"/>'
        + path("M52.6 46L44 60H49L46 72L57.6 56H52L56.6 46z", s.shine)
        + "".join(circle(x, y, r, s.solid) for x, y, r in ((37, 44, 7.4), (46, 37, 9.4), (57, 38.6, 8), (65, 45, 6.4)))
        + rect(36.6, 40, 28.6, 11.4, s.solid)
        + path("M30 46.6Q36 50.6 43 47.4T57 46.6T71.2 44.6Q71.4 51.4 65 51.4H37Q31 51.2 30 46.6z", s.side)
    )


def fire(s: Shades) -> str:
    """Draw a camp fire."""
    halo = "".join(f'<circle cx="50" cy="56" r="{r}" fill="{s.shine}" fill-opacity="0.16"/>' for r in (24, 18))
    sparks = "".join(
        circle(x, y, r, s.shine) for x, y, r in ((40, 40, 0.9), (58, 36, 1.1), (62, 45, 0.7), (45, 32, 0.7))
    )
    return (
        halo
        + sparks
        + path(
            "M50 32Q51 41 58 46Q64 53 61.6 61Q59 69 50 69Q41 69 38.4 61Q37 54 42 48.6Q42.6 53 45.4 53.4Q43.6 42 50 32z",
            s.solid,
        )
        + path(
            "M50.6 43Q51 50 55.4 54Q58.6 58.6 56.8 63.4Q54.6 68.6 50 68.6Q45 68.6 43.4 63.4Q42.8 59 45.6 56Q46.6 58.4 48.4 58.4Q47.4 50 50.6 43z",
            s.shine,
        )
        + path("M50.4 57Q54 61.4 53 65Q52 68 50 68Q47.8 68 47 65Q46.6 61.4 50.4 57z", s.glow)
        + path("M33.4 66.6L64.6 71L64 75L32.8 70.6z", s.side)
        + path("M66.6 66.6L35.4 71L36 75L67.2 70.6z", s.solid)
        + circle(66.9, 68.6, 2, s.shine)
    )


def chest(s: Shades) -> str:
    """Draw an open chest full of coins."""
    coins = "".join(
        circle(x, y, 3.2, s.side) + circle(x, y - 0.7, 3.2, s.shine)
        for x, y in ((39, 55), (45, 53), (52, 52), (58, 54), (62, 56), (42, 56), (48.6, 55.6), (55.4, 56))
    )
    spilt = "".join(
        circle(x, y, 2.6, s.side) + circle(x, y - 0.7, 2.6, s.shine) for x, y in ((30.4, 72), (69.8, 72.4), (73.6, 71))
    )
    return (
        path("M35.4 54L32.6 43Q32.4 36 39 36H61Q67.6 36 67.4 43L64.6 54z", s.side)
        + path("M38 53L36 44Q36 39.4 40 39.4H60Q64 39.4 64 44L62 53z", s.solid)
        + coins
        + path("M34 57H66L64.6 74H35.4z", s.solid)
        + path("M56 57H66L64.6 74H55.4z", s.side)
        + path("M34 57H66L65.8 60H34.2zM39.4 60H42L42.6 74H40.2zM58 60H60.6L59.8 74H57.4z", s.shine)
        + path("M47 58.6H53V64a3 3 0 0 1 -6 0z", s.side)
        + circle(50, 62.2, 1.1, s.shine)
        + spilt
    )


def arms(s: Shades) -> str:
    """Draw a shield before two crossed swords."""
    sword = (
        path("M48.8 24L50 20.6L51.2 24V62H48.8z", s.light)
        + path("M50 20.6L51.2 24V62H50z", s.cloud)
        + path("M44.4 61.4H55.6V63.8H44.4zM49 63.8H51V71H49z", s.side)
        + circle(50, 72, 1.7, s.light)
    )
    swords = "".join(f'<g transform="rotate({turn} 50 50) translate(0 3)">{sword}</g>' for turn in (-38, 38))
    return (
        swords
        + path("M50 33Q58 37.4 65.4 37Q66.4 60 50 70Q33.6 60 34.6 37Q42 37.4 50 33z", s.light)
        + path("M50 35.4Q57.4 39.2 63.6 39Q64 58.4 50 67.6Q36 58.4 36.4 39Q42.6 39.2 50 35.4z", s.solid)
        + path("M50 35.4Q57.4 39.2 63.6 39Q64 58.4 50 67.6z", s.side)
        + path("M50 43L52 48.6L58 48.8L53.2 52.4L55 58.2L50 54.8L45 58.2L46.8 52.4L42 48.8L48 48.6z", s.light)
    )


def potion(s: Shades) -> str:
    """Draw a flask with a bubbling liquid."""
    return (
        path("M45.4 36H54.6V47.4Q65 51.4 65 61Q65 73.6 50 73.6Q35 73.6 35 61Q35 51.4 45.4 47.4z", s.cloud)
        + path("M37.2 60Q43 56.6 50 59.4T62.8 59Q63.4 71.6 50 71.6Q36.6 71.6 37.2 60z", s.shine)
        + path("M56 60.2Q60 60.4 62.8 59Q63.4 71.6 50 71.6Q58 68 56 60.2z", s.solid)
        + path("M43 34H57V37.4H43z", s.solid)
        + path("M46 27.6H54L53.4 34H46.6z", s.side)
        + path("M39.6 57Q41.4 52.4 46 51Q43.4 54 42.4 57.4z", s.glow)
        + "".join(
            circle(x, y, r, s.side)
            for x, y, r in ((46, 65, 1.8), (51, 62.4, 1.1), (53, 67.4, 1.4), (49, 51.4, 1.1), (51.6, 45, 0.9))
        )
    )


def book(s: Shades) -> str:
    """Draw an open book."""
    lines = "".join(f"M{x:g} {y:g}q6 -2 11.6 0.8" for x, y in ((35.4, 52.4), (35.4, 56.6), (35.4, 60.8))) + "".join(
        f"M{x:g} {y:g}q5.6 -2.8 11.6 -0.8" for x, y in ((53, 53.2), (53, 57.4), (53, 61.6))
    )
    stars = "".join(
        path(
            f"M{x} {y - r}L{x + r * 0.3:g} {y - r * 0.3:g}L{x + r} {y}L{x + r * 0.3:g} {y + r * 0.3:g}L{x} {y + r}L{x - r * 0.3:g} {y + r * 0.3:g}L{x - r} {y}L{x - r * 0.3:g} {y - r * 0.3:g}z",
            s.shine,
        )
        for x, y, r in ((50, 35, 4.6), (41, 40, 2.4), (59.6, 39, 2.8))
    )
    return (
        stars
        + path("M28 52L50 56L72 52V72L50 75.6L28 72z", s.side)
        + path("M50 53Q42 45 30.6 48.6V69.4Q42 66.4 50 73z", s.light)
        + path("M50 53Q58 45 69.4 48.6V69.4Q58 66.4 50 73z", s.cloud)
        + path("M50 53Q54 49 60 47.8Q54 52 53 70.8L50 73z", s.solid)
        + f'<path d="{lines}" fill="none" stroke="{s.side}" stroke-width="0.7" stroke-linecap="round"/>'
        + path("M61.6 47.6L65 47.7V58L63.3 56L61.6 58z", s.solid)
    )


def crown(s: Shades) -> str:
    """Draw a crown on a cushion."""
    jewels = "".join(circle(x, y, r, s.solid) for x, y, r in ((42, 60, 1.3), (50, 60.6, 1.6), (58, 60, 1.3)))
    tips = "".join(
        circle(x, y, r, s.shine)
        for x, y, r in ((32.6, 43, 1.8), (41.6, 39.4, 1.8), (50, 36.4, 2.1), (58.4, 39.4, 1.8), (67.4, 43, 1.8))
    )
    return (
        path("M30 74Q26 66 32 63.4Q50 68 68 63.4Q74 66 70 74Q50 77 30 74z", s.solid)
        + path("M50 66.4Q60 66 68 63.4Q74 66 70 74Q60 75.6 50 75.6Q56 71 50 66.4z", s.side)
        + path("M36.6 58L41.6 41L46 51L50 38L54 51L58.4 41L63.4 58z", s.side)
        + path("M36 64.4L32.6 44.6L41.6 54L50 39.4L58.4 54L67.4 44.6L64 64.4Q50 67.4 36 64.4z", s.shine)
        + path(
            "M35 57.4Q50 60.4 65 57.4L64.6 58.8Q50 61.8 35.4 58.8zM35.8 62.6Q50 65.6 64.2 62.6L64 64.4Q50 67.4 36 64.4z",
            s.side,
        )
        + jewels
        + tips
    )
