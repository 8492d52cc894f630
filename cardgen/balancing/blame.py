"""Find the card to blame if numbers cannot balance a deck: play the same games with a blank in its place."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.balancing.deck_numbers import DeckSource
from cardgen.balancing.games import GameTrials, PlayedPair
from cardgen.balancing.rates import RateBook
from cardgen.balancing.result import BalanceSetup, Blame
from cardgen.balancing.space import Candidate
from cardgen.plugin.rules.contest import GameRules

FEWEST = 10  # rounds of each card in each pairing


def find_blame(  # noqa: PLR0913, PLR0917 - all that a run of the assistant has
    setup: BalanceSetup,
    sources: Sequence[DeckSource],
    rules: GameRules,
    trials: GameTrials,
    book: RateBook,
    best: Candidate,
    share: float,
    rounds: Sequence[int],
    seeds: Sequence[int],
) -> tuple[Blame, ...]:
    """Return what the cards of the first deck contribute, the one to blame first.

    That is the card whose contribution is most like what is wrong: large in the pairings that are still won too often, and
    small or harmful in those that are lost too often.

    Args:
        share: Share of the rounds of each level to play.
        seeds: Next seed of each matchup.
    """
    matchups = [one for one in trials.space.matchups if one.first == 0]
    contest = rules.contest([source.data for source in sources[:2]], setup.rules, 2)
    cards = [card for card in contest.cards(0) if card.can_be_blank]
    start, gains = max(seeds), dict[str, list[tuple[str, str, float]]]()
    for number, level in enumerate(setup.levels):
        count = max(int(rounds[number] * share / (len(cards) + 1)), FEWEST)
        own = [one for one in matchups if one.level == number]
        wanted = {
            PlayedPair(best, one.first, one.second, (0, card.id) if card else None): range(start, start + count)
            for one in own
            for card in (None, *cards)
        }
        scores = trials.play_at(level, wanted, "each card replaced by a blank")
        for game, blank in scores.items():
            whole = scores.get(PlayedPair(best, game.first, game.second), {})
            both = sorted(blank.keys() & whole.keys())
            if game.blank and both:
                gain = sum(whole[seed] - blank[seed] for seed in both) / len(both)
                gains.setdefault(game.blank[1], []).append((setup.decks[game.second], level, gain))
    wrong = {(rate.second, rate.level): rate.known.estimate - rate.target for rate in book.rates(best)}
    names = {card.id: card.name for card in cards}
    found = [
        Blame(setup.decks[0], card, names[card], sum(gain for *_, gain in own) / len(own), tuple(own))
        for card, own in gains.items()
    ]
    alike = {
        one.card: sum(wrong.get((other, level), 0.0) * gain for other, level, gain in one.pairings) for one in found
    }
    return tuple(sorted(found, key=lambda one: (-alike[one.card], one.card)))
