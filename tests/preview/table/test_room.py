"""Rooms: who may do what, what is undone by whose consent, and what a server that starts again finds."""

import asyncio
import json
import re
from dataclasses import replace
from random import Random
from sqlite3 import ProgrammingError
from types import SimpleNamespace

import pytest

from cardgen.play.matches import open_contest, open_decks
from cardgen.play.session import resume
from cardgen.preview.table import hosted_game
from cardgen.preview.table.hosted_game import HostedGame, unpacked
from cardgen.preview.table.offers import offer, settings_of
from cardgen.preview.table.page import RoomPage
from cardgen.preview.table.requests import PUBLIC, Looker, Wanted
from cardgen.preview.table.room_frames import room_frame
from cardgen.preview.table.room_game import HIDDEN
from cardgen.preview.table.room_state import PendingProposal
from cardgen.preview.table.rooms import NewRoom, RoomProblem
from cardgen.processes.worker import WorkerLostError
from tests.preview.table.harness import (
    ELVES,
    KEPT,
    ROOT,
    SAMURAI,
    WEIR,
    Player,
    agents_of,
    one_hand_of_hearts,
    played,
    room_of,
    rooms_of,
    seated,
)

ARMIES = [SAMURAI, ELVES]


class LostThinker:
    asked = 0

    async def answer(self, *_):
        self.asked += 1
        raise TimeoutError if self.asked % 2 else WorkerLostError


async def game_of_two():
    rooms, room = await room_of(ARMIES)
    players = await seated(room, 2)
    await players[0].say("start")
    return rooms, room, *players


async def test_people_take_seats_and_play_to_the_end(tmp_path):
    hearts = one_hand_of_hearts(tmp_path)
    rooms, room = await room_of([hearts], 4, records=tmp_path)
    players = await seated(room, 4)
    watcher = await Player(room).enter()
    await players[0].say("start")
    await played(players, Random(1))
    assert all(player.view["question"].startswith("Winner: ") for player in players)
    assert watcher.view["is_over"] and watcher.view["move"] == players[0].view["move"]
    for number, player in enumerate(players):  # all lies open, from where each one sat
        own = {area["owner"] for area in player.view["areas"] if area["role"] == "own"}
        assert own == {f"Player {number + 1}"}
    assert players[0].last("room")["phase"] == "over"
    whole = players[0].log
    await players[1].say("look", language="pt")  # so that all are told again
    assert players[0].log == whole != [], "no part of it twice"
    [file] = tmp_path.glob("*.playthrough")
    assert file.name == f"hearts-{room.code}-{room.game.ref.id}.playthrough"
    contest, _ = open_contest([hearts], players=4)
    session = resume(contest.tabletop("en"), file.read_text("utf-8"))
    assert len(session.actions) == room.game.moves
    told = [line for line in file.read_text("utf-8").splitlines() if line.startswith("# seat ")]
    assert told == [f"# seat {number}: person" for number in range(1, 5)]
    rooms.close()


@pytest.mark.parametrize(("name", "seats"), [("go-fish", 3), ("liars-dice", 3), ("thin-ice", 6)])
async def test_a_game_described_as_data_is_played_at_many_seats(name, seats):
    rooms, room = await room_of([ROOT / f"examples/{name}/{name}.yaml"], seats)
    players = await seated(room, seats - 1)
    await players[0].say("fill", seat=seats - 1, level="random")
    await players[0].say("start")
    await played(players, Random(seats))
    for number, player in enumerate(players):
        assert player.view["viewer"] == number and player.view["is_over"] and player.view["question"]
        assert player.view["players"] == [f"Player {one + 1}" for one in range(seats)]
    assert {len(player.view["returns"]) for player in players} == {seats}
    rooms.close()


async def test_a_seat_that_was_given_to_an_agent_is_nobodys():
    rooms, room, one, two = await game_of_two()
    assert room.state.seats_of(one.page.member) == [0] and one.view["choices"]
    await two.say("fill", seat=1, level="random")
    await one.say("fill", seat=0, level="random")
    assert room.state.seats_of(one.page.member) == room.state.seats_of(two.page.member) == []
    assert one.last("room")["you"]["seats"] == [] and room.state.people() == set()
    rooms.close()


async def test_agents_play_on_free_seats_and_a_second_click_does_nothing():
    rooms, room = await room_of(ARMIES)
    [one] = await seated(room, 1)
    await one.say("fill", seat=1, level="random")
    await one.say("start")
    view = one.view
    await one.say("take", move=view["move"], choice=0)
    await one.say("take", move=view["move"], choice=0)
    await one.say("take", game=one.view["game"] + 1, move=one.view["move"], choice=0)
    await one.say("take", move=one.view["move"], choice=10_000)
    assert one.view["move"] == view["move"] + 1 and one.refusals == ["message"]
    await played([one], Random(2), until=lambda view: view["move"] > 20)
    assert one.last("room")["seats"][1]["who"] == "agent"
    rooms.close()


async def test_agents_that_have_given_up_go_on_when_somebody_comes():
    rooms, room = await room_of(ARMIES)
    [ana] = await seated(room, 1)
    await ana.say("arrange", first=1)
    lost = LostThinker()
    rooms.shared.workers.thinker = lambda _: lost
    await ana.say("start")
    await agents_of(room)
    assert room.game.mover == 1 and lost.asked == 3
    del rooms.shared.workers.thinker
    await Player(room).enter()
    await agents_of(room)
    assert room.game.mover == 0
    rooms.close()


