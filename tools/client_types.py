"""Writes the client's types of what the API answers, `src/lib/api/schema.ts`, from the OpenAPI document.

``python -m tools.client_types`` writes the file, ``--check`` only says whether it is up to date.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.contract.studio import document

CLIENT = Path(__file__).parents[1] / "studio" / "client"
FILE = CLIENT / "src" / "lib" / "api" / "schema.ts"
HEAD = "/** What the API answers. Made from the OpenAPI document by `make catalogue`. */\n"


def answers(whole: dict[str, Any]) -> dict[str, Any]:
    """A document of nothing but what answers are made of, without examples."""
    schemas = whole["components"]["schemas"]
    operations = [one for methods in whole["paths"].values() for one in methods.values()]
    names = list(_named([one["responses"] for one in operations]))
    for name in names:
        names += [other for other in _named(schemas[name]) if other not in names]
    found = {name: _bare(schemas[name]) for name in sorted(set(names))}
    return {"openapi": whole["openapi"], "info": whole["info"], "paths": {}, "components": {"schemas": found}}


def _named(value: Any) -> Iterator[str]:
    """The schemas that a part of the document refers to."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].rpartition("/")[2]
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _named(part)


def _bare(schema: Any) -> Any:
    """A schema without its examples, and without the titles that only repeat the names of fields."""
    if isinstance(schema, list):
        return [_bare(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    fields = {name: _bare(field) for name, field in schema.get("properties", {}).items()}
    bare = {
        key: _bare(value) for key, value in schema.items() if key not in ("examples", "title", "properties")
    }
    return {**bare, "properties": fields} if fields else bare


def text() -> str:
    """The file as it should be."""
    made = _node(
        "openapi-typescript",
        "--root-types",
        "--root-types-no-schema-prefix",
        given=json.dumps(answers(document())),
    )
    return _node("prettier", "--stdin-filepath", str(FILE), given=HEAD + made)


def _node(*words: str, given: str) -> str:
    command = ["npx", "--no-install", *words]
    return subprocess.run(command, cwd=CLIENT, input=given, capture_output=True, text=True, check=True).stdout


def main() -> int:
    """Writes the file, or with ``--check`` compares it."""
    made = text()
    if "--check" not in sys.argv[1:]:
        FILE.write_text(made, encoding="utf-8")
    elif not FILE.exists() or FILE.read_text(encoding="utf-8") != made:
        print(f"{FILE.name} is not what the API answers: run `make catalogue`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
