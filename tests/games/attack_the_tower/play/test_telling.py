"""What players read at the terminal of choices, coins, piles and things that leave the table; each only what they know."""

from random import Random

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.decisions import search
from cardgen.games.attack_the_tower.engine.decisions.piles import LOOKS
from cardgen.games.attack_the_tower.engine.history import NO_ACTION, Moment, RecordedState
from cardgen.games.attack_the_tower.engine.state.actions import (
    CARD,
    DEAL,
    DRAW_ABILITY,
    DRAW_BASE,
    FIRST,
    PASS,
    PLAY,
    SEE,
    STOP,
    UNSEEN,
)
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.units import PALACE
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DISCARD, BASE_DISCARD, PALACE_ZONE
from cardgen.games.attack_the_tower.play.localizer import Localizer, PlayerName, plain_text
from cardgen.games.attack_the_tower.play.narration import _is_draw, narrate
from cardgen.games.attack_the_tower.play.pictured_table import hand_place, table_areas, territory_place
from cardgen.games.attack_the_tower.play.prompts import describe_action, describe_question, describe_wait
from cardgen.games.attack_the_tower.play.scripted_policy import choose_action
from cardgen.games.attack_the_tower.play.subjects import subject_of
from cardgen.games.attack_the_tower.play.table_view import draw_table
from cardgen.games.attack_the_tower.play.tabletop import AttackTabletop
from cardgen.geometry.units import Size
from cardgen.plugin.rules.state import CHANCE

from .tables import common, does, lay, match_of, shape
from .test_pile_effects import stack
from .test_turn_effects import STAY, star

OWN, ENEMY = ({"of": "card", "owner": owner, "pick": "one"} for owner in ("self", "opponent"))
RENEW = {
    "choose_one": {
        "options": ({"effects": ({"draw": {"who": "self"}},)}, {"effects": ({"peek": {"who": "opponent"}},)})
    }
}


def recorded(effect, *names):
    """A recorded game in which player 1 can play `x` with an effect; cards lie on the opponent's ability pile."""

    state = stack(lay(match_of(common("x", effect)), "l1", "l1", my_hand="x", phase=Phase.ACT), 1, *names)
    text = state.to_text()
    return RecordedState.from_partial_text(state.match, text, 0)


@pytest.mark.parametrize(
    ("language", "question", "choices"),
    [
        ("en", "x: which alternative?", ["Choose: draw one card", "Choose: look at your opponent's hand"]),
        ("pt", "x: qual alternativa?", ["Escolher: compre uma carta", "Escolher: olhe a mão do oponente"]),
    ],
)
def test_alternatives_are_said_in_the_words_of_the_card(language, question, choices):
    state = does(recorded(RENEW), "play x")
    localizer = Localizer(state.match, language)
    assert describe_question(localizer, state) == question
    assert [describe_action(localizer, state, action) for action in state.legal_actions()] == choices
    names = state.match.names
    told = {name: localizer.alternatives(names.index(name)) for name in ("x", "x/2", "knight", "hut")}
    assert told["x"] and told == {"x": told["x"], "x/2": told["x"], "knight": [], "hut": []}
    assert localizer.alternatives(-1) == []


def test_alternatives_say_nothing_of_what_the_card_needs_and_costs():
    own = {"of": "troop", "owner": "self"}
    more = {"needs": {"atleast": {"of": own, "amount": 1}}, "cost": {"discard": {"amount": 1}}}
    told = []
    for keys in ({}, more, {"needs": more["needs"]}, {"cost": more["cost"]}):
        match = match_of(common("x", RENEW, **keys))
        told.append(Localizer(match, "en").alternatives(match.names.index("x")))
    assert told == [["draw one card", "look at your opponent's hand"]] * 4


