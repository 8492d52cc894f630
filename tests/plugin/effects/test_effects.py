"""Effects built from the building blocks: their shape, and the names that they bind."""

import pytest
from pydantic import ValidationError

from .vocabulary import Effect, HarbourBindings, If, effects

BIND, USE = {"sink": {"who": {"as": "s"}}}, {"sink": {"who": {"in": "$s"}}}


def findings(*items):
    """Code and path of what is wrong with the names of effects."""
    return [(finding.code, finding.path) for finding in HarbourBindings().read(effects(*items), ())]


def test_effect_has_a_verb_with_its_arguments():
    (effect,) = effects({"if": {"that": {"ships": 2}, "then": [BIND], "else": [USE]}})
    verb, arguments = effect.verb
    assert (verb, type(arguments)) == ("if", If)
    assert arguments.else_[0].verb[1].who.in_ == "$s"


@pytest.mark.parametrize(
    ("effect", "words"), [({}, "has no verb"), (BIND | {"repeat": {"times": 2, "effects": [USE]}}, "has 2 verbs")]
)
def test_effect_has_exactly_one_verb(effect, words):
    with pytest.raises(ValidationError) as caught:
        effects(effect)
    (error,) = caught.value.errors()
    assert (error["ctx"]["code"], error["msg"]) == ("E204", words)
    assert error["ctx"]["expected"] == "exactly one verb in each effect"


def test_a_verb_that_is_stated_as_nothing_does_not_count():
    (effect,) = effects({"sink": None} | {"repeat": {"times": 2, "effects": [BIND]}})
    assert effect.verb[0] == "repeat"
    with pytest.raises(ValidationError, match="has no verb"):
        effects({"sink": None})


@pytest.mark.parametrize(
    "effect",
    [
        {"if": {"that": {"ships": 2}, "then": []}},
        {"for_each": {"of": {}, "effects": []}},
        {"repeat": {"times": 2, "effects": []}},
        {"choose_one": {"options": [{"effects": [BIND]}]}},
        {"may": {"effects": []}},
    ],
)
def test_control_flow_holds_effects(effect):
    with pytest.raises(ValidationError):
        effects(effect)


def test_editor_schema_describes_nested_effects():
    definitions = Effect.model_json_schema()["$defs"]
    assert definitions["If"]["properties"]["then"]["items"] == {"$ref": "#/$defs/Effect"}
    assert definitions["Choose"]["properties"]["options"]["description"] == "The alternatives."


def test_name_is_bound_before_it_is_used():
    assert findings(BIND, USE) == []
    assert findings(USE, BIND) == [("E206", (0, "sink", "who", "in"))]


def test_what_is_wrong_with_a_name_is_told_with_its_places():
    (unknown,) = HarbourBindings().read(effects(USE), ())
    assert (unknown.message, unknown.expected) == ("nothing is bound to '$s'", "a name that 'as' has bound before")
    (twice,) = HarbourBindings().read(effects(BIND, BIND), ())
    assert (twice.message, twice.notes) == ("name 's' is bound twice", (("first bound", (0, "sink", "who", "as")),))


def test_names_of_a_scope_alone_expire():
    check = HarbourBindings()
    assert list(check.read(effects({"sink": {"who": {"as": "t"}}}), ())) == []
    assert list(check.read_scoped(effects(BIND), (), "a ship sails on")) == []
    assert list(check.read(effects({"sink": {"who": {"in": "$t"}}}), ())) == []
    check.scope.expire([None, "t", "s"], "it sank")
    assert [finding.hints for finding in check.read(effects(USE), ())] == [("it sank",)], (
        "also one that is not bound now"
    )
    (finding,) = check.read(effects({"sink": {"who": {"in": "$t"}}}), ())
    assert finding.hints == ("it sank",)


def test_name_is_bound_once():
    assert findings(BIND, BIND) == [("E205", (1, "sink", "who", "as"))]


@pytest.mark.parametrize(
    ("branches", "first", "second"),
    [
        (lambda a, b: {"if": {"that": {"ships": 1}, "then": a, "else": b}}, "then", "else"),
        (lambda a, b: {"may": {"effects": a, "else": b}}, "effects", "else"),
    ],
)
def test_branches_do_not_see_the_names_of_each_other(branches, first, second):
    assert findings(branches([BIND], [USE])) == [
        ("E206", (0, next(iter(branches([], []))), second, 0, "sink", "who", "in"))
    ]
    assert findings(branches([BIND], []), USE) == []


def test_a_condition_is_read_before_what_depends_on_it():
    branches = {"then": [BIND], "else": []}
    assert findings({"if": {"that": {"ships": 1, "of": {"in": "$s"}}} | branches}) == [
        ("E206", (0, "if", "that", "of", "in"))
    ]
    assert findings({"if": {"that": {"ships": 1, "of": {"as": "t"}}} | branches}, {"sink": {"who": {"in": "$t"}}}) == []


def test_only_what_a_deck_states_is_read():
    (effect,) = effects(USE)
    assert HarbourBindings().fields_in_order(effect) == ["sink"]
    assert HarbourBindings().fields_in_order(effect.sink.who) == ["in_"]


def test_alternatives_do_not_see_the_names_of_each_other():
    choice = {"choose_one": {"options": [{"effects": [BIND]}, {"effects": [USE]}]}}
    assert findings(choice) == [("E206", (0, "choose_one", "options", 1, "effects", 0, "sink", "who", "in"))]
    assert findings({"choose_one": {"options": [{"effects": [BIND]}, {"effects": [BIND | {}]}]}})[0][0] == "E205"


def test_loops_know_their_names():
    assert findings({"for_each": {"of": {"as": "s"}, "effects": [USE]}}) == []
    assert findings({"repeat": {"times": 2, "effects": [BIND, USE]}}) == []


def test_expired_name_is_refused_with_its_reason():
    check = HarbourBindings()
    assert list(check.read_scoped(effects(BIND), (), "a ship sails on")) == []
    (finding,) = check.read(effects(USE), ())
    assert (finding.code, finding.hints) == ("E206", ("a ship sails on",))


def test_misspelt_name_is_suggested():
    check = HarbourBindings()
    bound = ({"sink": {"who": {"as": name}}} for name in ("boat", "ship"))
    (finding,) = check.read(effects(*bound, {"sink": {"who": {"in": "$shp"}}}), ())
    assert (finding.hints, finding.expected) == (("did you mean '$ship'?",), "one of: $boat, $ship")
