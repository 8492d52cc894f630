import re
from pathlib import Path

import cardgen
from cardgen.plugin.codes import all_codes

PACKAGE = Path(cardgen.__file__).parent
CODE = re.compile(r"\b[EW]\d{3}\b")


def codes_in_source() -> set[str]:
    return {code for file in PACKAGE.rglob("*.py") for code in CODE.findall(file.read_text("utf-8"))}


def test_every_code_is_explained():
    assert len(codes_in_source()) > 50
    assert codes_in_source() <= set(all_codes())


def test_every_explanation_is_of_a_code_that_is_used():
    assert set(all_codes()) <= codes_in_source()


def test_every_explanation_says_all_four_things():
    for code, entry in all_codes().items():
        assert CODE.fullmatch(code)
        for text in (entry.what, entry.why, entry.example, entry.instead):
            assert text, code


def test_a_game_brings_its_own(toy_game):
    assert all_codes()["W399"].what == "There are thirteen copies."


def test_codes_are_in_order():
    numbers = [code[1:] for code in all_codes()]
    assert numbers == sorted(numbers)
