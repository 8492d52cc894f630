"""Texts break and lie as in the last version: a card that is printed again must look like those in the box.

The other files of this folder say why a break or a place is right; here none may change unseen.
"""

from itertools import product
from pathlib import Path

from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import TextSpan, View
from cardgen.render.text.blocks import Figure
from cardgen.render.text.fallback import choose_fonts
from cardgen.render.text.fit import fit_text
from cardgen.render.text.flow import fill_columns
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.hyphens import division_points
from cardgen.render.text.lines import ParagraphBreaker
from cardgen.render.text.markdown import parse_markdown
from cardgen.render.text.punctuation import smart_punctuation
from cardgen.render.text.rich import to_markup
from cardgen.render.text.scripts import (
    analyze,
    emergency_breaks,
    has_same_script,
    is_right_to_left,
    script_name,
    upper_case,
)
from cardgen.render.text.shaping import Shaper
from cardgen.report.errors import UnlocatedError
from tests.recorded import check_recorded

from .any_script import ARABIC, BOOK, HEBREW, JAPANESE, STYLE, THAI
from .samples import FONTS, RULES, icon, rich

LATIN = STYLE.changed(size=2.5, italic="AlegreyaSans-Italic", min_size=1.5, fallbacks=())
TEXTS = {
    "en": "Until the end of turn, your {hand} Samurai get **+1 power**. If one falls, *extraordinarily*, draw 3 cards.",
    "pt": "Descarte 2 cartas; a \u00e1gua-marinha e a guarda-chuva-real avan\u00e7am. A - e o - s\u00e3o letras.\nN\u00e3o sacrifiquem ningu\u00e9m!",
    "de": "Donaudampf\u00adschifffahrts\u00adgesellschaft \u2013 f\u00fcr 4 Spieler/innen \u201eab 1\u201c Runde",
    "el": "\u0391\u03bd \u03c7\u03ac\u03c3\u03b5\u03b9\u03c2, \u03c4\u03c1\u03ac\u03b2\u03b7\u03be\u03b5 2 \u03ba\u03ac\u03c1\u03c4\u03b5\u03c2.",
    "ja": JAPANESE + "{hand}ABC 12枚。きゃー",
    "ar": ARABIC + " {star} Power 12%",
    "he": HEBREW + " abc (דהו) 7.",
    "th": THAI + " 1",
    "tr": "iki ilk d\u00fcello {hand}{star}!",
}  # fmt: skip
SCALED = (
    (TEXTS["en"], Rect(4, 7, 21, 10)),
    (TEXTS["en"], Rect(4, 7, 13, 8)),
    ("Extraordinarily\nso", Rect(4, 7, 9, 4)),
    ("Extraordinarily", Rect(4, 7, 10.5, 4)),
)
"""Texts and boxes on faces whose units are not mm."""
SMALL = "i\u0301stanbul \u03ac\u0390 \u00df"
STYLES = {
    "plain": {},
    "tracked capitals": {"tracking": 0.08, "case": "upper"},
    "justified": {"align": "justify", "leading": 1.1},
    "centred": {"align": "center", "space_after": 1.2},
    "right, whole words": {"align": "right", "hyphenate": False},
}
MARKDOWN = """# Of *the* game

Compare the power of both sides. The side with less power sacrifices a troop; on a draw both sacrifice one.

## Turns

1. Draw **two** cards {hand}
2. Extraordinary reinforcements continuously strengthen the fortifications everywhere
   - a list in it
   - of two

| Card | Cost |
|:-----|-----:|
| Dojo of the extraordinary north | 12 |
| Inn | 3 |

![board](board)

| | |
|---|---|
| Dawn | first |
| Dusk | last |

---

The end of the text, which has a few lines more than one column takes, so that it goes on in the next.
"""


def test_fitted_texts():
    check_recorded(Path(__file__).with_name("fitted.txt"), [line for case in fitted_cases() for line in case])