def test_who_is_asked_by_an_effect_reads_the_card_whose_effect_it_is():
    """It is not the card that plays it, nor one that was played before."""
    hit = {**common("hit", {"destroy": {"who": {**ENEMY, "of": "troop"}}}), "name": "hit"}
    again = {"replay": {"who": {**OWN, "in": "ability_discard"}}}
    match = match_of(hit, common("y", {"peek": {"who": "opponent"}}), common("x", again, {"draw": {"who": "self"}}))
    state = lay(match, "l1", "l1 l1", my_hand="x")
    state.zones[ABILITY_DISCARD] = (match.names.index("hit"), match.names.index("y"))
    localizer = Localizer(state.match, "en")
    asked = [describe_question(localizer, does(state, text)) for text in ("play x", "choose hit")]
    assert asked == ["x: which card?", "hit: choose one of these."]


@pytest.mark.parametrize(
    ("to", "words"), [("top", "Put knight on top of the pile"), ("bottom", "Put knight at the bottom of the pile")]
)
@pytest.mark.parametrize("from_hand", [True, False])
def test_what_is_put_on_a_pile_is_told_with_its_end(to, words, from_hand):
    put = {"put": {"who": {**OWN, "in": "hand"}, "to": to}}
    if not from_hand:
        put = {"look": {"who": "self", "pile": "ability", "amount": 2, "rest": to}}
    state = lay(match_of(common("x", put)), "l1", "l1", my_hand="x knight elder")
    does(stack(state, 0, "knight", "elder"), "play x")
    assert words in [describe_action(Localizer(state.match, "en"), state, action) for action in state.legal_actions()]


def test_a_text_is_told_without_its_marks():
    localizer = Localizer(match_of(common("x", RENEW)), "en")
    assert plain_text(localizer, "*Now*: {hand} gain **{initiative}**.") == "Now: [common] gain [initiative]."


def test_only_the_looker_reads_what_was_seen_and_arranged():
    state = recorded({"look": {"who": "opponent", "pile": "ability", "amount": 2}}, "knight", "elder")
    since = len(state.moments)
    does(state, "play x", "arrange knight/2")
    localizer = Localizer(state.match, "en")
    own, other = (" | ".join(narrate(localizer, state.moments[since - 1 :], viewer)) for viewer in (0, 1))
    assert "saw on the pile: elder, knight." in own
    assert "put knight on top of the pile" in own
    assert "elder" not in other
    assert "knight" not in other
    assert "placed a card unseen" in other


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "The top of the pile was shown: elder."), ("pt", "O topo da pilha foi mostrado: elder.")],
)
def test_both_read_what_is_milled(language, words):
    state = recorded({"mill": {"who": "opponent", "pile": "ability"}}, "elder")
    since = len(state.moments)
    does(state, "play x")
    for viewer in (0, 1):
        assert words in narrate(Localizer(state.match, language), state.moments[since - 1 :], viewer)


def test_what_both_have_seen_is_told_apart_from_what_one_has_seen():
    pile = {"who": "opponent", "pile": "ability"}
    cards = common("x", {"mill": pile | {"amount": 2}}, {"look": pile | {"amount": 2}})
    names = "idol", "elder", "knight", "rival"
    state = stack(lay(match_of(cards), "l1", "l1", my_hand="x", phase=Phase.ACT), 1, *names)
    state = RecordedState.from_partial_text(state.match, state.to_text(), 0)
    since = len(state.moments)
    does(state, "play x")
    told = [narrate(Localizer(state.match, "en"), state.moments[since - 1 :], viewer)[1:] for viewer in (0, 1)]
    shown = "The top of the pile was shown: rival, knight."
    assert told == [[shown, "Dots 1 saw on the pile: elder, idol."], [shown]]


