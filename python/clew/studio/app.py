"""The Django application."""

from __future__ import annotations

from django.apps import AppConfig


class StudioConfig(AppConfig):
    name = "clew.studio"
    label = "studio"
    verbose_name = "Clew studio"
