"""JSON in columns and query results, on every database."""

from __future__ import annotations

from typing import Any

from django.db import models


class WrittenJSONField(models.JSONField):
    """JSON in the order in which it was written, on every database.

    PostgreSQL's usual type, jsonb, sorts the keys of objects and refuses the character NUL; its type json
    keeps the text. On SQLite this is Django's own field.
    """

    def db_type(self, connection: Any) -> str | None:
        """The column's type: json on PostgreSQL."""
        return "json" if connection.vendor == "postgresql" else super().db_type(connection)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """A value as the driver takes it."""
        if connection.vendor != "postgresql" or hasattr(value, "as_sql"):
            return super().get_db_prep_value(value, connection, prepared)
        from psycopg.types.json import Json

        return None if value is None else Json(value)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """A value as the code knows it; psycopg has read the JSON already."""
        if connection.vendor != "postgresql":
            return super().from_db_value(value, expression, connection)
        return value


class JSONList(models.Aggregate):
    """An aggregate: the values of a group as a list."""

    function = "JSON_GROUP_ARRAY"
    output_field = models.JSONField()

    def as_postgresql(self, compiler: Any, connection: Any, **about: Any) -> Any:
        """PostgreSQL's name for it."""
        return self.as_sql(compiler, connection, function="jsonb_agg", **about)
