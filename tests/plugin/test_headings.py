"""Headings of lists that mean the same."""

from cardgen.plugin.headings import normalized, usual_headings


def test_headings_are_the_same_whatever_their_case_spaces_hyphens_and_marks():
    for heading in ("attack power", "Attack-Power:", "ATTACK_POWER*", "*attack \u2010 power", "Attack\u2015Power**:"):
        assert normalized(heading) == "attackpower", heading
    assert normalized("Größe") == "grösse"


def test_usual_headings_stand_for_fields_and_doubtful_ones_are_among_them():
    for field, usual in usual_headings().items():
        assert all(word == word.strip() != "" for word in usual.words), field
        assert usual.doubtful | usual.spoken <= {normalized(word) for word in usual.words}, field
        assert len({*usual.words}) == len(usual.words), field
    assert any(usual.doubtful for usual in usual_headings().values()), "else the line above says nothing"
    assert any(usual.spoken for usual in usual_headings().values())
