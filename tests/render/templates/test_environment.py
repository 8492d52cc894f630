"""Templates may come from strangers: none reaches anything but its data, none takes more than its share."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from jinja2 import nodes, pass_context

from cardgen.geometry.focus import parse_focus
from cardgen.model.deck import ChoiceWord, LocalizedText, PictureReference
from cardgen.processes import limits
from cardgen.read.search_path import SearchPath
from cardgen.render.templates import budget, environment, instrumentation
from cardgen.render.templates.environment import Environment
from cardgen.render.templates.errors import HINTS_OF_NOTHING, OverBudgetError, TemplateError, in_words, to_diagnostic
from cardgen.render.templates.filters import add_filters
from cardgen.report.diagnostics import Diagnostic

CARD = {"name": "Dojo", "items": "three", "tags": ["a", "b"], "flavor": None}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "templates"
    (home / "sub").mkdir(parents=True)
    (home / "latin.j2").write_bytes(b"caf\xe9")
    (home / "other.j2").write_text("{% macro twice(x) %}\n{{ x }}{{ x }}{% endmacro %}{% set two = 2 %}inside")
    (home / "bad.j2").write_text("{% macro broken() %}\n\n{{ 1 / 0 }}\n{% endmacro %}")
    return home


@pytest.fixture
def fill(folder: Path):
    def fill(source: str, name: str = "t.j2", **more: object) -> str:
        (folder / name).write_text(source, "utf-8")
        env = Environment(SearchPath(folder, [folder]).find_template)
        return env.render_template(name, {"card": CARD, "width": 40, **more})

    return fill


@pytest.fixture
def error(fill):
    def error(source: str, **more: object) -> Diagnostic:
        with pytest.raises(TemplateError) as caught:
            fill(source, **more)
        return caught.value.diagnostic

    return error


@pytest.mark.parametrize(
    "source",
    [
        "{{ ''.__class__ }}", "{{ ''['__class__'] }}", "{{ ['']|map(attribute='__class__')|list }}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}", "{{ dict.mro() }}", "{{ dict.fromkeys('ab') }}",
        "{{ cycler.__init__.__globals__ }}", "{{ '{0.__class__}'.format(1) }}", "{{ '{:>900000000}'.format(1) }}",
        "{{ '{a}'.format_map({'a': 1}) }}", "{{ '%s' % 1 }}", "{{ '%900000000d' % 1 }}",
        "{{ (1).to_bytes(900000000, 'big') }}", "{% macro m() %}{% endmacro %}{{ m._func }}",
        "{% macro m() %}{% endmacro %}{{ m.name }}", "{{ self._TemplateReference__context }}",
        "{% for x in [1] %}{{ loop._iterator }}{% endfor %}", "{{ card.pop('name') }}", "{{ [].append(1) }}",
        "{% set n = namespace(a=1) %}{{ n | string }}", "{% set n = namespace(a=1) %}{{ [n] | length }}",
        "{% import 'other.j2' as m %}{{ m ~ '' }}",
    ],
)  # fmt: skip
def test_insides_of_python_are_out_of_reach(error, source):
    found = error(source)
    assert (found.code, found.span.line) == ("E411", 1)


@pytest.mark.parametrize(
    "source",
    [
        "{{ __import__('os') }}", "{% macro m() %}{% endmacro %}{{ m.__globals__ }}", "{{ range.__self__ }}",
        "{{ lipsum() }}", "{{ config }}", "{{ card.name() }}", "{{ [1] }}", "{{ card }}", "{{ card.flavor }}",
        "{{ range }}", "{% set n = namespace() %}{{ n }}", "{% include 5 %}", "{{ 'a' | round }}",
    ],
)  # fmt: skip
def test_what_is_not_there_or_cannot_be_printed_fails(error, source):
    assert error(source).code == "E403"


@pytest.mark.parametrize("name", ["attr", "center", "indent", "format", "tojson", "batch", "slice", "pprint", "urlize"])
def test_filters_that_could_do_harm_are_not_there(error, name):
    found = error(f"\n{{{{ 'a' | {name} }}}}")
    assert (found.code, found.span.line) == ("E402", 2)
    assert found.message == f"template syntax: unknown filter '{name}'"


NINETY_NINE = "{%% set ns = namespace(x='ab') %%}{%% for i in range(99) %%}%s{%% endfor %%}{{ ns.x | length }}"


@pytest.mark.parametrize(
    "source",
    [
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "{% for a in range(99999) %}{% for b in range(99999) if false %}{% endfor %}{% endfor %}",
        "{% for a in range(10 ** 9) %}{% endfor %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
        "{% macro m() %}{{ caller() }}{% call m() %}{% endcall %}{% endmacro %}{% call m() %}{% endcall %}",
        "{% include 't.j2' %}",
        "{% include 't.j2' %}{% include 't.j2' %}",
        "{% import 't.j2' as t %}",
        "{% extends 't.j2' %}",
        "{% block a %}{{ self.a() }}{% endblock %}",
        "{% block a %}{{ self.a() }}{{ self.a() }}{% endblock %}",
        "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}",
        NINETY_NINE % "{% set ns.x = ns.x ~ ns.x %}",
        NINETY_NINE % "{% set ns.x = ns.x + ns.x %}",
        NINETY_NINE % "{% set ns.x = ns.x * 2 %}",
        NINETY_NINE % "{% set ns.x %}{{ ns.x }}{{ ns.x }}{% endset %}",
        NINETY_NINE % "{% set ns.x %}{% filter upper %}{{ ns.x }}{{ ns.x }}{% endfilter %}{% endset %}",
        NINETY_NINE % "{% set ns.x = [ns.x, ns.x] %}",
        NINETY_NINE % "{% set ns.x = (ns.x, ns.x) %}",
        NINETY_NINE % "{% set ns.x = {'a': ns.x, 'b': ns.x} %}",
        NINETY_NINE % "{% set ns.x = dict(a=ns.x, b=ns.x) %}",
        "{% macro d(s) %}{{ s }}{{ s }}{% endmacro %}" + NINETY_NINE % "{% set ns.x = d(ns.x) %}",
        "{% set ns = namespace(x=10) %}{% for i in range(99) %}{% set ns.x = ns.x * ns.x %}{% endfor %}",
        "{{ 'a' * 10 ** 9 }}",
        "{{ 10 ** 9 * 'a' }}",
        "{{ ([1] * 10 ** 9) | length }}",
        "{{ 10 ** 10 ** 10 }}",
        "{{ ('f' * 999999) | int(0, 16) }}",
        "{{ ('a' * 99999) | replace('a', 'b' * 99999) }}",
        "{{ range(99999) | join('b' * 99999) }}",
        "{{ (['a' * 99999] * 9999) | join }}",
        "{{ ('<' * 999999) | e }}",
        "{{ ('a ' * 499999).split(' ') | length }}",
        "{% set x = 'a' * 999999 %}{{ x }}{{ x }}{{ x }}{{ x }}{{ x }}",
        "{% macro m() %}{% set x = '<' * 999999 %}{{ x }}{{ x }}{{ x }}{{ x }}{{ x }}{% endmacro %}{{ m() | length }}",
        "{% for i in range(99999) %}" + "x" * 999 + "{% endfor %}",
        "{% set l = range(99999) | list %}{{ l | select('in', l | reverse | list) | list | length }}",
        "{% set l = range(99999) | list %}{% for i in range(99999) %}{% if 'q' in l %}{% endif %}{% endfor %}",
        "{% for i in range(99999) %}{% set x = range(99999) | list %}{% endfor %}",
        "{{ {'a' * 999999: 1, 'b' * 999999: 2} | length }}",
        "{% set x = 'a' * 600000 %}{% set y %}{{ x }}{{ x }}{% endset %}{{ y | length }}",
        "{{ " + "(" * 500 + "1" + ")" * 500 + " }}",
        "{{ 1" + " + 1" * 2000 + " }}",
    ],
)
def test_no_template_takes_more_than_its_share(error, monkeypatch, source):
    monkeypatch.setattr(budget, "MAX_SECONDS", 0.02)  # what holds for half a second holds for less
    assert error(source).code == "E404"


def test_templates_share_the_time_of_a_deck(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(budget.time, "thread_time", lambda: clock[0])
    monkeypatch.setattr(budget, "MAX_SECONDS", 0.5)
    monkeypatch.setattr(budget, "SECONDS_OF_DECK", 5)
    counted = budget.Budget()
    with pytest.raises(OverBudgetError, match="for each of many pieces"):
        for _ in range(60):
            with counted.rendering():
                counted.step()
                clock[0] += 0.3  # after the only step, as a single filter takes it that is asked for in the end
    assert counted._times == 19  # 18 took 0.3 s each, which is more than 5 s and 0.02 s for each of them


def test_costly_steps_look_at_the_clock_sooner(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(budget.time, "thread_time", lambda: clock[0])
    monkeypatch.setattr(budget, "MAX_SECONDS", 0.5)
    counted = budget.Budget()
    with counted.rendering(), pytest.raises(OverBudgetError, match=r"longer than 0\.5 s"):
        while clock[0] < 2:
            counted.step(budget.COSTLY)
            clock[0] += 0.2
    assert counted.steps <= 5


def test_a_machine_that_stands_is_no_slow_template(folder, monkeypatch):
    (folder / "t.j2").write_text("{% for i in range(3) %}{{ i }}{% endfor %}")
    env = Environment(SearchPath(folder, [folder]).find_template)
    monkeypatch.setattr(budget, "MAX_SECONDS", 0.5)
    stands = iter([0, 3600, 3600])  # as the block begins, at its first step, and as it ends
    monkeypatch.setattr(budget.time, "thread_time", lambda: next(stands, 3600))
    assert env.render_template("t.j2", {}) == "012"
    assert env.budget._spent == 1  # of the hour that stood still, the deck pays for what a template can take
    always = iter(range(100))
    monkeypatch.setattr(budget.time, "thread_time", lambda: next(always))
    with pytest.raises(TemplateError, match=r"takes longer than 0\.5 s"):
        env.render_template("t.j2", {})


ABOUND = "{% set ns = namespace(x=1) %}{% for i in range(300) %}{% set ns.x = "


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the memory of a process")
@pytest.mark.parametrize(
    "source",
    [
        "".join(f"{{% set a{number} = '\N{PARTY POPPER}' * 999999 %}}" for number in range(99)),
        ABOUND + "cycler(ns.x, '\N{PARTY POPPER}' * 990000 ~ i) %}{% endfor %}",
        ABOUND + "namespace(a=ns.x, b='\N{PARTY POPPER}' * 990000 ~ i) %}{% endfor %}",
        "{% macro f(n) %}{% set x = '\N{PARTY POPPER}' * 990000 ~ n %}{% if n %}{{ f(n - 1) }}{% endif %}{% endmacro %}\n"
        "{{ f(99) }}",
    ],
)
def test_values_that_are_small_one_by_one_do_not_fill_the_memory(error, monkeypatch, source):
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(limits._Process, "is_own", True)
    # Memory that earlier tests have freed counts already, and may serve some values: all together take 400 MB and more.
    monkeypatch.setattr(budget, "MAX_MEMORY", 32 * 2**20)
    before = resource.getrlimit(resource.RLIMIT_DATA)
    found = error(source)
    assert (found.code, found.message, found.span.line) == ("E404", "template needs too much memory", 1)
    assert resource.getrlimit(resource.RLIMIT_DATA) == before


def test_a_program_that_renders_a_template_is_not_limited():
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_DATA)
    with budget.Budget().rendering():
        assert resource.getrlimit(resource.RLIMIT_DATA) == before


def test_a_template_that_calls_itself_is_told_where_it_does(folder, error):
    """Wherever Python ends it: how deep its stack is already depends on what draws the card."""

    def told(source: str, deeper: int) -> tuple[object, ...]:
        if deeper:
            return told(source, deeper - 1)
        found = error(source)
        return found.message, Path(found.span.file).name, found.span.line, *(span.line for _, span in found.notes)

    (folder / "a.j2").write_text("{% macro a() %}\n{{ b() }}{% endmacro %}{% macro b() %}\n{{ a() }}{% endmacro %}")
    for source, *place in (
        ("{% macro m() %}\n{{ m() }}{% endmacro %}\n{{ m() }}", "t.j2", 2),
        ("{% import 'a.j2' as a %}\n\n{{ a.a() }}", "a.j2", 2, 3),
    ):
        assert {told(source, deeper) for deeper in range(5)} == {("template calls itself without end", *place)}


def test_steps_are_counted_whatever_the_time(error, monkeypatch):
    monkeypatch.setattr(budget, "MAX_SECONDS", 3600)
    monkeypatch.setattr(budget, "MAX_STEPS", 50)
    found = error("\n{% for i in range(99) %}{% endfor %}")
    assert (found.code, found.message, found.span.line) == ("E404", "template takes more than 50 steps", 2)
    counted = budget.Budget()
    for _ in range(50):
        counted.step()
    with pytest.raises(OverBudgetError):
        counted.step()


def test_limits_are_reached_before_they_are_passed(fill, error, monkeypatch):
    counted = budget.Budget()
    counted.write("a" * budget.MAX_OUTPUT)
    with pytest.raises(OverBudgetError, match="writes more than"):
        counted.write("a")
    for _ in range(2):
        with counted.rendering():
            counted.write("a" * budget.MAX_OUTPUT)
    assert budget.check_value(2**127) == 2**127
    with pytest.raises(OverBudgetError):
        budget.check_value(2**128)
    monkeypatch.setattr(environment, "MAX_OUTPUT", 100)
    assert len(fill("a" * 100)) == 100
    assert error("a" * 101).message == "template writes more than 100 characters"


def test_the_size_of_a_value_is_known_before_it_is_made_and_that_of_a_macro_is_checked(error):
    for source in ("'a' * 10 ** 9", "10 ** 9 * 'a'", "[1] * 10 ** 9", "10 ** 9 * [1]"):
        found = error(f"{{% set n = {source} %}}")
        assert (found.code, found.message) == ("E404", "template makes a value longer than 1000000"), source
    long = f"{{% macro m() %}}{{% for i in range(1001) %}}{'x' * 1000}{{% endfor %}}{{% endmacro %}}"
    assert error(f"{long}{{{{ m() | length }}}}").message == "template makes a value longer than 1000000"


def test_what_a_filter_calls_without_end_is_told_where_the_template_asks_for_it(folder):
    (folder / "a.j2").write_text("\n{{ 1 | deep }}")
    (folder / "t.j2").write_text("{% include 'a.j2' %}")
    env = Environment(SearchPath(folder, [folder]).find_template)

    def deep(value: int) -> int:
        return deep(value + 1)

    env.add_filter("deep", deep)
    with pytest.raises(TemplateError) as caught:
        env.render_template("t.j2", {})
    place = caught.value.diagnostic.span
    assert (Path(place.file).name, place.line) == ("a.j2", 2)


def test_what_is_counted_apart_leaves_the_time_of_what_is_around_it(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(budget.time, "thread_time", lambda: clock[0])
    monkeypatch.setattr(budget, "MAX_SECONDS", 0.5)
    counted = budget.Budget()
    with counted.rendering():
        counted.step()
        clock[0] = 0.4
        with counted.apart():
            counted.step(1000)
            clock[0] = 0.8
            counted.step(1000)
        assert counted.steps == 1
        with pytest.raises(OverBudgetError, match=r"longer than 0\.5 s"):
            counted.step(1000)


def test_each_filling_has_a_budget_of_its_own(folder, monkeypatch):
    monkeypatch.setattr(budget, "MAX_STEPS", 50)
    (folder / "t.j2").write_text("{% for i in range(30) %}{{ i }}{% endfor %}")
    env = Environment(SearchPath(folder, [folder]).find_template)
    assert env.render_template("t.j2", {}) == env.render_template("t.j2", {})


def test_a_file_that_is_too_large_is_not_read(error, monkeypatch):
    monkeypatch.setattr(environment, "MAX_FILE", 2000)
    found = error("x" * 2001)
    assert (found.code, found.message, found.expected) == ("E404", "template 't.j2' is too large", "at most 2 kB")


def test_a_template_with_too_much_in_it_is_not_compiled(error, monkeypatch):
    monkeypatch.setattr(instrumentation, "MAX_NODES", 100)
    assert error("{{ width }}" * 100).message == "template is too long"


@pytest.mark.parametrize(
    ("source", "name", "hints"),
    [
        ("\n{{ card.nmae }}", "'card.nmae' is not defined", ("did you mean 'name'?",)),
        ("\n{{ widht }}", "'widht' is not defined", ("did you mean 'width'?",)),
        ("\n{{ card['nmae'] }}", "'nmae' is not defined", ("did you mean 'name'?",)),
        ("\n{{ zzzzzz }}", "'zzzzzz' is not defined", ()),
        ("\n{{ card.tags.naem }}", "'card.tags.naem' is not defined", ()),
    ],
)
def test_an_undefined_name_is_reported_with_its_line_and_the_nearest(error, source, name, hints):
    found = error(source)
    assert (found.code, found.message, found.hints, found.span.line) == ("E403", name, hints, 2)
    assert found.span.file.endswith("t.j2")


@pytest.mark.parametrize(
    ("source", "code", "line"),
    [
        ("\n\n{% if %}", "E402", 3),
        ("\n{% for x in [1] %}", "E402", 2),
        ("\n{{ 1 / 0 }}", "E403", 2),
        ("{% macro m() %}\n\n{{ 1 / 0 }}\n{% endmacro %}\n{{ m() }}", "E403", 3),
        ("\n{% include 'nope.j2' %}", "E401", 2),
        ("\n{% import 'nope.j2' as m %}", "E401", 2),
        ("\n{% include ['nope.j2', 'neither.j2'] %}", "E401", 2),
        ("\n{% include 'sub' %}", "E401", 2),
        ("\n{% include '../t.j2' %}", "E125", 2),
        ("\n{% include '/etc/passwd' %}", "E125", 2),
        ("\n{% include 'latin.j2' %}", "E402", 1),
    ],
)
def test_an_error_has_its_code_and_line(error, source, code, line):
    found = error(source)
    assert (found.code, found.span.line) == (code, line)


def test_an_error_in_a_macro_of_another_file_is_reported_there(error):
    found = error("{% from 'bad.j2' import broken %}\n{{ broken() }}")
    assert found.span.file.endswith("bad.j2")
    assert found.span.line == 3


def test_what_python_cannot_compile_is_a_syntax_error(error):
    found = error("{% for a in [1] %}" * 30 + "{% endfor %}" * 30)
    assert (found.code, found.message) == ("E402", "template syntax: too many statically nested blocks")


def test_the_time_to_compile_grows_with_the_length_of_an_expression_not_with_its_cube(fill, monkeypatch):
    """Jinja folds constants again at each level of an expression."""
    looked: list[object] = []
    real = nodes.Getattr.as_const
    monkeypatch.setattr(nodes.Getattr, "as_const", lambda node, *given: looked.append(node) or real(node, *given))
    deep: dict[str, object] = {"name": "Dojo"}
    deep["deep"] = deep
    assert (
        fill("{{ card" + ".deep" * 150 + ".name }}{{ [card" + ".deep" * 150 + ".name] | length }}", card=deep)
        == "Dojo1"
    )
    assert len(looked) < 1000


def test_a_template_that_cannot_be_read_is_not_found(folder):
    env = Environment(lambda name: folder / name)
    with pytest.raises(TemplateError) as caught:
        env.render_template("sub", {})
    assert caught.value.diagnostic.code == "E401"
    assert caught.value.diagnostic.message == "template 'sub' cannot be read: it is a folder"


@pytest.mark.parametrize(
    ("source", "given"),
    [
        ("{{ card.name }}", "Dojo"),
        ("{{ card.items }}", "three"),  # a key goes before a method
        ("{{ card['items'] }}", "three"),
        ("{{ {'items': 0}.items }}", "0"),
        ("{{ ' a b'.strip().title() }}{{ 'a b'.split() | join('-') }}{{ 'ab'.capitalize().lower() }}", "A Ba-bab"),
        (
            "{{ 'ab'.startswith('a') }}{{ 'ab'.endswith('b') }}{{ '7'.isdigit() }}{{ 'a'.isdigit() }}",
            "TrueTrueTrueFalse",
        ),
        (
            "{{ card.tags.index('b') }}{{ card.tags.count('a') }}{{ card.get('x', 7) }}{{ card.keys() | list | length }}",
            "1174",
        ),
        ("{% for k, v in {'a': 1}.items() %}{{ k }}{{ v }}{% endfor %}", "a1"),
        ("{{ card.name.upper() }} {{ card.name | lower }}", "DOJO dojo"),
        ("{{ 'a & b' ~ card.name }}", "a &amp; bDojo"),
        ("{{ ('a & b' ~ 'c') | length }}", "6"),  # not escaped before it is printed
        ("{{ '<b>' | safe ~ '<' }}", "<b>&lt;"),
        ("{{ 7.5 % 2 }}", "1.5"),
        ("{{ 7 % 4 }} {{ 2 ** 3 }} {{ 2 ** -1 }} {{ 'ab' * 2 }} {{ ([1] + [3]) | length }}", "3 8 0.5 abab 2"),
        ("{{ card.tags | join(', ') }}", "a, b"),
        ("{{ 'banana' | replace('an', 'o') }}", "booa"),
        ("{{ 'banana' | replace('an', 'o', 1) }}", "boana"),
        ("{{ 2.345 | round(1) }} {{ 1 | round(999999999, 'ceil') }} {{ 5 | round(-400, 'floor') }}", "2.3 1.0 0.0"),
        ("{% from 'other.j2' import twice %}{{ twice('x') }}", "xx"),
        ("{% import 'other.j2' as m %}{{ m.twice('x') }}{{ m.two }}", "xx2"),
        ("{% include 'other.j2' %}", "inside"),
        ("{% for x in 'abc' %}{{ loop.index }}{{ loop.cycle('a', 'b') }}{% endfor %}", "1a2b3a"),
        ("{% set ns = namespace(x=0) %}{% for i in [1, 2] %}{% set ns.x = ns.x + i %}{% endfor %}{{ ns.x }}", "3"),
        ("{% set a, b = 1, 2 %}{{ b }}{{ a }}", "21"),
        ("{{ [3, 1][0] }}{{ 'abc'[1:] }}{{ (3, 1) | min }}{{ 1 if 2 in [1, 2] }}", "3bc11"),
        ("{% set c = cycler(1, 2) %}{{ c.next() }}{{ c.next() }}{{ c.current }}", "121"),
        ("{{ nothing | default('-') }}{{ 'x' if nothing is defined else 'y' }}", "-y"),
        ("{% block a %}A{% endblock %}{{ self.a() }}", "AA"),
        ("{% macro m() %}<{{ caller() }}>{% endmacro %}{% call m() %}&{% endcall %}", "<&>"),
    ],
)
def test_what_a_card_needs_works(fill, source, given):
    assert fill(source) == given


def test_a_picture_is_printed_with_its_focus_and_has_one_of_its_own(fill):
    art = PictureReference("a.png", parse_focus("top"))
    assert fill("{{ art }} {{ art.focus }} {{ art.upper() }}", art=art) == f"{art.name} {art.focus} A.PNG"
    assert art.name != "a.png"


def test_a_macro_can_be_called_in_blocks_and_loops(fill):
    source = "{% macro pair(x, y=2) %}{{ x }}-{{ y }} {% endmacro %}{% block body %}{% set z = 4 %}{{ pair(1) }}{% for x in (3, 5) %}{{ pair(x, y=z) }}{% endfor %}{% endblock %}"
    assert fill(source) == "1-2 3-4 5-4 "


def test_only_markdown_is_not_escaped(fill):
    assert fill("{{ '<' ~ x }}", x="&") == "&lt;&amp;"
    assert fill("{{ '<' ~ x }}", "t.md", x="&") == "<&"


def test_a_byte_order_mark_is_no_text(fill):
    assert fill("\ufeff<svg/>") == "<svg/>"


def test_a_template_that_does_not_compile_is_compiled_once_for_all_cards(folder, monkeypatch):
    (folder / "t.j2").write_text("{{ card.name | }}")
    compiled = []
    monkeypatch.setattr(
        Environment,
        "compile",
        lambda *args, inner=Environment.compile, **more: (compiled.append(args[2]), inner(*args, **more))[1],
    )
    env = Environment(SearchPath(folder, [folder]).find_template)
    told = []
    for _ in range(3):
        with pytest.raises(TemplateError) as caught:
            env.render_template("t.j2", {"card": CARD})
        told.append(caught.value.diagnostic)
    assert compiled == ["t.j2"]
    assert told[0] == told[1] == told[2]


def test_a_template_that_took_all_it_may_three_times_is_not_tried_for_the_other_cards(folder, monkeypatch):
    (folder / "t.j2").write_text("{% set ready = card %}\n{{ 1 + card }}")
    tried: list[object] = []

    def call_binop(self, _context, _operator, _left, right):
        tried.append(right)
        if right < 9:
            raise MemoryError
        return right

    monkeypatch.setattr(Environment, "call_binop", call_binop)
    env = Environment(SearchPath(folder, [folder]).find_template)
    told = []
    for number in (0, 9, 1, 2, 9, 9):
        try:
            env.render_template("t.j2", {"card": number})
        except TemplateError as failure:
            told.append((failure.diagnostic.message, failure.diagnostic.span.line))
    assert (tried, told) == ([0, 9, 1, 2], [("template needs too much memory", 2)] * 5)
    env.forget_changed()  # for the next build
    assert env.render_template("t.j2", {"card": 9}) == "9"


def test_python_warns_of_no_template(fill, recwarn):
    with pytest.raises(TemplateError):
        fill("{{ 1[0](2) }}")
    assert not recwarn.list


def test_memory_is_given_back_only_where_templates_that_failed_have_left_much(monkeypatch):
    held, given_back = [10 * 2**20], []
    monkeypatch.setattr(budget, "memory_now", lambda: held[0])
    monkeypatch.setattr(budget, "release_memory", lambda: given_back.append(held[0]))
    counted = budget.Budget()
    for _ in range(3):
        with counted.rendering():  # this one does not fail
            held[0] += 50 * 2**20
    held[0] = 10 * 2**20
    for number in range(20):
        with pytest.raises(OverBudgetError), counted.rendering():
            held[0] += 100 * 2**20 if number == 10 else 0
            counted.write("a" * (budget.MAX_OUTPUT + 1))
    assert given_back == [110 * 2**20]


def test_what_a_template_used_is_known_however_often_it_is_rendered(folder):
    (folder / "a.j2").write_text("{% include 'other.j2' %}{{ width }}{% if card.tags %}{{ card.name }}{% endif %}")
    (folder / "b.j2").write_text("{% from 'other.j2' import twice %}{{ twice(2) }}")
    env = Environment(SearchPath(folder, [folder]).find_template)
    for _ in range(2):
        env.render_template("a.j2", {"card": CARD, "width": 1})
        assert (env.used_variables, env.used_templates) == ({"card", "width"}, {"a.j2", "other.j2"})
        env.render_template("b.j2", {})
        assert (env.used_variables, env.used_templates) == (set(), {"b.j2", "other.j2"})


@pytest.mark.parametrize("is_noted", [False, True])
def test_what_an_imported_template_asks_for_is_noted_for_each_that_imports_it(folder, is_noted):
    """Jinja reads a template that is imported once for all."""
    (folder / "tints.j2").write_text("{% set tint = 'primary' | color %}")
    env, asked = Environment(SearchPath(folder, [folder]).find_template, is_noted=is_noted), []
    env.add_filter("color", pass_context(lambda _context, name: asked.append(name) or name))
    for name in ("a.j2", "b.j2"):
        (folder / name).write_text("{% import 'tints.j2' as tints %}{{ tints.tint }}")
        assert env.render_template(name, {}) == "primary"
    assert asked == ["primary"] * (1 + is_noted)


def test_only_templates_whose_files_have_changed_are_read_again(folder):
    for name in ("a.j2", "b.j2", "c.j2"):
        (folder / name).write_text("{{ ")
    read = []
    env = Environment(
        SearchPath(folder, [folder]).find_template, translate=lambda name, _path, text: read.append(name) or text
    )

    def outcome():
        made = []
        for name in ("a.j2", "b.j2", "none.j2"):
            try:
                made.append(env.render_template(name, {}))
            except TemplateError as error:
                made.append(error.diagnostic.code)
        return made, [read.pop() for _ in [*read]]

    assert outcome() == (["E402", "E402", "E401"], ["b.j2", "a.j2"])
    assert env.forget_changed() == set()
    assert outcome() == (["E402", "E402", "E401"], [])
    (folder / "a.j2").write_text("right")
    assert env.forget_changed() == {"a.j2"}
    assert outcome() == (["right", "E402", "E401"], ["b.j2", "a.j2"])
    (folder / "a.j2").write_text("another")
    assert outcome()[0][0] == "right", "until it is asked for"
    assert env.forget_changed() == {"a.j2"}
    assert outcome() == (["another", "E402", "E401"], ["b.j2", "a.j2"])
    (folder / "a.j2").unlink()
    assert env.forget_changed() == {"a.j2"} and outcome()[0][0] == "E401"
    env.forget("b.j2")
    (folder / "b.j2").write_text("fine")
    assert outcome()[0][1] == "fine"


def test_what_python_says_of_an_error_is_told_in_the_words_of_templates() -> None:
    def made(text: str) -> str:
        return text

    with pytest.raises(TypeError) as caught:
        made()  # type: ignore[call-arg]
    assert in_words(caught.value) == "made() missing 1 required positional argument: 'text'"
    lacking = TypeError("'>' not supported between instances of 'NoneType' and 'int'")
    told = to_diagnostic(lacking, "a.svg.j2")
    assert (told.message, told.hints) == ("template fails: '>' cannot compare nothing with a number", HINTS_OF_NOTHING)
    other = to_diagnostic(ValueError(str(lacking)), "a.svg.j2")
    assert (other.message, other.hints) == (f"template fails: {lacking}", ())


def test_filters_show_values_as_people_write_them_in_the_language_of_the_build(folder):
    (folder / "t.j2").write_text("{{ text | rich }} {{ value | stacked }}")
    word = ChoiceWord("swift", LocalizedText({"en": "Fast"}), "en")
    env = Environment(SearchPath(folder, [folder]).find_template)
    for language, value, text in (
        ("en", word, "\u201ca\u201d Fast"), ("de", [word, "slow"], "\u201ea\u201c Fast, slow"), ("fr", 2.0, "\u00ab\u00a0a\u00a0\u00bb 2"), ("en", -3, "\u201ca\u201d \u22123"),
    ):  # fmt: skip
        add_filters(env, SimpleNamespace(language=language), str)  # type: ignore[arg-type]
        assert env.render_template("t.j2", {"text": '"a"', "value": value}) == text
