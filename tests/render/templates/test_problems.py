"""Where mistakes of templates are reported, and how often."""

import re
from pathlib import Path

import pytest
from lxml import etree

from cardgen.render.context import Subject
from cardgen.render.templates import problems
from cardgen.render.templates.errors import in_words
from cardgen.render.templates.xml_errors import explain_malformed
from cardgen.report.source import Span
from cardgen.report.xml_positions import TextRange
from tests.render.samples import SIZE, DrawingFixture

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ width }} {{ height }}">\n'
BOX = 'x="1" y="1" width="20" height="10"'


def draw(
    fixture: DrawingFixture, source: str, *, names: tuple[str, ...] = ("Dawn",), file: str = "face.svg.j2", **card
):
    """Draw a template for some cards; `<<` and `>>` in it mark where its mistake is expected."""
    wanted = None
    for path, text in {file: source}.items():
        if "<<" in text:
            before, marked, _ = re.split("<<|>>", text)
            wanted = (before.count("\n") + 1, len(before) - before.rfind("\n"), marked)
        (fixture.folder / path).write_text(text.replace("<<", "").replace(">>", ""), "utf-8")
    for number, name in enumerate(names):
        subject = Subject(f"card '{name}'", lambda field, line=number: Span("deck.yaml", line + 1, 5), "card")
        data = {"name": name, "cost": number, "number": number, "tags": ["a", "b"], **card}
        fixture.renderer.draw_side("face.svg.j2", {"card": data}, SIZE, 3, subject)
    return wanted


def shown(fixture: DrawingFixture) -> tuple[int, int, str]:
    """Return line, column and text that the only diagnostic points at."""
    (item,) = fixture.found.items
    assert item.span is not None
    line = Path(item.span.file).read_text("utf-8").splitlines()[item.span.line - 1]
    return item.span.line, item.span.column, line[item.span.column - 1 : item.span.end - 1]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        # what Jinja finds
        ("  {{ card.<<nmae>> }}\n", "E403"),
        ("  {{ 'a' ~ <<nmae>> }}\n", "E403"),
        ("{{ card.name |\n   <<uper>> }}\n", "E402"),
        ("  {% <<fro>> a in [1] %}{% endfor %}\n", "E402"),
        ("  {% if card.name is <<evil>> %}{% endif %}\n", "E402"),
        ("  <g fill=\"{{ <<'inc' | color>> }}\"/>\n", "E408"),
        ("  {{ <<1 / card.number>> }}\n", "E403"),
        ("  {% for tag in card.<<tgas>> %}{% endfor %}\n", "E403"),
        ("  {% for tag in card.tags %}\n    {{ tag }}{{ <<tga>> }}\n{% endfor %}\n", "E403"),
        # what is wrong with the SVG that comes out
        (f'  <<<card:txet>> {BOX} style="body"/>\n', "E405"),
        (f'  <card:text {BOX} <<stlye>>="body"/>\n', "E405"),
        (f'  <card:text {BOX} style="<<bdoy>>">a</card:text>\n', "E408"),
        (f'  <card:text {BOX}\n    style="body" color="<<inc>>">a</card:text>\n', "E408"),
        (f'  <card:text {BOX} style="body">a <b color="<<inc>>">b</b></card:text>\n', "E408"),
        (f'  <card:text {BOX} style="body">a <card:icon name="<<snu>>"/></card:text>\n', "E409"),
        (f'  <card:text {BOX} style="body">a <<<q>>>b</q></card:text>\n', "E405"),
        ('  <card:icon name="<<snu>>" x="1" y="1" size="3"/>\n', "E409"),
        ('  <card:icon name="sun" x="1" y="<<a>>" size="3"/>\n', "E405"),
        ('  <<<card:icon>> name="sun" x="1" size="3"/>\n', "E405"),
        ('  <g opacity="0.5"><card:icon name="sun" x="1" y="1" size="3" color="<<inc>>"/></g>\n', "E408"),
        ('  <card:bleed fill="<<papre>>"/>\n', "E408"),
        (f'  <image href="<<wied.svg>>" {BOX}/>\n', "E121"),
        (f'  <g><rect width="1"/><image href="<<wied.svg>>" {BOX}/></g>\n', "E121"),
        (f'  <image href="wide.svg" {BOX} preserveAspectRatio="<<cover>>"/>\n', "E405"),
        ('  <g>{% for i in [1, 2] %}<rect/>{% endfor %}</g>\n  <card:bleed fill="<<papre>>"/>\n', "E408"),
        ("  {% set tint = 'papre' %}\n  <card:bleed fill=\"{{ <<tint>> }}\"/>\n", "E408"),
        ('  {% if true %}\n  <card:bleed fill="<<papre>>"/>\n  {% endif %}\n', "E408"),
        ("  {# a\n  comment #}\n\n  <card:bleed {{ ' ' }}\n    fill=\"<<papre>>\"/>\n", "E408"),
        ('  <g>\n  <<<rectt>> width="9"/></g>\n', "W425"),
        ("  <<<g>>>Words</g>\n", "W425"),
        # what is no XML
        ("  <rect a='1' <<a>>='2'/>\n", "E405"),
        ("  <desc>Fish <<&>> chips</desc>\n", "E405"),
        ("  <<<crad:text>>/>\n", "E405"),
        ("  <<<>>!DOCTYPE x>\n", "E405"),
    ],
)
def test_a_mistake_is_reported_at_its_line_and_column(fixture, body, code):
    wanted = draw(fixture, f"{HEAD}{body}</svg>")
    found = fixture.found.items
    assert [item.code for item in found] == [code]
    assert shown(fixture) == wanted