def test_a_story_in_parts_tells_each_event_once():
    draw, hit = {"draw": {"who": "self", "pile": "ability"}}, {"destroy": {"who": {**ENEMY, "of": "troop"}}}
    match = match_of(common("x", draw), common("y", hit), config=STAY)
    people = AttackTabletop(match, "en")
    state = people.from_text(lay(match, "c1", "l1 s1", my_hand="x y", phase=Phase.ACT).to_text())
    parts, begun = [], people.event_count(state)
    for text in ("play x", "play y", "pick troop 1.1a of player 2", "attack territory 1 -> territory 1", "hold"):
        since = people.event_count(state)
        parts.append(people.story(does(state, text), since, 0))
    assert all(parts)
    assert [sentence for part in parts for sentence in part] == people.story(state, begun, 0)


@pytest.mark.parametrize(("language", "words"), [("en", "took from the table"), ("pt", "tirou da mesa")])
def test_what_returns_is_not_lost(language, words):
    state = recorded({"return": {"who": {"of": "base", "owner": "opponent"}}})
    since = len(state.moments)
    does(state, "play x")
    told = " | ".join(narrate(Localizer(state.match, language), state.moments[since - 1 :], 0))
    assert words in told
    earlier = [moment.state for moment in state.moments[since - 1 :]]
    for one in earlier:  # also if a card like it was discarded before
        one.zones[BASE_DISCARD + 1] = (
            *one.zones[BASE_DISCARD + 1],
            *(base for base in earlier[0].bases[9:] if base >= 0),
        )
    told = " | ".join(narrate(Localizer(state.match, language), state.moments[since - 1 :], 0))
    assert words in told


def test_all_that_returns_at_once_is_told_in_one_sentence():
    back = {"return": {"who": {"of": "special", "owner": "opponent"}}}
    state = lay(match_of(common("x", back)), "l1", "l1", my_hand="x", their_palace="elder knight", phase=Phase.ACT)
    state = RecordedState.from_partial_text(state.match, state.to_text(), 0)
    since = len(state.moments)
    told = narrate(Localizer(state.match, "en"), does(state, "play x").moments[since - 1 :], 1)
    assert told[1:] == ["Dots 2 took from the table: elder, knight."]


@pytest.mark.parametrize(
    ("language", "choices", "lost"),
    [
        (
            "en",
            [
                "Pick Ones (1 of 2) on Hut in slot 1 of territory 1 (Dots 2)",
                "Pick Fours on Stable in slot 2 of territory 1 (Dots 2)",
            ],
            "Dots 2 lost Ones in slot 1 of territory 1.",
        ),
        (
            "pt",
            [
                "Escolher Ones (1 de 2) em Hut no espaço 1 do território 1 (Dots 2)",
                "Escolher Fours em Stable no espaço 2 do território 1 (Dots 2)",
            ],
            "Dots 2 perdeu Ones no espaço 1 do território 1.",
        ),
    ],
)
def test_a_unit_is_told_by_its_slot_and_its_territory(language, choices, lost):
    effect = {"destroy": {"who": {"of": "troop", "owner": "opponent", "pick": "one"}}}
    state = lay(match_of(common("x", effect)), "l1", "l2 c1", my_hand="x", phase=Phase.ACT)
    state = does(RecordedState.from_partial_text(state.match, state.to_text(), 0), "play x")
    localizer, since = Localizer(state.match, language), len(state.moments)
    assert [describe_action(localizer, state, action) for action in state.legal_actions()] == choices
    state.apply_action(state.legal_actions()[0])
    assert lost in narrate(localizer, state.moments[since - 1 :], 0)


