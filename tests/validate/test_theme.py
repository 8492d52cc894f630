"""Themes laid over each other."""

from pathlib import Path
from random import Random

import pytest

from cardgen.plugin.resources import resources
from cardgen.plugin.theme import Theme, full_palette, merge_themes
from cardgen.read.yaml import load_yaml
from cardgen.render.text.theme_styles import Styles
from cardgen.report.diagnostics import Collector
from cardgen.validate.theme import validate_themes
from tests.recorded import check_recorded
from tests.told import told_in_full

BASE = "families: {body: {regular: A, bold: B}}\nstyles: {body: {size: 9, align: left}, item: {like: body, indent: 4}}"


@pytest.fixture
def themes(tmp_path: Path):
    """Writes one file for each text and merges them: the theme, and code, message and line of what was found."""

    def merge(*texts: str) -> tuple[Theme | None, list[tuple[str, str, int]]]:
        files = [tmp_path / f"{number}.yaml" for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, "utf-8")
        found = Collector()
        merged = validate_themes([load_yaml(file, found) for file in files], found)
        return merged, [(item.code, item.message, item.span.line) for item in found.items]

    return merge


def test_a_style_replaces_only_the_properties_it_states(themes):
    theme, found = themes(BASE, "styles: {body: {size: 12}}")
    assert found == []
    assert (theme.styles["body"].size, theme.styles["body"].align) == (12, "left")
    theme, found = themes("styles: {body: {size: 9, min_size: 7}}", "styles: {body: {min_size: null}}")
    assert found == []
    assert (theme.styles["body"].size, theme.styles["body"].min_size) == (9, None), "text that shrank does so no more"


def test_sizes_leading_and_parts_of_mixtures_have_limits(themes):
    stated = {
        "styles: {body: {leading: %s}}": {0.8: True, 3: True, 0.79: False, 3.01: False},
        "styles: {body: {size: %s}}": {0.1: True, 0: False, -1: False},
        "styles: {body: {min_size: %s}}": {0.1: True, 0: False},
        "colors: {sea: {mix: [ink, paper], part: %s}}": {0: True, 1: True, -0.01: False, 1.01: False},
    }
    for text, values in stated.items():
        found = {value: [code for code, *_ in themes(text % value)[1]] for value in values}
        assert found == {value: [] if is_right else ["E204"] for value, is_right in values.items()}, text


def test_a_style_that_says_what_it_is_like_is_defined_anew(themes):
    theme, _ = themes(BASE, "styles: {item: {like: body, size: 7}}")
    assert (theme.styles["item"].size, theme.styles["item"].indent) == (7, None)


def test_a_family_is_replaced_as_a_whole_and_names_fonts_with_or_without_their_suffixes(themes):
    theme, _ = themes("families: {body: {regular: A.ttf, bold: B.otf}, one: C.otf}")
    assert [(one.regular, one.bold) for one in theme.families.values()] == [("A", "B"), ("C", "")]
    theme, _ = themes(BASE, "families: {body: {regular: C}}")
    assert (theme.families["body"].regular, theme.families["body"].bold) == ("C", "")


def test_fonts_that_no_family_of_the_theme_has_are_families(tmp_path):
    (tmp_path / "theme.yaml").write_text(
        "families: {body: {regular: A, bold: B}, Pine: {regular: A}}\nstyles: {}", "utf-8"
    )
    fonts = [
        "A",
        "B",
        "Lobster-Regular",
        "Lobster-Bold",
        "Oak",
        "Oak-BoldItalic",
        "Elm-Bold",
        "Pine",
        "NotoSans-Regular",
        "NotoSans-Bold",
    ]
    found = Collector()
    theme = validate_themes([load_yaml(tmp_path / "theme.yaml", found)], found, fonts)
    families = {name: (family.regular, family.bold, family.bold_italic) for name, family in theme.families.items()}
    assert families == {
        "body": ("A", "B", ""),
        "Pine": ("A", "", ""),
        "Elm-Bold": ("Elm-Bold", "", ""),
        "Lobster": ("Lobster-Regular", "Lobster-Bold", ""),
        "Oak": ("Oak", "", "Oak-BoldItalic"),
    }