async def test_only_the_seat_that_decides_may_take_a_choice():
    rooms, room, one, two = await game_of_two()
    watcher = await Player(room, "Cat").enter()
    move = one.view["move"]
    for other in (two, watcher):
        await other.say("take", move=move, choice=0)
        assert other.refusals[-1] == "turn" and not other.view["choices"]
    assert one.view["choices"] and room.game.moves == move
    rooms.close()


async def test_a_decision_is_taken_back_if_the_others_agree():
    rooms, room, one, two = await game_of_two()
    await one.say("undo")
    assert one.refusals == ["nothing_back"]
    before = one.view
    await one.say("take", move=before["move"], choice=0)
    await one.say("undo")
    asked = two.last("room")["proposal"]
    assert asked["asks_you"] and asked["by"] == "Person 1" and room.game.moves == before["move"] + 1
    await one.say("answer", yes=True)
    assert one.refusals[-1] == "no_question", "nobody agrees with themselves"
    await two.say("answer", yes=False)
    assert room.game.moves == before["move"] + 1 and one.last("notice")["key"] == "declined"
    await one.say("undo")
    await two.say("answer", yes=True)
    assert room.game.moves == before["move"] and one.view["choices"] == before["choices"]
    assert room.state.facts["taken_back"] == 1
    for _ in range(3):
        await one.say("take", move=one.view["move"], choice=0)
    await two.say("rewind", move=1)
    await one.say("answer", yes=True)
    assert two.view["move"] == 1 and rooms.shared.store.game(room.state.game).actions == room.game.ref.actions
    assert room.state.facts["taken_back"] == 2
    rooms.close()


async def test_a_proposal_is_settled_once_whatever_comes_of_it():
    rooms, room, one, two = await game_of_two()
    game = room.state.game
    found, broken = rooms.shared.contest, {"problems": ["The deck has an error."]}
    for problems, begins in ((broken, False), (None, True)):

        async def contest(state, problems=problems):
            return problems or await found(state)

        rooms.shared.contest = contest
        await one.say("start")
        assert two.last("room")["proposal"]["what"] == "restart"
        await two.say("answer", yes=True)
        assert one.last("room")["proposal"] is None and (room.state.game != game) is begins
    back = []

    async def take_back(*what):
        back.append(what)

    room.game = SimpleNamespace(moves=5, is_over=False, mover=0, take_back=take_back)  # chance has moved on
    room.state.proposal, room.pages = PendingProposal("undo", 2, room.state.game, one.page.member), set()
    await room._settle_proposal()
    [(_, _, to, (_, stored))] = back
    assert to == 2 and room.state.proposal is None and json.loads(stored)["proposal"] is None
    assert room.state.facts["taken_back"] == 1
    rooms.close()


async def test_a_game_begins_with_nothing_of_the_one_before():
    rooms, room, one, _ = await game_of_two()
    room.is_edited = room.can_apply = room.is_outdated = room.state.is_recorded = True
    room.state.facts |= {"taken_back": 3, "played_by": [["person", "script"], ["random"]]}
    room.state.proposal = PendingProposal("rewind", 1, room.state.game, one.page.member)
    room.state.members[one.page.member].held, room._shown = [0, 1], {one.page.member: 1}
    assert await room.begin() == []
    assert not (room.is_edited or room.can_apply or room.is_outdated or room.state.is_recorded or room.state.proposal)
    assert (room.state.facts["taken_back"], room.state.facts["played_by"]) == (0, [["person"], ["person"]])
    assert room.state.members[one.page.member].held == [0] and room._shown == {}
    assert rooms.shared.store.room(room.code) == room.state.as_text()
    rooms.close()


async def test_agents_think_once_at_a_time_until_the_server_ends():
    rooms, room = await room_of(ARMIES)
    [ana] = await seated(room, 1)
    await ana.say("arrange", first=1)
    asked = []

    class Thinker:
        async def answer(self, *what):
            asked.append(what)
            await asyncio.Event().wait()

    rooms.shared.workers.thinker = lambda _: Thinker()
    await ana.say("start")
    for _ in range(2):
        await asyncio.gather(*(Player(room).enter() for _ in range(2)))
    assert len(asked) == 1
    rooms.close()
    await agents_of(room)
    assert room._agents.cancelled()


async def test_each_page_is_told_what_a_proposal_asks_of_it():
    rooms, room, one, two = await game_of_two()
    watcher = await Player(room, "Cat").enter()
    move = one.view["move"]
    await one.say("take", move=move, choice=0)
    await one.say("undo")
    told = {"what": "undo", "move": move, "by": "Person 1", "waits_for": ["Person 2"]}
    for player, asks_you, is_yours in ((one, False, True), (two, True, False), (watcher, False, False)):
        assert player.last("room")["proposal"] == {**told, "asks_you": asks_you, "is_yours": is_yours}
    room.state.proposal.by = 99  # who has left the table
    shown = room_frame(room, RoomPage(), {})["proposal"]
    assert (shown["by"], shown["waits_for"], shown["is_yours"]) == ("", ["Person 1", "Person 2"], False)
    rooms.close()


async def test_agents_play_again_from_where_a_game_is_taken_back_to():
    rooms, room = await room_of(ARMIES)
    [ana] = await seated(room, 1)
    await ana.say("arrange", first=1)
    await ana.say("start")
    await agents_of(room)
    before = ana.view
    await ana.say("take", move=before["move"], choice=0)
    await ana.say("rewind", move=0)
    assert room.game.moves == 0
    await agents_of(room)
    assert ana.view["move"] > 0 and ana.view["choices"]
    rooms.close()


