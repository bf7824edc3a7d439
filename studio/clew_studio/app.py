"""The Django application."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig


class StudioConfig(AppConfig):
    """The Django application of the studio."""

    name = "clew_studio"
    label = "studio"
    verbose_name = "Clew studio"

    def ready(self) -> None:
        """Connects what follows from the deletion of a board or a class, and from the end of a job."""
        import clew_studio.classes.classrooms
        import clew_studio.games.results
        import clew_studio.outcome  # noqa: F401


class AdminConfig(DjangoAdminConfig):
    """Django's admin, with a site of our own."""

    default_site = "clew_studio.adminsite.StudioSite"
