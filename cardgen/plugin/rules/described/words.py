"""Hold the words with which described games are told to people, in English and Portuguese."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.model.language import suitable_keys

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "player": "Player",
        "what": "What do you do?",
        "choose": "Choose: {what}.",
        "waits": "Wait for {player}, who is asked: “{question}”",
        "waits_moves": "Wait for {player}, who decides between: {moves}.",
        "waits_choice": "Wait for {player}, who makes a choice.",
        "highest": "The highest score wins.",
        "lowest": "The lowest score wins.",
        "gain": "Gain as much as you can.",
        "together": "You win or lose together.",
        "win": "You win: {words}.",
        "lose": "You lose: {words}.",
        "wins": "Winner: {players}.",
        "scores": "Points: {scores}.",
        "none": "Nothing",
        "nobody": "Nobody has won.",
        "won": "You have won",
        "lost": "You have lost",
        "cut": "The game was cut off, since it was too long.",
        "moves": "{pieces} goes from {from} to {to}.",
        "several": "{pieces} go from {from} to {to}.",
        "revealed": "Revealed: {pieces}.",
        "hidden": "a card",
        "count_hidden": "{count} cards",
        "chooses": "{player} chooses: {choice}.",
        "chosen": "{player} has chosen.",
        "effect": "{card}: {text}",
        "card": "card",
        "empty": "empty",
        "and": "and",
        "yes": "yes",
        "no": "no",
    },
    "pt": {
        "player": "Jogador",
        "what": "O que você faz?",
        "choose": "Escolha: {what}.",
        "waits": "Espere {player}, a quem se pergunta: “{question}”",
        "waits_moves": "Espere {player}, que decide entre: {moves}.",
        "waits_choice": "Espere {player}, que faz uma escolha.",
        "highest": "Vence a maior pontuação.",
        "lowest": "Vence a menor pontuação.",
        "gain": "Ganhe o máximo que puder.",
        "together": "Vocês vencem ou perdem juntos.",
        "win": "Vocês vencem: {words}.",
        "lose": "Vocês perdem: {words}.",
        "wins": "Vitória de {players}.",
        "scores": "Pontos: {scores}.",
        "none": "Nada",
        "nobody": "Ninguém venceu.",
        "won": "Vocês venceram",
        "lost": "Vocês perderam",
        "cut": "A partida foi interrompida por ser longa demais.",
        "moves": "{pieces} vai de {from} para {to}.",
        "several": "{pieces} vão de {from} para {to}.",
        "revealed": "Agora se vê: {pieces}.",
        "hidden": "uma carta",
        "count_hidden": "{count} cartas",
        "chooses": "{player} escolhe: {choice}.",
        "chosen": "{player} já escolheu.",
        "effect": "{card}: {text}",
        "card": "carta",
        "empty": "vazio",
        "and": "e",
        "yes": "sim",
        "no": "não",
    },
}


def word_of(language: str, key: str) -> str:
    """Return words in a language; the English ones if it has none."""
    tables = (_WORDS.get(code, {}) for code in (*suitable_keys(language), "en"))
    return next(table[key] for table in tables if key in table)