async def test_a_game_that_an_agent_ends_is_recorded():
    rooms, room = await room_of(ARMIES)
    recorded = []

    class Thinker:
        async def answer(self, *_):
            return "moves"

    async def record(*what):
        recorded.append(what)

    def store(_, played):
        room.game.is_over = played == "moves"

    rooms.shared.record, rooms.shared.workers.thinker = record, lambda _: Thinker()
    room.state.seats[1].who, room.state.seats[1].level = "agent", "script"
    room.game = game = SimpleNamespace(is_over=False, mover=1, moves=3, ref=SimpleNamespace(id=7), store=store)
    await room._play_agents()
    assert recorded == [(room.code, room.state, game)] and room.state.is_recorded
    room.game = None
    rooms.close()


def log_of(room, language):
    """Return the log of the first seat, as a game that was taken up again tells it."""
    game = HostedGame(replace(room.game.ref, actions=()))
    game.go_to(room.game.ref.actions)
    return json.loads(json.dumps(game.view(Looker(0, language=language))["log"]))


async def test_another_decision_in_place_of_one_that_was_taken_back_is_told_alone():
    rooms, room = await room_of(ARMIES)
    [one] = await seated(room, 1)
    await one.say("fill", seat=1, level="random")
    await one.say("start")
    for choice in (0, 1):
        await one.say("take", move=0, choice=choice)
        other = await Player(room).enter(secret=one.secret, language="pt")
        told = other.view["log"]
        await room.leave(other.page)  # nobody reads Portuguese while moves are taken back
        assert told == log_of(room, "pt") != [], choice
        assert one.log == log_of(room, "en"), choice
        await one.say("undo")
        assert room.game.moves == 0, "nobody else is asked"
        assert one.log == log_of(room, "en"), choice
    rooms.close()


async def test_a_seat_is_taken_again_with_its_secret_also_on_two_devices():
    rooms, room, one, two = await game_of_two()
    await room.leave(one.page)
    assert not two.last("room")["seats"][0]["is_here"]
    again = await Player(room).enter(secret=one.secret)
    device = await Player(room).enter(secret=one.secret)
    assert again.view["choices"] == device.view["choices"] != []
    await device.say("take", move=device.view["move"], choice=0)
    assert again.view["move"] == device.view["move"] == 1
    for wrong in (one.secret[::-1], two.secret + "x", "", "x" * 100):
        stranger = await Player(room).enter(secret=wrong)
        assert not stranger.view["choices"] and stranger.last("room")["you"] is None
        assert stranger.refusals == (["secret"] if wrong else [])
    rooms.close()


async def test_the_secret_of_somebody_who_left_opens_nothing():
    rooms, room, one, two = await game_of_two()
    device = await Player(room).enter(secret=one.secret)
    await one.say("leave")
    assert two.last("room")["seats"][0]["who"] == "open" and not room._is_agents_turn(), "nobody plays for them yet"
    again = await Player(room).enter(secret=one.secret)
    assert again.refusals == ["secret"] and again.last("room")["you"] is None
    assert device.page.member == 0 and device.last("room")["you"] is None, "nor another device of theirs"
    await again.say("join", name="Person 1")
    assert again.last("room")["you"]["name"] == "Person 1", "nobody is called so any more"
    await two.say("fill", seat=0, level="script")
    await played([two], Random(3), until=lambda view: view["move"] > 20)
    assert room.state.facts["played_by"] == [["person", "script"], ["person"]]
    told = [
        line for line in (await rooms.shared.record_of(room.state, room.game)).splitlines() if line.startswith("# ")
    ]
    assert told[-3:] == ["# seat 1: person, then script", "# seat 2: person", "# taken back: 0"]
    assert [member.name for member in room.state.members.values()] == ["Person 1", "Person 2", "Person 1"]
    await room.begin()
    assert [member.name for member in room.state.members.values()] == ["Person 2", "Person 1"], "who left is forgotten"
    rooms.close()


async def test_an_agent_replaces_who_is_away_until_they_come_back():
    rooms, room, one, two = await game_of_two()
    await two.say("fill", seat=0, level="random")
    assert two.refusals == ["taken"], "they are here"
    await room.leave(one.page)
    await two.say("fill", seat=0, level="random")
    await agents_of(room)
    assert two.view["choices"]
    back = await Player(room).enter(secret=one.secret)
    await back.say("sit", seat=0)
    assert room.state.seats[0].who == "person" and back.last("room")["you"]["seats"] == [0]
    for what in ("stand", "sit"):
        await back.say(what, seat=0)
    assert room.state.facts["played_by"] == [["person", "random", "person"], ["person"]], "each change once"
    rooms.close()


async def test_nobody_takes_a_second_seat_whose_hand_they_would_see():
    rooms, room = await room_of(ARMIES)
    [one] = await seated(room, 1)
    await one.say("start")
    for seat in (1, 0):
        await one.say("sit", seat=seat)
    assert one.refusals == ["has_seen", "taken"]
    rooms.close()


async def test_who_has_seen_two_hands_may_take_both_seats_again():
    rooms, room = await room_of(ARMIES)
    both = await Player(room, "Both").enter()
    for what in ("sit", "start", "stand", "sit"):
        for seat in (1, 0):
            await both.say(what, **({} if what == "start" else {"seat": seat}))
    assert room.state.seats_of(both.page.member) == [0, 1] and both.refusals == []
    rooms.close()


