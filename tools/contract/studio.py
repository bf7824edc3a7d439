"""The addresses of the studio's API, and the fields of its requests and answers."""

from __future__ import annotations

import os
from typing import Any

BASE = "/api/v1"
ERRORS = "Every operation may answer 4XX and 503 with application/problem+json: Problem"


def lines() -> list[str]:
    """A line per operation with its parameters and answers, and one per schema with its fields."""
    whole = document()
    operations = [
        _operation(f"{method.upper()} {path.removeprefix(BASE)}", operation)
        for path, methods in whole["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = whole["components"]["schemas"].items()
    return [ERRORS, *sorted(operations), *sorted(f"{name}: {_fields(schema)}" for name, schema in schemas)]


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clew_studio.settings")
    import django

    django.setup()
    from clew_studio.api.site import api

    found: dict[str, Any] = api.get_openapi_schema()
    return found


def _operation(name: str, operation: dict[str, Any]) -> str:
    takes = [
        f"{parameter['name']}{'' if parameter.get('required') else '?'}: {_kind(parameter['schema'])}"
        for parameter in operation.get("parameters", [])
    ]
    for kind, body in operation.get("requestBody", {}).get("content", {}).items():
        takes.append(f"{_short(kind)}{_kind(body.get('schema', {}))}")
    answers = [
        f"{status} {_short(kind)}{_kind(body.get('schema', {}))}"
        for status, answer in operation["responses"].items()
        for kind, body in answer.get("content", {}).items() or [("", {"schema": {"type": "nothing"}})]
        if kind != "application/problem+json"
    ]
    return f"{name} ({', '.join(takes)}) -> {', '.join(answers)}"


def _short(kind: str) -> str:
    """A kind of content, unless it is JSON."""
    return f"{kind} " if kind not in ("", "application/json") else ""


def _fields(schema: dict[str, Any]) -> str:
    needed = schema.get("required", [])
    return ", ".join(
        f"{field}{'' if field in needed else '?'}: {_kind(kind)}"
        for field, kind in sorted(schema.get("properties", {}).items())
    )


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
