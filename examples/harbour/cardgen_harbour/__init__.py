"""Harbour, as programs and people play it; everything else about the game is in `game.yaml`."""

from pathlib import Path

from cardgen.plugin.code import GameCode
from cardgen.plugin.rules.simple import SimpleGame, SimpleRules


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


GAME = GameCode(
    file=Path(__file__).with_name("game.yaml"),
    rules=lambda: SimpleRules("harbour", Race, (4,), words={"pt": {"sail": "navegar", "load": "carregar"}}),
)
