"""What holds for every described game: the contract of contests and trees."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.testing.play import check_contest
from tests.plugin.rules.described.oracles import ORACLES, contest_of, goofspiel
from tests.plugin.rules.described.test_boards import OUTPOSTS

CONTESTS = {
    **{name: oracle.contest() for name, oracle in ORACLES.items()},
    "goofspiel": goofspiel(6),
    "outposts": contest_of(OUTPOSTS, [{"id": f"c{rank}", "rank": rank} for rank in range(8)], 2),
}


def test_games_keep_the_contract(learns_little):
    for contest in CONTESTS.values():
        check_contest(contest, contest.player_count, 1)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(CONTESTS)), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_pieces_are_conserved_and_resampling_keeps_what_a_player_sees(name, seed, rng):
    contest = CONTESTS[name]
    state = contest.start(seed, seed % contest.player_count)
    pieces = all_pieces(state)
    while not state.is_terminal():
        player = state.current_player()
        if rng.random() < 0.2:
            other = state.resample_from_infostate(player, rng)
            assert all_pieces(other) == pieces
            assert other.observation_string(player) == state.observation_string(player)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert sorted(other.legal_actions()) == sorted(state.legal_actions())
        state.apply_action(rng.choice(list(state.legal_actions())))
        assert all_pieces(state) == pieces


def all_pieces(state) -> list[int]:
    zones = state.tables.program.zones
    return sorted(piece for zone in zones for owner in zone.piles(state.seats) for piece in state.pieces(zone, owner))
