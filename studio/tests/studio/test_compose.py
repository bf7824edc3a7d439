"""What deploy/compose.yaml tells the parts is complete, and nginx finds them where they listen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from clew_studio.shared import profile
from tests.studio.front import filled

DEPLOY = Path(__file__).parents[3] / "deploy"
PARTS = ("migrate", "web1", "web2", "worlds", "work")
TOLD = {
    "NAME": "play.example.org",
    "CLEW_SECRET_KEY": "Zm9ydHktdHdvIGNoYXJhY3RlcnMgYW5kIG1vcmUgdG8gc3BhcmU=",
    "CLEW_DATABASE_PASSWORD": "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    return found


def interpolated(text: str) -> str:
    """The text with variables of .env in it, as compose writes them."""
    return re.sub(r"\$\{(\w+)(?::?[-?]([^}]*))?\}", lambda found: TOLD.get(found[1], found[2] or ""), text)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_has_all_its_settings(services: dict[str, Any], part: str) -> None:
    profile.check({name: interpolated(value) for name, value in services[part]["environment"].items()})


def test_the_proxy_knows_where_the_parts_listen(services: dict[str, Any]) -> None:
    told = {name: interpolated(value) for name, value in services["proxy"]["environment"].items()}
    for name in ("WEB1", "WEB2", "WORLDS"):
        part, _, port = told[name].partition(":")
        command = services[part]["command"]
        assert command[command.index("--port") + 1] == port
    text = filled((DEPLOY / "nginx.conf.template").read_text(), told)
    assert f"/etc/letsencrypt/live/{TOLD['NAME']}/fullchain.pem" in text
