"""Seat people and agents at one terminal: who decides, what they can type, and what each of them sees."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from cardgen.play.agent_moves import make_move
from cardgen.play.records import write_record
from cardgen.plugin.language_files import words_in
from cardgen.plugin.rules.tabletop import LineRole
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.formats import to_text
from cardgen.report.screen import Screen
from cardgen.report.visible import visible

if TYPE_CHECKING:
    from cardgen.play.session import GameSession
    from cardgen.play.simulate.agents import Agent
    from cardgen.plugin.rules.contest import Contest

STYLES: Mapping[str, str] = {
    LineRole.PLAIN: "",
    LineRole.TITLE: "bold",
    LineRole.OWN: "green",
    LineRole.ALLY: "blue",
    LineRole.OPPONENT: "magenta",
    LineRole.STRONG: "bold",
    LineRole.MUTED: "dim",
}
STORY, WRONG = "cyan", "red"
"""Styles of what has happened, and of what cannot be done."""

CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # clears the screen and the scrollback


class PlayerLeft(Exception):
    """A person has left the game."""


class TerminalGame:
    """A game at one terminal.

    Several people take turns at the screen: it is cleared before another person decides, if the game has anything to
    hide between them.

    Args:
        agent: Plays for all players who are not people.
        people: Players who are people; without any, all hands are shown.
        language: Language of the messages; English stands in for missing ones.
    """

    def __init__(
        self, contest: Contest, session: GameSession, agent: Agent, people: Sequence[int], language: str
    ) -> None:
        self._contest = contest
        self._session = session
        self._table = session.table
        self._agent = agent
        self._people = people
        self._words = {**words_in(Path(__file__).parent, language), **self._table.messages}
        self._screen = Screen(soft_wrap=True)
        self._since = [0] * contest.player_count  # events before each player's last decision
        self._viewer = people[0] if len(people) == 1 else -1  # the person who sees the screen
        self._choices: list[str] = []
        self._typed: list[int] = []
        self._typed_for: tuple[int, Sequence[str]] = (-1, ())
        self._own_files: set[Path] = set()

    @property
    def _state(self) -> Any:
        return self._session.state

    @property
    def _is_shared(self) -> bool:
        """Whether several people share the screen and have something to hide from each other."""
        return len(self._people) > 1 and self._table.hides_hands

    def retell(self) -> None:
        """Print the game so far with the number of each move; to several people only once it is over."""
        viewer = -1 if self._state.is_terminal() else self._viewer
        if self._is_shared and not self._state.is_terminal():
            self._say(self._counted("again", len(self._session.actions)))
        else:
            state = self._session.begin()
            for number, action in enumerate(self._session.actions, 1):
                since = self._table.event_count(state)
                state.apply_action(action)
                self._story(self._table.story(state, since, viewer), f"{number:4}  ")
        self._since = [self._table.event_count(self._state)] * len(self._since)

    def play(self) -> None:
        """Play to the end of the game, or until a person leaves."""
        turn = -1
        try:
            while not self._state.is_terminal():
                mover = self._state.current_player()
                if not self._people and self._table.turn(self._state) != turn:
                    turn = self._table.turn(self._state)
                    self._board(-1)
                if mover in self._people:
                    self._ask(mover)
                else:
                    self._let_act()
        except (PlayerLeft, EOFError):
            self._say("\n" + self._word("left"))
            return
        if self._people:
            self._tell(-1, min(self._since))
        self._board(-1)
        self._say(self._table.ending(self._state), LineRole.TITLE)

    def _let_act(self) -> None:
        """Let an agent or chance act."""
        since = self._table.event_count(self._state)
        make_move(self._contest, self._session, self._agent)
        if not self._people:
            self._story(self._table.story(self._state, since, -1))

    def _ask(self, player: int) -> None:
        """Prompt a person until an action is taken or taken back."""
        if self._is_shared and self._viewer != player:
            self._hand_over(player)
        self._choices = [self._table.choice(self._state, action) for action in self._state.legal_actions()]
        if self._typed and self._typed_for == (player, self._choices):
            self._do(player, self._typed.pop(0))
            return
        self._typed = []
        self._show(player)
        prompt = self._word("prompt", player=self._table.players[player], most=len(self._choices))
        while not self._obey(player, input(visible(prompt)).strip()):
            pass

    def _hand_over(self, player: int) -> None:
        """Pass the screen to another person, who must not see what was on it."""
        if self._screen.is_terminal:
            self._screen.file.write(CLEAR)
        prompt = self._word("hand_over", player=self._table.players[player])
        if input(visible(prompt)).strip().lower() in ("q", "quit"):
            raise PlayerLeft
        self._viewer = player

    def _obey(self, player: int, text: str) -> bool:
        """Execute what a person has typed, and return whether an action was taken or taken back."""
        if re.fullmatch(r"\d{1,5}(\s+\d{1,5})*", text, re.ASCII):
            numbers = [int(word) for word in text.split()]
            if 1 <= numbers[0] <= len(self._choices):
                self._typed_for = player, self._choices
                self._typed = [number for number in numbers[1:] if 1 <= number <= len(self._choices)]
                self._do(player, numbers[0])
                return True
        word, _, rest = text.partition(" ")
        commands: Mapping[str, Callable[[int, str], bool]] = {
            "": self._menu,
            "?": self._help,
            "help": self._help,
            "b": self._look,
            "board": self._look,
            "c": self._card,
            "card": self._card,
            "l": self._log,
            "log": self._log,
            "u": self._undo,
            "undo": self._undo,
            "save": self._save,
            "position": self._save,
            "q": self._leave,
            "quit": self._leave,
        }
        command = commands.get(word.lower())
        if command is None:
            self._say(self._word("no_choice", text=quoted(text), most=len(self._choices)), WRONG)
            return False
        return bool(command(player, text if command == self._save else rest.strip()))

    def _do(self, player: int, number: int) -> None:
        self._since[player] = self._table.event_count(self._state)
        self._session.apply(self._state.legal_actions()[number - 1])

    # What can be typed

    def _help(self, _player: int, _rest: str) -> bool:
        self._say(self._word("help"))
        for line in wrap(self._table.legend, 78, initial_indent="  ", subsequent_indent="  "):
            self._say(line)
        return False

    def _look(self, player: int, _rest: str) -> bool:
        self._board(player)
        return False

    def _menu(self, _player: int, _rest: str) -> bool:
        self._say(self._table.question(self._state), LineRole.TITLE)
        for number, choice in enumerate(self._choices, 1):
            self._say("\n".join(wrap(f"{number:4}  {choice}", 80, subsequent_indent=" " * 8)))
        return False

    def _log(self, player: int, rest: str) -> bool:
        if not self._tell(player, 0 if rest.lower() == "all" else self._since[player]):
            self._say(self._word("nothing_new"))
        return False

    def _card(self, player: int, rest: str) -> bool:
        names = self._named(player, rest)
        if not names:
            known = self._table.cards()
            self._say("; ".join([self._word("no_card", text=quoted(rest)), *did_you_mean(rest, known)]), WRONG)
        for name in names:
            for line in self._table.card(name):
                self._say("\n".join(wrap(line, 80, subsequent_indent="    ")))
        return False

    def _named(self, player: int, rest: str) -> Sequence[str]:
        """Return the cards that a person may mean: by number of a choice, by beginning of a name, or the whole hand."""
        if not rest:
            return self._table.hand_names(self._state, player)
        if rest.isascii() and rest.isdigit() and 0 < int(rest[:6]) <= len(self._choices):
            name = self._table.card_of(self._state.legal_actions()[int(rest[:6]) - 1])
            return [name] if name else []
        found = [name for name in self._table.cards() if name.lower().startswith(rest.lower())]
        return found or [name for name in self._table.cards() if rest.lower() in name.lower()]

    def _undo(self, player: int, _rest: str) -> bool:
        count = self._session.undo(player)
        if not count:
            self._say(self._word("nothing_back"), WRONG)
            return False
        self._say(self._counted("taken_back", count))
        self._since = [self._table.event_count(self._state)] * len(self._since)
        return True

    def _save(self, _player: int, typed: str) -> bool:
        command, _, name = typed.partition(" ")
        if not name.strip():
            self._say(self._word("file_wanted", command=quoted(command)), WRONG)
            return False
        path = Path(os.path.expanduser(name.strip()))  # noqa: PTH111 - leaves an unknown user's name as it is
        try:
            is_game = command.lower() == "save"
            text = self._session.record() if is_game else self._state.to_text() + "\n"
            write_record(path, text, replace=path in self._own_files)
            self._own_files.add(path)
            self._say(self._word("written", path=path))
        except UnlocatedError as error:
            self._say(to_text([error.at(None)]), WRONG)
        return False

    def _leave(self, _player: int, _rest: str) -> bool:
        raise PlayerLeft

    # What is shown

    def _show(self, player: int) -> None:
        """Print what has happened, the table (unless the hand is enough), and the choices."""
        self._say("")
        self._tell(player, self._since[player])
        if self._table.needs_hand_only(self._state):
            for line in self._table.hand(self._state, player):
                self._say(line)
        else:
            self._board(player)
        self._menu(player, "")

    def _tell(self, viewer: int, since: int) -> bool:
        told = self._table.story(self._state, since, viewer)
        self._story(told)
        return bool(told)

    def _story(self, told: Sequence[str], number: str = "") -> None:
        for text in told:
            self._say("\n".join(wrap(number + text, 80, subsequent_indent=" " * (len(number) + 4))), STORY)

    def _board(self, player: int) -> None:
        self._say("")
        for line in self._table.board(self._state, player):
            self._say(line.text, line.role)
        self._say("")

    def _say(self, text: str, role: str = "") -> None:
        self._screen.print(text, style=STYLES.get(role, role))

    def _word(self, key: str, **values: object) -> str:
        return self._words[key].format(**values)

    def _counted(self, key: str, count: int) -> str:
        return self._word(f"{key}_one") if count == 1 else self._word(key, count=count)
