"""What the words of a name call for in a generated picture, in five languages."""

from cardgen.render.placeholders import subjects, words
from cardgen.render.placeholders.words import is_at_sea, subject_of

CALLED = {
    "mill": "Water mill, Wind mills, Moinho velho, Windmühle, Moulin à vent, Molino de viento",
    "boar": "Boar, Wild boars, Javali, Wildschwein, Sanglier, Jabalí",
    "bird": "Hawk, Gavião, Seeadler, Zaunkönig, Faucon, Halcón",
    "owl": "Owls, Coruja da neve, Schleiereule, Chouette, Búho real",
    "marten": "Weasel, Doninha, Hermelin, Belette, Comadreja",
    "otter": "Otter, Lontra, Fischotter, Loutre, Nutria",
    "badger": "Badgers, Texugo, Dachs, Blaireau, Tejón",
    "arms": "Jack of hearts, Valete de copas, Herzbube, Valet de cœur, Sota de oros",
    "cat": "Stray Cats, Gato preto, Hauskatze, Chaton, Gatito",
    "vine": "Beans, Feijões, Stangenbohnen, Haricot vert, Frijoles",
    "fish": "Goldfish, Peixe, Goldfisch, Poisson, Pescado",
    "lantern": "Lamp post, Lanterna, Straßenlaterne, Lanterne, Linterna",
    "kite": "Spare Kite, Pipa reserva, Papierdrachen, Cerf-volant, Barrilete",
    "storm": "Thunderstorm, Temporal, Wirbelsturm, Orage, Tormenta",
    "chest": "Penny of house 1, Tesouro do rei, Silbermünzen, Trésor du roi, Tesoro del rey",
    "house": "Hen house, Casa de galinhas, Bauernhäuser, Maison du boulanger, Casa de la bruja",
    "wanderer": "Pawnbroker, Feiticeira, Fischhändler, Sorcière, Ladrón",
    "bridge": "Footbridge, Ponte de pedra, Alte Brücke, Pont du château, Puente",
    "dragon": "Dragons, Dragão, Feuerdrache, DRAGON, Dragón",
    "flower": "Sunflowers, Girassol, Butterblume, Fleurs, Flores",
    "crown": "Throne, Coroa do rei, Krone, Couronne, Trono",
    "king": "King of spades, Rei, Zaubererkönig, Roi, Emperador",
    "queen": "Duchess, Rainha, Schneekönigin, Reine, Reina",
}
OTHER_MEANINGS = (
    *(
        "Friendship",
        "Purchase",
        "Skater",
        "Pinsel",
        "Keule",
        "Gift",
        "Tour de garde",
        "Bar",
        "Field glasses",
        "Fire alarm",
        "Hermit Crab",
    ),
    *("Biscuit", "Sharp Line", "Blackjack", "Lumberjack", "card-17", "", "123", "ß", "ção"),
)


def test_a_word_of_a_name_calls_for_the_subject_in_five_languages():
    for subject, names in CALLED.items():
        for name in names.split(", "):
            found = subject_of(name)
            assert found and found.__name__ == subject, name


def test_a_name_without_a_known_word_has_no_subject():
    for name in OTHER_MEANINGS:
        assert subject_of(name) is None, name


def test_each_word_calls_for_one_subject():
    listed = [word.removeprefix("-") for _, names in words._CALLS for word in names.split()]
    assert [word for word in listed if listed.count(word) > 1 or word != word.casefold()] == []


def test_water_follows_from_the_subject_or_from_a_word():
    for name, is_sea in (
        ("High tide", True), ("Hafen", True), ("Rio", True), ("Otter", True), ("Lighthouse", True), ("Boat house", False),
        ("River mill", False), ("Biscuit", False), ("Seal", False),
        *((name, True) for name in ("Fish", "Ship", "Viking", "Whale", "Island", "Bridge", "Lakes", "Wellen")),
        *((name, False) for name in ("Castle by the sea", "Lake mill", "Owl of the river", "Stream of coins")),
    ):  # fmt: skip
        assert is_at_sea(name, subject_of(name)) is is_sea, name


def test_of_two_words_the_one_before_a_joint_counts_or_else_the_last():
    for joint in [
        "of",
        "with",
        "in",
        "on",
        "at",
        "from",
        "for",
        "to",
        "de",
        "da",
        "do",
        "das",
        "dos",
        "del",
        "du",
        "des",
        "à",
        "a",
        "ao",
        "aux",
        "com",
        "con",
        "von",
        "vom",
        "mit",
        "im",
        "am",
        "zum",
        "zur",
    ]:
        assert subject_of(f"Castle {joint} cat") is subjects.castle, joint
        assert subject_of(f"CASTLE {joint.upper()} CAT") is subjects.castle, joint
    for name in ("Cat castle", "castle_1", "Castle 2", "2 castles!", "(cat)castle"):
        assert subject_of(name) is subjects.castle, name