@pytest.mark.parametrize(
    ("language", "choice", "asked", "waits", "watches"),
    [
        (
            "en",
            "Attack territory 1 of A from your territory 1, with power 1 against troops of power 1 and 1 base",
            "B attacks your territory 1 from their territory 1. Before combat: play an ability, or pass?",
            "You attack territory 1 of A from your territory 1. Before combat, A may play an ability, or pass.",
            "B attacks territory 1 of A from their territory 1. Before combat, A may play an ability, or pass.",
        ),
        (
            "pt",
            "Atacar o território 1 de A a partir do seu território 1, com poder 1 contra tropas de poder 1 e 1 base",
            "B ataca o seu território 1 com as tropas do território 1. Antes do combate: jogar uma habilidade, ou passar?",
            "Você ataca o território 1 de A a partir do seu território 1. Antes do combate, A pode jogar uma habilidade, ou passar.",
            "B ataca o território 1 de A com as tropas do território 1. Antes do combate, A pode jogar uma habilidade, ou passar.",
        ),
    ],
)
def test_who_decides_and_who_waits_read_why(language, choice, asked, waits, watches):
    reply = common("reply", {"draw": {"who": "self"}}, window=("battle",))
    state = lay(match_of(reply), "l1", "l1", their_hand="reply", phase=Phase.ACT)
    localizer = Localizer(state.match, language)
    localizer.players[:] = [PlayerName("B"), PlayerName("A")]
    attack = "attack territory 1 -> territory 1"
    assert [choice] == [
        describe_action(localizer, state, one) for one in state.legal_actions() if state.action_to_string(one) == attack
    ]
    does(state, attack)
    pieces = (piece for area in table_areas(localizer, state, 0, Size(40, 53)) for piece in area.pieces)
    assert {piece.place for piece in pieces if "\u2694" in piece.note} == {territory_place(0), territory_place(3)}
    assert describe_question(localizer, state) == asked
    assert describe_wait(localizer, state, 0) == waits
    assert describe_wait(localizer, state, -1) == watches


def test_what_leaves_a_palace_while_a_troop_moves_is_told():
    before = lay(match_of(), "l1 s0", my_palace="knight")
    localizer = Localizer(before.match, "en")

    def told(*gone):
        after = before.clone()
        after.troops, after.zones = 1 << 2, before.zones[:]
        if gone:
            after.zones[PALACE_ZONE], after.zones[ABILITY_DISCARD] = (), before.zones[PALACE_ZONE]
        moments = [Moment(state, 0, NO_ACTION) for state in (before, after)]
        return narrate(localizer, moments, 0)

    assert told() == ["Troops of Dots 1 moved."]
    after = before.clone()
    after.bases[:3], after.troops, after.zones = [-1, before.bases[1], -1], 1 << 2, before.zones[:]
    after.zones[BASE_DISCARD] = (before.bases[0],)
    assert narrate(localizer, [Moment(before, 0, NO_ACTION), Moment(after)], 0) == [
        "Dots 1 lost Hut in slot 1 of territory 1, Ones in slot 1 of territory 1.",
        "Dots 1 recruited Twos in slot 2 of territory 1.",
    ]
    assert told("knight") == [
        "Dots 1 lost Ones in slot 1 of territory 1, knight.",
        "Dots 1 recruited Twos in slot 2 of territory 1.",
    ]


def test_a_battle_without_combat_and_a_step_of_combat_are_told_once_whatever_else_is_asked():
    kill = {"destroy": {"who": {**ENEMY, "of": "troop"}}}
    end = common("x", {"end_battle": {}}, kill, window=("battle",))
    mourn = star("mourner", when=({"event": "destroyed", "of": "troop", "effects": (kill,)},))
    match = match_of(end, mourn, config=STAY)

    def told(mine, theirs, *texts, **cards):
        state = lay(match, mine, theirs, phase=Phase.ACT, **cards)
        state = does(RecordedState.from_partial_text(match, state.to_text(), 0), *texts)
        return narrate(Localizer(match, "en"), state.moments, 0)

    attack = "attack territory 1 -> territory 1"
    ended = told("h2", "l1 s1", attack, "play x", "pick troop 1.1a of player 2", my_hand="x")
    assert [text for text in ended if text.startswith("The battle ends")] == ["The battle ends without combat."]
    fought = told("h1", "h1 / l1 s1", attack, "pick troop 2.1a of player 2", my_palace="mourner")
    assert [text for text in fought if text.startswith("Regular step")] == [
        "Regular step: Dots 1 could deal 2 damage, Dots 2 6."
    ]


