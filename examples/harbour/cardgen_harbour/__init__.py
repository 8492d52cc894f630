"""Harbour: four captains sail round the quays; the most valuable load wins when the first ship is home."""

from collections.abc import Iterator
from pathlib import Path

from cardgen.geometry.folds import Fold
from cardgen.geometry.outlines import ROUND
from cardgen.plugin.components import BOARD, STANDEE, TOKEN, Document, PieceKind, each, fixed_size
from cardgen.plugin.game import Finding, Game
from cardgen.plugin.rules.simple import SimpleGame, SimpleRules
from cardgen.plugin.schema import Color, Identifier, LocalText, Model

HERE = Path(__file__).parent


class Piece(Model):
    id: Identifier
    name: LocalText
    color: Color = "#ffffff"  # of a captain's ship
    value: int = 0  # of a crate
    copies: int = 1


class Deck(Model):
    game: str
    title: LocalText
    colors: dict[str, Color]
    quays: int
    boards: tuple[Piece, ...]
    captains: tuple[Piece, ...]
    crates: tuple[Piece, ...]


def count_captains(deck: Deck) -> Iterator[Finding]:
    if len(deck.captains) != 4:
        yield Finding("E301", f"the deck has {len(deck.captains)} captains", ("captains",), expected="4 (rule 1)")


class Race(SimpleGame):
    actions = ("sail", "load")

    def set_up(self) -> None:
        self.crates = [crate.value for crate in self.deck.crates for _ in range(crate.copies)]
        self.places, self.loads = [0] * self.seats, [0] * self.seats

    def choices(self) -> tuple[str, ...]:
        return self.actions if self.crates else ("sail",)

    def take(self, action: str) -> None:
        if action == "sail":
            self.places[self.seat] += self.luck.die(3)
        else:
            self.loads[self.seat] += self.crates.pop(self.luck.pick(len(self.crates)))

    def winners(self) -> list[int] | None:
        if max(self.places) < self.deck.quays:
            return None
        results = list(zip(self.loads, self.places, strict=True))
        return [seat for seat, result in enumerate(results) if result == max(results)]

    def chance(self, seat: int) -> float:
        return (1 + self.loads[seat]) / (self.seats + sum(self.loads))


BOARDS = PieceKind("boards", each("boards"), "board.svg.j2", size=fixed_size(180, 120), role=BOARD)
CRATES = PieceKind(
    "crates", each("crates"), "crate.svg.j2", "crate.svg.j2", fixed_size(22, 22), gutter=6, outline=ROUND, role=TOKEN
)
SHIPS = PieceKind(
    "captains", each("captains"), "ship.svg.j2", "ship.svg.j2", fixed_size(25, 40), fold=Fold(), role=STANDEE
)
GAME = Game(
    id="harbour",
    name="Harbour",
    languages=("en", "pt"),
    schema=lambda: Deck,
    checks=lambda: [count_captains],
    components=(BOARDS, CRATES, SHIPS, Document("rules", "rules.{lang}.md")),
    resources=HERE / "templates",
    codes=HERE / "codes.yaml",
    example=HERE / "harbour.yaml",
    rules=lambda: SimpleRules("harbour", Race, (4,), words={"pt": {"sail": "navegar", "load": "carregar"}}),
)
