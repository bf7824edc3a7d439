"""The OpenAPI document: what operations answer is what their functions say that they return.

A function returns the body of a 200 as it is, or one of the responses below with the type of its body:
`Made[Game]`, `Game | Later[Waiting]`. Nothing is validated at run time: mypy holds the functions to these
types, and the tests hold every answer that they get to the document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    NamedTuple,
    NoReturn,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from django.http import HttpResponse, JsonResponse
from ninja.openapi.schema import OpenAPISchema
from pydantic import ConfigDict, TypeAdapter

Json = dict[str, Any]
Body = TypeVar("Body")

REF = "#/components/schemas/"
PROBLEM = {
    "type": "object",
    "required": ["type", "code", "status", "title", "detail"],
    "properties": {
        "type": {"type": "string"},
        "code": {"type": "string"},
        "status": {"type": "integer"},
        "title": {"type": "string"},
        "detail": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["where", "message"],
                "properties": {"where": {"type": "string"}, "message": {"type": "string"}},
            },
        },
        "reason": {"type": "string"},
        "game": {"$ref": f"{REF}GameOut"},
    },
    "examples": [
        {
            "type": "urn:clew:problem:not-found",
            "code": "not-found",
            "status": 404,
            "title": "Not found",
            "detail": "Not found",
        }
    ],
}
DONE = {200: "Done", 201: "Made", 202: "Accepted: a job works on it", 204: "Done; there is nothing to tell"}


class Answer(JsonResponse, Generic[Body]):
    """200, for an answer that comes with headers or cookies."""

    status = 200

    def __init__(self, body: Body) -> None:
        super().__init__(body, status=self.status)


class Made(Answer[Body]):
    """201: something new, as it is now."""

    status = 201


class Later(Answer[Body]):
    """202: something that is worked on."""

    status = 202


class Nothing(HttpResponse):
    """204."""

    status = 204

    def __init__(self) -> None:
        super().__init__(status=self.status)


class Media(NamedTuple):
    """A kind of file that an operation answers with."""

    kind: str

    @property
    def schema(self) -> Json:
        """How the document describes such a file."""
        is_text = self.kind.startswith("text/") or self.kind.endswith(("json", "toml"))
        return {} if is_text else {"type": "string", "format": "binary"}


Svg = Annotated[HttpResponse, Media("image/svg+xml")]
Png = Annotated[HttpResponse, Media("image/png")]
Gif = Annotated[HttpResponse, Media("image/gif")]
Pdf = Annotated[HttpResponse, Media("application/pdf")]
Zip = Annotated[HttpResponse, Media("application/zip")]
Bytes = Annotated[HttpResponse, Media("application/octet-stream")]


def described(document: OpenAPISchema, functions: dict[str, Callable[..., Any]]) -> OpenAPISchema:
    """The document with every answer that an operation may give. `functions`: by the ids of operations."""
    operations = [one for methods in document["paths"].values() for one in methods.values()]
    answers = {one["operationId"]: list(_answers(functions[one["operationId"]])) for one in operations}
    schemas = document["components"].setdefault("schemas", {})
    bodies = _schemas([body for found in answers.values() for _, body in found], schemas)
    schemas["Problem"] = PROBLEM
    for operation in operations:
        operation["responses"] = _responses(answers[operation["operationId"]], bodies, schemas)
    return document


def _answers(function: Callable[..., Any]) -> Iterator[tuple[int, Any]]:
    """The statuses that a function answers, each with the type of its body, or the kinds of its file."""
    returned = get_type_hints(function, include_extras=True)["return"]
    plain = []
    for kind in get_args(returned) if get_origin(returned) in (Union, UnionType) else (returned,):
        response = get_origin(kind) or kind
        if response is Annotated:
            yield 200, kind.__metadata__
        elif isinstance(response, type) and issubclass(response, (Answer, Nothing)):
            yield response.status, (*get_args(kind), None)[0]
        elif response is not NoReturn:
            plain.append(kind)
    if plain:
        yield 200, Union[tuple(plain)]  # noqa: UP007 - as many as there are


def _schemas(bodies: list[Any], schemas: Json) -> dict[Any, Json]:
    """The schema of each type of a body; what they refer to is added to `schemas`."""
    kinds = list(dict.fromkeys(body for body in bodies if body is not None and not isinstance(body, tuple)))
    all_of_them = TypeAdapter(tuple[*kinds], config=ConfigDict(use_attribute_docstrings=True))  # type: ignore[valid-type]
    told = all_of_them.json_schema(mode="serialization", ref_template=REF + "{model}")
    twice = told["$defs"].keys() & schemas.keys()
    assert not twice, f"these are names of requests and of answers: {', '.join(sorted(twice))}"
    schemas.update(told["$defs"])
    return dict(zip(kinds, told["prefixItems"], strict=True))


def _responses(answers: list[tuple[int, Any]], bodies: dict[Any, Json], schemas: Json) -> Json:
    problem = {"application/problem+json": {"schema": {"$ref": f"{REF}Problem"}}}
    found: Json = {}
    for status, body in answers:
        told: Json = {"description": DONE[status]}
        if isinstance(body, tuple):
            content = {one.kind: {"schema": one.schema} for one in body}
            told = {"description": "The file", "content": content}
        elif body is not None:
            schema = bodies[body]
            told["content"] = {"application/json": {"schema": schema, "example": example(schema, schemas)}}
        found[str(status)] = told
    return {
        **found,
        "4XX": {"description": "A problem", "content": problem},
        "503": {"description": "Too much to do just now, or something is missing here", "content": problem},
    }


PLAIN = {"integer": 1, "number": 1.5, "boolean": True, "null": None, "string": ""}


def example(schema: Json, schemas: Json) -> Any:
    """A value with that schema, put together from the examples of its parts."""
    if "examples" in schema:
        return schema["examples"][0]
    if "$ref" in schema:
        return example(schemas[schema["$ref"].removeprefix(REF)], schemas)
    if "const" in schema:
        return schema["const"]
    for key in ("enum", "anyOf"):
        if key in schema:
            return schema[key][0] if key == "enum" else example(schema[key][0], schemas)
    if schema.get("type") == "array":
        parts = schema.get("prefixItems") or [schema["items"]]
        return [example(part, schemas) for part in parts]
    if schema.get("type") == "object":
        return {key: example(part, schemas) for key, part in schema.get("properties", {}).items()}
    return PLAIN.get(schema.get("type", "null"))
