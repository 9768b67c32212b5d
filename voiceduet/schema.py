"""Schemas of what comes from outside: files, options, JSON. The only module that imports pydantic."""

from __future__ import annotations

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
