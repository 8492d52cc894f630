"""Lists as people have them for other tools: one command, no edit, and a line that says what was understood."""

import json

from cardgen import build

LISTS = {
    "nandeck.csv": (
        '"COUNT";"TITLE";"COST";"RULES"\n"3";"Goblin Raider";"2";"Haste\\13\\Draw a card."\n"1";"Farmhand";"1";"Gain [coin]."\n',
        "4 cards from 2 rows with 4 columns: copies ('COUNT'), name ('TITLE'), cost (number), text ('RULES'). Look: classic",
    ),
    "squib.csv": (
        'Name,ATK,Ability,Qty\nThief,1,"Steal a card%nfrom an opponent",2\nGrifter,2,Discard two :coin: to draw,3\n',
        "5 cards from 2 rows with 4 columns: name, ATK (number), text ('Ability'), copies ('Qty'); shown as plates: ATK. Look",
    ),
    "cardmaker.csv": (
        'Count,Name,Description,Faction,allowed_layout\n2,Captain,Sails.\\nGains a coin.,pirate,Main\n1,Cook,"Feeds ""all""\\q.",pirate,\n',
        "3 cards from 2 rows with 4 columns: copies ('Count'), name, text ('Description'), Faction; shown with their titles: ",
    ),
    "cider.csv": (
        "id,count,frontTemplate,name,cost,content\n1,2,front,Fox,2,<b>Sneak:</b> move.<br>Hide.\n2,1,front,Bear,5,<i>Roar</i> &amp; charge\n",
        "3 cards from 2 rows with 5 columns: id, copies ('count'), name, cost (number), text ('content'). Look: classic",
    ),
    "dominion.tsv": (
        "Card\tSet\tTypes\tCost\tText\tCoins\nVillage\tBase\tAction\t$3\t+1 Card<br>+2 Actions\t\nGold\tBase\tTreasure\t$6\t\t3\n",
        "2 cards from 6 columns: name ('Card'), Set, Types, cost, text, Coins (number); shown as plates: Coins; shown with",
    ),
    "netrunner.json": (
        json.dumps(
            [
                {"title": "Noise", "text": "Install a <strong>virus</strong>.", "stats": {"link": 0}, "quantity": 1},
                {"title": "Deja Vu", "text": "Add 1 card.", "cost": 2, "quantity": 2},
            ]
        ),
        "3 cards from 2 rows with 5 columns: name ('title'), text, stats.link (number), copies ('quantity'), cost (number)",
    ),
    "prompts.csv": (
        "sentence\n" + "\n".join(f'"I never thought, {at}, to find _____ in the attic."' for at in range(20)) + "\n",
        "20 cards from 1 column: name ('sentence'). Look: text, since each card is one text to read (for another: --look",
    ),
    "poker.csv": (
        "Suit,Value\n"
        + "".join(f"{suit},{rank}\n" for suit in "\u2660\u2665" for rank in ("A", 2, 10, "Q"))
        + "Joker,\n",
        "9 cards from 2 columns: suit, rank ('Value'). Look: playing, since it has suits (for another: --look classic",
    ),
    "karten.csv": (
        "Kartenname;Kosten;Anzahl;Kartentext;Stärke\nTorwächter;3;2;Blockiert **einen** Angriff.;4\nÜbermut;1;1;Würfle!;\n",
        "3 cards from 2 rows with 5 columns: name ('Kartenname'), cost ('Kosten', number), copies ('Anzahl'), text ('Kartentext')",
    ),
    "emoji.csv": (
        "\U0001f0cf,\u2764\ufe0f,\u2694\ufe0f,Face,Bob's id\nKnight,5,3,happy,k1\nOgre,9,5,sad,o3\n",
        "2 cards from 5 columns: name ('\U0001f0cf'), \u2764\ufe0f (number), \u2694\ufe0f (number), Face, Bob's id; shown as plates",
    ),
    "squib.yml": (
        "- Type: Thief\n  Level: 1\n- Type: Mastermind\n  Level: 2\n",
        "2 cards from 2 columns: name ('Type'), Level (number); shown as plates: Level. Look: classic",
    ),
    "table.md": (
        "# My cards\n\n| Name | Cost | Rules |\n|---|--:|---|\n| Ember | 2 | Deal **2** damage |\n| Frost | 3 | Freeze |\n",
        "2 cards from 3 columns: name, cost (number), text ('Rules'). Look: classic",
    ),
}


def test_each_list_becomes_a_pdf_and_is_told(tmp_path):
    for name, (text, told) in LISTS.items():
        (tmp_path / name).write_text(text, "utf-8")
        result = build(tmp_path / name, tmp_path / f"{name}.pdf")
        assert result.summary.startswith(told), (name, result.summary)
        assert result.files[0].read_bytes().startswith(b"%PDF"), name
        assert not [item for item in result.warnings if item.is_error], name
        kinds = len({item.code for item in result.warnings})
        assert result.summary.endswith(":" if kinds else "."), name
