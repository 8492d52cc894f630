"""Effects with exactly one verb."""

from __future__ import annotations

from typing import Self

from pydantic import model_validator

from cardgen.plugin.schema import Model, broken_rule, yaml_key


class OneVerb(Model):
    """A mapping with exactly one of its optional keys: the verb, whose value holds the arguments.

    A game derives its effects from it::

        class Effect(OneVerb):
            draw: Draw | None = Field(None, description="Draw cards.")
            heal: Heal | None = Field(None, description="Remove damage.")

    Raises:
        E204 when a deck is read: an effect has no verb, or several.
    """

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        count = len(self._stated())
        if count != 1:
            raise broken_rule(
                "E204", f"has {f'{count} verbs' if count else 'no verb'}", "exactly one verb in each effect"
            )
        return self

    def _stated(self) -> list[tuple[str, Model]]:
        fields = ((name, getattr(self, name)) for name in self.model_fields_set)
        return [(yaml_key(name), value) for name, value in fields if value is not None]

    @property
    def verb(self) -> tuple[str, Model]:
        """The verb, as the deck writes it, and its arguments."""
        (stated,) = self._stated()
        return stated
