"""The OpenAPI document against the running site: requests by chance, right and wrong ones, find no failure.

`schemathesis.toml` says what is expected. A moment here; for longer:
`schemathesis run ADDRESS/api/v1/openapi.json --max-examples 200`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.promptness import HANGS
from tests.studio.client import Client
from tests.studio.server import Site

ROOT = Path(__file__).parents[3]
EXAMPLES = 3
SECONDS = HANGS


@pytest.mark.many
@pytest.mark.parametrize("who", ["nobody", "member"])
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