def fitted_cases():
    for language, text in TEXTS.items():
        for name, changes in STYLES.items():
            style = (LATIN if language in ("en", "pt", "de", "tr") else STYLE).changed(**changes)
            for valign, fit, width, height in (
                ("top", "none", 30, 60),
                ("middle", "shrink", 21, 10),
                ("bottom", "shrink", 13, 26),
            ):
                yield setting(
                    f"{language}, {name}, {valign}",
                    text,
                    style,
                    Rect(4, 7, width, height),
                    language,
                    valign=valign,
                    fit=fit,
                )
        yield setting(
            f"{language}, a line", text.split("\n")[0], STYLE, Rect(4, 7, 60, 4), language, fit="line", valign="middle"
        )
        yield setting(f"{language}, too long", text, STYLE, Rect(4, 7, 20, 3), language, fit="shrink")
    for text in (
        "41", "7", "+1", "g", "{star}", "{star} 2", "\u6c38", "\u05d0", "\u0639", "(\u6c38)", "\u201c\u05d0\u201d",
        "x(\u05d0) (\u0639)!", "1 (2)", "(1) 2",
    ):  # fmt: skip
        for valign in ("top", "middle", "bottom"):
            yield setting(f"{text}, {valign}", text, STYLE, Rect(4, 7, 12, 9), "en", valign=valign, align="center")
    for unit, (text, box), fit in product((0.5, 2.0), SCALED, ("shrink", "line", "none")):
        case = f"{text[:9]} in {box.width:g} x {box.height:g} units of {unit:g} mm, {fit}"
        yield setting(case, text, LATIN, box, "en", fit=fit, unit=unit)
    for bad in ({"align": "up"}, {"valign": "x"}, {"fit": "grow"}):
        yield setting(f"{bad}", "a", STYLE, Rect(0, 0, 9, 9), "en", **bad)
    for text in ("\u0915", "a\u4e00\u0915b", "\u2654", "\ue000 \U0001f600"):
        yield setting(f"no glyph for {text!r}", text, LATIN, Rect(0, 0, 90, 9), "en")
        yield setting(f"no glyph for {text!r} in any font", text, STYLE, Rect(0, 0, 90, 9), "ja")


def setting(case, text, style, box, language, **choices):
    lines = [f"== {case}"]
    try:
        found = fit_text(rich(text, language), style, box, fontbook=BOOK, icons=icon, language=language, **choices)
        lines.append(f"{found.lines} lines, {found.height:.3f} mm, size {found.size:.4f}")
        lines += [line for item in found.items for line in item_lines(item)]
        lines += map(told, found.faults)
    except UnlocatedError as error:
        lines.append(told(error))
    return lines


def item_lines(item):
    if isinstance(item, View):  # text that is cut at its box
        box = item.window
        yield f"View {box.x:.3f} {box.y:.3f} {box.width:.3f} {box.height:.3f}"
        for inner in item.items:
            yield from item_lines(inner)
    else:
        yield item_text(item)


def item_text(item):
    if isinstance(item, TextSpan):
        words = "|".join(word.text for word in item.words)
        glyphs = sum(len(word.glyphs) for word in item.words)
        return f"{item.x:.3f} {item.y:.3f} {item.space:.3f} {item.tracking:.3f} {item.font[-12:]} {words!r} {glyphs} {item.trailing_space:d}"
    box = item.box if hasattr(item, "box") else item
    return f"{type(item).__name__} {box.x:.3f} {box.y:.3f} {box.width:.3f} {box.height:.3f}"


def told(error):
    return f"{error.code} {error.message} | {error.expected} | {' '.join(error.hints)}"


def style_of(name):
    sizes = {"h1": 5.0, "h2": 4.0, "th": 2.2}
    return LATIN.changed(
        name=name, size=sizes.get(name, 2.5), space_before=1.5, space_after=1.0, indent=2.0 if "li" in name else 0.0
    )


def test_documents():
    check_recorded(Path(__file__).with_name("documents.txt"), documents())


