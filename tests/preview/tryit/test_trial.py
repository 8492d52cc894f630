"""Statistics and quick games in the background: told as they come, begun again after an edit, paused unseen."""

import re
import shutil
from collections import deque
from dataclasses import replace
from types import SimpleNamespace

import pytest

from cardgen.plugin.resources import resources
from cardgen.preview.tryit import trial as trials
from cardgen.preview.tryit import trial_process
from cardgen.preview.tryit.subject import TrialSubject
from cardgen.preview.tryit.trial import DeckTrials, Trial
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import CardgenError, UnlocatedError
from tests.edits import edit
from tests.preview.scheduler import Scheduler, elapse

FOLLOW, PAUSE, RELOAD = ((0, name, ()) for name in ("follow", "pause", "reload"))


class Ended(Exception):
    """The test has seen enough."""


class Wire:
    """The end of a connection that a trial has: its requests, and what it tells."""

    def __init__(self, *requests):
        self.requests = deque(requests)
        self.told, self.answered = [], []
        self.on_news = lambda news: None

    def poll(self, _timeout=None):
        return bool(self.requests)

    def recv(self):
        if not self.requests:
            raise Ended  # it would wait for ever
        return self.requests.popleft()

    def send(self, message):
        number, value = message
        self.answered += [number] if value is None else []
        if number == 0 and value:
            self.told.append(value[0])
            self.on_news(value[0])


@pytest.fixture
def deck(tmp_path):
    text = (resources().decks / "samurai.yaml").read_text("utf-8")
    file = tmp_path / "army.yaml"
    file.write_text(re.sub(r"^( *)art: .*\n", "", text, flags=re.MULTILINE), "utf-8")
    return file


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    monkeypatch.setattr(trial_process, "GAMES", 12)
    monkeypatch.setattr(trial_process, "TELL", 0)
    monkeypatch.setattr(trial_process, "PRIORITY", 0)


def run_trial(wire, deck, opponent=None):
    with pytest.raises(Ended):
        trial_process._Trial(wire, TrialSubject(deck, opponent, "script")).run()
    return wire.told


def test_statistics_come_first_and_games_to_their_end(deck):
    told = run_trial(Wire(FOLLOW), deck)
    assert told[0]["state"] == "starting" and told[0]["stats"]["kinds"][0]["kind"] == "bases"
    counts = [news["games"] for news in told[1:]]
    assert counts == sorted(counts) and counts[0] == 0
    last = told[-1]
    assert (last["state"], last["games"], last["report"]["games"]) == ("done", 12, 12)
    assert last["report"]["levels"][0]["pairings"][0]["verdict"] == "mirror"


def test_games_that_end_as_soon_as_a_score_is_known_are_counted(deck, monkeypatch):
    class Games:
        def __init__(self, *_):
            pass

        def run(self, _executor, on_round):
            on_round(2, 12, "")
            return SimpleNamespace(done=4, most=12)

        def play(self, _run):
            return "known"

        def report(self, stopped):
            return {"stopped": stopped}

    monkeypatch.setattr(trial_process, "Playtest", Games)
    told = run_trial(Wire(FOLLOW), deck)[2:]
    assert [(news["state"], news["games"], news["most"], news["report"]["stopped"]) for news in told] == [
        ("playing", 2, 12, ""), ("done", 4, 12, "known"),
    ]  # fmt: skip


def test_a_report_is_told_once_in_a_while(deck, monkeypatch):
    now = iter(range(99))
    monkeypatch.setattr(trial_process, "TELL", 4)
    monkeypatch.setattr(trial_process, "time", SimpleNamespace(monotonic=lambda: next(now)))

    class Games:
        def __init__(self, *_):
            pass

        def run(self, _executor, on_round):
            for done in range(9):
                on_round(done, 9, "")
            return SimpleNamespace(done=9, most=9)

        def play(self, _run):
            return ""

        def report(self, _stopped):
            return {}

    monkeypatch.setattr(trial_process, "Playtest", Games)
    told = [(news["state"], news["games"]) for news in run_trial(Wire(FOLLOW), deck)[1:]]
    assert told[0] == ("playing", 0) and told[-1] == ("done", 9)
    assert told[1:-1] == [("playing", 3), ("playing", 7)], "each four seconds, and at the end"