def test_a_template_that_is_no_text_is_reported_at_its_first_wrong_byte(fixture):
    for data, place in ((b"\xef\xbb\xbfab\ncd\xff", (2, 3)), (b"\xef\xbb\xbfabc\xff", (1, 4)), (b"a\xff\n", (1, 2))):
        (fixture.folder / "face.svg.j2").write_bytes(data)
        fixture.renderer.environment.forget("face.svg.j2")
        fixture.found.items.clear()
        fixture.renderer.draw_side("face.svg.j2", {"card": {}}, SIZE, 3, Subject("card 'Dawn'"))
        (item,) = fixture.found.items
        assert (item.code, item.message) == ("E402", "template 'face.svg.j2' is not UTF-8 text")
        assert (item.span.line, item.span.column) == place


def test_after_many_distinct_mistakes_only_their_file_is_told(fixture, monkeypatch):
    """To find a place, a face is rendered again."""
    monkeypatch.setattr(problems, "_MAX_TRACED", 2)
    body = f'{HEAD}<card:text {BOX} style="{{{{ card.name }}}}">a</card:text></svg>'
    draw(fixture, body, names=("a", "b", "c"))
    fixture.renderer.environment.forget("face.svg.j2")
    draw(fixture, f"{HEAD}{{{{ card.name | safe }}}}</svg>", names=("<a>",))
    assert [(item.code, item.span.line) for item in fixture.found.items] == [
        *(("E408", 2), ("E408", 2), ("E408", 0), ("E405", 0)),
    ]


def test_each_mistake_of_a_face_is_told_with_the_file_where_no_place_is_looked_for(fixture, monkeypatch):
    monkeypatch.setattr(problems, "_MAX_TRACED", 0)
    draw(fixture, f'{HEAD}<card:bleed fill="papre"/><card:icon name="snu" x="1" y="1" size="3"/></svg>')
    assert [(item.code, item.span.line) for item in fixture.found.items] == [("E408", 0), ("E409", 0)]


def test_what_depends_on_the_piece_is_looked_for_once_whatever_its_words_are(fixture, monkeypatch):
    monkeypatch.setattr(problems, "_MAX_TRACED", 1)
    box = 'x="1" y="1" width="1" height="1"'
    body = f'{HEAD}<card:text {box} style="body">{{{{ card.name }}}}</card:text></svg>'
    draw(fixture, body, names=("Longish", "Even longer", "a b c d"))
    assert {(item.code, item.span.line) for item in fixture.found.items} == {("E406", 2)}
    assert len(fixture.found.items) > 1


