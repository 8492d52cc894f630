"""Choose what a generated picture shows by the words of its seed, which is mostly the name of a card.

The words are English, Portuguese, German, French and Spanish. A word with another meaning in one of these languages is left
out, such as `gift` (German poison) or `tour` (French tower): a picture of something else misleads more than one of nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from cardgen.render.placeholders import courts, creatures, subjects, things
from cardgen.render.placeholders.scenes import Drawer

_CALLS: tuple[tuple[Drawer | None, str], ...] = (
    (creatures.fish, """
        -fish trout salmon carp herring tuna shark eel fisherman fisher angler peixe peixes salmão truta tubarão pescador
        -fisch -fische lachs forelle karpfen hering fischer poisson saumon truite requin pêcheur pez peces pescado trucha
        tiburón hai haifisch"""),
    (creatures.bird, """
        -bird wren robin hawk falcon eagle raven crow gull seagull goose geese duck hen rooster chicken heron stork swan
        swallow sparrow pigeon dove magpie phoenix parrot flock pássaro ave aves gavião falcão águia corvo gaivota
        ganso pato galinha galo garça cegonha cisne andorinha pardal pombo papagaio revoada -vogel -vögel habicht falke
        adler seeadler steinadler rabe krähe möwe gänse ente stockente huhn henne hahn reiher storch schwan schwalbe spatz taube papagei oiseau oiseaux
        faucon aigle corbeau mouette canard poule coq héron cigogne cygne hirondelle pájaro halcón águila
        cuervo gaviota gallina gallo garza cigüeña golondrina paloma gans zaunkönig"""),
    (creatures.owl, """
        owl owlet coruja mocho eule eulen schneeeule schleiereule waldohreule uhu hibou chouette búho lechuza"""),
    (creatures.cat, """
        cat kitten kitty tomcat gato gata gatinho -katze kätzchen chaton matou gatito minino kater"""),
    (creatures.hare, """
        hare rabbit bunny lebre coelho kaninchen häschen lièvre lapin liebre conejo hase hasen osterhase feldhase"""),
    (creatures.wolf, """
        -wolf wolves fox foxes vixen dog puppy -hound jackal coyote werewolf lobo loba raposa cachorro lobisomem -fuchs -hund
        wölfe füchse hunde loup louve renard renarde chien loups zorro zorra perro perra"""),
    (creatures.deer, """
        deer stag reindeer elk moose antelope fawn cervo veado alce rena -hirsch reh rehe elch rentier cerf chevreuil biche
        renne élan ciervo venado reno"""),
    (creatures.boar, """
        boar pig piglet hog swine javali porco porca leitão -schwein schweine eber keiler sanglier cochon porc truie jabalí
        cerdo cochino"""),
    (creatures.bear, """
        bear grizzly urso ursa -bär -bären ourse ourson oso osa"""),
    (creatures.marten, """
        weasel stoat ermine marten ferret mink polecat doninha arminho furão fuinha wiesel hermelin marder frettchen nerz
        iltis belette hermine martre furet vison comadreja armiño hurón visón"""),
    (creatures.otter, """
        otter lontra fischotter loutre nutria"""),
    (creatures.badger, """
        badger texugo dachs blaireau tejón"""),
    (creatures.dragon, """
        -dragon wyrm wyvern drake basilisk hydra dragão basilisco -drache drachen lindwurm dragón hidra"""),
    (creatures.wanderer, """
        wizard witch mage sorcerer sorceress warlock druid hermit scarecrow wanderer traveller traveler pilgrim merchant
        trader pawnbroker farmer shepherd hunter ranger thief rogue bandit pirate captain sailor ninja assassin mastermind
        templar monk priest scout spy guard watchman boy girl man woman stranger apprentice grifter smuggler miller baker
        smith gardener mago bruxo bruxa feiticeiro feiticeira eremita espantalho viajante peregrino mercador comerciante
        fazendeiro pastor caçador ladrão ladra bandido capitão marinheiro monge guarda padeiro ferreiro moleiro jardineiro
        zauberer zauberin hexe magier einsiedler vogelscheuche pilger -händler händlerin bauer bäuerin hirte jäger dieb
        räuber pirat pirata kapitän matrose mönch priester wächter bäcker schmied müller gärtner magicien sorcier sorcière ermite
        épouvantail voyageur pèlerin marchand fermier berger chasseur voleur brigand capitaine matelot moine gardien
        boulanger forgeron meunier jardinier brujo bruja hechicero ermitaño espantapájaros viajero mercader granjero cazador
        ladrón capitán marinero monje panadero herrero molinero jardinero"""),
    (creatures.vine, """
        bean pea plant seedling sprout herb herbs nettle clover weed ivy vine vegetable vegetables turnip carrot kale
        cabbage lettuce spinach feijão feijões ervilha planta erva ervas urtiga trevo legume cenoura nabo couve repolho
        alface broto -bohne bohnen erbse erbsen -pflanze kraut kräuter brennnessel klee gemüse karotte möhre rübe kohl salat
        haricot plante herbes ortie trèfle légume carotte navet chou laitue frijol judía guisante hierba ortiga trébol
        verdura zanahoria lechuga"""),
    (creatures.wheat, """
        wheat grain corn barley rye oats cereal field farmland harvest straw flour trigo grão grãos milho cevada centeio
        aveia campo colheita palha farinha seara weizen -korn getreide gerste roggen hafer -feld acker ernte stroh mehl blé
        seigle avoine récolte moisson paille farine maíz cebada centeno avena cosecha paja harina"""),
    (creatures.flower, """
        -flower flowers blossom daisy tulip lily poppy thistle rose roses flor flores girassol margarida tulipa lírio papoula
        cardo -blume blumen -blüte gänseblümchen tulpe lilie mohn distel rosen fleur fleurs tournesol marguerite tulipe
        coquelicot chardon girasol margarita tulipán lirio amapola"""),
    (creatures.gourd, """
        pumpkin squash melon watermelon gourd abóbora melão melancia kürbis melone citrouille courge potiron pastèque calabaza
        melón sandía"""),
    (creatures.fruits, """
        -berry -berries tomato tomatoes apple apples plum cherry cherries peach orange oranges fruit fruta frutas tomate tomates
        maçã ameixa cereja pêssego laranja morango morangos amora uva uvas -beere beeren apfel äpfel pflaume kirsche kirschen
        pfirsich obst traube trauben pomme prune cerise pêche fraise fraises framboise mûre raisin raisins manzana ciruela
        cereza melocotón naranja fresa fresas frambuesa"""),
    (things.mountain, """
        mountain mount peak summit cliff avalanche glacier volcano montanha monte serra pico cume geleira vulcão penhasco
        -berg berge gebirge gipfel lawine gletscher vulkan montagne montagnes sommet falaise volcan montaña cumbre avalancha
        acantilado volcán"""),
    (things.kite, """
        kite pipa papierdrachen lenkdrachen barrilete volant flugdrachen"""),
    (things.lantern, """
        lantern lamp candle torch chandelier streetlight lanterna lampião lâmpada tocha candelabro candeeiro -laterne kerze
        fackel leuchter lanterne lampadaire chandelle bougie torche linterna lámpara antorcha lampe öllampe farola"""),
    (things.stall, """
        market marketplace stall fair bazaar shop mercado feira bazar loja barraca -markt markthalle marktstand jahrmarkt
        basar marché foire étal boutique échoppe tienda feria"""),
    (things.storm, """
        -storm rain thunder lightning cloud gale tempest monsoon gust squall hurricane tempestade temporal chuva trovão raio
        relâmpago nuvem rajada monção furacão -sturm -gewitter donner blitz -wolke wolken böe monsun orkan tempête orage
        pluie tonnerre foudre éclair nuage bourrasque mousson ouragan tormenta tempestad lluvia trueno rayo relámpago nube
        ráfaga monzón huracán regen platzregen"""),
    (things.fire, """
        -fire campfire bonfire flame flames blaze fireball inferno fogo fogueira chama chamas incêndio -feuer flamme flammen
        feuerball feu brasier incendie fuego hoguera llama llamas incendio"""),
    (things.chest, """
        coin treasure chest gold silver hoard money penny pence tuppence shilling wealth moeda moedas tesouro baú ouro prata
        dinheiro tostão -münze münzen -schatz schätze truhe schatztruhe silber geld pfennig taler trésor coffre argent écu
        écus moneda monedas tesoro cofre oro plata dinero"""),
    (things.arms, """
        sword blade shield weapon armour armor knight warrior soldier gladiator paladin fighter dagger espada lâmina escudo
        arma armadura cavaleiro guerreiro soldado guerreira gladiador punhal adaga -schwert klinge -schild waffe rüstung
        ritter krieger soldat kämpfer dolch épée bouclier armure chevalier guerrier guerrière poignard caballero guerrero
        guerrera puñal jack knave valete valet -bube buben sota"""),
    (things.potion, """
        potion elixir flask vial alchemist alchemy poison brew antidote poção frasco alquimista alquimia veneno antídoto
        -trank zaubertrank heiltrank alchimie fiole flacon alchimiste poción pócima"""),
    (things.book, """
        book library tome spellbook scroll manuscript grimoire diary livro biblioteca pergaminho manuscrito grimório diário
        -buch bücher bücherei bibliothek schriftrolle tagebuch bibliothèque parchemin manuscrit libro libros pergamino
        grimorio"""),
    (things.crown, """
        crown throne coroa trono krone thron couronne trône corona"""),
    (courts.king, """
        king prince emperor duke baron rei príncipe imperador duque -könig prinz -kaiser herzog roi empereur duc rey
        emperador"""),
    (courts.queen, """
        queen princess empress duchess rainha princesa imperatriz duquesa -königin prinzessin -kaiserin herzogin reine
        princesse impératrice duchesse reina emperatriz"""),
    (subjects.castle, """
        -castle fortress citadel palace stronghold castelo fortaleza palácio cidadela -burg festung palast château
        forteresse palais citadelle castillo palacio ciudadela schloss wasserschloss"""),
    (subjects.tower, """
        -tower watchtower abbey church chapel cathedral belfry torre abadia igreja capela catedral campanário -turm türme abtei
        kirche kapelle abbaye église chapelle cathédrale clocher abadía iglesia capilla"""),
    (subjects.lighthouse, """
        lighthouse leuchtturm phare faro farol"""),
    (subjects.mill, """
        -mill windmill watermill moinho moinhos -mühle mühlen moulin moulins molino molinos"""),
    (subjects.house, """
        -house houses hut cottage cabin barn farm farmhouse inn tavern home bakery smithy forge workshop guildhall stables
        town village casa casas cabana celeiro fazenda estalagem taverna padaria forja oficina vila aldeia estábulo -haus
        -häuser hütte scheune bauernhof gasthaus taverne bäckerei schmiede werkstatt dorf maison maisons cabane grange ferme
        auberge boulangerie atelier cabaña granero granja posada taberna panadería herrería taller aldea"""),
    (subjects.oak, """
        tree oak beech maple elm willow orchard árvore carvalho faia salgueiro pomar -baum -bäume eiche buche ahorn ulme
        arbre chêne hêtre érable saule verger árbol roble haya huerto"""),
    (subjects.pines, """
        pine fir spruce forest woods wood woodland grove pinheiro abeto floresta bosque madeira kiefer tanne fichte -wald
        wälder holz sapin forêt bois pino selva"""),
    (subjects.stones, """
        stone stones menhir dolmen ruin ruins monolith shrine pedra pedras ruína ruínas santuário -stein -steine ruine schrein
        pierre pierres ruines piedra piedras ruinas"""),
    (subjects.crystals, """
        crystal gem gemstone jewel diamond ruby emerald sapphire amethyst cristal joia diamante rubi esmeralda safira kristall
        edelstein juwel diamant rubin smaragd saphir joyau rubis émeraude gema joya rubí zafiro"""),
    (subjects.balloon, """
        balloon balão  montgolfière heissluftballon aerostático"""),
    (subjects.pyramid, """
        pyramid tomb pharaoh desert pirâmide faraó deserto pyramide pharao wüste pharaon désert pirámide faraón desierto"""),
    (subjects.tents, """
        tent camp campsite nomad circus tenda acampamento circo -zelt zelte zeltlager zirkus tente campement cirque
        campamento"""),
    (subjects.mushrooms, """
        mushroom toadstool fungus spore spores cogumelo fungo esporo esporos pilz pilze fliegenpilz sporen champignon hongo
        esporas"""),
    (subjects.ship, """
        ships boat sailboat galleon frigate barge ferry schooner yacht sail sails barco navio veleiro balsa galeão fragata
        -schiff -schiffe segelboot ruderboot fischerboot fähre fregatte galeone bateau navire voilier galion velero galeón
        ship battleship warship steamship flagship rowboat dory ketch brigantine brig sloop clipper cutter trawler dinghy"""),
    (subjects.rowers, """
        longship viking drakkar galley drácar galera wikinger langschiff galeere"""),
    (subjects.whale, """
        whale orca leviathan dolphin baleia golfinho leviatã wal buckelwal walfisch delfin baleine dauphin ballena delfín"""),
    (subjects.island, """
        island isle islet atoll palm coconut lagoon ilha palmeira coqueiro lagoa palme kokosnuss lagune île palmier cocotier
        isla palmera cocotero laguna insel inseln schatzinsel"""),
    (subjects.bridge, """
        -bridge ponte pontes -brücke brücken pont ponts puente puentes"""),
    (None, "alarm drill glasses hydrant trap truck wheel works ant bee beetle crab fly horse lion shrimp snake spider tiger"),
)  # fmt: skip
"""Of each subject the words that call for it; a word that begins with a dash is also the end of longer words.

