"""Django's admin site, which also tells administrators if the database was found damaged."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite
from django.http import HttpRequest

from clew.studio.server.damaged import reports


class StudioSite(AdminSite):
    """Every page shows the damage until somebody has dealt with it."""

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """The context of every page; superusers also see reports of a damaged database."""
        context: dict[str, Any] = super().each_context(request)
        told = reports(settings.CONFIG.database) if request.user.is_superuser else []
        return {**context, "damage": told}