def test_an_unknown_font_is_told_and_replaced_by_one_of_its_family_or_the_first_of_all(tmp_path):
    (tmp_path / "theme.yaml").write_text("families: {own: {regular: X, italic: Beta}, lost: {regular: X, bold: Y}}")
    found = Collector()
    theme = validate_themes([load_yaml(tmp_path / "theme.yaml", found)], found, ["Gamma", "Beta", "Alpha", "Delta"])
    assert [item.message for item in found.items] == [
        f"unknown font '{font}' in font family '{family}'"
        for font, family in (("X", "own"), ("X", "lost"), ("Y", "lost"))
    ]
    own, lost = theme.families["own"], theme.families["lost"]
    assert (own.regular, own.italic, lost.regular, lost.bold) == ("Beta", "Beta", "Alpha", "")


def test_a_cut_is_no_family_and_what_stands_in_may_be_one(tmp_path):
    text = "families: {own: {regular: A, fallback: [odd]}, odd: {regular: own, fallback: [X]}}\nfallback: [own, Y]"
    (tmp_path / "theme.yaml").write_text(text, "utf-8")
    found = Collector()
    theme = validate_themes([load_yaml(tmp_path / "theme.yaml", found)], found, ["A"])
    assert [(item.message, item.span.line, item.span.column) for item in found.items] == [
        ("unknown font 'own' in font family 'odd'", 1, 63), ("unknown font 'X' in font family 'odd'", 1, 79),
        ("unknown font 'Y' in 'fallback'", 2, 17),
    ]  # fmt: skip
    families = {name: (one.regular, one.fallback) for name, one in theme.families.items()}
    assert (families, theme.fallback) == ({"own": ("A", ("odd",)), "odd": ("A", ())}, ("own",))


def test_contrast_is_replaced_as_a_whole_or_inherited(themes):
    pair = "contrast: [{text: ink, on: paper, where: text}]"
    assert [len(themes(pair, over)[0].contrast) for over in ("colors: {}", "contrast: []")] == [1, 0]


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("styles:\n  name: {like: boddy}", "unknown style 'boddy' in style 'name'", 2),
        ("styles:\n  name: {family: bdy}", "unknown font family 'bdy' in style 'name'", 2),
        ("styles:\n  body: {like: item}", "style 'body' refers to itself in 'like'", 2),
    ],
)
def test_a_reference_to_nothing_is_an_error_where_it_is_written(themes, text, message, line):
    assert ("E408", message, line) in themes(BASE, text)[1]


def test_a_wrong_shape_is_an_error_and_gives_no_theme(themes):
    theme, found = themes(BASE, "styles: {body: {size: big}}")
    assert theme is None
    assert [code for code, _, _ in found] == ["E204"]


def test_a_palette_stands_in_for_the_colours_that_a_deck_lacks(themes):
    theme, _ = themes('palette: {ink: "#000000", dark: {mix: [ink, primary], part: 0.5}, primary: "#ff0000"}')
    assert full_palette(theme, {"primary": "#0000ff"}) == {"ink": "#000000", "dark": "#000080", "primary": "#0000ff"}
    assert full_palette(theme, {"primary": "#0000ff", "dark": "#111111"})["dark"] == "#111111"


def test_the_common_theme_sets_every_style_it_names_for_a_deck_without_colours():
    found = Collector()
    theme = validate_themes([load_yaml(resources().templates / "common" / "theme.yaml", found)], found)
    assert found.items == []
    styles = Styles(theme, full_palette(theme, {}))
    assert [styles.style(name).name for name in theme.styles] == list(theme.styles)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("stiles: {}", "E203", "unknown key 'stiles' in the file"),
        ("colors: {sea: {mix: [ink], part: 0.5}}", "E204", "mix has no entry 2"),
    ],
)
def test_errors_of_a_theme_name_the_file_and_what_is_missing(themes, text, code, message):
    _, found = themes(text)
    assert [(each[0], each[1]) for each in found] == [(code, message)]


def test_a_style_that_is_like_itself_is_reported_where_it_says_so(themes):
    _, found = themes(BASE, "\n\nstyles: {body: {like: body}}")
    assert found == [("E408", "style 'body' refers to itself in 'like'", 3)]