def documents():
    figure = Figure((), Size(30, 11))
    for width, height, count in ((60, 70, 2), (44, 38, 3), (90, 400, 1)):
        columns = [Rect(5 + 100 * at, 6, width, height) for at in range(count)]
        blocks = parse_markdown(MARKDOWN, style_of, lambda *_: figure, "en")
        yield f"== columns of {width} x {height}"
        try:
            for column in fill_columns(blocks, [columns] * 3, fontbook=BOOK, icons=icon, language="en"):
                yield "column"
                yield from map(item_text, column.items)
                yield from (f"block {tuple(block)}" for block in column.blocks)
                yield f"figures {column.figures}"
        except UnlocatedError as error:
            yield told(error)
    for text in ("<b>x</b>", "> quoted", "```\ncode\n```", "[a](b)", "`x`", "{ x }", "![](b) c"):
        yield attempt(
            f"markdown {text!r}", lambda text: len(parse_markdown(text, style_of, lambda *_: figure, "en")), text
        )
    high = parse_markdown("![board](board)", style_of, lambda *_: Figure((), Size(30, 90)), "en")
    wide = parse_markdown("Donaudampfschifffahrt", style_of, lambda *_: figure, "xx")
    for blocks, column in ((high, Rect(0, 0, 40, 50)), (wide, Rect(0, 0, 9, 50)), (high, Rect(0, 0, 20, 50))):
        yield attempt(
            "narrow", lambda *a: fill_columns(*a, fontbook=BOOK, icons=icon, language="en"), blocks, [[column]] * 2
        )
    uneven = [[Rect(0, 0, 40, 50), Rect(50, 0, 41, 50)]]
    yield attempt("uneven", lambda *a: fill_columns(*a, fontbook=BOOK, icons=icon, language="en"), wide, uneven)


def attempt(case, find, *arguments):
    try:
        return f"{case}: {find(*arguments)}"
    except UnlocatedError as error:
        return f"{case}: {told(error)}"


def test_words_fonts_and_scripts():
    check_recorded(Path(__file__).with_name("words.txt"), [*words(), *scripts(), *fonts()])


def test_places_where_lines_may_end():
    check_recorded(Path(__file__).with_name("breaks.txt"), breaks())


TOGETHER = (
    "So it goes. As 5 {hand} of page 1 \u00b7 a **3** {star}{hand} two! It is 12 b; at (x). 7) Extraordinarily {hand}"
)
"""Words that belong together in all ways."""


def breaks():
    """Where lines may end and begin, the gaps up to there, and what it costs: as written, with words divided, and by force."""
    for (language, text), changes in product(
        (*TEXTS.items(), ("en", TOGETHER)), ({}, {"balance": True, "tracking": 0.08}, {"hyphenate": False})
    ):
        shaper = Shaper((LATIN if text == TOGETHER else STYLE).changed(**changes), BOOK, language)
        yield f"== {language} {changes}"
        for segments in shaper.shape_paragraphs(rich(text, language)):
            paragraph = ParagraphBreaker(segments, shaper, language)
            yield points_text(paragraph._whole)
            yield points_text(paragraph._with_divisions(paragraph._whole))
            paragraph.force()
            yield f"{len(paragraph._with_divisions(paragraph._whole))} by force"


def points_text(points):
    return " ".join(
        f"{point.end:.2f}-{point.start:.2f}/{point.gaps_end:.2f}-{point.gaps_start:.2f}:{point.cost:.3f}"
        for point in points
    )