def test_an_opponent_is_played(deck, tmp_path):
    other = tmp_path / "other.yaml"
    shutil.copy(deck, other)
    last = run_trial(Wire(FOLLOW), deck, other)[-1]
    assert last["report"]["setup"]["decks"] == ["army", "other"]
    assert [level["level"] for level in last["report"]["levels"]] == ["script"]


@pytest.mark.parametrize(
    "edits",
    [[("copies: 7", "copies: 9"), ("copies: 6", "copies: 4")], [("name: Dojo", "name: Hall")]],
    ids=["rules", "a name that statistics tell"],
)
def test_an_edit_of_what_the_games_tell_begins_again(deck, edits):
    wire = Wire(FOLLOW)

    def once(news):
        if news.get("games") == 6:
            for old, new in edits:
                edit(deck, old, new)
            wire.requests.append(RELOAD)
            wire.on_news = lambda news: None

    wire.on_news = once
    told = run_trial(wire, deck)
    starts = [at for at, news in enumerate(told) if news["state"] == "playing" and news["games"] == 0]
    assert len(starts) == 2
    assert told[-1]["state"] == "done" and told[-1]["games"] == 12
    assert told[0]["stats"] != told[-1]["stats"]


@pytest.mark.parametrize("when", [{"state": "playing", "games": 4}, {"state": "done", "games": 12}])
def test_an_edit_of_words_and_a_fault_that_is_mended_interrupt_nothing(deck, when):
    wire = Wire(FOLLOW)
    whole = deck.read_text("utf-8")

    def break_it(news):
        if news.items() >= when.items():
            deck.write_text("game: [", "utf-8")
            wire.requests.append(RELOAD)
            wire.on_news = mend_it

    def mend_it(news):
        if news["state"] == "faulty":
            assert news["problems"][0]["code"] and news["report"]["games"] == when["games"], (
                "the report from before stays"
            )
            deck.write_text(f"{whole}# a remark\n", "utf-8")
            wire.requests.append(RELOAD)
            wire.on_news = lambda news: None

    wire.on_news = break_it
    told = run_trial(wire, deck)
    assert "faulty" in [news["state"] for news in told]
    starts = [news for news in told if news["state"] == "playing" and news["games"] == 0]
    assert len(starts) == 1
    assert told[-1].items() >= {"state": "done", "games": 12, "problems": []}.items()


def test_a_fault_is_told_until_it_is_mended(deck):
    wire, whole = Wire(FOLLOW), deck.read_text("utf-8")
    deck.write_text("game: [", "utf-8")

    def mend_it(news):
        if news["state"] == "faulty":
            deck.write_text(whole, "utf-8")
            wire.requests.append(RELOAD)
            wire.on_news = lambda news: None

    wire.on_news = mend_it
    told = run_trial(wire, deck)
    assert told[-1]["state"] == "done" and "faulty" in [news["state"] for news in told]
    assert not any(news["problems"] for news in told if news["state"] in ("playing", "done"))


def test_nothing_is_played_while_nobody_looks(deck):
    assert run_trial(Wire(), deck) == [], "nor is it read"
    wire = Wire((7, "follow", ()))

    def once(news):
        if news.get("games") == 4:
            wire.requests.append((8, "pause", ()))

    wire.on_news = once
    told = run_trial(wire, deck)
    assert wire.answered == [7, 8], "each request has its answer"
    assert told[-1]["games"] == 4, "it waits for the next request"
    wire = Wire(FOLLOW)

    def pause_and_go_on(news):
        if news.get("games") == 4:
            wire.requests.extend((PAUSE, FOLLOW))

    wire.on_news = pause_and_go_on
    assert run_trial(wire, deck)[-1]["games"] == 12