def test_a_byte_order_mark_does_not_shift_the_column(fixture):
    draw(fixture, "\ufeff{{ card.nmae }}")
    assert shown(fixture)[:2] == (1, 9)


def test_lines_that_end_as_on_windows_do_not_shift_the_column(fixture):
    wanted = draw(fixture, f"{HEAD}  <g/>\r\n  {{{{ card.<<nmae>> }}}}\r\n</svg>")
    assert shown(fixture) == wanted


def test_a_mistake_in_a_macro_is_reported_there_with_the_place_that_calls_it(fixture):
    (fixture.folder / "macros.svg.j2").write_text(
        '{% macro ground(tint) %}\n  <card:bleed fill="{{ tint }}"/>\n  <card:bleed fill="papre"/>\n{% endmacro %}'
        "{% macro broken() %}\n{{ nothing }}{% endmacro %}"
    )
    draw(fixture, "{% import 'macros.svg.j2' as m %}" + HEAD + "  {{ m.ground('paper') }}</svg>")
    (item,) = fixture.found.items
    assert item.span.file.endswith("macros.svg.j2")
    assert (item.span.line, item.span.column) == (3, 21)
    fixture.found.items.clear()
    fixture.renderer.environment.cache.clear()
    draw(fixture, "{% import 'macros.svg.j2' as m %}" + HEAD + "  {{ m.broken() }}</svg>")
    (item,) = fixture.found.items
    assert item.span.file.endswith("macros.svg.j2") and (item.span.line, item.span.column) == (5, 4)
    note, place = item.notes[0]
    assert note == "used here" and place.file.endswith("face.svg.j2") and (place.line, place.column) == (2, 6)


@pytest.mark.parametrize("body", ["{{ card.nmae }}", '<card:bleed fill="papre"/>', "<g></b>", "{% fro %}"])
def test_a_mistake_is_told_once_with_the_first_card_and_the_number_of_others(fixture, body):
    draw(fixture, f"{HEAD}{body}</svg>", names=tuple(f"Card {number}" for number in range(54)))
    (item,) = fixture.found.items
    notes = [note for note, _ in item.notes]
    assert "card 'Card 0'" in notes[-2]
    assert item.notes[-2][1] == Span("deck.yaml", 1, 5)
    assert notes[-1] == "and 53 more cards"


def test_a_card_that_meets_a_mistake_twice_counts_once(fixture):
    draw(fixture, f"{HEAD}{{{{ card.nmae }}}}</svg>", names=("A", "A", "B", "B", "C"))
    assert [note for note, _ in fixture.found.items[0].notes] == ["while drawing card 'A'", "and 2 more cards"]


def test_two_mistakes_alike_are_two(fixture):
    draw(fixture, f'{HEAD}<card:bleed fill="a"/>\n<card:bleed fill="a"/></svg>', names=("A", "B"))
    assert [item.span.line for item in fixture.found.items] == [2, 3]
    assert all(item.notes[-1] == ("and 1 more card", None) for item in fixture.found.items)


def test_text_that_does_not_fit_is_told_for_each_card(fixture):
    body = f'  <card:text {BOX} style="body">{"word " * 99} {{{{ card.name }}}}</card:text>\n'
    draw(fixture, f"{HEAD}{body}</svg>", names=("A", "B", "C"))
    assert [item.code for item in fixture.found.items] == ["E406"] * 3
    assert {(item.span.line, item.span.column) for item in fixture.found.items} == {(2, 3)}
    assert [item.notes[0][0] for item in fixture.found.items] == [f"in <text body> of card '{name}'" for name in "ABC"]


