"""Word effects as clauses of a rule text, one function for each verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from cardgen.games.stonewater_weir.constants import hitting
from cardgen.model.deck import LocalizedText
from cardgen.plugin.wording.lexicon import Lexicon
from cardgen.plugin.wording.phrases import Noun, Phrase, join_words, signed
from cardgen.records import dataclass

_FEMININE_BUILDINGS = ("inn", "lamp_house", "counting_house", "rain_tower")


@dataclass(frozen=True, slots=True)
class Speaker:
    """What the words of a card depend on.

    Attributes:
        use: Where the effect stands: on a permanent card, on one that goes away, in an attack, on a tactics card, or in
            an event.
        lasts: How long the event lasts.
        units: Names of the units of the deck, one and several, by id.
    """

    lexicon: Lexicon
    language: str
    use: Literal["permanent", "card", "attack", "tactics", "event"] = "card"
    lasts: Literal["round", "season"] = "round"
    units: Mapping[str, tuple[LocalizedText, LocalizedText]] | None = None

    def say(self, key: str, **slots: Phrase | str) -> str:
        """Return a phrase with its slots filled; see `Lexicon.say`."""
        return self.lexicon.say(key, **slots)

    def count(self, number: int, noun: str) -> Phrase:
        """Return a number of things in words, on one line: `two dice`; see `Lexicon.quantity`.

        Args:
            number: How many, 0 or more.
        """
        words = self.lexicon.quantity(number, noun)
        return words._replace(text=words.text.replace(" ", "\u00a0", 1))

    def zones(self, zones: Sequence[int], conjunction: Literal["and", "or"]) -> str:
        """Return zones as words: `zone 1`, `zone 2 or 3`, `zones 1 and 2`.

        Args:
            zones: The zones; empty means all.
        """
        between = self.lexicon.phrases[conjunction].replace(" ", "\u00a0")
        listed = join_words([str(zone) for zone in zones or (1, 2, 3)], between)
        several = conjunction == "and" and len(zones) > 1
        return self.say("zones" if several else "zone", z=listed)

    def against(self, zones: Sequence[int], conjunction: Literal["and", "or"] = "and") -> str:
        """Return ` on zones 2 and 3`, with a space before it; empty for all zones.

        Args:
            zones: The zones; empty means all.
        """
        if not zones:
            return ""
        words = self.say("against", zones=self.zones(zones, conjunction))
        return words.replace(" na zonas", " nas zonas")

    def building(self, building: str) -> dict[str, Phrase | str]:
        """Return the slots of a phrase about a building: its name, and its gender."""
        name = self.lexicon.phrases[f"building.{building}"]
        return {"building": name, "g": Phrase(name, feminine=building in _FEMININE_BUILDINGS)}


def _is_plain_gain(effect: Any) -> bool:
    return effect.gain is not None and effect.gain.amount != "yellow"


def clauses_of(effects: Sequence[Any], speaker: Speaker) -> list[str]:
    """Return effects as clauses; gains of the same heroes in a row share one."""
    clauses: list[str] = []
    before: Any = None
    for effect in effects:
        shared = before and _is_plain_gain(before) and _is_plain_gain(effect) and before.gain.who == effect.gain.who
        if shared:
            track = speaker.lexicon.phrases[effect.gain.track]
            more = speaker.say("gain.more", n=str(effect.gain.amount), track=track)
            clauses[-1] += speaker.lexicon.phrases["and"] + more
        else:
            clauses.append(clause_of(effect, speaker))
        before = effect
    return clauses


def clause_of(effect: Any, speaker: Speaker) -> str:
    """Return one effect as a clause, in small letters and without a full stop.

    Args:
        effect: The effect (an `SiegeEffect`).
    """
    name, arguments = effect.verb
    return _VERBS[name](speaker, arguments)


def _gain(speaker: Speaker, gain: Any) -> str:
    track = speaker.lexicon.phrases[gain.track]
    if gain.amount == "yellow":
        return speaker.say(f"gain.{gain.who}.yellow", track=track)
    return speaker.say(f"gain.{gain.who}", n=str(gain.amount), track=track)


def _lose(speaker: Speaker, lose: Any) -> str:
    key = speaker.lexicon.variant(f"lose.{lose.who}", lose.track)
    return speaker.say(key, n=str(lose.amount), track=speaker.lexicon.phrases[lose.track])


def _draw(speaker: Speaker, draw: Any) -> str:
    key = f"draw.{draw.from_}{'.any' if draw.deck == 'any' else ''}{'.of' if draw.of > 1 else ''}"
    group = "" if draw.deck == "any" else speaker.lexicon.phrases[draw.deck]
    grammar = speaker.lexicon.grammar
    a = grammar.indefinite(Noun(group, group)).text if speaker.language == "en" and group else "uma"
    number = grammar.numeral(draw.of, feminine=True)
    text = speaker.say(key, **{"n": number, "class": group, "a": a})
    return speaker.say("draw.event", do=text) if speaker.use == "event" else text


def _act(speaker: Speaker, act: Any) -> str:
    return speaker.say("act", n=speaker.count(act.amount, "more_action"))


def _move(speaker: Speaker, move: Any) -> str:
    return speaker.say(f"move.{move.who}")


def _repair(speaker: Speaker, repair: Any) -> str:
    return speaker.say(f"repair.{repair.what}")


def _reinforce(speaker: Speaker, reinforce: Any) -> str:
    if reinforce.amount == 1:
        return speaker.say("reinforce.one")
    return speaker.say("reinforce", n=speaker.count(reinforce.amount, "reinforcement"))


def _damage(speaker: Speaker, damage: Any) -> str:
    if damage.building:
        return speaker.say("damage", **speaker.building(damage.building))
    return speaker.say("damage.wind.one" if damage.amount == 1 else "damage.wind.both")


def _in_area(speaker: Speaker, zones: Sequence[int], key: str, **slots: Phrase | str) -> str:
    """Return what happens in the zone of a tactics card or of an attack, or else in one that the player chooses."""
    if not zones:
        return speaker.say(f"{key}.{'there' if speaker.use == 'attack' else 'here'}", **slots)
    return speaker.say("area", zones=speaker.zones(zones, "or"), do=speaker.say(f"{key}.there", **slots))


def _strike(speaker: Speaker, strike: Any) -> str:
    dice = speaker.count(strike.dice, "die")
    return _in_area(
        speaker, strike.zones, "strike", n=dice, target=hitting(strike.target), strength=str(strike.strength)
    )


def _some_units(speaker: Speaker, amount: Any) -> str:
    if amount == "all":
        return speaker.say("units.all")
    if amount == 1:
        return speaker.say("units.one")
    return speaker.say("units.up_to", n=speaker.count(amount, "unit"))


def _push(speaker: Speaker, push: Any) -> str:
    return _in_area(speaker, push.zones, "push", who=_some_units(speaker, push.amount))


def _drift(speaker: Speaker, drift: Any) -> str:
    return _in_area(speaker, drift.zones, "drift", who=_some_units(speaker, drift.amount))


def _halt(speaker: Speaker, halt: Any) -> str:
    return _in_area(speaker, halt.zones, f"halt.{halt.what}")


def _tether(speaker: Speaker, tether: Any) -> str:
    return speaker.say("tether.up" if tether.by > 0 else "tether.down", n=str(abs(tether.by)))


def _look(speaker: Speaker, look: Any) -> str:
    return speaker.say(f"look.{look.deck}")


def _boost(speaker: Speaker, boost: Any) -> str:
    parts = []
    if boost.dice:
        parts.append(speaker.say("boost.dice", n=speaker.count(boost.dice, "more_die")))
    if boost.bonus:
        parts.append(speaker.say("boost.bonus", n=signed(boost.bonus)))
    if boost.reroll:
        parts.append(speaker.say("boost.reroll"))
    return speaker.say("boost", does=join_words(parts, speaker.lexicon.phrases["and"]))


def _exchange(speaker: Speaker, _exchange: Any) -> str:
    return speaker.say("exchange")


def _ward(speaker: Speaker, ward: Any) -> str:
    key = "ward.permanent" if speaker.use == "permanent" else "ward.once"
    return speaker.say(key, n=speaker.count(ward.hits, "hit"))


def _spawn(speaker: Speaker, spawn: Any) -> str:
    one, many = (name.in_language(speaker.language) for name in (speaker.units or {})[spawn.unit])
    grammar = speaker.lexicon.grammar
    units = grammar.quantity(spawn.amount, Noun(one, many, grammar.is_feminine(many)))
    return speaker.say(f"spawn.{spawn.field}", n=units)


def _runner(speaker: Speaker, runner: Any) -> str:
    return speaker.say("runner", n=speaker.count(runner.zones, "zone"))


def _march(speaker: Speaker, march: Any) -> str:
    words = speaker.say("march", zones=speaker.zones(march.zones, "and"))
    return words.replace(" na zonas", " nas zonas")


def _surge(speaker: Speaker, _surge: Any) -> str:
    return speaker.say("surge")


_COUNTED = ("die", "action", "unit", "card")


def _modify(speaker: Speaker, modify: Any) -> str:
    size = abs(modify.by)
    return speaker.say(
        f"{modify.number}.{'up' if modify.by > 0 else 'down'}",
        n=str(size),
        **{f"{way}_{noun}": speaker.count(size, f"{way}_{noun}") for way in ("more", "fewer") for noun in _COUNTED},
        zones=speaker.against(modify.zones),
        when=speaker.say(speaker.lasts),
    )


def _forbid(speaker: Speaker, forbid: Any) -> str:
    when = speaker.say(speaker.lasts)
    if f"building.{forbid.what}" in speaker.lexicon.phrases:
        return speaker.say("forbid.building", when=when, **speaker.building(forbid.what))
    return speaker.say(f"forbid.{forbid.what}", when=when)


_VERBS: Mapping[str, Callable[[Speaker, Any], str]] = {
    "gain": _gain,
    "lose": _lose,
    "draw": _draw,
    "act": _act,
    "move": _move,
    "repair": _repair,
    "reinforce": _reinforce,
    "damage": _damage,
    "strike": _strike,
    "push": _push,
    "drift": _drift,
    "halt": _halt,
    "tether": _tether,
    "look": _look,
    "boost": _boost,
    "exchange": _exchange,
    "ward": _ward,
    "spawn": _spawn,
    "runner": _runner,
    "march": _march,
    "surge": _surge,
    "modify": _modify,
    "forbid": _forbid,
}