def words():
    typed = ('"So," he said', "l'eau - 'a' ; oui !", "-1 +2 5 - 3 2-3", "a---b -- c... d", "'tis {hand}' \"**a**\"", "x* *y* **z***", "\\*a\\{b}")  # fmt: skip
    for language, text in product(("en", "pt", "fr", "de", "ja", "pl", "xx", "pt-PT", "sv"), typed):
        yield f"{language} {text}: {smart_punctuation(text, language)!r} {to_markup(text, language)}"
    many = ("territory", "counter-attacking", "cidade-\u00e1rvore", "vice-versa\u2014a", "ter\u00adritory", "Stra\u00dfenbahn", "\u0130stanbulda",
            "\ud55c\uad6d\uc5b4 \uc870\uc120\ub9d0", THAI, "ab-cd", "a-bcd", "abcdef", "x1234567", "territory.cidade", "")  # fmt: skip
    for language, word, patterns in product(("en", "pt", "de", "es", "xx", "pt-BR"), many, (True, False)):
        yield f"{language} {word} {patterns:d}: {[tuple(point) for point in division_points(word, language, patterns)]}"


def scripts():
    for language in (
        "ar",
        "az-Arab",
        "az",
        "he-Latn",
        "ur-PK",
        "en",
        "yi",
        "ks-Deva",
        "ar-419",
        "sr-Cyrl-RS",
        "uz-Arab-AF",
        "fa-x-Latn",
    ):
        yield f"{language} {is_right_to_left(language)} {upper_case(SMALL, language)!r}"
    for text in (
        *TEXTS.values(),
        "",
        "a\u2067b\u05d0 (c) 12\u2069 \u05d1",
        "\u05d0 \u2066b \u05d1 (c) 1\u2069 \u05d2",
        "\u05d0 1.5% +2 (a[b]\u05d1) \u0661\u0662,\u0663",
        "\u2068\u05d0\u2069 a",
        "\u05d0\u0301(\u0301a)\u0301 \u202bx",
        "\u0e01\u0e02\u0e04\u0e07",
        "\u0e40\u0e01\u0e02\u0e40\u0e01",
        "\u1780\u1781",
        "\u05d0 \u2068 12 \u2069 b",
        "\u2068\u2069\u05d0 \u2068(\u2066a\u2069\u05d1)\u2069.",
        "a\u2069 \u05d0\u2067b",
        "\u2069\u05d0 a",
    ):
        for language in ("en", "ar", "ja"):
            found = analyze(text, language)
            yield f"{language} {text!r}: {found.base} {''.join(map(str, found.levels))} {sorted(found.breaks)}"
        yield f"{text!r}: {emergency_breaks(text)} {sorted({script_name(character) for character in text})}"
        yield " ".join(str(int(has_same_script(text, at))) for at in range(1, len(text)))


def chosen_fonts(text, own, book):
    chosen, lacking = choose_fonts(text, own, book)
    return [font[4:9] for font in chosen] + [lacking] * bool(lacking)


def fonts():
    one = STYLE.changed(fallbacks=STYLE.fallbacks[:1])
    yield from setting("no glyph in either font", "\u05d0", one, Rect(0, 0, 9, 9), "en")
    own = STYLE.fonts()
    for text in (
        "(\u05d0)", "\u05d0!", "(\u0639)", "\u0639.", "a(\u05d0", "\u05d0)a", "(\u30ab)", "\u30ab\u3002",
        "\u05d0\u0301",
    ):  # fmt: skip
        yield attempt(f"fonts of {text!r}", chosen_fonts, text, own, BOOK)
    for name in BOOK.names():
        yield f"{name} {tuple(round(value, 4) for value in BOOK.metrics(name))} {BOOK.space(name):.4f} {BOOK.missing(name, 'aé永א')!r}"
        for word in ("Agqy", "fi", "1"):
            if not BOOK.missing(name, word):
                shaped = BOOK.shape_word(name, word)
                yield f"  {word} {shaped.width:.4f} {len(shaped.glyphs)} {tuple(round(value, 4) for value in BOOK.ink(name, shaped))}"
    yield attempt("font", BOOK.path, "AlegreyaSans-Regulr")
    yield attempt("no folder", lambda: FontBook([Path("nowhere")]).names())
    yield attempt("twice", lambda: len(FontBook([FONTS, FONTS]).names()))
    yield attempt(
        "style", lambda: (RULES.fonts(bold=True), STYLE.fonts(italic=True), STYLE.scaled(2).min_size, RULES.min_leading)
    )
