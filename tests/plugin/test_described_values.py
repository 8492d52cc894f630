"""Values of the kinds that a `game.yaml` describes: their ids, names, choices, numbers and other keys."""

import pickle
from dataclasses import fields

import pytest
from pydantic import TypeAdapter, ValidationError, create_model

from cardgen.geometry.units import Size
from cardgen.model.deck import ChoiceWord, LocalizedText, PictureReference
from cardgen.plugin.components import PieceKind
from cardgen.plugin.description.building import Players
from cardgen.plugin.description.choices import choice, meanings, shared_titles
from cardgen.plugin.description.decks import _portable
from cardgen.plugin.description.fields import (
    ChoiceField,
    CodeField,
    FieldName,
    IntegerField,
    ListField,
    NumberField,
    PlainField,
    ReferenceField,
)
from cardgen.plugin.description.kinds import changed_kind
from cardgen.plugin.description.schema import KindDescription
from cardgen.plugin.description.values import (
    DataValue,
    FieldTypes,
    MadeId,
    OpenValue,
    attribute_of,
    name_of,
    slug,
    with_ids,
)
from cardgen.plugin.schema import Language
from cardgen.report.errors import UnlocatedError


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Harbour Master, 2nd", "harbour-master-2nd"), ("Straße", "strasse"), ("Ångström's", "angstroms"), ("L\u2019Été", "lete"),
        ("_a__b_", "a-b"), ("!?", ""), ("Ελλάδα 7", "ελλαδα-7"), ("a b c d e f g", "a-b-c-d-e-f"), ("x" * 70, "x" * 60),
        ("y" * 59 + " tail", "y" * 59),
    ],
)  # fmt: skip
def test_an_id_is_made_of_the_first_letters_and_digits_of_a_text(text, made):
    assert slug(text) == made


def test_the_name_of_a_value_is_that_of_its_language_or_its_first_text():
    moon = {"name": {"pt": "Lua", "en": "Moon"}, "title": "M"}
    assert [name_of(moon, ("title",), language) for language in ("pt", "en", "de")] == ["Lua", "Moon", "Moon"]
    assert name_of({"name": {"pt": "", "en": "Moon"}}, (), "pt") == "Moon"
    assert name_of({"name": {"pt": "Lua"}}, (), "de") == "Lua"
    assert name_of({"name": " ", "open": True, "cost": 7, "title": "M"}, ("open", "cost", "title"), "en") == "7"
    assert name_of({"name": {}, "title": "M"}, ("cost",), "en") == ""


def test_each_value_without_an_id_gets_one_that_no_other_has():
    values = (
        {"name": "Dory"}, {"name": "Dory"}, {"id": "dory-2"}, {"name": "dory!"}, {"id": "it's"}, {}, 7, {"id": 5}, {"name": "5"},
        {"id": "x" * 61}, {"id": " ", "name": "Ann"}, {"id": "y" * 60},
    )  # fmt: skip
    found = with_ids(values, "ships", ("text",), "en")
    ids = [value["id"] for value in found if isinstance(value, dict)]
    assert ids == ["dory", "dory-3", "dory-2", "dory-4", "its", "ships-6", 5, "5-2", "x" * 60, " ", "y" * 60]
    assert [isinstance(one, MadeId) for one in ids] == [
        True,
        True,
        False,
        True,
        True,
        True,
        False,
        True,
        True,
        False,
        False,
    ]
    assert found[6] == 7 and found[0]["name"] == "Dory" and values[0] == {"name": "Dory"}
    assert with_ids("a.csv", "ships", (), "en") == "a.csv"


def is_valid(annotation, value) -> bool:
    try:
        TypeAdapter(annotation).validate_python(value)
    except ValidationError:
        return False
    return True


def test_a_stated_id_is_a_short_word_or_a_whole_number():
    for stated in ("a b.c-d_e", "7", "É", "a" * 60):
        assert DataValue.model_validate({"id": stated}).id == stated
    assert DataValue.model_validate({"id": 7}).id == "7"
    for wrong in ("", " a", "-a", "_a", ".a", "a/b", "a" * 61, True, 1.5, None):
        assert not is_valid(DataValue, {"id": wrong}), wrong


