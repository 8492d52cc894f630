import pytest

from cardgen.geometry.units import Size
from cardgen.render.text.blocks import Figure, Heading, ListItem, PageBreak, Paragraph, TextTable, ThematicBreak
from cardgen.render.text.markdown import parse_markdown
from cardgen.render.text.rich import Break, Icon, Run
from cardgen.report.errors import UnlocatedError

from .samples import RULES


def style(name: str):
    return RULES.changed(name=name)


def parse(text: str, language: str = "en"):
    return parse_markdown(text, style, lambda name, _: Figure((), Size(len(name), 1)), language)


def inlines(text: str, language: str = "en"):
    (block,) = parse(text, language)
    return block.inlines


def test_headings_have_their_level_and_style() -> None:
    (block,) = parse("## Battle")
    assert block == Heading(2, style("h2"), (Run("Battle"),))


def test_paragraphs_join_their_lines() -> None:
    assert parse("a\nb\n\nc") == [Paragraph(style("body"), (Run("a b"),)), Paragraph(style("body"), (Run("c"),))]


def test_lines_of_a_japanese_file_join_without_a_space() -> None:
    assert inlines("カード\nを **引く**\n。ABC\n港", "ja")[0] == Run("カードを ")
    assert inlines("カード\nを **引く**\n。ABC\n港", "ja")[2] == Run("。ABC 港")
    assert inlines("カード\n**港**", "ja") == (Run("カード"), Run("港", bold=True))


def test_a_line_ends_where_the_author_says() -> None:
    assert inlines("a\\\nb") == (Run("a"), Break(), Run("b"))


def test_looks_are_nested() -> None:
    assert inlines("**a *b*** c") == (Run("a ", bold=True), Run("b", bold=True, italic=True), Run(" c"))


@pytest.mark.parametrize("name", ["hand", "light_infantry", "a_b_c"])
def test_icons_stand_in_the_text(name: str) -> None:
    assert inlines(f"a {{{name}}}, *{{{name}}}*") == (Run("a "), Icon(name), Run(", "), Icon(name))


def test_an_escaped_brace_starts_no_icon() -> None:
    assert inlines(r"\{hand} { hand }") == (Run("{hand} { hand }"),)


def test_html_is_text() -> None:
    assert inlines("<b>a</b> &amp;") == (Run("<b>a</b> &"),)


def test_quotes_are_those_of_a_printer() -> None:
    assert inlines('"*a*" -- it\'s') == (Run("\u201c"), Run("a", italic=True), Run("\u201d\u00a0\u2013 it\u2019s"))
    assert inlines('{hand}" \\\n"a"') == (Icon("hand"), Run("\u201d"), Break(), Run("\u201ca\u201d"))
    assert inlines('***a***"') == (Run("a", bold=True, italic=True), Run("\u201d"))
    assert inlines('"a"', "de") == (Run("\u201ea\u201c"),)


def test_code_stays_as_typed() -> None:
    assert inlines('`"a"`') == (Run('"a"'),)


def test_lists_have_markers_and_depths() -> None:
    assert [item.marker for item in parse("0. a\n1. b") if isinstance(item, ListItem)] == ["0.", "1."]
    found = parse("3. a\n4. b\n   - c\n\n   d\n\n- e")
    assert [(item.marker, item.depth, item.inlines[0].text) for item in found if isinstance(item, ListItem)] == [
        ("3.", 0, "a"),
        ("4.", 0, "b"),
        ("\u2022", 1, "c"),
        ("", 0, "d"),
        ("\u2022", 0, "e"),
    ]


def test_a_rule_is_a_rule() -> None:
    assert parse("---") == [ThematicBreak(style("body"))]


def test_a_picture_alone_is_a_figure() -> None:
    for alt in ("", "{gold} coins", "a *b* `c`"):
        assert parse(f"![{alt}](abc)") == [Figure((), Size(3, 1))], alt


def test_newpage_ends_a_page() -> None:
    assert parse("a\n\n\\newpage\n\nb")[1:2] == [PageBreak()]


def test_newpage_within_a_text_is_text() -> None:
    (paragraph,) = parse("see \\newpage")
    assert paragraph.inlines == (Run("see \\newpage"),)
    (item,) = parse("- \\newpage")
    assert item.inlines == (Run("\\newpage"),)


def test_tables_have_rows_of_aligned_cells() -> None:
    (table,) = parse("| a | b | c |\n|---|:-:|--:|\n| {hand} x | **y** | |\n")
    assert isinstance(table, TextTable)
    assert (table.style, table.head_style) == (style("cell"), style("head"))
    assert [cell.align for cell in table.rows[1]] == ["left", "center", "right"]
    assert [cell.inlines for cell in table.rows[1]] == [(Icon("hand"), Run(" x")), (Run("y", bold=True),), ()]


@pytest.mark.parametrize("text", ["> a", "    a", "```\na\n```", "a ![](b)"])
def test_what_a_document_cannot_hold_is_reported_with_its_line(text: str) -> None:
    with pytest.raises(UnlocatedError, match="in line 3") as caught:
        parse(f"a\n\n{text}")
    assert caught.value.code == "E405"