def test_styles_that_are_like_each_other_in_a_long_line_are_an_error_and_no_wait(themes):
    line = "".join(f"  s{number}: {{like: s{number + 1}}}\n" for number in range(2000))
    _, found = themes(BASE, f"styles:\n{line}  s2000: {{like: body}}\n")
    assert len(found) == 2000 - 49
    assert found[0] == ("E408", "style 's0' is like a style that is like another, and so on, more than 50 times", 2)


def test_each_part_of_a_theme_is_laid_over_that_below():
    """What the uppermost of three does not state is that of the middle one, and else that of the lowest."""
    pair = {"text": "ink", "on": "paper", "where": "text"}
    below = Theme.model_validate(
        {"palette": {"ink": "#000000"}, "colors": {"ink": "#000001"}, "contrast": (pair,), "fallback": ("One",)}
    )
    middle = Theme.model_validate({"palettes": {"dusk": {"ink": "#333333"}}, "fallback": ("Two", "Three")})
    above = Theme.model_validate({"palette": {"ink": "#111111", "red": "#ff0000"}, "contrast": ()})
    merged = merge_themes([below, middle, above])
    assert (merged.fallback, merged.contrast) == (("Two", "Three"), ())
    assert merge_themes([below, middle]).contrast == below.contrast
    assert (merged.palette, merged.colors) == (above.palette, below.colors)
    assert merged.palettes == middle.palettes
    assert merge_themes([above, middle, below]).fallback == ("One",)


LINES = {
    "families": ["body: {regular: A, bold: B}", "body: {regular: A, fallback: [Oak, C]}", "titel: {regular: Lobster-Regular}", "hand: {regular: Aa, italic: B}", "hand: {regular: B, bold: Z, bold_italic: A}", "body: {bold: A}"],
    "styles": ["body: {size: 9}", "body: {size: 9, like: item}", "item: {like: body}", "item: {like: boddy, family: hand}", "name: {family: bdy}", "name: {like: item, color: ink}", "item: {size: x}", "name: {sizee: 3}"],
    "palette": ['ink: "#000000"', 'dark: {mix: [ink, paper], part: 0.5}', 'paper: "#ffffff"', "ink: red", "dark: {mix: [ink], part: 2}"],
    "contrast": ["{text: ink, on: paper, where: rules}", "{text: ink, on: pper}"], "fallback": ["A", "body", "Oakk"], "colors": ['accent: "#123456"', "accent: 3"],
}  # fmt: skip


def test_what_is_said_of_any_themes_is_as_recorded(tmp_path: Path):
    fonts = ["A", "B", "Lobster-Regular", "Lobster-Bold", "Oak", "Oak-Italic", "Elm-Bold"]

    def any_theme(rng: Random) -> str:
        parts = []
        for key in rng.sample([*LINES], rng.choice((1, 2, 3))):
            lines = rng.sample(LINES[key], rng.choice((1, 1, 2)))
            lines = [
                line
                for at, line in enumerate(lines)
                if line.partition(":")[0] not in {one.partition(":")[0] for one in lines[:at]} or key == "contrast"
            ]
            mark = "- " if key in ("contrast", "fallback") else ""
            parts.append(f"{key}:\n" + "".join(f"  {mark}{line}\n" for line in lines))
        return "".join(parts)

    def told():
        for seed in range(110):
            rng, found = Random(seed), Collector()
            texts = [
                "families: {body: {regular: A, bold: B}}\nstyles: {body: {size: 9, family: body}, item: {like: body}}\n",
                *(any_theme(rng) for _ in range(rng.choice((1, 1, 2)))),
            ]
            files = [tmp_path / f"{number}.yaml" for number in range(len(texts))]
            for file, text in zip(files, texts, strict=True):
                file.write_text(text, "utf-8")
            theme = validate_themes(
                [load_yaml(file, found, file.name) for file in files], found, fonts if seed % 3 else None
            )
            yield f"== {seed} {texts[1:]}"
            yield f"{theme.model_dump(exclude_defaults=True) if theme else None}"
            yield from map(told_in_full, found.items)

    check_recorded(Path(__file__).with_name("themes.txt"), told())