def test_the_name_of_a_field_begins_with_a_letter_and_ends_with_no_underscore():
    """One that ends with an underscore would be the attribute of a field called like something of Python."""
    for right in ("x", "a1", "attack_power", "a__b", "año", "x" * 60):
        assert is_valid(FieldName, right), right
    for wrong in ("copy_", "x_", "_x", "_", "1a", "a-b", "a b", "", "x" * 61):
        assert not is_valid(FieldName, wrong), wrong


def test_keys_that_a_game_does_not_describe_are_texts_pictures_numbers_and_lists_of_them():
    moon = LocalizedText({"en": "Moon", "pt-BR": "Lua"})
    for stated, meant in (
        ("", None), ("a/My Art.PNG", PictureReference("a/My Art.PNG")), ("a.txt", LocalizedText({"": "a.txt"})),
        (dict(moon.languages), moon), ((1, "a", (None, True)), (1, LocalizedText({"": "a"}), (None, True))), (2.5, 2.5),
    ):  # fmt: skip
        found = OpenValue.model_validate({"more": stated}).more
        assert (found, type(found)) == (meant, type(meant)), stated
    for wrong in ({}, {"en": 3}, {"colour": "red"}, ({"en": "a", "x": "b"},)):
        assert not is_valid(OpenValue, {"more": wrong}), wrong


def find_size(name: str) -> Size:
    if name != "poker":
        raise UnlocatedError("E503", f"unknown size {name}")
    return Size(63, 88)


def test_numbers_and_lists_have_the_limits_that_a_field_states():
    types = FieldTypes(find_size, {"mana": lambda: int})
    number = types.annotation(NumberField(type="number", min=2.5, max=3.5))
    whole = types.annotation(IntegerField(type="integer", min=-1, max=2))
    several = types.annotation(ListField(type="list", of=PlainField(type="text"), min=1, max=2))
    for annotation, right, wrong in (
        (number, (2.5, 3, 3.5), (2, 2.4, 3.6, 4, "x")), (whole, (-1, 0, 2), (-2, 3, 1.5)), (several, (("a",), ("a", "b"), "a"), ((), ("a",) * 3)),
        (types.annotation(NumberField(type="number")), (-9e9, 0, 7.25), ("x",)),
        (types.annotation(ReferenceField(type="reference", to="ports")), ("Porto", 7), (True, 1.5)),
        (types.annotation(CodeField(type="mana")), (3,), ("x",)), (types.size_name(), ("poker",), ("pokr",)),
    ):  # fmt: skip
        for value in right:
            assert is_valid(annotation, value), value
        for value in wrong:
            assert not is_valid(annotation, value), value
    assert type(TypeAdapter(number).validate_python(3)) is int
    assert TypeAdapter(types.annotation(ReferenceField(type="reference", to="ports"))).validate_python(7) == "7"


def test_a_word_of_a_choice_is_meant_in_any_case_and_by_its_titles_where_that_is_clear():
    titles = {
        "Brig": {"en": "raft"},
        "raft": {"en": "Log Boat", "pt": "Jangada"},
        "cog": {"en": "Hulk"},
        "hoy": {"en": "hulk"},
    }
    spec = ChoiceField(type="choice", of={**titles, "x-y": None, "X y": None})
    own = {"brig": "Brig", "raft": "raft", "cog": "cog", "hoy": "hoy"}
    assert meanings(spec.words, spec.titles) == {**own, "log boat": "raft", "jangada": "raft"}
    assert [*shared_titles(spec)] == [("Brig", "raft", "raft"), ("hoy", "hulk", "cog")]
    adapter = TypeAdapter(choice(spec))
    for stated, meant in (
        ("JANGADA", "raft"),
        (" log-boat ", "raft"),
        ("brig", "Brig"),
        ("X y", "X y"),
        ("x-y", "x-y"),
    ):
        assert adapter.validate_python(stated) == meant
    word = adapter.validate_python("log boat")
    assert isinstance(word, ChoiceWord) and word.titles == LocalizedText(titles["raft"])
    for wrong in ("hulk", "x y", "", True, None, 1.0):
        assert not is_valid(choice(spec), wrong), wrong
    with pytest.raises(ValidationError) as refused:
        adapter.validate_python("boat")
    assert refused.value.errors()[0]["ctx"]["expected"] == (
        "one of: Brig (raft), raft (Log Boat, Jangada), cog (Hulk), hoy (hulk), x-y, X y"
    )
    assert refused.value.errors()[0]["ctx"]["known"] == (
        "Brig", "raft", "cog", "hoy", "x-y", "X y", "raft", "Log Boat", "Jangada", "Hulk", "hulk",
    ), "what else may be meant"  # fmt: skip
    written = ["Brig", "raft", "cog", "hoy", "x-y", "X y", "Log Boat", "Jangada", "Hulk", "hulk"]
    assert adapter.json_schema()["enum"] == written, "an editor offers titles too"
    for words in (("-", "a"), ("true", "false")):
        assert not is_valid(choice(ChoiceField(type="choice", of=words)), True), words
    numbers = choice(ChoiceField(type="choice", of=(1, 2)))
    assert [TypeAdapter(numbers).validate_python(stated) for stated in (1, "2")] == [1, 2] and not is_valid(
        numbers, True
    )


