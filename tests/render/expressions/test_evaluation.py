"""Expressions of a game.yaml: formulas, references, checks and their messages, within a budget."""

import pytest

from cardgen.model.deck import ChoiceWord, LocalizedText
from cardgen.plugin.description.rules import DeckRules, Expressed, ExpressedCheck
from cardgen.plugin.description.schema import CheckDescription
from cardgen.processes import allowance
from cardgen.render.expressions import computed_deck
from cardgen.render.expressions.evaluation import DeckExpressions
from cardgen.render.templates import budget
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span

SHIPS = (
    {"id": "dory", "name": "Dory", "cost": 3, "copies": 2, "crew": ["cook", "sailor"], "home": "lisbon", "items": 5},
    {"id": "brig", "name": "Brig", "cost": 7, "copies": 1, "crew": ["sailor"], "home": None, "items": 1},
)
SHIP = {"id": "gull", "cost": 3, "mate": "gull"}
PORTS = ({"id": "lisbon", "name": "Lisbon", "depth": 9},)


def deck() -> dict:
    return {"title": "Old", "ships": [dict(ship) for ship in SHIPS], "ports": [dict(port) for port in PORTS]}


def expressions(formulas=None, checks=(), constants=None) -> DeckExpressions:
    """The expressions of a game of ships and ports; formulas of the ships by name, or of both by kind."""
    named = formulas or {}
    by_kind = named if {*named} <= {"ships", "ports"} else {"ships": named}
    placed = {
        kind: {
            name: Expressed(text, f"formula '{name}'", Span("game.yaml", line))
            for line, (name, text) in enumerate(fields.items(), 1)
        }
        for kind, fields in by_kind.items()
    }
    rules = DeckRules(
        {"ships": False, "ports": False}, placed, {"ships": {"home": "ports"}}, tuple(checks), constants or {}
    )
    return DeckExpressions(rules)


def complete(formulas, **more):
    found = Collector()
    done = expressions(formulas, **more).complete(deck(), found)
    return done, [(item.code, item.message) for item in found.items]


def value(formula, **more):
    """The value of a formula of the first ship."""
    done, found = complete({"value": formula}, **more)
    assert found == []
    return done["ships"][0]["value"]


def fault(formula):
    _, found = complete({"value": formula})
    (item,) = found
    return item


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("card.cost * 2 + card.crew | length", 8),
        ("card.name ~ '!'", "Dory!"),
        ("card.items + 1", 6),
        ("card['items']", 5),
        ("card.home.name if card.home", "Lisbon"),
        ("card.home.depth if card.home else 0", 9),
        ("ships | sum('copies')", 3),
        ("ships | sum(attribute='cost')", 10),
        ("[1, 2] | sum", 3),
        ("ships | max('cost')", 7),
        ("(ships | max(attribute='cost')).name", "Brig"),
        ("ships | min('cost')", 3),
        ("ships | unique('name')", ["Dory", "Brig"]),
        ("(ships | counts('crew')).sailor", 3),
        ("(ships | counts('home')).lisbon", 2),
        ("(ships | groups('name')).Brig | length", 1),
        ("ships | selectattr('cost', '>', 3) | list | length", 1),
        ("ships | map(attribute='name')", ["Dory", "Brig"]),
        ("deck.title", "Old"),
        ("constants.fleet", 54),
        ("'cook' in card.crew", True),
    ],
)
def test_a_formula_computes_with_the_card_the_deck_and_the_constants(formula, expected):
    assert value(formula, constants={"fleet": 54}) == expected


def test_formulas_may_use_others_in_any_order():
    done, found = complete({"a": "card.b + 1", "b": "card.c * 2", "c": "card.cost"})
    assert found == []
    assert [ship["a"] for ship in done["ships"]] == [7, 15]


def test_formulas_of_other_kinds_are_there_also_behind_a_reference():
    done, found = complete(
        {
            "ships": {"deep": "card.home.double if card.home else 0"},
            "ports": {"double": "card.depth * 2 + ships | length"},
        }
    )
    assert found == []
    assert [ship["deep"] for ship in done["ships"]] == [20, 0]
    assert done["ships"][0]["home"]["double"] == 20