@pytest.mark.parametrize(("shares_deck", "decks"), [(True, ["a"]), (False, ["a", "b", "a"])])
def test_players_bring_a_deck_each_unless_they_share_one(deck, monkeypatch, shares_deck, decks):
    brought = []

    class Rules:
        player_counts = (3, 4)

        def contest(self, decks, settings, players):
            brought.append((decks, settings, players))
            return SimpleNamespace(player_count=0, tabletop=lambda language: SimpleNamespace(decks=[language]))

    Rules.shares_deck = shares_deck
    opened = replace(trial_process.open_decks((deck,)), rules=Rules(), decks=["a", "b"])
    monkeypatch.setattr(trial_process, "open_decks", lambda _: opened)
    assert trial_process._Trial(Wire(), TrialSubject(deck, None, "script"))._open() == (opened, "(['en'], [])")
    assert brought == [(decks, {}, 3)]


def test_statistics_are_told_in_the_language_of_the_page(deck, monkeypatch):
    asked = []

    def stats(*what):
        asked.append(what)
        raise UnlocatedError("E1", "no matter")

    monkeypatch.setattr(trial_process, "deck_stats", stats)
    trial_process._Trial(Wire(), TrialSubject(deck, None, "script", "pt"))._count()
    assert asked == [(deck, (), (), "pt")]


def test_only_what_stops_the_games_is_told():
    odd, wrong = Diagnostic("W330", "odd"), Diagnostic("E204", "wrong")
    for items, state in (([odd, wrong], "faulty"), ([wrong, Diagnostic("E707", "no rules")], "none")):
        told = trial_process._trouble(CardgenError(items))
        assert (told["state"], [one["code"] for one in told["problems"]]) == (
            state,
            [one.code for one in items if one is not odd],
        )
    assert trial_process._trouble(UnlocatedError("E720", "a setting"))["problems"][0]["message"] == "a setting"


def test_a_game_without_rules_has_statistics_only(tmp_path):
    deck = tmp_path / "pool.yaml"
    deck.write_text("game: cards\ntitle: Pool\ncards: [{name: Fish, copies: 3}, {name: Crab}]\n")
    last = run_trial(Wire(FOLLOW), deck)[-1]
    assert last["state"] == "none" and last["stats"]["kinds"][0]["copies"] == 4


class Process:
    """In place of the process of a trial."""

    def __init__(self):
        self.asked = []
        self.is_running = self.is_stopped = False

    async def ask(self, name):
        self.is_running = True
        self.asked.append(name)

    def close(self):
        self.is_stopped = True


def test_a_trial_goes_on_as_long_as_a_page_follows(tmp_path):
    async def follow():
        trial = Trial(TrialSubject(tmp_path))
        trial._worker = process = Process()
        trial.touch()  # nobody has looked yet, so there is nothing to read again
        await elapse(1)
        one, other = trial.follow(), trial.follow()
        assert await anext(one) == ("trial", {"state": "starting"})
        assert await anext(one) == ("alive", None)
        await anext(other)
        trial.touch()
        await elapse(trials.PAUSE / 2)
        trial.touch()
        await elapse(trials.PAUSE / 2)
        assert process.asked == ["follow", "follow"], "the typing goes on"
        await elapse(trials.PAUSE)
        trial._take({"state": "done"})
        assert [await anext(one) for _ in range(2)] == [("trial", {"state": "done"}), ("alive", None)]
        await one.aclose()
        await elapse(1)
        assert process.asked == ["follow", "follow", "reload"], "two edits in one breath are one"
        await other.aclose()
        await elapse(1)
        assert process.asked[-1] == "pause"

    Scheduler().run(follow())


