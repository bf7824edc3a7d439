"""What stands in a log and in the figures about a request: what kind it was, never whose."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/", "/"),
        ("/play/blocks-gar-1", "/play/*"),
        ("/api/v1/games/kdbvpnmrstshpx/moves", "/api/v1/games/*/moves"),  # a name without any digit
        ("/api/v1/games/k7bvpnm2stshpx/moves/", "/api/v1/games/*/moves"),
        ("/api/v1/jobs/kdbvpnmrstshpx/events", "/api/v1/jobs/*/events"),
        ("/api/v1/worlds/k7bvpnm2stshpx/events/", "/api/v1/worlds/*/events"),
        ("/players/secretive", "/players/*"),
        ("/account/reset/MQ/c8xbkz-1234", "/account/reset/*/*"),
        ("/admin/studio/player/17/change", "/admin/studio/player/*/change/"),
        ("/nobody/knows/this", "unknown"),
    ],
)
def test_a_route_names_no_row(path: str, route: str) -> None:
    from clew_studio.web.logs import (
        route_of,
    )  # Django is ready when the tests run, not when they are collected

    assert route_of(path) == route