def test_a_reference_is_replaced_by_its_value_one_level_deep():
    done, _ = complete({"a": "1"})
    assert complete({})[0]["ships"][0]["home"] == done["ships"][0]["home"]  # without a formula too
    assert done["ships"][0]["home"] == {"id": "lisbon", "name": "Lisbon", "depth": 9}
    assert done["ships"][1]["home"] is None
    assert type(done["ships"][0]) is dict


@pytest.mark.parametrize(
    ("formula", "code", "message"),
    [
        ("card.cots", "E222", "formula 'value' fails: there is no field 'cots'"),
        ("shps", "E222", "formula 'value' fails: there is no variable 'shps'"),
        ("card.name + 1", "E222", "formula 'value' fails: can only concatenate str"),
        ("1 / 0", "E222", "formula 'value' fails: division by zero"),
        ("card.keys", "E222", "formula 'value' fails: a value of type 'builtin_function_or_method' is no text"),
        ("''.__class__", "E223", "formula 'value' is rejected: '__class__' of a value of type 'str'"),
        ("card.copy", "E223", "formula 'value' is rejected: 'copy' of a value"),
        ("9 ** 9 ** 9", "E223", "formula 'value' makes a huge number"),
        ("'a' * 9999999", "E223", "formula 'value' makes a value longer than 1000000"),
        ("'a' * 100001", "E223", "formula 'value' makes a text of more than 100000 characters"),
        ("range(99999) | map('string') | list", "E223", "formula 'value' makes a value longer than"),
        ("ships | sum('value')", "E224", "formula 'value' needs its own value"),
    ],
)
def test_a_formula_that_fails_is_reported_once_for_all_cards(formula, code, message):
    found = fault(formula)
    assert found[0] == code
    assert found[1].startswith(message)


@pytest.mark.parametrize(
    "formula", ["[] | max", "[] | first", "deck.ships | selectattr('cost', 'gt', 99) | map(attribute='cost') | min"]
)
def test_an_item_of_an_empty_list_is_told_in_words(formula):
    assert "formula 'value' fails: an empty list has no first, last, least or greatest item" in fault(formula)[1]
    assert value(f"{formula} | default(0)") == 0


def test_values_are_limited_in_sum(monkeypatch):
    formula = "card.name * 5"
    assert len(value(formula)) > 10
    monkeypatch.setattr(computed_deck, "MAX_SIZE", 30)
    code, message, *_ = fault(formula)
    assert (code, message) == ("E223", "formula 'value' and the others make more than 0 MiB of values")


def test_a_formula_is_there_before_it_is_computed():
    asked: list[str] = []
    card = computed_deck.ComputedCard({"a": 1}, {"b": lambda: asked.append("b") or 2})
    assert ([*card], len(card), "b" in card, asked) == (["a", "b"], 2, True, [])
    assert (card["b"], card.get("b"), asked) == (2, 2, ["b"])


def test_formulas_lead_from_card_to_card_only_so_far():
    formula = Expressed("card.mate.value + 1 if card.mate else 0", "formula 'value'", Span("game.yaml", 1))
    rules = DeckRules({"ships": False}, {"ships": {"value": formula}}, {"ships": {"mate": "ships"}}, (), {})
    for count, told in ((25, []), (60, [("E224", "formulas need each other without end: formula 'value'")])):
        ships = [{"id": number, "mate": number + 1 if number + 1 < count else None} for number in range(count)]
        found = Collector()
        done = DeckExpressions(rules).complete({"ships": ships}, found)
        assert [(item.code, item.message) for item in found.items] == told
        assert told or [ship["value"] for ship in done["ships"]] == [*reversed(range(count))]