def test_a_box_that_is_too_small_for_all_cards_is_not_told_for_each_of_them(fixture):
    body = f'  <card:text {BOX} style="body">{"word " * 99} {{{{ card.name }}}}</card:text>\n'
    draw(fixture, f"{HEAD}{body}</svg>", names=tuple(f"Card {number}" for number in range(54)))
    assert [item.code for item in fixture.found.items] == ["E406"] * 5
    assert fixture.found.items[-1].notes[-1][0].startswith("so it is with 49 more:")
    assert [len(item.notes) for item in fixture.found.items] == [1, 1, 1, 1, 2]


@pytest.mark.parametrize(("body", "code"), [("<rectt/>", "W425"), ("<rect a='1' a='2'/>", "E405")])
def test_what_cannot_be_looked_for_is_reported_with_its_file_alone(fixture, body, code):
    """The template is rendered again with marks, which make a text longer."""
    longer = "{% set text %}ab{% endset %}{% if text | length > 2 %}{{ nope }}{% endif %}"
    draw(fixture, f"{HEAD}{longer}{body}</svg>")
    (item,) = fixture.found.items
    assert (item.code, Path(item.span.file).name, item.span.line) == (code, "face.svg.j2", 0)


def test_of_cards_with_two_texts_that_do_not_fit_the_first_are_told_whole_and_the_others_counted(fixture):
    box = BOX.replace('y="1"', 'y="{{ loop.index }}"')
    text = f'<card:text {box} style="body">{{{{ word * 99 }}}} {{{{ card.name }}}}</card:text>'
    texts = f"{{% for word in ['one ', 'two '] %}}{text}{{% endfor %}}"  # both at one place of the template
    draw(fixture, f"{HEAD}{texts}</svg>", names=tuple("ABCDEFG"))
    told = [(item.subject, item.message[6:9], item.notes[0][0]) for item in fixture.found.items]
    assert told == [
        (f"card '{name}'", word, f"in <text body at 1, {y}> of card '{name}'")  # they have no other names
        for name in "ABCDE"
        for y, word in enumerate(("one", "two"), 1)
    ]
    assert [item.notes[1:] for item in fixture.found.items[:-1]] == [()] * 9
    more = "so it is with 2 more: make the box larger, or the text smaller, for all of them"
    assert fixture.found.items[-1].notes[1:] == ((more, None),)


def test_a_value_of_the_deck_in_a_text_of_the_template_is_where_the_text_does_not_fit(fixture):
    faction = Span("deck.yaml", 7, 9)
    fixture.renderer.written = lambda text, _characters: faction if "Long" in text else None
    body = f'<card:text {BOX} style="body">of the {{{{ card.faction }}}}</card:text><rect width="{{{{ card.cost + 1 }}}}"/>'
    draw(fixture, f"{HEAD}{body}</svg>", names=("A", "B", "C"), faction="Long " * 99)
    (item,) = fixture.found.items
    assert (item.code, item.span) == ("E406", faction)
    assert item.notes[0][0] == "this file says where it stands"
    assert item.notes[-1][0].startswith("so it is with 2 more")


def test_words_that_another_piece_states_too_are_told_where_the_piece_itself_states_them(fixture):
    others, own = Span("deck.yaml", 7, 9), Span("deck.yaml", 8, 9)
    fixture.renderer.written = lambda _text, _characters: others
    (fixture.folder / "face.svg.j2").write_text(
        f'{HEAD}<card:text {BOX} style="body">{"word " * 99}</card:text></svg>', "utf-8"
    )
    for place in (own, None):
        fixture.found.items.clear()
        subject = Subject("card 'Dawn'", lambda _: Span("deck.yaml", 1, 5), wrong=lambda _, _characters, at=place: at)
        fixture.renderer = fixture.renderer.renewed({}, fixture.found)
        fixture.renderer.draw_side("face.svg.j2", {"card": {}}, SIZE, 3, subject)
        assert [(item.code, item.span) for item in fixture.found.items] == [("E406", place or others)]


def test_a_mistake_of_the_template_is_not_reported_at_the_deck(fixture):
    wanted = draw(fixture, f'{HEAD}<card:text from="name" {BOX} style="<<bdoy>>">a</card:text></svg>')
    assert shown(fixture) == wanted


