"""Words and sentences of the table for people, in each language; those about events are in `event_messages`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LANGUAGES: Final = ("en", "pt")

# English and Portuguese, in the order of LANGUAGES.
WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "player": ("Player {number}", "Jogador {number}"),
    # places
    "bank_0": ("North", "Norte"),
    "bank_1": ("East", "Leste"),
    "bank_2": ("South", "Sul"),
    "bank_3": ("West", "Oeste"),
    "zone": ("{bank}, zone {zone}", "{bank}, zona {zone}"),
    "wall": ("the {bank} wall", "a muralha {bank}"),
    "at_wall": ("at the {bank} wall", "na muralha {bank}"),
    "at_arm": ("at the Long Arm", "no Braço Longo"),
    "at_0": ("in the Otter Inn", "na Taverna da Lontra"),
    "at_1": ("in the Undercroft", "no Subterrâneo"),
    "at_2": ("in the Granary", "no Celeiro"),
    "at_3": ("in the Forge Hall", "no Salão da Forja"),
    "at_4": ("in the Fish Market", "no Mercado de Peixes"),
    "at_5": ("in the Lamp House", "na Casa da Lanterna"),
    "at_6": ("in the Counting House", "na Casa de Contas"),
    "at_7": ("in the Rain Tower", "na Torre da Chuva"),
    "nowhere": ("beside the board", "fora do tabuleiro"),
    "hills": ("the Hills", "as Colinas"),
    "building_0": ("Otter Inn", "Taverna da Lontra"),
    "building_1": ("Undercroft", "Subterrâneo"),
    "building_2": ("Granary", "Celeiro"),
    "building_3": ("Forge Hall", "Salão da Forja"),
    "building_4": ("Fish Market", "Mercado de Peixes"),
    "building_5": ("Lamp House", "Casa da Lanterna"),
    "building_6": ("Counting House", "Casa de Contas"),
    "building_7": ("Rain Tower", "Torre da Chuva"),
    # seasons, classes, units
    "season_0": ("spring", "primavera"),
    "season_1": ("summer", "verão"),
    "season_2": ("autumn", "outono"),
    "season_3": ("winter", "inverno"),
    "class_0": ("Inn", "Taverna"),
    "class_1": ("Market", "Mercado"),
    "class_2": ("Rainlore", "Saber da Chuva"),
    "class_3": ("Forge", "Forja"),
    "unit_0": ("Mudling", "Barrento"),
    "unit_1": ("Reaver", "Saqueador"),
    "unit_2": ("Spittoad", "Cuspissapo"),
    "unit_3": ("Matron", "Matriarca"),
    "unit_4": ("Wreckback", "Naufragante"),
    "units_0": ("Mudlings", "Barrentos"),
    "units_1": ("Reavers", "Saqueadores"),
    "units_2": ("Spittoads", "Cuspissapos"),
    "units_3": ("Matrons", "Matriarcas"),
    "units_4": ("Wreckbacks", "Naufragantes"),
    "unit_letters": ("mRsMW", "bScMN"),
    "the_undercurrent": ("the Undercurrent", "a Correnteza"),
    # the table
    "headline": ("Round {round} of 12, {season}", "Rodada {round} de 12, {season}"),
    "headline_last": (
        "Round {round} of 12, the last of {season}: each hero pays 2 food at its end",
        "Rodada {round} de 12, fim da estação ({season}): cada herói paga 2 de comida",
    ),
    "runner_at": ("The Runner: {place}", "O Mensageiro: {place}"),
    "runner_out": ("{place}, on the way out", "{place}, de saída"),
    "runner_back": ("{place}, on the way home", "{place}, a caminho de casa"),
    "runner_hills": ("in the Hills, back next round", "nas Colinas, volta na próxima rodada"),
    "runner_waits": ("in the Hills, waits for {place} to be free", "nas Colinas, espera que {place} fique livre"),
    "runner_due": ("about to set out", "prestes a partir"),
    "runner_home": ("home, on {place}", "em casa, sobre {place}"),
    "runners_lost": ("one Runner has died", "um Mensageiro já morreu"),
    "town_state": (
        "The Long Arm faces {bank}; {destroyed} of 5 buildings destroyed",
        "O Braço Longo aponta: {bank}; {destroyed} de 5 construções destruídas",
    ),
    "tether_at": ("the Undercurrent: Tether {tether}", "a Correnteza: Amarra {tether}"),
    "event_active": ("Event: {name} ({duration})", "Evento: {name} ({duration})"),
    "until_round": ("this round", "nesta rodada"),
    "until_season": ("this season", "nesta estação"),
    "row_zone": ("Zone {zone}", "Zona {zone}"),
    "row_wall": ("Wall", "Muralha"),
    "row_town": ("Town", "Cidade"),
    "town_arm": ("the Long Arm, towards {bank}", "o Braço Longo, voltado para {bank}"),
    "events_of_now": ("Events", "Eventos"),
    "season_decks": ("Season decks", "Baralhos da estação"),
    "row_slot": ("Roll {symbol}", "Dado {symbol}"),
    "row_points": ("{count} rolls", "{count} dados"),
    "damaged": ("damaged", "danif."),
    "destroyed": ("destr.", "destr."),
    "cell_runner": ("RUNNER", "MENSAGEIRO"),
    "cell_undercurrent": ("UNDERCURRENT {tether}", "CORRENTEZA {tether}"),
    "cell_card": ("[{card}]", "[{card}]"),
    "hero_line": (
        "{name}: morale {morale}, food {food}, gold {gold}, lamplight {lamplight}, strength {strength}",
        "{name}: moral {morale}, comida {food}, ouro {gold}, luz {lamplight}, força {strength}",
    ),
    "hero_dead": ("{name} is dead", "{name} morreu"),
    "hero_holds": ("holds {cards}", "tem {cards}"),
    "hero_can": ("can {abilities}", "sabe {abilities}"),
    "hero_actions_one": ("1 action left", "1 ação restante"),
    "hero_actions": ("{count} actions left", "{count} ações restantes"),
    "decks": (
        "Season decks: {decks}. Figures left: {figures}.",
        "Baralhos da estação: {decks}. Figuras restantes: {figures}.",
    ),
    "nothing": ("nothing", "nada"),
    "and": ("and", "e"),
    "legend": (
        "Each column is a bank with the field before it: enemies enter zone 3 and march to zone 1, and from there into "
        "the town. Under the walls stand the two buildings of the bank with the heroes in them; +1 is a reinforcement. "
        "The lines 'Roll' show what each symbol of the spawning die brings in this season: m Mudling, R Reaver, "
        "s Spittoad, M Matron, W Wreckback. Mudlings attack the heroes on the wall from zone 1, and if nobody stands "
        "there, they enter, and the game is lost. Spittoads attack all heroes of the bank from zone 2, Wreckbacks from "
        "zone 3 the heroes and the buildings. > marks the hero whose turn it is, * the first hero of the round. The "
        "Runner leaves over zones 1, 2 and 3, returns over another field, and must be home by the end of round 12.",
        "Cada coluna é uma margem com o campo à sua frente: os inimigos entram na zona 3 e marcham até a zona 1, e dali "
        "para dentro da cidade. Abaixo das muralhas ficam as duas construções da margem com os heróis nelas; +1 é um "
        "reforço. As linhas 'Dado' mostram o que cada símbolo do dado traz nesta estação: b Barrento, S Saqueador, "
        "c Cuspissapo, M Matriarca, N Naufragante. Os Barrentos atacam os heróis da muralha a partir da zona 1 e, se "
        "não houver ninguém ali, entram, e a partida está perdida. Os Cuspissapos atacam todos os heróis da margem "
        "a partir da zona 2; os Naufragantes, da zona 3, os heróis e as construções. > marca o herói da vez, * o "
        "primeiro herói da rodada. O Mensageiro sai pelas zonas 1, 2 e 3, volta por outro campo e precisa estar em casa "
        "até o fim da rodada 12.",
    ),
    # cards
    "card_head": ("{name}: {kind}; {copies}", "{name}: {kind}; {copies}"),
    "copies_one": ("1 copy", "1 cópia"),
    "copies": ("{count} copies", "{count} cópias"),
    "permanent": ("permanent", "permanente"),
    "red": ("discard, red", "descarte, vermelho"),
    "orange": ("discard, orange", "descarte, laranja"),
    "instant": ("instant", "imediata"),
    "tactics": ("tactics", "tática"),
    "flood_charge": ("Flood Charge", "Enxurrada"),
    "event_kind": ("event of value {value}, {duration}", "evento de valor {value}, {duration}"),
    "ability_kind": ("ability of level {level}", "habilidade de nível {level}"),
    "hero_kind": ("hero, strength {strength}", "herói, força {strength}"),
    "cost": ("costs {count} gold", "custa {count} de ouro"),
    "morale_after": ("{change} morale after use", "{change} de moral após o uso"),
    "attack_dice_one": ("1 die", "1 dado"),
    "attack_dice": ("{count} dice", "{count} dados"),
    "costs_action": ("costs an action", "custa uma ação"),
}

ENDINGS: Final[Mapping[str, tuple[str, str]]] = {
    "home": (
        "The Runner is home with the sluice key, and the gates hold: the players have won.",
        "O Mensageiro chegou com a chave da comporta, e as portas aguentam: os jogadores venceram.",
    ),
    "time": (
        "Round 12 is over, and the Runner is not home: the fourth flood comes, and the players have lost.",
        "A rodada 12 acabou e o Mensageiro não voltou: vem a quarta enchente, e os jogadores perderam.",
    ),
    "breach": (
        "The Silt is in the town: the players have lost.",
        "O Lodo entrou na cidade: os jogadores perderam.",
    ),
    "runners": (
        "The second Runner is dead: the players have lost.",
        "O segundo Mensageiro morreu: os jogadores perderam.",
    ),
    "heroes": (
        "No hero is left: the players have lost.",
        "Não resta nenhum herói: os jogadores perderam.",
    ),
    "buildings": (
        "Five buildings are destroyed: the players have lost.",
        "Cinco construções foram destruídas: os jogadores perderam.",
    ),
}
"""The last sentence of a game, by the cause of its end."""

MESSAGES: Final[Mapping[str, tuple[str, str]]] = {**WORDS, **ENDINGS}
