"""A real server and a real browser. Collected when asked for: `pytest studio/tests/browser`, or by
CLEW_BROWSER=1.

The browser is the system's own Chromium (CLEW_CHROMIUM names another); the client must have been built
(`make client`).
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.promptness import HANGS
from tests.studio import profiles
from tests.studio.engines import free_port
from tests.studio.passwords import CLEW

ROOT = Path(__file__).resolve().parents[3]
MANIFEST = ROOT / "studio/clew_studio/static/studio/.vite/manifest.json"
CHROMIUM = os.environ.get("CLEW_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
PATIENCE_MS = 60_000


def is_asked_for(config: pytest.Config) -> bool:
    named = any("browser" in Path(str(argument).split("::")[0]).parts for argument in config.args)
    return named or bool(os.environ.get("CLEW_BROWSER"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if collection_path.name.startswith("test_") and not is_asked_for(config) else None


@pytest.fixture(scope="session")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the server prints."""
    return tmp_path_factory.mktemp("studio") / "server.log"


@pytest.fixture(scope="session")
def admin_link(base_url: str, log: Path) -> str:
    """The address, good for one use, at which the administrator chooses a password."""
    found = re.search(r"Administrator, once: (\S+)", log.read_text())
    assert found, log.read_text()
    return found[1]


@pytest.fixture(scope="session")
def settings(request: pytest.FixtureRequest, log: Path) -> dict[str, str]:
    """The environment of the server, and of whoever works on its data beside it."""
    if request.config.getoption("--profile") != profiles.SITE:
        return dict(os.environ)
    request.addfinalizer(profiles.end)
    address = f"http://127.0.0.1:{free_port()}"
    return {**os.environ, **profiles.begin().environment(log.parent / "data"), "CLEW_URL": address}


@pytest.fixture(scope="session")
def base_url(log: Path, settings: dict[str, str]) -> Iterator[str]:
    """The address of a server with a data folder of its own, or with a database on the site profile."""
    port = urlsplit(settings.get("CLEW_URL", "")).port or 0
    with serving(log.parent, environment=settings, port=port) as address:
        yield address


@pytest.fixture(scope="session")
def arranged(base_url: str, log: Path, settings: dict[str, str]) -> None:
    """News, experiments and comments on the site."""
    command = [sys.executable, "-m", "tests.browser.arranged", str(log.parent / "data")]
    subprocess.run(command, cwd=ROOT, env=settings, check=True)


@contextmanager
def serving(
    folder: Path, root: Path = ROOT, environment: dict[str, str] | None = None, port: int = 0
) -> Iterator[str]:
    """A server on `folder/data` that prints into `folder/server.log`: its address. `root`: the sources.
    `port`: 0 for any that is free.
    """
    assert MANIFEST.exists(), "the client is not built: make client"
    log = folder / "server.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [*CLEW, "studio", "--port", str(port), "--data", str(folder / "data")],
            cwd=root,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            yield address_in(log, process)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(HANGS)


def address_in(log: Path, process: subprocess.Popen[bytes]) -> str:
    """The address that the server prints, once it answers there."""
    import time

    for _ in range(1500):
        found = re.search(r"http://127\.0\.0\.1:\d+", log.read_text())
        if found and answers(found[0]):
            return found[0]
        assert process.poll() is None, f"the server ended: {log.read_text()}"
        time.sleep(0.1)
    raise AssertionError(f"no answer from the server: {log.read_text()}")


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/api/v1/session", timeout=5) as response:
            return bool(response.status == 200)
    except OSError:
        return False


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": ["--no-sandbox"]}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], base_url: str | None) -> dict[str, Any]:
    """For each test anew: a module without a server has another `base_url`, whatever ran before it."""
    screen = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
    # A service worker answers before a test that stands in for the server can.
    return {**browser_context_args, **screen, "base_url": base_url, "service_workers": "block"}


@pytest.fixture
def visit(browser: Any, browser_context_args: dict[str, Any]) -> Iterator[Callable[..., Any]]:
    """Opens a page for somebody else, or on another screen: what it is told is for Playwright's context."""
    with ExitStack() as visits:

        def begin(**about: Any) -> Any:
            context = browser.new_context(**{**browser_context_args, **about})
            visits.callback(context.close)
            context.set_default_timeout(PATIENCE_MS)
            return context.new_page()

        yield begin


@pytest.fixture
def phone(browser: Any, base_url: str) -> Iterator[Any]:
    """The page of a returning visitor: the service worker is already active."""
    context = browser.new_context(base_url=base_url, locale="en-GB", service_workers="allow")
    context.set_default_timeout(PATIENCE_MS)
    try:
        page = context.new_page()
        page.goto("/")
        page.evaluate("async () => { await caches.open('clew-files-of-an-old-build'); }")
        page.wait_for_function("() => localStorage.getItem('clew.seen') !== null")
        page.reload()
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        yield page
    finally:
        context.close()


@pytest.fixture(autouse=True)
def watched(context: Any) -> Iterator[list[str]]:
    """What no page may do: break its content policy, throw, or write errors to the console."""
    from playwright.sync_api import expect

    context.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    found: list[str] = []

    def look(page: Any) -> None:
        page.on("pageerror", lambda error: found.append(f"error: {error}"))
        page.on("console", lambda message: found.extend(complaints(message)))

    context.on("page", look)
    yield found
    assert not found, "\n".join(found)


def complaints(message: Any) -> list[str]:
    """Errors of the console; that the network answered 4xx, as a page may expect, is not one."""
    if message.type != "error" or "Failed to load resource" in message.text:
        return []
    return [message.text]