def test_a_machine_that_stands_is_no_slow_formula(monkeypatch):
    monkeypatch.setattr(budget, "MAX_SECONDS", 0.5)
    monkeypatch.setattr(budget, "_STEPS_PER_TIME_CHECK", 1)
    formula = Expressed("1 + 1 if true else 0", "formula 'value'", Span("game.yaml", 1))
    stands = iter([0, 3600])  # as the formula begins, and at its first step
    monkeypatch.setattr(budget.time, "thread_time", lambda: next(stands, 3600))
    assert expressions().evaluate(formula, {}) == 2
    always = iter(range(100))
    monkeypatch.setattr(budget.time, "thread_time", lambda: next(always))
    with pytest.raises(UnlocatedError, match=r"takes longer than 0\.5 s"):
        expressions().evaluate(formula, {})


def test_the_time_of_all_runs_of_a_command_counts():
    allowance.begin()
    assert value("card.cost") is not None
    assert allowance.left("formulas", 10) < 10
    allowance.spend("formulas", computed_deck.MAX_SECONDS)
    assert fault("card.cost")[:2] == ("E223", "formula 'value' and the others take longer than 10 s")


def test_what_depends_on_a_failed_formula_is_not_reported_too():
    _, found = complete({"a": "card.b + 1", "b": "card.cots"})
    assert [message for _, message in found] == ["formula 'b' fails: there is no field 'cots'"]


@pytest.mark.parametrize(
    ("formula", "message", "hints"),
    [
        ("card.cost =", "syntax of formula 'value': more follows where it could end", ()),
        ("card.cost == 1 = 3", "syntax of formula 'value': more follows where it could end", ()),
        ("card.cost = 3", "syntax of formula 'value': more follows where it could end", ("write '==' to compare",)),
        ("true && true", "syntax of formula 'value': unexpected char '&' at 5", ("write 'and' and 'or'",)),
        ("(" * 300 + "1" + ")" * 300, "formula 'value' is nested too deeply", ()),
        ("[" + "1," * 10_000 + "]", "formula 'value' is too long", ()),
        ("a || b", "syntax of formula 'value': expected a name, not '|'", ("write 'and' and 'or'",)),
        ("card.cost +", "syntax of formula 'value': it ends too early", ()),
        ("(card.cost", "syntax of formula 'value': it ends too early, expected ')'", ()),
        ("card.cost |", "syntax of formula 'value': it ends too early, expected a name", ()),
        ("card | lenght", "syntax of formula 'value': no filter named 'lenght'", ()),
    ],
)
def test_the_syntax_of_all_expressions_is_checked_when_a_game_is_read(formula, message, hints):
    (item,) = expressions({"value": formula}).faults()
    assert (item.code, item.message, item.hints) == ("E221", message, hints)
    assert item.span == Span("game.yaml", 1)


def test_formulas_that_need_each_other_are_found_when_a_game_is_read():
    (item,) = expressions({"a": "card.b", "b": "card['c']", "c": "card.a"}).faults()
    assert (item.code, item.message) == ("E224", "formula 'a' needs itself: 'a' -> 'b' -> 'c' -> 'a'")


@pytest.mark.parametrize("formula", ["card.next.far + 1", "ships | reverse | map('dictsort') | list | string"])
def test_formulas_that_need_each_other_by_way_of_other_cards_are_one_error(formula):
    rules = DeckRules(
        {"ships": False},
        {"ships": {"far": Expressed(formula, "formula 'far'", Span("game.yaml", 3))}},
        {"ships": {"next": "ships"}},
        (),
    )
    ships = [{"id": "a", "next": "b"}, {"id": "b", "next": "a"}]
    found = Collector()
    DeckExpressions(rules).complete({"ships": ships}, found)
    assert [item.code for item in found.items] == ["E224"]


def check(that: str, **more: object) -> ExpressedCheck:
    description = CheckDescription.model_validate({"that": that, **more})
    say = Expressed(description.say, "message of check 1", Span("game.yaml", 8)) if description.say else None
    expected = None
    if description.expected and "{{" in description.expected:
        expected = Expressed(description.expected, "what check 1 expects", Span("game.yaml", 9))
    return ExpressedCheck(description, Expressed(that, "check 1", Span("game.yaml", 7)), say, expected)