The words of no subject are those of which the word before tells nothing: `field glasses` are no field.
"""
_SEA = frozenset(
    """
    sea ocean tide wave harbour harbor coast beach shore river lake creek stream mar oceano maré onda porto costa praia
    rio lago riacho lontra meer ozean flut ebbe welle hafen küste strand fluss teich mer océan marée vague plage rivière fleuve
    lac océano marea ola puerto playa río arroyo
    """.split()  # noqa: SIM905 - as in the table above
)
_ON_WATER = frozenset(
    {
        creatures.fish,
        creatures.otter,
        subjects.ship,
        subjects.rowers,
        subjects.whale,
        subjects.island,
        subjects.bridge,
        subjects.lighthouse,
    }
)
_JOINT = re.compile(
    r"\s(?:of|with|in|on|at|from|for|to|de|da|do|das|dos|del|du|des|à|a|ao|aux|com|con|von|vom|mit|im|am|zum|zur)\s"
)
_WORD = re.compile(r"[^\W\d_]+")


def subject_of(text: str) -> Drawer | None:
    """Return what the words of a text call for: its last known word does, or the last one before an `of`.

    `Hen house` calls for a house, and `Penny of house 1` for a penny.
    """
    words = [word for part in _JOINT.split(f" {text.casefold()} ") for word in reversed(_WORD.findall(part))]
    return next((subject for word in words for subject in _called_by(word)), None)


def is_at_sea(text: str, subject: Drawer | None) -> bool:
    """Return whether a picture shows water: its subject decides, or else a word such as `tide`."""
    if subject:
        return subject in _ON_WATER
    return any(form in _SEA for word in _WORD.findall(text.casefold()) for form in _forms(word))


def _called_by(word: str) -> Iterator[Drawer | None]:
    """Yield the subjects that a word calls for, best first: as a whole, then by the longest end of it."""
    whole, ends = _table()
    forms = list(_forms(word))
    yield from (whole[form] for form in forms if form in whole)
    yield from (ends[form[start:]] for form in forms for start in range(1, len(form)) if form[start:] in ends)


def _forms(word: str) -> Iterator[str]:
    """Yield a word, and what it may be the plural of."""
    yield word
    for ending, singular in (("ies", "y"), ("s", ""), ("es", ""), ("en", ""), ("n", "")):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            yield word.removesuffix(ending) + singular


@cache
def _table() -> tuple[dict[str, Drawer | None], dict[str, Drawer | None]]:
    """Return the subject of each word, and of each end of a word."""
    words = [(word, subject) for subject, listed in _CALLS for word in listed.split()]
    ends = {word[1:]: subject for word, subject in words if word.startswith("-")}
    return {word.removeprefix("-"): subject for word, subject in words}, ends
