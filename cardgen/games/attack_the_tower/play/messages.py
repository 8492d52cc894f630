"""Messages of the table for people, in each language.

Actions and events of a player follow the name of the army and a colon, in the infinitive or imperative: `Elves: draw a
base`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LANGUAGES: Final = ("en", "pt")

# English and Portuguese, in the order of LANGUAGES.
MESSAGES: Final[Mapping[str, tuple[str, str]]] = {
    # actions
    "keep": ("Keep this hand", "Ficar com esta mão"),
    "burn": ("Discard this hand and draw five new cards", "Descartar esta mão e comprar outras cinco cartas"),
    "draw_ability": ("Draw an ability", "Comprar uma habilidade"),
    "draw_base": ("Draw a base", "Comprar uma base"),
    "renew": ("Renew: both recruit, draw and build", "Renovar: os dois recrutam, compram e constroem"),
    "hold": ("No renewal", "Sem renovação"),
    "pass": ("Pass", "Passar"),
    "end": ("End the turn", "Encerrar o turno"),
    "done": ("Build no more", "Não construir mais"),
    "stop": ("No more", "Nada mais"),
    "advance": ("Advance on the palace", "Avançar sobre o palácio"),
    "stay": ("Do not advance", "Não avançar"),
    "attack": (
        "Attack {site} of {other} from {group}, power {power}",
        "Atacar {site} de {other} a partir de {group}, poder {power}",
    ),
    "attack_empty": (
        "Attack the palace of {other} through empty {site} from {group}, power {power}",
        "Atacar o palácio de {other} passando por {site} (vazio), a partir de {group}, poder {power}",
    ),
    "pick": ("Pick {unit}", "Escolher {unit}"),
    "give_up": ("Discard {unit}", "Descartar {unit}"),
    "recruit_on": ("Recruit on {unit}", "Recrutar em {unit}"),
    "play": ("Play {card}", "Jogar {card}"),
    "discard": ("Discard {card}", "Descartar {card}"),
    "take": ("Take {card} from {other}", "Pegar {card} de {other}"),
    "recover": ("Take {card} into the hand", "Levar {card} para a mão"),
    "choose": ("Choose {card}", "Escolher {card}"),
    "deal": ("Draw {card}", "Comprar {card}"),
    "first": ("Begin", "Começar"),
    "build": ("Build {card} ({type}) on {place}", "Construir {card} ({type}) em {place}"),
    "build_over": (
        "Build {card} ({type}) on {place}, over {old} with {troops}",
        "Construir {card} ({type}) em {place}, sobre {old} com {troops}",
    ),
    "hit": ("Deal {points} to {unit}", "Causar {points} a {unit}"),
    # questions
    "ask_first": ("Who begins?", "Quem começa?"),
    "ask_burn": ("Opening hand: keep it or burn it?", "Mão inicial: ficar ou trocar?"),
    "ask_setup": ("Setting up: build bases?", "Preparação: construir bases?"),
    "ask_announce": ("Your turn begins: renewal or not?", "Seu turno começa: renovação ou não?"),
    "ask_renewal": ("Renewal: build bases?", "Renovação: construir bases?"),
    "ask_opponent": (
        "Your opponent's main part: play an ability before they act?",
        "Parte principal do oponente: jogar uma habilidade antes?",
    ),
    "ask_reply": ("Answer with an ability?", "Responder com uma habilidade?"),
    "ask_act": ("Your main part: attack, play, or end?", "Sua parte principal: atacar, jogar ou encerrar?"),
    "ask_window": ("Before combat: play an ability?", "Antes do combate: jogar uma habilidade?"),
    "ask_steps": ("Between the steps of combat: play an ability?", "Entre os passos do combate: jogar uma habilidade?"),
    "ask_hit": ("{step}, {left} damage left: how much here?", "{step}, {left} de dano a distribuir: quanto aqui?"),
    "ask_advance": ("Nothing is left there: advance on the palace?", "Nada restou ali: avançar sobre o palácio?"),
    "ask_units": ("{card}: which?", "{card}: qual?"),
    "ask_several": ("{card}, up to {count}: which?", "{card}, até {count}: qual?"),
    "ask_effect": ("An effect", "Um efeito"),
    "ask_discard": ("Discard ({count} to go): which?", "Descartar (ainda {count}): qual?"),
    "ask_take": ("Take a card ({count} to go): which?", "Pegar uma carta (ainda {count}): qual?"),
    "ask_draw": ("Draw ({count} to go): from which pile?", "Comprar (ainda {count}): de qual pilha?"),
    "ask_search": ("{card}: which card?", "{card}: qual carta?"),
    "ask_place": ("Build it where?", "Construir onde?"),
    "ask_upkeep": (
        "More special troops than complete territories: which one goes?",
        "Mais tropas especiais que territórios completos: qual sai?",
    ),
    "ask_recruit": ("Recruit: on which base?", "Recrutar: em qual base?"),
    # places and units
    "territory": ("territory {number}", "território {number}"),
    "palace": ("palace", "palácio"),
    "the_palace": ("the palace", "o palácio"),
    "troop_on": ("{troops} on {base} {place}", "{troops} em {base} {place}"),
    "of": ("{unit} ({player})", "{unit} ({player})"),
    "none": ("no troops", "nenhuma tropa"),
    "light_infantry": ("light infantry", "infantaria leve"),
    "shooter": ("shooter", "atirador"),
    "heavy_infantry": ("heavy infantry", "infantaria pesada"),
    "cavalry": ("cavalry", "cavalaria"),
    "siege_weapon": ("siege weapon", "arma de cerco"),
    "hand": ("common", "comum"),
    "star": ("special", "especial"),
    "initiative": ("initiative", "iniciativa"),
    "artillery": ("artillery", "artilharia"),
    "unique": ("unique", "única"),
    "loyal": ("loyal", "leal"),
    # events
    "turn": ("Turn {turn}: {player}", "Turno {turn}: {player}"),
    "march": ("the way is open: advance on the palace", "o caminho está livre: avançar sobre o palácio"),
    "no_combat": ("The battle ends without combat.", "A batalha acaba sem combate."),
    "initiative_step": ("Initiative step", "Passo de iniciativa"),
    "regular_step": ("Regular step", "Passo regular"),
    "damage": ("{step}: {first} {points} damage, {second} {back}", "{step}: {first} {points} de dano, {second} {back}"),
    "lose": ("lose {things}", "baixas: {things}"),
    "gain": ("recruit {things}", "reforços: {things}"),
    "moved": ("troops move", "tropas se movem"),
    "swapped": ("bases change places", "bases trocam de lugar"),
    "drew": ("draw {card}", "compra: {card}"),
    "an_ability": ("an ability", "uma habilidade"),
    "a_base": ("a base", "uma base"),
    "fallen": ("The palace of {player} has fallen.", "O palácio de {player} caiu."),
    "by_lot": ("{text} (by lot)", "{text} (por sorteio)"),
    # the table
    "setup": ("Setting up", "Preparação"),
    "you_are": ("you: {player}", "você: {player}"),
    "in_battle": ("{attacker}: {group} attacks {site}", "{attacker}: {group} ataca {site}"),
    "in_hand": ("hand {count}: abilities {abilities}, bases {bases}", "mão {count}: habilidades {abilities}, bases {bases}"),
    "known": ("Known cards in hand: {cards}", "Cartas conhecidas na mão: {cards}"),
    "piles": ("Piles: abilities {abilities}, bases {bases}", "Pilhas: habilidades {abilities}, bases {bases}"),
    "discards": ("discards: {cards}", "descartes: {cards}"),
    "specials": ("Special troops: {troops}", "Tropas especiais: {troops}"),
    "played": ("Played this turn: {cards}", "Jogadas neste turno: {cards}"),
    "your_hand": ("Hand of {player}:", "Mão de {player}:"),
    "nothing": ("nothing", "nada"),
    "legend": (
        "A number is the power of a troop: 1i has initiative, 4a artillery; 3*1 has taken 1 damage. A base without a number has power 4.",
        "Um número é o poder de uma tropa: 1i tem iniciativa, 4a artilharia; 3*1 sofreu 1 de dano. Uma base sem número tem poder 4.",
    ),
    # cards
    "a_card": ("{name}: {kind}, {copies} in the deck of {player}", "{name}: {kind}, {copies} no baralho de {player}"),
    "base_text": (
        "Power of the base {base_power}; it can be hit only when no troop defends it. Its troops: power {power}{traits}.",
        "Poder da base {base_power}; só pode ser atingida sem tropas na defesa. Suas tropas: poder {power}{traits}.",
    ),
    "kind_troop": ("troop ability", "habilidade de tropa"),
    "kind_common": ("common ability", "habilidade comum"),
    "kind_special": ("special troop", "tropa especial"),
    "kind_base": ("base, recruits {troops}", "base, recruta {troops}"),
    # the end
    "won": ("Victory for {player}.", "Vitória de {player}."),
    "undecided": ("Nobody has won.", "Ninguém ganhou."),
}  # fmt: skip
