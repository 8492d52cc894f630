"""Try a deck out in the page: statistics, and quick games in the background.

| module | holds |
| --- | --- |
| `trial` | a deck whose statistics and verdict are followed, with its listeners |
| `subject` | what is tried in the background |
| `trial_process` | the quick games and the statistics, in a process of low priority |
"""
