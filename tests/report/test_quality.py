"""Faults of quality are warnings, whatever letter their code begins with, and their pages say so."""

from cardgen.plugin.codes import CORE, all_codes
from cardgen.report.quality import KINDS, severity_note, stops


def test_only_errors_that_are_no_faults_of_quality_stop_the_work():
    for code in (code for code, pages in all_codes().items() if CORE in pages):
        assert stops(code) == (code[0] == "E" and code not in KINDS), code
        assert bool(severity_note(code)) == (code[0] == "E" and code in KINDS), code


def test_the_words_for_several_faults_name_their_number_and_the_worst():
    for kind in KINDS.values():
        assert "12 " in kind.several.format(count=12)
        assert not kind.worst or "3" in kind.worst.format(measure=3.0)
