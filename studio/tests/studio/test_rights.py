"""Nobody reads or changes what is somebody else's: tried on every operation that takes an id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import pytest

from tests.studio.client import Client, Json
from tests.studio.experiments import level
from tests.studio.server import Site
from tests.studio.worlds import begun, watching

BOARD = "blocks-gar-1"
OWNER = "owner-of-things"
"""What the names of the owners of things begin with."""
EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "games"
DRAFT = "blocks:AAo/ooo/ooo"
BODIES: dict[str, Json] = {
    "PUT /boards/{key}": {"board": DRAFT, "title": "mine now"},
    "POST /boards/{key}/comments": {"text": "hello"},
    "POST /boards/{key}/reports": {"reason": "other"},
    "POST /games/{key}/moves": {"moves": ["CL3"]},
    "POST /games/{key}/hint": {"level": 1},
    "POST /games/{key}/retry": {"keep": 0},
    "POST /games/{key}/events": {"events": [{"event": "focus"}]},
    "POST /moderation/{kind}/{key}": {"decision": "accept"},
    "POST /packs/{key}/consent": {"version": "1"},
    "PATCH /classes/{key}": {"title": "mine now", "open": False},
    "PATCH /classes/{key}/pupils/{pupil}": {"name": "mine now"},
    "POST /classes/{key}/assignments": {"title": "mine now", "boards": [BOARD]},
    "PUT /classes/{key}/assignments/{assignment}": {"title": "mine now", "boards": [BOARD]},
    "PUT /packs/{key}": {"title": "mine now", "boards": [BOARD]},
    "PUT /worlds/drafts/{key}": {"level": {}, "version": 1},
    "POST /experiments/{key}/pilot": {"players": 1},
    "POST /experiments/{token}/arrive": {"parameters": {"PID": "1"}},
    "POST /participants/{key}/agree": {"version": "1"},
    "POST /participants/{key}/answers": {"turn": 1},
    "POST /participants/{key}/give-up": {"turn": 1},
    "POST /participants/{key}/level": {"turn": 1},
    "PUT /experiments/{key}/design": {"design": {"title": "mine now"}, "version": 1},
    "POST /worlds/{key}/debug": {"on": True},
    "POST /worlds/{key}/pause": {"paused": False},
    "POST /worlds/{key}/steer": {"dx": 1, "dy": 0},
    "POST /worlds/{key}/touch": {"x": 9.0, "y": 1.2},
}
PUBLIC = {
    "GET /class/{token}",
    "POST /class/{token}/pupils",
    "GET /endless/{family}",
    "GET /players/{key}",
    "GET /daily/{day}",
    "GET /daily/{day}/card.png",
    "GET /experiments/{token}",
    "GET /worlds/levels/{level}",
    "GET /worlds/levels/{level}/keys",
    "GET /worlds/levels/{level}/picture.svg",
    "GET /worlds/levels/{level}/pictures/{file}.png",
    "GET /worlds/levels/{level}/scenery.svg",
    "GET /worlds/looks/{look}.svg",
    "GET /worlds/things/{kind}.svg",
}
"""What takes a name that is nobody's."""


class Owned(NamedTuple):
    """Things of one player, by the part of the path that they stand in."""

    account: str
    boards: str
    games: str
    jobs: str
    comments: int
    packs: str
    worlds: str
    drafts: str
    classes: str
    assignment: str
    pupil: str
    experiments: str
    participants: str

    def path(self, template: str) -> str:
        """A path of the API with the id of the thing that it is about; no token is the owner's."""
        room = re.match(r"/(?:worlds/(?=drafts))?(\w+)/", template)
        assert room is not None
        kind = "comments" if room[1] == "moderation" else room[1]
        return template.format(
            key=getattr(self, kind),
            kind=kind,
            uid=self.account,
            token="c1x2y3-" + "0" * 32,
            assignment=self.assignment,
            pupil=self.pupil,
            game=self.games,
        )


