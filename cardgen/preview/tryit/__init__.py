"""Try a deck out in the page: statistics, quick games in the background, and games that people play.

| module | holds |
| --- | --- |
| `trial` | a deck whose statistics and verdict are followed, with its listeners |
| `subject` | what is tried in the background |
| `trial_process` | the quick games and the statistics, in a process of low priority |
| `games` | the process of games that people play |
| `requests` | what the page asks of it |
| `game_process` | the games that people play, by their names |
| `table` | one game that people play, and what each of them sees of it, as data |
| `offers` | what can be played with a deck: its opponents, numbers of players, levels |
"""
