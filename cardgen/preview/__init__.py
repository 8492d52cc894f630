"""The preview: a deck on a page in the browser, which follows every edit.

| module | holds |
| --- | --- |
| `snapshot` | what a page shows of a deck, as data, and the difference between two of them |
| `keys` | names of pictures, made of what they show |
| `pictures` | pictures of faces and sheets, drawn into PDFs as for print |
| `session` | one deck with its options, in memory: builds, snapshots, pictures |
| `worker`, `worker_process` | the sessions of a deck in a process of their own |
| `live` | a deck that is shown: rebuilt after edits, with its listeners |
| `watch` | the folders of a deck, watched |
| `rooms`, `choices` | the decks that are shown, and the options that an address states |
| `tryit` | statistics, quick games in the background, and games that people play |
| `routes` | the addresses, a module for each subject |
| `guard`, `application`, `listening`, `server` | the page and its data over HTTP, for this computer only |
| `show` | the start of all of it |
"""
