"""Faults of quality are warnings, whatever letter their code begins with, and their pages say so."""

from cardgen.plugin.codes import CORE, all_codes
from cardgen.report.quality import KINDS, hint_to_shorten, severity_note, stops


def test_only_errors_that_are_no_faults_of_quality_stop_the_work():
    for code in (code for code, pages in all_codes().items() if CORE in pages):
        assert stops(code) == (code[0] == "E" and code not in KINDS), code
        assert bool(severity_note(code)) == (code[0] == "E" and code in KINDS), code


def test_the_words_for_several_faults_name_their_number_and_the_worst():
    for kind in KINDS.values():
        assert "12 " in kind.several.format(count=12)
        assert not kind.worst or "3" in kind.worst.format(measure=3.0)


def test_a_text_is_shortened_by_as_many_characters_as_are_too_many_unless_none_or_all_are():
    told = {
        (5, 1, 0.5): "3 of its 5", (5, 2, 0.5): "4 of its 5", (4, 1, 0.5): "", (5, 1, 1.0): "", (5, 1, 0.1): "", (100, 1, 0.9): "10 of its 100",
        (100, 2, 0.9): "19 of its 100", (4000, 3, 0.5): "3,000 of its 4,000", (10, 1, 0.95): "1 of its 10", (10, 1, 0.01): "",
    }  # fmt: skip
    for (characters, lines, share), words in told.items():
        shortened = f"shorten it by about {words} characters, or give it more room" if words else "give it more room"
        assert hint_to_shorten(characters, lines, share) == shortened, (characters, lines, share)
