"""What cannot be done in a room is refused with its reason and changes nothing, and what can be arranged is arranged."""

import pytest

from cardgen.preview.table import room as rooms_module
from cardgen.processes.worker import WorkerLostError
from tests.preview.table.harness import ROOT, Player, room_of, seated

POKER = ROOT / "examples/kuhn-poker/kuhn-poker.yaml"


async def refused(room, cases):
    for player, what, more, reason in cases:
        before, count = room.state.as_text(), len(player.refusals)
        await player.say(what, **more)
        assert player.refusals[count:] == [reason], (player.name, what, more)
        assert room.state.as_text() == before, (what, more)


async def test_what_cannot_be_done_is_refused_with_the_reason(monkeypatch):
    rooms, room = await room_of([POKER])
    nobody = await Player(room).enter()
    ann, bob = await seated(room, 2)
    named = {
        "rename": {"name": "A"}, "leave": {}, "sit": {"seat": 0}, "stand": {"seat": 0}, "fill": {"seat": 0, "level": "random"}, "free": {"seat": 0},
        "arrange": {"first": 1}, "start": {}, "undo": {}, "rewind": {"move": 0}, "answer": {"yes": True}, "apply": {},
    }  # fmt: skip
    await refused(room, [(nobody, what, more, "name_first") for what, more in named.items()])
    await refused(
        room,
        [
            (ann, "enter", {"language": "en"}, "message"),
            (ann, "join", {"name": "Other"}, "joined"),
            (ann, "sit", {"seat": 1}, "taken"),
            (ann, "sit", {"seat": 2}, "message"),
            (ann, "stand", {"seat": 1}, "not_yours"),
            (ann, "fill", {"seat": 1, "level": "random"}, "taken"),
            (ann, "fill", {"seat": 0, "level": "god"}, "message"),
            (ann, "free", {"seat": 1}, "taken"),
            (ann, "arrange", {"players": 3}, "message"),
            (ann, "arrange", {"difficulty": "hard"}, "message"),
            (ann, "arrange", {"seat": 0, "deck": "kuhn-poker"}, "message"),
            (ann, "answer", {"yes": True}, "no_question"),
            *((ann, what, named.get(what, {}), "no_game") for what in ("undo", "rewind", "apply", "show")),
            (ann, "take", {"move": 0, "choice": 0}, "no_game"),
        ],
    )
    await ann.say("start")
    cat = await Player(room, "Cat").enter()
    await room.leave(bob.page)
    moves = room.game.moves
    await refused(
        room,
        [
            (cat, "fill", {"seat": 1, "level": "random"}, "seated"),
            (cat, "start", {}, "seated"),
            (cat, "apply", {}, "seated"),
            (cat, "undo", {}, "nothing_back"),
            (ann, "free", {"seat": 1}, "taken"),
            (ann, "arrange", {"first": 1}, "playing"),
            (ann, "rewind", {"move": moves}, "nothing_back"),
        ],
    )
    with monkeypatch.context() as patch:

        async def lost(*_):
            raise WorkerLostError

        patch.setattr(rooms.shared.workers, "answer", lost)
        await refused(room, [(ann, "apply", {}, "lost")])
    monkeypatch.setattr(rooms_module, "MOST_MEMBERS", len(room.state.members))
    await refused(room, [(await Player(room).enter(), "join", {"name": "Dan"}, "full")])
    monkeypatch.setattr(rooms_module, "MOST_MEMBERS", 99)
    while room._names.take():
        pass
    await refused(room, [(await Player(room).enter(), "join", {"name": "Dan"}, "full")])
    assert room.game.moves == moves
    rooms.close()


async def test_seats_decks_and_rules_of_the_next_game_are_arranged():
    rooms, room = await room_of([POKER])
    state = room.state
    state.player_counts, state.difficulties, state.opponents = [2, 3, 5], ["easy"], ["a", "b"]
    state.shares_deck, state.seats[1].deck, state.seats[1].level = False, "b", "random"
    (ann,) = await seated(room, 1)
    await ann.say("arrange", players=5, first=9, difficulty="easy")
    assert ([seat.deck for seat in state.seats], state.first, state.difficulty) == (["", "b", "b", "b", "b"], 4, "easy")
    await ann.say("arrange", players=3, difficulty="")
    assert (len(state.seats), state.first, state.difficulty) == (3, 2, "")
    await ann.say("arrange", seat=2, deck="a", first=1)
    await ann.say("arrange", deck="a")
    assert ([seat.deck for seat in state.seats], state.first) == (["a", "b", "a"], 1)
    for start in (0, 60):
        await ann.say("arrange", rules={f"setting {number}": "1" for number in range(start, start + 60)})
    assert [*state.rules] == [f"setting {number}" for number in range(100)]
    await ann.say("fill", seat=1, level="greedy")
    assert (state.seats[1].who, state.seats[1].level) == ("agent", "greedy")
    await ann.say("free", seat=1)
    assert (state.seats[1].who, state.seats[1].level, state.seats[1].deck) == ("open", "greedy", "b")
    await ann.say("stand", seat=0)
    assert (state.seats[0].who, state.seats[0].deck, ann.refusals) == ("open", "a", [])
    wrong = ({"players": 4}, {"players": 6}, {"players": 1}, {"seat": 3, "deck": "a"}, {"deck": "c"}, {"deck": ""})
    await refused(room, [(ann, "arrange", asked, "message") for asked in wrong])
    assert rooms.shared.store.room(room.code) == state.as_text(), "all of it is saved"
    rooms.close()


async def test_names_differ_and_a_name_is_free_once_its_owner_has_left():
    rooms, room = await room_of([POKER])
    players = [await Player(room, name).enter() for name in ("Ann", "ann", "ANN", "Bob")]
    assert [member.name for member in room.state.members.values()] == ["Ann", "ann 2", "ANN 3", "Bob"]
    await players[0].say("rename", name="Ann")
    await players[3].say("rename", name="ann 2")
    assert [member.name for member in room.state.members.values()] == ["Ann", "ann 2", "ANN 3", "ann 2 2"]
    await players[0].say("leave")
    assert [*room.state.members] == [2, 3, 4] and players[0].page.member == 0
    again = await Player(room, "Ann").enter()
    assert (room.state.members[5].name, again.page.member) == ("Ann", 5)
    rooms.close()


@pytest.mark.parametrize("here", [True, False])
async def test_only_those_who_are_here_are_asked(here):
    rooms, room = await room_of([POKER])
    ann, bob = await seated(room, 2)
    await ann.say("start")
    game = room.state.game
    if not here:
        await room.leave(bob.page)
    await ann.say("start")
    assert (room.state.game != game) is not here
    assert bool(room.state.proposal) is here
    if here:
        await bob.say("answer", yes=True)
        assert room.state.game != game and room.state.proposal is None
    rooms.close()
