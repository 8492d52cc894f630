"""What a rule text speaks of: the things, the deeds and the players that its words name, in English and Portuguese.

A text of one's own is compared with the text generated from the effects by what both speak of. Each subject has two
patterns. Words that match the first one surely speak of it; words that match the second one may. A text speaks of
something that the effects do not have if its own words surely do and those of the effects not even may, and it leaves out
what the words of the effects surely speak of and its own not even may.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cardgen.games.attack_the_tower.constants import TYPES, TroopType


class Mention(NamedTuple):
    """Something that a text may speak of.

    Attributes:
        name: Words for it in messages.
        surely: Pattern of the words that speak of it.
        perhaps: Pattern of further words that may speak of it; empty for none.
        is_optional: Whether a text may leave it out, since it is so anyway.
    """

    name: str
    surely: str
    perhaps: str = ""
    is_optional: bool = False


class SubjectDifference(NamedTuple):
    """What only one of two texts speaks of, in the words of messages.

    Attributes:
        missing: What only the reference speaks of.
        added: What only the text speaks of.
    """

    missing: tuple[str, ...]
    added: tuple[str, ...]


_TYPE_NAMES: Mapping[TroopType, str] = {
    "light_infantry": "light infantry",
    "shooter": "shooters",
    "heavy_infantry": "heavy infantry",
    "cavalry": "cavalry",
    "siege_weapon": "siege weapons",
}
_ENGLISH_TYPES: Mapping[TroopType, Mention] = {
    "light_infantry": Mention("", r"light infantr\w+", r"infantr\w+"),
    "shooter": Mention("", r"shooters?"),
    "heavy_infantry": Mention("", r"heavy infantr\w+", r"infantr\w+"),
    "cavalry": Mention("", r"cavalry"),
    "siege_weapon": Mention("", r"siege(?: weapons?)?"),
}
_PORTUGUESE_TYPES: Mapping[TroopType, Mention] = {
    "light_infantry": Mention("", r"infantarias? leves?", r"infantarias?"),
    "shooter": Mention("", r"atirador\w*"),
    "heavy_infantry": Mention("", r"infantarias? pesadas?", r"infantarias?"),
    "cavalry": Mention("", r"cavalarias?"),
    "siege_weapon": Mention("", r"armas? de cerco", r"cerco"),
}
_ANY_TYPE_EN = r"infantr\w+|shooters?|cavalry|siege|icon"
_ANY_TYPE_PT = r"infantarias?|atirador\w*|cavalarias?|cerco|ícone"
_ENGLISH = (
    Mention("palaces", r"palaces?|castles?"),
    Mention("territories", r"territor(?:y|ies)", r"there|unmanned|manned|undefended|complete|roads?|lanes?"),
    Mention("special troops", r"special troops?", r"they|them|those|heroes|hero|(?<!\w)troops?|unique|loyal"),
    Mention("bases", r"bases?", r"slots?|there|them|it"),
    Mention(
        "troops",
        r"(?<!special )troops?",
        rf"recruit\w*|places|swap\w*|exchang\w*|attackers?|defenders?|units?|they|them|it|those|special|{_ANY_TYPE_EN}",
    ),
    Mention("abilities", r"(?<!troop )(?<!by )abilit(?:y|ies)", r"abilit(?:y|ies)"),
    Mention("discard piles", r"discard piles?", r"discards?|discarded|piles?|graveyard"),
    Mention("draw piles", r"draw piles?", r"piles?|decks?"),
    Mention(
        "destroying",
        r"destroy(?:s|ed|ing)?|sacrific\w+|kill(?:s|ed)?|slay\w*",
        r"die|dies|dead|remove\w*|fall|falls|lost|lose|loses|loss|raze\w*",
    ),
    Mention("recruiting", r"recruit(?:s|ed|ing)?", r"put|place|add|muster\w*|raise\w*|new|more|gains?|get|gets"),
    Mention("moving", r"moves?", r"march\w*|go|goes|shift\w*|transfer\w*|change|places"),
    Mention("exchanging places", r"change places|exchanges?|swaps?", r"trade|switch\w*|places"),
    Mention("building", r"builds?", r"built|place|lay|put|raise"),
    Mention("drawing", r"draws?(?! piles?)", r"take|takes|get|gets|gain|gains|more cards?|card|cards"),
    Mention("discarding", r"discards?(?! piles?)", r"lose|loses|throw\w*|discarded|pay"),
    Mention("looking at cards", r"looks? at", r"see|sees|reveal\w*|shows?|peek|of your choice|you choose"),
    Mention(
        "taking cards",
        r"takes?(?! (?:no|damage|\d|up))|steals?",
        r"return\w*|recover\w*|put|puts|get|gains?|draw|draws|fetch|search",
    ),
    Mention(
        "forbidden actions",
        r"cannot(?! be destroyed)|can['\N{RIGHT SINGLE QUOTATION MARK}]t|may not|no (?:further |more )?attacks?",
        r"cannot|nor|forbid\w*|prevent\w*|not|never|no",
    ),
    Mention("attacks", r"attacks?(?<!when you attack)", r"attack\w*"),
    Mention("damage", r"damage", r"hits?|strikes?|harm\w*|deal|deals|wound\w*|points?"),
    Mention("ignored damage", r"ignores?", r"prevent\w*|absorb\w*|no damage|does not|less|reduce\w*|first"),
    Mention("power", r"(?<!total )power", r"[+\-\N{MINUS SIGN}]\d|stronger|weaker|strength"),
    Mention("the end of the battle", r"ends without combat|no combat", r"ends?|over|stops?"),
    Mention("renewals", r"renewals?", r"renew\w*"),
    Mention(
        "what is unmanned",
        r"unmanned|undefended|unguarded",
        r"without (?:any )?(?:troops?|defen[cd]\w+)|nobody|empty|no troops?|(?:hold|holds|have|has) none",
    ),
    Mention("what is manned", r"manned|defended|guarded", r"with (?:a )?troops?|(?:hold|holds) (?:a )?troops?"),
    Mention("what is full", r"full", r"(?:hold|holds|have|has|with) two|two troops|both"),
    Mention("what is complete", r"complete", r"three bases|all (?:its )?bases"),
    Mention("chance", r"at random|random(?:ly)?|coin|roll a die", r"die|blind\w*|lot|shuffled?|chance"),
    Mention("initiative", r"initiative", r"strikes? first|first"),
    Mention("artillery", r"artillery"),
    Mention("unique troops", r"unique"),
    Mention("loyal troops", r"loyal"),
    Mention("the enemy", r"enem(?:y|ies)|opponents?|opposing", r"their|them|both|rival\w*|all|he|his|any"),
    Mention("up to a number of things", r"up to|any number", r"at most|may|or fewer|or less|one or|first|maximum"),
    Mention(
        "the rest of the turn",
        r"(?:end of|rest of|after|for|until) (?:the |this )?turn(?: ends)?",
        r"this turn|turn",
        is_optional=True,
    ),
)
_PORTUGUESE = (
    Mention("palaces", r"palácios?|castelos?"),
    Mention("territories", r"territórios?", r"ali|dali|desguarnecid\w+|guarnecid\w+|complet\w+|caminhos?"),
    Mention("special troops", r"tropas? especia(?:l|is)", r"elas?|essas?|heróis?|herói|tropas?|únic\w+|lea(?:l|is)"),
    Mention("bases", r"bases?", r"espaços?|ali|nelas?"),
    Mention(
        "troops",
        r"tropas?(?! especia)",
        rf"recrut\w*|lugar|atacantes?|defensor\w*|unidades?|elas?|eles?|essas?|esses?|nela|{_ANY_TYPE_PT}",
    ),
    Mention("abilities", r"(?<!por )habilidades?(?! de tropa)", r"habilidades?"),
    Mention("discard piles", r"(?:do|no|o seu|seu) descarte", r"descart\w+|pilhas?"),
    Mention("draw piles", r"pilhas? de compra", r"pilhas?|baralhos?"),
    Mention(
        "destroying",
        r"destru\w+|destró\w+|sacrif\w+|mat(?:e|a|am)",
        r"morr\w+|mort\w+|remov\w+|perd\w+|retir\w+|cai|caem",
    ),
    Mention("recruiting", r"recrut\w+", r"coloque|ponha|ganh\w+|receb\w+|nov\w+|mais"),
    Mention("moving", r"mov(?:a|e|em|er)", r"marche|passe\w*|leve|transfira|mude\w*|troc\w+"),
    Mention("exchanging places", r"trocam? de lugar|troque", r"troc\w+|lugar\w*"),
    Mention("building", r"constru\w+|constró\w+", r"coloque|ponha|erga"),
    Mention("drawing", r"compr(?:e|a|am|ar)(?<!de compra)", r"pegue|receba|ganhe|cartas?"),
    Mention(
        "discarding",
        r"descart(?:e|a|am|ar)(?<!do descarte)(?<!no descarte)(?<!seu descarte)",
        r"perd\w+|jogu?e? fora|descart\w+|pague",
    ),
    Mention("looking at cards", r"olhe", r"vej\w+|revel\w+|mostr\w+|à sua escolha|você escolh\w+"),
    Mention("taking cards", r"pegu?e?|roube|devolva", r"recuper\w+|coloque|ponha|receba|compre|busque|tome"),
    Mention("forbidden actions", r"não pod\w+(?! ser destru)", r"não|nem|nunca|proib\w+|impe\w+|sem"),
    Mention("attacks", r"ataques?|atac\w+(?<!ao atacar)(?<!atacantes)", r"atac\w+|ataques?"),
    Mention("damage", r"dano", r"atinj\w+|ating\w+|fer\w+|caus\w+|pontos?|golp\w+"),
    Mention("ignored damage", r"ignor\w+", r"evit\w+|não sofr\w+|menos|reduz\w+|primeir\w+"),
    Mention("power", r"(?<!total )poder(?!\w| ser)", r"[+\-\N{MINUS SIGN}]\d|força|fort\w+"),
    Mention("the end of the battle", r"acaba sem combate|sem combate", r"acaba|termin\w+|fim|encerr\w+"),
    Mention("renewals", r"renovaç\w+", r"renov\w+"),
    Mention(
        "what is unmanned",
        r"desguarnecid\w+|indefes\w+",
        r"sem (?:tropas?|defesa|defensor\w*)|ninguém|nenhuma? tropas?|vazi\w+",
    ),
    Mention("what is manned", r"guarnecid\w+|defendid\w+", r"com tropas?"),
    Mention("what is full", r"chei[ao]s?", r"duas|dois|duas tropas"),
    Mention("what is complete", r"complet[ao]s?", r"três bases|todas as bases"),
    Mention("chance", r"ao acaso|aleat\w+|moeda|dado", r"sorte|sorte\w+|embaralh\w+"),
    Mention("initiative", r"iniciativa", r"primeir\w+|antes"),
    Mention("artillery", r"artilharia"),
    Mention("unique troops", r"únic[ao]s?"),
    Mention("loyal troops", r"lea(?:l|is)"),
    Mention("the enemy", r"inimig\w+|oponentes?|advers\w+", r"ambos|ambas|todos|todas|qualquer|rival"),
    Mention(
        "up to a number of things",
        r"até (?:um|uma|dois|duas|três|\*|\d)|qualquer número",
        r"no máximo|pode|ou menos|até",
    ),
    Mention("the rest of the turn", r"(?:fim|resto) d[oe](?:ste)? turno|neste turno", r"turno", is_optional=True),
)
_SUBJECTS = {"en": (_ENGLISH, _ENGLISH_TYPES), "pt": (_PORTUGUESE, _PORTUGUESE_TYPES)}
_LONG_WORD = 5
_MARKS = re.compile(r"\*+|\N{NO-BREAK SPACE}")
_WORDS = {
    "en": re.compile(r"\b(?:the|of|your|until|one|and|in|to|each|you|this|an?)\b"),
    "pt": re.compile(r"\b(?:os?|as?|de|d[oa]s?|seus?|suas?|até|uma?|e|em|n[oa]s?|cada|você)\b"),
}


def language_of(text: str) -> str:
    """Return the language of a text that says none: the one in which it says more, by small words and by subjects."""
    plain = _plain(text)
    counts = {
        language: len(_WORDS[language].findall(plain)) + sum(_says(plain, subject.surely) for subject in subjects)
        for language, (subjects, _) in _SUBJECTS.items()
    }
    return max(counts, key=lambda language: counts[language])


def compare_subjects(
    text: str, reference: str, language: str, names: Mapping[TroopType, Iterable[str]], allowed: str = ""
) -> SubjectDifference:
    """Compare what a text speaks of with what a reference does.

    Args:
        text: Text that an author wrote.
        reference: Text that is generated from the effects.
        language: Language of both (ISO 639-1), `en` or `pt`.
        names: For each type the names of its troops and bases in this deck, which stand for the type.
        allowed: Text whose words the author may use although the reference does not.

    Returns:
        The difference; an empty one for a text that speaks of nothing that is known.
    """
    subjects, types = _SUBJECTS[language]
    own, generated, also = (_plain(each) for each in (text, reference, allowed))
    missing, added = [], []
    surely: dict[str, str] = {}  # in a text of one's own a name surely means its type; generated texts show the icon
    any_name = "|".join(_name_pattern(name) for known in names.values() for name in known)
    of_type = {troop_type: "|".join(map(_name_pattern, names.get(troop_type, ()))) for troop_type in TYPES}
    listed = [
        subject._replace(perhaps=f"{subject.perhaps}|{any_name}")
        if subject.name in ("troops", "bases") and any_name
        else subject
        for subject in subjects
    ]
    for troop_type, subject in types.items():
        words = "|".join(filter(None, (subject.perhaps, of_type[troop_type], _THIS_TYPE[language])))
        shown = rf"\{{{troop_type}\}}|{subject.surely}"
        listed.append(Mention(_TYPE_NAMES[troop_type], shown, words))
        surely[_TYPE_NAMES[troop_type]] = "|".join(
            (shown, *(re.escape(name.lower()) for name in names.get(troop_type, ())))
        )
    if not any(_says(own, surely.get(subject.name, subject.surely)) for subject in listed):
        return SubjectDifference((), ())  # nothing of it is understood: another language, perhaps
    for subject in listed:
        if _says(own, surely.get(subject.name, subject.surely)) and not _may_say(f"{generated} {also}", subject):
            added.append(subject.name)
        if not subject.is_optional and _says(generated, subject.surely) and not _may_say(own, subject):
            missing.append(subject.name)
    return SubjectDifference(tuple(missing), tuple(added))


# Words with which a text may explain a trait of the special troop that the card shows beside it.
EXPLANATIONS = {
    "en": {
        "initiative": "damage troops bases palaces",
        "artillery": "damage troops bases palaces",
        "unique": "special troops destroys",
        "loyal": "territories",
    },
    "pt": {
        "initiative": "dano tropas bases palácios",
        "artillery": "dano tropas bases palácios",
        "unique": "tropas especiais destrói",
        "loyal": "territórios",
    },
}

# Words by which a text may mean the type of its card's own icon.
_THIS_TYPE = {"en": r"(?:this|that|same|its) (?:type|icon)", "pt": r"(?:este|esse|desse|deste|mesmo) (?:tipo|ícone)"}


def _plain(text: str) -> str:
    return _MARKS.sub(lambda found: "" if found[0].startswith("*") else " ", text).lower()


def _name_pattern(name: str) -> str:
    """Return a pattern for the words that may stand for a name: a plural, a singular, or one long word of it.

    `Goblin Spiderrider` and `Spiderriders` for `Goblin Spiderriders`, `Elf` for `Elves`, `Adegas Podres` for `Adega Podre`.
    """
    words = [_word_pattern(word) for word in name.lower().split()]
    long = [pattern for word, pattern in zip(name.split(), words, strict=True) if len(word) >= _LONG_WORD]
    return "|".join((" ".join(words), *long))


def _word_pattern(word: str) -> str:
    """Return a pattern for a word of a name in any number; short words only take or lose an s."""
    if word.endswith("ves"):
        return rf"{re.escape(word[:-3])}(?:ves|fe?)"
    if len(word) < _LONG_WORD:
        return rf"{re.escape(word.removesuffix('s'))}s?"
    return rf"{re.escape(word[:-2] if len(word) > _LONG_WORD else word[:-1])}\w*"


def _says(text: str, pattern: str) -> bool:
    return bool(pattern) and re.search(rf"(?<!\w)(?:{pattern})(?!\w)", text) is not None


def _may_say(text: str, subject: Mention) -> bool:
    return _says(text, subject.surely) or _says(text, subject.perhaps)
