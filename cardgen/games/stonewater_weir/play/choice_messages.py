"""Questions to players, and the answers they can choose, in each language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# English and Portuguese, in the order of `messages.LANGUAGES`.
QUESTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "ask_hero": ("Which hero do you take?", "Que herói você escolhe?"),
    "ask_runner_field": (
        "Before which wall does the Runner set out?",
        "Diante de qual muralha parte o Mensageiro?",
    ),
    "ask_resurrect": (
        "Does a dead hero return to the Lamp House? Every field then has one more spawning roll.",
        "Um herói morto volta à Casa da Lanterna? Cada campo terá então mais um dado de surgimento.",
    ),
    "ask_action": ("What does {hero} do?", "O que {hero} faz?"),
    "ask_weapons": (
        "Does {hero} use anything else in the attack on {area}?",
        "{hero} usa mais alguma coisa no ataque a {area}?",
    ),
    "ask_light_attack": (
        "{hero} has rolled. Does lamplight change a die?",
        "{hero} rolou os dados. A luz muda um deles?",
    ),
    "ask_light_roll": (
        "{hero} has rolled a {number}. Does lamplight change it?",
        "{hero} tirou {number}. A luz muda o resultado?",
    ),
    "ask_keep_card": ("{hero} draws {card}. What becomes of it?", "{hero} compra {card}. O que fazer com a carta?"),
    "ask_place_tactics": ("On which zone does {hero} place {card}?", "Em que zona {hero} coloca {card}?"),
    "ask_target": ("Where does {hero} attack with {card}?", "Onde {hero} ataca com {card}?"),
    "ask_exchange": (
        "What do {hero} and {other} exchange?",
        "O que {hero} e {other} trocam?",
    ),
    "ask_deck": ("Which deck does {hero} choose?", "Que baralho {hero} escolhe?"),
    "ask_learn": ("Which token does {hero} keep, and how?", "Que ficha {hero} guarda, e como?"),
    "ask_target_hero": ("Whom does {hero} help?", "A quem {hero} ajuda?"),
    "ask_arm": ("Which way does {hero} turn the Long Arm?", "Para onde {hero} gira o Braço Longo?"),
    "ask_tactics": ("Which tactics card triggers next?", "Que carta de tática age agora?"),
    "ask_hits": ("How many of the {hits} hits does {hero} take?", "Quantos dos {hits} golpes {hero} sofre?"),
    "ask_hits_runner": (
        "How many of the {hits} hits does the Runner take?",
        "Quantos dos {hits} golpes o Mensageiro sofre?",
    ),
    "ask_reinforcement": (
        "A Wreckback hits {hero} in a reinforced building. Does a reinforcement take it? ({building})",
        "Um Naufragante atinge {hero} numa construção reforçada. Um reforço recebe o golpe? ({building})",
    ),
    "ask_first_field_spawning": (
        "On which field does spawning begin? It goes on clockwise.",
        "Em que campo começa o surgimento? Depois ele segue no sentido horário.",
    ),
    "ask_first_field_enemies": (
        "On which field do attacks and march begin? They go on clockwise.",
        "Em que campo começam os ataques e a marcha? Depois eles seguem no sentido horário.",
    ),
    "ask_reroll": (
        "Does {hero} roll the dice that missed once more?",
        "{hero} rola de novo os dados que erraram?",
    ),
    "ask_effect_hero": ("Which hero is it about?", "De que herói se trata?"),
    "ask_effect_place": ("Where does the hero go?", "Para onde vai o herói?"),
    "ask_effect_zone": ("In which zone does it happen?", "Em que zona isso acontece?"),
    "ask_effect_side": ("Into which field do they drift?", "Para que campo eles são levados?"),
    "ask_effect_unit": ("Which unit is it?", "Qual unidade?"),
    "ask_effect_building": ("Which building is it about?", "De que construção se trata?"),
    "ask_effect_class": ("A card of which class?", "Uma carta de que classe?"),
    "ask_effect_card": ("Which card do you take?", "Que carta você pega?"),
    "ask_effect_beneath": (
        "Do you put the card beneath its deck? Otherwise it stays on top.",
        "Você põe a carta embaixo do baralho? Caso contrário, ela fica no topo.",
    ),
    "ask_any": ("What do you choose?", "O que você escolhe?"),
}

CHOICES: Final[Mapping[str, tuple[str, str]]] = {
    "end_turn": ("End the turn", "Encerrar o turno"),
    "done": ("Nothing more", "Nada mais"),
    "decline": ("No", "Não"),
    "accept": ("Yes", "Sim"),
    "store": ("Store it", "Guardar a carta"),
    "use_now": ("Use it at once", "Usar a carta já"),
    "lose_card": ("Lose it", "Perder a carta"),
    "keep_roll": ("Keep the roll", "Ficar com o resultado"),
    "up": ("Raise it by 1 (1 lamplight)", "Aumentar 1 (1 de luz)"),
    "down": ("Lower it by 1 (1 lamplight)", "Diminuir 1 (1 de luz)"),
    "shoot": ("Shoot the Long Arm at {area}: {enemies}", "Disparar o Braço Longo contra {area}: {enemies}"),
    "learn": (
        "Learn an ability of level {level} ({food} food)",
        "Aprender uma habilidade de nível {level} ({food} de comida)",
    ),
    "take_hits_one": ("1 hit", "1 golpe"),
    "take_hits": ("{count} hits", "{count} golpes"),
    "raise": ("Raise a {number} in zone {zone} until it hits", "Aumentar um {number} na zona {zone} até acertar"),
    "lower": ("Lower a {number} in zone {zone} until it misses", "Diminuir um {number} na zona {zone} até errar"),
    "hero": ("{hero}", "{hero}"),
    "take_hero": ("{hero}: strength {strength}, {abilities}", "{hero}: força {strength}, {abilities}"),
    "number": ("{number}", "{number}"),
    "visit_0": ("Visit the Otter Inn: draw an Inn card", "Visitar a Taverna da Lontra: comprar uma carta"),
    "visit_1": (
        "Visit the Undercroft: roll a die for a card, food or gold",
        "Visitar o Subterrâneo: rolar um dado por uma carta, comida ou ouro",
    ),
    "visit_2": (
        "Visit the Granary: roll the yellow die for food",
        "Visitar o Celeiro: rolar o dado amarelo por comida",
    ),
    "visit_3": ("Visit the Forge Hall: draw a Forge card", "Visitar o Salão da Forja: comprar uma carta"),
    "visit_4": ("Visit the Fish Market: draw a Market card", "Visitar o Mercado de Peixes: comprar uma carta"),
    "visit_5": (
        "Visit the Lamp House: 1 food and 1 lamplight",
        "Visitar a Casa da Lanterna: 1 de comida e 1 de luz",
    ),
    "visit_6": (
        "Visit the Counting House: roll the yellow die for gold",
        "Visitar a Casa de Contas: rolar o dado amarelo por ouro",
    ),
    "visit_7": ("Visit the Rain Tower: draw a Rainlore card", "Visitar a Torre da Chuva: comprar uma carta"),
    "repair": ("Repair the {building} (2 gold, +2 morale)", "Consertar: {building} (2 de ouro, +2 de moral)"),
    "turn_arm": ("Turn the Long Arm to {bank}", "Girar o Braço Longo: {bank}"),
    "exchange": ("Exchange cards with {hero}", "Trocar cartas com {hero}"),
    "ability": ("Use {ability}", "Usar {ability}"),
    "attack": ("Attack {area}: {enemies} ({numbers})", "Atacar {area}: {enemies} ({numbers})"),
    "attack_with": (
        "Attack {area} with {card}: {enemies} ({numbers})",
        "Atacar {area} com {card}: {enemies} ({numbers})",
    ),
    "numbers": ("{dice}, hits on {target}, strength {strength}", "{dice}, acerta com {target}, força {strength}"),
    "charge": (
        "Flood Charge {card} before the {bank} wall: {enemies}",
        "Enxurrada {card} diante da muralha {bank}: {enemies}",
    ),
    "play": ("Play {card}", "Jogar {card}"),
    "discard": ("Discard {card}", "Descartar {card}"),
    "card": ("{card}", "{card}"),
    "add": ("Use {card} in this attack", "Usar {card} neste ataque"),
    "discard_held": ("Store it in place of {card}", "Guardar no lugar de {card}"),
    "use_held": ("Play {card} first, then store it", "Jogar {card} antes e guardar esta"),
    "give": ("Give {card}", "Dar {card}"),
    "take": ("Take {card}", "Receber {card}"),
    "swap": ("Give {card} for {other}", "Dar {card} por {other}"),
    "keep_token": ("Keep the ability {ability}", "Guardar a habilidade {ability}"),
    "keep_face_down": ("Keep {ability} face down, as +1 strength", "Guardar {ability} virada: +1 de força"),
    "trigger": ("{card} in {area}", "{card} em {area}"),
    "deck_season": ("the {group} season deck", "o baralho da estação de {group}"),
    "deck_pool": ("the {group} pool", "a reserva de {group}"),
    "deck_events": ("the event deck", "o baralho de eventos"),
}