def operations() -> list[str]:
    """Every operation of the API that takes an id."""
    from clew_studio.api.site import api

    found = [
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, methods in api.get_openapi_schema()["paths"].items()
        for method in methods
        if "{" in path
    ]
    return sorted(set(found) - PUBLIC | {"GET /jobs/{key}/events", "GET /worlds/{key}/events"})


OPERATIONS = [
    "DELETE /boards/{key}",
    "DELETE /classes/{key}",
    "DELETE /classes/{key}/assignments/{assignment}",
    "DELETE /classes/{key}/pupils/{pupil}",
    "DELETE /comments/{key}",
    "DELETE /experiments/{key}/design",
    "DELETE /games/{key}",
    "DELETE /jobs/{key}",
    "DELETE /packs/{key}",
    "DELETE /worlds/drafts/{key}",
    "DELETE /worlds/{key}",
    "GET /account/reset/{uid}/{token}",
    "GET /boards/{key}",
    "GET /boards/{key}/card.png",
    "GET /boards/{key}/comments",
    "GET /boards/{key}/export",
    "GET /boards/{key}/leaderboard",
    "GET /boards/{key}/others",
    "GET /boards/{key}/page",
    "GET /boards/{key}/play",
    "GET /boards/{key}/sheet.pdf",
    "GET /boards/{key}/thumbnail.svg",
    "GET /classes/{key}",
    "GET /classes/{key}/assignments/{assignment}/table",
    "GET /classes/{key}/assignments/{assignment}/table.csv",
    "GET /classes/{key}/games/{game}",
    "GET /classes/{key}/link.svg",
    "GET /experiments/{key}/data.zip",
    "GET /experiments/{key}/design",
    "GET /experiments/{key}/participants",
    "GET /games/{key}",
    "GET /games/{key}/film.gif",
    "GET /games/{key}/meter",
    "GET /games/{key}/review",
    "GET /games/{key}/solutions",
    "GET /jobs/{key}",
    "GET /jobs/{key}/events",
    "GET /packs/{key}",
    "GET /packs/{key}/boards.json",
    "GET /packs/{key}/book.pdf",
    "GET /packs/{key}/elements.zip",
    "GET /packs/{key}/page.html",
    "GET /participants/{key}",
    "GET /worlds/drafts/{key}",
    "GET /worlds/{key}",
    "GET /worlds/{key}/events",
    "GET /worlds/{key}/scenery.svg",
    "PATCH /classes/{key}",
    "PATCH /classes/{key}/pupils/{pupil}",
    "POST /boards/{key}/comments",
    "POST /boards/{key}/publish",
    "POST /boards/{key}/reports",
    "POST /classes/{key}/assignments",
    "POST /classes/{key}/pupils/{pupil}/number",
    "POST /experiments/{key}/close",
    "POST /experiments/{key}/copy",
    "POST /experiments/{key}/open",
    "POST /experiments/{key}/pilot",
    "POST /experiments/{token}/arrive",
    "POST /games/{key}/events",
    "POST /games/{key}/finish",
    "POST /games/{key}/hint",
    "POST /games/{key}/moves",
    "POST /games/{key}/redo",
    "POST /games/{key}/restart",
    "POST /games/{key}/retry",
    "POST /games/{key}/surrender",
    "POST /games/{key}/undo",
    "POST /moderation/{kind}/{key}",
    "POST /packs/{key}/consent",
    "POST /participants/{key}/agree",
    "POST /participants/{key}/answers",
    "POST /participants/{key}/give-up",
    "POST /participants/{key}/level",
    "POST /participants/{key}/withdraw",
    "POST /worlds/{key}/debug",
    "POST /worlds/{key}/pause",
    "POST /worlds/{key}/restart",
    "POST /worlds/{key}/steer",
    "POST /worlds/{key}/touch",
    "PUT /boards/{key}",
    "PUT /classes/{key}/assignments/{assignment}",
    "PUT /experiments/{key}/design",
    "PUT /packs/{key}",
    "PUT /worlds/drafts/{key}",
]


