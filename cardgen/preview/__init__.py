"""Show a deck on a page in the browser, and follow every edit.

| module | does |
| --- | --- |
| `session/` | keep one deck in memory: rebuild it after edits, describe it as a snapshot, compare it with what is on paper |
| `pictures/` | draw the pictures of faces and sheets, name and cache them |
| `worker`, `worker_process` | run the session of a deck in a separate process |
| `live` | rebuild a deck after edits, and tell its listeners |
| `watch` | watch the folders of a deck |
| `editor/` | open and save the files of a deck, suggest and explain what they may say |
| `printing/` | build, export and record prints from the page |
| `tryit/` | compute statistics, play quick games in the background, host games that people play |
| `gallery/` | write the views of the preview as files |
| `routes/` | answer the addresses, a module for each subject |
| `server/` | serve page and data over HTTP, to this computer only, and hold the open decks |
"""
