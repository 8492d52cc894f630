"""Run the attack actions of a hero: declare and pay cards, attack, and put the cards away."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.stonewater_weir.engine.combat.hero_attack import attack_zone, charge_areas, flood_charge
from cardgen.games.stonewater_weir.engine.field.figures import areas_with_enemies
from cardgen.games.stonewater_weir.engine.state.actions import ADD, AREA, BANK, DONE
from cardgen.games.stonewater_weir.engine.state.asking import ask
from cardgen.games.stonewater_weir.engine.state.lasting import Until, end_lasting
from cardgen.games.stonewater_weir.engine.state.places import PERMANENT, WALL
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.decks import discard_resource
from cardgen.games.stonewater_weir.engine.town.heroes import change_gold, change_morale
from cardgen.games.stonewater_weir.engine.town.slots import remove_stored, stored_cards
from cardgen.games.stonewater_weir.engine.turn.accounts import cost_of, spend_action


def attack_with(position: SiegePosition, hero: int, area: int, weapon: int, *, stored: bool = True) -> None:
    """Attack a zone from its wall, as an action.

    Args:
        weapon: Design of the first card declared; -1: none.
        stored: Whether that card is stored.
    """
    spend_action(position, hero)
    position.place[hero] = WALL + area // 3
    cards: list[int] = []
    if weapon >= 0:
        _declare(position, hero, weapon, cards, stored=stored)
        _declare_more(position, hero, area, cards)
    destroyed = attack_zone(position, hero, area, cards)
    _finish(position, hero, area, cards, destroyed)
    end_lasting(position, Until.ATTACK)  # of the active hero, who alone has such effects


def charge_with(position: SiegePosition, hero: int, bank: int, card: int, *, stored: bool = True) -> None:
    """Attack with a Flood Charge, as an action."""
    spend_action(position, hero)
    position.place[hero] = WALL + bank
    cards: list[int] = []
    _declare(position, hero, card, cards, stored=stored)
    destroyed = flood_charge(position, hero, bank, card)
    _finish(position, hero, 3 * bank + position.tables.cards[card].zones[0], cards, destroyed)


def attack_targets(position: SiegePosition, card: int) -> list[int]:
    """Return where a card can attack: `AREA` actions, or `BANK` actions for a Flood Charge."""
    rules = position.tables.cards[card]
    areas = areas_with_enemies(position)
    if rules.is_massive:
        return [BANK + bank for bank in range(4) if any(area in areas for area in charge_areas(rules, bank))]
    return [AREA + area for area in areas if not rules.zones or area % 3 in rules.zones]


def attack_at_once(position: SiegePosition, hero: int, card: int, *, stored: bool) -> None:
    """Attack with a card for which there is no room, or which makes room, as an action; then the card is discarded."""
    target = ask(position, position.owner[hero], (Question.TARGET, hero, card), attack_targets(position, card))
    if position.tables.cards[card].is_massive:
        charge_with(position, hero, target - BANK, card, stored=stored)
    else:
        attack_with(position, hero, target - AREA, card, stored=stored)
    if position.tables.cards[card].kind == PERMANENT:  # which has just been drawn: no stored one is used up
        discard_resource(position, card)


def _declare(position: SiegePosition, hero: int, card: int, cards: list[int], *, stored: bool = True) -> None:
    rules = position.tables.cards[card]
    change_gold(position, hero, -cost_of(position, hero, card))
    tell(position, Event.CARD_USED, hero, card)
    cards.append(card)
    if stored and rules.kind != PERMANENT:
        remove_stored(position, hero, card)


def _declare_more(position: SiegePosition, hero: int, area: int, cards: list[int]) -> None:
    """Ask for further cards: any number, but one permanent card of an attack in all."""
    tables = position.tables
    while True:
        options = []
        for card in sorted(set(stored_cards(position, hero))):
            rules = tables.cards[card]
            second = rules.kind == PERMANENT and any(tables.cards[other].kind == PERMANENT for other in cards)
            if (
                rules.is_attack
                and not rules.is_massive
                and not second
                and (not rules.zones or area % 3 in rules.zones)
                and cost_of(position, hero, card) <= position.gold[hero]
            ):
                options.append(ADD + card)
        if not options:
            return
        answer = ask(position, position.owner[hero], (Question.WEAPONS, hero, area), [DONE, *options])
        if answer == DONE:
            return
        _declare(position, hero, answer - ADD, cards)


def _finish(position: SiegePosition, hero: int, area: int, cards: Sequence[int], destroyed: int) -> None:
    """Change the morale as the cards say, let them act once more, and discard those that are used up."""
    for card in cards:
        rules = position.tables.cards[card]
        if rules.after_attack is not None:
            rules.after_attack(position, hero, area, destroyed)
        if rules.morale and position.is_alive(hero):
            change_morale(position, hero, rules.morale)
        if rules.kind != PERMANENT:
            discard_resource(position, card)