def test_a_question_after_a_battle_is_not_one_of_the_card_that_was_played_before_it():
    state = does(recorded({"peek": {"who": "opponent"}}), "play x")
    localizer, asked = Localizer(state.match, "en"), []
    for phase in (Phase.ACT, Phase.BATTLE_OVER, Phase.NEXT_TURN):
        state.phase, state.decision = phase, (decisions.LOTS, 0, 0, 0, 0)
        asked.append(describe_question(localizer, state))
    assert asked == ["x: which alternative?", *["An effect: which alternative?"] * 2]


def test_a_table_tells_its_turn_and_the_damage_of_a_palace():
    state = lay(match_of(), "l1")
    localizer = Localizer(state.match, "en")

    def lines(turn, damage):
        state.turn, state.damage = turn, {PALACE + 1: damage} if damage else None
        return [line.text for line in draw_table(localizer, state, 0)]

    assert [lines(turn, 0)[0] for turn in (0, 1, 2)] == ["Setting up", "Turn 1: Dots 1", "Turn 2: Dots 1"]
    assert [lines(2, damage)[2].partition(";")[0] for damage in (0, 1)] == [
        "DOTS 2: palace 10",
        "DOTS 2: palace 10 (-1)",
    ]
    assert localizer.listed(()) == "nothing"


@pytest.mark.parametrize(("mine", "points"), [("a1", 4), ("a1 l1", 5), ("l1", 1)])
@pytest.mark.parametrize("bypassing", [False, True])
def test_the_damage_of_all_parts_of_an_attack_is_told_together(mine, points, bypassing):
    """Of artillery and of other troops, with and without what may hit manned bases."""
    bypass = {"bypass": {"who": {"of": "troop", "owner": "self", "in": "attacking"}, "until": "battle"}}
    match = match_of(common("x", bypass if bypassing else {"peek": {"who": "opponent"}}, window=("battle",)))
    state = lay(match, mine, "h1 l0", my_hand="x", phase=Phase.ACT)
    state = RecordedState.from_partial_text(match, state.to_text(), 0)
    does(state, "attack territory 1 -> territory 1", "play x", "pass", "pass")
    kept = [moment.state.to_text() for moment in state.moments]
    told = narrate(Localizer(match, "en"), state.moments, 0)
    assert f"Regular step: Dots 1 could deal {points} damage, Dots 2 10." in told
    assert [moment.state.to_text() for moment in state.moments] == kept


def test_what_is_chosen_from_a_hand_lies_in_that_hand():
    for who, hand in (("self", 0), ("opponent", 1)):
        effect = {"discard": {"who": who, "by": "self"}}
        state = lay(match_of(common("x", effect)), "l1", "l1", my_hand="x knight elder", their_hand="knight elder")
        does(state, "play x")
        assert state.current_player() == 0
        for action in state.legal_actions():
            design = action - CARD
            subject = subject_of(state, action)
            assert (subject.places, subject.deck) == ((hand_place(hand, design),), hand)


def test_an_effect_at_the_end_of_the_turn_is_asked_about_by_the_name_of_its_card():
    delayed = {"delay": {"at": "turn_end", "effects": ({"destroy": {"who": {**ENEMY, "of": "troop"}}},)}}
    state = lay(match_of(common("x", delayed), config=STAY), "l1", "l1 l1", my_hand="x", phase=Phase.ACT)
    does(state, "play x", "end turn")
    assert describe_question(Localizer(state.match, "en"), state) == "x: choose one of these."
    assert describe_wait(Localizer(state.match, "en"), state, 1).startswith("x: ")