@pytest.mark.parametrize("what", ["another takes the seat", "moves are taken back", "another game begins"])
async def test_moves_that_agents_have_thought_of_are_not_played_in_another_game(what):
    rooms, room = await room_of(ARMIES)
    [ana] = await seated(room, 1)
    thinker, thought, stored = rooms.shared.workers, [], []

    class Slow:
        async def answer(self, name, ref, levels):
            played = await thinker.answer(name, ref, levels)
            thought.append(played)
            if len(thought) == 1:
                if what == "another takes the seat":
                    room.state.seats[1].who, room.state.seats[1].member = "person", ana.page.member
                elif what == "moves are taken back":
                    room.game.ref = replace(room.game.ref)
                else:
                    room.game = replace(room.game)
            return played

    rooms.shared.workers.thinker = lambda _: Slow()
    rooms.shared.store.add_moves = lambda *_: stored.append(len(thought))
    await ana.say("arrange", first=1)
    await ana.say("start")
    await agents_of(room)
    assert stored[:1] == ([] if what == "another takes the seat" else [2]), "they think again"
    rooms.close()


async def test_what_was_proposed_is_settled_once_the_game_is_not_so_far_any_more():
    rooms, room = await room_of(ARMIES)
    recorded = []

    async def record(*_):
        recorded.append(room.game.is_over)

    rooms.shared.record = record
    for to, moves, is_over, stays in (
        (2, 3, False, True),
        (3, 3, False, False),
        (4, 3, False, False),
        (2, 3, True, False),
    ):
        room.state.proposal = PendingProposal("undo", to, 1, 1)
        room.game = SimpleNamespace(moves=moves, is_over=is_over, mover=-1)
        for _ in range(2):
            await room._after_moves()
        assert bool(room.state.proposal) is stays, (to, moves, is_over)
    assert recorded == [True], "a finished game is recorded once"
    assert rooms.shared.store.room(room.code) == room.state.as_text(), "also by a server that starts again"
    room.state.proposal, room.game = PendingProposal("undo", 2, 1, 1), None
    await room.open()
    assert room.state.proposal is None
    room.state.game = 99  # which is not stored
    for is_recorded in (False, True):
        room.state.is_recorded = is_recorded
        await room.open()
        assert room.is_outdated is not is_recorded, "a game that is over is missed by nobody"
    rooms.close()


async def test_a_game_goes_on_where_no_record_can_be_written(tmp_path):
    rooms, room, *_ = await game_of_two()
    (tmp_path / "records").write_text("no folder", "utf-8")
    rooms.shared._records = tmp_path / "records"
    await rooms.shared.record(room.code, room.state, room.game)
    rooms.shared._records = tmp_path
    await rooms.shared.record(room.code, room.state, room.game)
    assert len([*tmp_path.glob("*.playthrough")]) == 1
    rooms.close()


async def test_a_second_question_what_choices_would_change_is_answered_too():
    rooms, _, one, _ = await game_of_two()
    for choice in (0, 1):
        count = len([frame for frame in one.frames if frame["type"] == "outlook"])
        await one.say("try", move=one.view["move"], choice=choice)
        await one.page.trial
        one.hear()
        assert len([frame for frame in one.frames if frame["type"] == "outlook"]) == count + 1
    rooms.close()


async def test_a_page_waits_for_one_outlook_at_a_time():
    rooms, _, one, _ = await game_of_two()
    async with rooms.shared.workers.outlook_turn:
        await one.say("try", move=one.view["move"], choice=0)
        first = one.page.trial
        await one.say("try", move=one.view["move"], choice=1)
        assert one.page.trial is first
    await first
    rooms.close()


async def test_an_outlook_is_asked_for_as_long_as_its_page_shows_the_position():
    rooms, room, one, _ = await game_of_two()
    game, workers, asked = room.game, rooms.shared.workers, []
    shown = SimpleNamespace(is_over=False, moves=3, mover=0, ref=game.ref)

    class Late:
        async def answer(self, *what):
            asked.append(what)
            raise TimeoutError

    class Turn:
        """Other pages are told, while something happens."""

        def __init__(self, happens):
            self.happens = happens

        async def __aenter__(self):
            self.happens()

        async def __aexit__(self, *_):
            pass

    workers.outlooks, pages, room._looker = Late(), room.pages, lambda _: Looker(0)
    changes = (
        lambda: None, lambda: setattr(room, "game", SimpleNamespace(**vars(shown))), lambda: setattr(shown, "is_over", True),
        lambda: setattr(shown, "moves", 4), lambda: setattr(room, "pages", type(pages)()), lambda: setattr(shown, "mover", 1),
    )  # fmt: skip
    for change in changes:
        room.game, room.pages, shown.is_over, shown.moves, shown.mover = shown, pages, False, 3, 0
        workers.outlook_turn = Turn(change)
        await room.send_outlook(one.page, 3, 0)
        assert one.last("outlook") == {"type": "outlook", "move": 3, "choices": {}}
        assert len(asked) == 1, "only the first"
    room.game, room.pages = game, pages
    rooms.close()