def findings(*checks: ExpressedCheck):
    return list(expressions(checks=checks).findings(deck()))


def test_a_check_that_holds_finds_nothing():
    assert findings(check("ships | sum('copies') == 3"), check("card.cost < 9", each="ships")) == []


def test_a_check_of_the_deck_says_what_is_wrong_where_it_points():
    one = check(
        "ships | length == 3", say="the deck has {{ ships | length }} ships", expected="3", source="rule 1", at="ships"
    )
    (found,) = findings(one)
    assert (found.code, found.message, found.expected) == ("E227", "the deck has 2 ships", "3 (rule 1)")
    assert (found.path, found.on_key) == (("ships",), True)
    assert found.notes == (("the check is stated", Span("game.yaml", 7)),)


def test_a_check_whose_message_says_nothing_says_what_should_be_so():
    for say, message in (("{{ '' }}", "1 == 2"), ("{{ ' a  b ' }}", "a b")):
        (found,) = findings(check("1 == 2", say=say))
        assert found.message == message, say


def test_what_a_check_expects_may_have_expressions():
    (found,) = findings(check("ships | length == 3", expected="not {{ ships | length }}", source="rule 1"))
    assert found.expected == "not 2 (rule 1)"


def test_a_check_of_each_card_points_at_its_field():
    (found,) = findings(
        check("card.cost <= 5", each="ships", say="{{ card.name }} & co. is dear", at="cost", warning=True)
    )
    assert (found.code, found.message, found.path) == ("W241", "Brig & co. is dear", ("ships", 1, "cost"))


def test_a_check_may_have_a_code_of_the_game_several_kinds_and_a_place_within_a_field():
    stated = check("not card.id", each=("ships", "ports"), say="no", at="hold.size", code="W301")
    values = [(kind, index) for kind in ("ships", "ports") for index in range(len(deck()[kind]))]
    assert [(item.code, item.path) for item in findings(stated)] == [
        ("W301", (*path, "hold", "size")) for path in values
    ]


def test_a_check_without_a_message_repeats_its_expression():
    (found,) = findings(check("ships | length == 3"))
    assert found.message == "this is not so: ships | length == 3"


def test_values_that_filters_yield_one_by_one_are_counted_before_they_are_judged():
    assert len(findings(check("ships | selectattr('cost', '>', 99)"))) == 1


def test_a_check_that_fails_is_reported_once_at_its_place():
    found = findings(check("card.cots < 3", each="ships"))
    assert [(item.code, item.span) for item in found] == [("E222", Span("game.yaml", 7))]
    assert found[0].hints == ("did you mean 'cost'?",)


def test_numbers_of_copies_take_of_the_time_of_all_formulas():
    copies = Expressed("2 * copies + players", "copies of 'ships'", Span("game.yaml", 1))
    allowance.begin()
    assert expressions().copies(copies, SHIPS[0], 2, 3) == 7
    allowance.spend(computed_deck.ALLOWANCE, computed_deck.MAX_SECONDS)
    with pytest.raises(UnlocatedError) as caught:
        expressions().copies(copies, SHIPS[0], 2, 3)
    assert (caught.value.code, caught.value.message) == (
        "E223",
        "copies of 'ships' and the others take longer than 10 s",
    )
    allowance.begin()


def test_a_formula_is_asked_for_in_any_way_that_a_field_is():
    for asked in (
        "card.double",
        "card['double']",
        "card.get('double')",
        "card.get('double', 0)",
        "ships[0].get('double')",
    ):
        done, found = complete({"value": asked, "double": "card.cost * 2"})
        assert (found, done["ships"][0]["value"]) == ([], 6), asked
    assert value("card.get('none', 5)") == 5


