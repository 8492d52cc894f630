"""What the editor suggests and explains, whole: for a small schema, and for the elements and filters of templates."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import yaml

from cardgen.preview.editor.picture_edit import name_pictures
from cardgen.preview.editor.schemas import SchemaTree
from cardgen.preview.editor.suggestions import Suggestion, Suggestions, WordHelp
from cardgen.preview.editor.template_help import TemplateWords, explain_in_template, suggest_in_template
from cardgen.preview.editor.yaml_help import Vocabulary, explain, suggest
from cardgen.yaml_loader import LOADER
from tests.recorded import check_recorded

PICTURE = {"$ref": "#/$defs/FocusedPicture", "description": "Its picture.\n\nAttributes:\n    file: Path."}
WORDS = {"type": "object", "patternProperties": {"^[a-z]{2,3}$": {"type": "string"}}, "description": "By language."}
ROOM = {
    "type": "object",
    "properties": {
        "kind": {"const": "room", "description": "One room."},
        "doors": {"type": "integer", "minimum": 1, "description": "Its doors."},
    },
}
STAIR = {"type": "object", "properties": {"kind": {"const": 3}, "steps": {"type": "integer"}}}
ROAD = {
    "type": "object",
    "properties": {"kind": {"enum": ["road", "path"]}, "length": {"type": "number", "maximum": 9}},
}
SCHEMA = {
    "title": "Deck",
    "description": "A deck.",
    "type": "object",
    "properties": {
        "game": {"type": "string", "description": "Its game."},
        "languages": {"type": "array", "items": {"enum": ["en", "pt"]}},
        "table": {"type": "string", "pattern": r"\.(csv|tsv)$"},
        "size": {"prefixItems": [{"type": "number"}, {"type": "boolean"}], "items": {"const": 0}, "type": "array"},
        "art": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 4}},
        "depth": {"type": "number", "minimum": 0, "maximum": 2.5, "default": 0},
        "speed": {"enum": [3, 5], "default": 5},
        "cards": {"type": "array", "items": {"$ref": "#/$defs/Card"}},
        "places": {"type": "array", "items": {"anyOf": [ROOM, ROAD, STAIR, {"type": "null"}]}},
        "load": {"$ref": "#/$defs/Load"},
        "lead": {"$ref": "#/$defs/Card"},
        "badge": {"$ref": "#/$defs/Badge"},
        "turns": {
            "type": "array",
            "items": {"anyOf": [{"enum": ["rest"]}, {"properties": {"go": {"type": "integer"}, "rest": {}}}]},
        },
    },
    "$defs": {
        "Load": {
            "anyOf": [{"$ref": "#/$defs/Much"}, {"type": "null"}],
            "description": "What it carries.",
            "default": "all",
        },
        "Much": {"enum": ["half", "all"], "description": "How much.", "default": "half"},
        "Badge": {"anyOf": [{"$ref": "#/$defs/FocusedPicture"}, {"type": "null"}]},
        "Card": {
            "type": "object",
            "description": "A card.",
            "required": ["name", "cost"],
            "properties": {
                "name": {"anyOf": [{"type": "string"}, WORDS], "description": "Its name."},
                "cost": {"type": "integer", "minimum": 0, "maximum": 12, "default": 3},
                "sort": {"enum": ["sail", "oar", "wheel", 5], "default": "oar", "description": "What moves it."},
                "icon": {"enum": ["anchor", "none", "rope end"]},
                "sign": {"anyOf": [{"type": "boolean"}, {"const": "both"}, {"enum": ["both", "no"]}], "default": False},
                "marks": {"type": "array", "default": []},
                "back": {"anyOf": [PICTURE, {"type": "null"}]},
                "ship": {"anyOf": [{"type": "null"}, PICTURE], "description": "Its ship."},
                "own": {"type": "object", "properties": {"icon": {"type": "string", "default": ""}}},
                "draught": {"type": "integer", "minimum": -3, "maximum": 0},
            },
        },
        "FocusedPicture": {
            "anyOf": [{"type": "string"}, {"type": "object", "properties": {"file": {"type": "string"}}}],
            "description": "A picture.",
        },
    },
}
TREE = SchemaTree(SCHEMA)
FILES = ("a b.svg", "b.PNG", "cards.csv", "list.xlsx")
VOCABULARY = Vocabulary(("anchor", "rope end", "wheel"), FILES, ("en", "pt", "de"), ("boats", "cards"))
CARD = "cards:\n  - name: Ferry\n    "
TEXTS = (
    "¦", "game: ¦", "game: b¦oats\n", "ga¦me: boats\n", "art: {one: ¦", "art: {one¦: 3}\n", "languages: [en, ¦", "table: c¦",
    "table¦: cards.csv\n", "size: [1, ¦", "size: [1, true, 0¦]\n", "size: ¦", "si¦ze : []\n", "cards: ¦", "car¦ds: []\n",
    f"{CARD}¦", f"{CARD}co¦st: 2\n", f"{CARD}cost: ¦", f"{CARD}cost: 2¦", f"{CARD}sort: ¦", f"{CARD}sort: o¦ar\n", f"{CARD}so¦rt: oar\n",
    f"{CARD}dra¦ught: -1\n",
    f"{CARD}icon: ¦", f"{CARD}icon: anchor¦", f"{CARD}ic¦on: anchor\n", f"{CARD}sign: ¦", f"{CARD}sign¦: both\n", f"{CARD}marks¦: []\n",
    f"{CARD}ship: ¦", f"{CARD}ship: a/b¦.svg\n", f"{CARD}sh¦ip: a.svg\n", f"{CARD}own: {{icon: ¦", f"{CARD}own:\n      ic¦on: anchor\n",
    "cards:\n  - name: {en: Ferry, ¦", "cards:\n  - name: {e¦n: Ferry}\n", "cards:\n  - na¦me: Ferry\n", "cards:\n  - name: Fer¦ry\n",
    'cards:\n  - name: "Pay {an¦', 'cards:\n  - name: "Pay {an¦}"\n', 'cards:\n  - name: "a": ¦', "places:\n  - kind: ¦",
    "places:\n  - kind: room\n    ¦", "places:\n  - kind: path\n    ¦", "places:\n  - kind: sea\n    ¦", "places:\n  - kind: road\n    len¦gth: 3\n",
    "places:\n  - kind: room\n    do¦ors: 3\n", "other: {a: ¦", "oth¦er: 1\n", "# ga¦me: 1\n", "cards: [{name: a}, {cost¦: 1}]\n",
    "gam¦", "ca¦rds:", "languages: [e¦n]\n", "dep¦th: 1\n", "speed: ¦", "speed: 5¦\n", "places:\n  - ¦", "places:\n  - kind: road\n    do¦ors: 3\n",
    "places:\n  - kind: room\n    kin¦d: road\n", f"{CARD}own: {{game: ¦", f"{CARD}ba¦ck: a.svg\n", f"{CARD}ship: á#b¦.svg\n", f"{CARD}cost: 2 ¦#c\n",
    f"{CARD}cost: 2\n    cost¦", f"{CARD}cost: 2\n    co¦", f'{CARD}"co¦st": 3\n', 'cards: [{"na¦me": Ferry}]\n', f'{CARD}"{{an¦', "cards:\n  - name: ht¦tp://x\n",
    "table: x\nart: {one: {an¦", 'cards: [{name: a, "{an¦', f"{CARD}own: &a {{icon: x}}\n    back: *a\n    co¦st: 1\n", "languages:\n  - en\n  - ¦", "size: [[1], ¦", "size: [1, [], ¦",
    f"{CARD}ship: 'a b¦", f"{CARD}ship: {{fi¦le: a.svg}}\n", f"{CARD}ship:\n      ¦", "cards:\n  - \n    na¦me: x\n", "? [a]\n: ga¦me\n", "game: [\x07¦", "\tga¦me: x\n",
    "load: ¦", "lo¦ad: all\n", "le¦ad: {}\n", "badge: ¦", "ba¦dge: a.svg\n", "turns:\n  - ¦", "places:\n  - kind: 3\n    ¦", "places:\n  - kind: 3\n    st¦eps: 1\n",
    'cards:\n  - name: "Pay {an¦ and {wheel}"\n', 'turns:\n  - "{an¦', 'turns:\n  - go {an¦', "languages: ['{an¦",
)  # fmt: skip

TEMPLATE_WORDS = TemplateWords(
    {"card.name": ("text", "Ferry"), "card.cost": ("whole number", "3"), "deck.title": ("text", "")},
    {"name": "9 pt", "small": "6 pt"},
    {"accent": "#aa0000", "paper": "#ffffff"},
    ("anchor", "rope end"),
)
TEMPLATES = (
    "¦", "<¦", "<card:¦", "<re¦ct/>", "<card:te¦xt x='1'/>", "<card:wrong ¦", "<card:text ¦", "<card:text id='a' style=\"name\" al¦",
    "<card:text style='¦", '<card:text style="na¦me"/>', "<card:text style='small¦'/>", "<rect class='small¦'/>", "<card:text fill='¦",
    "<card:text color='#¦", "<card:bleed fill='a¦ccent'/>", "<card:icon name='¦", "<card:text name='¦", "<card:text align='ce¦",
    "<card:text valign='¦", "<card:text fit='¦", "<card:text width='¦", "<card:text fi¦t='line'/>", "<card:text fi¦t/>", "<card:text wrong¦='1'/>",
    "<rect fi¦t='line'/>", "{{ ¦", "{{ card.na¦me }}", "{{ card.cost¦", "{{ card.other¦ }}", "{{ card.name | ¦", "{{ card.name | ri¦ch }}", "{{ card.name |upp¦er }}",
    "{{ rich¦ }}", "{{ '¦", "{{ 'ac¦cent' | color }}", "{{ 'accent' | color ~ ¦", "{{ 'accent' | col¦or }}", "{{ card.name }}¦", "{% if ¦", "{% if card.cost¦ %}",
    "{{ a }} <card:text x='{{ card.c¦", '{{ 4 + ¦', "{{ 4.¦",
    "<card:text ¦x='1' {{ a }}", "<card:text style=\"¦'", '<card:text style="{¦', "<card:text data-x='1' ¦", "<card:text x='1' y='2' data-width='3' wi¦", "<card:text x='a>b' al¦",
    "<card:text stroke='¦", "<card:text fill=\"accent\" style=\"\" x='¦", "<card:icon x='¦", "<card:text fi¦t={{ a }}>", "<card:text fit ¦= 'line'>", "<card:bleed/> <card:¦", "<card:text style='x'>na¦me</card:text>",
    "{{ card.name|¦", "{{ card.name | title ¦", "{{ card.name |ri¦ch }}", "{{ card.name | nothing¦ }}", "{{ ric¦h | rich }}", "{% if a == '¦' %}", "{% if a == 'b' or ¦ %}", "{{ \"a¦", "{{ 'a' }} {{ '¦",
    "{{ a }}{% if ¦", "{% if a %}¦", "{% if a %}{{ ¦", "}} ¦ {{ a }}", "it's {{ 'ac¦", "it's {{ ca¦", "{{ deck.title¦.x }}", "x{{ card.name }} <card:te¦xt/>", "<card:piece ¦", "<card:column ¦",
)  # fmt: skip


def short(about: str) -> str:
    """The beginning and the end of a long text."""
    return about if len(about) < 60 else f"{about[:40].strip()} ... {about[-18:].strip()}"


def items(found: tuple[Suggestion, ...]) -> Iterator[str]:
    """Each of the first suggestions, and the number of the others."""
    for item in found[:9]:
        parts = [f"{item.rank:+d}" if item.rank else "", item.detail, item.picture, item.color, short(item.about)]
        yield f"  {item.type} {item.label!r} -> {item.insert!r}" + "".join(f" | {part}" for part in parts if part)
    if len(found) > 9:
        yield "  ..."


def explanation(found: WordHelp) -> str:
    parts = [found.type, short(found.about), ", ".join(found.values), found.default, found.picture]
    return " | ".join(parts).rstrip(" |")


def recorded(
    texts: Iterable[str],
    suggested: Callable[[str, int], Suggestions],
    explained: Callable[[str, int], WordHelp | None],
) -> Iterator[str]:
    """What is suggested and explained at the bar of each text; a list that was there before is named by its text."""
    known: dict[tuple[Suggestion, ...], str] = {}
    for marked in texts:
        text, offset = marked.replace("¦", ""), marked.index("¦")
        found, word = suggested(text, offset), explained(text, offset)
        yield f"== {marked!r}"
        yield f"from {text[found.start : offset]!r}" + (f": as {known[found.items]}" if found.items in known else "")
        if found.items and found.items not in known:
            yield from items(found.items)
            known[found.items] = repr(marked)
        if word:
            yield f"? {text[word.start : word.end]!r} {word.title!r}: {explanation(word)}"


def test_help_in_yaml_is_as_recorded():
    found = recorded(
        TEXTS, lambda text, at: suggest(text, at, TREE, VOCABULARY), lambda text, at: explain(text, at, TREE)
    )
    check_recorded(Path(__file__).with_name("help_in_yaml.txt"), found)


def test_help_in_templates_is_as_recorded():
    found = recorded(
        TEMPLATES,
        lambda text, at: suggest_in_template(text, at, TEMPLATE_WORDS),
        lambda text, at: explain_in_template(text, at, TEMPLATE_WORDS),
    )
    check_recorded(Path(__file__).with_name("help_in_templates.txt"), found)


def test_pictures_are_named_in_cards_of_every_shape():
    text = """cards:
  - name: Ferry
    ship: old.svg
  -   name: Barge
  - {name: Sloop, ship: {focus: top}}
  - ship: {file: "old one.svg", focus: top}
  - ship: [a.svg, b.svg]
  - ship:
  - ship: |
      a.svg
  - ship: >
      a.svg
  - {}