async def test_moves_of_agents_are_told_at_whole_beats_after_they_began_to_think(monkeypatch):
    rooms, room = await room_of(ARMIES)
    [ana] = await seated(room, 1)
    waited = []

    async def slept(seconds):
        waited.append(seconds)

    rooms.shared.beat = 1000
    await ana.say("arrange", first=1)
    monkeypatch.setattr("asyncio.sleep", slept)
    await ana.say("start")
    await agents_of(room)
    assert waited and all(990 < seconds < 1000 for seconds in waited), "the rest of the beat"
    assert room.waited_for() == set(), "nothing is proposed"
    rooms.close()


async def test_a_room_of_the_workshop_that_cannot_begin_is_told_with_the_reasons():
    rooms = rooms_of(ARMIES)
    with pytest.raises(RoomProblem, match="rule 'damage' cannot be 'twice'"):
        await rooms.create(NewRoom(("samurai", "elves"), people=1, rules={"damage": "twice"}))
    rooms.close()


async def test_people_at_one_screen_hand_it_over():
    rooms, room = await room_of(ARMIES)
    one = await Player(room, "Both").enter()
    for seat in (0, 1):
        await one.say("sit", seat=seat)
    await one.say("start")
    assert one.view["hand_over"] and "areas" not in one.view
    await one.say("take", move=one.view["move"], choice=0)
    assert one.refusals == ["turn"]
    await one.say("show")
    assert one.view["viewer"] == 0 and one.view["choices"]
    rooms.close()


async def test_the_screen_is_handed_to_the_one_who_decides_whatever_seat_that_is():
    rooms, room = await room_of(ARMIES)
    one = await Player(room, "Both").enter()
    for seat in (0, 1):
        await one.say("sit", seat=seat)
    await one.say("arrange", first=1)
    await one.say("start")
    await one.say("show")
    assert (room.game.mover, one.view["viewer"]) == (1, 1) and one.view["choices"]
    rooms.close()


async def test_two_people_at_one_screen_see_no_hand_of_a_third():
    rooms, room = await room_of([ROOT / "examples/go-fish/go-fish.yaml"], 3)
    both, third = [await Player(room, name).enter() for name in ("Both", "Third")]
    for player, seat in ((both, 0), (both, 1), (third, 2)):
        await player.say("sit", seat=seat)
    await both.say("arrange", first=2)
    await both.say("start")
    assert both.view["hand_over"] and third.view["choices"]
    await both.say("show")
    assert both.view["hand_over"], "it is the turn of nobody there"
    await played([third], Random(1), until=lambda _: room.game.mover != 2)
    await both.say("show")
    assert both.view["viewer"] == room.game.mover and both.view["choices"]
    rooms.close()


def without_log(view):
    return {key: value for key, value in view.items() if not key.startswith("log")}


async def test_a_server_that_starts_again_goes_on(tmp_path):
    file = tmp_path / "rooms.sqlite3"
    rooms, room = await room_of(ARMIES, file=file)
    one, two = await seated(room, 2)
    await one.say("start")
    rng = Random(4)
    for _ in range(30):
        mover = next(player for player in (one, two) if player.view["choices"])
        await mover.say("take", move=mover.view["move"], choice=int(rng.random() * len(mover.view["choices"])))
    await mover.say("undo")
    views = [without_log(player.view) for player in (one, two)]
    rooms.shared.store._database.close()  # as the end of the process does
    later = rooms_of(ARMIES, file)
    assert later.latest(("samurai", "elves")) == room.code
    found = await later.find(room.code)
    again = [await Player(found).enter(secret=player.secret) for player in (one, two)]
    assert [without_log(player.view) for player in again] == views
    assert any(player.last("room")["proposal"] for player in again)
    later.close()


async def test_two_pages_that_come_first_to_a_stored_room_meet_in_it(tmp_path):
    rooms, room = await room_of(ARMIES, file=tmp_path / "rooms.sqlite3")
    rooms.close()
    rooms = rooms_of(ARMIES, tmp_path / "rooms.sqlite3")
    one, two = await asyncio.gather(rooms.find(room.code), rooms.find(room.code))
    assert one is two is await rooms.find(room.code) and one.code == room.code
    assert await rooms.find("NOWHERE") is None
    rooms.close()


async def test_a_room_whose_process_ends_while_it_opens_is_found_by_who_comes_later():
    rooms, room = await room_of(ARMIES)
    asked = []

    async def reopened(state):
        asked.append(state.game)
        if len(asked) == 1:
            raise WorkerLostError

    room.state.game = 7
    rooms.shared.store.save_room(room.code, room.state.as_text())
    rooms.shared.reopened = reopened
    rooms._rooms.clear()
    with pytest.raises(WorkerLostError):
        await rooms.find(room.code)
    found = await rooms.find(room.code)
    assert found.code == room.code and found.is_outdated and asked == [7, 7]
    rooms.close()


