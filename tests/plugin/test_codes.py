import re
from dataclasses import replace
from pathlib import Path

import pytest
import toy

import cardgen
from cardgen.plugin import registry
from cardgen.plugin.codes import Explanation, all_codes, find_explanations, read_codes
from cardgen.plugin.resources import resources
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError

PACKAGE = Path(cardgen.__file__).parent
CODE = re.compile(r"\b[EW]\d{3}\b")
ENTRY = "E301: {what: a, why: b, example: c, instead: d}"


def codes_in_source() -> set[str]:
    files = (*PACKAGE.rglob("*.py"), *resources().templates.glob("*/game.yaml"))
    return {code for file in files for code in CODE.findall(file.read_text("utf-8"))}


def test_every_code_is_explained():
    assert len(codes_in_source()) > 50
    assert codes_in_source() <= set(all_codes())


def test_every_explanation_is_of_a_code_that_is_used():
    assert set(all_codes()) <= codes_in_source()


def test_every_explanation_says_all_four_things():
    for code, entries in all_codes().items():
        assert CODE.fullmatch(code)
        for entry in entries.values():
            for text in (entry.what, entry.why, entry.example, entry.instead):
                assert text, code


def test_a_game_brings_its_own(toy_game):
    assert all_codes()["W399"]["toy"].what == "There are thirteen copies."


def test_a_code_is_meant_by_its_number_and_of_one_game_by_its_name():
    one, two, three = (Explanation(*(f"{text}{number}" for text in "abcd")) for number in (1, 2, 3))
    codes = {"E301": {"toy": one, "sea": two}, "W301": {"sea": three}, "E302": {"": one}}
    for text, found in (
        ("e301", {"E301": {"toy": one, "sea": two}}), ("301", {"E301": {"toy": one, "sea": two}, "W301": {"sea": three}}),
        ("toy:E301", {"E301": {"toy": one}}), ("toy:301", {"E301": {"toy": one}}), ("sea:w301", {"W301": {"sea": three}}),
        ("sea:302", {}), ("302", {"E302": {"": one}}), ("E303", {}),
    ):  # fmt: skip
        assert find_explanations(text, codes) == found, text


def test_codes_are_in_order():
    numbers = [code[1:] for code in all_codes()]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- E301", "is not a mapping"),
        ("E301: [", "cannot be read"),
        (f"{ENTRY}\nE302: {{}}\n{ENTRY}", "key 'E301' is given twice"),
        (ENTRY.replace("why:", "what: b, why:"), "key 'what' is given twice"),
        ("E203: {what: a, why: b, example: c, instead: d}", "key 'E203'"),
        ("301: {what: a, why: b, example: c, instead: d}", "key '301'"),
        ("E301: text", "'what' of E301"),
        ("E301: {what: a, why: b, example: c}", "'instead' of E301"),
        ("E301: {what: a, why: b, example: [c], instead: d}", "'example' of E301"),
        ("E301: {what: a, why: b, example: c, instead: d, whyy: e}", "'whyy' of E301"),
    ],
)
def test_a_file_of_codes_is_checked(tmp_path, text, message):
    file = tmp_path / "codes.yaml"
    file.write_text(text)
    with pytest.raises(UnlocatedError) as caught:
        read_codes(file)
    assert caught.value.code == "E214"
    assert message in caught.value.message
    assert caught.value.hints == (("did you mean 'why'?",) if "whyy" in text else ())


def test_a_game_whose_file_of_codes_is_broken_keeps_no_other_code_from_being_explained(toy_game, tmp_path):
    file = tmp_path / "codes.yaml"
    file.write_text("E203: {}")
    registry.add_game(replace(toy.GAME, codes=file))
    found = Collector()
    codes = all_codes(found)
    assert [item.code for item in found.items] == ["E214"]
    assert "E203" in codes
    assert "toy" not in {owner for explanations in codes.values() for owner in explanations}
