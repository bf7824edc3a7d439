"""URL patterns: the API, Django's admin, and the pages of the client, which all have the same HTML."""

from __future__ import annotations

from django.contrib import admin
from django.urls import path

from clew_studio.api.site import api
from clew_studio.web.shell import PAGES, docs, empty, engine, icon, manifest, page, script, tile, worker

urlpatterns = [
    path("api/v1/", api.urls),
    path("api/docs", docs),
    path("admin/", admin.site.urls),
    path("favicon.ico", icon),
    path("icon-<int:size>.png", tile),
    path("site.webmanifest", manifest),
    path("offline", empty),
    path("offline.js", script),
    path("engine/worker.js", worker),
    path("engine/<slug:family>.wasm", engine),
    *(path(address, page) for address in PAGES),
]
handler404 = "clew_studio.web.shell.missing"
handler500 = "clew_studio.web.shell.broken"
