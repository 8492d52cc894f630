"""The texts of the special abilities (rules model, section 4), which belong to the game and not to its deck."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cardgen.games.stonewater_weir.constants import AbilityId
from cardgen.model.deck import LocalizedText

_BOUND = re.compile(r"(?<=zon[ea]) (?=\d)|(?<=strength) (?=\d)|(?<=força) (?=\d)|(?<=\d) (?=\w)|(?<=\d de) ")


def ability_text(ability: AbilityId) -> LocalizedText:
    """Return the text of a special ability in every language; numbers stay on one line with what they count."""
    texts = (_BOUND.sub("\u00a0", text) for text in _TEXTS[ability])
    return LocalizedText(dict(zip(("en", "pt"), texts, strict=True)))


_TEXTS: Mapping[AbilityId, tuple[str, str]] = {
    "action_plus1": ("You have one more action each turn.", "Você tem mais uma ação por turno."),
    "armory_free": ("Your Forge cards cost nothing.", "Suas cartas de Forja não custam nada."),
    "armory_plus1": (
        "When you draw in the Forge Hall by an action, draw one more card.",
        "Ao comprar no Salão da Forja com uma ação, compre mais uma carta.",
    ),
    "catapult_plus1": (
        "Each turn you have one more action, for the Long Arm only.",
        "A cada turno, você tem mais uma ação, só para o Braço Longo.",
    ),
    "double_sorcery": (
        "Your Rainlore cards, except tactics cards, act twice for one action.",
        "Suas cartas de Saber da Chuva, exceto táticas, agem duas vezes por uma ação.",
    ),
    "double_tavern": (
        "Your Inn cards, except tactics cards, act twice.",
        "Suas cartas de Taverna, exceto táticas, agem duas vezes.",
    ),
    "food_plus1": ("Your rolls for food are 1 higher.", "Suas rolagens de comida valem 1 a mais."),
    "gold_plus1": ("Your rolls for gold are 1 higher.", "Suas rolagens de ouro valem 1 a mais."),
    "grace_turn": ("Gain 1 lamplight when your turn begins.", "Ganhe 1 de luz no início do seu turno."),
    "heal2": (
        "Once a turn, you or another hero gains 2 morale.",
        "Uma vez por turno, você ou outro herói ganha 2 de moral.",
    ),
    "ignore1": ("Ignore the first hit on you each round.", "Ignore o primeiro golpe em você a cada rodada."),
    "ignore2": (
        "Ignore the first two hits on you each round.",
        "Ignore os dois primeiros golpes em você a cada rodada.",
    ),
    "ignore3": (
        "Ignore the first three hits on you each round.",
        "Ignore os três primeiros golpes em você a cada rodada.",
    ),
    "massive_plus1": (
        "Your Flood Charges roll one more die for each zone.",
        "Suas Enxurradas rolam mais um dado para cada zona.",
    ),
    "no_food": (
        "You pay no food, neither to learn nor at the end of a season.",
        "Você não paga comida, nem para aprender nem no fim da estação.",
    ),
    "pool_market": (
        "When your turn begins, you may draw a Market card from the pool.",
        "No início do seu turno, você pode comprar uma carta de Mercado da reserva.",
    ),
    "pool_tavern": (
        "When your turn begins, you may draw an Inn card from the pool.",
        "No início do seu turno, você pode comprar uma carta de Taverna da reserva.",
    ),
    "rebuild": (
        "For an action and 2 gold, you may lift the token of a destroyed building: gain 2 morale.",
        "Com uma ação e 2 de ouro, você pode remover a ficha de uma construção destruída: ganhe 2 de moral.",
    ),
    "scry": (
        "Once a round, look at the top card of a resource deck or of the events.",
        "Uma vez por rodada, olhe a carta de cima de um baralho de recursos ou dos eventos.",
    ),
    "season_card": (
        "Once a round, when your turn begins, draw a card from any season deck.",
        "Uma vez por rodada, no início do seu turno, compre uma carta de qualquer baralho da estação.",
    ),
    "share_space": (
        "Your last action may be in an occupied place; you lose 2 morale if you end a turn elsewhere.",
        "Sua última ação pode ser num lugar ocupado; perca 2 de moral se terminar o turno em outro lugar.",
    ),
    "slot_sorcery": (
        "Each of your Rainlore slots also holds red cards.",
        "Todos os seus espaços de Saber da Chuva também aceitam cartas vermelhas.",
    ),
    "slot_tavern": (
        "Your orange Market slots also hold red Inn cards.",
        "Seus espaços laranja de Mercado também aceitam cartas vermelhas de Taverna.",
    ),
    "smuggle_free": (
        "Once a round, when your turn begins, make a smuggling roll.",
        "Uma vez por rodada, no início do seu turno, faça uma rolagem de contrabando.",
    ),
    "str_plus2": ("You have +2 strength.", "Você tem +2 de força."),
    "tavern_plus1": (
        "When you draw in the Otter Inn by an action, draw one more card.",
        "Ao comprar na Taverna da Lontra com uma ação, compre mais uma carta.",
    ),
    "tower_plus1": (
        "When you draw in the Rain Tower by an action, draw one more card.",
        "Ao comprar na Torre da Chuva com uma ação, compre mais uma carta.",
    ),
    "z1_dice1": ("You roll one more die against zone 1.", "Você rola mais um dado contra a zona 1."),
    "z1_follow": (
        "When your wall attack destroys something in zone 1, attack there again at once: "
        "one die, strength 3, and nothing changes it.",
        "Quando seu ataque da muralha destrói algo na zona 1, ataque ali de novo na hora: "
        "um dado, força 3, e nada os altera.",
    ),
    "z1_hit3": ("You hit zone 1 on 3+.", "Você acerta a zona 1 com 3+."),
    "z1_roll2": ("You roll two dice against zone 1.", "Você rola dois dados contra a zona 1."),
    "z1_roll3": ("You roll three dice against zone 1.", "Você rola três dados contra a zona 1."),
    "z2_dice1": ("You roll one more die against zone 2.", "Você rola mais um dado contra a zona 2."),
    "z2_dice2": ("You roll two more dice against zone 2.", "Você rola mais dois dados contra a zona 2."),
    "z2_hit3": ("You hit zone 2 on 3+.", "Você acerta a zona 2 com 3+."),
    "z2_hit4": ("You hit zone 2 on 4+.", "Você acerta a zona 2 com 4+."),
    "z3_dice1": ("You roll one more die against zone 3.", "Você rola mais um dado contra a zona 3."),
    "z3_hit4": ("You hit zone 3 on 4+.", "Você acerta a zona 3 com 4+."),
    "z3_hit5": ("You hit zone 3 on 5+.", "Você acerta a zona 3 com 5+."),
}