places:
  - kind: room
"""
    edits = name_pictures(
        text, [*((line, "a/new.svg") for line in range(1, 16)), (4, "a new.svg"), (6, "a'b.svg")], TREE
    )
    results = [text[: edit.start] + edit.insert + text[edit.end :] if edit else "" for edit in edits]
    changed = [[line for line in result.split("\n") if line not in text.split("\n")] for result in results]
    assert changed == [
        [], ["    ship: a/new.svg"], [], ["      ship: a/new.svg"],
        ["  - {name: Sloop, ship: {focus: top, file: a/new.svg}}"],
        ['  - ship: {file: "a/new.svg", focus: top}'], ["  - ship: a/new.svg"], ["  - ship: a/new.svg"],
        ["      a/new.svg"], [], ["      a/new.svg"], [], [], [], [],
        ["      ship: a new.svg"], ['  - ship: {file: "a\'b.svg", focus: top}'],
    ]  # fmt: skip


def test_a_picture_is_replaced_as_a_whole():
    for old in (
        "a.svg", "'it''s.svg'", '"a\\tb.svg"', "a b.svg # why", "7", "[a.svg]", "", '"a\n      b.svg"', "'a\n      b.svg'",
        "a\n      b.svg", "|-\n      a.svg", ">\n      a.svg\n", "{focus: top}", "{file: a.svg, focus: top}", "\n      file: a.svg",
    ):  # fmt: skip
        text = f"cards:\n  - name: Ferry\n    ship: {old}\n    cost: 3\n"
        (edit,) = name_pictures(text, [(2, "new.svg")], TREE)
        (card,) = yaml.load(text[: edit.start] + edit.insert + text[edit.end :], LOADER)["cards"]
        ship = card["ship"]["file"] if "file" in old or "focus" in old else card["ship"]
        assert (ship.strip(), card["name"], card["cost"]) == ("new.svg", "Ferry", 3), old
        assert ("focus" in old) == ("focus" in card["ship"])


def test_a_picture_that_other_cards_name_by_its_anchor_is_replaced_for_all():
    text = "cards:\n  - name: Ferry\n    ship: &boat a.svg\n  - name: Barge\n    ship: *boat\n"
    (edit,) = name_pictures(text, [(2, "new.svg")], TREE)
    cards = yaml.load(text[: edit.start] + edit.insert + text[edit.end :], LOADER)["cards"]
    assert [card["ship"] for card in cards] == ["new.svg"] * 2


def test_the_picture_of_a_card_is_that_with_a_usual_name_or_its_first_but_no_back():
    for keys, key in (
        (("back", "photo", "image"), "image"),
        (("image", "picture", "art"), "art"),
        (("back", "photo", "other"), "photo"),
        (("back",), ""),
    ):
        fields = {key: {"$ref": "#/$defs/FocusedPicture"} for key in keys}
        card = {"type": "object", "properties": {"name": {"type": "string"}, **fields}}
        tree = SchemaTree({"properties": {"cards": {"items": card}}, "$defs": {"FocusedPicture": {"type": "string"}}})
        (edit,) = name_pictures("cards:\n- name: A\n", [(2, "a.svg")], tree)
        assert (edit and edit.insert.strip().partition(":")[0]) == (key or None), keys


def test_other_keys_are_not_those_that_have_a_name():
    tree = SchemaTree({"properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "integer"}})
    assert [[one["type"] for one in tree.at([key])] for key in ("a", "b")] == [["string"], ["integer"]]


def test_a_key_that_several_kinds_have_is_explained_as_that_of_the_stated_one():
    doors = {"type": "integer", "description": "Its doors.", "default": 2}
    length = {"type": "object", "description": "Its length.", "default": {}}
    kinds = [{"properties": {"kind": {"const": one}, "size": of}} for one, of in (("room", doors), ("road", length))]
    tree = SchemaTree({"properties": {"places": {"type": "array", "items": {"anyOf": kinds}}}})
    for kind, told in (("room", ("whole number", "Its doors.", "2")), ("road", ("mapping", "Its length.", ""))):
        text = f"places:\n  - kind: {kind}\n    size: 3\n"
        found = explain(text, text.index("size"), tree)
        assert found and (found.type, found.about, found.default) == told, kind