def test_a_tag_that_is_not_closed_is_named_with_the_place_where_it_begins(fixture):
    draw(fixture, f"{HEAD}<g>\n<b>\n</g>\n</svg>")
    (item,) = fixture.found.items
    assert item.message == "output of the template is not well-formed XML: <b> ends with </g>"
    assert (item.span.line, item.span.column) == (4, 1)
    note, place = item.notes[0]
    assert (note, place.line, place.column) == ("it begins here", 3, 1)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("a [[&]]", "xmlParseEntityRef: no name"),
        ("a [[&]] b & c</svg>", "xmlParseEntityRef: no name"),
        ("&amp; [[&amp]] b</svg>", "entityRef: expecting ';'"),
        ("a &lt; [[&nbsp;]] b &more;</svg>", "entity 'nbsp' not defined"),
        ("{{<g}}>[[</svg>]]</g>", "<g> ends with </svg>"),
        ("<g/><g></g>{{<g}} id='a'>[[</svg >]]<g></g></svg>", "<g> ends with </svg>"),
        ("\n{{<g}}>\n<g></g>\n[[</svg>]]\n<g></svg>", "<g> ends with </svg>"),
        ("\n<g\n>{{<g}}\n><g/>\n[[</svg>]]", "<g> ends with </svg>"),
        ("<card:box></card:box>{{<card:text}}>[[</card:box>]]</svg>", "<text> ends with </box>"),
        ("{{<card:box}}>[[</text\n>]]</box></svg>", "<box> ends with </text>"),
        ("<g></g>[[<g]]>", "<g> is not closed"),
        ("<g></g>[[<card:text]]>", "<text> is not closed"),
        ("<g/><g x='1' [[x]] = '2' rx='x=3'\n/><g x='1' x='2'/></svg>", "attribute 'x' is stated twice"),
        ("<text card:at='x=1' x='2' [[x]]='3'>", "attribute 'x' is stated twice"),
        ("<g/><text [[a:x]]='a'/><a:b/></svg>", "the namespace prefix 'a' is not declared"),
        ("<text id='b:c'/>[[<b:c]]/></svg>", "the namespace prefix 'b' is not declared"),
    ],
)
def test_what_is_not_well_formed_is_marked_with_the_element_that_is_not_closed(body, message):
    whole = f"<svg xmlns:card='urn:cardgen'>{body}"
    text = re.sub(r"\[\[|\]\]|\{\{|\}\}", "", whole)
    with pytest.raises(etree.XMLSyntaxError) as caught:
        etree.fromstring(text)
    found = explain_malformed(caught.value, text)

    def marked(left: str, right: str) -> TextRange | None:
        parts = whole.partition(left)[0], whole.partition(left)[2].partition(right)[0]
        start, length = (len(re.sub(r"\[\[|\]\]|\{\{|\}\}", "", part)) for part in parts)
        return TextRange(start, start + length) if left in whole else None

    assert (found.message, found.place, found.begins) == (message, marked("[[", "]]"), marked("{{", "}}"))


@pytest.mark.parametrize(
    ("body", "expected", "hint"),
    [
        ("{{ card.nmae }}", "one of: name, cost, number, tags", "did you mean 'name'?"),
        ("{{ 1 | rond }}", "one of: ", "did you mean 'round'?"),
        ("{% fore x in y %}", "one of: block, ", "did you mean 'for'?"),
        ("<crad:text/>", "", "did you mean 'card'?"),
        ("<desc>&nbsp;</desc>", "", "write &amp; for & and &lt; for <; {{ }} escapes the text of a card"),
        ("{{ card.name card }}", "", "put an operator or a comma between the two, or close it with '}}'"),
    ],
)
def test_a_mistake_comes_with_what_would_be_right(fixture, body, expected, hint):
    draw(fixture, f"{HEAD}{body}</svg>")
    (item,) = fixture.found.items
    assert item.expected.startswith(expected)
    assert item.hints == (hint,)


