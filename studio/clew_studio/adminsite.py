"""Django's admin site, which also tells administrators if the database was found damaged."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from clew_studio.server.damaged import reports


class StudioSite(AdminSite):
    """Every page shows the damage until somebody has dealt with it. People sign in, and
    change their password, where they always do."""

    site_header = site_title = "Clew studio"
    index_title = "Administration"
    login_template = "studio/admin/login.html"

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """The context of every page; superusers also see reports of a damaged database."""
        context: dict[str, Any] = super().each_context(request)
        is_shown = request.user.is_superuser and settings.CONFIG.shared is None
        told = reports(settings.CONFIG.database) if is_shown else []
        return {**context, "damage": told}

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Leads to the site's own page for signing in, which comes back here."""
        if request.method == "GET" and not request.user.is_authenticated:
            return redirect(f"/account?{urlencode({'next': request.GET.get('next', '/admin/')})}")
        page: HttpResponse = super().login(request, extra_context)
        return page

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Leads to the page of the account, where guesses of the old password are limited."""
        return redirect("/account")
