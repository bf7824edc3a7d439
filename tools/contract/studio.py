"""The addresses of the studio's API, and the fields of its requests and answers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

BASE = "/api/v1"


def lines() -> list[str]:
    """A line per operation, parameter and answer, and one per field of each schema."""
    document = _document()
    found = [
        line
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        for line in _operation(f"{method.upper()} {path.removeprefix(BASE)}", operation)
    ]
    fields = [
        line for name, schema in document["components"]["schemas"].items() for line in _schema(name, schema)
    ]
    return sorted(found) + sorted(fields)


def _document() -> dict[str, Any]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clew_studio.settings")
    import django

    django.setup()
    from clew_studio.api.site import api

    document: dict[str, Any] = api.get_openapi_schema()
    return document


def _operation(name: str, operation: dict[str, Any]) -> Iterator[str]:
    yield name
    for parameter in operation.get("parameters", []):
        must = "" if parameter.get("required") else "?"
        yield f"{name} takes {parameter['name']}{must}: {_kind(parameter['schema'])}"
    for kind, body in operation.get("requestBody", {}).get("content", {}).items():
        yield f"{name} takes {kind}: {_kind(body.get('schema', {}))}"
    for status, answer in operation["responses"].items():
        for kind, body in answer.get("content", {}).items() or [("nothing", {})]:
            yield f"{name} answers {status} {kind}: {_kind(body.get('schema', {}))}".removesuffix(": any")


def _schema(name: str, schema: dict[str, Any]) -> Iterator[str]:
    needed = schema.get("required", [])
    for field, kind in schema.get("properties", {}).items():
        yield f"{name}.{field}{'' if field in needed else '?'}: {_kind(kind)}"


def _kind(schema: dict[str, Any]) -> str:
    """The kind of a value, in a word or two."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(map(_kind, schema[key])))
    if "enum" in schema or "const" in schema:
        return " or ".join(map(repr, schema.get("enum", [schema.get("const")])))
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return str(schema.get("type", "any"))
