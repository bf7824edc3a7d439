"""Holds every answer that a test gets to the OpenAPI document, in which no field may be missing."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import jsonschema_rs

Json = Any


def check(method: str, path: str, status: int, body: Json) -> None:
    """Fails if the document does not describe this answer to a request for that path below /api/v1."""
    for pattern, operation in _operations(method):
        if pattern.fullmatch(path.partition("?")[0].rstrip("/")):
            validator = _validator(operation, str(status))
            errors = [f"{one.instance_path}: {one.message[:400]}" for one in validator.iter_errors(body)]
            assert not errors, f"{operation} {status} is not as described: {errors[:5]}"
            return


@cache
def _document() -> Json:
    from clew_studio.api.site import api

    return api.get_openapi_schema()


@cache
def _operations(method: str) -> list[tuple[re.Pattern[str], tuple[str, str]]]:
    """The operations with that method, those first whose path has the fewest parts that vary."""
    paths = sorted(_document()["paths"], key=lambda path: path.count("{"))
    return [
        (re.compile(re.sub(r"{\w+}", "[^/]+", path.removeprefix("/api/v1"))), (method.lower(), path))
        for path in paths
        if method.lower() in _document()["paths"][path]
    ]


@cache
def _validator(operation: tuple[str, str], status: str) -> jsonschema_rs.Draft202012Validator:
    method, path = operation
    responses = _document()["paths"][path][method]["responses"]
    assert status in responses, f"{method} {path} answers {status}, which is not described"
    schemas = {name: _closed(schema) for name, schema in _document()["components"]["schemas"].items()}
    schema = responses[status]["content"]["application/json"]["schema"]
    return jsonschema_rs.Draft202012Validator({**schema, "components": {"schemas": schemas}})


def _closed(schema: Json) -> Json:
    """A schema that allows no fields but its own."""
    return {"additionalProperties": False, **schema} if "properties" in schema else schema