def test_the_list_above_is_complete() -> None:
    """A new operation with an id must be tried here too."""
    assert operations() == OPERATIONS


@pytest.fixture(scope="module")
def owner(site: Site) -> Client:
    """Somebody with an account. A worker that takes over other workers' tests may come to this file twice."""
    client = site.client()
    client.sign_up(f"{OWNER}-{uuid4().hex[:8]}")
    return client


@pytest.fixture(scope="module")
def owned(site: Site, owner: Client) -> Iterator[Owned]:
    from django.contrib.auth import get_user_model
    from django.utils.http import urlsafe_base64_encode

    from clew_studio.models import Pack

    user = get_user_model().objects.get(username=owner.get("/session").good()["player"]["name"])
    account = urlsafe_base64_encode(str(user.pk).encode())
    draft = owner.post("/boards", {"board": DRAFT, "title": "Secret"}).good(201)["id"]
    game = owner.post("/games", {"board": BOARD}).good(201)["id"]
    owner.post(f"/games/{game}/moves", {"moves": ["CL3", "HU1"]}).good()
    owner.post(f"/games/{game}/undo").good()
    job = owner.post("/solve", {"board": BOARD}).good(201)["id"]
    comment = owner.post(f"/boards/{BOARD}/comments", {"text": "mine"}).good(201)["id"]
    pack = Pack.objects.create(title="Hidden", is_public=False, kind="experiment")
    plan = {"title": "Secret", "levels": [level(owner, BOARD)]}
    experiment = owner.post("/experiments", {"design": plan}).good(201)
    at = owner.post(f"{experiment['link'].replace('experiment', 'experiments')}/arrive", {"preview": True})
    level_draft = owner.post("/worlds/drafts", {"level": {"title": "Secret"}}).good(201)["id"]
    classroom = owner.post("/classes", {"title": "Secret"}).good(201)
    task = {"title": "Secret", "boards": [BOARD]}
    assignment = owner.post(f"/classes/{classroom['id']}/assignments", task).good(201)["id"]
    site.client().post(f"{classroom['link']}/pupils", {"name": "Secret"}).good(201)
    pupil = owner.get(f"/classes/{classroom['id']}").good()["members"][0]["id"]
    world = begun(owner)
    with watching(
        owner, world
    ) as stream:  # while it is looked at it does not end, and paused it stays as it is
        owner.post(f"/worlds/{world}/pause", {"paused": True}).good(202)
        stream.until("frame", lambda frame: frame["paused"])
        school = (classroom["id"], assignment, pupil)
        mine = (experiment["id"], at.good()["participant"])
        yield Owned(account, draft, game, job, comment, pack.pk, world, level_draft, *school, *mine)


@pytest.fixture(scope="module", params=["guest", "member", "nobody"])
def stranger(request: pytest.FixtureRequest, site: Site) -> Client:
    client = site.client()
    if request.param == "member":
        client.sign_up(f"stranger-{uuid4().hex[:8]}")
    elif request.param == "guest":
        client.post("/games", {"board": BOARD}).good(201)
    return client


