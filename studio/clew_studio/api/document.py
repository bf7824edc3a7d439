"""The OpenAPI document, completed by what the framework cannot know."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

PROBLEM = {
    "type": "object",
    "required": ["type", "code", "status", "title", "detail"],
    "properties": {
        "type": {"type": "string"},
        "code": {"type": "string"},
        "status": {"type": "integer"},
        "title": {"type": "string"},
        "detail": {"type": "string"},
        "errors": {"type": "array", "items": {"type": "object"}},
    },
}
OBJECT = {"application/json": {"schema": {"type": "object"}}}
SUCCESS = {
    "200": {"description": "Done", "content": OBJECT},
    "201": {"description": "Made", "content": OBJECT},
    "202": {"description": "Accepted: a job works on it", "content": OBJECT},
    "204": {"description": "Done; there is nothing to tell"},
}
FILES = {
    ".svg": "image/svg+xml",
    ".pdf": "application/pdf",
    ".gif": "image/gif",
    ".png": "image/png",
    ".csv": "text/csv",
    ".parquet": "application/vnd.apache.parquet",
    ".zip": "application/zip",
    "/events": "text/event-stream",
}


def described(document: Json) -> Json:
    """The document with every response that an operation may return."""
    document["components"].setdefault("schemas", {})["Problem"] = PROBLEM
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            operation["responses"] = _responses(path, method)
    return document


def _responses(path: str, method: str) -> Json:
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    found: Json = {
        "4XX": {"description": "A problem", "content": problem},
        "503": {"description": "Too much to do just now, or something is missing here", "content": problem},
    }
    media = next((kind for ending, kind in FILES.items() if path.endswith(ending)), None)
    if (
        media is not None
        and method in ("get", "post")
        and not (media == "text/event-stream" and method == "post")
    ):
        content = {media: {"schema": {"type": "string", "format": "binary"}}}
        return {"200": {"description": "The file", "content": content}, **found}
    if path.endswith("/export"):
        kinds = ("application/toml", "application/json", "text/plain")
        content = {kind: {"schema": {}} for kind in kinds}
        return {"200": {"description": "The file", "content": content}, **found}
    for status, told in SUCCESS.items():
        if status == "200" or method != "get":
            found[status] = told
    return found