async def test_a_room_that_other_code_has_stored_is_replayed_with_the_decks_of_now(tmp_path, monkeypatch):
    deck, file = one_hand_of_hearts(tmp_path), tmp_path / "rooms.sqlite3"
    rooms, room = await room_of([deck], 4, file)
    players = await seated(room, 4)
    await players[0].say("start")
    await played(players, Random(3), until=lambda view: view["move"] > 20)
    views = [without_log(player.view) for player in players]
    rooms.shared.store._database.close()

    async def started_again():
        KEPT.clear()
        later = rooms_of([deck], file)
        later.shared.workers.games._games.clear()
        found = await later.find(room.code)
        return later, found, [await Player(found).enter(secret=player.secret) for player in players]

    monkeypatch.setattr(hosted_game, "code_state", lambda _: "another version")
    for _ in range(2):  # the second time with what the first one has stored
        later, found, again = await started_again()
        assert [without_log(player.view) for player in again] == views
        assert not again[0].last("room")["is_outdated"]
        later.shared.store._database.close()

    cards = deck.with_name("cards.csv")
    stated = cards.read_text("utf-8")
    monkeypatch.setattr(hosted_game, "code_state", lambda _: "a third version")
    cards.write_text(stated.replace(",13,", ",12,", 1), "utf-8")
    later, found, again = await started_again()
    assert found.game is None and again[0].last("room")["phase"] == "waiting"
    assert again[0].last("room")["is_outdated"] and not again[0].refusals
    later.shared.store._database.close()
    cards.write_text(stated, "utf-8")
    later, found, again = await started_again()
    assert [without_log(player.view) for player in again] == views, "its moves were kept"
    KEPT.clear()
    later.close()


async def test_a_game_goes_on_with_its_deck_although_that_was_edited(tmp_path):
    async def wanted(rooms, room):
        kept = []

        class Asked:
            async def answer(self, _name, asked):
                kept.append(asked)
                return {}

        before, rooms.shared.workers.reader = rooms.shared.workers.reader, Asked()
        await rooms.shared.contest(room.state)
        rooms.shared.workers.reader = before
        return kept[0]

    deck = tmp_path / "army.yaml"
    text = "\n".join(line for line in SAMURAI.read_text("utf-8").splitlines() if "art:" not in line)
    deck.write_text(text, "utf-8")
    file = tmp_path / "rooms.sqlite3"
    rooms, room = await room_of([deck], file=file)
    one, _ = await seated(room, 2)
    await one.say("start")
    await one.say("take", move=0, choice=0)
    identity = room.state.facts["identity"]
    assert "copies: 7" in text
    deck.write_text(text.replace("copies: 7", "copies: 6").replace("copies: 3", "copies: 4", 1), "utf-8")
    found = rooms.shared.workers.games.contest(await wanted(rooms, room))
    await room.edited(found)
    assert one.last("room")["is_edited"] and not one.last("room")["can_apply"], "its piles are others"
    rooms.shared.store._database.close()
    later = rooms_of([deck], file)
    again = await later.find(room.code)
    assert again.game.moves == 1 and again.state.facts["identity"] == identity
    later.close()


async def test_a_described_game_is_not_offered_an_edit_that_it_cannot_take():
    rooms, room = await room_of([ROOT / "examples/kuhn-poker/kuhn-poker.yaml"])
    one, _ = await seated(room, 2)
    await room.edited({**await rooms.shared.contest(room.state), "identity": ["another deck"]})
    assert one.last("room")["is_edited"] and not one.last("room")["can_apply"], "nothing is played yet"
    await one.say("start")
    await room.edited({**await rooms.shared.contest(room.state), "identity": ["another deck"]})
    assert one.last("room")["is_edited"] and not one.last("room")["can_apply"]
    for unchanged in ({"problems": ["The deck has an error."]}, await rooms.shared.contest(room.state)):
        room.is_edited = True
        await room.edited(unchanged)
        assert not one.last("room")["is_edited"] and not room.is_edited
    rooms.close()


async def test_nothing_is_done_to_a_game_that_has_not_begun_or_is_over():
    rooms, room = await room_of(ARMIES)
    [ana] = await seated(room, 1)
    begun = []

    async def begin():
        begun.append(room.game)

    room.begin = begin
    over = SimpleNamespace(is_over=True, moves=3, mover=0, ref=SimpleNamespace(id=1))
    for game in (None, over):
        room.game = game
        room.pages.clear()  # none is shown the game
        for what, more in (
            ("take", {"move": 3, "choice": 0}), ("undo", {}), ("rewind", {"move": 0}), ("show", {}), ("apply", {}),
        ):  # fmt: skip
            await ana.say(what, **more)
            assert ana.refusals.pop() == "no_game", what
        await ana.say("arrange", first=1)
        await ana.say("free", seat=1)
        await ana.say("start")
        assert begun.pop() is game and room.state.proposal is None and room.state.first == 1
    assert ana.refusals == ["no_game"] * 10
    room.game = None
    rooms.close()


async def test_files_that_change_twice_in_a_pause_are_read_once():
    kuhn = ROOT / "examples/kuhn-poker/kuhn-poker.yaml"
    rooms, room = await room_of([kuhn])
    for game, files in ((None, ()), (SimpleNamespace(is_over=True), ()), (SimpleNamespace(is_over=False), (ROOT / "a.txt",))):  # fmt: skip
        room.game = game
        rooms.touch(files)
    assert not rooms._edits
    rooms.touch([kuhn.absolute()])
    first = rooms._edits[room.code]
    rooms.touch([])
    assert first.cancelled() and not rooms._edits[room.code].cancelled()
    room.game = None
    rooms.close()


async def test_an_edit_of_any_deck_at_a_table_is_read_until_the_server_ends():
    rooms, room = await room_of(ARMIES)
    other, _ = await rooms.create(NewRoom(("elves", "samurai")))
    room.game = other.game = SimpleNamespace(is_over=False)
    room.state.seats[0].deck = "gone"
    rooms.touch([ELVES.absolute()])
    assert [*rooms._edits] == [room.code, other.code], "the deck of a seat, of which another is not there any more"
    room.game = other.game = None
    page, closed = (await Player(room).enter()).page, []
    rooms.shared.workers.close = lambda: closed.append("processes")
    rooms.close()
    assert all(edit.cancelled() for edit in rooms._edits.values()) and page.is_closed and closed == ["processes"]
    with pytest.raises(ProgrammingError):
        rooms.shared.store.codes()


