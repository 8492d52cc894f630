"""`cardgen new --rules` starts a game that prints without a problem, and that can be played."""

import cardgen
from cardgen.pipeline.start.new_game import make_new
from cardgen.pipeline.start.plan import NewOptions
from cardgen.play.matches import open_decks
from cardgen.testing.play import check_contest

MOST_LINES = 60


def test_a_new_game_with_rules_is_sound_short_and_can_be_played(tmp_path):
    result = make_new(tmp_path / "duel", NewOptions(rules=True))
    assert result.problems == () and cardgen.check(result.deck) == ()
    assert sum(len((result.folder / name).read_text("utf-8").splitlines()) for name in result.files) <= MOST_LINES
    opened = open_decks([result.deck])
    check_contest(opened.rules.contest(opened.decks), 2, 3)
