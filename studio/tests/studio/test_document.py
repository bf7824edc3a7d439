"""The OpenAPI document against the running site: requests by chance, right and wrong ones, find no answer
that is not as described. `schemathesis.toml` says what is expected.

Every answer that another test gets is held to the document, too (`tests.studio.described`).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import jsonschema_rs
import pytest

from tests.amount import MANY
from tests.promptness import HANGS
from tests.studio.client import Client
from tests.studio.server import Site

ROOT = Path(__file__).parents[3]
EXAMPLES = 50 if MANY else 2
SECONDS = HANGS
# What is marked runs on the site profile, the others on the embedded one.
WHO = ["nobody", "member", pytest.param("member", id="member on site", marks=pytest.mark.site)]


@pytest.mark.parametrize("who", WHO)
def test_schemathesis_finds_no_failure(site: Site, member: Client, who: str, tmp_path: Path) -> None:
    words = [
        *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(ROOT / "schemathesis.toml"), "run"),
        f"{site.url}/api/v1/openapi.json",
        *("--max-examples", str(EXAMPLES), "--seed", "1", "--phases", "fuzzing", "--no-color"),
    ]
    if who == "member":
        words += ["--exclude-path", "/api/v1/account", "--exclude-path", "/api/v1/session"]  # to stay one
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in member.cookies)
        words += ["--header", f"Cookie: {cookies}", "--header", f"X-CSRFToken: {member.cookie('csrftoken')}"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_every_operation_is_described(site: Site) -> None:
    document = site.client().get("/openapi.json").good()
    operations = [one for methods in document["paths"].values() for one in methods.values()]
    assert len(operations) > 60
    assert all(one.get("description") for one in operations)
    assert len({one["operationId"] for one in operations}) == len(operations)
    assert all("4XX" in one["responses"] for one in operations)


def test_every_answer_has_an_example_that_its_schema_allows(site: Site) -> None:
    document = site.client().get("/openapi.json").good()
    answers = [
        (f"{one['operationId']} {status}", body)
        for methods in document["paths"].values()
        for one in methods.values()
        for status, answer in one["responses"].items()
        for kind, body in answer.get("content", {}).items()
        if kind == "application/json" and body["schema"]
    ]
    assert len(answers) > 80
    for name, body in answers:
        schema = {**body["schema"], "components": document["components"]}
        assert jsonschema_rs.is_valid(schema, body["example"]), name