@pytest.mark.parametrize("people", [1, 2])
async def test_a_room_of_the_workshop_begins_at_once(people):
    rooms = rooms_of(ARMIES)
    wanted = NewRoom(("samurai", "elves"), people=people, level="random", seed=5)
    room, secret = await rooms.create(wanted)
    owner = await Player(room).enter(secret=secret)
    assert owner.last("room")["you"]["seats"] == [*range(people)] and room.game.ref.seed == 5
    assert bool(owner.view["hand_over"]) == (people == 2)
    await owner.say("show")
    assert not owner.view["hand_over"] and owner.view["choices"]
    await owner.say("start")  # nobody else is asked
    assert bool(owner.view["hand_over"]) == (people == 2), "the screen shows the new hand to nobody yet"
    rooms.close()


async def test_a_room_has_as_many_players_as_its_decks_say():
    rooms = rooms_of(ARMIES)
    for people, first in ((3, 0), (1, 2)):
        with pytest.raises(RoomProblem, match="there are 2 players"):
            await rooms.create(NewRoom(("samurai", "elves"), people=people, first=first))
    room, _ = await rooms.create(NewRoom(("samurai", "elves"), people=1, first=1, level="random"))
    assert room.game.ref.first == 1
    assert [seat.level for seat in room.state.seats] == ["random", "random"]
    rooms.close()


async def test_settings_of_the_rules_are_those_of_the_next_game():
    rooms, room = await room_of(ARMIES)
    ana, _ = await seated(room, 2)
    await ana.say("arrange", rules={"damage": "choose", "recruit": "may"})
    await ana.say("arrange", rules={"recruit": ""})
    assert ana.last("room")["rules"] == {"damage": "choose"}
    await ana.say("start")
    assert unpacked(room.game.ref.contest)[0].tabletop("en").settings == ["damage=choose"]
    await ana.say("arrange", rules={"damage": ""})
    assert ana.refusals == ["playing"]
    rooms.close()


async def test_a_setting_that_the_game_does_not_have_is_told_at_the_beginning():
    rooms, room = await room_of(ARMIES)
    [ana] = await seated(room, 1)
    await ana.say("arrange", rules={"damage": "twice"})
    await ana.say("start")
    assert ana.last("refused")["problems"] == ["rule 'damage' cannot be 'twice'"] and room.game is None
    rooms.close()


def test_the_settings_of_a_game_are_told_in_the_language_of_the_page():
    assert {one["name"]: one["usual"] for one in settings_of(WEIR, "en")}["heroes"] == "choose", "as people play it"
    for deck, left_out in ((SAMURAI, ""), (WEIR, "difficulty")):
        english, portuguese = settings_of(deck, "en"), settings_of(deck, "pt-BR")
        assert left_out not in [one["name"] for one in english]
        for one, other in zip(english, portuguese, strict=True):
            assert one["does"] and one["does"] != other["does"], one
            assert bool(one["values"]) != bool(one["numbers"]), one
            assert {**one, "does": ""} == {**other, "does": ""}
            assert {*re.findall(r"`(\w+)`", one["does"])} <= {*re.findall(r"`(\w+)`", other["does"])}, one["name"]
    assert settings_of(ROOT / "examples/hearts/hearts.yaml", "en") == []


def test_a_setting_of_which_the_game_says_nothing_is_told_without_words(monkeypatch):
    monkeypatch.setattr(type(open_decks([SAMURAI]).rules), "settings_words", lambda *_: {})
    told = settings_of(SAMURAI, "en")
    assert told and all(one["does"] == "" for one in told)


def test_the_opponents_of_a_deck_are_those_of_its_game_that_can_be_read(tmp_path):
    broken = tmp_path / "broken.yaml"
    broken.write_text("game: [", "utf-8")
    decks = {"samurai": SAMURAI, "elves": ELVES, "weir": WEIR, "broken": broken, "gone": tmp_path / "gone.yaml"}
    assert offer(SAMURAI, decks)["opponents"] == ["samurai", "elves"]


async def test_only_a_room_that_is_open_to_all_is_found_by_its_decks():
    rooms = rooms_of(ARMIES)
    await rooms.create(NewRoom(("samurai", "elves"), people=1))
    assert rooms.latest(("samurai", "elves")) == ""
    room, _ = await rooms.create(NewRoom(("samurai", "elves")))
    await rooms.create(NewRoom(("samurai", "elves"), people=2))
    assert rooms.latest(("samurai", "elves")) == room.code
    assert rooms.latest(("elves", "samurai")) == rooms.latest(("samurai",)) == ""
    for seat in room.state.seats:
        seat.deck = ""
    rooms.shared.store.save_room(room.code, room.state.as_text())
    assert rooms.latest(("samurai",)) == room.code, "nobody brings a deck where all share one"
    rooms.close()


