"""One studio for all tests of a process, and browsers for it.

The tests' own process works on the same folder, so that they may arrange in the database what they then look
at over the network. Each test makes its own players, boards and games.
"""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clew_studio.server.prepare import prepare
from clew_studio.shared.config import Config
from clew_studio.shared.profile import shared_of
from tests.studio import profiles
from tests.studio.authenticator import Guarded, turn_on
from tests.studio.client import Client
from tests.studio.passwords import hash_quickly
from tests.studio.server import Site

_numbers = itertools.count(1)


@pytest.fixture(scope="session", autouse=True)
def data(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of data, ready."""
    hash_quickly()
    folder = tmp_path_factory.mktemp("studio") / "data"
    folder.mkdir()
    shared = None
    if request.config.getoption("--profile") == profiles.SITE:
        request.addfinalizer(profiles.end)
        shared = shared_of(profiles.begin().environment(folder))
    prepare(Config(folder, limited=False, shared=shared))
    if shared is None:
        Site.example = folder.with_name("example")
        shutil.copytree(folder, Site.example)
    return folder


@pytest.fixture(scope="session")
def site(data: Path) -> Iterator[Site]:
    running = Site(data).start()
    yield running
    running.stop()


@pytest.fixture
def visitor(site: Site) -> Client:
    """Somebody who comes for the first time."""
    return site.client()


@pytest.fixture
def other(site: Site) -> Client:
    """Somebody else."""
    return site.client()


@pytest.fixture
def name() -> str:
    """A name that no other test has taken."""
    return f"player{next(_numbers)}"


@pytest.fixture
def member(site: Site, name: str) -> Client:
    """Somebody with an account."""
    client = site.client()
    client.sign_up(name)
    return client


@pytest.fixture
def guarded(member: Client, name: str) -> Guarded:
    """Somebody whose account has a second step."""
    return turn_on(member, name)


@pytest.fixture
def admin_link(site: Site) -> str:
    """The address at which the administrator chooses a password, as a start prints it: not used yet."""
    from django.contrib.auth import get_user_model

    from clew_studio.server import roles

    user = get_user_model().objects.get(username="admin")
    user.set_unusable_password()  # another test may have used the link that was printed
    user.save()
    link = roles.admin_link()
    assert link is not None
    return link


@pytest.fixture
def editor(site: Site) -> Client:
    """A member of the group of editors."""
    return _with_role(site, lambda user: user.groups.add(_editors()))


def _editors() -> object:
    from clew_studio.requests.callers import editors

    return editors()


def _with_role(site: Site, give: Callable[..., None]) -> Client:
    from django.contrib.auth import get_user_model

    client = site.client()
    name = f"editor{next(_numbers)}"
    client.sign_up(name)
    give(get_user_model().objects.get(username=name))
    return client