@pytest.mark.parametrize(
    ("body", "message", "expected", "hints"),
    [
        ("{% for x in [1] %}", "'for' is not closed", "'endfor'", ()),
        ("{% if 1 %}{% for x in [1] %}{% endfor %}", "'if' is not closed", "'endif'", ()),
        ("{% if 1 %}{% else %}", "'if' is not closed", "'endif'", ()),
        ("{% if 1 %}{% fore %}", "unknown statement 'fore'", "one of: block, ", ("did you mean 'for'?",)),
        ("{% if 1 %}{% endifs %}", "'endifs' stands where 'if' is open", "one of: elif, else, endif", ("did you mean 'endif'?",)),
        ("{% if 1 %}{% for x in [1] %}{% endif %}", "'endif' stands where 'for' is open", "one of: endfor, else", ("did you mean 'endfor'?",)),
        ("{% macro m() %}{% elif 1 %}", "'elif' stands where 'macro' is open", "one of: endmacro", ()),
        ("{% endif %}", "'endif' closes no statement", "", ()),
        ("{% else %}", "'else' closes no statement", "", ()),
        ("{{ (1", "it ends too early, expected ')'", "", ()),
        ("{{ 1", "it ends too early, expected '}}'", "", ("close the expression with '}}'",)),
        ("{% if 1", "it ends too early, expected '%}'", "", ("close the statement with '%}'",)),
        ("{{ 1 | }}", "expected a name, not '}}'", "", ()),
    ],
)  # fmt: skip
def test_what_is_not_closed_is_named(fixture, body, message, expected, hints):
    draw(fixture, f"{HEAD}{body}")
    (item,) = fixture.found.items
    assert item.message == f"template syntax: {message}"
    assert item.expected.startswith(expected) and bool(item.expected) == bool(expected)
    assert item.hints == hints


def test_a_namespace_that_is_not_declared_comes_with_its_declaration(fixture):
    draw(fixture, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 50">\n <card:bleed/></svg>')
    (item,) = fixture.found.items
    assert item.message.endswith("the namespace prefix 'card' is not declared")
    assert item.hints == ('write <svg xmlns:card="urn:cardgen" ...>',)
    assert (item.span.line, item.span.column) == (2, 2)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("'>' not supported between instances of 'NoneType' and 'int'", "'>' cannot compare nothing with a number"),
        ("'<' not supported between instances of 'Markup' and 'float'", "'<' cannot compare a text with a number"),
        ("unsupported operand type(s) for -: 'list' and 'int'", "'-' cannot be used with a list and a number"),
        ("something else", "something else"),
    ],
)
def test_values_that_do_not_go_together_are_told_without_names_of_python(message, words):
    assert in_words(TypeError(message)) == words


def test_of_many_problems_of_a_face_the_first_are_told_and_the_others_counted(fixture):
    draw(fixture, HEAD + f'  <card:text {BOX} style="bdoy">a</card:text>\n' * 70 + "</svg>")
    assert [item.more for item in fixture.found.items if item.code == "E408"][-1] == 20


def test_a_character_that_no_font_has_is_told_where_it_is_written_whatever_the_field_says(fixture):
    (fixture.folder / "face.svg.j2").write_text(
        f'{HEAD}<card:text from="name" {BOX} style="body">a \u4e2d</card:text></svg>', "utf-8"
    )
    for word in (Span("deck.yaml", 9, 3), None):
        fixture.found.items.clear()
        subject = Subject(
            f"card '{word}'",
            lambda _: Span("deck.yaml", 1, 5),
            wrong=lambda _, characters, word=word: word if characters else None,
        )
        assert fixture.renderer.draw_side("face.svg.j2", {"card": {"name": "a", "word": str(word)}}, SIZE, 3, subject)
        (found,) = fixture.found.items
        assert (found.code, found.span) == ("E407", word or Span("deck.yaml", 1, 5))
        fixture.renderer = fixture.renderer.renewed({}, fixture.found)
