"""What is said of broken templates, and what filters and the parts of a card give, as recorded.

The other files of this folder say why they are right; here no word and no column may change unseen.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from cardgen.geometry.focus import parse_focus
from cardgen.model.deck import ChoiceWord, LocalizedText, PictureReference
from cardgen.render.context import Subject
from cardgen.render.templates.card_parts import sort_parts
from cardgen.render.templates.errors import OverBudgetError, in_words, to_diagnostic
from cardgen.render.templates.localization import LocalizedString, fill_placeholders, in_language, localized, titled
from cardgen.render.templates.part_texts import part_text
from cardgen.render.templates.positions import TemplateText, pack, span_of_expression, unpack, whole_name, with_columns
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Span
from cardgen.report.xml_positions import TextRange
from tests.recorded import check_recorded
from tests.render.samples import SIZE, DrawingFixture

from .test_problems import BOX, HEAD

OTHERS = {
    "macros.svg.j2": "{% macro ground(tint) %}\n  <card:bleed fill=\"{{ tint }}\"/>\n{% endmacro %}{% macro broken() %}\n{{ nothing }}{% endmacro %}{% macro tinted() %}{{ 'inc' | color }}{% endmacro %}",
    "part.svg.j2": "\n{{ card.nmae }}",
    "empty.svg.j2": "",
}
LONG = "word " * 99
BROKEN = (
    "{{ card.nmae }}", "{{ 'a' ~ nmae }}", "{{ card.name |\n   uper }}", "{% fro a in [1] %}{% endfor %}", "{% if card.name is evil %}{% endif %}",
    "{% if false %}{{ 1 | nope }}{% endif %}", "{% if true %}{{ 1 | nope }}{% endif %}", "<g fill=\"{{ 'inc' | color }}\"/>", "{{ 1 / card.number }}", "{{ [] | first }}", "{{ ('a' if card.number) + 'b' }}", "{% for tag in card.tags %}{{ loop.previtem + tag }}{% endfor %}", "{{ card.tags[9] }}",
    "{% for tag in card.tgas %}{% endfor %}", "{{ card['nmae'] }}", "{{ widht }}", "{{ card.name.upr() }}", "{{ none + 1 }}", "{{ card.name < 3 }}", "{{ -card.name }}", "{{ 1(2) }}",
    "{{ card.name card }}", "{{ card.name }", "{% if 1 }x{% endif %}", "{% for x in [1] %}", "{# open", "{{ 1 % }}", "{{ (1 }}", "{% endfor %}", "{{ 'a }}", "{{ 1 | round(1, 2, 3, 4) }}",
    "{% include 'nope.svg.j2' %}", "{% include 'macro.svg.j2' %}", "{% include 'part.svg.j2' %}", "{% import 'macros.svg.j2' as m %}{{ m.broken() }}", "{% from 'macros.svg.j2' import grund %}{{ grund('a') }}",
    "{% import 'macros.svg.j2' as m %}{{ m.nope() }}", "{% import 'macros.svg.j2' as m %}{{ m.ground('papre') }}", "{% import 'macros.svg.j2' as m %}{{ m.ground() }}", "{% import 'macros.svg.j2' as m %}\n{{ m.tinted() }}", "{%+ if nmae %}{% endif %}", "{{ ''.__class__ }}", "{% include '../x' %}",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}", "{{ 'a' * 10 ** 9 }}", "{{ " + "(" * 500 + "1" + ")" * 500 + " }}", "{{ nothing.a.b }}",
    "{{ caller() }}", "{% extends 'part.svg.j2' %}", "{{ card.tags | sum('x') }}", "{{ text_width('a', 'nope') }}", "{{ rich }}", "{{ 'x' | rich(1) }}", "{{ card | parts }}", "{{ card | part_text('nope') }}",
    f'<card:txet {BOX} style="body"/>', f'<card:text {BOX} stlye="body"/>', f'<card:text {BOX} style="bdoy">a</card:text>', f'<card:text {BOX}\n    style="body" color="inc">a</card:text>',
    f'<card:text {BOX} style="body">a <b color="inc">b</b></card:text>', f'<card:text {BOX} style="body">{LONG}{{{{ card.name }}}}</card:text>', f'<card:text from="name" {BOX} style="body">{LONG}</card:text>',
    f'<card:text from="name" {BOX} style="bdoy">a</card:text>', f'<card:text {BOX} style="body">\u0915</card:text>', '<card:icon name="sun" x="1" size="3"/>', '<g opacity="0.5"><card:icon name="sun" x="1" y="1" size="3" color="inc"/></g>',
    '<card:bleed fill="papre"/>\n<card:bleed fill="papre"/>', f'<image href="wied.svg" {BOX}/>', '<g>{% for i in [1, 2] %}<rect/>{% endfor %}</g>\n  <card:bleed fill="papre"/>', "{% set tint = 'papre' %}\n<card:bleed fill=\"{{ tint }}\"/>",
    "<card:bleed fill=\"pa{{ 'pre' }}x\"/>", "<card:bleed fill=\"pa{{ 'pre' }}\" {{ '' }}/>", "<card:bleed {{ ' ' }}\n    fill='papre'/>", "<card:bleed {{ 'fill=\"papre\"' | safe }}/>", "<g>\n  <rectt width='9'/></g>", "<g>Words</g>",
    "<rect a='1' a='2'/>", "<rect a='1'\n b='1' a='{{ 2 }}'/>", "<desc>Fish & chips</desc>", "<desc>&nbsp;</desc>", "<desc>a < b</desc>", "<crad:text/>", "<foo:text/>", "<xlink:a/>", "<!DOCTYPE x>", "<g>\n<b>\n</g>", "<g>", "</g>", "<g>\u00e9\u00e9 & x</g>",
    "<g a=1/>", "<g a='1'b='2'/>", "<g a='<'/>", "<1/>", "<g a='\u00e9' b='\u4e00' c=/>", "\x01", "</svg>\n<g/>", "<g>\n\n</ g>", "<a:b/>", "{{ '\ud800' }}", "<g>{% if true %}</b>{% endif %}",
    f'<card:text {BOX} style="bdoy">a</card:text>\n' * 53, f'<card:text {BOX} style="">a</card:text>', f'<card:text from="name" {BOX} style="body">\u0915</card:text>',
    *(f'{begin}<card:text x="1" y="2" width="20" height="10" rotate="{turn}" style="body">{LONG}</card:text>{end}' for begin, end in (("", ""), ("<g>", "</g>"), ('<g id="a"><g>', "</g></g>")) for turn in ("90", "-30")),
    f'<card:text from="name" x="1" y="2" width="20" height="0" style="body">{LONG}</card:text>', f'<card:text x="1" y="2" width="0" height="9" style="body">{LONG}</card:text>',
)  # fmt: skip
HEADS = (
    "",
    " ",
    "words",
    "<svg>",
    "<svg",
    "<svg\n  width='4",
    "<svg><!-- words\n",
    "<svg viewBox='0 0 40 50'><card:bleed/></svg>",
    "{% if false %}<svg/>{% endif %}",
    "<?xml version='1.0'?>\n\n<svg/>",
    "<svg/>\n<svg/>",
)


def test_what_is_said_of_broken_templates(fixture: DrawingFixture) -> None:
    for name, text in OTHERS.items():
        (fixture.folder / name).write_text(text)
    check_recorded(
        Path(__file__).with_name("messages.txt"), (line for source in sources() for line in said(fixture, *source))
    )


def sources() -> Iterator[tuple[str, str, list[Subject]]]:
    def subject(name: str, at: int, role: str = "card") -> Subject:
        return Subject(
            f"{role} '{name}'",
            lambda field: Span("deck.yaml", at, 9 if field else 5),
            role,
            f"cards/{name}",
            is_back=at == 3,
        )

    one = [subject("Dawn", 1)]
    yield from ((body, f"{HEAD}  {body}</svg>", one) for body in BROKEN)
    yield from ((whole, whole, one) for whole in HEADS)
    few = [subject(f"C{at}", at) for at in range(1, 9)]
    mixed = [*few[:2], few[1], subject("Pawn", 9, "token"), Subject("page")]
    tall = f'<card:text {BOX} style="body">{LONG}{{{{ card.name }}}}</card:text>'
    for body in (
        tall,
        '<card:bleed fill="a"/>\n<card:bleed fill="a"/><g>Words</g>',
        "{{ card.nmae }}",
        "<g></b>",
        f'<card:text {BOX} style="body">{LONG}{{{{ card.said }}}}</card:text>',
    ):
        for subjects in (few[:5], few, [*few[:6], few[2], few[6]], mixed, few[:2]):
            yield f"{body} for {len(subjects)}", f"{HEAD}{body}</svg>", subjects


def said(fixture: DrawingFixture, title: str, source: str, subjects: list[Subject]) -> Iterator[str]:
    yield f"== {title[:120]}".replace("\n", " ").encode("utf-8", "replace").decode()
    template = f"t{len([*fixture.folder.iterdir()])}.svg.j2"
    (fixture.folder / template).write_text(source, "utf-8", errors="surrogatepass")
    fixture.renderer = fixture.renderer.renewed(fixture.renderer.shared, Collector())
    fixture.renderer.written = lambda text, _characters: Span("words.yaml", 7, 9) if "Said" in text else None
    for number, subject in enumerate(subjects):
        data = {"name": subject.name, "cost": number, "number": 0, "tags": ["a", "b"], "said": "Said"}
        fixture.renderer.draw_side(template, {"card": data}, SIZE, 3, subject)
    items = fixture.renderer.diagnostics.items
    for item in items if len(items) < 20 else (*items[:2], *items[-2:]):
        message = _OF_LIBRARIES.sub(
            r"\1 ...", item.message
        )  # other releases of Jinja, lxml and Python have other words
        words = f"{item.code} {message} | {item.expected[:60]} | {' '.join(item.hints)} | {at(item.span)} | {item.subject} {item.spot} {item.measure and round(item.measure, 2)} {item.more}"
        yield _NAME.sub("face.svg", words).replace("\n", " ")
        yield from (f"  {note} {at(place)}" for note, place in item.notes)


_NAME = re.compile(r"\bt\d+\.svg")
_OF_LIBRARIES = re.compile(
    r"(template fails:|template syntax:(?! unknown)|not well-formed XML:"
    r"(?! it is empty| it declares| <| attribute .* twice| the namespace prefix)) .*",
    re.DOTALL,
)


def at(span: Span | None) -> str:
    return f"{_NAME.sub('face.svg', Path(span.file).name)}:{span.line}:{span.column}-{span.end}" if span else "nowhere"


def test_exceptions_in_words() -> None:
    errors: tuple[Exception, ...] = (
        *(TypeError(f"'{sign}' not supported between instances of '{one}' and '{other}'") for sign, one, other in (("<", "NoneType", "int"), (">=", "UserString", "PlaceReference"), ("<", "CardId", "complex"), ("<", "tuple", "dict"), ("<", "bool", "list"))),
        TypeError("unsupported operand type(s) for ** or pow(): 'str' and 'float'"), TypeError("bad operand type for unary -: 'str'"), TypeError(), ValueError("'<' not supported between instances of 'int' and 'str'"), ValueError(""),
        TypeError("unsupported operand type(s) for +: 'NoneType' and 'int'"),
    )  # fmt: skip
    told = [f"{in_words(error)} {to_diagnostic(error, 't.j2')}" for error in errors]
    more = [
        RecursionError(),
        MemoryError(),
        OverflowError(),
        OverBudgetError("Takes too long."),
        ValueError("One.\nTwo."),
        ValueError("A b"),
        ValueError("x" * 300),
        SyntaxError("Bad thing."),
        jinja2.TemplateRuntimeError("No filter named 'nope' found."),
        jinja2.TemplateSyntaxError("No test named 'evil'.", 3),
    ]
    told += [f"{type(error).__name__} {to_diagnostic(error, 't.j2')}" for error in more]
    check_recorded(Path(__file__).with_name("exceptions.txt"), told)


# Positions


TEMPLATE = "{{ a }}\n  <g {{- b.cost + cost -}} c='{%- if d -%}'>\n   \n{{ open\nx {% for e in\n  f.cost %} {{ '}}' }} plain  \n\t{{g}}"
BOXES = "boxes:\n  - name: first\n    text: Hello\n  - {name: second}\n    \n  - name: third\n    when: first\n"


def test_positions_in_templates(tmp_path: Path) -> None:
    for name, text in (
        ("t.j2", TEMPLATE),
        ("crlf.j2", TEMPLATE.replace("\n", "\r\n")),
        ("b.face.yaml", BOXES),
        ("none.j2", ""),
    ):
        (tmp_path / name).write_bytes(text.encode())
    told = []
    for name in ("t.j2", "crlf.j2", "b.face.yaml", "none.j2", "gone.j2"):
        file = str(tmp_path / name)
        source = TemplateText(file)
        for line in range(9):
            for column in (0, 1, 4, 6, 9, 22, 40):
                number = pack(line, column) if column else line
                found = source.expression(line, column)
                names = [at(span_of_expression(file, number, word)) for word in ("", "cost", "first", "b.", "nope")]
                told.append(
                    f"{name} {line}:{column} {source.offset(line, column)} {source.text[found.start : found.end]!r} {at(source.span(found)) if source.text else ''} {names} {whole_name(file, number, 'cost')} {whole_name(file, number, 'ost')}"
                )
            told.append(
                f"box {[source.box(line, word) and at(source.box(line, word)) for word in ('', 'first', 'Hello', 'nope')]}"
            )
        everything = TextRange(0, len(source.text))
        told += [
            f"{word} {source.word(word, everything)}" for word in ("cost", "ost", "b", "b.", "+ cost", "x {%", "g")
        ]
    told += [
        f"{number} {unpack(number)}"
        for number in (0, 7, pack(1, 1), pack(3, 0), pack(9, 16_383), pack(9, 16_384), pack(2**20, 5))
    ]
    tokens = [
        (1, "a", "{{"),
        (1, "b", "x\r"),
        (1, "c", "lost"),
        (1, "d", "}}"),
        (1, "e", "\n\n"),
        (1, "f", "{{"),
        (1, "g", "y"),
    ]
    told += [
        f"{unpack(number)} {kind} {value!r}"
        for number, kind, value in with_columns(tokens, "\n {{ x\r\n }}\r\n\r\n{{\ny")
    ]
    check_recorded(Path(__file__).with_name("positions.txt"), told)


# Parts of a card and filters


def word(name: str, **titles: str) -> ChoiceWord:
    return ChoiceWord(name, LocalizedText(titles), "en")


CARDS: tuple[dict[str, Any], ...] = (
    {}, {"id": "a7"}, {"name": "Dory", "text": "Sail.", "type": "Ship", "cost": 3, "flavor": "Ahoy.", "suit": "Stars", "rank": 2},
    {"name": "N", "rules": "Go.", "text": "", "effect": "Also.", "class": "old_ship", "subtype": "Sub", "price": "12", "mana": "1234", "suit": "hearts", "rank": 11},
    {"name": "N", "cost": "a lot of it", "mana": 2, "type": ["a", "b"], "art": "plain words", "suit": word("coin", en="Coins"), "rank": "Queen"},
    {"crew": 2, "swift": True, "leaky": False, "traits": ["royal", "old_ship", 3, None], "home": {"name": "Old Quay"}, "port": {"id": "x"}, "odd": {"a": 1}, "note": None, "empty": [], "zero": 0},
    {"wording": "Move every ship that has not been moved.\nThen rest.", "more": "A second text that is long enough.", "shade": "#C0392B", "keywords": "a; b ,c|d|", "artist": "Ada", "edition": 2},
    {"art": PictureReference("dory.png", parse_focus("top")), "map": PictureReference("b.png"), "sign": "coin", "badge": "sun", "photo": "c.png"},
    {f"n{number}": number for number in range(8)}, {"a very long title of a number": 1, "b": 123456, "c": "+2"}, {"one two three": 1, "second_title": 2}, {"n2nd": "x", "n2": "y", "_": "z", "-5": -5},
    {"price": 3.0, "rank": 1, "suit": "spades", "name": "Ace of spades"}, {"name": "One of clubs", "rank": "1", "suit": "clubs", "cost": ""}, {"rank": 13, "suit": "sun", "id": "k1"}, {"rank": 12, "suit": "", "type": word("coin", en="Trader")},
    {"tags": ("x_y", "Z"), "list": ["p_q", word("cook", en="cook")], "guild": word("cook", en="cook"), "type": "Sea Monster", "set": "Base", "credit": "Bob"},
    {"name": "N", "text": "Go.", "on_loss": "Lose two cards, then draw as many as are left.", "on_win": "Draw a card from the pile of another player.", "crew": 2, "home": "Quay", "flavor": "Ahoy."},
    {"name": "9 of coins", "suit": "coin", "rank": 9, "power": "-3", "half": "1/2", "pct": "10%", "x": "X", "size": "2 players", "big": 12345},
)  # fmt: skip
FIELDS = [
    *({"name": name, "title": title, "type": type_} for name, title, type_ in (
        ("crew", "Crew", "integer"), ("swift", "Swift!", "boolean"), ("home", "", "reference"), ("wording", "Wording", "rich"), ("map", "Map", "picture"), ("sign", "Sign", "icon"), ("badge", "Badge", "icon"),
        ("list", "List", "list"), ("guild", "Guild", "choice"), ("power", "Power", "text"), ("zero", "Zero", "integer"), ("photo", "Photo", "text"),
    )),
    {"name": "more", "title": "More", "type": "text", "printed": False},
]  # fmt: skip
WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"suits": False},
    {"playing": True, "numbers": ["crew", "price"]},
    {"playing": True, "numbers": ("power",)},
    {"apart": ["crew", "wording", "map", "n3", "sign"]},
)


def test_parts_of_cards() -> None:
    check_recorded(Path(__file__).with_name("parts.txt"), parts_of_cards())


def parts_of_cards() -> Iterator[str]:
    usual = {name: value for name, value in sort_parts({}, (), lambda _: False).items() if not value}
    for card in CARDS:
        yield f"== {card}"
        for way in WAYS:
            for fields in ((), FIELDS):
                found = sort_parts(
                    card, fields, lambda name: name in ("coin", "sea_monster", "sun", "hearts", "spade"), **way
                )
                yield f"{way} {len(fields)}: " + "; ".join(
                    f"{name} {value}"
                    for name, value in found.items()
                    if value != usual.get(name, value) or name not in usual
                )
        for name in ("kind", "type", "tags", "credits", "body", "titled", "rest", "facts"):
            yield f"  {name}: {part_text(sort_parts(card, FIELDS, lambda _: False), name, Markup)}"


def test_filters_and_languages(fixture: DrawingFixture) -> None:
    ships = [
        {"name": "a", "cost": 3, "copies": 2, "crew": ["x", "y"], "home": {"id": "l"}},
        {"name": "B", "cost": None, "copies": 1, "crew": [{"id": "x"}], "home": None},
        {"name": "b", "cost": 1, "crew": "x", "home": {"id": "l"}},
    ]
    sources = [
        *("ships | sum('cost')", "[1, none, 2] | sum", "ships | sum('cost', 5)", "ships | max('cost')", "ships | min('cost')", "(ships[:1] | max(attribute='cost')).name", "['a', 'B'] | max", "['a', 'B'] | max(true)", "[] | max"),
        *("ships | unique('name') | join('/')", "['b', 'B', 'b'] | unique | join('/')", "['b', 'B', 'b'] | unique(true) | join('/')", "ships | unique(attribute='name') | map(attribute='cost') | join('/')", "(ships | counts('crew')).x", "(ships | counts('crew')).y", "ships | counts('crew') | length", "(ships | counts('home')).l", "(ships | counts('home'))[none]", "(ships | counts('cost'))[3]"),
        *("(ships | groups('home')).l | length", "(ships | groups('home'))[none][0].name", "(ships | groups('name')) | join('/')", "name | in_language('pt')", "name | in_language('')", "word | in_language('pt')", "3 | in_language('pt')", "[word, 'a'] | titled | join('/')", "word | titled", "3.0 | shown"),
        *("-2.5 | string | shown", "[1, word, '-3'] | shown", "'{n} {m}' | fill(n=3)", "'has_icon' | has_icon", "'sun' | has_icon", "'a' | text_width('body') > 1", "'Say' | text_height('body', 20) > 2", "('a b' | text_height('body', 20, 2)) > ('a b' | text_height('body', 20))", "(('a ' * 30) | text_height('body', 20)) > (('a ' * 30) | text_height('body', 40))", "('a' * 9) | text_height('body', 1) > 0", "('a b' | text_width('body')) > ('ab' | text_width('body'))", "('\u4e2d' | text_width('body')) > 1"),
        *("'primary' | readable", "'paper' | readable", "'primary' | readable(on='ink')", "'ink' | readable", "('<b>' | text_height('body', 20)) > 2", "'<x>' | safe | text_height('body', 20)", "('7' | qr).side", "'cost' | is_stated(ships[1])", "'crew' | is_stated(ships[1])", "icon_names() | length", "'a & {sun}' | rich", "{'text': 'x', 'cost': 1} | parts([]) | part_text('rest')"),
    ]  # fmt: skip
    values = {
        "ships": ships,
        "name": localized(LocalizedText({"en": "Hawk", "pt": "Gavi\u00e3o"}), "en"),
        "word": localized(word("coin", en="Coin", pt="Moeda"), "pt"),
    }
    told = []
    for number, source in enumerate(sources):
        (fixture.folder / f"f{number}.md").write_text(f"{{{{ {source} }}}}")
        fixture.found.items.clear()
        said = fixture.renderer.render_markup(f"f{number}.md", {**values, "card": {}, "kind": {}}, Subject("x"))
        told.append(f"{source}: {said!r} {[item.message for item in fixture.found.items]}")
    text = LocalizedText({"en": "Sun", "pt": "Sol"})
    for language in ("en", "pt", "pt-BR", "de"):
        found = localized(
            {
                "a": text,
                "b": [text, (text, 3)],
                "c": word("x", en="Ex", pt="Xis"),
                "d": LocalizedText({"en": "One"}),
                "e": {"f": {text.in_language("pt")}},
                "g": PictureReference("p.png"),
            },
            language,
        )
        told.append(
            f"{language} {found} {[type(each).__name__ for each in found.values()]} {titled(found['c'])} {in_language(found['a'], 'pt')} {isinstance(found['a'], LocalizedString)}"
        )
    told += [
        f"{text!r} {fill_placeholders(text, n=1, name='{n}')!r}"
        for text in ("{n}", "{n} {name} {m}", "{{n}}", "{ n }", "{N}", "n", "")
    ]
    check_recorded(Path(__file__).with_name("filters.txt"), told)
