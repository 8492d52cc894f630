"""The sentences of the terminal, by language."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    "prompt": "{player}, 1 to {most}, or ? for help: ",
    "hand_over": "{player} decides next. Press Enter when nobody else can see the screen: ",
    "left": "The game is left unfinished.",
    "no_choice": "{text} is not a number from 1 to {most} or a command; ? lists what can be typed",
    "no_card": "there is no card {text}",
    "nothing_back": "there is nothing to take back",
    "taken_back": "Taken back: {count} moves.",
    "taken_back_one": "Taken back: 1 move.",
    "nothing_new": "Nothing has happened since your last decision.",
    "file_wanted": "{command} needs the name of a new file",
    "written": "Written: {path}",
    "again": "{count} moves of the record were replayed.",
    "again_one": "1 move of the record was replayed.",
    "help": """  1, 2, 3 ...    take the choice with this number; 1 1 2 takes three in a row,
                 as long as the choices stay the same
  c NAME, c 3    read a card, by its name (the beginning is enough) or by the
                 number of a choice; c reads all cards of your hand
  b              show the table
  l, l all       what happened since your last decision, or in the whole game
  u              take back your last decision
  save FILE      write the game, to continue with --replay FILE
  position FILE  write the position, to edit it and start with --position FILE
  q              leave""",
}

PORTUGUESE: Mapping[str, str] = {
    "prompt": "{player}, 1 a {most}, ou ? para ajuda: ",
    "hand_over": "É a vez de {player} decidir. Tecle Enter quando mais ninguém estiver vendo a tela: ",
    "left": "A partida fica inacabada.",
    "no_choice": "{text} não é um número de 1 a {most} nem um comando; ? lista o que se pode digitar",
    "no_card": "não existe a carta {text}",
    "nothing_back": "não há nada a desfazer",
    "taken_back": "{count} lances desfeitos.",
    "taken_back_one": "1 lance desfeito.",
    "nothing_new": "Nada aconteceu desde a sua última decisão.",
    "file_wanted": "{command} precisa do nome de um arquivo novo",
    "written": "Gravado: {path}",
    "again": "{count} lances do registro foram refeitos.",
    "again_one": "1 lance do registro foi refeito.",
    "help": """  1, 2, 3 ...    fazer a escolha com este número; 1 1 2 faz três seguidas,
                 enquanto as escolhas forem as mesmas
  c NOME, c 3    ler uma carta, pelo nome (basta o começo) ou pelo número da
                 escolha; c lê todas as cartas da sua mão
  b              mostrar a mesa
  l, l all       o que aconteceu desde a sua última decisão, ou na partida toda
  u              desfazer a sua última decisão
  save ARQ       gravar a partida, para continuar com --replay ARQ
  position ARQ   gravar a posição, para editar e começar com --position ARQ
  q              sair""",
}

MESSAGES: Mapping[str, Mapping[str, str]] = {"en": ENGLISH, "pt": PORTUGUESE}
"""Languages that the terminal has; a game adds others by `Tabletop.messages`."""


def messages_in(language: str, own: Mapping[str, str]) -> Mapping[str, str]:
    """Return the sentences in a language, in English where one is missing.

    Args:
        language: Language of the game, such as `pt` or `pt-BR`.
        own: Sentences that the game itself provides.
    """
    return {**ENGLISH, **MESSAGES.get(language, MESSAGES.get(language.partition("-")[0], {})), **own}
