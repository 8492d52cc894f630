"""Host games that several people play by a link, each at a seat of their own.

| module | holds |
| --- | --- |
| `requests` | what the server asks of the processes of games |
| `seat_view` | what one seat, or somebody who watches, sees of a game, as data |
| `outlook` | what each choice of a player would change, from what that player knows |
| `hosted_game` | one game in a process: its session, and its log for each viewer |
| `game_process` | the process that computes views and moves, and lets agents think |
| `workers` | the processes of a set of decks |
| `store` | rooms, games and moves in SQLite |
| `room_state` | what a room is, apart from its game: its seats, members, and a pending proposal |
| `shared` | what all rooms of a server share |
| `room_game` | the game of a room: moves, agents, proposals, and what is told to whom |
| `room` | one room: what its pages may ask for |
| `rooms` | all rooms of a server |
| `page`, `room_frames` | a page that is connected, and what it is sent |
| `played_game` | the present game of a room, as far as it is stored |
| `rules_text` | the text of the rules, for a page that is narrower than paper |
| `messages` | what a page may send, and how it is checked |
| `limits` | how much one stranger may ask |
"""
