"""What choices would change: told from what the player knows, never from what is hidden."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cardgen.geometry.units import Size
from cardgen.play.matches import open_contest
from cardgen.play.random_play import sample_chance
from cardgen.plugin.rules.errors import IllegalActionError
from cardgen.plugin.rules.pictured import PlacedPiece, TableArea
from cardgen.plugin.rules.state import CHANCE
from cardgen.preview.table import outlook
from cardgen.preview.table.outlook import NOTHING, changes, outlooks, told_apart
from tests.preview.table.harness import ELVES, HEARTS, ROOT, SAMURAI, WEIR, room_of, seated

CARD = Size(63.5, 88.9)


def _game(*decks):
    contest, _ = open_contest(decks, (), None, "")
    return contest.tabletop("en")


@pytest.fixture(autouse=True)
def _enough_time(monkeypatch):
    monkeypatch.setattr(outlook, "SECONDS", 60)


def test_a_choice_tells_each_number_that_it_changes():
    table = _game(ROOT / "examples/kites/kites.yaml")
    state = table.start(3, 0)
    told = outlooks(table, state, 0, 0, CARD)
    by_words = {table.choice(state, action): told[at] for at, action in enumerate(state.legal_actions())}
    assert by_words["Play Glass Powder"] == {
        "changes": [
            ("count", "Wind", "3", "1"),
            ("count", "Height (Player 2)", "15", "11"),
            ("row", "Discard pile", "0", "1"),
            ("row", "Player 1: Hand", "5", "4"),
        ],
        "is_open": False,
    }
    assert [*outlooks(table, state, 0, 2, CARD)] == [2, 0, 1], "those before the first follow the last"


def test_what_depends_on_a_hidden_card_is_not_told():
    table = _game(ROOT / "examples/thin-ice/thin-ice.yaml")
    state = table.start(5, 0)
    seen = set()
    for _ in range(30):
        if state.is_terminal():
            break
        told = outlooks(table, state, state.current_player(), 0, CARD)
        words = [table.choice(state, action) for action in state.legal_actions()]
        if "Lead another animal onto the ice" in words:
            animals = len(table.areas(state, state.current_player(), CARD)[1].pieces)
            seen.add((animals > 3, told[words.index("Lead another animal onto the ice")]["is_open"]))
        state.apply_action(state.legal_actions()[0])
    assert (False, True) in seen or (True, True) in seen, "the ice may break, or hold"


def test_what_is_told_as_sure_holds_in_every_world_that_the_player_cannot_tell_apart():
    for decks in ((SAMURAI, ELVES), (WEIR,), (HEARTS,)):
        table = _game(*decks)
        state, rng, tried = table.start(7, 0), Random(7), 0
        for step in range(60):
            while not state.is_terminal() and state.current_player() == CHANCE:
                state.apply_action(sample_chance(state, rng))
            if state.is_terminal():
                break
            player, actions = state.current_player(), [*state.legal_actions()]
            if step % 12 == 0:
                before = table.areas(state, player, CARD)
                for at, told in outlooks(table, state, player, 0, CARD).items():
                    world = state.resample_from_infostate(player, rng)
                    world.apply_action(actions[at])
                    while not world.is_terminal() and world.current_player() == CHANCE:
                        world.apply_action(sample_chance(world, rng))
                    found = changes(before, table.areas(world, player, CARD))
                    assert all(change in found for change in told["changes"]), (decks, step, at)
                    tried += 1
            state.apply_action(rng.choice(actions))
        assert tried > 5


def test_a_choice_that_changes_a_number_to_another_one_in_the_last_sample_is_open(monkeypatch):
    table = _game(ROOT / "examples/kites/kites.yaml")
    monkeypatch.setattr(outlook, "_tried", lambda *asked: asked[3][1])
    last = outlook.SAMPLES - 1
    monkeypatch.setattr(outlook, "changes", lambda _, sample: [("count", "Wind", "3", "12"[sample == last])])
    assert outlooks(table, table.start(3, 0), 0, 0, CARD)[0] == {"changes": [], "is_open": True}


def test_what_is_sure_of_an_open_choice_holds_in_more_samples(monkeypatch):
    table = _game(ROOT / "examples/kites/kites.yaml")
    one, other = ("count", "Wind", "3", "1"), ("count", "Kites", "2", "1")
    monkeypatch.setattr(outlook, "_tried", lambda *asked: asked[3][1])
    for last, sure in ((outlook.MORE_SAMPLES, [other]), (outlook.MORE_SAMPLES - 1, []), (outlook.SAMPLES, [])):
        differing = [[one, other]] + [[other]] * (last - 1) + [[]] * outlook.MORE_SAMPLES
        monkeypatch.setattr(outlook, "changes", lambda _, sample: differing[sample])  # noqa: B023 - called at once
        assert outlooks(table, table.start(3, 0), 0, 0, CARD)[0] == {"changes": sure, "is_open": True}, last


def test_only_what_differs_between_the_choices_is_told():
    hand, wind, trick = ("row", "Hand", "17", "16"), ("count", "Wind", "3", "1"), ("new", "Queen", "", "Trick")

    def told(*found):
        apart = told_apart({at: {"changes": list(one), "is_open": is_open} for at, (one, is_open) in enumerate(found)})
        return [(one["changes"], one["is_open"]) for one in apart.values()]

    assert told() == []
    assert told(([hand, wind], True)) == [([], False)], "a single choice"
    assert told(([hand], False), ([hand], False)) == [([], False)] * 2
    assert told(([], False), ([], False)) == [([], False)] * 2
    assert told(([wind, hand], False), ([hand], False)) == [([wind], False), ([], False)]
    assert told(([hand, wind], True), ([hand, trick], True)) == [([wind], False), ([trick], False)]
    assert told(([hand], True), ([hand], False)) == [([], True), ([], False)]
    assert told(([hand], False), ([], False), ([], True)) == [([hand], False), ([NOTHING], False), ([], True)]


async def test_choices_of_hearts_that_all_take_a_card_from_the_hand_tell_nothing(monkeypatch):
    """Each request tries one choice; what was found for the others is kept."""
    monkeypatch.setattr(outlook, "SECONDS", 0)
    rooms, room = await room_of((HEARTS,), 4)
    players = await seated(room, 4)
    await players[0].say("start")
    mover = next(one for one in players if one.view["choices"])
    for choice in range(3):
        await foreseen(mover, mover.view["move"], choice)
    assert mover.last("outlook")["choices"] == {str(at): {"changes": [], "is_open": False} for at in range(3)}
    rooms.close()


async def foreseen(player, move, choice=0):
    await player.say("try", move=move, choice=choice)
    await player.page.trial


async def test_only_the_page_that_decides_is_told(monkeypatch):
    rooms, room = await room_of((HEARTS,), 4)
    players = await seated(room, 4)
    await players[0].say("start")
    mover = next(one for one in players if one.view["choices"])
    other = next(one for one in players if one is not mover)
    await foreseen(mover, mover.view["move"])
    with monkeypatch.context() as nobody:
        nobody.setattr(rooms.shared.workers, "outlooks", None)  # is not even asked
        await foreseen(other, other.view["move"])
    told = mover.last("outlook")
    assert {int(number) for number in told["choices"]} == {*range(len(mover.view["choices"]))}
    assert other.last("outlook")["choices"] == {}
    await foreseen(mover, mover.view["move"] + 1)
    assert mover.last("outlook")["choices"] == {}, "the game is not at this move"
    rooms.close()


async def test_no_decision_waits_for_an_outlook_and_none_is_computed_too_late(monkeypatch):
    asked = []
    rooms, room = await room_of((HEARTS,), 4)
    players = await seated(room, 4)
    await players[0].say("start")
    mover = next(one for one in players if one.view["choices"])
    workers = rooms.shared.workers
    answer = workers.answer

    async def answered(name, *arguments):
        asked.append(name)
        return await answer(name, *arguments)

    monkeypatch.setattr(workers, "answer", answered)
    async with workers.outlook_turn:  # another page is told at length
        move = mover.view["move"]
        await mover.say("try", move=move, choice=0)
        await mover.say("take", move=move, choice=0)
        assert mover.view["move"] > move
    await mover.page.trial
    mover.hear()
    assert mover.last("outlook") == {"type": "outlook", "move": move, "choices": {}} and "outlooks" not in asked
    rooms.close()


def test_each_place_of_a_board_tells_what_becomes_of_it():
    """A pile is told by its name, without the piece on its top, and an empty place by nothing that the choice says."""

    def piece(name, **more):
        return PlacedPiece("place", name, **more)

    pike, stack = piece("Pike", piece="pike"), piece("Stack: Pike", piece="pike", count=3)
    for old, new, told in (
        (None, pike, [("new", "Pike", "", "Sea")]),
        (pike, None, [("gone", "Pike", "Lake", "")]),
        (stack, replace(stack, count=2), [("count", "Stack", "3", "2")]),
        (stack, replace(stack, name="Stack: Carp", piece="carp"), [("becomes", "Stack", "", "Carp")]),
        (pike, piece("Carp", piece="carp"), [("becomes", "Pike", "", "Carp")]),
        (pike, replace(pike, piece="pike-2"), [("becomes", "Pike", "", "Pike")]),
        (stack, piece("Stack", count=0), [("becomes", "Stack", "", "Stack")]),
        (piece("Bay", count=0), piece("Bay: Pike", piece="pike"), [("becomes", "Bay", "", "Pike")]),
        (pike, piece("Young Pike", piece="pike"), [("becomes", "Pike", "", "Young Pike")]),
        (pike, replace(pike, note="2"), [("count", "Pike", "\u2013", "2")]),
        (replace(pike, note="2"), pike, [("count", "Pike", "2", "\u2013")]),
        (replace(pike, note="2"), replace(pike, note="3"), [("count", "Pike", "2", "3")]),
        (piece("Bay", count=0), piece("Bay", count=0, note="here"), []),
        (pike, replace(pike, turn=90), [("turned", "Pike", "", "")]),
        (pike, replace(pike, side="back"), [("turned", "Pike", "", "")]),
        (pike, replace(pike, note="2", turn=90), [("count", "Pike", "\u2013", "2")]),
        (pike, pike, []),
    ):
        before, after = {"place": ("Lake", old)} if old else {}, {"place": ("Sea", new)} if new else {}
        assert outlook._places(before, after) == told, (old, new)


def test_numbers_and_rows_tell_what_becomes_of_them():
    """Rows of one title count together; what is new tells nothing here, and a place of a row is no piece."""

    def row(title, count, *, empty=0, numbers=(), owner=""):
        pieces = [PlacedPiece("", "Pike", piece="pike", count=count)] * bool(count)
        return TableArea(title, "", (*pieces, *[PlacedPiece("", "Place")] * empty), owner=owner, numbers=numbers)

    board = TableArea("Lake", "", (PlacedPiece("a1", "Pike", piece="pike"),), board="boards/lake")
    for before, after, told in (
        ([row("Hand", 3)], [row("Hand", 2)], [("row", "Hand", "3", "2")]),
        ([row("Hand", 3), row("Hand", 2)], [row("Hand", 3), row("Hand", 1)], [("row", "Hand", "5", "4")]),
        ([row("Hand", 3, empty=2)], [row("Hand", 3, empty=1)], []),
        ([row("Hand", 3)], [row("Hand", 0)], [("row", "Hand", "3", "0")]),
        ([row("Hand", 0)], [row("Hand", 3)], []),
        ([row("Hand", 0, empty=1)], [row("Hand", 3)], [("row", "Hand", "0", "3")]),
        ([row("Hand", 3)], [], [("row", "Hand", "3", "0")]),
        ([board], [board], []),
        ([board], [], [("gone", "Pike", "Lake", "")]),
        (
            [row("A", 0, numbers=(("Coins", "3"), ("Wood", "1")), owner="Ann"), row("B", 0, numbers=(("Coins", "3"),), owner="Bob")],
            [row("A", 0, numbers=(("Coins", "3"), ("Iron", "1")), owner="Ann"), row("B", 0, numbers=(("Coins", "4"),), owner="Bob")],
            [("count", "Coins (Bob)", "3", "4")],
        ),
        ([row("A", 0, numbers=(("Round", "1"),))], [row("A", 0, numbers=(("Round", "2"),))], [("count", "Round", "1", "2")]),
    ):  # fmt: skip
        assert changes(before, after) == told, (before, after)


class World:
    """A position with one action; what it does is up to chance, and it is not legal in the worlds of `barred`."""

    def __init__(self, table, number=0):
        self.table, self.number, self.mover, self.score = table, number, 0, 3

    def legal_actions(self):
        return [7]

    def resample_from_infostate(self, player, _rng):
        assert player == 2, "nothing that only another player knows is told"
        self.table.worlds += 1
        return World(self.table, self.table.worlds)

    def is_terminal(self):
        return False

    def current_player(self):
        return self.mover

    def chance_outcomes(self):
        return [(9, 1.0)]

    def apply_action(self, action):
        if action == 7 and self.number in self.table.barred:
            raise IllegalActionError(action)
        self.mover, self.score = (CHANCE, 1) if action == 7 else (0, 2)


class Table:
    worlds = 0

    def __init__(self, barred):
        self.barred = barred

    def areas(self, state, player, _card):
        assert player == 2
        return [TableArea("Score", "", (), numbers=(("Score", str(state.score)),))]

    def subject(self, _state, _action):
        return None


def test_chance_acts_after_a_choice_and_worlds_in_which_it_is_not_legal_do_not_count():
    for barred in ((), range(1, 4), range(outlook.SAMPLES, outlook.SAMPLES + 1)):
        table = Table(barred)
        assert outlooks(table, World(table), 2, 0, CARD) == {
            0: {"changes": [("count", "Score", "3", "2")], "is_open": False}
        }
    table = Table(range(99))
    assert outlooks(table, World(table), 2, 0, CARD) == {}
    assert outlooks(object(), World(table), 2, 0, CARD) == {}, "a game in words"