async def test_an_edit_is_used_at_once_where_the_rules_allow_it(tmp_path):
    deck = tmp_path / "army.yaml"
    text = "\n".join(line for line in SAMURAI.read_text("utf-8").splitlines() if "art:" not in line)
    deck.write_text(text, "utf-8")
    rooms, room = await room_of([deck], records=tmp_path)
    two, one = await seated(room, 2)
    await one.say("arrange", first=1)
    await one.say("start")
    begun = room.game.ref
    for _ in range(4):
        await one.say("take", move=one.view["move"], choice=0)
    before, game = one.view, room.state.game
    assert "draw: 1}}" in text and "copies: 7" in text
    KEPT.clear()
    deck.write_text(text.replace("draw: 1}}", "draw: 2}}"), "utf-8")
    await room.edited(await rooms.shared.contest(room.state))
    assert one.last("room")["is_edited"] and one.last("room")["can_apply"]
    await one.say("undo")
    await two.say("apply")
    assert two.last("notice")["key"] == "applied" and room.state.game != game
    assert one.last("room")["proposal"] is None, "what was proposed of the game before is settled"
    assert not one.last("room")["is_edited"] and not one.last("room")["can_apply"]
    assert one.view["areas"] == before["areas"] and one.view["choices"] == before["choices"]
    assert room.game.ref.position and one.view["move"] == 0
    assert (room.game.ref.seed, room.game.ref.first) == (begun.seed, 1), "its record begins as the game did"
    assert room.state.facts["played_by"] == [["person"], ["person"]] and room.state.facts["taken_back"] == 0
    await one.say("take", move=0, choice=0)
    assert one.view["move"] == 1
    KEPT.clear()
    deck.write_text(text.replace("copies: 7", "copies: 6").replace("copies: 3", "copies: 4", 1), "utf-8")
    await two.say("apply")
    assert two.refusals == ["rules"] and one.view["move"] == 1, "other piles cannot be in the same position"
    KEPT.clear()
    deck.write_text("game: attack-the-tower\n", "utf-8")
    await two.say("apply")
    assert two.refusals == ["rules", "problems"] and two.last("refused")["problems"]
    KEPT.clear()
    rooms.close()


async def offer_of(deck):
    stated = {"shares_deck": deck == "one", "player_counts": [3, 4], "difficulties": ["easy"], "opponents": ["a"]}
    return {"is_playable": deck != "none", "problems": [], **stated}


async def test_a_room_plays_the_decks_of_its_seats_or_the_one_that_all_share():
    rooms, room = await room_of(ARMIES)
    state, shared = room.state, rooms.shared
    state.rules, state.difficulty = {"damage": "choose", "recruit": "may"}, "hard"
    more = 2, "hard", ("damage=choose", "recruit=may")
    assert shared._wanted(state) == Wanted((SAMURAI, ELVES), *more)
    state.shares_deck = True
    assert shared._wanted(state) == Wanted((SAMURAI,), *more)
    state.shares_deck, state.seats[1].deck = False, "gone"
    assert shared._wanted(state) is None
    shared.add_deck("weir", WEIR, "Stonewater")
    assert (shared.decks["weir"], shared.titles["weir"]) == (WEIR, "Stonewater")
    shared.offer = offer_of
    for decks, players, brought in (
        (("samurai", "elves"), 5, ["samurai", "elves", "samurai", "elves", "samurai"]), (("samurai",), 0, ["samurai"] * 2), (("samurai", "elves", "a"), 0, ["samurai", "elves", "a"]),
        (("one",), 0, [""] * 3), (("one",), 4, [""] * 4),
    ):  # fmt: skip
        made, _ = await rooms.create(NewRoom(decks, players=players))
        assert [seat.deck for seat in made.state.seats] == brought
        assert (made.state.player_counts, made.state.difficulties, made.state.opponents) == ([3, 4], ["easy"], ["a"])
    with pytest.raises(RoomProblem, match="has no rules that cardgen could play"):
        await rooms.create(NewRoom(("none",)))
    assert (await shared.contest(state))["problems"] == [
        "a deck of this table is not among those that the server was started with"
    ]
    rooms.close()


@pytest.mark.parametrize("hides_hands", [True, False])
async def test_a_screen_shows_one_of_its_seats_and_no_hand_to_the_wrong_person(hides_hands):
    rooms, room = await room_of(ARMIES)
    room.game = game = SimpleNamespace(mover=0)
    room.state = SimpleNamespace(facts={"hides_hands": hides_hands}, seats_of={1: [], 2: [1], 3: [0, 1]}.__getitem__)
    assert [room._viewer(member) for member in (0, 1, 2)] == [PUBLIC, PUBLIC, 1]
    shown = []
    for mover, show in ((2, None), (0, None), (0, 0), (1, None), (1, 1), (2, None), (1, None), (0, None), (2, None)):
        game.mover = mover
        if show is not None:
            room._shown[3] = show
        shown.append(room._viewer(3))
    assert shown == (
        [HIDDEN, HIDDEN, 0, HIDDEN, 1, 1, 1, HIDDEN, HIDDEN] if hides_hands else [0, 0, 0, 1, 1, 1, 1, 0, 0]
    )
    page, seen = SimpleNamespace(member=3, log=((0, 0, ""), 0), language="en", card=(1, 2)), []
    for is_over in (False, True):
        room.game, room._shown[3] = SimpleNamespace(mover=0, is_over=is_over, ref=SimpleNamespace(id=7)), 1
        seen.append(room._looker(page))
    last = Looker(PUBLIC if hides_hands else 0, "en", (1, 2))
    assert seen == [None if hides_hands else last, last], "at the end the screen shows the table to all"
    room.state, room.game = None, None
    rooms.close()