def test_players_are_a_span_of_numbers_or_those_that_are_listed():
    adapter = TypeAdapter(Players)
    for stated, meant in (
        ({"min": 2, "max": 4}, (2, 3, 4)), ({"min": 2, "max": 2}, (2,)), ({"min": 1, "max": 99}, (*range(1, 100),)), ([2, 5], (2, 5)),
    ):  # fmt: skip
        assert adapter.validate_python(stated) == meant
    for wrong in (
        {"min": 0, "max": 2}, {"min": 3, "max": 2}, {"min": 2, "max": 100}, {"min": True, "max": 2}, {"min": 1, "max": True},
        {"min": 1}, {"min": 1, "max": 2, "most": 3}, {"min": "1", "max": 2}, [], [0], [100],
    ):  # fmt: skip
        with pytest.raises(ValidationError) as refused:
            adapter.validate_python(wrong)
        told = refused.value.errors()[0].get("ctx", {}).get("expected", "")
        assert told.startswith("numbers from 1 to 99, such as") == isinstance(wrong, dict), wrong


def test_only_a_text_that_is_no_code_of_a_language_may_mean_one():
    for stated, hints in (
        ("jp", ["did you mean 'ja'?"]),
        ("English", ["did you mean 'en'?"]),
        (None, []),
        (True, []),
        (5, []),
    ):
        with pytest.raises(ValidationError) as refused:
            TypeAdapter(Language).validate_python(stated)
        assert [*refused.value.errors()[0]["ctx"]["hints"]] == hints, stated


def test_a_field_called_like_something_of_python_or_of_a_model_has_an_attribute_of_its_own():
    assert [attribute_of(key) for key in ("copy", "class", "model_dump", "cost")] == [
        "copy_",
        "class_",
        "model_dump_",
        "cost",
    ]


def test_a_value_with_keys_of_its_own_keeps_them_on_the_way_to_another_process():
    model = _portable(create_model("Ship", __base__=OpenValue, load=(int, 2)))
    sent = pickle.loads(pickle.dumps(model.model_validate({"id": "dory", "more": 4})))
    assert (sent.id, sent.load, sent.more, sent.copies) == ("dory", 2, 4, 1)


def test_a_file_changes_of_a_kind_without_one_what_it_states_and_nothing_else():
    kind = PieceKind("cards", lambda _: (), "face.svg.j2", "back.svg.j2", size=lambda _: Size(3, 4))
    other_names = {"net": "made", "base_of": "made", "hub_of": "made", "shape": "outline"}
    for stated in (
        {"net": {"die": {"edge": 16, "sides": "faces"}}}, {"net": {"box": {"holds": ("coins",)}}}, {"base_of": {"kinds": ("ships",)}}, {"hub_of": {"kind": "dial"}},
        {"shape": "round"}, {"tiled": True}, {"bleed": 1.0}, {"gutter": 2.0}, {"endwise": True}, {"duplex": "two-sided"}, {"cut": "straight"}, {"sheet_group": "all"},
        {"printed_on": "card"}, {"face": "other.svg.j2"}, {"back": "other.svg.j2"}, {"back": "none"}, {"title": "Coins"}, {"role": "tile"}, {"safe": 2.0},
        {"place": {"x": 1, "z": 2}}, {"holes": ({"at": (0.5, 0.5), "diameter": 8.0},)}, {"fold": {"base": "none"}}, {},
    ):  # fmt: skip
        made = changed_kind(kind, KindDescription.model_validate(stated), lambda *_: Size(1, 2))
        changed = {one.name for one in fields(made) if getattr(made, one.name) != getattr(kind, one.name)}
        assert changed == {other_names.get(name, name) for name in stated}, stated
