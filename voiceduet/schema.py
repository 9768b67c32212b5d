"""Schemas of what comes from outside: files, options, JSON. The only module that imports pydantic."""

from __future__ import annotations

import os

from voiceduet.postponed import postponed

# Set before pydantic is loaded: nothing here has plugins, and looking for some takes time.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

with postponed("importlib.metadata"):
    from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator, model_validator
    from pydantic.fields import FieldInfo

__all__ = [
    "BaseModel",
    "ConfigDict",
    "Field",
    "FieldInfo",
    "Model",
    "TypeAdapter",
    "ValidationError",
    "field_validator",
    "model_validator",
]


class Model(BaseModel):
    """Base of the project's schemas: unknown entries are faults, values do not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)