def test_a_process_that_ended_is_started_again_after_an_edit(tmp_path):
    async def follow():
        trial = Trial(TrialSubject(tmp_path))
        trial._worker = process = Process()
        one = trial.follow()
        await anext(one)
        await elapse(1)
        process.is_running = False
        trial._take({"state": "playing", "games": 4})
        trial._take({"state": "lost"})
        assert await anext(one) == ("trial", {"state": "lost", "games": 4}), "what is known stays"
        trial._take({"state": "starting"})
        assert await anext(one) == ("trial", {"state": "starting"}), "until another process tells its own"
        trial.touch()
        await elapse(trials.PAUSE)
        assert process.asked == ["follow", "follow"]
        process.is_running = False
        await one.aclose()
        await elapse(1)
        assert process.asked == ["follow", "follow"], "none is started to be paused"
        process.is_running = True
        trial.touch()
        trial.close()
        await elapse(1)
        assert process.asked == ["follow", "follow"], "nothing is read after the end"

    Scheduler().run(follow())


def test_nobody_receives_more_of_a_trial_that_is_closed(tmp_path):
    async def follow():
        trial = Trial(TrialSubject(tmp_path))
        trial._worker = Process()
        one = trial.follow()
        await anext(one)
        trial.close()
        for page in (one, trial.follow()):
            assert await anext(page, "ended") == "ended"
        assert not trial.has_listeners

    Scheduler().run(follow())


def test_an_edit_of_the_opponent_is_read_too(tmp_path):
    async def follow():
        deck, opponent = tmp_path / "deck.yaml", tmp_path / "opponent.yaml"
        found = DeckTrials()
        trial = found.of(TrialSubject(deck, opponent))
        trial._worker = process = Process()
        one = trial.follow()
        await anext(one)
        asked = ["follow"]
        for files, is_read in (
            ([tmp_path / "other.yaml"], False), ([tmp_path / "other.yaml", opponent], True), ([deck], True), ([], True),
        ):  # fmt: skip
            found.touch(files)
            await elapse(1)
            asked += ["reload"] * is_read
            assert process.asked == asked, files
        await one.aclose()

    Scheduler().run(follow())


def test_an_edit_is_read_by_all_trials_of_the_deck_and_all_end_together(tmp_path):
    async def follow():
        found, processes = DeckTrials(), []
        for level in ("a", "b"):
            trial = found.of(TrialSubject(tmp_path / "deck.yaml", level=level))
            trial._worker = Process()
            processes.append(trial._worker)
            await anext(trial.follow())
        found.touch([tmp_path / "deck.yaml"])
        await elapse(1)
        assert [one.asked for one in processes] == [["follow", "reload"]] * 2
        found.close()
        assert all(one.is_stopped for one in processes)

    Scheduler().run(follow())


def test_trials_that_nobody_follows_end(monkeypatch, tmp_path):
    monkeypatch.setattr(trials, "MOST_TRIALS", 1)
    found = DeckTrials()
    first = found.of(TrialSubject(tmp_path))
    first._worker = process = Process()
    assert found.of(TrialSubject(tmp_path)) is first
    assert not process.is_stopped
    followed = found.of(TrialSubject(tmp_path, level="script"))
    assert process.is_stopped
    followed._worker, followed._listeners = Process(), {None}
    monkeypatch.setattr(trials, "MOST_TRIALS", 2)
    last = [found.of(TrialSubject(tmp_path, level=level)) for level in ("a", "b", "a", "c")]
    assert [*found._trials.values()] == [followed, last[0], last[3]], "those that were asked for last, or are followed"
    assert not followed._worker.is_stopped


def test_a_request_that_is_on_its_way_starts_no_process_of_a_trial_that_has_ended(tmp_path, monkeypatch):
    started = []

    async def follow():
        trial = Trial(TrialSubject(tmp_path))
        monkeypatch.setattr(trial._worker, "_begin", started.append)
        one = trial.follow()
        await anext(one)  # which has asked, though the process has not heard of it
        trial.close()
        await elapse(1)
        await one.aclose()

    Scheduler().run(follow())
    assert not started


def test_the_end_of_a_process_is_told_unless_another_one_has_begun(tmp_path):
    told = []
    worker = trials.TrialWorker(TrialSubject(tmp_path), told.append)
    here, there = (SimpleNamespace(close=lambda: None) for _ in range(2))
    worker._connection = here
    for connection, count in ((there, 0), (here, 1)):
        worker._lose(connection)
        assert told == [{"state": "lost"}] * count