def test_who_discards_reads_what_asks_for_it():
    many = does(recorded({"draw": {"who": "self", "amount": 6}}), "play x", *["draw ability"] * 6)
    discard = common("x", {"discard": {"who": "opponent"}})
    few = does(lay(match_of(discard), "l1", "l1", my_hand="x", their_hand="knight elder"), "play x")
    limit = {"limit": {"what": "hand", "who": "self", "set": 2, "until": "turn"}}
    less = does(lay(match_of(common("x", limit)), "l1", "l1", my_hand="x knight elder rival"), "play x")
    steal = match_of(common("x", {"take": {"who": "opponent", "by": "self"}}), config=Config(hand_limit_always=False))
    full = "knight elder duellist rival warden bombard sentry"
    take = does(lay(steal, "l1", "l1", my_hand="x", their_hand=full), "play x")
    asked = [describe_question(Localizer(state.match, "en"), state) for state in (many, few, less, take)]
    assert asked == [
        "A hand holds at most 5 cards: discard (1 to go). Which card?",
        "x: discard (1 to go). Which card?",
        "A hand holds at most 2 cards: discard (1 to go). Which card?",
        "x: take a card (1 to go). Which one?",
    ]


@pytest.mark.parametrize(
    ("name", "told"),
    [("Elves", "Elves draw"), ("Samurai", "Samurai draws"), ("Elves 2", "Elves 2 draws"), ("Abyss", "Abyss draws")],
)
def test_the_name_of_an_army_decides_the_number_of_its_verb(name, told):
    assert f"{PlayerName(name):draws|draw}" == told
    assert f"{PlayerName(name)}" == name


def test_what_need_not_be_sacrificed_is_asked_about_and_the_script_keeps_it():
    own = {"of": "troop", "owner": "self"}
    ward = common("w", {"protect": {"who": own, "from": "sacrifice", "until": "turn"}})
    state = lay(match_of(ward, common("x", {"destroy": {"who": own}}), config=STAY), "l1 s1", "l1", my_hand="w x")
    does(state, "play w", "play x")
    assert describe_question(Localizer(state.match, "en"), state) == "x: which will you sacrifice, though none need be?"
    assert {choose_action(state, 0, Random(seed)) for seed in range(5)} == {STOP}
    does(state, state.action_to_string(STOP))
    assert shape(state, 0) == "l1 s1"


ASKED = [
    (Phase.FIRST_PLAYER, None, "Who begins?", "Dots 1 decides who begins."),
    (Phase.RENEWAL_BUILD, None, None, "It is a renewal: Dots 1 may build bases."),
    (Phase.OPPONENT, None, None, "Before Dots 2 acts in the main part, Dots 1 may play an ability, or pass."),
    (Phase.REPLY, None, None, "Dots 1 may answer An effect with an ability, or pass."),
    (Phase.STEP_WINDOW, None, None, "Between the steps of combat, Dots 1 may play an ability, or pass."),
    (Phase.HIT, None, None, "Dots 1 chooses which units the damage hits."),
    (Phase.ACT, (decisions.CARDS, 0, 1, 1, 3, decisions.TAKE), "take a card (3 to go)", "a card to take (3 to go)."),
    (Phase.ACT, (decisions.CARDS, 0, 1, 1, 3, decisions.DISCARD), "discard (3 to go)", "is discarded (3 to go)."),
    (Phase.ACT, (decisions.DRAWS, 0, 2, 0), "Draw (2 to go)", "Dots 1 chooses from which pile to draw (2 to go)."),
    *(
        (phase, (decisions.DRAWS, 0, 2, 0), "Renewal: draw (2 to go)", "Renewal: Dots 1 chooses from which pile to draw (2 to go).")
        for phase in (Phase.RENEWAL_DRAW, Phase.RENEWAL_BUILD)
    ),
    (Phase.ACT, (search.PLACE, 0, 0, 0, 0), "Build it where?", "Dots 1 chooses where to build."),
    (Phase.ACT, (decisions.UPKEEP, 0), "which one goes?", "complete territories: one of them goes."),
    (Phase.ACT, (decisions.RECRUITS, 0, 0, 0), "Recruit: on which base?", "Dots 1 chooses where to recruit."),
    (Phase.ACT, (search.SEARCH, 0, 0, 0, 0, 0, 0), "An effect: which card?", "An effect: Dots 1 decides what it does."),
    (Phase.ACT, (LOOKS, 0, 0, 0, 0, 0, 0), "An effect: which card next?", "An effect: Dots 1 decides what it does."),
    (Phase.ACT, (decisions.LOTS, 0, 0, 0, 0), "An effect: which alternative?", "An effect: Dots 1 decides what it does."),
    *(
        (Phase.ACT, (kind, 0, 0, 0, count, mode), words, "An effect: Dots 1 decides what it does.")
        for kind, count, mode, words in (
            (decisions.UNITS, 1, 0, "choose one of these."),
            (decisions.UNITS, 2, 0, "choose up to 2 of these."),
            (decisions.UNITS, 19, 0, "choose up to 19 of these."),
            (decisions.UNITS, 20, 0, "choose any number of these."),
            (decisions.UNITS, 20, decisions.VOLUNTARY, "which will you sacrifice, though none need be?"),
            (decisions.BUDGET, 7, 0, "choose any of these, with a total power of up to 7."),
        )
    ),
]  # fmt: skip


