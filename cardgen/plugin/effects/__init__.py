"""Building blocks for the effect vocabulary of a game: what a card does, as data that is both printed and played.

How a game uses it:

1. Write a model for the arguments of each verb (`class Draw(Model): ...`), and one `Effect(OneVerb)` whose optional
   fields are the verbs. In a deck an effect is then a mapping with exactly one key: `draw: {amount: 2}`.
2. Take what is not an action from `control_flow`: conditions, loops, alternatives, optional effects.
3. Let selectors bind what they pick to a name (`as: t`) that later effects use (`in: $t`), typed by `BoundName` and
   `NameReference`, and check the names with a `BindingCheck` (`bindings`).
4. Check what depends on the place of a part with a `PartContext` (`parts`).
5. Put effects into words with `cardgen.plugin.wording`, and execute the same models in the rules:
   `cardgen.plugin.rules.programs` has registers for bound names, conditions and loops.
"""
