"""Settings of the two profiles: nothing is needed for the embedded one, and half a site says what lacks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from clew.errors import ClewError
from clew_studio.shared import profile
from clew_studio.shared.config import from_environment, read_file
from clew_studio.shared.engines import database_of

WHOLE = {
    "CLEW_DATABASE_URL": "postgresql://clew:secret@db.example.org:5433/site?sslmode=require",
    "CLEW_REDIS_URL": "redis://127.0.0.1:6379/0",
    "CLEW_URL": "https://play.example.org",
    "CLEW_SECRET_KEY": "0123456789-abcdefghij-0123456789-klmnopqrst",
    "CLEW_MAIL": "smtp://u:p@mail.example.org:587",
    "CLEW_PROXIES": "10.0.0.0/8 127.0.0.1",
}


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment without settings, that is as it was afterwards."""
    import os

    for name in [name for name in os.environ if name.startswith("CLEW_")]:
        monkeypatch.delenv(name)
    for name in (*WHOLE, "CLEW_MAIL_FROM", "CLEW_STUDIO_STREAMS", "CLEW_STUDIO_KEEP_GUESTS"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)


def test_without_settings_the_site_is_one_process() -> None:
    config = from_environment()
    assert config.shared is None
    assert config.proxies == ()
    assert database_of(config)["NAME"].suffix == ".sqlite3"


def test_a_whole_site_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in WHOLE.items():
        monkeypatch.setenv(name, value)
    profile.check(WHOLE)
    config = from_environment()
    assert config.url == "https://play.example.org"
    assert config.mail.startswith("smtp://")
    assert config.proxies == ("10.0.0.0/8", "127.0.0.1")
    assert config.secret_key() == WHOLE["CLEW_SECRET_KEY"]
    told = database_of(config)
    assert (told["HOST"], told["PORT"], told["NAME"]) == ("db.example.org", "5433", "site")
    assert told["OPTIONS"]["sslmode"] == "require"


@pytest.mark.parametrize("name", WHOLE)
def test_each_missing_setting_is_named_with_what_it_is_for(name: str) -> None:
    with pytest.raises(profile.Incomplete) as raised:
        profile.check({**WHOLE, name: ""})
    lines = str(raised.value).splitlines()[1:]
    assert lines == [f"  {name} is missing: {profile.NEEDED[name]}"]


def test_all_that_is_missing_is_named_at_once() -> None:
    with pytest.raises(profile.Incomplete) as raised:
        profile.check({})
    assert all(f"{name} is missing" in str(raised.value) for name in WHOLE)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("CLEW_SECRET_KEY", "changeme", "can be guessed"),
        ("CLEW_SECRET_KEY", "x" * 60, "can be guessed"),
        ("CLEW_DATABASE_URL", "mysql://host/name", "postgresql://"),
        ("CLEW_URL", "play.example.org", "https"),
        ("CLEW_PROXIES", "10.0.0.0/8 balancer", "balancer"),
        ("CLEW_WORLD_HOST", "world-1", "small letters and digits"),
    ],
)
def test_what_is_wrong_is_named(name: str, value: str, told: str) -> None:
    with pytest.raises(profile.Incomplete, match=name) as raised:
        profile.check({**WHOLE, name: value})
    assert told in str(raised.value)
    assert "smtp://u:p@" not in str(raised.value)


def test_a_file_has_the_settings_and_the_environment_goes_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "site.toml"
    file.write_text(
        'url = "https://play.example.org"\nmail = "console"\nproxies = ["10.0.0.1", "10.0.0.2"]\n'
        f'database_url = "{WHOLE["CLEW_DATABASE_URL"]}"\n\n[bounds]\nstreams = 900\n\n[keep]\nguests = 10\n'
    )
    monkeypatch.setenv(profile.FILE, str(file))
    monkeypatch.setenv("CLEW_MAIL", "file")
    read_file()
    config = from_environment()
    assert (config.url, config.mail) == ("https://play.example.org", "file")
    assert (config.bounds.streams, config.keep.guests) == (900, 10)
    assert config.proxies == ("10.0.0.1", "10.0.0.2")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('databse_url = "x"', "did you mean database_url"),
        ("[bounds]\nstream = 5", "did you mean streams"),
        ("url = 3.5", "url must be a text"),
        ("url = ", "Invalid value"),
    ],
)
def test_a_file_with_a_mistake_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, told: str
) -> None:
    file = tmp_path / "site.toml"
    file.write_text(text)
    monkeypatch.setenv(profile.FILE, str(file))
    with pytest.raises(ClewError, match=told) as raised:
        read_file()
    assert "site.toml" in str(raised.value)


def test_the_command_refuses_to_start_half_a_site() -> None:
    words = [sys.executable, "-m", "clew", "studio", "web", "--port", "0"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "CLEW_REDIS_URL is missing: Redis or Valkey" in done.stderr
    assert "Traceback" not in done.stderr
