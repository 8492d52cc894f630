"""Edit the files of a deck in the page, with help while they are written.

| module | holds |
| --- | --- |
| `files` | the files that may be opened and saved, and how a change from elsewhere is noticed |
| `pictures` | pictures that are dropped onto the page |
| `cursor` | where in a YAML text a cursor stands, also in a text that is not finished |
| `schemas` | a JSON schema, looked up along a path |
| `suggestions` | what may be written at a place, and what is written there |
| `yaml_help`, `template_help` | suggestions and explanations for YAML and for templates |
| `assistant` | all help for one deck, in a process of its own |
"""
