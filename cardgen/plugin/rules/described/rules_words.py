"""Write the rules of a described game in words, as Markdown, in English and Portuguese."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardgen.model.deck import LocalizedText
from cardgen.model.language import suitable_keys
from cardgen.plugin.rules.described.expression_words import ExpressionWords
from cardgen.plugin.rules.described.schema import EffectRules, GameplayRules, MoveRules, PhaseRules

_EN = {
    "players": "Players: {0}",
    "zones": "The table",
    "zone_table": "{0}",
    "zone_player": "{0}, one for each player",
    "faces_owner": "only its owner sees the faces",
    "faces_others": "all but its owner see the faces",
    "faces_nobody": "face down",
    "faces_top": "only the top piece is seen",
    "faces_each": "face down until turned",
    "holds": "all {0} lie here at the start",
    "shuffled": "shuffled",
    "refill": "when it is empty, {0} is shuffled to become it",
    "numbers": "To keep track of",
    "set_up": "Set-up",
    "turn": "A turn",
    "phase": "Phase: {0}",
    "from": "{0} begins.",
    "by": "Only {0} takes part.",
    "who": "Only players take part for whom {0}.",
    "rounds": "Turns of each player: {0}.",
    "together": "All choose before anybody sees what the others have chosen.",
    "start": "At the start:",
    "turn_start": "At the start of each turn:",
    "moves": "The player makes one move:",
    "turn_end": "At the end of each turn:",
    "finish": "At the end:",
    "until": "It ends when {0}.",
    "allowed": "allowed if {0}",
    "choose": "choose {0} from {1}",
    "such": "such that {0}",
    "again": "then the same player goes on",
    "again_if": "then the same player goes on if {0}",
    "end": "The end",
    "when": "The game ends when {0}.",
    "score": "The score of a player is {0}.",
    "highest": "The highest score wins.",
    "lowest": "The lowest score wins.",
    "winner": "Who wins: {0}.",
    "payoff": "A player gains or loses {0}.",
    "win": "All win: {0}",
    "lose": "All lose: {0}",
    "effects": "Effects",
    "steps": "Steps: {0}",
    "if": "if {0}: {1}",
    "else": "or else: {0}",
    "move": "move {0} to {1}",
    "move_count": "move {2} of {0} to {1}",
    "deal": "deal {2} from {0} to {1}",
    "shuffle": "shuffle {0}",
    "turn_up": "turn {0} face up",
    "turn_down": "turn {0} face down",
    "set": "{0} becomes {1}",
    "add": "add {0} to {1}",
    "choose_by": "{2} chooses {0} from {1}",
    "may": "may be left out",
    "each": "for each {0} of {1}: {2}",
    "repeat": "up to {0} times: {1}",
    "repeat_while": "as long as {2}, up to {0} times: {1}",
    "roll": "roll a die with {0} sides for {1}",
    "reveal": "show {0} to {1}",
    "swap": "exchange {0} and {1}",
    "end_of": "end: {0}",
    "next": "next is {0}",
    "run": "see '{0}'",
    "do_effects": "do what {0} says",
}
_PT = {
    "players": "Jogadores: {0}",
    "zones": "A mesa",
    "zone_table": "{0}",
    "zone_player": "{0}, um para cada jogador",
    "faces_owner": "só o dono vê as faces",
    "faces_others": "todos menos o dono veem as faces",
    "faces_nobody": "virado para baixo",
    "faces_top": "só se vê a peça do topo",
    "faces_each": "virado para baixo até ser virado",
    "holds": "aqui ficam no início: {0}",
    "shuffled": "embaralhado",
    "refill": "quando acaba, {0} é embaralhado para formá-lo de novo",
    "numbers": "Para anotar",
    "set_up": "Preparação",
    "turn": "Um turno",
    "phase": "Fase: {0}",
    "from": "{0} começa.",
    "by": "Só participa {0}.",
    "who": "Só participam jogadores para os quais {0}.",
    "rounds": "Turnos de cada jogador: {0}.",
    "together": "Todos escolhem antes de alguém ver o que os outros escolheram.",
    "start": "No início:",
    "turn_start": "No início de cada turno:",
    "moves": "O jogador faz uma jogada:",
    "turn_end": "No fim de cada turno:",
    "finish": "No fim:",
    "until": "Termina quando {0}.",
    "allowed": "permitido se {0}",
    "choose": "escolha {0} de {1}",
    "such": "tal que {0}",
    "again": "depois o mesmo jogador continua",
    "again_if": "depois o mesmo jogador continua se {0}",
    "end": "O fim",
    "when": "A partida termina quando {0}.",
    "score": "A pontuação de um jogador é {0}.",
    "highest": "Vence a maior pontuação.",
    "lowest": "Vence a menor pontuação.",
    "winner": "Quem vence: {0}.",
    "payoff": "Um jogador ganha ou perde {0}.",
    "win": "Todos vencem: {0}",
    "lose": "Todos perdem: {0}",
    "effects": "Efeitos",
    "steps": "Passos: {0}",
    "if": "se {0}: {1}",
    "else": "senão: {0}",
    "move": "leve {0} para {1}",
    "move_count": "leve {2} de {0} para {1}",
    "deal": "distribua {2} de {0} para {1}",
    "shuffle": "embaralhe {0}",
    "turn_up": "vire {0} para cima",
    "turn_down": "vire {0} para baixo",
    "set": "{0} passa a ser {1}",
    "add": "some {0} a {1}",
    "choose_by": "{2} escolhe {0} de {1}",
    "may": "opcional",
    "each": "para cada {0} de {1}: {2}",
    "repeat": "até {0} vezes: {1}",
    "repeat_while": "enquanto {2}, até {0} vezes: {1}",
    "roll": "role um dado de {0} lados para {1}",
    "reveal": "mostre {0} a {1}",
    "swap": "troque {0} e {1}",
    "end_of": "fim: {0}",
    "next": "em seguida joga {0}",
    "run": "veja '{0}'",
    "do_effects": "faça o que diz {0}",
}
_TABLES: Mapping[str, Mapping[str, str]] = {"en": _EN, "pt": _PT}


_MARKS = re.compile(r"\*\*|\{(?P<name>\w+)(?:\|[^|{}]*\|(?P<many>[^|{}]*))?\}")


def rules_in_words(rules: GameplayRules, language: str, kinds: Mapping[str, LocalizedText | str]) -> str:
    """Return the rules of a game as Markdown.

    Args:
        rules: The rules as the file states them.
        language: Language code; English where it has no words.
        kinds: Name of each kind of piece for people.
    """
    text = "\n".join(RulesWriter(rules, language, kinds).lines())
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


class RulesWriter:
    """Writes the rules of one game in one language."""

    def __init__(self, rules: GameplayRules, language: str, kinds: Mapping[str, LocalizedText | str]) -> None:
        self._rules = rules
        self._language = language
        self._kinds = kinds
        self._table = next((_TABLES[key] for key in (*suitable_keys(language), "en") if key in _TABLES), _EN)
        self._expressions = ExpressionWords(language, self._title, frozenset(rules.zones))

    def _local(self, text: LocalizedText | str) -> str:
        return text.in_language(self._language) if isinstance(text, LocalizedText) else text

    def _text(self, text: LocalizedText | str) -> str:
        """Return a text without marks: `Draw **{n}** {n|card|cards}.` is `Draw n cards.`, and `Play {card}` is `Play card`."""
        return _MARKS.sub(lambda found: found["many"] or found["name"] or "", self._local(text))

    def _title(self, name: str) -> str:
        stated = self._rules.zones.get(name) or self._rules.numbers.get(name)
        if stated is not None and stated.title:
            return self._local(stated.title)
        return self._local(self._kinds[name]) if name in self._kinds else name.replace("_", " ")

    def _fill(self, key: str, *parts: str) -> str:
        return self._table[key].format(*parts)

    def _say(self, text: str) -> str:
        return self._expressions.say(text)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the text."""
        rules = self._rules
        yield self._fill("players", ", ".join(map(str, rules.players)))
        yield from ("", f"## {self._table['zones']}", "", *self._zones())
        if rules.numbers:
            titles = [f"- {self._title(name)}" for name, number in rules.numbers.items() if number.is_ is None]
            yield from ("", f"## {self._table['numbers']}", "", *titles)
        if rules.set_up:
            yield from ("", f"## {self._table['set_up']}", "", *self._listed(rules.set_up))
        if rules.turn:
            yield from ("", f"## {self._table['turn']}", "", *self._phase(rules.turn))
        for name, phase in rules.phases.items():
            yield from self._titled_phase(name, phase, "##")
        for name, steps in rules.steps.items():
            yield from ("", f"## {self._fill('steps', self._title(name))}", "", *self._listed(steps))
        if rules.effects:
            yield from ("", f"## {self._table['effects']}", "")
            yield from (self._effect(name, effect) for name, effect in rules.effects.items())
        yield from ("", f"## {self._table['end']}", "", *self._end())

    def _zones(self) -> Iterator[str]:
        for name, zone in self._rules.zones.items():
            facts = [self._table[f"faces_{zone.faces}"]] if zone.faces != "all" else []
            facts += [self._fill("holds", ", ".join(map(self._title, zone.holds)))] if zone.holds else []
            facts += [self._table["shuffled"]] if zone.shuffled else []
            facts += [self._fill("refill", self._title(zone.refill))] if zone.refill else []
            head = self._fill(f"zone_{zone.of}", f"**{self._title(name)}**")
            yield f"- {head}{': ' if facts else ''}{'; '.join(facts)}"

    def _titled_phase(self, name: str, phase: PhaseRules, marks: str) -> Iterator[str]:
        yield from ("", f"{marks} {self._fill('phase', self._title(name))}", "", *self._phase(phase))
        for inner, nested in phase.phases.items():
            yield from self._titled_phase(inner, nested, f"{marks}#")

    def _phase(self, phase: PhaseRules) -> Iterator[str]:
        yield from self._steps_titled("start", phase.start)
        for key in ("from_", "by", "rounds"):
            stated = getattr(phase, key)
            if stated:
                yield self._sentence(self._fill(key.rstrip("_"), self._say(stated)))
        if phase.who:
            yield self._fill("who", self._expressions.condition(phase.who))
        if phase.order == "together":
            yield self._table["together"]
        yield from self._steps_titled("turn_start", phase.turn_start)
        if phase.moves:
            yield from ("", self._table["moves"], "")
            yield from (self._move(name, move) for name, move in phase.moves.items())
        yield from self._steps_titled("turn_end", phase.turn_end)
        if phase.until:
            yield from ("", self._fill("until", self._expressions.condition(phase.until)))
        yield from self._steps_titled("finish", phase.finish)

    def _steps_titled(self, key: str, steps: Sequence[Any]) -> Iterator[str]:
        if steps:
            yield from ("", self._table[key], "", *self._listed(steps), "")

    def _move(self, name: str, move: MoveRules) -> str:
        facts = []
        if move.when:
            facts.append(self._fill("allowed", self._expressions.condition(move.when)))
        if move.choose:
            ((bound, source),) = move.choose.items()
            facts.append(self._fill("choose", self._title(bound), self._say(source)))
        if move.where:
            facts.append(self._fill("such", self._expressions.condition(move.where)))
        facts += [self._step(step) for step in move.do]
        if move.again:
            always = move.again in ("true", "yes")
            facts.append(
                self._table["again"] if always else self._fill("again_if", self._expressions.condition(move.again))
            )
        return f"- **{self._text(move.title) if move.title else self._title(name)}**{': ' if facts else ''}{'; '.join(facts)}"

    def _listed(self, steps: Sequence[Any]) -> list[str]:
        return [f"- {self._sentence(self._step(step))}" for step in steps]

    @staticmethod
    def _sentence(text: str) -> str:
        return text[:1].upper() + text[1:]

    def _together(self, steps: Sequence[Any]) -> str:
        return "; ".join(map(self._step, steps))

    def _step(self, step: Any) -> str:
        verb = next(name for name in type(step).model_fields if name != "if_")
        words = getattr(self, f"_{verb}_words")(step)
        if step.if_ is None or verb == "then":
            return str(words)
        return self._fill("if", self._expressions.condition(step.if_), words)

    def _move_words(self, step: Any) -> str:
        parts = [self._say(step.move), self._say(step.to)]
        return self._fill("move_count", *parts, self._say(step.count)) if step.count else self._fill("move", *parts)

    def _deal_words(self, step: Any) -> str:
        return self._fill("deal", *map(self._say, (step.deal, step.to, step.count)))

    def _shuffle_words(self, step: Any) -> str:
        return self._fill("shuffle", self._say(step.shuffle))

    def _turn_words(self, step: Any) -> str:
        return self._fill(f"turn_{step.face}", self._say(step.turn))

    def _set_words(self, step: Any) -> str:
        return self._fill("set", self._say(step.set), self._say(step.to))

    def _add_words(self, step: Any) -> str:
        return self._fill("add", self._say(step.add), self._say(step.to))

    def _then_words(self, step: Any) -> str:
        words = self._fill("if", self._expressions.condition(step.if_), self._together(step.then))
        return f"{words}; {self._fill('else', self._together(step.else_))}" if step.else_ else words

    def _each_words(self, step: Any) -> str:
        ((name, source),) = step.each.items()
        return self._fill("each", self._title(name), self._say(source), self._together(step.do))

    def _repeat_words(self, step: Any) -> str:
        parts = self._say(step.repeat), self._together(step.do)
        if step.while_:
            return self._fill("repeat_while", *parts, self._expressions.condition(step.while_))
        return self._fill("repeat", *parts)

    def _roll_words(self, step: Any) -> str:
        return self._fill("roll", self._say(step.roll), self._say(step.to))

    def _reveal_words(self, step: Any) -> str:
        return self._fill("reveal", self._say(step.reveal), self._say(step.to))

    def _swap_words(self, step: Any) -> str:
        return self._fill("swap", *map(self._say, step.swap))

    def _end_words(self, step: Any) -> str:
        return self._fill("end_of", self._title(step.end))

    def _next_words(self, step: Any) -> str:
        return self._fill("next", self._say(step.next))

    def _choose_words(self, step: Any) -> str:
        ((name, source),) = step.choose.items()
        parts = [self._title(name), self._say(source)]
        words = self._fill("choose_by", *parts, self._say(step.by)) if step.by else self._fill("choose", *parts)
        words += f", {self._fill('such', self._expressions.condition(step.where))}" if step.where else ""
        return f"{words} ({self._table['may']})" if step.optional else words

    def _run_words(self, step: Any) -> str:
        return self._fill("run", self._title(step.run))

    def _effects_words(self, step: Any) -> str:
        return self._fill("do_effects", self._say(step.effects))

    def _effect(self, name: str, effect: EffectRules) -> str:
        words = self._together(effect.do)
        return f"- **{self._text(effect.text) if effect.text else self._title(name)}** {words}"

    def _end(self) -> Iterator[str]:
        end = self._rules.end
        if end.when:
            yield self._fill("when", self._expressions.condition(end.when))
        if end.score:
            yield self._fill("score", self._say(end.score))
        if end.payoff:
            yield self._fill("payoff", self._say(end.payoff))
        elif end.winner in ("highest", "lowest"):
            yield self._table[end.winner] if end.score else ""
        else:
            yield self._fill("winner", self._say(end.winner))
        for key, outcomes in (("win", end.win), ("lose", end.lose)):
            for name, outcome in outcomes.items():
                yield f"- {self._fill(key, self._text(outcome.text) if outcome.text else self._title(name))}"