def test_what_is_asked_is_what_others_wait_for():
    state = lay(match_of(), "l1", "l1")
    localizer = Localizer(state.match, "en")
    for phase, decision, asked, waits in ASKED:
        state.phase, state.decision = phase, decision
        for viewer in (-1, 1):
            assert describe_wait(localizer, state, viewer).endswith(waits), (phase, decision)
        if asked:
            assert asked in describe_question(localizer, state), (phase, decision)


def test_a_stolen_troop_that_falls_is_lost_though_its_card_goes_to_the_other_player():
    lure = common("x", {"steal": {"who": {"of": "special", "owner": "opponent", "pick": "one"}}})
    kill = common("y", {"destroy": {"who": {"of": "special", "owner": "self", "pick": "one"}}})
    state = lay(match_of(lure, kill, config=STAY), "l1 l1 l1", "l1", my_hand="x y", their_palace="knight")
    state = does(RecordedState.from_partial_text(state.match, state.to_text(), 0), "play x")
    since = len(state.moments)
    does(state, "play y")
    assert "Dots 1 lost knight." in narrate(Localizer(state.match, "en"), state.moments[since - 1 :], 0)


@pytest.mark.parametrize("name", ["Hut", "knight"])
def test_what_chance_turns_up_for_a_player_is_told_as_seen(name):
    """Also the first of all cards, whose number follows those of hidden choices."""
    before = lay(match_of())
    localizer = Localizer(before.match, "en")
    action, after = SEE + 1000 + localizer.cards.index(name), before.clone()
    after.log = (after.log, CHANCE, action)
    moments = [Moment(before, CHANCE, action), Moment(after)]
    told = [narrate(localizer, moments, viewer) for viewer in (0, 1, -1)]
    assert told == [[f"Dots 1 saw on the pile: {name}."], [], [f"Dots 1 saw on the pile: {name}."]]


def test_a_card_that_only_its_owner_saw_is_drawn_too():
    draws = [DRAW_ABILITY, DRAW_BASE, DEAL, UNSEEN - 1, UNSEEN]
    assert [
        action for action in range(FIRST + 2) if _is_draw(action) and action in (*draws, PASS, PLAY, CARD, FIRST)
    ] == draws


@pytest.mark.parametrize(("damage", "lethal"), [(0, 2), (1, 1), (2, 0), (9, 0)])
def test_who_has_been_hit_enough_needs_no_more_damage(damage, lethal):
    state = does(
        lay(match_of(config=Config(damage="choose")), "c1", "h1", phase=Phase.ACT), "attack territory 1 -> territory 1"
    )
    assert state.phase == Phase.HIT
    state.damage = {18: damage} if damage else None
    assert describe_question(Localizer(state.match, "en"), state).endswith(f", which falls with {lethal}?")
