"""The numbers of deck files: which there are, which may change, and how they are written back."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from cardgen.balancing import edits
from cardgen.balancing.assistant import BalanceOptions, open_balance
from cardgen.balancing.deck_numbers import _entry, _with_indexes, matches, open_source
from cardgen.balancing.edits import _line_starts, _region, changed_text, write_proposal
from cardgen.balancing.result import NumberChange, Proposal
from cardgen.pipeline.open.load import load_deck
from cardgen.plugin.game import Finding
from cardgen.plugin.resources import resources
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Node, Span
from tests.cli.test_balance import RAID

DECKS = resources().decks


@pytest.fixture
def deck(tmp_path):
    """A copy of a deck that ships, whose text can be changed."""
    (tmp_path / "art").symlink_to(DECKS / "art")
    path = tmp_path / "samurai.yaml"

    def write(*changes, more="") -> Path:
        text = (DECKS / "samurai.yaml").read_text("utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path.write_text(text + more, "utf-8")
        return path

    return write


def names(path, **options):
    freedom = open_balance([path, DECKS / "elves.yaml"], BalanceOptions(**options)).freedom
    return {number.name: number for number in freedom.numbers}


@cache
def usual():
    """Return the numbers of a deck that ships."""
    return names(DECKS / "samurai.yaml")


def test_numbers_that_play_may_change_and_others_not():
    found = usual()
    assert {"copies of Death Poem", "effects.power.set of Death Poem", "troop.power of Keeper of Scrolls"} <= set(found)
    assert "spares" not in str(found)  # of counters that are only printed
    assert "Monastery" not in str(found)  # the usual mix of bases is a convention, and another one a warning


def test_copies_keep_their_sum_and_other_numbers_change_alone():
    found = usual()
    groups = {number.group for name, number in found.items() if name.startswith("copies")}
    assert len(groups) == 1
    assert None not in groups
    assert {number.group for name, number in found.items() if not name.startswith("copies")} == {None}


def test_copies_that_are_as_many_as_usual_move_to_others_than_the_first():
    found = names(DECKS / "elves.yaml", may=["copies"])
    assert found["copies of First Light"].value == found["copies of Silk and Venom"].value == 5  # more is a warning
    assert len({number.group for number in found.values()}) == 1


def test_a_number_keeps_its_sign_and_its_limits(deck):
    found = names(deck(), reach=9, may=["perfect-cut/add", "copies"])
    assert found["effects.power.add of One Perfect Cut"].after(found["effects.power.add of One Perfect Cut"].least) == 1
    assert found["copies of Death Poem"].after(found["copies of Death Poem"].least) == 1


def test_numbers_below_nothing_change_by_a_tenth_too(deck):
    (number,) = names(
        deck(("pick: one}, add: 3, until", "pick: one}, add: -25, until")), may=["perfect-cut/add"]
    ).values()
    assert (number.value, number.step) == (-25, 2)


def test_outliers_may_come_back_to_their_peers_and_go_no_farther(deck):
    """A power of 6 and one of 9, among numbers of which most are 1 to 4; as they are, 2 and 4, they are none."""
    keeper, prayer = "troop.power of Keeper of Scrolls", "effects.power.set of Last Prayer"
    assert [(usual()[name].back, usual()[name].most) for name in (keeper, prayer)] == [(0, 3), (0, 3)]
    spoilt = deck(("set: 2, until", "set: 6, until"), ("      power: 4\n", "      power: 9\n"))
    spoilt = names(spoilt, may=["keeper-of-scrolls/power", "last-prayer/set"])
    for name, most_usual in ((keeper, 4), (prayer, 4)):
        number = spoilt[name]
        assert number.after(number.back) <= most_usual
        assert (number.least <= number.back, number.most) == (True, 0)


def test_what_the_designer_keeps_stays(deck):
    found = names(deck(more="keep: [perfect-cut, keeper-of-scrolls/power, death-poem/copies]\n"))
    assert not [name for name in found if "Perfect Cut" in name]
    assert "troop.power of Keeper of Scrolls" not in found
    assert "troop.aura.renewal.draw of Keeper of Scrolls" in found
    assert "copies of Death Poem" not in found


def test_a_deck_with_keep_is_built_as_before(deck):
    assert load_deck(deck(more="keep: copies\n")).warnings == ()


def test_keep_has_names(deck):
    with pytest.raises(CardgenError) as error:
        open_source(deck(more="keep: [[copies]]\n"), "")
    assert [(one.code, one.message) for one in error.value.diagnostics] == [
        ("E204", "keep has a value that is no name")
    ]


def test_may_names_numbers(deck):
    assert set(names(deck(), may=["keeper-of-scrolls/power", "*cut/add"])) == {
        "troop.power of Keeper of Scrolls",
        "effects.power.add of One Perfect Cut",
    }


@pytest.mark.parametrize(
    ("options", "more", "code"),
    [
        ({"may": ["coppies"]}, "", "E781"),
        ({}, "keep: [nobody]\n", "E781"),
        ({"may": ["perfect-cut"]}, "keep: perfect-cut\n", "E782"),
    ],
)
def test_names_that_leave_nothing_are_reported(deck, options, more, code):
    with pytest.raises(UnlocatedError) as error:
        names(deck(more=more), **options)
    assert error.value.code == code


@pytest.mark.parametrize(
    ("pattern", "is_meant"),
    [
        ("copies", True),
        ("ships", True),
        ("dory", True),
        ("ships/copies", True),
        ("copies/dory", False),
        ("d*y.copies", True),
        (" Dory ", True),
    ],
)
def test_a_name_means_what_has_its_words_in_order(pattern, is_meant):
    assert matches(pattern, ("ships", "Dory", "copies")) == is_meant


def change(source, name, after):
    number = next(one for one in source.numbers if one.name == name)
    return NumberChange(source.name, number.card, name, number.node.value, after, str(number.node.span))


def test_only_the_number_is_written(deck):
    path = deck()
    source = open_source(path, "")
    changes = [
        change(source, "copies of Feud", 4),
        change(source, "copies of Dojo", 16),
    ]  # not in the order of the file
    text, left = changed_text(source, changes)
    before = path.read_text("utf-8").splitlines()
    changed = [(old, new) for old, new in zip(before, text.splitlines(), strict=True) if old != new]
    assert changed == [("    copies: 6", "    copies: 16"), ("    copies: 5", "    copies: 4")]
    assert left == []


def test_a_text_follows_its_number_in_every_language(deck):
    source = open_source(deck(), "")
    text, left = changed_text(source, [change(source, "effects.power.add of One Perfect Cut", 2)])
    assert "in: field, pick: one}, add: 2, until" in text
    assert "gets **+2\u00a0power**" in text
    assert "recebe **+2\u00a0de\u00a0poder**" in text
    assert left == []


def test_a_text_that_says_it_otherwise_is_left_and_told(deck):
    english = ("gets **+3\u00a0power** until", "gets **three more power** until")
    portuguese = ("recebe **+3\u00a0de\u00a0poder**", "recebe **três a mais de poder**")
    source = open_source(deck(english, portuguese), "")
    text, left = changed_text(source, [change(source, "effects.power.add of One Perfect Cut", 2)])
    assert "three more" in text
    assert len(left) == 1  # once for both languages


def test_line_ends_and_comments_stay(deck):
    path = deck(("    copies: 7\n", "    copies:   7   # as printed\n"))
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    source = open_source(path, "")
    text, _ = changed_text(source, [change(source, "copies of Monastery", 8)])
    assert text.encode() == path.read_bytes().replace(b"copies:   7   # as printed", b"copies:   8   # as printed")


def test_of_numbers_with_the_same_name_the_one_in_its_place_is_written(deck):
    source = open_source(deck(("{en: Feud, pt: Feudo}", "{en: Dojo, pt: Feudo}")), "")
    same = [number for number in source.numbers if number.name == "copies of Dojo"]
    assert len(same) == 2
    for number in same:
        place = number.node.span
        text, _ = changed_text(
            source, [NumberChange(source.name, number.card, number.name, number.node.value, 9, str(place))]
        )
        pairs = zip(source.text.splitlines(), text.splitlines(), strict=True)
        assert [line for line, (old, new) in enumerate(pairs, 1) if old != new] == [place.line]


def test_a_deck_without_text_of_its_own_has_written_nothing(deck):
    """The decks of spreadsheets are read as tables, and have no lines."""
    source = open_source(deck(), "")
    span = source.numbers[0].node.span
    assert source.has_written(span) and source.written_at(span) == str(source.numbers[0].node.value)
    source.text = ""
    assert (source.has_written(span), source.written_at(span)) == (False, "")


def test_a_number_behind_an_alias_is_told_where_it_is(deck):
    source = open_source(deck(("    copies: 7\n", "    copies: &many 7\n")), "")
    with pytest.raises(UnlocatedError) as error:
        changed_text(source, [change(source, "copies of Monastery", 8)])
    assert error.value.code == "E786"


def test_several_decks_are_written_into_a_folder(deck, tmp_path, monkeypatch):
    sources = [open_source(deck(), "ours"), open_source(DECKS / "elves.yaml", "theirs")]
    changes = [change(sources[0], "copies of Feud", 4), change(sources[1], "copies of First Light", 4)]
    proposal = Proposal(tuple(changes), 2, 2, (), (), True, True)
    with pytest.raises(UnlocatedError, match="is one file, but the proposal changes 2 decks") as error:
        write_proposal(sources, proposal, tmp_path / "new.yaml")
    assert error.value.code == "E787"
    with pytest.raises(UnlocatedError, match="is a deck that plays") as error:
        write_proposal(sources, proposal, tmp_path)
    assert error.value.code == "E787"
    one = replace(proposal, changes=proposal.changes[1:])
    for target in (tmp_path / "samurai.yaml", tmp_path / "elsewhere" / ".." / "samurai.yaml"):
        with pytest.raises(UnlocatedError, match="is a deck that plays"):  # also one that the proposal does not change
            write_proposal(sources, one, target)
    files, left = write_proposal(sources, proposal, tmp_path / "new")
    assert (files, left) == ([tmp_path / "new" / f"{name}.yaml" for name in ("samurai", "elves")], [])
    for file, source in zip(files, sources, strict=True):
        before, after = (text.splitlines() for text in (source.text, file.read_text("utf-8")))
        assert [new for old, new in zip(before, after, strict=True) if old != new] == ["    copies: 4"]
    monkeypatch.setattr(edits, "changed_text", lambda source, _changes: ("", [source.name]))
    assert write_proposal(sources, proposal, tmp_path / "more")[1] == ["ours", "theirs"]
    monkeypatch.undo()
    assert write_proposal(sources, one, tmp_path / "one.yaml") == ([tmp_path / "one.yaml"], [])


def test_a_value_of_several_is_named_by_its_place():
    assert [_with_indexes(path) for path in (("effects", 0, "power", "add"), ("costs", 1), ("a",), (2, "b"))] == [
        *("effects[1].power.add", "costs[2]", "a", "[3].b")
    ]


def test_a_deck_is_called_as_it_is_named_or_by_its_file(deck):
    assert [open_source(deck(), name).name for name in ("ours", "")] == ["ours", "samurai"]


def test_an_entry_is_called_by_its_name_or_title_or_id_or_place():
    span = Span("deck.yaml", 1)
    stated = (
        {"id": "a", "name": "A", "title": "T"},
        {"id": "b", "title": "T"},
        {"id": 7},
        {"title": "T"},
        {},
        {"name": ""},
    )
    entries = [Node({key: Node(value, span) for key, value in one.items()}, span) for one in stated]
    root = Node({"cards": Node(entries, span)}, span)
    assert [_entry(root, ("cards", at, "cost"))[:2] for at in range(6)] == [
        ("cards/a", "A"), ("cards/b", "T"), ("cards/7", "7"), ("cards/T", "T"), ("cards/cards 5", "cards 5"), ("cards/cards 6", "cards 6"),
    ]  # fmt: skip
    assert [_entry(root, path) for path in (("rounds",), ("limits", 1), ("box", "size", "width"))] == [
        ("rounds", "", ("rounds",)), ("limits", "limits", (1,)), ("box", "box", ("size", "width")),
    ]  # fmt: skip


@pytest.fixture
def raid(tmp_path):
    """Write the deck of a small game, and return it."""
    fields = "deck: {rounds: {type: integer, default: 3}, wild: {type: boolean, default: no}, limits: {type: list, of: integer, optional: yes}}\n"
    (tmp_path / "game.yaml").write_text(RAID + fields, "utf-8")

    def write(cards, more=""):
        (tmp_path / "raid.yaml").write_text(f"game: raid\ntitle: Raid\n{more}cards:\n{cards}", "utf-8")
        return open_source(tmp_path / "raid.yaml", "")

    return write


def test_what_stands_in_a_file_of_cards_is_not_taken_for_the_same_place_of_the_deck(raid, deck):
    path = raid(STAB).path
    path.write_text("game: raid\ntitle: Raid\nrounds:   12\ncards: cards.yaml\n", "utf-8")
    path.with_name("cards.yaml").write_text("-\n  name: Stab\n  price:  12\n  effects: hit 4\n", "utf-8")
    source = open_source(path, "")
    assert [(one.name, str(one.node.span)[-5:], one.is_in_file) for one in source.numbers] == [
        ("rounds", ":3:11", True),
        ("price of Stab", ":3:11", False),
    ]
    with pytest.raises(
        UnlocatedError, match=r"price of Stab cannot be written: it is in .*cards.yaml:3:11, not in the deck"
    ) as error:
        changed_text(source, [change(source, "price of Stab", 9)])
    assert (error.value.code, error.value.hints) == ("E786", ("change it there to 9",))
    whole = (DECKS / "samurai.yaml").read_text("utf-8")
    bases = whole.partition("\nbases:\n")[2].partition("\nabilities:\n")[0]
    long = deck(("\nbases:\n" + bases, "\nbases: bases.yaml\n"))
    long.with_name("bases.yaml").write_text("#\n" * 999 + bases, "utf-8")
    source = open_source(long, "")
    text, left = changed_text(source, [change(source, "effects.power.add of One Perfect Cut", 2)])
    assert ("gets **+2\u00a0power**" in text, left) == (True, [])


STAB = "  - {name: {en: Stab, pt: Corte}, copies: &many 8, price: +2, effects: [{hit: 4}, {hit: 2}]}\n"


def test_each_number_has_its_name_its_words_and_whether_it_is_in_the_file(raid):
    more = '  - {id: big, name: Big, copies: *many, price: 16, effects: [{hit: 5}]}\n  - {id: "7", name: Feint, price: 0, effects: []}\n'
    source = raid(STAB + more, "rounds: 12\nwild: true\nlimits: [3, 4]\n")
    assert [(one.card, one.name, "/".join(one.words), one.is_in_file, one.node.value) for one in source.numbers] == [
        ("rounds", "rounds", "rounds/rounds", True, 12),
        ("limits", "[1] of limits", "limits", True, 3),
        ("limits", "[2] of limits", "limits", True, 4),
        ("cards/Stab", "copies of Stab", "cards/Stab/copies", False, 8),
        ("cards/Stab", "price of Stab", "cards/Stab/price", True, 2),
        ("cards/Stab", "effects[1].hit of Stab", "cards/Stab/effects/hit", True, 4),
        ("cards/Stab", "effects[2].hit of Stab", "cards/Stab/effects/hit", True, 2),
        ("cards/big", "copies of Big", "cards/big/copies", False, 8),
        ("cards/big", "price of Big", "cards/big/price", True, 16),
        ("cards/big", "effects.hit of Big", "cards/big/effects/hit", True, 5),
        ("cards/7", "price of Feint", "cards/7/price", True, 0),
    ]
    assert (source.name, source.keep) == ("raid", ())


def test_a_deck_with_errors_is_told_and_what_the_schema_refuses_is_no_deck(raid):
    with pytest.raises(CardgenError) as error:
        raid(STAB.replace("8", "x"))
    assert [one.code for one in error.value.diagnostics if one.code[0] == "E"] == ["E204"]
    source = raid(STAB)
    folder = source.path.parent
    for name, text in (
        ("none", "game: nowhere\n"),
        ("list", "- 1\n"),
        ("twice", "game: raid\ngame: raid\n"),
        ("lost", None),
    ):
        path = folder / f"{name}.yaml"
        if text:
            path.write_text(text, "utf-8")
        with pytest.raises(CardgenError) as error:
            open_source(path, "")
        assert any(one.code[0] == "E" for one in error.value.diagnostics), name
    copies = source.numbers[0].node
    assert (source.changed({id(copies): -1}), source.is_legal({id(copies): -1})) == (None, False)
    assert source.is_legal({id(copies): 3}) and source.changed({id(copies): 3}).cards[0].copies == 3


def test_findings_about_texts_can_be_written_anew_if_they_are_warnings(raid):
    source = raid(STAB)
    found = {
        (code, path): source.is_about_text(Finding(code, "", ("cards", 0, *path)))
        for code in ("W301", "E301")
        for path in (("name",), ("name", "pt"), ("price",), ("effects",))
    }
    assert [key for key, is_about_text in found.items() if is_about_text] == [
        ("W301", ("name",)),
        ("W301", ("name", "pt")),
    ]


def test_a_text_ends_where_the_next_value_begins_or_with_the_file(raid):
    source = raid("  - {copies: 3, price: 2, effects: [{hit: 4}], name: Stab}\n", "rounds: 3\n")
    source.path.rename(source.path.with_suffix(".yml"))
    source = open_source(source.path.with_suffix(".yml"), "")
    starts, texts = _line_starts(source.text), [source.node.at(("title",)), source.node.at(("cards", 0, "name"))]
    regions = [source.text[slice(*_region(source, node, starts))] for node in texts]
    assert regions == ["Raid\n", "Stab}\n"]


def test_a_sign_that_is_written_stays_as_long_as_there_is_one(raid):
    source = raid(STAB)
    for after, written in ((3, "+3"), (0, "0"), (-1, "-1"), (10, "+10")):
        text, _ = changed_text(source, [change(source, "price of Stab", after)])
        assert text == source.text.replace("+2", written)


def test_a_text_is_left_where_its_number_stands_in_a_comment_too(deck):
    english = "gets **+3\u00a0power** until"
    text = (DECKS / "samurai.yaml").read_text("utf-8")
    line = next(line for line in text.splitlines() if english in line)
    path = deck((line, f"{line}  # 3, as always"))
    source = open_source(path, "")
    text, left = changed_text(source, [change(source, "effects.power.add of One Perfect Cut", 2)])
    assert english in text and len(left) == 1


def test_a_text_follows_its_number_though_something_else_is_said_of_it(raid, monkeypatch):
    """Of two equal numbers, the one that is told is the second."""
    source = raid(STAB.replace("en: Stab", "en: Stab for 2 or 2 but 2.5"))
    path = ("cards", 0, "name", "en")

    def findings(_source, overrides):
        node = source.node.at(path)
        is_right = "2 or 9" in overrides.get(id(node), node.value)
        return [Finding("W302", "too long", path)] + [Finding("W301", "another price", path)] * (not is_right)

    monkeypatch.setattr(edits, "_text_findings", findings)
    text, left = changed_text(source, [change(source, "price of Stab for 2 or 2 but 2.5", 9)])
    assert ("en: Stab for 2 or 9 but 2.5, pt" in text, left) == (True, ["too long"])


def test_a_text_that_must_agree_with_another_is_checked_beside_its_new_words(raid, monkeypatch):
    source = raid(STAB.replace("en: Stab, pt: Corte", "en: Stab for 2, pt: Corte por 2"))
    texts = [("cards", 0, "name", language) for language in ("en", "pt")]

    def findings(_source, overrides):
        right = ["9" in overrides.get(id(source.node.at(path)), "") for path in texts]
        english, portuguese = (Finding("W301", "another price", path) for path in texts)
        return [english] * (not right[0]) + [portuguese] * (not all(right))

    monkeypatch.setattr(edits, "_text_findings", findings)
    text, left = changed_text(source, [change(source, "price of Stab for 2", 9)])
    assert ("en: Stab for 9, pt: Corte por 9" in text, left) == (True, [])


def test_a_text_follows_whichever_of_the_numbers_is_in_it(raid, monkeypatch):
    """The first of the numbers stands in a comment too, and a longer number is another one."""
    name = "Stab 2 and 12.4 and 4.25 and 4 or 4."
    source = raid(STAB.replace("en: Stab, ", f"en: {name}, # 2\n      "))
    path = ("cards", 0, "name", "en")

    def findings(_source, overrides):
        return [Finding("W301", "other words", path)] * ("9" not in overrides.get(id(source.node.at(path)), ""))

    monkeypatch.setattr(edits, "_text_findings", findings)
    changes = [change(source, f"price of {name}", 3), change(source, f"effects[1].hit of {name}", 9)]
    text, left = changed_text(source, changes)
    assert left == [] and "Stab 2 and 12.4 and 4.25 and 9 or 4.," in text


def test_large_numbers_change_by_a_tenth(raid):
    copies = {1: 1, 12: 1, 13: 1, 14: 1, 16: 2, 24: 2, 26: 3, 100: 10}
    source = raid("".join(f"  - {{name: N{count}, copies: {count}, price: 1, effects: []}}\n" for count in copies))
    numbers = open_balance([source.path], BalanceOptions(may=["copies"], reach=3)).freedom.numbers
    assert {number.value: number.step for number in numbers} == copies
    least, most = ({number.value: getattr(number, end) for number in numbers} for end in ("least", "most"))
    assert (least[1], least[12], most[12], least[16]) == (0, -3, 3, -3), "no number becomes 0"
    assert (most[1], most[100], least[100]) == (9, 0, -8), "those far from their peers come back, and go no farther"