def snapshot(owner: Client, owned: Owned) -> Json:
    """All that the owner has, as the owner sees it."""
    rooms = ("boards", "classes", "games", "jobs", "worlds")
    paths = [f"/experiments/{owned.experiments}/design", f"/participants/{owned.participants}"]
    paths += [f"/worlds/drafts/{owned.drafts}", *(f"/{room}/{getattr(owned, room)}" for room in rooms)]
    comments = owner.get(f"/boards/{BOARD}/comments?limit=100").good()["items"]
    mine = [comment for comment in comments if comment["id"] == owned.comments]
    return [*(owner.get(path).good() for path in paths), mine]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_strangers_are_refused_and_change_nothing(
    operation: str, owner: Client, owned: Owned, stranger: Client
) -> None:
    method, template = operation.split()
    # The world ends after ten minutes in which nobody does anything in it.
    owner.post(f"/worlds/{owned.worlds}/pause", {"paused": True}).good(202)
    before = snapshot(owner, owned)
    reply = stranger.ask(method, owned.path(template), BODIES.get(operation))
    assert reply.status in (401, 403, 404), f"{operation}: {reply.status} {reply.data[:300]!r}"
    assert reply.headers["Content-Type"] == "application/problem+json"
    assert b"Secret" not in reply.data and OWNER.encode() not in reply.data
    assert snapshot(owner, owned) == before


@pytest.mark.parametrize("path", ["/games", "/jobs", "/boards?mine=true"])
def test_lists_hold_only_what_is_mine(path: str, owned: Owned, stranger: Client) -> None:
    items = stranger.get(path).good()["items"]
    assert not {item["id"] for item in items} & {owned.boards, owned.games, owned.jobs}


def test_drafts_are_in_no_list(owned: Owned, stranger: Client) -> None:
    items = stranger.get("/boards?limit=100&search=Secret").good()["items"]
    assert items == []
    stranger.post("/games", {"board": owned.boards}).problem(404, "not-found")
    stranger.post("/hint", {"board": owned.boards}).problem(404, "not-found")
    stranger.post("/validate", {"board": owned.boards}).problem(404, "not-found")


@pytest.mark.parametrize("path", ["/moderation", "/exports/events.csv"])
def test_editors_alone_see_what_is_everybodys(path: str, stranger: Client, editor: Client) -> None:
    assert stranger.get(path).status in (401, 403)
    assert editor.get(path).status == 200


def test_a_game_is_published_by_its_own_account_alone(owner: Client, stranger: Client) -> None:
    text = (EXAMPLES / "pond.txt").read_text(encoding="utf-8")
    pack = owner.post("/sources/publish", {"text": text}).good(201)["pack"]["id"]
    before = owner.get(f"/packs/{pack}").good()["levels"]
    reply = stranger.post("/sources/publish", {"text": text})
    assert reply.status in (201, 401)
    if reply.status == 201:
        assert reply.json["pack"]["id"] != pack
    assert [level["board"]["id"] for level in owner.get(f"/packs/{pack}").good()["levels"]] == [
        level["board"]["id"] for level in before
    ]


def test_uploads_are_for_editors(stranger: Client) -> None:
    assert stranger.upload("/uploads", "boards.csv", b"board\n").status in (401, 403)


@pytest.mark.parametrize("path", ["studio/board/", "studio/comment/", "studio/pack/"])
def test_an_editor_has_boards_in_the_admin_but_no_users(path: str, site: Site) -> None:
    from django.contrib.auth import get_user_model

    from clew_studio.requests.callers import editors

    client = site.client()
    name = f"staff-{path.strip('/').replace('/', '-')}"
    client.sign_up(name)
    user = get_user_model().objects.get(username=name)
    user.is_staff = True
    user.save()
    user.groups.add(editors())
    assert client.get(f"//admin/{path}").status == 200
    assert client.get(f"//admin/{path}add").status == 200
    assert client.get("//admin/auth/user/").status == 403
    assert client.get("//admin/studio/game/").status == 403


def test_who_is_no_staff_is_sent_to_sign_in(stranger: Client) -> None:
    reply = stranger.get("//admin/")
    assert b"Administration" not in reply.data
    player = stranger.get("/session").good()["player"]
    if player is None or player["guest"]:
        assert reply.address == f"{stranger.site}/account?next=%2Fadmin%2F"
        assert b'<div id="app">' in reply.data
    else:
        assert b"not authorized to access this page" in reply.data
        assert b'name="password"' in reply.data
