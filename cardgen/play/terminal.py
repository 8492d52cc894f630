"""People and agents at one table: who is asked, what can be typed, and what is shown to whom."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from rich.console import Console

from cardgen.play.matches import write_game
from cardgen.play.random_play import sample_chance
from cardgen.play.simulate.agents import PlayerView
from cardgen.plugin.rules.state import CHANCE
from cardgen.report.diagnostics import did_you_mean, quoted, to_text
from cardgen.report.errors import UnlocatedError

if TYPE_CHECKING:
    from cardgen.play.session import GameSession
    from cardgen.play.simulate.agents import Agent
    from cardgen.plugin.rules.contest import Contest

STYLES = {
    "title": "bold",
    "own": "green",
    "opponent": "magenta",
    "ally": "blue",
    "muted": "dim",
    "strong": "bold",
    "story": "cyan",
}
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen and what has left it at the top

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "prompt": "{player}, 1 to {most}, or ? for help: ",
        "hand_over": "{player} is to decide. Press Enter when nobody else sees the screen: ",
        "left": "The game is left undecided.",
        "no_choice": "{text} is no number from 1 to {most}, and no command; ? lists what can be typed",
        "no_card": "there is no card {text}",
        "nothing_back": "there is nothing to take back",
        "taken_back": "Taken back: {count} moves.",
        "taken_back_one": "Taken back: 1 move.",
        "nothing_new": "Nothing has happened since your last decision.",
        "file_wanted": "{command} wants the name of a new file",
        "written": "Written: {path}",
        "again": "{count} moves of the record are played again.",
        "again_one": "1 move of the record is played again.",
        "help": """  1, 2, 3 ...    do what has this number; 1 1 2 does three things, while
                 the choice stays the same
  c NAME, c 3    read a card, by its name (the beginning is enough) or by the
                 number of a choice; c reads all cards of your hand
  b              show the table
  l, l all       what happened since your last decision, or in the whole game
  u              take back your last decision
  save FILE      write the game, to go on with --replay FILE
  position FILE  write the position, to edit and begin from: --position FILE
  q              leave""",
    },
    "pt": {
        "prompt": "{player}, 1 a {most}, ou ? para ajuda: ",
        "hand_over": "A decisão é de {player}. Tecle Enter quando mais ninguém vir a tela: ",
        "left": "O jogo fica sem decisão.",
        "no_choice": "{text} não é número de 1 a {most}, nem comando; ? lista o que se pode digitar",
        "no_card": "não há carta {text}",
        "nothing_back": "não há o que desfazer",
        "taken_back": "Desfeito: {count} lances.",
        "taken_back_one": "Desfeito: 1 lance.",
        "nothing_new": "Nada aconteceu desde a sua última decisão.",
        "file_wanted": "{command} pede o nome de um arquivo novo",
        "written": "Escrito: {path}",
        "again": "{count} lances do registro foram jogados de novo.",
        "again_one": "1 lance do registro foi jogado de novo.",
        "help": """  1, 2, 3 ...    fazer o que tem este número; 1 1 2 faz três coisas, enquanto
                 a escolha for a mesma
  c NOME, c 3    ler uma carta, pelo nome (basta o começo) ou pelo número da
                 escolha; c lê todas as cartas da sua mão
  b              mostrar a mesa
  l, l all       o que houve desde a sua última decisão, ou no jogo todo
  u              desfazer a sua última decisão
  save ARQ       escrever o jogo, para continuar com --replay ARQ
  position ARQ   escrever a posição, para editar e começar: --position ARQ
  q              sair""",
    },
}


class Left(Exception):
    """Somebody has had enough."""


class TerminalGame:
    """A game at one terminal.

    Args:
        contest: The decks, as agents see them.
        session: The game.
        agent: Plays for whoever is no person.
        people: Which players are people; none, and both hands are open.
        language: Of what is said; English where it is not known here.
    """

    def __init__(
        self, contest: Contest, session: GameSession, agent: Agent, people: Sequence[int], language: str
    ) -> None:
        self._contest = contest
        self._session = session
        self._table = session.table
        self._agent = agent
        self._people = people
        self._words = WORDS.get(language, WORDS["en"])
        self._screen = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self._since = [0, 0]  # for each player what has happened when he last decided
        self._looking = people[0] if len(people) == 1 else -1  # who sees the screen
        self._choices: list[str] = []
        self._typed: list[int] = []
        self._typed_for: tuple[int, Sequence[str]] = (-1, ())
        self._own_files: set[Path] = set()

    @property
    def _state(self) -> Any:
        return self._session.state

    def retell(self) -> None:
        """Tell the game until now, with the number of each move; to two people only once it is over."""
        viewer = -1 if self._state.is_terminal() else self._looking
        if len(self._people) > 1 and not self._state.is_terminal():
            self._say(self._counted("again", len(self._session.actions)))
        else:
            state = self._session.begin()
            for number, action in enumerate(self._session.actions, 1):
                since = self._table.event_count(state)
                state.apply_action(action)
                self._story(self._table.story(state, since, viewer), f"{number:4}  ")
        self._since = [self._table.event_count(self._state)] * 2

    def play(self) -> None:
        """To the end of the game, or until a person has enough."""
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
                    self._let(mover)
        except (Left, EOFError):
            self._say("\n" + self._word("left"))
            return
        if self._people:
            self._tell(-1, min(self._since))
        self._board(-1)
        self._say(self._table.ending(self._state), "title")

    def _let(self, mover: int) -> None:
        """An agent or chance does something; each such choice has a luck of its own, so that a game can be resumed."""
        rng = Random(f"agent {self._session.seed} {len(self._session.actions)}")
        since = self._table.event_count(self._state)
        state = self._state
        action = (
            sample_chance(state, rng)
            if mover == CHANCE
            else self._agent.choose(PlayerView(self._contest, state, mover), rng)
        )
        self._session.apply(action)
        if not self._people:
            self._story(self._table.story(self._state, since, -1))

    def _ask(self, player: int) -> None:
        """Ask a person until the game has moved, forward or back."""
        if len(self._people) > 1 and self._looking != player:
            self._hand_over(player)
        self._choices = [self._table.choice(self._state, action) for action in self._state.legal_actions()]
        if self._typed and self._typed_for == (player, self._choices):
            self._do(player, self._typed.pop(0))
            return
        self._typed = []
        self._show(player)
        prompt = self._word("prompt", player=self._table.players[player], most=len(self._choices))
        while not self._obey(player, input(prompt).strip()):
            pass

    def _hand_over(self, player: int) -> None:
        """The screen goes to the other person, who must not see what was on it."""
        if self._screen.is_terminal:
            self._screen.file.write(CLEAR)
        prompt = self._word("hand_over", player=self._table.players[player])
        if input(prompt).strip().lower() in ("q", "quit"):
            raise Left
        self._looking = player

    def _obey(self, player: int, text: str) -> bool:
        """Do what a person has typed; whether the game has moved."""
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
            self._say(self._word("no_choice", text=quoted(text), most=len(self._choices)), "red")
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
        self._say(self._table.question(self._state), "title")
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
            self._say("; ".join([self._word("no_card", text=quoted(rest)), *did_you_mean(rest, known)]), "red")
        for name in names:
            for line in self._table.card(name):
                self._say(line)
        return False

    def _named(self, player: int, rest: str) -> Sequence[str]:
        """The cards that a person may mean: by the number of a choice, by the beginning of a name, or his hand."""
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
            self._say(self._word("nothing_back"), "red")
            return False
        self._say(self._counted("taken_back", count))
        self._since = [self._table.event_count(self._state)] * 2
        return True

    def _save(self, _player: int, text: str) -> bool:
        command, _, name = text.partition(" ")
        if not name.strip():
            self._say(self._word("file_wanted", command=quoted(command)), "red")
            return False
        path = Path(name.strip()).expanduser()
        try:
            is_game = command.lower() == "save"
            write_game(
                path, self._session.record() if is_game else self._state.to_text() + "\n", anew=path in self._own_files
            )
            self._own_files.add(path)
            self._say(self._word("written", path=path))
        except UnlocatedError as fault:
            self._say(to_text([fault.at(None)]), "red")
        return False

    def _leave(self, _player: int, _rest: str) -> bool:
        raise Left

    # What is shown

    def _show(self, player: int) -> None:
        """What has happened, the table, and what can be done; where a hand is enough, no table."""
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
            self._say("\n".join(wrap(number + text, 80, subsequent_indent=" " * (len(number) + 4))), "story")

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
