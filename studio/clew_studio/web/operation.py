"""What operators ask of the site: is it alive, is it ready, how is it doing. Not served by Django.

GET /healthz   200 as long as the process answers
GET /readyz    200 when the database answers, else 503: a load balancer then sends nobody here
GET /metrics   figures in the text format of Prometheus, for private addresses only
"""

from __future__ import annotations

import asyncio
import json
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections, connection
from django.db.utils import Error

from clew_studio.requests.callers import address_of

if TYPE_CHECKING:
    from clew_studio.requests.callers import Scope, Send

READY_SECONDS = 3.0
PATHS = ("/healthz", "/readyz", "/metrics")
TEXT = "text/plain; charset=utf-8"


async def serve(scope: Scope, send: Send) -> None:
    """Answer one of `PATHS`."""
    path = scope["path"]
    if path == "/healthz":
        await _answer(send, 200, b"alive\n", TEXT)
    elif path == "/readyz":
        faults = await _faults()
        body = json.dumps({"ready": not faults, "faults": faults}).encode()
        await _answer(send, 503 if faults else 200, body, "application/json")
    elif settings.CONFIG.shared is None or not _is_private(address_of(scope)):
        await _answer(send, 404, b"not here\n", TEXT)
    else:
        from clew_studio.web import figures

        await _answer(send, 200, await sync_to_async(figures.text)(), figures.KIND)


async def _faults() -> list[str]:
    try:
        async with asyncio.timeout(READY_SECONDS):
            return await sync_to_async(_of_database)()
    except TimeoutError:
        return ["the database does not answer"]


def _of_database() -> list[str]:
    close_old_connections()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return ["the database does not answer"]
    return []


def _is_private(address: str) -> bool:
    """Whether an address or network belongs to this machine or to a private network."""
    try:
        return ip_address(address.partition("/")[0]).is_private
    except ValueError:
        return False


async def _answer(send: Send, status: int, body: bytes, kind: str) -> None:
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def is_asked(scope: Any) -> bool:
    """Whether a request is for one of `PATHS`."""
    return scope["method"] in ("GET", "HEAD") and scope["path"] in PATHS
