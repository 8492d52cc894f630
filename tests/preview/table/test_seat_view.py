"""What a seat is sent says nothing that its player may not know, whatever happens in a game."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.geometry.units import Size
from cardgen.plugin.rules.tabletop import CountsNumbers
from cardgen.preview.table.hosted_game import HostedGame, packed, unpacked
from cardgen.preview.table.requests import PUBLIC, GameRef, Looker
from cardgen.preview.table.seat_view import decision, from_side, numbers_of, table_of_seat
from tests.amounts import amount
from tests.preview.coroutines import run_coroutine
from tests.preview.table.harness import ELVES, HEARTS, SAMURAI, Player, room_of, seated

CARD = Size(40, 53)


@pytest.fixture(scope="module")
def contests():
    """The contests of two games with hidden hands, as they are stored."""

    async def read():
        found = []
        for decks, seats in (([SAMURAI, ELVES], 2), ([HEARTS], 4)):
            rooms, room = await room_of(decks, seats)
            found.append((await rooms.shared.contest(room.state))["data"])
            rooms.close()
        return found

    return run_coroutine(read())


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**53), moves=st.integers(0, 60), which=st.sampled_from([0, 1]))
def test_a_view_is_the_same_in_every_world_that_the_player_cannot_tell_apart(contests, seed, moves, which):
    """`resample_from_infostate` deals anew what is hidden: a view that changes with it tells something hidden."""
    contest, _ = unpacked(contests[which])
    table, rng = contest.tabletop("en"), Random(seed)
    state = table.start(seed, 0)
    for _ in range(moves):
        if state.is_terminal():
            return
        state.apply_action(rng.choice(list(state.legal_actions())))
    for viewer in range(len(table.players)):
        shown = table_of_seat(table, state, viewer, CARD)
        for _ in range(3):
            other = state.resample_from_infostate(viewer, rng)
            assert table_of_seat(table, other, viewer, CARD) == shown, f"player {viewer}"
            if not state.is_terminal() and state.current_player() == viewer:
                assert decision(table, other) == decision(table, state)


@pytest.mark.extended
@pytest.mark.parametrize(("decks", "seats"), [([SAMURAI, ELVES], 2), ([HEARTS], 4)])
async def test_no_frame_names_a_card_of_another_hand_that_its_seat_may_not_know(decks, seats):
    """The pages of all seats are read during a game, whole at night; a known card is in that hand in every possible world."""

    def hands(view):
        """Return the names of all cards that a page sees in hands; what was played this turn lies in a row too."""
        shown = [area for area in view["areas"] if "hand" in area["title"].casefold()]
        return {piece["name"] for area in shown for piece in area["pieces"] if piece["piece"]}

    rooms, room = await room_of(decks, seats)
    pages = [*await seated(room, seats), await Player(room).enter()]
    await pages[0].say("start")
    rng = Random(11)
    contest, _ = unpacked(room.game.ref.contest)
    table = contest.tabletop("en")
    state = table.start(room.game.ref.seed, room.game.ref.first)
    moves = 0
    while not pages[0].view["is_over"] and moves < amount(60, nightly=4000):
        moves += 1
        for number, page in enumerate(pages):
            for owner in {*range(seats)} - {number}:
                mine = {*table.hand_names(state, number)} if number < seats else set()
                shown = set(table.hand_names(state, owner)) & hands(page.view) - mine
                viewers = [number] if number < seats else [other for other in range(seats) if other != owner]
                worlds = [
                    state.resample_from_infostate(viewer, rng) for viewer in viewers for _ in range(3 if shown else 0)
                ]
                assert all(shown <= set(table.hand_names(world, owner)) for world in worlds), (number, owner, shown)
            assert "seed" not in json.dumps(page.view)
        mover = next(one for one in pages if one.view["choices"])
        view = mover.view
        await mover.say("take", move=view["move"], choice=int(rng.random() * len(view["choices"])))
        for action in room.game.ref.actions[view["move"] :]:
            state.apply_action(action)
    rooms.close()


def test_a_log_of_a_seat_names_no_card_that_another_one_drew(contests):
    data = contests[0]
    game = HostedGame(GameRef(1, data, 3, 0, None, ()))
    rng = Random(3)
    contest, _ = unpacked(data)
    table = contest.tabletop("en")
    for _ in range(30):
        choices = game.state.legal_actions()
        player = game.state.current_player()
        before = {number: len(game.view(Looker(number))["log"]) for number in (0, 1, PUBLIC)}
        words = table.choice(game.state, action := rng.choice(list(choices)))
        hand = sorted(table.hand_names(game.state, player))
        game.take(player, list(choices).index(action))
        drawn = sorted(set(table.hand_names(game.state, player)) - set(hand)) if words.startswith("Draw") else []
        for viewer in (1 - player, PUBLIC):
            told = json.dumps(game.view(Looker(viewer))["log"][before[viewer] :])
            assert not [name for name in drawn if name in told], (viewer, told)


def test_a_question_about_a_card_that_was_played_says_what_the_card_does(contests):
    game = HostedGame(GameRef(1, contests[0], 3, 0, None, ()))
    rng, found = Random(3), False
    while not found and not game.state.is_terminal():
        mover = game.state.current_player()
        views = [game.view(Looker(player)) for player in (mover, 1 - mover)]
        assert all(view["about"][0].partition(":")[0] in view["question"] for view in views if view["about"])
        found = "Your opponent has played" in views[0]["question"]
        if found:
            assert views[0]["about"] == views[1]["about"] != []
        game.take(mover, rng.randrange(len(game.state.legal_actions())))
    assert found


def test_the_log_of_a_language_asked_for_late_is_whole(contests):
    data = contests[1]
    early, late = (HostedGame(GameRef(1, data, 8, 0, None, ())) for _ in range(2))
    early.view(Looker(1))
    rng = Random(8)
    for _ in range(20):
        early.take(early.state.current_player(), int(rng.random() * len(early.state.legal_actions())))
    late.go_to(early.actions)
    assert late.view(Looker(1))["log"] == early.view(Looker(1))["log"] != early.view(Looker(1, language="pt"))["log"]
    assert early.view(Looker(1, since=3))["log"] == early.view(Looker(1))["log"][3:]
    again = early.actions[:5]
    early.go_to(again)
    assert early.actions == again and early.view(Looker(1))["move"] == 5


def test_a_contest_is_stored_and_read_back(contests):
    contest, languages = unpacked(contests[1])
    assert contest.player_count == 4 and languages[0] == "en"
    assert unpacked(packed(contest, languages))[1] == languages


def test_numbers_are_those_that_a_viewer_sees():
    class Counting(CountsNumbers):
        players = ("Ann", "Bob", "Cat")

        def numbers(self, state, player):
            return (("round", "3"), ("hand", str(player)), *([("secret", "1")] if player else []))

    table = Counting()
    assert numbers_of(table, None, 2) == {"round": "3", "hand": "2", "secret": "1"}
    assert numbers_of(table, None, PUBLIC) == {"round": "3"}
    assert numbers_of(object(), None, 0) == {}


def test_what_lies_open_at_the_end_is_told_in_the_order_and_roles_of_a_seat():
    def area(title, role, pieces):
        return {"title": title, "role": role, "pieces": pieces}

    seen = [area("Hand of A", "", "all"), area("Stock", "", "open"), area("Hand of B", "", "b"), area("Left", "", "l")]
    own = [area("Hand of B", "own", "hidden"), area("Deck", "pile", "d"), area("Stock", "shared", "closed")]
    assert from_side(seen, own) == [
        area("Hand of B", "own", "b"),
        area("Deck", "pile", "d"),
        area("Stock", "shared", "open"),
        area("Hand of A", "", "all"),
        area("Left", "", "l"),
    ]