@pytest.mark.parametrize(
    ("rules", "done"),
    [
        ({"formulas": {"ships": {"twice": "card.cost * 2"}}}, {"ships": [{"id": "gull", "cost": 3, "mate": "gull", "twice": 6}]}),
        ({"deck_formulas": {"fleet": "ships | length"}}, {"fleet": 1}),
        ({"references": {"ships": {"mate": "ships"}}}, {"ships": [{"id": "gull", "cost": 3, "mate": SHIP}]}),
        ({"deck_references": {"flag": "ships"}}, {"flag": SHIP}),
        ({}, {}),
    ],
)  # fmt: skip
def test_each_part_of_the_rules_is_computed_without_the_others(rules, done):
    place = Span("game.yaml", 1)
    formulas = {
        kind: {name: Expressed(text, name, place) for name, text in fields.items()}
        for kind, fields in rules.get("formulas", {}).items()
    }
    of_deck = {name: Expressed(text, name, place) for name, text in rules.get("deck_formulas", {}).items()}
    stated = DeckRules(
        {"ships": False}, formulas, rules.get("references", {}), (), {},
        deck_formulas=of_deck, deck_references=rules.get("deck_references", {}),
    )  # fmt: skip
    deck = {"ships": [dict(SHIP)], "flag": "gull"}
    assert DeckExpressions(stated).plain(deck) == deck | done


def test_deck_formulas_alone_that_need_each_other_are_a_fault():
    stated = {
        name: Expressed(text, f"formula '{name}'", Span("game.yaml", 1)) for name, text in (("a", "b"), ("b", "deck.a"))
    }
    rules = DeckRules({"ships": False}, {}, {}, (), {}, deck_formulas=stated)
    assert [fault.code for fault in DeckExpressions(rules).faults()] == ["E224"]


def test_texts_and_words_are_in_the_language_of_the_deck():
    """Formulas and checks see words of a list by their ids, and people read their titles."""
    kind = ChoiceWord("swift", LocalizedText({"en": "Fast", "pt": "R\u00e1pida"}), "en")
    ship = {**SHIPS[0], "name": LocalizedText({"en": "Gull", "pt": "Gaivota"}), "kind": kind}
    check = CheckDescription(that="card.kind == 'slow'", say="{{ card.name }} is {{ card.kind }}", each=("ships",))
    placed = [Expressed(text, "check", Span("game.yaml", 1)) for text in (check.that, check.say)]
    formula = Expressed("card.name ~ ' ' ~ card.kind", "formula", Span("game.yaml", 1))
    for language, told, made in (
        ("en", "Gull is Fast", "Gull swift"),
        ("pt", "Gaivota is R\u00e1pida", "Gaivota swift"),
    ):
        rules = DeckRules(
            {"ships": False}, {"ships": {"full": formula}}, {}, (ExpressedCheck(check, *placed),), {}, language=language
        )
        game = DeckExpressions(rules)
        assert [found.message for found in game.findings({"ships": [ship]})] == [told]
        assert game.plain({"ships": [ship]})["ships"][0]["full"] == made


def test_what_is_not_stated_has_no_values_and_no_findings():
    check = CheckDescription(that="card.cost > 5", each=("hero", "ships"))
    placed = Expressed(check.that, "check", Span("game.yaml", 1))
    game = DeckExpressions(
        DeckRules(
            {"ships": False}, {}, {}, (ExpressedCheck(check, placed, None),), {}, deck_references={"hero": "ships"}
        )
    )
    dory, brig = map(dict, SHIPS)
    for ships, hero, places in (
        (None, None, []), ([dory], None, [("ships", 0)]), ([brig], None, []),
        ([brig, dory], "dory", [("hero", 0), ("ships", 1)]), ([brig, dory], "gone", [("ships", 1)]),
    ):  # fmt: skip
        found = game.findings({"ships": ships, "hero": hero})
        assert [finding.path for finding in found] == places


def test_a_field_of_something_else_is_no_field_of_the_card():
    for uses, codes in (
        ("constants.b", []), ("deck.b", []), ("ships[0].b", []), ("constants['b']", []), ("card.b", ["E224"]), ("card['b']", ["E224"]),
    ):  # fmt: skip
        faults = expressions({"a": uses, "b": "card.a"}, constants={"b": 1}).faults()
        assert [fault.code for fault in faults] == codes, uses
